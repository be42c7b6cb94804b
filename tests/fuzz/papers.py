"""Paper sheets: a CSV text is imported into an empty session, and audited."""

from __future__ import annotations

from functools import cache
from zlib import crc32

from hypothesis import strategies as st

from scorekeeper.record.importing import imported
from scorekeeper.record.open_session import Book, opened
from scorekeeper.record.paper_audit import audited
from scorekeeper.record.paper_csv import Paper, paper_of
from scorekeeper.record.paper_rows import GAME, agreed_on, lines_of
from scorekeeper.render.paper_audit_text import audit_of, audit_text
from scorekeeper.render.report_formats import SHEETS, json_text
from scorekeeper.render.writers import Look
from scorekeeper.report.change_text import act_lines, flags_of
from scorekeeper.report.change_value import act_of
from scorekeeper.report.sheet import sheet_of
from scorekeeper.text.problems import Refused

from .guard import check, guarded, refusal_is_harmless, said_is_harmless
from .seeds import AT, NAMES, blocks, games, rules, session_text, sessions
from .spoiling import WORDS, seldom, spoilt_bytes


@guarded
def one_input(data: bytes) -> None:
    """Reads the sheet; imports it for trial, then audits it."""
    paper = paper_of(data.decode(errors="replace"))
    game = next(
        iter(paper.said.get(GAME, ())), games()[crc32(paper.header[0].encode()) % len(games())]
    )
    if game not in games():
        game = games()[0]
    for doing in (_import, _audit):
        try:
            doing(paper, game)
        except Refused as refusal:
            refusal_is_harmless(refusal)


@cache
def _empty(game: str, names: tuple[str, ...]) -> Book:
    return opened(session_text(game, {"players": list(names)}).encode(), "eve")


def _import(paper: Paper, game: str) -> None:
    book = _empty(game, NAMES[: rules(game).players[0]])
    act = imported(book, paper, AT)
    said_is_harmless(act.questions)
    check("\n".join(act_lines(book, act)))
    check(json_text(act_of(act)))
    for flag in flags_of(act):
        check(json_text(flag))


def _audit(paper: Paper, game: str) -> None:
    agreed = agreed_on(rules(game), paper)
    found = audited(agreed, lines_of(agreed, paper))
    check(audit_text(found, 80, bool(len(paper.rows) % 2)))
    check(json_text(audit_of(found)))


# --- where they come from ----------------------------------------------------------------------------


@cache
def seeds() -> tuple[bytes, ...]:
    """The sheet of every played session with its game above it, as the players of the trial are
    named and as they were; empty sheets; and those on the pages."""
    texts = [body for body in blocks("csv")]
    for text in sessions():
        book = opened(text.encode(), "eve")
        game, names = book.agreed.rules.id, ",".join(book.agreed.players)
        sheet = SHEETS["csv"](sheet_of(book.standing, "eve"), book.agreed.rules, Look())
        for old, new in zip(book.agreed.players, NAMES, strict=False):
            sheet = sheet.replace(old, new) if len(old) > 2 else sheet
        texts += [
            f"game:,{game}\n{sheet}",
            f"game:,{game}\nplayers:,{names}\n{sheet}",
            f"game:;{game}\n{sheet.replace(',', ';')}",
        ]
        texts.append(f'game:,{game}\ntricks,contract\n"6,6,4",sang\n"9,2,5",pass\n')
    return tuple(text.encode() for text in texts)


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Cells made others, columns left out; or the text spoilt."""
    data = draw(st.sampled_from(seeds()))
    if seldom(draw, 3):
        return draw(spoilt_bytes(data, seeds()))
    rows = [line.split(",") for line in data.decode(errors="replace").split("\n")]
    for _ in range(draw(st.integers(1, 5))):
        row = draw(st.sampled_from(rows)) or [""]
        place = draw(st.integers(0, len(row) - 1))
        match draw(st.sampled_from(("cell", "cell", "cell", "gone", "twice"))):
            case "gone":
                for one in rows:
                    del one[place : place + 1]
            case "twice":
                row.insert(place, row[place])
            case _:
                row[place] = draw(_cell_like(row[place], rows))
    return "\n".join(map(",".join, rows)).encode(errors="replace")


def _cell_like(cell: str, rows: list[list[str]]) -> st.SearchStrategy[str]:
    """Another number in the place of one; a word, or what another cell holds."""
    cells = [cell for row in rows for cell in row]
    other = st.sampled_from(WORDS) | st.sampled_from(cells or [""])
    if not cell.lstrip("-+").isdecimal() or len(cell) > 9:
        return other
    turned = int(cell[::-1].strip("+-"))
    return st.sampled_from((-int(cell), int(cell) + 1, turned, 0, 10**9)).map(str) | other
