"""`league` in a club: what the engine keeps of each session, and that nobody can tell it from the
league of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import current_thread, main_thread

import pytest
import servers
from terminal import Person, Typed

servers.refuse_without_server()

from asked_leagues import asking_postgresql
from clubs import Member, club_in, forget

from scorekeeper.league import league_rows as queries
from scorekeeper.league.league_rows import rows_of
from scorekeeper.league.session_record import evening_of, row_of_evening
from scorekeeper.league.standings import EveningFilter
from scorekeeper.record.open_session import opened
from scorekeeper.store import home_choice as homes
from scorekeeper.store import size_limits as size
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_home import ClubHome
from scorekeeper.store.club.club_setup import set_up
from scorekeeper.store.club.libpq import Connection
from scorekeeper.store.home_interface import StoredDigest

pytestmark = pytest.mark.server

SEASON = (
    "new bismarck-swedish Anna Bo Cleo --name one --date 2026-01-09", "deal sang 6 6", "deal pass 6 6", "finish",
    "new bismarck-swedish Anna Bo Anne --name two --date 2026-01-10", "deal pass 4 6 6",
    "new bizon Anna Bo Cleo --name herd --date 2026-01-11", "deal bizon=Anna gp=20,12,8", "finish",
    "new bizon Anna Bo Dora --name gone --date 2026-01-12", "deal passed",
    "sessions archive one", "sessions delete gone", "people alias Cleo Klio",
)  # fmt: skip
ASKED = (
    "league",
    "league --full --format json",
    "league --format csv",
    "league --player Anna",
    "league --early won",
)


@pytest.fixture
def member(database: servers.Database, tmp_path: Path) -> Iterator[Member]:
    """Somebody who has recorded some evenings in a club of the test's own."""
    with club_in(database, tmp_path / "mine") as one:
        yield one.after(*SEASON)


def lines_kept(database: servers.Database) -> set[str]:
    """The names of the sessions of which the club's engine has a row that knows of all entries."""
    with database.connect() as owner:
        return {
            name
            for (name,) in owner.execute(
                "SELECT n.name FROM scorekeeper.evenings e JOIN scorekeeper.names n ON n.log = e.session"
                " WHERE e.told = (SELECT count(*) FROM scorekeeper.entries WHERE log = e.session)"
            )
        }


def test_the_league_of_a_club_is_that_of_a_folder(
    database: servers.Database, member: Member, tmp_path: Path
) -> None:
    """Asked for the first time, and again from the rows that the engine has by then, it is byte for
    byte the one of the same evenings in a folder."""
    folder = Person(tmp_path / "folder").after(*SEASON)
    for _ in range(2):
        for line in ASKED:
            assert member.types(*line.split()).out == folder.types(*line.split()).out, line
        assert lines_kept(database) == {"one", "two", "herd"}


def test_only_what_has_changed_is_read_again(database: servers.Database, member: Member) -> None:
    """Whoever recorded one more deal has had it told; what was put in the place of a row, and is
    none, is not believed."""
    before = member.reads("league")
    with database.connect() as owner:
        owner.execute("UPDATE scorekeeper.evenings SET line = '[]' WHERE game = 'bizon'")
    member.does("deal -s two sang 6 6")
    with pytest.MonkeyPatch.context() as patch:
        read: list[str] = []
        reader = ClubHome.reader

        def noting(home: ClubHome, folder: str) -> Callable[[str], bytes | None]:
            one = reader(home, folder)
            return lambda name: read.append(name) or one(name)  # type: ignore[func-returns-value]

        patch.setattr(ClubHome, "reader", noting)
        after = member.reads("league --early apart")
    assert read == ["herd"]
    assert (before["deals"], after["deals"]) == (4, 5)
    assert lines_kept(database) == {"one", "two", "herd"}


USED = "note: two is the session used last now; what names none is for it\n"


# --- the rows that whoever records keeps ---------------------------------------------------------


def assert_told(database: servers.Database, member: Member, *names: str) -> None:
    """The engine has the rows of these sessions alone, as their texts tell them, though nobody has
    asked for a league."""
    with database.connect() as owner:
        found = owner.execute(
            "SELECT session, line FROM scorekeeper.evenings WHERE told > 0"
        ).fetchall()
        players = owner.execute(
            "SELECT session, player, deals, points FROM scorekeeper.players WHERE counts"
            " ORDER BY session, number"
        ).fetchall()
    kept = dict(found)
    told = {name: evening_of(opened(member.file(name), name)) for name in names}
    assert kept == {one.id: row_of_evening(one) for one in told.values()}
    rows = [row for name, one in told.items() for row in rows_of(name, one).players if row.counts]
    sessions = {name: one.id for name, one in told.items()}
    assert players == sorted(
        ((sessions[row.session], row.player, row.deals, row.points) for row in rows),
        key=lambda row: row[0],
    )


