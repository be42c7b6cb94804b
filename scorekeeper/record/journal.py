"""A session file: a header with the settings, written once, then one block for each entry."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.base.toml_reader import table_of_lines, toml_table, written_table
from scorekeeper.game.entry_kinds import DEAL, SESSION
from scorekeeper.game.log import Entry, LogForm
from scorekeeper.record.log_text import (
    MARK,
    START,
    ParseCache,
    Rules,
    block_of,
    broken,
    digest_above,
    digest_of,
    entry_of_block,
    entry_text,
    read_entry,
    seal_of,
    seal_of_entry,
    written,
)
from scorekeeper.text.message import CommandLine, Message, Words, say, titled
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

# --- head --------------------------------------------------------------------------------------
# The header of a session file: the settings, written once, and the rules as they were that evening.


FORMAT = 2
FORMATS = (1, FORMAT)  # that are read
OPTIONS = "[options]"
TITLE = """\
# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
"""
SEATED = ("dealer", "rest", "deals")  # who deals first, who rests, how many deals that makes
TWO_COUNTS = "two_counts"  # whether two people count each deal
EVENT = "event"  # which table of which event it is
COMMON = ("format", "name", "game", "created", "place", "date", "options", "rules")
KEYS = {
    1: frozenset((*COMMON, "players", *SEATED)),
    2: frozenset((*COMMON, "id", "evening", "people", "seats", EVENT, TWO_COUNTS)),
}
SEATS = frozenset(("order", *SEATED))
OF_EVENT = frozenset(("id", "name", "round", "table"))
CUT = marked(
    "the head of the session file is not whole, it does not end with `[head]` and `{mark}`"
)


def head_text(head: Mapping[str, Any], title: str = TITLE) -> str:
    """Return the header of a new file. `title` is its first line, that of a session by default."""
    import tomli_w  # noqa: PLC0415 - 0.4 ms, only for a new session

    lines = [
        line
        for key, value in head.items()
        if key not in ("options", "rules")
        for line in _lines(key, value)
    ]
    lines += [
        "",
        "[options]",
        *(f"{key} = {written(value)}" for key, value in head["options"].items()),
        "",
        "",
    ]
    rules = tomli_w.dumps({"rules": head["rules"]})
    return title + "\n".join(lines) + f"{rules}\n[head]\n{MARK}\n"


def _lines(key: str, value: object) -> list[str]:
    """Return a setting as TOML lines."""
    if isinstance(value, Mapping):
        return [f"{key}.{name} = {written(inner)}" for name, inner in value.items()]
    return [f"{key} = {written(value)}"]


def read_head(text: str, is_whole: bool, seen: ParseCache) -> Mapping[str, Any]:
    """Return the contents of a header, with the keys of the current format. Raises Refused if it
    cannot be read, has another format, does not end with its mark (`is_whole` is False if none was
    seen), or contains unknown keys."""
    head = _parsed(text.removeprefix("\ufeff"), is_whole, seen)
    _refuse_format(head.get("format"))
    if not is_whole or head.pop("head", None) != {"whole": True}:
        raise _broken(say(CUT, mark=MARK))
    unknown = head.keys() - KEYS[head["format"]] or {
        *_unknown_within("seats", SEATS, head), *_unknown_within(EVENT, OF_EVENT, head)
    }  # fmt: skip
    if unknown:
        message = say(
            "the head of the session file holds `{key}`, which does not belong there; an entry "
            "begins with `{start}`",
            key=min(unknown), start=START,
        )  # fmt: skip
        raise _broken(message)
    return _of_today(head)


def _unknown_within(name: str, known: frozenset[str], head: Mapping[str, object]) -> set[str]:
    """Return the unknown keys in a table of the header."""
    table = head.get(name)
    return (
        {f"{name}.{key}" for key in table if key not in known} if isinstance(table, dict) else set()
    )


def _of_today(head: dict[str, Any]) -> dict[str, Any]:
    """Return the header with its people and their seats as separate keys. In format 1 they were
    `players`, in the order of the seats."""
    if head.get("format") != 1:
        return head
    players = head.get("players")
    seats = {"order": players, **{key: head[key] for key in SEATED if key in head}}
    others = {key: value for key, value in head.items() if key not in ("players", *SEATED)}
    return {**others, "people": players, "seats": seats}


def identity(head: Mapping[str, object]) -> str:
    """Return the identity of a session: its id. A session begun without an id gets one from its
    creation time, name, game and players, which no two sessions of a home share."""
    own = head.get("id")
    if isinstance(own, str) and own:
        return own
    parts = (head.get(key) for key in ("created", "name", "game", "players"))
    return "/".join(map(str, parts))


def event_table(head: Mapping[str, object]) -> Mapping[str, object]:
    """Return the event and table of a session from its header or its first lines: `id`, `name`,
    `round`, `table`. Empty if the session is not part of an event."""
    of = head.get(EVENT)
    return of if isinstance(of, dict) else {}


def evening_named(head: Mapping[str, object]) -> str:
    """Return the identity of the session with which the evening began, empty if that is this
    session."""
    first = head.get("evening")
    return first if isinstance(first, str) else ""


def times_entered(head: Mapping[str, object], entries: Iterable[Entry]) -> Sequence[str]:
    """Return the times at which the deals of a session were entered, or the day entered for it
    instead. Before the first deal, return the time at which the session began."""
    if day := str(head.get("date", "")):
        return [day]
    times = [entry.at for entry in entries if entry.what == DEAL and entry.at]
    return times or [str(head.get("created", ""))]


def first_lines(data: bytes, seen: ParseCache) -> dict[str, Any]:
    """Return the contents of the first lines of a session file, with the keys of the current
    format. Its rules and entries are not read. Raises ValueError or RecursionError if the lines
    cannot be read."""
    text = data.partition(b"\n[")[0].decode()
    return _of_today(table_of_lines(text, seen.lines) or toml_table(text))


def names_seated(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the seated players, in order, from a header or its first lines.
    Everything else in them is ignored."""
    seats = head.get("seats")
    order = seats.get("order") if isinstance(seats, dict) else None
    return tuple(name for name in order if isinstance(name, str)) if isinstance(order, list) else ()


