"""Which cards may be played to a trick, and by which law."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from scorekeeper.referee.bound import to_beat, to_lead, to_throw
from scorekeeper.referee.trick import winner
from scorekeeper.referee.trick_rules import TrickRules, is_trump
from scorekeeper.rules.cards import Card, suit_led
from scorekeeper.rules.model_laws import CLOSED, THROW
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Words, say


class Legal(NamedTuple):
    """The cards that may be played, the law that says so, and its place in the source."""

    cards: tuple[Card, ...]
    because: Words
    source: Phrase | None


def legal(
    rules: TrickRules,
    hand: Sequence[Card],
    trick: Sequence[Card],
    broken: AbstractSet[str] = frozenset(),
) -> Legal:
    """What may be played from the hand to the trick so far, by the laws in force; `broken` are the
    suits of which a card was played to an earlier trick.

    1. The leader plays any card, but none of a closed suit.  2. Follow suit.  3. Head.
    4. Throw when void.  5. Trump when void.  6. Do not under-trump.  7. Beat the trick.
    """
    if not trick:
        return _leading(rules, hand, broken)
    free = _played_to(rules, hand, trick)
    bound = to_beat(rules, free.cards, trick)
    return Legal(*bound, rules.sources["head"]) if bound else free


def _leading(rules: TrickRules, hand: Sequence[Card], broken: AbstractSet[str]) -> Legal:
    """What may be led."""
    bound = to_lead(rules, hand, broken)
    if bound is not None:
        return Legal(*bound, rules.sources[CLOSED])
    return Legal(tuple(hand), say("the leader plays any card"), rules.sources["follow"])


def _played_to(rules: TrickRules, hand: Sequence[Card], trick: Sequence[Card]) -> Legal:
    """What may be played to a trick that was led to, but for the law to beat it always."""
    led = suit_led(trick)
    if led is None:
        rule = say("no card of the trick has a suit: any card may be played")
        return Legal(tuple(hand), rule, rules.sources["follow"])
    of_suit = [card for card in hand if led in card.suits]
    bound = None if of_suit else to_throw(rules, hand)
    if bound is not None:
        return Legal(*bound, rules.sources[THROW])
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
    if rules.laws["undertrump"] == "free" or suit_led(trick) == rules.trump:
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
    if laws["head"] == "always":
        yield "head", say("who can beat the trick must")
    if rules.closed:
        yield (
            CLOSED,
            say(
                "{suits} may not be led before one was played to an earlier trick",
                suits=rules.closed_said,
            ),
        )
    if rules.thrown:
        yield (
            THROW,
            say(
                "who cannot follow must throw one of these, if the hand has one: {cards}",
                cards=rules.thrown_said,
            ),
        )
    if laws["undertrump"] != "free":
        yield (
            "undertrump",
            say("an opponent's trump may not be under-trumped, unless the hand holds nothing else"),
        )
