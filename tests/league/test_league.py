"""The league: standings over many evenings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from evening import AT
from evening import Evening as Session
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.league.session_record import Evening, evening_of
from scorekeeper.league.standings import (
    EveningFilter,
    HeadToHead,
    PlayerStanding,
    all_games,
    league,
)
from scorekeeper.record.irregular_changes import penalising
from scorekeeper.record.seat_changes import seating
from scorekeeper.report.league.league_value import league_standings
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import LANGUAGES

NAMES = ("Anna", "Björn", "Cleo", "Disa", "Einar")
WHOLE = ("spader 8 4 4", "spader 4 8 4", "spader 4 4 8", "sang 8 4 4", "sang 4 8 4", "sang 4 4 8",
         "pass 4 6 6", "pass 6 4 6", "pass 6 6 4", "trumf 9 4 3", "trumf 4 8 4", "trumf 4 4 8")  # fmt: skip


def evening(
    results: tuple[int, ...], players: tuple[str, ...] = NAMES[:3], day: str = "2026-11-21", game: str = "g", over: bool = True,
) -> Evening:  # fmt: skip
    """An evening of one deal with these results."""
    leaders = [side for side, result in enumerate(results) if result == max(results)]
    seats = [(seat,) for seat in range(len(players))]
    return Evening(game, day, players, seats, leaders, False, over, 1, results, results, {})


def summed(*evenings: Evening, **choice: object) -> object:
    """The league over these evenings."""
    return league(
        [(f"e{number}", one) for number, one in enumerate(evenings)], EveningFilter(**choice)
    )  # type: ignore[arg-type]


def somebody_after(home: Path, *evenings: tuple[str, tuple[str, ...], tuple[str, ...]]) -> Person:
    """Somebody who kept these evenings: a name, players, deals."""
    somebody = Person(home)
    for name, players, deals in evenings:
        somebody.types("new", "bismarck-swedish", *players, "--name", name, "--dealer", players[2])
        for deal in deals:
            assert somebody.types("deal", *deal.split()).code == 0, deal
    return somebody


def test_an_evening_is_told_in_one_row() -> None:
    """The row of a whole game has its totals, its winner, and what each contract's declarers
    took."""
    session = Session("bismarck-swedish", dealer="Cleo")
    for line in WHOLE:
        session.deal(line)
    told = evening_of(session.book)
    assert (told.deals, told.over, told.players, told.day) == (
        12,
        True,
        NAMES[:3],
        "2026-11-21T19:05:00Z",
    )
    assert (list(told.results), told.leaders) == ([1, 0, -1], (0,))
    assert told.contracts["trumf"] == (3, 24, 25, 209, 3, 1)


def test_the_points_of_penalties_are_points_of_the_evening(tmp_path: Path) -> None:
    """Anna has 2 − 4 and the best evening of −2: the points of the league are the totals, and the
    points a deal are those."""
    somebody = somebody_after(tmp_path, ("eve", NAMES[:3], ("spader 10 3",)))
    somebody.does("penalty Anna 4 late")
    rows = somebody.reads("league")["games"]["bismarck-swedish"]["players"]
    found = {row["player"]: (row["points"], row["average"], row["best"]["result"]) for row in rows}
    assert found == {"Anna": (-2, -2.0, -2), "Björn": (1, 1.0, 1), "Cleo": (1, 1.0, 1)}


def test_who_left_a_seat_has_the_penalties_there() -> None:
    """Cleo pays 4 and is given 1, Dora who sits there since pays 6 and has what the deal brings;
    Emil, with a score of his own, has but what came after."""
    session = Session("bismarck-swedish", dealer="Cleo")
    session.deal("spader 8 4")
    for words in (["Cleo", "4"], ["Anna", "2"]):
        session.did(penalising(session.book, words, AT))
    session.did(seating(session.book, ["Dora", "for", "Cleo"], AT))
    session.did(penalising(session.book, ["Dora", "6"], AT))
    session.deal("spader 4 4 8")
    before = evening_of(session.book)
    assert [*before.points] == [*session.book.standing.state.totals]
    deal = session.book.standing.deals[0].points[2]
    assert [*before.left] == [("Cleo", 2, 1, deal - 4 + 1)]
    session.did(seating(session.book, ["Emil", "for", "Björn", "--own-score"], AT))
    session.did(penalising(session.book, ["Emil", "8"], AT))
    after = evening_of(session.book)
    assert after.left == before.left
    assert [n - m for n, m in zip(after.points, [*before.points, 0], strict=True)] == [4, 0, 4, -8]


AT_THE_TABLE = st.one_of(
    st.just("deal"),
    st.tuples(st.integers(0, 2), st.integers(1, 9).map(lambda half: 2 * half)),
    st.tuples(st.integers(0, 2), st.sampled_from(("", "--own-score"))),
)


@given(st.lists(AT_THE_TABLE, max_size=8))
def test_the_points_of_an_evening_are_its_totals(acts: list[str | tuple[int, int | str]]) -> None:
    """Whatever penalties there are, and whoever takes a seat with its score or their own; and of
    the league's rows together nothing is lost and nothing is counted twice."""
    session = Session("bizon")
    for number, act in enumerate(acts):
        here = session.book.agreed.at_table
        if isinstance(act, str):
            tricks = ",".join(f"{name}:{n}" for name, n in zip(here, (20, 10, 10), strict=True))
            session.deal(f"bizon={here[0]} gp={tricks}")
        elif isinstance(act[1], int):
            session.did(penalising(session.book, [here[act[0]], str(act[1])], AT))
        else:
            words = [f"P{number}", "for", here[act[0]], *act[1].split()]
            session.did(seating(session.book, words, AT))
    told = evening_of(session.book)
    assert [*told.points] == [*session.book.standing.state.totals]
    rows = league([("eve", told)], EveningFilter()).games.get("bizon", {})
    assert sum(row.points for row in rows.values()) == (sum(told.points) if rows else 0)


