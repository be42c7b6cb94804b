"""A step of dealing with what this table has filled in: the seats, the options, the size of a hand,
the contracts left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.referee.case import Case
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.referee.table_choices import with_choices
from scorekeeper.rules.model_deals import said_seat
from scorekeeper.text.language import Phrase, marked
from scorekeeper.text.message import Joined, RulesSentence, Words, in_turn, listing, say

MOST_LISTED = 3  # sizes of a hand; of more the least and the most are said


SEATS = {
    "dealer": marked("the dealer"),
    "left": marked("the player at the dealer's left"),
    "right": marked("the player at the dealer's right"),
    "across": marked("the dealer's partner"),
}


def in_words(
    case: Case, step: Phrase, seats: Mapping[str, Words], contracts: Iterable[str] = ()
) -> RulesSentence:
    """Return a sentence of a step with its seats, its options, the size of a hand and the
    contracts left put in."""
    names = [
        case.rules.contracts[name].name for name in contracts or case.opened or case.rules.contracts
    ]
    said = with_choices(case.agreed, step)
    places = {**seats, "hand": hand_words(case), "contracts": in_turn(*names) if names else ""}
    return said._replace(values=(*said.values, *places.items()))


def seat_words(case: Case) -> dict[str, Words]:
    """The seats that a step may name, as they are said."""
    named = players_by_seat(case) if case.named else {}
    return {
        name: Joined((say(words), f" ({named[name]})")) if named else say(words)
        for name, words in SEATS.items()
    }


def players_by_seat(case: Case) -> dict[str, str]:
    """The seats that a step may name, each with its player."""
    players, agreed = case.agreed.players, case.agreed
    away = {"dealer": 0, "left": 1, "right": -1, "across": len(players) // 2}
    named = {name: players[(case.dealer + steps) % len(players)] for name, steps in away.items()}
    if agreed.rota is not None and agreed.dealer_rests:
        named = {**named, "right": named["dealer"], "dealer": agreed.rota.dealer}
    right = agreed.rules.deals.to_the_right
    return {said_seat(name, right) or name: player for name, player in named.items()}


def hand_words(case: Case) -> Words:
    """How many cards a hand has, or what that follows from where it cannot be worked out."""
    sizes, hand = hand_sizes(case), case.rules.hand
    if len(sizes) > MOST_LISTED:
        return say("{least} to {most}", least=min(sizes), most=max(sizes))
    if sizes:
        return listing(map(str, sizes))
    return f"({hand.text})" if hand else say("the same number of")
