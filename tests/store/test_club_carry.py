"""Sessions between a folder and a club: pushed, pulled, joined, whatever they are called, and however
often."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
import servers
from terminal import Person

servers.refuse_without_server()

import pages
from clubs import forget

from scorekeeper.store import club_sync as carrying
from scorekeeper.store.club.club_home import ClubHome

pytestmark = pytest.mark.server


class Laptop(Person):
    """Somebody with a folder, and a login in a club."""

    def __init__(self, database: servers.Database, home: Path, login: str) -> None:
        own = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "config"),
        }
        self.club = database.url(login)
        super().__init__(home / "folder", SCOREKEEPER_CLUB=self.club, **own)

    def at_club(self, line: str) -> str:
        """What a line comes to with the club as the home."""
        return self.does(line, SCOREKEEPER_HOME=self.club).out

    def status(self) -> dict[str, str]:
        """How each session stands, by its name."""
        rows = self.does("club status --all --format json").json
        return {row["here"] or row["there"]: row["state"] for row in rows}


@pytest.fixture
def anna(database: servers.Database, tmp_path: Path) -> Laptop:
    """Somebody who records in a club in which nothing was recorded yet."""
    return laptop(database, tmp_path, "anna")


@pytest.fixture
def bo(database: servers.Database, anna: Laptop, tmp_path: Path) -> Laptop:
    """Another one."""
    return laptop(database, tmp_path, "bo")


def laptop(database: servers.Database, home: Path, login: str) -> Laptop:
    somebody = Laptop(database, home / login, database.login(login))
    somebody.does(f"club init {database.url()} --club bridge --recorder {login}")
    return somebody


FRIDAY = ("new bizon Ann Bo Cleo --name friday", "deal passed", "note one")


def test_what_was_recorded_in_a_folder_is_brought_to_the_club_and_back(
    anna: Laptop, bo: Laptop
) -> None:
    """To the letter; the same again brings nothing."""
    anna.after(*FRIDAY)
    assert anna.does("club push").out == "friday: brought to the club\n"
    assert anna.does("club push").out == "there is nothing to bring\n"
    assert bo.does("club pull").out == "friday: brought from the club\n"
    assert bo.does("club pull").out == "there is nothing to bring\n"
    assert bo.file("friday") == anna.file("friday")
    assert anna.at_club("sheet") == anna.does("sheet").out


def test_what_went_on_is_appended(anna: Laptop, bo: Laptop) -> None:
    """Here, there, and at the club itself."""
    anna.after(*FRIDAY, "club push")
    bo.after("club pull", "deal passed -s friday", "note two -s friday")
    assert bo.does("club push").out == "friday: 2 entries brought to the club\n"
    assert anna.does("club pull").out == "friday: 2 entries brought from the club\n"
    assert bo.file("friday") == anna.file("friday")
    anna.at_club("note three -s friday")
    assert bo.does("club pull").out == "friday: 1 entry brought from the club\n"
    assert bo.status() == {"friday": "same"}


def test_another_session_of_the_name_keeps_it(anna: Laptop, bo: Laptop) -> None:
    """What is brought has a number, and is known by its id from then on."""
    for somebody in (anna, bo):
        somebody.after(*FRIDAY)
    anna.does("club push")
    assert bo.does("club push").out == "friday: brought to the club, where it is called friday-2\n"
    bo.does("deal passed")
    assert bo.does("club push").out == "friday: 1 entry brought to the club\n"
    assert anna.does("club pull").out == "friday-2: brought from the club\n"
    assert (
        bo.does("club pull").out == "friday-2: brought from the club, where it is called friday\n"
    )
    assert set(anna.status().values()) == set(bo.status().values()) == {"same"}


def test_what_went_on_in_both_is_told_and_joined(anna: Laptop, bo: Laptop) -> None:
    """Neither is overwritten; `club merge` records in the club what the table takes, and each folder
    can follow."""
    anna.after(*FRIDAY, "club push")
    bo.after("club pull", "deal passed -s friday", "club push")
    anna.after("deal Ann 20 10 grass=10C round=1")
    mine, at_club = anna.file("friday"), bo.file("friday")
    for way in ("push", "pull"):
        said = anna.types("club", way)
        assert said.code == 1
        assert said.out == ""
        assert "which have 2 entries in common" in said.err
        assert "club merge friday" in said.err
    assert anna.file("friday") == mine
    bo.does("club pull")
    assert bo.file("friday") == at_club
    asked = anna.types("club", "merge", "friday")
    assert "a: friday of the club" in asked.out
    assert "try: say so: scorekeeper club merge friday --take a1,b1…" in asked.err
    anna.does("club merge friday --take a1,b1")
    assert anna.status() == {"friday": "same"}
    assert bo.does("club pull").code == 0
    assert bo.file("friday") == anna.file("friday")
    assert "deal 3" in anna.does("log").out
    assert mine == (anna.home / "trash" / "friday.toml").read_bytes()


def test_what_was_merged_takes_no_place_of_what_went_on_meanwhile(
    anna: Laptop, bo: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody records in the folder while the club's is brought: all of that stays."""
    anna.after(*FRIDAY, "club push")
    bo.after("club pull", "note there", "club push")
    anna.does("note here")
    anna.at_club(f"merge friday {anna.path('friday')} --take a1,b1")
    assert anna.status() == {"friday": "merged"}
    real = carrying.pulled

    def late(*args: object) -> object:
        anna.does("note late")
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.cli.club_commands.pulled", late)
        assert anna.types("club", "pull", "--format", "json").codes == ["club-parted"]
    assert "note: late" in anna.does("log").out
    assert [path.name for path in (anna.home / "sessions").iterdir()] == ["friday.toml"]
    anna.does("club merge friday --take b1,b2")
    assert "note: late" in anna.does("log").out
    assert anna.status() == {"friday": "same"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_was_joined_is_told_once(anna: Laptop, bo: Laptop, form: str) -> None:
    """What was merged, what was not taken, where the folder's lies; and the folder has it then."""
    anna.after(*FRIDAY, "club push")
    bo.after("club pull", "note there", "club push")
    anna.does("note here")
    said = anna.does(f"club merge friday --take b --format {form}")
    assert anna.status() == {"friday": "same"}
    if form == "json":
        assert (said.json["session"], said.json["taken"], said.json["trash"]) == (
            "friday", ["b1"], "friday",
        )  # fmt: skip
        return
    assert said.out.startswith(
        "merged friday of the club and friday of the folder\n"
        "  not taken, but kept: a1 (see scorekeeper log --all)\n"
        "  the folder has that too now; what it had lies in its trash as friday\n"
        "totals: "
    )


def test_where_there_is_nothing_to_join_that_is_told(anna: Laptop, bo: Laptop) -> None:
    """How both stand, and what brings what only one has."""
    anna.after(*FRIDAY, "club push")
    assert anna.does("club merge friday").out == (
        "friday: there is nothing to join: it is the same in the folder and in the club\n"
    )
    anna.does("note here")
    assert anna.does("club merge friday --take b").out == (
        "friday: there is nothing to join: 1 entry is only in the folder, and scorekeeper club push"
        " friday brings it\n"
    )
    bo.does("club pull")
    anna.does("club push")
    assert bo.does("club merge friday").out == "friday: 1 entry brought from the club\n"
    anna.at_club("sessions delete friday")
    anna.does("note more")
    said = anna.types("club", "merge", "friday", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-thrown"])


def test_an_event_that_went_on_in_both_is_told_with_what_the_club_lacks(
    anna: Laptop, bo: Laptop
) -> None:
    """Its entries in words and its file; what is then typed joins them."""
    people = "Ann,Bo,Cleo,Dan,Eve,Fay"
    anna.does(f"event new cup --game bizon --people {people} --rounds 2 --seating random --seed 3")
    assert "cup (event): only in the folder\n" in anna.does("club status").out
    assert "cup (event): brought to the club\n" in anna.does("club push").out
    bo.after("club pull", "event note there", "club push")
    anna.after("event note here", "event absent Eve --round 2")
    path = anna.home / "events" / "cup.toml"
    assert "cup (event): it went on in the folder and in the club" in anna.does("club status").out
    for line in ("club push", "club pull", "club merge cup"):
        said = anna.types(*line.split())
        told = " ".join(said.err.split())
        assert said.code == 1
        assert "it is an event, which went on in the folder and in the club" in told
        assert "only the folder has: note: here; Eve is away in round 2" in told
        assert (
            f"with the club as the home: scorekeeper event merge {path} --event cup; then" in told
        )
        assert f"put {path} elsewhere and take the club's: scorekeeper club pull cup" in told
    assert "Eve is away in round 2" in anna.at_club(f"event merge {path} --event cup")
    assert path.exists()
    path.rename(anna.home / "cup.toml")
    anna.does("club pull cup")
    assert anna.status() == {"cup": "same"}


def test_the_status_tells_each_session(anna: Laptop, bo: Laptop) -> None:
    """Those that are not the same, and how many are."""
    anna.after(*FRIDAY, "new bizon Ann Bo Cleo --name saturday", "club push", "note here -s friday")
    bo.after("new bizon Ann Bo Cleo --name sunday", "club push")
    anna.does("new bizon Ann Bo Cleo --name monday")
    assert anna.does("club status").out == (
        "friday: 1 entry is only in the folder\nmonday: only in the folder\n"
        "sunday: only in the club\n1 session is the same in the folder and in the club\n"
    )


def test_events_are_counted_by_themselves_and_every_line_fits(anna: Laptop) -> None:
    """An event is no session; and a narrow terminal has whole words in each line."""
    anna.after("event new cup --game bizon --people Ann,Bo,Cleo --rounds 1", "event seat")
    anna.after("event next", "club push")
    assert anna.does("club status").out == (
        "1 session is the same in the folder and in the club\n"
        "1 event is the same in the folder and in the club\n"
    )
    narrow = anna.types("club", "status", at_screen=True, COLUMNS="40", NO_COLOR="1").out
    assert max(map(len, narrow.splitlines())) <= 40


def test_a_push_that_was_interrupted_goes_on(anna: Laptop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each session is brought whole or not at all; what is there already stays as it is."""
    names = [f"table-{number}" for number in range(4)]
    anna.after(*(f"new bizon Ann Bo Cleo --name {name}" for name in names), "deal passed")
    real, calls = ClubHome.insert, count()

    def cut(*args: object) -> None:
        if next(calls) == 3:  # in the middle of the last: its head is sent, its entry is not
            raise KeyboardInterrupt
        real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(ClubHome, "insert", cut)
        assert anna.types("club", "push").code == 1
    forget()
    assert list(anna.status().values()).count("same") == 3
    assert anna.does("club push").out == "table-3: brought to the club\n"
    assert set(anna.status().values()) == {"same"}


def test_what_the_other_began_to_bring_meanwhile_is_not_brought_twice(
    anna: Laptop, bo: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who bring one session at once: it is there once, and the second is told where."""
    anna.after(*FRIDAY)
    bo.home.joinpath("sessions").mkdir(parents=True)
    bo.path("friday").write_bytes(anna.file("friday"))
    real = ClubHome.create

    def late(*args: object) -> None:
        monkeypatch.undo()
        anna.does("club push")
        real(*args)

    monkeypatch.setattr(ClubHome, "create", late)
    said = bo.types("club", "push", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-known"])
    assert bo.does("club push").out == "there is nothing to bring\n"
    assert "friday-2" not in anna.at_club("sessions")


def test_who_records_at_the_club_meanwhile_is_not_overrun(
    anna: Laptop, bo: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in the club is looked at anew while nobody else can record in it."""
    anna.after(*FRIDAY, "club push", "note here")
    real = carrying.pushed

    def late(*args: object) -> object:
        bo.at_club("note there -s friday")
        return real(*args)

    monkeypatch.setattr("scorekeeper.cli.club_commands.pushed", late)
    said = anna.types("club", "push", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-parted"])
    monkeypatch.undo()
    assert anna.status() == {"friday": "parted"}


def test_what_was_thrown_away_stays_so_unless_it_went_on(anna: Laptop, bo: Laptop) -> None:
    """Neither way brings it back by itself; where it went on the other side, that is told."""
    anna.after(*FRIDAY, "club push", "sessions delete friday")
    assert anna.does("club pull").out == "there is nothing to bring\n"
    assert anna.status() == {"friday": "thrown-here"}
    assert anna.types("club", "pull", "friday", "--format", "json").codes == ["club-thrown"]
    bo.does("club pull")
    bo.at_club("sessions delete friday")
    assert bo.does("club push").out == "there is nothing to bring\n"
    bo.does("note more")
    said = bo.types("club", "push", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-thrown"])
    bo.at_club("sessions restore friday")
    assert bo.does("club push").out == "friday: 1 entry brought to the club\n"


def test_what_was_dropped_in_the_club_comes_back_with_what_was_recorded_since(anna: Laptop) -> None:
    """It had no entry there, and has one here."""
    anna.after("new bizon Ann Bo Cleo --name friday", "club push")
    anna.at_club("drop friday")
    anna.does("deal passed")
    assert anna.does("club push").out == "friday: brought to the club\n"
    assert anna.at_club("sheet") == anna.does("sheet").out
    assert anna.status() == {"friday": "same"}


def test_what_was_dropped_in_the_club_and_is_empty_here_too_is_told(anna: Laptop) -> None:
    """It is not brought again by itself; who asks for it is told why."""
    anna.after("new bizon Ann Bo Cleo --name friday", "club push")
    anna.at_club("drop friday")
    assert anna.status() == {"friday": "thrown-there"}
    assert anna.does("club push").out == "there is nothing to bring\n"
    said = anna.types("club", "push", "friday")
    assert "it was taken away in the club, and nothing is recorded in it here" in said.err
    assert "friday" not in anna.at_club("sessions")


def test_archived_ones_are_brought_where_that_is_asked(anna: Laptop, bo: Laptop) -> None:
    """To the archive of the other; and one that is archived here is not brought again."""
    anna.after(*FRIDAY, "sessions archive friday")
    assert anna.does("club push").out == "there is nothing to bring\n"
    anna.does("club push --all")
    assert bo.does("club pull").out == "there is nothing to bring\n"
    bo.does("club pull --all")
    assert (bo.home / "sessions" / "archive" / "friday.toml").is_file()
    anna.at_club("sessions restore friday")
    assert anna.does("club pull").out == bo.does("club pull").out == "there is nothing to bring\n"


def test_a_name_is_told_apart_from_those_that_there_are(anna: Laptop, bo: Laptop) -> None:
    """One that no session has is refused; one has just that session brought."""
    anna.after(*FRIDAY, "new bizon Ann Bo Cleo --name saturday")
    assert anna.types("club", "push", "fridya", "--format", "json").codes == ["session-unknown"]
    assert anna.types("club", "status", "fridya", "--format", "json").codes == ["session-unknown"]
    assert anna.does("club push friday").out == "friday: brought to the club\n"
    assert anna.status() == {"friday": "same", "saturday": "here"}
    anna.does("club push")
    assert bo.does("club pull saturday").out == "saturday: brought from the club\n"
    assert bo.status() == {"friday": "there", "saturday": "same"}


def test_what_was_mended_by_hand_and_taken_in_is_brought_as_it_is(anna: Laptop, bo: Laptop) -> None:
    """What was not taken in is refused; `check` says of both homes that all holds."""
    anna.after(*FRIDAY, "deal passed")
    path = anna.path("friday")
    path.write_text(path.read_text("utf-8").replace('"one"', '"two"'), "utf-8")
    said = anna.types("club", "push", "--format", "json")
    assert (said.code, said.codes) == (1, ["chain"])
    anna.after("check --accept", "club push")
    anna.at_club("check -s friday")
    bo.after("club pull", "check")
    assert bo.file("friday") == anna.file("friday")
    anna.after("deal passed", "club push")
    assert bo.does("club pull").out == "friday: 1 entry brought from the club\n"


def test_one_that_cannot_be_read_keeps_no_other_back(anna: Laptop) -> None:
    """It is told by its name."""
    anna.after(*FRIDAY, "new bizon Ann Bo Cleo --name saturday")
    anna.path("friday").write_text("this is none")
    said = anna.types("club", "push")
    assert (said.code, said.out) == (1, "saturday: brought to the club\n")
    assert "friday" in said.err
    assert anna.types("club", "push", "friday", "--format", "json").codes == ["session-broken"]


def test_what_a_power_cut_left_is_not_brought(anna: Laptop, bo: Laptop) -> None:
    """The whole entries before it are, and it stays where it is."""
    anna.after(*FRIDAY)
    with anna.path("friday").open("a", encoding="utf-8") as file:
        file.write('\n[[entry]]\nwhat = "de')
    anna.does("club push")
    bo.does("club pull")
    assert bo.does("log").out == anna.does("log").out
    assert anna.status() == {"friday": "same"}


def test_comments_and_other_ends_of_lines_say_nothing(anna: Laptop, bo: Laptop) -> None:
    """A comment below an entry is brought with it where it is new, and is no difference later."""
    anna.does("new bizon Ann Bo Cleo --name friday")
    anna.after("deal passed", "club push")
    with anna.path("friday").open("a", encoding="utf-8") as file:
        file.write("# well played\n")
    assert anna.status() == {"friday": "same"}
    anna.after("note more", "club push")
    bo.does("club pull")
    assert bo.does("log").out == anna.does("log").out


def test_a_reader_brings_nothing(database: servers.Database, anna: Laptop, tmp_path: Path) -> None:
    """And may take everything."""
    rita = Laptop(database, tmp_path / "rita", database.login("rita"))
    rita.does(f"club init {database.url()} --club bridge --reader rita")
    anna.after(*FRIDAY, "club push")
    assert rita.does("club pull").out == "friday: brought from the club\n"
    rita.does("note mine")
    said = rita.types("club", "push", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-permission"])


def test_where_nothing_says_which_club_it_is_asked_for(anna: Laptop) -> None:
    """The folder alone is no club; the home may be one."""
    anna.after(*FRIDAY)
    said = anna.types("club", "push", "--format", "json", SCOREKEEPER_CLUB="")
    assert (said.code, said.codes) == (1, ["club-none"])
    assert anna.does(f"club push --at {anna.club}", SCOREKEEPER_CLUB="").code == 0
    assert anna.does("club status", SCOREKEEPER_CLUB="", SCOREKEEPER_HOME=anna.club).code == 0


def test_an_event_goes_with_its_tables(anna: Laptop, bo: Laptop) -> None:
    """Its log and the sessions of its tables, both ways; it goes on where it was left."""
    people = "Ann,Bo,Cleo,Dan,Eva,Fia"
    anna.after(
        f"event new cup --game bizon --people {people} --rounds 2", "event round", "event next"
    )
    said = anna.does("club push").out
    assert (
        "cup (event): brought to the club\n" in said and "cup-r1-t1: brought to the club\n" in said
    )
    bo.does("club pull")
    assert (bo.home / "events" / "cup.toml").read_bytes() == (
        anna.home / "events" / "cup.toml"
    ).read_bytes()
    bo.after("event note late", "club push")
    assert anna.does("club pull").out == "cup (event): 1 entry brought from the club\n"
    assert set(anna.status().values()) == {"same"}


def test_the_rules_of_the_club_are_brought(anna: Laptop, bo: Laptop, tmp_path: Path) -> None:
    """With its sessions, and so a game can be begun without network; rules of one's own by the same
    name stay as they are, and that is said."""
    page = pages.ROOT / "benchmarks" / "endless.toml"
    anna.at_club(f"rules put {page}")
    said = bo.does("club pull")
    assert said.err == "note: rules brought from the club: endless\n"
    assert bo.does("rules page endless").out == page.read_text("utf-8")
    bo.after("new endless Ann Bo Cleo --name away")
    assert bo.does("club pull").err == ""
    other = tmp_path / "endless.toml"
    other.write_text(page.read_text("utf-8").replace("without an end", "of mine"))
    bo.after(f"rules put {other} --replace")
    assert bo.does("club pull").err == "note: the club has other rules by these names: endless\n"
    assert bo.does("rules page endless").out == other.read_text("utf-8")


def test_many_that_are_only_in_the_club_are_counted(anna: Laptop, bo: Laptop) -> None:
    """Each is named where all are asked for, or one is."""
    anna.after(
        *FRIDAY, *(f"new bizon Ann Bo Cleo --name t{number}" for number in range(4)), "club push"
    )
    bo.after("new bizon Ann Bo Cleo --name mine")
    told = bo.does("club status").out.splitlines()
    assert told[:2] == [
        "mine: only in the folder",
        "5 others are only in the club; scorekeeper club status --all names them",
    ]
    assert "t3: only in the club" in bo.does("club status --all").out.splitlines()
    assert "friday: only in the club" in bo.does("club status friday").out.splitlines()
    assert len(bo.does("club status --format json").json) == 6
