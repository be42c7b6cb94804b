"""Answers about melds: a hand's best melds, their value, and melds that do not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from scorekeeper.game.session_settings import Agreed
from scorekeeper.referee.dealing import holds_for, long_hand, with_choices
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    read_heap,
    shown_cards,
    source_line,
)
from scorekeeper.referee.trick_rules import trump_suit
from scorekeeper.rules.cards import Card, Pack, words_of_card, words_of_suit
from scorekeeper.rules.ruleset_play import MeldKind, Melds, RefereeRules
from scorekeeper.text.message import JoinedWords, RulesSentence, Words, say, titled
from scorekeeper.text.problems import Problem, Refused, gathered, refuse
from scorekeeper.text.translation import Phrase, marked

# --- possible melds of a hand, before choosing among them --------------------------------------


class Meld(NamedTuple):
    """A meld: its kind, its cards, its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


def possible_melds(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> list[list[Meld]]:
    """Return the possible melds of a hand in groups; at most one meld of a group may count.

    The parts of an unbroken run form a group, so that no run is split. Any other meld is its
    own group."""
    held = {card.code: card for card in hand}
    groups: list[list[Meld]] = []
    for kind in melds.kinds:
        if kind.cards:
            groups += [[meld] for meld in _sets(kind, pack, held, trump)]
        elif kind.four:
            groups += [[meld] for meld in _fours(kind, pack, held)]
        else:
            groups += [
                _parts(kind, run) for suit in pack.suits for run in _unbroken(pack, held, suit)
            ]
    return [sorted(group, key=lambda meld: -meld.points) for group in groups if group]


def _sets(kind: MeldKind, pack: Pack, held: Mapping[str, Card], trump: str) -> Iterable[Meld]:
    """Yield a meld for each suit, or only for trumps, in which the hand has all required ranks."""
    for suit in [trump] if kind.trumps else pack.suits:
        cards = tuple(
            [card for card in held.values() if suit in card.suits and card.rank in kind.cards]
        )
        if len(cards) == len(kind.cards) and kind.points > 0:
            yield Meld(kind.id, _in_rank(pack, cards), kind.points)


def _fours(kind: MeldKind, pack: Pack, held: Mapping[str, Card]) -> Iterable[Meld]:
    """Yield a meld for each rank of which the hand has every card."""
    for rank, points in kind.four.items():
        cards = tuple([card for card in pack.cards.values() if card.rank == rank])
        if points > 0 and all(card.code in held for card in cards):
            yield Meld(kind.id, cards, points)


def _in_rank(pack: Pack, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards by the pack's order of ranks, the highest first."""
    return tuple(sorted(cards, key=lambda card: pack.ranks.index(card.rank)))


def _unbroken(pack: Pack, held: Mapping[str, Card], suit: str) -> list[list[Card]]:
    """Return the unbroken runs of a suit in the hand, by the pack's order of ranks; some may be
    empty."""
    of_rank = {card.rank: card for card in held.values() if suit in card.suits}
    runs: list[list[Card]] = [[]]
    for rank in pack.ranks:
        if rank in of_rank:
            runs[-1].append(of_rank[rank])
        else:
            runs.append([])
    return runs


def _parts(kind: MeldKind, run: Sequence[Card]) -> list[Meld]:
    """Return a meld for each part of the run. A short one leaves cards for other melds."""
    parts = []
    for length in range(len(run), kind.run[0][0] - 1, -1):
        points = max(points for step, points in kind.run if step <= length)
        parts += [
            Meld(kind.id, tuple(run[start : start + length]), points)
            for start in range(len(run) - length + 1)
        ]
    return [meld for meld in parts if meld.points > 0]


# --- the best melds of a hand, by exact search -------------------------------------------------


def melds_of(agreed: Agreed, referee: RefereeRules) -> Melds | None:
    """Return the melds of the game under this table's options; None in a game without melds."""
    melds = referee.melds
    if melds is None:
        return None

    def chosen(kind: MeldKind) -> MeldKind:
        adds = kind.adds_when is None or holds_for(kind.adds_when, agreed.known)
        return kind if adds else replace(kind, adds_to="")

    return replace(melds, kinds=tuple(map(chosen, melds.kinds)))


def best_melds(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> tuple[Meld, ...]:
    """Return the melds of the hand with the highest total, with no card in more melds than
    allowed.

    The search tries every choice that can still beat the best total. A meld that adds to
    another meld is tried after it."""
    added = {kind.id: kind.adds_to for kind in melds.kinds if kind.adds_to}
    groups = sorted(
        possible_melds(melds, pack, hand, trump),
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


def counted_melds(
    melds: Melds, pack: Pack, hand: Sequence[Card], trump: str, gone: Sequence[Card]
) -> tuple[Meld, ...]:
    """Return the best melds, without kinds that need a spoken word and have a card in `gone`.

    `gone` are cards played before the melds were shown and without the word."""
    kinds = tuple(
        kind
        for kind in melds.kinds
        if not (kind.say.by_language and _was_played(kind, gone, trump))
    )
    return best_melds(replace(melds, kinds=kinds), pack, hand, trump)


def _was_played(kind: MeldKind, gone: Sequence[Card], trump: str) -> bool:
    """Return True if some played card can belong to a meld of this kind."""
    return any(
        card.rank in kind.cards and (trump in card.suits or not kind.trumps) for card in gone
    )


def _is_added(meld: Meld, added: Mapping[str, str], taken: Iterable[Meld]) -> bool:
    """Return True if the meld adds to a taken meld that contains all its cards, so that they are
    not used again."""
    to = added.get(meld.kind)
    return any(other.kind == to and set(meld.cards) <= set(other.cards) for other in taken)


def uses_of(melds: Melds, card: Card, trump: str) -> int:
    """Return the number of melds in which the card may count."""
    return melds.trump_uses.get(card.rank, melds.uses) if trump in card.suits else melds.uses


def meld_points(melds: Iterable[Meld]) -> int:
    """Return the points of these melds together."""
    return sum(meld.points for meld in melds)


def source_interpretation(agreed: Agreed, melds: Melds) -> RulesSentence:
    """Return the interpretation of an ambiguous source, with the table's options; empty if it is
    clear."""
    return with_choices(agreed, melds.reading)


# --- melds that do not count -------------------------------------------------------------------
# Each with the reason by the rules.


class Uncounted(NamedTuple):
    """A meld in a hand that does not count, and the reason."""

    meld: Meld
    why: Words


def uncounted_melds(
    melds: Melds, pack: Pack, hand: Sequence[Card], trump: str, gone: Sequence[Card],
    taken: Sequence[Meld],
) -> Iterator[Uncounted]:  # fmt: skip
    """Yield the melds of the hand that are not in `taken`, each with the reason.

    The suit is not trumps, a required word was not spoken before a card in `gone` was played,
    or the cards are used up by other melds. A run of which `taken` has a part is left out."""
    anywhere = replace(melds, kinds=tuple(replace(kind, trumps=False) for kind in melds.kinds))
    kinds = {kind.id: kind for kind in melds.kinds}
    for group in possible_melds(anywhere, pack, hand, trump):
        if not any(meld in taken for meld in group):
            yield Uncounted(group[0], _why(kinds[group[0].kind], pack, group[0], trump, gone))


def _why(kind: MeldKind, pack: Pack, meld: Meld, trump: str, gone: Sequence[Card]) -> Words:
    """Return the reason why the rules do not count a meld."""
    if kind.trumps and not all(trump in card.suits for card in meld.cards):
        return say("it counts in the trump suit alone")
    played = [card for card in meld.cards if card in gone]
    if kind.say.by_language and played:
        cards = shown_cards(pack, played)
        return say('"{word}" was not said when {cards} was played', word=kind.say, cards=cards)
    return say("its cards are in other melds as often as they may be")


# --- answer about melds ------------------------------------------------------------------------
# The best melds of a hand, their value, and the rules about melds.


def melds_answer(
    case: Case,
    words: Sequence[str],
    partner: Sequence[str] = (),
    played: Sequence[str] = (),
    said: bool = False,
    late: bool = False,
) -> RefereeAnswer:
    """Return the answer with the best melds of a hand and of the partner's hand, if given.

    `played` are cards of these hands played to the first trick. `said` is True if the required
    word was spoken, `late` if the melds were shown too late."""
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
        []
        if late
        else [*uncounted_melds(melds, case.pack, hand, trump, () if said else gone, taken)]
        for hand, taken in zip(hands, found, strict=True)
    ]
    found = [()] * len(hands) if late else found
    value = _value(case, melds, found, trump) | {"uncounted": [*map(_left_row, chain(*left))]}
    return RefereeAnswer(value, tuple(_lines(case, melds, found, left, trump, late)))


def _value(
    case: Case, melds: Melds, found: Sequence[tuple[Meld, ...]], trump: str
) -> dict[str, Any]:
    """Return the answer as values for JSON, with fixed keys."""
    rows = [[_row(meld) for meld in hand] for hand in found]
    value = {"total": sum(map(meld_points, found)), "melds": rows[0], "trump": trump}
    if len(found) > 1:
        value |= {"own": meld_points(found[0]), "partner": rows[1]}
    source = cited_source(case.rules, melds.source.if_any())
    return {**value, "reading": source_interpretation(case.agreed, melds), "source": source}


def _trump(case: Case, melds: Melds, hands: Sequence[Sequence[Card]]) -> str:
    """Return the trump suit; any suit if the melds' value is the same in all. Raises Refused if
    not."""

    def worths(suit: str) -> list[int]:
        return [sum(meld_points(best_melds(melds, case.pack, hand, suit)) for hand in hands)]

    return trump_suit(case, worths, say("melds depend on the trump suit"))


def _check_hands(case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]) -> None:
    """Raise Refused for a hand without cards, a card in both hands, or a card played from
    neither."""
    problems = [*_hand_problems(case, hands, played)]
    if problems:
        raise Refused(problems)


def _hand_problems(
    case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]
) -> Iterator[Problem]:
    """Yield the contradictions between the hands and the played cards."""
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
    """Return a meld as values for JSON."""
    return {"kind": meld.kind, "cards": [card.code for card in meld.cards], "points": meld.points}


def _left_row(left: Uncounted) -> dict[str, Any]:
    """Return a meld that does not count, with its reason, as values for JSON."""
    return {**_row(left.meld), "why": left.why}


# The key: are there two hands, and were the melds shown too late?
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
    """Yield the lines of the melds, the total, the melds that do not count, the rules about them,
    and the source."""
    kinds = {kind.id: kind for kind in melds.kinds}
    for is_partner, hand in enumerate(found):
        for meld in hand:
            words = _meld_words(case, kinds, meld)
            yield titled(titled(say("partner"), words) if is_partner else words, meld.points)
    yield say(
        TOTALS[len(found) > 1, late],
        total=sum(map(meld_points, found)),
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
    """Return the name of a meld and its cards, as text."""
    return JoinedWords((kinds[meld.kind].name, " ", shown_cards(case.pack, meld.cards)))


def _rules(case: Case, melds: Melds, words: Iterable[Phrase]) -> Iterable[Words]:
    """Yield the rules about the melds that count and the words that players must speak."""
    if melds.reading.by_language:
        yield source_interpretation(case.agreed, melds)
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
