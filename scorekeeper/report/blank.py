"""An empty sheet for pen and paper, and the CSV header that the same columns are typed in under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.formula import FormulaError, number_of
from scorekeeper.report.rules import by_role
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe, width_of, wrapped
from scorekeeper.report.words import contract_word, count_word, fact_word, score
from scorekeeper.ruleset.model import Count, Ruleset
from scorekeeper.schedule import State, first_state, turn
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.session import Agreed
from scorekeeper.standing import passed_over

Blank = Mapping[str, Any]
ROWS, ROOM, BOTH = 20, "____", "___→____"


def blank_of(agreed: Agreed, is_named: bool = True) -> dict[str, Any]:
    """What stands on the empty sheet: the schedule as far as it is known, the quotas, the columns."""
    rules = agreed.rules
    return {
        "game": rules.id,
        "name": rules.name.shown(),
        "sources": list(rules.sources),
        "players": list(agreed.players),
        "sides": list(agreed.side_names),
        "named": is_named,
        "start": rules.game.start,
        "rows": list(_rows(agreed)),
        "quotas": {contract_word(rules, contract): _quotas(agreed, contract) for contract in rules.contracts},
        "facts": {fact.id: fact_word(rules, fact.id) for fact in rules.facts.values() if _is_written(rules, fact.id)},
        "counts": {count.id: _count(count, agreed) for count in rules.counts.values() if not count.optional},
        "sums": rules.promise is not None,
        "header": _header(rules),
    }


def _rows(agreed: Agreed) -> Iterable[dict[str, Any]]:
    """A row a deal; a name or a contract stands in it where nothing but the schedule decides it."""
    state, rules = first_state(agreed), agreed.rules
    for number in range(1, ROWS + 1 if rules.deals.number is None else 1000):
        yield _row(agreed, state, number)
        state = passed_over(agreed, state)
        if state.over:
            return


def _row(agreed: Agreed, state: State, number: int) -> dict[str, Any]:
    coming, is_known = turn(agreed, state), not agreed.rules.deals.first or number == 1
    declarer = coming.declarer if is_known else None
    return {
        "deal": number,
        "dealer": agreed.players[coming.dealer] if is_known else None,
        "declarer": None if declarer is None else agreed.players[declarer],
        "contract": contract_word(agreed.rules, coming.contracts[0]) if len(coming.contracts) == 1 else None,
    }


def _quotas(agreed: Agreed, contract: str) -> str:
    """`declarer 8, others 4`: each role's number, or its formula where only the deal decides it."""
    state = first_state(agreed)
    facts = DealFacts(agreed, state, turn(agreed, state), {"contract": contract})
    formulas = agreed.rules.contracts[contract].quota
    try:
        numbers = quotas(facts) if set(formulas) <= {*facts.roles, "*"} else None
    except (FormulaError, KeyError, TypeError):
        numbers = None
    if numbers is None or not all(facts.roles):
        return by_role(formulas)
    found = dict(zip(facts.roles, numbers, strict=True))
    if len(found) == 1:
        return str(numbers[0])
    return ", ".join(f"{role} {found[role]}" for role in agreed.rules.roles if role in found)


def _count(count: Count, agreed: Agreed) -> dict[str, Any]:
    try:
        total = number_of(count.total, {"players": len(agreed.players), **agreed.options}) if count.total else None
    except (FormulaError, KeyError, TypeError):
        total = None
    who = agreed.players if count.by_player else agreed.side_names
    return {"word": count_word(agreed.rules, count.id), "of": list(who), "total": total}


def _is_written(rules: Ruleset, fact: str) -> bool:
    """Whether a fact has a column of its own: not a whole auction, and not one that no entry needs."""
    known = rules.facts[fact]
    is_needed = not known.optional or bool(known.gives) or fact == "trump" or known.kind == "flag"
    return is_needed and known.kind != "auction"


def _header(rules: Ruleset) -> list[str]:
    """The names under which `import` reads the sheet."""
    is_chosen = rules.deals.picked or any(len(names) > 1 for names in rules.deals.order)
    chosen = ["contract"] if rules.contracts and is_chosen else []
    facts = [fact for fact in rules.facts if _is_written(rules, fact)]
    return ["deal", *chosen, *facts, *(count.id for count in rules.counts.values() if not count.optional)]


# --- as text -----------------------------------------------------------------------------------------


def blank_text(blank: Blank, rules: Ruleset, width: int = 80) -> str:
    """The empty sheet in plain characters, a line between the deals to write in."""
    parts = ["\n".join(wrapped(f"{blank['name']} · date ____________ · {_names(blank)}", width, "  "))]
    parts += ["\n".join(wrapped(f"{word}: {said}", width, "  ")[0] for word, said in blank["quotas"].items() if said)]
    parts += [_deals_text(blank, rules, width), import_words(blank)]
    return "\n\n".join(part for part in parts if part)


def _names(blank: Blank) -> str:
    if blank["named"]:
        return ", ".join(blank["players"])
    return " ".join(f"{letter} ____________" for letter in blank["players"])


def _deals_text(blank: Blank, rules: Ruleset, width: int) -> str:
    """A row a deal, written as in the sheet: points, an arrow, the running total."""
    chosen = [*(["declarer"] if rules.deals.declarer is not None else []), *(["contract"] if rules.contracts else [])]
    facts = [word for fact, word in blank["facts"].items() if not _stands(rules, fact)]
    counts = [(cut(count["word"], 12), " ".join("__" for _ in count["of"])) for count in blank["counts"].values()]
    empty = [*(ROOM for _ in facts), *(boxes for _, boxes in counts)]
    scores, sums = [BOTH for _ in blank["sides"]], ["__"] if blank["sums"] else []
    sides = [cut(side, 12) for side in blank["sides"]]
    heads = ["#", "dealer", *chosen, *facts, *(word for word, _ in counts), *sides, *(["Σ"] if sums else [])]
    rows = [[*_known(row, chosen), *empty, *scores, *sums] for row in blank["rows"]]
    if blank["start"]:
        begun = [f"{'→':>4} {score(blank['start'], rules)}" for _ in blank["sides"]]
        rows = [[*("" for _ in range(2 + len(chosen) + len(empty))), *begun, *("" for _ in sums)], *rows]
    align = ["right", *["left"] * (len(heads) - 1)]
    roomy = text_table(heads, rows, align)
    return roomy if max(map(width_of, roomy.split("\n"))) <= width else text_table(heads, rows, align, 1)


def _known(row: Mapping[str, Any], chosen: Iterable[str]) -> list[str]:
    return [str(row["deal"]), cut(row["dealer"] or ROOM, 10), *(cut(row[key] or ROOM, 10) for key in chosen)]


def _stands(rules: Ruleset, fact: str) -> bool:
    """Whether a fact is written under a column that there is anyway: the declarer's."""
    return rules.deals.declarer == f"fact {fact}"


def import_words(blank: Blank) -> str:
    """How the paper is typed in afterwards."""
    lists = f', the {next(iter(blank["counts"]))} in quotes as in "6,6,4"' if blank["counts"] else ""
    lines = [
        "to type it in, write a file that begins with the line",
        f"  {safe(header_line(blank))}",
        f"and has a line a deal{lists}; then",
        "  scorekeeper import FILE.csv",
    ]
    return "\n".join(lines)


def header_line(blank: Blank) -> str:
    """The header of the CSV, in which a column that holds a list has it in quotes."""
    return ",".join(blank["header"])
