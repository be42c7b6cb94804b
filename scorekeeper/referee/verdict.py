"""The answer about a recorded deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.cards import Card, words_of_card
from scorekeeper.entry.words import read_words
from scorekeeper.message import Joined, Words, in_turn, say, titled
from scorekeeper.problems import Problem, Refused
from scorekeeper.referee.case import Answer, Case, cited, shown_cards, shown_pairs, source_line
from scorekeeper.referee.choice import (
    Choice,
    choice_lines,
    choice_value,
    choices,
    heap_of,
    open_trick,
)
from scorekeeper.referee.claims import melds_held
from scorekeeper.referee.deal_record import Record, read_record, same_table, trick_place
from scorekeeper.referee.entered import SHORT, entry_faults, entry_words, scored
from scorekeeper.referee.exchange_course import Gift, course_of
from scorekeeper.referee.exchange_faults import exchange_faults
from scorekeeper.referee.recorded_deal import Refereed, Revoke, counts_of, refereed
from scorekeeper.referee.trick_rules import as_words
from scorekeeper.schedule import State, first_state
from scorekeeper.scoring import Scored


class Verdict(NamedTuple):
    """The answer about a recorded deal, the words that enter it, and what stands in the way of
    that: faults that cannot be, revokes that can; `missing` is what is still to be said of it."""

    answer: Answer
    words: tuple[str, ...]
    faults: tuple[Problem, ...]
    revokes: tuple[Problem, ...]
    missing: tuple[Problem, ...]

    @property
    def contradictions(self) -> tuple[Problem, ...]:
        """Why the record cannot be true; a deal that is not over, or of which something is still to
        be said, can."""
        wrong = [fault for fault in self.faults if fault.code != SHORT]
        return (*wrong, *(one for one in self.missing if not one.is_missing))


def session_verdict(
    case: Case, raw: Mapping[str, Any], facts: Sequence[str], state: State
) -> Verdict:
    """Referees a recorded deal as the coming deal of a session; refused where it is of another."""
    problems = same_table(case.agreed, raw)
    if problems:
        raise Refused(problems, say("the record is not of this session"))
    return deal_verdict(read_record(raw, case, facts), state)


def deal_verdict(record: Record, state: State | None = None) -> Verdict:
    """Referees a recorded deal: as the coming deal of a session where its state is given."""
    course = course_of(record)
    record = record._replace(hands={**course.hands, **record.hands})
    done = refereed(record)
    place = state or first_state(record.case.agreed)
    exchange = (*course.faults, *exchange_faults(record, course, done.seats))
    faults = (*exchange, *done.faults, *entry_faults(record, done, state))
    judgement = scored(record, done, state) if not faults else None
    points = judgement.scored if judgement else None
    missing = hinted(record, done, judgement.problems if judgement and points is None else ())
    value = _value(record, done, points, faults)
    value |= {"exchange": [_gift_row(record.case, gift) for gift in course.gifts]}
    gifts = [_gift_said(record.case, gift) for gift in course.gifts]
    turn, heap = _to_choose(record, done, place)
    value |= {"choice": _choice_row(record.case, turn) if turn else None}
    choosing = _choosing(record, turn, bool(heap)) if turn else []
    lines = [
        *_lines(record, done, faults, gifts),
        *choosing,
        *_point_lines(record, points, faults, missing),
    ]
    revokes = tuple(
        Problem("revoke", _revoke_said(record.case, revoke), "tricks", rule=revoke.source)
        for revoke in done.revokes
    )
    return Verdict(
        answer=Answer(value, tuple(lines)),
        words=tuple(entry_words(record, done, place)),
        faults=faults,
        revokes=revokes,
        missing=tuple(missing),
    )


class Chooser(NamedTuple):
    """Who is to choose which card of a trick goes to the heap: the trick from 1, the seat, the
    choices."""

    trick: int
    seat: int
    choices: list[Choice]


def _to_choose(record: Record, done: Refereed, state: State) -> tuple[Chooser | None, list[Card]]:
    """Who is to choose in a deal that goes on, and what lies in the heap as far as that is
    recorded."""
    case, fact = record.case, heap_of(record.case.rules)
    if fact is None or done.complete:
        return None, []
    codes = read_words(case.agreed, state, record.words).facts.get(fact.id) or ()
    heap = [case.pack.cards[code] for code in codes if code in case.pack.cards]
    place = open_trick(record.tricks, done.winners, codes)
    if place is None or (won := done.winners[place]) is None:
        return None, heap
    found = choices(case, record.tricks[place], done.seats[place].index(won), heap)
    return Chooser(place + 1, won, found), heap


def _choice_row(case: Case, turn: Chooser) -> dict[str, Any]:
    player = case.agreed.players[turn.seat]
    return {"trick": turn.trick, "player": player, "choices": choice_value(turn.choices, ())}


def _choosing(record: Record, turn: Chooser, known: bool) -> list[Words]:
    player = record.case.agreed.players[turn.seat]
    first, *rest = choice_lines(record.case, turn.choices, player, known)
    return [titled(trick_place(turn.trick), first), *rest]


def hinted(record: Record, done: Refereed, problems: Iterable[Problem]) -> list[Problem]:
    """The problems of the entry, with what the hands held where it is the melds that are
    missing."""
    melds, held = record.case.rules.melds, melds_held(record, done)
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
    record: Record, done: Refereed, points: Scored | None, faults: Iterable[Problem]
) -> dict[str, Any]:
    agreed = record.case.agreed
    names = agreed.players
    return {
        "winners": [None if seat is None else names[seat] for seat in done.winners],
        "counts": counts_of(record, done),
        "revokes": [_revoke_row(record.case, revoke) for revoke in done.revokes],
        "points": None
        if points is None
        else dict(zip(agreed.side_names, points.points, strict=True)),
        "outcome": points.outcome.name if points and points.outcome else None,
        "contract": done.trick_rules.contract,
        "trump": done.trick_rules.trump,
        "complete": done.complete,
        "never": [card.code for card in done.never],
        "melds": melds_held(record, done),
        "problems": [_fault_row(fault) for fault in faults],
    }


def _fault_row(fault: Problem) -> dict[str, Any]:
    row = {"code": fault.code, "message": fault.message, "place": fault.place}
    return row | {"fact": fault.fact, "rule": fault.rule}


def _revoke_row(case: Case, revoke: Revoke) -> dict[str, Any]:
    held = [card.code for card in revoke.held]
    row = {
        "trick": revoke.trick,
        "player": case.agreed.players[revoke.seat],
        "played": revoke.played.code,
        "held": held,
    }
    return row | {"because": revoke.because, "source": cited(case.rules, revoke.source)}


# --- in lines ------------------------------------------------------------------------------------


def _gift_row(case: Case, gift: Gift) -> dict[str, Any]:
    players = case.agreed.players
    to = None if gift.other is None else players[gift.other]
    return {"player": players[gift.giver], "to": to, "cards": [card.code for card in gift.cards]}


def _gift_said(case: Case, gift: Gift) -> Words:
    """Who discarded what before play, or gave it to whom."""
    player, cards = case.agreed.players[gift.giver], shown_cards(case.pack, gift.cards)
    if gift.other is None:
        return say("{player} discards {cards}", player=player, cards=cards)
    return say(
        "{player} gives {cards} to {other}",
        player=player,
        cards=cards,
        other=case.agreed.players[gift.other],
    )


def _lines(
    record: Record, done: Refereed, faults: Iterable[Problem], gifts: Iterable[Words]
) -> Iterable[Words]:
    case, players = record.case, record.case.agreed.players
    yield Joined((case.rules.name, as_words(case.rules, done.trick_rules)), " · ")
    yield from gifts
    for number, (trick, row, won) in enumerate(
        zip(record.tricks, done.seats, done.winners, strict=True), 1
    ):
        plays = [
            Joined((players[seat], words_of_card(case.pack, card)), " ")
            for card, seat in zip(trick, row, strict=True)
        ]
        end = say("still on the table") if won is None else say("{who} wins", who=players[won])
        yield in_turn(titled(trick_place(number), Joined(tuple(plays), ", ")), end)
    for fault in faults:
        yield say("wrong: {fault}", fault=fault.placed)
    for revoke in done.revokes:
        yield say("revoke: {revoke}", revoke=_revoke_said(case, revoke))
    for source in dict.fromkeys(revoke.source for revoke in done.revokes):
        yield source_line(case.rules, source)
    yield from _no_revoke(record, done)
    if done.complete and done.never:
        yield say("never played: {cards}", cards=shown_cards(case.pack, done.never))
    for name, column in counts_of(record, done).items():
        count = case.rules.counts.get(name)
        yield titled(count.name if count else say("tricks"), shown_pairs(column.items()))
    yield from _meld_line(melds_held(record, done))


def _no_revoke(record: Record, done: Refereed) -> Iterable[Words]:
    if not done.revokes:
        whole = done.complete or len(record.hands) == len(record.case.agreed.players)
        yield (
            say("no revoke")
            if whole
            else say("no revoke is proven; a later play may still prove one")
        )
    elif "revoke" not in record.case.rules.topics:
        yield say("what a revoke costs: the source is silent")


def _meld_line(melds: Mapping[str, int] | None) -> Iterable[Words]:
    if melds:
        yield say("melds that the hands held: {melds}", melds=shown_pairs(melds.items()))


def _revoke_said(case: Case, revoke: Revoke) -> Words:
    who, played = case.agreed.players[revoke.seat], words_of_card(case.pack, revoke.played)
    held = shown_cards(case.pack, revoke.held)
    # Translators: {cards} are those that should have been played, {why} is the law.
    said = say(
        "{player} played {card} and held {cards}: {why}",
        player=who,
        card=played,
        cards=held,
        why=revoke.because,
    )
    return titled(trick_place(revoke.trick), said)


def _point_lines(
    record: Record, points: Scored | None, faults: tuple[Problem, ...], missing: Iterable[Problem]
) -> Iterable[Words]:
    if points is not None:
        pairs = zip(record.case.agreed.side_names, map(_signed, points.points), strict=True)
        score = say(
            "score: {points}", points=Joined(tuple(Joined(pair, " ") for pair in pairs), ", ")
        )
        yield Joined((score, " (", points.outcome.name, ")")) if points.outcome else score
    elif not faults:
        for problem in missing:
            unknown = say("score: not known: {problem}", problem=problem.message)
            yield in_turn(unknown, problem.mend) if problem.mends else unknown


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
