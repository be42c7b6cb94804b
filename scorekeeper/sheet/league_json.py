"""The league as it is read back from its JSON, which is kept beside the sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.sheet.league_value import (
    Best,
    ContractRow,
    GameStandings,
    LeagueStandings,
    Matches,
    PairRow,
    PlayerRow,
    Won,
)


def league_of_table(value: Mapping[str, Any]) -> LeagueStandings:
    """The league that was written as JSON, read. Raises LookupError, TypeError or AttributeError
    for anything else."""
    return LeagueStandings(**{
        **value,
        "players": tuple(Won(**row) for row in value["players"]),
        "games": {game: _game_of_json(found) for game, found in value["games"].items()},
        "pairs": tuple(_pair_of_json(**row) for row in value["pairs"]),
        "alike": tuple(map(tuple, value["alike"])),
        "apart": value["apart"],
        "further": value["further"],
    })  # fmt: skip


def _game_of_json(value: dict[str, Any]) -> GameStandings:
    rows = (
        {
            **row,
            "best": Best(**row["best"]),
            "matches": row["matches"] and Matches(**row["matches"]),
        }
        for row in value["players"]
    )
    return GameStandings(**{
        **value,
        "players": tuple(PlayerRow(**row) for row in rows),
        "contracts": tuple(ContractRow(**row) for row in value["contracts"]),
    })  # fmt: skip


def _pair_of_json(players: Sequence[str], **rest: Any) -> PairRow:
    first, second = players
    return PairRow((first, second), **rest)
