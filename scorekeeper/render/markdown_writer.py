"""Documents as Markdown. All texts are escaped, since people enter names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tabulate import tabulate

from scorekeeper.render.fit import widest_grid
from scorekeeper.render.text_chart import CHART_WIDTH, chart_lines
from scorekeeper.report.document import (
    Block,
    Bullets,
    Document,
    Items,
    LineChart,
    Output,
    Pairs,
    Paragraph,
    Raw,
    Section,
    Table,
    shown_blocks,
)
from scorekeeper.text.message import Value
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import safe

Row = Sequence[str]
_MARKUP = re.compile(r"[\\`*_\[\]|~#]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def document_markdown(document: Document, level: int = 1) -> str:
    """Return a document as Markdown; its title is a heading of this level."""
    title = document.page_title or document.title
    parts = [_heading(title, level), *filter(None, [_text(document.subtitle)])]
    parts += markdown_blocks((*document.blocks, *document.foot), level + 1)
    return "\n\n".join(parts)


def markdown_blocks(blocks: Iterable[Block], level: int = 3) -> Iterator[str]:
    """Yield blocks as Markdown; their titles are headings of this level."""
    for block in shown_blocks(blocks, Output.MARKDOWN):
        match block:
            case Section():
                is_titled = bool(block.title) and Output.MARKDOWN in block.titled
                yield from [_heading(block.title, level)] if is_titled else []
                yield from markdown_blocks(block.blocks, level + is_titled)
            case Paragraph() | Raw():
                yield _text(block.text)
            case Items():
                yield "\n".join(_items(block))
            case Pairs():
                yield "\n".join(_pairs(block))
            case Table():
                yield from filter(None, [_text(block.caption)])
                grid = widest_grid(block, Output.MARKDOWN)
                yield markdown_table(grid.heads, filter(None, grid.rows), grid.align)
            case Document():
                yield document_markdown(block, level)
            case LineChart():
                # indented, so that no name in the text can end the block
                lines = chart_lines(block, CHART_WIDTH)
                yield "\n".join(f"    {line}".rstrip() for line in lines)


def _heading(title: Value, level: int) -> str:
    return f"{'#' * level} {_text(title)}"


def _items(items: Items) -> Iterator[str]:
    for number, item in enumerate(items.items, 1):
        mark = f"{number}." if items.bullets is Bullets.STEPS else "-"
        yield f"{mark} {_text(item)}"


def _pairs(pairs: Pairs) -> Iterator[str]:
    for pair in pairs.pairs:
        said = "" if isinstance(pair.text, Table) else _text(pair.text)
        yield f"- **{_text(pair.label)}** {' '.join(filter(None, [_text(pair.lead), said]))}"


def _text(words: Value) -> str:
    return escaped(text_of(words)) if words else ""


def markdown_table(heads: Row, rows: Iterable[Row], align: Sequence[str]) -> str:
    """Return a pipe table with columns aligned `left`, `right` or `center`."""
    shown, *body = [[escaped(cell) for cell in row] for row in (heads, *rows)]
    return str(tabulate(body, shown, tablefmt="pipe", colalign=align, disable_numparse=True))


def escaped(text: str) -> str:
    """Return the text with every markup character escaped for Markdown."""
    plain = "".join(ENTITIES.get(character, character) for character in safe(text))
    return _MARKUP.sub(lambda match: f"\\{match[0]}", plain)
