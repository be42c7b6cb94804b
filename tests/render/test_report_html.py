"""The pages that are printed: whole, harmless whatever people are called, the same every time."""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from terminal import Person
from work import PATIENCE

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import agree
from scorekeeper.record import open_session as book
from scorekeeper.record.corrections import amendment, undoing
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.importing import imported
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Book
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.session_fingerprint import (
    fingerprint,
    fingerprint_problems,
    is_fingerprint_of,
)
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.render.blank_text import blank_text
from scorekeeper.render.csv_tables import blank_csv
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.render.html.element import VOID
from scorekeeper.render.html.page import sheet_page, summary_page
from scorekeeper.render.svg_chart import DASHES, SHAPES
from scorekeeper.render.terminal_tables import cut_apart
from scorekeeper.report.blank import blank_of, header_line
from scorekeeper.report.log_report import corrections_of
from scorekeeper.report.shared_labels import score
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.summary import summary_of
from scorekeeper.store.ruleset_library import load_ruleset, ruleset_files
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import width_of

SWEDISH, BIZON, BIEN = (load_ruleset(game) for game in ("bismarck-swedish", "bizon", "bien"))
NAMES = ("Anna", "Björn", "Cleo", "Dag")
AT = "2026-03-01T19:05:00Z"
HOSTILE = ("<script>alert(1)</script>", "\"' onload='x", "</style>&amp;<b>", "שלום <!--")
EVENING = ["sang 9 4 3", "sang 2 9 5", "sang 9 4 3", "pass 5 5 6"]
DOWN = "bidder=Anna bid=350 meld=300 points=60,81"


def opened(
    rules: Any, deals: list[str], names: tuple[str, ...] = NAMES[:3], **options: Any
) -> Book:
    """A session of these deals, by way of the file that it is."""
    now = book.opened(
        head_text(new_head(agree(rules, names, None, options), "evening", AT)).encode(), "evening"
    )
    for words in deals:
        now = acted(now, new_deal(now, words.split(), AT).entries)
    return now


def acted(now: Book, entries: tuple[Entry, ...]) -> Book:
    text = head_text(now.log.head) + "".join(map(entry_text, [*now.log.entries, *entries]))
    return book.opened(text.encode(), now.name)


def page_of(now: Book) -> str:
    value = summary_of(now.standing, now.name)
    return summary_page(value, now.agreed.rules, corrections_of(now), fingerprint(now), "0.10")


def corrected() -> Book:
    now = opened(SWEDISH, EVENING)
    return acted(now, amendment(now, 2, ["tricks=3,8,5"], AT, "under the <ashtray>").entries)


