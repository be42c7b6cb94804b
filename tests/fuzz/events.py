"""Event files: bytes are opened, and the event is told: its log, its rounds, how it stands, and
what would be done next."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_acts import (
    Done,
    beginning,
    joining,
    redoing,
    seating,
    swapping,
    undoing,
)
from scorekeeper.event.event_settings import TITLE, Plan, Terms, terms_head
from scorekeeper.event.event_standings import event_standings
from scorekeeper.event.round_draws import Seats
from scorekeeper.event.round_tables import Sizes
from scorekeeper.event.session_assignment import played_of
from scorekeeper.game.log import Entry
from scorekeeper.record.chain import chained
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.session_head import head_text
from scorekeeper.render.event_text import missing_lines, round_text
from scorekeeper.render.report_formats import json_text
from scorekeeper.render.session_lists import log_line
from scorekeeper.report.event.event_values import (
    event_log,
    event_log_value,
    event_problems,
    event_row,
    missing_rows,
    round_page,
)
from scorekeeper.text.problems import Refused
from scorekeeper.text.terminal_text import safe

from .guard import check, guarded, said_is_harmless
from .sessions import _line_respoken
from .spoiling import spoilt_bytes

NOW = "2026-11-23T19:00:00Z"
TERMS = Terms(
    name="cup", id="e", game="it", created=NOW, rounds=3, seating="random",
    wanted=Sizes(3, 4, 3), seed=3, people=tuple(["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus"]),
    options={"late": True}, rules={"players": 3, "name": {"en": "It"}}, plan=Plan(out=6),
)  # fmt: skip
ACTS: tuple[Callable[[OpenEvent], Done], ...] = (
    lambda event: seating(event, [*event.event.later], Seats("random", 1), NOW),
    lambda event: swapping(event, "Ann", "Bob", 1, NOW),
    lambda event: beginning(event, "t{}".format, lambda: "id", Seats("random", 1), NOW),
    lambda event: joining(event, ["Zoe"], None, NOW),
    lambda event: undoing(event, NOW),
    lambda event: redoing(event, NOW),
)


@guarded
def one_input(data: bytes) -> None:
    """Opens the file and tells it, and does every act on what it says."""
    event = opened(data, "cup")
    _tell(event)
    said_is_harmless(event_problems(event))
    for act in ACTS:
        try:
            act(event)
        except Refused as refusal:
            said_is_harmless(refusal.problems)


def _tell(found: OpenEvent) -> None:
    rows, event = event_log(found), found.event
    check(safe("\n".join(map(log_line, rows))))
    check(json_text([*event_log_value(rows), event_row(found.name, event, True)]))
    for number in range(1, min(event.terms.rounds, 5) + 1):
        page = round_page(event, number, {})
        check(round_text(page, 80))
        check(json_text(page))
    check("\n".join(missing_lines(missing_rows(event, {}))))
    check(repr(event_standings(event.terms.plan, played_of(event, {})).rows))


# --- where they come from ------------------------------------------------------------------------


@cache
def seeds() -> tuple[bytes, ...]:
    """An event after nothing, after each act and after all."""
    text, found = head_text(terms_head(TERMS), TITLE), list[str]()
    found.append(text)
    for act in ACTS:
        before = opened(text.encode(), "cup")
        entries: tuple[Entry, ...] = act(before).entries
        journal = before.log
        more = chained(journal, entries, "Ann", lambda: "a")
        text += "".join(map(entry_text, more))
        found.append(text)
    return tuple(one.encode() for one in found)


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Spoilt in its bytes, in its entries, or in a value of a line."""
    data = draw(st.sampled_from(seeds()))
    text = data.decode()
    place = text.find("[head]")
    match draw(st.sampled_from(("bytes", "entries", "line", "line", "line"))):
        case "bytes":
            return draw(spoilt_bytes(data, seeds()))
        case "entries":
            others = [other[other.find(b"[head]") :] for other in seeds()]
            return text[:place].encode() + draw(spoilt_bytes(text[place:].encode(), others))
        case _:
            return draw(_line_respoken(text)).encode(errors="replace")
