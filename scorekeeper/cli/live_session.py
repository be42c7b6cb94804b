"""Which session `play` is about: one that it begins, or one that it goes on with."""

from __future__ import annotations

import os
import sys

from scorekeeper import store
from scorekeeper.cli.beginning import begin
from scorekeeper.cli.common import is_confirmed, is_terminal, note
from scorekeeper.cli.latest import going_on
from scorekeeper.cli.playable import playable
from scorekeeper.game.seats import Turns
from scorekeeper.game.session import option_words
from scorekeeper.record.book import Book
from scorekeeper.table.views import recorded_words
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import refuse
from scorekeeper.text.speech import text_of


def begun_session(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None,
    options: tuple[str, ...], place: str | None, turns: Turns, date: str = "",
    two_counts: bool = False,
) -> str:  # fmt: skip
    """The path of the session that is begun, or gone on with where these players have not finished
    one and mean it."""
    if not players and game in store.session_names():
        hint = say("go on with it: {command}", command=CommandLine("play", ("--session", game)))
        raise refuse(
            "game-session", tr("`{name}` is a session, not a game", name=game), "game", hint
        )
    rules = playable(game)
    known = going_on(rules.id, players) if name is None else None
    if known is not None and _goes_on(known):
        return store.session_path(known.name)
    choices = option_words(options)
    begun = begin(rules, players, dealer, name, choices, place, turns, date, two_counts)
    return store.session_path(begun.name)


def _goes_on(known: Book) -> bool:
    """Whether somebody who begins a session means the one that these players have not finished;
    where nobody is there to be asked another is begun, with a word."""
    stands = tr(
        "{session} has these players and is not over: {deals}",
        session=known.name,
        deals=text_of(recorded_words(known)),
    )
    if is_terminal(sys.stdin):
        return is_confirmed(f"{stands}. {tr('Go on with it?')}", or_enter=True)
    note(stands)
    return False


def known_session(session: str | None) -> str:
    """The session as a path, so that it stays the same one whatever another terminal begins."""
    if not (session or os.environ.get("SCOREKEEPER_SESSION") or store.current_session()):
        hint = say(
            "begin one: {play}  (`{list}` names the games)",
            play=CommandLine("play", rest=(say("GAME"), say("PLAYER…"))),
            list=CommandLine("rules list"),
        )
        raise refuse("session-none", tr("there is no session to go on with"), None, hint)
    return store.session_path(session)