class Page(HTMLParser):
    """What a browser would make of a page: its elements, what they say, what is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"a comment: {data}")


ATTRIBUTES = {
    "aria-hidden", "aria-label", "charset", "class", "colspan", "content", "cx", "cy", "d", "fill", "font-size",
    "href", "http-equiv", "id", "lang", "name", "points", "r", "role", "scope", "stroke", "stroke-dasharray", "stroke-opacity",
    "stroke-width", "style", "tabindex", "text-anchor", "viewbox", "x", "x1", "x2", "y", "y1", "y2",
}  # fmt: skip
FORBIDDEN = {
    "script",
    "iframe",
    "object",
    "embed",
    "link",
    "img",
    "image",
    "form",
    "base",
    "foreignobject",
    "use",
}


def assert_sound(text: str) -> Page:
    page = Page(text)
    assert page.faults == []
    assert page.open == []
    assert {tag for tag, _ in page.seen} & FORBIDDEN == set()
    assert {key for _, attributes in page.seen for key in attributes} <= ATTRIBUTES
    styles = {attributes["style"] or "" for _, attributes in page.seen if "style" in attributes}
    assert all(re.fullmatch("--chars:[0-9]+", style) for style in styles)
    assert not re.search(r"url\(|@import|src=|href=(?!\"#)|javascript:", text)
    ids = [attributes["id"] for _, attributes in page.seen if "id" in attributes]
    assert len(ids) == len({*ids})
    assert {href for _, attributes in page.seen if (href := attributes.get("href"))} <= {
        f"#{id_}" for id_ in ids
    }
    return page


SESSIONS: dict[str, Callable[[], Book]] = {
    "contracts": lambda: opened(SWEDISH, EVENING),
    "outcomes": lambda: opened(BIZON, ["passed", "bizon=Anna gp=20,0,20", "bizon=Cleo gp=8,12,20"]),
    "match": lambda: opened(BIEN, [DOWN] * 4, NAMES, games=2),
    "corrected": corrected,
    "nothing yet": lambda: opened(SWEDISH, []),
    "hostile": lambda: opened(SWEDISH, EVENING, HOSTILE[:3]),
    "hostile partners": lambda: opened(BIEN, ["passed"], HOSTILE),
}


LONG = ("Maximiliane", "Alexandrine-Sophie", "Bartholomew", "Wilhelmina Charlotte")
SESSIONS |= {
    "a whole game": lambda: opened(
        SWEDISH,
        [
            f"{contract} {' '.join(map(str, tricks))}"
            for contract in ("spader", "sang", "pass", "trumf hearts")
            for tricks in ((9, 4, 3), (2, 8, 6), (5, 5, 6))
        ],
        LONG[:3],
    ),
    "a set": lambda: opened(
        BIZON,
        [
            f"bizon={name} gp={gp}"
            for name in LONG[:3]
            for gp in ("8,12,20", "20,12,8", "0,20,20", "40,0,0", "20,0,20")
        ],
        LONG[:3],
    ),
    "four games": lambda: opened(
        BIEN, [DOWN.replace("350", "150").replace("Anna", LONG[0])] * 16, LONG, games=4
    ),
}


@pytest.mark.parametrize("which", SESSIONS)
def test_the_page_is_whole_and_alone(which: str) -> None:
    """Every element is closed; no script, no handler, no comment, nothing fetched from anywhere."""
    now = SESSIONS[which]()
    assert_sound(page_of(now))
    assert_sound(
        sheet_page(sheet_of(now.standing, now.name), now.agreed.rules, corrections_of(now), "abcd")
    )


def assert_readable_aloud(text: str) -> None:
    """Every table says what it is before its cells, and each of its heads has words and what it
    heads."""
    tables = re.findall(r"<table[^>]*>(.*?)</table>", text, re.DOTALL)
    assert all(
        re.match(r"<caption[^>]*>(<bdi>)?[^<]+(</bdi>[^<]*)?</caption><thead>", inner)
        for inner in tables
    )
    heads = re.findall(r"<th( [^>]*|)>(.*?)</th>", text, re.DOTALL)
    assert all(
        " scope=" in attributes and re.sub("<[^>]*>", "", inner).strip()
        for attributes, inner in heads
    )
    assert tables and heads


@pytest.mark.parametrize("which", [which for which in SESSIONS if which != "nothing yet"])
def test_tables_are_read_aloud(which: str) -> None:
    """Tables have captions, and no head of a column or a row is empty."""
    now = SESSIONS[which]()
    assert_readable_aloud(page_of(now))
    assert_readable_aloud(sheet_page(sheet_of(now.standing, now.name), now.agreed.rules))


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("game", ["bismarck-swedish", "bien", "bizon"])
def test_tables_to_be_filled_in_are_read_aloud(game: str, named: bool) -> None:
    """The cells of an empty sheet are empty, its heads are not."""
    rules = load_ruleset(game)
    assert_readable_aloud(
        blank_page(blank_of(agree(rules, NAMES[: rules.players[0]]), named), rules)
    )


def test_a_page_says_which_points_are_good() -> None:
    """Under the ranking, over the points by role, and in the chart, whose lines end with the
    match."""
    words = Page(page_of(SESSIONS["match"]())).words
    assert "points of the match: the most win" in words
    assert (
        sum(
            word.endswith("; in a deal fewer points are better, in the match more")
            for word in words
        )
        == 2
    )
    assert "lower is better" in words
    assert {" −2, match 24", " 12, match 0"} <= set(words)
    assert "the most points win" in Page(page_of(corrected())).words


def test_the_page_forbids_what_it_has_no_need_of() -> None:
    """A browser is told to run and fetch nothing, should anything ever slip in."""
    told = [
        attributes.get("content")
        for tag, attributes in Page(page_of(corrected())).seen
        if tag == "meta"
    ]
    assert "default-src 'none'; style-src 'unsafe-inline'" in told


def test_hostile_names_are_words() -> None:
    """What looks like markup in a name is read as it was written, and stands apart from its
    line."""
    page = Page(page_of(opened(SWEDISH, EVENING, HOSTILE[:3])))
    for name in HOSTILE[:3]:
        assert name in page.words
    assert sum(tag == "bdi" for tag, _ in page.seen) > 20


def test_what_steers_the_writing_is_made_visible() -> None:
    """Control characters and marks that turn the writing reach no page, in whatever part of it
    they came."""
    now = corrected()
    # by hand: nothing else lets it in
    spoilt = [entry._replace(why="a\x1b[31m\u202eb\x00") for entry in corrections_of(now)]
    value = summary_of(now.standing, "evening\x07\u2066")
    text = summary_page(value, SWEDISH, spoilt, "")
    found = {
        character
        for character in text
        if unicodedata.category(character) in ("Cc", "Cf") and character != "\n"
    }
    assert found == set()
    assert "\ufffd[31m\ufffdb" in text


def test_the_same_session_gives_the_same_page() -> None:
    """Two openings of one file are one page, byte for byte."""
    assert page_of(corrected()) == page_of(corrected())


@pytest.mark.parametrize("which", ["contracts", "outcomes", "match", "corrected"])
def test_every_number_of_the_sheet_is_there(which: str) -> None:
    """A row a deal holds its counts, quotas, points and totals, in the order of the sides."""
    now = SESSIONS[which]()
    rules, sheet = now.agreed.rules, sheet_of(now.standing, now.name)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", sheet_page(sheet, rules))
    told = [_cells(row) for row in rows]
    for deal in sheet.deals:
        row = next(cells for cells in reversed(told) if cells[0].rstrip("*") == str(deal.number))
        for side, points in deal.points.items():
            place = _place(row, signed(points), score(deal.totals[side], rules))
            assert place, (deal.number, side)
        for numbers in deal.counts.values():
            assert all(
                any(cell.split(" / ")[0] == str(number) for cell in row)
                for number in numbers.values()
            )
        for side, quota in deal.quotas.items():
            assert f"{deal.counts['tricks'][side]} / {quota}" in row


def _cells(row: str) -> list[str]:
    return ["".join(Page(cell).words) for cell in re.findall(r"<t[dh][^>]*>.*?</t[dh]>", row)]


def _place(row: list[str], points: str, total: str) -> bool:
    return any(pair == (points, total) for pair in pairwise(row))


def test_a_corrected_deal_is_marked_and_told() -> None:
    """The number of a corrected deal bears a star; below stand when, what and why."""
    page = Page(page_of(corrected()))
    assert "2*" in page.words
    assert "2026-03-01 19:05  amend deal 2: tricks 2,9,5 → 3,8,5 (under the <ashtray>)" in "".join(
        page.words
    )


def test_the_recap_and_the_accounts_are_on_the_page() -> None:
    """Every sentence, the payments and what they follow from, each name kept apart."""
    now = SESSIONS["a set"]()
    value = summary_of(now.standing, now.name)
    text = summary_page(value, now.agreed.rules, stake="0.10", currency="kr")
    words = "".join(assert_sound(text).words).replace("\u00a0", " ")
    for told in value.recap:
        assert told.text in words
    assert len(re.findall(r" against \S+: \d+ points, \d+\.\d0 kr", words)) == 3
    assert "Every pair&#x27;s account" in text


def test_a_match_shows_its_games() -> None:
    """Each game ends in a row with its result, the match in one with the sum."""
    words = Page(page_of(opened(BIEN, [DOWN] * 4, NAMES, games=2))).words
    assert {"game 1", "game 2", "match", "24"} <= set(words)


def test_the_grid_is_ticked() -> None:
    """An X stands for each contract that its player has had, a dot for each that is left."""
    words = Page(page_of(opened(SWEDISH, EVENING))).words
    assert words.count("X") == 4
    assert words.count("·") == 8


def test_lines_are_told_apart_without_colour() -> None:
    """No two of the first seven sides share both their dashes and their mark; nothing on the
    page has a colour but that of its letters."""
    assert len(set(DASHES)) == len(DASHES)
    assert len(set(SHAPES[:7])) == 7
    painted = {
        value
        for _, attributes in Page(page_of(corrected())).seen
        for key, value in attributes.items()
        if key in ("fill", "stroke")
    }
    assert painted <= {"none", "#fff", "currentColor"}


def test_no_line_hides_another() -> None:
    """Sides that are level are drawn beside each other: no two points of different lines are
    one."""
    page = Page(page_of(SESSIONS["a set"]()))
    paths = [
        re.findall(r"[\d.-]+ [\d.-]+", str(attributes["d"]))
        for tag, attributes in page.seen
        if tag == "path"
    ]
    # as wide as paper, and as a narrow screen
    assert len(paths) == 6
    for drawn in (paths[:3], paths[3:]):
        assert all(len(set(points)) == 3 for points in zip(*drawn, strict=True))


def test_the_chart_labels_its_lines() -> None:
    """At the end of each line, or below on a narrow screen, stand the side and its last total."""
    words = "".join(Page(page_of(opened(SWEDISH, EVENING))).words)
    # in the title of each drawing too
    assert all(words.count(label) == 4 for label in ("Anna +5", "Björn 0", "Cleo −5"))


def test_the_rules_and_their_caution_are_named() -> None:
    """The foot says the rules' name, their source, and where they are uncertain."""
    told = load_ruleset("bismarck-follett")
    now = opened(told, [], NAMES[:3])
    words = "".join(Page(page_of(now)).words)
    assert told.about.caution.shown() in words
    assert all(source in words for source in told.about.sources)


# --- the fingerprint -----------------------------------------------------------------------------------


def test_the_fingerprint_is_sixteen_digits() -> None:
    """Four groups of four hexadecimal digits."""
    assert re.fullmatch(r"[0-9a-f]{4}(-[0-9a-f]{4}){3}", fingerprint(corrected()))


def test_the_fingerprint_knows_no_white_space_and_no_comment() -> None:
    """A file that was tidied by hand is the same session; its name and its times say nothing."""
    now = opened(SWEDISH, EVENING)
    text = head_text(now.log.head) + "".join(map(entry_text, now.log.entries))
    tidied = "# a fine evening\n" + text.replace("\n", "   \n\n").replace(
        AT, "2027-01-01T00:00:00Z"
    )
    assert fingerprint(book.opened(tidied.encode(), "another")) == fingerprint(now)


def test_the_fingerprint_follows_the_facts() -> None:
    """A correction changes it, its undo brings it back; another dealer or player is another
    session."""
    now = opened(SWEDISH, EVENING)
    changed = corrected()
    undone = acted(changed, undoing(changed, AT).entries)
    assert fingerprint(changed) != fingerprint(now)
    assert fingerprint(undone) == fingerprint(now)
    assert fingerprint(opened(SWEDISH, EVENING, ("Anna", "Björn", "Cle0"))) != fingerprint(now)