def test_whoever_records_keeps_the_rows(
    database: servers.Database, member: Member, tmp_path: Path
) -> None:
    """After each thing that changes a session, on whatever shelf it lies."""
    assert_told(database, member, "one", "two", "herd")
    for line in (
        "new bismarck-swedish Anna Bo Cleo --name new --date 2026-02-01", "deal sang 6 6 -s new", "undo -s new",
        "redo -s new", "amend 1 tricks=5,7,4 -s new", "penalty Bo 4 -s new", "note hello -s new", "seat Dora for Bo -s new",
        "deal pass 6 6 -s new", "finish -s new", "sessions rename new renamed",
    ):  # fmt: skip
        assert member.does(line).code == 0, line
        name = "renamed" if "rename" in line else "new"
        begun = () if line.startswith("new ") else (name,)
        assert_told(database, member, "one", "two", "herd", *begun)
    member.does("sessions delete renamed")
    assert_told(database, member, "one", "two", "herd")
    member.does("sessions restore renamed")
    assert_told(database, member, "one", "two", "herd", "renamed")


@pytest.mark.parametrize(
    "line",
    [
        "deal pass 6 6", "undo", "amend 1 tricks=5,7,4", "penalty Bo 4", "note hello", "seat Dora for Bo",
        "finish", "insert 1 contract=spader tricks=5,7,4 --yes", "strike 1",
    ],
)  # fmt: skip
def test_the_rows_are_kept_in_the_commit_of_the_entry(
    database: servers.Database, member: Member, line: str
) -> None:
    """By the same transaction: nobody ever sees the one without the other, and nothing is left to
    be told once it is acknowledged."""
    member.after("new bismarck-swedish Anna Bo Cleo --name new", "deal -s new sang 6 6")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.cli.main.clubs_recorded_in", lambda: [])
        assert member.does(f"{line} -s new").code == 0
    with database.connect() as owner:
        found = owner.execute(
            "SELECT e.xmin::text, v.xmin::text, v.told, e.position FROM scorekeeper.entries e"
            " JOIN scorekeeper.evenings v ON v.club = e.club AND v.session = e.log"
            " WHERE e.log = (SELECT log FROM scorekeeper.names WHERE name = 'new')"
            " ORDER BY e.position DESC LIMIT 1"
        ).fetchone()
    assert found is not None
    of_entry, of_row, told, position = found
    assert (of_row, told) == (of_entry, position)
    assert_told(database, member, "one", "two", "herd", "new")


def test_one_connection_is_made_and_while_the_program_is_loaded(member: Member) -> None:
    """By a command that needs the home; one that needs none says what it says where there is no
    server."""
    with pytest.MonkeyPatch.context() as patch:
        made = []

        class Counted(Connection):
            def __init__(self, params: Mapping[str, str]) -> None:
                super().__init__(params)
                made.append(current_thread())

        patch.setattr("scorekeeper.store.club.club_connection.Connection", Counted)
        forget()
        assert member.does("deal -s two sang 6 6").code == 0
    assert len(made) == 1
    assert made[0] is not main_thread()
    nowhere = "postgresql://127.0.0.1:1/nothing"
    assert member.does("--version", SCOREKEEPER_HOME=nowhere).code == 0


def test_a_row_that_cannot_be_told_keeps_nothing_from_being_recorded(
    database: servers.Database, member: Member
) -> None:
    """The entry stands alone, with no word about it; the league has the row once it can be told."""
    with pytest.MonkeyPatch.context() as patch:

        def fails(*_: object) -> None:
            raise ValueError("no row")

        patch.setattr("scorekeeper.league.session_record._evening", fails)
        said = member.does("deal -s two sang 6 6")
    assert (said.code, said.err) == (0, USED)
    assert lines_kept(database) == {"one", "herd"}
    member.does("league")
    assert_told(database, member, "one", "two", "herd")


def test_a_live_table_keeps_the_rows_deal_by_deal(
    database: servers.Database, member: Member
) -> None:
    """Each before the next is typed."""
    member.does("new bismarck-swedish Anna Bo Cleo --name live --date 2026-02-01")
    deals = iter(("sang 6 6\n", "pass 6 6\n", ""))

    class Slow(Typed):
        """Somebody who looks into the engine before each deal."""

        def readline(self, size: int | None = -1, /) -> str:
            told.append(told_deals(database, "live"))
            return next(deals)

    told: list[int] = []
    member.types("play", "-s", "live", stdin=Slow())
    assert told == [0, 1, 2]
    assert_told(database, member, "one", "two", "herd", "live")


def told_deals(database: servers.Database, name: str) -> int:
    """How many deals of a session the engine's row of it has."""
    with database.connect() as owner:
        (found,) = owner.execute(
            "SELECT e.deals FROM scorekeeper.evenings e JOIN scorekeeper.names n ON n.log = e.session"
            " WHERE n.name = %s",
            (name,),
        )
    return int(found[0])


