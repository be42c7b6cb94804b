"""The reader of the referee's rules: dealing, exchange, laws of play, melds, heaps, card places."""

from __future__ import annotations

from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_course import said_seat
from scorekeeper.rules.model_play import (
    CARD_PLACE,
    DEALING,
    EXCHANGE,
    MELD,
    MELDS,
    PILE,
    PLAY,
    STEP,
    CardPlace,
    DealingRules,
    DealingStep,
    Exchange,
    MeldKind,
    Melds,
    PlayRules,
    RefereeRules,
)
from scorekeeper.rules.play_contradictions import note_play_contradictions
from scorekeeper.rules.read import goes_right, laws_of, page_table, without_faults
from scorekeeper.rules.toml_table import TomlTable, read_fields, read_record
from scorekeeper.text.message import say


def referee_rules(rules: Ruleset) -> RefereeRules:
    """Return the parts of a ruleset that the referee uses. Raises Refused with every problem and
    its path."""
    top = page_table(rules.raw)
    referee = read_referee_rules(top)
    note_play_contradictions(top, rules, referee)
    return without_faults(referee, top.faults.found, rules.id)


def read_referee_rules(top: TomlTable) -> RefereeRules:
    """Read the parts of a ruleset that the referee uses; their problems are noted."""
    right = goes_right(top)
    return RefereeRules(
        dealing=_dealing(top),
        exchange=tuple(_exchange(row, right) for row in top.rows("exchange")),
        play=_play(top),
        melds=_melds(top, right),
        pile=read_record(top.table("pile"), PILE) if top.has("pile") else None,
        card_places=tuple(_card_place(row, right) for row in top.rows("card")),
    )


def _card_place(row: TomlTable, to_the_right: bool) -> CardPlace:
    place = read_record(row, CARD_PLACE)
    return place._replace(whose=said_seat(place.whose, to_the_right) or "")


def _play(top: TomlTable) -> PlayRules:
    """Read `[play]`: the laws of the whole game, its orders of ranks and their source."""
    if not top.has("play"):
        return PlayRules()
    table = top.table("play")
    return read_record(table, PLAY, laws=laws_of(table))


def _melds(top: TomlTable, to_the_right: bool) -> Melds | None:
    """Read `[melds]`, the rules for all melds, and a `[meld.NAME]` for each kind; None without
    either."""
    if not top.has("meld") and not top.has("melds"):
        return None
    table = top.table("melds")
    kinds = tuple(_meld_kind(name, inner) for name, inner in top.tables("meld").items())
    melds = read_record(table, MELDS, kinds=kinds)
    return melds._replace(seat=said_seat(melds.seat, to_the_right) or "")


def _meld_kind(name: str, table: TomlTable) -> MeldKind:
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


def _dealing(top: TomlTable) -> DealingRules:
    """Read `[dealing]`: the steps of dealing in words, a one-line summary and the source."""
    if not top.has("dealing"):
        return DealingRules()
    table = top.table("dealing")
    return read_record(table, DEALING, steps=_steps(table))


def _steps(table: TomlTable) -> tuple[DealingStep, ...]:
    """Read the steps of dealing: a list of texts, maybe by language, or a row for each step, which
    may have a condition."""
    given = table.raw.get("steps")
    if isinstance(given, list) and any(isinstance(row, dict) for row in given):
        return tuple(read_record(row, STEP) for row in table.rows("steps"))
    return tuple(DealingStep(text=text) for text in table.phrases("steps"))


def _exchange(row: TomlTable, to_the_right: bool) -> Exchange:
    step = read_fields(row, EXCHANGE)
    if not step.takes and not step.gives:
        row.fault("", say("a step of the exchange must say what it `takes` or `gives`"))
    row.done()
    who, to = (said_seat(said, to_the_right) or "" for said in (step.who, step.to))
    return step._replace(who=who, to=to)
