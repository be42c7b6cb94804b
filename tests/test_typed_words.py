"""Refusals and hints name what can be typed in the words of the language spoken, and say plainly
where nothing was said or nothing is there to choose."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person

SWEDISH = "new bismarck-swedish Ann Bob Cal --dealer Cal --name eve"


def person_of(home: Path, code: str) -> Person:
    """Somebody whose system speaks the language, with a session of three."""
    person = Person(home, LANG=f"{code}_XX.UTF-8", COLUMNS="200")
    person.does(SWEDISH)
    return person


@pytest.mark.parametrize(
    "line",
    ["deal contract=foo tricks=8,4,4", "referee legal KS --contract foo --rules bismarck-swedish"],
)
@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("en", "try: there are spader, trumf, sang and pass\n"),
        ("fr", "essayez\u00a0: il y a pique, atout-libre, sans-atout et misère\n"),
    ],
)
def test_an_unknown_contract_lists_the_words_that_can_be_typed(
    tmp_path: Path, code: str, hint: str, line: str
) -> None:
    """Those of the language spoken, as the prompt has them; English has the ids."""
    assert hint in person_of(tmp_path, code).types(*line.split()).err


def test_an_ambiguous_contract_is_told_in_the_words_that_can_be_typed(tmp_path: Path) -> None:
    """A beginning of two."""
    said = person_of(tmp_path, "fr").types("deal", "contract=s", "tricks=8,4,4")
    assert "`s` peut vouloir dire pique ou sans-atout" in said.err


@pytest.mark.parametrize(
    ("code", "line", "refused"),
    [
        ("en", "deal contract= 8 4 4", "refused: no contract is named\n"),
        ("fr", "deal contract= 8 4 4", "refusé\u00a0: aucun contrat n'est indiqué\n"),
        ("sv", "deal contract= 8 4 4", "avvisat: inget spel är angivet\n"),
    ],
)
def test_where_no_word_was_said_no_word_is_quoted(
    tmp_path: Path, code: str, line: str, refused: str
) -> None:
    """`contract=` names no contract; what may be said follows."""
    said = person_of(tmp_path, code).types(*line.split()).err
    assert said.startswith(refused) and "``" not in said


def test_a_single_contract_is_named_alone(tmp_path: Path) -> None:
    """Where one is left, there is one."""
    person = person_of(tmp_path, "en")
    for line in ("spader 8 4", "trumf hearts 8 4", "sang 8 4"):
        for _ in range(3):
            person.does(f"deal {line}")
    assert "try: there is only pass\n" in person.types("deal", "contract=", "4", "6", "6").err


@pytest.mark.parametrize(
    ("code", "meant"), [("en", "`passed`?"), ("fr", "`passé`\u00a0?"), ("sv", "`passat`?")]
)
def test_a_misspelt_fact_is_suggested_as_it_is_typed(tmp_path: Path, code: str, meant: str) -> None:
    """The word of the language spoken, near as the English one was."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bien Ann Bob Cal Dee")
    assert meant in person.types("deal", "pased").err


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("fr", "amend 1", "scorekeeper amend 1 DONNÉE…"),
        ("sv", "amend 1", "scorekeeper amend 1 UPPGIFT…"),
        ("fr", "explain x", "'x' n'est pas un nombre entier."),
        ("sv", "amend x zzz", "'x' är inget heltal."),
        ("fr", "sheet --blank bien", "scorekeeper import FICHIER.csv"),
        ("sv", "sheet --blank bien --format html", "scorekeeper import FIL.csv"),
        ("sv", "rules show --help", "Reglerna för KORTSPEL i ord"),
    ],
)
def test_what_stands_for_a_word_and_a_number_are_called_in_the_language_spoken(
    tmp_path: Path, code: str, line: str, words: str
) -> None:
    """As the usage line above has it."""
    person = person_of(tmp_path, code)
    person.does("deal spader 8 4")
    said = person.types(*line.split())
    assert words in said.out + said.err


@pytest.mark.parametrize(("code", "key"), [("en", "round=2"), ("fr", "tour=2"), ("sv", "runda=2")])
def test_a_rule_that_names_a_fact_names_it_as_it_is_typed(
    tmp_path: Path, code: str, key: str
) -> None:
    """The hint of a rule, in the language of its sentence."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8", COLUMNS="200")
    person.does("new bizon Ann Bob Cal")
    said = person.types("deal", "Ann", "20", "10", "grass=KH", "round=1", "trump=clubs").err
    assert key in said
