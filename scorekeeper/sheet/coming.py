"""The coming deal: who deals, declares and leads, what is left, every quota, what is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.entry.asked import Asks, asks
from scorekeeper.ruleset.model import EVERY_SIDE
from scorekeeper.schedule import Turn, deals_per_game
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.standing import Standing
from scorekeeper.words.coming_words import turn_words
from scorekeeper.words.deeds import player_at


class Coming(NamedTuple):
    """The coming deal. Who declares or leads is None while the deal itself decides it; a contract
    whose sides' quotas are not known yet has none. `needs` is what must be entered, `say` all of
    it in a sentence."""

    deal: int
    of: int | None
    game: int
    round: int
    dealer: str
    declarer: str | None
    leader: str | None
    contracts: tuple[str, ...]
    quotas: Mapping[str, Mapping[str, int]]
    needs: tuple[str, ...]
    say: str


def next_of(standing: Standing) -> Coming | None:
    """The coming deal; None when the session is over."""
    turn, agreed = standing.next_turn, standing.agreed
    if turn is None:
        return None
    return Coming(
        deal=turn.number,
        of=deals_per_game(agreed),
        game=turn.game,
        round=turn.round,
        dealer=agreed.players[turn.dealer],
        declarer=player_at(agreed, turn.declarer),
        leader=player_at(agreed, turn.leader),
        contracts=tuple(turn.contracts),
        quotas={contract: _quotas_of(standing, turn, contract) for contract in turn.contracts},
        needs=tuple(_needs(asks(agreed, standing.state))),
        say=turn_words(agreed, turn),
    )


def _needs(asked: Asks) -> list[str]:
    """What must be entered: the contract where there is a choice, then facts, then counts."""
    return [*(["contract"] if len(asked.by_contract) > 1 else []), *asked.always]


def _quotas_of(standing: Standing, turn: Turn, contract: str) -> dict[str, int]:
    """Each side's quota; none while the deal itself decides who has which role."""
    facts = DealFacts(standing.agreed, standing.state, turn, {"contract": contract})
    named = standing.agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    numbers = quotas(facts) if named <= set(facts.roles) else None
    return (
        dict(zip(standing.agreed.side_names, numbers, strict=True)) if numbers is not None else {}
    )


# --- as programs read it -------------------------------------------------------------------------


def coming_value(coming: Coming | None) -> dict[str, object] | None:
    """What stands under `next` in JSON: the names of its keys are promised."""
    if coming is None:
        return None
    named = coming._asdict()
    return {**named, "contracts": list(coming.contracts), "needs": list(coming.needs)}
