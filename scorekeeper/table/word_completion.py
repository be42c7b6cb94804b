"""Completions of a word at the live table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.record.entered_words import split_line
from scorekeeper.record.required_facts import quoted, standing_alone
from scorekeeper.referee.question_context import MARK
from scorekeeper.referee.question_parser import ANSWERS
from scorekeeper.rules.cards import folded
from scorekeeper.table.act_words import BRIEF, FULL
from scorekeeper.table.commands import COMMANDS, FOR_WORDS
from scorekeeper.table.completion_offers import offers
from scorekeeper.table.corrections_asked import to_correct
from scorekeeper.table.table_state import ANOTHER, CHANGE, CONFIRM, CORRECT, FIELD, Conversation
from scorekeeper.text.message import say
from scorekeeper.text.message_text import text_of


def completions(table: Conversation, before: str, word: str) -> list[str]:
    """Return the completions of `word`. `before` is the part of the line before the word."""
    words_before = split_line(before)
    first = words_before[0].casefold() if words_before else ""
    if before.startswith(MARK):
        found = _questions(table, before.removeprefix(MARK).split(), word)
    elif first in COMMANDS:
        found = _after_command(table, first, words_before[1:], word)
    else:
        found = _answers(table, words_before, word)
    # the answer to a question is the whole line
    is_answer = table.at == FIELD and first not in COMMANDS and "=" not in word
    choices = dict.fromkeys(found if is_answer else map(_in_quotes, found))
    choices |= dict.fromkeys([] if first else [name for name in COMMANDS if len(name) > 1])
    return [choice for choice in choices if _plain(choice).startswith(_plain(word))]


def _in_quotes(choice: str) -> str:
    """Return a completion in quotes if they are needed. One that ends with `=` or `:` is not
    quoted, since its value is still to be typed."""
    return choice if choice.endswith(("=", ":")) else quoted(choice)


def _plain(text: str) -> str:
    return folded(text).replace('"', "").replace("\\", "")


def _answers(table: Conversation, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the words that may be typed at the present prompt."""
    if table.lacks_counter:
        return table.book.agreed.players
    if table.at in (CONFIRM, ANOTHER):
        return [text_of(say("yes")), text_of(say("no"))]
    if table.at == FIELD and "=" not in word:
        alone = [] if table.draft.facts else standing_alone(table.agreed)
        values = offers("facts", table.book, before, f"{table.draft.field}={word}")
        return [*(value.partition("=")[2] for value in values), *alone]
    if table.at in (CHANGE, CORRECT) and "=" not in word:
        facts = table.draft.facts if table.at == CHANGE else to_correct(table).facts
        return [*(f"{name}=" for name in facts), *offers("facts", table.book, before, word)]
    return offers("facts", table.book, before, word)


def _after_command(
    table: Conversation, name: str, before: Sequence[str], word: str
) -> Iterable[str]:
    """Return the possible values of the argument or option at this position, and, after all
    required arguments, the options."""
    command = COMMANDS[name]
    if name == "outlook":
        return table.book.agreed.players if len(before) == 1 else [] if before else FOR_WORDS[:1]
    for opt in command.options:
        if opt.shown and before[-1:] == [opt.flag]:
            return offers(opt.kind, table.book, before, word)
    found = list(_of_argument(table, name, before, word))
    needed = [arg for arg in command.args if not (arg.many or arg.kind == "seats")]
    if command.args and len(before) >= len(needed):
        found += [opt.flag for opt in command.options if command.args[-1].kind != "seats"]
        found += ["--why"] if command.row and command.row.gives_reason else []
    return found


def _of_argument(table: Conversation, name: str, before: Sequence[str], word: str) -> Iterable[str]:
    args = COMMANDS[name].args
    place = min(len(before), len(args) - 1)
    if place < 0 or (len(before) > place and not args[place].many):
        return ()
    kind = args[place].kind
    if kind == "commands":
        return () if before else [name for name, it in COMMANDS.items() if it.does]
    if kind == "full or brief":
        return (BRIEF, FULL)
    return offers(kind, table.book, before, word)


def _questions(table: Conversation, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the kinds of questions to the referee, or after `ruling` the topics of rulings."""
    if not before:
        return ANSWERS
    return offers("topics", table.book, (), word) if before == ["ruling"] else ()
