"""Reads a ruleset: a merged TOML table in, a frozen Ruleset out, or every fault at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.formula import Formula, FormulaError, number_of
from scorekeeper.problems import Problem, Refused, listed, nearest
from scorekeeper.ruleset.model import (
    Auction,
    Carry,
    Check,
    Contract,
    Count,
    Deals,
    Fact,
    Game,
    Ladder,
    Match,
    Option,
    Outcome,
    Phrase,
    Ruleset,
)
from scorekeeper.ruleset.packs import read_pack
from scorekeeper.ruleset.playing import (
    by_topic,
    play_faults,
    read_dealing,
    read_laws,
    read_melds,
    read_pile,
    read_play,
    read_says,
    read_stops,
)
from scorekeeper.ruleset.table import NOTHING, Faults, Table

FORMAT = 1
SEATS = ("dealer", "dealer's left", "dealer's right", "declarer")
KINDS = ("player", "number", "word", "suit", "card", "cards", "flag", "auction")
TIERS = ("refuse", "ask", "flag")
# What every formula may name beside the game's own facts, and what only a side's formula may.
COMMON_NAMES = ("players", "sides", "deal", "round", "game", "hand", "contract", "group", "trump", "open", "all.total")
SIDE_NAMES = ("quota", "total", "role", "won")
PICKING = {
    "declarer picks, each once": (True, True, False),
    "declarer picks": (True, False, False),
    "in order, one a deal": (False, False, False),
    "in order, one a round": (False, False, True),
}


def read_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """The ruleset in a merged TOML table; raises Refused with every fault and its path."""
    ruleset, faults = read_with_faults(raw, ruleset_id)
    if faults:
        raise Refused(faults, f"the ruleset `{ruleset_id}` has {len(faults)} fault(s)")
    return ruleset


def read_with_faults(raw: Mapping[str, Any], ruleset_id: str) -> tuple[Ruleset, list[Problem]]:
    """The ruleset as far as it can be read, harmless where it cannot, and every fault."""
    faults = Faults(*_known_names(raw))
    ruleset = _read(Table(raw, "", faults), ruleset_id, raw)
    return ruleset, faults.found


def _keys(raw: Mapping[str, Any], key: str) -> list[str]:
    value = raw.get(key)
    return [str(name) for name in value] if isinstance(value, dict) else []


def _known_names(raw: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The names that formulas of this file may use: for a deal, for a side, and its tables."""
    roles, counts = _keys(raw, "roles"), _keys(raw, "count")
    carried = _keys(raw, "carry")
    dotted = [f"{who}.{count}" for who in [*roles, "all"] for count in [*counts, *carried, "total", "quota"]]
    own = [*_keys(raw, "fact"), *_keys(raw, "let"), *_keys(raw, "option")]
    deal = frozenset([*COMMON_NAMES, *dotted, *own])
    of_side = [*SIDE_NAMES, *counts, *carried, *_keys(raw, "each"), *_keys(raw, "side")]
    return deal, frozenset(of_side), frozenset(_keys(raw, "ladder"))


def _read(top: Table, ruleset_id: str, raw: Mapping[str, Any]) -> Ruleset:
    if top.whole("format", FORMAT) != FORMAT:
        top.fault("format", f"this is ruleset format {raw.get('format')}; this scorekeeper reads format {FORMAT}", "install a newer scorekeeper")
    top.take("extends")
    roles = _roles(top)
    contracts = {name: _contract(name, table, roles) for name, table in top.tables("contract").items()}
    _points_default(top, contracts, roles)
    deals = _deals(top.table("deals"), contracts)
    rulings = [_ruling(row) for row in top.rows("ruling")]
    dealing, dealing_source = read_dealing(top)
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
        talon=top.whole("talon", 0, least=0) or 0,
        deals=deals,
        roles=roles,
        contracts=_in_order(contracts, deals),
        facts=_facts(top, contracts),
        counts={name: _count(name, table) for name, table in top.tables("count").items()},
        lets=_lets(top.table("let")),
        each=_lets(top.table("each"), per_side=True),
        side=_lets(top.table("side"), per_side=True),
        carry={name: _carry(table) for name, table in top.tables("carry").items()},
        ladders={name: _ladder(name, table) for name, table in top.tables("ladder").items()},
        outcomes=tuple(_outcome(row, roles) for row in top.rows("outcome")),
        checks=tuple(_check(row) for row in top.rows("check")),
        auction=_auction(top),
        promise=_promise(top),
        game=_game(top.table("game")),
        match=_match(top),
        options={name: _option(name, table) for name, table in top.tables("option").items()},
        rulings=tuple((text, source) for _, text, source in rulings),
        examples=tuple(_example(row) for row in top.rows("example")),
        raw=raw,
        play=read_play(top),
        melds=read_melds(top),
        pile=read_pile(top),
        dealing=dealing,
        dealing_source=dealing_source,
        topics=by_topic(rulings),
    )
    top.done()
    _cross_checks(top, ruleset)
    return ruleset


