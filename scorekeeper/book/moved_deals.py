"""What is said of recorded deals that would be deals of other people than played them, and how they
are entered anew."""

from collections.abc import Iterable, Sequence

from scorekeeper.book import Book
from scorekeeper.entry.written import words_of
from scorekeeper.log import INSERT, KINDS, NOTE, PENALTY, STRIKE, SWAP, TURN, Entry
from scorekeeper.message import CommandLine, Joined, Words, listing, say, say_n
from scorekeeper.problems import Problem
from scorekeeper.scoring import Scored


def moved_problems(
    book: Book, entry: Entry, moved: Sequence[tuple[Scored, Scored]]
) -> list[Problem]:
    """What is wrong with each deal, as it was and as it would be after an entry."""
    if entry.what == SWAP:
        return [_corrected_too(old, new) for old, new in moved]
    return [
        _taken_back(book, entry, old, new, place == 0) for place, (old, new) in enumerate(moved)
    ]


def _corrected_too(old: Scored, new: Scored) -> Problem:
    """What to say of one of two deals in the wrong order that would be one of other people: it is
    corrected in the same way."""
    line = CommandLine("amend", (str(new.turn.number), *words_of(new.facts)))
    hint = say("say what those played who play it: {command}", command=line)
    return moved_to_others(old, new)._replace(mends=(hint,))


def _taken_back(book: Book, entry: Entry, old: Scored, new: Scored, is_first: bool) -> Problem:
    """What to say of a deal that would be one of other people, with lines that can be typed: it is
    entered anew, by who dealt it, and what goes with it is told with the first."""
    problem = moved_to_others(old, new)
    if entry.what not in (STRIKE, INSERT, TURN):
        return problem
    gone = _acts_from(book, entry.number)
    again = _entered_anew(book, entry, old, is_first)
    hint = say_n(
        len(gone),
        "take back {n} entry with `{undo}`; then: {commands}",
        "take back {n} entries, each with `{undo}`; then: {commands}",
        undo=CommandLine("undo"), commands=Joined(tuple(again), " · "),
    )  # fmt: skip
    beside = [_in_words(book, act) for act in gone if act.what in (PENALTY, NOTE)]
    lost = say("with them this is taken back, which is to be said again: {acts}",
               acts=Joined(tuple(beside), ", "))  # fmt: skip
    return problem._replace(mends=(hint, lost) if beside and is_first else (hint,))


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


def _in_words(book: Book, act: Entry) -> Words:
    said = KINDS[act.what].said
    assert said is not None  # what happens between deals is told by its kind
    return said(book.agreed, act)


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
