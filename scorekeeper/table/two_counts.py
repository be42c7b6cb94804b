"""At the table: two people count each deal, one after the other; what the first counted is cleared
away before the second comes."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.log import COUNT, DEAL, NOTE, UNDO
from scorekeeper.record.at_the_table import taken
from scorekeeper.record.book import Act, Book
from scorekeeper.record.counting import counting, decided_words
from scorekeeper.record.disputing import coming_deal
from scorekeeper.record.names import players_named
from scorekeeper.record.words import split_line
from scorekeeper.report.act_lines import seal_line, seal_of_act
from scorekeeper.table import views
from scorekeeper.table.correcting import refuse_beside_a_correction
from scorekeeper.table.rearranging import YES
from scorekeeper.table.state import Do, Reply, Table, Turned, fitted, idle
from scorekeeper.table.typed import typed_here
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of

BY, ALONE = "--by", "--alone"


def at_counter(table: Table, line: str) -> Turned:
    """Who counts the coming deal: a player by any beginning of the name."""
    players = table.book.agreed.players
    found = players_named(table.book.agreed, line) if line else []
    if len(found) == 1:
        return table._replace(by=players[found[0]]), Reply()
    hint = say(
        "say {players}, or of somebody else: {command}",
        players=listing(players),
        command=CommandLine("by", (), (say("NAME"),)),
    )
    raise refuse("count-by", say("say first who counts"), "by", hint)


def count(table: Table, words: Sequence[str]) -> Turned:
    """`count [--by NAME] FACT…`: a whole count in a line."""
    by, facts = taken(words, BY)
    by, facts = by or table.by, [word for word in facts if word != YES]
    _refuse_odd(counting(table.book, facts, by, ""), YES in words)
    return _does(table, Do(DEAL, table.seen, words=tuple(facts), by=by))


def alone(table: Table, line: str) -> Turned | None:
    """`deal --alone WHY FACT…`: what one person decides; None where a line is another."""
    words = split_line(line)
    is_deal = bool(words) and words[0].casefold() == DEAL
    if not is_deal or not any(word.partition("=")[0] == ALONE for word in words):
        return None
    refuse_beside_a_correction(table)
    why, facts = taken(words[1:], ALONE)
    said = [word for word in facts if word != YES]
    if not why:
        hint = CommandLine("deal", (ALONE,), (say("WHY"), say("FACT…")))
        raise refuse("deal-alone", say("say why it is recorded alone"), "why", hint)
    why, facts = decided_words(table.book, why, said)
    _refuse_odd(coming_deal(table.book, facts, "", is_decided=True), YES in words)
    return _does(table, Do(DEAL, table.seen, words=tuple(facts), why=why))


def _does(table: Table, do: Do) -> Turned:
    state = table.book.standing.state
    return idle(table), Reply(do=do._replace(number=state.deal))


def _refuse_odd(act: Act, is_so: bool) -> None:
    """Raises Refused for what is odd and was not said to be so."""
    if act.questions and not is_so:
        asked = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in act.questions]
        raise Refused(asked, say("this is odd, so it is asked about first"))


def deal_or_count(do: Do, book: Book, at: str) -> Act:
    """The deal; where two people count it, what one of them counted."""
    if do.by:
        return counting(book, do.words, do.by, at)
    return coming_deal(book, do.words, at, why=do.why, is_decided=bool(do.why))


def is_beside(do: Do, book: Book) -> bool:
    """Return True if all that was recorded since leaves an act as it was meant: counts of others a
    count, notes any act but an undo, which would take the note back."""
    entries = book.journal.entries
    since = entries[do.seen :]
    if len(entries) < do.seen:
        return False
    if do.by and all(one.what == COUNT for one in since):
        return True
    return do.what != UNDO and all(one.what == NOTE for one in since)


def after_count(table: Table, act: Act) -> Turned:
    """The table after a count that waits: for the next who counts. Where it is the only one the
    screen is cleared, and the coming deal told anew."""
    said = [text_of(words, typed_here) for words in (act.said, *act.notes)]
    lines = fitted(table, [*said, seal_line(seal_of_act(act))])
    is_alone = len(act.standing.counts) == 1
    card = views.card(table) if is_alone else ()
    return table._replace(by=table.own), Reply((*lines, *card), clears=is_alone)
