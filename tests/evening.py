"""An evening without a disk: a session file in memory, and the acts that append to it."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import ruleset

from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.league.session_record import evening_after, evening_of
from scorekeeper.record.changes_between_deals import noting
from scorekeeper.record.corrections import (
    amendment,
    inserting,
    redoing,
    striking,
    swapping,
    undoing,
)
from scorekeeper.record.disputed_counts import coming_deal, settling
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Act, Book, opened
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.problems import Refused

AT = "2026-11-21T19:05:00Z"


class Evening:
    """A session as it is typed; every act is appended as text and read again from the bytes."""

    def __init__(
        self,
        game: str | Ruleset,
        *players: str,
        dealer: str | None = None,
        turns: SitOutPlan | None = None,
        **options: Any,
    ) -> None:
        rules = ruleset(game) if isinstance(game, str) else game
        agreed = agree(rules, players or ("Anna", "Björn", "Cleo"), dealer, options, turns)
        self.data = head_text(new_head(agreed, "eve", AT)).encode()
        self.read: tuple[bytes, Book] | None = None

    @property
    def book(self) -> Book:
        """The session as somebody else would open it."""
        if self.read is None or self.read[0] != self.data:
            self.read = self.data, opened(self.data, "eve")
        return self.read[1]

    def did(self, act: Act) -> Act:
        """Appends an act's entries; the row of the session that it tells is that of the text."""
        told = evening_after(self.book, act)
        self.data += "".join(map(entry_text, act.entries)).encode()
        assert told == evening_of(self.book)
        return act

    def deal(self, line: str) -> Act:
        return self.did(coming_deal(self.book, split_line(line), AT))

    def amend(self, number: int, line: str, why: str = "") -> Act:
        return self.did(amendment(self.book, number, split_line(line), AT, why))

    def insert(self, number: int, line: str) -> Act:
        return self.did(inserting(self.book, number, split_line(line), AT))

    def strike(self, number: int) -> Act:
        return self.did(striking(self.book, number, AT))

    def swap(self, number: int, other: int) -> Act:
        return self.did(swapping(self.book, number, other, AT))

    def settle(self, number: int, decision: object, why: str = "") -> Act:
        return self.did(settling(self.book, number, str(decision), AT, why))

    def note(self, text: str) -> Act:
        return self.did(noting(self.book, text, AT))

    def undo(self) -> Act:
        return self.did(undoing(self.book, AT))

    def redo(self) -> Act:
        return self.did(redoing(self.book, AT))

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """The running totals after each deal."""
        return [deal.totals for deal in self.book.standing.deals]

    def facts(self, number: int) -> dict[str, Any]:
        """The facts of a deal as they are stored."""
        return dict(self.book.folded.deals[number - 1].facts)


def two_deals() -> Evening:
    """An evening of two deals: Björn declared the first, Cleo the second."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    return evening


def seat_refusals(evening: Evening, *words: str) -> list[str]:
    """The codes of a refusal of `seat`, which leaves the session as it was."""
    data = evening.data
    with pytest.raises(Refused) as refusal:
        seating(evening.book, words, AT)
    assert evening.data == data
    return [problem.code for problem in refusal.value.problems]
