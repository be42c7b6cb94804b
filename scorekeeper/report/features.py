"""The features of a game: what one would ask to tell it from another, and the answers in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.problems import listed
from scorekeeper.proof.reach import reach_of
from scorekeeper.proof.situations import Situation, cards_each, situations, tables
from scorekeeper.report.laws import TOPICS, law_words
from scorekeeper.report.words import signed
from scorekeeper.ruleset.model import EVERY_SIDE, Ruleset
from scorekeeper.ruleset.play import LAWS
from scorekeeper.schedule import deals_per_game
from scorekeeper.scoring.facts import DealFacts, quotas

NONE, NOBODY, NO_NUMBER, NOTHING_SPECIAL = "none", "nobody in particular", "no fixed number", "as in every deal"


class Feature(NamedTuple):
    """One feature: what it is called, the question that asks for it, its answers (several where
    the game leaves a choice, as of how many play), and what is said of a game that has it."""

    key: str
    topic: str
    question: str
    answers: tuple[str, ...]
    said: str

    @property
    def value(self) -> str:
        """The answers as one."""
        return listed(self.answers)

    @property
    def contrast(self) -> str | None:
        """What can stand after `not`, as what another game has instead; None where nothing can."""
        special = (NONE, NOBODY, NO_NUMBER, NOTHING_SPECIAL, self.said)
        return None if self.value in special else self.value


def features(rules: Ruleset) -> dict[str, Feature]:
    """Every feature of a game by its key, in the order in which a table meets them."""
    found = [*_at_the_table(rules), *_schedule(rules), *_contracts(rules), *_scoring(rules), *_play(rules)]
    return {feature.key: feature for feature in found}


# --- players and cards ----------------------------------------------------------------------------------


def _at_the_table(rules: Ruleset) -> Iterator[Feature]:
    players = tuple(map(str, rules.players))
    yield Feature("players", "The number of players", "How many play?", players, f"{listed(players)} play")
    sides = "partners" if rules.teams else "everybody alone"
    said = "partners who sit across play together" if rules.teams else "everybody plays alone"
    yield Feature("sides", "Who plays with whom", "Do partners play together?", (sides,), said)
    yield Feature(
        "pack", "The pack", "Which pack is played with?", (rules.pack.name,), f"the pack is {rules.pack.name}"
    )
    hands = _hands(rules)
    if hands:
        yield Feature(
            "hand",
            "The number of cards",
            "How many cards has each player?",
            hands,
            f"each player has {listed(hands)} cards",
        )
    talon = str(rules.talon) if rules.talon else NONE
    yield Feature(
        "talon", "The cards beside", "How many cards lie beside?", (talon,), f"{rules.talon or 'no'} cards lie beside"
    )


def _hands(rules: Ruleset) -> tuple[str, ...]:
    """How many cards each player has, for each number of players; a span where it changes."""
    spans = []
    for agreed in tables(rules):
        hands = sorted(cards_each(agreed))
        spans += [str(hands[0]) if len(hands) == 1 else f"{hands[0]} to {hands[-1]}"] if hands else []
    return tuple(dict.fromkeys(spans))


# --- the schedule ---------------------------------------------------------------------------------------


def _schedule(rules: Ruleset) -> Iterator[Feature]:
    deals = rules.deals
    numbers = tuple(dict.fromkeys(str(n) if (n := deals_per_game(agreed)) else NO_NUMBER for agreed in tables(rules)))
    yield Feature(
        "deals",
        "The number of deals",
        "How many deals?",
        numbers,
        f"there are {listed(numbers)} deals" if deals.number else "no number of deals is fixed",
    )
    stint = "after each deal" if deals.stint == 1 else f"after {deals.stint} deals"
    yield Feature(
        "dealer", "The way the deal passes", "When does the deal pass left?", (stint,), f"the deal passes left {stint}"
    )
    yield from _somebody(rules, "declarer", "Who declares", "declares", deals.declarer)
    yield from _somebody(rules, "leader", "Who leads", "leads to the first trick", deals.leader)
    first = somebody(rules, deals.first) if deals.first else NOTHING_SPECIAL
    said = (
        f"in the first deal {first} begins, and deals the next" if deals.first else "the first deal is like every other"
    )
    yield Feature("first", "The first deal", "Who begins in the first deal?", (first,), said)


def _somebody(rules: Ruleset, key: str, topic: str, does: str, who: str | None) -> Iterator[Feature]:
    name = somebody(rules, who) if who else NOBODY
    yield Feature(key, topic, f"{topic}?", (name,), f"{name} {does}")


def somebody(rules: Ruleset, who: str) -> str:
    """A seat as it is said."""
    if who.startswith("fact "):
        fact = rules.facts[who[5:]]
        return f"the {fact.name.shown()}"
    side = {"dealer's left": "the player at the dealer's left", "dealer's right": "the player at the dealer's right"}
    return side.get(who, f"the {who}")


# --- the contracts --------------------------------------------------------------------------------------


def _contracts(rules: Ruleset) -> Iterator[Feature]:
    if not rules.contracts:
        yield Feature(
            "picking", "How contracts come up", "How do the contracts come up?", (NONE,), "there are no contracts"
        )
        return
    yield _picking(rules)
    number = str(len(rules.contracts))
    yield Feature(
        "contracts-number",
        "The number of contracts",
        "How many contracts are there?",
        (number,),
        f"there are {number} contracts",
    )
    names = _named(c.name.shown() for c in rules.contracts.values())
    yield Feature("contracts", "The contracts", "Which contracts are played?", (names,), f"the contracts are {names}")
    quota = quota_words(rules)
    if quota:
        yield Feature("quotas", "The quotas", "What are the quotas?", (quota,), f"the quotas are {quota}")
    low = _named(c.name.shown() for c in rules.contracts.values() if c.ranks)
    yield Feature(
        "ranks",
        "The order of rank",
        "In which contracts have cards another order of rank?",
        (low or NONE,),
        f"cards have another order of rank in {low}" if low else "cards have one order of rank",
    )


def _picking(rules: Ruleset) -> Feature:
    deals = rules.deals
    if deals.picked:
        way = "picked by the declarer" + (", each once" if deals.once else "")
        return Feature(
            "picking", "How contracts come up", "How do the contracts come up?", (way,), f"the contracts are {way}"
        )
    way = f"in order, one a {'round' if deals.by_round else 'deal'}"
    return Feature(
        "picking", "How contracts come up", "How do the contracts come up?", (way,), f"the contracts come {way}"
    )


def _named(names: Iterable[str]) -> str:
    """Names in a row; in quotes where one of them holds a comma itself."""
    names = list(names)
    return listed([f"“{name}”" for name in names] if any("," in name for name in names) else names, "and")


def quota_words(rules: Ruleset) -> str:
    """Every set of quotas there is, each once, by role; by the number of players where it differs."""
    by_players: dict[int, list[str]] = {}
    for situation in situations(rules, reach_of(rules)):
        words = _quota_of(situation)
        rows = by_players.setdefault(len(situation.agreed.players), [])
        if words and words not in rows:
            rows.append(words)
    shown = {players: listed(rows) for players, rows in by_players.items() if rows}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return listed((f"{words} with {players} players" for players, words in shown.items()), "and")


def _quota_of(situation: Situation) -> str:
    """The quotas of a contract, from the declarer round: `8-4-4`."""
    turn = situation.turn
    facts = DealFacts(situation.agreed, situation.state, turn, situation.known)
    unknown = situation.agreed.rules.deals.first and situation.state.deal == 1
    numbers = None if unknown else quotas(facts)
    if numbers is None:
        return ""
    first = (turn.declarer or 0) % len(numbers)
    return "-".join(map(str, (*numbers[first:], *numbers[:first])))


# --- scoring ----------------------------------------------------------------------------------------------


def _scoring(rules: Ruleset) -> Iterator[Feature]:
    start = signed(rules.game.start)
    yield Feature(
        "start",
        "The score at the start",
        "From which score does everybody start?",
        (start,),
        f"everybody starts from {start}",
    )
    best = "lowest" if rules.game.lowest_wins else "highest"
    yield Feature(
        "best", "Which score wins", "Does the highest or the lowest score win?", (best,), f"the {best} score wins"
    )
    over = f"when {rules.game.over.text}" if rules.game.over else "after the last deal"
    yield Feature("end", "The end", "When is a game over?", (over,), f"a game is over {over}")
    points = "; ".join(dict.fromkeys(_by_role(c.points) for c in rules.contracts.values() if c.points))
    if points and not rules.outcomes:
        yield Feature("points", "What a deal scores", "What does a deal score?", (points,), f"a deal scores {points}")
    for outcome in rules.outcomes:
        name, gives = outcome.name.shown(), _by_role(outcome.points)
        yield Feature(
            f"row-{_slug(name)}", f"“{name}”", f"What does “{name}” score?", (gives,), f"“{name}” scores {gives}"
        )
    for ladder in rules.ladders.values():
        steps = ", ".join(f"{step} {value}" for step, value in (*ladder.steps, *ladder.words.items()))
        yield Feature(
            f"table-{ladder.id}",
            f"The table of {ladder.id}",
            f"How does the table of {ladder.id} go?",
            (steps,),
            f"the table of {ladder.id} goes {steps}",
        )
    games = rules.match.games.text if rules.match else NONE
    yield Feature(
        "match",
        "A match of games",
        "How many games are played?",
        (games,),
        "one game is played" if games == NONE else f"the number of games is {games}",
    )


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")


def _by_role(formulas: Mapping[str, Formula]) -> str:
    return ", ".join(
        spoken(formula) if role == EVERY_SIDE else f"{role} {spoken(formula)}" for role, formula in formulas.items()
    )


def spoken(formula: Formula) -> str:
    """A formula as it is read aloud, where it is one of the usual two."""
    over, under = re.fullmatch(r"(\w+) - quota", formula.text), re.fullmatch(r"quota - (\w+)", formula.text)
    if over:
        return f"one for each of the {over[1]} above the quota, minus one for each below"
    if under:
        return f"one for each of the {under[1]} below the quota, minus one for each above"
    return formula.text


# --- playing ----------------------------------------------------------------------------------------------


def _play(rules: Ruleset) -> Iterator[Feature]:
    for law, words in LAWS.items():
        usual = rules.play.laws.get(law, words[0])
        differing: dict[str, list[str]] = {}
        for contract in rules.contracts.values():
            if contract.play.get(law, usual) != usual:
                differing.setdefault(contract.play[law], []).append(contract.name.shown())
        also = [f"in {_named(names)} {law_words(law, word)}" for word, names in differing.items()]
        said = "; ".join([law_words(law, usual), *also])
        topic = TOPICS.get(law, law)
        yield Feature(f"law-{law}", topic, f"{topic}: which is so?", (said,), said)
    options = listed((name.replace("_", " ") for name in rules.options), "and")
    yield Feature(
        "options",
        "The options",
        "Which options are there?",
        (options or NONE,),
        f"the options are {options}" if options else "there are no options",
    )
    melds = listed((kind.id for kind in rules.melds.kinds), "and") if rules.melds else NONE
    yield Feature(
        "melds",
        "The melds",
        "Which melds are there?",
        (melds,),
        f"the melds are {melds}" if rules.melds else "there are no melds",
    )
