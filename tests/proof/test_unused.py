"""What nothing on a page uses, and a comparison that holds where nothing was asked for: notes, never
of what a page has from another."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_pages import read
from terminal import Person

from scorekeeper.proof.omissions import comparisons_without_fact, unused_names
from scorekeeper.rules.formula import FormulaError, number_of, read_formula
from scorekeeper.text.problems import Problem

HEAD = """
name = "Spare"
source = "made up"
players = 3
count.points.max = 10
fact.played = { kind = "word", values = ["suit", "null"] }
fact.said = { kind = "word", values = ["no", "slam"], default = "'no'", when = "played == 'suit'" }
"""
POINTS = 'outcome = [{ points = "points" }]\n'


def notes(text: str) -> list[Problem]:
    """What is noted of a page of which this is the rest."""
    rules = read(HEAD + text)
    return [*unused_names(rules), *comparisons_without_fact(rules)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("let.most = '7'", "let.most"),
        ("side.most = 'points'", "side.most"),
        ("carry.most.next = 'most + 1'", "carry.most"),
        ("ladder.most = { 1 = 2 }", "ladder.most"),
        ('option.most = { default = true, text = "the rest" }', "option.most"),
    ],
)
def test_a_name_that_nothing_uses_is_noted(text: str, place: str) -> None:
    """What works out nothing that anything asks for, itself apart."""
    assert [note.fact for note in notes(POINTS + text)] == [place]


@pytest.mark.parametrize(
    "text",
    [
        POINTS + 'carry.most = { show = true, next = "most + 1" }',
        POINTS + 'option.most = { default = true, text = "x", players = { yes = 3 } }',
        "let.most = '7'\noutcome = [{ points = 'most' }]",
        POINTS + 'let.most = "7"\ncheck = [{ when = "max(all.points) > 9", message = "{most}" }]',
    ],
)
def test_what_something_uses_is_not(text: str) -> None:
    """A counter that is shown, a choice that says who may play, a formula, a message."""
    assert notes(text) == []


@pytest.mark.parametrize(
    ("points", "is_noted"),
    [
        ("1 if said != 'no' else 0", True),
        ("1 if said == 'slam' else 0", False),
        ("1 if given(said) and said != 'no' else 0", False),
        ("1 if played == 'suit' and said != 'no' else 0", False),
        ("1 if played != 'suit' else 0", False),
    ],
)
def test_to_be_another_word_of_a_fact_that_was_not_asked_for(points: str, is_noted: bool) -> None:
    """It holds there too, though the fact has a default; not noted where the formula minds it."""
    found = notes(f'outcome = [{{ points = "{points}" }}]')
    assert [note.code for note in found] == (["word-unasked"] if is_noted else [])


def test_what_a_page_has_from_another_is_not_noted(tmp_path: Path) -> None:
    """A variant that no longer uses a name, and whose row stands before another that always holds,
    is well."""
    home = Person(tmp_path)
    folder = tmp_path / "rulesets"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "spare.toml").write_text(
        HEAD + "let.most = '7'\noutcome = [{ points = 'points + most' }]\n", encoding="utf-8"
    )
    (folder / "variant.toml").write_text(
        'extends = "spare"\noutcome = [{ name = "all", points = "points" }]\n', encoding="utf-8"
    )
    said = home.types("rules", "check", str(folder / "variant.toml"))
    assert said.code == 0
    assert "nothing uses" not in said.err + said.out


def test_a_formula_of_several_lines() -> None:
    """It is read as one of one line; a comment in it is refused, for what follows it would be
    lost."""
    known = frozenset(["a", "b"])
    assert number_of(read_formula("\n  a\n  + b\n  - 1\n", known), {"a": 5, "b": 2}) == 6
    with pytest.raises(FormulaError):
        read_formula("a  # of both\n + b", known)
