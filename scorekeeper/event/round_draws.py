"""Draws of rounds: known designs, searched seatings, seatings by hand; repeated meetings
as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.base.random_draws import RandomSource, some_of
from scorekeeper.event.event_settings import EVEN, HAND, RANDOM, STANDING
from scorekeeper.event.event_state import BETWEEN, DRAW, Event, RoundDraw
from scorekeeper.event.round_tables import (
    Draw,
    Round,
    Sizes,
    byes,
    evenness,
    filled_sizes,
    larger_tables,
    meetings,
    repeats,
    sizes_of,
    spread,
)
from scorekeeper.event.seating_by_local_search import (
    STEPS,
    by_chance,
    in_their_places,
    missed,
    searched,
)
from scorekeeper.event.swiss_seating import by_standing
from scorekeeper.game.log import Entry
from scorekeeper.record.fact_values import seats_named
from scorekeeper.text.message import CommandLine, Words, in_turn, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse

# --- designs -----------------------------------------------------------------------------------
# Known designs: published rounds in which nobody meets twice, often beyond the reach of a search.
# They are data, each with its source.
#
# A design also serves fewer people: tables of missing people become smaller, and people at tables
# that are too small sit out. A design is used only if every round has the wanted table sizes, and
# if turns are as even as by a search.


MOST_MISSING = 4


class Design(NamedTuple):
    """A known design: rounds at tables of equal size, for people numbered from 1.

    `source` is its publication, `made` its construction."""

    people: int
    size: int
    source: str
    made: str
    rounds: tuple[tuple[tuple[int, ...], ...], ...]


def read_design(table: Mapping[str, Any]) -> Design:
    """Return the design in a parsed TOML table."""
    return Design(
        table["people"],
        table["size"],
        table["source"],
        table["made"],
        tuple(map(_round, table["rounds"])),
    )


def _round(line: str) -> tuple[tuple[int, ...], ...]:
    """Return the tables of a round in a line such as `1 2 3 | 4 5 6`."""
    return tuple(tuple(map(int, table.split())) for table in line.split("|"))


def may_serve(people: int, size: int, number: int, wanted: Sizes) -> bool:
    """Return True if a design for `people` people at tables of one size may seat `number`
    people."""
    sizes = sizes_of(number, wanted)
    return sizes[:1] == (size,) and 0 <= people - number <= MOST_MISSING


def rounds_of(design: Design, people: Sequence[str], wanted: Sizes) -> list[Round]:
    """Return a design's rounds with names in place of numbers, in the order of `people`.

    Rounds without the wanted table sizes are left out. Missing people are chosen so that most
    rounds remain."""
    ways = (_without(design, missing, people, wanted) for missing in _missing(design, len(people)))
    return max(ways, key=len)


def _missing(design: Design, here: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of numbers to leave out of a design: all from one table, or the first at each of
    several tables.

    In most designs only the number of meetings within the set matters."""
    number = design.people - here
    first, *_ = design.rounds
    yield from combinations(first[0], number)
    yield tuple(table[0] for table in first[:number])


def _without(
    design: Design, missing: Sequence[int], people: Sequence[str], wanted: Sizes
) -> list[Round]:
    here = iter(people)
    names = {n: next(here) for n in range(1, design.people + 1) if n not in missing}
    rounds = []
    for tables in design.rounds:
        named = [[names[n] for n in table if n in names] for table in tables]
        seated = sorted((tuple(t) for t in named if len(t) >= wanted.least), key=len, reverse=True)
        out = sorted(one for table in named if len(table) < wanted.least for one in table)
        if (*map(len, seated),) == sizes_of(len(people), wanted):
            rounds.append(Round(tuple(seated), tuple(out)))
    return rounds


# --- draws -------------------------------------------------------------------------------------
# Draws in which people meet as evenly as possible, by a known design or a search.


