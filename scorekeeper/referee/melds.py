"""The best melds of a hand, found exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.cards import Card, Pack, printed, suit_word
from scorekeeper.language import marked, tr
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Problem, Refused, gathered, labelled, refuse
from scorekeeper.referee.case import Answer, Case, cited, read_heap, shown_cards, source_line
from scorekeeper.referee.dealing import holds_for, with_choices
from scorekeeper.referee.ways import trump_suit
from scorekeeper.ruleset.play import MeldKind, Melds
from scorekeeper.session import Agreed


class Meld(NamedTuple):
    """One meld: its kind, its cards, its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


def melds_of(agreed: Agreed) -> Melds | None:
    """The melds of the game as this table plays them; None in a game that has none."""
    melds = agreed.rules.melds
    if melds is None:
        return None

    def chosen(kind: MeldKind) -> MeldKind:
        adds = kind.adds_when is None or holds_for(kind.adds_when, agreed.known)
        return kind if adds else kind._replace(adds_to="")

    return melds._replace(kinds=tuple(map(chosen, melds.kinds)))


# --- what a hand could meld ------------------------------------------------------------------------


def choices(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> list[list[Meld]]:
    """What may be melded, in groups of which one may be taken each: the parts of one unbroken
    run are a group, so that no run is cut in two; every other meld is one by itself."""
    held = {card.code: card for card in hand}
    groups: list[list[Meld]] = []
    for kind in melds.kinds:
        if kind.cards:
            groups += [[meld] for meld in _sets(kind, pack, held, trump)]
        elif kind.four:
            groups += [[meld] for meld in _fours(kind, pack, held)]
        else:
            groups += [_parts(kind, run) for suit in pack.suits for run in _unbroken(pack, held, suit)]
    return [sorted(group, key=lambda meld: -meld.points) for group in groups if group]


def _sets(kind: MeldKind, pack: Pack, held: Mapping[str, Card], trump: str) -> Iterable[Meld]:
    for suit in [trump] if kind.trumps else pack.suits:
        cards = tuple([card for card in held.values() if suit in card.suits and card.rank in kind.cards])
        if len(cards) == len(kind.cards) and kind.points > 0:
            yield Meld(kind.id, _in_rank(pack, cards), kind.points)


def _fours(kind: MeldKind, pack: Pack, held: Mapping[str, Card]) -> Iterable[Meld]:
    for rank, points in kind.four.items():
        cards = tuple([card for card in pack.cards.values() if card.rank == rank])
        if points > 0 and all(card.code in held for card in cards):
            yield Meld(kind.id, cards, points)


def _in_rank(pack: Pack, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: pack.ranks.index(card.rank)))


def _unbroken(pack: Pack, held: Mapping[str, Card], suit: str) -> list[list[Card]]:
    """The unbroken runs of a suit that the hand holds, by the pack's own order; the last may be empty."""
    of_rank = {card.rank: card for card in held.values() if suit in card.suits}
    runs: list[list[Card]] = [[]]
    for rank in pack.ranks:
        if rank in of_rank:
            runs[-1].append(of_rank[rank])
        elif runs[-1]:
            runs.append([])
    return runs


def _parts(kind: MeldKind, run: Sequence[Card]) -> list[Meld]:
    """The run and every shorter one within it: a shorter one leaves a card for something else."""
    parts = []
    for length in range(len(run), kind.run[0][0] - 1, -1):
        points = max(points for step, points in kind.run if step <= length)
        parts += [Meld(kind.id, tuple(run[start : start + length]), points) for start in range(len(run) - length + 1)]
    return [meld for meld in parts if meld.points > 0]


# --- the best of them ------------------------------------------------------------------------------


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
    """Whether the meld counts with one taken before that holds its cards: no further use of them."""
    to = added.get(meld.kind)
    return any(other.kind == to and set(meld.cards) <= set(other.cards) for other in taken)


def uses_of(melds: Melds, card: Card, trump: str) -> int:
    """In how many melds the card may count."""
    return melds.trump_uses.get(card.rank, melds.uses) if trump in card.suits else melds.uses


def total(melds: Iterable[Meld]) -> int:
    """What melds are worth together."""
    return sum(meld.points for meld in melds)


