"""A language is one value and its files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.translation import ENGLISH

ROOT = Path(__file__).parent.parent.parent

# The program with one language more, which has a value and a catalogue of two messages.
PROGRAM = """
import sys
from scorekeeper.text.locale_data import LOCALES, Locale
LOCALES["eo"] = Locale(
    thousands="'", decimal=",", yes=("j", "jes"), no=("n", "ne"), rulings="reguloj",
    words={"contract": ("kontrakto",), "number": ("disdono",)},
)
from scorekeeper.store import shipped_files as catalogues
catalogues.LOCALES = sys.argv.pop(1)
"""
RUN = "from scorekeeper.cli.main import main; main(sys.argv[1:])"


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    """A folder with a tiny catalogue of the language."""
    catalog = Catalog(locale=None)
    catalog.add("totals in {session}: {totals}", "sumoj en {session}: {totals}")
    catalog.add("deal {number}", "disdono {number}")
    folder = tmp_path / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "scorekeeper.mo").open("wb") as file:
        write_mo(file, catalog)
    return tmp_path


def said(catalogues: Path, code: str, *words: str) -> str:
    """What the program prints that knows the language."""
    settings = {"SCOREKEEPER_HOME": str(catalogues / "home"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM + code, str(catalogues), *words]
    env = {**os.environ, **settings}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_language_is_spoken_once_it_has_a_value_and_a_catalogue(catalogues: Path) -> None:
    """`--lang` and the locale know it; what its catalogue has not is said in English."""
    said(catalogues, RUN, "new", "bismarck-swedish", "Ann", "Bo", "Cy", "--name", "one")
    line = said(
        catalogues, RUN, "deal", "kontrakto=sang", "tricks=8,4,4", "--lang", "eo", "-s", "one"
    )
    assert line.startswith("disdono 1")
    assert "sumoj en one: " in line
    assert "next: " in line


def test_its_numbers_its_answers_and_its_words_are_used(catalogues: Path) -> None:
    """Thousands and decimals, yes and no, the words that head a column, the locale's name."""
    code = """
from scorekeeper.record.paper_rows import HEADS, NUMBER
from scorekeeper.text.translation import NO, YES, language_of, speak, thousands
from scorekeeper.rules.toml_table import citation
from scorekeeper.text.local_formats import decimal_words
speak(language_of(["eo_XX.UTF-8"]))
print(thousands(1234567), decimal_words("1.5"), "jes" in YES, "ne" in NO)
print(HEADS[NUMBER].shown(), citation({"en": "rulings 2"}).shown())
"""
    assert said(catalogues, code) == "1'234'567 1,5 True True\ndisdono reguloj 2\n"


@pytest.mark.parametrize("code", LOCALES)
def test_every_language_has_the_same_words_as_english(code: str) -> None:
    """What English names is named in every language that is shipped, but for points in French,
    which is the same word."""
    missing = LOCALES[ENGLISH].words.keys() - LOCALES[code].words.keys()
    assert missing <= ({"points"} if code == "fr" else set())
