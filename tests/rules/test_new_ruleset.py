"""`rules new`: a starting file that is whole, and never over another."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import RULESETS, ruleset
from terminal import ENDLESS, Person, Typed

from scorekeeper.proof.proof_run import Limits, certificate
from scorekeeper.proof.ruleset_checks import checked_page, lint_notes
from scorekeeper.render.ruleset_builder import WAYS, Answers, composed_text, variant_text
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset_schedule import Deals
from scorekeeper.rules.toml_table import PageContext, TomlTable, read_word
from scorekeeper.rules.word_declarations import words_of
from scorekeeper.text.translation import LANGUAGES

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
    declared = {word.name: word for word in words_of(Deals)}
    text = fresh(tmp_path, code)
    for line in text.partition("[deals]\n")[2].partition("\n\n")[0].splitlines():
        if said := OFFERED.match(line):
            context = PageContext()
            for value in [said[2], *re.findall('"([^"]*)"', said[3])]:
                read_word(TomlTable({said[1]: value}, "deals", context), declared[said[1]])
                offered += 1
            assert context.faults == []
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


# --- a page by a few answers ------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", WAYS)
def test_a_page_by_answers_is_well_and_keeps_its_word(scoring: str) -> None:
    """However many play and whatever is counted: nothing is refused, nothing noted, its example
    holds, and no result breaks its word."""
    for players, counted, total in (
        (2, "tricks", 26), (3, "card points", 5), (4, "Stiche!", None), (5, "bid", 1), (8, "not", None), (4, "max", 13),
    ):  # fmt: skip
        raw = tomllib.loads(
            composed_text("it", Answers(players, counted, total, scoring), "french-52")
        )
        merged = whole_ruleset(raw, {}.__getitem__, pack_table)
        page, faults = checked_page(raw, merged, "it")
        assert [*faults.read, *faults.said, *faults.examples] == []
        assert lint_notes(page.rules) == []
        assert page.rules.counts[[*page.rules.counts][-1]].name.shown() == counted
        assert certificate(page.rules, limits=FEW).holds


FEW = Limits(most=300, draws=50, fewest=5)


def pack_table(name: str) -> dict[str, Any]:
    """The table of a pack that is shipped."""
    return tomllib.loads((RULESETS / "packs" / f"{name}.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("scoring", "typed", "points"),
    [
        ("most", "tricks=6,6,4", {"Ann": 6, "Bo": 6, "Cleo": 4}),
        ("fewest", "tricks=6,6,4", {"Ann": 6, "Bo": 6, "Cleo": 4}),
        ("share", "tricks=6,6,4", {"Ann": 2, "Bo": 2, "Cleo": -4}),
        ("bid", "bid=6,5,4 tricks=6,6,4", {"Ann": 16, "Bo": 0, "Cleo": 14}),
    ],
)
def test_a_page_by_options_scores_as_it_says(
    tmp_path: Path, scoring: str, typed: str, points: dict[str, int]
) -> None:
    """A script says by options what a person would answer; a deal is then scored as the way says,
    and the total that wins is the one it says."""
    somebody = Person(tmp_path)
    somebody.does(f"rules new ours --players 3 --count tricks --total 16 --scoring {scoring}")
    assert somebody.does("rules check ours --strict").err == ""
    assert somebody.reads("rules prove ours --most 200 --draws 20")["holds"]
    somebody.does("new ours Ann Bo Cleo --name it")
    assert somebody.reads(f"deal {typed}")["recorded"]["points"] == points
    (best, *_), *_, (last, *_) = somebody.reads("sheet")["ranking"]
    assert best == ("Cleo" if scoring == "fewest" else "Ann") != last


def test_a_person_is_asked_and_each_answer_is_checked_at_once(tmp_path: Path) -> None:
    """At a terminal the three questions are asked, what cannot be is asked again with what may be,
    and Enter is the usual; the page is well."""
    somebody = Person(tmp_path)
    typed = Typed("nine\n17\n4\n\n\n7\nbid\n", is_terminal=True)
    said = somebody.types("rules", "new", "ours", stdin=typed)
    assert said.code == 0
    assert said.err.count("How many play? [3]") == 3
    assert said.err.count("say a whole number from 1 to 16") == 2
    assert said.err.count("How is it scored? [1]") == 2
    assert "say a whole number from 1 to 4" in said.err
    rules = tomllib.loads((tmp_path / "rulesets" / "ours.toml").read_text("utf-8"))
    assert (rules["players"], rules["count"]["tricks"]["total"], [*rules["count"]]) == (
        4,
        13,
        ["bid", "tricks"],
    )
    assert somebody.does("rules check ours --strict").err == ""


def test_what_options_say_is_not_asked(tmp_path: Path) -> None:
    """Only what is left open is asked; with all of it said nothing is."""
    somebody = Person(tmp_path)
    some = ["rules", "new", "one", "--players", "2", "--count", "points", "--scoring", "most"]
    said = somebody.types(*some, stdin=Typed("0\n", is_terminal=True))
    assert (said.code, said.err.count("?")) == (0, 1)
    rules = tomllib.loads((tmp_path / "rulesets" / "one.toml").read_text("utf-8"))
    assert "total" not in rules["count"]["points"]
    every = [*some[:2], "other", *some[3:], "--total", "20"]
    assert somebody.types(*every, stdin=Typed("", is_terminal=True)).err == ""


def test_who_leaves_while_asked_has_written_nothing(tmp_path: Path) -> None:
    """The end of the typing is no answer: no file is there."""
    said = Person(tmp_path).types("rules", "new", "ours", stdin=Typed("4\n", is_terminal=True))
    assert said.code == 1
    assert not (tmp_path / "rulesets").exists()


def test_another_game_answers_by_itself(tmp_path: Path) -> None:
    """`--from` begins with a game that says who plays and how it is scored: both is a slip."""
    said = Person(tmp_path).types("rules", "new", "ours", "--from", "bizon", "--players", "4")
    assert said.code == 2
    assert not (tmp_path / "rulesets").exists()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_by_answers_is_explained_in_the_language_spoken(tmp_path: Path, code: str) -> None:
    """Its comments, and what is counted where nobody says it, are in the language spoken."""
    somebody = Person(tmp_path)
    somebody.does(f"rules new ours --players 3 --lang {code}")
    text = (tmp_path / "rulesets" / "ours.toml").read_text("utf-8")
    words = {
        "en": ("how many play", "tricks"),
        "fr": ("combien jouent", "plis"),
        "sv": ("hur många som spelar", "stick"),
    }
    comment, counted = words[code]
    assert f"# {comment}" in text
    assert f'name = "{counted}"' in text
    assert somebody.does("rules check ours --strict").err == ""


def test_a_page_is_shown_by_its_file_too(tmp_path: Path) -> None:
    """`rules show` takes a file, as `rules check` and `rules prove` do."""
    somebody = Person(tmp_path)
    somebody.does("rules new ours --players 4 --scoring share")
    path = tmp_path / "rulesets" / "ours.toml"
    assert somebody.does(f"rules show {path}").out == somebody.does("rules show ours").out


def test_a_pack_is_put_into_the_home_once_it_can_be_read(tmp_path: Path) -> None:
    """Each fault stands with its line in the pack's own file; one that is there stays."""
    somebody, file = Person(tmp_path / "home"), tmp_path / "short.toml"
    file.write_text('extends = "french-52"\n\nranks = "A K"\nsuit.a = { lettr = "R" }\n', "utf-8")
    said = somebody.types("rules", "put", "--pack", str(file))
    assert said.code == 1
    assert said.err.count("short.toml:4: ") == 2
    assert not (tmp_path / "home" / "rulesets").exists()
    file.write_text('extends = "french-52"\nranks = "K Q J 10 9 8 7 6 5 4 3 2 A"\n', "utf-8")
    somebody.does(f"rules put --pack {file}")
    said = somebody.types("rules", "put", "--pack", str(file))
    assert said.code == 1
    assert f"try: put this one in its place: scorekeeper rules put --pack {file} --rep" in said.err
    assert somebody.does("rules page --pack short").out == file.read_text("utf-8")
    for again in ("short", "longer"):
        file.write_text(f'extends = "{again}"\n', "utf-8")
        (tmp_path / "longer.toml").write_text('extends = "short"\nname = "x"\n', "utf-8")
        somebody.types("rules", "put", "--pack", str(tmp_path / "longer.toml"))
        said = somebody.types("rules", "put", "--pack", str(file), "--replace")
        assert said.code == 1
        assert "goes round in a circle" in said.err
    assert somebody.types("rules", "put", "--pack", str(tmp_path / "con.toml")).code == 1
    assert somebody.types("rules", "page", "--pack", "nothing").code == 1


