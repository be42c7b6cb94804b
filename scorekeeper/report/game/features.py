"""The features that distinguish games, as questions and answers."""

from __future__ import annotations

import re
from ast import dump
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.deal_facts import DealFacts, quotas
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.game.session_settings import Agreed
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.situations import (
    Situation,
    cards_each,
    each_table,
    situations,
    undealt_cards,
)
from scorekeeper.report.game.deal_steps_text import following_lines, resting_words
from scorekeeper.report.game.play_laws_text import law_of, law_topic
from scorekeeper.report.game.roles import scored, somebody
from scorekeeper.report.game.scoring_rules_text import (
    budget_lines,
    counted_in_turn,
    end_of_game,
    who_wins,
    worth_of_bonus,
)
from scorekeeper.rules.fact_names import option_typed
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.rule_text import amount, misdeal_words, split_words, term, tree_of
from scorekeeper.rules.ruleset import NOTHING_SAID, Deals, OutcomeRow, Ruleset, StepTable
from scorekeeper.rules.ruleset_entries import LAWS
from scorekeeper.rules.ruleset_play import PlayRules, RefereeRules, referee_rules
from scorekeeper.text.message_text import labelled, listed, names_listed, parted, quoted, text_of
from scorekeeper.text.translation import Phrase, marked, tr, trn

# --- questions ---------------------------------------------------------------------------------
# The label and the question of each feature that every game can have.


QUESTIONS: Mapping[str, tuple[str, str]] = {
    # players and cards
    "players": (marked("The number of players"), marked("How many play?")),
    "sides": (marked("Who plays with whom"), marked("Do partners play together?")),
    "pack": (marked("The pack"), marked("Which pack is played with?")),
    "hand": (marked("The number of cards"), marked("How many cards has each player?")),
    # Translators: these cards belong to nobody's hand: a talon, a kitty, a widow.
    "talon": (marked("The cards beside"), marked("How many cards lie beside?")),
    # the schedule
    "deals": (marked("The number of deals"), marked("How many deals?")),
    "dealer": (marked("The way the deal passes"), marked("When does the deal pass left?")),
    "declarer": (marked("Who declares"), marked("Who declares?")),
    "leader": (marked("Who leads"), marked("Who leads?")),
    "first": (marked("The first deal"), marked("Who begins in the first deal?")),
    "resting": (marked("Who rests"), marked("Who rests, with more people than hands?")),
    "misdeal": (marked("A misdeal"), marked("What follows a misdeal?")),
    "dispute": (marked("A disputed count"), marked("May a disputed count be split?")),
    # the contracts
    "picking": (marked("How contracts come up"), marked("How do the contracts come up?")),
    "contracts-number": (
        marked("The number of contracts"),
        marked("How many contracts are there?"),
    ),
    "contracts": (marked("The contracts"), marked("Which contracts are played?")),
    "quotas": (marked("The quotas"), marked("What are the quotas?")),
    "ranks": (
        marked("The order of rank"),
        marked("In which contracts have cards another order of rank?"),
    ),
    # scoring
    "start": (marked("The score at the start"), marked("From which score does everybody start?")),
    "best": (marked("Which score wins"), marked("Does the highest or the lowest score win?")),
    "budgets": (
        marked("How often contracts may be declared"),
        marked("How often may a contract be declared?"),
    ),
    "next": (marked("What follows from a deal"), marked("What does a deal settle for the next?")),
    "end": (marked("The end"), marked("When is a game over?")),
    "winner": (marked("The winner"), marked("Who wins when the game is over?")),
    "bonus": (marked("The bonus"), marked("What does the end of a game bring?")),
    "points": (marked("What a deal scores"), marked("What does a deal score?")),
    "match": (marked("A match of games"), marked("How many games are played?")),
    # playing
    "options": (marked("The options"), marked("What may the table choose before it starts?")),
    "melds": (marked("The melds"), marked("Which melds are there?")),
}


def topic_of(key: str) -> str:
    """Return the label of a feature."""
    return tr(QUESTIONS[key][0])


def question_of(key: str) -> str:
    """Return the question that asks for a feature."""
    return tr(QUESTIONS[key][1])


# --- feature -----------------------------------------------------------------------------------
# A feature that distinguishes games, with its question and its sentence.


