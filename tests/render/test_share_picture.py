"""The share card: an evening as one picture, whole and harmless whoever played, and read when it is
small."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from conftest import GAMES, ruleset
from evening import AT, Evening, two_deals
from fuzz.harmless import svg_faults
from hypothesis import example, given
from hypothesis import strategies as st
from own_pages import of_file, read
from terminal import Person

from scorekeeper.cli.sheet_commands import sheet as sheet_command
from scorekeeper.cli.sheet_commands import summary as summary_command
from scorekeeper.game.session_settings import Facts, seated
from scorekeeper.game.standing import Standing, standing
from scorekeeper.record.irregular_changes import finishing
from scorekeeper.record.open_session import Book, occasion_of, opened
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.render.font_metrics import FONTS, broken, fitted, letters_of, shortened
from scorekeeper.render.report_formats import SUMMARIES
from scorekeeper.render.share_picture import INKS, MOST_ROWS, Headline, headline, remarks, rows_of
from scorekeeper.render.svg_chart import DASHES, SHAPES
from scorekeeper.render.writers import Look
from scorekeeper.report.shared_labels import score
from scorekeeper.report.summary import Summary, summary_of
from scorekeeper.store.printer import LETTER, png_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.local_formats import DateAndPlace
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import speak

OLD = sorted((Path(__file__).parent.parent / "old").glob("[12]/*.toml"))
HELD = DateAndPlace("1 March 2026", "at home")
SIDES = {
    "who": 64,
    "total": 64,
    "said": 40,
    "side": 34,
    "points": 34,
    "remark": 24,
    "told": 24,
    "foot": 24,
}
WIDE, HIGH = 1080, 1350
BOARDS = """
name = "Boards"
source = "made up"
players = 3
deals.number = 6
game.step = "1/2"
promise.sum = "players / 2"
count.score = { total = "players / 2", max = 1, step = "1/2" }
outcome = [{ points = "score" }]
"""
CROWD = """
name = "Crowd"
source = "made up"
players = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
deals.number = 2
count.score = { min = 0, max = 40 }
outcome = [{ points = "score" }]
"""


class Drawn:
    """A card that was drawn, as it is read."""

    def __init__(self, summary: Summary, book: Book | Standing, held: DateAndPlace = HELD) -> None:
        self.svg = SUMMARIES["svg"](summary, book.agreed.rules, Look(held=held))
        self.root = ElementTree.fromstring(self.svg)

    def words(self, role: str | None = None) -> list[str]:
        """The texts of a role; without one all of them."""
        return ["".join(text.itertext()) for text in self.texts(role)]

    def texts(self, role: str | None = None) -> list[ElementTree.Element]:
        found = self.root.iter("{http://www.w3.org/2000/svg}text")
        return [text for text in found if role is None or text.get("class") == role]

    def parts(self, tag: str) -> list[ElementTree.Element]:
        return [*self.root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")]


def card(evening: Evening, held: DateAndPlace = HELD) -> Drawn:
    return Drawn(summary(evening), evening.book, held)


def summary(evening: Evening) -> Summary:
    book = evening.book
    return summary_of(book.standing, book.name, occasion_of(book), fingerprint(book))


def told(evening: Evening) -> Headline:
    return headline(summary(evening).sheet, evening.book.agreed.rules)


def finished(evening: Evening, *words: str) -> Evening:
    evening.did(finishing(evening.book, words, AT))
    return evening


def thrown(people: int, throws: int = 2) -> Evening:
    """Throws of so many people, each with more than the one before."""
    evening = Evening("more/molkky", *(f"P{number}" for number in range(1, people + 1)))
    for _ in range(throws):
        for number in range(people):
            evening.deal(str(min(12, number + 1)))
    return evening


def spoken_in(language: str) -> None:
    if language == "en":
        speak()
    else:
        speak(language, catalogue(language))


# --- every game, in every language ----------------------------------------------------------------


def test_every_shipped_game_is_among_the_old_evenings() -> None:
    """What follows is drawn of them."""
    assert {game.rpartition("/")[2] for game in GAMES} <= {path.stem for path in OLD}


@pytest.mark.parametrize(
    ("path", "language"),
    [*product(OLD, ("en", "fr", "sv"))],
    ids=lambda value: value if isinstance(value, str) else f"{value.parent.name}-{value.stem}",
)
def test_a_card_of_every_game(path: Path, language: str) -> None:
    """It is a drawing of one size that loads nothing, with the game, who leads, everybody and their
    totals in their order, the curve, the recap, the date, the place and the fingerprint."""
    spoken_in(language)
    book = opened(path.read_bytes(), path.stem)
    found = summary_of(book.standing, book.name, occasion_of(book), fingerprint(book))
    drawn, rules = Drawn(found, book), book.agreed.rules
    assert [*svg_faults(drawn.svg)] == []
    assert (drawn.root.get("width"), drawn.root.get("height")) == ("1080", "1350")
    assert drawn.root.get("lang") == language
    first, (rows, more) = headline(found.sheet, rules), rows_of(found, rules)
    assert " ".join(drawn.words("game")) == rules.name.shown()
    assert " ".join(drawn.words("who")).replace("\u00a0", " ") == first.who
    assert (drawn.words("said"), drawn.words("total")) == (
        [word for word in [first.said] if word],
        [word for word in [first.total] if word],
    )
    assert (drawn.words("side"), more) == (
        [side for place in found.ranking for side in place.sides],
        "",
    )
    assert drawn.words("points") == [row.total for row in rows]
    assert len(drawn.parts("path")) == len(found.sheet.sides)
    assert " ".join(drawn.words("told")).startswith(found.recap[0].text[:15])
    foot = " ".join(drawn.words("foot"))
    assert foot.startswith(HELD.when) and HELD.place in foot and found.fingerprint in foot


def test_a_card_speaks_its_language() -> None:
    """The large words, what is not settled and the foot."""
    evening = two_deals()
    seen = {}
    for language in ("en", "fr", "sv"):
        spoken_in(language)
        drawn = card(evening)
        seen[language] = [*drawn.words("said"), *drawn.words("remark"), drawn.words("foot")[0]]
    assert seen == {
        "en": ["In the lead", "not over", "1 March 2026 · 2 of 12 deals · at home"],
        "fr": ["En tête", "pas finie", "1 March 2026 · 2 sur 12 donnes · at home"],
        "sv": ["I ledningen", "inte slut", "1 March 2026 · 2 av 12 givar · at home"],
    }


# --- who won, or how it stands --------------------------------------------------------------------


def test_before_the_first_deal_nobody_leads() -> None:
    """The card says so, in large letters, and names the table; there is no curve."""
    drawn = card(Evening("bismarck-swedish"))
    assert (drawn.words("who"), drawn.words("said"), drawn.words("total")) == (
        ["No deals yet"],
        [],
        [],
    )
    assert (drawn.words("side"), drawn.words("remark")) == (["Anna", "Björn", "Cleo"], [])
    assert (drawn.parts("path"), drawn.words("told")) == ([], [])


def test_who_leads_and_who_won() -> None:
    """An evening that is not over has a leader, one that is a winner; one that was ended early says
    so, and after how many deals."""
    evening = two_deals()
    assert told(evening) == Headline("In the lead", "Anna", "+3")
    assert remarks(summary(evening).sheet) == ["not over"]
    assert told(finished(evening)) == Headline("Winner", "Anna", "+3")
    drawn = card(evening)
    assert drawn.words("remark") == ["ended early"]
    assert drawn.words("foot")[0] == "1 March 2026 · finished after 2 of 12 deals · at home"


def test_one_deal_has_no_curve() -> None:
    """A curve begins with the second deal, as on the page."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    assert card(evening).parts("path") == []


