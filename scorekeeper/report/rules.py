"""The rulesets in words: the list of games, and one game's rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.formula import Formula, FormulaError, number_of
from scorekeeper.problems import listed
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe, wrapped
from scorekeeper.ruleset import Contract, Ruleset
from scorekeeper.ruleset.model import EVERY_SIDE

Row = dict[str, Any]


def ruleset_row(rules: Ruleset) -> Row:
    """One game of the list, as `rules list --format json` has it."""
    return {
        "id": rules.id, "name": rules.name.shown(), "family": rules.family, "players": list(rules.players),
        "deals": deals_number(rules), "languages": list(rules.languages), "sources": list(rules.sources),
    }  # fmt: skip


def deals_number(rules: Ruleset) -> int | None:
    """How many deals the game has with its first number of players, None where a score ends it."""
    number = rules.deals.number
    defaults = {name: option.default for name, option in rules.options.items()}
    try:
        return None if number is None else number_of(number, {"players": rules.players[0], **defaults})
    except FormulaError:
        return None


def rulesets_text(rows: Sequence[Row], width: int = 80, plain: bool = False) -> str:
    """The list of games as a table, or as lines for a screen reader."""
    if plain:
        return "\n\n".join("\n".join(f"{key}: {safe(_said(value))}" for key, value in row.items()) for row in rows)
    longest = max((len(row["id"]) for row in rows), default=0)
    body = [
        [row["id"], cut(safe(row["name"]), max(16, width - longest - 28)), listed(map(str, row["players"])), str(row["deals"] or "–"), " ".join(row["languages"])]
        for row in rows
    ]
    return text_table(["game", "name", "players", "deals", "words"], body, ["left", "left", "right", "right", "left"])


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)


def rules_text(rules: Ruleset, width: int = 80) -> str:
    """The rule sheet of a game: cards, schedule, contracts, scoring, end, options, rulings,
    sources."""
    parts = [
        _section(rules.name.shown(), _table_facts(rules), width),
        _section("The deals", _schedule(rules), width),
        _section("The contracts", [_contract(rules, c) for c in rules.contracts.values()], width),
        _section("What is entered", _entered(rules), width),
        _section("Scoring", _scoring(rules), width),
        _section("Options", _options(rules), width),
        _section("Rulings", [f"{text} [{source}]" if source else text for text, source in rules.rulings], width),
        _section("Sources", list(rules.sources), width),
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, lines: Sequence[str], width: int) -> str:
    if not lines:
        return ""
    body = [row for line in lines for row in wrapped(f"- {safe(line)}", width, "  ")]
    return "\n".join([safe(title), *body])


def _table_facts(rules: Ruleset) -> list[str]:
    players = listed(map(str, rules.players))
    lines = [f"{players} players" + (", partners across" if rules.teams else ""), f"{len(rules.pack.cards)} cards: {rules.pack.name}, high to low {' '.join(rules.pack.ranks)}"]
    if rules.hand:
        lines.append(f"{rules.hand.text} cards each" + (f", {rules.talon} beside" if rules.talon else ""))
    return lines


def _schedule(rules: Ruleset) -> list[str]:
    deals, number = rules.deals, deals_number(rules)
    lines = [f"{number} deals" if number else "no fixed number of deals"]
    lines.append("the deal passes left" if deals.stint == 1 else f"each player deals {deals.stint} times in a row, then the deal passes left")
    for who, does in ((deals.declarer, "declares"), (deals.leader, "leads to the first trick")):
        if who:
            lines.append(f"{_somebody(rules, who)} {does}")
    if rules.contracts:
        lines.append(_picking(rules))
    return lines


def _somebody(rules: Ruleset, who: str) -> str:
    return f"the {rules.facts[who[5:]].name.shown()}" if who.startswith("fact ") else f"the {who}"


def _picking(rules: Ruleset) -> str:
    deals = rules.deals
    if deals.picked:
        return "the declarer picks the contract" + (", each once" if deals.once else "")
    turns = " → ".join(" or ".join(rules.contracts[name].name.shown() for name in turn) for turn in deals.order)
    return f"the contracts come in order, one a {'round' if deals.by_round else 'deal'}: {turns}"


def _contract(rules: Ruleset, contract: Contract) -> str:
    parts = [contract.name.shown()]
    if contract.text.by_language:
        parts.append(contract.text.shown())
    if contract.quota:
        parts.append(f"quota {by_role(contract.quota)}")
    if contract.points:
        parts.append(f"points {by_role(contract.points)}")
    return ": ".join([parts[0], "; ".join(parts[1:])]) + (f" [{contract.source}]" if contract.source else "")


def by_role(formulas: Mapping[str, Formula]) -> str:
    """`declarer 8, others 4`, or the one formula that every side has."""
    if EVERY_SIDE in formulas:
        return formulas[EVERY_SIDE].text
    return ", ".join(f"{role} {formula.text}" for role, formula in formulas.items())


def _entered(rules: Ruleset) -> list[str]:
    lines = []
    for count in rules.counts.values():
        total = f", {count.total.text} in all" if count.total else ""
        optional = " (may be left out)" if count.optional else ""
        cards = "; ".join(f"{title} {_values(values)}" for title, values in _card_tables(count.values, count.trump_values))
        lines.append(f"{count.name.shown()} of each side{total}{optional}" + (f": {cards}" if cards else "") + (f" [{count.source}]" if count.source else ""))
    for fact in rules.facts.values():
        optional = " (may be left out)" if fact.optional else ""
        span = f" from {fact.least} to {fact.most}" if fact.least is not None and fact.most is not None else ""
        lines.append(f"{fact.id}: {fact.name.shown()}, a {fact.kind}{span}{optional}" + (f" [{fact.source}]" if fact.source else ""))
    return lines


def _card_tables(plain: Mapping[str, int], trumps: Mapping[str, int]) -> Iterable[tuple[str, Mapping[str, int]]]:
    if plain:
        yield "cards", plain
    if trumps and trumps != plain:
        yield "trumps", trumps


def _values(values: Mapping[str, int]) -> str:
    return ", ".join(f"{rank} {value}" for rank, value in values.items())


def _scoring(rules: Ruleset) -> list[str]:
    lines = []
    if rules.game.start:
        lines.append(f"each side starts at {rules.game.start}")
    for outcome in rules.outcomes:
        when = f"if {outcome.when.text}" if outcome.when else "otherwise"
        lines.append(f"{outcome.name.shown()}, {when}: {by_role(outcome.points)}" + (f" [{outcome.source}]" if outcome.source else ""))
    for ladder in rules.ladders.values():
        steps = [f"from {step} {value}" for step, value in ladder.steps] + [f"{word} {value}" for word, value in ladder.words.items()]
        lines.append(f"{ladder.id}: {', '.join(steps)}")
    if rules.promise:
        lines.append(f"the points of every deal add up to {rules.promise.text}")
    if rules.game.over:
        lines.append(f"a game is over when {rules.game.over.text}")
    if rules.match:
        lines.append(f"games played: {rules.match.games.text}; each is worth {rules.match.result.text}")
    lines.append(f"the {'lowest' if rules.game.lowest_wins else 'highest'} total wins" + (" a game" if rules.match else "") + "; level sides share")
    return lines


def _options(rules: Ruleset) -> list[str]:
    lines = []
    for option in rules.options.values():
        choices = " | ".join(option.values) if option.values else "yes | no" if option.kind == "flag" else "a number"
        default = {True: "yes", False: "no"}.get(option.default, option.default) if isinstance(option.default, bool) else option.default
        lines.append(f"{option.id} ({choices}; usually {default}): {option.text.shown()}" + (f" [{option.source}]" if option.source else ""))
    return lines