NONE, NOBODY = marked("none"), marked("nobody in particular")
NO_NUMBER, NOTHING_SPECIAL = marked("no fixed number"), marked("as in every deal")
NOT_SAID = marked("not said")


class Feature(NamedTuple):
    """A feature of a game: its label, the question about it, the answers (several if the game
    allows a choice), a sentence (`said`), and the text to follow "not" if the answer does not
    fit there (`instead`). `meant` is the meaning of the formulas, "" without formulas; games
    with equal meanings do not differ in the feature."""

    key: str
    topic: str
    question: str
    answers: tuple[str, ...]
    said: str
    instead: str = ""
    meant: Hashable = ""

    def is_same(self, other: Feature) -> bool:
        """Return True if both features have the same text or the same meaning."""
        return self.value == other.value or (self.meant != "" and self.meant == other.meant)

    @property
    def value(self) -> str:
        """Return the answers joined."""
        return listed(self.answers)

    @property
    def contrast(self) -> str | None:
        """Return the text to follow "not" in a contrast with another game; None if no text fits."""
        special = map(tr, (NONE, NOBODY, NO_NUMBER, NOTHING_SPECIAL, NOT_SAID))
        return None if self.value in (*special, self.said) else self.instead or self.value


def common_feature(
    key: str, answers: tuple[str, ...], said: str, instead: str = "", meant: Hashable = ""
) -> Feature:
    """Return a feature with the label and question common to all games."""
    return Feature(key, topic_of(key), question_of(key), answers, said, instead, meant)


# --- features of contracts and their quotas ----------------------------------------------------


def contract_features(rules: Ruleset) -> Iterator[Feature]:
    """Yield the features of contracts: how they are picked, number, names, quotas and card
    orders."""
    if not rules.contracts:
        yield common_feature("picking", (tr(NONE),), tr("there are no contracts"))
        return
    yield _picking(rules.deals)
    contracts = rules.contracts.values()
    number = len(contracts)
    there_are = trn(number, "there is {n} contract", "there are {n} contracts")
    yield common_feature("contracts-number", (str(number),), there_are)
    names = names_listed(c.name.shown() for c in contracts)
    yield common_feature(
        "contracts", (names,), tr("the contracts are {contracts}", contracts=names)
    )
    sets = _quota_sets(rules)
    if sets:
        yield common_feature("quotas", (sets,), tr("the quotas are {quotas}", quotas=sets))
    low = names_listed(c.name.shown() for c in contracts if c.ranks)
    if low:
        yield common_feature(
            "ranks", (low,), tr("cards have another order of rank in {contracts}", contracts=low)
        )
    else:
        yield common_feature("ranks", (tr(NONE),), tr("cards have one order of rank"))


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
    return common_feature("picking", (way,), said)


def _quota_sets(rules: Ruleset) -> str:
    """Return every set of quotas once, by role, as text; by the number of players if they
    differ."""
    by_players: dict[int, list[str]] = {}
    for situation in situations(rules, dependencies_of(rules)):
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
    """Return the quotas of a contract, clockwise from the declarer: `8-4-4`; "" if unknown."""
    turn = situation.turn
    facts = DealFacts(situation.agreed, situation.state, turn, situation.known)
    unknown = situation.agreed.rules.deals.first and situation.state.deal == 1
    numbers = None if unknown else quotas(facts)
    if numbers is None:
        return ""
    first = (turn.declarer or 0) % len(numbers)
    return "-".join(map(str, (*numbers[first:], *numbers[:first])))


# --- features of scoring and of the end of a game ----------------------------------------------


