"""Sentences, commands and mends as text: in the language spoken, typed as where they are shown."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scorekeeper.language import Phrase, locale, on_screen, thousands, tr, trc, trn
from scorekeeper.message import (
    Capitalised,
    CommandLine,
    Elided,
    Joined,
    Listing,
    Message,
    Option,
    RulesSentence,
    Signs,
    Thousands,
    Value,
    Words,
)
from scorekeeper.problems import Problem, as_typed, listed, names_listed

SENTENCES = (Message, Joined, Listing, Elided, Capitalised, RulesSentence, Phrase)
# How a command or an option is typed where it is shown.
Typed: TypeAlias = Callable[[CommandLine | Option], str]


def in_shell(typed: CommandLine | Option) -> str:
    """A command or an option as it is typed into a shell."""
    if isinstance(typed, Option):
        return f"--{typed.name}={text_of(typed.value)}" if typed.value else f"--{typed.name}"
    words = [*map(as_typed, map(text_of, typed.words)), *map(text_of, typed.rest)]
    return " ".join(["scorekeeper", *typed.name.split(), *words])


def text_of(words: Value, typed: Typed = in_shell) -> str:
    """The text of a sentence or of what stands in one."""
    match words:
        case Message():
            return _filled(words, typed)
        case Joined():
            return words.between.join(text_of(part, typed) for part in words.parts)
        case Listing():
            parts = [text_of(part, typed) for part in words.parts]
            return names_listed(parts, words.last) if words.are_names else listed(parts, words.last)
        case Elided():
            return elided(text_of(words.words, typed))
        case Capitalised():
            text = text_of(words.words, typed)
            return text[:1].upper() + text[1:]
        case RulesSentence():
            return _sentence_of_rules(words)
        case Phrase():
            return words.shown()
        case Thousands():
            return thousands(words.number)
        case Signs():
            return words.signs if on_screen(words.signs) == words.signs else words.letters
        case CommandLine() | Option():
            return typed(words)
        case _:
            return str(words)


def _sentence_of_rules(sentence: RulesSentence) -> str:
    text = sentence.words.shown()
    for name, value in sentence.values:
        text = text.replace(f"{{{name}}}", text_of(value))
    return text


def elided(text: str) -> str:
    """A sentence that was put together of parts, without the letters that its language drops
    before a vowel."""
    letters = locale().elided
    return re.sub(letters, r"\1'", text, flags=re.IGNORECASE) if letters else text


def _filled(message: Message, typed: Typed) -> str:
    """The template in the language spoken, with its values."""
    values = {name: text_of(value, typed) for name, value in message.values}
    if message.many:
        number = message.value("n")
        assert isinstance(number, int)
        return trn(number, message.template, message.many, **values)
    if message.context:
        return trc(message.context, message.template, **values)
    return tr(message.template, **values)


def placed_text(problem: Problem, typed: Typed = in_shell) -> str:
    """The text of what is wrong, after its place."""
    return text_of(problem.placed, typed)


def hint_of(problem: Problem, typed: Typed = in_shell) -> str | None:
    """What to do about a problem, in one line; None where nothing is known to help."""
    return text_of(problem.mend, typed) or None


def in_a_line(messages: Words) -> str:
    """What is wrong, without the lines of a file that are shown below it."""
    return text_of(messages).partition("\n")[0]


def problem_row(problem: Problem, typed: Typed = in_shell) -> dict[str, str | None]:
    """A problem for a program; its keys are fixed, so the place stands in the message."""
    return {
        "code": problem.code,
        "fact": problem.fact,
        "message": placed_text(problem, typed),
        "hint": hint_of(problem, typed),
    }


def spoken(value: object) -> Any:
    """A value as JSON has it: a sentence as its text, a value with named fields as an object with
    these keys (`if_` is `if`, which Python keeps for itself), any other tuple as a list."""
    if isinstance(value, SENTENCES):
        return text_of(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key.rstrip("_"): spoken(part) for key, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: spoken(part) for key, part in value.items()}
    return [spoken(part) for part in value] if isinstance(value, (list, tuple)) else value
