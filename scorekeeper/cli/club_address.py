"""Which club a command is for, and whether what speaks to it is installed."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING

from scorekeeper.message import say
from scorekeeper.problems import refuse

if TYPE_CHECKING:
    from scorekeeper.store.club.address import Address


def refuse_without_extra() -> None:
    """Raises Refused where what speaks to a club's server is not installed."""
    if importlib.util.find_spec("psycopg") is None:
        message = say("a club needs what is not installed: {names}", names="psycopg")
        hint = say("install it: {command}", command="pip install 'scorekeeper[club]'")
        raise refuse("club-extra", message, None, hint)


def club_address(typed: str | None) -> Address:
    """The club that was typed, else that of $SCOREKEEPER_CLUB, else the home where it is one."""
    refuse_without_extra()
    # 60 ms, only for a club
    from scorekeeper.store.club.address import address_of, is_address  # noqa: PLC0415

    said = typed or os.environ.get("SCOREKEEPER_CLUB", "")
    home = os.environ.get("SCOREKEEPER_HOME", "")
    if not said and not is_address(home):
        message = say("it is not said which club")
        hint = say("say it, or set SCOREKEEPER_CLUB: postgresql://HOST/DATABASE?club=NAME")
        raise refuse("club-none", message, None, hint)
    return address_of(said or home)
