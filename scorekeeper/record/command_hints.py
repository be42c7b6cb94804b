"""Hints for irregular events typed as if they were a deal: the commands that record them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.fact_values import players_named
from scorekeeper.rules.fact_names import loosely
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import Problem

NUMBER = "N"  # of a deal, in every language


class _Line(NamedTuple):
    """The parts of a typed line: the players named, any other name, and the first number."""

    players: Sequence[str]
    other: str
    number: str

    @property
    def player(self) -> Words:
        """Return the first named player, else the placeholder PLAYER."""
        return self.players[0] if self.players else say("PLAYER")

    @property
    def deal(self) -> Words:
        """Return the typed number, else its placeholder."""
        return self.number or NUMBER


def _turn(line: _Line) -> list[CommandLine]:
    dealer = JoinedWords(("dealer=", line.player))
    return [CommandLine("turn", (), (line.player,)), CommandLine("amend", (), (line.deal, dealer))]


def _swap(_: _Line) -> list[CommandLine]:
    return [CommandLine("swap", (), (NUMBER, "M"))]


def _insert(line: _Line) -> list[CommandLine]:
    return [CommandLine("insert", (), (line.deal, say("FACT…")))]


def _penalty(line: _Line) -> list[CommandLine]:
    return [CommandLine("penalty", (), (line.player, say("AMOUNT")))]


def _seat(line: _Line) -> list[CommandLine]:
    """Return the commands for words about a changed seat. A named player leaves, so another takes
    the seat or the session ends. A name that is new joins."""
    new = line.other or say("NEW")
    seat = CommandLine("seat", (), (new, "for", line.player))
    if line.players and not line.other:
        return [seat, CommandLine("finish")]
    return [seat, CommandLine("again", (), (say("PLAYER…"), new))]


def _either(_: _Line) -> list[CommandLine]:
    return [CommandLine("deal", (), (say("FACT…"), "--or", say("FACT…")))]


def _alone(name: str) -> Callable[[_Line], list[CommandLine]]:
    return lambda _: [CommandLine(name)]


# The commands by the name of the words for the event that they record (`locale_data.py`). The
# words of every language are read.
ACTS: Mapping[str, Callable[[_Line], list[CommandLine]]] = {
    "wrong dealer": _turn,
    "wrong order": _swap,
    "forgotten": _insert,
    "revoke": _penalty,
    "joins or leaves": _seat,
    "misdealt": _alone("misdeal"),
    "disputed": _either,
    "ended": _alone("finish"),
}


def happened(agreed: Agreed, words: Sequence[str], unread: Sequence[str]) -> Problem | None:
    """Return a refusal with the commands to type if the words describe an irregular event, else
    None. `unread` are the words that mean nothing in the deal."""
    meant = {
        loosely(word): act
        for locale in LOCALES.values()
        for name, act in ACTS.items()
        for word in locale.words.get(name, ())
    }
    act = next((meant[loosely(word)] for word in unread if loosely(word) in meant), None)
    if act is None:
        return None
    found = [name for word in words if (name := _player(agreed, word.rpartition("=")[2]))]
    others = [
        word
        for word in unread
        if word[:1].isupper() and loosely(word) not in meant and not _player(agreed, word)
    ]
    line = _Line(found, next(iter(others), ""), next(filter(str.isdecimal, words), ""))
    message = say("`{line}` is nothing that is entered of a deal", line=" ".join(words))
    commands = listing(JoinedWords(("`", command, "`")) for command in act(line))
    return Problem("word-unknown", message, None, (say("type {words}", words=commands),))


def _player(agreed: Agreed, word: str) -> str:
    """Return the name of the player whom a word names, empty if the word names none or several."""
    seats = players_named(agreed, word)
    return agreed.players[seats[0]] if len(seats) == 1 else ""
