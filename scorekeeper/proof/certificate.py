"""The certificate of a ruleset: the proof that is run, what it tried, how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.base.random_draws import RandomSource, below
from scorekeeper.game.deal_facts import quotas
from scorekeeper.proof.deal_enumeration import (
    Facts,
    Order,
    fact_ways,
    facts_of,
    first_result,
    order_of,
    there_to_take,
)
from scorekeeper.proof.dependencies import (
    Reach,
    base_names,
    entry_formulas,
    looks_back,
    needs_dealer,
    reach_of,
    scoring_formulas,
)
from scorekeeper.proof.domains import UNBOUNDED, bounds_of, is_open_ended
from scorekeeper.proof.groups import bounds_of as group_bounds
from scorekeeper.proof.groups import can_be_grouped, groups_of
from scorekeeper.proof.groups_begun import Starts, TooMany, starts_of
from scorekeeper.proof.loose_facts import Step
from scorekeeper.proof.open_numbers import CannotBeLeft
from scorekeeper.proof.results import (
    Beside,
    Counterexample,
    PointsReach,
    RowSeen,
    Tally,
    all_seen,
    alone,
    joined,
    scored_alone,
    size,
    tried_all,
    tried_beside,
    tried_some,
)
from scorekeeper.proof.results import PointsReach as Bounds
from scorekeeper.proof.situations import (
    MOST_CHOICES,
    Situation,
    choices_of,
    contracts_never_up,
    situations,
)
from scorekeeper.rules.formula_faults import deal_steps
from scorekeeper.rules.model import Count, Fact, OutcomeRow, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.translation import Phrase

# --- running -----------------------------------------------------------------------------------
# Running a proof: what is tried one by one, what in groups, what is drawn by chance, and what is
# tried beside one result.


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
    draws, luck = max(few, limits.draws // max(1, len(drawn))), RandomSource(seed)
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
    return found._replace(bounds=_proved_bounds(starts)) if found.is_drawn else found


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


def _proved_bounds(starts: Starts | None) -> Bounds | None:
    """What no role scores less or more than, where the formulas can say it."""
    try:
        return None if starts is None else group_bounds(starts)
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
        steps = tried_some(situation, trial.order, task.draws, RandomSource(task.seed), tally)
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


# --- remarks -----------------------------------------------------------------------------------
# What is said beside the numbers of a certificate, so that a reader can weigh them.


def remarks(trial: Trial, tried: Sequence[Tried]) -> Iterator[Words]:
    """What a reader must know to weigh the numbers: what stood for what, what was left out."""
    rules, reach = trial.rules, trial.reach
    yield from _of_dealer(rules)
    yield from _of_counts(rules, reach)
    yield from _of_facts(trial.order)
    if any(one.is_drawn for one in tried):
        for row in unmet(rules, tried):
            yield say("no draw led to the row `{row}`", row=row.name)
    else:
        for row in filter(partial(_is_later, rules), unmet(rules, tried)):
            yield say("at the start of a game no result leads to the row `{row}`", row=row.name)
    yield from _of_words(rules, reach)
    yield from partly_tried(trial)
    if is_cut(trial):
        yield say(
            "of {number} choices of the options the first {most} were tried",
            number=choices_of(rules, reach.options),
            most=MOST_CHOICES,
        )


def is_partial(trial: Trial) -> bool:
    """Whether there are results that cannot have been tried, however many were."""
    return is_cut(trial) or has_no_end(trial.order) or any(partly_tried(trial))


def partly_tried(trial: Trial) -> Iterator[Words]:
    """What the points, or what may be entered, hang on and was not tried in every way there is: a
    proof says nothing of the others."""
    rules, reach = trial.rules, trial.reach
    formulas = (*scoring_formulas(rules), *entry_formulas(rules))
    names = {name for one in formulas for name in base_names(rules, one.names)}
    if reach.earlier:
        yield say("the points look at what was scored before: tried as at the start of a game")
    numbers = [rules.options[name] for name in reach.options if _is_number(rules, name)]
    for option in numbers:
        yield say("{option}: tried as {choices}", option=option.id, choices=option.default)
    if names & {"deal", "round"} and _has_any_number_of_deals(rules):
        yield say("there may be other deals and rounds than those that were tried")
    if "game" in names and rules.match is not None:
        yield say("the rules look at which game it is: tried as the first")
    if "people" in names and not rules.teams:
        yield say("the rules look at how many sit at the table: tried without anybody who rests")
    if "open" in names and rules.deals.once:
        yield say("the rules look at which contracts are left: tried as all of them")


def _is_number(rules: Ruleset, option: str) -> bool:
    found = rules.options[option]
    return found.kind == "number" and (found.least is None or found.least != found.most)


def _has_any_number_of_deals(rules: Ruleset) -> bool:
    """Whether there is no number of deals, or one that hangs on a number that the table agrees."""
    number = rules.deals.number
    if number is None:
        return True
    return any(_is_number(rules, name) for name in number.names if name in rules.options)


def is_cut(trial: Trial) -> bool:
    """Whether some choices of the options were not tried."""
    return choices_of(trial.rules, trial.reach.options) > MOST_CHOICES


def has_no_end(order: Order) -> bool:
    """Whether some number could be greater than any that was tried."""
    return any(map(is_open_ended, order.facts)) or any(map(_has_no_most, order.counts))


def _has_no_most(count: Count) -> bool:
    return count.most is None and count.total is None


def _of_counts(rules: Ruleset, reach: Reach) -> Iterator[Words]:
    for name, count in rules.counts.items():
        if name not in reach.scoring:
            yield say("{count} change no points and were left out", count=count.name)


def _of_facts(order: Order) -> Iterator[Words]:
    for fact in order.facts:
        if fact.kind == "cards":
            yield say("{fact} are too many to try: drawn by chance", fact=fact.name)
        if is_open_ended(fact):
            least, most = bounds_of(fact)
            yield say(
                "{fact} has no end: tried from {least} to {most}",
                fact=fact.name,
                least=least,
                most=most,
            )

    for count in filter(_has_no_most, order.counts):
        yield say(
            "{count} have no end: tried up to {number} above the least",
            count=count.name,
            number=UNBOUNDED,
        )


def _of_words(rules: Ruleset, reach: Reach) -> Iterator[Words]:
    """Options with a few values, each of which was tried; or a number with one."""
    for name in reach.options:
        option = rules.options[name]
        if not _is_number(rules, name):
            plain = (say("no"), say("yes")) if option.kind == "flag" else (str(option.default),)
            choices = listing(option.values or plain, "and")
            yield say("{option}: tried as {choices}", option=name, choices=choices)


def never_met(rules: Ruleset, tried: Sequence[Tried]) -> list[OutcomeRow]:
    """The rows to which no result leads that there is. Of a row whose test asks what was scored
    before it is not known: results are tried as at the start of a game."""
    return [row for row in unmet(rules, tried) if not _is_later(rules, row)]


def _is_later(rules: Ruleset, row: OutcomeRow) -> bool:
    return row.when is not None and looks_back(rules, row.when)


def unmet(rules: Ruleset, tried: Sequence[Tried]) -> list[OutcomeRow]:
    """The rows of the settlement to which no result that was tried leads."""
    met = {row for one in tried for row in one.rows}
    return [outcome for outcome in rules.scoring.outcomes if outcome.name.in_english() not in met]


def _of_dealer(rules: Ruleset) -> Iterator[Words]:
    """In which contracts it does not matter who deals."""
    same = [
        contract
        for contract in (rules.contracts.values() or (None,))
        if not needs_dealer(rules, contract)
    ]
    some = [
        contract.name
        for contract in same
        if contract is not None and len(same) < len(rules.contracts)
    ]
    if some:
        contracts = listing(some, "and")
        yield say(
            "who deals changes nothing in {contracts}: one dealer stands for all",
            contracts=contracts,
        )
    elif same:
        yield say("who deals changes nothing: one dealer stands for all")


# --- certificate -------------------------------------------------------------------------------
# The certificate: what came of trying every result that the rules of a game allow.


MOST_LOOKED_AT = 20_000  # ways to give the facts, of which quotas hang on few


class ProofLine(NamedTuple):
    """A contract, or a row of the settlement table, at a table of so many: how many results were
    tried and how many can be, what the quotas and the points add up to, and the least and the
    most that a side scored, by role. `drawn` of them were drawn by chance, and where some were, or
    not everything was tried, these are not `exact`: they were seen, and are no bounds. `bounds` are
    then what no role scores less or more than by the formulas alone; None where these cannot say
    it."""

    players: int
    name: Words
    dealers: int
    tried: int
    possible: int
    quotas: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    reach: PointsReach
    drawn: int
    exact: bool
    bounds: PointsReach | None

    def is_sure(self, role: str) -> bool:
        """Whether the least and the most of a role are bounds."""
        return self.exact or (self.bounds or {}).get(role) == self.reach[role]


class ProofReport(NamedTuple):
    """What was proved: the lines, what was tried by chance and with which seed, what changes no
    points, what can never come up, what breaks the rules' word, and what is to be said. Of those
    `tried` so many were `grouped` with others of which the rules leave the same; `whole` says that
    they are every result there is."""

    rules: Ruleset
    lines: tuple[ProofLine, ...]
    rows: tuple[ProofLine, ...]
    tried: int
    possible: int
    grouped: int
    drawn: int
    whole: bool
    seed: int
    beside: tuple[Beside, ...]
    quota_total: bool | None
    never: tuple[tuple[str, Words], ...]
    broken: tuple[Counterexample, ...]
    remarks: tuple[Words, ...]

    @property
    def holds(self) -> bool:
        """Whether the rules keep their word and have nothing that can never apply."""
        return not (self.broken or self.never)


def certificate(
    rules: Ruleset, seed: int = 1, limits: Limits = LIMITS, tick: Tick | None = None
) -> ProofReport:
    """Tries every result of every contract, dealer and number of players, those of which the rules
    leave the same as one; where that is too much by the limits, or the results cannot be counted
    out, so many draws by chance from `seed`. `tick` hears of every stretch of work how many results
    it had."""
    trial = trial_of(rules, limits, seed)
    return certified(trial, map(partial(tried, trial, tick=tick), range(len(trial.tasks))), seed)


def certified(
    trial: Trial, done: Iterable[Tried], seed: int, tick: Tick | None = None
) -> ProofReport:
    """The certificate of what came of every task. `tick` hears of every task how much it was."""
    found = list[Tried]()
    for task, one in zip(trial.tasks, done, strict=True):
        found.append(one)
        if tick is not None:
            tick(task.number)
    rules, order = trial.rules, trial.order
    is_all, is_drawn = not is_partial(trial), any(t.is_drawn for t in found)
    is_searched = not (is_drawn or is_cut(trial) or has_no_end(order))
    return ProofReport(
        rules=rules,
        lines=tuple(_lines(trial, found, is_all)),
        rows=tuple(_rows(trial, found, is_all)),
        tried=sum(t.tried for t in found if not t.is_drawn),
        possible=sum(t.possible for t in found if not t.is_drawn),
        grouped=sum(t.tried for t in found if t.way == GROUPS),
        drawn=sum(t.possible for t in found if t.is_drawn),
        whole=is_all and not is_drawn,
        seed=seed,
        beside=tuple(beside_of(trial)),
        quota_total=_quota_total(trial.found, order),
        never=tuple(_never(rules, found, is_searched)),
        broken=tuple(_plainest(trial, found)),
        remarks=tuple(remarks(trial, found)),
    )


def work(trial: Trial) -> int:
    """About how many results will be tried."""
    return sum(task.number for task in trial.tasks)


# --- what came of it -----------------------------------------------------------------------------


def _lines(trial: Trial, tried: Sequence[Tried], is_all: bool) -> Iterator[ProofLine]:
    """A line for each number of players and contract."""
    rules, most = trial.rules, _ways_looked_at(trial.found)
    for players in rules.players:
        for contract in rules.contracts or (None,):
            chosen = [t for t in tried if _is_of(trial.found[t.place], players, contract)]
            if chosen:
                name = rules.contracts[contract].name if contract else ""
                situations = [trial.found[t.place] for t in chosen]
                wanted = dict.fromkeys(
                    q for one in situations for q in _quotas(one, trial.order, most)
                )
                seen = all_seen(seen_rows(chosen).values())
                line = _line(trial, players, name, chosen, seen, is_all)
                yield line._replace(quotas=tuple(wanted))


def _is_of(situation: Situation, players: int, contract: str | None) -> bool:
    return len(situation.agreed.players) == players and situation.contract == contract


def _rows(trial: Trial, tried: Sequence[Tried], is_all: bool) -> Iterator[ProofLine]:
    """A line for each row of the settlement table, over every table and contract."""
    rows, names = seen_rows(tried), dict[str, Phrase]()
    for outcome in trial.rules.scoring.outcomes:
        names.setdefault(outcome.name.in_english(), outcome.name)
    for name, words in names.items():
        if name in rows:
            seen = rows[name]
            drawn = sum(t.rows[name].number for t in tried if t.is_drawn and name in t.rows)
            line = _line(trial, 0, words, tried, seen, is_all)
            yield line._replace(tried=seen.number, possible=seen.number, drawn=drawn)


def _line(
    trial: Trial, players: int, name: Words, tried: Sequence[Tried], seen: RowSeen, is_all: bool
) -> ProofLine:
    """A line of what was seen; `is_all` says that nothing was left out but by drawing."""
    ranked = sorted(seen.reach, key=[*trial.rules.roles, ""].index)
    is_exact = not any(t.is_drawn for t in tried)
    bounds = _bounds(tried) if players and is_all and not is_exact else None
    return ProofLine(
        players=players,
        name=name,
        dealers=len({trial.found[t.place].state.dealer for t in tried}),
        tried=sum(t.tried for t in tried),
        possible=sum(t.possible for t in tried),
        quotas=(),
        sums=tuple(sorted(seen.sums)),
        reach={role: seen.reach[role] for role in ranked},
        drawn=sum(t.tried for t in tried if t.is_drawn),
        exact=is_exact and is_all,
        bounds=bounds,
    )


def _bounds(tried: Iterable[Tried]) -> PointsReach | None:
    """What no role scores less or more than in any of these; None where one of them cannot say."""
    found: PointsReach = {}
    for one in tried:
        own = one.bounds if one.is_drawn else all_seen(one.rows.values()).reach
        if own is None:
            return None
        found = joined(found, own)
    return found


def _ways_looked_at(found: Sequence[Situation]) -> int:
    """Return in how many ways the facts of each situation are given for its quotas."""
    return min(MOST_LOOKED_AT, 10 * MOST_LOOKED_AT // max(1, len(found)))


def _quotas(situation: Situation, order: Order, most: int) -> Iterator[tuple[int, ...]]:
    """Every side's quota, from the declarer round, whatever the facts are."""
    if situation.contract is None or not situation.agreed.rules.contracts[situation.contract].quota:
        return
    for entered in islice(fact_ways(situation, order), most):
        facts = facts_of(situation, entered)
        numbers, first = quotas(facts) or (), facts.turn.declarer or 0
        yield (*numbers[first % len(numbers) :], *numbers[: first % len(numbers)])


