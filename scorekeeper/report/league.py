"""The league as a plain value, as tables and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from scorekeeper.language import tr, trc, trn
from scorekeeper.league.evening import Taken
from scorekeeper.league.standings import League, Pair, Row, all_games
from scorekeeper.problems import labelled, parted
from scorekeeper.report.fitting import is_within
from scorekeeper.report.money import decimal_words, signed_decimal
from scorekeeper.report.text import text_table
from scorekeeper.report.width import all_wrapped, cut, safe, wrapped
from scorekeeper.report.words import contract_word, signed
from scorekeeper.ruleset.model import Ruleset

Value = dict[str, Any]
MOST_PAIRS = 12
WIDE = 76
GAPS = (2, 1)
Games = Mapping[str, Ruleset]  # the rules that are at hand, by game


# --- a value ------------------------------------------------------------------------------------------


def league_value(found: League) -> Value:
    """The whole league, as `league --format json` prints it; players are ranked by wins."""
    return {
        "evenings": found.evenings,
        "finished": found.finished,
        "deals": found.deals,
        "first": found.days[0] if found.days else None,
        "last": found.days[1] if found.days else None,
        "players": [_all_games(name, row) for name, row in _ranked(all_games(found))],
        "games": {
            game: _game(rows, found.contracts.get(game, {}), game in found.lowest) for game, rows in found.games.items()
        },
        "pairs": [_pair(names, pair) for names, pair in _by_evenings(found.pairs)],
    }


def _game(rows: Mapping[str, Row], contracts: Mapping[str, Taken], lowest: bool) -> Value:
    return {
        "players": [_player(name, row) for name, row in _ranked(rows, lowest)],
        "contracts": [_contract(contract, taken) for contract, taken in contracts.items()],
    }


def _ranked(rows: Mapping[str, Row], lowest: bool = False) -> list[tuple[str, Row]]:
    """By wins, then by shared wins, then by points, of which fewer are better where the lowest wins."""
    sign = 1 if lowest else -1
    return sorted(rows.items(), key=lambda item: (-item[1].wins, -item[1].shared, sign * item[1].points, item[0]))


def _all_games(name: str, row: Row) -> Value:
    """A player's row over all games: points of different games are not of one kind."""
    return {"player": name, "evenings": row.evenings, "wins": row.wins, "shared": row.shared, "deals": row.deals}


def _player(name: str, row: Row) -> Value:
    """A player's row in one game."""
    points = {"points": row.points, "average": round(row.points / row.deals, 2)}
    return {**_all_games(name, row), **points, "best": {"result": row.best, "session": row.session}}


def _contract(contract: str, taken: Taken) -> Value:
    """What declarers took on average, against the quota, and how far from that they lie."""
    mean = taken.taken / taken.deals
    return {
        "contract": contract,
        "deals": taken.deals,
        "quota": round(taken.quota / taken.deals, 2),
        "taken": round(mean, 2),
        "spread": round(sqrt(max(0.0, taken.squares / taken.deals - mean * mean)), 2),
        "met": round(100 * taken.met / taken.deals),
        "average": round(taken.points / taken.deals, 2),
    }


def _by_evenings(pairs: Mapping[tuple[str, str], Pair]) -> list[tuple[tuple[str, str], Pair]]:
    return sorted(pairs.items(), key=lambda item: (-item[1].evenings, item[0]))


def _pair(names: tuple[str, str], pair: Pair) -> Value:
    above = dict(zip(names, (pair.first, pair.second), strict=True))
    return {
        "players": list(names),
        "evenings": pair.evenings,
        "above": above,
        "level": pair.evenings - sum(above.values()),
    }


# --- text ---------------------------------------------------------------------------------------------


def league_text(value: Value, width: int, plain: bool, known: Games) -> str:
    """The league on a screen no wider than `width`, or as lines for a screen reader; games that are
    not `known` stand there under their ids."""
    return "\n\n".join(["\n".join(wrapped(_title(value), width, "  ")), *_parts(value, width, plain, known)])


