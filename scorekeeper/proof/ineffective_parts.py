"""Parts of a ruleset that have no effect, double roles, points that are paid twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import prod
from typing import Final

from scorekeeper.base.random_draws import RandomSource, below
from scorekeeper.base.toml_reader import inner_table
from scorekeeper.game.agreement import Agreed
from scorekeeper.game.deal_facts import DealFacts, values_of
from scorekeeper.game.deal_results import at_the_end
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.schedule import seat as seat_named
from scorekeeper.proof.dependencies import entry_formulas, scoring_formulas
from scorekeeper.proof.situations import tables
from scorekeeper.rules.contradictions import MOST_VALUES
from scorekeeper.rules.formula import Formula, FormulaError, number_of, read_formula
from scorekeeper.rules.formula_types import kinds_of, settled
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.name_types import DEAL, Kinds
from scorekeeper.rules.read import COMMON_NAMES
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem

# --- idle parts --------------------------------------------------------------------------------
# What two parts of a page say that leaves one of them without effect: a row that no deal comes
# to, a name that stands for two things, partners against nobody, an end that never comes.


FOLLOWING: Final = 3  # facts that follow from the calls of an auction
DECLARER: Final = "declarer"
# What formulas for a side know of it, whatever else is called so.
OF_A_SIDE: Final = ("total", "quota", "role")
# What a name of `[let]` cannot take the place of.
OF_A_DEAL: Final = frozenset(COMMON_NAMES) - {"dealer"}


def idle_parts(rules: Ruleset) -> Iterator[Problem]:
    """Every part that has no effect beside another."""
    yield from _nobody_declares(rules)
    yield from _rows_behind(rules)
    yield from _rows_taken(rules)
    yield from _asked_round(rules)
    yield from _without_end(rules)
    yield from _one_side(rules)
    yield from _named_twice(rules)
    yield from _too_many_ways(rules)
    yield from _calls_unread(rules)


def _nobody_declares(rules: Ruleset) -> Iterator[Problem]:
    """A seat is the declarer's where no deal has a declarer."""
    deals = rules.deals
    if deals.declarer not in (None, DECLARER):
        return
    seats = {f"roles.{name}": seat for name, seat in rules.roles.items()}
    seats |= {f"deals.{part}": getattr(deals, part) for part in (DECLARER, "leader", "first")}
    for path, seat in seats.items():
        if seat == DECLARER:
            hint = say("say `declarer` in `[deals]`: who chooses the contract")
            yield Problem("nobody-declares", say("nobody declares in this game"), path, (hint,))


def _rows_behind(rules: Ruleset) -> Iterator[Problem]:
    """Behind a row of the settlement that always holds no row and no points of a contract are asked
    for."""
    rows = rules.scoring.outcomes
    if "points" in rules.raw and "outcome" in rules.raw and not rules.contracts:
        message = say("the rows of `[[outcome]]` say what a deal scores: these are never asked for")
        yield Problem("row-behind", message, "points", (say("leave one of them out"),))
    last = next((place for place, row in enumerate(rows) if row.when is None), None)
    if last is None:
        return
    hint = say("say `when` of that row, or leave this out")
    for place in range(last + 1, len(rows)):
        message = say("no deal comes to this row: one before it always holds")
        yield Problem("row-behind", message, f"outcome[{place}]", (hint,))
    contracts = inner_table(rules.raw, "contract")
    for name in contracts:
        if "points" in inner_table(contracts, name):
            message = say("a row of `[[outcome]]` always holds: these points are never asked for")
            yield Problem("row-behind", message, f"contract.{name}.points", (hint,))


def _rows_taken(rules: Ruleset) -> Iterator[Problem]:
    """No deal comes to a row whose test holds only where that of a row before it does."""
    rows, kinds = rules.scoring.outcomes, kinds_of(rules)
    for place, row in enumerate(rows):
        for before in rows[:place]:
            if row.when and before.when and _excludes(rules, kinds, before.when, row.when):
                message = say(
                    "no deal comes to this row: where it holds, `{test}` of a row before it does",
                    test=before.when.text,
                )
                hint = say("put it before that row, or leave it out")
                yield Problem("row-behind", message, f"outcome[{place}]", (hint,))
                break


def _excludes(rules: Ruleset, kinds: Kinds, before: Formula, row: Formula) -> bool:
    """Return True if no values of their names leave one test false and the other true."""
    if before.text == row.text:
        return True
    try:
        tables = frozenset(rules.scoring.ladders)
        both = read_formula(f"not ({before.text}) and ({row.text})", None, tables)
    except FormulaError:
        return False  # longer than a formula may be
    return settled(kinds, both, DEAL) is False


