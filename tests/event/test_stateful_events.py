"""Any order of deals, disputed counts, misdeals, dealers out of turn, penalties, seats taken and
changed, choices agreed anew, counts of two people, an early end, corrections, undos and redos,
against an evening kept by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

import hand
import pytest
from evening import AT, Evening
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from shown import summary_text

from scorekeeper.game.entry_kinds import MISDEAL
from scorekeeper.game.open_deals import every_way, total_spans
from scorekeeper.game.standing import ranking
from scorekeeper.league.evening_ranking import ranked_evening
from scorekeeper.league.session_record import evening_of
from scorekeeper.record.corrections import inserting
from scorekeeper.record.disputed_counts import counting, settling
from scorekeeper.record.irregular_changes import (
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Act
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.record.seat_changes import seating
from scorekeeper.report.summary import summary_of
from scorekeeper.text.problems import Refused

NAMES = ["Anna", "Björn", "Cleo"]
OTHERS = ["Dora", "Emil"]
COUNTERS = ["Zoe", "Yves", "Xenia"]
CONTRACTS = ["spader", "trumf", "sang", "pass"]
seats = st.integers(0, 2)


class Table(RuleBasedStateMachine):
    """Swedish Bismarck as it really goes; `acts` stand, `undone` were taken back. A correction
    names the deal that it is of, a choice the deal from which on it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[tuple[str, Any]] = []
        self.undone: list[tuple[str, Any]] = []
        self.entered = 0

    @initialize(dealer=seats)
    def begins(self, dealer: int) -> None:
        self.dealer = dealer
        self.evening = Evening("bismarck-swedish", *NAMES, dealer=NAMES[dealer])
        self.head = self.evening.data

    # --- by hand ---

    def happened(self, acts: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """What stands, corrections and choices put where they belong."""
        course: list[tuple[str, Any]] = []
        for what, told in acts:
            places = [place for place, one in enumerate(course) if one[0] == "deal"]
            if what in ("amend", "settle"):
                number, deal = told
                course[places[number - 1]] = ("deal", deal)
            elif what == "count":
                continue
            elif what == "agree":
                number, value = told
                course.insert([*places, len(course)][number - 1], ("agree", value))
            elif what == "seat from":
                number, kind, seat = told
                course.insert(places[number - 1], (kind, seat))
            elif what == "dispute":
                course.append(("deal", told[0]))
            else:
                course.append((what, told))
        return course

    def open_ones(self) -> dict[int, list[tuple[str, list[int]]]]:
        """The deals of which no count is settled yet, each with its counts."""
        found: dict[int, list[tuple[str, list[int]]]] = {}
        number = 0
        for what, told in self.acts:
            number += what in ("deal", "dispute")
            if what == "dispute":
                found[number] = told
            elif what == "settle":
                del found[told[0]]
        return found

    def ways(self) -> list[hand.Table]:
        """The evening by hand in each way in which the disputes may be settled."""
        open_ones, found = self.open_ones(), []
        for chosen in product(*open_ones.values()):
            settled = [("settle", pair) for pair in zip(open_ones, chosen, strict=True)]
            course = self.happened([*self.acts, *settled])
            found.append(hand.swedish_evening(self.dealer, course, tuple(NAMES)))
        return found

    def kept(self) -> hand.Table:
        """The evening by hand."""
        return hand.swedish_evening(self.dealer, self.happened(self.acts), tuple(NAMES))

    def left(self) -> list[str]:
        """The contracts that the coming forehand may still name."""
        now, deals = self.kept(), [one for what, one in self.happened(self.acts) if what == "deal"]
        if now.held:
            return [now.held]
        forehand = hand.on_the_left(now.around, now.dealer)
        pairs = zip(now.rows, deals, strict=True)
        used = {contract for row, (contract, _) in pairs if row.declarer == forehand}
        return [contract for contract in CONTRACTS if contract not in used]

    @property
    def is_over(self) -> bool:
        now = self.kept()
        return now.ended or len(now.rows) == 12

    def does(self, what: str, told: object, act: Callable[[], Act], may: bool) -> None:
        """Does it in the program: it counts exactly where it may."""
        data = self.evening.data
        if not may:
            with pytest.raises(Refused):
                act()
            assert self.evening.data == data
            return
        self.evening.did(act())
        self.acts.append((what, told))
        self.undone.clear()
        self.entered += 1

    # --- what happens ---

    @rule(share=st.tuples(st.integers(0, 16), st.integers(0, 16)), which=st.integers(0, 3))
    def deals(self, share: tuple[int, int], which: int) -> None:
        first = share[0]
        second = share[1] % (17 - first)
        tricks = [first, second, 16 - first - second]
        left = self.left()
        if self.is_over or not left:
            return
        contract = left[which % len(left)]
        suit = "hearts" if contract == "trumf" else ""
        typed = " ".join(str(tricks[person]) for person in self.kept().around)
        self.evening.deal(f"contract={contract} {suit} {typed}")
        self.acts.append(("deal", (contract, tricks)))
        self.undone.clear()
        self.entered += 1

    @rule(who=seats, first=st.integers(3, 4), which=st.integers(0, 1))
    def counts(self, who: int, first: int, which: int) -> None:
        """Few deals are counted, so that two are often alike; these are the deal."""
        left, name = self.left(), COUNTERS[who]
        if self.is_over or not left:
            return
        tricks = [first, 16 - first, 0]
        contract = left[which % len(left)]
        suit = "hearts" if contract == "trumf" else ""
        typed = " ".join(str(tricks[person]) for person in self.kept().around)
        words = f"contract={contract} {suit} {typed}".split()
        others = [one for other, one in hand.waiting(self.acts).items() if other != name]
        act = self.evening.did(counting(self.evening.book, words, name, AT))
        deal = (contract, tricks)
        self.acts.append(("deal", deal) if deal in others else ("count", (name, deal)))
        assert act.entries[0].what == self.acts[-1][0]
        self.undone.clear()
        self.entered += 1

    @rule(share=st.tuples(st.integers(0, 15), st.integers(0, 15)), which=st.integers(0, 3))
    def counts_two_ways(self, share: tuple[int, int], which: int) -> None:
        """A deal of which one trick is claimed by two."""
        first, second = share[0], share[1] % (16 - share[0])
        tricks = [first, second, 16 - first - second]
        other = [first, second + 1, 15 - first - second]
        left = self.left()
        if self.is_over or not left or len(self.open_ones()) == 3:
            return
        contract = left[which % len(left)]
        suit = "hearts" if contract == "trumf" else ""
        one, two = (" ".join(str(now[p]) for p in self.kept().around) for now in (tricks, other))
        self.evening.deal(f"contract={contract} {suit} {one} --or {two}")
        self.acts.append(("dispute", [(contract, tricks), (contract, other)]))
        self.undone.clear()
        self.entered += 1

    @precondition(lambda self: self.open_ones())
    @rule(which=st.integers(0, 3), reading=st.integers(0, 2))
    def settles(self, which: int, reading: int) -> None:
        open_ones = self.open_ones()
        number = [*open_ones][which % len(open_ones)]
        counts = open_ones[number]
        told = (number, counts[min(reading, 1)])
        act = partial(settling, self.evening.book, number, str(reading + 1), AT)
        self.does("settle", told, act, reading < len(counts))

    @rule(which=st.integers(0, 4))
    def misdeals(self, which: int) -> None:
        left = self.left()
        contract = left[which % len(left)] if which < 4 and left else None
        words = [f"contract={contract}", "why"] if contract else ["why"]
        self.does(
            "misdeal", contract, lambda: misdealing(self.evening.book, words, AT), not self.is_over
        )

    @rule(which=st.integers(0, 3))
    def names_a_contract_that_is_gone(self, which: int) -> None:
        if CONTRACTS[which] not in self.left():
            words = [f"contract={CONTRACTS[which]}"]
            self.does("misdeal", None, lambda: misdealing(self.evening.book, words, AT), may=False)

    @rule(seat=seats, returns=st.booleans())
    def turns(self, seat: int, returns: bool) -> None:
        words = [self.kept().names[seat], *(["--then", "returns"] if returns else [])]
        may = not self.is_over and seat != self.kept().dealer
        self.does("turn", (seat, returns), lambda: turning(self.evening.book, words, AT), may)

    @rule(seat=seats, costs=st.integers(1, 20))
    def penalises(self, seat: int, costs: int) -> None:
        points = [-costs if place == seat else costs // 2 for place in range(3)]
        words = [self.kept().names[seat], str(costs)]
        may = costs % 2 == 0
        self.does("penalty", points, lambda: penalising(self.evening.book, words, AT), may)

    @rule(seat=seats, costs=st.integers(1, 20))
    def penalises_for_nobody(self, seat: int, costs: int) -> None:
        points = [-costs if place == seat else 0 for place in range(3)]
        words = [self.kept().names[seat], str(costs), "--to", "nobody"]
        self.does("penalty", points, lambda: penalising(self.evening.book, words, AT), may=True)

    @rule(seat=seats, name=st.sampled_from([*NAMES, *OTHERS]), is_own=st.booleans())
    def takes_over(self, seat: int, name: str, is_own: bool) -> None:
        kind, told = "own" if is_own else "seat", (name, seat)
        course = self.happened([*self.acts, (kind, told)])
        may = not self.is_over and hand.nobody_sits_twice(course, NAMES)
        words = [name, "for", self.kept().names[seat], *(["--own-score"] if is_own else [])]
        self.does(kind, told, lambda: seating(self.evening.book, words, AT), may)

    @precondition(lambda self: self.kept().rows)
    @rule(
        which=st.integers(0, 11),
        seat=seats,
        name=st.sampled_from([*NAMES, *OTHERS]),
        is_own=st.booleans(),
    )
    def took_over(self, which: int, seat: int, name: str, is_own: bool) -> None:
        """Nobody said so then: those who came since came for this one."""
        number = which % len(self.kept().rows) + 1
        other = self.kept().sat[number - 1][seat]
        told = (number, "own" if is_own else "seat", (name, seat))
        course = self.happened([*self.acts, ("seat from", told)])
        may = hand.nobody_sits_twice(course, NAMES)
        words = [name, "for", other, "--from", str(number), *(["--own-score"] if is_own else [])]
        if may and is_own and self.has_columns_and_penalties:
            with suppress(Refused):  # a column before others may be refused where a penalty stands
                assert seating(self.evening.book, words, AT).standing.problems == ()
            return
        self.does("seat from", told, lambda: seating(self.evening.book, words, AT), may)

    @property
    def has_columns_and_penalties(self) -> bool:
        """Whether somebody has a score of their own, and there was a penalty."""
        whats = {what for what, _ in self.acts}
        return "penalty" in whats and ("own" in whats or "seat from" in whats)

    @rule(one=seats, other=seats)
    def changes_places(self, one: int, other: int) -> None:
        now = self.kept()
        changed = [hand.exchanged(one, other, person) for person in now.around]
        back = None if now.back is None else hand.exchanged(one, other, now.back)
        dealer, left = hand.exchanged(one, other, now.dealer), 12 - len(now.rows)
        is_shared = hand.shared(now.around, now.dealer, now.back, left) == hand.shared(
            changed, dealer, back, left
        )
        may = not self.is_over and one != other and is_shared
        words = ["swap", now.names[one], now.names[other]]
        self.does("places", (one, other), lambda: seating(self.evening.book, words, AT), may)

    @rule(value=st.booleans(), start=st.integers(0, 14))
    def agrees(self, value: bool, start: int) -> None:
        now = self.kept()
        coming = len(now.rows) + 1
        number, said = start or coming, ["--from", str(start)] if start else []
        is_new = bool(start) or value != now.must_trump
        may = number <= coming and is_new and not (now.ended and number == coming)
        words = [f"must_trump={'yes' if value else 'no'}", *said]
        self.does("agree", (number, value), lambda: agreeing(self.evening.book, words, AT), may)

    @rule()
    def finishes(self) -> None:
        may = not self.is_over and bool(self.kept().rows)
        self.does("finish", None, lambda: finishing(self.evening.book, [], AT), may)

    @precondition(lambda self: self.kept().rows)
    @rule(data=st.data(), first=st.integers(0, 16))
    def corrects(self, data: st.DataObject, first: int) -> None:
        deals = [deal for what, deal in self.happened(self.acts) if what == "deal"]
        number = data.draw(st.integers(1, len(deals)))
        if number in self.open_ones():
            return
        contract, tricks = deals[number - 1]
        now = [first, 16 - first, 0]
        if now == tricks:
            return
        typed = ",".join(str(now[person]) for person in self.kept().orders[number - 1])
        self.evening.amend(number, f"tricks={typed}")
        self.acts.append(("amend", (number, (contract, now))))
        self.undone.clear()
        self.entered += 1

    @rule(number=st.integers(1, 12), first=st.integers(0, 16), which=st.integers(0, 3))
    def would_insert(self, number: int, first: int, which: int) -> None:
        """Whatever happened since: an insertion is refused, or all of the evening still holds."""
        suit = "hearts" if CONTRACTS[which] == "trumf" else ""
        words = f"contract={CONTRACTS[which]} {suit} {first} {16 - first}".split()
        with suppress(Refused):
            assert inserting(self.evening.book, number, words, AT).standing.problems == ()

    @precondition(lambda self: self.acts)
    @rule()
    def undoes(self) -> None:
        self.evening.undo()
        self.undone.append(self.acts.pop())
        self.entered += 1

    @precondition(lambda self: self.undone)
    @rule()
    def redoes(self) -> None:
        self.evening.redo()
        self.acts.append(self.undone.pop())
        self.entered += 1

    # --- what must hold at the end ---

    def teardown(self) -> None:
        """Rescored by its own rules the evening is what it was, its ranking that of the evening,
        and every column has a place in the summary."""
        book = self.evening.book
        now = book.standing
        if not now.deals or now.ways:
            return
        found = rescoring(now, agreed_under(now.agreed, now.agreed.rules, {}))
        assert found.own_standing.state.totals == now.state.totals
        assert found.other_standing.state.totals == now.state.totals
        assert found.own_standing.state.over == now.state.over
        places = ranked_evening([evening_of(book)], is_one_game=True).rows
        credited = evening_of(book).left  # of deals whose score somebody else has now
        if now.agreed.gone and not credited:
            first = {now.agreed.players[side] for side in ranking(now)[0]}
            assert {row.side for row in places if row.place == 1} == first
        assert summary_text(summary_of(now, "eve"), now.agreed.rules)

    # --- what must hold after each step ---

    @invariant()
    def the_session_is_what_was_kept_by_hand(self) -> None:
        book, kept = self.evening.book, self.kept()
        now = book.standing
        ledger = hand.own_scores(kept.rows, self.happened(self.acts), tuple(NAMES))
        assert now.problems == ()
        for deal, table, row, sat, own in zip(
            now.deals, now.tables, kept.rows, kept.sat, ledger.owners, strict=True
        ):
            points = dict(zip(own, row.points, strict=True))
            assert dict(enumerate(deal.points)) == {
                **dict.fromkeys(range(len(ledger.names)), 0),
                **points,
            }
            assert (deal.turn.dealer, deal.turn.declarer) == (
                own[row.dealer],
                own[row.declarer or 0],
            )
            assert [table.players[column] for column in own] == sat
        assert [now.agreed.players[column] for column in ledger.now] == kept.names
        assert list(now.agreed.players) == ledger.names
        assert set(now.agreed.at_table) == set(kept.names)
        assert now.deals_played == tuple(ledger.played)
        if len(ledger.names) > 3:
            assert [set(place) for place in ranking(now)] == hand.places_by_deals(ledger)
        assert [deal.agreed.options["must_trump"] for deal in now.deals] == kept.chosen
        assert now.agreed.options["must_trump"] == kept.must_trump
        assert list(now.state.totals) == ledger.totals
        if len(ledger.names) == 3:
            ways = [kept.totals for kept in self.ways()]
            assert [list(way.state.totals) for way in every_way(now)] == ways
            spans = [(min(one), max(one)) for one in zip(*ways, strict=True)]
            assert list(total_spans(now)) == spans
        assert now.state.over == self.is_over
        assert (now.early is not None) == kept.ended
        assert sum(event.what == MISDEAL for event in now.events) == kept.misdeals
        waiting = hand.waiting(self.acts)
        assert [one.by for one in now.counts] == list(waiting)
        assert [one.facts["contract"] for one in now.counts] == [one[0] for one in waiting.values()]
        if not now.state.over:
            assert now.state.dealer == ledger.now[kept.dealer]
            assert now.state.held == kept.held

    @invariant()
    def every_act_is_an_entry_and_reads_back(self) -> None:
        entries = self.evening.book.log.entries
        assert len(entries) == self.entered
        assert self.head + "".join(map(entry_text, entries)).encode() == self.evening.data


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestAnEveningAsItGoes = Table.TestCase
