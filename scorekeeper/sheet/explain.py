"""How a deal came to its points, step by step: facts, trump, quotas, the row of the settlement
that held and why those before it did not, each side's formula with the numbers put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.cards import Card, printed
from scorekeeper.formula import Formula, FormulaError, Names, number_of, value_of, with_numbers
from scorekeeper.language import Phrase, tr
from scorekeeper.problems import labelled
from scorekeeper.ruleset.model import EVERY_SIDE, HINTS, Fact, Ruleset, Ruling
from scorekeeper.schedule import State
from scorekeeper.scoring import Scored
from scorekeeper.scoring.facts import DealFacts, columns_of
from scorekeeper.scoring.judge import with_facts
from scorekeeper.session import Agreed
from scorekeeper.sheet.deal_row import by_side, deal_row, deal_value
from scorekeeper.speech import text_of
from scorekeeper.spoken.formulas import Worked, because, worked
from scorekeeper.words.phrases import signed
from scorekeeper.words.worth import when_of_row


def explain_of(agreed: Agreed, state_before: State, scored: Scored) -> dict[str, Any]:
    """The steps as one plain value; `state_before` is the state in which the deal was played."""
    facts = DealFacts(agreed, state_before, scored.turn, scored.facts)
    sources = _sources(agreed.rules, scored)
    used = [
        *sources,
        *(fact.source for name, fact in agreed.rules.facts.items() if name in scored.facts),
    ]
    return {
        "deal": deal_value(deal_row(agreed, scored)),
        "roles": dict(zip(agreed.side_names, facts.roles, strict=True)),
        "trump": {"suit": scored.trump, "because": _trump_words(facts, scored)},
        "quotas": _quotas(facts, scored),
        "outcomes": list(_outcomes(facts, scored)),
        "points": _points(facts, scored),
        "promise": _promise(facts, scored),
        "sources": [source.shown() for source in sources],
        "rulings": [
            {"text": ruling.text.shown(), "source": ruling.source.shown()}
            for ruling in agreed.rules.rulings
            if ruling.under != HINTS and _is_about(ruling, scored, used)
        ],
    }


def _trump_words(facts: DealFacts, scored: Scored) -> str:
    """Why the deal has the trumps that it has."""
    rules = facts.agreed.rules
    contract = rules.contracts.get(scored.contract or "")
    if contract is None or contract.trump == "open":
        said = _default_words(facts, rules.facts.get("trump"))
        return said or (tr("named in the deal") if scored.trump else tr("not entered"))
    if contract.trump == "none":
        return tr("{contract} has no trumps", contract=contract.name.shown())
    return tr("{contract} has its own trumps", contract=contract.name.shown())


def _default_words(facts: DealFacts, fact: Fact | None) -> str:
    """Why a fact follows from the others of its deal, in the rules' own words; nothing where it
    does not."""
    if (
        fact is None
        or fact.default is None
        or facts[fact.id] is None
        or not fact.because.by_language
    ):
        return ""
    rest = {name: value for name, value in facts.entered.items() if name != fact.id}
    others = DealFacts(facts.agreed, facts.state, facts.turn, rest)
    try:
        follows = value_of(fact.default, others) == facts[fact.id]
    except FormulaError:
        return ""
    return text_of(with_facts(fact.because, facts)) if follows else ""


def _quotas(facts: DealFacts, scored: Scored) -> list[dict[str, Any]]:
    contract = facts.agreed.rules.contracts.get(scored.contract or "")
    if contract is None or scored.quotas is None:
        return []
    rows = zip(facts.agreed.side_names, facts.roles, scored.quotas, strict=True)
    return [
        {"side": side, "role": role, "formula": _formula(contract.quota, role).text, "quota": quota}
        for side, role, quota in rows
    ]


def _formula(formulas: Mapping[str, Formula], role: str | None) -> Formula:
    return formulas.get(EVERY_SIDE) or formulas[role or ""]


def _outcomes(facts: DealFacts, scored: Scored) -> Iterable[dict[str, Any]]:
    """The rows of the settlement table down to the one that held."""
    for outcome in facts.agreed.rules.outcomes if scored.outcome else ():
        held = outcome is scored.outcome
        when = outcome.when
        yield {
            "name": outcome.name.shown(),
            "test": when.text if when else None,
            "numbers": _put_in(facts.agreed.rules, when, facts) if when else None,
            "if": when_of_row(facts.agreed.rules, outcome) or None,
            "because": text_of(because(facts.agreed.rules, when, facts)) if when else None,
            "holds": held,
            "source": outcome.source.shown(),
        }
        if held:
            return


def _points(facts: DealFacts, scored: Scored) -> list[dict[str, Any]]:
    """Each side's formula, the formula with its numbers, what it comes to, the total; and in
    words how."""
    rules = facts.agreed.rules
    row = scored.outcome or rules.contracts.get(scored.contract or "")
    formulas = row.points if row else {}
    is_told = bool(row and row.scoring.by_language)
    columns, rows = columns_of(facts, scored.quotas), []
    befores, roles = by_side(facts.agreed, facts.state.totals), facts.roles
    for number, side in enumerate(facts.agreed.side_names):
        own = facts.of_side(columns, number)
        formula = _formula(formulas, roles[number])
        points, total = scored.points[number], scored.totals[number]
        rows.append({
            "side": side, "role": roles[number],
            "formula": formula.text, "numbers": _put_in(rules, formula, own),
            "points": points, "before": befores[side], "total": total,
            "say": _said(worked(rules, formula, own), is_told),
        })  # fmt: skip
    return rows


def _said(how: Worked, is_told: bool) -> str:
    """`quota − tricks = 6 − 9 = −3`; `−8: −1 for each card left` where nothing is added up; only
    the numbers where the rules tell the formula in words of their own."""
    points, words, numbers = signed(how.value), text_of(how.words), text_of(how.numbers)
    if words in (points, points.removeprefix("+")):
        return points
    if numbers.strip("()") in (points, points.removeprefix("+")):
        return labelled(points, words)
    return " = ".join([*([] if is_told else [words]), numbers, points])


def _promise(facts: DealFacts, scored: Scored) -> dict[str, Any] | None:
    promise = facts.agreed.rules.promise
    return (
        None
        if promise is None
        else {"sum": sum(scored.points), "promised": number_of(promise, facts)}
    )


def _put_in(rules: Ruleset, formula: Formula, facts: Names) -> str:
    """The formula with what it names put in as a person writes it."""
    shown = {}
    for name in formula.names - rules.ladders.keys():
        try:
            shown[name] = _written(rules, facts[name])
        except (LookupError, FormulaError):
            continue
    return re.sub(r"\(\[([^\[\]]*)\]\)", r"(\1)", with_numbers(formula, shown))


def _written(rules: Ruleset, value: Any) -> str:
    if isinstance(value, Card):
        return printed(rules.pack, value)
    if isinstance(value, tuple):
        return f"[{', '.join(_written(rules, item) for item in value)}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _sources(rules: Ruleset, scored: Scored) -> list[Phrase]:
    """Where the rules that scored this deal are written, each place once."""
    contract = rules.contracts.get(scored.contract or "")
    counts = [rules.counts[name].source for name in rules.counts if name in scored.facts]
    rows = [
        *([scored.outcome.source] if scored.outcome else []),
        *([contract.source] if contract else []),
        *counts,
    ]
    return [*{row.in_english(): row for row in rows if row.by_language}.values()]


def _is_about(ruling: Ruling, scored: Scored, used: Iterable[Phrase]) -> bool:
    """Whether a ruling is about this deal: about its outcome or its contract, where it says
    which it is about, else about a passage that scored it."""
    if not (ruling.outcomes or ruling.contracts):
        return _same_passage(ruling.source, used)
    names = scored.outcome.name.spellings() if scored.outcome else ()
    return scored.contract in ruling.contracts or not {*ruling.outcomes}.isdisjoint(names)


def _same_passage(source: Phrase, used: Iterable[Phrase]) -> bool:
    """Whether a ruling settles a passage that scored the deal: one place of its source is, or
    begins, one of theirs."""
    places = {place.strip() for row in used for place in row.in_english().split(";")}
    own = [place.strip() for place in source.in_english().split(";") if place.strip()]
    return any(place == other or other.startswith(f"{place},") for place in own for other in places)
