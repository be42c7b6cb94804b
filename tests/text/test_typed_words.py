"""Refusals and hints name what can be typed in the words of the language spoken, and say plainly
where nothing was said or nothing is there to choose."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person, Typed

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


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("en", "referee trick KH", "card 1 wins so far, 1 of 3 cards played"),
        ("fr", "referee trick KH", "1 carte jouée sur 3"),
        ("fr", "referee trick KH 9H", "2 cartes jouées sur 3"),
        ("sv", "referee trick KH", "1 av 3 kort spelat"),
    ],
)
def test_a_number_of_cards_has_its_form(tmp_path: Path, code: str, line: str, words: str) -> None:
    """One card, two cards."""
    rules = "--rules bismarck-swedish"
    assert words in person_of(tmp_path, code).does(f"{line} {rules}").out


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "call `clubs`: name any suit but clubs, that of the turned 10♣"),
        ("fr", "nommez une autre couleur que trèfle, celle de la carte retournée, 10♣"),
        ("fr", "au tour 2, nommer carreau, cœur ou pique, ou passer"),
        ("fr", "prochain à parler\u00a0: Joueur 1"),
    ],
)
def test_what_must_be_called_is_a_sentence(tmp_path: Path, code: str, words: str) -> None:
    """A call that is not in order, what the rule is, whose turn it is."""
    line = "referee auction pass pass pass clubs --turned 10♣ --rules bizon"
    assert words in person_of(tmp_path, code).types(*line.split()).out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules diff bizon bien", "the lowest score wins, not the highest"),
        ("rules diff bizon bien", "Bien: the table chooses how many games are played."),
        ("rules diff bizon bien", "“Laydown ponder”: the bidders' score goes down"),
        ("rules diff bien bizon", "Bizon alone: “The Bizon lost” scores bizon −5, otters +3."),
        ("rules show bien", "- bidder: a player"),
        ("rules show bizon", "- bizon: a player"),
    ],
)
def test_a_page_of_rules_says_whole_sentences_and_no_word_twice(
    tmp_path: Path, line: str, words: str
) -> None:
    """What tells games apart, and what is entered."""
    person = Person(tmp_path, COLUMNS="200")
    assert words in person.does(line).out


def test_a_game_without_options_says_so(tmp_path: Path) -> None:
    """There is no empty list of them."""
    said = Person(tmp_path).types("new", "bismarck-lever", "A", "B", "C", "--option", "games=4")
    assert "refused: `games` is not an option: this game has none\n" in said.err


def test_a_choice_that_was_not_made_is_told_as_a_sentence(tmp_path: Path) -> None:
    """An option is agreed upon or not, and its words are a sentence."""
    person = Person(tmp_path, COLUMNS="300")
    person.does("new hearts Ann Bob Cal Dee")
    person.does("deal queen=Dee hearts=0,0,0,13")
    told = " ".join(person.does("explain 1").out.split())
    assert "it is not agreed that 26 are subtracted for all penalty cards" in told


@pytest.mark.parametrize(
    ("code", "lines", "words"),
    [
        ("en", "amend\n", "try: type amend N [FACT…]"),
        ("fr", "amend\n", "essayez\u00a0: tapez amend N"),
        ("fr", "amend 1 spader\n", "refusé\u00a0: la donne 1 reste telle quelle (contrat pique"),
    ],
)
def test_a_hint_at_the_table_has_one_colon(
    tmp_path: Path, code: str, lines: str, words: str
) -> None:
    """What is to be typed, and a correction that changes nothing."""
    person = person_of(tmp_path, code)
    person.does("deal spader 8 4")
    said = person.types("play", stdin=Typed(f"{lines}quit\n", is_terminal=True), at_screen=True)
    assert words in said.out + said.err


@pytest.mark.parametrize("line", ["no trump 6 6 4", "notrump 6 6", "nt 6 6", "6 6 no trump"])
def test_a_contract_of_several_words_is_begun_as_players_say_it(tmp_path: Path, line: str) -> None:
    """Not only whole names: words that begin one together, and its abbreviation."""
    person = person_of(tmp_path, "en")
    said = person.types("deal", *line.split())
    assert said.code == 0, said.err
    (deal,) = person.reads("sheet")["deals"]
    assert (deal["contract"], [*deal["counts"]["tricks"].values()]) == ("sang", [6, 6, 4])


def test_words_that_begin_nothing_together_stay_apart(tmp_path: Path) -> None:
    """Two words about the contract that are no name are still too many."""
    said = person_of(tmp_path, "en").types("deal", "trump", "no", "6", "6")
    assert "`trump` and `no` are too many words about contract" in said.err


@pytest.mark.parametrize(
    ("code", "line", "commands"),
    [
        ("en", "wrong order", "type `scorekeeper swap N M`"),
        ("en", "forgot deal 5", "type `scorekeeper insert 5 FACT…`"),
        ("en", "wrong dealer", "`scorekeeper turn PLAYER` or `scorekeeper amend N dealer=PLAYER`"),
        ("en", "revoke Cal", "type `scorekeeper penalty Cal AMOUNT`"),
        ("en", "Eva joins", "`scorekeeper seat Eva for PLAYER` or `scorekeeper again PLAYER… Eva`"),
        ("en", "add Eva", "`scorekeeper seat Eva for PLAYER` or `scorekeeper again PLAYER… Eva`"),
        ("en", "leave Cal", "type `scorekeeper seat NEW for Cal` or `scorekeeper finish`"),
        ("en", "dealer=Cal", "`scorekeeper turn Cal` or `scorekeeper amend N dealer=Cal`"),
        ("en", "a dispute", "type `scorekeeper deal FACT… --or FACT…`"),
        ("fr", "mauvais donneur", "`scorekeeper turn JOUEUR`"),
        ("fr", "Bob oubliée", "`scorekeeper insert N DONNÉE…`"),
        ("fr", "maldonne", "`scorekeeper misdeal`"),
        ("sv", "fel givare", "`scorekeeper turn SPELARE`"),
        ("sv", "glömde giv 2", "`scorekeeper insert 2 UPPGIFT…`"),
        ("sv", "Eva kommer", "`scorekeeper seat Eva for SPELARE`"),
    ],
)  # fmt: skip
def test_what_happened_at_the_table_names_its_command(
    tmp_path: Path, code: str, line: str, commands: str
) -> None:
    """Where a deal is entered; nothing is recorded, and no number of it is taken for a count."""
    person = person_of(tmp_path, code)
    said = person.types("deal", *line.split(), "--format", "text")
    assert said.code == 1
    assert commands in said.err
    assert person.reads("sheet")["deals"] == []


def test_a_player_called_like_what_happens_is_a_player(tmp_path: Path) -> None:
    """A name is a name first."""
    person = Person(tmp_path).after("new bismarck-swedish Late Bob Cal --dealer Cal --name eve")
    assert person.types("deal", "sang", "Late", "8", "Bob", "4").code == 0


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("amend 1 sang 7 5 recounted it", "scorekeeper amend 1 sang 7 5 --why 'recounted it'"),
        ("amend 1 tricks=7,5 recounted", "scorekeeper amend 1 tricks=7,5 --why recounted"),
    ],
)
def test_a_reason_for_a_correction_is_told_its_option(tmp_path: Path, line: str, mend: str) -> None:
    """Words at the end that are about nothing in the deal, told once, with the line to type."""
    person = Person(tmp_path).after("new bismarck-swedish Anna Björn Cleo", "deal sang 6 6")
    said = " ".join(person.types(*line.split()).err.split())
    assert f"a reason goes behind --why: {mend}" in said
    assert "known here" not in said
    for other in ("amend 1 recounted sang 7 5", "amend 1 sang 7 5 recounted --why twice"):
        assert "--why" not in person.types(*other.split()).err


def test_a_number_too_many_is_no_reason_for_a_correction(tmp_path: Path) -> None:
    """Nobody is told to say why with it."""
    person = Person(tmp_path).after("new briscola-chiamata A B C D E", "deal caller=A partner=C 61")
    assert "--why" not in person.types("amend", "1", "caller=A", "partner=B", "61").err
