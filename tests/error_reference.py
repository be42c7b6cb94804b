"""The reference of messages, `docs/errors.md`: each code with its cause, an example and the fix.

    python -m tests.error_reference            says whether the page is what the program says
    python -m tests.error_reference --update   writes it anew

An entry is written from its section in `tests/errors/*.md`, whose commands the tests run, and from the
messages that the program's own source gives the code (`codes.py`). A section is

    ### contract-used

    The cause, in a sentence.

    Fix: what to do, where the refusal itself names no fix with `try:`.

and below it commands with what they print, of which the page shows the first refusal; or, in a `text`
block, a refusal that no page can type. `NAME` in a code is the name of a count or a fact.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby, takewhile
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))

import codes
import pages

FOLDER, PAGE = pages.ROOT / "tests" / "errors", pages.ROOT / "docs" / "errors.md"
# The order of the topics on the page.
SOURCES = tuple(
    FOLDER / f"{name}.md"
    for name in (
        "deals", "corrections", "counts", "disputes", "waiting", "seats", "files", "copies", "records", "referee",
        "exchange", "rulesets", "ruleset-faults", "course", "events", "seating", "board", "club", "export", "pictures", "ratings",
        "machine",
    )
)  # fmt: skip
GROUP, HEADING = re.compile(r"## (.*)"), re.compile(r"### (.*)")
CODE = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
NO = ("refused: ", "failed: ")
FIX = "Fix: "
# What stands below the fixes; the entry as it was understood; a line of a ruleset.
ENDS, ENTRY, QUOTED = ("rule: ", "[exit "), re.compile(r"  deal \d+ · "), re.compile(r" +\d+ \| ")
FIRST_FIX = "try: "
# Faults that small examples have besides their own. They are left out of the entries of other codes.
BESIDE = {
    "no-example": ("there is no worked example", "add an `[[example]]`"),
    "no-source": ("nothing says where these rules come from", 'add `source = "…"`'),
    "deal-short": ("the deal is not over: not every trick is recorded",),
}
HEAD = """\
# Messages

Look up a message by its words. When the program refuses an entry it names everything that is wrong with it, and after `try:`
what to type instead. Each entry below has the cause, an example as the program prints it, and the fix, if the example does
not name it. (This page is written by `python -m tests.error_reference --update`, and a test fails when the program can refuse
something that is not on it.)

| The message begins with | Exit code | It means |
|---|---|---|
| `refused:` | 1 | The rules or the data do not allow it. Nothing was recorded. |
| `refused: this is odd, so it is asked about first` | 1 | It is possible but unusual. On a terminal you are asked; otherwise repeat it with `--yes`. |
| `failed:` | 3 | The computer could not do it. Nothing was recorded, and nothing is half-written. |
| `failed:` | 4 | It is recorded, or may be, and only the answer could not be shown. Do not simply repeat it. |

With `--format json` a refusal is one object on standard error: `{"problems": [{"code", "fact", "message", "hint"}]}`. The
headings below are the codes; `NAME` is the name of a count or a fact, as in `tricks-total` or `bid-step`. In the lists of
other messages `…` is what the program fills in. An example leaves out the entry as the program understood it, the rule that it
cites, and faults that have an entry of their own.

"""


class Section(NamedTuple):
    """The section of a code. `commands` are typed on its page; `shown` are the lines of a refusal that
    no page can type. The code is empty where a game makes its own."""

    group: str
    heading: str
    cause: str
    fix: str
    commands: tuple[pages.Typed, ...]
    shown: tuple[str, ...]

    @property
    def code(self) -> str:
        """Return the code: the heading, if it is one."""
        return self.heading if CODE.fullmatch(self.heading) else ""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of the code, with any name for `NAME`."""
        return re.compile(re.escape(self.code).replace(codes.NAME, r"[a-z]+"))

    def is_of(self, code: str) -> bool:
        """Return True if this is the section of a code of the source, where `NAME` is not filled in."""
        kind = re.compile(re.escape(code).replace(codes.NAME, r"[a-z]+"))
        if code == self.code or (code.count(codes.NAME) == 1 and kind.fullmatch(self.code)):
            return True
        return self.code.count(codes.NAME) == 1 and bool(self.pattern.fullmatch(code))

    @property
    def example(self) -> tuple[str, ...]:
        """Return the first refusal, below its command if it has one."""
        for command, shown in self.commands:
            for place, line in enumerate(shown):
                if line.startswith(NO):
                    before = (pages.ANY,) if place else ()
                    return (f"{pages.PROMPT}{command}", *before, *self._own(shown[place:]))
        return tuple(self._own(self.shown))

    def _own(self, refusal: Sequence[str]) -> Iterator[str]:
        """Yield the lines of a refusal: without the entry, the rule, the exit code and other faults."""
        others = [words for code, texts in BESIDE.items() if code != self.code for words in texts]
        is_left_out = has_lost_first = False
        for line in takewhile(lambda line: not line.startswith(ENDS), refusal):
            if any(words in line for words in others):
                if not line.startswith(FIRST_FIX) and not is_left_out:
                    yield f"  {pages.ANY}"
                is_left_out, has_lost_first = True, line.startswith(FIRST_FIX) or has_lost_first
            elif not ENTRY.match(line) and not (is_left_out and QUOTED.match(line)):
                yield FIRST_FIX + line.strip() if has_lost_first else line
                is_left_out = has_lost_first = False


