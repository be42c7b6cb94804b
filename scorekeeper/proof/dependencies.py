"""The facts, counts and options that points depend on, followed through formulas."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset import EVERY_SIDE, Contract, Count, Fact, Ruleset

SCHEDULE = frozenset(["deal", "round", "game"])
STEADY = frozenset(["players", "people", "sides", "contract", "group", "open"])


class Dependencies(NamedTuple):
    """The inputs of a deal's points: facts and counts, and options. `earlier` is True if points or
    checks depend on earlier deals. `beside` are the facts that change no points, in groups that
    a rule mentions together."""

    scoring: frozenset[str]
    options: tuple[str, ...]
    earlier: bool
    beside: tuple[tuple[str, ...], ...]


def dependencies_of(rules: Ruleset) -> Dependencies:
    """Return the inputs of the game's points."""
    things = [*rules.facts, *rules.counts]
    direct = {
        name for formula in scoring_formulas(rules) for name in base_names(rules, formula.names)
    }
    direct |= {who[5:] for who in _people(rules) if who.startswith("fact ")}
    alone = {fact.id for fact in rules.facts.values() if fact.alone}
    scoring = _linked_closure(direct - alone, _linked_names(rules)) & set(things) - alone
    named = {
        name
        for f in (*scoring_formulas(rules), *entry_formulas(rules), *rules.game.chosen.values())
        for name in base_names(rules, f.names)
    }
    options = tuple(name for name in rules.options if name in named)
    earlier = any(
        uses_earlier_deals(rules, formula)
        for formula in (*points_formulas(rules), *entry_formulas(rules))
    )
    loose = [name for name in things if name not in scoring and _is_tried(rules, name)]
    return Dependencies(
        frozenset(scoring), options, earlier, tuple(_groups(loose, _linked_names(rules)))
    )


def uses_earlier_deals(rules: Ruleset, formula: Formula) -> bool:
    """Return True if a formula asks about earlier deals."""
    return not base_names(rules, formula.names).isdisjoint(_carried_names(rules))


def _carried_names(rules: Ruleset) -> set[str]:
    """Return the names of values that carry over from deal to deal."""
    return {"total", *rules.scoring.carry}


def _is_tried(rules: Ruleset, name: str) -> bool:
    """Return True for a fact whose values are tried although it changes no points. Auctions are
    not tried, nor facts that are a whole deal by themselves."""
    return (
        name in rules.facts and rules.facts[name].kind != "auction" and not rules.facts[name].alone
    )


def _people(rules: Ruleset) -> Iterator[str]:
    yield from rules.roles.values()
    yield from filter(None, (rules.deals.declarer, rules.deals.first))


def scoring_formulas(rules: Ruleset) -> Iterator[Formula]:
    """Yield every formula for a deal's points or for values carried to the next deal."""
    yield from points_formulas(rules)
    yield from (counter.next for counter in rules.scoring.carry.values())


def points_formulas(rules: Ruleset) -> Iterator[Formula]:
    """Yield every formula for a deal's points, quotas and promised sum."""
    for outcome in rules.scoring.outcomes:
        yield from filter(None, (outcome.when,))
        yield from outcome.points.values()
    for contract in rules.contracts.values():
        yield from (*contract.quota.values(), *contract.points.values())
    yield from filter(None, (rules.scoring.promise,))


def entry_formulas(rules: Ruleset) -> Iterator[Formula]:
    """Yield every formula that decides which entries are legal."""
    for thing in _things(rules):
        yield from _formulas_of_entry(thing)
    yield from (check.when for check in rules.scoring.checks if check.tier == "refuse")


