"""The reader of the scoring rules: from a merged TOML table to a frozen Ruleset, or to all problems
at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from scorekeeper.base.toml_reader import inner_table
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.format import SEATS
from scorekeeper.rules.formula import GREATEST, Formula, FormulaError, number_of, read_formula
from scorekeeper.rules.model import (
    DISPUTE,
    FEWEST,
    LEFT,
    ME,
    MISDEAL,
    MOST,
    READ_BY_OTHERS,
    RESTING,
    ROLE,
    RULESET,
    About,
    Ruleset,
)
from scorekeeper.rules.model_course import DEALS, FOLLOWING, PICKING, Deals, said_seat
from scorekeeper.rules.model_entered import (
    AUCTION,
    CONTRACT,
    COUNT,
    FACT,
    MOST_WORDS,
    OPTION,
    PAIRS,
    PLAYERS,
    WORDS,
    Auction,
    Contract,
    Count,
    Fact,
    TableOption,
)
from scorekeeper.rules.model_play import DIRECTIONS, LAW_WORDS, LAWS, STOPS, Stops
from scorekeeper.rules.model_points import (
    BONUS,
    CARRY,
    CHECK,
    GAME,
    LOWEST,
    MATCH,
    OUTCOME,
    PROMISE,
    SETTLEMENT,
    Carry,
    CheckRule,
    Game,
    OutcomeRow,
    Scoring,
    Settlement,
    StepTable,
)
from scorekeeper.rules.pack_reader import read_pack
from scorekeeper.rules.toml_table import (
    NOTHING,
    Faults,
    TomlTable,
    Whose,
    no_such_role,
    read_fields,
    read_record,
    read_word,
)
from scorekeeper.text.message import listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, did_you_mean
from scorekeeper.text.translation import Phrase, own_words

# --- read laws ---------------------------------------------------------------------------------
# Reads laws of play, those of the game and those that a contract or an option changes, and suits
# that are laid out.


def read_laws(table: TomlTable) -> Mapping[str, str]:
    """Read `play = { … }` of a contract or an option: the laws that differ from the game's."""
    if not table.has("play"):
        return {}
    inner = table.table("play")
    inner.words = LAWS
    laws = laws_of(inner)
    inner.done()
    return laws


def laws_of(table: TomlTable) -> dict[str, str]:
    """Return the laws in a table."""
    return {law.name: read_word(table, law) for law in LAW_WORDS if table.has(law.name)}


def read_stops(table: TomlTable) -> Stops | None:
    """Read `stops = { … }` of a contract whose suits are laid out, or return None."""
    if not table.has("stops"):
        return None
    inner = table.table("stops")
    stops = read_fields(inner, STOPS, direction=inner.text("direction", "up"))
    if stops.direction not in DIRECTIONS and not stops.direction.startswith("fact "):
        hint = say('say {words}, or "fact NAME"', words=listing(DIRECTIONS))
        inner.fault("direction", say("`{word}` is not a direction", word=stops.direction), hint)
    inner.done()
    return stops


# --- read parts --------------------------------------------------------------------------------
# Reads the parts of a ruleset: contracts, facts, counts, and what is worked out from them.


def _of_trump(name: str) -> dict[str, list[str]]:
    """Return the program's own words for a name by language, in the form of a ruleset file."""
    return {code: [*words] for code, words in own_words(name).by_language.items()}


# What is said of the trump suit where a contract leaves it open and the file has no fact of its
# own.
OPEN_TRUMP: Mapping[str, object] = {
    "kind": "suit",
    "optional": True,
    "name": _of_trump("trump"),
    "ask": _of_trump("which trump"),
}


def read_contract(name: str, table: TomlTable) -> Contract:
    return read_record(
        table,
        CONTRACT,
        id=name,
        name=named(table, name),
        play=read_laws(table),
        stops=read_stops(table),
    )


def named(table: TomlTable, name: str) -> Phrase:
    """Return the words of a name: `name` is shown, `aliases` are read as well."""
    shown = table.phrase("name", name.replace("-", " ").replace("_", " "))
    return shown._replace(aliases=table.strings("aliases"))


