"""Every word of a ruleset that a person is shown, with its place and its kind: what the format
declares as words (`ruleset/format.py`), wherever the file says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.language import ENGLISH, marked
from scorekeeper.ruleset.format import Word
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.read_packs import PACK
from scorekeeper.ruleset.whole_page import PAGE

# The kinds of words, as the linter calls them.
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
# The parts of a ruleset whose words are listed first; those of the others follow as declared.
LISTED = (
    "pack", "role", "caution", "object", "length", "ruling", "option", "contract", "dealing",
    "fact", "count", "words",
)  # fmt: skip
# The program itself has words for these.
COMMON_ROLES = ("dealer", "declarer", "others")


class Wording(NamedTuple):
    """Words that are shown: their kind, their place in the file, the languages they are said in."""

    kind: str
    place: str
    languages: tuple[str, ...]


def wordings(rules: Ruleset) -> list[Wording]:
    """The words of the game in the order of `KINDS`; what it is called itself is a proper name,
    and stays."""
    raw = {**rules.raw, "contract": _contracts(rules)}
    words = {word.name: word for word in PAGE.words}
    listed = [words.pop(name) for name in LISTED]
    pack, rest = listed[0], [*listed[1:], *words.values()]
    found = [*_of_table([pack], raw, "", ""), *_roles(rules), *_of_table(rest, raw, "", "")]
    return sorted(found, key=lambda wording: list(KINDS).index(wording.kind))


def _contracts(rules: Ruleset) -> Mapping[str, object]:
    """The contracts of the file, in the order in which they come up."""
    said = rules.raw.get("contract")
    return {name: said[name] for name in rules.contracts} if isinstance(said, Mapping) else {}


def _roles(rules: Ruleset) -> Iterator[Wording]:
    """The roles of the game's own, which are called by their names where `[role]` says nothing."""
    for role in rules.roles:
        words = rules.about.role_words.get(role)
        if words is not None:
            yield Wording("name", f"roles.{role}", tuple(words.by_language))
        elif role not in COMMON_ROLES:
            yield Wording("name", f"roles.{role}", (ENGLISH,))


def _of_table(words: Sequence[Word], table: object, path: str, name: str) -> Iterator[Wording]:
    """The wordings of a table of the file that may have these words; `name` is its NAME."""
    if not isinstance(table, Mapping):
        return
    for word in words:
        place = f"{path}.{word.name}" if path else word.name
        yield from _of_word(word, table.get(word.name), place, name)


def _of_word(word: Word, value: object, place: str, name: str) -> Iterator[Wording]:
    """The wordings of one word of a table, and of the tables within it."""
    if word.kind in ("phrase", "phrases"):
        languages = _languages(word, value, name)
        if word.saying and languages:
            yield Wording(word.saying, place, languages)
    elif word.kind == "pack":
        yield from _of_table(PACK.words, value, place, "")
    elif word.kind == "table":
        yield from _of_table(word.of.words, value, place, "")
    elif word.kind in ("rows", "steps") and isinstance(value, list):
        for number, row in enumerate(value):
            yield from _of_table(word.of.words, row, f"{place}[{number}]", "")
    elif word.kind == "steps":
        yield from _of_word(Word("phrases", saying=word.saying), value, place, "")
    elif word.kind in ("tables", "names") and isinstance(value, Mapping):
        for key, inner in value.items():
            if word.kind == "names":
                yield from _of_word(word.of, inner, f"{place}.{key}", key)
            else:
                yield from _of_table(word.of.words, inner, f"{place}.{key}", key)


def _languages(word: Word, value: Any, name: str) -> tuple[str, ...]:
    """The languages in which a file says words; English where something stands for them."""
    if value is None:
        return (ENGLISH,) if word.default or (name and word.named) else ()
    by_language = value if isinstance(value, Mapping) else {ENGLISH: value}
    said = [language for language, words in by_language.items() if _are_words(words)]
    return tuple(dict.fromkeys([*said, *([ENGLISH] if word.named == "in English" else [])]))


def _are_words(value: object) -> bool:
    spellings = [value] if isinstance(value, str) else value
    return (
        isinstance(spellings, list)
        and bool(spellings)
        and all(isinstance(spelling, str) for spelling in spellings)
    )
