"""How an event stands: its standings, how somebody came to their place, sheets for the wall, slips,
ratings, as somebody types them."""

from __future__ import annotations

import csv
import importlib.util
import io
import re
from pathlib import Path

import pytest
from terminal import Person
from test_report_html import assert_readable_aloud, assert_sound

from scorekeeper.base.exact_numbers import exact
from scorekeeper.report.event.standings_page import number_shown
from scorekeeper.text.terminal_text import encodable
from scorekeeper.text.translation import LANGUAGES

PEOPLE = "Ada,Ben,Cleo,Dora,Eva,Finn,Gus,Hana,Ida,Jon"
ROUNDS = {
    1: ("Eva,Dora,Jon;Ben,Cleo,Ada;Finn,Gus,Ida", "Hana"),
    2: ("Hana,Eva,Ada;Gus,Jon,Ben;Cleo,Ida,Dora", "Finn"),
    3: ("Jon,Finn,Cleo;Dora,Hana,Gus;Ida,Ben,Eva", "Ada"),
}
GAMES = {  # who played for the most, and what each of a table took; the last table is not played
    1: (("Eva", "20,12,8"), ("Ben", "20,12,8"), ("Finn", "20,10,10")),
    2: (("Hana", "14,18,8"), ("Gus", "20,12,8"), ("Cleo", "12,20,8")),
    3: (("Jon", "20,12,8"), ("Dora", "20,12,8")),
}


def played(home: Path) -> Person:
    """Somebody after three rounds of ten people, of which a table has no result."""
    somebody = Person(home)
    somebody.does(
        f"event new cup --game bizon --people {PEOPLE} --rounds 3 --count rank --best 2 --out-score 6"
    )
    for number, (tables, out) in ROUNDS.items():
        somebody.types("event", "seat", "--round", str(number), "--hand", tables, "--out", out)
    for number, games in GAMES.items():
        somebody.does("event next")
        for table, (who, points) in enumerate(games, 1):
            session = f"cup-r{number}-t{table}"
            somebody.does(f"deal -s {session} bizon={who} gp={points}")
            somebody.does(f"finish -s {session}")
    somebody.types("event", "penalty", "--round", "2", "Gus", "-3", "came after the bell")
    return somebody


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """The same home for all tests here: none of them changes it."""
    return played(tmp_path_factory.mktemp("cup"))


def test_the_standings_add_up_what_counts(somebody: Person) -> None:
    """Places and totals, the round that is struck, the fixed score, the penalty."""
    page = somebody.reads("event standings")
    assert [(row["place"], row["name"], row["total"]) for row in page["rows"]] == [
        (1, "Eva", 21), (2, "Dora", 21), (3, "Finn", 18), (4, "Ben", 15), (4, "Jon", 15),
        (6, "Ada", 15), (7, "Gus", 12), (8, "Ida", 12), (9, "Hana", 9), (10, "Cleo", 6),
    ]  # fmt: skip
    rows = {row["name"]: row for row in page["rows"]}
    assert [(one["score"], one["counts"]) for one in rows["Dora"]["rounds"]] == [
        (3, False), (9, True), (12, True),
    ]  # fmt: skip
    assert [one["how"] for one in rows["Finn"]["rounds"]] == ["played", "out", "played"]
    assert rows["Gus"]["penalties"] == [{"round": 2, "points": -3, "why": "came after the bell"}]
    assert [(one["table"], one["why"]) for one in page["missing"]] == [(3, "no deal is recorded")]


def test_the_page_says_what_parted_those_who_are_level(somebody: Person) -> None:
    """With the two numbers; a struck score stands in brackets, a fixed one behind its sign."""
    text = somebody.does("event standings").out
    assert "- Eva is ahead of Dora by the direct meeting, 1 to 0\n" in text
    assert "- Jon is ahead of Ada by the games won, 1 to ½\n" in text
    assert "Dora        2     21  (3)    9   12\n" in text
    assert "Finn        3     18   12   ~6  (3)\n" in text
    assert "- round 3, table 3, cup-r3-t3: no deal is recorded\n" in text


