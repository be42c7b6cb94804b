"""Reads laws of play, those of the game and those that a contract or an option changes, and suits
that are laid out."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.model_laws import DIRECTIONS, LAW_WORDS, LAWS, STOPS, Stops
from scorekeeper.rules.read_words import read_fields, read_word
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say


def read_laws(table: Table) -> Mapping[str, str]:
    """`play = { … }` of a contract or an option: the laws in which it differs from the game."""
    if not table.has("play"):
        return {}
    inner = table.table("play")
    inner.words = LAWS
    laws = laws_of(inner)
    inner.done()
    return laws


def laws_of(table: Table) -> dict[str, str]:
    """The laws that a table of them says."""
    return {law.name: read_word(table, law) for law in LAW_WORDS if table.has(law.name)}


def read_stops(table: Table) -> Stops | None:
    """`stops = { … }` of a contract whose suits are laid out."""
    if not table.has("stops"):
        return None
    inner = table.table("stops")
    stops = read_fields(inner, STOPS, direction=inner.text("direction", "up"))
    if stops.direction not in DIRECTIONS and not stops.direction.startswith("fact "):
        hint = say('say {words}, or "fact NAME"', words=listing(DIRECTIONS))
        inner.fault("direction", say("`{word}` is not a direction", word=stops.direction), hint)
    inner.done()
    return stops
