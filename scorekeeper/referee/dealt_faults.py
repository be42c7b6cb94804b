"""What is said of an exchange, checked before it is gone through: how many cards were dealt to
whom, no card twice, how many steps there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.referee.case import Case
from scorekeeper.referee.exchange import Step, cards_dealt
from scorekeeper.referee.exchange_record import Exchanged, dealt_place
from scorekeeper.rules.cards import Card, words_of_card
from scorekeeper.text.message import Words, in_turn, listing, say, say_n
from scorekeeper.text.problems import Problem


def dealt_faults(case: Case, said: Exchanged, steps: Sequence[Step]) -> list[Problem]:
    """What is wrong with the hands as they were dealt, and with the talon."""
    return [*_wrong_sizes(case, said, steps), *_in_two_places(case, said)]


def _wrong_sizes(case: Case, said: Exchanged, steps: Sequence[Step]) -> Iterator[Problem]:
    """Hands and a talon of a number of cards that the rules do not deal."""
    sizes = cards_dealt(case, steps)
    if sizes is None:
        return
    dealt, beside = sizes
    for seat, cards in said.dealt.items():
        if len(cards) != dealt[seat]:
            message = say_n(
                len(cards), "{player} was dealt {n} card, not {wanted}",
                "{player} was dealt {n} cards, not {wanted}",
                player=case.agreed.players[seat], wanted=dealt[seat],
            )  # fmt: skip
            yield Problem("dealt-cards", message, "dealt")
    if said.talon is not None and len(said.talon) != beside:
        message = say_n(
            len(said.talon), "the talon has {n} card, not {wanted}",
            "the talon has {n} cards, not {wanted}", wanted=beside,
        )  # fmt: skip
        yield Problem("dealt-cards", message, "talon")


def _in_two_places(case: Case, said: Exchanged) -> Iterator[Problem]:
    """Each card that is in two hands, or in a hand and the talon."""
    places: dict[Card, list[Words]] = {}
    for place, cards in _piles(case, said):
        for card in cards:
            places.setdefault(card, []).append(place)
    for card, found in places.items():
        if len(found) > case.pack.numbers[card.code]:
            shown = words_of_card(case.pack, card)
            message = say(
                "{card} is in {places}", card=shown, places=listing(dict.fromkeys(found), "and")
            )
            yield Problem("card-twice", message, "dealt")


def _piles(case: Case, said: Exchanged) -> Iterator[tuple[Words, Iterable[Card]]]:
    """Each hand as it was dealt and the talon, behind what they are called."""
    for seat, cards in said.dealt.items():
        yield dealt_place(case.agreed.players[seat]), cards
    yield say("the talon"), said.talon or ()


def steps_fault(
    players: Sequence[str], steps: Sequence[Step], given: Sequence[Sequence[Card]]
) -> Problem | None:
    """A record that has not as many rows of cards as there are steps in which some are given."""
    giving = [step for step in steps if step.rule.gives]
    if len(given) == len(giving):
        return None
    message = say_n(
        len(given), "the exchange has {n} step, not {wanted}",
        "the exchange has {n} steps, not {wanted}", wanted=len(giving),
    )  # fmt: skip
    told = in_turn(message, *_orders(players, giving))
    return Problem("exchange-steps", told, "exchange")


def _orders(players: Sequence[str], giving: Sequence[Step]) -> Iterator[Words]:
    """Whose cards stand in which place of a step in which several players give."""
    for number, step in enumerate(giving, 1):
        if len(step.givers) > 1:
            names = listing((players[giver] for giver in step.givers), "and")
            yield say(
                "step {number} is one text with the cards of {players}, in this order",
                number=number, players=names,
            )  # fmt: skip