def _parsed(text: str, is_whole: bool, seen: ParseCache) -> dict[str, Any]:
    try:
        return parsed_head(text, seen)
    except (ValueError, RecursionError) as error:
        unread = say("the head of the session file cannot be read")
        raise _broken(titled(unread if is_whole else say(CUT, mark=MARK), str(error))) from None


def parsed_head(text: str, seen: ParseCache) -> dict[str, Any]:
    """Return the contents of a header. Raises ValueError or RecursionError if it cannot be read."""
    return _in_parts(text, seen) or toml_table(text)


def _in_parts(text: str, seen: ParseCache) -> dict[str, Any] | None:
    """Return a header read in parts: settings, options, and rules, which are read only if they are
    not cached. Return None if the text is not in this order, or if two parts have the same key."""
    start, known = seen.rules_in(text)
    agreed, heading, options = text[: max(start, 0)].partition(f"\n{OPTIONS}\n")
    head, chosen = table_of_lines(agreed, seen.lines), table_of_lines(options, seen.lines)
    if not heading or head is None or chosen is None:
        return None
    if known is None or start + len(known.text) != len(text):
        known = _rules(text[start:])
        if known is None:
            return None
        seen.rules.append(known)
    parts = (head, {"options": chosen}, known.table)
    whole = {key: value for part in parts for key, value in part.items()}
    return whole if len(whole) == sum(map(len, parts)) else None


def _rules(text: str) -> Rules | None:
    """Return the rules of a header and the end of it, or None if they cannot be read."""
    try:
        return Rules(text=text, lines=text.count("\n"), table=written_table(text))
    except (ValueError, RecursionError):
        return None


def _refuse_format(found: Any) -> None:
    """Raise Refused for a file with another format than this program's, or with none."""
    is_number = found.__class__ is int
    if is_number and found > FORMAT:
        message = say(
            "the session file is of format {found}; this scorekeeper reads format {own}",
            found=found,
            own=FORMAT,
        )
        hint = say("install a newer scorekeeper; nothing was changed")
        raise refuse("session-newer", message, None, hint)
    if not is_number or found not in FORMATS:
        message = say(
            "this is not a scorekeeper session file: it does not say `format = {own}`", own=FORMAT
        )
        hint = say("name another file, or begin a session: {command}", command=CommandLine("new"))
        raise refuse("session-broken", message, None, hint)