# --- the answer --------------------------------------------------------------------------------------


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
        raise refuse("melds-none", tr("{game} has no melds", game=case.rules.name.shown()))
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
    value = {"total": sum(map(total, found)), "melds": [_row(meld) for meld in found[0]], "trump": trump}
    if partner:
        value |= {"own": total(found[0]), "partner": [_row(meld) for meld in found[1]]}
    value |= {"reading": reading_of(case.agreed), "source": cited(case.rules, melds.source.shown())}
    return Answer(value, tuple(_lines(case, melds, found, trump, late)))


def _trump(case: Case, melds: Melds, hands: Sequence[Sequence[Card]]) -> str:
    """The trump suit, or any where the melds are worth the same in all."""

    def worths(suit: str) -> list[int]:
        return [sum(total(best_melds(melds, case.pack, hand, suit)) for hand in hands)]

    return trump_suit(case, worths, tr("melds depend on the trump suit"))


def _check_hands(case: Case, hands: Sequence[Sequence[Card]], played: Sequence[Card]) -> None:
    problems = [Problem("hand-missing", tr("no cards: name those of the hand"), "hand")] if not hands[0] else []
    both = [card for card in hands[0] if len(hands) > 1 and card in hands[1]]
    problems += [
        Problem("card-twice", tr("{card} is in both hands", card=printed(case.pack, card)), "partner") for card in both
    ]
    away = [card for card in played if not any(card in hand for hand in hands)]
    for card in away:
        message = tr("{card} was not in the hand: name the hand as it was dealt", card=printed(case.pack, card))
        problems.append(Problem("card-not-held", message, "played"))
    if problems:
        raise Refused(problems)


def _counting(melds: Melds, case: Case, hand: Sequence[Card], trump: str, gone: Sequence[Card]) -> tuple[Meld, ...]:
    """The best melds; one that needs a word said does not count where its card went unsaid."""
    kinds = tuple([kind for kind in melds.kinds if not (kind.say.by_language and _was_played(kind, gone, trump))])
    return best_melds(melds._replace(kinds=kinds), case.pack, hand, trump)


def _was_played(kind: MeldKind, gone: Sequence[Card], trump: str) -> bool:
    return any(card.rank in kind.cards and (trump in card.suits or not kind.trumps) for card in gone)


def _row(meld: Meld) -> dict[str, Any]:
    return {"kind": meld.kind, "cards": [card.code for card in meld.cards], "points": meld.points}


# Whether there are two hands, and whether they were shown too late.
TOTALS = {
    (False, False): marked("total: {total}, with {suit} as trumps"),
    (False, True): marked("total: {total}, for it was shown too late"),
    (True, False): marked("total for the two hands: {total}, with {suit} as trumps"),
    (True, True): marked("total for the two hands: {total}, for it was shown too late"),
}


def _lines(case: Case, melds: Melds, found: Sequence[tuple[Meld, ...]], trump: str, late: bool) -> Iterable[str]:
    kinds = {kind.id: kind for kind in melds.kinds}
    whose = ["", tr("partner") + ": "] if len(found) > 1 else [""]
    for name, hand in zip(whose, found, strict=True):
        for meld in hand:
            cards = f"{name}{kinds[meld.kind].name.shown()} {shown_cards(case.pack, meld.cards)}"
            yield labelled(cards, meld.points)
    yield tr(TOTALS[len(found) > 1, late], total=sum(map(total, found)), suit=suit_word(case.pack, trump))
    for rule in _rules(case, melds, dict.fromkeys(kinds[meld.kind].say.shown() for hand in found for meld in hand)):
        yield tr("rule: {rule}", rule=rule)
    yield source_line(case.rules, melds.source.shown())


def reading_of(agreed: Agreed) -> str:
    """How the source is read, with what this table chose put in."""
    melds = agreed.rules.melds
    return with_choices(agreed, melds.reading.shown()) if melds else ""


def _rules(case: Case, melds: Melds, words: Iterable[str]) -> Iterable[str]:
    """The rules on melds that count, and on the words that must be said with some."""
    # Translators: {melds} is whose melds count, in the rules' own words.
    whose = tr("counts: {melds}", melds=melds.whose.shown()) if melds.whose.by_language else ""
    yield from filter(None, (reading_of(case.agreed), whose, melds.when.shown()))
    for word in filter(None, words):
        yield tr('if one of its cards is played before the melds are shown, "{word}" must be said with it', word=word)
