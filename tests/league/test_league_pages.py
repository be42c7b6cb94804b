"""The league on pages that are kept, in every format and language; points and results apart; one
person under several names."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person
from test_report_html import assert_readable_aloud, assert_sound

from scorekeeper.league.people import equal_names, joined_person, one_name
from scorekeeper.league.session_record import Evening, words_as_table, words_of_game, words_of_table
from scorekeeper.league.standings import EveningFilter, League, league
from scorekeeper.render.report_formats import LEAGUES, json_text
from scorekeeper.render.writers import Look
from scorekeeper.report.document import Table
from scorekeeper.report.league.league_tables import standings_sections
from scorekeeper.report.league.league_value import (
    LeagueStandings,
    Matches,
    league_of_table,
    league_standings,
)
from scorekeeper.store.ruleset_library import load_ruleset, ruleset_files
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import LANGUAGES

FOUR = ("Ann", "Bob", "Cal", "Dee")
DOWN = "bid=350 meld=300 points=60,81"
FILES = ("csv", "json", "markdown", "html")


def of_match(results: tuple[int, int], points: tuple[int, int], is_match: bool = True) -> Evening:
    """An evening of partners in a game where fewer points of a deal are better."""
    best = max(results) if is_match else min(results)
    leaders = [side for side, result in enumerate(results) if result == best]
    sides = [(0, 2), (1, 3)]
    return Evening(
        "g", "2026-11-21", FOUR, sides, leaders, True, True, 4, results, points, {}, match=is_match
    )  # fmt: skip


def together(*evenings: Evening) -> League:
    """The league over these evenings."""
    return league([(f"e{number}", one) for number, one in enumerate(evenings)], EveningFilter())


def standings_of(value: LeagueStandings) -> list[Table]:
    """The tables of the standings."""
    sections = standings_sections(value, {}, has_declared=False)
    return [one for section in sections for one in section.blocks if isinstance(one, Table)]


def heads_of(table: Table) -> list[str]:
    """The heads of a table's columns."""
    return [text_of(column.head) for column in table.columns]


def cells_of(table: Table) -> list[list[str]]:
    """The cells of a table's rows."""
    return [[text_of(cell.text) for cell in row.cells] for row in table.rows]


def somebody(home: Path) -> Person:
    """Somebody after an evening of matches, and one of each of two other games."""
    person = Person(home)
    person.types("new", "bien", *FOUR, "--name", "match", "--option", "games=2")
    for who in ("Ann", "Ann", "Bob", "Bob"):
        person.does(f"deal bidder={who} {DOWN}")
    person.types("new", "bizon", "Ann", "bob", "Cal", "--name", "goats")
    person.does("deal bizon=Ann gp=8,12,20")
    person.types("new", "hearts", "Ann", "Bob", "Cal", "Dee", "--name", "queen")
    person.does("deal queen=Ann hearts=5,4,4,0")
    return person


# --- points and results ---------------------------------------------------------------------------


def test_points_of_deals_never_stand_beside_results_of_matches() -> None:
    """A game of matches has two tables: who won what in the matches, of which more is better,
    and the points of the deals, of which fewer are."""
    value = league_standings(together(of_match((24, 8), (-30, 5)), of_match((10, 12), (3, -7))))
    matches, deals = standings_of(value)
    assert heads_of(matches)[4:] == ["match points", "an evening", "best evening"]
    assert cells_of(matches)[0] == ["Ann", "2", "1", "0", "34", "17.00", "24"]
    assert (matches.caption, deals.caption) == (
        "more match points are better",
        "fewer points are better",
    )
    assert heads_of(deals) == ["player", "deals", "points", "a deal"]
    assert cells_of(deals)[0] == ["Ann", "8", "−27", "−3.38"]


