"""What a recorded deal says of the exchange, read: the talon, the hands as dealt, what was
given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.record.names import facts_named
from scorekeeper.referee.case import Case, seat_named
from scorekeeper.referee.read_cards import read_heap
from scorekeeper.rules.cards import Card
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, Refused

LEFT_OUT = "-"  # a step that may be left out, and was


class Exchanged(NamedTuple):
    """The cards of the talon, the hands as they were dealt by seat, and the cards given in each
    step of the exchange, none for one that was left out; None where the record does not say."""

    talon: tuple[Card, ...] | None = None
    dealt: Mapping[int, tuple[Card, ...]] = {}
    given: tuple[tuple[Card, ...], ...] | None = None


def exchange_keys(case: Case) -> tuple[str, ...]:
    """The keys of a record that speak of the exchange, in a game that has one; but for those that
    are facts of the game."""
    keys = ("talon", "dealt", "exchange") if case.referee.exchange else ()
    return tuple(key for key in keys if not facts_named(case.rules, key))


def read_exchanged(raw: Mapping[str, Any], case: Case) -> tuple[Exchanged, list[Problem]]:
    """What the record says of the exchange, and what is wrong with it."""
    keys = [key for key in exchange_keys(case) if key in raw]
    reader = _Reader(case)
    talon = reader.cards(raw["talon"], "talon") if "talon" in keys else None
    dealt = reader.dealt(raw["dealt"]) if "dealt" in keys else {}
    given = reader.given(raw["exchange"]) if "exchange" in keys else None
    return Exchanged(talon, dealt, given), reader.problems


class _Reader:
    """Reads cards from a record: notes every problem and goes on."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.problems: list[Problem] = []

    def cards(self, value: Any, key: str, place: Words | None = None) -> tuple[Card, ...]:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            message = say("`{key}` must be cards in quotes", key=key)
            self.problems.append(Problem("record-value", message, key, place=place))
            return ()
        try:
            return read_heap(self.case, words, key, in_file=True)
        except Refused as refusal:
            self.problems += [problem._replace(place=place) for problem in refusal.problems]
            return ()

    def dealt(self, table: Any) -> dict[int, tuple[Card, ...]]:
        if not isinstance(table, dict):
            message = say("`[dealt]` must be a table of players and their cards")
            self.problems.append(Problem("record-value", message, "dealt"))
            return {}
        return dict(self._hands(table))

    def _hands(self, table: Mapping[str, Any]) -> Iterator[tuple[int, tuple[Card, ...]]]:
        for name, cards in table.items():
            try:
                seat = seat_named(self.case.agreed, name, "dealt")
            except Refused as refusal:
                self.problems += refusal.problems
                continue
            yield seat, self.cards(cards, "dealt", dealt_place(name))

    def given(self, value: Any) -> tuple[tuple[Card, ...], ...] | None:
        """A row of cards for each step; one step alone needs no list."""
        rows = [value] if isinstance(value, str) else value
        if not isinstance(rows, list):
            message = say("`{key}` must be a list of words in quotes", key="exchange")
            self.problems.append(Problem("record-value", message, "exchange"))
            return None
        return tuple(
            () if row == LEFT_OUT else self.cards(row, "exchange", step_place(number))
            for number, row in enumerate(rows, 1)
        )


def dealt_place(player: str) -> Words:
    """The place of a fault: a hand as it was dealt."""
    return say("{player}'s hand as dealt", player=player)


def step_place(number: int) -> Words:
    """The place of a fault: a step of the exchange, numbered from 1."""
    return say("exchange, step {number}", number=number)
