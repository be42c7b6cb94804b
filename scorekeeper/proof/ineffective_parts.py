"""Parts of a ruleset without effect, double roles, and payments counted twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import prod
from typing import Final

from scorekeeper.base.random_draws import RandomSource, below
from scorekeeper.base.toml_reader import inner_table
from scorekeeper.game.deal_facts import DealFacts, values_of
from scorekeeper.game.deal_results import end_facts
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.schedule import seat as seat_named
from scorekeeper.game.session_settings import Agreed
from scorekeeper.proof.dependencies import entry_formulas, scoring_formulas
from scorekeeper.proof.situations import each_table
from scorekeeper.rules.contradictions import MOST_VALUES
from scorekeeper.rules.formula import Formula, FormulaError, number_of, read_formula
from scorekeeper.rules.formula_types import kinds_of, settled
from scorekeeper.rules.name_types import DEAL, Kinds
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import COMMON_NAMES
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem

# --- parts without effect ------------------------------------------------------------------------
# For example a row that no deal reaches, a name with two meanings, partners against nobody, a
# game without an end.


FOLLOWING: Final = 3  # facts that the calls of an auction decide
DECLARER: Final = "declarer"
# Names that mean a side's own value in its formulas.
OF_A_SIDE: Final = ("total", "quota", "role")
# Names that `[let]` cannot redefine.
OF_A_DEAL: Final = frozenset(COMMON_NAMES) - {"dealer"}


def ineffective_parts(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for every part that another part makes ineffective."""
    yield from _nobody_declares(rules)
    yield from _rows_behind(rules)
    yield from _rows_never_reached(rules)
    yield from _required_in_a_circle(rules)
    yield from _without_end(rules)
    yield from _one_side(rules)
    yield from _named_twice(rules)
    yield from _too_many_ways(rules)
    yield from _auction_without_effect(rules)


