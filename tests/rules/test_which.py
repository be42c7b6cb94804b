"""`rules which`: the fewest questions that tell games apart, from the rulesets themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import RULESETS, ruleset
from terminal import Person, Typed

from scorekeeper.report.game.features import Feature
from scorekeeper.report.game.which_game import (
    Branch,
    Leaf,
    answered,
    features_of_all,
    next_question,
    tree_of,
)
from scorekeeper.text.message_text import spoken

NAMES = sorted(path.stem for path in RULESETS.glob("*.toml"))
BISMARCK = [name for name in NAMES if name.startswith("bismarck")]


@cache
def found() -> dict[str, dict[str, Feature]]:
    """The features of the Bismarck family."""
    return {name: dict(values) for name, values in features_of_all(map(ruleset, BISMARCK)).items()}


def made_up(**games: dict[str, str]) -> dict[str, dict[str, Feature]]:
    """Games with made-up features: key to answer, several answers with a bar between."""
    return {
        game: {
            key: Feature(key, key, f"{key}?", tuple(value.split("|")), value)
            for key, value in values.items()
        }
        for game, values in games.items()
    }


def test_the_whole_family_is_told_apart() -> None:
    """Every variant of Bismarck is the only one at the end of some way, after four questions at
    the most."""
    tree = tree_of(found(), BISMARCK)
    ends: list[list[str]] = []
    asked: list[int] = []

    def walk(here: Leaf | Branch, depth: int) -> None:
        if isinstance(here, Leaf):
            ends.append(list(here.games))
            asked.append(depth)
        else:
            for inner in here.answers.values():
                walk(inner, depth + 1)

    walk(tree, 0)
    assert {game for end in ends for game in end} == set(BISMARCK)
    assert all(len(end) == 1 for end in ends)
    assert max(asked) <= 4


def test_the_question_that_splits_best_is_asked_first() -> None:
    """Of a question that leaves 1 and 3 and one that leaves 2 and 2, the second is asked."""
    games = made_up(
        a={"uneven": "x", "even": "x"}, b={"uneven": "y", "even": "x"},
        c={"uneven": "y", "even": "y"}, d={"uneven": "y", "even": "y"},
    )  # fmt: skip
    question = next_question(games, list(games))
    assert question is not None
    assert (question.key, question.leaves) == ("even", {"x": ("a", "b"), "y": ("c", "d")})


def test_a_game_with_a_choice_is_left_by_either_answer() -> None:
    """A game for three or four is meant by somebody who says three, and by somebody who says
    four."""
    games = made_up(a={"players": "3"}, b={"players": "3|4"}, c={"players": "4"})
    question = next_question(games, list(games))
    assert question is not None
    assert answered(question, "3") == ("a", "b")
    assert answered(question, "4") == ("b", "c")


def test_what_is_the_same_is_not_asked() -> None:
    """Games that differ in nothing are left together, without a question."""
    games = made_up(a={"deals": "12"}, b={"deals": "12"})
    assert next_question(games, ["a", "b"]) is None
    assert tree_of(games, ["a", "b"]) == Leaf(games=("a", "b"))


def test_a_feature_that_not_every_game_has_is_not_asked() -> None:
    """A question that makes no sense of one of the games is none."""
    games = made_up(a={"quotas": "8", "deals": "1"}, b={"deals": "2"})
    question = next_question(games, ["a", "b"])
    assert question is not None
    assert question.key == "deals"


def test_answers_are_read_as_people_give_them(tmp_path: Path) -> None:
    """An answer is its number, its words in any case, or a part that only one answer has."""
    for line in ("round", "IN ORDER, ONE A ROUND", "3"):
        said = Person(tmp_path).types(
            "rules", "which", "bismarck", "--answer", "deals=12", stdin=Typed(f"{line}\nnolle\n")
        )
        assert said.out == "bismarck-kortman: Bismarck (Kortman, 1944)\n"


def test_answers_from_a_pipe_lead_to_the_game(tmp_path: Path) -> None:
    """Questions go to standard error, answers come from a pipe, the game stands on standard
    output."""
    said = Person(tmp_path).types(
        "rules", "which", "Bismarck", stdin=Typed("12\npicked\nafter each deal\nthe dealer\n")
    )
    assert (said.code, said.out) == (0, "bismarck-portuguese: Bismarck (Portuguese)\n")
    assert "How many deals?" in said.err
    assert "Who declares?" in said.err


def test_answers_may_be_given_beforehand(tmp_path: Path) -> None:
    """With --answer nothing is asked that is known; JSON has the games that are left and what
    was asked."""
    value = (
        Person(tmp_path)
        .types("rules", "which", "Bismarck", "--answer", "deals=21", "--format", "json")
        .json
    )
    assert value == {"games": ["bismarck-polley"], "asked": []}


def test_too_few_answers_say_what_is_left(tmp_path: Path) -> None:
    """A pipe that ends before the game is known is refused, with the question and the games
    left."""
    said = Person(tmp_path).types("rules", "which", "Bismarck", "--answer", "deals=18")
    assert said.code == 1
    assert "there was no answer to: How do the contracts come up?" in said.err
    assert "bismarck-coleman or bismarck-raf" in said.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Bismark"], "did you mean `Bismarck`?"),
        (["Bismarck", "--answer", "deals=99"], "`99` is not an answer"),
        (["Bismarck", "--answer", "deal=12"], "did you mean `deals`?"),
        (["Bismarck", "--answer", "deals=1"], "could be"),
    ],
)
def test_what_is_not_an_answer_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    """A family, a question or an answer that there is not is refused with the likely one."""
    said = Person(tmp_path).types("rules", "which", *words)
    assert said.code == 1
    assert message in said.err


def test_a_wrong_answer_at_a_terminal_is_asked_again(tmp_path: Path) -> None:
    """A person who mistypes is told so and asked the same again."""
    said = Person(tmp_path).types(
        "rules", "which", "Bismarck", stdin=Typed("many\n9\n", is_terminal=True)
    )
    assert said.out == "bismarck-classic: Bismarck (classic Swedish, 1949)\n"
    assert said.err.count("How many deals?") == 3


def test_the_tree_is_shown_whole(tmp_path: Path) -> None:
    """--tree shows every question and every game; as JSON the same tree."""
    said = Person(tmp_path).does("rules which Bismarck --tree")
    assert said.out.startswith("How many deals?\n")
    assert all(f"{name} (" in said.out for name in BISMARCK)
    told = Person(tmp_path).reads("rules which Bismarck --tree")
    assert told == spoken(tree_of(found(), BISMARCK))


def test_a_ruleset_of_ones_own_is_asked_about_too(tmp_path: Path) -> None:
    """No table of questions is kept: a new variant with another number of deals is found by it."""
    somebody = Person(tmp_path)
    somebody.does("rules new our-bismarck --from bismarck-polley")
    path = tmp_path / "rulesets" / "our-bismarck.toml"
    path.write_text(path.read_text() + "\n[deals]\nnumber = 42\n")
    assert (
        somebody.does("rules which Bismarck --answer deals=42").out
        == "our-bismarck: Our bismarck\n"
    )


def test_rules_that_the_machine_cannot_read_are_left_out(tmp_path: Path) -> None:
    """A file that leads nowhere is noted; the others are asked about all the same."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "loop.toml").symlink_to("loop.toml")
    said = Person(tmp_path).types("rules", "which", "Bismarck", "--answer", "deals=21")
    assert said.code == 0
    assert said.err.startswith("note: loop cannot be read")


def test_options_are_named_as_they_are_typed() -> None:
    """An option is the word that follows --option, not that word with its marks taken out."""
    names = [name for name in NAMES if any("_" in option for option in ruleset(name).options)]
    assert names
    for name in names:
        said = dict(dict(features_of_all([ruleset(name)]))[name])["options"].said
        assert all(option in said for option in ruleset(name).options)


def test_questions_keep_to_a_narrow_terminal(tmp_path: Path) -> None:
    """The question, its answers and what is not an answer are broken between words."""
    somebody = Person(tmp_path, COLUMNS="40")
    answers = Typed("what is that supposed to mean\n1\n1\n1\n1\n", True)
    said = somebody.types("rules", "which", "Bismarck", stdin=answers, at_screen=True)
    assert said.code == 0
    assert max(map(len, said.err.splitlines())) <= 40
