"""The certificate of a ruleset: the proof, the results tried, and their reliability."""

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
    contract_count,
    each_fact_entry,
    facts_of,
    first_result,
    order_of,
)
from scorekeeper.proof.dependencies import (
    Dependencies,
    base_names,
    dependencies_of,
    entry_formulas,
    needs_dealer,
    scoring_formulas,
    uses_earlier_deals,
)
from scorekeeper.proof.domains import UNBOUNDED, bounds_of, is_open_ended
from scorekeeper.proof.results import (
    Counterexample,
    ExtraFacts,
    PointsReach,
    RowResults,
    Tally,
    result_and_way_counts,
    rows_together,
    tally_of_one,
    try_all,
    try_alone,
    try_extra,
    try_some,
)
from scorekeeper.proof.situations import (
    MOST_CHOICES,
    Situation,
    contracts_never_up,
    number_of_choices,
    situations,
)
from scorekeeper.rules.formula_faults import deal_steps
from scorekeeper.rules.ruleset import Count, Fact, OutcomeRow, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.translation import Phrase

# --- tasks: each situation is tried completely or sampled ----------------------------------------


MOST_BESIDE = 20_000
LOOKED_AT = 1000  # entries tried to find one result
DRAWN_STEPS = 15_000_000  # steps for random results, or for facts tried with one result
EARLY = 10  # the forecast starts after one part in EARLY of the steps
EACH, DRAWN = "each", "drawn"
Tick = Callable[[int], None]


class Limits(NamedTuple):
    """The limits of a proof. Up to `most` results are all tried, within `steps`. Otherwise `draws`
    are sampled, at least `fewest` in each situation, unless these exceed `least_draws` in
    total."""

    most: int = 4_000_000
    steps: int = 100_000_000  # ten seconds
    draws: int = 5_000
    fewest: int = 100
    least_draws: int = 100_000

    def for_a_page(self, rules: Ruleset) -> Limits:
        """Return the limits for a ruleset file, with fewer draws if one result takes many steps."""
        draws = DRAWN_STEPS // deal_steps(rules)
        return self._replace(draws=min(self.draws, draws), least_draws=min(self.least_draws, draws))


LIMITS = Limits()
QUICK = Limits(most=10_000, steps=5_000_000, draws=500, fewest=5)


class Task(NamedTuple):
    """One situation to try, by its index `place`: the methods, in order of preference; the
    estimated number of results; the most steps for trying all; the number of draws and their
    seed."""

    place: int
    ways: tuple[str, ...]
    number: int
    steps: int
    draws: int
    seed: int


class TaskResult(NamedTuple):
    """The outcome of a task: the situation's index; the method; the numbers of tried, possible and
    grouped results; the results by row; and by code the facts of a counterexample."""

    place: int
    way: str
    tried: int
    possible: int
    grouped: int
    rows: Mapping[str | None, RowResults]
    broken: Mapping[str, Facts]

    @property
    def is_drawn(self) -> bool:
        """Return True if only a random sample of the results was tried."""
        return self.way == DRAWN


class Trial(NamedTuple):
    """A game to prove: the inputs of its points, its situations, and the tasks."""

    rules: Ruleset
    reach: Dependencies
    order: Order
    found: Sequence[Situation]
    tasks: Sequence[Task]


def trial_of(rules: Ruleset, limits: Limits = LIMITS, seed: int = 1) -> Trial:
    """Return the situations of a game and the tasks that prove it."""
    reach = dependencies_of(rules)
    order = order_of(rules, reach.scoring)
    found = situations(rules, reach)
    each, limits = deal_steps(rules), limits.for_a_page(rules)
    return Trial(rules, reach, order, found, tuple(_tasks(found, order, limits, each, seed)))


# --- planning the tasks --------------------------------------------------------------------------


