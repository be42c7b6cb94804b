"""The catalogues are complete, filled in from the same values, and compiled."""

from __future__ import annotations

import re
import sys

import catalogue
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from scorekeeper.cli.program_help import capitals_said
from scorekeeper.store.shipped_files import catalogue as spoken
from scorekeeper.text.translation import ENGLISH, LANGUAGES, speak

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@pytest.fixture(scope="module")
def template() -> Catalog:
    """Every message that there is."""
    return catalogue.template()


def test_the_template_reads_the_whole_program(template: Catalog) -> None:
    """Messages come from every room that talks, from help and from examples: none is forgotten."""
    places = {
        place.split("/")[1]
        for message in template
        for place, _ in message.locations
        if place.count("/") > 1
    }
    assert {
        "cli",
        "event",
        "game",
        "proof",
        "record",
        "referee",
        "render",
        "report",
        "rules",
        "store",
        "table",
    } <= places
    assert len(template) > 1300


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_translated(language: str) -> None:
    """Every message has its words in every language, filled in from the same values, and none is
    left over."""
    assert [*catalogue.faults(language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    """`python -m tests.catalogue --update` compiled the catalogue after the last word was
    changed."""
    with catalogue.path_of(language, "mo").open("rb") as file:
        compiled = said(read_mo(file))
    assert compiled == said(catalogue.catalogue(language))


def said(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Every message, with its context, and how it is said."""
    found = {}
    for message in catalog:
        context = (
            message.context.decode()
            if isinstance(message.context, bytes)
            else message.context or ""
        )
        found[context, *catalogue._forms(message.id)] = (*catalogue._forms(message.string),)
    return {message: forms for message, forms in found.items() if any(message)}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_typed_is_the_same_in_every_language(language: str) -> None:
    """A command in `backticks` is said as it is typed, with what stands for a word in the
    language; only the prompt that `play --help` quotes is translated."""
    speak(language, spoken(language))
    quoted = re.compile(r"`(scorekeeper [^`{]*|--[a-z-]+)")
    for message in catalogue.catalogue(language):
        english, said = catalogue._forms(message.id), catalogue._forms(message.string)
        asked = {capitals_said(word) for form in english for word in quoted.findall(form)}
        assert asked <= {word for form in said for word in quoted.findall(form)} | {
            "scorekeeper play"
        }, said


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_no_control_characters(language: str) -> None:
    """Nothing but letters, line ends and click's own mark for lines that stay as they are."""
    for message in catalogue.catalogue(language):
        for form in catalogue._forms(message.string):
            assert all(c.isprintable() or c in "\n\b\u00a0\u202f\t" for c in form), form


def test_a_fault_of_each_kind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that is missing, one left over and one with another placeholder are each named."""
    made = Catalog(locale="fr", domain="scorekeeper")
    wanted = Catalog()
    wanted.add("{who} deals")
    wanted.add("undo")
    made.add("{who} deals", "{qui} donne")
    made.add("gone", "parti")
    monkeypatch.setattr(catalogue, "template", lambda: wanted)
    monkeypatch.setattr(catalogue, "catalogue", lambda language: made)
    assert [fault.split(": ")[1] for fault in catalogue.faults("fr")] == [
        "not translated", "other placeholders than '{who} deals'", "nobody says this any more",
    ]  # fmt: skip


def test_a_message_hidden_in_a_sentence_is_found() -> None:
    """A message within an f-string, which is no plain text of the module, is a message all the
    same."""
    source = 'x = f"{tr("there are {words}", words=1)}; {trc("who is ahead", "leader")}"\ntrn(2, "one", "{n}")\n'
    if sys.version_info < (3, 12):  # before, the quotes within had to be others
        source = source.replace('"there are {words}"', "'there are {words}'").replace(
            '"who is ahead", "leader"', "'who is ahead', 'leader'"
        )
    assert [message[:2] for message in catalogue.messages(source)] == [
        (("one", "{n}"), None), ("there are {words}", None), ("leader", "who is ahead"),
    ]  # fmt: skip


def test_a_message_that_has_a_plural_is_never_asked_for_without_a_number() -> None:
    """Catalogues keep it under its number: Python 3.11.2 finds it for nobody who asks without
    one."""
    found = [
        message
        for path in sorted((catalogue.ROOT / "scorekeeper").rglob("*.py"))
        for message, _, _ in catalogue.messages(path.read_text(encoding="utf-8"))
    ]
    numbered = {message[0] for message in found if isinstance(message, tuple)}
    assert numbered
    assert [message for message in found if isinstance(message, str) and message in numbered] == []
