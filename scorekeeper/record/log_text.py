"""The text of a log: one header, then one block for each entry."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import tomli_w

from scorekeeper.base.exact_numbers import Part, decimal
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.entry_kinds import KINDS, TURN
from scorekeeper.game.log import Entry, EntryKind, LogForm, Numbers
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse

# --- cache of parsed text ------------------------------------------------------------------------


RULES = "[rules]"  # the heading of the rules, which stand at the end of a head


class Rules(NamedTuple):
    """The rules of a header: their text from the line break above their heading to the end of the
    header, its number of lines, and its table."""

    text: str
    lines: int
    table: dict[str, Any]


class ParseCache:
    """A cache of parsed parts of session files. Sessions resemble each other, and all sessions of
    a game contain the same rules. `ends` are entries by the text after their first lines,
    `rules` the rules by their text, `rulesets` the parsed rules."""

    MOST_ENDS = 4_000  # that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self.ends: dict[tuple[str, str], Entry] = {}
        self.rules: list[Rules] = []
        self.rulesets: dict[tuple[int, str], Any] = {}

    def rules_in(self, text: str) -> tuple[int, Rules | None]:
        """Return the position at which the rules begin in a file or header (-1 if there are none),
        and the equal rules in the cache (None if not cached). Most of a file is rules, and
        comparing them takes a tenth of the time of parsing them."""
        start = text.find(f"\n{RULES}\n")
        known = (rules for rules in self.rules if start >= 0 and text.startswith(rules.text, start))
        return start, next(known, None)

    def make_room(self) -> None:
        """Clear the parts of the cache that are too large."""
        if len(self.ends) > self.MOST_ENDS:
            self.ends.clear()
        if len(self.rules) > self.MOST_RULES:
            self.rules.clear()
            self.rulesets.clear()


AnyKind = EntryKind[object, object]


# --- entry -------------------------------------------------------------------------------------
# One entry of a session file: a block that begins with `[[entry]]`, has one line for each fact, and
# ends with a mark that shows that it is complete.


START = "[[entry]]"
MARK = "whole = true"
PLAIN = frozenset((int, str, bool, Part))
NUMBERS = frozenset((int, Part))
WORDS = ("why", "id", "by", "before")
ENTRY_KEYS = frozenset(("what", "number", "at", "facts", "or", "turns", "more", "whole", *WORDS))
# The first lines of an entry as `entry_text` writes them, different in every entry: its kind,
# number, time, id, and the digest of the text above it. Old entries lack the last two.
PLAIN_WORDS = r'"([^"\\\x00-\x1f\x7f]*)"'
BEGINNING = re.compile(
    rf"""{re.escape(START)}
what = "([a-z]+)"
number = ([1-9][0-9]{{0,8}})
at = {PLAIN_WORDS}
(?:id = {PLAIN_WORDS}
)?(?:before = {PLAIN_WORDS}
)?"""
)
IN_BEGINNING = frozenset(("what", "number", "at", "id", "before"))


def entry_text(entry: Entry) -> str:
    """Return the text to append for one entry: a blank line, the heading, one line for each fact,
    the mark."""
    lines = [
        "",
        START,
        f"what = {written(entry.what)}",
        f"number = {entry.number}",
        f"at = {written(entry.at)}",
    ]
    lines += [
        f"{name} = {written(value)}"
        for name, value in (("id", entry.id), ("before", entry.before), ("by", entry.by))
        if value
    ]
    lines += [f"facts.{name} = {written(value)}" for name, value in entry.facts.items()]
    if entry.others:
        lines.append(f"or = [{', '.join(map(_in_braces, entry.others))}]")
    if entry.turns:
        lines.append(f"turns = [{', '.join(map(_in_braces, entry.turns))}]")
    if entry.why:
        lines.append(f"why = {written(entry.why)}")
    if entry.more:
        lines.append("more = true")
    return "\n".join([*lines, MARK, ""])


def _in_braces(facts: Mapping[str, Any]) -> str:
    """Return the facts of another version, on one line."""
    return f"{{{', '.join(f'{name} = {written(value)}' for name, value in facts.items())}}}"


def written(value: Any) -> str:
    """Return a value as TOML, on one line."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, Part):
        return decimal(value)
    if not isinstance(value, str):
        return str(value).lower()
    if _is_plain(value):
        return f'"{value}"'
    return tomli_w.dumps({"v": value})[4:-1]


def _is_plain(text: str) -> bool:
    """Return True if a text can be quoted without escapes."""
    return text.isprintable() and '"' not in text and "\\" not in text


