"""The contracts of a game and their quotas, as what tells it from others."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.game.facts import DealFacts, quotas
from scorekeeper.proof.reach import reach_of
from scorekeeper.proof.situations import Situation, situations
from scorekeeper.report.game.feature import NONE, Feature, common_feature
from scorekeeper.rules.model import Deals, Ruleset
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed, names_listed


def contract_features(rules: Ruleset) -> Iterator[Feature]:
    """How the contracts come, which there are, their quotas and their orders of rank."""
    if not rules.contracts:
        yield common_feature("picking", (tr(NONE),), tr("there are no contracts"))
        return
    yield _picking(rules.deals)
    contracts = rules.contracts.values()
    number = len(contracts)
    there_are = trn(number, "there is {n} contract", "there are {n} contracts")
    yield common_feature("contracts-number", (str(number),), there_are)
    names = names_listed(c.name.shown() for c in contracts)
    yield common_feature(
        "contracts", (names,), tr("the contracts are {contracts}", contracts=names)
    )
    sets = _quota_sets(rules)
    if sets:
        yield common_feature("quotas", (sets,), tr("the quotas are {quotas}", quotas=sets))
    low = names_listed(c.name.shown() for c in contracts if c.ranks)
    if low:
        yield common_feature(
            "ranks", (low,), tr("cards have another order of rank in {contracts}", contracts=low)
        )
    else:
        yield common_feature("ranks", (tr(NONE),), tr("cards have one order of rank"))


def _picking(deals: Deals) -> Feature:
    if deals.picked and deals.once:
        way = tr("picked by the declarer, each once")
        said = tr("the contracts are picked by the declarer, each once")
    elif deals.picked:
        way, said = tr("picked by the declarer"), tr("the contracts are picked by the declarer")
    elif deals.by_round:
        way, said = tr("in order, one a round"), tr("the contracts come in order, one a round")
    else:
        way, said = tr("in order, one a deal"), tr("the contracts come in order, one a deal")
    return common_feature("picking", (way,), said)


def _quota_sets(rules: Ruleset) -> str:
    """Every set of quotas there is, each once, by role; by the number of players where it
    differs."""
    by_players: dict[int, list[str]] = {}
    for situation in situations(rules, reach_of(rules)):
        words = _quota_of(situation)
        rows = by_players.setdefault(len(situation.agreed.players), [])
        if words and words not in rows:
            rows.append(words)
    shown = {players: listed(rows) for players, rows in by_players.items() if rows}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return listed(
        (
            tr("{quotas} with {players} players", quotas=words, players=players)
            for players, words in shown.items()
        ),
        "and",
    )


def _quota_of(situation: Situation) -> str:
    """The quotas of a contract, from the declarer round: `8-4-4`."""
    turn = situation.turn
    facts = DealFacts(situation.agreed, situation.state, turn, situation.known)
    unknown = situation.agreed.rules.deals.first and situation.state.deal == 1
    numbers = None if unknown else quotas(facts)
    if numbers is None:
        return ""
    first = (turn.declarer or 0) % len(numbers)
    return "-".join(map(str, (*numbers[first:], *numbers[:first])))
