"""The coming deal in a sentence: who deals, declares and leads, and which contracts are left."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.language import tr
from scorekeeper.schedule import Turn, is_spent
from scorekeeper.session import Agreed
from scorekeeper.speech import in_quotes
from scorekeeper.standing import Standing
from scorekeeper.words.deeds import player_at, who_does


def said_next(standing: Standing) -> str | None:
    """The coming deal in one spoken sentence; None when the session is over."""
    turn = standing.next_turn
    resting = standing.seating.agreed.resting
    return None if turn is None else turn_words(standing.agreed, turn, resting)


def turn_words(agreed: Agreed, turn: Turn, resting: Sequence[str] = ()) -> str:
    """The coming deal in one spoken sentence, with those who rest."""
    dealer, declarer, leader = (
        player_at(agreed, seat) for seat in (turn.dealer, turn.declarer, turn.leader)
    )
    people = who_does(dealer, declarer, leader, resting)
    words = in_quotes(
        [agreed.rules.contracts[name].name.shown().lower() for name in turn.contracts]
    )
    if is_spent(agreed.rules, turn) and declarer:
        # Translators: who does what, and that the declarer has no contract left to choose
        return tr("{people}; {player} has no contract left.", people=people, player=declarer)
    if not words:
        return f"{people}."
    if agreed.rules.deals.picked or len(words) > 1:
        # Translators: who does what, and which contracts are left to choose from
        return tr("{people}; left: {contracts}.", people=people, contracts=", ".join(words))
    return tr("{people}; contract: {contract}.", people=people, contract=words[0])