def test_a_copied_fingerprint_is_read_kindly() -> None:
    """Case and hyphens do not matter, a digit does; where it differs both are said."""
    now = opened(SWEDISH, EVENING)
    right = fingerprint(now)
    assert is_fingerprint_of(now, right.upper().replace("-", " "))
    assert fingerprint_problems(now, right) == []
    wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
    assert [
        right in text_of(problem.message) and wrong in text_of(problem.message)
        for problem in fingerprint_problems(now, wrong)
    ] == [True]


def test_the_line_that_verifies_a_page_names_its_session(tmp_path: Path) -> None:
    """What the page says to type holds from any other session, whatever this one is called."""
    somebody = Person(tmp_path)
    for name in ("it's Friday", "another"):
        somebody.types("new", "bismarck-swedish", *NAMES[:3], "--name", name)
    somebody.types("deal", "--session", "it's Friday", "sang", "6", "6")
    for report in ("summary", "sheet"):
        page = somebody.types(report, "--session", "it's Friday", "--format", "html").out
        (line,) = re.findall("<code>scorekeeper (check .*?)</code>", page)
        somebody.does("sheet --session another")
        assert somebody.types(*shlex.split(html.unescape(line))).code == 0


# --- the empty sheet -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(ruleset_files()))
def test_every_game_has_an_empty_sheet(game: str) -> None:
    """A row a deal, or twenty; the page is whole, and the text has a line for each row."""
    rules = load_ruleset(game)
    blank = blank_of(agree(rules, [f"P{number}" for number in range(rules.players[0])]), False)
    assert_sound(blank_page(blank, rules))
    text = blank_text(blank, rules, 200)
    assert sum(bool(re.match(r" *\d+ ", line)) for line in text.split("\n")) == len(blank.rows)


