"""The group `club`: a home in PostgreSQL that several machines share."""

from __future__ import annotations

import click

from scorekeeper.cli.lazy_group import LazyGroup

FILES = {"club_init": ("init",), "club_carry": ("push", "pull", "status"), "club_merge": ("merge",)}


@click.group("club", cls=LazyGroup, files=FILES)
def club() -> None:
    """A home in PostgreSQL that several machines share.

    Set SCOREKEEPER_HOME to its address, postgresql://HOST/DATABASE?club=NAME, and every command
    works there as in a folder. docs/club.md tells how a club is set up.
    """


COMMANDS = {"club": club}
