"""Any order of recording, correcting, undoing and redoing, against a plain list and sums made by
hand."""

from __future__ import annotations

from typing import Any

import hand
import pytest
from evening import Evening
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.journal import entry_text
from scorekeeper.problems import Refused

NAMES = ["Anna", "Björn", "Cleo"]
CONTRACTS = ["spader", "trumf", "sang", "pass"]
SUITS = ["clubs", "hearts"]
shares = st.tuples(st.integers(0, 40), st.integers(0, 40), st.booleans())


def shared_out(total: int, share: tuple[int, int, bool]) -> list[int]:
    """A total shared among three, in any way; now and then by one too many."""
    first = share[0] % (total + 1)
    second = share[1] % (total - first + 1)
    return [first, second, total - first - second]


class Paper(RuleBasedStateMachine):
    """The session beside a sheet of paper: `acts` are the deals and corrections that stand,
    `undone` those that were taken back. What the game is comes below."""

    game = ""
    length = 0

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[tuple[int, Any]] = []
        self.undone: list[tuple[int, Any]] = []
        self.entered = 0

    @initialize(dealer=st.integers(0, 2))
    def begins(self, dealer: int) -> None:
        self.dealer = dealer
        self.evening = Evening(self.game, *NAMES, dealer=NAMES[dealer])
        self.head = self.evening.data

    # --- the paper ---

    def deals(self, acts: list[tuple[int, Any]]) -> list[Any]:
        """The deals that stand after these acts."""
        found: list[Any] = []
        for number, deal in acts:
            if number > len(found):
                found.append(deal)
            else:
                found[number - 1] = deal
        return found

    def can_be(self, deals: list[Any]) -> bool:
        """Whether the rules allow these deals one after another."""
        return len(deals) <= self.length

    def rows(self, deals: list[Any]) -> list[hand.Row]:
        raise NotImplementedError

    def typed(self, deal: Any) -> str:
        raise NotImplementedError

    def enters(self, number: int, deal: Any) -> None:
        """Enters or corrects a deal: it counts exactly when the paper allows it and it changes
        something."""
        before = self.deals(self.acts)
        now = self.deals([*self.acts, (number, deal)])
        is_new = number > len(before)
        counts = self.can_be(now) and (is_new or now != before)
        data = self.evening.data
        try:
            act = (
                self.evening.deal(self.typed(deal))
                if is_new
                else self.evening.amend(number, self.typed(deal))
            )
        except Refused:
            assert not counts
            assert self.evening.data == data
            return
        assert counts
        self.acts.append((number, deal))
        self.undone.clear()
        self.entered += 1
        assert act.recorded == number
        self.moved(act.changed, before, now, number)

    def moved(
        self, changed: tuple[int, ...], before: list[Any], now: list[Any], number: int
    ) -> None:
        """The later deals that an act says it moved are those whose totals are others on paper."""
        pairs = zip(self.rows(before), self.rows(now), strict=False)
        wanted = [
            at for at, (old, new) in enumerate(pairs, 1) if at > number and old.totals != new.totals
        ]
        assert list(changed) == wanted

    # --- what a person may do at any time ---

    @rule()
    def undoes(self) -> None:
        if not self.acts:
            with pytest.raises(Refused):
                self.evening.undo()
            return
        before = self.deals(self.acts)
        self.undone.append(self.acts.pop())
        act = self.evening.undo()
        self.entered += 1
        self.moved(act.changed, before, self.deals(self.acts), self.undone[-1][0])

    @precondition(lambda self: self.undone)
    @rule()
    def redoes(self) -> None:
        before = self.deals(self.acts)
        self.acts.append(self.undone.pop())
        act = self.evening.redo()
        self.entered += 1
        self.moved(act.changed, before, self.deals(self.acts), self.acts[-1][0])

    @precondition(lambda self: not self.undone)
    @rule()
    def has_nothing_to_redo(self) -> None:
        with pytest.raises(Refused):
            self.evening.redo()

    # --- what must hold after each step ---

    @invariant()
    def the_sheet_is_the_paper(self) -> None:
        book = self.evening.book
        deals = self.deals(self.acts)
        rows = self.rows(deals)
        now = book.standing
        assert now.problems == ()
        assert [list(deal.points) for deal in now.deals] == [row.points for row in rows]
        assert [list(deal.totals) for deal in now.deals] == [row.totals for row in rows]
        assert [deal.turn.dealer for deal in now.deals] == [row.dealer for row in rows]
        assert [deal.turn.declarer for deal in now.deals] == [row.declarer for row in rows]
        assert now.state.over == (len(deals) == self.length)
        assert {deal.turn.number for deal in now.deals if deal.amended} == self.corrected()
        assert [act.number for act in book.folded.undone] == [number for number, _ in self.undone]

    def corrected(self) -> set[int]:
        numbers = [number for number, _ in self.acts]
        return {number for number in numbers if numbers.count(number) > 1}

    @invariant()
    def every_act_is_an_entry(self) -> None:
        journal = self.evening.book.journal
        assert len(journal.entries) == self.entered
        assert self.head + "".join(map(entry_text, journal.entries)).encode() == self.evening.data