def test_what_somebody_has_is_explained_round_by_round(somebody: Person) -> None:
    """Tables, points, places, rank points, what is struck, the sum, the tie-breaks."""
    page = somebody.reads("event explain ada")
    assert (page["name"], page["place"], page["total"]) == ("Ada", 6, 15)
    first, second, third = page["rounds"]
    assert (first["table"], first["others"], first["points"]) == (2, ["Ben", "Cleo"], 0)
    assert (first["place"], first["sharing"], first["rank_points"]) == (2, 2, 3)
    assert (first["counts"], second["counts"]) == (False, True)
    assert (third["how"], third["score"], third["table"]) == ("out", 6, None)
    assert page["behind"]["say"] == "Jon is ahead of Ada by the games won, 1 to ½"
    numbers = {
        tie["by"]: {one["name"]: one["numbers"] for one in tie["numbers"]} for tie in page["ties"]
    }
    assert numbers == {
        "points": {"Ada": [3], "Ben": [3], "Jon": [3]},
        "wins": {"Ada": [0.5], "Ben": [1], "Jon": [1]},
    }
    text = somebody.does("event explain Ada").out
    assert "- round 1 is struck: only the best 2 count\n" in text
    assert "- round 3: sat out; the plan gives 6\n" in text
    assert "- 9 + 6 = 15\n" in text
    assert "- the games won: Ada ½; Ben 1; Jon 1\n" in text


def test_a_penalty_stands_in_the_sum_with_its_reason(somebody: Person) -> None:
    """It is nobody's round, and is not struck."""
    text = somebody.does("event explain Gus").out
    assert "- 12 + 3 − 3 = 12\n" in text
    assert "- by the referee, round 2: −3: came after the bell\n" in text


def test_before_the_first_round_and_after_it_no_number_is_missing(tmp_path: Path) -> None:
    """Nobody has a best round yet, which is a dash; one number alone is its own sum; and that
    nothing is missing is not said of an event that has not begun."""
    person = Person(tmp_path)
    person.does("event new cup --game bizon --people Ada,Ben,Cleo --rounds 2")
    assert "- the best round: Ada –; Ben –; Cleo –\n" in person.does("event explain Ada").out
    assert person.does("event missing").err == "no round has begun yet\n"
    person.after("event seat", "event next", "deal bizon=Ada gp=Ada:20,Ben:12,Cleo:8", "finish")
    assert "\nTotal\n- 3\n" in person.does("event explain Ada").out
    assert person.does("event missing").err == "nothing is missing\n"


def test_who_shares_a_place_is_told_with_whom(somebody: Person) -> None:
    """Nothing parted Ben from Jon: both are ahead of the same."""
    page = somebody.reads("event explain Ben")
    assert page["level_with"] == ["Jon"]
    assert page["ahead"]["of"] == "Ada"
    assert "- nothing parts them from Jon\n" in somebody.does("event explain Ben").out


def test_nobody_is_explained_who_is_not_there(somebody: Person) -> None:
    """The name that was meant is proposed."""
    done = somebody.types("event", "explain", "Adda")
    assert done.code == 1
    assert "Ada" in done.err


def test_standings_as_csv_have_a_row_each(somebody: Person) -> None:
    """Rounds in columns; what has no score is empty."""
    out = somebody.types("event", "standings", "--format", "csv").out
    rows = [*csv.DictReader(io.StringIO(out))]
    assert [row["name"] for row in rows][:3] == ["Eva", "Dora", "Finn"]
    assert (rows[0]["round 3"], rows[0]["round 3 how"]) == ("", "open")
    assert (rows[6]["penalties"], rows[6]["total"]) == ("-3", "12")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "command", ["standings", "explain Ada", "seating", "seating --by-name", "slips"]
)
def test_pages_are_sound_in_every_language(somebody: Person, command: str, lang: str) -> None:
    """HTML that a browser and a screen reader take; the same words as text."""
    done = somebody.types("event", *command.split(), "--format", "html", "--lang", lang)
    assert (done.code, done.err) == (0, "")
    assert_sound(done.out)
    if "<table" in done.out:
        assert_readable_aloud(done.out)
    assert "Hana" in somebody.types("event", *command.split(), "--lang", lang).out


