"""What can be typed, with an example that this very deal would accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed
from scorekeeper.record.asked import standing_alone
from scorekeeper.record.written import quoted
from scorekeeper.report.example import example_lines
from scorekeeper.rules.said import key_typed
from scorekeeper.table.state import Table
from scorekeeper.text.message import Joined, Words, say
from scorekeeper.text.speech import labelled, text_of
from scorekeeper.text.width import padded, wrapped

TYPED = 20  # columns for what is typed, before what it does


def tip(table: Table) -> Words:
    """One line before the first prompt: what to do here."""
    lines = example_lines(table.agreed, table.state)
    if lines and table.lacks_counter:
        return say(
            "say who counts, like: {name}; then what they counted, like: {example}; help; quit",
            name=quoted(table.agreed.players[0]),
            example=lines[0],
        )
    if not lines:
        return say("type the deal — or Enter to be asked; help; quit")
    return say(
        "type the deal, like: {example} — or Enter to be asked; help; quit", example=lines[0]
    )


def help_lines(table: Table, commands: Iterable[tuple[Words, Words]]) -> list[str]:
    """Everything that can be typed; the commands come as pairs of what to type and what it does."""
    agreed, state = table.agreed, table.state
    rows = [] if state.over else [*_entry_rows(agreed, state), ("", "")]
    return command_lines(table, [*rows, *commands])


def command_lines(table: Table, rows: Iterable[tuple[Words, Words]]) -> list[str]:
    """What is typed, with what it does, of each row."""
    return [line for row in rows for line in _row(table, *map(text_of, row))]


def _entry_rows(agreed: Agreed, state: State) -> Iterator[tuple[Words, Words]]:
    said = (say("records a deal, for example"), say("the same by name, in any order"))
    yield from zip(example_lines(agreed, state), said, strict=False)
    yield say("(Enter)"), say("asks for what the deal needs, one thing after the other")
    for name in standing_alone(agreed):
        yield key_typed(agreed.rules, name), say("is a whole deal by itself")
    spare = [
        thing.id
        for things in (agreed.rules.facts, agreed.rules.counts)
        for thing in things.values()
        if thing.optional
    ]
    if spare:
        facts = [Joined((key_typed(agreed.rules, name), "=…")) for name in spare]
        yield Joined(tuple(facts), " "), say("may be added")


def _row(table: Table, typed: str, does: str) -> list[str]:
    """What is typed and what it does beside it; below it where there is no room, or for a
    screen reader on one line."""
    if table.plain or not typed:
        return wrapped(labelled(typed, does) if typed else "", table.width, "  ")
    if len(typed) > TYPED:
        return [
            *wrapped(typed, table.width, "  "),
            *wrapped(" " * (TYPED + 2) + does, table.width, " " * (TYPED + 2)),
        ]
    return wrapped(f"{padded(typed, TYPED)}  {does}", table.width, " " * (TYPED + 2))