def _asked_round(rules: Ruleset) -> Iterator[Problem]:
    """A fact that is needed unless another is, which is needed unless the first is: a deal without
    them needs both, and no deal can have both."""
    needed = {
        name: fact.when.asked_whether_given
        for name, fact in rules.facts.items()
        if fact.when is not None and fact.default is None and not fact.optional
    }
    for name, asked in needed.items():
        other = next((one for one in asked if name in needed.get(one, ())), None)
        if other == name:
            message = say("whether `{name}` is asked depends on itself", name=name)
        elif other is not None and name < other:
            message = say(
                "whether `{name}` is asked depends on `{other}`, and the other way round",
                name=name,
                other=other,
            )
        else:
            continue
        hint = say("say `optional = true` of them, and a `[[check]]` for what cannot be")
        yield Problem("asked-round", message, f"fact.{name}.when", (hint,))


def _without_end(rules: Ruleset) -> Iterator[Problem]:
    """What is given, won or counted when a game is over, where nothing says when that is."""
    if rules.deals.number is not None or rules.game.over is not None:
        return
    parts = {"match": rules.match, "game.bonus": rules.game.bonus, "game.winner": rules.game.winner}
    for path, part in parts.items():
        if part is not None:
            hint = say("say `number` in `[deals]`, or `over` in `[game]`")
            yield Problem("no-end", say("nothing says when a game is over"), path, (hint,))


def _one_side(rules: Ruleset) -> Iterator[Problem]:
    """Two partners play against nobody."""
    if rules.teams and 2 in rules.every_number:
        message = say("2 players who are partners are one side, and nobody plays against them")
        hint = say("take 2 out of `players`, or write a page for them with `teams = false`")
        yield Problem("one-side", message, "teams", (hint,))


def _named_twice(rules: Ruleset) -> Iterator[Problem]:
    """A name of which formulas know only one of two things."""
    hint = say("call it something else")
    seen: dict[str, str] = {}
    for table, names in _named(rules).items():
        for name in names:
            path = f"{table}.{name}"
            if name in OF_A_SIDE:
                message = say("`{name}` is what every side has of its own", name=name)
                yield Problem("name-twice", message, path, (hint,))
            elif table == "let" and name in OF_A_DEAL:
                message = say("`{name}` is what every deal has of its own", name=name)
                yield Problem("name-twice", message, path, (hint,))
            elif seen.get(name) == f"fact.{name}" and table == "count":
                pass  # told with the words that are typed for them
            elif name in seen:
                both = listing([seen[name], path])
                message = say("`{word}` could be {choices}", word=name, choices=both)
                yield Problem("name-twice", message, path, (hint,))
            seen.setdefault(name, path)


def _named(rules: Ruleset) -> Mapping[str, Mapping[str, object]]:
    """The tables of which formulas know the names."""
    scoring = rules.scoring
    return {
        "option": rules.options,
        "fact": rules.facts,
        "count": rules.counts,
        "let": scoring.lets,
        "each": scoring.each,
        "side": scoring.side,
        "pair": scoring.pair,
        "carry": scoring.carry,
    }


def _too_many_ways(rules: Ruleset) -> Iterator[Problem]:
    """Facts that every deal may leave for later, which together come out in more ways than are
    tried while it waits."""
    later = [fact for fact in rules.facts.values() if fact.later and fact.when is None]
    players = range(min(rules.every_number))
    ways = prod(len(values_of(fact, players, rules.pack)) for fact in later)
    if len(later) > 1 and ways > MOST_VALUES:
        message = say(
            "a deal that waits for {names} may come out in {ways} ways, of which at most {most} "
            "are tried",
            names=listing([fact.id for fact in later], "and"),
            ways=ways,
            most=MOST_VALUES,
        )
        hint = say("say a smaller range, or `later` of one of them alone")
        yield Problem("later-ways", message, f"fact.{later[-1].id}.later", (hint,))


def _calls_unread(rules: Ruleset) -> Iterator[Problem]:
    """Calls of an auction from which nothing follows, because `gives` does not name the three facts
    that do."""
    for name, fact in rules.facts.items():
        is_told = len(fact.gives) == FOLLOWING and rules.facts.keys() >= {*fact.gives}
        if fact.kind == "auction" and not is_told:
            message = say("`gives` must name three facts of this game")
            hint = say("they say who holds the auction, with what, and that all passed")
            yield Problem("auction-gives", message, f"fact.{name}.gives", (hint,))


# --- A player who would have two roles, of which the first counts in silence -------------------


