"""The certificate: what came of trying every result that the rules of a game allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.language import Phrase
from scorekeeper.lint.remarks import remarks, unmet
from scorekeeper.lint.running import Tick, Tried, all_tried, beside_of, planned
from scorekeeper.message import Words, say
from scorekeeper.possibilities.reach import reach_of
from scorekeeper.possibilities.situations import Situation, contracts_never_up, situations
from scorekeeper.possibilities.trying import Beside, Counterexample, Tally
from scorekeeper.possibilities.ways import Order, fact_ways, facts_of, order_of, there_to_take
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.scoring.facts import quotas

MOST, DRAWS = 1_000_000, 5_000
MOST_LOOKED_AT = 20_000  # ways to give the facts, of which quotas hang on few


class Line(NamedTuple):
    """A contract, or a row of the settlement table, at a table of so many: how many results were
    tried and how many can be, what the quotas and the points add up to, and the least and the
    most that a side scored, by role."""

    players: int
    name: Words
    dealers: int
    tried: int
    possible: int
    quotas: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    reach: Mapping[str, tuple[int, int]]


class Certificate(NamedTuple):
    """What was proved: the lines, what was tried by chance and with which seed, what changes no
    points, what can never come up, what breaks the rules' word, and what is to be said."""

    rules: Ruleset
    lines: tuple[Line, ...]
    rows: tuple[Line, ...]
    tried: int
    possible: int
    drawn: int
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
    rules: Ruleset, seed: int = 1, most: int = MOST, draws: int = DRAWS, tick: Tick | None = None
) -> Certificate:
    """Tries every result of every contract, dealer and number of players; where they are more
    than `most`, or cannot be counted out, so many draws by chance from `seed`. `tick` hears of
    every stretch of work how many results it had."""
    reach = reach_of(rules)
    order = order_of(rules, reach.scoring)
    found = situations(rules, reach)
    tried = [*all_tried(found, order, seed, most, draws, tick or (lambda number: None))]
    return Certificate(
        rules=rules,
        lines=tuple(_lines(rules, order, tried)),
        rows=tuple(_rows(rules, tried)),
        tried=sum(t.tally.tried for t in tried if not t.drawn),
        possible=sum(t.tally.possible for t in tried if not t.drawn),
        drawn=sum(t.tally.possible for t in tried if t.drawn),
        seed=seed,
        beside=tuple(beside_of(rules, reach, order, found)),
        quota_total=_quota_total(found, order),
        never=tuple(_never(rules, tried)),
        broken=tuple(_plainest(t.tally for t in tried)),
        remarks=tuple(remarks(rules, reach, order, tried)),
    )


def work(rules: Ruleset, most: int = MOST, draws: int = DRAWS) -> int:
    """How many results `certificate` will try, about."""
    reach = reach_of(rules)
    every, chance = planned(situations(rules, reach), order_of(rules, reach.scoring), most)
    return sum(number for _, number in every) + (draws if chance else 0)


# --- what came of it -----------------------------------------------------------------------------


def _lines(rules: Ruleset, order: Order, tried: list[Tried]) -> Iterator[Line]:
    """A line for each number of players and contract."""
    for players in rules.players:
        at_table = [t for t in tried if len(t.situation.agreed.players) == players]
        for contract in rules.contracts or (None,):
            chosen = [t for t in at_table if t.situation.contract == contract]
            if chosen:
                name = rules.contracts[contract].name if contract else ""
                wanted = dict.fromkeys(
                    quota for t in chosen for quota in _quotas(t.situation, order)
                )
                yield _line(players, name, chosen, _seen(chosen), tuple(wanted))


def _rows(rules: Ruleset, tried: list[Tried]) -> Iterator[Line]:
    """A line for each row of the settlement table, over every table and contract."""
    every = _seen(tried)
    names: dict[str, Phrase] = {}
    for outcome in rules.scoring.outcomes:
        names.setdefault(outcome.name.in_english(), outcome.name)
    for name, words in names.items():
        seen = Counter({key: number for key, number in every.items() if key[0] == name})
        if seen:
            number = sum(seen.values())
            line = _line(0, words, tried, seen, ())
            yield line._replace(tried=number, possible=number)


def _seen(tried: list[Tried]) -> Counter[Any]:
    seen: Counter[Any] = Counter()
    for one in tried:
        seen.update(one.tally.seen)
    return seen


def _line(
    players: int,
    name: Words,
    tried: list[Tried],
    seen: Counter[Any],
    wanted: tuple[tuple[int, ...], ...],
) -> Line:
    reach: dict[str, tuple[int, int]] = {}
    for _, roles, points in seen:
        for role, number in zip(roles, points, strict=True):
            least, most = reach.get(role or "", (number, number))
            reach[role or ""] = (min(least, number), max(most, number))
    ranked = sorted(reach, key=[*tried[0].situation.agreed.rules.roles, ""].index)
    return Line(
        players=players,
        name=name,
        dealers=len({t.situation.state.dealer for t in tried}),
        tried=sum(t.tally.tried for t in tried),
        possible=sum(t.tally.possible for t in tried),
        quotas=wanted,
        sums=tuple(sorted({sum(points) for _, _, points in seen})),
        reach={role: reach[role] for role in ranked},
    )


def _quotas(situation: Situation, order: Order) -> Iterator[tuple[int, ...]]:
    """Every side's quota, from the declarer round, whatever the facts are."""
    if situation.contract is None or not situation.agreed.rules.contracts[situation.contract].quota:
        return
    for entered in islice(fact_ways(situation, order), MOST_LOOKED_AT):
        facts = facts_of(situation, entered)
        numbers, first = quotas(facts) or (), facts.turn.declarer or 0
        yield (*numbers[first % len(numbers) :], *numbers[: first % len(numbers)])


def _quota_total(found: list[Situation], order: Order) -> bool | None:
    """Whether the quotas add to what there is to take, in every situation; None without quotas."""
    is_met = list[bool]()
    for situation in found:
        if there := there_to_take(situation):
            _, total = there
            is_met += [sum(quota) == total for quota in _quotas(situation, order)]
    return all(is_met) if is_met else None


def _never(rules: Ruleset, tried: list[Tried]) -> Iterator[tuple[str, Words]]:
    """Contracts that no deal can have, and rows that no result leads to."""
    for name in contracts_never_up(rules):
        contract = rules.contracts[name].name
        yield (
            f"contract.{name}",
            say("the contract {contract} can never come up", contract=contract),
        )
    if any(t.drawn for t in tried):
        return
    never = unmet(rules, tried)
    for place, outcome in enumerate(rules.scoring.outcomes):
        if outcome in never:
            yield (
                f"outcome[{place}]",
                say("the row `{row}` never applies: no result leads to it", row=outcome.name),
            )


def _plainest(tallies: Iterable[Tally]) -> Iterator[Counterexample]:
    best = Tally()
    for tally in tallies:
        for example in tally.broken.values():
            best.note(example)
    yield from best.broken.values()
