"""The words of a ruleset that are shown to people, with their paths and kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.cards import Pack
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.word_declarations import Word, words_of
from scorekeeper.text.translation import ENGLISH, LANGUAGES, marked

# The kinds of texts, with the names that the linter shows.
KINDS = {
    "name": marked("names"),
    "word": marked("words"),
    "text": marked("texts"),
    "ask": marked("questions"),
    "message": marked("messages"),
    "hint": marked("hints"),
    "ruling": marked("rulings"),
    "step": marked("steps of dealing"),
}
# The parts whose texts are listed first; the other parts follow in order of declaration.
LISTED = (
    "pack", "role", "caution", "object", "length", "ruling", "option", "contract", "dealing",
    "fact", "count", "words",
)  # fmt: skip
# The program has its own words for these roles.
COMMON_ROLES = ("dealer", "declarer", "others")


# A word with a text: the word, its raw value, its path, and the NAME of its table.
_Phrase: TypeAlias = tuple[Word, Any, str, str]


class Wording(NamedTuple):
    """Shown words: their kind, their path in the file, and their languages."""

    kind: str
    place: str
    languages: tuple[str, ...]


def wordings(rules: Ruleset) -> list[Wording]:
    """Return the texts of the game in the order of `KINDS`, without the game's name, which is a
    proper name."""
    raw = {**rules.raw, "contract": _contracts(rules)}
    words = {word.name: word for word in words_of(RulesetPage)}
    listed = [words.pop(name) for name in LISTED]
    pack, rest = listed[0], [*listed[1:], *words.values()]
    found = [*_of_table([pack], raw, "", ""), *_roles(rules), *_of_table(rest, raw, "", "")]
    return sorted(found, key=lambda wording: list(KINDS).index(wording.kind))


def written_in(raw: Mapping[str, object], known: Iterable[str]) -> list[str]:
    """Return the languages in which all texts of a file are written, among `known` and the
    program's languages. Return `known` if the file has no texts."""
    phrases = _phrases(words_of(RulesetPage), raw, "", "")
    said = [_said_in(value) for word, value, _, _ in phrases if word.saying and value is not None]
    asked = known if not said else dict.fromkeys([*known, *LANGUAGES])
    return [language for language in asked if all(language in languages for languages in said)]


def _contracts(rules: Ruleset) -> Mapping[str, object]:
    """Return the raw contracts of the file in playing order."""
    said = rules.raw.get("contract")
    return {name: said[name] for name in rules.contracts} if isinstance(said, Mapping) else {}


def _roles(rules: Ruleset) -> Iterator[Wording]:
    """Yield the wordings of the game's own roles. A role without words is shown by its name in
    formulas."""
    for role in rules.roles:
        words = rules.about.role_words.get(role)
        if words is not None:
            yield Wording("name", f"roles.{role}", tuple(words.by_language))
        elif role not in COMMON_ROLES:
            yield Wording("name", f"roles.{role}", (ENGLISH,))


def _of_table(words: Sequence[Word], table: object, path: str, name: str) -> Iterator[Wording]:
    """Yield the wordings of a table of the file with these words; `name` is its NAME."""
    for word, value, place, of in _phrases(words, table, path, name):
        languages = _languages(word, value, of)
        if word.saying and languages:
            yield Wording(word.saying, place, languages)


def _phrases(words: Sequence[Word], table: object, path: str, name: str) -> Iterator[_Phrase]:
    """Yield every phrase that a table and its inner tables may have, present or not."""
    if not isinstance(table, Mapping):
        return
    for word in words:
        place = f"{path}.{word.name}" if path else word.name
        yield from _of_word(word, table.get(word.name), place, name)


def _of_word(word: Word, value: object, place: str, name: str) -> Iterator[_Phrase]:
    """Yield the phrases of one word of a table."""
    if word.kind in ("phrase", "phrases"):
        yield word, value, place, name
    elif word.kind == "pack":
        yield from _phrases(words_of(Pack), value, place, "")
    elif word.kind == "table":
        yield from _phrases(words_of(word.of), value, place, "")
    elif word.kind in ("rows", "steps") and isinstance(value, list):
        for number, row in enumerate(value):
            yield from _phrases(words_of(word.of), row, f"{place}[{number}]", "")
    elif word.kind == "steps":
        yield from _of_word(Word("phrases", saying=word.saying), value, place, "")
    elif word.kind in ("tables", "names") and isinstance(value, Mapping):
        for key, inner in value.items():
            if word.kind == "names":
                yield from _of_word(word.of, inner, f"{place}.{key}", key)
            else:
                yield from _phrases(words_of(word.of), inner, f"{place}.{key}", key)


def _languages(word: Word, value: Any, name: str) -> tuple[str, ...]:
    """Return the languages of a phrase in a file. A default or NAME that replaces it is English."""
    if value is None:
        return (ENGLISH,) if word.default or (name and word.named) else ()
    english = [ENGLISH] if word.named == "in English" else []
    return tuple(dict.fromkeys([*_said_in(value), *english]))


def _said_in(value: object) -> list[str]:
    """Return the languages of a text; a text without languages is English."""
    by_language = value if isinstance(value, Mapping) else {ENGLISH: value}
    return [language for language, words in by_language.items() if _are_words(words)]


def _are_words(value: object) -> bool:
    spellings = [value] if isinstance(value, str) else value
    return (
        isinstance(spellings, list)
        and bool(spellings)
        and all(isinstance(spelling, str) for spelling in spellings)
    )
