"""Rounds that are drawn: as even as can be, by the standings, by chance, or as somebody says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from scorekeeper.base.records import Record
from scorekeeper.event.by_hand import round_problems
from scorekeeper.event.by_lot import by_chance
from scorekeeper.event.by_standing import by_standing
from scorekeeper.event.draws import drawn
from scorekeeper.event.evenness import Draw
from scorekeeper.event.event_entries import BETWEEN, DRAW
from scorekeeper.event.event_state import Drawn, Event
from scorekeeper.event.meeting_bounds import repeats
from scorekeeper.event.seated import Round, Sizes, meetings
from scorekeeper.event.terms import EVEN, HAND, RANDOM, STANDING
from scorekeeper.game.log import Entry
from scorekeeper.record.names import seats_named
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse

# What seats people in so many rounds after others, with a seed.
Find: TypeAlias = Callable[[Sequence[str], Sequence[Round], int, Sizes, int], Draw]
# Those who share a place together, the first first.
Standing: TypeAlias = Sequence[Sequence[str]]
TABLES = (";", " / ")  # either stands between tables that are typed


class Seats(Record):
    """How rounds are to be drawn: `how` of SEATINGS, with which seed. `find` seats as evenly as can
    be; `standing` gives who shares a place of those who play in the coming round."""

    how: str
    seed: int
    find: Find | None = None
    standing: Callable[[Event], Standing] | None = None


def seats_for(event: Event, numbers: Sequence[int], seats: Seats, at: str) -> list[Entry]:
    """The draws of rounds that have not begun; raises Refused where people fill no table, and for
    rounds that are seated by hand."""
    if seats.how == HAND:
        message = say("round {number} is seated by hand, and is not yet", number=numbers[0])
        tables = '"Ann, Bob, Cal / Dee, Eve, Fay"'
        command = CommandLine("event seat", ("--hand",), (tables,))
        raise refuse("event-by-hand", message, "round", say("seat it: {command}", command=command))
    found = {EVEN: _even, RANDOM: _random, STANDING: _standing}[seats.how](event, numbers, seats)
    entries = (entry for run, draw in found for entry in _draws(run, draw, seats, at))
    return sorted(entries, key=lambda entry: entry.number)


# Rounds by their numbers, and the draw that has them in that order.
Runs: TypeAlias = Sequence[tuple[Sequence[int], Draw]]


def _even(event: Event, numbers: Sequence[int], seats: Seats) -> Runs:
    """Rounds in which the same people are there are drawn together, the most of these first, as a
    design needs it; where people meet again then, the fewest first is tried too, which leaves the
    others more room."""
    runs = dict[tuple[str, ...], list[int]]()
    for number in numbers:
        runs.setdefault(event.playing(number), []).append(number)
    most_first = sorted(runs.items(), key=lambda run: -len(run[1]))
    found = _drawn_in_order(event, numbers, seats, most_first)
    if len(runs) == 1 or all(draw.evenness.is_best for _, draw in found):
        return found
    other = _drawn_in_order(event, numbers, seats, most_first[::-1])
    return min((found, other), key=lambda runs: repeats(meetings(_before(event, numbers, runs))))


def _drawn_in_order(
    event: Event,
    numbers: Sequence[int],
    seats: Seats,
    runs: Iterable[tuple[Sequence[str], Sequence[int]]],
) -> Runs:
    """Each of these people with the numbers of their rounds, drawn one after another."""
    found, wanted = list[tuple[Sequence[int], Draw]](), event.terms.wanted
    for people, together in runs:
        before = _before(event, numbers, found)
        draw = (seats.find or drawn)(people, before, len(together), wanted, seats.seed)
        found.append((together, draw))
    return found


def _random(event: Event, numbers: Sequence[int], seats: Seats) -> Runs:
    found = list[tuple[Sequence[int], Draw]]()
    for number in numbers:
        people, before = event.playing(number), _before(event, numbers, found)
        draw = by_chance(people, before, event.terms.wanted, seats.seed + number)
        found.append(([number], draw))
    return found


def _standing(event: Event, numbers: Sequence[int], seats: Seats) -> Runs:
    """One round, the coming one: of a later one nobody knows the standings."""
    if [*numbers] != [event.coming] or seats.standing is None:
        message = say("only the coming round is drawn by the standings")
        command = CommandLine("event seat", ("--round", str(event.coming)))
        raise refuse("event-standing", message, "round", say("draw it: {command}", command=command))
    before = event.before(event.coming)
    draw = by_standing(seats.standing(event), before, event.terms.wanted, seats.seed)
    return [([event.coming], draw)]


def _before(event: Event, numbers: Sequence[int], found: Runs) -> list[Round]:
    """The rounds that are drawn and stay so, in their order, and those that were found just now."""
    stay = [event.drawn[n].seating for n in sorted(event.drawn) if n not in numbers]
    return [*stay, *(one for _, draw in found for one in draw.rounds)]


def _draws(numbers: Sequence[int], draw: Draw, seats: Seats, at: str) -> Iterator[Entry]:
    """The entries of rounds that were drawn: with what found them, and where a design did from
    where that is."""
    more: dict[str, object] = {"seed": seats.seed, "found": draw.how}
    if draw.source:
        more["source"] = draw.source
    for number, one in zip(numbers, draw.rounds, strict=True):
        yield Entry(DRAW, number, at, {**_facts(one, seats.how), **more})


def _facts(one: Round, how: str) -> dict[str, object]:
    tables = [BETWEEN.join(table) for table in one.tables]
    return {"tables": tables, "out": list(one.out), "how": how}


def drawn_again(before: Drawn, at: str) -> Entry:
    """The draw of a round as it stood somewhere."""
    seed = {"seed": before.seed} if before.seed else {}
    return Entry(DRAW, before.number, at, {**_facts(before.seating, before.how), **seed})


def redrawn(
    event: Event, numbers: Sequence[int], before: Mapping[int, Drawn], find: Find, at: str
) -> list[Entry]:
    """Rounds that were drawn, drawn anew in the same way of those who are there now."""
    entries = list[Entry]()
    for how, run in groupby(sorted(numbers), lambda number: before[number].how):
        together = [*run]
        entries += seats_for(event, together, Seats(how, before[together[0]].seed, find), at)
    return entries


# --- by hand -------------------------------------------------------------------------------------


def by_hand(event: Event, number: int, text: str, out: Sequence[str], at: str) -> list[Entry]:
    """A round as somebody types it, `Ann, Bob, Cal / Dee, Eve, Fay`; raises Refused with every name
    that is not known, named twice or not at all, and every table of a wrong size."""
    people = event.playing(number)
    problems = list[Problem]()

    def named(word: str) -> str:
        found = [people[place] for place in seats_named(people, word)]
        if len(found) != 1:
            problems.append(_unknown(word, found, people, number))
        return found[0] if len(found) == 1 else word

    tables = tuple(tuple(map(named, table)) for table in _typed(text))
    one = Round(tables, tuple(map(named, out)))
    if problems := problems or round_problems(one, people, event.terms.wanted):
        raise Refused(problems)
    return [Entry(DRAW, number, at, _facts(one, HAND))]


def _typed(text: str) -> list[list[str]]:
    """The words of each table."""
    for sign in TABLES[1:]:
        text = text.replace(sign, TABLES[0])
    tables = [[word.strip() for word in table.split(BETWEEN)] for table in text.split(TABLES[0])]
    return [[word for word in table if word] for table in tables if any(table)]


def _unknown(word: str, found: Sequence[str], people: Sequence[str], number: int) -> Problem:
    if found:
        message = say("`{word}` may be {names}", word=word, names=listing(found))
        return Problem("event-person", message, "hand", (say("say the whole name"),))
    message = say("nobody who plays in round {number} is called `{name}`", number=number, name=word)
    return Problem("event-person", message, "hand", known_mends(did_you_mean(word, people)))
