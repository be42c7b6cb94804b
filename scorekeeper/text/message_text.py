"""Messages, commands and fixes as text, in the language of a translator."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from scorekeeper.base.exact_numbers import is_number, number_word
from scorekeeper.text.message import (
    Capitalised,
    CommandLine,
    CommandOption,
    Elided,
    JoinedWords,
    Listing,
    Message,
    OneWord,
    RulesSentence,
    Signs,
    Thousands,
    Value,
    Words,
    in_one_word,
)
from scorekeeper.text.problems import Problem, as_typed
from scorekeeper.text.translation import Phrase, Translator, translator

SENTENCES = (Message, JoinedWords, Listing, Elided, Capitalised, RulesSentence, Phrase)
# `-x`, which `--x` and `-2` are not; the one short option that a command is told with is `-s`.
_NAME_LIKE_OPTION = r"'?-[^-\d]"
# How a command or an option is typed where it is shown.
Typed: TypeAlias = Callable[[CommandLine | CommandOption, Translator], str]


def in_shell(typed: CommandLine | CommandOption, to: Translator) -> str:
    """A command or an option as it is typed into a shell."""
    if isinstance(typed, CommandOption):
        value = text_of(typed.value, to=to)
        return f"--{typed.name}={value}" if value else f"--{typed.name}"
    words = _told_apart([as_typed(text_of(word, to=to)) for word in typed.words])
    rest = [text_of(word, to=to) for word in typed.rest]
    return " ".join(["scorekeeper", *typed.name.split(), *words, *rest])


def _told_apart(words: list[str]) -> list[str]:
    """The words with `--` before the first that looks like an option and is none, as a name."""
    names = (
        n for n, word in enumerate(words) if re.match(_NAME_LIKE_OPTION, word) and word != "-s"
    )
    place = next(names, len(words))
    return [*words[:place], *(["--"] if words[place:] else []), *words[place:]]


# --- text ----------------------------------------------------------------------------------------


def text_of(words: Value, typed: Typed = in_shell, to: Translator | None = None) -> str:
    """The text of a sentence or of what stands in one, in the language of `to`."""
    to = to or translator()
    match words:
        case Message():
            return _filled(words, typed, to)
        case JoinedWords():
            return words.between.join(_texts(words.parts, typed, to))
        case Listing():
            parts = _texts(words.parts, typed, to)
            return listed(in_quotes(parts, to) if words.are_names else parts, words.last, to)
        case Elided():
            return elided(text_of(words.words, typed, to), to)
        case Capitalised():
            text = text_of(words.words, typed, to)
            return text[:1].upper() + text[1:]
        case RulesSentence():
            return _sentence_of_rules(words, to)
        case Phrase():
            return words.of(to.language)
        case Thousands():
            return to.thousands(words.number)
        case Signs():
            fits = to.on_screen(words.signs) == words.signs
            return words.signs if fits else text_of(words.letters, typed, to)
        case OneWord():
            return in_one_word(text_of(words.words, typed, to))
        case CommandLine() | CommandOption():
            return typed(words, to)
        case _:
            return number_word(words) if is_number(words) else str(words)


def _texts(parts: Iterable[Value], typed: Typed, to: Translator) -> list[str]:
    return [text_of(part, typed, to) for part in parts]


def _filled(message: Message, typed: Typed, to: Translator) -> str:
    """The template in the language, with its values."""
    values = {name: text_of(value, typed, to) for name, value in message.values}
    if message.many:
        number = message.value("n")
        assert is_number(number)
        return to.trn(number, message.template, message.many, **values)
    return to.tr(message.template, **values)


def _sentence_of_rules(sentence: RulesSentence, to: Translator) -> str:
    text = sentence.words.of(to.language)
    for name, value in sentence.values:
        text = text.replace(f"{{{name}}}", text_of(value, to=to))
    return text


def elided(text: str, to: Translator) -> str:
    """A sentence that was put together of parts, without the letters that its language drops
    before a vowel."""
    letters = to.locale.elided
    return re.sub(letters, r"\1'", text, flags=re.IGNORECASE) if letters else text


# --- problems ------------------------------------------------------------------------------------


def placed_text(problem: Problem, typed: Typed = in_shell, to: Translator | None = None) -> str:
    """The text of what is wrong, after its place."""
    return text_of(problem.placed, typed, to)


def hint_of(problem: Problem, typed: Typed = in_shell, to: Translator | None = None) -> str | None:
    """What to do about a problem, in one line; None where nothing is known to help."""
    return text_of(problem.mend, typed, to) or None


def in_a_line(messages: Words) -> str:
    """What is wrong, without the lines of a file that are shown below it."""
    return text_of(messages).partition("\n")[0]


def problem_row(
    problem: Problem, typed: Typed = in_shell, to: Translator | None = None
) -> dict[str, str | None]:
    """A problem for a program; its keys are fixed, so the place stands in the message."""
    return {
        "code": problem.code,
        "fact": problem.fact,
        "message": placed_text(problem, typed, to),
        "hint": hint_of(problem, typed, to),
    }


def spoken(value: object) -> Any:
    """A value as JSON has it: a sentence as its text, a value with named fields as an object with
    these keys (`if_` is `if`, which Python keeps for itself), any other tuple as a list."""
    if isinstance(value, SENTENCES):
        return text_of(value)
    if hasattr(value, "_asdict"):
        return {key.rstrip("_"): spoken(part) for key, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: spoken(part) for key, part in value.items()}
    return [spoken(part) for part in value] if isinstance(value, (list, tuple)) else value


# --- texts put together --------------------------------------------------------------------------


def listed(words: Iterable[str], last: str = "or", to: Translator | None = None) -> str:
    """`a`, `a or b`, `a, b or c`: a list as it is said aloud; `last` is "or" or "and"."""
    *before, end = [*words] or [""]
    if not before:
        return end
    tr = (to or translator()).tr
    joint = {"or": tr("or"), "and": tr("and")}[last]
    return f"{', '.join(before)} {joint} {end}"


def quoted(name: str, to: Translator | None = None) -> str:
    """A name between quotation marks."""
    # Translators: the quotation marks of your language.
    return (to or translator()).tr("“{name}”", name=name)


def in_quotes(names: Sequence[str], to: Translator | None = None) -> Sequence[str]:
    """The names as they stand in a row: each in quotes where one of them holds a comma itself."""
    return [quoted(name, to) for name in names] if any("," in name for name in names) else names


def names_listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a row; in quotes where one of them holds a comma itself."""
    return listed(in_quotes([*names]), last)


def labelled(label: str | int, text: str | int) -> str:
    """`a: b`, with the space before the colon that the language spoken may want."""
    # Translators: only the colon between the two, and the spaces beside it
    return translator().tr("{label}: {text}", label=label, text=text)


def heading(words: str) -> str:
    """`words:`, with the space before the colon that the language spoken may want."""
    return labelled(words, "").rstrip()


def parted(parts: Iterable[str]) -> str:
    """`a; b; c`: parts that may hold commas of their own."""
    # Translators: only the semicolon between two parts, and the spaces beside it
    return translator().tr("{one}; {other}", one="", other="").join(parts)
