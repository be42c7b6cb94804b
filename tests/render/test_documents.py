"""Documents: tables that fit a width, and blocks in every format, in which names stay names."""

from __future__ import annotations

from dataclasses import replace

import htpy as h
import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper.render.fit import cut_apart, grids, hidden_columns
from scorekeeper.render.html.writer import html_of, page_of
from scorekeeper.render.markdown_writer import document_markdown
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.document import (
    PAGES,
    Bullets,
    Cell,
    ChartLine,
    Column,
    Document,
    Emphasis,
    Items,
    Joined,
    Kind,
    LineChart,
    Output,
    Pair,
    Pairs,
    Paragraph,
    Row,
    Section,
    Table,
    document_of,
    listed_section,
    table_of,
)
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message import Name, Styled, listing, say
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import speak


def markup(words: object) -> str:
    """Return a text as HTML."""
    return str(h.fragment[html_of(words)])  # type: ignore[arg-type]


def shown(table: Table, width: int) -> list[str]:
    """Return the lines of a page with only this table."""
    return document_text(Document("Cup", (table,)), width).splitlines()


# --- fitting -------------------------------------------------------------------------------------


RANKED = table_of(("who", "first", "second", "third"), [("Ada", "1", "2", "3")], {1: 3, 2: 0, 3: 2})


def test_columns_give_way_in_their_order() -> None:
    """The one of the highest rank first, and the line below names what has no room."""
    assert shown(RANKED, 28)[2] == "who  first  second  third"
    assert shown(RANKED, 19)[2:] == [
        "who second third", "─── ────── ─────", "Ada      2     3", "", "no room for: first",
    ]  # fmt: skip
    assert shown(RANKED, 15)[2:] == [
        "who second", "─── ──────", "Ada      2", "", "no room for:", "  first, third",
    ]  # fmt: skip


def test_heads_are_cut_before_cells_are_short() -> None:
    """If the table says so; else the cells become short first."""
    columns = (Column("who", "somebody", least=3), Column("points", "points", Kind.NUMBER))
    table = Table(columns, (Row((Cell("Ada"), Cell("5 in 3, +1.7", "5 in 3"))),))
    assert shown(replace(table, is_short_last=True), 17)[-1] == "Ada  5 in 3, +1.7"
    assert shown(table, 17)[-1] == "Ada       5 in 3"


def test_only_some_outputs_show_the_heads() -> None:
    """The others have neither these nor the line below them."""
    table = replace(table_of(("place", "who"), [("1", "Ada")]), headed=PAGES)
    assert shown(table, 20) == ["Cup", "", "1  Ada"]
    assert "| place   |   who |" in document_markdown(Document("Cup", (table,)))


def test_a_table_without_room_is_told_in_lines() -> None:
    """First the columns stand closer, then each row is a line with its heads."""
    stiff = table_of(("who", "first", "second", "third"), [("Ada", "1", "2", "3")])
    assert shown(stiff, 24)[2] == "who first second third"
    assert shown(stiff, 20)[1:] == ["- Ada: first 1,", "  second 2, third 3"]


def of_sides(names: int) -> Table:
    """Return a table of so many sides, each with points and a total, which text joins."""
    columns = [Column("number", "#", Kind.NUMBER), Column("dealer", "dealer", Kind.NAME)]
    for side in (f"Side {number}" for number in range(names)):
        merged = Joined(Name(side), " → ", "→", has_name=True)
        columns += [
            Column(f"{key} {side}", key, Kind.NUMBER, group=Name(side), merged=merged, is_part=True)
            for key in ("±", "total")
        ]
    cells = [Cell("1"), Cell("Wilhelmina"), *[Cell("+10"), Cell("−12")] * names]
    start = [Cell(), Cell("start"), *[Cell(), Cell("5")] * names]
    return Table(tuple(columns), (Row(tuple(start)), Row(tuple(cells))))


def test_text_joins_columns_with_figures_under_figures() -> None:
    """An empty cell at the beginning takes no joint."""
    assert shown(of_sides(1), 40)[2:] == [
        "#  dealer         Side 0", "─  ──────────  ─────────", "   start               5",
        "1  Wilhelmina  +10 → −12",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [30, 50, 80, 120])
@pytest.mark.parametrize("sides", [1, 2, 5, 9])
def test_a_wide_table_continues_below(sides: int, width: int) -> None:
    """In about equal parts, each after the columns that name the rows; no side is missing, and
    none is told to have no room."""
    table = of_sides(sides)
    found = grids(table, width)
    names = [head for grid in found for head in grid.heads if head.startswith("Side")]
    assert names == [f"Side {number}" for number in range(sides)]
    assert all(grid.heads[0] == "#" for grid in found)
    assert hidden_columns(table, found) == []
    assert max(map(width_of, shown(table, width))) <= width


@pytest.mark.parametrize("width", [28, 30, 50])
def test_no_figure_is_broken(width: int) -> None:
    """Names and texts are cut before numbers, as far as three letters."""
    text = document_text(Document("", (of_sides(3),)), width)
    assert text.count("+10→−12") + text.count("+10 → −12") == 3


@given(some.lists(some.text(max_size=12), min_size=1, max_size=6), some.integers(3, 14))
def test_cut_words_keep_to_their_room(words: list[str], room: int) -> None:
    """Each becomes one that is no wider."""
    assert all(width_of(word) <= room for word in cut_apart(words, room))


def test_cut_names_are_never_alike() -> None:
    """Those that begin with the same letters keep their ends."""
    assert cut_apart(["Annabella Smith", "Annabella Jones", "Bo"], 9) == [
        "Anna…mith", "Anna…ones", "Bo",
    ]  # fmt: skip


