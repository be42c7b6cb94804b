"""`again`: the same people play again, and the sessions of one evening belong together."""

from __future__ import annotations

import csv
import io
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import ruleset
from evening import AT
from evening import Evening as Played
from terminal import Person, Typed

from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.record.irregular_changes import turning
from scorekeeper.record.open_session import again_of
from scorekeeper.record.seat_changes import seating

SWEDISH = "bismarck-swedish"


@pytest.fixture
def friday(tmp_path: Path) -> Person:
    """An evening whose first session was left after two deals; Cleo would deal next."""
    person = Person(tmp_path / "home").after(
        f"new {SWEDISH} Anna Björn Cleo --name friday", "deal sang 6 6", "deal pass 6 6", "finish"
    )
    return person


def head(person: Person, session: str) -> dict[str, Any]:
    """The head of a session's file."""
    return tomllib.loads(person.file(session).decode().partition("\n[")[0])


def at_terminal(person: Person, line: str, *typed: str) -> str:
    """What is said to somebody at a terminal who types these lines."""
    answers = Typed("".join(f"{one}\n" for one in typed), is_terminal=True)
    said = person.types(*line.split(), stdin=answers)
    return said.out + said.err


# --- what the next session takes over --------------------------------------------------------------


def test_the_next_dealer_deals_first() -> None:
    """Whoever would have dealt the next deal, whatever was agreed of the turn before."""
    played = Played(SWEDISH)
    played.deal("sang 6 6")
    assert again_of(played.book, ruleset(SWEDISH)).dealer == "Björn"
    played.did(turning(played.book, ["Cleo"], AT))
    played.deal("pass 6 6")
    assert again_of(played.book, ruleset(SWEDISH)).dealer == "Anna"


def test_the_next_dealer_after_the_last_deal_of_all() -> None:
    """A set that is played to its end too: the turn goes on from its last deal."""
    played = Played("bien", "Ann", "Bob", "Cal", "Dee", dealer="Dee", games="1")
    for line in ("Bob bid=350 meld=300 60", "Dee bid=250 meld=200 60"):
        if not played.book.standing.state.over:
            played.deal(line)
    last = played.book.standing.deals[-1].turn.dealer
    players = played.book.agreed.players
    assert again_of(played.book, ruleset("bien")).dealer == players[(last + 1) % 4]


def test_the_next_who_still_plays_deals() -> None:
    """Björn, whose turn it is, has gone home: the next on the left who is there deals; where nobody
    is left, that is for the new table to say."""
    played = Played(SWEDISH)
    played.deal("sang 6 6")
    rules = ruleset(SWEDISH)
    assert again_of(played.book, rules, ["Anna", "Dora", "Cleo"]).dealer == "Cleo"
    assert again_of(played.book, rules, ["dora", "anna", "Eva"]).dealer == "anna"
    assert again_of(played.book, rules, ["Dora", "Eva", "Finn"]).dealer is None


def test_the_people_are_those_who_sit_there_now_clockwise() -> None:
    """Dora took Cleo's seat, Anna and Björn changed places: so they sit down again."""
    played = Played(SWEDISH)
    played.did(seating(played.book, ["Dora", "for", "Cleo"], AT))
    played.did(seating(played.book, ["swap", "Anna", "Björn"], AT))
    assert again_of(played.book, ruleset(SWEDISH)).players == ("Björn", "Anna", "Dora")


