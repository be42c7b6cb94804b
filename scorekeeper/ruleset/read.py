"""Reads a ruleset: a merged TOML table in, a frozen Ruleset out, or every fault at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase, tr, trn
from scorekeeper.problems import Problem, Refused, listed
from scorekeeper.ruleset.between import note_contradictions
from scorekeeper.ruleset.model import (
    RULINGS,
    UNDER,
    Contract,
    Game,
    Match,
    Option,
    Ruleset,
    Ruling,
    Told,
)
from scorekeeper.ruleset.parts import (
    read_auction,
    read_carry,
    read_check,
    read_contract,
    read_count,
    read_facts,
    read_ladder,
    read_lets,
    read_outcome,
    read_words,
)
from scorekeeper.ruleset.playing import (
    by_topic,
    read_card_place,
    read_dealing,
    read_laws,
    read_melds,
    read_pile,
    read_play,
    read_says,
)
from scorekeeper.ruleset.read_deals import SEATS, in_order, read_deals
from scorekeeper.ruleset.read_exchange import read_exchange
from scorekeeper.ruleset.read_packs import read_pack
from scorekeeper.ruleset.table import NOTHING, Faults, Table, no_such_role

FORMAT = 1
# What every formula may name beside the game's own facts, and what only a side's formula may.
COMMON_NAMES = (
    "players",
    "sides",
    "deal",
    "round",
    "game",
    "hand",
    "contract",
    "group",
    "trump",
    "open",
    "all.total",
)
SIDE_NAMES = ("quota", "total", "role", "won")


def read_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """The ruleset in a merged TOML table; raises Refused with every fault and its path."""
    ruleset, faults = read_with_faults(raw, ruleset_id)
    if faults:
        heading = trn(
            len(faults),
            "the ruleset `{ruleset}` has {n} fault",
            "the ruleset `{ruleset}` has {n} faults",
            ruleset=ruleset_id,
        )
        raise Refused(faults, heading)
    return ruleset


def read_with_faults(raw: Mapping[str, Any], ruleset_id: str) -> tuple[Ruleset, list[Problem]]:
    """The ruleset as far as it can be read, harmless where it cannot, and every fault."""
    faults = Faults(*_known_names(raw))
    ruleset = _read(Table(raw, "", faults), ruleset_id)
    return ruleset, faults.found


def _keys(raw: Mapping[str, Any], key: str) -> list[str]:
    value = raw.get(key)
    return [str(name) for name in value] if isinstance(value, dict) else []


def _known_names(raw: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The names that formulas of this file may use: for a deal, for a side, and its tables."""
    roles, counts = _keys(raw, "roles"), _keys(raw, "count")
    carried = _keys(raw, "carry")
    dotted = [
        f"{who}.{count}"
        for who in [*roles, "all"]
        for count in [*counts, *carried, "total", "quota"]
    ]
    own = [*_keys(raw, "fact"), *_keys(raw, "let"), *_keys(raw, "option")]
    deal = frozenset([*COMMON_NAMES, *dotted, *own])
    of_side = [*SIDE_NAMES, *counts, *carried, *_keys(raw, "each"), *_keys(raw, "side")]
    return deal, frozenset(of_side), frozenset(_keys(raw, "ladder"))


def _read(top: Table, ruleset_id: str) -> Ruleset:
    if top.whole("format", FORMAT) != FORMAT:
        message = tr(
            "this is ruleset format {format}; this scorekeeper reads format {known}",
            format=top.raw.get("format"),
            known=FORMAT,
        )
        top.fault("format", message, tr("install a newer scorekeeper"))
    top.take("extends")
    roles = _roles(top)
    contracts = {
        name: read_contract(name, table, roles) for name, table in top.tables("contract").items()
    }
    _points_default(top, contracts, roles)
    deals = read_deals(top.table("deals"), contracts)
    rulings = [_ruling(row) for row in top.rows("ruling")]
    dealing, brief, dealing_source = read_dealing(top)
    role_words, aims = _role_words(top, roles)
    ruleset = Ruleset(
        id=ruleset_id,
        name=top.phrase("name", ruleset_id),
        family=top.text("family"),
        languages=top.strings("languages") or ("en",),
        sources=top.strings("source"),
        caution=top.phrase("caution"),
        players=_players(top),
        teams=top.flag("teams"),
        pack=read_pack(top),
        hand=top.formula("hand"),
        talon=top.whole("talon", 0, least=0),
        deals=deals,
        roles=roles,
        contracts=in_order(contracts, deals),
        facts=read_facts(top, contracts),
        counts={name: read_count(name, table) for name, table in top.tables("count").items()},
        lets=read_lets(top.table("let")),
        each=read_lets(top.table("each"), per_side=True),
        side=read_lets(top.table("side"), per_side=True),
        carry={name: read_carry(table) for name, table in top.tables("carry").items()},
        ladders={name: read_ladder(name, table) for name, table in top.tables("ladder").items()},
        outcomes=tuple(read_outcome(row, roles) for row in top.rows("outcome")),
        checks=tuple(read_check(row) for row in top.rows("check")),
        auction=read_auction(top),
        promise=_promise(top),
        game=_game(top.table("game")),
        match=_match(top),
        options={name: _option(name, table) for name, table in top.tables("option").items()},
        rulings=tuple(ruling for _, ruling in rulings),
        examples=tuple(_example(row) for row in top.rows("example")),
        raw=top.raw,
        play=read_play(top),
        melds=read_melds(top),
        pile=read_pile(top),
        dealing=dealing,
        dealing_source=dealing_source,
        brief=brief,
        topics=by_topic(rulings),
        role_words=role_words,
        topic_words=_topic_words(top),
        exchange=read_exchange(top),
        words=_words(top),
        told=Told(top.phrase("object"), top.phrase("length"), aims),
        card_places=tuple(read_card_place(row) for row in top.rows("card")),
    )
    top.done()
    note_contradictions(top, ruleset)
    return ruleset


