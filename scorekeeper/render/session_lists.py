"""Lists as text: sessions, people, log entries, diverged copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.game.entry_kinds import COUNT
from scorekeeper.league.session_record import Evening
from scorekeeper.record.diverged_copies import Copy, DivergedEntry, is_alike, step_pairs, step_words
from scorekeeper.record.open_session import Book
from scorekeeper.render.terminal_tables import is_within
from scorekeeper.render.text_writer import linear, text_table
from scorekeeper.report.log_report import LogRow, log_of, log_with_copies
from scorekeeper.text.local_formats import alphabet_key
from scorekeeper.text.message_text import labelled, text_of
from scorekeeper.text.terminal_text import (
    NO_INK,
    Ink,
    all_wrapped,
    cut,
    padded,
    safe,
    width_of,
    wrapped,
)
from scorekeeper.text.translation import marked, tr, trc, trn

# --- The list of sessions ----------------------------------------------------------------------


Cells = Mapping[str, str]
NARROW, LEAST = 76, 10  # columns of a narrow screen, and the least a column is cut to
# Each column and its alignment; the columns that may be cut; the columns to drop, in order.
COLUMNS = {
    "current": "left", "name": "left", "game": "left", "day": "left", "players": "left",
    "deals": "right",
    "leader": "left", "state": "left", "evening": "right",
}  # fmt: skip
IN_THE_NAME = ("day", "game")  # they usually stand in the session's name
CUT, GIVING_WAY = ("game", "players", "leader"), (*IN_THE_NAME, "leader", "players", "evening")
LABELS = {
    "name": marked("name"), "game": marked("game"), "day": marked("date"),
    "players": marked("players"), "deals": marked("deals"),
    "finished": marked("finished"), "current": marked("current"),
    "early": marked("ended early"), "of": marked("deals in all"),
    "state": marked("state"), "archived": marked("archived"),
    "copy_of": marked("copy of"), "evening": marked("evening"), "disputed": marked("disputed"),
    "waits": marked("waits"),
}  # fmt: skip


BEGUN, GOING_ON, FINISHED = marked("begun"), marked("going on"), marked("finished")


class SessionRow(NamedTuple):
    """A session in the list of sessions. `current` is True for the session used last; `leader` is
    empty before the first deal. `of` is the game's number of deals, None if a score ends it;
    `state` is begun, going on or finished. For a copy, `copy_of` names the session that counts
    instead. `evening` names the first session of an evening of several. The field names are the
    JSON keys of `sessions`."""

    name: str
    game: str
    day: str
    players: tuple[str, ...]
    deals: int
    finished: bool
    leader: tuple[str, ...]
    current: bool
    early: bool
    of: int | None
    state: str
    archived: bool
    copy_of: str | None
    evening: str | None = None
    disputed: bool = False
    waits: bool = False


def session_row(
    name: str,
    evening: Evening,
    current: bool,
    archived: bool = False,
    copy_of: str | None = None,
    begun_with: str | None = None,
) -> SessionRow:
    """Return a session's row in the list."""
    sides = [" & ".join(evening.players[seat] for seat in side) for side in evening.sides]
    return SessionRow(
        name=name,
        game=evening.game,
        day=evening.day,
        players=tuple(evening.players),
        deals=evening.deals,
        finished=evening.over,
        leader=tuple(sides[side] for side in evening.leaders) if evening.deals else (),
        current=current,
        early=evening.early,
        of=evening.of or None,
        state=FINISHED if evening.over else GOING_ON if evening.deals else BEGUN,
        archived=archived,
        copy_of=copy_of,
        evening=begun_with,
        disputed=bool(evening.disputed) and not evening.waits,
        waits=evening.waits,
    )


