"""Which language is spoken, and what never changes with it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from catalogue import template
from conftest import ruleset
from shown import rules_text
from terminal import Person, Typed

from scorekeeper.cli.refusal import refusal_lines
from scorekeeper.cli.terminal import spoken_in
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import problem_row
from scorekeeper.text.translation import (
    LANGUAGES,
    Translator,
    language,
    language_of,
    marked,
    speak,
    thousands,
    tr,
    trc,
    trn,
    write_for_screen,
)

DEALS = ("sang 6 6", "pass 9 2", "spader 3 5", "trumf hearts 8 4")


@pytest.fixture
def table(tmp_path: Path) -> Person:
    """Somebody who recorded a few deals."""
    person = Person(tmp_path)
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name eve")
    for deal in DEALS:
        person.does(f"deal {deal}")
    return person


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["sv_SE.UTF-8"], "sv"), (["fr"], "fr"), (["fr:en"], "fr"), (["de:sv"], "sv"), (["de_DE"], "en"), (["C"], "en"),
        (["C.UTF-8", "fr_FR"], "en"), (["FR_ca@euro"], "fr"), ([], "en"), (["", "sv"], "sv"),
    ],
)  # fmt: skip
def test_the_language_of_a_locale(words: list[str], wanted: str) -> None:
    """The first language that there is, of the locale's names in their order; else English."""
    assert language_of(words) == wanted


@pytest.mark.parametrize(
    ("line", "settings", "wanted"),
    [
        ("sheet --lang sv", {}, "sv"),
        ("--lang=fr sheet", {"LANG": "sv_SE"}, "fr"),
        ("sheet", {"LANG": "sv_SE.UTF-8"}, "sv"),
        ("sheet", {"LANGUAGE": "fr", "LANG": "sv_SE.UTF-8"}, "fr"),
        ("sheet", {"LC_ALL": "C", "LANG": "sv_SE.UTF-8"}, "en"),
        ("sheet --lang en", {"LANG": "sv_SE.UTF-8"}, "en"),
        ("sheet --format json --lang sv", {}, "en"),
        ("sheet --format=csv", {"LANG": "fr_FR"}, "en"),
        ("sheet --format html", {"LANG": "fr_FR"}, "fr"),
        ("deal -- --lang sv", {}, "en"),
        ("sheet --lang", {}, "en"),
        ("sheet --lang sv --lang fr", {}, "fr"),
        ("sheet", {"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ("sheet", {"LANG": "C.UTF-8", "LANGUAGE": "sv"}, "en"),
        ("sheet", {"LANGUAGE": "sv"}, "sv"),
        ("sheet", {"LANG": "sv-SE"}, "sv"),
    ],
)
def test_what_is_asked_for_goes_before_the_locale(
    line: str, settings: dict[str, str], wanted: str
) -> None:
    """`--lang` anywhere on the line, else the locale as gettext reads it; a program is always
    spoken to in English."""
    assert spoken_in(line.split(), settings) == wanted


def test_a_language_that_there_is_not(table: Person) -> None:
    """Another language than there are is wrong usage."""
    said = table.types("sheet", "--lang", "de")
    assert (said.code, "'en', 'fr', 'sv'" in said.err) == (2, True)


@pytest.mark.parametrize(
    "line",
    ["sheet", "summary", "next", "log", "explain 2", "outlook", "rules show bizon", "sessions"],
)
def test_each_language_says_it_otherwise(table: Person, line: str) -> None:
    """What a person reads is in the language asked for."""
    said = {table.does(f"{line} --lang {code}").out for code in LANGUAGES}
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize(
    "line",
    [
        "sheet",
        "summary",
        "next",
        "explain 2",
        "outlook",
        "sessions",
        "rules show bien",
        "referee ruling misdeal",
    ],
)
def test_data_is_the_same_in_every_language(table: Person, line: str) -> None:
    """JSON has the same bytes whatever language is spoken."""
    said = {
        table.types(*line.split(), "--format", "json", LANG=f"{code}_XX.UTF-8").out
        for code in LANGUAGES
    }
    assert len(said) == 1
    json.loads(said.pop())


def test_csv_is_the_same_in_every_language(table: Person) -> None:
    """So has CSV."""
    assert len({table.does(f"sheet --format csv --lang {code}").out for code in LANGUAGES}) == 1


def test_a_refusal_is_the_same_data(table: Person) -> None:
    """A refusal as JSON is in English too, for whoever compares its words."""
    said = {
        table.types("deal", "sang", "8", "5", "4", "--format", "json", LANG=f"{code}_XX").err
        for code in LANGUAGES
    }
    assert len(said) == 1


def test_a_session_is_written_the_same_in_every_language(tmp_path: Path) -> None:
    """No word of the language spoken is in the file: somebody else may speak another."""
    files = set()
    for code in LANGUAGES:
        person = Person(tmp_path / code, LANG=f"{code}_XX.UTF-8")
        person.does("new bismarck-swedish Anna Björn Cleo --name eve")
        person.does("deal sang 6 6")
        person.does("amend 1 tricks=7,5,4")
        person.does("undo")
        lines = person.file("eve").decode().splitlines()
        files.add(
            "\n".join(
                line
                for line in lines
                if not line.startswith(("at = ", "created = ", "id = ", "before = "))
            )
        )
    assert len(files) == 1


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "word", ["spader", "spades", "Jeu à pique", "grand", "sang", "Sans atout", "misère", "valfri"]
)
def test_every_languages_words_are_read(tmp_path: Path, code: str, word: str) -> None:
    """A contract is understood by its name in any language, whichever is spoken."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bismarck-swedish Anna Björn Cleo")
    said = person.types("deal", word, "6", "6", *(["hjärter"] if word == "valfri" else []))
    assert said.code == 0, said.err


@pytest.mark.parametrize("answer", ["y", "yes", "o", "oui", "j", "ja", "JA"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_yes_is_a_yes_in_any_language(tmp_path: Path, code: str, answer: str) -> None:
    """A question is answered in any of the languages, whichever it was asked in."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bien Ann Bob Cal Dee")
    deal = ("deal", "bidder=Ann", "bid=350", "meld=420", "points=100,41")
    assert person.types(*deal, stdin=Typed(f"{answer}\n", is_terminal=True)).code == 0


