"""Tables of the pages that are kept: how wide they are on paper, where they are parted, and what stays
in view of a narrow screen."""

from __future__ import annotations

import re

import pytest
from conftest import ruleset
from kept_pages import evening
from test_report_html import Page

from scorekeeper.render.html.element import (
    ACROSS,
    UPRIGHT,
    HtmlCell,
    HtmlRow,
    Laid,
    cell,
    head,
    name,
    parted,
    row,
    table,
    text,
    widths_of,
)
from scorekeeper.render.html.sheet_tables import deals_table
from scorekeeper.report.sheet import sheet_of


def of_sides(sides: int, rows: int = 3) -> Laid:
    """A sheet of so many sides, each with a count, points and a total."""
    above = [cell(text("")), cell(text(""), span=2), *(head(name("Bartholomew"), span=3),) * sides]
    below = [
        head(text(word)) for word in ("#", "dealer", "contract", *("tricks", "±", "total") * sides)
    ]
    lines = [
        row(
            *(
                cell(text(word))
                for word in (str(line), "Ann", "Sang", *("13", "+120", "−1230") * sides)
            )
        )
        for line in range(1, rows + 1)
    ]
    total = row(
        head(text("total"), scope="row"),
        cell(text(""), span=2),
        *(cell(text("12"), span=3),) * sides,
    )
    return Laid([row(*above), row(*below)], [[*lines, total]])


def words(line: HtmlRow) -> list[str]:
    return [one.inner for one in line.cells]


def test_a_table_of_few_columns_is_one() -> None:
    """So is one that fits across; the page then asks for paper laid so, and else it does not."""
    few, more = of_sides(2), of_sides(6)
    assert sum(widths_of(few)) <= UPRIGHT < sum(widths_of(more)) <= ACROSS
    for laid, is_across in ((few, False), (more, True)):
        assert [*parted(laid, widths_of(laid))] == [laid]
        assert ("across" in table("points", laid.heads, *laid.bodies)) == is_across


@pytest.mark.parametrize("sides", [9, 16, 40])
def test_a_wider_table_is_parted(sides: int) -> None:
    """Each part fits on upright paper and begins with the first column; the columns of a side stay
    together, and every one is there once. Two parts are about as wide as each other."""
    laid = of_sides(sides)
    parts = [*parted(laid, widths_of(laid))]
    assert all(sum(widths_of(part)) <= UPRIGHT for part in parts)
    assert all(words(part.bodies[0][0])[0] == "1" for part in parts)
    whole = words(laid.bodies[0][0])
    assert [word for part in parts for word in words(part.bodies[0][0])[1:]] == whole[1:]
    assert all(one.span == 3 for part in parts for one in part.heads[0].cells if one.inner)
    if len(parts) == 2:
        assert abs(sum(widths_of(parts[0])) - sum(widths_of(parts[1]))) < 200


def test_a_part_has_no_row_without_a_word() -> None:
    """Heads and totals that say nothing in a part are left out of it; rows for a pen are not."""
    wide = tuple(cell(text("x" * 30)) for _ in range(6))
    told = row(head(text("total"), scope="row"), *wide[:5], cell(text("")))
    empty = HtmlRow(tuple(HtmlCell("") for _ in range(7)))
    laid = Laid(
        [row(*(head(text(str(number))) for number in range(7)))],
        [[row(cell(text("1")), *wide), told, empty]],
    )
    numbers = [len(part.bodies[0]) for part in parted(laid, widths_of(laid))]
    assert numbers[-1] == 2 or numbers == [3] * len(numbers)
    assert numbers[0] == 3


def test_counts_that_no_deal_has_together_share_a_column() -> None:
    """Tricks in some deals and cards left in others stand under one head; where a deal has both
    each has its own."""
    now = evening("bismarck-estonian", 4)
    sheet = sheet_of(now.standing, now.name)
    page = Page(deals_table(sheet, now.agreed.rules))
    assert page.words.count("cards left or tricks / quota") == 4
    assert "cards left" not in page.words
    for deal in sheet.deals:
        numbers = next(column for column in deal.counts.values() if column)
        assert {str(number) for number in numbers.values()} <= {word.strip() for word in page.words}
    few = evening("bismarck-estonian", 4, deals=4)
    assert (
        "tricks / quota"
        in Page(deals_table(sheet_of(few.standing, few.name), few.agreed.rules)).words
    )


def test_the_first_column_of_every_row_is_one_column() -> None:
    """A narrow screen keeps it in view, so nothing in it is as wide as several; heads are of the row
    that they stand in."""
    for game in ("bien", "bismarck-estonian", "more/preferans"):
        now = evening(game, max(ruleset(game).every_number))
        page = deals_table(sheet_of(now.standing, now.name), now.agreed.rules)
        firsts = re.findall(r"<tr[^>]*>(<t[hd][^>]*>)", page)
        assert firsts and not any("colspan" in first for first in firsts)
        assert 'scope="row"' in page


def test_a_name_is_broken_where_it_must() -> None:
    """Between its words; within one only if that is longer than thirteen letters."""
    assert "class" not in name("Wilhelmina Charlotte Habsburg-Lothringen")
    assert 'class="long"' in name("Donaudampfschifffahrtskapitän")
    assert "class" not in name(
        "日本太郎左衛門尉藤原朝臣"
    )  # between any two of whose signs a line may end
