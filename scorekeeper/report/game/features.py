"""The features of a game: what one would ask to tell it from another, and the answers in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.game.schedule import deals_per_game
from scorekeeper.game.session import Agreed
from scorekeeper.proof.situations import cards_beside, cards_each, tables
from scorekeeper.report.game.budget_words import budget_lines
from scorekeeper.report.game.contract_features import contract_features
from scorekeeper.report.game.feature import (
    NO_NUMBER,
    NOBODY,
    NONE,
    NOT_SAID,
    NOTHING_SPECIAL,
    Feature,
    common_feature,
)
from scorekeeper.report.game.following import following_lines
from scorekeeper.report.game.laws import law_of, law_topic
from scorekeeper.report.game.roles import somebody
from scorekeeper.report.game.scoring_features import scoring_features
from scorekeeper.report.resting_words import resting_words
from scorekeeper.rules.misdeals import misdeal_words, split_words
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_laws import LAWS
from scorekeeper.rules.model_play import Play, RefereeRules
from scorekeeper.rules.model_resting import NOTHING_SAID
from scorekeeper.rules.read_play import referee_rules
from scorekeeper.rules.said import option_typed
from scorekeeper.text.language import marked, tr, trn
from scorekeeper.text.speech import listed, parted, text_of


def features(rules: Ruleset) -> dict[str, Feature]:
    """Every feature of a game by its key, in the order in which a table meets them."""
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
    """How many cards lie beside, for each number of players; a span where it changes."""
    beside = tuple(dict.fromkeys(map(talon_of, tables(rules))))
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
    """How many cards each player has, for each number of players; a span where it changes."""
    return tuple(dict.fromkeys(filter(None, map(hand_of, tables(rules)))))


def hand_of(agreed: Agreed) -> str:
    """How many cards each player has at a table; a span where it changes, empty where it is not
    known."""
    return _span(cards_each(agreed))


def talon_of(agreed: Agreed) -> str:
    """How many cards lie beside at a table; a span where it changes."""
    return _span(cards_beside(agreed))


def _span(numbers: Iterable[int]) -> str:
    """The least and the most of the numbers, one where they are the same; empty where there are
    none."""
    several = sorted(numbers)
    if not several:
        return ""
    least, most = several[0], several[-1]
    return str(least) if least == most else tr("{least} to {most}", least=least, most=most)


# --- the schedule --------------------------------------------------------------------------------


def _schedule(rules: Ruleset) -> Iterator[Feature]:
    deals = rules.deals
    fixed = [deals_per_game(agreed) for agreed in tables(rules)]
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
    """When the deal passes to the next player; in a game without cards who begins."""
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
    said = text_of(split_words(rules.dispute["split"]))
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


def _laws(rules: Ruleset, play: Play) -> Iterator[Feature]:
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
