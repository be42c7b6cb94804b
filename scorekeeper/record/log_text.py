"""The entries of a log file: reading and writing their text, caching parsed parts, and the hash
chain."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from scorekeeper.base.exact_numbers import Part, decimal
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.base.toml_reader import TomlLine, table_of_lines, toml_table
from scorekeeper.game.entry_kinds import KINDS, SESSION, TURN
from scorekeeper.game.log import Entry, EntryKind, LogForm, Numbers
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, Refused

# --- What was read in session files before, by its text ----------------------------------------


RULES = "[rules]"  # the heading of the rules, which stand at the end of a head


class Rules(FrozenRecord):
    """The rules of a header: their text from the line break above their heading to the end of the
    header, its number of lines, and its table."""

    text: str
    lines: int
    table: dict[str, Any]


class ParseCache:
    """A cache of parsed parts of session files: sessions resemble each other, and all sessions of a
    game contain the same rules. `lines` are single lines, `ends` the rest of an entry after the
    beginning of its kind, `rules` the rules as text, `rulesets` the parsed rules."""

    MOST_LINES, MOST_ENDS = 1_500, 4_000  # that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self.lines: dict[str, TomlLine | None] = {}
        self.ends: dict[tuple[str, str], Entry] = {}
        self.rules: list[Rules] = []
        self.rulesets: dict[tuple[int, str], Any] = {}

    def rules_in(self, text: str) -> tuple[int, Rules | None]:
        """Return the position where the rules begin in a file or its header, -1 if it has none, and
        the cached rules that are there, whatever follows them. Rules are most of a file, and
        comparing them takes a tenth of the time of parsing them."""
        start = text.find(f"\n{RULES}\n")
        known = (rules for rules in self.rules if start >= 0 and text.startswith(rules.text, start))
        return start, next(known, None)

    def make_room(self) -> None:
        """Clear the parts of the cache that are too large."""
        if len(self.lines) > self.MOST_LINES:
            self.lines.clear()
        if len(self.ends) > self.MOST_ENDS:
            self.ends.clear()
        if len(self.rules) > self.MOST_RULES:
            self.rules.clear()
            self.rulesets.clear()


# --- entry -------------------------------------------------------------------------------------
# One entry of a session file: a block that begins with `[[entry]]`, has one line for each fact, and
# ends with a mark that shows that it is complete.


START = "[[entry]]"
MARK = "whole = true"
PLAIN = frozenset((int, str, bool, Part))
NUMBERS = frozenset((int, Part))
WORDS = ("why", "id", "by", "before")
ENTRY_KEYS = frozenset(("what", "number", "at", "facts", "or", "turns", "more", "whole", *WORDS))
# The first lines of an entry as `entry_text` writes them, which no two entries have alike: what it
# is, its number, its time, its id, and the digest of what stands above it. Old ones lack the last.
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
IN_BEGINNING = ("what", "number", "at", "id", "before")


def entry_text(entry: Entry) -> str:
    """Return one entry as it is appended: a blank line, the heading, one line for each fact, the
    mark."""
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
    import tomli_w  # noqa: PLC0415 - 0.4 ms, only for words with quotes or backslashes

    return tomli_w.dumps({"v": value})[4:-1]


def _is_plain(text: str) -> bool:
    """Return True if a text can be quoted without escapes."""
    return text.isprintable() and '"' not in text and "\\" not in text


def read_entry(body: str, line: int, seen: ParseCache, form: LogForm = SESSION) -> Entry:
    """Return the entry of a block that begins at a line of its file. Raises Refused if it is none.
    `seen` must come from files of the same form.

    The text after an entry's beginning is parsed once for all entries of a kind with the same text,
    otherwise line by line, and each line only once. With a parser for each entry, the 1,000th deal
    of a session takes 2.0 times as long as the 10th; with this, 1.2 times."""
    begun = BEGINNING.match(body)
    if begun is None:
        return _checked(_by_parser(body, line, form), line, form)
    what, number, at, own, before = begun.groups()
    end = what, body[begun.end() :]
    known = seen.ends.get(end)
    if known is None:
        rest = table_of_lines(end[1], seen.lines)
        if rest is None or not rest.keys().isdisjoint(IN_BEGINNING):
            return _checked(_by_parser(body, line, form), line, form)
        known = _checked({"what": what, "number": int(number), "at": at, **rest}, line, form)
        seen.ends[end] = known
    return Entry(
        what, int(number), at, known.facts, known.why, line, known.more, own or "", known.by,
        before or "", known.others, known.turns,
    )  # fmt: skip


def entry_of_block(block: str, line: int) -> Entry:
    """Return the entry of a single block. Raises Refused if it is none."""
    return read_entry(f"{block}\n", line, ParseCache())


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
    """Return the refusal of an entry that cannot be parsed. It is parsed again with blank lines
    before it, so that the line numbers are those of the file."""
    try:
        toml_table("\n" * (line - 1) + body)
    except (ValueError, RecursionError) as error:
        return broken(line, str(error), form)
    return broken(line, "", form)


def _checked(table: dict[str, Any], line: int, form: LogForm) -> Entry:
    """Return the entry of a table of the file. Raises Refused if it is none."""
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


def _fault(table: dict[str, Any], kinds: Mapping[str, EntryKind[Any, Any]]) -> Words | None:
    """Return the first problem of a table that should be an entry, or None."""
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


def _facts_fault(what: str, kind: EntryKind[Any, Any], facts: Mapping[str, Any]) -> Words | None:
    """Return the problem of the first fact that is unknown, missing or invalid in an entry of this
    kind, or None."""
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
    """Return the refusal of a file that is broken at a line."""
    message = say(form.broken, why=why)
    hint = say("mend it there in an editor; nothing was changed")
    return Refused(
        [Problem(form.broken_code, message, place=say("line {line}", line=line), mends=(hint,))]
    )


# --- parts -------------------------------------------------------------------------------------
# A session file in pieces that give the same bytes when joined: the header, then each entry with
# the line break before it, as entries are appended.


BEFORE = f"\n{START}"


def parts_of(text: str) -> list[str]:
    """Return the header of a file and each of its entries. In appended text the header is empty."""
    head, *entries = text.split(BEFORE)
    return [head, *(f"{BEFORE}{entry}" for entry in entries)]


# --- chain -------------------------------------------------------------------------------------
# The hash chain of a session file. Each entry contains the digest of the entry above it, and the
# first that contains one has the digest of everything above. Any change above an entry is detected
# there.
#
# A digest is the SHA-256 of a block as it is in the file, from its heading to its mark. Comments
# below the mark are not part of it.


# A seal is read aloud: no two of these letters sound alike in a language we speak, or look it.
LETTERS = "ABFHJKLMOQRUWXYZ"
_TO_LETTERS = str.maketrans("0123456789abcdef", LETTERS)


def digest_of(block: str) -> str:
    """Return the digest of a block of the file, without the end of its last line."""
    return sha256(block.removesuffix("\n").encode()).hexdigest()


def digest_above(blocks: Sequence[str], entries: Sequence[Entry]) -> str:
    """Return the digest that the next entry must contain. `blocks` are the header and the entries
    as they are in the file."""
    if any(entry.before for entry in reversed(entries)):
        return digest_of(blocks[-1])
    return digest_of("\n".join(block.removesuffix("\n") for block in blocks))


def block_of(entry: Entry) -> str:
    """Return an entry as it appears in the file."""
    return entry_text(entry).lstrip("\n")


def seal_of(block: str, number: int) -> str:
    """Return the seal of an entry, `ABFH-JKLM-12`: eight letters for its block, and so for
    everything above it, and its number in the log, from 1."""
    letters = seal_letters(digest_of(block))
    return f"{letters[:4]}-{letters[4:]}-{number}"


def seal_letters(digest: str) -> str:
    """Return the letters of the seal of a block that has this digest."""
    return digest[:8].translate(_TO_LETTERS)


def seal_of_entry(entry: Entry, number: int) -> str:
    """Return the seal of an entry that was appended as the one with this number; empty of one that
    is not."""
    return seal_of(block_of(entry), number) if entry.before else ""
