"""The group `rules`."""

from __future__ import annotations

import click

from scorekeeper.cli.lazy_group import LazyGroup

FILES = {
    "rules_list": ("list", "show"),
    "rules_check": ("check",),
    "rules_diff": ("diff",),
    "rules_new": ("new", "schema"),
    "rules_put": ("put", "page"),
    "proving": ("prove",),
    "choosing": ("which",),
}


@click.group("rules", cls=LazyGroup, files=FILES)
def rules() -> None:
    """The games there are, and their rules."""


COMMANDS = {"rules": rules}