def test_the_wall_shows_who_sits_where_by_table_and_by_name(somebody: Person) -> None:
    """Of the round that goes on, or of the one that is named."""
    text = somebody.does("event seating").out
    assert "cup, round 3 of 3\n" in text
    assert "2      Dora, Hana, Gus\n" in text
    assert "Hana        2\n" in text and "Ada       out\n" in text
    assert "By table" not in somebody.does("event seating --by-name").out
    assert "By name" not in somebody.does("event seating --by-table").out
    page = somebody.reads("event seating --round 1")
    assert page["tables"][1]["people"] == ["Ben", "Cleo", "Ada"]
    rows = [*csv.DictReader(io.StringIO(somebody.types("event", "seating", "--format", "csv").out))]
    assert {"round": "3", "table": "3", "place": "1", "name": "Ida", "session": "cup-r3-t3"} in rows
    assert {"round": "3", "table": "", "place": "", "name": "Ada", "session": ""} in rows


def test_a_table_is_one_to_sit_at_in_every_language(somebody: Person) -> None:
    """Not one of numbers, which is another word in French and in Swedish."""
    words = {"en": "table", "fr": "table", "sv": "bord"}
    for lang, word in words.items():
        for command in ("seating", "explain Ada", "round 1"):
            text = somebody.types("event", *command.split(), "--lang", lang).out
            assert re.search(rf"^(\S+ +)?{word} ", text, re.MULTILINE), (lang, command)
            assert "tableau" not in text and "tabell" not in text


def test_a_slip_has_everything_that_is_signed(somebody: Person) -> None:
    """Event, round, table, session, the people in the order of their seats, who deals first, and
    room for points, their sum and names."""
    text = somebody.does("event slips --round 1").out
    slips = text.split("\n\n- - ")
    assert len(slips) == 3
    first = slips[0].splitlines()
    assert first[0] == "cup, round 1 of 3 · table 1 · cup-r1-t1"
    assert [line.split()[1] for line in first[1:4]] == ["Eva", "Dora", "Jon"]
    assert all("points: ____" in line and "signature: ____" in line for line in first[1:4])
    assert first[4].strip().startswith("sum: ____")
    assert first[5] == "Eva deals first"
    html = somebody.types("event", "slips", "--format", "html").out
    assert html.count('<article class="slip">') == 3
    assert html.count('class="signed"') == 9


@pytest.mark.parametrize(("number", "code"), [(4, "event-round"), (0, "event-round")])
def test_a_round_that_is_not_there_has_no_sheet(somebody: Person, number: int, code: str) -> None:
    """A refusal with the number of rounds."""
    done = somebody.types("event", "slips", "--round", str(number), "--format", "json")
    assert (done.code, done.codes) == (1, [code])


def test_a_round_that_is_not_drawn_has_no_sheet(tmp_path: Path) -> None:
    """With what draws it; standings there are from the start, of nobody ahead of anybody."""
    somebody = Person(tmp_path)
    somebody.does(f"event new cup --game bizon --people {PEOPLE} --rounds 3")
    done = somebody.types("event", "seating", "--format", "json")
    assert (done.code, done.codes) == (1, ["event-not-drawn"])
    page = somebody.reads("event standings")
    assert {row["place"] for row in page["rows"]} == {1}
    assert [row["name"] for row in page["rows"]] == sorted(PEOPLE.split(","))


def test_who_is_away_late_or_gone_has_what_the_plan_says_of_that(tmp_path: Path) -> None:
    """In the last round too, of which nobody comes back."""
    somebody = Person(tmp_path)
    somebody.does(
        f"event new cup --game bizon --people {PEOPLE} --rounds 2 --out-score out=6,late=2,absent=1"
    )
    somebody.after("event late Ada --round 2", "event next", "event absent Ben --round 2")
    somebody.after("event drop Cleo", "event join Zoe", "event next --yes")
    rows = {row["name"]: row for row in somebody.reads("event standings")["rows"]}
    spent = {
        name: [(one["how"], one["score"]) for one in row["rounds"]] for name, row in rows.items()
    }
    assert spent["Ada"][0] == ("late", 2)
    assert spent["Zoe"][0] == ("late", 2)
    assert spent["Ben"][1] == ("absent", 1)
    assert spent["Cleo"][1] == ("left", None)


