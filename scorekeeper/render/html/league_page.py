"""The league as a page that is printed and kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.language import tr
from scorekeeper.render.html.element import (
    Html,
    cell,
    element,
    head,
    name,
    page,
    row,
    section,
    table,
    text,
)
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.league_tables import Games, Names, Table, league_tables, title_words


def league_page(value: Mapping[str, Any], known: Games) -> str:
    """The standings, a table under each heading."""
    title = tr("League")
    top = element("header", element("h1", text(title)), element("p", text(title_words(value))))
    tables = [_section(found) for found in league_tables(value, known, Names())]
    return page(f"{title}: {title_words(value)}", STYLE, top, *tables)


def _section(found: Table) -> Html:
    """A table whose first column names its rows."""
    first, *others = found.heads
    heads = row(head(text(first)), *(head(text(word), "n") for word in others))
    rows = [
        row(head(name(who), scope="row"), *(cell(text(number), "n") for number in numbers))
        for who, *numbers in found.rows
    ]
    return section(found.title, table(found.caption, [heads], rows), class_="deals")
