"""Laws of an event's log, for any order of acts: what was played never changes, what is drawn is of
those who are there, undo and redo take each other back, and the file says what was done."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_acts import (
    Done,
    away,
    beginning,
    coming_late,
    finishing,
    joining,
    leaving,
    noting,
    redoing,
    seating,
    seating_by_hand,
    swapping,
    undoing,
)
from scorekeeper.event.event_settings import TITLE, Plan, Terms, terms_head
from scorekeeper.event.event_state import Event
from scorekeeper.event.round_draws import Seats
from scorekeeper.event.round_tables import Sizes
from scorekeeper.record.chain import chained
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.session_head import head_text
from scorekeeper.text.problems import Refused

NOW = "2026-11-23T19:00:00Z"
PEOPLE = tuple(["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus"])
NEW = ("Zoe", "Yan")
TERMS = Terms(
    name="cup", id="e", game="it", created=NOW, rounds=4, seating="random",
    wanted=Sizes(3, 4, 3), seed=3, people=PEOPLE, options={}, rules={"players": 3}, plan=Plan(),
)  # fmt: skip
HEAD = head_text(terms_head(TERMS), TITLE)


class File:
    """An event's file, to which acts are appended as the program does it."""

    def __init__(self) -> None:
        self.text, self._ids = HEAD, count(1)

    @property
    def opened(self) -> OpenEvent:
        return opened(self.text.encode(), "cup")

    def does(self, act: Callable[[OpenEvent], Done]) -> Done:
        """Does an act; Refused where it cannot be, and nothing is appended."""
        before = self.opened
        what = act(before)
        entries = chained(before.log, what.entries, "", lambda: str(next(self._ids)))
        self.text += "".join(map(entry_text, entries))
        return what


def _hand(opened: OpenEvent, number: int | None) -> Done:
    """A round in which those who are there sit in their order, four at a table or three, whoever is left."""
    which = number or opened.event.coming
    names = opened.event.playing(which) if which in opened.event.later else ()
    text = " / ".join(", ".join(table) for table in (names[:3], names[3:]))
    return seating_by_hand(opened, text, (), number, NOW)


numbers = st.none() | st.integers(1, 5)
somebody = st.sampled_from([*PEOPLE, *NEW])
some = st.lists(somebody, min_size=1, max_size=2)
ACTS = st.one_of(
    st.builds(lambda who, n: lambda o: joining(o, who, n, NOW), some, numbers),
    st.builds(lambda who, n: lambda o: coming_late(o, who, n, NOW), some, numbers),
    st.builds(lambda who, n: lambda o: away(o, who, n, NOW), some, numbers),
    st.builds(lambda who, n: lambda o: leaving(o, who, n, NOW), some, numbers),
    # a draw as even as can be is looked for longer, and is of the same people
    st.builds(
        lambda seed: lambda o: seating(o, [*o.event.later], Seats("random", seed), NOW),
        st.integers(0, 9),
    ),
    st.builds(lambda n: lambda o: _hand(o, n), numbers),
    st.builds(lambda a, b, n: lambda o: swapping(o, a, b, n, NOW), somebody, somebody, numbers),
    st.just(lambda o: beginning(o, lambda t: f"t{t}", lambda: "id", Seats("random", 1), NOW)),
    st.just(lambda o: noting(o, "late", NOW)),
    st.just(lambda o: undoing(o, NOW)),
    st.just(lambda o: redoing(o, NOW)),
    st.just(lambda o: finishing(o, NOW)),
)  # fmt: skip


def sound(event: Event) -> bool:
    """Whether every round that is drawn is of those who are there, each at one place, at tables of
    the sizes that there may be."""
    return all(
        sorted(drawn.seating.people) == sorted(event.playing(number))
        and all(3 <= len(table) <= 4 for table in drawn.seating.tables)
        for number, drawn in event.drawn.items()
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(ACTS, max_size=8))
def test_what_was_played_never_changes(acts: list[Callable[[OpenEvent], Done]]) -> None:
    """Whatever is done, a round that has begun stays as it was, unless its very begin is undone;
    every draw is sound; and the file read anew says what the act said."""
    file = File()
    for act in acts:
        before = file.opened.event
        try:
            what = file.does(act)
        except Refused:
            assert file.opened.event == before
            continue
        after = file.opened.event
        assert after == what.event
        assert sound(after)
        stays = min(before.begun, after.begun)
        assert all(after.drawn[n] == before.drawn[n] for n in range(1, stays + 1))
        assert all(
            (one.plays[:stays]) == (now.plays[:stays])
            for one in before.people
            if (now := after.person(one.name)) is not None
        )


@settings(max_examples=15, deadline=None)
@given(st.lists(ACTS, max_size=6))
def test_undo_and_redo_take_each_other_back(acts: list[Callable[[OpenEvent], Done]]) -> None:
    """However much was entered at once, one undo takes it back and one redo restores it."""
    file = File()
    for act in acts:
        before = file.opened
        try:
            file.does(act)
        except Refused:
            continue
        after = file.opened
        if len(after.acts.done) != len(before.acts.done) + 1 or after.acts.undone:
            continue  # an undo or a redo itself
        file.does(lambda o: undoing(o, NOW))
        assert file.opened.event == before.event
        file.does(lambda o: redoing(o, NOW))
        assert file.opened.event == after.event


@settings(max_examples=12, deadline=None)
@given(st.lists(ACTS, min_size=1, max_size=4), st.data())
def test_a_file_that_is_cut_keeps_what_is_whole(
    acts: list[Callable[[OpenEvent], Done]], data: st.DataObject
) -> None:
    """Cut anywhere after its head, the file is that of some number of whole acts."""
    file, states = File(), list[Event]()
    states.append(file.opened.event)
    for act in acts:
        try:
            file.does(act)
        except Refused:
            continue
        states.append(file.opened.event)
    end = data.draw(st.integers(len(HEAD.encode()), len(file.text.encode())))
    found = opened(file.text.encode()[:end], "cup")
    assert found.event in states
    assert found.log.whole <= end