def read_entry(body: str, line: int, seen: ParseCache, form: LogForm) -> Entry:
    """Return the entry of a block that begins at this line of its file. Raises Refused if the
    block is no entry.

    `seen` must come from files of the same form. Entries that differ only in their first lines
    are parsed once, because the sessions of a home repeat each other's deals."""
    begun = BEGINNING.match(body)
    if begun is None:
        return _checked(_by_parser(body, line, form), line, form)
    what, number, at, own, before = begun.groups()
    end = what, body[begun.end() :]
    known = seen.ends.get(end)
    if known is None:
        table = _by_parser(body, line, form)
        known = _checked(table, line, form)
        in_beginning = sum(part is not None for part in begun.groups())
        # a key further down, which the beginning of another entry may have too
        if len(table.keys() & IN_BEGINNING) > in_beginning:
            return known
        seen.ends[end] = known
    return Entry(
        what, int(number), at, known.facts, known.why, line, known.more, own or "", known.by,
        before or "", known.others, known.turns,
    )  # fmt: skip


def entry_of_block(block: str, line: int, form: LogForm) -> Entry:
    """Return the entry of a single block. Raises Refused if it is none."""
    return read_entry(f"{block}\n", line, ParseCache(), form)


def _by_parser(body: str, line: int, form: LogForm) -> dict[str, Any]:
    """Return the table of an entry, read by a TOML parser."""
    try:
        parsed = toml_table(body)
    except (ValueError, RecursionError):
        raise _unparsed(body, line, form) from None
    if list(parsed) != ["entry"] or len(parsed["entry"]) != 1:
        raise broken(
            line,
            say("an entry is one table; each begins with `{start}`, written just so", start=START),
            form,
        )
    return dict(parsed["entry"][0])


def _unparsed(body: str, line: int, form: LogForm) -> Refused:
    """Return the refusal of an entry that cannot be parsed. The entry is parsed again below blank
    lines, so that the message has the line numbers of the file."""
    try:
        toml_table("\n" * (line - 1) + body)
    except (ValueError, RecursionError) as error:
        return broken(line, str(error), form)
    return broken(line, "", form)


def _checked(table: dict[str, Any], line: int, form: LogForm) -> Entry:
    """Return the entry from its TOML table. Raises Refused if it is invalid."""
    fault = _fault(table, form.kinds)
    if fault is not None:
        raise broken(line, fault, form)
    return Entry(
        what=table["what"],
        number=table["number"],
        at=str(table.get("at", "")),
        facts=table.get("facts", {}),
        why=table.get("why", ""),
        line=line,
        more=table.get("more") is True,
        id=table.get("id", ""),
        by=table.get("by", ""),
        before=table.get("before", ""),
        others=tuple(table.get("or", ())),
        turns=tuple(table.get("turns", ())),
    )


def _fault(table: dict[str, Any], kinds: Mapping[str, AnyKind]) -> Words | None:
    """Return the first problem of the TOML table of an entry, or None."""
    what, facts = table.get("what"), table.get("facts", {})
    unknown = table.keys() - ENTRY_KEYS
    if unknown:
        return say("an entry has no `{key}`", key=min(unknown))
    if not isinstance(what, str) or what not in kinds:
        return say("`what` must be {kinds}, not `{kind}`", kinds=listing(kinds), kind=str(what))
    is_number = table.get("number").__class__ is int
    if not (is_number and isinstance(facts, dict) and isinstance(table.get("why", ""), str)):
        return say("`number` must be a whole number, `facts` a table and `why` words")
    unsaid = next((key for key in WORDS if not isinstance(table.get(key, ""), str)), None)
    if unsaid is not None:
        return say("`{key}` must be words", key=unsaid)
    odd = next((name for name, value in facts.items() if not _is_value(value)), None)
    if odd is not None:
        return say("`facts.{fact}` must be words, a number, true, or a list of them", fact=odd)
    if table.get("whole") is not True:
        return _mark_missing(facts)
    if "or" in table and not (kinds[what].may_dispute and _are_versions(table["or"])):
        return say("`or` must be a list of tables, each the facts of a deal as it may have been")
    if "turns" in table and not (kinds[what].may_turn and _are_turns(table["turns"])):
        return say("`turns` must be a list of tables, each with a deal's `number` and its `dealer`")
    return _facts_fault(what, kinds[what], facts)


def _are_versions(others: Any) -> bool:
    """Return True if a value may be the other versions of a deal."""
    return (
        isinstance(others, list)
        and bool(others)
        and all(isinstance(facts, dict) and all(map(_is_value, facts.values())) for facts in others)
    )


def _are_turns(turns: Any) -> bool:
    """Return True if these may be the dealers of recorded deals."""
    return (
        isinstance(turns, list)
        and bool(turns)
        and all(isinstance(turn, dict) and _is_turn(turn) for turn in turns)
    )


def _is_turn(turn: Mapping[str, Any]) -> bool:
    number, facts = turn.get("number"), {name: turn[name] for name in turn if name != "number"}
    is_number = number.__class__ is int and number > 0
    return is_number and _facts_fault(TURN, KINDS[TURN], facts) is None


