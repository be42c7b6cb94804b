"""Two counts of a deal at the live table: by two people, or in a dispute."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from scorekeeper.game.entry_kinds import COUNT, DEAL
from scorekeeper.game.log import NOTE, OR, UNDO
from scorekeeper.record.disputed_counts import coming_deal, counting, decided_words
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.fact_values import players_named
from scorekeeper.record.irregular_changes import taken
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.required_facts import words_of
from scorekeeper.report.change_text import seal_line, seal_of_act
from scorekeeper.report.deal_text import other_lines, truth_line
from scorekeeper.table import live_table_text as views
from scorekeeper.table.act_words import without_yes
from scorekeeper.table.corrections_asked import asked, refuse_beside_a_correction
from scorekeeper.table.table_state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    Conversation,
    Do,
    Pending,
    Reply,
    Turned,
    fitted,
    idle,
    told,
    typed_here,
)
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused, refuse

# --- two counts --------------------------------------------------------------------------------
# Two people count each deal at the live table, one after the other. The first count is cleared from
# the screen before the second person comes.


BY, ALONE = "--by", "--alone"


def at_counter(table: Conversation, line: str) -> Turned:
    """Read the name, or its beginning, of the player who counts the next deal."""
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


def count(table: Conversation, typed: Sequence[str], is_sure: bool) -> Turned:
    """Read a complete count in one line: `count [--by NAME] FACT…`."""
    by, facts = taken(typed, BY)
    by = by or table.by
    _refuse_odd(counting(table.book, facts, by, ""), is_sure)
    return _does(table, facts, by=by)


def alone(table: Conversation, line: str) -> Turned | None:
    """Read `deal --alone WHY FACT…`: a deal recorded from a single count. Return None for any
    other line."""
    words = split_line(line)
    is_deal = bool(words) and words[0].casefold() == DEAL
    if not is_deal or not any(word.partition("=")[0] == ALONE for word in words):
        return None
    refuse_beside_a_correction(table)
    rest, is_sure = without_yes(words[1:])
    why, said = taken(rest, ALONE)
    if not why:
        hint = CommandLine("deal", (ALONE,), (say("WHY"), say("FACT…")))
        raise refuse("deal-alone", say("say why it is recorded alone"), "why", hint)
    why, facts = decided_words(table.book, why, said)
    _refuse_odd(coming_deal(table.book, facts, "", is_decided=True), is_sure)
    return _does(table, facts, why)


def _does(table: Conversation, facts: Sequence[str], why: str = "", by: str = "") -> Turned:
    number = table.book.standing.state.deal
    entered = {"number": number, "facts": tuple(facts), "why": why}
    return idle(table), Reply(do=Do(DEAL, table.seen, entered, by))


def _refuse_odd(act: Act, is_so: bool) -> None:
    """Raise Refused if the change is irregular, unless `is_so`."""
    if act.questions and not is_so:
        asked = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in act.questions]
        raise Refused(asked, say("this is odd, so it is asked about first"))


def deal_or_count(do: Do, book: Book, at: str) -> Act:
    """Return the change that records the deal or, if `do.by` is set, this person's count."""
    if do.by:
        return counting(book, do.facts, do.by, at)
    return coming_deal(book, do.facts, at, why=do.why, is_decided=bool(do.why))


def is_beside(do: Do, book: Book) -> bool:
    """Return True if the entries recorded since do not affect an act: counts do not affect a
    count, and notes affect only an undo."""
    entries = book.log.entries
    since = entries[do.seen :]
    if len(entries) < do.seen:
        return False
    if do.by and all(one.what == COUNT for one in since):
        return True
    return do.what != UNDO and all(one.what == NOTE for one in since)


def after_count(table: Conversation, act: Act) -> Turned:
    """Return the table after a count is recorded, ready for the next counter. After the first
    count the screen is cleared and the next deal shown again."""
    said = [text_of(words, typed_here) for words in (act.said, *act.notes)]
    lines = fitted(table, [*said, seal_line(seal_of_act(act))])
    is_alone = len(act.standing.counts) == 1
    card = views.card(table) if is_alone else ()
    return table._replace(by=table.own), Reply((*lines, *card), clears=is_alone)


# --- two counts in one line --------------------------------------------------------------------
# Two counts of one deal at the live table, `6 6 or 7 5`. They are shown and are pending until a
# yes, as a deal is. If nobody can be asked, an irregular deal is recorded only if it was confirmed
# in the line.


# The word between two counts, in every language.
OR_WORDS = [word for locale in LOCALES.values() for word in locale.words.get("or", ())]


def disputed(table: Conversation, line: str) -> Turned | None:
    """Read a line with two counts of the next deal; its other facts may be in the partial entry.
    Return None for any other line."""
    words = marked_words(table, split_line(line))
    if OR not in words or table.at in (CORRECT, CHANGE, ANOTHER):
        return None
    if table.pending and table.pending.do.what != DEAL:
        return None
    entered, is_sure = without_yes(words)
    said, act = _whole(table, tuple(entered))
    do = Do(DEAL, table.seen, {"number": table.book.standing.state.deal, "facts": said})
    if not table.asks or is_sure:
        _, reply = asked(table, do, act, is_sure)
        return table, reply._replace(lines=tuple(_told(table, act)))
    truth, *others = _truths(table, act)
    odd = (say("odd: {words}", words=one.message) for one in act.questions)
    pending = Pending(do, truth, (*others, *odd), bool(act.questions))
    return table._replace(at=CONFIRM, pending=pending), Reply()


def _truths(table: Conversation, act: Act) -> Sequence[str]:
    """Return one line about the deal for each of its two counts."""
    now, number = act.standing, table.book.standing.state.deal
    return truth_line(now.table_of(number), now.deals[number - 1]), *other_lines(now, number)


def _told(table: Conversation, act: Act) -> Iterator[str]:
    for truth in _truths(table, act):
        yield from told(table, truth)


def _whole(table: Conversation, said: tuple[str, ...]) -> tuple[tuple[str, ...], Act]:
    """Return all words of the deal, and the change that records it. The words of the partial entry
    are added if the line alone is not a complete deal."""
    before = words_of(table.agreed.rules, table.draft.facts)
    if before:
        with suppress(Refused):
            return said, coming_deal(table.book, said, "")
    return (*before, *said), coming_deal(table.book, (*before, *said), "")


def marked_words(table: Conversation, words: Sequence[str]) -> list[str]:
    """Return the words with each `or` between two counts replaced by the option of the command
    line. An `or` that is a player's name is not replaced."""
    names = {name.casefold() for name in table.book.agreed.players}
    may_begin = bool(table.draft.facts)
    return [
        OR if _is_or(word, names) and (place or may_begin) and words[place + 1 :] else word
        for place, word in enumerate(words)
    ]


def _is_or(word: str, names: Collection[str]) -> bool:
    return word.casefold() in OR_WORDS and word.casefold() not in names