def test_who_left_is_marked_from_then_on(tmp_path: Path) -> None:
    """In the table, with the meaning of the sign below it, and to programs; who is back is not."""
    somebody = Person(tmp_path)
    somebody.does(f"event new cup --game bizon --people {PEOPLE} --rounds 2")
    somebody.after("event next", "event absent Ada", "event drop Cleo", "event drop Dora")
    somebody.after("event join Dora")
    left = [row["name"] for row in somebody.reads("event standings")["rows"] if row["left"]]
    assert left == ["Cleo"]
    text = somebody.does("event standings").out
    assert re.search("^Cleo +1=× ", text, re.MULTILINE)
    assert text.count("×") == 2
    assert "- × left the event\n" in text
    somebody.after("event next --yes")
    rows = csv.DictReader(io.StringIO(somebody.does("event standings --format csv").out))
    assert [row["name"] for row in rows if row["left"] == "True"] == ["Cleo"]


def test_after_a_round_is_said_once_it_has_every_result(tmp_path: Path) -> None:
    """Before that how many results are missing."""
    somebody = Person(tmp_path)
    somebody.does("event new cup --game bizon --people Ada,Ben,Cleo,Dora,Eva,Finn --rounds 2")
    assert "- after 0 of 2 rounds\n" in somebody.does("event standings").out
    somebody.does("event next")
    assert "- in round 1 of 2; 2 results are missing\n" in somebody.does("event standings").out
    for number in (1, 2):
        somebody.after(f"deal -s cup-r1-t{number} passed", f"finish -s cup-r1-t{number}")
    assert "- after 1 of 2 rounds\n" in somebody.does("event standings").out


def test_points_a_deal_are_explained(tmp_path: Path) -> None:
    """At a table of four somebody rests, and their points are of fewer deals."""
    somebody = Person(tmp_path)
    somebody.does(
        "event new cup --game bismarck-swedish --people Ada,Ben,Cleo,Dora,Eva,Finn,Gus --rounds 1"
        " --tables 3-4 --deals 4 --count mean --seating hand"
    )
    somebody.types("event", "seat", "--hand", "Ada,Ben,Cleo,Dora;Eva,Finn,Gus")
    somebody.does("event next")
    for session in ("cup-r1-t1", "cup-r1-t2"):
        somebody.after(*[f"deal -s {session} {contract} 6 6" for contract in ("sang", "pass")])
        somebody.does(f"finish -s {session}")
    rows = {row["name"]: row for row in somebody.reads("event standings")["rows"]}
    for name in ("Ada", "Dora", "Eva"):
        page = somebody.reads(f"event explain {name}")
        [played] = page["rounds"]
        assert exact(played["points"], played["deals"]) == rows[name]["total"]
    text = somebody.does("event explain Ada").out
    assert "points  deals  place  counts" in text
    assert "- the points a deal of each table are added up" in text


@pytest.mark.parametrize("ranks", ["[[]]", "[[5, 3], []]", "5", "[5, 3]", "[[5, 0.5]]", '[["5"]]'])
def test_rank_points_that_are_none_are_refused(tmp_path: Path, ranks: str) -> None:
    """As somebody may write them into the event's file."""
    somebody = Person(tmp_path)
    somebody.does("event new cup --game bizon --people Ada,Ben,Cleo --rounds 1 --count rank=5,3")
    path = tmp_path / "events" / "cup.toml"
    text = path.read_text(encoding="utf-8")
    assert "[[5, 3]]" in text
    path.write_text(text.replace("[[5, 3]]", ranks, 1), encoding="utf-8")
    done = somebody.types("event", "standings", "--format", "json")
    assert (done.code, done.codes) == (1, ["event-points"])