def two_roles(facts: DealFacts) -> Iterator[Problem]:
    """Each pair of roles that one side has in a deal, where it makes a difference which of them
    counts, and the page does not say that it is so."""
    rules = facts.agreed.rules
    for roles in _held(facts):
        for one, other in combinations(roles, 2):
            if one not in yields_to(rules, other) and _differ(rules, one, other):
                yield _both(one, other)


def _held(facts: DealFacts) -> Iterable[list[str]]:
    """The roles of each side that has one, all that fit it, in the order of the page."""
    agreed, turn = facts.agreed, facts.turn
    held: dict[int, list[str]] = {}
    for role, who in agreed.rules.roles.items():
        place = seat_named(agreed, who, turn.dealer, turn.declarer, facts.entered)
        if who != "others" and place is not None:
            held.setdefault(agreed.side_of[place], []).append(role)
    return held.values()


def roles_yield_round(rules: Ruleset) -> Iterator[Problem]:
    """Yield the roles of which each yields to the other: neither then comes before the other."""
    for one, other in combinations(rules.roles, 2):
        if one in yields_to(rules, other) and other in yields_to(rules, one):
            message = say("`{one}` and `{other}` yield to each other", one=one, other=other)
            hint = say("leave `yields` out of one of them: who is both then has its points")
            yield Problem("roles-meet", message, f"role.{other}.yields", (hint,))


def yields_to(rules: Ruleset, role: str) -> Iterable[str]:
    """The roles that a player has rather than this one, by what the page says of it."""
    named = inner_table(inner_table(rules.raw, "role"), role).get("yields", ())
    return (named,) if isinstance(named, str) else named


def _differ(rules: Ruleset, one: str, other: str) -> bool:
    """Whether any formula is another for one role than for the other, or names the latter."""
    tables: list[Mapping[str, Formula]] = [row.points for row in rules.scoring.outcomes]
    tables += [table for one in rules.contracts.values() for table in (one.quota, one.points)]
    if any(table[one].text != table[other].text for table in tables if one in table):
        return True
    formulas = [*scoring_formulas(rules), *entry_formulas(rules)]
    formulas += rules.scoring.lets.values()
    named = {name for formula in formulas for name in formula.names}
    return "role" in named or any(name.startswith(f"{other}.") for name in named)


def _both(one: str, other: str) -> Problem:
    message = say(
        "one player may be `{one}` and `{other}`, and then has the points of `{one}`",
        one=one,
        other=other,
    )
    hint = say(
        "refuse it with a `[[check]]`, or say so: `[role.{other}]`, and under it "
        '`yields = "{one}"`',
        one=one,
        other=other,
    )
    return Problem("roles-meet", message, f"roles.{other}", (hint,))


# --- A settlement that counts what passes between two sides twice ------------------------------


DRAWS: Final = 20
MOST: Final = 100  # that a total or a counter is drawn up to


def paid_twice(rules: Ruleset) -> Iterator[Problem]:
    """What a side gets from another is asked of both of them: a formula that is already the
    difference of what they have counts it twice."""
    pair = rules.settlement.pair if rules.settlement else None
    if pair is None or not any(name.startswith("other.") for name in pair.names):
        return
    agreed = next(tables(rules))
    sums = [both for draw in range(DRAWS) for both in _both_ways(agreed, pair, RandomSource(draw))]
    if any(one for one, _ in sums) and not any(one + other for one, other in sums):
        message = say("`{formula}` is asked of both sides, and settles it twice", formula=pair.text)
        hint = say("say only what `me` has: the other has the same asked, and pays the difference")
        yield Problem("paid-twice", message, "settlement.pair", (hint,))


def _both_ways(agreed: Agreed, pair: Formula, chance: RandomSource) -> Iterator[tuple[int, int]]:
    """What each two sides get of each other, where they have totals and counters by chance; nothing
    where the formula has no answer."""
    facts, columns = at_the_end(agreed, _drawn(agreed, chance), ())
    every = facts.of_pairs(columns)
    try:
        gets = {sides: number_of(pair, seen) for sides, seen in every.items()}
    except FormulaError:
        return
    yield from ((gets[me, other], gets[other, me]) for me, other in gets if me < other)


def _drawn(agreed: Agreed, chance: RandomSource) -> State:
    """The end of a game in which each side has some total and some of each counter."""
    state, columns = first_state(agreed), list[tuple[int, ...]]()
    for _ in range(1 + len(state.carry)):
        column = list[int]()
        for _ in agreed.sides:
            number, chance = below(chance, MOST)
            column.append(number)
        columns.append(tuple(column))
    return state._replace(totals=columns[0], carry=tuple(columns[1:]))
