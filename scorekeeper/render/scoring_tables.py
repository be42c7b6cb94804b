"""The scoring of a game in tables: contracts with their quotas, the settlement, values of bids
and of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.base.exact import number_word, signed
from scorekeeper.render.section import Chart
from scorekeeper.report.game.roles import against_quota, settled
from scorekeeper.report.game.worth import span_of_step
from scorekeeper.report.phrases import count_word, role_word
from scorekeeper.rules.cards import rank_shown
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.formulas import score
from scorekeeper.rules.model import EVERY_SIDE, Contract, Count, Ladder, Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import listed, text_of

LONGEST = 24  # columns that a cell may take; what is longer stands in the lines above


def charts(rules: Ruleset) -> list[Chart]:
    """Every table that says something."""
    found = [*_quotas(rules), *_settlement(rules), *_ladders(rules), *_cards(rules)]
    return [chart for chart in found if len(chart.rows) > 1 and len(chart.heads) > 1]


# --- contracts -----------------------------------------------------------------------------------


def _quotas(rules: Ruleset) -> Iterator[Chart]:
    """A row a contract, a column a role with its quota, and what a trick above or below it is
    worth."""
    contracts = [contract for contract in rules.contracts.values() if contract.quota]
    for players in rules.players if contracts else ():
        roles = list(dict.fromkeys(role for contract in contracts for role in contract.quota))
        title = tr("{n} players: quotas", n=players) if len(rules.players) > 1 else tr("quotas")
        heads = (title, *(_whose(rules, role) for role in roles), tr("above"), tr("below"))
        rows = [
            (contract.name.shown(), *_contract_cells(contract, roles, players))
            for contract in contracts
        ]
        yield Chart(heads, tuple(rows))


def _whose(rules: Ruleset, role: str) -> str:
    """Whose a column is; said to be each one's where several players who are no side have the
    role."""
    if role == EVERY_SIDE:
        return tr("everybody")
    word = role_word(rules, role)
    return (
        tr("{role} (each)", role=word)
        if rules.roles.get(role) == "others" and not rules.teams
        else word
    )


def _contract_cells(contract: Contract, roles: list[str], players: int) -> Iterator[str]:
    for role in roles:
        formula = contract.quota.get(role)
        yield _quota_number(formula, players) if formula else ""
    held = {against_quota(formula) for formula in contract.points.values()}
    one = held.pop() if len(held) == 1 else None
    yield "" if one is None else signed(-1 if one.at_most else 1)
    yield "" if one is None else signed(1 if one.at_most else -1)


def _quota_number(formula: Formula, players: int) -> str:
    number = settled(formula, {"players": players}).constant
    return "*" if number is None else str(number)


# --- the settlement ------------------------------------------------------------------------------


def _settlement(rules: Ruleset) -> Iterator[Chart]:
    """A row an outcome, a column a role; where what they score is short enough for one."""
    roles = list(rules.roles)
    cells = [
        [_scored(rules, outcome.points, role) for role in roles]
        for outcome in rules.scoring.outcomes
    ]
    if roles and all(len(cell) <= LONGEST for row in cells for cell in row):
        names = [outcome.name.shown() or tr("otherwise") for outcome in rules.scoring.outcomes]
        rows = tuple((name, *row) for name, row in zip(names, cells, strict=True))
        yield Chart((tr("outcome"), *(_whose(rules, role) for role in roles)), rows)


def _scored(rules: Ruleset, points: Mapping[str, Formula], role: str) -> str:
    return text_of(score(rules, points.get(EVERY_SIDE) or points[role]))


# --- tables of values ----------------------------------------------------------------------------


def _ladders(rules: Ruleset) -> Iterator[Chart]:
    for ladder in rules.scoring.ladders.values():
        yield Chart(
            (tr("table"), text_of(term(rules, ladder.id))),
            tuple(_of_ranks(rules, ladder) or _of_keys(rules, ladder)),
        )


def _of_ranks(rules: Ruleset, ladder: Ladder) -> list[tuple[str, str]]:
    """The rows of a table of ranks, high to low; nothing of one that is none."""
    values = {**{str(step): value for step, value in ladder.steps}, **ladder.words}
    if not set(values) <= set(rules.pack.ranks):
        return []
    return [
        (rank_shown(rules.pack, rank), number_word(values[rank]))
        for rank in rules.pack.ranks
        if rank in values
    ]


def _of_keys(rules: Ruleset, ladder: Ladder) -> list[tuple[str, str]]:
    rows = [
        (span_of_step(rules, ladder, place), number_word(value))
        for place, (_, value) in enumerate(ladder.steps)
    ]
    return [
        *rows,
        *((_word(rules, word), number_word(value)) for word, value in ladder.words.items()),
    ]


def _word(rules: Ruleset, word: str) -> str:
    """What the word of a row is called: one that an entry may be, or a contract."""
    named = [fact.values[word].shown() for fact in rules.facts.values() if word in fact.values]
    if not named and word in rules.contracts:
        return rules.contracts[word].name.shown()
    return named[0] if named else word


def _cards(rules: Ruleset) -> Iterator[Chart]:
    """What each card is worth, in trumps too where that differs."""
    for count in rules.counts.values():
        if count.values:
            yield _values(rules, count)


def _values(rules: Ruleset, count: Count) -> Chart:
    ranks = [
        rank for rank in rules.pack.ranks if rank in count.values or rank in count.trump_values
    ]
    rest = [rank for rank in rules.pack.ranks if rank not in ranks]
    differs = count.trump_values != count.values
    heads = (tr("card"), count_word(rules, count.id), *([tr("in trumps")] if differs else []))
    rows = [
        (
            rank_shown(rules.pack, rank),
            str(count.values.get(rank, 0)),
            *_in_trumps(count, rank, differs),
        )
        for rank in ranks
    ]
    if rest:
        rows.append(
            (
                listed((rank_shown(rules.pack, rank) for rank in rest), "and"),
                "0",
                *(["0"] if differs else []),
            )
        )
    return Chart(heads, tuple(rows))


def _in_trumps(count: Count, rank: str, differs: bool) -> list[str]:
    return [str(count.trump_values.get(rank, 0))] if differs else []
