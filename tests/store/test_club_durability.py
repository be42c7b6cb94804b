"""What is acknowledged in a club is there: after the server was killed while 64 people recorded, and
in a standby that takes over."""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path

import pytest
import servers
from terminal import ENDLESS, Person, environment

servers.refuse_without_server()

from clubs import forget

from scorekeeper import store
from scorekeeper.cli.click_parts import clock
from scorekeeper.cli.open_log import change
from scorekeeper.record.chain import breaks_of
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.session_head import read_session_log
from scorekeeper.text.problems import MachineFailure

pytestmark = pytest.mark.server

RECORDERS, SESSIONS = 64, 8
PATIENCE = 60.0


class Recorders:
    """Many who record deals in the sessions of a club until the server is gone; `told` are the
    deals that were acknowledged, by session and number."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.told = list[tuple[str, int]]()
        self.ended = list[BaseException]()
        self._threads = [
            threading.Thread(target=self._record, args=(f"table-{number % SESSIONS}",))
            for number in range(RECORDERS)
        ]

    def _record(self, session: str) -> None:
        while True:
            try:
                _, done = change(session, lambda book: new_deal(book, ["plus", "6", "6"], clock()))
            except MachineFailure as failure:
                if failure.problem.code in ("club-meanwhile", "locked"):
                    continue
                self.ended.append(failure)
                return
            except BaseException as error:
                self.ended.append(error)
                raise
            assert done.recorded is not None
            self.told.append((session, done.recorded))

    def until(self, acknowledged: int) -> None:
        """Has them record until so many deals were acknowledged."""
        for thread in self._threads:
            thread.start()
        until = time.monotonic() + PATIENCE
        while len(self.told) < acknowledged:
            assert not self.ended, [*map(str, self.ended)]
            assert time.monotonic() < until, len(self.told)
            time.sleep(0.005)

    def end(self) -> None:
        """Waits until each of them was told that the server is gone."""
        for thread in self._threads:
            thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in self._threads)
        forget()
        codes = {one.problem.code for one in self.ended if isinstance(one, MachineFailure)}
        assert len(self.ended) == RECORDERS
        assert codes <= {"club-away", "club-answer"}

    def assert_all_stand(self) -> None:
        """Each deal that was acknowledged stands, once, whole and in its place; of those that were
        not at most one of each recorder does."""
        stand = Counter[tuple[str, int]]()
        for session in sessions():
            journal = read_session_log(store.session_bytes(store.session_path(session)))
            assert not breaks_of(journal)
            assert [entry.number for entry in journal.entries] == [
                *range(1, len(journal.entries) + 1)
            ]
            stand.update((session, entry.number) for entry in journal.entries)
        told = Counter(self.told)
        assert max(told.values()) == 1
        assert not told - stand
        assert (stand - told).total() <= RECORDERS


def sessions() -> list[str]:
    """What the sessions are called."""
    return [f"table-{number}" for number in range(SESSIONS)]


def club_of(server: servers.Server, home: Path) -> Person:
    """A club with sessions that nobody has recorded in yet; who keeps it."""
    server.answers("CREATE DATABASE cards TEMPLATE template0")
    server.answers("CREATE ROLE anna LOGIN")
    person = Person(
        home,
        SCOREKEEPER_HOME=server.url("cards", "anna"),
        HOME=str(home),
        XDG_CONFIG_HOME=str(home),
        XDG_DATA_HOME=str(home),
    )
    person.does(f"club init {server.url('cards')} --club bridge --recorder anna")
    table = Person(home / "folder").with_rules(ENDLESS)
    with environment(person.settings):
        for session in sessions():
            table.does(f"new endless Anna Bo Cleo --name {session}")
            store.create_session(session, table.file(session).decode())
    return person


def test_a_server_that_is_killed_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """64 recorders at once, kill -9 of the server and all that serve for it, and it is started
    again; then everybody goes on."""
    with servers.started() as server:
        person = club_of(server, tmp_path)
        with environment(person.settings):
            recorders = Recorders(person)
            recorders.until(acknowledged=150)
            server.kill()
            recorders.end()
            server.start()
            recorders.assert_all_stand()
        for session in sessions():
            person.does(f"deal plus 6 6 -s {session}")
            person.does(f"check -s {session}")


def test_a_standby_that_takes_over_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    """With synchronous replication: the first server never comes back, and the second is made the
    first. Whoever names both in the address goes on."""
    with servers.started() as first:
        person = club_of(first, tmp_path)
        with servers.standby_of(first, "second") as second:
            first.answers("ALTER SYSTEM SET synchronous_standby_names = 'second'")
            first.answers("SELECT pg_reload_conf()")
            first.wait_for("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
            both = servers.both_url(first, second, "cards", "anna")
            with environment({**person.settings, "SCOREKEEPER_HOME": both}):
                recorders = Recorders(person)
                recorders.until(acknowledged=150)
                first.kill()
                recorders.end()
                second.answers("SELECT pg_promote()")
                recorders.assert_all_stand()
            for session in sessions():
                person.does(f"deal plus 6 6 -s {session}", SCOREKEEPER_HOME=both)
                person.does(f"check -s {session}", SCOREKEEPER_HOME=both)
