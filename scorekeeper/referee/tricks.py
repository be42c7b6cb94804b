"""Tricks: the winner, the cards that may be played, and the law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from scorekeeper.referee.trick_rules import TRUMP_HEIGHT, TrickRules, is_trump
from scorekeeper.rules.cards import Card, Pack, suit_led, words_of_card
from scorekeeper.rules.ruleset_entries import CLOSED, THROW
from scorekeeper.text.message import Words, in_turn, listing, say
from scorekeeper.text.translation import Phrase, marked

# --- the winner of a trick ---------------------------------------------------------------------


# Messages by the law on ties: the reason why a card wins, then the law itself.
AMONG_EQUALS = {
    "first played": marked("{card} is the highest card, first played among equals"),
    "last played": marked("{card} is the highest card, last played among equals"),
}
HIGHEST_WINS = {
    "first played": marked("the highest card wins, whatever its suit; of equals the first played"),
    "last played": marked("the highest card wins, whatever its suit; of equals the last played"),
}


def winner(rules: TrickRules, trick: Sequence[Card]) -> int:
    """Return the index, from 0, of the winning card.

    The highest trump wins, else the highest card of the suit led, or of all if any suit may
    win. The law on ties decides between equal cards. A card without a suit never follows suit.
    If no card has a suit, the first wins."""
    height, suits = rules.height, rules.suits
    led, any_suit, last_wins = (
        suit_led(trick),
        rules.laws["wins"] == "any suit",
        rules.laws["ties"] == "last played",
    )
    best = 0 if any_suit else next((n for n, card in enumerate(trick) if card.suits), 0)
    top = height[trick[best].code]
    for place in range(best + 1, len(trick)):
        code = trick[place].code
        high = height[code]
        if (high > top or (last_wins and high == top)) and (
            high > TRUMP_HEIGHT or any_suit or led in suits[code]
        ):
            best, top = place, high
    return best


def winning_reason(rules: TrickRules, pack: Pack, trick: Sequence[Card]) -> Words:
    """Return the reason why the winning card wins."""
    card = trick[winner(rules, trick)]
    shown = words_of_card(pack, card)
    level = [other for other in trick if rules.height[other.code] == rules.height[card.code]]
    if rules.laws["wins"] == "any suit":
        if len(level) > 1:
            return say(AMONG_EQUALS[rules.laws["ties"]], card=shown)
        return say("{card} is the highest card", card=shown)
    trumps = [other for other in trick if is_trump(rules, other)]
    if trumps:
        return (
            say("{card} is the highest trump", card=shown)
            if trumps[1:]
            else say("{card} is the only trump", card=shown)
        )
    return _of_suit_led(rules, shown, trick)


def _of_suit_led(rules: TrickRules, shown: Words, trick: Sequence[Card]) -> Words:
    """Return the reason for winning a trick without trumps."""
    led = suit_led(trick)
    if led is None:
        return say("no card has a suit: {card} was played first", card=shown)
    of_suit = [other for other in trick if led in other.suits]
    if len(of_suit) == 1:
        why = say("only {card} is of the suit led, {suit}", card=shown, suit=rules.words[led])
    else:
        why = say(
            "{card} is the highest card of the suit led, {suit}", card=shown, suit=rules.words[led]
        )
    if len(of_suit) == len(trick):
        return why
    none = say("there are no trumps") if rules.trump is None else say("no trump was played")
    return in_turn(why, none)


def winning_law(rules: TrickRules) -> Words:
    """Return the law by which tricks are won, as text."""
    if rules.laws["wins"] == "any suit":
        return say(HIGHEST_WINS[rules.laws["ties"]])
    if rules.trump:
        return say("the highest trump wins, else the highest card of the suit led")
    return say("the highest card of the suit led wins")


# --- cards that a law bars or requires ---------------------------------------------------------
# Suits that may not be led yet, cards that must be thrown, cards that must beat the trick.


# The remaining cards and the rule; None if no card is barred.
Bound = tuple[tuple[Card, ...], Words] | None


def to_lead(rules: TrickRules, hand: Sequence[Card], broken: AbstractSet[str]) -> Bound:
    """Return the cards that may be led, with the rule; None if no closed suit restricts
    the lead.

    A closed suit may not be led until one of its cards was played to an earlier trick, unless
    the hand has nothing else. `broken` are the suits played to earlier tricks."""
    closed = rules.closed - broken
    open_cards = tuple([card for card in hand if closed.isdisjoint(card.suits)])
    if not closed or len(open_cards) == len(hand):
        return None
    suits = listing((rules.words[suit] for suit in sorted(closed)), "and")
    if not open_cards:
        return tuple(hand), say("nothing but {suits} in the hand: any card may be led", suits=suits)
    return open_cards, say(
        "{suits} may not be led before one was played to an earlier trick", suits=suits
    )


def to_throw(rules: TrickRules, hand: Sequence[Card]) -> Bound:
    """Return the cards from which a player who cannot follow must choose, with the rule; None if
    the hand has no such card."""
    thrown = tuple([card for card in hand if card.code in rules.thrown])
    if not thrown:
        return None
    return thrown, say(
        "who cannot follow must throw one of these, if the hand has one: {cards}",
        cards=rules.thrown_said,
    )


def to_beat(rules: TrickRules, cards: Sequence[Card], trick: Sequence[Card]) -> Bound:
    """Return the cards that would win the trick so far, and the rule, if the law requires beating
    the trick and the hand can; else None."""
    if rules.laws["head"] != "always":
        return None
    higher = tuple([card for card in cards if winner(rules, (*trick, card)) == len(trick)])
    return (higher, say("who can beat the trick must")) if higher else None


# --- the cards that may be played to a trick, and the law --------------------------------------


class Legal(NamedTuple):
    """The cards that may be played, the law, and its source."""

    cards: tuple[Card, ...]
    because: Words
    source: Phrase | None


def legal(
    rules: TrickRules,
    hand: Sequence[Card],
    trick: Sequence[Card],
    broken: AbstractSet[str] = frozenset(),
) -> Legal:
    """Return the cards that may be played from the hand to the trick so far. `broken` are the
    suits played to earlier tricks.

    1. The leader plays any card, but none of a closed suit. 2. Follow suit. 3. Head. 4. Throw
    when void. 5. Trump when void. 6. Do not under-trump. 7. Beat the trick."""
    if not trick:
        return _leading(rules, hand, broken)
    free = _played_to(rules, hand, trick)
    bound = to_beat(rules, free.cards, trick)
    return Legal(*bound, rules.sources["head"]) if bound else free


def _leading(rules: TrickRules, hand: Sequence[Card], broken: AbstractSet[str]) -> Legal:
    """Return the cards that may be led."""
    bound = to_lead(rules, hand, broken)
    if bound is not None:
        return Legal(*bound, rules.sources[CLOSED])
    return Legal(tuple(hand), say("the leader plays any card"), rules.sources["follow"])


def _played_to(rules: TrickRules, hand: Sequence[Card], trick: Sequence[Card]) -> Legal:
    """Return the legal cards after the lead, by all laws except the law of beating the trick."""
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
    """Return the cards that follow suit. If the law requires heading the trick, return only higher
    cards, unless there are none."""
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
    """Return the cards for a hand not bound to follow: trumps where the law requires them, else
    any card."""
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
    """Return the cards without trumps below an opponent's winning trump, if the law bars them and
    others are left."""
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
    """Return True if lower trumps are barred: a plain suit was led, and the winning card, at index
    `best`, is an opponent's trump."""
    if rules.laws["undertrump"] == "free" or suit_led(trick) == rules.trump:
        return False
    is_partners = rules.partners and len(trick) - best == rules.seats // 2
    return is_trump(rules, trick[best]) and not is_partners


def duties_of_play(rules: TrickRules) -> list[tuple[Words, Words | None]]:
    """Return every duty of play in force as text, with its source."""
    return [(words, rules.sources[law]) for law, words in _duties(rules)]


def _duties(rules: TrickRules) -> Iterator[tuple[str, Words]]:
    """Yield each law that imposes a duty of play, with its text."""
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
