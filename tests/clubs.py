"""Somebody whose home is a club on a real server, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import servers
from terminal import Person, environment

from scorekeeper import store
from scorekeeper.store import home_choice as homes
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_setup import set_up


class Member(Person):
    """Somebody who records in a club; what is their own lies in a folder of this machine."""

    def __init__(self, folder: Path, address: str, **settings: str) -> None:
        own = {
            "SCOREKEEPER_BY": "",
            "XDG_CONFIG_HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
        }  # nobody is said to record
        super().__init__(folder, SCOREKEEPER_HOME=address, **own, **settings)

    def file(self, session: str) -> bytes:
        """The bytes of a session, as a file would hold them."""
        with environment(self.settings):
            return store.session_bytes(store.session_path(session))


@contextmanager
def club_in(database: servers.Database, folder: Path) -> Iterator[Member]:
    """A new club in a database, and somebody who records in it."""
    set_up(address_of(database.url()), "bridge", [(database.login("anna"), "recorder")])
    try:
        yield Member(folder, database.url("anna"))
    finally:
        forget()


def forget() -> None:
    """Has the program reach its clubs anew, as another process would."""
    homes._CLUBS.clear()


# What a server does to an entry: it goes away before it has answered.
ENDS = "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5)"


@contextmanager
def at_each_entry(database: servers.Database, does: str) -> Iterator[None]:
    """Has the server do something to whoever appends an entry."""
    with database.connect() as owner:
        owner.execute(
            "CREATE FUNCTION scorekeeper.spoil() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
            f" $$ BEGIN {does}; RETURN NEW; END $$"
        )
        owner.execute(
            "CREATE TRIGGER a_spoils BEFORE INSERT ON scorekeeper.entries"
            " FOR EACH ROW EXECUTE FUNCTION scorekeeper.spoil()"
        )
        yield
        owner.execute("DROP TRIGGER a_spoils ON scorekeeper.entries")
        owner.execute("DROP FUNCTION scorekeeper.spoil()")
