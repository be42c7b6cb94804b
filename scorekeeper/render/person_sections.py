"""How somebody came to their place at an event, as pages."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact import signed
from scorekeeper.event.plan import MEAN, OPEN, PLAYED, RANK, WINS
from scorekeeper.render.section import Chart, Section
from scorekeeper.render.standings_sections import score_shown
from scorekeeper.report.event.event_person import PersonPage, RoundStep, TieStep
from scorekeeper.report.event.event_words import number_shown, part_word, spent_word, table_word
from scorekeeper.report.event.standings_page import ScoreCell
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import labelled, names_listed, parted


def person_sections(page: PersonPage) -> list[Section]:
    """The page in sections."""
    title = tr("{player} at {event}", player=page.name, event=page.event)
    return [
        Section(title, [*_place_lines(page)]),
        _rounds_section(page),
        Section(tr("Total"), [_sum_line(page), *_penalty_lines(page)]),
        Section(tr("Tie-breaks, in their order"), [*map(_tie_line, page.ties)]),
        Section(tr("How it is counted"), page.plan),
    ]


def _rounds_section(page: PersonPage) -> Section:
    if not page.rounds:
        return Section(tr("Rounds"), [tr("no round has begun yet")])
    return Section(tr("Rounds"), [], [_rounds(page)], notes=[*_round_notes(page)])


def _place_lines(page: PersonPage) -> Iterator[str]:
    """The place, who shares it, and why it is that one."""
    total = number_shown(page.total)
    yield tr(
        "place {place} of {people}, total {total}",
        place=page.place, people=page.people, total=total,
    )  # fmt: skip
    if page.level_with:
        yield tr("nothing parts them from {others}", others=names_listed(page.level_with))
    for reason in (page.behind, page.ahead):
        if reason is not None:
            yield reason.say


def _rounds(page: PersonPage) -> Chart:
    """A row a round; with deals where points a deal are counted, and with rank points where these
    are counted, or parted somebody."""
    has_deals, has_ranks = page.by == MEAN, RANK in (page.by, *(tie.by for tie in page.ties))
    heads = (tr("round"), table_word(), tr("with"), tr("points"),
             *([tr("deals")] if has_deals else []), tr("place"),
             *([tr("rank points")] if has_ranks else []), tr("counts"))  # fmt: skip
    return Chart(heads, tuple(_round_cells(one, has_deals, has_ranks) for one in page.rounds))


def _round_cells(one: RoundStep, has_deals: bool, has_ranks: bool) -> tuple[str, ...]:
    score = score_shown(ScoreCell(one.round, one.how, one.score, one.counts))
    if one.how != PLAYED:
        with_ = names_listed(one.others) if one.others else ""
        told = with_ or spent_word(one.how)
        empty = [""] * (2 + has_deals + has_ranks)
        return (str(one.round), str(one.table or ""), told, *empty, score)
    shared = "=" if one.sharing > 1 else ""
    deals = [str(one.deals)] if has_deals else []
    ranks = [number_shown(one.rank_points)] if has_ranks else []
    return (
        str(one.round), str(one.table), _company(one), number_shown(one.points), *deals,
        f"{one.place}{shared}", *ranks, score,
    )  # fmt: skip


def _company(one: RoundStep) -> str:
    """Who else sat there, partners first."""
    others = names_listed(one.others)
    if not one.partners:
        return others
    return tr("{partners} against {others}", partners=names_listed(one.partners), others=others)


def _round_notes(page: PersonPage) -> Iterator[str]:
    """What of the rounds wants words: those struck, fixed scores, shared places."""
    struck = [one for one in page.rounds if not one.counts]
    if struck:
        rounds = ", ".join(str(one.round) for one in struck)
        yield trn(
            len(struck),
            "round {rounds} is struck: only the best {best} count",
            "rounds {rounds} are struck: only the best {best} count",
            rounds=rounds, best=page.best,
        )  # fmt: skip
    for one in page.rounds:
        if one.stand_in:
            yield tr(
                "round {round}: {player} played for {other}",
                round=one.round, player=one.stand_in, other=page.name,
            )  # fmt: skip
        if one.how == PLAYED and one.sharing > 1 and page.by in (RANK, WINS):
            yield _shared_line(page, one)
        elif one.how not in (PLAYED, OPEN):
            yield _away_line(one)


def _shared_line(page: PersonPage, one: RoundStep) -> str:
    number = one.won if page.by == WINS else one.rank_points
    return tr(
        "round {round}: {number} sides share place {place}, and what it counts: {points} each",
        round=one.round, number=one.sharing, place=one.place, points=number_shown(number),
    )  # fmt: skip


def _away_line(one: RoundStep) -> str:
    words = tr("round {round}: {how}", round=one.round, how=spent_word(one.how))
    if one.score is None:
        return words
    return parted((words, tr("the plan gives {points}", points=number_shown(one.score))))


def _sum_line(page: PersonPage) -> str:
    """`9 + 5 − 3 = 11`: the rounds that count, and the penalties."""
    scores = [one.score for one in page.rounds if one.counts and one.score is not None]
    numbers = [*scores, *(one.points for one in page.penalties)]
    if len(numbers) <= 1:
        return number_shown(page.total)
    first, *others = numbers
    rest = "".join(f" {'−' if n < 0 else '+'} {number_shown(abs(n))}" for n in others)
    return f"{number_shown(first)}{rest} = {number_shown(page.total)}"


def _penalty_lines(page: PersonPage) -> Iterator[str]:
    for one in page.penalties:
        words = tr("by the referee, round {round}: {points}", round=one.round,
                   points=signed(one.points))  # fmt: skip
        yield labelled(words, one.why) if one.why else words


def _tie_line(tie: TieStep) -> str:
    """`the games won: Ada 3, Ben 2`."""
    if not tie.numbers:
        return labelled(part_word(tie.by), tr("does not apply: not all of them met equally often"))
    told = [
        f"{one.name} {', '.join(map(number_shown, one.numbers or (None,)))}" for one in tie.numbers
    ]
    return labelled(part_word(tie.by), parted(told))
