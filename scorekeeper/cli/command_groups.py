"""The groups of commands, whose commands load lazily."""

from __future__ import annotations

import click

from scorekeeper.cli.click_parts import LazyGroup, format_option, plain_option
from scorekeeper.cli.people_commands import show_people

# --- The group `club`: a home in PostgreSQL that several machines share ------------------------


CLUB_FILES = {"club_commands": ("init", "push", "pull", "status", "merge")}


@click.group("club", cls=LazyGroup, files=CLUB_FILES)
def club() -> None:
    """A home in PostgreSQL that several machines share.

    Set SCOREKEEPER_HOME to its address, postgresql://HOST/DATABASE?club=NAME, and every command
    works there as in a folder. docs/club.md tells how a club is set up.
    """


# --- The group `event`: many people at many tables, over several rounds ------------------------


EVENT_FILES = {
    "event_setup": ("new", "list"),
    "event_rounds": ("seat", "swap", "next", "round", "missing", "use", "finish"),
    "event_pages": ("standings", "explain", "ratings", "seating", "slips", "slip"),
    "event_people": ("join", "late", "absent", "drop", "penalty"),
    "event_log": ("note", "undo", "redo", "log", "check", "merge"),
}


@click.group("event", cls=LazyGroup, files=EVENT_FILES, invoke_without_command=True)
@format_option()
@click.pass_context
def event(ctx: click.Context, form: str) -> None:
    """Events: many tables, several rounds; alone it lists them."""
    if ctx.invoked_subcommand is None:
        # 8 ms, only for the list
        from scorekeeper.cli.event_setup import show_events  # noqa: PLC0415

        show_events(form)


# --- The group `people`: all players, each under one name --------------------------------------


PEOPLE_FILES = {"people_commands": ("list", "add", "alias", "rename", "merge", "part")}


@click.group("people", cls=LazyGroup, files=PEOPLE_FILES, invoke_without_command=True)
@format_option()
@plain_option
@click.pass_context
def people(ctx: click.Context, form: str, plain: bool) -> None:
    """Everybody who plays, each under one name.

    Alone it lists them. What is said here stands in `people.toml`, which may be
    mended by hand; no session is changed.
    """
    if ctx.invoked_subcommand is None:
        show_people(form, plain)


# --- The group `referee` -----------------------------------------------------------------------


REFEREE_FILES = {
    "referee_commands": (
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
        "deal",
    )
}


@click.group("referee", cls=LazyGroup, files=REFEREE_FILES)
def referee() -> None:
    """Settles disputes about cards by the rules of the game, with their source.

    Cards are rank and suit, apart or in one quoted string: KH, 10S, "2S 7H".
    """


# --- The group `rules` -------------------------------------------------------------------------


RULES_FILES = {
    "games": ("list", "show", "diff", "which"),
    "rules_check": ("check", "prove"),
    "rules_edit": ("new", "schema", "put", "page"),
}


@click.group("rules", cls=LazyGroup, files=RULES_FILES)
def rules() -> None:
    """The games there are, and their rules."""


COMMANDS = {"club": club, "event": event, "people": people, "referee": referee, "rules": rules}
