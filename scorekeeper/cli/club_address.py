"""Which club a command is for, and whether what speaks to it is installed."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.store.disk import is_club
from scorekeeper.store.extras import without_extra
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

if TYPE_CHECKING:
    from scorekeeper.store.club.address import Address

HOME = "SCOREKEEPER_HOME"


def refuse_without_extra() -> None:
    """Raises Refused where what speaks to a club's server is not installed."""
    if importlib.util.find_spec("psycopg") is None:
        message = say("a club needs what is not installed: {names}", names="psycopg")
        raise without_extra("club-extra", message, "club")


def club_text(typed: str | None) -> str:
    """The address that was typed, else $SCOREKEEPER_CLUB, else the home where that is a club."""
    refuse_without_extra()
    said = typed or os.environ.get("SCOREKEEPER_CLUB", "")
    home = os.environ.get(HOME, "")
    if not said and not is_club(home):
        message = say("it is not said which club")
        hint = say("say it, or set SCOREKEEPER_CLUB: postgresql://HOST/DATABASE?club=NAME")
        raise refuse("club-none", message, None, hint)
    return said or home


def club_address(typed: str | None) -> Address:
    """The same, read."""
    text = club_text(typed)
    # 60 ms, only for a club
    from scorekeeper.store.club.address import address_of  # noqa: PLC0415

    return address_of(text)


@contextmanager
def as_home(address: str) -> Iterator[None]:
    """Has a club be the home for as long as it lasts."""
    before = os.environ.get(HOME)
    os.environ[HOME] = address
    try:
        yield
    finally:
        if before is None:
            del os.environ[HOME]
        else:
            os.environ[HOME] = before