def test_wins_alone_and_wins_shared_are_apart() -> None:
    """A win is counted to the one who won alone, a shared win to each who shared it, none to an
    evening unfinished."""
    found = summed(evening((3, 1, -4)), evening((2, 2, -4)), evening((9, 0, -9), over=False))
    assert found.games["g"]["Anna"] == PlayerStanding(3, 1, 1, 3, 14)
    assert found.games["g"]["Björn"] == PlayerStanding(3, 0, 1, 3, 3)
    assert found.pairs["Anna", "Björn"] == HeadToHead(2, 1, 0)


def test_partners_have_what_their_side_has() -> None:
    """In a team game each partner has the side's win; partners are no pair of rivals."""
    pairs = Evening(
        "t", "2026-01-01", NAMES[:4], [(0, 2), (1, 3)], [1], False, True, 5, (8, 12), (8, 12), {}
    )
    found = summed(pairs)
    assert [found.games["t"][name].wins for name in NAMES[:4]] == [0, 1, 0, 1]
    assert ("Anna", "Cleo") not in found.pairs
    assert found.pairs["Anna", "Björn"] == HeadToHead(1, 0, 1)


def test_rivals_stand_in_the_order_of_people_whatever_their_accents() -> None:
    """É is beside E, not behind Z, as in every other list of people."""
    found = Evening(
        "t", "2026-01-01", ["Zoé", "Émile", "Hugo"], [(0,), (1,), (2,)], [0], False, True, 5,
        (8, 12, 1), (8, 12, 1), {},
    )  # fmt: skip
    assert [*summed(found).pairs] == [("Émile", "Hugo"), ("Émile", "Zoé"), ("Hugo", "Zoé")]


