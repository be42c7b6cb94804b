"""HTML as a value. Text becomes HTML in one function, `text`; elements take nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import NewType

from scorekeeper.language import language
from scorekeeper.words.width import safe

Html = NewType("Html", str)
VOID = ("meta", "link", "input")
NOTHING = Html("")


def text(words: object) -> Html:
    """The words as they are read: no mark of theirs is markup, and none steers the writing."""
    return Html(escape(safe(str(words)), quote=True))


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


def name(words: object) -> Html:
    """A name that somebody gave, kept apart from the writing around it, whichever way it runs."""
    return element("bdi", text(words))


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
    caption: str, heads: Iterable[Html], *bodies: Iterable[Html], **attributes: object
) -> Html:
    """A table with a caption and head rows, which are repeated on every printed page; each of the
    bodies holds rows that belong together."""
    parts = [element("caption", text(caption)), element("thead", *heads)]
    return element("table", *parts, *(element("tbody", *rows) for rows in bodies), **attributes)


def row(*cells: Html, class_: str | None = None) -> Html:
    """A row of cells."""
    return element("tr", *cells, class_=class_)


def cell(inner: Html, class_: str | None = None, span: int | None = None) -> Html:
    """A cell, as wide as `span` columns."""
    return element("td", inner, class_=class_, colspan=span)


def head(
    inner: Html, class_: str | None = None, span: int | None = None, scope: str = "col"
) -> Html:
    """A header cell of a column, several columns or a row; without text it is a plain cell."""
    if not inner:
        return cell(inner, class_, span)
    return element("th", inner, class_=class_, colspan=span, scope="colgroup" if span else scope)


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
