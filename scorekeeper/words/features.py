"""The features of a game: what one would ask to tell it from another, and the answers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.language import Phrase, marked, tr, trn
from scorekeeper.possibilities.reach import reach_of
from scorekeeper.possibilities.situations import Situation, cards_each, situations, tables
from scorekeeper.problems import listed, names_listed, parted, quoted
from scorekeeper.ruleset.model import Deals, Ladder, Outcome, Ruleset
from scorekeeper.ruleset.play import LAWS
from scorekeeper.ruleset.said import option_typed
from scorekeeper.schedule import deals_per_game
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.session import Agreed
from scorekeeper.speech import text_of
from scorekeeper.spoken.formula_names import term
from scorekeeper.spoken.formulas import amount
from scorekeeper.words.laws import law_of, law_topic
from scorekeeper.words.phrases import signed
from scorekeeper.words.questions import question_of, topic_of
from scorekeeper.words.roles import scored, somebody
from scorekeeper.words.worth import end_of_game

NONE, NOBODY = marked("none"), marked("nobody in particular")
NO_NUMBER, NOTHING_SPECIAL = marked("no fixed number"), marked("as in every deal")


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
        special = map(tr, (NONE, NOBODY, NO_NUMBER, NOTHING_SPECIAL))
        return None if self.value in (*special, self.said) else self.value


def features(rules: Ruleset) -> dict[str, Feature]:
    """Every feature of a game by its key, in the order in which a table meets them."""
    found = [
        *_at_the_table(rules),
        *_schedule(rules),
        *_contracts(rules),
        *_scoring(rules),
        *_play(rules),
    ]
    return {feature.key: feature for feature in found}


def _feature(key: str, answers: tuple[str, ...], said: str) -> Feature:
    """One of the features that are called and asked for alike in every game."""
    return Feature(key, topic_of(key), question_of(key), answers, said)


# --- players and cards ---------------------------------------------------------------------------


def _at_the_table(rules: Ruleset) -> Iterator[Feature]:
    players = tuple(map(str, rules.players))
    yield _feature("players", players, tr("{players} play", players=listed(players)))
    yield _sides(rules)
    pack = rules.pack.name.shown()
    yield _feature("pack", (pack,), tr("the pack is {pack}", pack=pack))
    hands = _hands(rules)
    if hands:
        yield _feature("hand", hands, tr("each player has {cards} cards", cards=listed(hands)))
    beside = trn(rules.talon, "{n} card lies beside", "{n} cards lie beside")
    if rules.talon:
        yield _feature("talon", (str(rules.talon),), beside)
    else:
        yield _feature("talon", (tr(NONE),), tr("no cards lie beside"))


def _sides(rules: Ruleset) -> Feature:
    if rules.teams:
        return _feature("sides", (tr("partners"),), tr("partners who sit across play together"))
    return _feature("sides", (tr("everybody alone"),), tr("everybody plays alone"))


def _hands(rules: Ruleset) -> tuple[str, ...]:
    """How many cards each player has, for each number of players; a span where it changes."""
    return tuple(dict.fromkeys(filter(None, map(hand_of, tables(rules)))))


def hand_of(agreed: Agreed) -> str:
    """How many cards each player has at a table; a span where it changes, empty where it is not
    known."""
    hands = sorted(cards_each(agreed))
    if not hands:
        return ""
    least, most = hands[0], hands[-1]
    return str(least) if least == most else tr("{least} to {most}", least=least, most=most)


# --- the schedule --------------------------------------------------------------------------------


def _schedule(rules: Ruleset) -> Iterator[Feature]:
    deals = rules.deals
    fixed = [deals_per_game(agreed) for agreed in tables(rules)]
    numbers = tuple(dict.fromkeys(str(number) if number else tr(NO_NUMBER) for number in fixed))
    there_are = tr("there are {numbers} deals", numbers=listed(numbers))
    yield _feature(
        "deals", numbers, there_are if deals.number else tr("no number of deals is fixed")
    )
    stint = trn(deals.stint, "after each deal", "after {n} deals")
    passes = trn(
        deals.stint, "the deal passes left after each deal", "the deal passes left after {n} deals"
    )
    yield _feature("dealer", (stint,), passes)
    yield _declarer(rules)
    yield _leader(rules)
    if deals.first:
        first = somebody(rules, deals.first)
        begins = tr("in the first deal {player} begins, and deals the next", player=first)
        yield _feature("first", (first,), begins)
    else:
        yield _feature("first", (tr(NOTHING_SPECIAL),), tr("the first deal is like every other"))


def _declarer(rules: Ruleset) -> Feature:
    if rules.deals.declarer is None:
        return _feature("declarer", (tr(NOBODY),), tr("nobody in particular declares"))
    who = somebody(rules, rules.deals.declarer)
    return _feature("declarer", (who,), tr("{player} declares", player=who))


def _leader(rules: Ruleset) -> Feature:
    if rules.deals.leader is None:
        return _feature(
            "leader", (tr(NOBODY),), tr("nobody in particular leads to the first trick")
        )
    who = somebody(rules, rules.deals.leader)
    return _feature("leader", (who,), tr("{player} leads to the first trick", player=who))


# --- the contracts -------------------------------------------------------------------------------


def _contracts(rules: Ruleset) -> Iterator[Feature]:
    if not rules.contracts:
        yield _feature("picking", (tr(NONE),), tr("there are no contracts"))
        return
    yield _picking(rules.deals)
    contracts = rules.contracts.values()
    number = len(contracts)
    there_are = trn(number, "there is {n} contract", "there are {n} contracts")
    yield _feature("contracts-number", (str(number),), there_are)
    names = names_listed(c.name.shown() for c in contracts)
    yield _feature("contracts", (names,), tr("the contracts are {contracts}", contracts=names))
    sets = _quotas(rules)
    if sets:
        yield _feature("quotas", (sets,), tr("the quotas are {quotas}", quotas=sets))
    low = names_listed(c.name.shown() for c in contracts if c.ranks)
    if low:
        yield _feature(
            "ranks", (low,), tr("cards have another order of rank in {contracts}", contracts=low)
        )
    else:
        yield _feature("ranks", (tr(NONE),), tr("cards have one order of rank"))


def _picking(deals: Deals) -> Feature:
    if deals.picked and deals.once:
        way = tr("picked by the declarer, each once")
        said = tr("the contracts are picked by the declarer, each once")
    elif deals.picked:
        way, said = tr("picked by the declarer"), tr("the contracts are picked by the declarer")
    elif deals.by_round:
        way, said = tr("in order, one a round"), tr("the contracts come in order, one a round")
    else:
        way, said = tr("in order, one a deal"), tr("the contracts come in order, one a deal")
    return _feature("picking", (way,), said)


def _quotas(rules: Ruleset) -> str:
    """Every set of quotas there is, each once, by role; by the number of players where it
    differs."""
    by_players: dict[int, list[str]] = {}
    for situation in situations(rules, reach_of(rules)):
        words = _quota_of(situation)
        rows = by_players.setdefault(len(situation.agreed.players), [])
        if words and words not in rows:
            rows.append(words)
    shown = {players: listed(rows) for players, rows in by_players.items() if rows}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return listed(
        (
            tr("{quotas} with {players} players", quotas=words, players=players)
            for players, words in shown.items()
        ),
        "and",
    )


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


# --- scoring -------------------------------------------------------------------------------------


def _scoring(rules: Ruleset) -> Iterator[Feature]:
    start = signed(rules.game.start)
    yield _feature("start", (start,), tr("everybody starts from {score}", score=start))
    if rules.game.lowest_wins:
        yield _feature("best", (tr("lowest"),), tr("the lowest score wins"))
    else:
        yield _feature("best", (tr("highest"),), tr("the highest score wins"))
    yield _end(rules)
    every = (scored(rules, c.points, c.scoring) for c in rules.contracts.values() if c.points)
    points = parted(dict.fromkeys(every))
    if points and not rules.outcomes:
        yield _feature("points", (points,), tr("a deal scores {points}", points=points))
    yield from [_row(rules, outcome) for outcome in rules.outcomes]
    yield from [_ladder(rules, ladder) for ladder in rules.ladders.values()]
    if rules.match:
        games = text_of(amount(rules, rules.match.games))
        yield _feature("match", (games,), tr("the number of games is {number}", number=games))
    else:
        yield _feature("match", (tr(NONE),), tr("one game is played"))


def _end(rules: Ruleset) -> Feature:
    if rules.game.over is None:
        return _feature(
            "end", (tr("after the last deal"),), tr("a game is over after the last deal")
        )
    test = end_of_game(rules)
    return _feature(
        "end", (tr("when {test}", test=test),), tr("a game is over when {test}", test=test)
    )


def _row(rules: Ruleset, outcome: Outcome) -> Feature:
    """What a row of the settlement gives."""
    named, gives = outcome.name.shown(), scored(rules, outcome.points, outcome.scoring)
    name = quoted(named) if named else tr("the deal")
    said = tr("{outcome} scores {points}", outcome=name, points=gives)
    return Feature(
        f"row-{_slug(outcome.name)}",
        name,
        tr("What does {outcome} score?", outcome=name),
        (gives,),
        said,
    )


def _slug(name: Phrase) -> str:
    """A name as part of a key, the same in whatever language is spoken."""
    return re.sub(r"[^\w]+", "-", name.in_english().casefold()).strip("-")


def _ladder(rules: Ruleset, ladder: Ladder) -> Feature:
    """What a table of values gives."""
    name = text_of(term(rules, ladder.id))
    steps = ", ".join(f"{step} {value}" for step, value in (*ladder.steps, *ladder.words.items()))
    return Feature(
        f"table-{ladder.id}",
        tr("The table of {name}", name=name),
        tr("How does the table of {name} go?", name=name),
        (steps,),
        tr("the table of {name} goes {steps}", name=name, steps=steps),
    )


# --- playing -------------------------------------------------------------------------------------


def _play(rules: Ruleset) -> Iterator[Feature]:
    for law in LAWS:
        said, topic = law_of(rules, law), law_topic(law)
        yield Feature(f"law-{law}", topic, tr("{topic}: which is so?", topic=topic), (said,), said)
    if rules.options:
        options = listed((option_typed(rules, name) for name in rules.options), "and")
        yield _feature("options", (options,), tr("the options are {options}", options=options))
    else:
        yield _feature("options", (tr(NONE),), tr("there are no options"))
    if rules.melds:
        melds = listed((kind.name.shown() for kind in rules.melds.kinds), "and")
        yield _feature("melds", (melds,), tr("the melds are {melds}", melds=melds))
    else:
        yield _feature("melds", (tr(NONE),), tr("there are no melds"))
