"""How many cards a hand has: in the deal that is asked about, or in any deal there may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.schedule import turn
from scorekeeper.game.session import Agreed, seated
from scorekeeper.referee.case import Case, cited
from scorekeeper.rules.cards import Card
from scorekeeper.rules.formula import FormulaError
from scorekeeper.text.message import Joined, Words, say, say_n
from scorekeeper.text.problems import Problem


def hand_sizes(case: Case) -> tuple[int, ...]:
    """Each number of cards that a hand may have: one where the deal is known or all deals are
    alike, none where the rules do not say it or it cannot be worked out."""
    hand, state = case.rules.hand, case.state
    if hand is None:
        return ()
    if hand.constant is not None:
        return (hand.constant,)
    try:
        if state is not None:
            return (
                DealFacts(case.agreed, state, turn(case.agreed, state, case.facts), case.facts)[
                    "hand"
                ],
            )

        # 5 ms, only where no deal is known
        from scorekeeper.proof.situations import cards_each  # noqa: PLC0415

        return tuple(dict.fromkeys(size for agreed in _tables(case) for size in cards_each(agreed)))
    except FormulaError:
        return ()


def kept_sizes(case: Case) -> tuple[int, ...]:
    """Return each number of cards with which a hand may begin to play: one for every trick where
    the rules say how many tricks there are."""
    tricks = case.referee.play.tricks
    return (tricks,) if tricks else hand_sizes(case)


def long_hand(case: Case, hand: Sequence[Card], what: str, more: int = 0) -> Iterator[Problem]:
    """Return the problem of a hand that has more cards than anybody holds: those of play, and
    `more` where some are given away afterwards. The rules on too many cards come with it."""
    most = max(kept_sizes(case), default=None)
    if most is None or len(hand) <= most + more:
        return
    message = say_n(
        most + more,
        "a hand has {n} card at most, not {number}",
        "a hand has {n} cards at most, not {number}",
        number=len(hand),
    )
    hint = say("count again: name only the cards that are in the hand")
    yield Problem("hand-cards", message, what, (hint,), rule=_too_many(case))


def _too_many(case: Case) -> Words | None:
    """Return the ruling on a hand with too many cards, with its source; None where there is
    none."""
    # 2 ms, only for a refusal
    from scorekeeper.rules.read_casebook import casebook  # noqa: PLC0415

    for ruling in casebook(case.rules).topics.get("too-many-cards", ()):
        return Joined((ruling.text, " (", cited(case.rules, ruling.source.if_any()), ")"))
    return None


def _tables(case: Case) -> list[Agreed]:
    """The table that is known, or one for every number of players."""
    if case.named or "players" in case.facts:
        return [case.agreed]
    seats = [tuple(f"{seat}" for seat in range(number)) for number in case.rules.players]
    return [seated(case.rules, names, 0, case.agreed.options) for names in seats]
