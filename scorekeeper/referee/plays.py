"""Which cards may be played to a trick, and by which law."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.language import Phrase
from scorekeeper.message import Words, say
from scorekeeper.referee.trick import winner
from scorekeeper.referee.trick_rules import TrickRules, is_trump


class Legal(NamedTuple):
    """The cards that may be played, the law that says so, and its place in the source."""

    cards: tuple[Card, ...]
    because: Words
    source: Phrase | None


def legal(rules: TrickRules, hand: Sequence[Card], trick: Sequence[Card]) -> Legal:
    """What may be played from the hand to the trick so far, by the laws in force.

    1. The leader plays any card.  2. Follow suit.  3. Head.  4. Trump when void.
    5. Do not under-trump.
    """
    if not trick:
        return Legal(tuple(hand), say("the leader plays any card"), rules.sources["follow"])
    led = trick[0].suits[0]
    of_suit = [card for card in hand if led in card.suits]
    if rules.laws["follow"] == "free":
        rule = say("any card may be played; nobody has to follow")
        return Legal(tuple(hand), rule, rules.sources["follow"])
    if of_suit and (rules.laws["follow"] == "must" or led == rules.trump):
        return _following(rules, of_suit, trick, led)
    return _not_under(rules, _void(rules, hand, of_suit, led), trick)


def _following(
    rules: TrickRules, of_suit: Sequence[Card], trick: Sequence[Card], led: str
) -> Legal:
    """Following suit, and heading where the law asks for it and the hand can."""
    if rules.laws["head"] == "suit led" or (
        rules.laws["head"] == "trumps led" and led == rules.trump
    ):
        top = max(rules.height[card.code] for card in trick if led in card.suits)
        higher = tuple([card for card in of_suit if rules.height[card.code] > top])
        if higher:
            rule = say(
                "{suit} were led: who holds any must follow, and beat the highest of the suit in "
                "the trick",
                suit=rules.words[led],
            )
            return Legal(higher, rule, rules.sources["head"])
        rule = say(
            "{suit} were led: who holds any must follow; none of these beats the trick, so any "
            "will do",
            suit=rules.words[led],
        )
        return Legal(tuple(of_suit), rule, rules.sources["head"])
    rule = say("{suit} were led: who holds any must follow", suit=rules.words[led])
    return Legal(tuple(of_suit), rule, rules.sources["follow"])


def _void(rules: TrickRules, hand: Sequence[Card], of_suit: Sequence[Card], led: str) -> Legal:
    """Not bound to follow: a trump where the law asks for it, else any card."""
    trumps = tuple([card for card in hand if is_trump(rules, card)])
    if rules.laws["void"] == "must trump" and rules.trump and led != rules.trump and not of_suit:
        if trumps:
            rule = say("no {suit} in the hand: who cannot follow must trump", suit=rules.words[led])
            return Legal(trumps, rule, rules.sources["void"])
        rule = say("neither {suit} nor trumps in the hand: any card", suit=rules.words[led])
        return Legal(tuple(hand), rule, rules.sources["void"])
    if rules.laws["follow"] == "trumps only" and led != rules.trump:
        rule = say("only trumps must be followed: any card")
        return Legal(tuple(hand), rule, rules.sources["follow"])
    rule = say("no {suit} in the hand: any card", suit=rules.words[led])
    return Legal(tuple(hand), rule, rules.sources["void"])


def _not_under(rules: TrickRules, free: Legal, trick: Sequence[Card]) -> Legal:
    """A trump below the winning trump of an opponent is barred, unless there is nothing else."""
    best = winner(rules, trick)
    if not _may_not_go_under(rules, trick, best):
        return free
    top, source = rules.height[trick[best].code], rules.sources["undertrump"]
    rest = tuple(
        card for card in free.cards if not (is_trump(rules, card) and rules.height[card.code] < top)
    )
    if len(rest) == len(free.cards):
        return free
    if not rest:
        rule = say("nothing but lower trumps in the hand: one of them may go under")
        return Legal(free.cards, rule, source)
    return Legal(rest, say("an opponent's trump may not be under-trumped"), source)


def _may_not_go_under(rules: TrickRules, trick: Sequence[Card], best: int) -> bool:
    """Whether a lower trump is barred: where another suit was led, and the winning card, at the
    place `best`, is the trump of an opponent."""
    if rules.laws["undertrump"] == "free" or trick[0].suits[0] == rules.trump:
        return False
    is_partners = rules.partners and len(trick) - best == rules.seats // 2
    return is_trump(rules, trick[best]) and not is_partners


def duties(rules: TrickRules) -> list[tuple[Words, Words | None]]:
    """Every duty of play in force, in words, with its source."""
    return [(words, rules.sources[law]) for law, words in _duties(rules)]


def _duties(rules: TrickRules) -> Iterator[tuple[str, Words]]:
    """Every duty of play in force, in words, with the law that says so."""
    laws, trumps = rules.laws, rules.trump is not None
    if laws["follow"] == "must":
        yield "follow", say("a player who holds the suit led must follow")
    if laws["follow"] == "trumps only":
        yield "follow", say("only when trumps are led must they be followed")
    if laws["follow"] == "free":
        yield "follow", say("any card may be played at any time")
    if laws["void"] == "must trump" and trumps:
        yield "void", say("who cannot follow must trump")
    if laws["head"] == "suit led":
        yield "head", say("who follows must beat the highest of the suit if possible")
    if laws["head"] == "trumps led" and trumps:
        yield "head", say("when trumps are led the highest must be beaten if possible")
    if laws["undertrump"] != "free":
        yield (
            "undertrump",
            say("an opponent's trump may not be under-trumped, unless the hand holds nothing else"),
        )
