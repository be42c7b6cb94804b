"""Reads what the referee needs of a ruleset: laws of play, layouts, melds, dealing, topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.language import Phrase, tr
from scorekeeper.problems import listed
from scorekeeper.ruleset.model import Ruling, Step
from scorekeeper.ruleset.play import (
    IN_HAND,
    LAWS,
    PLACES,
    CardPlace,
    MeldKind,
    Melds,
    Pile,
    Play,
    Stops,
)
from scorekeeper.ruleset.table import Table

DIRECTIONS = ("up", "down", "both")
Topics = Mapping[str, tuple[Ruling, ...]]


def read_play(top: Table) -> Play:
    """`[play]`: the laws of the whole game, its orders of rank, where they are written."""
    if not top.has("play"):
        return Play()
    table = top.table("play")
    play = Play(
        laws=_laws(table),
        ranks=tuple(table.text("ranks").split()),
        trump_ranks=tuple(table.text("trump_ranks").split()),
        tricks=table.whole("tricks", least=1),
        source=table.source(),
    )
    table.done()
    return play


def read_laws(table: Table) -> Mapping[str, str]:
    """`play = { … }` of a contract or an option: the laws in which it differs from the game."""
    if not table.has("play"):
        return {}
    inner = table.table("play")
    laws = _laws(inner)
    inner.done()
    return laws


def _laws(table: Table) -> dict[str, str]:
    return {
        law: table.choice(law, words, words[0]) for law, words in LAWS.items() if table.has(law)
    }


def read_stops(table: Table) -> Stops | None:
    """`stops = { … }` of a contract whose suits are laid out."""
    if not table.has("stops"):
        return None
    inner = table.table("stops")
    stops = Stops(
        inner.text("start", required=True), inner.text("direction", "up"), inner.flag("ring")
    )
    if stops.direction not in DIRECTIONS and not stops.direction.startswith("fact "):
        hint = tr('say {words}, or "fact NAME"', words=listed(DIRECTIONS))
        inner.fault("direction", tr("`{word}` is not a direction", word=stops.direction), hint)
    inner.done()
    return stops


def read_melds(top: Table) -> Melds | None:
    """`[melds]`, what holds for all of them, and a `[meld.NAME]` for each kind."""
    if not top.has("meld") and not top.has("melds"):
        return None
    table = top.table("melds")
    melds = Melds(
        kinds=tuple(_meld_kind(name, inner) for name, inner in top.tables("meld").items()),
        uses=table.whole("uses", 1, least=1),
        trump_uses=table.numbers("trump_uses"),
        whose=table.phrase("whose"),
        when=table.phrase("when"),
        reading=table.phrase("reading"),
        fact=table.text("fact"),
        source=table.source(),
        seat=table.text("seat"),
    )
    table.done()
    return melds


def _meld_kind(name: str, table: Table) -> MeldKind:
    steps = table.numbers("run")
    run = tuple(
        sorted((int(length), points) for length, points in steps.items() if length.isdecimal())
    )
    kind = MeldKind(
        id=name,
        name=table.phrase("name", name).or_else(name),
        cards=tuple(table.text("cards").split()),
        trumps=table.choice("suit", ("any", "trumps"), "any") == "trumps",
        points=table.whole("points", 0),
        run=run,
        four=table.numbers("four"),
        say=table.phrase("say"),
        source=table.source(),
        adds_to=table.text("adds_to"),
        adds_when=table.condition("adds_when"),
    )
    if sum(map(bool, (kind.cards, kind.run, kind.four))) != 1:
        table.fault("", tr("`{meld}` must have one of `cards`, `run` and `four`", meld=name))
    if kind.adds_when and not kind.adds_to:
        table.missing("adds_to")
    if len(run) != len(steps) or any(length < 2 for length, _ in run):
        table.fault("run", tr("`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`"))
    table.done()
    return kind


def read_pile(top: Table) -> Pile | None:
    """`[pile]`: the ladder by which a heap of cards is worth something suit by suit."""
    if not top.has("pile"):
        return None
    table = top.table("pile")
    pile = Pile(
        table.text("suits", required=True), table.source(), table.text("fact"), table.text("goals")
    )
    table.done()
    return pile


def read_card_place(row: Table) -> CardPlace:
    """A row of `[[card]]`: where cards of a deal must lie."""
    place = CardPlace(
        which=row.text("which", required=True),
        lies=row.choice("lies", PLACES, IN_HAND),
        whose=row.text("whose"),
        when=row.formula("when"),
        because=row.phrase("because"),
        source=row.source(),
    )
    row.done()
    return place


def read_dealing(top: Table) -> tuple[tuple[Step, ...], Phrase, Phrase]:
    """`[dealing]`: the steps of dealing in words, all of it in a line, and where they are
    written."""
    if not top.has("dealing"):
        return (), Phrase({}), Phrase({})
    table = top.table("dealing")
    dealing = (_steps(table), table.phrase("brief"), table.source())
    table.done()
    return dealing


def _steps(table: Table) -> tuple[Step, ...]:
    """A list of steps, by language perhaps; or a row for each step, that says when there is one."""
    given = table.raw.get("steps")
    if isinstance(given, list) and any(isinstance(row, dict) for row in given):
        return tuple(_step(row) for row in table.rows("steps"))
    return tuple(Step(text) for text in table.phrases("steps"))


def _step(row: Table) -> Step:
    step = Step(row.phrase("text", required=True), row.condition("when"))
    row.done()
    return step


def read_says(table: Table) -> Mapping[str, Phrase]:
    """`says = { yes = "…", no = "…" }` of an option: its words where a step of dealing or the
    reading of melds names it."""
    if not table.has("says"):
        return {}
    inner = table.table("says")
    return {value: inner.phrase(value) for value in inner.raw}


def by_topic(rows: Sequence[tuple[tuple[str, ...], Ruling]]) -> Topics:
    """The rulings by topic, in file order; a row may have several topics or none."""
    topics: dict[str, tuple[Ruling, ...]] = {}
    for names, ruling in rows:
        for name in names:
            topics[name] = (*topics.get(name, ()), ruling)
    return topics
