"""The acts that change which deals there are and in which order: a forgotten deal, a deal that
never was, two in the wrong order."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from scorekeeper.game.happenings import turned
from scorekeeper.game.judge import Scored
from scorekeeper.game.log import AMEND, COMPLETE, DEAL, INSERT, SETTLE, STRIKE, SWAP, Entry
from scorekeeper.game.schedule import seating_of
from scorekeeper.game.session import Facts
from scorekeeper.game.standing import Standing, standing
from scorekeeper.record.amending import DEALER, dealer_said, no_such_deal
from scorekeeper.record.at_the_table import player_meant, spent_words
from scorekeeper.record.book import Act, Book
from scorekeeper.record.disputed_facts import readings_of
from scorekeeper.record.entry_words import in_words, readings_in_words
from scorekeeper.record.events import (
    LAST,
    kept_why,
    refuse_if_broken,
    refuse_impossible,
    with_entry,
)
from scorekeeper.record.recorded_dealers import has_resters
from scorekeeper.text.message import CommandLine, Joined, Words, in_turn, say
from scorekeeper.text.problems import Problem, Refused, refuse


def inserting(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """A forgotten deal in its place: those from `number` on move up. Refused where it cannot be, or
    a deal after it no longer can."""
    refuse_if_broken(book)
    if not 1 <= number <= len(book.folded.deals) + 1:
        raise no_such_place(book, number)
    now = _standing_after(book, number - 1)
    state, turns = now.state, tuple[Facts, ...]()
    if has_resters(now.agreed):
        dealer, words = dealer_said(book, words)
        if dealer is not None:
            player = player_meant(now.agreed.at_table, dealer)
            state = turned(now.agreed, state, {"dealer": player})
            turns = ({"number": number, "dealer": player},)
    try:
        found = readings_of(now.agreed, state, words)
    except Refused as refusal:
        problems = [_as_insertion(problem, number) for problem in refusal.problems]
        raise Refused(problems, refusal.heading, refusal.context) from None
    entry = Entry(
        INSERT, number, at, found.facts[0], why=kept_why(why), others=found.facts[1:], turns=turns
    )
    facts = readings_in_words(seating_of(now.agreed, state).agreed, found.facts)
    said = say("inserted deal {number}: {facts}", number=number, facts=facts)
    try:
        act = _checked(book, with_entry(book, entry, said, number))
    except Refused as refusal:
        if turns or not has_resters(now.agreed):
            raise
        other = _other_dealer(book, number, now.agreed.at_table, words, at)
        raise Refused([*refusal.problems, *other], refusal.heading) from None
    return act._replace(questions=(*act.questions, *found.questions))


def striking(book: Book, number: int, at: str, why: str = "") -> Act:
    """A deal that never was goes, or the LAST; those after it move down."""
    number = len(book.folded.deals) if number == LAST else number
    _refuse_unknown(book, number)
    facts = in_words(book.standing.played_by(number), book.folded.deals[number - 1].facts)
    said = say("struck deal {number}: {facts}", number=number, facts=facts)
    return _checked(book, with_entry(book, Entry(STRIKE, number, at, {}, why=kept_why(why)), said))


def swapping(book: Book, number: int, other: int, at: str, why: str = "") -> Act:
    """Two deals that were recorded in the wrong order change places."""
    for one in (number, other):
        _refuse_unknown(book, one)
    if number == other:
        message = say("deal {number} cannot be swapped with itself", number=number)
        raise refuse("swap-same", message, None, say("name two deals"))
    entry = Entry(SWAP, number, at, {"with": other}, why=kept_why(why))
    said = say("swapped deals {one} and {other}", one=number, other=other)
    return _checked(book, with_entry(book, entry, said))


def _other_dealer(
    book: Book, number: int, people: Iterable[str], words: Sequence[str], at: str
) -> Iterable[Problem]:
    """Yield the command by which a forgotten deal can be inserted that another player dealt."""
    for player in people:
        line = (f"{DEALER}{player}", *words)
        with suppress(Refused):
            inserting(book, number, line, at)
            command = CommandLine("insert", (str(number), *line))
            message = say("{player} may have dealt the deal that is inserted", player=player)
            yield Problem("insert-dealer", message, "dealer", (command,))
            return


def _checked(book: Book, act: Act) -> Act:
    try:
        refuse_impossible(book, act, say("this cannot be: not every deal would be possible then"))
    except Refused as refusal:
        old = _number_before(act.entries[0], len(act.standing.deals) + 1)
        problems = [_numbered(problem, old) for problem in refusal.problems]
        raise Refused(problems, refusal.heading) from None
    entry, was, now = act.entries[0], book.standing, act.standing
    pairs = [
        (was.deals[old - 1], deal)
        for deal in now.deals
        if (old := _number_before(entry, deal.turn.number)) and old <= len(was.deals)
    ]
    spent = spent_words(was, now) if entry.turns else ()
    return act._replace(notes=(*act.notes, *_declared_now(now, pairs), *spent))


def _numbered(problem: Problem, old: int | None) -> Problem:
    """Return the problem of a recorded deal with the number that it has today."""
    if old is None:
        return problem
    return problem.with_commands(
        lambda command: (
            command._replace(words=(str(old), *command.words[1:]))
            if command.name == "amend"
            else command
        )
    )._replace(place=say("deal {number}", number=old))


def _number_before(entry: Entry, number: int) -> int | None:
    """The number that a deal had before it was one of another place; None of a new one."""
    if entry.what == SWAP:
        other = int(entry.facts["with"])
        return {entry.number: other, other: entry.number}.get(number, number)
    if entry.what == STRIKE:
        return number + (number >= entry.number)
    return None if number == entry.number else number - (number > entry.number)


def _declared_now(now: Standing, pairs: Sequence[tuple[Scored, Scored]]) -> Iterable[Words]:
    """Who declares the deals that somebody else declared before; where the rules leave that to the
    deal, who deals them."""
    declared = [
        _by(now, new.turn.number, new.turn.declarer)
        for old, new in pairs
        if new.turn.declarer is not None and old.turn.declarer != new.turn.declarer
    ]
    dealt = [
        _by(now, new.turn.number, new.turn.dealer)
        for old, new in pairs
        if old.turn.dealer != new.turn.dealer
    ]
    if declared:
        yield say("declared by another now: {deals}", deals=Joined(tuple(declared), ", "))
    elif dealt:
        yield say("dealt by another now: {deals}", deals=Joined(tuple(dealt), ", "))


def _by(now: Standing, number: int, seat: int) -> Words:
    return say(
        "deal {number} by {player}", number=number, player=now.table_of(number).players[seat]
    )


def _standing_after(book: Book, number: int) -> Standing:
    """What stood right after deal `number`, before anything that happened next."""
    course = book.folded.course
    ends = [place for place, entry in enumerate(course, 1) if entry.what in DEALS]
    return standing(book.begun, course[: ends[number - 1]] if number else ())


DEALS = (DEAL, AMEND, INSERT, SETTLE, COMPLETE)  # what a deal that stands was recorded by


def _as_insertion(problem: Problem, number: int) -> Problem:
    """The problem with its mend as the command that inserts the deal."""
    return problem.with_commands(
        lambda command: (
            command._replace(name="insert", words=(str(number), *command.words))
            if command.name == "deal"
            else command
        )
    )


def _refuse_unknown(book: Book, number: int) -> None:
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)


def no_such_place(book: Book, number: int) -> Refused:
    """The refusal of a place that no deal can be put in."""
    last = len(book.folded.deals) + 1
    message = in_turn(
        say("no deal can be inserted as deal {number}", number=number),
        say("the place may be from 1 to {last}", last=last),
    )
    return refuse("insert-place", message)
