"""Sentences, commands and mends as text: in the language spoken, typed as where they are shown."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scorekeeper.language import tr
from scorekeeper.message import CommandLine, Joined, Message, Option, Value, Words, titled
from scorekeeper.problems import Problem, as_typed

# How a command or an option is typed where it is shown.
Typed: TypeAlias = Callable[[CommandLine | Option], str]


def in_shell(typed: CommandLine | Option) -> str:
    """A command or an option as it is typed into a shell."""
    if isinstance(typed, Option):
        return f"--{typed.name}={typed.value}" if typed.value else f"--{typed.name}"
    words = [*map(as_typed, typed.words), *map(text_of, typed.rest)]
    return " ".join(["scorekeeper", *typed.name.split(), *words])


def text_of(words: Value, typed: Typed = in_shell) -> str:
    """The text of a sentence or of what stands in one."""
    if isinstance(words, Joined):
        return words.between.join(text_of(part, typed) for part in words.parts)
    if isinstance(words, Message):
        return tr(words.template, **{name: text_of(value, typed) for name, value in words.values})
    return typed(words) if isinstance(words, (CommandLine, Option)) else str(words)


def placed_words(problem: Problem) -> Words:
    """What is wrong, after its place."""
    return titled(problem.place, problem.message) if problem.place else problem.message


def placed_text(problem: Problem, typed: Typed = in_shell) -> str:
    """The text of what is wrong, after its place."""
    return text_of(placed_words(problem), typed)


def hint_of(problem: Problem, typed: Typed = in_shell) -> str | None:
    """What to do about a problem, in one line; None where nothing is known to help."""
    return text_of(problem.mend, typed) or None


def problem_row(problem: Problem, typed: Typed = in_shell) -> dict[str, str | None]:
    """A problem for a program; its keys are fixed, so the place stands in the message."""
    return {
        "code": problem.code,
        "fact": problem.fact,
        "message": placed_text(problem, typed),
        "hint": hint_of(problem, typed),
    }


def spoken(value: Any) -> Any:
    """A value for a program with every sentence in it as text."""
    if isinstance(value, (Message, Joined)):
        return text_of(value)
    if isinstance(value, Mapping):
        return {key: spoken(part) for key, part in value.items()}
    return [spoken(part) for part in value] if isinstance(value, (list, tuple)) else value
