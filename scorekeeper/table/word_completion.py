"""Completions of a word at the live table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.game.count_checks import counted
from scorekeeper.game.irregular_events import OWN_SCORE
from scorekeeper.game.log import SWAP
from scorekeeper.game.schedule import turn
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.irregular_acts import FROM, NOBODY, OTHERS, TO
from scorekeeper.record.open_facts import choices_of, quoted, standing_alone
from scorekeeper.record.values import pair_words
from scorekeeper.record.word_assignment import CONTRACT
from scorekeeper.referee.question_context import MARK
from scorekeeper.rules.cards import folded
from scorekeeper.rules.casebook import casebook, known_topics, topic_shown
from scorekeeper.rules.entry_names import choices_typed, option_typed, options_named
from scorekeeper.rules.model import OF_PLAYERS, PAIRS, Fact
from scorekeeper.table.commands import BRIEF, BRIEF_OR_FULL, COMMANDS, FULL, MAY_COMMAND
from scorekeeper.table.corrections_asked import to_correct
from scorekeeper.table.state import ANOTHER, CHANGE, CONFIRM, CORRECT, FIELD, Conversation
from scorekeeper.text.message import say
from scorekeeper.text.message_text import text_of


def completions(table: Conversation, before: str, word: str) -> list[str]:
    """Return everything that `word` may be completed to, if `before` is the line before it."""
    words_before = split_line(before)
    first = words_before[0].casefold() if words_before else ""
    key, equals, _ = word.rpartition("=")
    if equals:
        found: Iterable[str] = (quoted(f"{key}={value}") for value in _values(table, key))
    elif before.startswith(MARK):
        found = _asked(table, before.removeprefix(MARK).split())
    elif first in COMMANDS:
        found = _after_command(table, first, words_before)
    else:
        found = [
            *(_answers(table)),
            *([] if first else (name for name in COMMANDS if len(name) > 1)),
        ]
    return [choice for choice in dict.fromkeys(found) if _plain(choice).startswith(_plain(word))]


def _plain(text: str) -> str:
    return folded(text).replace('"', "").replace("\\", "")


def _answers(table: Conversation) -> Iterable[str]:
    """Return the words that may be typed at this prompt."""
    if table.lacks_counter:
        return map(quoted, table.book.agreed.players)
    if table.at == FIELD:
        alone = [] if table.draft.facts else standing_alone(table.agreed)
        return [*_values(table, table.draft.field or ""), *alone]
    if table.at in (CONFIRM, ANOTHER):
        return [text_of(say("yes")), text_of(say("no"))]
    if table.at in (CHANGE, CORRECT):
        facts = table.draft.facts if table.at == CHANGE else to_correct(table).facts
        return [*(f"{name}=" for name in facts), *_entry_words(table)]
    return () if table.book.standing.state.over else _entry_words(table)


def _entry_words(table: Conversation) -> list[str]:
    rules, contracts = table.book.agreed.rules, _values(table, CONTRACT)
    facts = list(rules.facts.values())
    flags = [fact.id for fact in facts if fact.kind == "flag"]
    names_somebody = any(fact.kind in OF_PLAYERS for fact in facts) or any(
        count.of_one for count in rules.counts.values()
    )
    players = map(quoted, table.agreed.players) if names_somebody else ()
    named = (
        [fact.id for fact in facts if fact.kind != "flag"]
        + list(rules.counts)
        + [CONTRACT] * (len(contracts) > 1)
    )
    return [*contracts, *players, *flags, *(f"{name}=" for name in named)]


def _players(table: Conversation, before: Sequence[str]) -> Iterable[str]:
    """Return the players, once."""
    return map(quoted, table.book.agreed.at_table) if len(before) == 1 else ()


def _of_a_penalty(table: Conversation, before: Sequence[str]) -> Iterable[str]:
    """Return the players who may pay, then the reasons, then the receivers."""
    agreed = table.book.agreed
    if len(before) == 2:
        return agreed.rules.penalties
    if before[-1] == TO:
        return [OTHERS, NOBODY, *map(quoted, agreed.players)]
    return map(quoted, agreed.players) if len(before) == 1 else [TO]


def _of_seats(table: Conversation, before: Sequence[str]) -> Iterable[str]:
    """Return the words that may come next in a change of seats: `swap` first; after it two players;
    after a name `for`, the player who leaves, and the options."""
    is_swap = before[1:2] == [SWAP]
    if len(before) == 1:
        return [SWAP]
    if (is_swap and len(before) < 4) or before[-1] == "for":
        return [quoted(name) for name in table.book.agreed.at_table if name not in before]
    return () if is_swap else ["for"] if len(before) == 2 else [OWN_SCORE, FROM]


def _of_a_misdeal(table: Conversation, before: Sequence[str]) -> Iterable[str]:
    """Return the contracts, if the rules keep the contract that was named."""
    misdeal = table.book.agreed.rules.misdeal
    is_named = len(before) == 1 and misdeal is not None and misdeal.holds
    return _values(table, CONTRACT) if is_named else ()


def _options(table: Conversation) -> Iterable[str]:
    rules = table.agreed.rules
    return (f"{option_typed(rules, name).shown()}=" for name in rules.options)


# What may follow a command, by the words before it, of those that take no number of a deal first.
AFTER: Mapping[str, Callable[[Conversation, Sequence[str]], Iterable[str]]] = {
    "again": lambda table, _: map(quoted, table.book.agreed.players),
    "agree": lambda table, before: _options(table) if len(before) == 1 else [FROM],
    "by": _players, "turn": _players, "penalty": _of_a_penalty, "seat": _of_seats,
    "misdeal": _of_a_misdeal, "note": lambda *_: (), "finish": lambda *_: (),
    "known": lambda table, _: _entry_words(table),
    "count": lambda table, _: [*_entry_words(table), "--by"],
}  # fmt: skip


def _after_command(table: Conversation, command: str, before: Sequence[str]) -> Iterable[str]:
    words = len(before)
    if not COMMANDS[command].takes:
        return ()
    if COMMANDS[command].takes == MAY_COMMAND:
        return [name for name, it in COMMANDS.items() if it.does] if words == 1 else ()
    if command in AFTER:
        return AFTER[command](table, before)
    if command == "outlook":
        return (
            ("for",) if words == 1 else map(quoted, table.book.agreed.players) if words == 2 else ()
        )
    if COMMANDS[command].takes == BRIEF_OR_FULL:
        return (BRIEF, FULL) if words == 1 else ()
    if words == 1:
        return (str(scored.turn.number) for scored in table.book.standing.deals)
    return [*_entry_words(table), "--why"] if command == "amend" else ()


def _asked(table: Conversation, words: list[str]) -> Iterable[str]:
    """Return the questions that the referee answers, or the topics of its rulings."""
    if not words:
        from scorekeeper.referee.question_parser import (  # noqa: PLC0415 - 5 ms, only where it is asked
            ANSWERS,
        )

        return ANSWERS
    topics = known_topics(casebook(table.book.agreed.rules))
    return [topic_shown(name, said) for name, said in topics.items()] if words == ["ruling"] else ()


def _values(table: Conversation, field: str) -> list[str]:
    agreed = table.agreed
    if field == CONTRACT:
        return [] if table.state.over else list(turn(agreed, table.state).contracts)
    count = agreed.rules.counts.get(field)
    if count is not None and count.of_one:
        return [*counted(count, agreed)]
    if named := options_named(agreed.rules, field):
        return [text_of(choice) for choice in choices_typed(agreed.rules.options[named[0]])]
    fact: Fact | None = agreed.rules.facts.get(field)
    if fact is not None and fact.kind == PAIRS:
        return pair_words(agreed)
    return choices_of(agreed, fact) if fact is not None else []
