"""Running a proof: what is tried one by one, what in groups, what is drawn by chance, and what is
tried beside one result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.chance import Chance, below
from scorekeeper.base.limits import Steps
from scorekeeper.proof.domains import is_open_ended
from scorekeeper.proof.groups import bounds_of, can_be_grouped, groups_of
from scorekeeper.proof.groups_begun import Starts, TooMany, starts_of
from scorekeeper.proof.loose_facts import Step
from scorekeeper.proof.open_numbers import CannotBeLeft
from scorekeeper.proof.reach import Reach, reach_of
from scorekeeper.proof.situations import Situation, situations
from scorekeeper.proof.tally import Reach as Bounds
from scorekeeper.proof.tally import RowSeen
from scorekeeper.proof.trying import Beside, Tally, alone, size, tried_all, tried_beside, tried_some
from scorekeeper.proof.ways import Facts, Order, first_result, order_of
from scorekeeper.rules.model import Fact, Ruleset
from scorekeeper.rules.page_formulas import deal_steps

MOST_BESIDE = 20_000
LOOKED_AT = 1000  # what may be looked at to find one result
FEW = 1000  # results that are tried one by one rather than in groups
TRIED_STEPS = 100_000_000  # of the results tried one by one: ten seconds
DRAWN_STEPS = 15_000_000  # of those that are drawn, or tried beside one result
USUAL = 12  # facts and counts of a game, as many as any has that is shipped
A_PART = 500_000  # results that are worth a process
MOST_PARTS = 8
EACH, GROUPS, DRAWN = "each", "groups", "drawn"
Tick = Callable[[int], None]


class Limits(NamedTuple):
    """How much is done: the most results tried one by one, the pieces of work spent on groups, how
    many results are drawn where both are too few, the fewest of these in one situation, about how
    many there may be in all because of that, and the pieces of work for one situation."""

    most: int = 1_000_000
    steps: int = 3_000_000
    draws: int = 5_000
    fewest: int = 100
    least_draws: int = 100_000
    steps_of_one: int = 300_000

    def for_a_page(self, rules: Ruleset, order: Order) -> Limits:
        """Return the limits for a page of which a result, or a piece of work, may cost more than
        usual."""
        each, numbers = deal_steps(rules), len(order.facts) + len(order.counts)
        draws = DRAWN_STEPS // each
        return Limits(
            most=min(self.most, TRIED_STEPS // each),
            steps=self.steps * USUAL**2 // max(USUAL, numbers) ** 2,
            steps_of_one=self.steps_of_one * USUAL**2 // max(USUAL, numbers) ** 2,
            draws=min(self.draws, draws),
            fewest=self.fewest,
            least_draws=min(self.least_draws, draws),
        )


LIMITS = Limits()
QUICK = Limits(most=20_000, steps=60_000, draws=500, fewest=5)


class Task(NamedTuple):
    """What is tried of one situation, by its place: in which ways, the first that can be done, the
    part of the facts, about how many results, the pieces of work for groups, draws and seed."""

    place: int
    ways: tuple[str, ...]
    part: slice
    number: int
    steps: int
    draws: int
    seed: int


class Tried(NamedTuple):
    """What came of a task: of which situation, in which way it was done, how many results were
    tried and can be, the rows of the settlement, and by code what breaks. Where results were
    drawn, `bounds` are what no role scores less or more than by the formulas alone; None where
    these cannot say it."""

    place: int
    way: str
    tried: int
    possible: int
    rows: Mapping[str | None, RowSeen]
    broken: Mapping[str, Facts]
    bounds: Bounds | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether only some results were tried."""
        return self.way == DRAWN


class Trial(NamedTuple):
    """A game that is to be proved: what its points depend on, every situation, and what is to be
    done."""

    rules: Ruleset
    reach: Reach
    order: Order
    found: Sequence[Situation]
    tasks: Sequence[Task]


def trial_of(rules: Ruleset, limits: Limits = LIMITS, seed: int = 1) -> Trial:
    """What is to be tried of a game."""
    reach = reach_of(rules)
    order = order_of(rules, reach.scoring)
    found = situations(rules, reach)
    limits = limits.for_a_page(rules, order)
    return Trial(rules, reach, order, found, tuple(_tasks(found, order, limits, seed)))


# --- what is to be done --------------------------------------------------------------------------