def test_those_who_are_level() -> None:
    """A shared win has a total where they have the same; all level have no winner before the
    end."""
    evening = Evening("more/molkky", "Ann", "Bo", "Cy")
    for points in (5, 5, 5):
        evening.deal(str(points))
    assert told(evening) == Headline("", "All level")
    assert [row.place for row in rows_of(summary(evening), evening.book.agreed.rules)[0]] == [
        "1="
    ] * 3
    for points in (1, 4, 4):
        evening.deal(str(points))
    assert told(evening) == Headline("In the lead", "Bo and Cy", "+9")
    assert told(finished(evening)) == Headline("Shared win", "Bo and Cy", "+9")


def test_partners_win_together() -> None:
    """A side is called as on the sheet, and its line is not broken before the second name."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee", games=1)
    evening.deal("bidder=Ann bid=350 meld=300 points=60,81")
    found = told(evening)
    assert found.who in evening.book.agreed.side_names
    assert card(evening).words("who") == [found.who.replace(" & ", " &\u00a0")]


def test_where_fewest_points_are_best_the_card_says_so() -> None:
    """The leader has the fewest, and the words stand over the curve."""
    book = opened(next(path for path in OLD if path.stem == "hearts").read_bytes(), "eve")
    found = summary_of(book.standing, "eve")
    drawn = Drawn(found, book)
    assert drawn.words("who") == [
        min(found.sheet.totals, key=lambda side: found.sheet.totals[side])
    ]
    assert drawn.words("note") == ["fewer points are better"]


def test_in_a_match_its_points_rank() -> None:
    """Those of the match stand in the list and under the leader, not those of the last game."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee", games=2)
    evening.data = next(path for path in OLD if path.stem == "bien").read_bytes()
    found, rules = summary(evening), evening.book.agreed.rules
    assert found.sheet.match is not None and found.sheet.is_match_ranked
    drawn = card(evening)
    assert dict(zip(drawn.words("side"), drawn.words("points"), strict=True)) == {
        side: score(total, rules) for side, total in found.sheet.match.totals.items()
    }
    assert found.sheet.match.totals != found.sheet.totals
    assert drawn.words("note")[-1] == "the places go by the match, the curve by each game"


