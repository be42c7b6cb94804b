"""Any order of whatever can be recorded, and of undoing and redoing it, against a plain list and sums made by
hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import hand
import pytest
from evening import Evening
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Act
from scorekeeper.text.problems import Refused

NAMES = ["Anna", "Björn", "Cleo"]
CONTRACTS = ["spader", "trumf", "sang", "pass"]
SUITS = ["clubs", "hearts"]
shares = st.tuples(st.integers(0, 40), st.integers(0, 40), st.booleans())


def shared_out(total: int, share: tuple[int, int, bool]) -> list[int]:
    """A total shared among three, in any way; now and then by one too many."""
    first = share[0] % (total + 1)
    second = share[1] % (total - first + 1)
    return [first, second, total - first - second]


class Place(NamedTuple):
    """A deal on paper: which act put it there, what it is, whether it was changed since."""

    origin: int
    deal: Any
    is_changed: bool = False


class Done(NamedTuple):
    """An act on paper: the kind of its entry, the deal's number, and what else was said."""

    what: str
    number: int
    said: Any = None


def put(places: list[Place], at: int, act: Done) -> None:
    """What an act makes of the deals on paper. A kind of entry more is a case more, and its rule."""
    place = act.number - 1
    match act.what:
        case "deal":
            places.append(Place(at, act.said))
        case "amend":
            places[place] = Place(places[place].origin, act.said, is_changed=True)
        case "insert":
            places.insert(place, Place(at, act.said, is_changed=place < len(places)))
        case "strike":
            del places[place]
        case "swap":
            one, two = places[place], places[act.said - 1]
            places[place], places[act.said - 1] = (
                two._replace(is_changed=True),
                one._replace(is_changed=True),
            )