def test_the_same_game_keeps_its_options_and_turns_to_rest() -> None:
    """As the table has them by now; another game, or other people, begin without."""
    played = Played(SWEDISH, "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan("dealer's-left", 8))
    known = again_of(played.book, ruleset(SWEDISH))
    assert known.turns == SitOutPlan("dealer's left", 8)
    assert dict(known.options) == dict(played.book.agreed.options)
    assert again_of(played.book, ruleset(SWEDISH), ["Anna", "Björn", "Cleo"]).turns == SitOutPlan()
    other = again_of(played.book, ruleset("bismarck-british"))
    assert (other.turns, dict(other.options)) == (SitOutPlan(), {})


# --- the command -----------------------------------------------------------------------------------


def test_again_begins_the_next_session_of_the_evening(friday: Person) -> None:
    """The same people and game, by the rules that the session keeps; a name as `new` makes it, and
    the id of the first session in the head."""
    said = friday.reads("again")
    assert said["before"] == "friday"
    assert (said["game"], said["players"]) == (SWEDISH, ["Anna", "Björn", "Cleo"])
    assert said["next"]["dealer"] == "Cleo"
    first, second = head(friday, "friday"), head(friday, said["session"])
    assert second["evening"] == first["id"] and "evening" not in first
    assert said["session"].startswith(f"{SWEDISH}-20")
    kept = [
        tomllib.loads(friday.file(name).decode())["rules"] for name in ("friday", said["session"])
    ]
    assert kept[0] == kept[1]


def test_the_third_names_the_first(friday: Person) -> None:
    """However many follow, each names the session with which the evening began; and of one game on
    one day each has a name of its own."""
    names = []
    for _ in range(2):
        names.append(friday.reads("again")["session"])
        friday.after("deal sang 6 6", "finish")
    assert names[1] == f"{names[0]}-2"
    assert [head(friday, name)["evening"] for name in names] == [head(friday, "friday")["id"]] * 2


def test_other_sessions_have_the_head_that_they_had(friday: Person) -> None:
    """Nothing of an evening stands in a session that is alone, or in the first."""
    before = friday.file("friday")
    friday.after("again", "new bien Ann Bob Cal Dee --name alone")
    assert friday.file("friday") == before
    assert "evening" not in head(friday, "alone")


def test_another_game_and_other_people(friday: Person) -> None:
    """A fourth has come, and they play with partners; Cleo still deals first."""
    said = friday.reads("again bien Anna Björn Cleo Dora --option games=1")
    assert (said["game"], said["next"]["dealer"]) == ("bien", "Cleo")
    assert said["players"] == ["Anna", "Björn", "Cleo", "Dora"]


def test_names_alone_are_the_players_of_the_same_game(friday: Person) -> None:
    """Where the first word is somebody of the session before, or no game beside one of those."""
    said = friday.reads("again Anna Dora Cleo")
    assert (said["game"], said["players"]) == (SWEDISH, ["Anna", "Dora", "Cleo"])
    friday.after(f"drop {said['session']}")
    assert friday.reads("again -s friday Dora Anna Cleo")["players"] == ["Dora", "Anna", "Cleo"]


def test_another_evening_is_named(friday: Person) -> None:
    """`--from` and `-s` say after which session; a dealer that is named goes before the turn."""
    friday.after("new bien Ann Bob Cal Dee --name other")
    said = friday.reads("again --from friday --dealer Anna --name second")
    assert (said["session"], said["before"], said["next"]["dealer"]) == ("second", "friday", "Anna")
    friday.after("drop second")
    assert friday.reads("again -s friday")["before"] == "friday"


def test_an_evening_on_paper_keeps_its_day_and_place(tmp_path: Path) -> None:
    """What was said of the first holds for the next."""
    person = Person(tmp_path).after(
        f"new {SWEDISH} Anna Björn Cleo --name paper --date 2025-12-24 --place Uppsala",
        "deal sang 6 6",
        "finish",
    )
    name = person.reads("again")["session"]
    assert name == f"{SWEDISH}-2025-12-24"
    assert (head(person, name)["date"], head(person, name)["place"]) == ("2025-12-24", "Uppsala")


def test_two_people_go_on_counting(tmp_path: Path) -> None:
    """Where the table had two people count each deal, it still has."""
    person = Person(tmp_path).after(f"new {SWEDISH} Anna Björn Cleo --two-counts --name first")
    first = head(person, "first")
    person.after("count --by Anna sang 6 6", "count --by Björn sang 6 6", "finish")
    assert first["two_counts"] and head(person, person.reads("again")["session"])["two_counts"]


def test_a_session_long_ago_gets_a_word(friday: Person) -> None:
    """After half a day it may be another evening: that is said, with what begins one."""
    text = friday.file("friday").decode()
    days = {entry["at"][:10] for entry in tomllib.loads(text)["entry"]}
    for day in days:
        text = text.replace(f'at = "{day}', 'at = "2020-01-02')
    friday.path("friday").write_text(text, encoding="utf-8")
    said = friday.does("again --name next")
    assert "note: friday was on 2 January 2020, and next counts to that evening" in said.err


# --- a session that is not over --------------------------------------------------------------------


@pytest.fixture
def going_on(friday: Person) -> Person:
    return friday.after("undo")


def test_what_is_not_over_is_refused_with_the_mend(going_on: Person) -> None:
    """Where nobody is there to be asked: nothing is begun, and both ways on are named."""
    said = going_on.types("again")
    assert said.code == 1
    assert said.err == (
        "refused: friday is not over: 2 deals are recorded\n"
        "try: go on with it: scorekeeper play --session friday; or end it first: scorekeeper finish "
        "--session friday\n"
    )
    assert len(going_on.reads("sessions")) == 1


@pytest.mark.parametrize(("answer", "number"), [("y", 2), ("n", 1), ("", 1)])
def test_at_a_terminal_it_is_asked(going_on: Person, answer: str, number: int) -> None:
    """A yes finishes it and begins the next; anything else leaves all as it is."""
    shown = at_terminal(going_on, "again --name next", answer)
    assert "friday is not over: 2 deals are recorded. Finish it? [y/N]" in shown
    rows = going_on.reads("sessions")
    assert len(rows) == number
    told = {row["name"]: row for row in rows}
    assert told["friday"]["early"] is (number == 2)
    assert told["next" if number == 2 else "friday"]["current"]


def test_nothing_is_finished_for_a_session_that_cannot_be(going_on: Person) -> None:
    """A game that does not exist, too many players: what is going on goes on."""
    going_on.after("new bien Ann Bob Cal Dee --name taken")
    for line in (
        "again -s friday no-such-game",
        "again -s friday bien Anna Björn",
        "again -s friday --name taken",
        "again -s friday --name a/b",
        "again -s friday --dealer Nobody",
        "again -s friday --option foo=1",
    ):
        assert "refused" in at_terminal(going_on, line, "y")
    assert going_on.reads("sheet -s friday")["finished"] is False
    assert len(going_on.reads("sessions")) == 2


def test_a_session_without_a_deal_is_not_finished(friday: Person) -> None:
    """It was begun by mistake, or is the one that is meant."""
    friday.after("again --name next")
    said = friday.types("again")
    assert "go on with it: scorekeeper play --session next; or take it away" in said.err
    assert "Finish it?" not in at_terminal(friday, "again", "y")


# --- an evening together ---------------------------------------------------------------------------


@pytest.fixture
def evening(friday: Person) -> Person:
    """Two sessions of one game: +2 −2 0, then Björn declares Sang against Anna's."""
    return friday.after("again --name second", "deal sang 8 4", "finish")


def ranking(person: Person, line: str = "summary --evening") -> list[tuple[int, str, int | None]]:
    rows = person.reads(line)["ranking"]
    return [(row["place"], row["side"], row["points"]) for row in rows]


def totals_of(person: Person, *sessions: str) -> dict[str, int]:
    """The totals of these sessions added up by hand."""
    each = [person.reads(f"sheet -s {name}")["totals"] for name in sessions]
    return {name: sum(totals[name] for totals in each) for name in each[0]}


def test_points_of_one_game_are_added(evening: Person) -> None:
    """One ranking, the sum of both sheets; asked for any of its sessions."""
    told = {name: points for _, name, points in ranking(evening)}
    assert told == totals_of(evening, "friday", "second")
    assert ranking(evening) == ranking(evening, "sheet --evening -s friday")
    value = evening.reads("summary --evening")
    assert value["by"] == "points"
    assert [one["session"] for one in value["sessions"]] == ["friday", "second"]
    assert [one["state"] for one in value["sessions"]] == ["early", "early"]
    assert [one["session"] for one in value["summaries"]] == ["friday", "second"]
    assert [one["session"] for one in evening.reads("sheet --evening")["sheets"]] == [
        "friday",
        "second",
    ]


def test_other_choices_of_the_table_add_up_and_other_games_do_not(evening: Person) -> None:
    """As a session in which a choice is changed has one total."""
    evening.after("again bismarck-british --name third", "deal 8 4", "finish")
    value = evening.reads("summary --evening")
    assert value["by"] == "places"
    assert [row["points"] for row in value["ranking"]] == [None] * 3
    assert {*value["ranking"][0]["made"]} == {"friday", "second", "third"}


def test_what_is_not_over_is_marked(evening: Person) -> None:
    """In the list of the sessions and under the ranking; an early end says after how many deals."""
    evening.after("again --name third", "deal spader 8 4")
    shown = evening.does("summary --evening").out
    assert "after 2 of 12 deals" in shown
    assert "3. third · Bismarck (modern Swedish) · 1 of 12 deals · not over" in shown
    assert "- third is not over and counts as it stands" in shown


def test_a_copy_counts_once(evening: Person) -> None:
    """A synchronised folder has left a copy: the evening is what it was, with a word."""
    before = ranking(evening)
    shutil.copy(evening.path("second"), evening.path("second (conflicted copy)"))
    assert ranking(evening) == before
    assert "is a copy of second" in evening.does("summary --evening").err


def test_a_deleted_session_is_left_out_and_named(evening: Person) -> None:
    """With the command that brings it back; the first one too."""
    evening.after("sessions delete friday")
    said = evening.does("summary --evening --format json")
    assert said.json["deleted"] == ["friday"]
    assert "scorekeeper sessions restore friday" in said.err
    assert {name: points for _, name, points in ranking(evening)} == totals_of(evening, "second")
    assert "friday was deleted and is left out" in evening.does("sheet --evening").out
    evening.after("sessions restore friday")
    assert evening.reads("sheet --evening -s second")["deleted"] == []


def test_a_session_that_is_nowhere_gets_a_word(evening: Person) -> None:
    """The first was kept on another machine."""
    evening.path("friday").unlink()
    assert (
        "the session with which the evening began is not here"
        in evening.does("summary --evening").err
    )


def test_an_archived_session_counts_as_before(evening: Person) -> None:
    """As in the league; the list says that it is archived."""
    before = ranking(evening)
    evening.after("sessions archive friday")
    assert ranking(evening, "summary --evening -s second") == before
    shown = evening.does("sheet --evening -s second").out.replace("\n  ", " ")
    assert "1. friday · Bismarck (modern Swedish) · " in shown
    assert "after 2 of 12 deals · archived\n" in shown


def test_persons_count_under_one_name(evening: Person) -> None:
    """Anna was `Ann` in the second session, and people.toml says that she is one."""
    evening.after(
        "again Ann Björn Cleo --name third", "deal sang 6 6", "finish", "people merge Anna Ann"
    )
    assert {name for _, name, _ in ranking(evening)} == {"Anna", "Björn", "Cleo"}


def test_sessions_tell_which_belong_together(evening: Person) -> None:
    """By the name of the first in JSON and for a screen reader, by a number in the table."""
    evening.after(f"new {SWEDISH} Anna Björn Cleo --name alone")
    rows = {row["name"]: row["evening"] for row in evening.reads("sessions")}
    assert rows == {"friday": "friday", "second": "friday", "alone": None}
    assert "evening: friday" in evening.does("sessions --plain").out
    assert "evening" in evening.does("sessions").out.split("\n")[0]
    evening.after("sessions delete second")
    assert "evening" not in evening.does("sessions").out.split("\n")[0]


def test_the_league_counts_each_session(evening: Person) -> None:
    """An evening of two sessions is two in the league, as it was."""
    assert evening.reads("league")["evenings"] == 2


def rows_of(person: Person, line: str) -> Sequence[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(person.does(line).out))]