def scoring_features(rules: Ruleset) -> Iterator[Feature]:
    """Yield the features of scoring: the start score, which total wins, when a game ends, and the
    points of each row and table."""
    chosen = rules.game.chosen
    start = signed(rules.game.start)
    if "start" in chosen:
        start = text_of(amount(rules, chosen["start"]))
    yield common_feature("start", (start,), tr("everybody starts from {score}", score=start))
    if "best" in chosen:
        best = text_of(amount(rules, chosen["best"]))
        wins = tr("which total wins: {choice}", choice=best)
        yield common_feature("best", (best,), wins, meant=meaning(rules, {"": chosen["best"]}))
    elif rules.game.lowest_wins:
        yield common_feature("best", (tr("lowest"),), tr("the lowest score wins"), tr("the lowest"))
    else:
        yield common_feature(
            "best", (tr("highest"),), tr("the highest score wins"), tr("the highest")
        )
    yield _end_feature(rules)
    yield from _ending_features(rules)
    every = (scored(rules, c.points, c.scoring) for c in rules.contracts.values() if c.points)
    points = parted(dict.fromkeys(every))
    if points and not rules.scoring.outcomes:
        gives = tr("a deal scores {points}", points=points)
        contracts = [contract for contract in rules.contracts.values() if contract.points]
        meant = tuple(meaning(rules, contract.points) for contract in contracts)
        yield common_feature("points", (points,), gives, meant=meant)
    yield from [_outcome_feature(rules, outcome) for outcome in rules.scoring.outcomes]
    yield from [_ladder_feature(rules, ladder) for ladder in rules.scoring.ladders.values()]
    if rules.match:
        yield _match_feature(rules, rules.match.games)
    else:
        yield common_feature("match", (tr(NONE),), tr("one game is played"))


def meaning(rules: Ruleset, formulas: Mapping[str, Formula]) -> Hashable:
    """Return the meaning of formulas by role, independent of spelling: syntax trees and count
    labels."""
    return tuple(
        (role, dump(tree_of(formula)), *map(partial(_count_name, rules), sorted(formula.things)))
        for role, formula in sorted(formulas.items())
    )


def _count_name(rules: Ruleset, name: str) -> str:
    """Return the label of a count, or "" for any other name in a formula."""
    return rules.counts[name].name.shown() if name in rules.counts else ""


def _match_feature(rules: Ruleset, games: Formula) -> Feature:
    """Return the feature for the number of games in a match."""
    said, meant = text_of(amount(rules, games)), meaning(rules, {"": games})
    told = (
        tr("the table chooses how many games are played")
        if games.text in rules.options
        else tr("the number of games is {number}", number=said)
    )
    return common_feature("match", (said,), told, meant=meant)


def _end_feature(rules: Ruleset) -> Feature:
    if rules.game.over is None:
        return common_feature(
            "end", (tr("after the last deal"),), tr("a game is over after the last deal")
        )
    test, meant = end_of_game(rules), meaning(rules, {"": rules.game.over})
    over = tr("a game is over when {test}", test=test)
    return common_feature("end", (tr("when {test}", test=test),), over, meant=meant)


def _ending_features(rules: Ruleset) -> Iterator[Feature]:
    """Yield the features of a game's end: the winner and the bonus, if the rules name them."""
    winner, bonus = rules.game.winner, rules.game.bonus
    if winner:
        test, meant = who_wins(rules, winner), meaning(rules, {"": winner})
        said = tr("it is won by whoever fulfils: {test}", test=test)
        yield common_feature("winner", (test,), said, meant=meant)
    if rules.game.counting:
        yield common_feature(
            "winner", rules.game.counting, counted_in_turn(rules), meant=rules.game.counting
        )
    if bonus:
        points, meant = worth_of_bonus(rules, bonus), meaning(rules, {"": bonus.points})
        said = tr("the bonus when it is over is {points}", points=points)
        yield common_feature("bonus", (points,), said, meant=meant)


def _outcome_feature(rules: Ruleset, outcome: OutcomeRow) -> Feature:
    """Return the feature for the points of a settlement row."""
    named, gives = outcome.name.shown(), scored(rules, outcome.points, outcome.scoring)
    name = quoted(named) if named else tr("the deal")
    if outcome.scoring.by_language:  # a sentence of its own
        said = labelled(name, gives)
    else:
        said = tr("{outcome} scores {points}", outcome=name, points=gives)
    return Feature(
        f"row-{_slug(outcome.name)}",
        name,
        tr("What does {outcome} score?", outcome=name),
        (gives,),
        said,
        meant=meaning(rules, outcome.points),
    )


def _slug(name: Phrase) -> str:
    """Return a name as part of a key, the same in every language."""
    return re.sub(r"[^\w]+", "-", name.in_english().casefold()).strip("-")