def test_games_that_stand_on_what_is_replaced_are_told(tmp_path: Path) -> None:
    """A pack with fewer cards, or rules that other rules extend: what cannot be played any more has
    a word, once; what could not be played before has none."""
    somebody, pack = Person(tmp_path / "home"), tmp_path / "ours.toml"
    pack.write_text('extends = "french-52"\n', "utf-8")
    somebody.does(f"rules put --pack {pack}")
    game = tmp_path / "evening.toml"
    game.write_text(ENDLESS.read_text("utf-8").replace("french-52", "ours"), "utf-8")
    somebody.does(f"rules put {game}")
    assert somebody.does(f"rules put --pack {pack} --replace").err == ""
    pack.write_text('extends = "french-24"\n', "utf-8")
    told = (
        "note: evening cannot be played with it any more: see `scorekeeper rules check evening`\n"
    )
    assert somebody.does(f"rules put --pack {pack} --replace").err == told
    assert somebody.does(f"rules put --pack {pack} --replace").err == ""


def test_rules_that_extend_themselves_once_they_are_put_are_refused(tmp_path: Path) -> None:
    """In the place of shipped ones, which they extend until then."""
    somebody, file = Person(tmp_path / "home"), tmp_path / "bizon.toml"
    file.write_text('extends = "bizon"\nname = "Ours"\n', "utf-8")
    said = somebody.types("rules", "put", str(file), "--replace")
    assert said.code == 1
    assert "goes round in a circle: bizon" in said.err
    somebody.does("new bizon Ann Bo Cleo")
