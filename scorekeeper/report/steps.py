"""The explanation of a deal as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.problems import listed
from scorekeeper.report.plain import linear
from scorekeeper.report.width import padded, safe, width_of, wrapped
from scorekeeper.report.words import contract_word, count_word, fact_word, score, signed, value_word
from scorekeeper.ruleset.model import Ruleset

LABEL = 10
Labelled = Iterable[tuple[str, str]]


def explain_text(explained: Mapping[str, Any], rules: Ruleset, width: int = 80, plain: bool = False) -> str:
    """How the deal came to its points, a step a line."""
    deal, steps = explained["deal"], list(_steps(explained, rules))
    if plain:
        people = [(who, deal[who]) for who in ("dealer", "declarer", "leader") if deal[who]]
        return linear(
            [("deal", str(deal["number"])), *people, *((label, " ".join(text.split())) for label, text in steps)]
        )
    lines, before = wrapped(_title(explained, rules), width, "  "), ""
    for label, text in steps:
        lines += wrapped(f"  {'' if label == before else label:<{LABEL}}{text}", width, " " * (LABEL + 4))
        before = label
    return "\n".join(lines)


def _title(explained: Mapping[str, Any], rules: Ruleset) -> str:
    deal = explained["deal"]
    people = {"deals": deal["dealer"], "declares": deal["declarer"], "leads": deal["leader"]}
    acts: dict[str, list[str]] = {}
    for act, who in people.items():
        if who:
            acts.setdefault(who, []).append(act)
    who_does = ", ".join(f"{who} {listed(doing, 'and')}" for who, doing in acts.items())
    return " · ".join(filter(None, [f"Deal {deal['number']}", contract_word(rules, deal["contract"]), who_does]))


def _steps(explained: Mapping[str, Any], rules: Ruleset) -> Labelled:
    yield "entered", "; ".join(_entered(explained["deal"], rules))
    trump = explained["trump"]
    if trump["suit"] or explained["deal"]["contract"]:
        yield "trump", f"{trump['suit'] or 'none'}: {trump['because']}"
    yield from _headed(
        "quota",
        (f"{row['side']} {row['quota']}" + (f" ({row['role']})" if row["role"] else "") for row in explained["quotas"]),
    )
    yield from _outcome_steps(explained)
    yield from _point_steps(explained, rules)
    if explained["promise"]:
        found, promised = (signed(explained["promise"][key]) for key in ("sum", "promised"))
        yield "sum", f"{found}, and the rules promise {promised}"
    yield from _headed("source", explained["sources"])
    yield from _headed("ruling", (f"{ruling['text']} ({ruling['source']})" for ruling in explained["rulings"]))
    yield from _headed("note", explained["deal"]["flags"])


def _headed(label: str, rows: Iterable[str]) -> Labelled:
    for row in rows:
        yield label, row


def _entered(deal: Mapping[str, Any], rules: Ruleset) -> Iterable[str]:
    if deal["contract"]:
        yield f"contract {contract_word(rules, deal['contract'])}"
    for fact, value in deal["facts"].items():
        yield fact_word(rules, fact) if value is True else f"{fact_word(rules, fact)} {value_word(value)}"
    for count, numbers in deal["counts"].items():
        yield f"{count_word(rules, count)} {', '.join(f'{side} {number}' for side, number in numbers.items())}"


def _outcome_steps(explained: Mapping[str, Any]) -> Labelled:
    """Each row of the settlement that was tried, in order, with its test."""
    for row in explained["outcomes"]:
        test = f"{row['test']}: {row['numbers']}" if row["test"] else "otherwise"
        yield "outcome", f"{'YES' if row['holds'] else 'no '} {row['name']}, {test}"


def _point_steps(explained: Mapping[str, Any], rules: Ruleset) -> Labelled:
    """Each side's formula, its numbers, its points and its total."""
    rows = explained["points"]
    names = max(width_of(safe(row["side"])) for row in rows)
    for row in rows:
        yield "points", f"{padded(row['side'], names)}  {_worked(row)}"
    for row in rows:
        before, total = score(row["before"], rules), score(row["total"], rules)
        yield "total", f"{padded(row['side'], names)}  {before} and {signed(row['points'])} make {total}"


def _worked(row: Mapping[str, Any]) -> str:
    """`tricks - quota = 6 - 8 = -2`, without what would only be said twice."""
    said = dict.fromkeys([row["formula"], row["numbers"], signed(row["points"])])
    return " = ".join(
        part for part in said if part == signed(row["points"]) or part.lstrip("+-") != str(abs(row["points"]))
    )
