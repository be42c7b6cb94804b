"""Beginning a session: `new`."""

from __future__ import annotations

import datetime
import sys
import time
from collections.abc import Sequence

import click

from scorekeeper import book, store
from scorekeeper.book.counting import TWO_COUNT
from scorekeeper.book.occasion import place_kept
from scorekeeper.cli.common import (
    Command,
    Recorded,
    choices_option,
    clock,
    format_option,
    is_confirmed,
    is_terminal,
    new_id,
    note,
    note_recorded,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.day_option import DAY
from scorekeeper.cli.home_people import known_people
from scorekeeper.cli.latest import spelt_before
from scorekeeper.cli.opened_session import path_and_name
from scorekeeper.cli.turns import turns_options
from scorekeeper.entry.names import seats_named
from scorekeeper.journal import head_text
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import MachineFailure, Refused, refuse
from scorekeeper.render.dealer_card import next_text
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.seats import NOTHING_SETTLED, Turns
from scorekeeper.session import Agreed, agree, option_words
from scorekeeper.sheet.coming_card import card_of, card_value
from scorekeeper.speech import in_a_line, text_of
from scorekeeper.standing import standing
from scorekeeper.store import library
from scorekeeper.store.people_on_disk import people_path
from scorekeeper.words.phrases import agreed_words
from scorekeeper.words.width import safe

SESSION_ID = 16  # bytes of chance: no two sessions anywhere have the same
TODAY = "%Y-%m-%d"

dealer_option = click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who deals first (default: the first player).",
)
name_option = click.option(
    "--name", metavar="NAME", help="The session's name (default: the game and the date)."
)
place_option = click.option(
    "--place", metavar="TEXT", help="Where you play; it stands on the evening's pages."
)
date_option = click.option(
    "--date", type=DAY, metavar="YYYY-MM-DD", help="The day of an evening that is entered later."
)
two_counts_option = click.option(
    "--two-counts", is_flag=True, help="Two people count each deal by themselves."
)
table_choice_option = choices_option("A choice the game leaves to the table; repeatable.")


@click.command("new", cls=Command)
@click.argument("game", shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="PLAYER…", shell_complete=offered("friends"))
@dealer_option
@name_option
@place_option
@date_option
@turns_options
@two_counts_option
@table_choice_option
@format_option()
@plain_option
def new(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None, place: str | None,
    date: datetime.datetime | None, turns: Turns, two_counts: bool, options: tuple[str, ...],
    form: str, plain: bool,
) -> None:  # fmt: skip
    """Begins a session; players are named clockwise.

    Up to three more than there are hands take turns to rest. The new session is the
    current one. `scorekeeper rules list` names the games.
    """
    rules, day = library.load_ruleset(game), day_typed(date)
    name, agreed = begin(rules, players, dealer, name, options, place, turns, day, two_counts)

    card = card_of(standing(agreed, ()))
    if form == "json":
        show_json(
            {
                "session": name,
                "game": agreed.rules.id,
                "players": list(agreed.players),
                **({"two_counts": True} if two_counts else {}),
                "next": card_value(card),
            }
        )
        return
    game = agreed.rules.name.shown()
    who = ", ".join(agreed.players)
    began = tr("began {session}: {game}, {players}", session=name, game=game, players=who)
    show(safe(began))
    show(next_text(card, agreed.rules, min(terminal_width(), 80), plain))
    for line in agreed_words(agreed):
        show(line)
    if two_counts:
        show(text_of(TWO_COUNT))


def begin(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None,
    options: Sequence[str], place: str | None = None, turns: Turns = NOTHING_SETTLED,
    date: str = "", two_counts: bool = False,
) -> tuple[str, Agreed]:  # fmt: skip
    """Makes a new session on disk, and the current one; gives its name and what was agreed."""
    where = place_kept(place or "")
    choices = option_words(options)
    checked = agree(rules, players, _whole_name(dealer, players), choices, turns)
    chosen = _free_name(rules.id, date) if name is None else _session_name(name)
    names = _as_before(checked.players)
    agreed = agree(rules, names, _whole_name(dealer, names), choices, turns)
    head = book.new_head(agreed, chosen, clock(), where, new_id(SESSION_ID), date, two_counts)
    path = store.create_session(chosen, head_text(head))
    note_recorded()
    store.make_current(path)
    _note_persons(agreed.players)
    return chosen, agreed