def _tasks(found: Sequence[Situation], order: Order, limits: Limits, seed: int) -> Iterator[Task]:
    """The tasks of every situation. What would be too many results one by one, after all that are
    smaller, is tried in groups or else drawn; what cannot be counted out is drawn in any case."""
    sizes = [*_sizes(found, order, limits.most)]
    whole = _affordable([number for number, _ in sizes], limits.most)
    is_countable = all(map(_is_countable, order.facts))
    drawn = [place for place in range(len(found)) if place not in whole or not is_countable]
    groups = sum(can_be_grouped(situation, order) for situation in found)
    steps = min(limits.steps_of_one, limits.steps // max(1, groups))
    few = min(limits.fewest, 1 + limits.least_draws // max(1, len(drawn)))
    draws, luck = max(few, limits.draws // max(1, len(drawn))), Chance(seed)
    for place, (number, ways) in enumerate(sizes):
        own, luck = below(luck, 1 << 63)
        last = EACH if place in whole else DRAWN
        grouped = can_be_grouped(found[place], order) and not (last == EACH and number <= FEW)
        task = Task(place, (last,), slice(0, None, 1), number, steps, draws, own)
        if grouped and is_countable:
            yield from _in_parts(task._replace(ways=(GROUPS, last)), ways)
        elif last == EACH:
            yield from _in_parts(task, ways)
        if place in drawn and (not is_countable or not grouped):
            yield task._replace(ways=(DRAWN,), number=draws)


def _in_parts(task: Task, ways: int) -> Iterator[Task]:
    """A task in parts that several processes can do; what may end in draws is one."""
    parts = 1 if DRAWN in task.ways else min(MOST_PARTS, ways, 1 + task.number // A_PART)
    for part in range(parts):
        yield task._replace(part=slice(part, None, parts), number=task.number // parts)


def _affordable(sizes: Sequence[int], most: int) -> set[int]:
    """The places of the smallest that are no more than `most` together."""
    found, together = set[int](), 0
    for number, place in sorted((number, place) for place, number in enumerate(sizes)):
        if together + number <= most:
            found.add(place)
            together += number
    return found


def _sizes(found: Sequence[Situation], order: Order, most: int) -> Iterator[tuple[int, int]]:
    """How many results each situation has, and how many ways to enter its facts; once enough has
    been counted, the rest are too many."""
    left = 2 * most
    for situation in found:
        number, looked = size(situation, order, most, left)
        left = max(0, left - looked)
        yield number, looked


def _is_countable(fact: Fact) -> bool:
    return fact.kind != "cards" and not is_open_ended(fact)


# --- doing it ------------------------------------------------------------------------------------


def tried(trial: Trial, number: int, tick: Tick | None = None) -> Tried:
    """What comes of a task, by its number. `tick` hears of every stretch of results."""
    task, hear = trial.tasks[number], tick or (lambda number: None)
    if GROUPS not in task.ways:
        return _one_by_one(trial, task, task.ways[-1], hear)
    step = _counter(task.steps)
    starts = _starts(trial, task, step)
    grouped = None if starts is None else _in_groups(trial, task, starts, step)
    if grouped is not None:
        hear(task.number)
        return grouped
    found = _one_by_one(trial, task, task.ways[-1], hear)
    return found._replace(bounds=_bounds(starts)) if found.is_drawn else found


def _starts(trial: Trial, task: Task, step: Step) -> Starts | None:
    """The groups that results begin with; None where a formula does not allow it or it would take
    too long."""
    try:
        return starts_of(trial.found[task.place], trial.order, task.part, step)
    except (CannotBeLeft, RecursionError, TooMany):
        return None


def _in_groups(trial: Trial, task: Task, starts: Starts, step: Step) -> Tried | None:
    """Every result, worked out in groups; None where a formula does not allow it or it would take
    too long."""
    situation = trial.found[task.place]
    try:
        found = groups_of(situation, starts, step)
    except (CannotBeLeft, RecursionError, TooMany):
        return None
    tally = Tally()
    _alone(situation, task, tally)
    outcomes = [None, *(outcome.name.in_english() for outcome in trial.rules.scoring.outcomes)]
    rows = tally.rows()
    for place, seen in found.rows.items():
        name = outcomes[place + 1]
        rows[name] = rows[name].with_more(seen) if name in rows else seen
    broken = {code: example.facts for code, example in tally.broken.items()} | {**found.broken}
    tried, possible = tally.tried + found.tried, tally.possible + found.possible
    return Tried(task.place, GROUPS, tried, possible, rows, broken)


def _bounds(starts: Starts | None) -> Bounds | None:
    """What no role scores less or more than, where the formulas can say it."""
    try:
        return None if starts is None else bounds_of(starts)
    except CannotBeLeft:
        return None


def _counter(most: int) -> Step:
    """What hears of every piece of work, and raises TooMany after so many."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if done > most:
            raise TooMany

    return step


def _one_by_one(trial: Trial, task: Task, way: str, tick: Tick) -> Tried:
    situation, tally = trial.found[task.place], Tally()
    if way == DRAWN:
        steps = tried_some(situation, trial.order, task.draws, Chance(task.seed), tally)
    else:
        steps = tried_all(situation, trial.order, tally, task.part)
    told = 0
    for _ in steps:
        tick(tally.tried - told)
        told = tally.tried
    _alone(situation, task, tally)
    broken = {code: example.facts for code, example in tally.broken.items()}
    return Tried(task.place, way, tally.tried, tally.possible, tally.rows(), broken)


def _alone(situation: Situation, task: Task, tally: Tally) -> None:
    """The facts that stand for a whole deal, once."""
    if task.part.start == 0:
        for fact in situation.agreed.rules.facts.values():
            if fact.alone:
                alone(situation, fact.id, tally)


# --- beside --------------------------------------------------------------------------------------


def beside_of(trial: Trial) -> Iterator[Beside]:
    """The facts that change no points, tried beside the first result that there is,
    `MOST_BESIDE` ways at most, and of a large page fewer."""
    steps = Steps(DRAWN_STEPS, deal_steps(trial.rules))
    for names in trial.reach.beside:
        own, together, left = order_of(trial.rules, names), list[Beside](), MOST_BESIDE
        for situation in trial.found:
            result = first_result(situation, trial.order, LOOKED_AT)
            beside = None
            if result is not None:
                beside = tried_beside(situation, own, result, MOST_BESIDE, steps)
            together += [beside] if beside else []
            left -= LOOKED_AT if result is None else beside.tried if beside else 1
            if left <= 0:
                break
        if together:
            yield Beside(names, sum(b.tried for b in together), sum(b.possible for b in together))


def seen_rows(tried: Iterable[Tried]) -> dict[str | None, RowSeen]:
    """What came of several tasks by row."""
    found: dict[str | None, RowSeen] = {}
    for one in tried:
        for name, seen in one.rows.items():
            found[name] = found[name].with_more(seen) if name in found else seen
    return found
