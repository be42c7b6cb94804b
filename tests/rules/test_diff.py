"""`rules diff`: what is different between two games, in sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from conftest import GAMES, ruleset
from terminal import Person

from scorekeeper.report.game.features import features
from scorekeeper.report.game.play_laws_text import LAW_WORDS, TOPICS
from scorekeeper.report.game.which_game import difference_of, difference_text
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_entries import CLOSED, LAWS, THROW
from scorekeeper.store.ruleset_library import load_ruleset_file
from scorekeeper.text.translation import Phrase


def said(one: str, other: str) -> list[str]:
    """The sentences from one game to another."""
    return [row.say for row in difference_of(ruleset(one), ruleset(other)).different]


def same(one: str, other: str) -> list[str]:
    """What is said to be the same."""
    found: list[str] = [*difference_of(ruleset(one), ruleset(other)).same]
    return found


def test_who_declares_is_said_in_one_sentence() -> None:
    """From modern Swedish to British the declarer is another player, and the quotas are the
    same."""
    sentences = said("bismarck-swedish", "bismarck-british")
    assert (
        "British, Parlett: the dealer declares, not the player at the dealer's left." in sentences
    )
    assert "British, Parlett: the deal passes left after 4 deals, not after each deal." in sentences
    assert "The quotas" in same("bismarck-swedish", "bismarck-british")


def test_numbers_are_compared() -> None:
    """Lever deals fifteen cards with seven beside, for quotas of its own."""
    sentences = said("bismarck-british", "bismarck-lever")
    assert "Lever, 15 cards: each player has 15 cards, not 16." in sentences
    assert "Lever, 15 cards: 7 cards lie beside, not 4." in sentences
    assert "Lever, 15 cards: the quotas are 9-3-3 or 3-6-6, not 8-4-4 or 4-6-6." in sentences


def test_what_stands_for_nothing_is_no_contrast() -> None:
    """Where one of two has none of a thing both are said in full."""
    sentences = said("bismarck-swedish", "bismarck-finnish")
    assert (
        "Finnish, partnerships: no cards lie beside. Modern Swedish: 4 cards lie beside."
        in sentences
    )
    assert (
        "Finnish, partnerships: partners who sit across play together, not everybody alone."
        in sentences
    )


def test_ways_of_playing_are_compared() -> None:
    """Kortman's first two rounds oblige to trump, and nolle has aces low."""
    sentences = " ".join(said("bismarck-classic", "bismarck-kortman"))
    assert "in Forehand chooses trump and Turned trump who cannot follow must trump" in sentences
    assert "cards have another order of rank in Nolle" in sentences


def test_games_of_different_families_have_what_only_one_has() -> None:
    """Between Bizon and Bismarck the rows of the one and the quotas of the other stand alone."""
    sentences = said("bismarck-swedish", "bizon")
    assert "Bismarck (modern Swedish) alone: the quotas are 8-4-4 or 4-6-6." in sentences
    assert "Bizon alone: “The Bizon won” scores bizon +3, otters 0." in sentences
    assert "Bizon: there are 15 deals, not 12." in sentences


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_different_from_itself(name: str) -> None:
    """A game compared with itself has no difference, and every feature is the same."""
    found = difference_of(ruleset(name), ruleset(name))
    assert found.different == ()
    assert len(found.same) == len(features(ruleset(name)))
    assert "Nothing is different." in difference_text(ruleset(name), ruleset(name))


def test_every_two_games_differ_in_something() -> None:
    """No two shipped games are told to be the same, and every feature is either different or the
    same."""
    found = {game: features(ruleset(game)) for game in GAMES}
    for one, other in combinations(GAMES, 2):
        assert found[one].keys() != found[other].keys() or any(
            found[one][key].value != found[other][key].value for key in found[one]
        )
    for one, other in pairwise(GAMES):
        told = difference_of(ruleset(one), ruleset(other))
        assert told.different
        keys = found[one].keys() | found[other].keys()
        assert len(told.different) + len(told.same) == len(keys)