def test_a_disputed_count_gives_ranges() -> None:
    """Totals are ranges; who is not first however it is settled does not lead."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6 --or 7 5")
    drawn = card(evening)
    assert drawn.words("remark") == ["not over · disputed"]
    assert drawn.words("note") == []  # there is no curve yet
    assert drawn.words("points") == [
        row.total for row in rows_of(summary(evening), evening.book.agreed.rules)[0]
    ]
    assert any("…" in total for total in drawn.words("points"))
    evening.deal("pass 5 6")
    assert card(evening).words("note") == ["the curve shows the first reading of what is disputed"]


def test_who_may_have_won() -> None:
    """Where the readings give the game to different people nobody is called the winner, and no
    total stands alone; where they do not, the winner is, with a range."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 12 2 --or 4 10")
    assert told(finished(evening)) == Headline("Who may have won", "Anna or Björn")
    evening = Evening("bismarck-swedish")
    evening.deal("sang 12 2 --or 11 3")
    assert told(finished(evening)) == Headline("Winner", "Anna", "+7…+8")


def test_halves_are_drawn() -> None:
    """Totals of halves stand in the list as everywhere, and their points on the curve between the
    whole ones."""
    evening = Evening(read(BOARDS))
    for line in ("½ 1 0", "½ 1 0", "½ 0 1"):
        evening.deal(line)
    drawn = card(evening)
    assert drawn.words("points") == ["+2", "+1½", "+1"]
    assert [*svg_faults(drawn.svg)] == []


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
@pytest.mark.parametrize("game", GAMES)
def test_the_game_has_room_beside_what_is_not_settled(game: str, language: str) -> None:
    """No name of a shipped game is cut, whatever stands beside it."""
    spoken_in(language)
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6 --or 7 5")
    found, rules = summary(finished(evening)), ruleset(game)
    drawn = ElementTree.fromstring(SUMMARIES["svg"](found, rules, Look()))
    texts = [*drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert sum(text.get("class") == "remark" for text in texts) == 1
    words = [text.text or "" for text in texts if text.get("class") == "game"]
    assert " ".join(words) == rules.name.shown()


def test_a_deal_that_waits_is_said() -> None:
    """Beside what else is not settled."""
    evening = Evening(of_file("wager"))
    evening.deal("5 3")
    assert remarks(summary(evening).sheet) == ["not over", "a deal waits"]
    evening.deal("4 0 winner=Anna")
    assert card(evening).words("note") == [
        "the curve shows one way the deal that waits may come out"
    ]


def test_where_somebody_left_points_of_a_deal_rank() -> None:
    """Behind the totals, which do not compare; below the places is said which number ranks."""
    evening = two_deals()
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--own-score"], AT))
    evening.deal("spader 9 4")
    drawn = card(evening)
    assert drawn.words("total") == [drawn.words("points")[0]]
    assert drawn.words("points") == [
        "+4, +1.33 a deal", "−1, −0.50 a deal", "−2, −0.67 a deal", "−1, −1.00 a deal",
    ]  # fmt: skip
    assert "the places go by points per deal, the curve by totals" in drawn.words("note")


def test_one_who_plays_alone_leads_nobody() -> None:
    """The card has their name and total."""
    evening = Evening("more/yatzy", "Ann")
    assert told(evening) == Headline("", "No deals yet")
    path = next(path for path in OLD if path.stem == "yatzy")
    evening.data = path.read_bytes()
    alone = evening.book.agreed.players[0]
    assert told(evening)[:2] == ("", alone)


# --- the places and the curve ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "rows", "more"),
    [(2, 2, []), (6, 6, []), (7, 5, ["and 2 more"]), (8, 5, ["and 3 more"])],
)
def test_six_places_have_room(people: int, rows: int, more: list[str]) -> None:
    """Of more the first five stand there, and how many do not."""
    drawn = card(thrown(people))
    assert (len(drawn.words("side")), drawn.words("more")) == (rows, more)
    assert len(drawn.parts("path")) == people
    assert sum(path.get("stroke") in INKS for path in drawn.parts("path")) == rows


