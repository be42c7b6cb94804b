"""Beginning a session: `new`."""

from __future__ import annotations

import time
from collections.abc import Sequence

import click

from scorekeeper import book, store
from scorekeeper.cli.common import (
    Command,
    clock,
    format_option,
    note_recorded,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.journal import head_text
from scorekeeper.language import tr
from scorekeeper.problems import refuse
from scorekeeper.ruleset import Ruleset
from scorekeeper.session import Agreed, agree, option_words

dealer_option = click.option("--dealer", metavar="PLAYER", help="Who deals first (default: the first player).")
name_option = click.option("--name", metavar="NAME", help="The session's name (default: the game and the date).")
choices_option = click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="A choice the game leaves to the table; repeatable."
)


@click.command("new", cls=Command)
@click.argument("game")
@click.argument("players", nargs=-1, metavar="PLAYER…")
@dealer_option
@name_option
@choices_option
@format_option()
@plain_option
def new(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None, options: tuple[str, ...], form: str,
    plain: bool,
) -> None:  # fmt: skip
    """Begins a session; players are named clockwise.

    `scorekeeper rules list` names the games and how many play. The new session is the current one.
    """
    name, agreed = begin(store.load_ruleset(game), players, dealer, name, options)
    from scorekeeper.report.card import next_text
    from scorekeeper.report.coming import card_of
    from scorekeeper.report.words import agreed_words
    from scorekeeper.standing import standing

    coming = card_of(standing(agreed, ()))
    if form == "json":
        show_json({"session": name, "game": agreed.rules.id, "players": list(agreed.players), "next": coming})
        return
    game = agreed.rules.name.shown()
    show(tr("began {session}: {game}, {players}", session=name, game=game, players=", ".join(agreed.players)))
    show(next_text(coming, agreed.rules, min(terminal_width(), 80), plain))
    for line in agreed_words(agreed):
        show(line)


def begin(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None, options: Sequence[str]
) -> tuple[str, Agreed]:
    """Makes a new session on disk, and the current one; gives its name and what was agreed."""
    agreed = agree(rules, players, _whole_name(dealer, players), option_words(options))
    chosen = name or _free_name(agreed.rules.id)
    fault = store.session_name_fault(chosen)
    if fault:
        message = tr("`{session}` cannot be a session's name: {fault}", session=chosen, fault=fault)
        raise refuse("session-name", message, "name")
    path = store.create_session(chosen, head_text(book.new_head(agreed, chosen, clock())))
    note_recorded()
    store.make_current(path)
    return chosen, agreed


def _whole_name(word: str | None, players: Sequence[str]) -> str | None:
    """The player that a word names, by a beginning too; the word itself where that is nobody, or several."""
    if word is None or word in players:
        return word
    from scorekeeper.entry.names import seats_named

    places = seats_named(players, word)
    return players[places[0]] if len(places) == 1 else word


def _free_name(game: str) -> str:
    """The game and the date, numbered from the second of a day."""
    base, taken = f"{game}-{time.strftime('%Y-%m-%d')}", set(store.session_names())
    return next(name for name in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if name not in taken)


COMMANDS = {"new": new}
