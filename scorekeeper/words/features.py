"""The features of a game: what one would ask to tell it from another, and the answers in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.language import tr, trn
from scorekeeper.possibilities.situations import cards_each, tables
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.model_laws import LAWS
from scorekeeper.ruleset.model_play import RefereeRules
from scorekeeper.ruleset.model_resting import NOTHING_SAID
from scorekeeper.ruleset.read_play import referee_rules
from scorekeeper.ruleset.said import option_typed
from scorekeeper.schedule import deals_per_game
from scorekeeper.session import Agreed
from scorekeeper.speech import listed, text_of
from scorekeeper.spoken.misdeals import misdeal_words, split_words
from scorekeeper.words.contract_features import contract_features
from scorekeeper.words.feature import (
    NO_NUMBER,
    NOBODY,
    NONE,
    NOT_SAID,
    NOTHING_SPECIAL,
    Feature,
    common_feature,
)
from scorekeeper.words.laws import law_of, law_topic
from scorekeeper.words.resting_words import resting_words
from scorekeeper.words.roles import somebody
from scorekeeper.words.scoring_features import scoring_features


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
    pack = rules.pack.name.shown()
    yield common_feature("pack", (pack,), tr("the pack is {pack}", pack=pack))
    hands = _hands(rules)
    if hands:
        yield common_feature(
            "hand", hands, tr("each player has {cards} cards", cards=listed(hands))
        )
    beside = trn(rules.talon, "{n} card lies beside", "{n} cards lie beside")
    if rules.talon:
        yield common_feature("talon", (str(rules.talon),), beside)
    else:
        yield common_feature("talon", (tr(NONE),), tr("no cards lie beside"))


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
    yield common_feature(
        "deals", numbers, there_are if deals.number else tr("no number of deals is fixed")
    )
    stint = trn(deals.stint, "after each deal", "after {n} deals")
    passes = trn(
        deals.stint, "the deal passes left after each deal", "the deal passes left after {n} deals"
    )
    yield common_feature("dealer", (stint,), passes)
    yield _declarer(rules)
    yield _leader(rules)
    if deals.first:
        first = somebody(rules, deals.first)
        begins = tr("in the first deal {player} begins, and deals the next", player=first)
        yield common_feature("first", (first,), begins)
    else:
        yield common_feature(
            "first", (tr(NOTHING_SPECIAL),), tr("the first deal is like every other")
        )
    yield _resting(rules)
    yield _misdeal(rules)
    yield _dispute(rules)


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
    said = text_of(misdeal_words(misdeal))
    return common_feature("misdeal", (said,), tr("after a misdeal {what}", what=said))


def _declarer(rules: Ruleset) -> Feature:
    if rules.deals.declarer is None:
        return common_feature("declarer", (tr(NOBODY),), tr("nobody in particular declares"))
    who = somebody(rules, rules.deals.declarer)
    return common_feature("declarer", (who,), tr("{player} declares", player=who))


def _leader(rules: Ruleset) -> Feature:
    if rules.deals.leader is None:
        return common_feature(
            "leader", (tr(NOBODY),), tr("nobody in particular leads to the first trick")
        )
    who = somebody(rules, rules.deals.leader)
    return common_feature("leader", (who,), tr("{player} leads to the first trick", player=who))


# --- playing -------------------------------------------------------------------------------------


def _play(rules: Ruleset, referee: RefereeRules) -> Iterator[Feature]:
    for law in LAWS:
        said, topic = law_of(rules, referee.play, law), law_topic(law)
        yield Feature(f"law-{law}", topic, tr("{topic}: which is so?", topic=topic), (said,), said)
    if rules.options:
        options = listed((option_typed(rules, name).shown() for name in rules.options), "and")
        yield common_feature(
            "options", (options,), tr("the options are {options}", options=options)
        )
    else:
        yield common_feature("options", (tr(NONE),), tr("there are no options"))
    if referee.melds:
        melds = listed((kind.name.shown() for kind in referee.melds.kinds), "and")
        yield common_feature("melds", (melds,), tr("the melds are {melds}", melds=melds))
    else:
        yield common_feature("melds", (tr(NONE),), tr("there are no melds"))