def _quota_total(found: Sequence[Situation], order: Order) -> bool | None:
    """Whether the quotas add to what there is to take, in every situation; None without quotas."""
    is_met, most = list[bool](), _ways_looked_at(found)
    for situation in found:
        if there := there_to_take(situation):
            _, total = there
            is_met += [sum(quota) == total for quota in _quotas(situation, order, most)]
    return all(is_met) if is_met else None


def _never(
    rules: Ruleset, tried: Sequence[Tried], is_searched: bool
) -> Iterator[tuple[str, Words]]:
    """Contracts that no deal can have, and rows that no result leads to."""
    for name in contracts_never_up(rules):
        contract = rules.contracts[name].name
        yield (
            f"contract.{name}",
            say("the contract {contract} can never come up", contract=contract),
        )
    never = never_met(rules, tried) if is_searched else ()
    for place, outcome in enumerate(rules.scoring.outcomes):
        if outcome in never:
            yield (
                f"outcome[{place}]",
                say("the row `{row}` never applies: no result leads to it", row=outcome.name),
            )


def _plainest(trial: Trial, tried: Iterable[Tried]) -> Iterator[Counterexample]:
    """The plainest example of each kind of fault, told as the table would tell it."""
    best: dict[str, Counterexample] = {}
    for one in tried:
        situation = trial.found[one.place]
        for code, facts in one.broken.items():
            unsaid = Counterexample(code, "", situation, facts)
            example = scored_alone(situation, facts).broken.get(code, unsaid)
            if code not in best or example.weight < best[code].weight:
                best[code] = example
    yield from best.values()