def read_count(name: str, table: TomlTable) -> Count:
    """Read a count: a number for each side. By default trumps have the same values as other cards,
    and a count called `tricks` counts tricks."""
    count = read_record(table, COUNT, id=name, name=named(table, name))
    trumps = count.trump_values if table.has("trump_cards") else count.values
    tricks = count.counts_tricks if table.has("tricks") else name == "tricks"
    return count._replace(trump_values=trumps, counts_tricks=tricks)


def read_facts(top: TomlTable, contracts: Mapping[str, Contract]) -> dict[str, Fact]:
    """Read the facts of the file, and add the trump suit if a contract leaves it open."""
    facts = {name: _fact(name, table) for name, table in top.tables("fact").items()}
    if "trump" not in facts and any(contract.trump == "open" for contract in contracts.values()):
        facts["trump"] = _fact("trump", TomlTable(OPEN_TRUMP, "fact.trump", top.faults))
    return facts


def _fact(name: str, table: TomlTable) -> Fact:
    values = read_values(table, table.strings("values"))
    fact = read_record(table, FACT, id=name, name=named(table, name), values=values)
    if fact.kind == WORDS:
        _note_words(table, fact)
        return fact._replace(optional=fact.optional or not fact.least)
    if fact.kind == PLAYERS:
        return fact._replace(optional=fact.optional or not fact.least)
    if fact.kind != PAIRS:
        return fact
    return fact._replace(each=True, optional=True, most=1 if fact.most is None else fact.most)


def _note_words(table: TomlTable, fact: Fact) -> None:
    """Note a problem if a fact has no words, too many, or fewer than must be entered."""
    if not fact.values:
        missing = say("`{key}` is missing", key="values")
        table.fault("values", missing, say('say `values = ["…", "…"]`'))
    elif len(fact.values) > MOST_WORDS:
        number, most = len(fact.values), MOST_WORDS
        message = say("{number} words are too many: at most {most}", number=number, most=most)
        table.fault("values", message)
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    if fact.values and not 0 <= least <= most <= len(fact.values):
        message = say(
            "of {number} words {least} to {most} cannot be said",
            number=len(fact.values),
            least=least,
            most=most,
        )
        table.fault("min" if table.has("min") else "max", message)


def read_values(table: TomlTable, values: Sequence[str]) -> dict[str, Phrase]:
    """Return the values and, from `[fact.NAME.words]`, words that stand for one, with their
    spellings."""
    words = table.table("words")
    return {value: Phrase({"en": (value,)}) for value in values} | {
        name: words.phrase(name) for name in words.raw
    }


def read_ladder(name: str, table: TomlTable) -> StepTable:
    steps, words = {}, {}
    for key in table.raw:
        value = table.whole(key, 0)
        number = key.removeprefix("-")
        if number.isdecimal() and len(number) <= len(str(GREATEST)):
            steps[int(key)] = value
        else:
            words[key] = value
    return StepTable(id=name, steps=tuple(sorted(steps.items())), words=words)


def read_outcome(row: TomlTable) -> OutcomeRow:
    outcome = read_fields(row, OUTCOME)
    if not outcome.points:
        row.fault("points", say("an outcome must say its `points`"))
    row.done()
    return outcome


# Whose names the formula of a check knows, by whom it is asked of.
OF_WHOM: Mapping[str, Whose] = {"deal": "deal", "side": "side", "player": "side", "pair": "pair"}


def read_check(row: TomlTable) -> CheckRule:
    of = row.choice("of", OF_WHOM, "deal")
    check = read_fields(row, CHECK, of=of, when=_trouble(row, of), message=row.phrase("message"))
    if not check.message.by_language:
        row.fault("message", say("a check must say its `message`"))
    row.done()
    return check


def _trouble(row: TomlTable, of: str) -> Formula:
    """Read the test of a check. If a test of the deal names values of a side, the problem suggests
    `of`."""
    found, before = row.faults.found, len(row.faults.found)
    trouble = row.formula("when", OF_WHOM[of], required=True) or NOTHING
    if of == "deal" and len(found) > before and _is_of_side(row):
        mend = say('say `of = "side"`: the test is then asked of each side, by its own numbers')
        found[-1] = found[-1]._replace(mends=(mend, *found[-1].mends))
    return trouble


def _is_of_side(row: TomlTable) -> bool:
    """Return True if a row's test is valid when evaluated for each side."""
    try:
        read_formula(str(row.raw.get("when")), row.faults.names("side"), row.faults.tables)
    except FormulaError:
        return False
    return True


