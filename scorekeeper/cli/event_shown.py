"""Rounds of an event, shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import show_json, terminal_width
from scorekeeper.event.event_state import Event
from scorekeeper.event.table_sessions import Told
from scorekeeper.render.event_text import round_text
from scorekeeper.report.event.event_round import round_page


def show_rounds(
    event: Event, numbers: Iterable[int], form: str, told: Mapping[str, Told] | None = None
) -> None:
    """Shows these rounds; `told` are the sessions that were found of their tables."""
    pages = [round_page(event, number, told) for number in numbers]
    if form == "json":
        show_json({"event": event.terms.name, "rounds": pages})
        return
    ink = ink_of_page()
    show_page("\n\n".join(round_text(page, terminal_width(), ink) for page in pages), ink)