def test_a_line_begins_where_all_began() -> None:
    """Lines that are level are drawn beside each other, so that none hides another; of sixteen only
    the five that have a name, and the others where they are."""
    evening = Evening(read(CROWD), *(f"P{number}" for number in range(1, 17)))
    evening.deal(" ".join(map(str, range(16))))
    evening.deal(" ".join(map(str, range(16))))
    drawn = card(evening)
    begins = [float((path.get("d") or "").split()[1]) for path in drawn.parts("path")]
    inks = [path.get("stroke") in INKS for path in drawn.parts("path")]
    named, others = (
        {y for y, is_named in zip(begins, inks, strict=True) if is_named is wanted}
        for wanted in (True, False)
    )
    assert (len(named), len(others)) == (5, 1)
    assert min(named) < min(others) < max(named)
    assert max(named) - min(named) < 12


def test_lines_are_told_apart_without_colour() -> None:
    """As many dashes and as many marks as there are lines that have a name."""
    assert len(set(DASHES[:MOST_ROWS])) == MOST_ROWS == len(INKS)
    assert len(set(SHAPES[:MOST_ROWS])) == MOST_ROWS
    drawn = card(thrown(6))
    lines = [path.get("stroke-dasharray") for path in drawn.parts("path")]
    assert lines == [*DASHES[:6]]


# --- whoever played -------------------------------------------------------------------------------

SWEDISH = ruleset("bismarck-swedish")
DEALS: list[Facts] = [
    {"contract": "sang", "tricks": (6, 6, 4)},
    {"contract": "trumf", "trump": "hearts", "tricks": (9, 2, 5)},
]
HARD = (
    "<script>alert(1)</script>", "\"' onload='x", "]]>&amp;<b>", "\x07\x1b[2J\u202e\ufffe\uffff\ud800", "דניאלה",
    "👨‍👩‍👧‍👦🇸🇪", "龍之介さん龍之介さん龍之介さん", "W" * 40, "الاميرة ليلى", "Bartholomew Featherstonehaugh-Cholmondeley",
)  # fmt: skip


