"""Sentences, commands and options as values, which `message_text.py` turns into text.

A sentence has its English template, which is its key in the catalogues, and its values. The
language, the way of typing a command and the session named in it are chosen when it is shown."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from scorekeeper.text.translation import Phrase


class CommandLine(NamedTuple):
    """A command of the program: its name, such as `rules check`, and the words typed after it.
    `rest` are placeholders to fill in, such as `FACT…`."""

    name: str
    words: tuple["Words", ...] = ()
    rest: tuple["Words", ...] = ()


class CommandOption(NamedTuple):
    """An option of the command line, `--trump=…`; at the live table a fact, `trump=…`."""

    name: str
    value: "Words" = ""


class Thousands(NamedTuple):
    """A large number, shown with the thousands separators of the language in use."""

    number: int


class Signs(NamedTuple):
    """Symbols such as `♣`, and the letters that replace them on a screen that lacks them."""

    signs: str
    letters: "Words"


class Name(NamedTuple):
    """A name entered by a person. Pages isolate its writing direction from the surrounding text."""

    text: str

    def __str__(self) -> str:
        """Return the name unchanged."""
        return self.text


class Styled(NamedTuple):
    """A text with a style on HTML pages: an element such as `b`, `small` or `code`, and
    its class."""

    words: "Value"
    tag: str
    look: str = ""


class Wrapped(NamedTuple):
    """A text shown in a changed form, which the subclass defines."""

    words: "Words"


class OneWord(Wrapped):
    """A text as typed in a line: quoted if it contains a space."""


class Elided(Wrapped):
    """A text composed of parts, in which the language may drop a letter before a vowel: «
    d'annonces »."""


class Capitalised(Wrapped):
    """A sentence shown with a capital first letter."""


class Message(NamedTuple):
    """A sentence: its English template and the value for each `{name}` in it. `many` is the plural
    form, chosen by the number `{n}`."""

    template: str
    values: tuple[tuple[str, "Value"], ...] = ()
    many: str = ""

    def value(self, name: str) -> "Value":
        """Return the value for the placeholder `{name}`. Raises KeyError if there is none."""
        return dict(self.values)[name]


class JoinedWords(NamedTuple):
    """Several texts with the text `between` between them."""

    parts: tuple["Value", ...]
    between: str = ""


class Listing(NamedTuple):
    """A list such as `a, b or c`; `last` is "or" or "and". If a name contains a comma, all names
    are quoted."""

    parts: tuple["Value", ...]
    last: str = "or"
    are_names: bool = False


class RulesSentence(NamedTuple):
    """A sentence of a ruleset, in its languages, and the value for each `{fact}` in it."""

    words: Phrase
    values: tuple[tuple[str, "Value"], ...] = ()


# A final text, or sentences that are still to be translated.
Words: TypeAlias = (
    str | Message | JoinedWords | Listing | Elided | Capitalised | RulesSentence | Phrase
)
# Values in a sentence. A str is shown unchanged.
Value: TypeAlias = (
    Words | int | Thousands | Signs | OneWord | CommandLine | CommandOption | Name | Styled
)


def say(template: str, /, **values: Value) -> Message:
    """Return the message of a translatable template and its values."""
    return Message(template, tuple(values.items()))


def say_n(number: int, one: str, many: str, /, **values: Value) -> Message:
    """Return the message in the singular or plural form for the number `{n}` in it."""
    return Message(one, (("n", number), *values.items()), many)


def titled(label: Value, text: Value) -> Message:
    """Return `label: text`, with a space before the colon in languages that use one."""
    return say("{label}: {text}", label=label, text=text)


def in_turn(first: Words = "", *others: Words) -> Words:
    """Return `a; b; c`, for parts that may contain commas, with a space before the semicolon in
    languages that use one."""
    if not others:
        return first
    semicolon = say("{one}; {other}", one="", other="")
    return _with_between(semicolon, (first, *others), "")


def listing(parts: Iterable[Value], last: str = "or") -> Listing:
    """Return the list `a`, `a or b` or `a, b or c`; `last` is "or" or "and"."""
    return Listing(tuple(parts), last)


def either(choices: Iterable[Value]) -> JoinedWords:
    """Return `a or b or c`, for choices that may be lists themselves."""
    return _with_between(say("or"), choices)


def altogether(parts: Iterable[Value]) -> JoinedWords:
    """Return `a and b and c`, for parts that may be lists themselves."""
    return _with_between(say("and"), parts)


def _with_between(joint: Words, parts: Iterable[Value], space: str = " ") -> JoinedWords:
    """Return the parts with the text `joint`, and `space` around it, between any two."""
    together = [word for part in parts for word in (joint, part)]
    return JoinedWords(tuple(together[1:]), space)


def with_commands(words: Words, change: Callable[[CommandLine], CommandLine]) -> Words:
    """Return the text with every command in it changed."""
    return _words_with(words, lambda part: change(part) if isinstance(part, CommandLine) else part)


def with_parts(value: Value, change: Callable[[Value], Value]) -> Value:
    """Return a text with `change` applied to each innermost part: a name, a number, a command, a
    styled text."""
    if isinstance(value, (Message, JoinedWords, Listing, Elided, Capitalised, RulesSentence)):
        return _words_with(value, change)
    return change(value)


def _words_with(words: Words, change: Callable[[Value], Value]) -> Words:
    match words:
        case Message() | RulesSentence():
            values = tuple((name, with_parts(value, change)) for name, value in words.values)
            return words._replace(values=values)
        case JoinedWords() | Listing():
            return words._replace(parts=tuple(with_parts(part, change) for part in words.parts))
        case Elided():
            return Elided(_words_with(words.words, change))
        case Capitalised():
            return Capitalised(_words_with(words.words, change))
        case _:
            return words


def has_command(words: Words) -> bool:
    """Return True if the text contains a command."""
    found = list[CommandLine]()

    def noted(part: Value) -> Value:
        found.extend([part] if isinstance(part, CommandLine) else [])
        return part

    with_parts(words, noted)
    return bool(found)


def in_one_word(text: str) -> str:
    """Return a text as typed in a line: quoted if it contains a space."""
    return f'"{text}"' if " " in text else text


def in_english(value: Value) -> str:
    """Return the text in English, for a traceback."""
    match value:
        case Message():
            one = dict(value.values).get("n", 1) == 1
            template = value.template if one or not value.many else value.many
            parts = {name: in_english(part) for name, part in value.values}
            return template.format_map(parts) if parts else template
        case JoinedWords():
            return value.between.join(map(in_english, value.parts))
        case Listing():
            return f" {value.last} ".join(map(in_english, value.parts))
        case Elided() | Capitalised() | Styled():
            return in_english(value.words)
        case RulesSentence():
            return value.words.in_english()
        case Phrase():
            return value.in_english()
        case CommandLine():
            words = map(in_english, (*value.words, *value.rest))
            return " ".join(["scorekeeper", value.name, *words])
        case CommandOption():
            return f"--{value.name} {in_english(value.value)}".rstrip()
        case Thousands():
            return f"{value.number:,}"
        case Signs():
            return value.signs
        case OneWord():
            return in_one_word(in_english(value.words))
        case _:
            return str(value)
