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
from scorekeeper.proof.results import (
    Beside,
    Counterexample,
    PointsReach,
    RowSeen,
    Tally,
    all_seen,
    alone,
    scored_alone,
    size,
    tried_all,
    tried_beside,
    tried_some,
)
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
# Running a proof: what is tried whole, what is drawn by chance, what is tried beside one result.


MOST_BESIDE = 20_000
LOOKED_AT = 1000  # what may be looked at to find one result
DRAWN_STEPS = 15_000_000  # of those that are drawn, or tried beside one result
EARLY = 10  # once this part of the steps is taken, it shows whether they will do
EACH, DRAWN = "each", "drawn"
Tick = Callable[[int], None]


class Limits(NamedTuple):
    """How much is done: the most results tried whole and the steps that these may take, how many
    are drawn where that is too few, the fewest of these in one situation, and about how many there
    may be in all because of that."""

    most: int = 4_000_000
    steps: int = 100_000_000  # ten seconds
    draws: int = 5_000
    fewest: int = 100
    least_draws: int = 100_000

    def for_a_page(self, rules: Ruleset) -> Limits:
        """Return the limits for a page of which a result may cost more than usual."""
        draws = DRAWN_STEPS // deal_steps(rules)
        return self._replace(draws=min(self.draws, draws), least_draws=min(self.least_draws, draws))


LIMITS = Limits()
QUICK = Limits(most=10_000, steps=5_000_000, draws=500, fewest=5)


class Task(NamedTuple):
    """What is tried of one situation, by its place: in which ways, the first that can be done,
    about how many results, the steps that trying them may take, draws and seed."""

    place: int
    ways: tuple[str, ...]
    number: int
    steps: int
    draws: int
    seed: int


class Tried(NamedTuple):
    """What came of a task: of which situation, in which way it was done, how many results were
    tried, can be and were told with others, the rows of the settlement, and by code what breaks."""

    place: int
    way: str
    tried: int
    possible: int
    grouped: int
    rows: Mapping[str | None, RowSeen]
    broken: Mapping[str, Facts]

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
    each, limits = deal_steps(rules), limits.for_a_page(rules)
    return Trial(rules, reach, order, found, tuple(_tasks(found, order, limits, each, seed)))


# --- what is to be done --------------------------------------------------------------------------


def _tasks(
    found: Sequence[Situation], order: Order, limits: Limits, each: int, seed: int
) -> Iterator[Task]:
    """The tasks of every situation. What would be too many results, after all that are smaller, is
    drawn; what could take too many steps is tried within them, or else drawn; what cannot be
    counted out is drawn in any case."""
    sizes = list(_sizes(found, order, limits.most))
    is_countable = all(map(_is_countable, order.facts))
    whole = _affordable(sizes, limits.most)
    sure = _affordable(sizes, min(limits.most, limits.steps // each))
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


def _affordable(sizes: Sequence[int], most: int) -> set[int]:
    """The places of the smallest that are no more than `most` together."""
    found, together = set[int](), 0
    for number, place in sorted((number, place) for place, number in enumerate(sizes)):
        if together + number <= most:
            found.add(place)
            together += number
    return found


def _sizes(found: Sequence[Situation], order: Order, most: int) -> Iterator[int]:
    """How many results each situation has; once enough ways to enter its facts have been counted,
    the rest are too many."""
    left = 2 * most
    for situation in found:
        number, looked = size(situation, order, most, left)
        left = max(0, left - looked)
        yield number


def _is_countable(fact: Fact) -> bool:
    return fact.kind != "cards" and not is_open_ended(fact)


# --- doing it ------------------------------------------------------------------------------------


def tried(trial: Trial, number: int, tick: Tick | None = None) -> Tried:
    """What comes of a task, by its number. `tick` hears of every stretch of results."""
    task, hear = trial.tasks[number], tick or (lambda number: None)
    found = (_in_one_way(trial, task, way, hear) for way in task.ways)
    return next(one for one in found if one is not None)


def _in_one_way(trial: Trial, task: Task, way: str, tick: Tick) -> Tried | None:
    """What comes of a task; None where trying every result takes too many steps."""
    situation, tally = trial.found[task.place], Tally()
    steps = Steps(task.steps) if way == EACH and DRAWN in task.ways else None
    if way == DRAWN:
        stretches = tried_some(situation, trial.order, task.draws, RandomSource(task.seed), tally)
    else:
        stretches = tried_all(situation, trial.order, tally, steps)
    told = 0
    for _ in stretches:
        tick(tally.tried - told)
        told = tally.tried
        if steps and _are_too_few(steps, task, told):
            return None
    if steps and steps.is_short:
        return None
    _alone(situation, tally)
    broken = {code: example.facts for code, example in tally.broken.items()}
    return Tried(task.place, way, tally.tried, tally.possible, tally.grouped, tally.rows(), broken)


def _are_too_few(steps: Steps, task: Task, tried: int) -> bool:
    """Whether the steps will not do, by what the first of them did."""
    taken = task.steps - steps.left
    return EARLY * taken > task.steps and taken * task.number > task.steps * tried


def _alone(situation: Situation, tally: Tally) -> None:
    """The facts that stand for a whole deal, once."""
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
    not everything was tried, these are not `exact`: they were seen, and are no bounds."""

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
    """What was proved: the lines, what was tried by chance and with which seed, what changes no
    points, what can never come up, what breaks the rules' word, and what is to be said. Of those
    `tried` so many were `grouped` with others that score alike; `whole` says that they are every
    result there is."""

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
    """Tries every result of every contract, dealer and number of players; where that is too much by
    the limits, or the results cannot be counted out, so many draws by chance from `seed`. `tick`
    hears of every stretch of work how many results it had."""
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
        grouped=sum(t.grouped for t in found),
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
