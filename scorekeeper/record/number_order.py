"""Bare numbers behind a player's name: in seat order, or beginning with that player."""

from collections.abc import Sequence

from scorekeeper.game.counts import counted
from scorekeeper.game.judge import Scored, judged
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.names import players_named
from scorekeeper.record.numbers import is_numbers
from scorekeeper.rules.model import Count
from scorekeeper.text.message import Joined, Words, say
from scorekeeper.text.problems import Problem

NUMBER_ORDER = "number-order"  # the code of the question which order was meant


def order_questions(
    agreed: Agreed, state: State, words: Sequence[str], typed: Facts, scored: Scored
) -> tuple[Problem, ...]:
    """Return a question where the numbers of a line may have been typed in another order than they
    were read in, and the points would then differ.

    `Ben 20 14` gives the first number to the first seat, as always; but somebody may have begun
    with Ben and gone on clockwise. `typed` are the facts that were read of the words alone.
    """
    found = _first_of_numbers(agreed, words, typed)
    if found is None:
        return ()
    seat, count = found
    column = typed[count.id]
    place = seat if count.by_player else agreed.side_of[seat]
    if place == 0:
        return ()
    turned = [*column[-place:], *column[:-place]]
    other = judged(agreed, state, {**scored.said, count.id: turned}).scored
    if other is None or other.points == scored.points:
        return ()
    message = say(
        "numbers go in seat order: {read}. Beginning with {player} they would be {other}",
        read=_column(agreed, count, scored),
        player=agreed.players[seat],
        other=_column(agreed, count, other),
    )
    return (Problem(NUMBER_ORDER, message, count.id),)


def _first_of_numbers(
    agreed: Agreed, words: Sequence[str], typed: Facts
) -> tuple[int, Count] | None:
    """Return the seat of the player named right before the bare numbers of a line, and the count
    that these numbers are; None where no name stands there, or they are not of one count."""
    place = next((n for n, word in enumerate(words) if is_numbers(word)), 0)
    named = players_named(agreed, words[place - 1]) if place else []
    items = [item for word in words[place:] if is_numbers(word) for item in word.split(",") if item]
    if len(named) != 1 or len(items) < 2 or any(":" in item for item in items):
        return None
    for count in agreed.rules.counts.values():
        column = typed.get(count.id)
        is_list = isinstance(column, list) and not count.of_one
        if is_list and len(items) == sum(number is not None for number in column or ()):
            return named[0], count
    return None


def _column(agreed: Agreed, count: Count, scored: Scored) -> Words:
    """Return the numbers of a count with their names: `Ann 20, Ben 14`."""
    numbers = scored.said[count.id]
    pairs = zip(counted(count, agreed), numbers, strict=True)
    return Joined(tuple(Joined(pair, " ") for pair in pairs), ", ")
