"""The versions of a disputed deal as they are typed: `6 6 --or 7 5`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.log import OR
from scorekeeper.game.open_deals import is_open
from scorekeeper.game.schedule import Seating, State, seating_of
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.deal_changes import in_order, judged_words, not_said_yet
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.entry_text import different, given_line
from scorekeeper.record.open_session import Book
from scorekeeper.record.partial_entry import amended
from scorekeeper.rules.fact_names import key_said
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse


class Readings(NamedTuple):
    """The versions of a deal: the facts of each, the questions about them, and the deal as scored
    in the first version, if that was read too."""

    facts: tuple[Facts, ...]
    questions: tuple[Problem, ...]
    scored: Scored | None = None

    @property
    def first(self) -> Scored:
        """Return the deal in its first version."""
        assert self.scored is not None
        return self.scored


def parted(words: Sequence[str]) -> list[list[str]]:
    """Return the words of each version: `6 6 --or 7 5`."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == OR:
            found.append([])
        else:
            found[-1].append(word)
    return found


def readings_of(table: Agreed, before: State, words: Sequence[str]) -> Readings:
    """Return every version of a deal, each checked against the rules. After the first version,
    only the words that differ are typed. Raises Refused, naming the invalid version."""
    first, *others = parted(words)
    try:
        scored, questions = judged_words(table, before, first)
    except Refused as refusal:
        if not others:
            raise
        raise Refused(_of_reading(1, refusal.problems), None, refusal.context) from None
    found = [in_order(table.rules, scored).said]
    read = _with_others(seating_of(table, before), found, questions, others)
    return read._replace(scored=scored)


def other_readings(
    table: Agreed, before: State, facts: Sequence[Facts], words: Iterable[Sequence[str]]
) -> Readings:
    """Return the versions of a deal: those in `facts`, and others from the words that differ."""
    return _with_others(seating_of(table, before), [*facts], (), words)


def _with_others(
    seating: Seating,
    found: list[Facts],
    questions: tuple[Problem, ...],
    others: Iterable[Sequence[str]],
) -> Readings:
    problems: list[Problem] = []
    for words in others:
        facts, odd, wrong = _read(seating, found[0], words)
        number = len(found) + 1
        problems += _of_reading(number, wrong)
        same = (place for place, one in enumerate(found, 1) if not different(one, facts))
        if not wrong and (other := next(same, 0)):
            problems.append(_same(number, other))
        found.append(facts)
        questions = (*questions, *(one for one in odd if one not in questions))
    if problems:
        raise Refused(problems, None, given_line(seating.agreed, seating.state.deal, found[-1]))
    return Readings(tuple(found), questions)


def _read(
    seating: Seating, first: Facts, words: Sequence[str]
) -> tuple[Facts, tuple[Problem, ...], list[Problem]]:
    """Return one version, from the first one and the words in which it differs: its facts, its
    questions, and its problems."""
    agreed, state = seating.agreed, seating.state
    typed = read_words(agreed, state, words, first)
    facts = amended(agreed, state, first, typed.facts, typed.without)
    if not (typed.facts or typed.without or typed.problems):
        return facts, (), [Problem("dispute-nothing", say("say what was counted otherwise"))]
    verdict = judged(agreed, state, facts)
    if verdict.scored is not None and verdict.scored.waits:
        return facts, (), [_waits(agreed, verdict.scored)]
    if typed.problems or verdict.scored is None:
        return facts, (), [*typed.problems, *not_said_yet(verdict.problems, typed.problems)]
    return in_order(agreed.rules, verdict.scored).said, verdict.questions, []


def _waits(agreed: Agreed, scored: Scored) -> Problem:
    """Return the problem that a deal cannot be both incomplete and disputed."""
    names = listing((key_said(agreed.rules, name) for name in scored.waits), "and")
    message = say("a deal that waits for its {facts} cannot be disputed as well", facts=names)
    return Problem("dispute-waits", message, None, (say("say that too, of every reading"),))


def _of_reading(number: int, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with their version as the place. Commands are omitted, since they would
    record one version only."""
    place = say("reading {number}", number=number)
    return [problem.without_command()._replace(place=place) for problem in problems]


def _same(number: int, other: int) -> Problem:
    message = say("it is the same as reading {other}: nothing is in dispute", other=other)
    return Problem("dispute-same", message, place=say("reading {number}", number=number))


def refuse_disputed(book: Book, number: int) -> None:
    """Raise Refused if the deal to be corrected is disputed."""
    if 1 <= number <= len(book.folded.deals) and is_open(book.folded.deals[number - 1]):
        message = say(
            "deal {number} is disputed: what would be corrected is not settled", number=number
        )
        raise refuse("amend-disputed", message, None, *settles(book, number))


def settles(book: Book, number: int) -> tuple[Words, ...]:
    """Return the fix that names the first and the last of the commands that settle a deal."""
    count = len(book.folded.deals[number - 1].readings)
    commands = [CommandLine("settle", (str(number), str(one))) for one in range(1, count + 1)]
    return (
        say("settle it first, with `{first}` or `{last}`", first=commands[0], last=commands[-1]),
    )
