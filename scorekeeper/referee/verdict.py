"""The answer about a recorded deal, as lines and as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.schedule import State, first_state
from scorekeeper.record.entered_words import read_codes
from scorekeeper.referee.deal_record import PLAYS, DealRecord, read_record, same_table, trick_place
from scorekeeper.referee.exchange_replay import Gift, exchange_faults, replayed_exchange
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    shown_cards,
    shown_pairs,
    source_line,
)
from scorekeeper.referee.recorded_deal import Refereed, Revoke, counts_of, refereed
from scorekeeper.referee.refereed_entry import (
    SHORT,
    entry_faults,
    entry_words,
    meldable_points,
    missing_meld_words,
    scored,
)
from scorekeeper.referee.refereed_layout import WrongPass, layout_lines, refereed_layout
from scorekeeper.referee.trick_answers import (
    HeapChoice,
    choice_lines,
    choice_value,
    choices,
    heap_of,
    open_trick,
)
from scorekeeper.referee.trick_rules import contract_and_trump_text
from scorekeeper.rules.cards import words_of_card
from scorekeeper.rules.casebook import casebook
from scorekeeper.text.message import JoinedWords, Words, in_turn, say, titled
from scorekeeper.text.problems import Problem, Refused

# --- The answer about a recorded deal, line by line --------------------------------------------


def deal_lines(
    record: DealRecord, done: Refereed, faults: Iterable[Problem], gifts: Iterable[Gift]
) -> Iterator[Words]:
    """Yield the lines of contract and trumps, the exchange, the tricks, the problems, the revokes,
    the unplayed cards, the counts and the melds."""
    case = record.case
    yield JoinedWords(
        (case.rules.name, contract_and_trump_text(case.rules, done.trick_rules)), " · "
    )
    yield from (_gift_line(case, gift) for gift in gifts)
    yield from _trick_lines(record, done)
    yield from (say("wrong: {fault}", fault=fault.placed) for fault in faults)
    yield from _revoke_lines(record, done)
    if done.complete and done.never:
        yield say("never played: {cards}", cards=shown_cards(case.pack, done.never))
    for name, column in counts_of(record, done).items():
        count = case.rules.counts.get(name)
        yield titled(count.name if count else say("tricks"), shown_pairs(column.items()))
    if melds := meldable_points(record, done):
        yield say("melds that the hands held: {melds}", melds=shown_pairs(melds.items()))
        yield from missing_meld_words(record, done)


def _gift_line(case: Case, gift: Gift) -> Words:
    """Return the line of the cards that a player discarded before play, or gave to another."""
    players, cards = case.agreed.players, shown_cards(case.pack, gift.cards)
    player = players[gift.giver]
    if gift.other is None:
        return say("{player} discards {cards}", player=player, cards=cards)
    other = players[gift.other]
    return say("{player} gives {cards} to {other}", player=player, cards=cards, other=other)


def _trick_lines(record: DealRecord, done: Refereed) -> Iterator[Words]:
    """Yield a line for each trick: who played what, and who won it."""
    pack, players = record.case.pack, record.case.agreed.players
    rows = zip(record.tricks, done.seats, done.winners, strict=True)
    for number, (trick, row, won) in enumerate(rows, 1):
        plays = tuple(
            JoinedWords((players[seat], words_of_card(pack, card)), " ")
            for card, seat in zip(trick, row, strict=True)
        )
        end = say("still on the table") if won is None else say("{who} wins", who=players[won])
        yield in_turn(titled(trick_place(number), JoinedWords(plays, ", ")), end)


def _revoke_lines(record: DealRecord, done: Refereed) -> Iterator[Words]:
    """Yield the lines of the revokes with their sources, or a line that none is proven. If the
    rules state no penalty, a line says so."""
    case = record.case
    for revoke in done.revokes:
        yield say("revoke: {revoke}", revoke=revoke_line(case, revoke))
    for source in dict.fromkeys(revoke.source for revoke in done.revokes):
        yield source_line(case.rules, source)
    if done.revokes:
        if "revoke" not in casebook(case.rules).topics:
            yield say("what a revoke costs: the source is silent")
    elif done.complete or len(record.hands) == len(case.agreed.players):
        yield say("no revoke")
    else:
        yield say("no revoke is proven; a later play may still prove one")


def revoke_line(case: Case, revoke: Revoke) -> Words:
    """Return the line of a revoke: the trick, the player, the card played, the legal cards and the
    law."""
    # Translators: {cards} are those that should have been played, {why} is the law.
    said = say(
        "{player} played {card} and held {cards}: {why}",
        player=case.agreed.players[revoke.seat],
        card=words_of_card(case.pack, revoke.played),
        cards=shown_cards(case.pack, revoke.held),
        why=revoke.because,
    )
    return titled(trick_place(revoke.trick), said)


def point_lines(
    record: DealRecord,
    points: Scored | None,
    faults: tuple[Problem, ...],
    missing: Iterable[Problem],
) -> Iterator[Words]:
    """Yield the line of the sides' scores. Without scores and faults, yield the reasons
    for that."""
    if points is not None:
        pairs = zip(record.case.agreed.side_names, map(signed, points.points), strict=True)
        scores = tuple(JoinedWords(pair, " ") for pair in pairs)
        score = say("score: {points}", points=JoinedWords(scores, ", "))
        yield JoinedWords((score, " (", points.outcome.name, ")")) if points.outcome else score
    elif not faults:
        for problem in missing:
            unknown = say("score: not known: {problem}", problem=problem.message)
            yield in_turn(unknown, problem.mend) if problem.mends else unknown


# --- The answer about a recorded deal ----------------------------------------------------------


class Verdict(NamedTuple):
    """The answer about a recorded deal, and the words that enter the deal.

    Three things prevent the entry: `faults` are contradictions, `revokes` illegal plays,
    `missing` the facts still required."""

    answer: RefereeAnswer
    words: tuple[str, ...]
    faults: tuple[Problem, ...]
    revokes: tuple[Problem, ...]
    missing: tuple[Problem, ...]

    @property
    def contradictions(self) -> tuple[Problem, ...]:
        """Return the problems that prove the record wrong, not those of an unfinished or
        incomplete deal."""
        wrong = [fault for fault in self.faults if fault.code != SHORT]
        return (*wrong, *(one for one in self.missing if not one.is_missing))


def session_verdict(
    case: Case, raw: Mapping[str, Any], facts: Sequence[str], state: State
) -> Verdict:
    """Return the referee's verdict on a record of the session's next deal. Raises Refused if the
    record is from another session."""
    problems = same_table(case.agreed, raw)
    if problems:
        raise Refused(problems, say("the record is not of this session"))
    return deal_verdict(read_record(raw, case, facts), state)


def deal_verdict(record: DealRecord, state: State | None = None) -> Verdict:
    """Return the referee's verdict on a recorded deal. With `state`, the deal is the next of a
    session."""
    if record.plays:
        return _layout_verdict(record, state)
    course = replayed_exchange(record)
    record = record._replace(hands={**course.hands, **record.hands})
    done = refereed(record)
    place = state or first_state(record.case.agreed)
    exchange = (*course.faults, *exchange_faults(record, course, done.seats))
    faults = (*exchange, *done.faults, *entry_faults(record, done, state))
    judgement = scored(record, done, state) if not faults else None
    points = judgement.scored if judgement else None
    missing = with_entry_hints(record, done, judgement.problems if judgement else ())
    turn = _to_choose(record, done, place)
    lines = [
        *deal_lines(record, done, faults, course.gifts),
        *(_choosing(record, turn) if turn else ()),
        *point_lines(record, points, faults, missing),
    ]
    value = _value(record, done, points, faults)
    value["exchange"] = [_gift_row(record.case, gift) for gift in course.gifts]
    value["choice"] = _choice_row(record.case, turn) if turn else None
    return Verdict(
        answer=RefereeAnswer(value, tuple(lines)),
        words=tuple(entry_words(record, done, place)),
        faults=faults,
        revokes=tuple(_revoke_problem(record.case, revoke) for revoke in done.revokes),
        missing=tuple(missing),
    )


def _layout_verdict(record: DealRecord, state: State | None) -> Verdict:
    """Return the verdict on a recorded layout, with illegal passes and the cards left."""
    told, done = refereed_layout(record, state)
    faults = done.refereed.faults
    judgement = scored(told, done.refereed, state) if not faults else None
    points = judgement.scored if judgement else None
    missing = judgement.problems if judgement else ()
    rows = [_pass_row(record.case, one) for one in done.passes]
    value = _value(told, done.refereed, points, faults) | {"counts": done.counts, "revokes": rows}
    return Verdict(
        answer=RefereeAnswer(
            value | {"exchange": [], "choice": None},
            (*layout_lines(told, done), *point_lines(told, points, faults, missing)),
        ),
        words=tuple(entry_words(told, done.refereed, state or first_state(record.case.agreed))),
        faults=faults,
        revokes=tuple(Problem("revoke", one.said, PLAYS, rule=one.source) for one in done.passes),
        missing=tuple(missing),
    )


def _pass_row(case: Case, one: WrongPass) -> dict[str, Any]:
    """Return an illegal pass as values for JSON."""
    return {
        "trick": None,
        "turn": one.turn,
        "player": one.player,
        "played": None,
        "held": [card.code for card in one.held],
        "because": one.because,
        "source": cited_source(case.rules, one.source),
    }


def _revoke_problem(case: Case, revoke: Revoke) -> Problem:
    """Return a revoke as a problem that prevents an entry."""
    return Problem("revoke", revoke_line(case, revoke), "tricks", rule=revoke.source)


class Chooser(NamedTuple):
    """A player's choice of the card that goes from a trick to the heap: the trick from 1, the
    seat, the choices. `known` is True if the heap's cards were recorded."""

    trick: int
    seat: int
    choices: list[HeapChoice]
    known: bool


