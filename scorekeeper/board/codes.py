"""The codes of a board: who has one may look."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from scorekeeper.records import Record

BYTES = 16  # 128 bits: nobody guesses one
LOOK = "look"


class Codes(Record):
    """The codes of one start of a board; the next start has others, and these open nothing any
    more."""

    look: str

    def may(self, said: str) -> str | None:
        """What somebody may who said this code; None where it is no code of this board."""
        return LOOK if _is_same(said, self.look) else None


def new_codes() -> Codes:
    """Codes that nobody else has."""
    return Codes(look=secrets.token_urlsafe(BYTES))


def _is_same(said: str, code: str) -> bool:
    """Whether two codes are one, told in the same time however much of them is alike."""
    return secrets.compare_digest(said.encode(), code.encode())


def cookies_of(header: str) -> Mapping[str, str]:
    """The cookies of a request, by their names; what cannot be read is left out."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, sign, value in pairs if sign}