def test_the_way_back_turns_every_sentence_round() -> None:
    """What is `from` on the way there is `to` on the way back."""
    there = difference_of(ruleset("bismarck-raf"), ruleset("bismarck-polley")).different
    back = difference_of(ruleset("bismarck-polley"), ruleset("bismarck-raf")).different
    assert [(row.key, row.from_, row.to) for row in there] == [
        (row.key, row.to, row.from_) for row in back
    ]


def test_the_command_prints_sentences(tmp_path: Path) -> None:
    """`rules diff A B` is a list fit to read aloud, within 80 columns; as JSON every row has its
    sentence."""
    somebody = Person(tmp_path)
    lines = somebody.does("rules diff bismarck-swedish bismarck-british").out.splitlines()
    assert lines[0] == "From Bismarck (modern Swedish) to Bismarck (British, Parlett):"
    assert max(map(len, lines)) <= 80
    rows = somebody.reads("rules diff bismarck-swedish bismarck-british")["different"]
    assert {"key", "from", "to", "say"} == rows[0].keys()
    assert [row["to"] for row in rows if row["key"] == "declarer"] == ["the dealer"]


HOUSE = """format = 1
extends = "bismarck-swedish"
name = "Ours"
[count.tricks]
one = ""
[contract.sang]
points = " (tricks)-quota "
scoring.en = "tricks above the quota"
scoring.fr = "les plis au-dessus du quota"
scoring.sv = "stick över kvoten"
"""


@pytest.mark.parametrize(
    ("points", "is_same"),
    [(" (tricks)-quota ", True), ("2 * (tricks - quota)", False), ("quota - tricks", False)],
)
def test_a_formula_is_compared_by_what_it_gives(tmp_path: Path, points: str, is_same: bool) -> None:
    """However it is written, and in whatever words it is told, the same formula is the same
    rule; another one is told in words."""
    path = tmp_path / "ours.toml"
    path.write_text(HOUSE.replace(" (tricks)-quota ", points))
    somebody = Person(tmp_path)
    for words in (f"bismarck-swedish {path}", f"{path} bismarck-swedish"):
        found = somebody.reads(f"rules diff {words}")
        assert ("points" not in [row["key"] for row in found["different"]]) == is_same
        assert ("What a deal scores" in found["same"]) == is_same


def test_a_count_of_another_name_is_another_count() -> None:
    """The same letters in a formula are another rule where they stand for something else."""
    rules = ruleset("bismarck-swedish")
    tricks = rules.counts["tricks"]

    def called(name: str) -> Ruleset:
        named = replace(tricks, name=Phrase({"en": (name,)}), one=Phrase({}))
        return replace(rules, counts={"tricks": named})

    assert "points" in [row.key for row in difference_of(rules, called("rounds")).different]
    assert difference_of(rules, called(tricks.name.in_english())).different == ()


def test_a_file_can_be_compared(tmp_path: Path) -> None:
    """Somebody's own rules are compared from their file with those they come from."""
    path = tmp_path / "ours.toml"
    path.write_text('format = 1\nextends = "bismarck-swedish"\nname = "Ours"\n[game]\nstart = 10\n')
    said = Person(tmp_path).does(f"rules diff bismarck-swedish {path}")
    assert "- Ours: everybody starts from +10, not 0." in said.out


def test_every_law_of_play_can_be_said() -> None:
    """Each law that a ruleset may have has a heading, and each of its words a sentence; what names
    suits or cards has one of its own (`tests/referee/test_duties.py`)."""
    assert set(TOPICS) == set(LAWS)
    assert set(LAW_WORDS) == {
        (law, word) for law, words in LAWS.items() for word in words if law not in (CLOSED, THROW)
    }


def test_who_rests_is_compared() -> None:
    """On a list of Skat whoever deals rests and scores what the opponents get; where rules say
    nothing the dealer rests with nothing; partners cannot."""
    lists = [load_ruleset_file(str(Path(__file__).parent.parent / "rulesets" / f"{name}.toml"))
             for name in ("list-of-four", "table-of-five")]  # fmt: skip
    sentences = [row.say for row in difference_of(*lists).different]
    resting = next(one for one in sentences if "more people than hands" in one)
    assert "scores" in resting and "30" in resting
    assert "Who rests" in same("bizon", "bismarck-swedish")
    assert any("nobody can rest" in one for one in said("bismarck-swedish", "bien"))