def _players(top: Table) -> tuple[int, ...]:
    players = top.wholes("players")
    if not players or not all(2 <= number <= 8 for number in players):
        top.fault("players", "`players` must say how many play, from 2 to 8", "for example `players = 3` or `players = [3, 4]`")
        return (3,)
    return players


def _roles(top: Table) -> dict[str, str]:
    table = top.table("roles")
    roles = {name: table.text(name) for name in table.raw}
    for name, who in roles.items():
        if who not in (*SEATS, "others") and not who.startswith("fact "):
            table.fault(name, f"`{who}` is not somebody", f'say {listed(SEATS)}, "fact NAME" or "others"')
    return roles


def _points_default(top: Table, contracts: dict[str, Contract], roles: Mapping[str, str]) -> None:
    points = top.by_role("points", roles)
    for name, contract in contracts.items():
        if not contract.points:
            contracts[name] = contract._replace(points=points)


def _deals(table: Table, contracts: Mapping[str, Contract]) -> Deals:
    dealer = table.text("dealer", "passes left")
    stint = 1
    if dealer.startswith("stints of ") and dealer[10:].isdecimal() and int(dealer[10:]) > 0:
        stint = int(dealer[10:])
    elif dealer != "passes left":
        table.fault("dealer", f"`dealer` cannot be `{dealer}`", 'say "passes left" or "stints of 4"')
    picking = table.choice("contract", PICKING, "in order, one a deal") if contracts or table.has("contract") else "declarer picks"
    picked, once, by_round = PICKING[picking]
    deals = Deals(
        number=table.formula("number"),
        stint=stint,
        declarer=_seat(table, "declarer"),
        leader=_seat(table, "leader"),
        first=_seat(table, "first"),
        picked=picked and bool(contracts),
        once=once,
        by_round=by_round,
        order=_order(table, contracts),
        source=table.text("source"),
    )
    table.done()
    return deals


def _in_order(contracts: Mapping[str, Contract], deals: Deals) -> dict[str, Contract]:
    """The contracts as they come up, which is their order on the sheet."""
    names = [name for turn in deals.order for name in turn if name in contracts]
    return {name: contracts[name] for name in dict.fromkeys([*names, *contracts])}


def _seat(table: Table, key: str) -> str | None:
    who = table.text(key) or None
    if who is not None and who not in SEATS and not who.startswith("fact "):
        table.fault(key, f"`{who}` is not somebody", f'say {listed(SEATS)} or "fact NAME"')
    return who


def _order(table: Table, contracts: Mapping[str, Contract]) -> tuple[tuple[str, ...], ...]:
    rows = table.take("order")
    if rows is not None and not isinstance(rows, list):
        table.fault("order", "`order` must be a list of contracts", 'for example `order = ["first", "second"]`')
        rows = None
    turns = [(name,) for name in contracts] if rows is None else [tuple(map(str, turn)) if isinstance(turn, list) else (str(turn),) for turn in rows]
    for turn in turns:
        for name in turn:
            if name not in contracts:
                meant = nearest(str(name), contracts)
                table.fault("order", f"`{name}` is not a contract of this game", f"did you mean `{meant}`?" if meant else None)
    return tuple(turns)


def _contract(name: str, table: Table, roles: Mapping[str, str]) -> Contract:
    contract = Contract(
        id=name,
        name=_named(table, name),
        trump=table.text("trump", "none"),
        ranks=tuple(table.text("ranks").split()),
        quota=table.by_role("quota", roles),
        points=table.by_role("points", roles),
        group=table.text("group") or None,
        text=table.phrase("text"),
        source=table.text("source"),
        play=read_laws(table),
        stops=read_stops(table),
        dealing=table.strings("dealing"),
    )
    table.done()
    return contract