def _facts_fault(what: str, kind: AnyKind, facts: Mapping[str, Any]) -> Words | None:
    """Return the first unknown, missing or invalid fact of an entry of this kind as a message, or
    None."""
    if kind.facts is None:
        return None
    known = {**kind.facts, **kind.may}
    unknown = next((name for name in facts if name not in known), None)
    if unknown is not None:
        return say("an entry of `{what}` has no `facts.{fact}`", what=what, fact=unknown)
    lacking = next((name for name in kind.facts if name not in facts), None)
    if lacking is not None:
        return say("an entry of `{what}` needs `facts.{fact}`", what=what, fact=lacking)
    wrong = next((name for name in facts if not _is_of(facts[name], known[name])), None)
    return None if wrong is None else say("`facts.{fact}` is of another kind", fact=wrong)


def _is_of(value: Any, wanted: type) -> bool:
    """Return True if a fact is of this type."""
    if wanted is Numbers:
        return value.__class__ is list and NUMBERS.issuperset(map(type, value))
    return value.__class__ is wanted


def _is_value(value: Any) -> bool:
    """Return True if a value may be a fact: text, a number, true or false, or a list of these."""
    return value.__class__ in PLAIN or (
        value.__class__ is list and PLAIN.issuperset(map(type, value))
    )


def _mark_missing(facts: dict[str, Any]) -> Words:
    """Return the message for an entry without its mark, or with its mark inside a table of its
    facts."""
    if facts.get("whole") is True:
        example = "facts.tricks = […]"
        return say("its facts stand each in a line, `{line}`, not in a table", line=example)
    return say("it has no last line `{mark}`", mark=MARK)


def broken(line: int, why: Words, form: LogForm) -> Refused:
    """Return the refusal of a file that is invalid at a line."""
    message = say(form.broken, why=why)
    hint = say("mend it there in an editor; nothing was changed")
    return Refused(
        [Problem(form.code, message, place=say("line {line}", line=line), mends=(hint,))]
    )


# --- parts -------------------------------------------------------------------------------------
# A session file in pieces that give the same bytes when joined: the header, then each entry with
# the line break before it, as entries are appended.


BEFORE = f"\n{START}"


def parts_of(text: str) -> list[str]:
    """Return the header of a file and each of its entries. In appended text the header is empty."""
    head, *entries = text.split(BEFORE)
    return [head, *(f"{BEFORE}{entry}" for entry in entries)]


# --- log -----------------------------------------------------------------------------------------
# It is TOML. The last line of the header and of every entry is a mark, so a file cut off by a power
# cut keeps every entry before the cut, and the cut is detected even where the rest would still
# parse. Each entry's lines can be read without the others.


NOTHING = "\0 \t\r\n"  # what a file may hold that is empty


class Log(NamedTuple):
    """A parsed log: its header, its entries, the number of complete bytes (`whole`), and the
    incomplete text after a power cut. `blocks` are the texts of the header and each entry."""

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
        """Return True if the incomplete end closes with a complete entry, so that others recorded
        together with it are missing."""
        return self.cut.rstrip().endswith(f"\n{MARK}")


class LogBlock(NamedTuple):
    """The header or an entry as text: its position, its line, its complete part, the comments
    below that, and anything else before the next block."""

    start: int
    line: int
    body: str
    comments: str
    rest: str


# Reads the header from its text; the second argument is False if its mark was not seen.
ReadHead = Callable[[str, bool, ParseCache], Mapping[str, Any]]


def read_log(
    data: bytes, form: LogForm, read_head: ReadHead, seen: ParseCache | None = None
) -> Log:
    """Read a log. Raises Refused, with line and reason, if it is invalid; an incomplete end is
    not."""
    seen = seen or ParseCache()
    text, is_cut = _decoded(data, form)
    if not text.strip(NOTHING):
        hint = say("put a copy back in its place, or delete it")
        raise refuse(form.code, say(form.empty), None, hint)
    top, *sections = _sections(text, seen)
    head = read_head(top.body or top.rest, bool(top.body), seen)
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
        return Log(head=head, entries=tuple(entries), whole=len(data), cut="", blocks=blocks)
    kept = len(text[:whole].encode())
    cut = data[kept:].decode(errors="replace")
    return Log(head=head, entries=tuple(entries), whole=kept, cut=cut, blocks=blocks)


def entry_of_part(part: str, seen: ParseCache, form: LogForm) -> tuple[Entry, str]:
    """Return the entry in a single block, which begins with a line break, and its text. Raises
    Refused if a file could not contain the block between others."""
    section = LogBlock(0, 1, *_parted(part.removeprefix("\n")))
    if not section.body:
        raise broken(1, say("it has no last line `{mark}`", mark=MARK), form)
    if section.rest:
        raise broken(*_stray(section), form)
    return read_entry(section.body, 1, seen, form), section.body


def _decoded(data: bytes, form: LogForm) -> tuple[str, bool]:
    """Return the text, and True if an incomplete last line was dropped because its last character
    is cut."""
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
    """Return the number of characters and of lines at the beginning of a file that need no search
    for entries: the header if its rules are cached, else (0, 0)."""
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
    """Return the position after the last complete section. Raises Refused if a section other than
    the last is incomplete."""
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