def _tasks(
    found: Sequence[Situation], order: Order, limits: Limits, each: int, seed: int
) -> Iterator[Task]:
    """Yield the tasks of every situation.

    The smallest situations are tried completely while their results are within the limit; the
    rest are sampled. A situation that may take too many steps is sampled if its steps run out.
    A situation that cannot be enumerated is always sampled."""
    sizes = list(_sizes(found, order, limits.most))
    is_countable = all(map(_is_countable, order.facts))
    whole = _smallest_within(sizes, limits.most)
    sure = _smallest_within(sizes, min(limits.most, limits.steps // each))
    left = limits.steps - each * sum(sizes[place] for place in sure)
    steps = left // max(1, len(whole) - len(sure))
    unsure = max(1, len(found) - len(sure)) if is_countable else len(found)
    few = min(limits.fewest, 1 + limits.least_draws // unsure)
    draws, luck = max(few, limits.draws // unsure), RandomSource(seed)
    for place, number in enumerate(sizes):
        own, luck = below(luck, 1 << 63)
        task = Task(place, (EACH,), number, steps, draws, own)
        if place in sure:
            yield task
        elif place in whole:
            yield task._replace(ways=(EACH, DRAWN))
        if place not in whole or not is_countable:
            yield task._replace(ways=(DRAWN,), number=draws)


def _smallest_within(sizes: Sequence[int], most: int) -> set[int]:
    """Return the indexes of the smallest sizes whose sum is at most `most`."""
    found, together = set[int](), 0
    for number, place in sorted((number, place) for place, number in enumerate(sizes)):
        if together + number <= most:
            found.add(place)
            together += number
    return found


def _sizes(found: Sequence[Situation], order: Order, most: int) -> Iterator[int]:
    """Yield the number of results of each situation. Once too many entries of facts were counted,
    the remaining situations count as too large."""
    left = 2 * most
    for situation in found:
        number, looked = result_and_way_counts(situation, order, most, left)
        left = max(0, left - looked)
        yield number


def _is_countable(fact: Fact) -> bool:
    return fact.kind != "cards" and not is_open_ended(fact)


# --- running a task ------------------------------------------------------------------------------


def run_task(trial: Trial, number: int, tick: Tick | None = None) -> TaskResult:
    """Return the outcome of task `number`. `tick` is called with the size of each batch of
    results."""
    task, hear = trial.tasks[number], tick or (lambda number: None)
    found = (_run_by(trial, task, way, hear) for way in task.ways)
    return next(one for one in found if one is not None)


def _run_by(trial: Trial, task: Task, way: str, tick: Tick) -> TaskResult | None:
    """Return the outcome of a task by one method; None if trying every result takes too many
    steps."""
    situation, tally = trial.found[task.place], Tally()
    steps = Steps(task.steps) if way == EACH and DRAWN in task.ways else None
    if way == DRAWN:
        stretches = try_some(situation, trial.order, task.draws, RandomSource(task.seed), tally)
    else:
        stretches = try_all(situation, trial.order, tally, steps)
    told = 0
    for _ in stretches:
        tick(tally.tried - told)
        told = tally.tried
        if steps and _will_run_out(steps, task, told):
            return None
    if steps and steps.is_short:
        return None
    _try_each_alone(situation, tally)
    broken = {code: example.facts for code, example in tally.broken.items()}
    return TaskResult(
        task.place, way, tally.tried, tally.possible, tally.grouped, tally.rows(), broken
    )


def _will_run_out(steps: Steps, task: Task, tried: int) -> bool:
    """Return True if the steps will not suffice at the rate so far."""
    taken = task.steps - steps.left
    return EARLY * taken > task.steps and taken * task.number > task.steps * tried


def _try_each_alone(situation: Situation, tally: Tally) -> None:
    """Try each fact that is a whole deal by itself, once."""
    for fact in situation.agreed.rules.facts.values():
        if fact.alone:
            try_alone(situation, fact.id, tally)


# --- facts that change no points -----------------------------------------------------------------


def extra_facts(trial: Trial) -> Iterator[ExtraFacts]:
    """Yield each group of facts that change no points, with the number of ways to enter them
    together with the first result of each situation. About `MOST_BESIDE` ways are tried, and
    fewer for a large ruleset."""
    steps = Steps(DRAWN_STEPS, deal_steps(trial.rules))
    for names in trial.reach.beside:
        own, together, left = order_of(trial.rules, names), list[ExtraFacts](), MOST_BESIDE
        for situation in trial.found:
            result = first_result(situation, trial.order, LOOKED_AT)
            beside = None
            if result is not None:
                beside = try_extra(situation, own, result, MOST_BESIDE, steps)
            together += [beside] if beside else []
            left -= LOOKED_AT if result is None else beside.tried if beside else 1
            if left <= 0:
                break
        if together:
            yield ExtraFacts(
                names, sum(b.tried for b in together), sum(b.possible for b in together)
            )


def rows_of_tasks(tried: Iterable[TaskResult]) -> dict[str | None, RowResults]:
    """Return the results of several tasks, by row of the settlement."""
    found: dict[str | None, RowResults] = {}
    for one in tried:
        for name, seen in one.rows.items():
            found[name] = found[name].with_more(seen) if name in found else seen
    return found


# --- notes on a proof ----------------------------------------------------------------------------
# Notes that tell a reader how far the numbers can be trusted.


def proof_notes(trial: Trial, tried: Sequence[TaskResult]) -> Iterator[Words]:
    """Yield notes on the assumptions and omissions of the proof."""
    rules, reach = trial.rules, trial.reach
    yield from _dealer_notes(rules)
    yield from _count_notes(rules, reach)
    yield from _fact_notes(trial.order)
    if any(one.is_drawn for one in tried):
        for row in unreached_rows(rules, tried):
            yield say("no draw led to the row `{row}`", row=row.name)
    else:
        for row in filter(partial(_asks_earlier_deals, rules), unreached_rows(rules, tried)):
            yield say("at the start of a game no result leads to the row `{row}`", row=row.name)
    yield from _option_notes(rules, reach)
    yield from untried_notes(trial)
    if has_untried_options(trial):
        yield say(
            "of {number} choices of the options the first {most} were tried",
            number=number_of_choices(rules, reach.options),
            most=MOST_CHOICES,
        )


def is_partial(trial: Trial) -> bool:
    """Return True if some results could not be tried."""
    return (
        has_untried_options(trial)
        or has_unlimited_numbers(trial.order)
        or any(untried_notes(trial))
    )


def untried_notes(trial: Trial) -> Iterator[Words]:
    """Yield a note for each input of points or checks with untried values. The proof does not
    cover those values."""
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
    """Return True if the number of deals is unlimited, or depends on a number that players
    choose."""
    number = rules.deals.number
    if number is None:
        return True
    return any(_is_number(rules, name) for name in number.names if name in rules.options)


def has_untried_options(trial: Trial) -> bool:
    """Return True if some combinations of options were not tried."""
    return number_of_choices(trial.rules, trial.reach.options) > MOST_CHOICES


def has_unlimited_numbers(order: Order) -> bool:
    """Return True if some number has no upper limit, so that larger values were not tried."""
    return any(map(is_open_ended, order.facts)) or any(map(_is_unlimited, order.counts))


def _is_unlimited(count: Count) -> bool:
    return count.most is None and count.total is None


def _count_notes(rules: Ruleset, reach: Dependencies) -> Iterator[Words]:
    for name, count in rules.counts.items():
        if name not in reach.scoring:
            yield say("{count} change no points and were left out", count=count.name)


def _fact_notes(order: Order) -> Iterator[Words]:
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

    for count in filter(_is_unlimited, order.counts):
        yield say(
            "{count} have no end: tried up to {number} above the least",
            count=count.name,
            number=UNBOUNDED,
        )


def _option_notes(rules: Ruleset, reach: Dependencies) -> Iterator[Words]:
    """Yield a note for each option of which every value was tried."""
    for name in reach.options:
        option = rules.options[name]
        if not _is_number(rules, name):
            plain = (say("no"), say("yes")) if option.kind == "flag" else (str(option.default),)
            choices = listing(option.values or plain, "and")
            yield say("{option}: tried as {choices}", option=name, choices=choices)


def never_reached_rows(rules: Ruleset, tried: Sequence[TaskResult]) -> list[OutcomeRow]:
    """Return the rows of the settlement that no result reaches, except rows that depend on earlier
    deals, since every result is tried as at the start of a game."""
    return [row for row in unreached_rows(rules, tried) if not _asks_earlier_deals(rules, row)]


def _asks_earlier_deals(rules: Ruleset, row: OutcomeRow) -> bool:
    return row.when is not None and uses_earlier_deals(rules, row.when)


def unreached_rows(rules: Ruleset, tried: Sequence[TaskResult]) -> list[OutcomeRow]:
    """Return the rows of the settlement that no tried result reached."""
    met = {row for one in tried for row in one.rows}
    return [outcome for outcome in rules.scoring.outcomes if outcome.name.in_english() not in met]


def _dealer_notes(rules: Ruleset) -> Iterator[Words]:
    """Yield a note with the contracts in which the dealer does not matter."""
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


# --- the certificate -----------------------------------------------------------------------------


MOST_LOOKED_AT = 20_000  # entries of facts; quotas depend on few of them


class ProofLine(NamedTuple):
    """One line of the proof: a contract, or a row of the settlement, with a number of players.

    It has the numbers of results tried and possible, the sums of quotas and of points, and the
    minimum and maximum points by role. `drawn` results were a random sample. If `exact` is
    False, sums and extremes are only the observed ones."""

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


class ProofReport(NamedTuple):
    """The certificate: its lines, the sampled number and seed, facts that change no points, parts
    that never apply, broken promises, and notes. `grouped` results were tallied together
    because they score equally. `whole` means that every result was tried."""

    rules: Ruleset
    lines: tuple[ProofLine, ...]
    rows: tuple[ProofLine, ...]
    tried: int
    possible: int
    grouped: int
    drawn: int
    whole: bool
    seed: int
    beside: tuple[ExtraFacts, ...]
    quota_total: bool | None
    never: tuple[tuple[str, Words], ...]
    broken: tuple[Counterexample, ...]
    remarks: tuple[Words, ...]

    @property
    def holds(self) -> bool:
        """Return True if the rules keep their promises and every part can apply."""
        return not (self.broken or self.never)


def certificate(
    rules: Ruleset, seed: int = 1, limits: Limits = LIMITS, tick: Tick | None = None
) -> ProofReport:
    """Return the certificate after trying every result of every contract, dealer and number of
    players. If that exceeds the limits, or results cannot be enumerated, a sample is drawn from
    `seed`. `tick` is called with the size of each batch of results."""
    trial = trial_of(rules, limits, seed)
    return certificate_of_results(
        trial, map(partial(run_task, trial, tick=tick), range(len(trial.tasks))), seed
    )


def certificate_of_results(
    trial: Trial, done: Iterable[TaskResult], seed: int, tick: Tick | None = None
) -> ProofReport:
    """Return the certificate of all tasks' outcomes. `tick` is called with each task's size."""
    found = list[TaskResult]()
    for task, one in zip(trial.tasks, done, strict=True):
        found.append(one)
        if tick is not None:
            tick(task.number)
    rules, order = trial.rules, trial.order
    is_all, is_drawn = not is_partial(trial), any(t.is_drawn for t in found)
    is_searched = not (is_drawn or has_untried_options(trial) or has_unlimited_numbers(order))
    return ProofReport(
        rules=rules,
        lines=tuple(_lines(trial, found, is_all)),
        rows=tuple(_rows(trial, found, is_all)),
        tried=sum(t.tried for t in found if not t.is_drawn),
        possible=sum(t.possible for t in found if not t.is_drawn),
        grouped=sum(t.grouped for t in found),
        drawn=sum(t.possible for t in found if t.is_drawn),
        whole=is_all and not is_drawn,
        seed=seed,
        beside=tuple(extra_facts(trial)),
        quota_total=_quota_total(trial.found, order),
        never=tuple(_never_applying(rules, found, is_searched)),
        broken=tuple(_plainest_examples(trial, found)),
        remarks=tuple(proof_notes(trial, found)),
    )


def estimated_results(trial: Trial) -> int:
    """Return the estimated number of results to try."""
    return sum(task.number for task in trial.tasks)


# --- lines of the certificate --------------------------------------------------------------------


def _lines(trial: Trial, tried: Sequence[TaskResult], is_all: bool) -> Iterator[ProofLine]:
    """Yield a line for each number of players with each contract."""
    rules, most = trial.rules, _most_ways(trial.found)
    for players in rules.players:
        for contract in rules.contracts or (None,):
            chosen = [t for t in tried if _is_of(trial.found[t.place], players, contract)]
            if chosen:
                name = rules.contracts[contract].name if contract else ""
                situations = [trial.found[t.place] for t in chosen]
                wanted = dict.fromkeys(
                    q for one in situations for q in _quotas(one, trial.order, most)
                )
                seen = rows_together(rows_of_tasks(chosen).values())
                line = _line(trial, players, name, chosen, seen, is_all)
                yield line._replace(quotas=tuple(wanted))


def _is_of(situation: Situation, players: int, contract: str | None) -> bool:
    return len(situation.agreed.players) == players and situation.contract == contract


def _rows(trial: Trial, tried: Sequence[TaskResult], is_all: bool) -> Iterator[ProofLine]:
    """Yield a line for each row of the settlement, for all players and contracts together."""
    rows, names = rows_of_tasks(tried), dict[str, Phrase]()
    for outcome in trial.rules.scoring.outcomes:
        names.setdefault(outcome.name.in_english(), outcome.name)
    for name, words in names.items():
        if name in rows:
            seen = rows[name]
            drawn = sum(t.rows[name].number for t in tried if t.is_drawn and name in t.rows)
            line = _line(trial, 0, words, tried, seen, is_all)
            yield line._replace(tried=seen.number, possible=seen.number, drawn=drawn)


def _line(
    trial: Trial,
    players: int,
    name: Words,
    tried: Sequence[TaskResult],
    seen: RowResults,
    is_all: bool,
) -> ProofLine:
    """Return a line of the tried results; `is_all` means that only sampling left any out."""
    ranked = sorted(seen.reach, key=[*trial.rules.roles, ""].index)
    is_exact = not any(t.is_drawn for t in tried)
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
    )


def _most_ways(found: Sequence[Situation]) -> int:
    """Return the maximum number of entries of facts to try in each situation for its quotas."""
    return min(MOST_LOOKED_AT, 10 * MOST_LOOKED_AT // max(1, len(found)))


def _quotas(situation: Situation, order: Order, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the sides' quotas, from the declarer clockwise, for each entry of the facts."""
    if situation.contract is None or not situation.agreed.rules.contracts[situation.contract].quota:
        return
    for entered in islice(each_fact_entry(situation, order), most):
        facts = facts_of(situation, entered)
        numbers, first = quotas(facts) or (), facts.turn.declarer or 0
        yield (*numbers[first % len(numbers) :], *numbers[: first % len(numbers)])


def _quota_total(found: Sequence[Situation], order: Order) -> bool | None:
    """Return True if quotas always add up to the count's total; None without quotas."""
    is_met, most = list[bool](), _most_ways(found)
    for situation in found:
        if there := contract_count(situation):
            _, total = there
            is_met += [sum(quota) == total for quota in _quotas(situation, order, most)]
    return all(is_met) if is_met else None


def _never_applying(
    rules: Ruleset, tried: Sequence[TaskResult], is_searched: bool
) -> Iterator[tuple[str, Words]]:
    """Yield the path and message of each contract that no deal has, and each row that no result
    reaches."""
    for name in contracts_never_up(rules):
        contract = rules.contracts[name].name
        yield (
            f"contract.{name}",
            say("the contract {contract} can never come up", contract=contract),
        )
    never = never_reached_rows(rules, tried) if is_searched else ()
    for place, outcome in enumerate(rules.scoring.outcomes):
        if outcome in never:
            yield (
                f"outcome[{place}]",
                say("the row `{row}` never applies: no result leads to it", row=outcome.name),
            )


def _plainest_examples(trial: Trial, tried: Iterable[TaskResult]) -> Iterator[Counterexample]:
    """Yield the smallest example of each kind of fault, with the message shown at the table."""
    best: dict[str, Counterexample] = {}
    for one in tried:
        situation = trial.found[one.place]
        for code, facts in one.broken.items():
            unsaid = Counterexample(code, "", situation, facts)
            example = tally_of_one(situation, facts).broken.get(code, unsaid)
            if code not in best or example.weight < best[code].weight:
                best[code] = example
    yield from best.values()