def test_a_page_says_which_language_it_is_in(table: Person) -> None:
    """A browser, a screen reader and a translator are told the language of the page."""
    for code in LANGUAGES:
        assert f'<html lang="{code}"' in table.does(f"summary --format html --lang {code}").out


def test_clicks_own_words_too(table: Person) -> None:
    """Usage and its faults are said in the language as well."""
    assert table.does("sheet --help --lang fr").out.startswith("Usage\u00a0: ")
    assert table.does("sheet --help --lang sv").out.startswith("Användning: ")
    assert "Fel: " in table.types("sheet", "--nonsense", "--lang", "sv").err


def test_one_deal_is_one_in_every_language(tmp_path: Path) -> None:
    """An end after one deal of fifteen: « après 1 donne », not « 1 donnes »."""
    person = Person(tmp_path).after("new bizon Ann Bob Cal", "deal Ann 20 10")
    assert "après 1 donne sur 15" in person.does("finish --lang fr").out


@pytest.mark.parametrize(
    ("code", "words", "default"),
    [
        ("en", "Try at most so many in turn.", "[default: 5000; x>=1]"),
        ("fr", "Essaie au plus tant de résultats", "[par défaut\u00a0: 5000; x>=1]"),
        ("sv", "Pröva högst så många i tur och ordning.", "[förval: 5000; x>=1]"),
    ],
)
def test_an_option_with_a_default_is_said_in_the_language(
    table: Person, code: str, words: str, default: str
) -> None:
    """The range and the default that stand behind an option's words do not keep them from being
    translated."""
    told = re.sub(r"[ \n]+", " ", table.does(f"rules prove --help --lang {code}").out)
    assert words in told
    assert default in told


def test_a_message_is_filled_in() -> None:
    """Values stand where their names do; without values braces stay as they are; a number picks
    the form."""
    assert tr("{who} deals", who="Å.") == "Å. deals"
    assert tr("{left} cuts") == "{left} cuts"
    assert (trn(1, "{n} deal", "{n} deals"), trn(0, "{n} deal", "{n} deals")) == (
        "1 deal",
        "0 deals",
    )
    assert (trc("who is ahead", "leader"), marked("x"), tr("")) == ("leader", "x", "")


def test_a_value_is_never_taken_for_a_message() -> None:
    """Braces in a player's name are letters of the name."""
    assert tr("{who} deals", who="{who.__class__}") == "{who.__class__} deals"


def test_speaking_is_said_once() -> None:
    """The language holds until another is spoken."""
    speak("sv")
    assert language() == "sv"
    speak()
    assert language() == "en"


def page() -> str:
    """A rule sheet, a refused deal and a number, as the language and the screen of now have them."""
    rules = ruleset("bien")
    agreed = agree(rules, ["Anna", "Björn", "Cleo", "Dee"])
    problems = judged(agreed, first_state(agreed), {}).problems
    return "\n".join([rules_text(rules), *map(str, refusal_lines(problems)), thousands(1002584)])


