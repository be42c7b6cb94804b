"""The league as tables, which text, Markdown and HTML only lay out, and as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.language import tr, trn
from scorekeeper.problems import labelled, parted
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.fitting import is_within
from scorekeeper.render.markdown import escaped, markdown_table
from scorekeeper.render.text import text_table
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.words.days import days_words
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.money import decimal_words, signed_decimal
from scorekeeper.words.phrases import as_judged, better_words, contract_word, signed
from scorekeeper.words.width import all_wrapped, cut, safe, wrapped

Value = Mapping[str, Any]
Games = Mapping[str, Ruleset]  # the rules that are at hand, by game
MOST_PAIRS = 12  # on a screen
WIDE = 76
GAPS = (2, 1)
NOTHING = "-"


class Table(NamedTuple):
    """A table: its title, what its numbers are in a few words, its heads, its rows, whose first
    cell says of whom or of what; and what must be known of its points, on a screen too."""

    title: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Names(NamedTuple):
    """How much of a name a screen of this width has room for; None is a page, which has room for
    all."""

    width: int | None = None

    def shown(self, name: str, wide: int, narrow: int) -> str:
        """The name in so many columns of a wide screen, or of a narrow one."""
        if self.width is None:
            return name
        return cut(name, wide if self.width >= WIDE else narrow)


# --- the tables ---------------------------------------------------------------------------------


def title_words(value: Value) -> str:
    """How many evenings and deals, and when."""
    said = [
        trn(value["evenings"], "{n} evening", "{n} evenings"),
        trn(value["deals"], "{n} deal", "{n} deals"),
    ]
    if value["first"]:
        said.append(days_words(value["first"], value["last"]))
    return " · ".join(said)


def league_tables(value: Value, known: Games, names: Names) -> Iterator[Table]:
    """All games together where there are several, then each game, then who met whom; games that are
    not `known` stand under their ids."""
    if len(value["games"]) > 1:
        rows = [[*_won(row, names), str(row["deals"])] for row in value["players"]]
        caption = tr("points of different games are not added")
        yield Table(tr("All games"), caption, [*_won_heads(), tr("deals")], rows)
    for game, found in value["games"].items():
        yield from _game_tables(game, found, known.get(game), names)
    if value["pairs"]:
        heads = [tr("players"), tr("evenings"), tr("above"), tr("level")]
        caption = tr("how often each finished above the other")
        rows = [_pair_cells(row, names) for row in value["pairs"]]
        yield Table(tr("Head to head"), caption, heads, rows)


def _game_tables(game: str, found: Value, rules: Ruleset | None, names: Names) -> Iterator[Table]:
    """The players of one game, where its evenings are matches the points of the deals apart from
    their results; then its contracts where it has any with quotas."""
    name, players = rules.name.shown() if rules else game, found["players"]
    note = better_words(found["lowest"], of_match=False)
    caption = note or tr("more points are better")
    points = [tr("deals"), tr("points"), tr("a deal")]
    if found["of_match"]:
        heads = [*_won_heads(), tr("match points"), tr("an evening"), tr("best evening")]
        rows = [[*_won(row, names), *_matches(row)] for row in players]
        more = tr("more match points are better")
        yield Table(name, more, heads, rows, more if note else "")
        rows = [[_who(row, names), *_points(row, found)] for row in players]
        title = tr("{game}: points of the deals", game=name)
        yield Table(title, caption, [tr("player"), *points], rows, note)
    else:
        rows = [[*_won(row, names), *_points(row, found), _best(row, found)] for row in players]
        yield Table(name, caption, [*_won_heads(), *points, tr("best evening")], rows, note)
    if found["contracts"]:
        rows = [_contract_cells(row, found, rules, names) for row in found["contracts"]]
        title = tr("{game}: what declarers take", game=name)
        yield Table(title, tr("on average, against the quota"), _contract_heads(), rows)


def _won_heads() -> list[str]:
    return [tr("player"), tr("evenings"), tr("won"), tr("shared")]


def _who(row: Value, names: Names) -> str:
    return names.shown(row["player"], 20, 7)


def _won(row: Value, names: Names) -> list[str]:
    """Who, how many evenings, how many of them won alone, how many shared."""
    return [_who(row, names), *(str(row[key]) for key in ("evenings", "wins", "shared"))]


def _points(row: Value, found: Value) -> list[str]:
    """How many deals, their points, and those of a deal on average."""
    told = (signed(row["points"]), signed_decimal(row["average"], 2))
    return [str(row["deals"]), *(as_judged(points, found["lowest"]) for points in told)]


def _best(row: Value, found: Value) -> str:
    return as_judged(signed(row["best"]["result"]), found["lowest"])


def _matches(row: Value) -> list[str]:
    """The results of the matches together, of one on average, and the best."""
    matches = row["matches"]
    if not matches["evenings"]:
        return [NOTHING] * 3
    told = (
        signed(matches["points"]),
        signed_decimal(matches["average"], 2),
        signed(row["best"]["result"]),
    )
    return [points.removeprefix("+") for points in told]


def _contract_heads() -> list[str]:
    return [
        tr("contract"), tr("deals"), tr("quota"), tr("taken"), tr("spread"), tr("met"),
        tr("points"),
    ]  # fmt: skip


def _contract_cells(row: Value, found: Value, rules: Ruleset | None, names: Names) -> list[str]:
    name = contract_word(rules, row["contract"]) if rules else row["contract"]
    return [
        names.shown(name, 16, 10),
        str(row["deals"]),
        decimal_words(f"{row['quota']:g}"),
        decimal_words(f"{row['taken']:.2f}"),
        decimal_words(f"±{row['spread']:.2f}"),
        f"{row['met']} %",
        as_judged(signed_decimal(row["average"], 2), found["lowest"]),
    ]


def _pair_cells(row: Value, names: Names) -> list[str]:
    first, second = row["players"]
    both = " – ".join(names.shown(name, 14, 14) for name in (first, second))
    above = f"{row['above'][first]} : {row['above'][second]}"
    return [both, str(row["evenings"]), above, str(row["level"])]


# --- text ---------------------------------------------------------------------------------------


def league_text(value: Value, known: Games, width: int, plain: bool, ink: Ink = NO_INK) -> str:
    """The league on a screen no wider than `width`, or as lines for a screen reader."""
    left = len(value["pairs"]) - MOST_PAIRS
    shown = {**value, "pairs": value["pairs"][:MOST_PAIRS]}
    parts = ["\n".join(map(ink.bold, wrapped(title_words(value), width, "  ")))]
    parts += [
        _laid_out(table, width, plain, ink) for table in league_tables(shown, known, Names(width))
    ]
    if left > 0:
        more = trn(
            left,
            "{n} more pair; `--player NAME` shows one player's",
            "{n} more pairs; `--player NAME` shows one player's",
        )
        parts.append("\n".join(wrapped(more, width, "  ")))
    return "\n\n".join(parts)


def _laid_out(table: Table, width: int, plain: bool, ink: Ink) -> str:
    """A table under its title; where even a tight one does not fit, a line a row, broken between
    words."""
    heads, rows = table.heads, [[safe(cell) for cell in row] for row in table.rows]
    title = f"{table.title} ({table.note})" if table.note else table.title
    gap = next((gap for gap in GAPS if is_within(heads, rows, width, gap)), None)
    if gap and not plain:
        shown = text_table(heads, rows, _align(heads), gap, ink)
        return "\n".join([*wrapped(title, width, "  "), shown])
    body = [_in_a_line(heads, row) for row in rows]
    lines = [f"{safe(title)}:", *body]
    return "\n".join(lines if plain else all_wrapped(lines, width))


def _in_a_line(heads: Sequence[str], row: Sequence[str]) -> str:
    return parted(labelled(head, cell) for head, cell in zip(heads, row, strict=True))


def _align(heads: Sequence[str]) -> list[str]:
    return ["left", *["right"] * (len(heads) - 1)]


# --- files --------------------------------------------------------------------------------------


def league_markdown(value: Value, known: Games) -> str:
    """The league as a Markdown page."""
    parts = [f"# {tr('League')}", escaped(title_words(value))]
    for table in league_tables(value, known, Names()):
        parts.append(f"## {escaped(table.title)}")
        parts.append(escaped(table.caption))
        parts.append(markdown_table(table.heads, table.rows, _align(table.heads)))
    return "\n\n".join(parts)


def league_csv(value: Value) -> str:
    """A row a player over all games, a row a player and game, a row a contract, a row a pair;
    `table` says which it is, and a cell that a table has not is empty."""
    rows = [_flat(row) for row in _csv_rows(value)]
    heads = list(dict.fromkeys(head for row in rows for head in row))
    return csv_text([heads, *([row.get(head) for head in heads] for row in rows)])


def _csv_rows(value: Value) -> Iterable[dict[str, Any]]:
    yield from ({"table": "all games", "game": None, **row} for row in value["players"])
    for what in ("players", "contracts"):
        for game, found in value["games"].items():
            yield from ({"table": what, "game": game, **row} for row in found[what])
    for row in value["pairs"]:
        first, second = row["players"]
        yield {
            "table": "pairs", "game": None, "player": first, "other": second,
            "evenings": row["evenings"],
            "above": row["above"][first], "below": row["above"][second], "level": row["level"],
        }  # fmt: skip


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with what stands within one of its values beside it, as `best result`."""
    cells: dict[str, Any] = {}
    for key, value in row.items():
        inner = (
            {f"{key} {name}": one for name, one in value.items()} if isinstance(value, dict) else {}
        )
        cells |= inner or ({} if value is None and key == "matches" else {key: value})
    return cells
