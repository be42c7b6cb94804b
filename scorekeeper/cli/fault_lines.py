"""The lines of a refusal and of a failure of the machine: what is wrong, what may help, by which
rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from scorekeeper.base.records import Record
from scorekeeper.text.language import marked, tr
from scorekeeper.text.message import Message, Words
from scorekeeper.text.problems import ADD, NEEDED, MachineFailure, Problem
from scorekeeper.text.speech import Typed, in_shell, listed, placed_text, text_of
from scorekeeper.text.width import echoed, indent_below, safe, wrapped

REFUSED, FAILED = marked("refused: "), marked("failed: ")
TRY, RULE = marked("try: "), marked("rule: ")


class FaultLine(Record):
    """A line: its part of the refusal (REFUSED, FAILED, TRY or RULE), what stands before its text
    (the title of the part, or as many spaces), and the text."""

    part: str
    before: str
    text: str

    @property
    def is_titled(self) -> bool:
        """Whether this is the first line of its part."""
        return bool(self.before.strip())

    def __str__(self) -> str:
        return f"{self.before}{self.text}"


def refusal_lines(
    problems: Sequence[Problem],
    heading: Words | None = None,
    context: Words | None = None,
    typed: Typed = in_shell,
) -> list[FaultLine]:
    """The lines of a refusal; what is the same for several problems is said once. `typed` is how
    a command is typed where this is read."""
    faults = _in_one([problem.placed for problem in problems], NEEDED, _listed, typed)
    lines = [echoed(line) for fault in faults for line in fault.split("\n")]
    return [
        *(_headed(text_of(heading), lines) if heading else _part(REFUSED, lines)),
        *([FaultLine(part=REFUSED, before="  ", text=echoed(text_of(context)))] if context else []),
        *_more_lines(problems, typed),
    ]


def failure_lines(failure: MachineFailure) -> list[FaultLine]:
    """The lines of a failure of the machine."""
    lines = [echoed(line) for line in placed_text(failure.problem).split("\n")]
    return [*_part(FAILED, lines), *_more_lines([failure.problem], in_shell)]


def _headed(heading: str, lines: Iterable[str]) -> list[FaultLine]:
    """What is wrong altogether, and below it each fault."""
    below = (FaultLine(part=REFUSED, before="  ", text=line) for line in lines)
    return [FaultLine(part=REFUSED, before=tr(REFUSED), text=safe(heading)), *below]


def _more_lines(problems: Iterable[Problem], typed: Typed) -> Iterator[FaultLine]:
    """What to do about the problems, and by which rules they are."""
    mends = _in_one([p.mend for p in problems if p.mends], ADD, " ".join, typed)
    rules = dict.fromkeys(text_of(p.rule) for p in problems if p.rule)
    yield from _part(TRY, map(safe, mends))
    yield from _part(RULE, map(safe, rules))


def _in_one(
    sentences: Iterable[Words], template: str, joined: Callable[[list[str]], str], typed: Typed
) -> list[str]:
    """The text of each sentence, once; those of the template, each of other facts, in one."""
    said = {text_of(words, typed): words for words in sentences}
    alike = {
        text: text_of(words.value("facts"), typed)
        for text, words in said.items()
        if isinstance(words, Message) and words.template == template
    }
    in_one = tr(template, facts=joined([*alike.values()]))
    return [*dict.fromkeys(in_one if text in alike else text for text in said)]


def _listed(words: list[str]) -> str:
    return listed(words, "and")


def _part(part: str, lines: Iterable[str]) -> Iterator[FaultLine]:
    """The lines one below the other, the first behind the title of their part."""
    title = tr(part)
    for number, line in enumerate(lines):
        yield FaultLine(part=part, before=" " * len(title) if number else title, text=line)


def broken_to(width: int, line: FaultLine, indent: str | None = None) -> list[FaultLine]:
    """The line broken between words; what goes on stands below its own words, or behind
    `indent`."""
    whole, own = str(line), len(line.before)
    if indent is None:
        indent = " " * own if line.is_titled else indent_below(whole)
    first, *rest = wrapped(whole, width, indent)
    below = (FaultLine(part=line.part, before="", text=text) for text in rest)
    return [FaultLine(part=line.part, before=first[:own], text=first[own:]), *below]
