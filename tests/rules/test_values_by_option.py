"""What hangs on the choices of a table and is fixed before the first deal: the score that a game
starts from, which score wins, how many play, how many deals there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from conftest import deals
from hypothesis import given
from hypothesis import strategies as st
from own_pages import FOUR, read
from shown import rules_text
from terminal import Person

from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import standing
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.proof.situations import each_table
from scorekeeper.report.blank import blank_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import LANGUAGES, speak

PAGE = """
name = "Choices"
players = [3, 4]
pack = "french-36"
hand = "36 // players"
count.tricks.total = "36 // players"
outcome = [{ points = "tricks" }]
deals.number = "4 if short else 8"

[option.short]
default = false
[option.misery]
default = false
players = { yes = 4 }
[option.stake]
default = 10
min = 1
max = 50

[game]
start = "(50 if short else stake) * players"
best = "'lowest' if misery else 'highest'"
"""
THREE = FOUR[:3]


def table(players: Iterable[str] = FOUR, **options: Any) -> Agreed:
    """What is agreed."""
    return agree(
        read(PAGE.replace("[3, 4]", "4").replace("players = { yes = 4 }", "")),
        players,
        None,
        options,
    )


@given(st.booleans(), st.booleans(), st.integers(1, 50))
def test_a_session_starts_from_what_was_chosen(short: bool, misery: bool, stake: int) -> None:
    """The first totals, and who wins after a deal, are as the choices say."""
    agreed = table(short=short, misery=misery, stake=stake)
    now = standing(agreed, deals({"tricks": [3, 3, 2, 1]}))
    start = (50 if short else stake) * 4
    assert now.state.totals == (start + 3, start + 3, start + 2, start + 1)
    assert agreed.rules.game.lowest_wins is misery
    assert len(blank_of(agreed).rows) == (4 if short else 8)
    assert blank_of(agreed).start == start


def test_how_many_play_hangs_on_a_choice() -> None:
    """Who asks for misery must be four; the refusal names the choice."""
    rules = read(PAGE)
    assert agree(rules, THREE).players == THREE
    with pytest.raises(Refused) as refused:
        agree(rules, THREE, None, {"misery": True})
    (problem,) = refused.value.problems
    assert text_of(problem.message) == ("Choices with misery=yes is for 4 players; 3 were named")
    assert agree(rules, FOUR, None, {"misery": True}).rules.players == (4,)


def test_a_table_that_chose_may_choose_again() -> None:
    """The rules of a table are no narrower for another."""
    chosen = agree(read(PAGE), FOUR, None, {"misery": True, "short": True}).rules
    again = agree(chosen, THREE)
    assert (again.rules.players, again.rules.game.start) == ((3, 4), 30)


def test_every_table_that_is_proved_is_one_that_there_may_be() -> None:
    """Three never play misery."""
    found = {(len(one.players), one.options["misery"]) for one in each_table(read(PAGE), ["short"])}
    assert found == {(3, False), (4, False), (4, True)}
    assert lint_faults(read(PAGE)) == []


def test_choices_in_mid_evening(tmp_path: Any) -> None:
    """Before the first deal all of it follows; later the number of deals follows, and what a game
    started from and which score wins are refused with the reason."""
    page = tmp_path / "mine.toml"
    page.write_text(PAGE.replace("[3, 4]", "4"), "utf-8")
    person = Person(tmp_path / "home").with_rules(page)
    assert person.does("new mine Anna Björn Cleo Dora --name evening").code == 0
    assert "Anna 200, Björn 200" in person.does("agree short=yes").out
    person.does("deal 3 3 2")
    refused = person.types("agree", "short=no")
    assert "a game would start from 40, and this one started from 200" in refused.err
    refused = person.types("agree", "misery=yes")
    assert "another score would win" in refused.err
    assert person.does("agree stake=20").code == 0


def test_a_penalty_before_the_first_deal_is_kept(tmp_path: Any) -> None:
    """A choice moves what everybody starts from, and not what a penalty cost; which score wins
    stays once there was one, for it would be the other way round."""
    page = tmp_path / "mine.toml"
    page.write_text(PAGE.replace("[3, 4]", "4"), "utf-8")
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new mine Anna Björn Cleo Dora --name evening")
    assert "Anna 30, Björn 40" in person.does("penalty Anna 10").out
    assert "Anna 190, Björn 200" in person.does("agree short=yes").out
    refused = person.types("agree", "misery=yes")
    assert "another score would win, and a penalty was given already" in refused.err
    person.does("undo")
    person.does("undo")
    assert person.does("agree misery=yes").code == 0
    assert "Anna 50" in person.does("penalty Anna 10").out


@pytest.mark.parametrize(
    ("was", "now", "place", "message"),
    [
        ("50 if short", "50 if shot", "game.start", "`shot` is not a fact here"),
        ("50 if short", "tricks if short", "game.start", "is not a fact here"),
        ("50 if short", "deal if short", "game.start", "cannot depend on deal"),
        ("50 if short", "50 if short == 3", "game.start", "is never true"),
        ("50 if short", "(50 // 0) if short", "game.start", "divides by zero"),
        ("\"'lowest' if misery", "\"'lowes' if misery", "game.best", "`best` cannot be `lowes`"),
        ("\"'lowest' if misery else 'highest'\"", '"lowes"', "game.best", "cannot be `lowes`"),
        ("{ yes = 4 }", "{ yse = 4 }", "option.misery.players.yse", "is no value of this option"),
        ("{ yes = 4 }", "{ yes = 5 }", "option.misery.players.yes", "is not for 5 players"),
    ],
)
def test_nonsense_is_a_fault_of_the_page(was: str, now: str, place: str, message: str) -> None:
    """Each with its place, and what is possible."""
    found = faults(PAGE.replace(was, now, 1))
    assert (place, True) in [(one.fact, message in text_of(one.message)) for one in found]


def faults(text: str) -> list[Problem]:
    """What is wrong with a page."""
    try:
        return lint_faults(read(text))
    except Refused as refusal:
        return list(refusal.problems)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_hangs_on_choices_is_told_in_words(language: str) -> None:
    """`rules show` says it of every choice."""
    speak(language, catalogue(language))
    lines = " ".join(rules_text(read(PAGE), 10_000).replace("\u00a0", " ").split())
    speak()
    told = {
        "en": (
            "which total wins: if misery: lowest; otherwise: highest",
            "yes with 4 players only",
        ),
        "fr": ("quel total gagne : si misery : le plus bas", "oui à 4 joueurs seulement"),
        "sv": ("vilken summa som vinner: om misery: den lägsta", "ja bara med 4 spelare"),
    }[language]
    assert [words for words in told if words not in lines] == []


OWN = """
name = "Ends"
source = "made up"
players = [2, 3]
count.a.total = 6
outcome = [{ points = "a" }]
"""
ENDS = "option.m = { default = 2, min = 0, max = 3 }\n"
BELOW = "option.m = { default = -2, min = -3, max = 3 }\n"
ONLY = 'option.m = { default = "x", values = ["x", "y"], players = { x = 3 } }\n'


@pytest.mark.parametrize(
    ("words", "place", "message"),
    [
        (ENDS + 'deals.number = "6 // m"', "deals.number", "m=0: `6 // m` divides by zero"),
        (ENDS + 'deals.number = "3 - m"', "deals.number", "m=3: `number = '3 - m'` gives 0 deals"),
        (ENDS + 'game.start = "6 // m"', "game.start", "m=0: `6 // m` divides by zero"),
        (
            ENDS + "game.best = \"'lowest' if 6 // m > 2 else 'highest'\"",
            "game.best",
            "m=0: `'lowest' if 6 // m > 2 else 'highest'` divides by zero",
        ),
        (
            ENDS + 'match = { games = "m - 1", result = "total" }\ndeals.number = 2',
            "match.games",
            "m=0: `games = 'm - 1'` gives −1 games with 2 players; a match has at least one",
        ),
        (
            'match = { games = "players - 2", result = "total" }\ndeals.number = 2',
            "match.games",
            "`games = 'players - 2'` gives 0 games with 2 players; a match has at least one",
        ),
        (
            'carry.wins = { next = "wins + 1" }\ndeals.number = 2\n'
            'match = { games = "max(all.wins) + deal", result = "total" }',
            "match.games",
            "`games = 'max(all.wins) + deal'` cannot depend on all.wins and deal",
        ),
        (
            ONLY.replace("x = 3", "x = 3, y = 3"),
            "option.m.players",
            "2 can never play: no value of this option is for so many",
        ),
        (
            ONLY + "option.n = { default = true, players = { yes = 2 } }",
            "option.m.players",
            "m=x and n=yes leave no number of players: each is for others",
        ),
    ],
)
def test_the_ends_of_a_choice_are_tried(words: str, place: str, message: str) -> None:
    """What `new --option` would refuse, or begin without a deal, is a fault of the page."""
    found = [(one.fact, text_of(one.message)) for one in faults(OWN + words)]
    assert [fact for fact, _ in found] == [place]
    assert found[0][1].startswith(message)


def test_choices_that_leave_a_game_are_well() -> None:
    """Ends that are no trouble, and choices that leave others to play."""
    assert faults(OWN + ENDS + 'deals.number = "4 - m"') == []
    assert faults(OWN + ONLY) == []


def test_a_choice_may_be_below_nothing(tmp_path: Any) -> None:
    """The session of such a choice, and of such a usual one, is read again as it was begun."""
    page = tmp_path / "mine.toml"
    page.write_text(OWN + BELOW + 'game.start = "m"\ndeals.number = 4\n', "utf-8")
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new mine Anna Björn --name usual")
    assert "Anna +1, Björn +1" in person.does("deal 3 3").out
    person.does("new mine Anna Björn --name chosen --option m=-3")
    assert "Anna 0, Björn 0" in person.does("deal 3 3").out
    assert (
        "say a number from −3 to 3" in person.types("new", "mine", "A", "B", "--option", "m=-4").err
    )


def test_a_choice_without_an_answer_is_named_with_its_line(tmp_path: Any) -> None:
    """`rules check` says where, and goes on to the other faults."""
    page = tmp_path / "mine.toml"
    page.write_text(OWN + ONLY + "game.start = \"0 if m == 'x' else 10 // 0\"\n", "utf-8")
    said = Person(tmp_path / "home").types("rules", "check", str(page))
    assert said.code == 1
    assert "mine.toml:8: `0 if m == 'x' else 10 // 0` divides by zero" in said.err