def drawn_of(names: Iterable[str], place: str = "") -> Drawn:
    from conftest import deals

    now = standing(seated(SWEDISH, tuple(names), 2, {}), deals(*DEALS))
    return Drawn(
        summary_of(now, "eve", fingerprint="3f2a-90c4-1b7d-e855"), now, DateAndPlace("", place)
    )


NAMES = st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=3, unique=True)


@example([*HARD[:3]])
@example([*HARD[3:6]])
@example([*HARD[6:9]])
@example([HARD[9], HARD[9] + "2", "&"])
@example(["a\ufffe", "b\uffff", "\ud800"])
@given(NAMES)
def test_no_name_is_markup_or_leaves_the_card(names: list[str]) -> None:
    """The drawing stays XML of the same few elements; every word ends within it, by the widths that
    are estimated; the letters of what is read first stay large."""
    drawn = drawn_of(names, place=names[0])
    assert [*svg_faults(drawn.svg)] == []
    for text in drawn.texts():
        role, said = text.get("class"), "".join(text.itertext())
        if role is None:
            continue  # of the curve, which is drawn in a measure of its own
        size, x, y = (float(text.get(name) or 0) for name in ("font-size", "x", "y"))
        wide = letters_of(said) * size * (0.92 if role in ("side", "told", "foot") else 1)
        assert 0 < y < HIGH and size >= SIDES.get(role, 24) - (8 if role == "who" else 0)
        anchor = text.get("text-anchor")
        if anchor == "end":
            assert x <= WIDE - 72 and x - wide > WIDE / 3
        elif anchor is None:
            assert x >= 72 and x + wide <= WIDE - 71


def test_a_name_stands_there_as_it_was_given() -> None:
    """Escaped where it must be, and in an element of its own."""
    drawn = drawn_of(("<b>&\"'", "Ann", "Bo"))
    assert "&lt;b&gt;&amp;&quot;&#x27;" in drawn.svg
    assert "<b>&\"'" in drawn.words("side")


@pytest.mark.parametrize(
    ("name", "least"),
    [("Ann", 168), ("Bartholomew", 104), ("Bartholomew Featherstonehaugh", 72), ("W" * 40, 56)],
)
def test_who_won_is_read_on_a_thumbnail(name: str, least: int) -> None:
    """A quarter as large, their name still has letters of 14 points and more; the total of 16."""
    evening = Evening("bismarck-swedish", name, "Bo", "Cy")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    drawn = card(evening)
    assert min(int(text.get("font-size") or 0) for text in drawn.texts("who")) >= least
    assert all(int(text.get("font-size") or 0) / 4 >= 16 for text in drawn.texts("total"))
    assert " ".join(drawn.words("who")).startswith(name[:6])


# --- the widths that are estimated ----------------------------------------------------------------


def test_letters_are_not_of_one_width() -> None:
    """A narrow letter, a small one, a capital, a wide one; an accent has no width of its own, an
    ideograph and an emoji have that of two letters."""
    widths = [letters_of(letter) for letter in ("i", "a", "A", "W", "é", "e\u0301", "漢", "🎲")]
    assert widths == [0.4, 0.72, 0.85, 1.1, 0.72, 0.72, 1.05, 1.35]
    assert letters_of("Ann") == pytest.approx(0.85 + 2 * 0.72)


def test_a_text_shrinks_then_breaks_then_is_cut() -> None:
    """The first size with room for it; at the last of them it ends in an ellipsis."""
    sizes = ((100, 1), (50, 2))
    assert fitted("Ann", 300, sizes) == (["Ann"], 100, True)
    assert fitted("Ann Bo", 150, sizes) == (["Ann", "Bo"], 50, True)
    assert fitted("Annabella Bo Cy", 200, sizes) == (["Ann…", "Bo Cy"], 50, False)
    assert broken("Ann Bo", 2.4) == ["Ann", "Bo"]


@given(st.text(max_size=60), st.floats(1.1, 30))
def test_what_is_shortened_has_room(text: str, room: float) -> None:
    """It is never wider, and is left as it is where it has room."""
    short = shortened(text, room)
    assert letters_of(short) <= room
    assert short == text if letters_of(text) <= room else short.endswith("…")


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def person(tmp_path: Path) -> Person:
    lines = ("new bismarck-swedish Anna Björn Cleo --name friday", "deal sang 6 6", "deal pass 5 6")
    return Person(tmp_path / "home").after(*lines)


