"""Answers about stops: the cards that fit on piles that grow by rank in each suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.referee.dealing import long_hand
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    read_heap,
    referee_command,
    rule_line,
    shown_cards,
    typed_values_fix,
)
from scorekeeper.rules.cards import (
    Card,
    Pack,
    rank_named,
    words_of_card,
    words_of_rank,
    words_of_ranks,
)
from scorekeeper.rules.ruleset import Contract
from scorekeeper.text.message import CommandOption, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, gathered, refuse
from scorekeeper.text.translation import marked

UP, DOWN, BOTH = "up", "down", "both"


class PileRules(NamedTuple):
    """The rules for piles: each begins with the rank `start`, then follows an order in `orders`:
    two if it grows in both directions."""

    start: str
    direction: str
    orders: tuple[tuple[str, ...], ...]


def layout_of(pack: Pack, start: str, direction: str, ring: bool) -> PileRules:
    """Return the rules for piles that begin with this rank. In a ring the lowest rank follows the
    highest."""
    up = tuple(reversed(pack.ranks))
    orders = []
    for way in (UP, DOWN) if direction == BOTH else (direction,):
        ranks = up if way == UP else pack.ranks
        place = ranks.index(start)
        orders.append((*ranks[place:], *(ranks[:place] if ring else ())))
    return PileRules(start, direction, tuple(orders))


def next_cards(layout: PileRules, pack: Pack, laid: Sequence[Card]) -> set[str]:
    """Return the codes of the cards that fit: the first card of a suit without a pile, or the next
    on a pile.

    Of each pile `laid` needs only the top card."""
    fitting = set()
    for suit in pack.suits:
        codes = {card.rank: card.code for card in pack.cards.values() if suit in card.suits}
        ranks = {card.rank for card in laid if suit in card.suits}
        if not ranks:
            fitting.add(codes[layout.start])
            continue
        for order in layout.orders:
            reached = max((order.index(rank) for rank in ranks if rank in order), default=0)
            if reached + 1 < len(order):
                fitting.add(codes[order[reached + 1]])
    return fitting


def covered_codes(layout: PileRules, pack: Pack, laid: Sequence[Card]) -> set[str]:
    """Return the codes of all cards in the piles, including the cards below the laid ones."""
    hidden = set()
    for card in laid:
        for order in layout.orders:
            if card.rank in order:
                ranks = order[: order.index(card.rank) + 1]
                hidden |= {
                    c.code for c in pack.cards.values() if c.suits == card.suits and c.rank in ranks
                }
                break
    return hidden


# --- the answer ----------------------------------------------------------------------------------


def stops_answer(
    case: Case,
    hand_words: Sequence[str],
    layout_words: Sequence[str],
    start: str | None,
    direction: str | None,
) -> RefereeAnswer:
    """Return the answer with the cards of the hand that fit on the piles."""
    contract = _contract(case)
    layout, hand, laid = gathered(
        lambda: layout_in(case, contract, start, direction),
        lambda: read_heap(case, hand_words, "hand"),
        lambda: read_heap(case, layout_words, "layout"),
    )
    _check(case, layout, hand, laid)
    fitting = next_cards(layout, case.pack, laid)
    playable = [card for card in hand if card.code in fitting]
    source = contract.source.if_any()
    value = {
        "playable": [card.code for card in playable],
        "must_play": bool(playable),
        "start": layout.start,
        "direction": layout.direction,
        "source": cited_source(case.rules, source),
    }
    orders = listing((words_of_ranks(case.pack, order) for order in layout.orders), "and")
    rule = say(
        "each suit is laid {ranks}; who has a card that fits must play one, else passes",
        ranks=orders,
    )
    return RefereeAnswer(value, (_fitting_line(case.pack, playable), rule_line(case, rule, source)))


def _fitting_line(pack: Pack, playable: Sequence[Card]) -> Words:
    """Return the line of the fitting cards, or the line that no card fits."""
    if not playable:
        return say("nothing fits: pass")
    return say("may be played: {cards}; one of them must be", cards=shown_cards(pack, playable))


def _contract(case: Case) -> Contract:
    """Return the contract played as a layout: as named, or the only one. Raises Refused if there
    is none."""
    chosen = case.chosen
    if chosen is not None and chosen.stops is not None:
        return chosen
    layouts = [contract for contract in case.rules.contracts.values() if contract.stops is not None]
    if not layouts:
        message = say("{game} has no layouts: it is played in tricks", game=case.rules.name)
        raise refuse(
            "stops-none", message, None, say("ask `{command}`", command=referee_command("legal"))
        )
    if chosen is None and len(layouts) == 1:
        return layouts[0]
    unknown = say("which layout is not known")
    message = say("{contract} is played in tricks", contract=chosen.name) if chosen else unknown
    names = [contract.id for contract in layouts]
    raise refuse("stops-contract", message, "contract", typed_values_fix("contract", names))


def layout_in(
    case: Case, contract: Contract, start: str | None, direction: str | None
) -> PileRules:
    """Return the contract's rules for piles. Raises Refused if a value that the deal decides is
    missing or unknown."""
    stops = contract.stops
    assert stops is not None
    first = _settled(case, contract, "start", stops.start, start)
    way = _settled(case, contract, "direction", stops.direction, direction)
    rank = rank_named(case.pack, first or "")
    problems = [] if rank is not None else [_start_problem(case, contract, first)]
    if way not in (UP, DOWN, BOTH):
        problems.append(_direction_problem(contract, way))
    if problems or rank is None or way is None:
        raise Refused(problems)
    return layout_of(case.pack, rank, way, stops.ring)


def _start_problem(case: Case, contract: Contract, start: str | None) -> Problem:
    """Return the problem that the first rank of the piles is missing or unknown."""
    ranks = [words_of_rank(case.pack, rank) for rank in case.pack.ranks]
    if start is None:
        message = say("{contract}: the first rank is chosen in the deal", contract=contract.name)
        return Problem("start-missing", message, "start", (typed_values_fix("start", ranks),))
    message = say("`{rank}` is not a rank of this pack", rank=start)
    return Problem("start-rank", message, "start", (say("say {choices}", choices=listing(ranks)),))


def _direction_problem(contract: Contract, way: str | None) -> Problem:
    """Return the problem of a direction that is missing or unknown."""
    if way is None:
        message = say("{contract}: the direction is chosen in the deal", contract=contract.name)
        return Problem(
            "direction-missing", message, "direction", (typed_values_fix("direction", (UP, DOWN)),)
        )
    hint = did_you_mean(way, (UP, DOWN)) or say("say {choices}", choices=listing((UP, DOWN)))
    return Problem(
        "direction-unknown", say("`{word}` is not a direction", word=way), "direction", (hint,)
    )


# The messages that an entered value contradicts the contract's.
FIXED = {
    "start": marked("{contract} has start {fixed}, not {said}"),
    "direction": marked("{contract} has direction {fixed}, not {said}"),
}


def _settled(case: Case, contract: Contract, what: str, fixed: str, said: str | None) -> str | None:
    """Return the value that the contract fixes; if it leaves the value to the deal, the entered or
    known value, or None.

    Raises Refused if the entered value differs from the fixed value."""
    if fixed.startswith("fact "):
        known = case.facts.get(fixed[5:])
        return said if said is not None else None if known is None else str(known)
    if said is not None and said.casefold() != fixed.casefold():
        message = say(FIXED[what], contract=contract.name, fixed=fixed, said=said)
        raise refuse(
            "stops-fixed", message, what, say("leave {option} out", option=CommandOption(what))
        )
    return fixed


def _check(case: Case, layout: PileRules, hand: Sequence[Card], laid: Sequence[Card]) -> None:
    """Raise Refused for a hand without cards or with too many, and for impossible cards in hand or
    piles."""
    problems = [*long_hand(case, hand, "hand")]
    if not hand:
        problems.append(Problem("hand-missing", say("no cards in the hand: name them"), "hand"))
    covered = covered_codes(layout, case.pack, laid)
    both = [words_of_card(case.pack, card) for card in hand if card.code in covered]
    if both:
        message = say(
            "{cards} cannot be in the hand: the pile has grown past it", cards=listing(both, "and")
        )
        problems.append(Problem("card-twice", message, "hand"))
    problems += _unreached(case, layout, laid)
    if problems:
        raise Refused(problems)


def _unreached(case: Case, layout: PileRules, laid: Sequence[Card]) -> Iterable[Problem]:
    """Yield a problem for each card that no pile can reach."""
    for card in laid:
        if not any(card.rank in order for order in layout.orders):
            message = say("{card} lies outside the layout", card=words_of_card(case.pack, card))
            yield Problem("layout-rank", message, "layout")