def test_the_best_evening_is_of_one_kind() -> None:
    """The score of a game that was left is no match's result: it is the best of nobody who has
    one, in whatever order the evenings come, and counts in no sum of results."""
    left, ended = of_match((2, 9), (-10, -3), is_match=False), of_match((8, 12), (-4, 1))
    for evenings in ((left, ended), (ended, left)):
        rows = league_standings(together(*evenings)).games["g"].players
        ann = next(row for row in rows if row.player == "Ann")
        assert (ann.best.result, ann.points, ann.deals) == (8, -14, 8)
        assert ann.matches == Matches(evenings=1, points=8, average=8.0)
    alone = league_standings(together(left)).games["g"]
    assert (alone.of_match, alone.players[0].matches) == (False, None)
    assert {row.player: row.best.result for row in alone.players} == dict(
        zip(FOUR, (2, 9, 2, 9), strict=True)
    )


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_how_odd_evenings_count_is_said(form: str) -> None:
    """Where an evening ended early the page says that it stands apart and what counts it; where
    sessions are of one evening it says that each counts. Elsewhere it says neither."""
    plain = of_match((8, 12), (-4, 1))
    early, further = plain._replace(early=True), plain._replace(evening="first")

    def shown(choice: EveningFilter, *evenings: Evening) -> str:
        told = [(f"e{number}", one) for number, one in enumerate(evenings)]
        page = LEAGUES[form](league_standings(league(told, choice)), {}, Look(200))
        return page.replace("\\", "")

    apart, each = "stands apart, its win is not counted", "each session counts as an evening"
    assert apart in shown(EveningFilter(), plain, early)
    assert "scorekeeper league --early won" in shown(EveningFilter(), plain, early)
    assert apart not in shown(EveningFilter(early="won"), plain, early) + shown(
        EveningFilter(), plain
    )
    assert each in shown(EveningFilter(), plain, further)
    assert each not in shown(EveningFilter(), plain, early)


def test_the_league_is_read_back_from_its_json() -> None:
    """What is kept of a league is its JSON, and read back it is the same value."""
    left = of_match((3, 5), (-9, -7), is_match=False)._replace(contracts={"c": [2, 9, 7, 29, 1, 4]})
    for evenings in ([], [left], [of_match((8, 12), (-4, 1)), left]):
        value = league_standings(together(*evenings), {("Ann", "Bob"): 2, ("ann", "Cal"): 1})
        assert league_of_table(json.loads(json_text(value))) == value


@pytest.mark.parametrize("game", sorted(ruleset_files()))
def test_the_words_of_a_game_are_read_back(game: str) -> None:
    """What is kept of a game's words gives the same words in every language."""
    words = words_of_game(load_ruleset(game))
    back = words_of_table(json.loads(json.dumps(words_as_table(words))))
    assert back.contracts.keys() == words.contracts.keys()
    for code in ("en", "fr", "sv"):
        assert back.name.of(code) == words.name.of(code)
        for name, phrase in words.contracts.items():
            assert back.contracts[name].of(code) == phrase.of(code)


def test_somebody_without_a_result_has_none() -> None:
    """Who played in no match that ended stands there with dashes, and ranks by the points of the
    deals."""
    others = of_match((3, 5), (-9, -7), is_match=False)._replace(
        players=("Eve", "Fay", "Gus", "Hal"), over=False
    )
    value = league_standings(together(of_match((8, 12), (-4, 1)), others))
    matches, deals = standings_of(value)
    rows = {row[0]: row[4:] for row in cells_of(matches)}
    assert rows["Eve"] == ["-", "-", "-"]
    assert [row[0] for row in cells_of(matches)] == [
        "Bob",
        "Dee",
        "Ann",
        "Cal",
        "Eve",
        "Gus",
        "Fay",
        "Hal",
    ]
    assert len(deals.rows) == 8


def test_where_fewer_are_better_no_point_has_a_plus(tmp_path: Path) -> None:
    """In a game that the lowest score wins, points taken are no gain, and the table says which
    are good."""
    told = somebody(tmp_path).does("league --game hearts").out
    assert "Hearts (fewer points are better)" in told
    assert "+" not in told
    assert "fewer" not in Person(tmp_path).does("league --game bizon").out


def test_a_league_of_matches_on_a_screen(tmp_path: Path) -> None:
    """`league --game bien` has the matches first, under heads that say of what the best is."""
    lines = somebody(tmp_path).does("league --game bien").out.splitlines()
    assert "Bien (more match points are better)" in lines
    assert "player  evenings  won  shared  match points  an evening  best evening" in lines
    assert "Bien: points of the deals (fewer points are better)" in lines


# --- every format, every language -----------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_league_is_a_page(tmp_path: Path, code: str) -> None:
    """HTML with captions and heads in the language spoken, whole and alone as the other pages
    are."""
    person = somebody(tmp_path)
    page = person.does(f"league --format html --lang {code}").out
    words = assert_sound(page).words
    assert_readable_aloud(page)
    wanted = {"en": "match points", "fr": "points de match", "sv": "matchpoäng"}[code]
    assert {wanted, "Bien", "Ann", "12"} <= set(words)
    assert f'lang="{code}"' in page
    title = next(word for word in words if "·" in word)
    assert words.count({"en": "League", "fr": "Championnat", "sv": "Liga"}[code]) == 2
    assert {
        "en": "3 evenings · 6 deals",
        "fr": "3 soirées · 6 donnes",
        "sv": "3 kvällar · 6 givar",
    }[code] in title


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_league_in_markdown(tmp_path: Path, code: str) -> None:
    """The same tables under headings, but for what each person's section has."""
    text = somebody(tmp_path).does(f"league --format markdown --lang {code}").out
    page = somebody(tmp_path / "again").does(f"league --format html --lang {code}").out
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    found = re.findall(r"<h2>(?:<bdi>)?(.*?)(?:</bdi>)?</h2>", page)
    assert [heading.replace("\\", "") for heading in headings] == found[: len(headings)]
    assert sorted(found[len(headings) :]) == ["Ann", "Bob", "Cal", "Dee", "bob"]
    sections = page.split('id="person-1"')[0].split("<h2>")[1:]
    assert len(re.findall(r"^\|:?-", text, re.MULTILINE)) == len(sections)
    *others, calendar = [section.count("<table") for section in sections]
    assert (others, calendar) == ([1] * len(others), 2)  # in HTML the days of a month in two parts