def read_carry(table: TomlTable) -> Carry:
    """Read a counter. The next value of a counter of the whole table is computed from the whole
    deal."""
    is_of_table = table.raw.get("of") == "table"
    becomes = table.formula("next", "deal" if is_of_table else "side", required=True) or NOTHING
    return read_record(table, CARRY, next=becomes)


HANGING = ("start", "best")  # the words of a game that may hang on the choices of a table


def read_game(table: TomlTable) -> Game:
    """Read when a game is over, who wins it and what that gives. Values that depend on options are
    computed for each table."""
    said = {name: read_word(table, word) for word in GAME.words if (name := word.name) in HANGING}
    start, best = said["start"], said["best"]
    chosen = {"start": start} if start.names else {}
    if isinstance(best, Formula):
        chosen["best"] = best
    return read_record(
        table,
        GAME,
        start=0 if start.names else _number(table, "start", start),
        lowest_wins=best == LOWEST,
        bonus=read_record(table.table("bonus"), BONUS) if table.has("bonus") else None,
        chosen=chosen,
    )


def _number(table: TomlTable, key: str, formula: Formula) -> int:
    """Return the value of a formula without names; 0 if it has no answer, which is noted."""
    try:
        return number_of(formula, {})
    except FormulaError as error:
        table.fault(key, error.why)
        return 0


def read_auction(top: TomlTable) -> Auction | None:
    if not top.has("auction"):
        return None
    table = top.table("auction")
    least = table.whole("min", 1)
    take = table.phrase("take") if table.has("take") else None
    return read_record(table, AUCTION, least=least, most=table.whole("max", least), take=take)


# --- read deals --------------------------------------------------------------------------------
# Reads the schedule of a ruleset: who deals, declares and leads, how contracts come up.


def read_deals(table: TomlTable, contracts: Mapping[str, Contract]) -> Deals:
    """Read `[deals]`. Without contracts none is picked."""
    said = read_fields(table, DEALS, picked=False, once=False, by_round=False, order=())
    picked, once, by_round = PICKING[_picking(table, contracts)]
    order = _order(table, contracts)
    if said.to_the_right and table.raw.get("dealer") == "passes left":
        message = say("the deal cannot pass left where everything goes to the right")
        table.fault("dealer", message, say("leave it out"))
    table.done()
    declarer, leader, first = (
        said_seat(who, said.to_the_right) for who in (said.declarer, said.leader, said.first)
    )
    return said._replace(
        picked=picked and bool(contracts), once=once, by_round=by_round, order=order,
        declarer=declarer, leader=leader, first=first,
    )  # fmt: skip


def goes_right(top: TomlTable) -> bool:
    """Return True if a ruleset's direction of play is to the right."""
    deals = top.raw.get("deals")
    return isinstance(deals, dict) and deals.get("direction") == "right"


def _picking(table: TomlTable, contracts: Mapping[str, Contract]) -> str:
    """Return the way in which contracts are picked: a key of PICKING."""
    if contracts or table.has("contract"):
        return table.choice("contract", PICKING, "in order, one a deal")
    return "declarer picks"


def _order(table: TomlTable, contracts: Mapping[str, Contract]) -> tuple[tuple[str, ...], ...]:
    rows = table.take("order")
    if rows is not None and not isinstance(rows, list):
        example = say('for example `order = ["first", "second"]`')
        table.fault("order", say("`order` must be a list of contracts"), example)
        rows = None
    turns = (
        [(name,) for name in contracts]
        if rows is None
        else [tuple(map(str, turn)) if isinstance(turn, list) else (str(turn),) for turn in rows]
    )
    for turn in turns:
        for name in turn:
            if name not in contracts:
                message = say("`{name}` is not a contract of this game", name=name)
                table.fault("order", message, did_you_mean(name, contracts))
    if contracts and not (turns and all(turns)):
        table.fault("order", say("every place in `order` must name a contract"))
        return tuple((name,) for name in contracts)
    return tuple(turns)


def in_order(contracts: Mapping[str, Contract], deals: Deals) -> dict[str, Contract]:
    """Return the contracts in playing order, which is their order on the sheet."""
    names = [name for turn in deals.order for name in turn if name in contracts]
    return {name: contracts[name] for name in dict.fromkeys([*names, *contracts])}