def _broken(message: Message) -> Refused:
    """Return the refusal of a broken header."""
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("session-broken", message, None, hint)


# --- journal -----------------------------------------------------------------------------------
# The session file as text: a header, written once, then one block for each entry.
#
# It is TOML. The last line of the header and of every entry is a mark, so a file cut off by a power
# cut keeps every entry before the cut, and the cut is detected even where the rest would still
# parse. Each entry's lines can be read without the others.


__all__ = [
    "EVENT", "FORMAT", "MARK", "START", "TWO_COUNTS", "Journal", "ReadHead", "ParseCache",
    "digest_of", "entry_of_block", "entry_of_part", "entry_text", "evening_named",
    "first_lines", "head_text", "identity", "names_seated", "read_journal", "seal_of",
    "seal_of_entry", "times_entered",
]  # fmt: skip


NOTHING = "\0 \t\r\n"  # what a file may hold that is empty


class Journal(FrozenRecord):
    """A parsed session file: its header, its entries, the number of complete bytes, and the
    incomplete text after those, which a power cut left. `blocks` are the header and the entries as
    they are in the file."""

    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    whole: int
    cut: str
    blocks: tuple[str, ...] = ()

    @property
    def cut_lines(self) -> int:
        """Return the number of lines in the incomplete end of the file."""
        return len(self.cut.strip().splitlines())

    @property
    def lacks_rest(self) -> bool:
        """Return True if the incomplete end of the file closes with a complete entry, which was
        recorded together with others."""
        return self.cut.rstrip().endswith(f"\n{MARK}")

    def chained(
        self, more: Iterable[Entry], by: str, new_id: Callable[[], str]
    ) -> tuple[Entry, ...]:
        """Return further entries as they are appended: each with an id, its recorder (`by`, if it
        has none), and the digest of the text above it."""
        found, before = list[Entry](), ""
        for entry in more:
            above = found[-1] if found else None
            before = (
                digest_of(block_of(above)) if above else digest_above(self.blocks, self.entries)
            )
            found.append(entry._replace(id=entry.id or new_id(), by=entry.by or by, before=before))
        return tuple(found)


class LogBlock(NamedTuple):
    """The header or an entry as text: its position, its line, its complete part, the comments below
    that, and anything else before the next block."""

    start: int
    line: int
    body: str
    comments: str
    rest: str


ReadHead = Callable[[str, bool, ParseCache], Mapping[str, Any]]


def read_journal(
    data: bytes,
    seen: ParseCache | None = None,
    form: LogForm = SESSION,
    read_top: ReadHead = read_head,
) -> Journal:
    """Read a file of entries: a session, or a file of another form with a header of its own. Raises
    Refused, with line and reason, if it is broken in any other way than by an incomplete end."""
    seen = seen or ParseCache()
    text, is_cut = _decoded(data, form)
    if not text.strip(NOTHING):
        hint = say("put a copy back in its place, or delete it")
        raise refuse(form.broken_code, say(form.empty), None, hint)
    top, *sections = _sections(text, seen)
    head = read_top(top.body or top.rest, bool(top.body), seen)
    whole = _whole(text, [top, *sections], form)
    if sections and not sections[-1].body:
        sections.pop()
    seen.make_room()
    entries = [read_entry(section.body, section.line, seen, form) for section in sections]
    while entries and entries[-1].more:  # the rest of what was entered with it never arrived
        entries.pop()
        whole = sections[len(entries)].start
    blocks = (top.body, *(section.body for section in sections[: len(entries)]))
    if whole == len(text) and not is_cut:
        return Journal(head=head, entries=tuple(entries), whole=len(data), cut="", blocks=blocks)
    kept = len(text[:whole].encode())
    cut = data[kept:].decode(errors="replace")
    return Journal(head=head, entries=tuple(entries), whole=kept, cut=cut, blocks=blocks)


