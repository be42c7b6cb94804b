"""Going through a log entry by entry: what each deal is so far, and that it costs no more for each
entry the longer the log is."""

from __future__ import annotations

from functools import partial

from conftest import ruleset
from evening import AT
from hypothesis import given
from hypothesis import strategies as st
from work import calls_of

from scorekeeper.game.entry_kinds import AMEND, DEAL, INSERT, KINDS, SEAT, SETTLE, STRIKE, places_of
from scorekeeper.game.log import NOTE, SWAP, UNDO, Entry
from scorekeeper.game.session_settings import agree
from scorekeeper.record.entry_text import PlacesSoFar, words_of_entries

TOOK_BACK = "took back"
ACTS = (DEAL, DEAL, AMEND, INSERT, STRIKE, SWAP, SETTLE, NOTE, SEAT, TOOK_BACK)


def an_act(what: str, number: int, other: int, stamp: int) -> Entry:
    """An act about a deal; each deal that it records is another's reading of it, too."""
    facts: dict[str, dict[str, object]] = {
        NOTE: {"text": str(stamp)},
        SWAP: {"with": other},
        SEAT: {"player": f"Dora {stamp}", "for": "Anna", "named": ["declarer"]},
        SETTLE: {"reading": 2},
    }
    deal = {"stamp": stamp, "declarer": "Anna"}
    if KINDS[what].facts is not None:
        return Entry(what, number, AT, facts.get(what, {}))
    return Entry(what, number, AT, deal, others=({**deal, "stamp": -stamp},))


def deals_after(done: list[Entry]) -> int:
    """How many deals there are after these acts."""
    return sum(KINDS[act.what].adds for act in done)


def may_follow(done: list[Entry], what: str, number: int) -> bool:
    """Whether an act of this kind may be about a deal after these acts."""
    deal = places_of(done)[number - 1].deal
    if what == SETTLE:
        return deal is not None and bool(deal.others)
    return what == DEAL or (what != TOOK_BACK and deal is not None)


PLACE = st.integers(0, 7)


@given(st.lists(st.tuples(st.sampled_from(ACTS), PLACE, PLACE), min_size=5, max_size=20))
def test_the_places_so_far_are_what_the_acts_fold_to(drawn: list[tuple[str, int, int]]) -> None:
    """After any acts, and after each of them is taken back, the places of the deals are what
    the acts that stand fold to anew."""
    begun = agree(ruleset("bismarck-british"), ("Anna", "Björn", "Cleo"))
    so_far, done = PlacesSoFar(begun), list[Entry]()
    drawn = [*[(DEAL, 0, 0)] * 4, *drawn, *[(TOOK_BACK, 0, 0)] * (4 + len(drawn))]
    for stamp, (what, one, other) in enumerate(drawn, 1):
        deals = deals_after(done)
        number = deals + 1 if what == DEAL else one % max(deals, 1) + 1
        if what == TOOK_BACK and done:
            done.pop()
            so_far.take_back()
        elif may_follow(done, what, number):
            done.append(an_act(what, number, other % max(deals, 1) + 1, stamp))
            so_far.add(done[-1])
        assert so_far.places == places_of(done)


def corrected(deals: int) -> list[Entry]:
    """So many deals, each corrected, and every second correction taken back and made again."""
    tricks = [{"contract": "plus", "tricks": [9, 4, 3]}, {"contract": "plus", "tricks": [9, 3, 4]}]
    entries = [Entry(DEAL, number, AT, tricks[0]) for number in range(1, deals + 1)]
    for number in range(1, deals + 1):
        amend = Entry(AMEND, number, AT, tricks[1])
        again = [Entry(UNDO, number, AT, {}), amend] if number % 2 else []
        entries += [amend, *again]
    return entries


def test_a_log_of_corrections_costs_in_proportion() -> None:
    """The words of twice as many entries, most of them corrections and undos, are at most twice and
    a tenth the work."""
    agreed = agree(ruleset("bismarck-british"), ("Anna", "Björn", "Cleo"))
    few, many = (
        calls_of(partial(words_of_entries, agreed, corrected(deals))) for deals in (100, 200)
    )
    assert many < 2.1 * few
