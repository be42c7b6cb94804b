"""What is said beside the numbers of a certificate, so that a reader can weigh them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from scorekeeper.proof.domains import UNBOUNDED, bounds_of, is_open_ended
from scorekeeper.proof.reach import (
    Reach,
    base_names,
    entry_formulas,
    looks_back,
    needs_dealer,
    scoring_formulas,
)
from scorekeeper.proof.running import Trial, Tried
from scorekeeper.proof.situations import MOST_CHOICES, choices_of
from scorekeeper.proof.ways import Order
from scorekeeper.rules.model import Count, Outcome, Ruleset
from scorekeeper.text.message import Words, listing, say


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


def never_met(rules: Ruleset, tried: Sequence[Tried]) -> list[Outcome]:
    """The rows to which no result leads that there is. Of a row whose test asks what was scored
    before it is not known: results are tried as at the start of a game."""
    return [row for row in unmet(rules, tried) if not _is_later(rules, row)]


def _is_later(rules: Ruleset, row: Outcome) -> bool:
    return row.when is not None and looks_back(rules, row.when)


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