def test_the_card_is_utf_8_whatever_the_terminal_has(person: Person) -> None:
    """As everything that is kept in a file."""
    said = person.types("summary", "--format", "svg", encoding="ascii")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg ')
    assert "Björn" in person.does("summary --format svg").out


def test_a_card_shows_one_session(person: Person) -> None:
    """An evening of several has no card, and says so; its page goes on paper as before."""
    for form in ("svg", "png"):
        said = person.types("summary", "--evening", "--format", form)
        assert (said.code, said.out) == (2, "")
        assert "a card shows one session" in said.err


def test_a_picture_is_no_text_for_a_terminal(person: Person) -> None:
    """It is refused before anything is read, with the command to type; the drawing is not."""
    said = person.types("summary", "--format", "png", "--session", "nobody", at_screen=True)
    assert (said.code, said.out) == (1, "")
    assert "a terminal cannot show a PNG picture" in said.err
    assert person.types("summary", "--format", "svg", at_screen=True).code == 0


@pytest.mark.parametrize("form", ["svg", "png"])
def test_only_the_summary_has_a_card(form: str) -> None:
    """It is offered, and the sheet has none."""
    assert form in offered(summary_command)
    assert form not in offered(sheet_command)


def offered(command: click.Command) -> Sequence[str]:
    """The formats that a command offers."""
    found = {param.name: param.type for param in command.params}["form"]
    assert isinstance(found, click.Choice)
    return found.choices


def test_nothing_else_loads_what_draws_a_card(person: Person) -> None:
    """Neither another format of the summary nor the card as SVG loads the library, and only the
    card what lays it out."""
    for form, loaded in (("text", []), ("html", []), ("svg", ["share_picture"])):
        code = (
            "import sys; from scorekeeper.cli.main import main\n"
            f"try: main(['summary', '--format', '{form}', '--session', 'friday'])\n"
            "except SystemExit: pass\n"
            "found = [name.split('.')[-1] for name in sys.modules]\n"
            "print([name for name in ('share_picture', 'resvg_py') if name in found], file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, **person.settings},
        )
        assert done.stderr.decode().strip() == str(loaded)


# --- the picture ----------------------------------------------------------------------------------

with_pictures = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None,
    reason="pictures are not drawn here: pip install 'tablescore[pictures]'",
)


def size_of(picture: bytes) -> tuple[int, int]:
    """The width and the height that a PNG says it has."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[12:16] == b"IHDR"
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


@with_pictures
def test_the_picture_is_the_card(tmp_path: Path) -> None:
    """1080 × 1350, with words: those of another evening are another picture."""
    evening = two_deals()
    ahead = png_of(card(evening).svg)
    assert size_of(ahead) == (WIDE, HIGH)
    assert ahead != png_of(card(evening).svg.replace(">Björn<", "><"))
    assert ahead == png_of(card(evening).svg)


def test_the_letter_that_is_tried_is_of_the_card() -> None:
    """A machine may have fonts of the card and none other, such as the default of the library."""
    family = f'font-family="{FONTS}"'
    assert family in LETTER and family in card(two_deals()).svg


@with_pictures
def test_a_picture_without_a_font_is_refused() -> None:
    """It would have no word, and nothing would say so."""
    with pytest.raises(Refused) as refusal:
        png_of(card(two_deals()).svg, with_fonts=False)
    assert [problem.code for problem in refusal.value.problems] == ["picture-fonts"]


@with_pictures
def test_the_picture_goes_to_a_file(person: Person, tmp_path: Path) -> None:
    """Its bytes as they are, whatever the encoding of the terminal."""
    words = ["summary", "--format", "png", "--session", "friday"]
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        capture_output=True,
        check=True,
        env={**os.environ, **person.settings, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
    )
    assert size_of(done.stdout) == (WIDE, HIGH)
    assert done.stderr == b""