def _nobody_declares(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note for each seat given to the declarer in a game without declarers."""
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
    """Yield a problem for each row of the settlement, and each contract's points, after a row that
    always applies."""
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


def _rows_never_reached(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each row of the settlement whose test is true only if an earlier row's
    is."""
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
    """Return True if the test `row` cannot be true while the test `before` is false."""
    if before.text == row.text:
        return True
    try:
        tables = frozenset(rules.scoring.ladders)
        both = read_formula(f"not ({before.text}) and ({row.text})", None, tables)
    except FormulaError:
        return False  # too long for a formula
    return settled(kinds, both, DEAL) is False


def _required_in_a_circle(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each fact whose condition asks if the fact itself was given, and each
    pair of facts whose conditions ask this of each other."""
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
    """Yield a problem for the match, bonus or winner of a game that no rule ends."""
    if rules.deals.number is not None or rules.game.over is not None:
        return
    parts = {"match": rules.match, "game.bonus": rules.game.bonus, "game.winner": rules.game.winner}
    for path, part in parts.items():
        if part is not None:
            hint = say("say `number` in `[deals]`, or `over` in `[game]`")
            yield Problem("no-end", say("nothing says when a game is over"), path, (hint,))


def _one_side(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if two partners play against nobody."""
    if rules.teams and 2 in rules.every_number:
        message = say("2 players who are partners are one side, and nobody plays against them")
        hint = say("take 2 out of `players`, or write a page for them with `teams = false`")
        yield Problem("one-side", message, "teams", (hint,))


def _named_twice(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each name with two meanings, of which formulas see only one."""
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
                pass  # reported by `ambiguous_words`
            elif name in seen:
                both = listing([seen[name], path])
                message = say("`{word}` could be {choices}", word=name, choices=both)
                yield Problem("name-twice", message, path, (hint,))
            seen.setdefault(name, path)


def _named(rules: Ruleset) -> Mapping[str, Mapping[str, object]]:
    """Return the ruleset's tables of names that formulas can use."""
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
    """Yield a note if the facts that may be entered later have more combinations of values than an
    incomplete deal tries."""
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


def _auction_without_effect(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note for an auction whose calls imply nothing, because `gives` does not name the
    three facts."""
    for name, fact in rules.facts.items():
        is_told = len(fact.gives) == FOLLOWING and rules.facts.keys() >= {*fact.gives}
        if fact.kind == "auction" and not is_told:
            message = say("`gives` must name three facts of this game")
            hint = say("they say who holds the auction, with what, and that all passed")
            yield Problem("auction-gives", message, f"fact.{name}.gives", (hint,))


# --- players with two roles ----------------------------------------------------------------------


def two_roles(facts: DealFacts) -> Iterator[Problem]:
    """Yield a problem for each pair of roles that one side has in a deal, if it affects points and
    the ruleset does not rank them."""
    rules = facts.agreed.rules
    for roles in _fitting_roles(facts):
        for one, other in combinations(roles, 2):
            if one not in yields_to(rules, other) and _differ(rules, one, other):
                yield _both(one, other)


def _fitting_roles(facts: DealFacts) -> Iterable[list[str]]:
    """Return the roles of each side that has any, in the ruleset's order."""
    agreed, turn = facts.agreed, facts.turn
    held: dict[int, list[str]] = {}
    for role, who in agreed.rules.roles.items():
        place = seat_named(agreed, who, turn.dealer, turn.declarer, facts.entered)
        if who != "others" and place is not None:
            held.setdefault(agreed.side_of[place], []).append(role)
    return held.values()


def roles_yielding_to_each_other(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for roles that yield to each other, so that neither comes first."""
    for one, other in combinations(rules.roles, 2):
        if one in yields_to(rules, other) and other in yields_to(rules, one):
            message = say("`{one}` and `{other}` yield to each other", one=one, other=other)
            hint = say("leave `yields` out of one of them: who is both then has its points")
            yield Problem("roles-meet", message, f"role.{other}.yields", (hint,))


def yields_to(rules: Ruleset, role: str) -> Iterable[str]:
    """Return the roles to which this role yields."""
    named = inner_table(inner_table(rules.raw, "role"), role).get("yields", ())
    return (named,) if isinstance(named, str) else named


def _differ(rules: Ruleset, one: str, other: str) -> bool:
    """Return True if some formula depends on which of the two roles a side has."""
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


# --- payments counted twice ----------------------------------------------------------------------


DRAWS: Final = 20
MOST: Final = 100  # random totals and counters are below this


def paid_twice(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note if each payment between two sides is counted twice: the formula is computed for
    both sides, but is already their difference."""
    pair = rules.settlement.pair if rules.settlement else None
    if pair is None or not any(name.startswith("other.") for name in pair.names):
        return
    agreed = next(each_table(rules))
    sums = [
        both
        for draw in range(DRAWS)
        for both in _payments_between(agreed, pair, RandomSource(draw))
    ]
    if any(one for one, _ in sums) and not any(one + other for one, other in sums):
        message = say("`{formula}` is asked of both sides, and settles it twice", formula=pair.text)
        hint = say("say only what `me` has: the other has the same asked, and pays the difference")
        yield Problem("paid-twice", message, "settlement.pair", (hint,))


def _payments_between(
    agreed: Agreed, pair: Formula, chance: RandomSource
) -> Iterator[tuple[int, int]]:
    """Yield both payments of each pair of sides, for random totals and counters; nothing if the
    formula fails."""
    facts, columns = end_facts(agreed, _random_end_state(agreed, chance), ())
    every = facts.of_pairs(columns)
    try:
        gets = {sides: number_of(pair, seen) for sides, seen in every.items()}
    except FormulaError:
        return
    yield from ((gets[me, other], gets[other, me]) for me, other in gets if me < other)


def _random_end_state(agreed: Agreed, chance: RandomSource) -> State:
    """Return a state at the end of a game with random totals and counters."""
    state, columns = first_state(agreed), list[tuple[int, ...]]()
    for _ in range(1 + len(state.carry)):
        column = list[int]()
        for _ in agreed.sides:
            number, chance = below(chance, MOST)
            column.append(number)
        columns.append(tuple(column))
    return state._replace(totals=columns[0], carry=tuple(columns[1:]))