def sections(page: Path) -> Iterator[Section]:
    """Yield the sections of a page in order."""
    group, heading = "", ""
    prose, commands, shown = list[str](), list[pages.Typed](), list[str]()
    for block in [*pages.blocks(page.read_text(encoding="utf-8")), _END]:
        for line in block.lines if block.kind is None else ():
            is_group, is_heading = GROUP.fullmatch(line), HEADING.fullmatch(line)
            if heading and (is_group or is_heading):
                yield _section(group, heading, prose, commands, shown)
                prose, commands, shown = [], [], []
            group = is_group[1] if is_group else group
            if is_group or is_heading:
                heading = is_heading[1] if is_heading else ""
            elif heading and line and not line.startswith(("```", "<!--")):
                prose.append(line)
        if heading and block.kind == "console":
            commands += pages.typed(block.lines)
        elif heading and block.kind == "text" and block.file is None:
            shown += block.lines


_END = pages.Block(None, None, ("## ",))


def _section(
    group: str,
    heading: str,
    prose: Sequence[str],
    commands: Sequence[pages.Typed],
    shown: Sequence[str],
) -> Section:
    """Return the section of these parts. Raises ValueError if its prose is not a cause and a fix."""
    cause, *fixes = prose
    if len(fixes) > 1 or not all(fix.startswith(FIX) for fix in fixes):
        raise ValueError(f"{heading}: a section has a line with the cause, and one `{FIX}…`")
    fix = fixes[0].removeprefix(FIX) if fixes else ""
    return Section(group, heading, cause, fix, tuple(commands), tuple(shown))


# --- writing the page ------------------------------------------------------------------------------


def text() -> str:
    """Return the page as it should be."""
    every = _in_order([section for source in SOURCES for section in sections(source)])
    groups = [(name, [*inside]) for name, inside in groupby(every, lambda section: section.group)]
    links = "".join(f"- [{name}](#{_anchor(name)})\n" for name, _ in groups)
    told = _messages_told(every)
    return HEAD + links + "".join(_group(name, inside, told) for name, inside in groups)


def _in_order(every: Sequence[Section]) -> list[Section]:
    """Return the sections by group, with the groups of one topic, `Event: rounds`, in a row."""
    groups = [section.group for section in every]
    topics = [group.partition(":")[0] for group in groups]

    def place(section: Section) -> tuple[int, int]:
        return topics.index(section.group.partition(":")[0]), groups.index(section.group)

    return sorted(every, key=place)


def _anchor(name: str) -> str:
    """Return the anchor of a heading, as forges make it."""
    return re.sub(r"[^\w -]", "", name.casefold()).replace(" ", "-")


def _messages_told(every: Sequence[Section]) -> Mapping[str, Set[tuple[str, ...]]]:
    """Return the messages of each section: those of its code, and of codes of its kind that have no other."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for code, messages in codes.messages().items():
        exact = [section.code for section in every if section.code == code]
        kinds = [
            section.code for section in every if section.code and section.pattern.fullmatch(code)
        ]
        homes = exact or sorted(kinds, key=lambda kind: kind.count(codes.NAME))
        if homes:
            found.setdefault(homes[0], set()).update(messages)
    return found


def _group(name: str, inside: Sequence[Section], told: Mapping[str, Set[tuple[str, ...]]]) -> str:
    entries = (entry(section, told.get(section.code, set())) for section in inside)
    return f"\n## {name}\n{''.join(entries)}"


def entry(section: Section, messages: Set[tuple[str, ...]]) -> str:
    """Return the entry of a section whose code has these messages."""
    example = "\n".join(section.example)
    others = {
        pages.ANY.join(PLACEHOLDER.split(many))
        for many, *one in messages
        if not any(_shows(example, message) for message in (many, *one))
    }
    return "".join(
        (
            f"\n### {section.heading}\n\n{section.cause}\n",
            f"\n```text\n{example}\n```\n",
            f"\n{FIX}{section.fix}\n" if section.fix else "",
            "\nOther messages:\n\n" if others else "",
            *(f"- {words}\n" for words in sorted(others)),
        )
    )


PLACEHOLDER = re.compile(r"\{\w+(?:!r)?\}")


def _shows(example: str, message: str) -> bool:
    """Return True if an example shows a message, whatever is filled in."""
    words = (re.escape(part) for part in PLACEHOLDER.split(message))
    return re.search("(?s:.+?)".join(words), example) is not None


if __name__ == "__main__":
    from written import main

    main(PAGE, text())
