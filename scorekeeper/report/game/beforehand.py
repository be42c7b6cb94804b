"""What the table does before play in the coming deal: the dealing, who speaks first, what the
deal itself decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import Turn
from scorekeeper.game.standing import Standing
from scorekeeper.referee.case import case_at
from scorekeeper.referee.dealing import in_short, step_words, steps_dealt
from scorekeeper.referee.dealing_words import players_by_seat
from scorekeeper.rules.formula import FormulaError, number_of
from scorekeeper.text.speech import text_of

FACT = "fact "  # before the fact that names a player, in the words of the schedule


class Dealing(NamedTuple):
    """How the cards are dealt: `brief` in short, and every one of the `steps`."""

    brief: Sequence[str]
    steps: Sequence[str]


class Beforehand(NamedTuple):
    """Who speaks first, by part (`declarer`, `leader`) the fact that names whoever is not known
    yet, the dealing, and by contract the quotas of roles where those of sides are not known."""

    speaks: str | None
    decided_by: Mapping[str, str]
    dealing: Dealing
    quotas_by_role: Mapping[str, Mapping[str, int]]


def beforehand(
    standing: Standing, turn: Turn, sides: Mapping[str, Mapping[str, int | None]]
) -> Beforehand:
    """What the table does before the coming deal; `sides` are the quotas of the sides in each
    contract."""
    return Beforehand(
        speaks=_speaks(standing),
        decided_by=dict(_decided_by(standing, turn)),
        dealing=_dealing(standing),
        quotas_by_role={
            name: _of_roles(standing, name) for name in turn.contracts if not sides[name]
        },
    )


def _speaks(standing: Standing) -> str | None:
    """Who calls first where there is an auction: the player at the dealer's left."""
    agreed, state = standing.seating.agreed, standing.seating.state
    first = agreed.players[(state.dealer + 1) % len(agreed.players)]
    return first if agreed.rules.auction else None


def _decided_by(standing: Standing, turn: Turn) -> Iterator[tuple[str, str]]:
    """Each part whose player the deal names, with the fact that does."""
    deals = standing.agreed.rules.deals
    first = deals.first if turn.number == 1 else None
    declarer = first or deals.declarer
    leader = first or (declarer if deals.leader == "declarer" else deals.leader)
    for part, seat, who in (("declarer", turn.declarer, declarer), ("leader", turn.leader, leader)):
        if seat is None and who is not None:
            yield part, who.removeprefix(FACT)


def _of_roles(standing: Standing, contract: str) -> dict[str, int]:
    """The quota of each role, as far as it follows from what was agreed."""
    quota = standing.agreed.rules.contracts[contract].quota
    try:
        return {role: number_of(formula, standing.agreed.known) for role, formula in quota.items()}
    except FormulaError:
        return {}


def _dealing(standing: Standing) -> Dealing:
    """In short: all of it in a line, and what the contract has of its own where it is known; and
    every step."""
    case = case_at(standing.seating.agreed, standing.seating.state, {})
    if not case.referee.dealing.steps and case.rules.hand is None:
        return Dealing([], [])
    seats = players_by_seat(case)
    steps = [step_words(case, step) for step in steps_dealt(case, seats)]
    return Dealing([*map(text_of, in_short(case, seats))], [*map(text_of, steps)])