def _named(table: Table, name: str) -> Phrase:
    """A thing's words: `name` is what is shown, `aliases` are read as well."""
    shown, aliases = table.phrase("name", name.replace("-", " ").replace("_", " ")), table.strings("aliases")
    if not aliases:
        return shown
    return Phrase({**shown.by_language, "also": aliases})


def _count(name: str, table: Table) -> Count:
    count = Count(
        id=name,
        name=_named(table, name),
        total=table.formula("total"),
        least=table.formula("min"),
        most=table.formula("max"),
        step=table.whole("step", 1, least=1) or 1,
        by_player=table.choice("per", ("side", "player"), "side") == "player",
        values=table.numbers("cards"),
        trump_values=table.numbers("trump_cards") if table.has("trump_cards") else table.numbers("cards"),
        piles=table.text("piles") or None,
        when=table.formula("when"),
        optional=table.flag("optional"),
        source=table.text("source"),
    )
    table.done()
    return count


def _facts(top: Table, contracts: Mapping[str, Contract]) -> dict[str, Fact]:
    """The facts of the file, and the trump suit where a contract leaves it open."""
    facts = {name: _fact(name, table) for name, table in top.tables("fact").items()}
    if "trump" not in facts and any(contract.trump == "open" for contract in contracts.values()):
        given = Table({"kind": "suit", "optional": True}, "fact.trump", top.faults)
        facts["trump"] = _fact("trump", given)
    return facts


def _fact(name: str, table: Table) -> Fact:
    fact = Fact(
        id=name,
        name=_named(table, name),
        kind=table.choice("kind", KINDS, "number"),
        values={value: Phrase({"en": (value,)}) for value in table.strings("values")} | _worded(table),
        least=table.whole("min"),
        most=table.whole("max"),
        step=table.whole("step", 1, least=1) or 1,
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
        source=table.text("source"),
    )
    table.done()
    return fact


def _worded(table: Table) -> dict[str, Phrase]:
    """Words that stand for a value, `[fact.NAME.words]`, with their spellings."""
    words = table.table("words")
    return {name: words.phrase(name) for name in words.raw}


def _lets(table: Table, per_side: bool = False) -> dict[str, Formula]:
    """Names for what is worked out on the way, in order: of a deal, or of a player or side."""
    return {name: table.formula(name, per_side) or NOTHING for name in table.raw}


def _carry(table: Table) -> Carry:
    following = table.formula("next", per_side=True, required=True) or NOTHING
    carry = Carry(table.whole("start", 0) or 0, following, table.text("source"))
    table.done()
    return carry


def _ladder(name: str, table: Table) -> Ladder:
    steps, words = {}, {}
    for key in table.raw:
        value = table.whole(key, 0) or 0
        if key.isdecimal():
            steps[int(key)] = value
        else:
            words[key] = value
    return Ladder(name, tuple(sorted(steps.items())), words)


def _outcome(row: Table, roles: Mapping[str, str]) -> Outcome:
    outcome = Outcome(row.phrase("name"), row.formula("when"), row.by_role("points", roles), row.text("source"))
    if not outcome.points:
        row.fault("points", "an outcome must say its `points`")
    row.done()
    return outcome


def _check(row: Table) -> Check:
    check = Check(
        tier=row.choice("tier", TIERS, "refuse"),
        when=row.formula("when", required=True) or NOTHING,
        fact=row.text("fact") or None,
        code=row.text("code", "check"),
        message=row.phrase("message"),
        hint=row.phrase("hint"),
        source=row.text("source"),
    )
    if not check.message.by_language:
        row.fault("message", "a check must say its `message`")
    row.done()
    return check


def _auction(top: Table) -> Auction | None:
    if not top.has("auction"):
        return None
    table = top.table("auction")
    least = table.whole("min", 1) or 1
    auction = Auction(
        least=least,
        most=table.whole("max", least) or least,
        step=table.whole("step", 1, least=1) or 1,
        above=table.strings("above"),
        passing=table.strings("pass") or ("pass",),
        source=table.text("source"),
        take=table.strings("take"),
        turned=table.text("turned"),
    )
    table.done()
    return auction


def _promise(top: Table) -> Any:
    table = top.table("promise")
    promise = table.formula("sum")
    table.done()
    return promise


def _game(table: Table) -> Game:
    best = table.choice("best", ("highest", "lowest"), "highest")
    game = Game(table.whole("start", 0) or 0, table.formula("over"), best == "lowest")
    table.text("source")
    table.done()
    return game


