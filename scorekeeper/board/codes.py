"""The codes of a board: who has the one may look, who has the other may enter too."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.store.board_codes import remember_codes, remembered_codes

BYTES = 16  # 128 bits: nobody guesses one
LOOK, ENTER = "look", "enter"


class Codes(Record):
    """The codes of a board. Nobody may enter where `enter` is empty."""

    look: str
    enter: str = ""

    def may(self, said: str) -> str | None:
        """What somebody may who said this code; None where it is no code of this board."""
        if self.enter and _is_same(said, self.enter):
            return ENTER
        return LOOK if _is_same(said, self.look) else None


def new_codes() -> Codes:
    """Codes that nobody else has."""
    return Codes(secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES))


def codes_of(of: str, are_new: bool = False) -> Codes:
    """Return the codes of a session or an event, by its id: those of its last board, so that no
    phone has to scan them again, or new ones, which throw out who has the old."""
    before = () if are_new else remembered_codes(of)
    codes = Codes(*before) if len(before) == len(Codes._fields) and all(before) else new_codes()
    if of:
        remember_codes(of, (codes.look, codes.enter))
    return codes


def _is_same(said: str, code: str) -> bool:
    """Whether two codes are one, told in the same time however much of them is alike."""
    return secrets.compare_digest(said.encode(), code.encode())


def cookies_of(header: str) -> Mapping[str, str]:
    """The cookies of a request, by their names; what cannot be read is left out."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, sign, value in pairs if sign}