def base_names(rules: Ruleset, names: Iterable[str]) -> set[str]:
    """Return these names and all names that the ruleset derives them from."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        todo += _behind(rules, name)
    return found


def _behind(rules: Ruleset, name: str) -> Iterable[str]:
    if "." in name:
        role, _, what = name.partition(".")
        who = rules.roles.get(role, "")
        return [what, *([who[5:]] if who.startswith("fact ") else [])]
    scoring = rules.scoring
    for worked in (scoring.lets, scoring.each, scoring.side, scoring.pair):
        if name in worked:
            return worked[name].names
    if name == "hand" and rules.hand is not None:
        return rules.hand.names
    return ()


def _linked_names(rules: Ruleset) -> list[set[str]]:
    """Return the sets of facts and counts that one rule mentions together."""
    links: list[set[str]] = []
    for thing in _things(rules):
        links.append(
            {thing.id}
            | {name for f in _formulas_of_entry(thing) for name in base_names(rules, f.names)}
        )
        links.append({thing.id, *(thing.apart if isinstance(thing, Fact) else ())})
    links += [
        base_names(rules, check.when.names)
        for check in rules.scoring.checks
        if check.tier == "refuse"
    ]
    names = {*rules.facts, *rules.counts}
    return [link & names for link in links]


def _things(rules: Ruleset) -> list[Fact | Count]:
    return [*rules.facts.values(), *rules.counts.values()]


def _formulas_of_entry(thing: Fact | Count) -> Iterator[Formula]:
    """Yield the formulas in the definition of a fact or count."""
    if isinstance(thing, Fact):
        yield from filter(None, (thing.when, thing.default))
    else:
        yield from filter(None, (thing.when, thing.total, thing.least, thing.most))


def _linked_closure(names: set[str], links: list[set[str]]) -> set[str]:
    """Return the names and all names linked to them, directly or not."""
    closed = set(names)
    while True:
        more = {name for link in links if link & closed for name in link} - closed
        if not more:
            return closed
        closed |= more


def _groups(names: list[str], links: list[set[str]]) -> Iterator[tuple[str, ...]]:
    left = list(names)
    while left:
        group = _linked_closure({left[0]}, links)
        yield tuple(name for name in left if name in group)
        left = [name for name in left if name not in group]


# --- dependence on roles, dealer and schedule ----------------------------------------------------


def needs_roles(rules: Ruleset, contract: Contract | None) -> bool:
    """Return True if the points of a deal depend on a player's role."""
    tables = _points_of(rules, contract)
    if any(EVERY_SIDE not in table and table for table in tables):
        return True
    names = _names_of_points(rules, tables)
    return "role" in names or any(name.partition(".")[0] in rules.roles for name in names)


def _points_of(rules: Ruleset, contract: Contract | None) -> list[Mapping[str, Formula]]:
    """Return the points and quotas of a deal, each by role."""
    tables = [o.points for o in rules.scoring.outcomes] or [contract.points if contract else {}]
    return [*tables, *([contract.quota] if contract else [])]


def _names_of_points(rules: Ruleset, tables: Iterable[Mapping[str, Formula]]) -> set[str]:
    """Return every name on which the points of a deal depend."""
    return {name for f in _formulas_of(rules, tables) for name in base_names(rules, f.names)}


def _formulas_of(rules: Ruleset, tables: Iterable[Mapping[str, Formula]]) -> Iterator[Formula]:
    for table in tables:
        yield from table.values()
    yield from filter(None, (outcome.when for outcome in rules.scoring.outcomes))
    yield from entry_formulas(rules)


def needs_dealer(rules: Ruleset, contract: Contract | None) -> bool:
    """Return True if points depend on the dealer, or on roles that depend on the dealer."""
    if "dealer" in _names_of_points(rules, _points_of(rules, contract)):
        return True
    return any("dealer" in who for who in role_holders(rules)) and needs_roles(rules, contract)


def role_holders(rules: Ruleset) -> list[str]:
    """Return the holder of each role, as `dealer's left` or `fact NAME`; for `declarer`, the rule
    that names the declarer."""
    return [
        rules.deals.declarer or "" if who == "declarer" else who for who in rules.roles.values()
    ]


def schedule_parts(rules: Ruleset) -> tuple[tuple[Formula, ...], tuple[str, ...]]:
    """Return the formulas that use only deal, round and game, and the other names that depend on
    them."""
    steady = SCHEDULE | STEADY | set(rules.options) | set(rules.scoring.lets) | {"hand"}
    whole: dict[str, Formula] = {}
    names: set[str] = set()
    for formula in (*scoring_formulas(rules), *entry_formulas(rules)):
        if not base_names(rules, formula.names) & SCHEDULE:
            continue
        if base_names(rules, formula.names) <= steady:
            whole[formula.text] = formula
            continue
        for name in _names_in_formula(rules, formula):
            behind = base_names(rules, [name])
            if behind & SCHEDULE:  # names that use entered values cannot be computed before play
                names |= {name} if behind <= steady else behind & SCHEDULE
    return tuple(whole.values()), tuple(sorted(names))


def _names_in_formula(rules: Ruleset, formula: Formula) -> set[str]:
    """Return the names in a formula, including those in its `each`, `side` and `pair` values."""
    found: set[str] = set()
    todo = [*formula.names]
    while todo:
        name = todo.pop()
        what = name.rpartition(".")[2]
        scoring = rules.scoring
        inner = scoring.each.get(what) or scoring.side.get(what) or scoring.pair.get(what)
        if inner is not None and name not in found:
            todo += inner.names
        elif "." not in name:
            found.add(name)
    return found
