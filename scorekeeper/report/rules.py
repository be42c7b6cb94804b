"""The rule sheet of a game: its rules in words, with their source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.formula import Formula, FormulaError, number_of
from scorekeeper.problems import listed
from scorekeeper.proof.situations import tables
from scorekeeper.report.features import features, somebody, spoken
from scorekeeper.report.laws import usual_law
from scorekeeper.report.width import safe, wrapped
from scorekeeper.ruleset import Contract, Count, Fact, Ruleset
from scorekeeper.ruleset.model import EVERY_SIDE


def rules_text(rules: Ruleset, width: int = 80) -> str:
    """The rule sheet of a game: cards, schedule, contracts, scoring, end, options, rulings,
    sources."""
    parts = [
        _section(rules.name.shown(), [*_caution(rules), *_table_facts(rules)], width),
        _section("The deals", _schedule(rules), width),
        _section("Dealing", _dealing(rules), width),
        _section("The contracts", [_contract(rules, c) for c in rules.contracts.values()], width),
        _section("Playing", _playing(rules), width),
        _section("What is entered", _entered(rules), width),
        _section("Scoring", [*_worked_out(rules), *_scoring(rules)], width),
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


def _caution(rules: Ruleset) -> list[str]:
    return [f"CAUTION: {rules.caution.shown()}"] if rules.caution.by_language else []


def _dealing(rules: Ruleset) -> list[str]:
    """The steps of dealing, the seats named by their place, with the options as they usually are."""
    from scorekeeper.referee.case import Case
    from scorekeeper.referee.dealing import dealing_answer

    if not rules.dealing:
        return []
    agreed = next(tables(rules))
    steps: list[str] = dealing_answer(Case(agreed, False, agreed.dealer)).value["steps"]
    return [*steps[:-1], _with_source(steps[-1], rules.dealing_source)] if steps else []


def _with_source(text: str, source: str) -> str:
    return f"{text} [{source}]" if source else text


def _playing(rules: Ruleset) -> list[str]:
    """The laws of play, the orders of rank, the melds."""
    found = [(key, feature.said) for key, feature in features(rules).items() if key.startswith("law-")]
    laws = "; ".join(said for key, said in found if key in _LAWS or said != usual_law(key[4:]))
    lines = [_with_source(laws, rules.play.source)]
    lines += [f"in {c.name.shown()} cards rank {' '.join(c.ranks)}" for c in rules.contracts.values() if c.ranks]
    if rules.play.ranks:
        lines.append(f"cards rank {' '.join(rules.play.ranks)}")
    if rules.play.trump_ranks:
        lines.append(f"trumps rank {' '.join(rules.play.trump_ranks)}")
    return lines


# The laws that every game has; the others are worth a word only where they are not as usual.
_LAWS = ("law-follow", "law-void", "law-head")


def _worked_out(rules: Ruleset) -> list[str]:
    """What formulas call by names of their own."""
    lines = [f"{name} is {formula.text}" for name, formula in rules.lets.items()]
    lines += [f"for each player, {name} is {formula.text}" for name, formula in rules.each.items()]
    lines += [f"for each side, {name} is {formula.text}" for name, formula in rules.side.items()]
    lines += [
        _with_source(f"{name} begins at {c.start} and is then {c.next.text}, from deal to deal", c.source)
        for name, c in rules.carry.items()
    ]
    return lines


def _table_facts(rules: Ruleset) -> list[str]:
    players = listed(map(str, rules.players))
    lines = [
        f"{players} players" + (", partners across" if rules.teams else ""),
        f"{len(rules.pack.cards)} cards: {rules.pack.name}, high to low {' '.join(rules.pack.ranks)}",
    ]
    hand = features(rules).get("hand")
    if hand is not None:
        lines.append(hand.said + (f", {rules.talon} lie beside" if rules.talon else ""))
    return lines


def _schedule(rules: Ruleset) -> list[str]:
    deals = rules.deals
    lines = [features(rules)["deals"].said]
    lines.append(
        "the deal passes left"
        if deals.stint == 1
        else f"each player deals {deals.stint} times in a row, then the deal passes left"
    )
    for who, does in ((deals.declarer, "declares"), (deals.leader, "leads to the first trick")):
        if who:
            lines.append(f"{somebody(rules, who)} {does}")
    if rules.contracts:
        lines.append(_picking(rules))
    return lines


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
        parts.append(f"quota {_quota(rules, contract)}")
    if contract.points:
        parts.append(by_role(contract.points))
    return ": ".join([parts[0], "; ".join(parts[1:])]) + (f" [{contract.source}]" if contract.source else "")


def _quota(rules: Ruleset, contract: Contract) -> str:
    """`declarer 8, others 4`; by the number of players where it differs."""
    said = {players: by_role(_settled(contract.quota, players)) for players in rules.players}
    if len(set(said.values())) == 1:
        return said[rules.players[0]]
    return "; ".join(f"with {players} players {words}" for players, words in said.items())


def _settled(formulas: Mapping[str, Formula], players: int) -> dict[str, Formula]:
    """The formulas with those that ask for nothing but the number of players worked out."""
    settled = {}
    for role, formula in formulas.items():
        try:
            settled[role] = formula._replace(text=str(number_of(formula, {"players": players})))
        except FormulaError:
            settled[role] = formula
    return settled


def by_role(formulas: Mapping[str, Formula]) -> str:
    """`declarer 8, others 4`, or the one formula that every side has."""
    return ", ".join(
        spoken(formula) if role == EVERY_SIDE else f"{role} {spoken(formula)}" for role, formula in formulas.items()
    )


def _entered(rules: Ruleset) -> list[str]:
    counts = [_with_source(_count(rules, count), count.source) for count in rules.counts.values()]
    return [*counts, *(_with_source(_fact(fact), fact.source) for fact in rules.facts.values())]


def _count(rules: Ruleset, count: Count) -> str:
    who = "player" if count.by_player or not rules.teams else "side"
    total = f", {count.total.text} in all" if count.total else ""
    tables = _card_tables(count.values, count.trump_values)
    cards = "; ".join(f"{title} {_values(values)}" for title, values in tables)
    return f"{count.name.shown()} of each {who}{total}{_optional(count)}" + (f": {cards}" if cards else "")


def _fact(fact: Fact) -> str:
    kind = _KINDS.get(fact.kind, f"a {fact.kind}")
    span = f" from {fact.least} to {fact.most}" if fact.least is not None and fact.most is not None else ""
    return f"{fact.id}: {fact.name.shown()}, {kind}{span}{_optional(fact)}"


def _optional(thing: Fact | Count) -> str:
    return " (may be left out)" if thing.optional else ""


_KINDS = {"auction": "the calls", "flag": "a word by itself", "cards": "cards"}


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
        lines.append(
            f"{outcome.name.shown()}, {when}: {by_role(outcome.points)}"
            + (f" [{outcome.source}]" if outcome.source else "")
        )
    for ladder in rules.ladders.values():
        steps = [f"from {step} {value}" for step, value in ladder.steps] + [
            f"{word} {value}" for word, value in ladder.words.items()
        ]
        lines.append(f"{ladder.id}: {', '.join(steps)}")
    if rules.promise:
        lines.append(f"the points of every deal add up to {rules.promise.text}")
    if rules.game.over:
        lines.append(f"a game is over when {rules.game.over.text}")
    if rules.match:
        lines.append(f"games played: {rules.match.games.text}; each is worth {rules.match.result.text}")
    lines.append(
        f"the {'lowest' if rules.game.lowest_wins else 'highest'} total wins"
        + (" a game" if rules.match else "")
        + "; level sides share"
    )
    return lines


def _options(rules: Ruleset) -> list[str]:
    lines = []
    for option in rules.options.values():
        choices = " | ".join(option.values) if option.values else "yes | no" if option.kind == "flag" else "a number"
        default = (
            {True: "yes", False: "no"}.get(option.default, option.default)
            if isinstance(option.default, bool)
            else option.default
        )
        lines.append(
            f"{option.id} ({choices}; usually {default}): {option.text.shown()}"
            + (f" [{option.source}]" if option.source else "")
        )
    return lines
