"""Reads what scores the deals of a ruleset: a merged TOML table in, a frozen Ruleset out, or every
fault at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from scorekeeper.base.toml import inner_table
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.format import SEATS
from scorekeeper.rules.model import FEWEST, LEFT, ME, MOST, READ_BY_OTHERS, RULESET, Ruleset
from scorekeeper.rules.model_about import ROLE, About
from scorekeeper.rules.model_deals import FOLLOWING, said_seat
from scorekeeper.rules.model_entered import OPTION, Contract, Option
from scorekeeper.rules.model_events import DISPUTE, MISDEAL
from scorekeeper.rules.model_resting import RESTING
from scorekeeper.rules.model_scoring import MATCH, PROMISE, SETTLEMENT, Outcome, Scoring, Settlement
from scorekeeper.rules.read_deals import goes_right, in_order, read_deals
from scorekeeper.rules.read_laws import read_laws
from scorekeeper.rules.read_packs import read_pack
from scorekeeper.rules.read_parts import (
    read_auction,
    read_carry,
    read_check,
    read_contract,
    read_count,
    read_facts,
    read_game,
    read_ladder,
    read_outcome,
    read_values,
)
from scorekeeper.rules.read_words import read_fields, read_record
from scorekeeper.rules.table import Table, no_such_role
from scorekeeper.rules.table_values import Faults
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import listing, say, say_n
from scorekeeper.text.problems import Problem, Refused

Part = TypeVar("Part")
FORMAT = 1
# What every formula may name beside the game's own facts, and what only a side's formula may.
COMMON_NAMES = (
    "players",
    "people",
    "sides",
    "deal",
    "round",
    "game",
    "hand",
    "contract",
    "group",
    "trump",
    "open",
    "dealer",
    "all.total",
)
SIDE_NAMES = ("quota", "total", "role", "won", ME)


def read_kept_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """What scores the deals of a session, from the page that it keeps; the page was read whole when
    the session began. Raises Refused with every fault of that part and its path."""
    top = page_table(raw)
    ruleset = read_scoring(top, ruleset_id)
    for word in READ_BY_OTHERS:
        top.take(word)
    top.done()
    note_contradictions(top, ruleset)
    return without_faults(ruleset, top.faults.found, ruleset_id)


def page_table(raw: Mapping[str, Any]) -> Table:
    """The table of a whole page, to be read."""
    return Table(raw, "", Faults(*_known_names(raw), roles=_keys(raw, "roles")))


def without_faults(part: Part, faults: Sequence[Problem], ruleset_id: str) -> Part:
    """The part that was read; raises Refused where it has faults."""
    if faults:
        heading = say_n(
            len(faults),
            "the ruleset `{ruleset}` has {n} fault",
            "the ruleset `{ruleset}` has {n} faults",
            ruleset=ruleset_id,
        )
        raise Refused(faults, heading)
    return part


def _keys(raw: Mapping[str, Any], key: str) -> list[str]:
    value = raw.get(key)
    return [str(name) for name in value] if isinstance(value, dict) else []


def _of_table(raw: Mapping[str, Any]) -> list[str]:
    """The counters of which the whole table has one."""
    carried = inner_table(raw, "carry")
    return [name for name in carried if inner_table(carried, name).get("of") == "table"]


def _known_names(raw: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The names that formulas of this file may use: for a deal, for a side, and its tables."""
    roles, counts, of_table = _keys(raw, "roles"), _keys(raw, "count"), _of_table(raw)
    carried = [name for name in _keys(raw, "carry") if name not in of_table]
    columns = [*counts, *carried, *_keys(raw, "each"), *_keys(raw, "side")]
    of_others = [*columns, "total", "quota"]
    dotted = [f"{who}.{column}" for who in [*roles, "all"] for column in of_others]
    own = [*_keys(raw, "fact"), *_keys(raw, "let"), *_keys(raw, "option"), *of_table]
    deal = frozenset([*COMMON_NAMES, *dotted, *own])
    of_side = [
        *SIDE_NAMES,
        *columns,
        *_keys(raw, "pair"),
        *(f"{LEFT}.{column}" for column in of_others),
    ]
    return deal, frozenset(of_side), frozenset(_keys(raw, "ladder"))