def test_where_the_least_is_best() -> None:
    """Where the lowest score wins, the best result is the least one and stands above."""
    found = summed(
        evening((3, 5, 9))._replace(lowest=True, leaders=[0]),
        evening((1, 5, 9))._replace(lowest=True, leaders=[0]),
    )
    (anna,) = (row for row in league_standings(found).games["g"].players if row.player == "Anna")
    assert (anna.best.result, anna.worst.result, anna.wins) == (1, 3, 2)
    assert found.pairs["Anna", "Cleo"] == HeadToHead(2, 2, 0)
    unfinished = summed(evening((16, 1, 9), over=False)._replace(lowest=True, leaders=[1]))
    assert [row.player for row in league_standings(unfinished).games["g"].players] == [
        "Björn",
        "Cleo",
        "Anna",
    ]


@pytest.mark.parametrize(
    ("choice", "number"),
    [
        ({}, 3), ({"game": "h"}, 1), ({"since": "2026-02-01"}, 2), ({"until": "2026-02-01"}, 2),
        ({"since": "2026-02-01", "until": "2026-02-01"}, 1), ({"players": ("Disa",)}, 1), ({"players": ("Anna", "Disa")}, 0),
    ],
)  # fmt: skip
def test_evenings_are_chosen(choice: dict[str, object], number: int) -> None:
    """By game, by first and last day (both included), by everybody who must have played."""
    evenings = (
        evening((1, 0, -1), day="2026-01-01"),
        evening((1, 0, -1), day="2026-02-01", game="h"),
        evening((1, 0, -1), NAMES[2:], day="2026-03-01"),
    )
    assert summed(*evenings, **choice).evenings == number  # type: ignore[attr-defined]


@given(
    st.lists(
        st.tuples(
            st.permutations(NAMES).map(lambda names: tuple(names[:3])),
            st.tuples(*[st.integers(-9, 9)] * 3),
        ),
        max_size=8,
    )
)
def test_the_standings_add_up(drawn: list[tuple[tuple[str, ...], tuple[int, ...]]]) -> None:
    """Evenings, points and wins of all players together are those of the evenings, in whatever
    order those come."""
    evenings = [evening(results, players) for players, results in drawn]
    found, turned = summed(*evenings), summed(*reversed(evenings))
    rows = found.games.get("g", {}).values()
    assert sum(row.evenings for row in rows) == 3 * len(evenings)
    assert sum(row.points for row in rows) == sum(sum(one.points) for one in evenings)
    assert sum(row.wins for row in rows) == sum(len(one.leaders) == 1 for one in evenings)
    assert found.pairs == turned.pairs
    assert {name: row[:5] for name, row in all_games(found).items()} == {
        name: row[:5] for name, row in all_games(turned).items()
    }


def test_points_of_two_games_are_not_added() -> None:
    """Where the evenings are of several games, the table of all has evenings and wins but no
    points."""
    value = league_standings(summed(evening((1, 0, -1)), evening((4, 0, -4), game="h")))
    assert "points" not in value.players[0]._fields
    assert value.games["h"].players[0].points == 4


def test_the_league_of_a_home(tmp_path: Path) -> None:
    """`league` takes all sessions together, says who won, and what declarers take of each
    contract."""
    somebody = somebody_after(
        tmp_path, ("one", NAMES[:3], WHOLE), ("two", NAMES[:3], ("sang 6 6",))
    )
    said = somebody.reads("league")
    assert (said["evenings"], said["finished"], said["deals"]) == (2, 1, 13)
    row = said["games"]["bismarck-swedish"]["players"][0]
    assert row["best"].pop("day") == said["last"]
    assert (row["player"], row["wins"], row["deals"], row["best"]) == (
        "Anna",
        1,
        13,
        {"result": 1, "session": "one"},
    )
    sang = next(
        row for row in said["games"]["bismarck-swedish"]["contracts"] if row["contract"] == "sang"
    )
    assert (sang["deals"], sang["quota"], sang["taken"], sang["met"]) == (4, 8.0, 7.5, 75)