def _match(top: Table) -> Match | None:
    if not top.has("match"):
        return None
    table = top.table("match")
    match = Match(
        games=table.formula("games", required=True) or NOTHING,
        result=table.formula("result", per_side=True, required=True) or NOTHING,
        source=table.text("source"),
    )
    table.done()
    return match


def _option(name: str, table: Table) -> Option:
    default = table.take("default")
    kind = "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "word"
    values = table.strings("values")
    if kind == "word" and default not in values:
        table.fault("default", f"the default of option `{name}` must be true, false, a number or one of its `values`")
    option = Option(
        id=name,
        kind=kind,
        values=values,
        least=table.whole("min"),
        most=table.whole("max"),
        default=default,
        text=table.phrase("text"),
        source=table.text("source"),
        play=read_laws(table),
        says=read_says(table),
    )
    table.done()
    return option


def _ruling(row: Table) -> tuple[tuple[str, ...], str, str]:
    ruling = (row.strings("topic"), row.text("text", required=True), row.text("source"))
    row.done()
    return ruling


def _example(row: Table) -> Mapping[str, Any]:
    """Examples are deals in the words a person types; running them is what reads them."""
    for key in ("source", "computed", "players", "dealer", "options", "says", "match"):
        row.take(key)
    for deal in row.rows("deal"):
        for key in ("enter", "points", "totals", "outcome", "quotas"):
            deal.take(key)
        deal.text("enter", required=True)
        deal.done()
    row.done()
    return row.raw


def _cross_checks(top: Table, rules: Ruleset) -> None:
    """Faults that lie between two parts of the file."""
    for name, contract in rules.contracts.items():
        if contract.trump not in ("none", "open", *rules.pack.suits):
            top.fault(f"contract.{name}.trump", f"`{contract.trump}` is not a suit of this pack", f"say none, open or {listed(rules.pack.suits)}")
        for rank in set(contract.ranks) ^ set(rules.pack.ranks) if contract.ranks else ():
            top.fault(f"contract.{name}.ranks", f"`ranks` must name every rank of the pack once; `{rank}` is amiss")
        if not contract.points and not rules.outcomes:
            top.fault(f"contract.{name}", f"nothing says what `{name}` scores", 'add `points = "…"`')
    _number_of_deals(top, rules)
    for who, path in _people(rules):
        if who.startswith("fact ") and rules.facts.get(who[5:]) is None:
            top.fault(path, f"`{who}`: there is no `[fact.{who[5:]}]`")
    for name, count in rules.counts.items():
        if count.piles is not None and count.piles not in rules.counts:
            top.fault(f"count.{name}.piles", f"`{count.piles}` is not a count of this game")
        for rank in (*count.values, *count.trump_values):
            if rank not in rules.pack.ranks:
                top.fault(f"count.{name}.cards", f"`{rank}` is not a rank of this pack", f"ranks are {' '.join(rules.pack.ranks)}")
    if rules.teams and any(number % 2 for number in rules.players):
        top.fault("teams", "partners sit across: `teams = true` needs an even number of players")
    if not rules.contracts and not rules.outcomes:
        top.fault("outcome", "nothing says what a deal scores", "add `[contract.NAME]` or `[[outcome]]`")
    play_faults(top, rules)


def _number_of_deals(top: Table, rules: Ruleset) -> None:
    """How many deals there are is settled before the first: it may hang on the players and the
    options alone, and there must be one."""
    number = rules.deals.number
    if number is None:
        return
    unknown = sorted(number.names - {"players", *rules.options})
    if unknown:
        top.fault("deals.number", f"`number = {number.text!r}` cannot depend on {listed(unknown, 'and')}", "it may name `players` and the options")
        return
    for players in rules.players:
        try:
            deals = number_of(number, {"players": players, **{name: option.default for name, option in rules.options.items()}})
        except FormulaError as error:
            top.fault("deals.number", str(error))
            return
        if deals < 1:
            top.fault("deals.number", f"`number = {number.text!r}` gives {deals} deals with {players} players; a game has at least one")


def _people(rules: Ruleset) -> list[tuple[str, str]]:
    people = [(who, f"roles.{name}") for name, who in rules.roles.items()]
    people += [(getattr(rules.deals, seat) or "", f"deals.{seat}") for seat in ("declarer", "leader", "first")]
    return people
