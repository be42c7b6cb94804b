"""What finds rounds in which nobody meets twice, and how long that takes: the search of the program,
and the solvers clingo (the extra `seating`) and CP-SAT of OR-Tools, which was measured against it.

    python benchmarks/seating.py [--seconds 20] [--seed 1] [CASE …]

A case is a number of people, the sizes of tables and rounds, as 15:3:7 or 27:3-4:5. Each gives
the repeats that it found, `=` where it proved that there are no fewer or as few as the bound, and
its seconds. The search is given no design. Both solvers are told the same: people by rounds at
tables, tables of one size in the order of their first person, the first round as it may be, turns
at larger tables as even as can be; clingo has one core, CP-SAT two. A solver that is not installed
is left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from scorekeeper.event.round_draws import drawn
from scorekeeper.event.round_tables import Draw, Sizes, sizes_of
from scorekeeper.event.seating_by_solver import solved
from scorekeeper.text.problems import Refused

CASES = (
    "9:3:4", "12:3:4", "12:3:5", "15:3:7", "16:4:5", "18:3:7", "20:4:5", "20:3-4:5", "22:3-4:8",
    "24:4:6", "27:3-4-8:5", "10:3-4:3", "13:3-4:4",
)  # fmt: skip
SHORT = 1  # steps of a search that only begins, so that a solver stands on its own feet


class Case(NamedTuple):
    """People, the tables that are wanted, rounds."""

    people: int
    wanted: Sizes
    rounds: int

    @property
    def names(self) -> list[str]:
        """Somebody for each."""
        return [f"p{number:03}" for number in range(self.people)]


class Found(NamedTuple):
    """The repeats of the best draw, None where there is none, and what is proved to be the least."""

    repeats: int | None
    least: int


def case_of(text: str) -> Case:
    """A case as it is typed; sizes may say how many tables there are, as 3-4-8."""
    people, sizes, rounds = text.split(":")
    least, most, tables = ([*map(int, sizes.split("-")), *[0] * 3])[:3]
    return Case(int(people), Sizes(least, most or least, least, tables), int(rounds))


# --- what is compared ------------------------------------------------------------------------------


def search(case: Case, seed: int, seconds: float) -> Found:
    """The search of the program, which takes the time that it takes."""
    return _found(drawn(case.names, [], case.rounds, case.wanted, seed))


def clingo(case: Case, seed: int, seconds: float) -> Found:
    """The solver of the extra, from a draw by lot."""
    begun = drawn(case.names, [], case.rounds, case.wanted, seed, steps=SHORT)
    draw = solved(begun, case.names, [], seed, seconds)
    return _found(draw) if draw.how == "solver" else Found(None, draw.evenness.least_repeats)


def _found(draw: Draw) -> Found:
    return Found(draw.evenness.repeats, draw.evenness.least_repeats)


def cp_sat(case: Case, seed: int, seconds: float) -> Found:
    """CP-SAT with the same model."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - measured where it is installed

    people, sizes = range(case.people), sizes_of(case.people, case.wanted)
    tables, rounds = range(len(sizes)), range(case.rounds)
    model = cp_model.CpModel()
    at = {(r, t, p): model.new_bool_var("") for r in rounds for t in tables for p in people}
    for r in rounds:
        for p in people:
            model.add_exactly_one(at[r, t, p] for t in tables)
        for t in tables:
            model.add(sum(at[r, t, p] for p in people) == sizes[t])
            if t and sizes[t] == sizes[t - 1]:
                for p in people:
                    model.add_bool_or(at[r, t, p].negated(), *(at[r, t - 1, q] for q in range(p)))
    line = iter(people)
    for t in tables:
        for _ in range(sizes[t]):
            model.add(at[0, t, next(line)] == 1)
    larger = [t for t in tables if sizes[t] > min(sizes)]
    turns = sum(sizes[t] for t in larger) * case.rounds
    for p in people if larger else ():
        mine = sum(at[r, t, p] for r in rounds for t in larger)
        model.add(mine >= turns // case.people)
        model.add(mine <= -(-turns // case.people))
    costs = []
    for a, b in combinations(people, 2):
        met = [model.new_bool_var("") for _ in rounds]
        for r, t in ((r, t) for r in rounds for t in tables):
            model.add_bool_or(at[r, t, a].negated(), at[r, t, b].negated(), met[r])
        cost = model.new_int_var(0, case.rounds * (case.rounds - 1) // 2, "")
        for m in range(1, case.rounds):
            model.add(cost >= m * sum(met) - m * (m + 1) // 2)
        costs.append(cost)
    model.minimize(sum(costs))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    solver.parameters.random_seed = seed
    status = solver.solve(model)
    is_found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    bound = max(round(solver.best_objective_bound), 0)
    return Found(round(solver.objective_value) if is_found else None, bound)


FINDERS: dict[str, Callable[[Case, int, float], Found]] = {
    "search": search, "clingo": clingo, "CP-SAT": cp_sat,
}  # fmt: skip


def measured(
    find: Callable[[Case, int, float], Found], case: Case, seed: int, seconds: float
) -> str:
    """A cell of the table."""
    begun = time.perf_counter()
    try:
        found = find(case, seed, seconds)
    except (ImportError, Refused):
        return "not there"
    took = time.perf_counter() - begun
    if found.repeats is None:
        return f">= {found.least} {took:.1f} s"
    sign = "=" if found.repeats <= found.least else f">= {found.least}"
    return f"{found.repeats} {sign} {took:.1f} s"


def main() -> None:
    """Measures every case and prints the table."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("cases", nargs="*", metavar="CASE", default=CASES, help="only these")
    reader.add_argument("--seconds", type=float, default=20, help="of a solver (default: 20)")
    reader.add_argument("--seed", type=int, default=1, help="another seed (default: 1)")
    asked = reader.parse_args()
    print(f"{'case':<12}" + "".join(f"{name:>18}" for name in FINDERS))
    for text in asked.cases:
        cells = (
            measured(find, case_of(text), asked.seed, asked.seconds) for find in FINDERS.values()
        )
        print(f"{text:<12}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