# --- the writers ---------------------------------------------------------------------------------


PAGE = Document(
    say("{player} won", player=Name("<b>Ann</b>")),
    (
        Items(("one", "two"), Bullets.STEPS),
        listed_section("List", ["a * b"], [table_of(("who", "points"), [("Bo|", "+1")])]),
        Section("Screens only", (Paragraph("seen"),), outputs=frozenset((Output.TEXT,))),
        Section("Empty", (Items(()),)),
        Section("Steps", (Pairs((Pair("sum", "1"), Pair("sum", "2", Name("Ann")))),), label="x"),
    ),
)


def test_blocks_as_text() -> None:
    """Lists stand right below their title; a section without content is left out."""
    assert document_text(PAGE, 40).splitlines() == [
        "<b>Ann</b> won", "1. one", "2. two", "", "List", "- a * b", "", "who  points",
        "───  ──────", "Bo|      +1", "", "Screens only", "seen", "", "Steps", "  sum       1",
        "            Ann  2",
    ]  # fmt: skip


def test_blocks_for_a_screen_reader() -> None:
    """Tables are told in lines, labels stand before each text."""
    assert document_text(PAGE, 40, plain=True).splitlines() == [
        "<b>Ann</b> won", "1. one", "2. two", "", "List", "- a * b", "- Bo|: points +1", "",
        "sum: 1", "sum: Ann 2",
    ]  # fmt: skip


def test_blocks_as_markdown() -> None:
    """No character that somebody entered is markup."""
    assert document_markdown(PAGE).splitlines() == [
        "# &lt;b&gt;Ann&lt;/b&gt; won", "", "1. one", "2. two", "", "## List", "", "- a \\* b", "",
        "| who   |   points |", "|:------|---------:|", "| Bo\\|  |       +1 |", "", "## Steps", "",
        "- **sum** 1", "- **sum** Ann 2",
    ]  # fmt: skip


def test_blocks_as_a_page() -> None:
    """Names are isolated and everything is escaped, also in the title and in attributes."""
    page = page_of(PAGE)
    assert "<title>&lt;b&gt;Ann&lt;/b&gt; won</title>" in page
    assert "<h1><bdi>&lt;b&gt;Ann&lt;/b&gt;</bdi> won</h1>" in page
    assert '<th scope="row"><bdi>Bo|</bdi></th><td class="n">+1</td>' in page
    assert "<b>Ann" not in page and "Screens only" not in page and "Empty" not in page
    hostile = table_of(("who", "n"), [("x", "1")])
    told = page_of(document_of([listed_section('"><script>', [], [hostile])]))
    assert "<script" not in told and 'aria-label="&#34;&gt;&lt;script&gt;"' in told


def test_a_document_in_another() -> None:
    """Its headings are one level below, and it is an article on a page."""
    inner = Document("First", (Section("Sheet", (Paragraph("none"),)),))
    whole = Document("Evening", (Paragraph("1. eve", Emphasis.TITLE), inner))
    assert document_text(whole, 40) == "Evening\n\n1. eve\n\nFirst\n\nSheet\nnone"
    assert document_markdown(whole).split("\n\n")[2:] == ["## First", "### Sheet", "none"]
    assert '<article class="session">' in page_of(whole)


def test_a_section_with_a_label() -> None:
    """A screen reader has the label before each line, close to the lines around it."""
    notes = (Section("Notes", (Paragraph("fair"), Items(("one", "two"))), label="note"),) * 2
    first = (Pair("place 1", "Ada"),)
    said = document_text(Document("Cup", notes, first=first), 40, plain=True).splitlines()
    assert said == ["place 1: Ada", *["note: fair", "note: one", "note: two"] * 2]


def test_a_chart_has_three_points_or_more() -> None:
    """One of a single deal is not shown."""
    chart = LineChart((ChartLine("Ada", (0, 2)),), ("", "1"), 1, (0,))
    assert document_text(Document("Cup", (chart,)), 40) == "Cup"
    longer = replace(chart, lines=(ChartLine("Ada", (0, 2, 1)),), labels=("", "1", "2"))
    lines = document_text(Document("Cup", (longer,)), 40).splitlines()
    assert lines[2] == "running totals"
    assert lines[-1].split() == ["o", "Ada", "=", "several"]


def test_a_name_in_a_message_stays_a_name() -> None:
    """In every language, also where a letter before it is dropped or it begins the sentence."""
    message = say("{one} and {two}", one=Name("Émile"), two=listing([Name("A"), Name("b<")], "and"))
    assert markup(message) == "<bdi>Émile</bdi> and <bdi>A</bdi> and <bdi>b&lt;</bdi>"
    assert markup(say("see {code}", code=Styled("<x>", "code"))) == "see <code>&lt;x&gt;</code>"
    speak("fr", catalogue("fr"))
    try:
        elided = say("{player} for {other}", player=Name("Bo"), other=Name("Émile"))
        assert "<bdi>Émile</bdi>" in markup(elided)
    finally:
        speak()


@given(some.text(max_size=20))
def test_no_text_is_markup(text: str) -> None:
    """However it is entered: as a text, as a name, within a sentence; also one with the signs by
    which the writer finds names."""
    for words in (text, Name(text), say("{player} won", player=Name(text)), f"\ue0000\ue001{text}"):
        found = markup(words)
        assert "<" not in found.replace("<bdi>", "").replace('<bdi class="long">', "").replace(
            "</bdi>", ""
        )
        assert "\ue000" not in found