class Paper(RuleBasedStateMachine):
    """The session beside a sheet of paper: `acts` are those that stand, `undone` those that were
    taken back. What the game is comes below."""

    game = ""
    length = 0

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[Done] = []
        self.undone: list[Done] = []
        self.entered = 0

    @initialize(dealer=st.integers(0, 2))
    def begins(self, dealer: int) -> None:
        self.dealer = dealer
        self.evening = Evening(self.game, *NAMES, dealer=NAMES[dealer])
        self.head = self.evening.data

    # --- the paper ---

    def places(self, acts: list[Done]) -> list[Place]:
        """The deals that stand after these acts."""
        found: list[Place] = []
        for at, act in enumerate(acts):
            put(found, at, act)
        return found

    def deals(self, acts: list[Done]) -> list[Any]:
        return [place.deal for place in self.places(acts)]

    def can_be(self, deals: list[Any]) -> bool:
        """Whether the rules allow these deals one after another."""
        return len(deals) <= self.length

    def rows(self, deals: list[Any]) -> list[hand.Row]:
        raise NotImplementedError

    def typed(self, deal: Any) -> str:
        raise NotImplementedError

    def enters(self, number: int, deal: Any) -> None:
        """Enters or corrects a deal."""
        is_new = number > len(self.deals(self.acts))
        self.does(Done("deal" if is_new else "amend", number, deal))

    def does(self, act: Done) -> None:
        """Does an act: it counts exactly when the paper allows it and it changes something."""
        before, now = self.places(self.acts), self.places([*self.acts, act])
        deals = [place.deal for place in now]
        counts = self.can_be(deals) and not (
            act.what == "amend" and deals == [place.deal for place in before]
        )
        data = self.evening.data
        try:
            done = self.typed_act(act)
        except Refused:
            assert not counts
            assert self.evening.data == data
            return
        assert counts
        self.acts.append(act)
        if act.what != "note":  # which changes no deal
            self.undone.clear()
        self.entered += 1
        is_of_a_deal = act.what in ("deal", "amend", "insert")
        assert done.recorded == (act.number if is_of_a_deal else None)
        self.moved(done, before, now)

    def typed_act(self, act: Done) -> Act:
        match act.what:
            case "deal":
                return self.evening.deal(self.typed(act.said))
            case "amend":
                return self.evening.amend(act.number, self.typed(act.said))
            case "insert":
                return self.evening.insert(act.number, self.typed(act.said))
            case "strike":
                return self.evening.strike(act.number)
            case "swap":
                return self.evening.swap(act.number, act.said)
        return self.evening.note("a word")

    def moved(self, done: Act, before: list[Place], now: list[Place]) -> None:
        """The deals that an act says it moved are those whose totals are others on paper, wherever
        they stood before."""
        rows = self.rows([place.deal for place in before])
        old = {place.origin: row.totals for place, row in zip(before, rows, strict=True)}
        new = self.rows([place.deal for place in now])
        assert list(done.changed) == [
            number
            for number, (place, row) in enumerate(zip(now, new, strict=True), 1)
            if old.get(place.origin, row.totals) != row.totals and number != done.recorded
        ]

    # --- what a person may do at any time ---

    @rule()
    def undoes(self) -> None:
        if not self.acts:
            with pytest.raises(Refused):
                self.evening.undo()
            return
        before = self.places(self.acts)
        self.undone.append(self.acts.pop())
        act = self.evening.undo()
        self.entered += 1
        self.moved(act, before, self.places(self.acts))

    @precondition(lambda self: self.undone)
    @rule()
    def redoes(self) -> None:
        before = self.places(self.acts)
        self.acts.append(self.undone.pop())
        act = self.evening.redo()
        self.entered += 1
        self.moved(act, before, self.places(self.acts))

    @precondition(lambda self: not self.undone)
    @rule()
    def has_nothing_to_redo(self) -> None:
        with pytest.raises(Refused):
            self.evening.redo()

    @rule()
    def notes(self) -> None:
        self.does(Done("note", len(self.deals(self.acts)) + 1))

    @precondition(lambda self: self.deals(self.acts))
    @rule(data=st.data())
    def strikes(self, data: st.DataObject) -> None:
        self.does(Done("strike", data.draw(st.integers(1, len(self.deals(self.acts))))))

    @precondition(lambda self: len(self.deals(self.acts)) > 1)
    @rule(data=st.data())
    def swaps(self, data: st.DataObject) -> None:
        numbers = st.permutations(range(1, len(self.deals(self.acts)) + 1))
        one, other, *_ = data.draw(numbers)
        self.does(Done("swap", one, other))

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
        kept = book.folded
        assert [(act.what, act.number) for act in kept.undone] == [u[:2] for u in self.undone]
        assert [(act.what, act.number) for act in kept.done] == [a[:2] for a in self.acts]

    def corrected(self) -> set[int]:
        places = enumerate(self.places(self.acts), 1)
        return {number for number, place in places if place.is_changed}

    @invariant()
    def every_act_is_an_entry(self) -> None:
        journal = self.evening.book.log
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

    @precondition(lambda self: self.deals(self.acts))
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

    @precondition(lambda self: self.deals(self.acts))
    @rule(data=st.data(), share=shares)
    def corrects_the_tricks(self, data: st.DataObject, share: tuple[int, int, bool]) -> None:
        deals = self.deals(self.acts)
        number = data.draw(st.integers(1, len(deals)))
        contract, suit, _ = deals[number - 1]
        self.enters(number, (contract, suit, shared_out(16, share)))

    @rule(
        data=st.data(),
        contract=st.sampled_from(CONTRACTS),
        suit=st.sampled_from(SUITS),
        share=shares,
    )
    def remembers_one(
        self, data: st.DataObject, contract: str, suit: str, share: tuple[int, int, bool]
    ) -> None:
        number = data.draw(st.integers(1, len(self.deals(self.acts)) + 1))
        self.does(Done("insert", number, self.a_deal(contract, suit, share)))


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

    @precondition(lambda self: self.deals(self.acts))
    @rule(data=st.data(), who=st.one_of(st.none(), st.integers(0, 2)), share=shares)
    def corrects_one(
        self, data: st.DataObject, who: int | None, share: tuple[int, int, bool]
    ) -> None:
        self.enters(data.draw(st.integers(1, len(self.deals(self.acts)))), self.a_deal(who, share))

    @rule(data=st.data(), who=st.one_of(st.none(), st.integers(0, 2)), share=shares)
    def remembers_one(
        self, data: st.DataObject, who: int | None, share: tuple[int, int, bool]
    ) -> None:
        number = data.draw(st.integers(1, len(self.deals(self.acts)) + 1))
        self.does(Done("insert", number, self.a_deal(who, share)))


for machine in (Swedish, Bizon):
    machine.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

TestTwelveDeals = Swedish.TestCase
TestFifteenDeals = Bizon.TestCase