def drawn(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    wanted: Sizes,
    seed: int,
    designs: Sequence[Design] = (),
    steps: int = STEPS,
) -> Draw:
    """Return a draw of `rounds` more rounds in which these people meet as evenly as was found.

    A design for exactly this number of people is used as it is, a larger one only if a search
    finds nothing as even. A search adds the rounds that a design lacks. `steps` limits each try
    of a search. Raises Refused if the people do not fill a table."""
    people = sorted(people)
    sizes = filled_sizes(people, wanted)

    def draws_of(designs: Sequence[Design]) -> Iterator[Draw]:
        for design, found in _from_designs(designs, people, before, rounds, wanted, seed):
            if len(found) == rounds:
                yield placed_draw(people, before, found, "design", design.source)
                continue
            so_far = [*before, *found]
            rest = searched(people, so_far, rounds - len(found), sizes, seed, steps)
            yield placed_draw(people, before, [*found, *rest], "search")

    def draws() -> Iterator[Draw]:
        yield from draws_of([design for design in designs if design.people == len(people)])
        found = searched(people, before, rounds, sizes, seed, steps)
        yield placed_draw(people, before, found, "search")
        yield from draws_of([design for design in designs if design.people > len(people)])

    best: Draw | None = None
    for draw in draws():
        if best is None or draw.evenness.repeats < best.evenness.repeats:
            best = draw
        if best.evenness.is_best or best.how == "design":
            break
    assert best is not None  # the search always finds one
    return best


def placed_draw(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: Sequence[Round],
    how: str,
    source: str = "",
) -> Draw:
    """Return the draw of these rounds, with rounds and seats ordered as evenly as possible."""
    placed = in_their_places(before, turns_apart(before, rounds))
    return Draw(placed, how, evenness(people, before, placed), source)


def _from_designs(
    designs: Sequence[Design],
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    wanted: Sizes,
    seed: int,
) -> Iterator[tuple[Design, list[Round]]]:
    """Yield (design, at most `rounds` rounds of it), the smallest design first.

    A design is used only if it contains the earlier rounds and its turns are even."""
    order, _ = some_of(RandomSource(seed), people, len(people))
    for design in sorted(designs, key=lambda design: design.people):
        whole = rounds_of(design, order, wanted)
        left = whole
        for one in before:
            left = [other for other in left if _tables(other) != _tables(one)]
        found = turns_apart(before, left)[:rounds]
        of_design = len(left) + len(before) == len(whole)
        if found and of_design and _is_even(people, [*before, *found]):
            yield design, found


def _tables(one: Round) -> set[frozenset[str]]:
    return {frozenset(table) for table in one.tables}


def _is_even(people: Sequence[str], rounds: Sequence[Round]) -> bool:
    """Return True if people's numbers of missed rounds, and of larger tables, differ by at
    most 1."""
    turns = missed(people, rounds), larger_tables(rounds)
    return all(spread(counted, people) <= 1 for counted in turns)