def entry_of_part(part: str, seen: ParseCache, form: LogForm = SESSION) -> tuple[Entry, str]:
    """Return the entry in a single block, which begins with a line break, and the block. Raises
    Refused if a file could not contain it between others."""
    section = LogBlock(0, 1, *_parted(part.removeprefix("\n")))
    if not section.body:
        raise broken(1, say("it has no last line `{mark}`", mark=MARK), form)
    if section.rest:
        raise broken(*_stray(section), form)
    return read_entry(section.body, 1, seen, form), section.body


def _decoded(data: bytes, form: LogForm) -> tuple[str, bool]:
    """Return the text, and whether an incomplete last line was dropped because its last character
    was cut."""
    try:
        return data.decode(), False
    except UnicodeDecodeError as error:
        mark = MARK.encode()
        if mark in data[error.start :] or mark not in data[: error.start]:
            line = data.count(b"\n", 0, error.start) + 1
            why = say(
                "it is not UTF-8 text; was it saved in another encoding, or cut off in its head?"
            )
            raise broken(line, why, form) from None
        return data[: data.rfind(b"\n", 0, error.start) + 1].decode(), True


def _sections(text: str, seen: ParseCache) -> Iterator[LogBlock]:
    """Yield the header, then every entry."""
    start, line = 0, 1
    place, lines = _passed(text, seen)
    while True:
        after = text.find(f"\n{START}", place) + 1
        yield LogBlock(start, line, *_parted(text[start : after or None]))
        if not after:
            return
        line += lines + text.count("\n", place, after)
        start, place, lines = after, after, 0


def _passed(text: str, seen: ParseCache) -> tuple[int, int]:
    """Return how many characters of a file are known to contain no entry, and how many lines they
    have. These are its header, if its rules were read before; otherwise (0, 0)."""
    at, known = seen.rules_in(text)
    if known is None:
        return 0, 0
    return at + len(known.text) - 1, text.count("\n", 0, at) + known.lines - 1


def _parted(block: str) -> tuple[str, str, str]:
    """Return the block up to its last mark, the comments below it, and the rest. Without a mark,
    everything is the rest."""
    if block.endswith(f"\n{MARK}\n"):
        return block, "", ""
    if block.endswith(f"\n{MARK}\n\n"):
        return block[:-1], "\n", ""
    end = _end_of_mark(block)
    after = _end_of_comments(block, end) if end else 0
    return block[:end], block[end:after], block[after:]


def _end_of_mark(block: str) -> int:
    """Return the position after the line of the last mark, or 0 if there is none. No line is
    examined twice."""
    stop = len(block)
    while (place := block.rfind("whole", 0, stop)) >= 0:
        stop = block.rfind("\n", 0, place) + 1
        end = block.find("\n", place) + 1 or len(block)
        if _is_mark(block[stop:end]):
            return end
    return 0


def _end_of_comments(block: str, start: int) -> int:
    """Return the position after the comments and blank lines that begin at `start`."""
    if not block[start:].strip():
        return len(block)
    while start < len(block):
        end = block.find("\n", start) + 1 or len(block)
        if not _is_comment(block[start:end]):
            break
        start = end
    return start


def _is_mark(line: str) -> bool:
    return "".join(line.partition("#")[0].split()) == "whole=true"


def _is_comment(line: str) -> bool:
    return line.lstrip()[:1] in ("", "#") and "\0" not in line


def _whole(text: str, sections: list[LogBlock], form: LogForm) -> int:
    """Return the position after the last complete section. Raises Refused if anything but the end
    of the file is incomplete."""
    for section in sections[:-1]:
        if not section.body:
            raise broken(
                section.line,
                say("it has no last line `{mark}`; if it is complete, add it", mark=MARK),
                form,
            )
        if section.rest:
            raise broken(*_stray(section), form)
    last = sections[-1]
    if (
        last.body
        and last.rest
        and "\0" not in last.rest
        and not START.startswith(last.rest.strip())
    ):
        raise broken(*_stray(last), form)
    return last.start + len(last.body) + len(last.comments) if last.rest else len(text)


def _stray(section: LogBlock) -> tuple[int, Words]:
    line = section.line + section.body.count("\n") + section.comments.count("\n")
    stray = section.rest.strip().splitlines()[0]
    return line, say(
        "`{stray}` stands after the last line of an entry, `{mark}`", stray=stray, mark=MARK
    )