def _title(value: Value) -> str:
    said = [trn(value["evenings"], "{n} evening", "{n} evenings"), trn(value["deals"], "{n} deal", "{n} deals")]
    if value["first"]:
        said.append(tr("{first} to {last}", first=safe(value["first"]), last=safe(value["last"])))
    return " · ".join(said)


def _parts(value: Value, width: int, plain: bool, known: Games) -> Iterator[str]:
    games = value["games"]
    if len(games) > 1:
        yield _table(
            tr("All games"), _heads(False), [_cells(row, False, width) for row in value["players"]], width, plain
        )
    for game, found in games.items():
        yield from _game_parts(game, found, width, plain, known.get(game))
    if value["pairs"]:
        yield _table(
            tr("Head to head"), _pair_heads(), [_pair_cells(row) for row in value["pairs"][:MOST_PAIRS]], width, plain
        )
        left = len(value["pairs"]) - MOST_PAIRS
        if left > 0:
            more = trn(
                left,
                "{n} more pair; `--player NAME` shows one player's",
                "{n} more pairs; `--player NAME` shows one player's",
            )
            yield "\n".join(wrapped(more, width, "  "))


def _game_parts(game: str, found: Value, width: int, plain: bool, rules: Ruleset | None) -> Iterator[str]:
    """The players of one game, then its contracts where it has any with quotas."""
    name = safe(rules.name.shown()) if rules else game
    yield _table(cut(name, width), _heads(True), [_cells(row, True, width) for row in found["players"]], width, plain)
    if found["contracts"]:
        rows = [_contract_cells(row, width, rules) for row in found["contracts"]]
        yield _table(cut(tr("{game}: what declarers take", game=name), width), _contract_heads(), rows, width, plain)


def _heads(whole: bool) -> list[str]:
    heads = [tr("player"), tr("evenings"), tr("won"), tr("shared"), tr("deals")]
    return [*heads, tr("points"), tr("a deal"), trc("the result of an evening", "best")] if whole else heads


def _cells(row: Value, whole: bool, width: int) -> list[str]:
    name = cut(safe(row["player"]), 20 if width >= WIDE else 8)
    cells = [name, *(str(row[key]) for key in ("evenings", "wins", "shared", "deals"))]
    if not whole:
        return cells
    return [*cells, signed(row["points"]), signed_decimal(row["average"], 2), signed(row["best"]["result"])]


def _contract_heads() -> list[str]:
    return [tr("contract"), tr("deals"), tr("quota"), tr("taken"), tr("spread"), tr("met"), tr("points")]


def _contract_cells(row: Value, width: int, rules: Ruleset | None) -> list[str]:
    name = contract_word(rules, row["contract"]) if rules else row["contract"]
    said = [
        decimal_words(f"{row['quota']:g}"),
        decimal_words(f"{row['taken']:.2f}"),
        decimal_words(f"±{row['spread']:.2f}"),
        f"{row['met']} %",
        signed_decimal(row["average"], 2),
    ]
    return [cut(safe(name), 16 if width >= WIDE else 10), str(row["deals"]), *said]


def _pair_heads() -> list[str]:
    return [tr("players"), tr("evenings"), tr("above"), tr("level")]


def _pair_cells(row: Value) -> list[str]:
    first, second = row["players"]
    above = f"{row['above'][first]} : {row['above'][second]}"
    return [f"{cut(safe(first), 14)} – {cut(safe(second), 14)}", str(row["evenings"]), above, str(row["level"])]


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, plain: bool) -> str:
    """A table under its title; where even a tight one does not fit, a line a row, broken between words."""
    gap = next((gap for gap in GAPS if is_within(heads, rows, width, gap)), None)
    if gap and not plain:
        return f"{cut(title, width)}\n{text_table(heads, rows, ['left', *['right'] * (len(heads) - 1)], gap)}"
    body = [parted(labelled(head, cell) for head, cell in zip(heads, row, strict=True)) for row in rows]
    lines = [f"{title}:", *body]
    return "\n".join(lines if plain else all_wrapped(lines, width))
