"""The options that say who rests where there are more players than hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import click

from scorekeeper.cli.common import WHOLE_NUMBER
from scorekeeper.game.seats import Turns

REST = click.option("--rest", metavar="WHO", help="Who rests, with more players than hands.")
DEALS = click.option(
    "--deals",
    type=WHOLE_NUMBER,
    metavar="NUMBER",
    help="How many deals there are with people who rest.",
)


def turns_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command both options; it is handed them as one value, `turns`."""

    @REST
    @DEALS
    @wraps(command)
    def with_turns(*args: object, rest: str | None, deals: int | None, **words: object) -> None:
        command(*args, turns=Turns(rest, deals), **words)

    return with_turns
