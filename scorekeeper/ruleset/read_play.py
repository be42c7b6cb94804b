"""Reads what the referee needs of a ruleset: laws of play, layouts, melds, dealing, topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.message import listing, say
from scorekeeper.ruleset.model_told import DEALING, STEP, Dealing, Ruling, Step
from scorekeeper.ruleset.play import (
    DIRECTIONS,
    LAW_WORDS,
    LAWS,
    MELD,
    MELDS,
    PILE,
    PLAY,
    STOPS,
    MeldKind,
    Melds,
    Pile,
    Play,
    Stops,
)
from scorekeeper.ruleset.read_words import read_fields, read_record, read_word
from scorekeeper.ruleset.table import Table

Topics = Mapping[str, tuple[Ruling, ...]]


def read_play(top: Table) -> Play:
    """`[play]`: the laws of the whole game, its orders of rank, where they are written."""
    if not top.has("play"):
        return Play()
    table = top.table("play")
    return read_record(table, PLAY, laws=_laws(table))


def read_laws(table: Table) -> Mapping[str, str]:
    """`play = { … }` of a contract or an option: the laws in which it differs from the game."""
    if not table.has("play"):
        return {}
    inner = table.table("play")
    inner.words = LAWS
    laws = _laws(inner)
    inner.done()
    return laws


def _laws(table: Table) -> dict[str, str]:
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


def read_melds(top: Table) -> Melds | None:
    """`[melds]`, what holds for all of them, and a `[meld.NAME]` for each kind."""
    if not top.has("meld") and not top.has("melds"):
        return None
    table = top.table("melds")
    kinds = tuple(_meld_kind(name, inner) for name, inner in top.tables("meld").items())
    return read_record(table, MELDS, kinds=kinds)


def _meld_kind(name: str, table: Table) -> MeldKind:
    steps = table.numbers("run")
    run = tuple(
        sorted((int(length), points) for length, points in steps.items() if length.isdecimal())
    )
    shown = table.phrase("name", name).or_else(name)
    kind = read_fields(table, MELD, id=name, name=shown, run=run)
    if sum(map(bool, (kind.cards, kind.run, kind.four))) != 1:
        table.fault("", say("`{meld}` must have one of `cards`, `run` and `four`", meld=name))
    if kind.adds_when and not kind.adds_to:
        table.missing("adds_to")
    if len(run) != len(steps) or any(length < 2 for length, _ in run):
        table.fault("run", say("`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`"))
    table.done()
    return kind


def read_pile(top: Table) -> Pile | None:
    """`[pile]`: the ladder by which a heap of cards is worth something suit by suit."""
    if not top.has("pile"):
        return None
    return read_record(top.table("pile"), PILE)


def read_dealing(top: Table) -> Dealing:
    """`[dealing]`: the steps of dealing in words, all of it in a line, and where they are
    written."""
    if not top.has("dealing"):
        return Dealing()
    table = top.table("dealing")
    return read_record(table, DEALING, steps=_steps(table))


def _steps(table: Table) -> tuple[Step, ...]:
    """A list of steps, by language perhaps; or a row for each step, that says when there is one."""
    given = table.raw.get("steps")
    if isinstance(given, list) and any(isinstance(row, dict) for row in given):
        return tuple(read_record(row, STEP) for row in table.rows("steps"))
    return tuple(Step(text=text) for text in table.phrases("steps"))


def by_topic(rulings: Sequence[Ruling]) -> Topics:
    """The rulings by topic, in file order; one may have several topics or none."""
    topics: dict[str, tuple[Ruling, ...]] = {}
    for ruling in rulings:
        for name in ruling.topics:
            topics[name] = (*topics.get(name, ()), ruling)
    return topics
