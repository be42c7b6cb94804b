"""The grid of contracts that are picked each once: a row a player, a column a contract, and the
score."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.report.phrases import score
from scorekeeper.report.sheet import Sheet
from scorekeeper.rules.model import Ruleset

PLAYED, OPEN, CLOSED = "X", "·", "–"


class Row(NamedTuple):
    """A player, a mark for each contract, and the score of the player or of the player's side."""

    player: str
    marks: list[str]
    total: str


def grid_rows(sheet: Sheet, rules: Ruleset) -> list[Row]:
    """The grid of the game that is played; nothing for rules that have none."""
    if not (rules.deals.picked and rules.deals.once):
        return []
    deals, totals = sheet.deals, [score(sheet.total(side), rules) for side in sheet.sides]
    played = {(deal.holder, deal.contract) for deal in deals if deal.game == deals[-1].game}
    return [
        Row(
            player,
            [_mark(sheet, player, contract, played) for contract in rules.contracts],
            totals[seat % len(totals)],  # partners sit across
        )
        for seat, player in enumerate(sheet.players)
    ]


def _mark(
    sheet: Sheet, player: str, contract: str, played: Collection[tuple[str | None, str | None]]
) -> str:
    if (player, contract) in played:
        return PLAYED
    return CLOSED if contract in sheet.closed.get(player, ()) else OPEN
