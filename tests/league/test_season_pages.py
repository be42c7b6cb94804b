"""The season's page in every format: what the session told of its deals, who has a section of their
own, and whether everything can be read."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from evening import AT
from evening import Evening as Session
from terminal import Person
from test_report_html import assert_readable_aloud, assert_sound

from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.league.session_record import Evening, evening_of, evening_of_row, row_of_evening
from scorekeeper.record.seat_changes import seating
from scorekeeper.report.league.league_tables import shade_of
from scorekeeper.report.league.league_value import LeagueDeclarerRow
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import LANGUAGES

GAME = "bismarck-swedish"
LONG = ("Anna-Karin Johansson", "Björn", "Cleopatra")


def of_names(told: Evening) -> dict[str, list[int]]:
    """What stands out of everybody's deals, by name."""
    return {name: [*found] for name, found in zip(told.names, told.high_low, strict=True)}


# --- what a session tells -------------------------------------------------------------------------


def test_the_row_has_the_best_and_the_worst_deal_of_each() -> None:
    """With their numbers, the first where two are alike; and who declared what."""
    session = Session(GAME, dealer="Cleo")
    for line in ("spader 10 3", "spader 4 10", "sang 3 3"):
        session.deal(line)
    told = evening_of(session.book)
    points = [deal.points for deal in session.book.standing.deals]
    for seat, name in enumerate(("Anna", "Björn", "Cleo")):
        column = [made[seat] for made in points]
        best, worst = max(column), min(column)
        wanted = [best, 1 + column.index(best), worst, 1 + column.index(worst)]
        assert of_names(told)[name] == wanted
    declarers = [deal.turn.declarer for deal in session.book.standing.deals]
    made = [made[seat] for made, seat in zip(points, declarers, strict=True)]
    assert told.declared == {
        "spader": [declarers[0], 1, made[0], declarers[1], 1, made[1]],
        "sang": [declarers[2], 1, made[2]],
    }


def test_where_fewer_points_are_better_the_best_deal_has_the_fewest() -> None:
    """Of hearts and the queen nobody wants any."""
    session = Session(load_ruleset("hearts"), "Ann", "Bob", "Cal", "Dee")
    session.deal("queen=Ann hearts=5,4,4,0")
    session.deal("queen=Bob hearts=1,2,3,7")
    told = evening_of(session.book)
    assert of_names(told)["Ann"] == [1, 2, 18, 1]
    assert of_names(told)["Dee"] == [0, 1, 7, 2]


def test_a_deal_is_of_whoever_sat_there() -> None:
    """Dora has Cleo's seat since the first deal: each has the deals that they played."""
    session = Session(GAME, dealer="Cleo")
    session.deal("spader 8 4")
    session.did(seating(session.book, ["Dora", "for", "Cleo"], AT))
    session.deal("spader 4 4 8")
    told = evening_of(session.book)
    first, second = (deal.points[2] for deal in session.book.standing.deals)
    assert of_names(told)["Cleo"] == [first, 1, first, 1]
    assert of_names(told)["Dora"] == [second, 2, second, 2]


