"""The certificate: what came of trying every result that the rules of a game allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from scorekeeper.game.facts import quotas
from scorekeeper.proof.remarks import has_no_end, is_cut, is_partial, never_met, remarks
from scorekeeper.proof.running import (
    GROUPS,
    LIMITS,
    Limits,
    Tick,
    Trial,
    Tried,
    beside_of,
    seen_rows,
    trial_of,
    tried,
)
from scorekeeper.proof.situations import Situation, contracts_never_up
from scorekeeper.proof.tally import Reach, RowSeen, all_seen, joined
from scorekeeper.proof.trying import Beside, Counterexample, scored_alone
from scorekeeper.proof.ways import Order, fact_ways, facts_of, there_to_take
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Words, say

MOST_LOOKED_AT = 20_000  # ways to give the facts, of which quotas hang on few


class Line(NamedTuple):
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
    reach: Reach
    drawn: int
    exact: bool
    bounds: Reach | None

    def is_sure(self, role: str) -> bool:
        """Whether the least and the most of a role are bounds."""
        return self.exact or (self.bounds or {}).get(role) == self.reach[role]


class Certificate(NamedTuple):
    """What was proved: the lines, what was tried by chance and with which seed, what changes no
    points, what can never come up, what breaks the rules' word, and what is to be said. Of those
    `tried` so many were `grouped` with others of which the rules leave the same; `whole` says that
    they are every result there is."""

    rules: Ruleset
    lines: tuple[Line, ...]
    rows: tuple[Line, ...]
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
) -> Certificate:
    """Tries every result of every contract, dealer and number of players, those of which the rules
    leave the same as one; where that is too much by the limits, or the results cannot be counted
    out, so many draws by chance from `seed`. `tick` hears of every stretch of work how many results
    it had."""
    trial = trial_of(rules, limits, seed)
    return certified(trial, map(partial(tried, trial, tick=tick), range(len(trial.tasks))), seed)


def certified(
    trial: Trial, done: Iterable[Tried], seed: int, tick: Tick | None = None
) -> Certificate:
    """The certificate of what came of every task. `tick` hears of every task how much it was."""
    found = list[Tried]()
    for task, one in zip(trial.tasks, done, strict=True):
        found.append(one)
        if tick is not None:
            tick(task.number)
    rules, order = trial.rules, trial.order
    is_all, is_drawn = not is_partial(trial), any(t.is_drawn for t in found)
    is_searched = not (is_drawn or is_cut(trial) or has_no_end(order))
    return Certificate(
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


def _lines(trial: Trial, tried: Sequence[Tried], is_all: bool) -> Iterator[Line]:
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


def _rows(trial: Trial, tried: Sequence[Tried], is_all: bool) -> Iterator[Line]:
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
) -> Line:
    """A line of what was seen; `is_all` says that nothing was left out but by drawing."""
    ranked = sorted(seen.reach, key=[*trial.rules.roles, ""].index)
    is_exact = not any(t.is_drawn for t in tried)
    bounds = _bounds(tried) if players and is_all and not is_exact else None
    return Line(
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


def _bounds(tried: Iterable[Tried]) -> Reach | None:
    """What no role scores less or more than in any of these; None where one of them cannot say."""
    found: Reach = {}
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