def read_scoring(top: Table, ruleset_id: str) -> Ruleset:
    """What scores the deals of a page that is being read, whose faults are noted."""
    if top.whole("format", FORMAT) != FORMAT:
        message = say(
            "this is ruleset format {format}; this scorekeeper reads format {known}",
            format=str(top.raw.get("format")),
            known=FORMAT,
        )
        top.fault("format", message, say("install a newer scorekeeper"))
    top.take("extends")
    roles = _roles(top)
    contracts = {name: read_contract(name, table) for name, table in top.tables("contract").items()}
    outcomes = _with_points_of_all(top, contracts)
    deals = read_deals(top.table("deals"), contracts)
    role_words, aims = _role_words(top, roles)
    said = read_fields(
        top,
        RULESET,
        id=ruleset_id,
        name=top.phrase("name", ruleset_id),
        players=_players(top),
        pack=read_pack(top),
        deals=deals,
        roles=roles,
        carry={name: read_carry(table) for name, table in top.tables("carry").items()},
        contracts=in_order(contracts, deals),
        facts=read_facts(top, contracts),
        counts={name: read_count(name, table) for name, table in top.tables("count").items()},
        ladders={name: read_ladder(name, table) for name, table in top.tables("ladder").items()},
        outcomes=outcomes,
        checks=tuple(read_check(row) for row in top.rows("check")),
        auction=read_auction(top),
        promise=read_record(top.table("promise"), PROMISE)["sum"],
        match=read_record(top.table("match"), MATCH) if top.has("match") else None,
        misdeal=read_record(top.table("misdeal"), MISDEAL) if top.has("misdeal") else None,
        dispute=read_record(top.table("dispute"), DISPUTE) if top.has("dispute") else None,
        settlement=_settlement(top),
        game=read_game(top.table("game")),
        following=read_record(top.table("next"), FOLLOWING) if top.has("next") else None,
        resting=read_record(top.table("resting"), RESTING) if top.has("resting") else None,
        options={name: _option(name, table) for name, table in top.tables("option").items()},
        raw=top.raw,
        role_words=role_words,
        aims=aims,
    )
    about = About(**_taken(said, About.__annotations__))
    scoring = Scoring(**_taken(said, Scoring.__annotations__))
    return Ruleset(about=about, scoring=scoring, every_number=said["players"], **said)


def _settlement(top: Table) -> Settlement | None:
    """How ledgers are settled; None where nothing is said of it."""
    return read_record(top.table("settlement"), SETTLEMENT) if top.has("settlement") else None


def _taken(said: dict[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """The fields of a part of the ruleset, taken out of all that was read."""
    return {field: said.pop(field) for field in fields}


def _players(top: Table) -> tuple[int, ...]:
    players = top.wholes("players")
    if not players or not all(FEWEST <= number <= MOST for number in players):
        hint = say("for example `players = 3` or `players = [3, 4]`")
        message = say(
            "`players` must say how many play, from {least} to {most}", least=FEWEST, most=MOST
        )
        top.fault("players", message, hint)
        return (3,)
    return tuple(dict.fromkeys(players))


def _roles(top: Table) -> dict[str, str]:
    table = top.table("roles")
    roles = {name: table.text(name) for name in table.raw}
    for name, who in roles.items():
        if who not in (*SEATS, "others") and not who.startswith("fact "):
            hint = say('say {words}, "fact NAME" or "others"', words=listing(SEATS))
            table.fault(name, say("`{word}` is not somebody", word=who), hint)
    right = goes_right(top)
    return {name: said_seat(who, right) or who for name, who in roles.items()}


def _role_words(
    top: Table, roles: Mapping[str, str]
) -> tuple[dict[str, Phrase], dict[str, Phrase]]:
    """`[role.NAME]`: what a role is called, where that is said, and what it aims at; without an
    English word it is called by its name in formulas."""
    words, aims = {}, {}
    for name, table in top.tables("role").items():
        shown = table.phrase("name", name).or_else(name) if table.has("name") else None
        role = read_record(table, ROLE, name=shown)
        if role.name is not None:
            words[name] = role.name
        aims[name] = role.aim
        if name not in roles:
            top.fault(f"role.{name}", *no_such_role(name, roles))
        for other in role.yields:
            if other not in roles:
                table.fault("yields", *no_such_role(other, roles))
    return words, aims


def _with_points_of_all(top: Table, contracts: dict[str, Contract]) -> tuple[Outcome, ...]:
    """Return the rows of the settlement. What `points` at the top says is given to the contracts
    that have none; of a page without contracts and rows it is the one row."""
    outcomes = tuple(read_outcome(row) for row in top.rows("outcome"))
    points, scoring = top.by_role("points"), top.phrase("scoring")
    for name, contract in contracts.items():
        if not contract.points:
            contracts[name] = contract._replace(points=points, scoring=scoring)
    if outcomes or contracts or not points:
        return outcomes
    nothing = Phrase({})
    return (Outcome(nothing, None, nothing, points, scoring, nothing),)


def _option(name: str, table: Table) -> Option:
    default = table.take("default")
    kind = "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "word"
    values = table.strings("values")
    if kind == "word" and default not in values:
        message = say(
            "the default of option `{option}` must be true, false, a number or one of its `values`",
            option=name,
        )
        table.fault("default", message)
    option = read_record(
        table,
        OPTION,
        id=name,
        kind=kind,
        default=default,
        values=values,
        name=table.phrase("name", name),
        words=read_values(table, values),
        play=read_laws(table),
    )
    if kind == "number":
        _note_default_bounds(table, option)
    return option


def _note_default_bounds(table: Table, option: Option) -> None:
    """Notes a usual number that no table could choose."""
    least, most = option.bounds
    if not least <= int(option.default) <= most:
        message = say(
            "the default of option `{option}` is {number}, and it may be {least} to {most}",
            option=option.id, number=option.default, least=least, most=most,
        )  # fmt: skip
        table.fault("default", message, say("change `default`, `min` or `max`"))
