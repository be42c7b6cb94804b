"""An empty sheet for pen and paper, and the CSV header that the same columns are typed in under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from scorekeeper.entry.headers import HEADS, NUMBER
from scorekeeper.formula import FormulaError, number_of
from scorekeeper.language import marked, tr
from scorekeeper.problems import labelled
from scorekeeper.render.csv_tables import csv_heads, csv_text
from scorekeeper.render.fitting import KEYS, cut_apart, tables_within
from scorekeeper.render.text import text_table
from scorekeeper.ruleset.model import Count, Ruleset
from scorekeeper.ruleset.said import key_typed
from scorekeeper.schedule import State, deals_per_game, first_state, turn
from scorekeeper.scoring.counts import counted
from scorekeeper.session import Agreed
from scorekeeper.standing import passed_over
from scorekeeper.words.deeds import player_at
from scorekeeper.words.phrases import (
    SUM,
    agreed_words,
    contract_word,
    count_word,
    fact_word,
    has_sum,
    score,
)
from scorekeeper.words.quotas import quota_words
from scorekeeper.words.width import all_wrapped, cut, safe, width_of, wrapped

Blank = Mapping[str, Any]
MOST_ROWS, MOST_GAMES = 400, 40  # nobody prints more
LABELS = (24, 10)  # columns for a name, and where that makes the table too wide
ROWS, GAME_ROWS, ROOM, BOTH = 20, 10, "____", "___→____"
CHOSEN = {"declarer": marked("declarer"), "contract": marked("contract")}


def blank_of(agreed: Agreed, is_named: bool = True) -> dict[str, Any]:
    """What stands on the empty sheet: the schedule as far as it is known, the quotas, the
    columns."""
    rules = agreed.rules
    return {
        "game": rules.id,
        "name": rules.name.shown(),
        "sources": list(rules.sources),
        "players": list(agreed.players),
        "sides": list(agreed.side_names),
        "named": is_named,
        "said": agreed_words(agreed),
        "start": rules.game.start,
        "games": games_number(agreed),
        "rows": list(_rows(agreed)),
        "grid": [c.name.shown() for c in rules.contracts.values()]
        if rules.deals.picked and rules.deals.once
        else [],
        "quotas": {
            contract_word(rules, contract): quota_words(agreed, contract)
            for contract in rules.contracts
        },
        "facts": {
            fact.id: fact_word(rules, fact.id)
            for fact in rules.facts.values()
            if _is_written(rules, fact.id)
        },
        "counts": {
            count.id: _count(count, agreed) for count in rules.counts.values() if not count.optional
        },
        "sums": has_sum(rules),
        "header": _header(rules),
    }


def _rows(agreed: Agreed) -> Iterable[dict[str, Any]]:
    """A row a deal; a name or a contract stands in it where nothing but the schedule decides it. Of
    games after the first nobody knows with which deal they begin."""
    state, games = first_state(agreed), games_number(agreed)
    length = min(deals_per_game(agreed) or (ROWS if games == 1 else GAME_ROWS), MOST_ROWS)
    for number in range(1, length + 1):
        yield {"game": 1, **_row(agreed, state, number)}
        state = passed_over(agreed, state)
    for game in range(2, games + 1):
        yield from [
            {"game": game, "deal": None, "dealer": None, "declarer": None, "contract": None}
        ] * length


def games_number(agreed: Agreed) -> int:
    """How many games the sheet is for: those of a match, as far as anybody would print them."""
    match = agreed.rules.match
    games = 1 if match is None else number_of(match.games, agreed.known)
    return min(games, MOST_GAMES)


def rounds_of_blank(blank: Blank) -> Iterable[list[Mapping[str, Any]]]:
    """The rows of the sheet in order, by the rounds in which everybody deals once: before a game
    what it starts from, where that is not nothing, its deals, and where there are several games the
    result of each and of all."""
    each = len(blank["players"])
    for game in range(1, blank["games"] + 1):
        deals = [row for row in blank["rows"] if row["game"] == game]
        rounds = [deals[first : first + each] for first in range(0, len(deals), each)]
        if blank["start"]:
            rounds[0].insert(0, {"label": tr("start"), "start": blank["start"]})
        if blank["games"] > 1:
            rounds[-1].append({"label": tr("game {number}", number=game)})
        if blank["games"] > 1 and game == blank["games"]:
            rounds[-1].append({"label": tr("match")})
        yield from rounds


def lines_of_blank(blank: Blank) -> Iterable[Mapping[str, Any]]:
    """The same rows one after another."""
    return chain.from_iterable(rounds_of_blank(blank))


def _row(agreed: Agreed, state: State, number: int) -> dict[str, Any]:
    coming, is_known = turn(agreed, state), not agreed.rules.deals.first or number == 1
    return {
        "deal": number,
        "dealer": player_at(agreed, coming.dealer if is_known else None),
        "declarer": player_at(agreed, coming.declarer if is_known else None),
        "contract": contract_word(agreed.rules, coming.contracts[0])
        if len(coming.contracts) == 1
        else None,
    }


def _count(count: Count, agreed: Agreed) -> dict[str, Any]:
    try:
        total = number_of(count.total, agreed.known) if count.total else None
    except FormulaError:
        total = None
    return {
        "word": count_word(agreed.rules, count.id),
        "of": list(counted(count, agreed)),
        "total": total,
    }


def _is_written(rules: Ruleset, fact: str) -> bool:
    """Whether a fact has a column of its own: not a whole auction, and not one that no entry
    needs."""
    known = rules.facts[fact]
    is_needed = not known.optional or bool(known.gives) or fact == "trump" or known.kind == "flag"
    return is_needed and known.kind != "auction"


def _header(rules: Ruleset) -> list[str]:
    """The names under which `import` reads the sheet, in the language spoken."""
    is_chosen = rules.deals.picked or any(len(names) > 1 for names in rules.deals.order)
    chosen = ["contract"] if rules.contracts and is_chosen else []
    facts = [fact for fact in rules.facts if _is_written(rules, fact)]
    counts = [count.id for count in rules.counts.values() if not count.optional]
    return [HEADS[NUMBER].shown(), *(key_typed(rules, name) for name in (*chosen, *facts, *counts))]


# --- as text -------------------------------------------------------------------------------------


def blank_text(blank: Blank, rules: Ruleset, width: int = 80) -> str:
    """The empty sheet in plain characters, a line between the deals to write in."""
    date = tr("date {line}", line="_" * 12)
    top = [f"{blank['name']} · {date} · {_names(blank)}", *blank["said"]]
    parts = ["\n".join(all_wrapped(top, width))]
    said = [labelled(word, quota) for word, quota in blank["quotas"].items() if quota]
    parts.append("\n".join(all_wrapped(said, width)))
    parts += [
        _grid_text(blank, width),
        _deals_text(blank, rules, width),
        "\n".join(_as_typed(import_words(blank), width)),
    ]
    return "\n\n".join(part for part in parts if part)


def _grid_text(blank: Blank, width: int) -> str:
    """A row a player, a box for the X a contract that is picked once, and to the right room for
    the score."""
    columns = len(blank["grid"])
    if not columns:
        return ""
    players = [
        cut(player, max(3, min(20, width - len(BOTH) - 2 - 5 * columns)))
        for player in blank["players"]
    ]
    names = max(map(width_of, players))
    words = [
        cut(word, max(3, (width - names - len(BOTH) - 2) // columns - 2)) for word in blank["grid"]
    ]
    used = names + sum(max(3, width_of(word)) + 2 for word in words) + 2
    rows = [
        [player, *["___"] * columns, "_" * max(len(BOTH), min(width - used, 60))]
        for player in players
    ]
    return text_table(["", *words, tr("total")], rows, ["left", *["center"] * columns, "left"])


def _names(blank: Blank) -> str:
    if blank["named"]:
        return ", ".join(blank["players"])
    return " ".join(f"{letter} ____________" for letter in blank["players"])


def _deals_text(blank: Blank, rules: Ruleset, width: int) -> str:
    """A row a deal, written as in the sheet: points, an arrow, the running total."""
    chosen = chosen_words(rules)
    facts = own_facts(blank, rules).values()
    counts = [
        (cut(count["word"], 12), " ".join("__" for _ in count["of"]))
        for count in blank["counts"].values()
    ]
    empty = [*(ROOM for _ in facts), *(boxes for _, boxes in counts)]
    scores, sums = [BOTH for _ in blank["sides"]], ["__"] if blank["sums"] else []
    sides = [cut(side, 12) for side in blank["sides"]]
    before = ["#", tr("dealer"), *chosen.values(), *facts, *(word for word, _ in counts)]
    heads = [*before, *sides, *([SUM] if sums else [])]
    parts = [range(KEYS, len(before)), range(len(before), len(heads))]
    tables = []
    for room in LABELS:
        names = cut_apart(_names_in(blank["rows"]), room)
        rows = [
            [*_labelled(line, len(before), blank, rules), *("" for _ in sums)]
            if "label" in line
            else [*_known(line, chosen, names), *empty, *scores, *sums]
            for line in lines_of_blank(blank)
        ]
        tables.append(tables_within(heads, rows, parts, width))
    return min(tables, key=lambda text: text.count("\n"))


def _names_in(rows: Iterable[Mapping[str, Any]]) -> dict[str, None]:
    """Every name that stands in a row, of a player or a contract."""
    return dict.fromkeys(row[key] for row in rows for key in ("dealer", *CHOSEN) if row[key])


def _labelled(line: Mapping[str, Any], before: int, blank: Blank, rules: Ruleset) -> list[str]:
    """A row that is no deal: its label, and for each side the start or room for the result."""
    number = f"{'→':>4} {score(line['start'], rules)}" if "start" in line else f"{'→':>4}{ROOM}"
    return ["", line["label"], *[""] * (before - 2), *[number] * len(blank["sides"])]


def chosen_words(rules: Ruleset) -> dict[str, str]:
    """The columns of what the deal itself may decide, each as it is headed."""
    is_there = {"declarer": rules.deals.declarer is not None, "contract": bool(rules.contracts)}
    return {key: tr(head) for key, head in CHOSEN.items() if is_there[key]}


def _known(row: Mapping[str, Any], chosen: Iterable[str], names: Mapping[str, str]) -> list[str]:
    return [str(row["deal"] or ""), *(names.get(row[key], ROOM) for key in ("dealer", *chosen))]


def own_facts(blank: Blank, rules: Ruleset) -> dict[str, str]:
    """The facts that have a column of their own, each as it is headed: not one that says who
    declares."""
    return {
        fact: word
        for fact, word in blank["facts"].items()
        if rules.deals.declarer != f"fact {fact}"
    }


def import_words(blank: Blank) -> str:
    """How the paper is typed in afterwards."""
    typed = {"header": safe(header_line(blank)), "command": "scorekeeper import FILE.csv"}
    if not blank["counts"]:
        return tr(
            "to type it in, write a file that begins with the line\n"
            "  {header}\n"
            "and has a line a deal; then\n"
            "  {command}",
            **typed,
        )
    return tr(
        "to type it in, write a file that begins with the line\n"
        "  {header}\n"
        'and has a line a deal, the {count} in quotes as in "6,6,4"; then\n'
        "  {command}",
        count=next(iter(blank["counts"].values()))["word"],
        **typed,
    )


def _as_typed(words: str, width: int) -> Iterable[str]:
    """The words broken to the width; what is to be typed, which stands a little in, is left
    whole."""
    for line in words.split("\n"):
        yield from [line] if line.startswith("  ") else wrapped(line, width)


def header_line(blank: Blank) -> str:
    """The header of the CSV, in which a column that holds a list has it in quotes."""
    return ",".join(blank["header"])


# --- as CSV --------------------------------------------------------------------------------------


def blank_csv(blank: Blank, rules: Ruleset) -> str:
    """The empty sheet for a spreadsheet: what it is of, a header, a row a deal with what is
    known of it. Filled in, `import` and `audit` read it."""
    chosen = chosen_words(rules)
    counts = {name: count["of"] for name, count in blank["counts"].items()}
    heads = [
        "deal",
        "dealer",
        *chosen,
        *own_facts(blank, rules),
        *csv_heads(counts, blank["sides"]),
    ]
    heads += [*([SUM] if blank["sums"] else []), "notes"]
    above = [["game:", blank["game"]], ["players:", *blank["players"]]]
    rows = [[row[key] for key in ("deal", "dealer", *chosen)] for row in blank["rows"]]
    return csv_text([*above, heads, *([*row, *[""] * (len(heads) - len(row))] for row in rows)])
