"""The best melds of a hand, found exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.cards import Card, Pack, words_of_card, words_of_suit
from scorekeeper.language import Phrase, marked
from scorekeeper.message import Joined, RulesSentence, Words, say, titled
from scorekeeper.problems import Problem, Refused, gathered, refuse
from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.dealing import holds_for
from scorekeeper.referee.dealing_words import with_choices
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.meld_choices import Meld, choices
from scorekeeper.referee.read_cards import read_heap
from scorekeeper.referee.readings import trump_suit
from scorekeeper.ruleset.play import MeldKind, Melds
from scorekeeper.session import Agreed


def melds_of(agreed: Agreed) -> Melds | None:
    """The melds of the game as this table plays them; None in a game that has none."""
    melds = agreed.rules.melds
    if melds is None:
        return None

    def chosen(kind: MeldKind) -> MeldKind:
        adds = kind.adds_when is None or holds_for(kind.adds_when, agreed.known)
        return kind if adds else kind._replace(adds_to="")

    return melds._replace(kinds=tuple(map(chosen, melds.kinds)))


# --- the best of them ----------------------------------------------------------------------------


def best_melds(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> tuple[Meld, ...]:
    """The melds of the hand that are worth most together, no card in more of them than it may be.

    Every choice is tried, but for those that could no longer catch up with the best so far. Melds
    that may add to another come after the others, for it must be known whether that is taken.
    """
    added = {kind.id: kind.adds_to for kind in melds.kinds if kind.adds_to}
    groups = sorted(
        choices(melds, pack, hand, trump),
        key=lambda group: (group[0].kind in added, -group[0].points),
    )
    most = [0]
    for group in reversed(groups):
        most.append(most[-1] + group[0].points)
    most.reverse()
    uses = {card.code: uses_of(melds, card, trump) for card in hand}
    best: tuple[int, tuple[Meld, ...]] = (0, ())

    def search(place: int, points: int, taken: tuple[Meld, ...]) -> None:
        nonlocal best
        if points > best[0]:
            best = (points, taken)
        if place == len(groups) or points + most[place] <= best[0]:
            return
        for meld in groups[place]:
            used = () if _is_added(meld, added, taken) else meld.cards
            if all(uses[card.code] for card in used):
                for card in used:
                    uses[card.code] -= 1
                search(place + 1, points + meld.points, (*taken, meld))
                for card in used:
                    uses[card.code] += 1
        search(place + 1, points, taken)

    search(0, 0, ())
    return best[1]


def _is_added(meld: Meld, added: Mapping[str, str], taken: Iterable[Meld]) -> bool:
    """Whether the meld counts with one taken before that holds its cards: no further use of
    them."""
    to = added.get(meld.kind)
    return any(other.kind == to and set(meld.cards) <= set(other.cards) for other in taken)


def uses_of(melds: Melds, card: Card, trump: str) -> int:
    """In how many melds the card may count."""
    return melds.trump_uses.get(card.rank, melds.uses) if trump in card.suits else melds.uses


def total(melds: Iterable[Meld]) -> int:
    """What melds are worth together."""
    return sum(meld.points for meld in melds)


# --- the answer ----------------------------------------------------------------------------------


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
    melds = melds_of(case.agreed)
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
    found = [_counting(melds, case, hand, trump, () if said else gone) for hand in hands]
    found = [()] * len(hands) if late else found
    value = {
        "total": sum(map(total, found)),
        "melds": [_row(meld) for meld in found[0]],
        "trump": trump,
    }
    if partner:
        value |= {"own": total(found[0]), "partner": [_row(meld) for meld in found[1]]}
    value |= {
        "reading": reading_of(case.agreed),
        "source": cited(case.rules, melds.source.if_any()),
    }
    return Answer(value, tuple(_lines(case, melds, found, trump, late)))


def _trump(case: Case, melds: Melds, hands: Sequence[Sequence[Card]]) -> str:
    """The trump suit, or any where the melds are worth the same in all."""

    def worths(suit: str) -> list[int]:
        return [sum(total(best_melds(melds, case.pack, hand, suit)) for hand in hands)]

    return trump_suit(case, worths, say("melds depend on the trump suit"))


def _check_hands(case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]) -> None:
    problems = (
        [Problem("hand-missing", say("no cards: name those of the hand"), "hand")]
        if not hands[0]
        else []
    )
    both = [card for card in hands[0] if len(hands) > 1 and card in hands[1]]
    problems += [
        Problem(
            "card-twice",
            say("{card} is in both hands", card=words_of_card(case.pack, card)),
            "partner",
        )
        for card in both
    ]
    away = [card for card in played if not any(card in hand for hand in hands)]
    for card in away:
        message = say(
            "{card} was not in the hand: name the hand as it was dealt",
            card=words_of_card(case.pack, card),
        )
        problems.append(Problem("card-not-held", message, "played"))
    if problems:
        raise Refused(problems)


def _counting(
    melds: Melds, case: Case, hand: Sequence[Card], trump: str, gone: Sequence[Card]
) -> tuple[Meld, ...]:
    """The best melds; one that needs a word said does not count where its card went unsaid."""
    kinds = tuple(
        [
            kind
            for kind in melds.kinds
            if not (kind.say.by_language and _was_played(kind, gone, trump))
        ]
    )
    return best_melds(melds._replace(kinds=kinds), case.pack, hand, trump)


def _was_played(kind: MeldKind, gone: Sequence[Card], trump: str) -> bool:
    return any(
        card.rank in kind.cards and (trump in card.suits or not kind.trumps) for card in gone
    )


def _row(meld: Meld) -> dict[str, Any]:
    return {"kind": meld.kind, "cards": [card.code for card in meld.cards], "points": meld.points}


# Whether there are two hands, and whether they were shown too late.
TOTALS = {
    (False, False): marked("total: {total}, with {suit} as trumps"),
    (False, True): marked("total: {total}, for it was shown too late"),
    (True, False): marked("total for the two hands: {total}, with {suit} as trumps"),
    (True, True): marked("total for the two hands: {total}, for it was shown too late"),
}


def _lines(
    case: Case, melds: Melds, found: Sequence[tuple[Meld, ...]], trump: str, late: bool
) -> Iterable[Words]:
    kinds = {kind.id: kind for kind in melds.kinds}
    whose: list[tuple[Words, ...]] = [(), (say("partner"), ": ")]
    for name, hand in zip(whose, found, strict=False):
        for meld in hand:
            cards = shown_cards(case.pack, meld.cards)
            yield titled(Joined((*name, kinds[meld.kind].name, " ", cards)), meld.points)
    yield say(
        TOTALS[len(found) > 1, late],
        total=sum(map(total, found)),
        suit=words_of_suit(case.pack, trump),
    )
    words = dict.fromkeys(kinds[meld.kind].say for hand in found for meld in hand)
    for rule in _rules(case, melds, words):
        yield say("rule: {rule}", rule=rule)
    yield source_line(case.rules, melds.source.if_any())


def reading_of(agreed: Agreed) -> RulesSentence:
    """How the source is read, with what this table chose put in; empty where it is plain."""
    melds = agreed.rules.melds
    return with_choices(agreed, melds.reading if melds else Phrase({}))


def _rules(case: Case, melds: Melds, words: Iterable[Phrase]) -> Iterable[Words]:
    """The rules on melds that count, and on the words that must be said with some."""
    if melds.reading.by_language:
        yield reading_of(case.agreed)
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