def _note_persons(players: Sequence[str]) -> None:
    """A word about each name that is another name of somebody: the session keeps what was typed."""
    try:
        counts_as = known_people().counts_as
    except (Refused, MachineFailure) as error:
        why = in_a_line(error.messages)
        note(tr("{path} is not understood: {why}", path=people_path(), why=why))
        return
    for name in players:
        if name in counts_as:
            note(tr("`{name}` counts as {person}", name=name, person=counts_as[name]))


def _session_name(name: str) -> str:
    """The name that was asked for; raises Refused where no session can be called so."""
    fault = store.session_name_fault(name)
    if fault:
        message = say("`{session}` cannot be a session's name: {fault}", session=name, fault=fault)
        raise refuse("session-name", message, "name")
    if name in store.archived_names():
        taken = say("there is already an archived session `{session}`", session=name)
        raise refuse("session-exists", taken, "name", say("choose another name"))
    return name


def _as_before(players: Sequence[str]) -> list[str]:
    """The players, each spelt as in earlier sessions where somebody says that it is the same
    person."""
    before = spelt_before(players)
    return [
        before[name] if name in before and _is_same(name, before[name]) else name
        for name in players
    ]


def _is_same(name: str, before: str) -> bool:
    """Whether a name is another spelling of one that is known; where nobody is there to be asked
    it is not."""
    if is_terminal(sys.stdin):
        asked = tr(
            "`{name}` is `{before}` in earlier sessions. Is that the same person?",
            name=name,
            before=before,
        )
        return is_confirmed(asked, or_enter=True)
    note(
        tr(
            "`{name}` is `{before}` in earlier sessions: these are two players",
            name=name,
            before=before,
        )
    )
    return False


def _whole_name(word: str | None, players: Sequence[str]) -> str | None:
    """The player that a word names, by a beginning too; the word itself where that is nobody, or
    several."""
    if word is None or word in players:
        return word

    places = seats_named(players, word)
    return players[places[0]] if len(places) == 1 else word


def day_typed(date: datetime.datetime | None) -> str:
    """The day that was typed as a session keeps it, empty where none was; a word where it is still
    to come."""
    day = date.date().isoformat() if date else ""
    if day > time.strftime(TODAY):
        note(tr("{day} is still to come", day=day))
    return day


def _free_name(game: str, date: str) -> str:
    """The game and the date, numbered from the second of a day."""
    base, taken = (
        f"{game}-{date or time.strftime(TODAY)}",
        {*store.session_names(), *store.archived_names()},
    )
    return next(
        name for name in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if name not in taken
    )


@click.command("drop", cls=Command)
@click.argument("name", metavar="SESSION", shell_complete=offered("sessions"))
@format_option()
def drop(name: str, form: str) -> None:
    """Takes away a session in which nothing was recorded.

    It was begun by mistake. A session that holds an entry stays, even where that was taken back.
    """
    path, name = path_and_name(name)
    store.remove_session(path, lambda data: _refuse_entries(book.opened(data, name)))
    note_recorded(Recorded(CommandLine("sessions"), stands=False))
    if form == "json":
        show_json({"dropped": name})
    else:
        show(tr("took {session} away: nothing was recorded in it", session=name))


def _refuse_entries(opened: book.Book) -> None:
    """Raises Refused where a session is not as it was begun."""
    if opened.journal.entries:
        message = tr(
            "{session} is not empty: only a session in which nothing was recorded is taken away",
            session=opened.name,
        )
        command = CommandLine("log", ("--session", opened.name))
        hint = say("see what it holds: {command}", command=command)
    elif opened.journal.cut:
        message = tr(
            "{session} holds a half-written entry, as a power cut leaves it: it is not taken away "
            "with that",
            session=opened.name,
        )
        command = CommandLine("check", ("--repair", "--session", opened.name))
        hint = say("set that aside first: {command}", command=command)
    else:
        return
    raise refuse("session-begun", message, "session", hint)


COMMANDS = {"new": new, "drop": drop}