def test_a_page_has_every_pair(tmp_path: Path) -> None:
    """What a screen has no room for stands on a page in full."""
    person = Person(tmp_path)
    for number in range(8):
        person.types(
            "new",
            "bismarck-swedish",
            *(f"P{number}{seat}" for seat in "ABC"),
            "--name",
            f"e{number}",
        )
        for deal in ("spader 8 4 4", "spader 4 8 4", "spader 4 4 8", "sang 8 4 4", "sang 4 8 4", "sang 4 4 8",
                     "pass 4 6 6", "pass 6 4 6", "pass 6 6 4", "trumf hearts 9 4 3", "trumf hearts 4 8 4",
                     "trumf hearts 4 4 8"):  # fmt: skip
            person.types("deal", *deal.split())
    pairs = len(person.reads("league")["pairs"])
    assert pairs > 12
    assert len(re.findall(r"P\d\w – P\d\w", person.does("league --format markdown").out)) == pairs
    page = person.does("league --format html").out
    crossed = page.split("<h2>Head to head</h2>")[1].split("<h2>")[0]
    assert len(re.findall(r"<td[^>]*>\d+:\d+", crossed)) == 2 * pairs
    assert len(re.findall(r"P\d\w – P\d\w", person.does("league").out)) == 12


def test_the_league_as_csv(tmp_path: Path) -> None:
    """A row a player, a game's player, a contract, a pair: every number of the JSON, as a
    number."""
    person = somebody(tmp_path)
    rows = list(csv.DictReader(io.StringIO(person.does("league --format csv").out)))
    value = person.reads("league")
    assert {row["table"] for row in rows} == {
        "all games", "players", "pairs", "form", "streaks", "records", "calendar",
    }  # fmt: skip
    for game, found in value["games"].items():
        for player in found["players"]:
            (row,) = [
                r
                for r in rows
                if (r["table"], r["game"], r["player"]) == ("players", game, player["player"])
            ]
            assert [float(row[key]) for key in ("points", "average")] == [
                player["points"],
                player["average"],
            ]
            assert row["best result"] == str(player["best"]["result"])
            assert row["matches points"] == (
                str(player["matches"]["points"]) if player["matches"] else ""
            )
    assert len([row for row in rows if row["table"] == "pairs"]) == len(value["pairs"])
    for code in ("fr", "sv"):
        assert (
            list(csv.DictReader(io.StringIO(person.does(f"league --format csv --lang {code}").out)))
            == rows
        )


def test_names_on_a_page_are_words(tmp_path: Path) -> None:
    """No name is markup, a formula or a column of its own, on whatever page it stands."""
    names = ("<b>Ann</b>", "=SUM(A1)", "B|o;b")
    person = Person(tmp_path)
    person.types("new", "bizon", *names, "--name", "it")
    person.types("deal", "passed")
    page = person.does("league --format html").out
    assert "<b>" not in page
    assert set(names) <= set(assert_sound(page).words)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in person.does("league --format markdown").out
    cells = [
        cell
        for row in csv.reader(io.StringIO(person.does("league --format csv").out))
        for cell in row
    ]
    assert not [cell for cell in cells if cell.startswith("=")]


# --- one person, several names --------------------------------------------------------------------


def test_names_that_may_be_one_person_are_proposed(tmp_path: Path) -> None:
    """Names that differ in case or accents count apart until somebody says otherwise; a note
    says how."""
    person = somebody(tmp_path)
    said = person.types("league")
    assert said.err == (
        "note: `Bob` and `bob` count as different people; if they are one, add `--same Bob=bob`, or "
        "say so once: `scorekeeper people merge Bob bob`\n"
    )
    value = person.types("league", "--format", "json").json
    assert value["alike"] == [["Bob", "bob"]]
    assert {row["player"] for row in value["players"]} == {*FOUR, "bob"}
    assert person.types("league", "--game", "bien").err == ""


