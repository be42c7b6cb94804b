"""A player who would have two roles, of which the first counts in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from scorekeeper.base.toml import inner_table
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.schedule import seat
from scorekeeper.proof.reach import entry_formulas, scoring_formulas
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem


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
        place = seat(agreed, who, turn.dealer, turn.declarer, facts.entered)
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