def test_the_empty_sheet_says_the_quotas_and_who_deals() -> None:
    """Quotas by role, the dealer of each deal, a Σ box a row, and the header that `import`
    reads."""
    text = blank_text(blank_of(agree(SWEDISH, NAMES[:3])), SWEDISH)
    assert "Pass: declarer 4, others 6" in text
    assert "Σ" in text
    assert "deal,contract,trump,tricks" in text
    assert max(map(width_of, text.split("\n"))) <= 80


@pytest.mark.parametrize(
    "game", ["bismarck-swedish", "bismarck-british-choice", "bien", "bismarck-british"]
)
def test_the_empty_sheet_has_the_grid_of_contracts_that_are_picked_once(game: str) -> None:
    """\"The score is kept on paper, in a grid with a row for each player, a column for each
    contract, and an area to the right in which each player's cumulative score is recorded\"
    (pagat, Bismarck, Scoring); elsewhere there is none."""
    rules = load_ruleset(game)
    players = NAMES[: rules.players[0]]
    words = [contract.name.shown() for contract in rules.contracts.values()]
    is_picked = rules.deals.picked and rules.deals.once
    for named in (True, False):
        blank = blank_of(agree(rules, players), named)
        lines = blank_text(blank, rules, 100).split("\n")
        heads = [
            number
            for number, line in enumerate(lines)
            if line.split() == " ".join([*words, "total"]).split()
        ]
        assert len(heads) == is_picked
        for number in heads:
            assert [line.split()[0] for line in lines[number + 2 : number + 2 + len(players)]] == [
                *players
            ]
            boxes = [line.split()[1:] for line in lines[number + 2 : number + 2 + len(players)]]
            assert all(
                len(row) == len(words) + 1 and len(row[-1]) > 2 * len(row[0]) for row in boxes
            )
        page = blank_page(blank, rules)
        assert_sound(page)
        assert page.count('class="score"') == (len(players) + 1 if is_picked else 0)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_grid_of_the_empty_sheet_keeps_to_the_width(width: int) -> None:
    """Long names and long words of contracts are cut, and there is room for the score."""
    blank = blank_of(agree(SWEDISH, ["A very long name indeed", "B", "日本太郎"]))
    assert max(map(width_of, blank_text(blank, SWEDISH, width).split("\n"))) <= width


