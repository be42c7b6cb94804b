"""The group `referee`."""

from __future__ import annotations

import click

from scorekeeper.cli.lazy_group import LazyGroup

FILES = {
    "referee_questions": (
        "trick",
        "legal",
        "melds",
        "points",
        "discard",
        "auction",
        "stops",
        "ruling",
        "dealing",
        "miscount",
    ),
    "referee_deal": ("deal",),
}


@click.group("referee", cls=LazyGroup, files=FILES)
def referee() -> None:
    """Settles disputes about cards by the rules of the game, with their source.

    Cards are rank and suit, apart or in one quoted string: KH, 10S, "2S 7H".
    """


COMMANDS = {"referee": referee}
