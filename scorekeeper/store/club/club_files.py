"""The rules of a club's own, and its people: texts of which the latest counts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from scorekeeper.store.club.club_failures import HELD, held_problem
from scorekeeper.store.club.club_queries import (
    FILE,
    FILES,
    HOLDER,
    KEEP_FILE,
    LOCK,
    NOTIFY,
    UNLOCK,
    UNLOCK_AND_NOTIFY,
)
from scorekeeper.store.club.libpq import Connection, ServerError
from scorekeeper.store.club.reaching import Reached
from scorekeeper.store.disk import SUFFIX, missing
from scorekeeper.store.home import PACKS, RULESETS, Home
from scorekeeper.store.size import most_bytes, too_large
from scorekeeper.text.problems import MachineFailure

T = TypeVar("T")
RULESET, PEOPLE = "ruleset", "people"
OF_PACKS = f"{PACKS}/"


def lock(connection: Connection, key: str, name: str) -> None:
    """Wait for a lock; raises MachineFailure, which names who holds it, where that takes too
    long."""
    try:
        connection.ask(LOCK, key)
    except ServerError as error:
        holders = connection.ask(HOLDER, key) if error.state == HELD else []
        if not holders:
            raise
        login, program = holders[0]
        raise MachineFailure(held_problem(name, login or "", program or "")) from None


def let_go(connection: Connection, key: str, *wakes: str) -> None:
    """Gives a lock back, and wakes whoever looks on where a channel and a log say so. The server
    lets go by itself where it cannot be asked any more, and what was acknowledged before stands."""
    with suppress(ServerError):
        connection.tell(UNLOCK_AND_NOTIFY if wakes else UNLOCK, key, *wakes)


def wake(connection: Connection, channel: str, log: str) -> None:
    """Wake whoever looks on, once what was recorded is acknowledged. Where that does not arrive
    they see it when they ask by themselves (`listening.py`)."""
    with suppress(ServerError):
        connection.tell(NOTIFY, channel, log)


class ClubFiles(Home):
    """The part of a club's home that keeps whole texts; the other is the one of sessions."""

    reached: Reached
    number: int
    prefix: str

    def own_rules(self) -> dict[str, str]:
        return {name: self.path(RULESETS, name) for name in self._rules() if OF_PACKS not in name}

    def own_packs(self) -> dict[str, str]:
        return {
            name.removeprefix(OF_PACKS): self.path(RULESETS, name)
            for name in self._rules()
            if name.startswith(OF_PACKS)
        }

    def _rules(self) -> list[str]:
        rows = self.reached.ask(FILES, self.number, RULESET)
        return sorted(name for (name,) in rows if name)

    def rules_bytes(self, path: str) -> bytes:
        data = self._file(RULESET, self._rule(path))
        if data is None:
            raise missing(path, "ruleset")
        if len(data) > most_bytes("ruleset"):
            raise too_large(path, "ruleset")
        return data

    def replace_rules(self, path: str, text: str) -> None:
        self._change_file(RULESET, self._rule(path), lambda _: (text, None))

    def _rule(self, path: str) -> str:
        return path.removeprefix(f"{self.folder(RULESETS)}/").removesuffix(SUFFIX)

    def _file(self, kind: str, name: str) -> bytes | None:
        """The bytes of rules, or of the people, as the latest row has them."""
        found = self.reached.ask(FILE, self.number, kind, name)
        return None if not found or found[0][0] is None else found[0][0].encode()

    def _create_rules(self, path: str, text: str) -> None:
        def decide(data: bytes | None) -> tuple[str, None]:
            if data is not None:
                raise FileExistsError
            return text, None

        self._change_file(RULESET, self._rule(path), decide)

    def people_path(self) -> str:
        return f"{self.prefix}/{PEOPLE}{SUFFIX}"

    def people_bytes(self) -> bytes:
        return self._people(self._file(PEOPLE, PEOPLE))

    def _people(self, data: bytes | None) -> bytes:
        if len(data or b"") > most_bytes("people file"):
            raise too_large(self.people_path(), "people file")
        return data or b""

    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        def decided(data: bytes | None) -> tuple[str | None, T]:
            text, result = decide(self._people(data))
            return None if text is None else self._people(text.encode()).decode(), result

        return self._change_file(PEOPLE, PEOPLE, decided)

    def _change_file(
        self, kind: str, name: str, decide: Callable[[bytes | None], tuple[str | None, T]]
    ) -> T:
        """Has the text that `decide` makes of the latest one be the latest, while nobody else
        changes it."""
        key = f"scorekeeper/{self.number}/{kind}/{name}"
        with self.reached.lent() as connection:
            lock(connection, key, name)
            found = connection.ask(FILE, self.number, kind, name)
            is_there = found and found[0][0] is not None
            text, result = decide((found[0][0] or "").encode() if is_there else None)
            if text is not None:
                with self.reached.failing(writes=True):
                    connection.ask(KEEP_FILE, self.number, kind, name, text)
            let_go(connection, key)
            return result