def test_a_paper_evening_is_typed_in_under_that_header() -> None:
    """A row under the header of the empty sheet is a deal."""
    header = ",".join(blank_of(agree(SWEDISH, NAMES[:3])).header)
    paper = paper_of(f'{header}\n1,sang,,"9,4,3"\n2,trumf,hearts,"9,4,3"\n')
    act = imported(opened(SWEDISH, []), paper, AT)
    assert [deal.points for deal in act.standing.deals] == [(5, -4, -1), (5, 0, -5)]


def test_the_empty_sheet_follows_the_options() -> None:
    """As many games as were chosen, each from its start to its result, and what was chosen is
    said."""
    blank = blank_of(agree(BIEN, NAMES, None, {"games": "3"}), False)
    text = blank_text(blank, BIEN, 100)
    assert "options: games=3" in text.split("\n")
    assert [" ".join(line.split()[:2]) for line in text.split("\n") if "game " in line] == [
        "game 1",
        "game 2",
        "game 3",
    ]
    assert sum(line.split()[:1] == ["start"] for line in text.split("\n")) == 3
    assert {row.game for row in blank.rows} == {1, 2, 3}
    page = blank_page(blank, BIEN)
    assert_sound(page)
    assert page.count(">game ") == 3
    hands = load_ruleset("bisque")
    assert len(blank_of(agree(hands, NAMES[:3], None, {"hands": "4"})).rows) == 4


def test_a_long_empty_sheet_is_typed_in_too() -> None:
    """Rows that are left empty, of games that were not played, are no deals."""
    text = blank_csv(blank_of(agree(BIEN, NAMES, None, {"games": 2})), BIEN)
    filled = text.replace("\n1,Anna,,,", "\n1,Anna,Anna,,laydown")
    assert filled.count("\n") > 20
    assert len(imported(opened(BIEN, [], NAMES, games=2), paper_of(filled), AT).standing.deals) == 1


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("game", sorted(ruleset_files()))
def test_the_empty_sheet_keeps_to_the_width(game: str, width: int) -> None:
    """No line is wider than the paper, for any number of players; where the columns do not fit side
    by side there is a second table under the first. The line to be typed is left whole."""
    rules = load_ruleset(game)
    for number in rules.players:
        blank = blank_of(agree(rules, [f"P{seat}" for seat in range(number)]), False)
        lines = blank_text(blank, rules, width).split("\n")
        typed = f"  {header_line(blank)}"
        assert typed in lines
        assert max(width_of(line) for line in lines if line != typed) <= width


def test_the_empty_sheet_works_quotas_out_for_the_players_there_are() -> None:
    """A quota that depends on the number of players is a number, though nobody knows yet who
    begins."""
    rules = load_ruleset("bismarck-estonian")
    three, four = (blank_of(agree(rules, NAMES[:number])) for number in (3, 4))
    assert three.quotas["No trumps"] == "declarer 6, others 3"
    assert four.quotas["No trumps"] == "declarer 3, others 2"


def test_contracts_stay_different_on_the_empty_sheet() -> None:
    """Names that are cut to the room there is do not become alike."""
    names = ["No trumps, won", "No trumps, lost", "Misère"]
    assert cut_apart(names, 10) == {
        names[0]: "No t…, won",
        names[1]: "No t… lost",
        "Misère": "Misère",
    }
    alike = ["a long word of one kind, long", "a long word of two kinds, long"]
    assert list(cut_apart(alike, 10).values()) == alike


# --- on paper, and the command ---------------------------------------------------------------


def test_rows_that_belong_together_say_so() -> None:
    """A game's first row stays with its deals, and a round of an empty sheet is one body of its
    table."""
    page = page_of(SESSIONS["match"]())
    assert re.findall(r'<tr class="(sum[^"]*)"', page) == [
        "sum start",
        "sum",
        "sum start",
        "sum",
        "sum",
    ]
    rules = load_ruleset("bien")
    blank = blank_page(blank_of(agree(rules, NAMES, None, {"games": 2})), rules)
    bodies = [
        body.count("<tr") for body in re.findall(r"<tbody>(.*?)</tbody>", blank) if "<tr" in body
    ]
    # ten deals a game, each with its start and its result, and the match
    assert bodies == [5, 4, 3, 5, 4, 4]