def _ladder_feature(rules: Ruleset, ladder: StepTable) -> Feature:
    """Return the feature for a lookup table of the rules."""
    name = text_of(term(rules, ladder.id))
    steps = ", ".join(
        f"{step} {number_word(n)}" for step, n in (*ladder.steps, *ladder.words.items())
    )
    return Feature(
        f"table-{ladder.id}",
        tr("The table of {name}", name=name),
        tr("How does the table of {name} go?", name=name),
        (steps,),
        tr("the table of {name} goes {steps}", name=name, steps=steps),
    )


# --- features ----------------------------------------------------------------------------------
# All features of a game, with the questions that ask for them and the answers in words.


def features(rules: Ruleset) -> dict[str, Feature]:
    """Return features by key, in playing order."""
    found = [
        *_at_the_table(rules),
        *_schedule(rules),
        *contract_features(rules),
        *scoring_features(rules),
        *_play(rules, referee_rules(rules)),
    ]
    return {feature.key: feature for feature in found}


# --- players and cards ---------------------------------------------------------------------------


def _at_the_table(rules: Ruleset) -> Iterator[Feature]:
    players = tuple(map(str, rules.players))
    yield common_feature("players", players, tr("{players} play", players=listed(players)))
    yield _sides(rules)
    if not rules.has_cards:
        yield common_feature("pack", (tr(NONE),), tr("it is played without cards"))
        return
    pack = rules.pack.name.shown()
    yield common_feature("pack", (pack,), tr("the pack is {pack}", pack=pack))
    hands = _hands(rules)
    if hands:
        yield common_feature(
            "hand", hands, tr("each player has {cards} cards", cards=listed(hands))
        )
    yield _talon(rules)


def _talon(rules: Ruleset) -> Feature:
    """Return the feature for the number of undealt cards, an answer for each number of players."""
    beside = tuple(dict.fromkeys(map(talon_of, each_table(rules))))
    if beside == ("0",):
        return common_feature("talon", (tr(NONE),), tr("no cards lie beside"))
    if len(beside) > 1 or not beside[0].isdecimal():
        return common_feature("talon", beside, tr("{cards} cards lie beside", cards=listed(beside)))
    said = trn(int(beside[0]), "{n} card lies beside", "{n} cards lie beside")
    return common_feature("talon", beside, said)


def _sides(rules: Ruleset) -> Feature:
    if rules.teams:
        return common_feature(
            "sides", (tr("partners"),), tr("partners who sit across play together")
        )
    return common_feature("sides", (tr("everybody alone"),), tr("everybody plays alone"))


def _hands(rules: Ruleset) -> tuple[str, ...]:
    """Return the numbers of cards in a hand, one text for each number of players, without
    repetitions."""
    return tuple(dict.fromkeys(filter(None, map(hand_of, each_table(rules)))))


def hand_of(agreed: Agreed) -> str:
    """Return the number of cards in a hand: a span if it varies, "" if unknown."""
    return _span(cards_each(agreed))


def talon_of(agreed: Agreed) -> str:
    """Return the number of undealt cards; a span if it varies."""
    return _span(undealt_cards(agreed))


def _span(numbers: Iterable[int]) -> str:
    """Return the minimum and maximum of the numbers as text, one number if they are equal; "" if
    there are none."""
    several = sorted(numbers)
    if not several:
        return ""
    least, most = several[0], several[-1]
    return str(least) if least == most else tr("{least} to {most}", least=least, most=most)


# --- the schedule --------------------------------------------------------------------------------


def _schedule(rules: Ruleset) -> Iterator[Feature]:
    deals = rules.deals
    fixed = [deals_per_game(agreed) for agreed in each_table(rules)]
    numbers = tuple(dict.fromkeys(str(number) if number else tr(NO_NUMBER) for number in fixed))
    there_are = tr("there are {numbers} deals", numbers=listed(numbers))
    yield common_feature(
        "deals", numbers, there_are if deals.number else tr("no number of deals is fixed")
    )
    yield _dealer(rules)
    yield _declarer(rules)
    if rules.has_cards:
        yield _leader(rules)
    if deals.first:
        first = somebody(rules, deals.first)
        begins = (
            tr("in the first deal {player} begins, and deals the next", player=first)
            if rules.has_cards
            else tr("the first time {player} chooses, and begins the next", player=first)
        )
        yield common_feature("first", (first,), begins)
    else:
        yield common_feature(
            "first", (tr(NOTHING_SPECIAL),), tr("the first deal is like every other")
        )
    if budgets := budget_lines(rules):
        yield common_feature("budgets", tuple(budgets), parted(budgets))
    if lines := following_lines(rules):
        yield common_feature("next", tuple(lines), parted(lines))
    yield _resting(rules)
    if rules.has_cards:
        yield _misdeal(rules)
    yield _dispute(rules)


