"""A search for a seating with fewer repeats by the answer set solver clingo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from scorekeeper.event.round_draws import placed_draw
from scorekeeper.event.round_tables import (
    Draw,
    Round,
    Tables,
    larger_tables,
    meetings,
    met_of,
    named,
    repeats,
    spread,
)
from scorekeeper.event.seating_by_local_search import missed

if TYPE_CHECKING:
    from clingo import Control, Model


# The model finds each person's table in each round; the N-th repeated meeting of a pair costs N.
# People at the table `out` sit out. Tables of equal size are interchangeable, so they are ordered
# by their first person.
MODEL = """
1 { at(R,T,P) : table(T,_) } 1 :- round(R), person(P).
:- round(R), table(T,S), not S { at(R,T,P) : person(P) } S.
met(R,A,B) :- at(R,T,A), at(R,T,B), A < B, T < out.
again(A,B,N) :- may_again(A,B,N,K), K { met(R,A,B) : round(R) }.
#minimize { N,A,B,N : again(A,B,N) }.
:- turns(P,L,_), not L { at(R,T,P) : round(R), turn(T) }.
:- turns(P,_,M), M + 1 { at(R,T,P) : round(R), turn(T) }.
lower(R,T,P) :- at(R,T,Q), person(P), Q < P.
:- at(R,T,P), alike(T-1,T), not lower(R,T-1,P).
#defined turn/1. #defined turns/3. #defined alike/2.
"""
OPTIONS = ("--opt-strategy=usc", "--warn=none")
MOST_LINES = 400_000  # of the grounded model, pairs x tables x rounds: 64 people in ten rounds


def solved(
    draw: Draw, people: Sequence[str], before: Sequence[Round], seed: int, seconds: float
) -> Draw:
    """Return the draw, or one with fewer repeats found within `seconds`, with the proven lower
    bound.

    Raises ImportError if clingo, an extra, is not installed."""
    control = _control(seed)
    people = sorted(people)
    if draw.evenness.is_best or _lines(draw, people) > MOST_LINES:
        return draw
    control.add("base", [], MODEL + " ".join(_facts(draw, people, before)))
    control.ground([("base", [])])
    rounds, least = _found(control, draw, people, seconds)
    if rounds:
        draw = placed_draw(people, before, rounds, "solver")
    even = draw.evenness
    least = max(least + repeats(meetings(before)), even.least_repeats)
    return draw._replace(evenness=even._replace(least_repeats=least))


def _control(seed: int) -> Control:
    from clingo import Control  # noqa: PLC0415 - an optional dependency

    return Control([*OPTIONS, f"--seed={seed % 2**31}"])


def _lines(draw: Draw, people: Sequence[str]) -> int:
    pairs = len(people) * (len(people) - 1) // 2
    return pairs * sum(len(one.tables) for one in draw.rounds)


def _facts(draw: Draw, people: Sequence[str], before: Sequence[Round]) -> Iterator[str]:
    """Yield the facts of the solver's model: tables, earlier meetings, and each person's range of
    turns."""
    one, *_ = draw.rounds
    sizes = [*map(len, one.tables), *([len(one.out)] if one.out else [])]
    yield f"#const out={len(one.tables)}."
    yield f"round(1..{len(draw.rounds)}). person(0..{len(people) - 1})."
    yield from (f"table({number},{size})." for number, size in enumerate(sizes))
    for number in range(1, len(one.tables)):
        if sizes[number - 1] == sizes[number]:
            yield f"alike({number - 1},{number})."
    met = met_of(people, before)
    for a, b in combinations(range(len(people)), 2):
        for times in range(max(met[a][b], 1), met[a][b] + len(draw.rounds)):
            yield f"may_again({a},{b},{times},{times + 1 - met[a][b]})."
    yield from _turns(draw, people, before, sizes)
    if not before:  # people are interchangeable then, so any first round will do
        line = iter(range(len(people)))
        yield from (f"at(1,{t},{next(line)})." for t, size in enumerate(sizes) for _ in range(size))


def _turns(
    draw: Draw, people: Sequence[str], before: Sequence[Round], sizes: Sequence[int]
) -> Iterator[str]:
    """Yield the model's facts about turns: the tables that are a turn, and each person's minimum
    and maximum.

    These are the draw's smallest and largest numbers; if they differ by more than 1, each
    person keeps the draw's number."""
    one, *_ = draw.rounds
    turn = [len(one.tables)] if one.out else [t for t, s in enumerate(sizes) if s > min(sizes)]
    yield from (f"turn({table})." for table in turn)
    had, have = (
        _had(people, rounds, bool(one.out)) for rounds in (before, [*before, *draw.rounds])
    )
    for number, person in enumerate(people) if turn else ():
        least, most = min(have.values()), max(have.values())
        if spread(have, people) > 1:
            least = most = have[person]
        yield f"turns({number},{max(least - had[person], 0)},{most - had[person]})."


def _had(people: Sequence[str], rounds: Sequence[Round], is_out: bool) -> Mapping[str, int]:
    larger = larger_tables(rounds)
    return missed(people, rounds) if is_out else {person: larger[person] for person in people}


def _found(
    control: Control, draw: Draw, people: Sequence[str], seconds: float
) -> tuple[list[Round], int]:
    """Return the rounds found within `seconds` (empty if none), and the lower bound of the cost."""
    found = list[list[Tables]]()
    with control.solve(on_model=lambda model: found.append(_read(model, draw)), async_=True) as run:
        run.wait(seconds)
        run.cancel()
        run.get()
    (least,) = control.statistics["summary"]["lower"]
    return [named(people, tables) for tables in (found[-1] if found else [])], int(least)


def _read(model: Model, draw: Draw) -> list[Tables]:
    """Return the tables of each round in the solver's model."""
    rounds: list[Tables] = [[[] for _ in one.tables] for one in draw.rounds]
    for atom in model.symbols(atoms=True):
        if atom.match("at", 3):
            number, table, person = (argument.number for argument in atom.arguments)
            if table < len(rounds[number - 1]):
                rounds[number - 1][table].append(person)
    return rounds