def sessions_text(rows: Sequence[SessionRow], width: int, plain: bool, ink: Ink = NO_INK) -> str:
    """Return the list of sessions as a table, or as lines if `plain`."""
    if plain:
        return "\n\n".join(
            "\n".join(
                labelled(_label(key), safe(_value_words(value)))
                for key, value in row._asdict().items()
            )
            for row in rows
        )
    each = max(12, (width - 24) // 3)
    evenings = [*dict.fromkeys(row.evening for row in rows if row.evening)]
    cells = [_cells(row, each, evenings) for row in rows]
    shown, gone = [*COLUMNS], [*GIVING_WAY]
    if not any(row.archived for row in rows):
        shown.remove("state")
    if not evenings:
        shown.remove("evening")
        gone.remove("evening")
    while gone and ((width < NARROW and gone[0] in IN_THE_NAME) or not _fits(shown, cells, width)):
        shown.remove(gone.pop(0))
    return text_table(
        [_head(key) for key in shown],
        _narrowed(shown, cells, width),
        [COLUMNS[key] for key in shown],
        ink=ink,
    )


def _cells(row: SessionRow, each: int, evenings: Sequence[str]) -> Cells:
    """Return a session's cells by column; `each` is the width of a name. Sessions of one evening
    share a number."""
    return {
        "current": "*" if row.current else "", "name": safe(row.name), "game": row.game,
        "day": safe(row.day), "players": _joined(row.players, each), "deals": _deals(row),
        "leader": _joined(row.leader, 16), "state": tr("archived") if row.archived else "",
        "evening": str(evenings.index(row.evening) + 1) if row.evening else "",
    }  # fmt: skip


def _joined(names: Sequence[str], room: int) -> str:
    return cut(safe(", ".join(names)), room)


def _fits(shown: Sequence[str], cells: Sequence[Cells], width: int) -> bool:
    """Return True if these columns, once cut, fit in the width."""
    return is_within([_head(key) for key in shown], _narrowed(shown, cells, width), width, 2)


def _narrowed(shown: Sequence[str], cells: Sequence[Cells], width: int) -> list[list[str]]:
    """Return the rows cut to the width: again and again, the widest column of `CUT` loses a
    letter. Session names are never cut, because people type them."""
    heads, rows = [_head(key) for key in shown], [[row[key] for key in shown] for row in cells]
    places = [place for place, key in enumerate(shown) if key in CUT]
    while places and not is_within(heads, rows, width, 2):
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        room, place = max((widths[place], place) for place in places)
        if room <= LEAST:
            break
        rows = [[*row[:place], cut(row[place], room - 1), *row[place + 1 :]] for row in rows]
    return rows


def _head(key: str) -> str:
    if key == "name":
        return tr("session")
    return "" if key == "current" else _label(key)


def _label(key: str) -> str:
    return trc("who is ahead", "leader") if key == "leader" else tr(LABELS[key])


def _deals(row: SessionRow) -> str:
    if row.waits:
        # Translators: the number of deals of a session in which one waits for what is said later
        return tr("{number} open", number=row.deals)
    if row.disputed:
        # Translators: the number of deals of a session in which a count is disputed
        return tr("{number} disputed", number=row.deals)
    if row.early:
        # Translators: the number of deals of a session that the players ended before its end
        return tr("{number} early", number=row.deals)
    # Translators: the number of deals of a session that is finished
    if row.finished:
        return tr("{number} done", number=row.deals)
    return f"{row.deals}/{row.of}" if row.of else str(row.deals)


def _value_words(value: object) -> str:
    if value is None:
        return "–"
    if value in (BEGUN, GOING_ON, FINISHED):
        return tr(str(value))
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return ", ".join(value) if isinstance(value, tuple) else str(value)


# --- The list of people ------------------------------------------------------------------------


PEOPLE_LABELS = {
    "name": marked("name"), "also": marked("also"), "sessions": marked("sessions"),
    "last": marked("last played"),
}  # fmt: skip
SHOWN = ("name", "sessions", "last", "also")
LEAST_OTHERS = 12  # columns that are left to other names, however narrow the screen


class PersonRow(NamedTuple):
    """A person: main name, other names, number of sessions under all names, and the day of the
    latest session or "". The field names are the JSON keys of `people`."""

    name: str
    also: tuple[str, ...]
    sessions: int
    last: str


def people_text(rows: Sequence[PersonRow], width: int, plain: bool, ink: Ink = NO_INK) -> str:
    """Return the people alphabetically in the current language, as a table, or as lines if
    `plain`."""
    rows = sorted(rows, key=lambda row: alphabet_key(row.name))
    if plain:
        return "\n\n".join(
            linear(
                [
                    (tr(PEOPLE_LABELS["name"]), row.name),
                    (tr(PEOPLE_LABELS["also"]), ", ".join(row.also)),
                    (tr(PEOPLE_LABELS["sessions"]), str(row.sessions)),
                    (tr(PEOPLE_LABELS["last"]), row.last),
                ]
            )
            for row in rows
        )
    heads = [tr(PEOPLE_LABELS[key]) for key in SHOWN]
    cells = [[row.name, str(row.sessions), row.last, ", ".join(row.also)] for row in rows]
    taken = sum(
        max(map(width_of, column)) + 2
        for column in zip(heads[:3], *(row[:3] for row in cells), strict=True)
    )
    room = max(width - taken, LEAST_OTHERS)
    told = [[*row[:3], cut(row[3], room)] for row in cells]
    return text_table(heads, told, ["left", "right", "left", "left"], ink=ink)


# --- two diverged copies of a session side by side ---------------------------------------------


APART, ALIKE = " | ", " = "


def tails_lines(
    one: Copy, other: Copy, labels: Mapping[str, str], common: int, width: int
) -> list[str]:
    """Return lines on two diverged copies: the `common` part, then their later entries side by
    side, with a sign between equal entries. Entries of the first copy are numbered a1, of the
    other b1; `labels` describe a and b."""
    said = _in_common(one.book.name, other.book.name, common)
    room = (width - len(APART)) // 2
    heads = [wrapped(labelled(*head), room, "   ") for head in sorted(labels.items())]
    lines = [*all_wrapped([said], width), "", *_side_by_side(heads, room, APART)]
    for number, (left, right) in enumerate(step_pairs(one, other), 1):
        cells = [
            wrapped(_step_line(copy, step, f"{letter}{number}"), room, "   ") if step else []
            for copy, step, letter in ((one, left, "a"), (other, right, "b"))
        ]
        is_same = left is not None and right is not None and is_alike(left, right)
        lines += _side_by_side(cells, room, ALIKE if is_same else APART)
    return lines


def _in_common(one: str, other: str, common: int) -> str:
    if one == other:
        return trn(
            common,
            "the copies of {session} have {n} entry in common; after it each went on by itself:",
            "the copies of {session} have {n} entries in common; after them each went on by "
            "itself:",
            session=one,
        )
    return trn(
        common,
        "{one} and {other} have {n} entry in common; after it each went on by itself:",
        "{one} and {other} have {n} entries in common; after them each went on by itself:",
        one=one,
        other=other,
    )


def _side_by_side(cells: Sequence[list[str]], room: int, sign: str) -> Iterator[str]:
    """Yield two cells of lines next to each other, with the sign in the first line."""
    for number, (one, other) in enumerate(zip_longest(*cells, fillvalue="")):
        yield f"{padded(one, room)}{APART if number else sign}{other}".rstrip()


def _step_line(copy: Copy, step: DivergedEntry, name: str) -> str:
    """Return the line of a step: `a1 19:05 deal 4: tricks 6,6,4 (Anna)`."""
    by = f"({step.made.by})" if step.made.by else ""
    said = text_of(step_words(copy.book.begun, step))
    return " ".join(filter(None, (name, step.made.at[11:16], said, by)))


# --- The log as text ---------------------------------------------------------------------------


def log_lines(book: Book) -> Iterable[str]:
    """Return a line for each entry: `2026-11-21 19:05 ABFH-JKLM deal 3: contract CONTRACT · tricks
    6,6,4`."""
    return (safe(log_line(row)) for row in log_of(book))


def log_lines_with_copies(book: Book) -> Iterable[str]:
    """Yield a line for each entry, and after a merge for each entry that it quarantined."""
    for row, copy in log_with_copies(book):
        line = log_line(row)
        yield safe(line if copy is None else f"  {labelled(tr('set aside'), line)}")


def log_line(row: LogRow) -> str:
    """Return the line of a log row: time, seal, sentence, recorder, and the reason if entered."""
    when = row.at.replace("T", " ")[:16]
    by = None if row.what == COUNT else row.by  # its sentence names who counted
    said = labelled(by, row.why) if by and row.why else by or row.why
    sentence = f"{row.say} ({said})" if said else row.say
    parts = (when, row.seal, sentence)
    return "  ".join(filter(None, parts))
