"""The league as it is read back from its JSON, which is kept beside the sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.league.course import Mark, Month, Runs
from scorekeeper.league.peaks import Record
from scorekeeper.report.league.league_value import (
    Best,
    BestDeal,
    ContractRow,
    DeclaredRow,
    FormRow,
    GameStandings,
    LeagueStandings,
    Matches,
    PairRow,
    PlayerRow,
    StreakRow,
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
        "form": tuple(map(_form_of_json, value["form"])),
        "streaks": tuple(map(_streaks_of_json, value["streaks"])),
        "records": tuple(map(_record_of_json, value["records"])),
        "calendar": tuple(map(_month_of_json, value["calendar"])),
    })  # fmt: skip


def _game_of_json(value: dict[str, Any]) -> GameStandings:
    rows = (
        {
            **row,
            "best": Best(**row["best"]),
            "matches": row["matches"] and Matches(**row["matches"]),
            "worst": Best(**row["worst"]),
            "best_deal": BestDeal(**row["best_deal"]),
            "worst_deal": BestDeal(**row["worst_deal"]),
        }
        for row in value["players"]
    )
    return GameStandings(**{
        **value,
        "players": tuple(PlayerRow(**row) for row in rows),
        "contracts": tuple(ContractRow(**row) for row in value["contracts"]),
        "declared": tuple(DeclaredRow(**row) for row in value["declared"]),
    })  # fmt: skip


def _pair_of_json(players: Sequence[str], **rest: Any) -> PairRow:
    first, second = players
    return PairRow((first, second), **rest)


def _form_of_json(row: Mapping[str, Any]) -> FormRow:
    return FormRow(row["player"], tuple(Mark(**mark) for mark in row["evenings"]))


def _streaks_of_json(row: Mapping[str, Any]) -> StreakRow:
    return StreakRow(row["player"], Runs(**row["wins"]), Runs(**row["days"]))


def _record_of_json(row: Mapping[str, Any]) -> Record:
    return Record(**{**row, "players": tuple(row["players"])})


def _month_of_json(row: Mapping[str, Any]) -> Month:
    return Month(row["month"], row["evenings"], tuple(row["days"]))
