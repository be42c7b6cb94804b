"""The certificate of a proof in tables: what was tried of each contract and of each row of the
settlement, and what these can score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.base.exact import signed
from scorekeeper.proof.certificate import Certificate, Line
from scorekeeper.render.fitting import is_within
from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.report.phrases import role_word
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import thousands, tr, trn
from scorekeeper.text.speech import text_of

FEW = 4  # sums that are named one by one
NONE = "–"


def certificate_tables(certificate: Certificate, width: int, plain: bool) -> Iterable[str]:
    """A table of the contracts for each number of players, and one of the settlement's rows."""
    for players in dict.fromkeys(line.players for line in certificate.lines):
        lines = [line for line in certificate.lines if line.players == players]
        yield _table(certificate.rules, players_word(players), tr("contract"), lines, width, plain)
    if certificate.rows:
        yield _table(
            certificate.rules, tr("the settlement"), tr("row"), certificate.rows, width, plain
        )


def players_word(number: int) -> str:
    """How many players a line or a table is for."""
    return trn(number, "{n} player", "{n} players")


class _Shown(NamedTuple):
    """Which columns a table has that not every one has."""

    quotas: bool
    draws: bool


def _table(
    rules: Ruleset, title: str, what: str, lines: Sequence[Line], width: int, plain: bool
) -> str:
    roles = list(dict.fromkeys(role for line in lines for role in line.reach))
    shown = _Shown(any(line.quotas for line in lines), any(line.drawn for line in lines))
    heads = _heads(what, [whose(rules, role) for role in roles], shown)
    rows = [_cells(line, roles, shown) for line in lines]
    named = any(text_of(line.name) for line in lines)
    if not named:
        heads, rows = heads[1:], [row[1:] for row in rows]
    if plain:
        return "\n\n".join(f"{title}\n{linear(zip(heads, row, strict=True))}" for row in rows)
    parts = _parts([*zip(heads, *rows, strict=True)], "left" if named else "right", width)
    return f"{title}\n" + "\n\n".join(parts)


def _parts(columns: Sequence[Sequence[str]], first: str, width: int) -> Iterable[str]:
    """The table, its first column aligned so; one too wide in parts, each behind that column."""
    number = next((n for n in range(len(columns), 2, -1) if _fits(columns[:n], width, 1)), 2)
    heads, *rows = zip(*columns[:number], strict=True)
    yield text_table(
        heads,
        rows,
        [first, *["right"] * (len(heads) - 1)],
        2 if _fits(columns[:number], width, 2) else 1,
    )
    if columns[number:]:
        yield from _parts([columns[0], *columns[number:]], first, width)


def _fits(columns: Sequence[Sequence[str]], width: int, gap: int) -> bool:
    heads, *rows = zip(*columns, strict=True)
    return is_within(heads, rows, width, gap)


def whose(rules: Ruleset, role: str) -> str:
    return role_word(rules, role) if role else tr("each side")


def _heads(what: str, whose: Sequence[str], shown: _Shown) -> list[str]:
    # Translators: the columns of a proof: how many results were tried, how many of these were
    # drawn by chance, how many are possible, what the points add up to, and from which least to
    # which most each side or role can score.
    heads = [
        what,
        tr("tried"),
        *([tr("drawn")] if shown.draws else []),
        tr("possible"),
        *([tr("quotas")] if shown.quotas else []),
        tr("add up to"),
    ]
    return [*heads, *whose]


def _cells(line: Line, roles: Sequence[str], shown: _Shown) -> list[str]:
    cells = [text_of(line.name), thousands(line.tried)]
    cells += [thousands(line.drawn)] if shown.draws else []
    cells.append(thousands(line.possible))
    if shown.quotas:
        joint = tr("or")
        cells.append(f" {joint} ".join("+".join(map(str, quota)) for quota in line.quotas) or "–")
    return [*cells, _sure(line.exact, _span(line.sums)), *(_reach(line, role) for role in roles)]


def _sure(is_sure: bool, words: str) -> str:
    """What was found; where it is no bound it says that it was seen."""
    return words if is_sure or words == NONE else tr("seen {numbers}", numbers=words)


def _span(sums: Sequence[int]) -> str:
    if len(sums) <= FEW:
        return ", ".join(map(signed, sums)) or NONE
    return tr("{least} to {most}", least=signed(sums[0]), most=signed(sums[-1]))


def _reach(line: Line, role: str) -> str:
    if role not in line.reach:
        return NONE
    return _sure(line.is_sure(role), from_to(*line.reach[role]))


def from_to(least: int, most: int) -> str:
    """From the least to the most, each with its sign; one number where they are the same."""
    if least == most:
        return signed(least)
    return tr("{least} to {most}", least=signed(least), most=signed(most))