def command(folder: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    place = {
        **os.environ,
        "SCOREKEEPER_HOME": str(folder / "home"),
        "PYTHONPATH": str(Path(__file__).parent.parent.parent),
    }
    if path is not None:
        place["PATH"] = path
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        cwd=folder,
        env=place,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    command(tmp_path, "new", "bismarck-swedish", *NAMES[:3], "--name", "friday")
    command(tmp_path, "deal", "sang", "9", "4")
    return tmp_path


def test_without_a_printer_the_file_is_left_here(evening: Path) -> None:
    """`summary --print` says where the page is, and never writes over another file."""
    for name in ("friday.html", "friday-2.html"):
        told = command(evening, "summary", "--print", path=str(evening))
        assert told.returncode == 0
        assert str(evening / name) in told.stdout
    assert (evening / "friday.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_half_a_page_is_not_left_here(evening: Path) -> None:
    """Where the disk takes only a part of the page, no file of that name stays."""
    program = 'ulimit -f 2; exec "$0" -B -m scorekeeper summary --print'
    place = {
        **os.environ,
        "SCOREKEEPER_HOME": str(evening / "home"),
        "PYTHONPATH": str(Path(__file__).parent.parent.parent),
    }
    told = subprocess.run(
        ["/bin/sh", "-c", program, sys.executable], cwd=evening, env={**place, "PATH": str(evening)},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (told.returncode, "File too large" in told.stderr) == (3, True)
    assert not (evening / "friday.html").exists()


def test_with_a_printer_the_page_goes_there(evening: Path) -> None:
    """What the system's printer takes is the page itself; no file is left behind."""
    printer = evening / "lp"
    printer.write_text(
        f"#!/bin/sh\n/bin/cat > '{evening}/printed'\n/bin/echo request id is 7\n", encoding="utf-8"
    )
    printer.chmod(0o755)
    told = command(evening, "summary", "--print", path=str(evening))
    assert "request id is 7" in told.stdout
    assert (evening / "printed").read_text(encoding="utf-8") == command(
        evening, "summary", "--format", "html"
    ).stdout
    assert not (evening / "friday.html").exists()


def test_the_fingerprint_on_paper_is_checked(evening: Path) -> None:
    """The page's fingerprint checks out; another is refused with both values."""
    page = command(evening, "summary", "--format", "html").stdout
    printed = re.findall(r"[0-9a-f]{4}(?:-[0-9a-f]{4}){3}", page)[0]
    assert command(evening, "check", "--fingerprint", printed).returncode == 0
    told = command(evening, "check", "--fingerprint", "0000-0000-0000-0000")
    assert told.returncode == 1
    assert printed in told.stderr
    assert "0000-0000-0000-0000" in told.stderr


def test_a_stake_has_a_currency(evening: Path) -> None:
    """The currency stands after each amount, and goes with a stake alone."""
    told = command(evening, "summary", "--stake", "0.10", "--currency", "kr").stdout
    assert "Anna against Björn: 9 points, 0.90 kr" in told.split("\n")
    assert "Björn → Anna: 1.20 kr" in told.split("\n")
    assert command(evening, "summary", "--currency", "kr").returncode == 2
    refused = command(evening, "summary", "--stake", "1", "--currency", "5")
    assert refused.returncode == 1
    assert "`5` is not a currency" in refused.stderr


def test_an_empty_sheet_alone_has_options(evening: Path) -> None:
    """`sheet --option` chooses for an empty sheet; one that the game has not is refused."""
    assert (
        "options: games=2"
        in command(evening, "sheet", "--blank", "bien", "--option", "games=2").stdout
    )
    assert command(evening, "sheet", "--option", "games=2").returncode == 2
    assert command(evening, "sheet", "--blank", "bien", "--option", "games=none").returncode == 1