# --- read --------------------------------------------------------------------------------------
# Reads what scores the deals of a ruleset: a merged TOML table in, a frozen Ruleset out, or every
# fault at once.


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
    """Read the rules that score a session's deals from the ruleset saved in it, which was read
    completely when the session began. Raises Refused with every problem of that part and its
    path."""
    top = page_table(raw)
    ruleset = read_scoring(top, ruleset_id)
    for word in READ_BY_OTHERS:
        top.take(word)
    top.done()
    note_contradictions(top, ruleset)
    return without_faults(ruleset, top.faults.found, ruleset_id)


def page_table(raw: Mapping[str, Any]) -> TomlTable:
    """Return the table of a whole ruleset, ready to be read."""
    return TomlTable(raw, "", Faults(*_known_names(raw), roles=_keys(raw, "roles")))


def without_faults(part: Part, faults: Sequence[Problem], ruleset_id: str) -> Part:
    """Return the part that was read. Raises Refused if it has problems."""
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
    """Return the counters of the whole table."""
    carried = inner_table(raw, "carry")
    return [name for name in carried if inner_table(carried, name).get("of") == "table"]


def _known_names(raw: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the names that formulas of this file may use: for a deal, for a side, and its
    tables."""
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


def read_scoring(top: TomlTable, ruleset_id: str) -> Ruleset:
    """Read the scoring part of a ruleset; its problems are noted."""
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


def _settlement(top: TomlTable) -> Settlement | None:
    """Return the settlement rules, or None."""
    return read_record(top.table("settlement"), SETTLEMENT) if top.has("settlement") else None


def _taken(said: dict[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """Remove the fields of a part of the ruleset from everything read, and return them."""
    return {field: said.pop(field) for field in fields}


def _players(top: TomlTable) -> tuple[int, ...]:
    players = top.wholes("players")
    if not players or not all(FEWEST <= number <= MOST for number in players):
        hint = say("for example `players = 3` or `players = [3, 4]`")
        message = say(
            "`players` must say how many play, from {least} to {most}", least=FEWEST, most=MOST
        )
        top.fault("players", message, hint)
        return (3,)
    return tuple(dict.fromkeys(players))


def _roles(top: TomlTable) -> dict[str, str]:
    table = top.table("roles")
    roles = {name: table.text(name) for name in table.raw}
    for name, who in roles.items():
        if who not in (*SEATS, "others") and not who.startswith("fact "):
            hint = say('say {words}, "fact NAME" or "others"', words=listing(SEATS))
            table.fault(name, say("`{word}` is not somebody", word=who), hint)
    right = goes_right(top)
    return {name: said_seat(who, right) or who for name, who in roles.items()}


def _role_words(
    top: TomlTable, roles: Mapping[str, str]
) -> tuple[dict[str, Phrase], dict[str, Phrase]]:
    """Return the names (if given) and the aims of roles, from `[role.NAME]`. Without an English
    word the name is that in formulas."""
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


def _with_points_of_all(top: TomlTable, contracts: dict[str, Contract]) -> tuple[OutcomeRow, ...]:
    """Return the rows of the settlement. The top-level `points` are given to the contracts without
    points; in a ruleset without contracts and rows they are the only row."""
    outcomes = tuple(read_outcome(row) for row in top.rows("outcome"))
    points, scoring = top.by_role("points"), top.phrase("scoring")
    for name, contract in contracts.items():
        if not contract.points:
            contracts[name] = contract._replace(points=points, scoring=scoring)
    if outcomes or contracts or not points:
        return outcomes
    nothing = Phrase({})
    return (OutcomeRow(nothing, None, nothing, points, scoring, nothing),)


def _option(name: str, table: TomlTable) -> TableOption:
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


def _note_default_bounds(table: TomlTable, option: TableOption) -> None:
    """Note a problem if an option's default is out of its bounds."""
    least, most = option.bounds
    if not least <= int(option.default) <= most:
        message = say(
            "the default of option `{option}` is {number}, and it may be {least} to {most}",
            option=option.id, number=option.default, least=least, most=most,
        )  # fmt: skip
        table.fault("default", message, say("change `default`, `min` or `max`"))
