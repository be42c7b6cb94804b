"""`rules new`: a starting file that is whole, and never over another."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from conftest import RULESETS, ruleset
from terminal import Person

from scorekeeper.language import LANGUAGES
from scorekeeper.render.starting_rules import variant_text
from scorekeeper.ruleset.model_deals import DEALS
from scorekeeper.ruleset.read_words import read_word
from scorekeeper.ruleset.table import Table
from scorekeeper.ruleset.table_values import Faults

GAMES = sorted(path.stem for path in RULESETS.rglob("*.toml") if "packs" not in path.parts)


def test_a_fresh_file_is_whole(tmp_path: Path) -> None:
    """What `rules new` writes is checked and proved at once, with nothing to note, and scores a
    deal."""
    somebody = Person(tmp_path)
    said = somebody.does("rules new our-game")
    assert str(tmp_path / "rulesets" / "our-game.toml") in said.out
    assert "scorekeeper rules check our-game" in said.out
    assert "scorekeeper rules prove our-game" in said.out
    assert somebody.does("rules check our-game --strict").err == ""
    assert somebody.reads("rules prove our-game")["holds"]
    somebody.does("new our-game Ann Bo Cleo --name it")
    assert somebody.reads("deal low 6 4 6")["recorded"]["points"] == {"Ann": 0, "Bo": 0, "Cleo": 0}


def test_a_fresh_file_has_the_name_that_was_asked_for(tmp_path: Path) -> None:
    """The game is shown under its name, and the comments say the commands with it."""
    somebody = Person(tmp_path)
    somebody.does("rules new tante_käthe")
    text = (tmp_path / "rulesets" / "tante_käthe.toml").read_text(encoding="utf-8")
    assert 'name = "Tante käthe"' in text
    assert "scorekeeper rules check tante_käthe" in text
    assert "my-game" not in text
    assert "Tante käthe" in somebody.does("rules list").out


def test_what_a_fresh_file_is_tried_with_can_be_typed(tmp_path: Path) -> None:
    """A name that a shell would take apart is said in quotes; what is said works as it is."""
    somebody = Person(tmp_path)
    told = somebody.types("rules", "new", "My Game!").out
    lines = re.findall("scorekeeper (rules .*)", told)
    text = (tmp_path / "rulesets" / "My Game!.toml").read_text()
    written = [
        shlex.split(line, comments=False)[:3] for line in re.findall("#   scorekeeper (.*)", text)
    ]
    assert (
        [words[-1] if words[0] == "rules" else words[1] for words in written]
        == ["My Game!"] * len(written)
        != []
    )
    assert [shlex.split(line) for line in lines] == [
        ["rules", what, "My Game!"] for what in ("check", "prove")
    ]
    assert all(somebody.types(*shlex.split(line)).code == 0 for line in lines)


def fresh(home: Path, code: str) -> str:
    """The file that `rules new` writes for somebody who speaks this language."""
    Person(home).does(f"rules new our-game --lang {code}")
    return (home / "rulesets" / "our-game.toml").read_text(encoding="utf-8")


OFFERED = re.compile(r'^(\w+) = "([^"]*)" *# (.*)$')


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_fresh_file_offers_is_declared(tmp_path: Path, code: str) -> None:
    """What a line of the starting file says, and what its comment offers instead, are words that
    the format has there."""
    offered = 0
    declared = {word.name: word for word in DEALS.words}
    text = fresh(tmp_path, code)
    for line in text.partition("[deals]\n")[2].partition("\n\n")[0].splitlines():
        if said := OFFERED.match(line):
            faults = Faults(frozenset(), frozenset(), frozenset())
            for value in [said[2], *re.findall('"([^"]*)"', said[3])]:
                read_word(Table({said[1]: value}, "deals", faults), declared[said[1]])
                offered += 1
            assert faults.found == []
    assert offered > 10


COMMENT = re.compile(r" *#.*$", re.MULTILINE)
NAMING = re.compile(r"^((?:name|source) =).*$", re.MULTILINE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_fresh_file_has_the_same_rules_in_every_language(tmp_path: Path, code: str) -> None:
    """What `rules new` writes differs by language in its comments and in what things are called,
    line by line: every word of the format, every number and every formula stays."""
    english, other = fresh(tmp_path / "one", "en"), fresh(tmp_path / "other", code)
    assert NAMING.sub(r"\1", COMMENT.sub("", other)) == NAMING.sub(r"\1", COMMENT.sub("", english))
    assert (other == english) == (code == "en")


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("en", ["tricks", "Trumps", "No trumps", "nt", "Low"]),
        ("fr", ["plis", "Atout", "Sans atout", "sa", "Bas"]),
        ("sv", ["stick", "Trumf", "Sang", "nt", "Låg"]),
    ],
)
def test_a_fresh_file_names_things_in_the_language_spoken(
    tmp_path: Path, code: str, names: list[str]
) -> None:
    """The counts, the contracts and the sources are called in the language of whoever asked, and
    the file is well at once."""
    text = fresh(tmp_path, code)
    rules = tomllib.loads(text)
    assert not [line for line in text.splitlines() if line != line.rstrip()]
    contracts = rules["contract"]
    assert [
        rules["count"]["tricks"]["name"], contracts["trumps"]["name"],
        *contracts["no-trumps"]["name"], contracts["low"]["name"],
    ] == names  # fmt: skip
    assert (rules["source"] == ["house rules"]) == (code == "en")
    somebody = Person(tmp_path)
    assert somebody.does("rules check our-game --strict").err == ""
    somebody.does("new our-game Ann Bo Cleo --name it")
    assert somebody.types("deal", names[-2], "3", "9", "4").code == 0
    if code != "en":
        assert somebody.types("deal", names[-1], "6", "4", "6").code == 0


def test_a_fresh_file_explains_itself_in_the_language_spoken(tmp_path: Path) -> None:
    """Its comments are in the language of whoever asked for it."""
    somebody = Person(tmp_path)
    for code, words in (
        ("en", "what is shown"),
        ("fr", "ce qui est affiché"),
        ("sv", "det som visas"),
    ):
        somebody.does(f"rules new game-{code} --lang {code}")
        assert words in (tmp_path / "rulesets" / f"game-{code}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("parent", GAMES)
def test_a_variant_is_its_parent_until_it_is_changed(tmp_path: Path, parent: str) -> None:
    """A file from any game is well as it stands, and nothing is different but its name."""
    somebody = Person(tmp_path)
    somebody.does(f"rules new ours --from {parent}")
    assert somebody.does("rules check ours").out.endswith(
        "Ours: well; it has no worked example yet\n"
    )
    assert somebody.reads(f"rules diff {parent} ours")["different"] == []


def test_a_variant_lists_what_may_be_changed(tmp_path: Path) -> None:
    """Every heading and key of the parent stands there as a comment; uncommented, it is read and
    does nothing new."""
    text = variant_text("ours", ruleset("bismarck-swedish"))
    for line in (
        "# [deals]",
        "# number = 12",
        "# [contract.pass.quota]",
        "# declarer = 4",
        '# points = "quota - tricks"',
    ):
        assert line in text.splitlines()
    head, _, comments = text.partition("commented stays as it is there.\n")
    path = tmp_path / "whole.toml"
    path.write_text(
        head
        + "\n".join(line.removeprefix("#").removeprefix(" ") for line in comments.splitlines()),
        encoding="utf-8",
    )
    somebody = Person(tmp_path)
    assert somebody.does(f"rules check {path}").code == 0
    assert somebody.reads(f"rules diff bismarck-swedish {path}")["different"] == []


def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    """A name that a ruleset has, the user's own or a shipped one, is refused, and the file stays
    as it was."""
    somebody = Person(tmp_path)
    somebody.does("rules new our-game")
    path = tmp_path / "rulesets" / "our-game.toml"
    path.write_text(path.read_text().replace("number = 9", "number = 12"))
    for name in ("our-game", "bizon"):
        said = somebody.types("rules", "new", name, "--format", "json")
        assert (said.code, said.codes) == (1, ["game-exists"])
    assert "number = 12" in path.read_text()
    assert [file.name for file in (tmp_path / "rulesets").iterdir()] == ["our-game.toml"]


@pytest.mark.parametrize("name", ["../up", ".hidden", "a/b", "con", "", "x" * 200, "new\nline"])
def test_a_name_must_be_a_files_name_anywhere(tmp_path: Path, name: str) -> None:
    """A name that could not be a file's, here or on another system, is refused, and nothing is
    written."""
    said = Person(tmp_path).types("rules", "new", name, "--format", "json")
    assert (said.code, said.codes) == (1, ["game-name"])
    assert not (tmp_path / "rulesets").exists()


def test_a_parent_must_be_there(tmp_path: Path) -> None:
    """From a game that there is not, nothing is written."""
    said = Person(tmp_path).types("rules", "new", "ours", "--from", "bismark-swedish")
    assert said.code == 1
    assert "did you mean `bismarck-swedish`?" in said.err
    assert not (tmp_path / "rulesets").exists()


def test_a_folder_that_cannot_be_written_to_is_the_machines_failure(tmp_path: Path) -> None:
    """Where the home is a file, the machine has failed: exit 3, with what was attempted."""
    home = tmp_path / "home"
    home.write_text("")
    said = Person(home).types("rules", "new", "ours")
    assert said.code == 3
    assert said.err.startswith("failed: ")