def turns_apart(before: Sequence[Round], rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds in an order that spreads each person's turns (sitting out, larger
    table).

    The next round is always one with turns for people who had the fewest."""
    left, done = [*rounds], [*before]
    while left:
        had = byes(done) + larger_tables(done)
        one = min(left, key=lambda one: sum(had[person] for person in (*one.out, *one.larger)))
        left.remove(one)
        done.append(one)
    return done[len(before) :]


# --- Problems of a round seated or changed by hand ---------------------------------------------


def round_problems(one: Round, people: Sequence[str], wanted: Sizes) -> list[Problem]:
    """Return the problems of a round: names that are unknown, repeated or missing, and tables of a
    wrong size or number."""
    return [*_who_problems(one, people), *_size_problems(one, wanted)]


def _who_problems(one: Round, people: Sequence[str]) -> Iterator[Problem]:
    named = Counter(one.people)
    for person in named:
        if person not in people:
            message = say("{person} does not play in this round", person=person)
            yield Problem(
                "seating-unknown", message, person, known_mends(did_you_mean(person, people))
            )
        elif named[person] > 1:
            message = say("{person} has {n} places", person=person, n=named[person])
            yield Problem("seating-twice", message, person)
    left = [person for person in people if person not in named]
    if left:
        message = (
            say("{people} have no place", people=listing(left, "and"))
            if len(left) > 1
            else say("{person} has no place", person=left[0])
        )
        mend = say("name who sits out too")
        yield Problem("seating-left", message, None, (mend,))


def _size_problems(one: Round, wanted: Sizes) -> Iterator[Problem]:
    for number, table in enumerate(one.tables, 1):
        if not wanted.least <= len(table) <= wanted.most:
            message = say(
                "table {number} has {people} people; from {least} to {most} can sit there",
                number=number,
                people=len(table),
                least=wanted.least,
                most=wanted.most,
            )
            yield Problem("seating-size", message, None)
    if wanted.tables and len(one.tables) > wanted.tables:
        message = say(
            "these are {n} tables, and there are {tables}", n=len(one.tables), tables=wanted.tables
        )
        yield Problem("seating-tables", message)


# --- methods of drawing ------------------------------------------------------------------------
# Rounds are drawn as evenly as possible, by the standings, at random, or seated by hand.


# A function (people, earlier rounds, number of rounds, sizes, seed) that draws rounds.
Find: TypeAlias = Callable[[Sequence[str], Sequence[Round], int, Sizes, int], Draw]
# The people in groups of equal place, the first place first.
Standing: TypeAlias = Sequence[Sequence[str]]
TABLES = (";", " / ")  # separators of typed tables


class Seats(NamedTuple):
    """The method of drawing rounds: `how`, one of SEATINGS, and the seed.

    `find` searches for an even seating. `standing` returns the people of the next round in
    groups of equal place."""

    how: str
    seed: int
    find: Find | None = None
    standing: Callable[[Event], Standing] | None = None


def seats_for(event: Event, numbers: Sequence[int], seats: Seats, at: str) -> list[Entry]:
    """Return the entries that draw rounds. Raises Refused if the people fill no table, or if
    rounds are seated by hand."""
    if seats.how == HAND:
        message = say("round {number} is seated by hand, and is not yet", number=numbers[0])
        tables = '"Ann, Bob, Cal / Dee, Eve, Fay"'
        command = CommandLine("event seat", ("--hand",), (tables,))
        raise refuse("event-by-hand", message, "round", say("seat it: {command}", command=command))
    found = {EVEN: _even, RANDOM: _random, STANDING: _standing}[seats.how](event, numbers, seats)
    entries = (entry for run, draw in found for entry in _draws(run, draw, seats, at))
    return sorted(entries, key=lambda entry: entry.number)


# Pairs of round numbers and the draw that has these rounds in order.
Runs: TypeAlias = Sequence[tuple[Sequence[int], Draw]]


def _even(event: Event, numbers: Sequence[int], seats: Seats) -> Runs:
    """Return even draws of rounds.

    Rounds with the same people are drawn together, the largest group first, because a design
    needs it. If people then meet again, the opposite order is tried too."""
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
    """Return the draws of groups of rounds, one by one; `runs` has each group's people and
    rounds."""
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
    """Return the draw of the next round by the standings. Raises Refused for later rounds."""
    if [*numbers] != [event.coming] or seats.standing is None:
        message = say("only the coming round is drawn by the standings")
        command = CommandLine("event seat", ("--round", str(event.coming)))
        raise refuse("event-standing", message, "round", say("draw it: {command}", command=command))
    before = event.before(event.coming)
    draw = by_standing(seats.standing(event), before, event.terms.wanted, seats.seed)
    return [([event.coming], draw)]


def _before(event: Event, numbers: Sequence[int], found: Runs) -> list[Round]:
    """Return the rounds drawn earlier, without `numbers`, then the rounds just found."""
    stay = [event.drawn[n].seating for n in sorted(event.drawn) if n not in numbers]
    return [*stay, *(one for _, draw in found for one in draw.rounds)]


def _draws(numbers: Sequence[int], draw: Draw, seats: Seats, at: str) -> Iterator[Entry]:
    """Yield the entries of drawn rounds, with the method and a design's source."""
    more: dict[str, object] = {"seed": seats.seed, "found": draw.how}
    if draw.source:
        more["source"] = draw.source
    for number, one in zip(numbers, draw.rounds, strict=True):
        yield Entry(DRAW, number, at, {**_facts(one, seats.how), **more})


