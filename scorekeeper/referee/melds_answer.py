"""The answer about melds: the best of a hand and what they are worth, with the rules on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.hand import long_hand
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.meld_choices import Meld
from scorekeeper.referee.melds import best_melds, counted_melds, melds_of, reading_of, total
from scorekeeper.referee.melds_uncounted import Uncounted, uncounted
from scorekeeper.referee.read_cards import read_heap
from scorekeeper.referee.readings import trump_suit
from scorekeeper.rules.cards import Card, words_of_card, words_of_suit
from scorekeeper.rules.model_melds import MeldKind, Melds
from scorekeeper.text.language import Phrase, marked
from scorekeeper.text.message import Joined, Words, say, titled
from scorekeeper.text.problems import Problem, Refused, gathered, refuse


def melds_answer(
    case: Case,
    words: Sequence[str],
    partner: Sequence[str] = (),
    played: Sequence[str] = (),
    said: bool = False,
    late: bool = False,
) -> Answer:
    """The best melds of a hand and, where the partner's is given, of the team. `played` are cards
    of the hand that went to the first trick, `said` that the word for them was spoken; `late`
    that the melds were shown after their moment."""
    melds = melds_of(case.agreed, case.referee)
    if melds is None:
        raise refuse("melds-none", say("{game} has no melds", game=case.rules.name))
    own, other, gone = gathered(
        lambda: read_heap(case, words, "hand"),
        lambda: read_heap(case, partner, "partner"),
        lambda: read_heap(case, played, "played"),
    )
    hands = [own, other] if partner else [own]
    _check_hands(case, hands, gone)
    trump = _trump(case, melds, hands)
    found = [counted_melds(melds, case.pack, hand, trump, () if said else gone) for hand in hands]
    left = [
        [] if late else [*uncounted(melds, case.pack, hand, trump, () if said else gone, taken)]
        for hand, taken in zip(hands, found, strict=True)
    ]
    found = [()] * len(hands) if late else found
    value = _value(case, melds, found, trump) | {"uncounted": [*map(_left_row, chain(*left))]}
    return Answer(value, tuple(_lines(case, melds, found, left, trump, late)))


def _value(
    case: Case, melds: Melds, found: Sequence[tuple[Meld, ...]], trump: str
) -> dict[str, Any]:
    """The answer for a program; its keys are fixed."""
    rows = [[_row(meld) for meld in hand] for hand in found]
    value = {"total": sum(map(total, found)), "melds": rows[0], "trump": trump}
    if len(found) > 1:
        value |= {"own": total(found[0]), "partner": rows[1]}
    source = cited(case.rules, melds.source.if_any())
    return {**value, "reading": reading_of(case.agreed, melds), "source": source}


def _trump(case: Case, melds: Melds, hands: Sequence[Sequence[Card]]) -> str:
    """The trump suit, or any where the melds are worth the same in all."""

    def worths(suit: str) -> list[int]:
        return [sum(total(best_melds(melds, case.pack, hand, suit)) for hand in hands)]

    return trump_suit(case, worths, say("melds depend on the trump suit"))


def _check_hands(case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]) -> None:
    """Refuses a hand without cards, a card in both hands, and a card played from neither."""
    problems = [*_hand_problems(case, hands, played)]
    if problems:
        raise Refused(problems)


def _hand_problems(
    case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]
) -> Iterator[Problem]:
    """What cannot be of the hands and of what was played from them."""
    if not hands[0]:
        yield Problem("hand-missing", say("no cards: name those of the hand"), "hand")
    taken = sum(step.takes for step in case.referee.exchange)
    for hand, what in zip(hands, ("hand", "partner"), strict=False):
        yield from long_hand(case, hand, what, more=taken)
    for card in hands[0]:
        if any(card in other for other in hands[1:]):
            message = say("{card} is in both hands", card=words_of_card(case.pack, card))
            yield Problem("card-twice", message, "partner")
    for card in played:
        if not any(card in hand for hand in hands):
            message = say(
                "{card} was not in the hand: name the hand as it was dealt",
                card=words_of_card(case.pack, card),
            )
            yield Problem("card-not-held", message, "played")


def _row(meld: Meld) -> dict[str, Any]:
    """A meld for a program."""
    return {"kind": meld.kind, "cards": [card.code for card in meld.cards], "points": meld.points}


def _left_row(left: Uncounted) -> dict[str, Any]:
    """One that did not count, with its reason."""
    return {**_row(left.meld), "why": left.why}


# Whether there are two hands, and whether they were shown too late.
TOTALS = {
    (False, False): marked("total: {total}, with {suit} as trumps"),
    (False, True): marked("total: {total}, for it was shown too late"),
    (True, False): marked("total for the two hands: {total}, with {suit} as trumps"),
    (True, True): marked("total for the two hands: {total}, for it was shown too late"),
}


def _lines(
    case: Case, melds: Melds, found: Sequence[tuple[Meld, ...]],
    left: Sequence[Sequence[Uncounted]], trump: str, late: bool,
) -> Iterable[Words]:  # fmt: skip
    """Each meld, the total, those that did not count, the rules that bear on them, the source."""
    kinds = {kind.id: kind for kind in melds.kinds}
    for is_partner, hand in enumerate(found):
        for meld in hand:
            words = _meld_words(case, kinds, meld)
            yield titled(titled(say("partner"), words) if is_partner else words, meld.points)
    yield say(
        TOTALS[len(found) > 1, late],
        total=sum(map(total, found)),
        suit=words_of_suit(case.pack, trump),
    )
    for one in chain(*left):
        words = _meld_words(case, kinds, one.meld)
        yield say("{meld} does not count: {why}", meld=words, why=one.why)
    said = dict.fromkeys(kinds[meld.kind].say for hand in found for meld in hand)
    for rule in _rules(case, melds, said):
        yield say("rule: {rule}", rule=rule)
    yield source_line(case.rules, melds.source.if_any())


def _meld_words(case: Case, kinds: Mapping[str, MeldKind], meld: Meld) -> Words:
    """The kind of a meld and its cards."""
    return Joined((kinds[meld.kind].name, " ", shown_cards(case.pack, meld.cards)))


def _rules(case: Case, melds: Melds, words: Iterable[Phrase]) -> Iterable[Words]:
    """The rules on melds that count, and on the words that must be said with some."""
    if melds.reading.by_language:
        yield reading_of(case.agreed, melds)
    if melds.whose.by_language:
        # Translators: {melds} is whose melds count, in the rules' own words.
        yield say("counts: {melds}", melds=melds.whose)
    if melds.when.by_language:
        yield melds.when
    for word in words:
        if word.by_language:
            yield say(
                "if one of its cards is played before the melds are shown, "
                '"{word}" must be said with it',
                word=word,
            )