def _to_choose(record: DealRecord, done: Refereed, state: State) -> Chooser | None:
    """Return the choice that is next in an unfinished deal, or None."""
    case, fact = record.case, heap_of(record.case.rules)
    if fact is None or done.complete:
        return None
    codes = read_codes(case.agreed, state, record.words).facts.get(fact.id) or ()
    heap = [case.pack.cards[code] for code in codes if code in case.pack.cards]
    place = open_trick(record.tricks, done.winners, codes)
    if place is None or (won := done.winners[place]) is None:
        return None
    found = choices(case, record.tricks[place], done.seats[place].index(won), heap)
    return Chooser(place + 1, won, found, bool(heap))


def _choice_row(case: Case, turn: Chooser) -> dict[str, Any]:
    """Return a player's choice as values for JSON."""
    player = case.agreed.players[turn.seat]
    return {"trick": turn.trick, "player": player, "choices": choice_value(turn.choices, ())}


def _choosing(record: DealRecord, turn: Chooser) -> list[Words]:
    """Return the lines of who is to choose, and of the choices."""
    player = record.case.agreed.players[turn.seat]
    first, *rest = choice_lines(record.case, turn.choices, player, turn.known)
    return [titled(trick_place(turn.trick), first), *rest]


def with_entry_hints(
    record: DealRecord, done: Refereed, problems: Iterable[Problem]
) -> list[Problem]:
    """Return the problems of the entry. A problem with the melds gets a fix that names the melds
    in the hands."""
    melds, held = record.case.referee.melds, meldable_points(record, done)
    if melds is None or held is None:
        return list(problems)
    hint = say(
        "add {fact}=…, what was shown in time; the hands held {melds}",
        fact=melds.fact,
        melds=shown_pairs(held.items()),
    )
    return [
        problem._replace(mends=(hint,)) if problem.fact == melds.fact else problem
        for problem in problems
    ]


