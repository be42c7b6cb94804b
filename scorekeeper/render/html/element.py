"""HTML as a value. Text becomes HTML in one function, `text`; elements take nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NewType

from scorekeeper.render.html.paper_table import (
    ACROSS,
    BREAK,
    UPRIGHT,
    Cell,
    Laid,
    Row,
    look_on_paper,
    parted,
    widths_of,
)
from scorekeeper.text.language import language
from scorekeeper.text.width import safe, width_of

Html = NewType("Html", str)
VOID = ("meta", "link", "input")
LONGEST_WORD = 13  # letters of a name's word that is never broken
MARKUP = re.compile("[&<>\"']")
NOTHING = Html("")


def text(words: object) -> Html:
    """The words as they are read: no mark of theirs is markup, and none steers the writing."""
    said = safe(str(words))
    # Most words are numbers: to look is five times as fast as to escape what needs no escaping.
    return Html(escape(said, quote=True) if MARKUP.search(said) else said)


def element(tag: str, *inner: Html, **attributes: object) -> Html:
    """An element; an attribute that is None is left out, `class_` is class, `_` is a hyphen."""
    said = "".join(
        f' {_named(name)}="{text(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Html(f"<{tag}{said}>") if tag in VOID else Html(f"<{tag}{said}>{''.join(inner)}</{tag}>")


def _named(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


@lru_cache(1_000)
def name(words: str) -> Html:
    """A name that somebody gave, kept apart from the writing around it, whichever way it runs. It
    is broken between words; within one only where that is a long one."""
    is_long = max(map(width_of, BREAK.split(words))) > LONGEST_WORD
    return element("bdi", text(words), class_="long" if is_long else None)


def told(words: str, names: Iterable[str]) -> Html:
    """A sentence in which people are named, each name kept apart."""
    known = {safe(person) for person in names}
    found = "|".join(re.escape(person) for person in sorted(known, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({found})(?!\w)", safe(words)) if found else [words]
    return joined(name(part) if part in known else text(part) for part in parts)


def filled(sentence: str, **parts: Html) -> Html:
    """A sentence with HTML in its places, each a `{name}`."""
    return Html(text(sentence).format_map(parts))


def joined(parts: Iterable[Html], between: str = "") -> Html:
    """The parts one after another."""
    return Html(text(between).join(parts))


def lines_list(lines: Iterable[Html], **attributes: object) -> Html:
    """A list, an item a line; nothing where there is none."""
    items = [element("li", line) for line in lines]
    return element("ul", *items, **attributes) if items else NOTHING


def section(title: str, *inner: Html, class_: str | None = None) -> Html:
    """A part of the page under its heading; nothing where it would be empty."""
    body = [part for part in inner if part]
    return element("section", element("h2", text(title)), *body, class_=class_) if body else NOTHING


def table(
    caption: str, heads: Iterable[Row], *bodies: Iterable[Row], class_: str | None = None
) -> Html:
    """A table with a caption and head rows, which are repeated on every printed page; each of the
    bodies holds rows that belong together. It stands in a frame in which a screen that is narrower
    scrolls it; where it is wider than paper there is a second table under the first."""
    laid = Laid([*heads], [[*rows] for rows in bodies])
    widths = widths_of(laid, class_ == "blank")
    wide = sum(widths)
    look = " ".join(filter(None, [class_, look_on_paper(widths)])) or None
    frame = "frame across" if UPRIGHT < wide <= ACROSS else "frame"
    return joined(
        element(
            "div",
            _table(caption, part, look),
            class_=frame,
            role="group",
            tabindex=0,
            aria_label=caption,
        )
        for part in parted(laid, widths)
    )


def _table(caption: str, laid: Laid, look: str | None) -> Html:
    parts = [element("caption", text(caption)), element("thead", *map(_row, laid.heads))]
    bodies = (element("tbody", *map(_row, rows)) for rows in laid.bodies)
    return element("table", *parts, *bodies, class_=look)


def _row(row: Row) -> Html:
    return element("tr", *map(_cell, row.cells), class_=row.look)


@lru_cache(5_000)
def _cell(cell: Cell) -> Html:
    span = cell.span if cell.span > 1 else None
    tag = "th" if cell.scope else "td"
    return element(tag, Html(cell.inner), class_=cell.look, colspan=span, scope=cell.scope)


def row(*cells: Cell, class_: str | None = None) -> Row:
    """A row of cells."""
    return Row(cells, class_)


def cell(inner: Html, class_: str | None = None, span: int = 1) -> Cell:
    """A cell, as wide as `span` columns."""
    return Cell(inner, class_, span)


def head(inner: Html, class_: str | None = None, span: int = 1, scope: str = "col") -> Cell:
    """A header cell of a column, several columns or a row; without text it is a plain cell."""
    if not inner:
        return cell(inner, class_, span)
    return Cell(inner, class_, span, "colgroup" if span > 1 and scope == "col" else scope)


def page(title: str, style: str, *inner: Html) -> str:
    """The whole file. It forbids itself whatever it has no need of: scripts, pictures, the
    network."""
    forbidden = "default-src 'none'; style-src 'unsafe-inline'"
    heading = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=forbidden),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", text(title)),
        element("style", Html(style)),
    )
    body = element(
        "body", element("main", *(Html(f"\n{part}") for part in inner if part), Html("\n"))
    )
    return f"<!DOCTYPE html>\n{element('html', heading, body, lang=language())}\n"
