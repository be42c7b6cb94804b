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
    Styled,
    Thousands,
    Value,
    Words,
    in_one_word,
)
from scorekeeper.text.problems import Problem, as_typed
from scorekeeper.text.translation import Phrase, Translator, translator

SENTENCES = (Message, JoinedWords, Listing, Elided, Capitalised, RulesSentence, Phrase)
# `-x`, but not `--x` or `-2`. The only short option in displayed commands is `-s`.
_NAME_LIKE_OPTION = r"'?-[^-\d]"
# A function that returns a command or an option as typed in the place where it is shown.
Typed: TypeAlias = Callable[[CommandLine | CommandOption, Translator], str]


def in_shell(typed: CommandLine | CommandOption, to: Translator) -> str:
    """Return a command or an option as typed into a shell."""
    if isinstance(typed, CommandOption):
        value = text_of(typed.value, to=to)
        return f"--{typed.name}={value}" if value else f"--{typed.name}"
    words = _told_apart([as_typed(text_of(word, to=to)) for word in typed.words])
    rest = [text_of(word, to=to) for word in typed.rest]
    return " ".join(["scorekeeper", *typed.name.split(), *words, *rest])


def _told_apart(words: list[str]) -> list[str]:
    """Return the words, with `--` before the first word that is a name but looks like an option."""
    names = (
        n for n, word in enumerate(words) if re.match(_NAME_LIKE_OPTION, word) and word != "-s"
    )
    place = next(names, len(words))
    return [*words[:place], *(["--"] if words[place:] else []), *words[place:]]


# --- text ----------------------------------------------------------------------------------------


def text_of(words: Value, typed: Typed = in_shell, to: Translator | None = None) -> str:
    """Return a message, or a value of a message, as text in the language of `to`."""
    to = to or translator()
    match words:
        case Message():
            return _filled(words, typed, to)
        case JoinedWords():
            return words.between.join(_texts(words.parts, typed, to))
        case Listing():
            parts = _texts(words.parts, typed, to)
            return listed(in_quotes(parts, to) if words.are_names else parts, words.last, to)
        case Elided() | Capitalised() | Styled():
            return _in_form(words, text_of(words.words, typed, to), to)
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


def _in_form(words: Elided | Capitalised | Styled, text: str, to: Translator) -> str:
    match words:
        case Elided():
            return elided(text, to)
        case Capitalised():
            return text[:1].upper() + text[1:]
        case Styled():
            return text


def _texts(parts: Iterable[Value], typed: Typed, to: Translator) -> list[str]:
    return [text_of(part, typed, to) for part in parts]


def _filled(message: Message, typed: Typed, to: Translator) -> str:
    """Return the template in the language, with its values filled in."""
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
    """Return a composed sentence without the letters that the language drops before a vowel."""
    letters = to.locale.elided
    return re.sub(letters, r"\1'", text, flags=re.IGNORECASE) if letters else text


# --- problems ------------------------------------------------------------------------------------


def placed_text(problem: Problem, typed: Typed = in_shell, to: Translator | None = None) -> str:
    """Return the text of a problem's message, after its place."""
    return text_of(problem.placed, typed, to)


def hint_of(problem: Problem, typed: Typed = in_shell, to: Translator | None = None) -> str | None:
    """Return the fix of a problem in one line; None if it has none."""
    return text_of(problem.mend, typed, to) or None


def in_a_line(messages: Words) -> str:
    """Return the first line of the messages; lines below it quote the file."""
    return text_of(messages).partition("\n")[0]


def problem_row(
    problem: Problem, typed: Typed = in_shell, to: Translator | None = None
) -> dict[str, str | None]:
    """Return a problem as values for JSON. The keys are fixed, so the message contains the
    place."""
    return {
        "code": problem.code,
        "fact": problem.fact,
        "message": placed_text(problem, typed, to),
        "hint": hint_of(problem, typed, to),
    }


def spoken(value: object) -> Any:
    """Return a value in the form for JSON. A message becomes its text. A named tuple becomes an
    object; the keys are its field names (`if_` becomes `if`, a keyword in Python). Any other
    tuple becomes a list."""
    if isinstance(value, SENTENCES):
        return text_of(value)
    if hasattr(value, "_asdict"):
        return {key.rstrip("_"): spoken(part) for key, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: spoken(part) for key, part in value.items()}
    return [spoken(part) for part in value] if isinstance(value, (list, tuple)) else value


# --- composed texts ------------------------------------------------------------------------------


def listed(words: Iterable[str], last: str = "or", to: Translator | None = None) -> str:
    """Return the text `a`, `a or b` or `a, b or c`; `last` is "or" or "and"."""
    *before, end = [*words] or [""]
    if not before:
        return end
    tr = (to or translator()).tr
    joint = {"or": tr("or"), "and": tr("and")}[last]
    return f"{', '.join(before)} {joint} {end}"


def quoted(name: str, to: Translator | None = None) -> str:
    """Return a name between quotation marks."""
    # Translators: the quotation marks of your language.
    return (to or translator()).tr("“{name}”", name=name)


def in_quotes(names: Sequence[str], to: Translator | None = None) -> Sequence[str]:
    """Return the names for a list, all of them quoted if one contains a comma."""
    return [quoted(name, to) for name in names] if any("," in name for name in names) else names


def names_listed(names: Iterable[str], last: str = "and") -> str:
    """Return a list of names as text, all of them quoted if one contains a comma."""
    return listed(in_quotes([*names]), last)


def labelled(label: str | int, text: str | int) -> str:
    """Return `a: b`, with a space before the colon in languages that use one."""
    # Translators: only the colon between the two, and the spaces beside it
    return translator().tr("{label}: {text}", label=label, text=text)


def heading(words: str) -> str:
    """Return `words:`, with a space before the colon in languages that use one."""
    return labelled(words, "").rstrip()


def parted(parts: Iterable[str]) -> str:
    """Return `a; b; c`, for parts that may contain commas."""
    # Translators: only the semicolon between two parts, and the spaces beside it
    return translator().tr("{one}; {other}", one="", other="").join(parts)