def test_two_threads_speak_two_languages_at_once() -> None:
    """Each is answered in its own language and for its own screen, whatever the other is told
    meanwhile; a thread that says nothing speaks English on a screen with every sign."""
    english = page()
    in_step = Barrier(2)

    def answers(code: str, plainer: Callable[[str], str] | None) -> list[str]:
        speak(code, catalogue(code))
        write_for_screen(plainer)
        alone = page()
        in_step.wait(timeout=60)
        return [alone, *(page() for _ in range(5))]

    with ThreadPoolExecutor(2) as threads:
        french = threads.submit(answers, "fr", None)
        swedish = threads.submit(answers, "sv", lambda text: text.replace("♣", "K"))
        pages = french.result(), swedish.result()
    assert page() == english
    assert [len({*answered}) for answered in pages] == [1, 1]
    (fr, *_), (sv, *_) = pages
    assert ("atout" in fr, "trumf" in sv, "atout" in sv) == (True, True, False)
    assert fr.endswith("1\u202f002\u202f584") and sv.endswith("1\u00a0002\u00a0584")
    assert "♣" not in sv


def test_a_text_may_be_asked_for_in_any_language() -> None:
    """Whatever is spoken, a sentence becomes text in the language of the translator it is given
    to, with all that stands in it."""
    rules = ruleset("bien")
    agreed = agree(rules, ["Anna", "Björn", "Cleo", "Dee"])
    problems = judged(agreed, first_state(agreed), {}).problems
    expected = {}
    for code in LANGUAGES:
        speak(code, catalogue(code))
        expected[code] = [problem_row(problem) for problem in problems]
    assert len({str(rows) for rows in expected.values()}) == len(LANGUAGES)
    for code in LANGUAGES:
        to = Translator(code, catalogue(code))
        assert [problem_row(problem, to=to) for problem in problems] == expected[code]


@pytest.mark.parametrize(
    ("code", "written"),
    [("en", "-1,002,584"), ("fr", "-1\u202f002\u202f584"), ("sv", "-1\u00a0002\u00a0584")],
)
def test_thousands_are_parted_as_in_the_language(code: str, written: str) -> None:
    """A comma in English, in French and Swedish a space at which no line is broken; small
    numbers stay whole."""
    speak(code)
    assert (thousands(-1002584), thousands(999)) == (written, "999")


@pytest.mark.parametrize(("code", "head"), [("en", "words"), ("fr", "mots"), ("sv", "ord")])
def test_the_languages_of_a_game_have_a_heading_of_their_own(
    table: Person, code: str, head: str
) -> None:
    """The list of games heads them with a message that no other place says."""
    assert table.does(f"rules list --lang {code}").out.splitlines()[0].split()[-1] == head
    elsewhere = template().get("words")
    assert elsewhere is not None
    assert "scorekeeper/render/game_list.py" not in {place for place, _ in elsewhere.locations}


@pytest.mark.parametrize(
    ("code", "first", "taken_back", "same", "given"),
    [
        ("en", "deal 1: contract sang · tricks 6,6,4", "(contract pass · tricks 9,2,5)", "contract sang", "deal 5 · sang · Anna 8"),
        ("fr", "donne 1\u00a0: contrat sans atout · plis 6,6,4", "(contrat misère · plis 9,2,5)", "contrat sans atout", "donne 5 · sans atout · Anna 8"),
        ("sv", "giv 1: spel sang · stick 6,6,4", "(spel pass · stick 9,2,5)", "spel sang", "giv 5 · sang · Anna 8"),
    ],
)  # fmt: skip
def test_what_was_entered_is_repeated_in_the_games_words(
    table: Person, code: str, first: str, taken_back: str, same: str, given: str
) -> None:
    """The log, an undo, a correction that changes nothing and a refusal say facts and values in
    the language spoken."""
    assert first in table.does(f"log --lang {code}").out
    assert same in table.types("amend", "1", "sang", "6", "6", "4", "--lang", code).err
    assert given in table.types("deal", "sang", "8", "8", "8", "--lang", code).err
    for _ in range(2):
        table.does(f"undo --lang {code}")
    assert taken_back in table.does(f"undo --lang {code}").out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("Émile", "même compte d'Émile", id="an accent"),
        pytest.param("Inès et Zoé", "même compte d'Inès et Zoé", id="the first of several"),
        pytest.param("Yves", "même compte d'Yves", id="y before a consonant"),
        pytest.param("Yann", "même compte de Yann", id="y before a vowel"),
        pytest.param("Hans", "même compte de Hans", id="h, which may be heard"),
        pytest.param("Zoé", "même compte de Zoé", id="a consonant"),
    ],
)
def test_french_drops_a_letter_before_a_name_with_a_vowel(name: str, said: str) -> None:
    """« d'Émile », whoever is filled into a sentence; other languages drop nothing."""
    french = Translator("fr", catalogue("fr"))
    assert french.tr("counted alike by {names}", names=name) == said
    assert Translator().tr("the counts of {names}", names=name) == f"the counts of {name}"