def test_an_evening_that_does_not_hold_is_left_out_with_a_word(tmp_path: Path) -> None:
    """The league counts whole evenings only; the list of sessions has it up to there, and both
    say so."""
    somebody = somebody_after(
        tmp_path,
        ("one", NAMES[:3], ("sang 6 6", "sang 5 6", "sang 4 6")),
        ("two", NAMES[:3], ("sang 6 6",)),
    )
    (file,) = tmp_path.rglob("one.toml")
    file.write_text(file.read_text("utf-8").replace("[5, 6, 5]", "[5, 6, 6]"), "utf-8")
    said = somebody.types("league", "--format", "json")
    assert (said.json["evenings"], said.json["deals"]) == (1, 1)
    assert (
        said.err
        == "note: one is left out: deal 2 does not hold under its rules; see `scorekeeper check one`\n"
    )
    said = somebody.types("sessions", "--format", "json")
    assert {row["name"]: row["deals"] for row in said.json} == {"one": 1, "two": 1}
    assert "deal 2 of one does not hold" in said.err


@pytest.mark.parametrize("width", ["20", "40", "60", "80", "120"])
def test_the_league_fits_the_terminal(tmp_path: Path, width: str) -> None:
    """No line is wider than the terminal, whatever the players are called."""
    long = ("Anna-Karin Johansson", "Бьёрн 🎴", "麻雀の達人")
    somebody = somebody_after(tmp_path, ("one", long, ("sang 6 6", "sang 5 6")))
    shown = somebody.does("league", COLUMNS=width).out
    assert max(map(len, shown.splitlines())) <= int(width)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_narrow_league_fits_in_every_language(tmp_path: Path, code: str) -> None:
    """Sixty columns hold every table, whatever its heads are called in the language."""
    long = ("Anna-Karin Johansson", "Björn", "Cleopatra")
    somebody = somebody_after(tmp_path, ("one", long, ("sang 6 6", "pass 1 15", "spader 15 0")))
    shown = somebody.does(f"league --lang {code}", COLUMNS="60").out
    assert [line for line in shown.splitlines() if width_of(line) > 60] == []


def test_a_league_is_in_the_games_own_words(tmp_path: Path) -> None:
    """Game and contracts are called by their names, numbers are written as in the language; JSON
    keeps the ids."""
    somebody = somebody_after(tmp_path, ("one", NAMES[:3], ("pass 4 6", "sang 6 6")))
    shown = somebody.does("league --lang fr").out
    assert "\nBismarck (suédois moderne)\n" in shown
    assert re.search(r"\nSans atout +1 +8 +6,00 +±0,00 +0 % +−2,00\n", shown)
    assert "bismarck-swedish" not in shown
    assert [*somebody.reads("league")["games"]] == ["bismarck-swedish"]


def test_a_league_without_its_rules_has_ids(tmp_path: Path) -> None:
    """Where a game's file is gone, or broken by now, the numbers stand under its id, and nobody
    is refused."""
    rules = tmp_path / "rulesets" / "ours.toml"
    rules.parent.mkdir()
    rules.write_text('extends = "bismarck-swedish"\nname = "Ours of old"\n')
    somebody = Person(tmp_path)
    somebody.does("new ours Anna Björn Cleo --name one --dealer Cleo")
    somebody.does("deal sang 6 6")
    assert "Ours of old\n" in somebody.does("league").out
    rules.write_text('extends = "bismarck-swedish"\nname = "Ours"\n')
    assert "\nOurs\n" in somebody.does("league").out  # words are those of the rules as they are
    for spoil in (lambda: rules.write_text("name = "), rules.unlink):
        spoil()
        assert re.search(
            r"\n\nours\nplayer .*\n\nours: what declarers take\n",
            somebody.does("league").out,
            re.DOTALL,
        )


