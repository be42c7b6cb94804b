"""A session file: a header agreed once, then one block an entry."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.base.toml_reader import table_of_lines, toml_table, written_table
from scorekeeper.game.log import DEAL, Entry
from scorekeeper.record.log_text import (
    MARK,
    SESSION,
    START,
    Form,
    ParseCache,
    Rules,
    broken,
    chained,
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
# The head of a session file: what was agreed once, and the rules as they stood that evening.


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
    """The head of a new file, a session unless its title says otherwise."""
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
    """What was agreed, a line each."""
    if isinstance(value, Mapping):
        return [f"{key}.{name} = {written(inner)}" for name, inner in value.items()]
    return [f"{key} = {written(value)}"]


def read_head(text: str, is_whole: bool, seen: ParseCache) -> Mapping[str, Any]:
    """What a head says, in the words of the format of today; raises Refused where it cannot be
    read, is of another format, does not end with its mark (`is_whole` is False where none was
    found), or holds what does not belong there.
    """
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
    """The keys of a table of the head that do not belong there."""
    table = head.get(name)
    return (
        {f"{name}.{key}" for key in table if key not in known} if isinstance(table, dict) else set()
    )


def _of_today(head: dict[str, Any]) -> dict[str, Any]:
    """The head with its people and their seats apart; in format 1 they were `players`, who sat as
    they were named."""
    if head.get("format") != 1:
        return head
    players = head.get("players")
    seats = {"order": players, **{key: head[key] for key in SEATED if key in head}}
    others = {key: value for key, value in head.items() if key not in ("players", *SEATED)}
    return {**others, "people": players, "seats": seats}


def identity(head: Mapping[str, object]) -> str:
    """What tells one session from every other: its id; of one that was begun without it when and
    as what it was begun, which no two of a home have in common."""
    own = head.get("id")
    if isinstance(own, str) and own:
        return own
    parts = (head.get(key) for key in ("created", "name", "game", "players"))
    return "/".join(map(str, parts))


def event_table(head: Mapping[str, object]) -> Mapping[str, object]:
    """Which table of which event a session is, as its head or its first lines say it: `id`, `name`,
    `round`, `table`; nothing of one that is of no event."""
    of = head.get(EVENT)
    return of if isinstance(of, dict) else {}


def evening_named(head: Mapping[str, object]) -> str:
    """The identity of the session with which the evening began, where that was another one; else
    nothing."""
    first = head.get("evening")
    return first if isinstance(first, str) else ""


def times_entered(head: Mapping[str, object], entries: Iterable[Entry]) -> Sequence[str]:
    """When the deals of a session were entered: the day that was said of it, else the times that
    its entries have; before the first deal the time at which it was begun."""
    if day := str(head.get("date", "")):
        return [day]
    times = [entry.at for entry in entries if entry.what == DEAL and entry.at]
    return times or [str(head.get("created", ""))]


def first_lines(data: bytes, seen: ParseCache) -> dict[str, Any]:
    """What the first lines of a session file say, in the words of the format of today; its rules
    and entries are not read. ValueError or RecursionError where they cannot be read."""
    text = data.partition(b"\n[")[0].decode()
    return _of_today(table_of_lines(text, seen.lines) or toml_table(text))


def names_seated(head: Mapping[str, object]) -> tuple[str, ...]:
    """Who sits at the table, in their order, as a head or its first lines say it; whatever else
    they hold is passed over."""
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
    """What a head says; ValueError or RecursionError where it cannot be read."""
    return _in_parts(text, seen) or toml_table(text)


def _in_parts(text: str, seen: ParseCache) -> dict[str, Any] | None:
    """The head read as what was agreed, the options, and the rules, those only where nobody has
    read them yet. None where the text is not in this order, or two parts say the same thing."""
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
    """The rules of a head, and its end; None where that cannot be read."""
    try:
        return Rules(text=text, lines=text.count("\n"), table=written_table(text))
    except (ValueError, RecursionError):
        return None


def _refuse_format(found: Any) -> None:
    """Raises Refused for a file of another format than this program's, and for one of none."""
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
    """What to say of a head that is broken."""
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("session-broken", message, None, hint)