def _facts(one: Round, how: str) -> dict[str, object]:
    tables = [BETWEEN.join(table) for table in one.tables]
    return {"tables": tables, "out": list(one.out), "how": how}


def drawn_again(before: RoundDraw, at: str) -> Entry:
    """Return an entry that repeats the draw of a round."""
    seed = {"seed": before.seed} if before.seed else {}
    return Entry(DRAW, before.number, at, {**_facts(before.seating, before.how), **seed})


def redrawn(
    event: Event, numbers: Sequence[int], before: Mapping[int, RoundDraw], find: Find, at: str
) -> list[Entry]:
    """Return the entries that draw rounds again for the people now present, by the methods of the
    draws `before`."""
    entries = list[Entry]()
    for how, run in groupby(sorted(numbers), lambda number: before[number].how):
        together = [*run]
        entries += seats_for(event, together, Seats(how, before[together[0]].seed, find), at)
    return entries


# --- by hand -------------------------------------------------------------------------------------


def by_hand(event: Event, number: int, text: str, out: Sequence[str], at: str) -> list[Entry]:
    """Return the entry of a round typed as `Ann, Bob, Cal / Dee, Eve, Fay`.

    Raises Refused with every unknown, repeated or missing name and every table of a
    wrong size."""
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
    """Return the words of each table."""
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


# --- Repeated meetings as text -----------------------------------------------------------------


def meetings_said(event: Event, least: int = 0) -> Words:
    """Return the sentence on repeated meetings in all drawn rounds, and on the best possible draw;
    empty for a single round.

    `least` is a minimum of repeats proven by a solver."""
    begun = event.before(event.coming)
    later = [event.drawn[number].seating for number in event.later if number in event.drawn]
    rounds = [*begun, *later]
    if len(rounds) < 2:
        return ""
    found = evenness(event.names, begun, later)
    if not found.again:
        return say("in these {n} rounds nobody meets anybody twice", n=len(rounds))
    said = say_n(
        len(found.again),
        "{n} pair meets more than once, at most {most} times",
        "{n} pairs meet more than once, at most {most} times",
        most=found.most,
    )
    least = max(least, found.least_repeats)
    if found.repeats <= least:
        return in_turn(said, say("no draw has fewer"))
    fewer = say_n(
        found.repeats,
        "that is {n} meeting again; a draw with {least} is not excluded",
        "that is {n} meetings again; a draw with {least} is not excluded",
        least=least,
    )
    return in_turn(said, fewer)


def swap_notes(before: Event, after: Event, number: int) -> Iterator[Words]:
    """Yield a note for each pair that newly meets or no longer meets in a changed round, if it
    meets in another."""
    was, now = (meetings([event.drawn[number].seating]) for event in (before, after))
    others = meetings([drawn.seating for n, drawn in sorted(after.drawn.items()) if n != number])
    for one, other in sorted({*now} - {*was}):
        if times := others[one, other]:
            yield say_n(
                times,
                "{player} and {other} meet here again: they meet in {n} other round",
                "{player} and {other} meet here again: they meet in {n} other rounds",
                player=one, other=other,
            )  # fmt: skip
    for one, other in sorted({*was} - {*now}):
        if others[one, other]:
            yield say("{player} and {other} no longer meet here again", player=one, other=other)