class Swedish(Paper):
    """Twelve deals; each forehand plays each of four contracts once."""

    game, length = "bismarck-swedish", 12

    def can_be(self, deals: list[Any]) -> bool:
        by_forehand = [[contract for contract, _, _ in deals[seat::3]] for seat in range(3)]
        return super().can_be(deals) and all(
            len(set(played)) == len(played) for played in by_forehand
        )

    def rows(self, deals: list[Any]) -> list[hand.Row]:
        return hand.swedish(self.dealer, [(contract, tricks) for contract, _, tricks in deals])

    def typed(self, deal: Any) -> str:
        contract, suit, tricks = deal
        return f"contract={contract} {suit or ''} {' '.join(map(str, tricks))}"

    def a_deal(self, contract: str, suit: str, share: tuple[int, int, bool]) -> Any:
        return contract, suit if contract == "trumf" else None, shared_out(16, share)

    @rule(contract=st.sampled_from(CONTRACTS), suit=st.sampled_from(SUITS), share=shares)
    def deals_one(self, contract: str, suit: str, share: tuple[int, int, bool]) -> None:
        self.enters(len(self.deals(self.acts)) + 1, self.a_deal(contract, suit, share))

    @rule(share=shares, suit=st.sampled_from(SUITS))
    def deals_one_that_is_left(self, share: tuple[int, int, bool], suit: str) -> None:
        deals = self.deals(self.acts)
        played = {contract for contract, _, _ in deals[len(deals) % 3 :: 3]}
        left = [contract for contract in CONTRACTS if contract not in played]
        if left:
            self.enters(len(deals) + 1, self.a_deal(left[share[0] % len(left)], suit, share))

    @precondition(lambda self: self.acts)
    @rule(
        data=st.data(),
        contract=st.sampled_from(CONTRACTS),
        suit=st.sampled_from(SUITS),
        share=shares,
    )
    def corrects_all_of_one(
        self, data: st.DataObject, contract: str, suit: str, share: tuple[int, int, bool]
    ) -> None:
        number = data.draw(st.integers(1, len(self.deals(self.acts))))
        self.enters(number, self.a_deal(contract, suit, share))

    @precondition(lambda self: self.acts)
    @rule(data=st.data(), share=shares)
    def corrects_the_tricks(self, data: st.DataObject, share: tuple[int, int, bool]) -> None:
        deals = self.deals(self.acts)
        number = data.draw(st.integers(1, len(deals)))
        contract, suit, _ = deals[number - 1]
        self.enters(number, (contract, suit, shared_out(16, share)))


class Bizon(Paper):
    """Fifteen deals, passed ones counted."""

    game, length = "bizon", 15

    def rows(self, deals: list[Any]) -> list[hand.Row]:
        return hand.bizon(self.dealer, deals)

    def typed(self, deal: Any) -> str:
        who, gp = deal
        return "passed" if who is None else f"{NAMES[who]} {' '.join(map(str, gp))}"

    def a_deal(self, who: int | None, share: tuple[int, int, bool]) -> Any:
        return (None, []) if who is None else (who, shared_out(40, share))

    @rule(who=st.one_of(st.none(), st.integers(0, 2)), share=shares, times=st.integers(1, 4))
    def deals_some(self, who: int | None, share: tuple[int, int, bool], times: int) -> None:
        for _ in range(times):
            self.enters(len(self.deals(self.acts)) + 1, self.a_deal(who, share))

    @precondition(lambda self: self.acts)
    @rule(data=st.data(), who=st.one_of(st.none(), st.integers(0, 2)), share=shares)
    def corrects_one(
        self, data: st.DataObject, who: int | None, share: tuple[int, int, bool]
    ) -> None:
        self.enters(data.draw(st.integers(1, len(self.deals(self.acts)))), self.a_deal(who, share))


for machine in (Swedish, Bizon):
    machine.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

TestTwelveDeals = Swedish.TestCase
TestFifteenDeals = Bizon.TestCase