def _players(top: Table) -> tuple[int, ...]:
    players = top.wholes("players")
    if not players or not all(2 <= number <= 8 for number in players):
        hint = tr("for example `players = 3` or `players = [3, 4]`")
        top.fault("players", tr("`players` must say how many play, from 2 to 8"), hint)
        return (3,)
    return tuple(dict.fromkeys(players))


def _roles(top: Table) -> dict[str, str]:
    table = top.table("roles")
    roles = {name: table.text(name) for name in table.raw}
    for name, who in roles.items():
        if who not in (*SEATS, "others") and not who.startswith("fact "):
            hint = tr('say {words}, "fact NAME" or "others"', words=listed(SEATS))
            table.fault(name, tr("`{word}` is not somebody", word=who), hint)
    return roles


def _role_words(
    top: Table, roles: Mapping[str, str]
) -> tuple[dict[str, Phrase], dict[str, Phrase]]:
    """`[role.NAME]`: what a role is called, where that is said, and what it aims at; without an
    English word it is called by its name in formulas."""
    words, aims = {}, {}
    for name, table in top.tables("role").items():
        if table.has("name"):
            words[name] = table.phrase("name", name).or_else(name)
        aims[name] = table.phrase("aim")
        table.done()
        if name not in roles:
            top.fault(f"role.{name}", *no_such_role(name, roles))
    return words, aims


def _topic_words(top: Table) -> dict[str, Phrase]:
    """`[topic]`: what the rulings' own topics are called, by language."""
    table = top.table("topic")
    return {name: table.phrase(name).or_else(name.replace("-", " ")) for name in table.raw}


def _words(top: Table) -> dict[str, Phrase]:
    """`[words]`: what names are called that only formulas use."""
    table = top.table("words")
    return {name: table.phrase(name) for name in table.raw}


def _points_default(top: Table, contracts: dict[str, Contract], roles: Mapping[str, str]) -> None:
    points, scoring = top.by_role("points", roles), top.phrase("scoring")
    for name, contract in contracts.items():
        if not contract.points:
            contracts[name] = contract._replace(points=points, scoring=scoring)


def _promise(top: Table) -> Formula | None:
    table = top.table("promise")
    promise = table.formula("sum")
    table.done()
    return promise


def _game(table: Table) -> Game:
    best = table.choice("best", ("highest", "lowest"), "highest")
    start, over, end = table.whole("start", 0), table.formula("over"), table.phrase("end")
    game = Game(start, over, end, best == "lowest", table.phrase("last"))
    table.source()
    table.done()
    return game


def _match(top: Table) -> Match | None:
    if not top.has("match"):
        return None
    table = top.table("match")
    match = Match(
        games=table.formula("games", required=True) or NOTHING,
        result=table.formula("result", per_side=True, required=True) or NOTHING,
        scoring=table.phrase("scoring"),
        source=table.source(),
    )
    table.done()
    return match


def _option(name: str, table: Table) -> Option:
    default = table.take("default")
    kind = "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "word"
    values = table.strings("values")
    if kind == "word" and default not in values:
        message = tr(
            "the default of option `{option}` must be true, false, a number or one of its `values`",
            option=name,
        )
        table.fault("default", message)
    option = Option(
        id=name,
        kind=kind,
        values=values,
        least=table.whole("min"),
        most=table.whole("max"),
        default=default,
        text=table.phrase("text"),
        source=table.source(),
        play=read_laws(table),
        says=read_says(table),
        name=table.phrase("name", name),
        words=read_words(table, values),
    )
    table.done()
    return option


def _ruling(row: Table) -> tuple[tuple[str, ...], Ruling]:
    """A ruling with its topics."""
    topics = row.strings("topic")
    ruling = Ruling(
        text=row.phrase("text", required=True),
        source=row.source(),
        outcomes=row.strings("outcome"),
        contracts=row.strings("contract"),
        under=row.choice("under", UNDER, RULINGS),
    )
    row.done()
    return topics, ruling


def _example(row: Table) -> Mapping[str, Any]:
    """Examples are deals in the words a person types; running them is what reads them."""
    row.source()
    for key in ("computed", "says", "match"):
        row.take(key)
    row.strings("players")
    row.text("dealer")
    row.table("options")
    for deal in row.rows("deal"):
        for key in ("enter", "points", "totals", "outcome", "quotas"):
            deal.take(key)
        deal.text("enter", required=True)
        deal.done()
    row.done()
    return row.raw
