"""The words of French and Swedish pages: one word for one thing, and the spaces that French has
before its signs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import catalogue
import pytest
from conftest import RULESETS, ruleset
from shown import rules_text
from terminal import Person, Said, Typed

from scorekeeper.cli.main import TITLES
from scorekeeper.record.fact_values import contracts_said_whole
from scorekeeper.rules.toml_table import citation
from scorekeeper.text.translation import speak

PROGRAM = Path(__file__).parent.parent / "scorekeeper"
NO_SPACE = re.compile(r"[^\s\u00a0\u202f`(:;?!\"'0-9]([:;!?])(?=\s|$)")


def french_of_the_program() -> Iterator[str]:
    """Everything that the program says in French, but what stands in `backticks`."""
    for message in catalogue.catalogue("fr"):
        if message.id:
            yield from (
                catalogue.TYPED.sub("``", form) for form in catalogue._forms(message.string)
            )


def french_of_the_rules() -> Iterator[str]:
    """Everything that the shipped games and packs say in French; a citation begins with a title,
    in its own language."""
    for path in sorted(RULESETS.rglob("*.toml")):
        yield from _french(tomllib.loads(path.read_text(encoding="utf-8")))


def _french(value: Any, is_french: bool = False, is_source: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _french(inner, is_french or key == "fr", is_source or key == "source")
    elif isinstance(value, list):
        for inner in value:
            yield from _french(inner, is_french, is_source)
    elif isinstance(value, str) and is_french:
        yield re.sub(r"^pagat, [^,;]*", "", value) if is_source else value


@pytest.mark.parametrize("said", [french_of_the_program, french_of_the_rules])
def test_french_signs_stand_behind_a_space_that_does_not_break(said: Any) -> None:
    """A colon, a semicolon, a question mark and the quotation marks have a space before or after
    them, at which no line is broken."""
    texts = [*said()]
    assert len(texts) > 400
    assert [text for text in texts if catalogue.BREAKS.search(text) or NO_SPACE.search(text)] == []


@pytest.mark.parametrize(
    ("game", "word", "contract"),
    [
        ("bismarck-swedish", "Pique", "spader"), ("bismarck-swedish", "Jeu à pique", "spader"),
        ("bismarck-estonian", "Sang undvik stick", "no-trumps-lose"),
        ("bismarck-estonian", "Sang utan stick", "no-trumps-lose"),
        ("bismarck-estonian", "trumf utan stick", "trumps-lose"),
    ],
)  # fmt: skip
def test_a_contract_is_read_by_its_new_word_and_by_its_old_one(
    game: str, word: str, contract: str
) -> None:
    """A word that was changed is still read; the new one is shown."""
    assert contracts_said_whole(ruleset(game), word) == [contract]


def test_what_the_words_are() -> None:
    """The French name of the contract in spades, and the Swedish of those in which tricks are
    avoided: `utan stick` would be no trick at all."""
    estonian, swedish = (
        ruleset("bismarck-estonian").contracts,
        ruleset("bismarck-swedish").contracts,
    )
    speak("sv")
    assert estonian["no-trumps-lose"].name.shown() == "Sang undvik stick"
    assert estonian["trumps-lose"].name.shown() == "Trumf undvik stick"
    speak("fr")
    assert swedish["spader"].name.shown() == "Pique"


def test_one_word_for_the_bison() -> None:
    """In French the game is the Bizon and the player the Bison, on every page (guide FR 7:
    \"devient le Bison\")."""
    rules = ruleset("bizon")
    speak("fr")
    page = rules_text(rules, 1000)
    named = {rules.name.shown(), *rules.about.sources}
    lines = [
        line
        for line in page.splitlines()
        if "Bizon" in line and not any(name in line for name in named)
    ]
    assert lines == []
    assert [outcome.name.shown() for outcome in rules.scoring.outcomes[1:4]] == [
        "Le Bison a 40 GP", "Le Bison a gagné", "Le Bison gagne ex æquo",
    ]  # fmt: skip


def test_the_french_guides_own_words(tmp_path: Path) -> None:
    """Guide FR 7: the others must "servir", and who cannot is "à renon"; to play a trump then is
    "couper"."""
    person = Person(tmp_path, LANG="fr_FR.UTF-8", COLUMNS="1000")
    page = person.does("rules show bizon").out
    told = person.does("referee ruling renonce --rules bizon").out
    legal = person.does("referee legal KS QD --trick 9H --rules bizon --trump clubs").out
    assert all("servir" in words for words in (page, told))
    assert all("renon" in words for words in (page, told, legal))
    assert not re.search(r"fournir|fournit", page + told + legal)


@pytest.mark.parametrize(
    ("code", "line", "words", "gone"),
    [
        ("fr", "league", ("victoires", "ex æquo", "meilleur"), ("1er", "mieux")),
        ("fr", "summary", ("aucun changement de leader",), ("changement en tête",)),
        ("fr", "--help", (), ()),
        ("sv", "next", ("spelförare",), ("bestämmer",)),
        ("sv", "sheet", ("färdigspelat",), ("avslutat",)),
        ("sv", "--help", ("Räknar poäng och dömer",), ("För protokoll",)),
    ],
)
def test_the_words_of_the_pages(
    tmp_path: Path, code: str, line: str, words: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    """What a page says in French or Swedish, and no longer says."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8", COLUMNS="120")
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name eve")
    for deal in (
        ("spader 8 4", "sang 8 4", "pass 4 6", "trumf hearts 8 4") if line != "next" else ()
    ):
        for _ in range(3):
            person.does(f"deal {deal}")
    said = person.does(line).out
    assert all(word in said for word in words)
    assert not any(word in said for word in gone)


@pytest.mark.parametrize("code", ["en", "fr", "sv"])
def test_the_dealers_card_lines_up(tmp_path: Path, code: str) -> None:
    """Who deals, declares and leads stands in one column, however long the words of the language
    are."""
    card = (
        Person(tmp_path, LANG=f"{code}_XX.UTF-8")
        .does("new bismarck-swedish Xa Xb Xc --dealer Xc")
        .out
    )
    assert len({line.index("X") for line in card.splitlines()[2:5]}) == 1
    assert "…" not in card


@pytest.mark.parametrize(
    ("code", "usage", "shown", "fault"),
    [
        ("fr", "scorekeeper new [OPTIONS] JEU JOUEUR…", ("--name NOM", "--option CLÉ=VALEUR", "Options\u00a0:\n"), "'JEU'"),
        ("sv", "scorekeeper new [TILLVAL] KORTSPEL SPELARE…", ("--name NAMN", "--option NYCKEL=VÄRDE"), "'KORTSPEL'"),
        ("en", "scorekeeper new [OPTIONS] GAME PLAYER…", ("--name NAME", "--option KEY=VALUE", "Options:\n"), "'GAME'"),
    ],
)  # fmt: skip
def test_what_stands_for_a_word_is_in_the_language_spoken(
    tmp_path: Path, code: str, usage: str, shown: tuple[str, ...], fault: str
) -> None:
    """In usage, in help, in a fault of usage; French has its space before the colon of a
    heading."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    page = person.does("new --help").out
    assert usage in page.splitlines()[0]
    assert all(words in page for words in shown)
    assert fault in person.types("new").err
    assert all(
        head.endswith("\u00a0:") == (code == "fr") for head in _heads(person.does("--help").out)
    )


def _heads(page: str) -> list[str]:
    """The headings of a page of help."""
    found = [line for line in page.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert len(found) == 1 + len(TITLES)
    return found


@pytest.mark.parametrize(
    ("code", "checks", "entered"),
    [
        ("en", ["check zero-sum", "check tricks-total"], "- trump: a suit"),
        ("fr", ["contrôle somme nulle", "contrôle plis en tout"], "- atout\u00a0: une couleur"),
        ("sv", ["kontroll nollsumma", "kontroll stick sammanlagt"], "- trumf: en färg"),
    ],
)
def test_checks_and_facts_are_called_by_their_words(
    tmp_path: Path, code: str, checks: list[str], entered: str
) -> None:
    """The checks of a sheet as it is read aloud; what is entered, on the rule sheet, as it is
    typed."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bismarck-swedish Anna Björn Cleo")
    lines = person.does("sheet --plain").out.splitlines()
    told = [
        re.split("\u00a0?:", line)[0]
        for line in lines
        if line.startswith(("check", "contr", "kontr"))
    ]
    assert told == checks
    assert entered in person.does("rules show bismarck-swedish").out


@pytest.mark.parametrize(
    ("code", "asked", "hint"),
    [
        ("en", ["bidder> ", "bid> ", "meld> "], "it asks for passed, "),
        ("fr", ["preneur> ", "enchère> ", "combinaisons> "], "données demandées\u00a0: passé, "),
        ("sv", ["budgivare> ", "bud> ", "meld> "], "det här frågas det efter: passat, "),
    ],
)
def test_the_live_table_asks_in_the_words_that_are_typed(
    tmp_path: Path, code: str, asked: list[str], hint: str
) -> None:
    """A prompt names the fact, and a hint those that there are, as they are typed; an answer is
    read as before."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8", COLUMNS="200")
    person.does("new bien Ann Bob Cal Dee --dealer Dee")
    assert hint in person.types("deal", "zzz=1").err
    with_screen = Typed("\nBob\n200\n150\nquit\n", is_terminal=True)
    said = person.types("play", stdin=with_screen, at_screen=True)
    shown = said.out + said.err
    places = [shown.find(prompt) for prompt in asked]
    assert -1 not in places and places == sorted(places)


# Where a sign stands in no sentence: the help of `--format`, which is a message as it stands, the
# ratio of two numbers, and what only a programmer reads.
NO_SENTENCE = {" (default: text).", " : ", "the facts of a deal do not change: "}


def signs_written(source: str) -> Iterator[str]:
    """The pieces of f-strings, and the texts set between others, that hold a sign of a sentence."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            pieces = [piece.value for piece in node.values if isinstance(piece, ast.Constant)]
            yield from (str(piece) for piece in pieces if re.search(r"[:;!?] ", str(piece)))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) not in catalogue.SAYS:
            joins = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            for inner in (*node.args, *joins):
                if isinstance(inner, ast.Constant) and inner.value in (": ", "; "):
                    yield str(inner.value)


def test_no_sign_between_sentences_is_written_in_the_program() -> None:
    """A colon and a semicolon come from the catalogues, which know the space before them."""
    # It sets the space itself; the reference of the format is in English alone.
    others = ("toml_table.py", "word_declarations.py")
    paths = [path for path in PROGRAM.rglob("*.py") if path.name not in others]
    assert len(paths) > 200
    found = [
        (path.name, sign)
        for path in paths
        for sign in signs_written(path.read_text(encoding="utf-8"))
        if sign not in NO_SENTENCE
    ]
    assert found == []


@pytest.mark.parametrize("source", ['f"{a}: {b}"', 'f"{a}; b"', '"; ".join(a)', 'Joined(a, "; ")'])
def test_a_sign_that_is_written_is_found(source: str) -> None:
    """In an f-string, and between parts."""
    assert [*signs_written(source)]


FRENCH = {"LANG": "fr_FR.UTF-8", "COLUMNS": "200"}


def test_french_signs_of_what_is_put_together(tmp_path: Path) -> None:
    """Sentences that the program puts together have the spaces that French wants, on every page:
    a citation, melds of a partner, the list of games, a fault of a formula, the live table."""
    person = Person(tmp_path, **FRENCH)
    person.does("new bien Ann Bob Cal Dee --dealer Dee --name eve")
    odd = tmp_path / "odd.toml"
    odd.write_text('extends = "bismarck-classic"\n[points]\nall = "triks - 1"\n', encoding="utf-8")
    lines = "explain 0\nd\nBob\nquit\n"
    said = [
        person.types("play", stdin=Typed(lines, is_terminal=True), at_screen=True),
        person.does("referee melds KH QH JH --partner 9♣ 9♦ 9♥ --trump clubs --rules bien"),
        person.types("rules", "check", str(odd)),
        person.does("rules which bismarck --answer deals=9"),
        person.does("rules which bismarck --tree"),
        *_evening(person),
    ]
    for out, err in ((page.out, page.err) for page in said):
        assert [line for line in (out + err).splitlines() if NO_SPACE.search(_unquoted(line))] == []


def _evening(person: Person) -> Iterator[Said]:
    """The league of one short session: on a narrow screen, and the title of its page."""
    person.does("new whist Ann Bob Cal Dee --dealer Dee --name other")
    person.does("deal 8 5 --yes")
    yield person.does("league", COLUMNS="30")
    page = person.does("league --format html").out
    yield Said(0, page.partition("<title>")[2].partition("</title>")[0], "")


def _unquoted(line: str) -> str:
    """A line without what stands in it as it is typed."""
    return catalogue.TYPED.sub("``", line)


def test_the_parts_of_a_citation_are_parted_as_in_the_language() -> None:
    """A title stands as it is written; the semicolon between places is the language's."""
    cited = citation({"en": "pagat, Whist: Deal; Play"})
    assert [cited.of(code) for code in ("en", "fr", "sv")] == [
        "pagat, Whist: Deal; Play", "pagat, Whist: Deal\u00a0; Play", "pagat, Whist: Deal; Play",
    ]  # fmt: skip


def test_one_apostrophe_in_french() -> None:
    """A page has one sign for the letter that is dropped."""
    assert [text for text in french_of_the_program() if "’" in text] == []