def test_who_rests_has_no_deal() -> None:
    """At a table of four one of whom rests in the first deal."""
    session = Session(GAME, "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
    session.deal("sang 6 6")
    told = evening_of(session.book)
    (rests,) = set(told.names) - set(session.book.standing.deals[0].agreed.players)
    assert [name for name, found in of_names(told).items() if not found] == [rests]


def test_the_row_is_read_back() -> None:
    """As it was, and not where somebody put something odd there."""
    session = Session(GAME, dealer="Cleo")
    session.deal("spader 10 3")
    told = evening_of(session.book)
    back = evening_of_row(row_of_evening(told))
    assert back is not None
    assert (back.high_low, back.declared) == ([[*one] for one in told.high_low], told.declared)
    for odd in (
        {"high_low": [[1, 2, 3]] * 3}, {"high_low": [[1, 2, 3, 4]]}, {"high_low": [["a", 1, 2, 3]] * 3},
        {"declared": {"sang": [0, 1]}}, {"declared": {"sang": [7, 1, 1]}},
        {"declared": {"sang": [0, 0, 1]}}, {"begun": 5},
    ):  # fmt: skip
        assert evening_of_row(row_of_evening(told._replace(**odd))) is None  # type: ignore[arg-type]


# --- pages ----------------------------------------------------------------------------------------


def somebody_after(home: Path, players: tuple[str, ...] = LONG) -> Person:
    """Somebody after two evenings of a game with contracts, the first of them whole, and one of
    another game."""
    person = Person(home)
    for name, day in (("one", "2026-01-09"), ("two", "2026-01-16")):
        person.types("new", GAME, *players, "--name", name, "--dealer", players[2], "--date", day)
        for deal in ("spader 8 4 4", "spader 4 8 4", "spader 4 4 8", "sang 8 4 4", "sang 4 8 4", "sang 4 4 8",
                     "pass 4 6 6", "pass 6 4 6", "pass 6 6 4", "trumf hearts 9 4 3", "trumf hearts 4 8 4",
                     "trumf hearts 4 4 8")[: 12 if name == "one" else 1]:  # fmt: skip
            assert person.types("deal", *deal.split()).code == 0
    person.types("new", "bizon", *players, "--name", "three", "--date", "2026-02-06")
    person.does(f"deal bizon={players[0].split()[0]} gp=8,12,20")
    return person


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", ["40", "60", "80", "120"])
def test_the_whole_season_fits_the_terminal(tmp_path: Path, width: str, code: str) -> None:
    """Everything that there is, and one person's page, in every language."""
    person = somebody_after(tmp_path)
    for what in ("league --full", "league --full --player Anna", "league"):
        shown = person.does(f"{what} --lang {code}", COLUMNS=width).out
        assert [line for line in shown.splitlines() if width_of(line) > int(width)] == []


def test_what_stands_on_a_terminal_at_first(tmp_path: Path) -> None:
    """The standings, the form and who met whom; the rest where it is asked for."""
    person = somebody_after(tmp_path)
    short, full = person.does("league").out, person.does("league --full").out
    titles = ("Runs", "Records", "Calendar", "Bismarck (modern Swedish): what everybody declared")
    for title in titles:
        assert f"\n{title}\n" not in short
        assert re.search(rf"^{re.escape(title)}(:| \(|$)", full, re.MULTILINE), title
    assert "`scorekeeper league --full` adds the runs" in short.replace("\n  ", " ")
    assert "--full" not in full
    assert "\nForm (" in short


def test_one_persons_page_begins_with_that_person(tmp_path: Path) -> None:
    """Totals, form, what they declared, whom they met, on which days; then the standings."""
    shown = somebody_after(tmp_path).does("league --player Björn", COLUMNS="120").out
    titles = [
        "Björn", "Björn: form and runs", "Björn: best and worst",
        "Björn: declared at Bismarck (modern Swedish)", "Björn: head to head", "Calendar", "All games",
    ]  # fmt: skip
    places = [re.search(rf"^{re.escape(title)}( \(.*)?$", shown, re.MULTILINE) for title in titles]
    assert None not in places
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
    assert re.search(r"^Cleopatra +1  0 : 0 +1$|^Cleopatra +\d  \d : \d +\d$", shown, re.MULTILINE)


def test_only_one_players_page_is_somebodys(tmp_path: Path) -> None:
    """With two players the league is of the evenings of both, and nobody's page."""
    person = somebody_after(tmp_path)
    assert person.reads("league --player Björn")["person"] == "Björn"
    assert person.reads("league --player Björn --player Anna")["person"] is None
    assert "form and runs" not in person.does("league --player Björn --player Anna").out


def test_a_page_leads_to_each_person(tmp_path: Path) -> None:
    """Every name in a table is a link to that person's section, and no link leads elsewhere."""
    page = somebody_after(tmp_path).does("league --format html").out
    assert_sound(page)
    assert_readable_aloud(page)
    for name in LONG:
        place = re.search(rf'id="(person-\d)"><h2><bdi>{name}</bdi>', page)
        assert place
        assert page.count(f'<a href="#{place[1]}"><bdi>{name}</bdi></a>') >= 5


def test_a_heat_map_is_read_without_its_shades(tmp_path: Path) -> None:
    """Each shaded cell has its number, and its grey leaves the letters legible, in the light and in the
    dark, where a stronger one is lighter."""
    page = somebody_after(tmp_path).does("league --format html").out
    cells = re.findall(r'<td class="n heat(\d)">([^<]*)</td>', page)
    assert {shade for shade, _ in cells} >= {"2", "3", "5"}
    assert all(re.fullmatch(r"[+−]?\d+\.\d\d \(\d+\)|\d+", words) for _, words in cells)
    greys = re.findall(r"\.heat\d \{ background: #(\w+);", page)
    light, dark = [*map(lightness, greys[:5])], [*map(lightness, greys[5:])]
    assert light == sorted(light, reverse=True) and dark == sorted(dark)
    assert min(light) / lightness("000") > 7
    assert lightness("eee") / max(dark) > 4.5


def lightness(grey: str) -> float:
    """What the contrast of two greys is a quotient of."""
    first = int(grey[:2] if len(grey) == 6 else grey[0] * 2, 16) / 255
    return (((first + 0.055) / 1.055) ** 2.4 if first > 0.04 else first / 12.92) + 0.05


@pytest.mark.parametrize("average", [-3.0, -1.0, 0.0, 1.0, 3.0])
def test_shades_go_by_what_is_good(average: float) -> None:
    """From light to dark; where fewer points are better the other way round."""
    row = LeagueDeclarerRow("sang", "Anna", 1, 0, average)
    more, fewer = (shade_of(row, 3.0, is_lowest) for is_lowest in (False, True))
    assert more == {-3.0: 1, -1.0: 2, 0.0: 3, 1.0: 4, 3.0: 5}[average]
    assert fewer == 6 - more
    assert shade_of(row._replace(average=0.0), 0.0, is_lowest=False) == 3
    assert shade_of(None, 3.0, is_lowest=False) == 0


def test_the_season_as_csv_is_that_of_the_json(tmp_path: Path) -> None:
    """A row for each place of a form, run, record, contract and day."""
    person = somebody_after(tmp_path)
    value = person.reads("league")
    rows = list(csv.DictReader(io.StringIO(person.does("league --format csv").out)))

    def of(table: str) -> list[dict[str, str]]:
        return [row for row in rows if row["table"] == table]

    assert [(row["day"], row["evenings"]) for row in of("calendar")] == [
        ("2026-01-09", "1"),
        ("2026-01-16", "1"),
        ("2026-02-06", "1"),
    ]
    assert [row["value"] for row in of("records")] == [
        str(row["value"]) for row in value["records"]
    ]
    marks = [mark for row in value["form"] for mark in row["evenings"]]
    assert [row["place"] for row in of("form")] == [str(mark["place"]) for mark in marks]
    declared = value["games"][GAME]["declared"]
    assert [float(row["average"]) for row in of("declared")] == [row["average"] for row in declared]
    assert [row["wins most"] for row in of("streaks")] == [
        str(row["wins"]["most"]) for row in value["streaks"]
    ]


def test_a_plain_season_is_read_aloud(tmp_path: Path) -> None:
    """No table is drawn, and who met whom is a pair a line."""
    shown = somebody_after(tmp_path).does("league --full --plain").out
    assert "─" not in shown
    assert re.search(
        r"^players: .+ – Björn; evenings: 1; above: 1 : 0; level: 0$", shown, re.MULTILINE
    )
    assert re.search(r"^record: most days in a row; number: 3; who: ", shown, re.MULTILINE)
    assert "month: 2026-01; evenings: 2; days: 9 16\n" in shown


def test_one_person_under_two_names_has_one_form(tmp_path: Path) -> None:
    """As `people merge` says, in every part."""
    person = somebody_after(tmp_path, ("Anna", "Björn", "Cleo"))
    person.does(f"new {GAME} anna Björn Cleo --name four --date 2026-03-06")
    person.does("deal sang 6 6")
    person.does("people merge Anna anna")
    value = person.reads("league")
    assert {row["player"]: row["days"]["most"] for row in value["streaks"]}["Anna"] == 4
    assert "anna" not in {row["player"] for row in value["games"][GAME]["declared"]}
    assert person.reads("league --player anna")["person"] == "Anna"


def test_a_copy_counts_once_in_every_part(tmp_path: Path) -> None:
    """A synchroniser's copy of a session is no second evening of the calendar, or of the form."""
    person = somebody_after(tmp_path)
    before = person.reads("league")
    folder = tmp_path / "sessions"
    (folder / "one (conflicted copy 2026-01-10).toml").write_bytes(
        (folder / "one.toml").read_bytes()
    )
    after = person.types("league", "--format", "json").json
    for part in ("calendar", "form", "streaks", "records"):
        assert after[part] == before[part]


def test_the_keys_of_the_json_are_on_the_page_of_files(tmp_path: Path) -> None:
    """Every key, so that each is promised; and every record by its name."""
    page = (Path(__file__).parent.parent.parent / "docs" / "files.md").read_text("utf-8")
    part = page.split("## Keys of `league --format json`")[1].split("\n## ")[0]
    said = set(re.findall(r"`([a-z_]+)`", part))

    def keys(value: object) -> set[str]:
        if isinstance(value, list):
            return {key for part in value for key in keys(part)}
        if not isinstance(value, dict):
            return set()
        inner = {key for part in value.values() for key in keys(part)}
        return inner | {key for key in value if re.fullmatch("[a-z_]+", key)}

    value = somebody_after(tmp_path).reads("league")
    value["games"] = list(value["games"].values())
    assert keys(value) <= said
    assert {row["record"] for row in value["records"]} <= said


def test_the_months_of_a_grid_have_names(tmp_path: Path) -> None:
    """A table a year, whose caption says how many evenings it had."""
    person = somebody_after(tmp_path)
    page = person.does("league --format html").out
    assert "<caption>2026: 3 evenings</caption>" in page
    assert [word in page for word in ("January", "February", "March")] == [True, True, False]
    assert ">janvier</th>" in person.does("league --format html --lang fr").out
