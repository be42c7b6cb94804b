"""What is said of recorded deals that would be deals of other people than played them, and how they
are entered anew."""

from collections.abc import Iterable, Sequence

from scorekeeper.book import Book
from scorekeeper.book.entry_words import entry_words
from scorekeeper.entry.written import words_of
from scorekeeper.log import AMEND, COMPLETE, INSERT, SETTLE, STRIKE, SWAP, TURN, Entry
from scorekeeper.message import CommandLine, Joined, Words, in_turn, listing, say, say_n
from scorekeeper.problems import Problem
from scorekeeper.scoring import Scored

BY_UNDO = (STRIKE, INSERT, TURN)  # what is done by taking back what was recorded since


def moved_problems(
    book: Book, entry: Entry, moved: Sequence[tuple[Scored, Scored]]
) -> list[Problem]:
    """What is wrong with each deal, as it was and as it would be after an entry."""
    if entry.what == SWAP:
        return [_corrected_too(old, new) for old, new in moved]
    problems = [
        _taken_back(book, entry, old, new, place == 0) for place, (old, new) in enumerate(moved)
    ]
    if entry.what not in BY_UNDO or not (lost := [*_to_be_said(book, entry, moved)]):
        return problems
    first, *others = problems
    again = say(
        "with them this is taken back, which is to be said again: {acts}", acts=in_turn(*lost)
    )
    return [first._replace(mends=(*first.mends, again)), *others]


def _corrected_too(old: Scored, new: Scored) -> Problem:
    """What to say of one of two deals in the wrong order that would be one of other people: it is
    corrected in the same way."""
    line = CommandLine("amend", (str(new.turn.number), *words_of(new.facts)))
    hint = say("say what those played who play it: {command}", command=line)
    return moved_to_others(old, new)._replace(mends=(hint,))


def _taken_back(book: Book, entry: Entry, old: Scored, new: Scored, is_first: bool) -> Problem:
    """What to say of a deal that would be one of other people, with lines that can be typed: it is
    entered anew, by who dealt it. What is taken back before is told with the first."""
    problem = moved_to_others(old, new)
    if entry.what not in BY_UNDO:
        return problem
    again = tuple(_entered_anew(book, entry, old, is_first))
    if not is_first:
        return problem._replace(mends=tuple(say("then {command}", command=line) for line in again))
    number = len(_acts_from(book, entry.number))
    hint = say_n(
        number,
        "take back {n} entry with `{undo}`; then: {commands}",
        "take back {n} entries, each with `{undo}`; then: {commands}",
        undo=CommandLine("undo"), commands=Joined(again, " · "),
    )  # fmt: skip
    return problem._replace(mends=(hint,))


def _to_be_said(
    book: Book, entry: Entry, moved: Sequence[tuple[Scored, Scored]]
) -> Iterable[Words]:
    """What is taken back and is none of the deals that are entered anew, as the log says it."""
    struck = [entry.number] if entry.what == STRIKE else []
    anew = {*struck, *(old.turn.number for old, _ in moved)}
    lines = {book.folded.origins[number - 1].line for number in anew}
    logged = dict(zip((one.line for one in book.journal.entries), entry_words(book), strict=True))
    for act in _acts_from(book, entry.number):
        is_of_one = act.what in (AMEND, COMPLETE, SETTLE) and act.number in anew
        if act.line not in lines and not is_of_one:
            yield logged[act.line]


def _acts_from(book: Book, number: int) -> list[Entry]:
    """What is taken back until a deal is the coming one again."""
    acts, line = list(book.folded.done), book.folded.origins[number - 1].line
    return acts[[act.line for act in acts].index(line) :]


def _entered_anew(book: Book, entry: Entry, old: Scored, is_first: bool) -> Iterable[CommandLine]:
    """How a deal is entered after it was taken back. Of one that another player dealt than was
    recorded the numbers are those of others, and typed anew; of any other the first keeps its
    dealer, from whom the others follow, so that each is of those who played it. A forgotten deal
    comes first."""
    if entry.what == TURN:
        if is_first:
            yield CommandLine("turn", (str(entry.facts["dealer"]),))
        yield CommandLine("deal", (), (say("FACT…"),))
        return
    if is_first and entry.what == INSERT:
        yield CommandLine("deal", tuple(words_of(entry.facts)))
    if is_first:
        dealer = book.standing.table_of(old.turn.number).players[old.turn.dealer]
        yield CommandLine("turn", (dealer,))
    yield CommandLine("deal", tuple(words_of(old.facts)))


def moved_to_others(old: Scored, new: Scored) -> Problem:
    """What to say of a deal that would be one of other people than played it."""
    message = say(
        "deal {number} was played by {players}, and would be a deal of {others}",
        number=old.turn.number,
        players=listing(old.agreed.players, "and"),
        others=listing(new.agreed.players, "and"),
    )
    hint = say(
        "take back what was recorded from there on, each with `{command}`, and enter it anew",
        command=CommandLine("undo"),
    )
    return Problem("players-moved", message, "dealer", (hint,))
