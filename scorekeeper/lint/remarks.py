"""What is said beside the numbers of a certificate, so that a reader can weigh them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.lint.running import Trial, Tried
from scorekeeper.message import Words, listing, say
from scorekeeper.possibilities.domains import UNBOUNDED, bounds_of, is_open_ended
from scorekeeper.possibilities.reach import Reach, needs_dealer
from scorekeeper.possibilities.situations import MOST_CHOICES, choices_of
from scorekeeper.possibilities.ways import Order
from scorekeeper.ruleset.model import Count, Outcome, Ruleset


def remarks(trial: Trial, tried: Sequence[Tried]) -> Iterator[Words]:
    """What a reader must know to weigh the numbers: what stood for what, what was left out."""
    rules, reach = trial.rules, trial.reach
    yield from _of_dealer(rules)
    yield from _of_counts(rules, reach)
    yield from _of_facts(trial.order)
    if any(one.is_drawn for one in tried):
        for row in unmet(rules, tried):
            yield say("no draw led to the row `{row}`", row=row.name)
    if reach.earlier:
        yield say("the points look at what was scored before: tried as at the start of a game")
    yield from _of_options(rules, reach)
    if is_cut(trial):
        yield say(
            "of {number} choices of the options the first {most} were tried",
            number=choices_of(rules, reach.options),
            most=MOST_CHOICES,
        )


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


def _of_options(rules: Ruleset, reach: Reach) -> Iterator[Words]:
    for name in reach.options:
        option = rules.options[name]
        choices = listing(option.values or (say("no"), say("yes")), "and")
        tried_as = option.default if option.kind == "number" else choices
        yield say("{option}: tried as {choices}", option=name, choices=tried_as)


def unmet(rules: Ruleset, tried: Sequence[Tried]) -> list[Outcome]:
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
