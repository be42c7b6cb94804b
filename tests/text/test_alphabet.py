"""Where a name stands in a list in which people look themselves up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.text.local_formats import alphabet_key
from scorekeeper.text.translation import LANGUAGES, speak

NAMES = [
    "Zoë",
    "Åsa",
    "Émile",
    "eva",
    "Öberg",
    "Adam",
    "Ärla",
    "Zack",
    "Oda",
    "Øyvind",
    "Bo",
    "Æsa",
]
ORDER = {
    "en": ["Adam", "Æsa", "Ärla", "Åsa", "Bo", "Émile", "eva", "Öberg", "Oda", "Øyvind", "Zack", "Zoë"],
    "fr": ["Adam", "Æsa", "Ärla", "Åsa", "Bo", "Émile", "eva", "Öberg", "Oda", "Øyvind", "Zack", "Zoë"],
    "sv": ["Adam", "Bo", "Émile", "eva", "Oda", "Zack", "Zoë", "Åsa", "Ärla", "Æsa", "Öberg", "Øyvind"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_stands_where_the_language_has_it(language: str) -> None:
    """At its letters without their marks, in Swedish å, ä and ö after z; in upper case as in
    lower."""
    speak(language)
    assert sorted(NAMES, key=alphabet_key) == ORDER[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_alike_stays_as_it_stood(language: str) -> None:
    """Also where a mark is a sign of its own."""
    speak(language)
    for names in (["Zoë", "zoe", "ZOË"], ["zoe", "ZOË", "Zoë"], ["A\u030asa", "Åsa", "a\u030asa"]):
        assert sorted(names, key=alphabet_key) == names


def test_the_letters_after_z_stand_before_other_scripts() -> None:
    """Å follows z at once, whatever else there is; what is no letter of the language stands by its
    number."""
    speak("sv")
    names = ["O'Hara", "Ohara", "Z", "Zz", "Å", "Ö", "Ωmega", "Анна", "田中"]
    assert sorted(reversed(names), key=alphabet_key) == names


@given(st.text(max_size=5))
def test_whatever_a_name_is_made_of(rest: str) -> None:
    """Case and a mark change nothing, whatever comes after them."""
    assert alphabet_key(f"E\u0301{rest}") == alphabet_key(f"e{rest}")


@pytest.mark.parametrize(
    ("language", "order"),
    [("en", ["Åsa", "Émile", "Zoe"]), ("fr", ["Åsa", "Émile", "Zoe"]), ("sv", ["Émile", "Zoe", "Åsa"])],
)  # fmt: skip
def test_the_list_of_people_is_in_the_order_of_the_alphabet(
    tmp_path: Path, language: str, order: list[str]
) -> None:
    """As a table and read aloud; what a program reads is the same in every language."""
    person = Person(tmp_path).after("new bismarck-swedish Zoe Åsa Émile --name it")
    for form in ((), ("--plain",)):
        told = person.types("people", *form, "--lang", language).out
        assert sorted(order, key=told.index) == order
    rows = person.types("people", "--lang", language, "--format", "json").json["people"]
    assert [row["name"] for row in rows] == ["Åsa", "Émile", "Zoe"]
