"""The same people again: `again`, which begins the next session of an evening."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.begin import Beginning, name_option, show_begun
from scorekeeper.cli.beginning import Prepared, prepared, put_on_disk
from scorekeeper.cli.common import (
    before_option,
    by_option,
    choices_option,
    clock,
    format_option,
    is_confirmed,
    is_terminal,
    note,
    offered,
    plain_option,
    show,
)
from scorekeeper.cli.local_day import held_words
from scorekeeper.cli.opened_session import change, whole_book
from scorekeeper.cli.playable import playable
from scorekeeper.cli.turns import turns_options
from scorekeeper.game.seats import Turns
from scorekeeper.game.session import option_words
from scorekeeper.record.at_the_table import finishing
from scorekeeper.record.book import Book
from scorekeeper.record.next_session import Again, again_of
from scorekeeper.record.occasion import occasion_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.store.rules_files import ruleset_files
from scorekeeper.table.views import recorded_words
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, Joined, say
from scorekeeper.text.problems import refuse
from scorekeeper.text.speech import text_of

# After so long it is another evening, as far as a clock can tell.
LONG_AGO = timedelta(hours=12)


# What `again` takes in the shell, and not at the live table.
ELSEWHERE = ("-h", "--help", "-s", "--session", "--from", "--format", "--by", "--lang")


class Wish(NamedTuple):
    """What is typed after `again`: a game and players, of both as many as one likes; and what is
    to be otherwise than before."""

    words: Sequence[str] = ()
    dealer: str | None = None
    name: str | None = None
    turns: Turns = Turns()
    options: Sequence[str] = ()


@click.command("again", cls=Beginning)
@click.argument("game", required=False, shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="[PLAYER…]", shell_complete=offered("friends"))
@before_option
@click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who deals first (default: who would deal next).",
)
@name_option
@turns_options
@choices_option("A choice that is another one now; repeatable.")
@by_option
@format_option()
@plain_option
def again(
    game: str | None, players: tuple[str, ...], session: str | None, dealer: str | None,
    name: str | None, turns: Turns, options: tuple[str, ...], form: str,
    plain: bool,
) -> None:  # fmt: skip
    """The same people play again: the same game, or another.

    The next dealer deals first; `summary --evening` shows the evening as one.
    """
    words = (*([game] if game else ()), *players)
    before, begun = begun_again(session, Wish(words, dealer, name, turns, options))
    two_counts = before.counts_twice
    show_begun(begun, form, plain, two_counts, before=before.name)
    if form != "json":
        show(tr("one evening with {session}", session=before.name))


def begun_again(
    session: str | None, wish: Wish, by: str = "", is_at_table: bool = False
) -> tuple[Book, Prepared]:
    """Begins the next session of an evening after the one meant, which is asked about where it is
    not over; gives that one and the new one. `by` is who records, `is_at_table` says that the
    session is the one at hand."""
    path = store.session_path(session)
    before = whole_book(path)
    if not before.standing.state.over:
        _refuse_unfinished(before, is_at_table)
    rules, named = _game_and_players(before, wish.words)
    begun = _prepared(again_of(before, rules, named), rules, wish)
    put_on_disk(begun)
    if not before.standing.state.over:  # only once nothing can be refused any more
        change(path, lambda opened: finishing(opened, (), clock()), by=by)
        store.make_current(store.session_path(begun.name))
    _note_long_ago(before, begun.name)
    return before, begun


def wish_typed(words: Sequence[str]) -> Wish:
    """What is typed after `again` at the live table, as the shell has it; raises Refused where that
    is no such line."""
    form = say("type {words}", words=Joined(("again", say("[GAME] [PLAYER…]")), " "))
    elsewhere = next((word for word in words if word in ELSEWHERE), None)
    if elsewhere:
        message = say("`{word}` is for the shell, and this is the live table", word=elsewhere)
        raise refuse("command-form", message, None, form)
    try:
        said = again.make_context("again", [*words]).params
    except click.UsageError as error:
        raise refuse("command-form", error.format_message(), None, form) from None
    named = (*([said["game"]] if said["game"] else ()), *said["players"])
    turns = Turns(said["rest"], said["deals"])
    return Wish(named, said["dealer"], said["name"], turns, said["options"])


def _prepared(known: Again, rules: Ruleset, wish: Wish) -> Prepared:
    """The new session, of which what was said goes before what was so already."""
    asked, turns = wish.turns, known.turns
    return prepared(
        rules,
        known.players,
        wish.dealer or known.dealer,
        wish.name,
        {**known.options, **option_words(wish.options)},
        known.place,
        Turns(asked.rest or turns.rest, asked.deals or turns.deals),
        known.date,
        known.two_counts,
        known.evening,
    )


def _game_and_players(before: Book, words: Sequence[str]) -> tuple[Ruleset, Sequence[str]]:
    """The rules and the players that are named. The same game is played by the rules that the
    session keeps."""
    own = before.agreed.rules
    if not words or _are_players(before, words):
        return own, words
    first, *others = words
    return (own if first == own.id else playable(first)), others


def _are_players(before: Book, words: Sequence[str]) -> bool:
    """Whether the first word too is a player: somebody who sat there, and no game; or what no game
    begins with, beside somebody who did."""
    first, seated, games = words[0], before.agreed.seat_of, ruleset_files()
    if first in seated:
        return first not in games
    is_game = any(game.startswith(first.casefold()) for game in games)
    return not is_game and any(word in seated for word in words)


def _refuse_unfinished(before: Book, is_at_table: bool) -> None:
    """Raises Refused unless somebody says that the session before is to be finished; one without a
    deal is not."""
    stands = say(
        "{session} is not over: {deals}", session=before.name, deals=recorded_words(before)
    )
    has_deals, asked = bool(before.standing.deals), tr("Finish it?")
    if has_deals and is_terminal(sys.stdin) and is_confirmed(f"{text_of(stands)}. {asked}"):
        return
    if is_at_table:
        mend = say("end it first: {command}", command=CommandLine("finish"))
        if has_deals:
            raise refuse("session-unfinished", stands, "session", mend)
        away = say("or take it away: {command}", command=CommandLine("drop", (before.name,)))
        raise refuse(
            "session-unfinished", stands, "session", say("play it first"),
            None if before.journal.entries else away,
        )  # fmt: skip
    this = ("--session", before.name)
    go_on = say("go on with it: {command}", command=CommandLine("play", this))
    if has_deals:
        mend = say("or end it first: {command}", command=CommandLine("finish", this))
    else:
        mend = say("or take it away: {command}", command=CommandLine("drop", (before.name,)))
    is_droppable = has_deals or not before.journal.entries
    raise refuse("session-unfinished", stands, "session", go_on, mend if is_droppable else None)


def _note_long_ago(before: Book, name: str) -> None:
    """A word where the evening was long ago, and nobody said that it is entered later."""
    occasion = occasion_of(before)
    if before.journal.head.get("date") or not _is_long_ago(occasion.last, clock()):
        return
    note(
        tr(
            "{session} was on {day}, and {name} counts to that evening; `{command}` begins one of "
            "its own",
            session=before.name, day=held_words(occasion).when, name=name,
            command=text_of(CommandLine("new")),
        )
    )  # fmt: skip


def _is_long_ago(then: str, now: str) -> bool:
    try:
        return datetime.fromisoformat(now) - datetime.fromisoformat(then) > LONG_AGO
    except (ValueError, TypeError):  # a time that somebody mended by hand
        return False


COMMANDS = {"again": again}