# --- journal -----------------------------------------------------------------------------------
# The session file as text: a head that was agreed once, then one block an entry.
#
# It is TOML. An entry's lines stand each by themselves, and the last line of the head and of
# every entry is a mark that only a whole one has: so a file cut off by a power cut keeps every
# entry before the cut, and the cut is seen even where it would still parse.


__all__ = [
    "EVENT", "FORMAT", "MARK", "START", "TWO_COUNTS", "Form", "Journal", "ReadHead", "ParseCache",
    "chained", "digest_of", "entry_of_block", "entry_of_part", "entry_text", "evening_named",
    "first_lines", "head_text", "identity", "names_seated", "read_journal", "seal_of",
    "seal_of_entry", "times_entered",
]  # fmt: skip


NOTHING = "\0 \t\r\n"  # what a file may hold that is empty


class Journal(FrozenRecord):
    """A session file read: its head, its entries, how many bytes of it are whole, and the text
    after those that a power cut left half-written. `blocks` are the head and the entries as they
    stand in the file."""

    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    whole: int
    cut: str
    blocks: tuple[str, ...] = ()

    @property
    def cut_lines(self) -> int:
        """How many lines are half-written."""
        return len(self.cut.strip().splitlines())

    @property
    def lacks_rest(self) -> bool:
        """Whether what was cut off ends in a whole entry, which came together with others."""
        return self.cut.rstrip().endswith(f"\n{MARK}")


class LogBlock(NamedTuple):
    """The head or an entry as text: where it starts, its line there, what of it is whole, the
    comments under that, and what else stands before the next one."""

    start: int
    line: int
    body: str
    comments: str
    rest: str


ReadHead = Callable[[str, bool, ParseCache], Mapping[str, Any]]


def read_journal(
    data: bytes,
    seen: ParseCache | None = None,
    form: Form = SESSION,
    read_top: ReadHead = read_head,
) -> Journal:
    """Reads a file of entries, a session unless it is of another form, which has a head of its own;
    raises Refused with line and reason where it is broken, other than by a cut at its end."""
    seen = seen or ParseCache()
    text, is_cut = _decoded(data, form)
    if not text.strip(NOTHING):
        hint = say("put a copy back in its place, or delete it")
        raise refuse(form.code, say(form.empty), None, hint)
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


def entry_of_part(part: str, seen: ParseCache, form: Form = SESSION) -> tuple[Entry, str]:
    """Read an entry that stands by itself, with the line break before it, and give its block too;
    raises Refused where a file could not have it between others."""
    section = LogBlock(0, 1, *_parted(part.removeprefix("\n")))
    if not section.body:
        raise broken(1, say("it has no last line `{mark}`", mark=MARK), form)
    if section.rest:
        raise broken(*_stray(section), form)
    return read_entry(section.body, 1, seen, form), section.body


def _decoded(data: bytes, form: Form) -> tuple[str, bool]:
    """The text, and whether it ends before a line whose last character was cut in two."""
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
    """The head, then every entry."""
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
    """How much of a file is known to have no entry, and how many lines that has: the head with
    rules that were read before."""
    at, known = seen.rules_in(text)
    if known is None:
        return 0, 0
    return at + len(known.text) - 1, text.count("\n", 0, at) + known.lines - 1


def _parted(block: str) -> tuple[str, str, str]:
    """The block up to its last mark, the comments under that, and what else there is; where it has
    no mark, all of it is the last."""
    if block.endswith(f"\n{MARK}\n"):
        return block, "", ""
    if block.endswith(f"\n{MARK}\n\n"):
        return block[:-1], "\n", ""
    end = _end_of_mark(block)
    after = _end_of_comments(block, end) if end else 0
    return block[:end], block[end:after], block[after:]


def _end_of_mark(block: str) -> int:
    """Where the line of the last mark ends; 0 where there is none. No line is looked at twice."""
    stop = len(block)
    while (place := block.rfind("whole", 0, stop)) >= 0:
        stop = block.rfind("\n", 0, place) + 1
        end = block.find("\n", place) + 1 or len(block)
        if _is_mark(block[stop:end]):
            return end
    return 0


def _end_of_comments(block: str, start: int) -> int:
    """Where the comments and blank lines end that stand from a place on."""
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


def _whole(text: str, sections: list[LogBlock], form: Form) -> int:
    """Where the last whole section ends; only what follows that may be incomplete."""
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