def test_a_plain_league_has_no_tables(tmp_path: Path) -> None:
    """`--plain` says each row as `label: value`, for a screen reader."""
    somebody = somebody_after(tmp_path, ("one", NAMES[:3], ("sang 6 6",)))
    shown = somebody.does("league --plain").out
    assert "player: Anna; evenings: 1; won: 0" in shown
    assert "─" not in shown


def test_nothing_chosen_is_refused(tmp_path: Path) -> None:
    """Where no evening is chosen the refusal says so, and who may have been meant."""
    somebody = somebody_after(tmp_path, ("one", NAMES[:3], ("sang 6 6",)))
    assert somebody.types("league", "--game", "bizon", "--format", "json").codes == ["league-empty"]
    said = somebody.types("league", "--player", "Bjron", "--format", "json")
    assert said.codes == ["player-unknown"]
    assert "Björn" in said.problems[0]["hint"]


def test_a_player_is_found_by_a_clear_beginning(tmp_path: Path) -> None:
    """To the letter first, then but for capitals, then by a beginning that is no other's."""
    somebody = somebody_after(
        tmp_path,
        ("one", ("Anna", "Annabel", "Åsa"), ("sang 6 6",)),
        ("two", ("Anna", "Bo", "Cleo"), ("sang 6 6",)),
    )
    asked = {"Anna": 2, "anna": 2, "ANNAB": 1, "å": 1, "Å": 1, "A\u030a": 1, "cl": 1, "Asa": 1}
    for word, number in asked.items():
        said = somebody.types("league", "--player", word, "--format", "json")
        assert said.json["evenings"] == number, word
    assert somebody.types("league", "--player", "an", "--format", "json").codes == [
        "player-ambiguous"
    ]


def test_a_game_that_nobody_played_is_named(tmp_path: Path) -> None:
    """A game is found like a player; where there is no evening of it, the nearest that was
    played is named."""
    somebody = somebody_after(tmp_path, ("one", NAMES[:3], ("sang 6 6",)))
    assert somebody.reads("league --game bismarck")["evenings"] == 1
    for word, hint in (
        ("bismark-swedish", "did you mean `bismarck-swedish`?"),
        ("bizon", "there are evenings of bismarck-swedish"),
    ):
        (problem,) = somebody.types("league", "--game", word, "--format", "json").problems
        assert (problem["code"], problem["fact"], problem["hint"]) == ("league-empty", "game", hint)
        assert problem["message"] == f"there is no evening of `{word}`"
    assert "sessions" in Person(tmp_path / "empty").types("league", "--game", "bizon").err
    somebody.does("new bismarck-british Anna Björn Cleo --name two --dealer Cleo")
    (problem,) = somebody.types("league", "--game", "bismarck", "--format", "json").problems
    assert "did you mean" in problem["hint"]


def test_rules_that_cannot_be_read_take_no_league_away(tmp_path: Path) -> None:
    """The numbers come from the sessions: a file of rules that the machine cannot read costs
    only its words."""
    somebody = somebody_after(tmp_path, ("one", NAMES[:3], ("sang 6 6",)))
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "bismarck-swedish.toml").symlink_to("bismarck-swedish.toml")
    assert "Anna" in somebody.does("league").out


def test_a_session_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A broken session is noted on standard error; the others are taken together."""
    somebody = somebody_after(
        tmp_path, ("one", NAMES[:3], ("sang 6 6",)), ("two", NAMES[:3], ("sang 6 6",))
    )
    (tmp_path / "sessions" / "two.toml").write_text("nothing of ours")
    said = somebody.types("league")
    assert said.code == 0
    assert said.err.startswith("note: two cannot be read:")


def test_a_wrong_day_is_told_how_a_day_is_written(tmp_path: Path) -> None:
    """What is no day is refused with the form that the help shows, and no programmer's pattern."""
    for word in ("tomorrow", "2026-02-31"):
        said = Person(tmp_path).types("league", "--since", word)
        assert said.code == 2
        assert f"`{word}` is not a day as YYYY-MM-DD" in said.err
        assert "%" not in said.err
