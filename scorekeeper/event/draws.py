"""The draw of rounds in which people meet as evenly as can be: from a known design, or searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.base.chance import Chance, some_of
from scorekeeper.event.designs import Design, rounds_of
from scorekeeper.event.evenness import Draw, evenness, spread
from scorekeeper.event.fair_turns import missed
from scorekeeper.event.local_search import STEPS
from scorekeeper.event.searching import searched
from scorekeeper.event.seated import Round, Sizes, byes, filled_sizes, larger_tables
from scorekeeper.event.table_places import in_their_places


def drawn(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    wanted: Sizes,
    seed: int,
    designs: Sequence[Design] = (),
    steps: int = STEPS,
) -> Draw:
    """So many rounds more, in which these people meet as evenly as is found; raises Refused where
    they do not fill a table. A design of so many people is taken as it is; one of more only where
    a search of so many steps a try finds nothing as good. Where a design has too few rounds, those
    that it lacks are searched: a draw is never less even than that."""
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
    """The draw of rounds that were found, in the order and with the places that are most even."""
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
    """Yield the rounds that designs give, so many at most, the smallest design first: where the
    rounds before are of the same design too, and turns are even."""
    order, _ = some_of(Chance(seed), people, len(people))
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
    """Whether nobody has sat out, or at larger tables, two times more than another."""
    turns = missed(people, rounds), larger_tables(rounds)
    return all(spread(counted, people) <= 1 for counted in turns)


def turns_apart(before: Sequence[Round], rounds: Sequence[Round]) -> list[Round]:
    """The rounds in an order in which nobody has a second turn soon after the first: each time the
    round next in which those who sit out, or at larger tables, have done so the least."""
    left, done = [*rounds], [*before]
    while left:
        had = byes(done) + larger_tables(done)
        one = min(left, key=lambda one: sum(had[person] for person in (*one.out, *one.larger)))
        left.remove(one)
        done.append(one)
    return done[len(before) :]