def test_every_format_has_the_ranking(evening: Person) -> None:
    """Text, plain text, Markdown, HTML and CSV name the sessions and the places."""
    first = ranking(evening)[0][1]
    for form in ("text", "markdown", "html"):
        shown = evening.does(f"sheet --evening --format {form}").out
        assert "Ranking of the evening" in shown and "second" in shown
    plain = evening.does("summary --evening --plain").out
    assert f"- {first}: place 1, points " in plain and "─" not in plain
    rows = rows_of(evening, "summary --evening --format csv")
    assert [row["side"] for row in rows] == [name for _, name, _ in ranking(evening)]
    assert {row["deals friday"] for row in rows} == {"2"}
    deals = rows_of(evening, "sheet --evening --format csv")
    assert [(row["session"], row["number"]) for row in deals] == [
        ("friday", "1"),
        ("friday", "2"),
        ("second", "1"),
    ]


def test_an_empty_sheet_is_of_no_evening(evening: Person) -> None:
    """Both at once are refused as wrong usage."""
    assert evening.types("sheet", "--evening", "--blank", SWEDISH).code == 2


def test_the_evening_on_paper(
    evening: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no printer the page is written beside: all sessions, and their ranking."""
    monkeypatch.chdir(tmp_path)
    evening.does("summary --evening --print", PATH="/nowhere")
    page = (tmp_path / "friday-evening.html").read_text(encoding="utf-8")
    assert "Ranking of the evening" in page


def test_data_are_the_same_in_every_language(evening: Person) -> None:
    """JSON and CSV have the same bytes whatever is spoken."""
    for form in ("json", "csv"):
        line = f"summary --evening --format {form}"
        assert evening.does(line).out == evening.does(f"{line} --lang fr").out
    assert "Classement de la soirée" in evening.does("summary --evening --lang fr").out


def test_markup_in_a_name_stays_a_name(tmp_path: Path) -> None:
    """A session and a player who are named as markup."""
    person = Person(tmp_path)
    person.types("new", SWEDISH, "<b>A", "=B", "C|D", "--name", "x")
    person.after("deal sang 6 6", "finish", "again", "deal sang 6 6")
    assert "<b>A" not in person.does("summary --evening --format html").out
    assert "'=B" in person.does("summary --evening --format csv").out
    assert r"C\|D" in person.does("sheet --evening --format markdown").out


# --- at the live table -----------------------------------------------------------------------------


def typed(person: Person, *lines: str) -> str:
    """What the live table says to these lines of a file."""
    said = person.types("play", stdin=Typed("".join(f"{one}\n" for one in lines)))
    return said.out + said.err


def test_again_at_the_live_table_goes_on_there(friday: Person) -> None:
    """The end offers it in a line, and what is typed next is of the new session."""
    shown = typed(friday, "again --name second --dealer Anna", "sang 6 6", "quit")
    assert "the same people again: again\n" in shown
    assert "Deal 1 of 12" in shown
    assert friday.reads("sheet -s second")["totals"] == {"Anna": 2, "Björn": -2, "Cleo": 0}
    assert len(friday.reads("sheet -s friday")["deals"]) == 2


def test_again_at_the_live_table_is_refused_before_the_end(going_on: Person) -> None:
    """With the mend as it is typed there; then both are done."""
    shown = typed(going_on, "again", "finish", "again bien Anna Björn Cleo Dora", "quit")
    assert "refused: friday is not over: 2 deals are recorded\ntry: end it first" in shown
    assert {row["game"] for row in going_on.reads("sessions")} == {SWEDISH, "bien"}


def test_what_the_live_table_does_not_take(friday: Person) -> None:
    """An option that there is none of, and those that are for the shell, begin nothing."""
    shown = typed(friday, "again --foo", "again -s other", "again no-such-game", "quit")
    assert shown.count("type again [GAME] [PLAYER…]") == 2
    assert "there is no game `no-such-game`" in shown
    assert len(friday.reads("sessions")) == 1


def test_next_offers_it_too(friday: Person) -> None:
    """After the end one line more."""
    assert friday.does("next").out.endswith("the same people again: scorekeeper again\n")


def test_whoever_ends_it_is_noted(going_on: Person) -> None:
    """`--by` is of the entry that finishes the session."""
    at_terminal(going_on, "again --by Cleo", "y")
    assert going_on.reads("log -s friday")[-1]["by"] == "Cleo"


def test_at_the_table_an_empty_session_can_be_taken_away(tmp_path: Path) -> None:
    """Begun by `again` with the wrong game: nothing need be played in it first."""
    person = Person(tmp_path).after("new bizon Anna Björn Cleo --name eve")
    told = " ".join(at_terminal(person, "play", "again bismarck-swedish", "quit").split())
    assert "play it first; or take it away: scorekeeper drop eve" in told


def test_a_question_says_what_answers_it(tmp_path: Path) -> None:
    person = Person(tmp_path).after("new bizon Anna Björn Cleo --name eve", "deal Anna 20 10")
    told = at_terminal(person, "play", "again", "perhaps", "n", "quit")
    assert "say y or n" in told