def _value(
    record: DealRecord, done: Refereed, points: Scored | None, faults: Iterable[Problem]
) -> dict[str, Any]:
    """Return the answer as values for JSON, with fixed keys."""
    agreed = record.case.agreed
    names = agreed.players
    scores = dict(zip(agreed.side_names, points.points, strict=True)) if points else None
    return {
        "winners": [None if seat is None else names[seat] for seat in done.winners],
        "counts": counts_of(record, done),
        "revokes": [_revoke_row(record.case, revoke) for revoke in done.revokes],
        "points": scores,
        "outcome": points.outcome.name if points and points.outcome else None,
        "contract": done.trick_rules.contract,
        "trump": done.trick_rules.trump,
        "complete": done.complete,
        "never": [card.code for card in done.never],
        "melds": meldable_points(record, done),
        "problems": [_fault_row(fault) for fault in faults],
    }


def _fault_row(fault: Problem) -> dict[str, Any]:
    """Return a problem as values for JSON."""
    row = {"code": fault.code, "message": fault.message, "place": fault.place}
    return row | {"fact": fault.fact, "rule": fault.rule}


def _revoke_row(case: Case, revoke: Revoke) -> dict[str, Any]:
    """Return a revoke as values for JSON."""
    held = [card.code for card in revoke.held]
    row = {
        "trick": revoke.trick,
        "player": case.agreed.players[revoke.seat],
        "played": revoke.played.code,
        "held": held,
    }
    return row | {"because": revoke.because, "source": cited_source(case.rules, revoke.source)}


def _gift_row(case: Case, gift: Gift) -> dict[str, Any]:
    """Return cards given away as values for JSON; `to` is None if they were discarded."""
    players = case.agreed.players
    to = None if gift.other is None else players[gift.other]
    return {"player": players[gift.giver], "to": to, "cards": [card.code for card in gift.cards]}