@pytest.mark.skipif(
    importlib.util.find_spec("openskill") is None,
    reason="ratings are not worked out here: pip install 'tablescore[ratings]'",
)
def test_ratings_of_an_event_are_those_of_its_tables(somebody: Person) -> None:
    """In a home that has no other evenings they are those of the league."""
    of_event, of_all = (
        somebody.reads(line) for line in ("event ratings", "league --ratings --early won")
    )
    assert of_event == of_all
    assert of_event["evenings"] == 8
    assert_sound(somebody.types("event", "ratings", "--format", "html").out)
    assert "\n## Bizon\n" in somebody.types("event", "ratings", "--format", "markdown").out


@pytest.mark.parametrize(
    ("plan", "shown"),
    [
        ((), False),
        (("--ties", "rank"), True),
        (("--count", "wins", "--ties", "points"), False),
        (("--count", "rank"), True),
    ],
)
def test_rank_points_are_told_where_they_are_counted(
    tmp_path: Path, plan: tuple[str, ...], shown: bool
) -> None:
    """Also where they part those who are level, as Ben and Cleo are."""
    somebody = Person(tmp_path)
    somebody.types("event", "new", "cup", "--game", "bizon", "--people", "Ada,Ben,Cleo",
                   "--rounds", "1", *plan)  # fmt: skip
    somebody.types("event", "seat", "--hand", "Ada,Ben,Cleo")
    somebody.does("event next")
    somebody.does("deal -s cup-r1-t1 bizon=Ada gp=20,12,8")
    somebody.does("finish -s cup-r1-t1")
    page = somebody.does("event explain Ben --format markdown").out
    heads = "| place | rank points | counts |" if shown else "| place | counts |"
    assert heads in re.sub(" +", " ", page)


@pytest.mark.parametrize(
    ("parts", "words", "in_ascii"),
    [
        ((3, 2), "1½", "1.5"), ((7, 3), "2⅓", "2.33"), ((-2, 3), "−⅔", "-.67"),
        ((12, 5), "2⅖", "2.4"), ((5, 6), "⅚", ".83"), ((31, 8), "3⅞", "3.875"),
        ((7, 12), "0.58", "0.58"), ((-6, 1), "−6", "-6"),
    ],
)  # fmt: skip
def test_every_part_of_a_number_is_written_one_way(
    parts: tuple[int, int], words: str, in_ascii: str
) -> None:
    """By its sign, in ASCII as a decimal; what has no sign is a decimal everywhere."""
    shown = number_shown(exact(*parts))
    assert shown == words
    assert encodable("ascii", shown) == in_ascii


def test_a_correction_of_a_table_that_was_played_out_names_its_event(tmp_path: Path) -> None:
    """The standings change with it; of a table that goes on nothing counts yet."""
    person = played(tmp_path)
    told = "the standings of cup change with it: `scorekeeper event standings --event cup`"
    assert told in person.does("amend 1 gp=12,20,8 -s cup-r1-t1").out
    person.does("deal -s cup-r3-t3 bizon=Ida gp=20,12,8")
    assert "the standings of" not in person.does("amend 1 gp=12,20,8 -s cup-r3-t3").out


def test_whatever_changes_a_result_names_its_event(tmp_path: Path) -> None:
    """A penalty and an undo do; a correction or a word after which the result is the same do not."""
    person = played(tmp_path)
    told = "the standings of cup change with it"
    for line in ("amend 1 gp=12,20,8", "undo", "redo", "penalty Eva 2 talked", "undo"):
        assert told in person.does(f"{line} -s cup-r1-t1").out, line
    for line in ("amend 1 gp=12,21,7", "undo", "note the hall closes", "undo"):
        assert told not in person.does(f"{line} -s cup-r1-t1").out, line


def test_a_table_whose_head_a_hand_spoilt_can_be_corrected(tmp_path: Path) -> None:
    """It is of no event that could be named."""
    person = played(tmp_path)
    path = person.path("cup-r1-t1")
    lines = [one for one in path.read_text("utf-8").splitlines() if not one.startswith("event.")]
    path.write_text("\n".join(['event = "cup"', *lines, ""]), "utf-8")
    assert "the standings of" not in person.does("amend 1 gp=12,20,8 -s cup-r1-t1").out