def _dealer(rules: Ruleset) -> Feature:
    """Return the feature for passing the deal, or the right to begin in a game without cards, to
    the next player."""
    stint = rules.deals.stint
    after = trn(stint, "after each deal", "after {n} deals")
    right = rules.deals.to_the_right
    if not rules.has_cards:
        passes = (
            trn(
                stint,
                "the next player at the right begins each time",
                "the next player at the right begins after {n} times",
            )
            if right
            else trn(
                stint,
                "the next player at the left begins each time",
                "the next player at the left begins after {n} times",
            )
        )
    elif right:
        passes = trn(
            stint, "the deal passes right after each deal", "the deal passes right after {n} deals"
        )
        after = tr("to the right, {after}", after=after)
    else:
        passes = trn(
            stint, "the deal passes left after each deal", "the deal passes left after {n} deals"
        )
    return common_feature("dealer", (after,), passes)


def _dispute(rules: Ruleset) -> Feature:
    if rules.dispute is None:
        words = tr("a disputed count is settled by one of its readings")
        return common_feature("dispute", (tr(NOT_SAID),), words)
    said = text_of(split_words(rules.dispute.split))
    return common_feature("dispute", (said,), said)


def _resting(rules: Ruleset) -> Feature:
    if rules.teams:
        return common_feature("resting", (tr(NOBODY),), tr("nobody can rest"))
    said = resting_words(rules, rules.resting or NOTHING_SAID)
    return common_feature("resting", (said,), said)


def _misdeal(rules: Ruleset) -> Feature:
    misdeal = rules.misdeal
    if misdeal is None:
        return common_feature("misdeal", (tr(NOT_SAID),), tr("nothing is said of a misdeal"))
    said = text_of(misdeal_words(misdeal, rules.deals.to_the_right))
    return common_feature("misdeal", (said,), tr("after a misdeal {what}", what=said))


def _declarer(rules: Ruleset) -> Feature:
    if rules.deals.declarer is None:
        return common_feature("declarer", (tr(NOBODY),), tr("nobody in particular declares"))
    who = somebody(rules, rules.deals.declarer)
    says = marked("{player} declares") if rules.has_cards else marked("{player} chooses")
    return common_feature("declarer", (who,), tr(says, player=who))


def _leader(rules: Ruleset) -> Feature:
    if rules.deals.leader is None:
        return common_feature(
            "leader", (tr(NOBODY),), tr("nobody in particular leads to the first trick")
        )
    who = somebody(rules, rules.deals.leader)
    return common_feature("leader", (who,), tr("{player} leads to the first trick", player=who))


# --- playing -------------------------------------------------------------------------------------


def _play(rules: Ruleset, referee: RefereeRules) -> Iterator[Feature]:
    if rules.has_cards:
        yield from _laws(rules, referee.play)
    yield _options(rules)
    if rules.has_cards:
        yield _melds(referee)


def _laws(rules: Ruleset, play: PlayRules) -> Iterator[Feature]:
    for law in LAWS:
        said, topic = law_of(rules, play, law), law_topic(law)
        yield Feature(f"law-{law}", topic, tr("{topic}: which is so?", topic=topic), (said,), said)


def _melds(referee: RefereeRules) -> Feature:
    if referee.melds:
        melds = listed((kind.name.shown() for kind in referee.melds.kinds), "and")
        return common_feature("melds", (melds,), tr("the melds are {melds}", melds=melds))
    return common_feature("melds", (tr(NONE),), tr("there are no melds"))


def _options(rules: Ruleset) -> Feature:
    if rules.options:
        options = listed((option_typed(rules, name).shown() for name in rules.options), "and")
        return common_feature(
            "options", (options,), tr("the options are {options}", options=options)
        )
    return common_feature("options", (tr(NONE),), tr("there are no options"))
