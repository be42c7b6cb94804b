"""Facts of the coming deal that were recorded before its result: how a result completes them, and
what no longer holds."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.filled import with_auctions
from scorekeeper.game.log import DEAL, KNOWN, MISDEAL, REDO, UNDO
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.amend import amended
from scorekeeper.record.asked import first_number
from scorekeeper.record.book import Act, Book
from scorekeeper.record.entry_words import known_words, plain, value_in_words
from scorekeeper.record.words import Typed, read_words
from scorekeeper.record.written import words_of
from scorekeeper.rules.said import key_said
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import Problem

# --- with the result -----------------------------------------------------------------------------


def result_read(
    agreed: Agreed, state: State, known: Facts, words: Sequence[str]
) -> tuple[Typed, Facts]:
    """Read the words of a deal of which these facts are `known`, and return the facts that it then
    has. Bare numbers are what it still needs; a fact that is said again as it was stays."""
    typed = read_words(agreed, state, words, known, first_number(agreed, state, known))
    view = with_auctions(agreed, state, known)
    facts = {
        name: value
        for name, value in typed.facts.items()
        if name not in view or plain(view[name]) != plain(value)
    }
    return typed, amended(agreed, state, known, facts, typed.without)


def known_otherwise(
    agreed: Agreed, state: State, known: Facts, result: Facts
) -> tuple[Problem, ...]:
    """Return a question for each fact that a result has otherwise than it was recorded before it,
    with both values."""
    view = with_auctions(agreed, state, known)
    moved = [name for name in view if plain(view[name]) != plain(result.get(name))]
    return tuple(_otherwise(agreed, name, view[name], result.get(name)) for name in moved)


def _otherwise(agreed: Agreed, name: str, before: object, now: object) -> Problem:
    message = say(
        "{fact}: {now} entered, but {before} was recorded before the result",
        fact=key_said(agreed.rules, name),
        now=value_in_words(agreed, name, now),
        before=value_in_words(agreed, name, before),
    )
    return Problem("known-otherwise", message, name)


# --- what no longer holds ------------------------------------------------------------------------


def dropped_facts(book: Book, act: Act) -> Iterable[Words]:
    """Yield a line where facts that were known of the coming deal are so no longer, and neither
    their deal was recorded nor they themselves changed."""
    before, now = book.standing, act.standing
    if any(entry.what in (DEAL, KNOWN, UNDO, REDO) for entry in act.entries):
        return
    held = {"contract"} if now.state.held else set[str]()
    facts = {n: v for n, v in before.known.items() if n not in now.known and n not in held}
    if not facts:
        return
    number, words = before.state.deal, known_words(before.seating.agreed, facts)
    if any(entry.what == MISDEAL for entry in act.entries):
        yield say(
            "new hands: no longer known of deal {number}: {facts}", number=number, facts=words
        )
    elif now.state.over:
        yield say("no longer known of deal {number}: {facts}", number=number, facts=words)
    else:
        command = CommandLine(KNOWN, words_of(book.agreed.rules, facts))
        yield say(
            "no longer known of deal {number}: {facts}; if it still holds: {command}",
            number=number, facts=words, command=command,
        )  # fmt: skip
