"""The answer about a recorded deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.judge import Scored
from scorekeeper.game.schedule import State, first_state
from scorekeeper.record.words import read_codes
from scorekeeper.referee.case import Answer, Case, cited
from scorekeeper.referee.choice import (
    Choice,
    choice_lines,
    choice_value,
    choices,
    heap_of,
    open_trick,
)
from scorekeeper.referee.claims import melds_held
from scorekeeper.referee.deal_record import PLAYS, Record, read_record, same_table, trick_place
from scorekeeper.referee.entered import SHORT, entry_faults, entry_words, scored
from scorekeeper.referee.exchange_course import Gift, course_of
from scorekeeper.referee.exchange_faults import exchange_faults
from scorekeeper.referee.in_a_row import shown_pairs
from scorekeeper.referee.layout_deal import WrongPass, laid_out, layout_lines
from scorekeeper.referee.recorded_deal import Refereed, Revoke, refereed
from scorekeeper.referee.side_counts import counts_of
from scorekeeper.referee.verdict_lines import deal_lines, point_lines, revoke_said
from scorekeeper.text.message import Words, say, titled
from scorekeeper.text.problems import Problem, Refused


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
    if record.plays:
        return _layout_verdict(record, state)
    course = course_of(record)
    record = record._replace(hands={**course.hands, **record.hands})
    done = refereed(record)
    place = state or first_state(record.case.agreed)
    exchange = (*course.faults, *exchange_faults(record, course, done.seats))
    faults = (*exchange, *done.faults, *entry_faults(record, done, state))
    judgement = scored(record, done, state) if not faults else None
    points = judgement.scored if judgement else None
    missing = hinted(record, done, judgement.problems if judgement else ())
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
        answer=Answer(value, tuple(lines)),
        words=tuple(entry_words(record, done, place)),
        faults=faults,
        revokes=tuple(_revoke_problem(record.case, revoke) for revoke in done.revokes),
        missing=tuple(missing),
    )


def _layout_verdict(record: Record, state: State | None) -> Verdict:
    """Return the verdict on a recorded layout: who passed against the rules, what is left."""
    told, done = laid_out(record, state)
    faults = done.refereed.faults
    judgement = scored(told, done.refereed, state) if not faults else None
    points = judgement.scored if judgement else None
    missing = judgement.problems if judgement else ()
    rows = [_pass_row(record.case, one) for one in done.passes]
    value = _value(told, done.refereed, points, faults) | {"counts": done.counts, "revokes": rows}
    return Verdict(
        answer=Answer(
            value | {"exchange": [], "choice": None},
            (*layout_lines(told, done), *point_lines(told, points, faults, missing)),
        ),
        words=tuple(entry_words(told, done.refereed, state or first_state(record.case.agreed))),
        faults=faults,
        revokes=tuple(Problem("revoke", one.said, PLAYS, rule=one.source) for one in done.passes),
        missing=tuple(missing),
    )


def _pass_row(case: Case, one: WrongPass) -> dict[str, Any]:
    """Return a pass against the rules for a program."""
    return {
        "trick": None,
        "turn": one.turn,
        "player": one.player,
        "played": None,
        "held": [card.code for card in one.held],
        "because": one.because,
        "source": cited(case.rules, one.source),
    }


def _revoke_problem(case: Case, revoke: Revoke) -> Problem:
    """A revoke as what stands in the way of an entry."""
    return Problem("revoke", revoke_said(case, revoke), "tricks", rule=revoke.source)


class Chooser(NamedTuple):
    """Who is to choose which card of a trick goes to the heap: the trick from 1, the seat, the
    choices; `known` says whether it is recorded what lies in the heap."""

    trick: int
    seat: int
    choices: list[Choice]
    known: bool


def _to_choose(record: Record, done: Refereed, state: State) -> Chooser | None:
    """Who is to choose in a deal that goes on; None where nobody is."""
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
    """Who is to choose, for a program."""
    player = case.agreed.players[turn.seat]
    return {"trick": turn.trick, "player": player, "choices": choice_value(turn.choices, ())}


def _choosing(record: Record, turn: Chooser) -> list[Words]:
    """Who is to choose, and the choices in lines."""
    player = record.case.agreed.players[turn.seat]
    first, *rest = choice_lines(record.case, turn.choices, player, turn.known)
    return [titled(trick_place(turn.trick), first), *rest]


def hinted(record: Record, done: Refereed, problems: Iterable[Problem]) -> list[Problem]:
    """The problems of the entry, with what the hands held where it is the melds that are
    missing."""
    melds, held = record.case.referee.melds, melds_held(record, done)
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
    """The answer for a program; its keys are fixed."""
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
        "melds": melds_held(record, done),
        "problems": [_fault_row(fault) for fault in faults],
    }


def _fault_row(fault: Problem) -> dict[str, Any]:
    """What is wrong, for a program."""
    row = {"code": fault.code, "message": fault.message, "place": fault.place}
    return row | {"fact": fault.fact, "rule": fault.rule}


def _revoke_row(case: Case, revoke: Revoke) -> dict[str, Any]:
    """A revoke, for a program."""
    held = [card.code for card in revoke.held]
    row = {
        "trick": revoke.trick,
        "player": case.agreed.players[revoke.seat],
        "played": revoke.played.code,
        "held": held,
    }
    return row | {"because": revoke.because, "source": cited(case.rules, revoke.source)}


def _gift_row(case: Case, gift: Gift) -> dict[str, Any]:
    """Cards given away or discarded, for a program; `to` is None where they were discarded."""
    players = case.agreed.players
    to = None if gift.other is None else players[gift.other]
    return {"player": players[gift.giver], "to": to, "cards": [card.code for card in gift.cards]}
