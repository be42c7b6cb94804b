"""`league` in a club: what the engine keeps of each session, and that nobody can tell it from the
league of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import servers
from terminal import Person

servers.refuse_without_server()

from asked_leagues import asking_postgresql
from clubs import Member, club_in, forget

from scorekeeper.league import queries
from scorekeeper.league.standings import Choice
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_home import ClubHome
from scorekeeper.store.club.setting_up import set_up

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
    """After one more deal that session alone is told anew; what was put in the place of a row, and
    is none, is not believed."""
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
    assert sorted(read) == ["herd", "two"]
    assert (before["deals"], after["deals"]) == (4, 5)
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
        found = asking_postgresql(anna, 1)(queries.STANDINGS, queries.parameters(Choice()))
    assert sorted((game, row["player"], row["evenings"], row["wins"], row["deals"], row["points"]) for game in shown for row in shown[game]["players"]) == sorted(
        (game, player, evenings, wins, deals, points) for game, player, evenings, wins, _, deals, points, *_ in found
    )  # fmt: skip