def test_rows_of_another_session_of_its_name_are_not_kept(
    database: servers.Database, member: Member
) -> None:
    """Whoever tells the league may read what has got the name of a session since."""
    with pytest.MonkeyPatch.context() as patch:
        told = ClubHome.told

        def slow(home: ClubHome, kind: str, names: Sequence[str]) -> dict[str, StoredDigest]:
            found = told(home, kind, names)
            patch.undo()
            clubs = {**homes._CLUBS}
            forget()  # what follows is another process's
            member.after(
                "sessions rename two old", "new bismarck-swedish Dora Eva Finn --name two",
                "deal -s two pass 4 6 6",
            )  # fmt: skip
            homes._CLUBS.update(clubs)
            return found

        with database.connect() as owner:
            owner.execute("UPDATE scorekeeper.evenings SET kind = 'older'")
        patch.setattr(ClubHome, "told", slow)
        member.does("league")
    member.does("league")
    with database.connect() as owner:
        for name, people in (("old", {"Anna", "Bo", "Anne"}), ("two", {"Dora", "Eva", "Finn"})):
            found = owner.execute(
                "SELECT p.player FROM scorekeeper.players p WHERE %s = (SELECT n.name"
                " FROM scorekeeper.names n WHERE n.log = p.session ORDER BY n.seq DESC LIMIT 1)",
                (name,),
            )
            assert {player for (player,) in found} == people


def test_what_is_carried_to_a_club_is_told(
    database: servers.Database, member: Member, tmp_path: Path
) -> None:
    """By whoever carries it."""
    folder = Person(tmp_path / "folder").after(
        "new bizon Ann Bo Cleo --name paper --date 2026-02-01", "deal passed"
    )
    folder.does("club push", SCOREKEEPER_CLUB=member.settings["SCOREKEEPER_HOME"])
    assert_told(database, member, "one", "two", "herd", "paper")


def test_where_rows_cannot_be_kept_it_is_recorded_all_the_same(
    database: servers.Database, member: Member
) -> None:
    """Nothing is said of it either: whoever asks for the league has them told."""
    with database.connect() as owner:
        owner.execute(
            "ALTER FUNCTION scorekeeper.keep_league(bigint, text, integer, jsonb) RENAME TO lost"
        )
    said = member.does("deal -s two sang 6 6")
    assert (said.code, said.err) == (0, USED)
    assert len(member.reads("sheet -s two")["deals"]) == 2
    with database.connect() as owner:
        owner.execute(
            "ALTER FUNCTION scorekeeper.lost(bigint, text, integer, jsonb) RENAME TO keep_league"
        )
    assert lines_kept(database) == {"one", "herd"}
    member.does("league")
    assert lines_kept(database) == {"one", "two", "herd"}


def test_a_reader_has_the_league_and_keeps_nothing(
    database: servers.Database, member: Member, tmp_path: Path
) -> None:
    """Who may only read is shown the same, with no word about what could not be kept."""
    database.login("rita")
    set_up(address_of(database.url()), "bridge", [("rita", "reader")])
    with database.connect() as owner:
        owner.execute("DELETE FROM scorekeeper.evenings")
    forget()
    reader = Member(tmp_path / "hers", database.url("rita"))
    said = reader.types("league")
    assert (said.code, lines_kept(database)) == (0, set())
    assert said.out == member.types("league").out
    assert said.err == member.types("league").err


def test_the_engine_answers_what_the_program_shows(
    database: servers.Database, member: Member
) -> None:
    """The questions in SQL, over the rows that the program keeps, give its own standings."""
    shown = member.reads("league")["games"]
    with database.connect("anna") as anna:
        found = asking_postgresql(anna, 1)(queries.STANDINGS, queries.parameters(EveningFilter()))
    assert sorted((game, row["player"], row["evenings"], row["wins"], row["deals"], row["points"]) for game in shown for row in shown[game]["players"]) == sorted(
        (game, player, evenings, wins, deals, points) for game, player, evenings, wins, _, deals, points, *_ in found
    )  # fmt: skip


def test_what_is_wrong_with_a_session_is_said_of_that_one(
    database: servers.Database, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it was read together with others, before it was asked for."""
    for _ in range(9):
        member.does("note " + "x" * 900 + " -s two")
    sizes = {name: len(member.file(name)) for name in ("one", "herd", "two")}
    monkeypatch.setitem(size.MOST, "session file", sizes["two"] - 1)
    assert max(sizes["one"], sizes["herd"]) < sizes["two"]
    with database.connect() as owner:
        owner.execute("DELETE FROM scorekeeper.evenings")
    said = member.types("league")
    [told] = [line for line in said.err.splitlines() if "cannot be read" in line]
    assert told.startswith("note: two cannot be read: ") and "/two.toml" in told
    assert said.out.startswith("2 evenings")
