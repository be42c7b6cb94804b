"""Event rounds as HTML pages: sections, seating lists, result slips."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.render.event_text import BY_NAME, BY_TABLE, WAYS, apart_lines, by_name, round_title
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    HtmlCell,
    cell,
    element,
    head,
    joined,
    lines_list,
    name,
    page,
    row,
    table,
    text,
)
from scorekeeper.render.html.style import STYLE
from scorekeeper.report.event.event_values import RoundPage, TableRow
from scorekeeper.text.translation import tr

# --- wall page ---------------------------------------------------------------------------------
# Pages of an event to print: the seating list for the wall, in letters legible from two metres
# away, and the result slips, four on a sheet of paper.


WALL = """
.wall h2 { font-size: 16pt; }
.tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(58mm, 1fr)); gap: 4mm; }
.tables section { border: 0.8pt solid var(--rule); padding: 2mm 3mm; }
.tables h3 { margin: 0; font-size: 22pt; line-height: 1.1; }
.tables ol { margin: 1mm 0; padding-left: 7mm; font-size: 16pt; line-height: 1.2; }
.tables p { margin: 0; }
ul.names { columns: 62mm; column-gap: 8mm; padding: 0; list-style: none; }
ul.names { font-size: 18pt; line-height: 1.2; }
ul.names li { display: flex; justify-content: space-between; gap: 4mm; break-inside: avoid; }
ul.names li { border-bottom: 0.4pt solid var(--rule); padding: 0.6mm 0; }
.by-name { break-before: page; }
.by-name:first-of-type { break-before: auto; }
@media print { .title { display: none; } }
.slip { break-inside: avoid; min-height: 64mm; padding: 3mm 0 5mm; margin: 0; }
.slip + .slip { border-top: 0.8pt dashed var(--rule); }
.slip h2 { font-size: 13pt; margin: 0; border: 0; }
.slip td.points { width: 30mm; }
.slip td.signed { width: 70mm; }
.slip tbody td.none, .slip tbody td.sum { border: 0; text-align: right; }
"""


def seating_page(round_: RoundPage, ways: Sequence[str] = WAYS) -> str:
    """Return the HTML seating list of an event round: by table, by name, or both on separate
    sheets."""
    title = round_title(round_)
    lines = lines_list(text(line) for line in apart_lines(round_))
    top = element("header", element("h1", text(title)), lines)
    known = {BY_TABLE: _tables, BY_NAME: _names}
    parts = [known[way](round_) for way in ways]
    return page(title, STYLE + WALL, top, *parts)


def _tables(round_: RoundPage) -> Html:
    cards = element("div", *map(_card, round_.tables), class_="tables")
    note = element("p", text(tr("whoever is named first at a table deals first")))
    return element("div", element("h2", text(tr("By table"))), note, cards, class_="wall")


def _card(seated: TableRow) -> Html:
    people = element("ol", *(element("li", name(who)) for who in seated.people))
    session = element("p", element("small", name(seated.session))) if seated.session else NOTHING
    title = element("h3", text(tr("table {number}", number=seated.table)))
    return element("section", title, people, session)


def _names(round_: RoundPage) -> Html:
    rows = (element("li", name(who), element("b", text(where))) for who, where in by_name(round_))
    names = element("ul", *rows, class_="names")
    title = f"{round_title(round_)} · {tr('By name')}"  # it hangs on a sheet of its own
    return element("div", element("h2", text(title)), names, class_="wall by-name")


def slips_page(round_: RoundPage) -> str:
    """Return the result slips of a round, to print, cut apart and sign."""
    title = element("h1", text(tr("{event}: result slips", event=round_.event)), class_="title")
    slips = [_slip(round_, seated) for seated in round_.tables]
    return page(round_title(round_), STYLE + WALL, title, *slips)


def _slip(round_: RoundPage, seated: TableRow) -> Html:
    heads = [head(text(word)) for word in (tr("player"), tr("points"), tr("signature"))]
    rows = [
        row(head(_numbered(place, who), scope="row"), *_room(signs=True))
        for place, who in enumerate(seated.people, 1)
    ]
    rows.append(row(cell(text(tr("sum")), "sum"), *_room(signs=False)))
    deals = [text(tr("{player} deals first", player=seated.people[0]))]
    deals += [name(seated.session)] if seated.session else []
    number = tr("table {number}", number=seated.table)
    return element(
        "article",
        element("h2", text(f"{round_title(round_)} · {number}")),
        table(tr("results, to be signed"), [row(*heads)], rows, class_="blank"),
        element("p", joined(deals, " · ")),
        class_="slip",
    )


def _numbered(place: int, who: str) -> Html:
    return joined([text(f"{place}. "), name(who)])


def _room(signs: bool) -> list[HtmlCell]:
    """Return empty cells to write in."""
    return [cell(NOTHING, "points"), cell(NOTHING, "signed" if signs else "none")]
