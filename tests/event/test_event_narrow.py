"""An event in a narrow terminal: nothing is wider than it, and tables keep what matters most."""

from __future__ import annotations

import csv
import io

import pytest
from terminal import Person

from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import LANGUAGES

NAMES = (
    "Åsa Öberg", "Quentin", "Zoë", "William O'Hara", "Émile", "Eva", "Örjan Lindqvist",
    "Maximilian Featherstonehaugh", "Bo", "adam",
)  # fmt: skip
TABLES = (
    "Åsa Öberg, Zoë, William O'Hara / Eva, Bo, Quentin / Émile, Maximilian Featherstonehaugh, "
    "Örjan Lindqvist"
)
ROUNDS = 6


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """The same home for all tests here: none of them changes it. Six rounds of ten people, of
    which a table is over, and somebody had points taken away."""
    person = Person(tmp_path_factory.mktemp("night"))
    person.types(
        "event", "new", "clubnight", "--game", "bizon", "--people", ",".join(NAMES),
        "--rounds", str(ROUNDS),
    )  # fmt: skip
    for number in range(1, ROUNDS + 1):
        person.types(
            "event", "seat", "--round", str(number), "--hand", TABLES, "--out", "adam",
            "--why", "nobody wants to move, and the tables are far apart",
        )  # fmt: skip
        assert person.does("event next --yes").code == 0
    person.does("deal -s clubnight-r6-t1 bizon=Zoë gp=20,12,8")
    person.does("finish -s clubnight-r6-t1")
    person.types("event", "penalty", "--round", "2", "Eva", "-3", "came long after the bell rang")
    return person


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 50, 60])
@pytest.mark.parametrize(
    "command",
    [
        "round", "round 1", "missing", "standings", "standings --plain", "explain Zoë", "seating",
        "slips", "log", "list",
    ],
)  # fmt: skip
def test_nothing_is_wider_than_the_terminal(
    somebody: Person, command: str, columns: int, language: str
) -> None:
    """Whatever an event shows, with long names, in every language."""
    words = ("event", *command.split(), "--lang", language)
    said = somebody.types(*words, at_screen=True, COLUMNS=str(columns), NO_COLOR="1")
    assert said.code == 0 and said.out
    assert [line for line in said.out.splitlines() if width_of(line) > columns] == []


def test_a_table_told_in_lines_says_all(somebody: Person) -> None:
    """Who sits there, its session and its result, though broken between words."""
    told = somebody.does("event round", COLUMNS="60").out
    assert told.splitlines()[1:3] == [
        "table 1: Åsa Öberg, Zoë, William O'Hara; clubnight-r6-t1;",
        "  +3, −5, +3",
    ]


# --- slips ----------------------------------------------------------------------------------------


def test_a_slip_has_its_room_below_a_name_where_there_is_none_beside_it(somebody: Person) -> None:
    """Points and the signature in one line while that is wide enough, then each in its own; names
    are whole for longer."""
    beside, below, apart = (
        somebody.does("event slips", COLUMNS=columns).out.split("\n\n- - ")[2].splitlines()[2:]
        for columns in ("80", "60", "40")
    )
    points, signature = "points: __________", "signature: ____________________"
    assert beside[2] == f"2. Maximilian Featherst…  {points}  {signature}"
    assert beside[4] == f"{' ' * 26}sum: __________"
    assert below[3:5] == ["2. Maximilian Featherstonehaugh", f"   {points}  {signature}"]
    assert apart[5:8] == [
        "2. Maximilian Featherstonehaugh", f"   {points}", f"   {signature}",
    ]  # fmt: skip
    assert "   sum: __________" in below and "   sum: __________" in apart


# --- standings ------------------------------------------------------------------------------------


def test_the_standings_go_without_the_first_rounds_first(somebody: Person) -> None:
    """Place, name and total stay; what there is no room for is said."""
    wide = somebody.does("event standings", COLUMNS="80").out
    assert "no room" not in wide and "R1  R2  R3  R4  R5  R6  penalties\n" in wide
    told = somebody.does("event standings", COLUMNS="60").out
    heads = "player                       place total R4 R5 R6 penalties\n"
    assert heads in told and "\n\nno room for: R1, R2, R3\n\n" in told
    assert "Eva                              9    −3  …  …  …        −3\n" in told
    narrow = somebody.does("event standings", COLUMNS="40").out
    assert "\nEva                    9    −3        −3\n" in narrow
    assert "\n\nno room for: R1, R2, R3, R4, R5, R6\n\n" in narrow


def test_names_are_cut_where_nothing_else_helps(somebody: Person) -> None:
    """And what is no table even so is told in lines, as a plain page is."""
    assert "\nMaximilian Feathe…    3=" in somebody.does("event standings", COLUMNS="30").out
    lines = "- Eva: place 9, total −3, R1 …, R2 …"
    assert lines in somebody.does("event standings --plain").out
    assert "- Eva: place\n  9," in somebody.does("event standings", COLUMNS="14").out


def test_what_is_no_text_has_every_column(somebody: Person) -> None:
    """A narrow terminal changes nothing in what is printed or read by a program."""
    for form in ("markdown", "html", "json", "csv"):
        narrow, wide = (
            somebody.does(f"event standings --format {form}", COLUMNS=columns).out
            for columns in ("30", "120")
        )
        assert narrow == wide and "penalties" in narrow


# --- the order of names ---------------------------------------------------------------------------

ALPHABET = {
    "en": ["adam", "Åsa Öberg", "Bo", "Émile", "Eva", "Maximilian Featherstonehaugh",
           "Örjan Lindqvist", "Quentin", "William O'Hara", "Zoë"],
    "sv": ["adam", "Bo", "Émile", "Eva", "Maximilian Featherstonehaugh", "Quentin",
           "William O'Hara", "Zoë", "Åsa Öberg", "Örjan Lindqvist"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wall_lists_names_where_they_are_looked_for(somebody: Person, language: str) -> None:
    """As text and to print; so are those who share a place in the standings. What a program reads
    is in the order of the tables."""
    order = ALPHABET.get(language, ALPHABET["en"])
    wall = ("event", "seating", "--by-name", "--lang", language)
    for form in ("text", "html"):
        told = (
            somebody.types(*wall, "--format", form)
            .out.replace("&#39;", "&#x27;")
            .replace("&#x27;", "'")
        )
        assert sorted(order, key=told.rindex) == order
    rows = csv.DictReader(io.StringIO(somebody.types(*wall, "--format", "csv").out))
    assert [row["name"] for row in rows][:2] == ["Åsa Öberg", "Zoë"]
    told = somebody.types("event", "standings", "--lang", language).out
    level = [name for name in order if name not in ("Zoë", "Eva", "Åsa Öberg", "William O'Hara")]
    assert sorted(level, key=lambda name: told.index(f"\n{name} ")) == level