@pytest.mark.parametrize("form", ["text", *FILES])
def test_names_are_joined_when_it_is_said(tmp_path: Path, form: str) -> None:
    """`--same Bob=bob` takes both for one, in every format, and there is nothing left to
    propose."""
    said = somebody(tmp_path).types("league", "--same", "Bob=bob", "--format", form)
    assert (said.code, said.err) == (0, "")
    assert re.search(r"\bBob\b", said.out)
    assert not re.search(r"\bbob\b", said.out)


def test_joined_standings_are_those_of_one_player(tmp_path: Path) -> None:
    """Evenings, deals and pairs of both names come together; an option may be repeated, and tie
    three."""
    person = somebody(tmp_path)
    person.types("new", "bizon", "Bób", "Ann", "Cal", "--name", "again")
    person.does("deal bizon=Ann gp=8,12,20")
    value = person.types(
        "league", "--same", "bob=Bob", "--same", "Bob=Bób", "--format", "json"
    ).json
    rows = {row["player"]: row["evenings"] for row in value["players"]}
    assert rows == {"Ann": 4, "bob": 4, "Cal": 4, "Dee": 2}
    assert (
        person.types("league", "--same", "bob=Bob", "--same", "Bob=Bób", "--player", "Bób").code
        == 0
    )


def test_two_who_sat_at_one_table_are_two(tmp_path: Path) -> None:
    """They are not proposed, and who says that they are one is told where they sat together."""
    person = Person(tmp_path)
    person.types("new", "bizon", "Asa", "Åsa", "Cal", "--name", "it")
    person.does("deal passed")
    assert person.types("league").err == ""
    said = person.types("league", "--same", "Asa=Åsa", "--format", "json")
    assert said.codes == ["same-table"]
    assert (
        said.problems[0]["message"]
        == "`Asa` and `Åsa` sat at one table in it, so they are two people"
    )


def test_who_is_said_to_be_the_same_must_have_played(tmp_path: Path) -> None:
    """A name that nobody has is refused with the nearest; two names are needed; a name may hold
    the sign."""
    person = somebody(tmp_path)
    assert person.types("league", "--same", "Bob=Bobb", "--format", "json").codes == [
        "player-unknown"
    ]
    assert person.types("league", "--same", "Bob").code == 2
    person.types("new", "bizon", "a=b", "A=B", "Cal", "--name", "signs")
    person.types("new", "bizon", "a=b", "Ann", "Cal", "--name", "sign")
    person.does("deal passed")
    assert person.types("league", "--same", "a=b=Dee", "--format", "json").json["games"]["bizon"][
        "players"
    ]


@given(
    st.lists(
        st.permutations(["Ann", "ann", "Bo", "BO", "Cy"]).map(lambda names: names[:3]), max_size=6
    )
)
def test_alike_are_only_names_that_never_met(drawn: list[list[str]]) -> None:
    """Whatever is proposed can be joined: no evening has two of the names at its table."""
    tables: dict[tuple[str, ...], int] = {}
    for names in drawn:
        tables[tuple(names)] = tables.get(tuple(names), 0) + 1
    for first, *others in equal_names(tables):
        assert all(other.casefold() == first.casefold() for other in others)
        assert not [names for names in tables for other in others if {first, other} <= set(names)]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), max_size=6))
def test_one_name_is_the_same_in_whatever_order(pairs: list[tuple[str, str]]) -> None:
    """Names that pairs tie together have one name, which is not itself another's."""
    same = one_name(pairs)
    assert all(same.get(one, one) == same.get(other, other) for one, other in pairs)
    assert not set(same.values()) & set(same)


def test_joining_leaves_evenings_of_others_alone() -> None:
    """An evening without any of the names is the very same; one with two of them is refused."""
    evening = of_match((8, 12), (-4, 1))
    assert joined_person("e", evening, {"ann": "Ann"}) is evening
    assert joined_person("e", evening, {"Ann": "ann"}).players == ["ann", *FOUR[1:]]
    with pytest.raises(Refused):
        joined_person("e", evening, {"Ann": "Bob"})


def test_somebody_who_rested_in_every_deal_has_no_average(tmp_path: Path) -> None:
    """After one deal of an evening of four whoever rested in it has played none."""
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo Dora --name one")
    somebody.does("deal sang 6 6")
    somebody.does("finish")
    rows = somebody.reads("league")["games"]["bismarck-swedish"]["players"]
    assert {row["player"]: (row["deals"], row["average"]) for row in rows}["Anna"] == (0, None)
    for form in ("text", "markdown", "html", "csv"):
        assert "Anna" in somebody.does(f"league --format {form}").out
