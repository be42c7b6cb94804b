"""Reads the parts of a ruleset: contracts, facts, counts, and what is worked out from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.formula import GREATEST, Formula
from scorekeeper.language import Phrase, tr
from scorekeeper.ruleset.model import (
    TIERS,
    Auction,
    Carry,
    Check,
    Contract,
    Count,
    Fact,
    Ladder,
    Outcome,
)
from scorekeeper.ruleset.playing import read_laws, read_stops
from scorekeeper.ruleset.table import NOTHING, Table

KINDS = ("player", "number", "word", "rank", "suit", "card", "cards", "flag", "auction")
# What is said of the trump suit where a contract leaves it open and the file has no fact of its
# own.
OPEN_TRUMP: Mapping[str, object] = {
    "kind": "suit",
    "optional": True,
    "name": {"en": "trump", "fr": "atout", "sv": "trumf"},
    "ask": {
        "en": "Which suit is trumps?",
        "fr": "Quelle couleur est l'atout\u00a0?",
        "sv": "Vilken färg är trumf?",
    },
}
MOST_WORTH = 10_000  # points that a card is worth; what piles may hold is worked out sum by sum


def read_contract(name: str, table: Table, roles: Mapping[str, str]) -> Contract:
    contract = Contract(
        id=name,
        name=named(table, name),
        trump=table.text("trump", "none"),
        ranks=tuple(table.text("ranks").split()),
        quota=table.by_role("quota", roles),
        points=table.by_role("points", roles),
        group=table.text("group") or None,
        text=table.phrase("text"),
        source=table.source(),
        play=read_laws(table),
        stops=read_stops(table),
        dealing=table.phrases("dealing"),
        scoring=table.phrase("scoring"),
    )
    table.done()
    return contract


def named(table: Table, name: str) -> Phrase:
    """A thing's words: `name` is what is shown, `aliases` are read as well."""
    shown, aliases = (
        table.phrase("name", name.replace("-", " ").replace("_", " ")),
        table.strings("aliases"),
    )
    if not aliases:
        return shown
    return Phrase({**shown.by_language, "also": aliases})


def read_count(name: str, table: Table) -> Count:
    values = table.numbers("cards", MOST_WORTH)
    count = Count(
        id=name,
        name=named(table, name),
        one=table.phrase("one"),
        total=table.formula("total"),
        least=table.formula("min"),
        most=table.formula("max"),
        step=table.whole("step", 1, least=1),
        by_player=table.choice("per", ("side", "player"), "side") == "player",
        values=values,
        trump_values=table.numbers("trump_cards", MOST_WORTH)
        if table.has("trump_cards")
        else values,
        piles=table.text("piles") or None,
        when=table.formula("when"),
        optional=table.flag("optional"),
        source=table.source(),
    )
    table.done()
    return count


def read_facts(top: Table, contracts: Mapping[str, Contract]) -> dict[str, Fact]:
    """The facts of the file, and the trump suit where a contract leaves it open."""
    facts = {name: _fact(name, table) for name, table in top.tables("fact").items()}
    if "trump" not in facts and any(contract.trump == "open" for contract in contracts.values()):
        facts["trump"] = _fact("trump", Table(OPEN_TRUMP, "fact.trump", top.faults))
    return facts


def _fact(name: str, table: Table) -> Fact:
    fact = Fact(
        id=name,
        name=named(table, name),
        kind=table.choice("kind", KINDS, "number"),
        values=read_words(table, table.strings("values")),
        least=table.whole("min"),
        most=table.whole("max"),
        step=table.whole("step", 1, least=1),
        size=table.whole("size", least=1),
        each=table.flag("each"),
        suits=table.whole("suits", least=1),
        apart=table.strings("apart"),
        beaten=table.flag("beaten"),
        when=table.formula("when"),
        default=table.formula("default"),
        optional=table.flag("optional"),
        alone=table.flag("alone"),
        gives=table.strings("gives"),
        ask=table.phrase("ask"),
        who=table.phrase("who"),
        source=table.source(),
        beside=table.strings("beside"),
        because=table.phrase("because"),
    )
    table.done()
    return fact


def read_words(table: Table, values: Sequence[str]) -> dict[str, Phrase]:
    """Values, and words that stand for one, `[fact.NAME.words]`, with their spellings."""
    words = table.table("words")
    return {value: Phrase({"en": (value,)}) for value in values} | {
        name: words.phrase(name) for name in words.raw
    }


def read_lets(table: Table, per_side: bool = False) -> dict[str, Formula]:
    """Names for what is worked out on the way, in order: of a deal, or of a player or side."""
    return {name: table.formula(name, per_side) or NOTHING for name in table.raw}


def read_carry(table: Table) -> Carry:
    following = table.formula("next", per_side=True, required=True) or NOTHING
    carry = Carry(table.whole("start", 0), following, table.source())
    table.done()
    return carry


def read_ladder(name: str, table: Table) -> Ladder:
    steps, words = {}, {}
    for key in table.raw:
        value = table.whole(key, 0)
        if key.isdecimal() and len(key) <= len(str(GREATEST)):
            steps[int(key)] = value
        else:
            words[key] = value
    return Ladder(name, tuple(sorted(steps.items())), words)


def read_outcome(row: Table, roles: Mapping[str, str]) -> Outcome:
    outcome = Outcome(
        name=row.phrase("name"),
        when=row.formula("when"),
        points=row.by_role("points", roles),
        source=row.source(),
        test=row.phrase("test"),
        scoring=row.phrase("scoring"),
    )
    if not outcome.points:
        row.fault("points", tr("an outcome must say its `points`"))
    row.done()
    return outcome


def read_check(row: Table) -> Check:
    check = Check(
        tier=row.choice("tier", TIERS, "refuse"),
        when=row.formula("when", required=True) or NOTHING,
        fact=row.text("fact") or None,
        code=row.text("code", "check"),
        message=row.phrase("message"),
        hint=row.phrase("hint"),
        source=row.source(),
    )
    if not check.message.by_language:
        row.fault("message", tr("a check must say its `message`"))
    row.done()
    return check


def read_auction(top: Table) -> Auction | None:
    if not top.has("auction"):
        return None
    table = top.table("auction")
    least = table.whole("min", 1)
    auction = Auction(
        least=least,
        most=table.whole("max", least),
        step=table.whole("step", 1, least=1),
        above=table.strings("above"),
        passing=table.phrase("pass", "pass"),
        source=table.source(),
        take=table.phrase("take") if table.has("take") else None,
        turned=table.text("turned"),
    )
    table.done()
    return auction
