"""Which session is meant: by name, by path, by the environment, or the one used last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import Person

NEW = "new bismarck-swedish Anna Björn Cleo"


def somebody_with(home: Path, *names: str) -> Person:
    """Somebody who began sessions of these names, the last one last."""
    somebody = Person(home)
    for name in names:
        somebody.does(f"{NEW} --name {name}")
    return somebody


def deals_in(somebody: Person, name: str) -> int:
    """How many deals a session holds."""
    return len(somebody.reads(f"sheet -s {name}")["deals"])


def test_the_new_session_is_the_current_one(tmp_path: Path) -> None:
    """`new` makes its session the one that the next command means."""
    somebody = somebody_with(tmp_path, "one", "two")
    somebody.does("deal sang 6 6")
    assert (deals_in(somebody, "one"), deals_in(somebody, "two")) == (0, 1)


def test_the_session_used_last_is_the_current_one(tmp_path: Path) -> None:
    """Recording in a session makes it the current one."""
    somebody = somebody_with(tmp_path, "one", "two")
    somebody.does("deal sang 6 6 -s one")
    somebody.does("deal pass 6 6")
    assert deals_in(somebody, "one") == 2


@pytest.mark.parametrize("way", ["-s one", "--session one", "--session=one", "-sone"])
def test_by_name(tmp_path: Path, way: str) -> None:
    """`-s` and `--session` take a session's name, before or after the facts."""
    somebody = somebody_with(tmp_path, "one", "two")
    somebody.does(f"deal {way} sang 6 6")
    somebody.does(f"deal pass 6 6 {way}")
    assert deals_in(somebody, "one") == 2


def test_by_the_environment(tmp_path: Path) -> None:
    """`$SCOREKEEPER_SESSION` goes before the session used last, and `-s` before both."""
    somebody = somebody_with(tmp_path, "one", "two")
    assert somebody.does("sheet --format json", SCOREKEEPER_SESSION="one").json["session"] == "one"
    assert (
        somebody.does("sheet -s two --format json", SCOREKEEPER_SESSION="one").json["session"]
        == "two"
    )
    assert somebody.does("sheet --format json", SCOREKEEPER_SESSION="").json["session"] == "two"


def test_the_environment_may_be_wrong(tmp_path: Path) -> None:
    """A name from the environment that no session has is refused, and the refusal says where it
    came from."""
    said = somebody_with(tmp_path, "one").types("sheet", SCOREKEEPER_SESSION="onne")
    assert said.code == 1
    assert "`onne`, which $SCOREKEEPER_SESSION names" in said.err
    assert "did you mean `one`?" in said.err


def test_no_session_yet(tmp_path: Path) -> None:
    """Where there is none every command that needs one says how to begin."""
    somebody = Person(tmp_path)
    for words in (
        ["sheet"],
        ["deal", "6"],
        ["undo"],
        ["next"],
        ["log"],
        ["check"],
        ["explain", "1"],
    ):
        said = somebody.types(*words)
        assert (said.code, said.out) == (1, "")
        assert "scorekeeper new GAME PLAYER…" in said.err


def test_a_name_is_there_once(tmp_path: Path) -> None:
    """A second session of the same name is refused, and the first is as it was."""
    somebody = somebody_with(tmp_path, "one")
    somebody.does("deal sang 6 6")
    before = somebody.file("one")
    said = somebody.types(*NEW.split(), "--name", "one", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-exists"])
    assert somebody.file("one") == before


def test_a_name_of_its_own(tmp_path: Path) -> None:
    """Without a name a session is called after its game and the date, numbered from the second
    of a day."""
    somebody = Person(tmp_path)
    names = [somebody.reads(NEW)["session"] for _ in range(3)]
    assert re.fullmatch(r"bismarck-swedish-\d{4}-\d{2}-\d{2}", names[0])
    assert names[1:] == [f"{names[0]}-2", f"{names[0]}-3"]


def test_the_list(tmp_path: Path) -> None:
    """`sessions` names game, day, players, deals, whether it is finished and who leads; a star
    marks the current one."""
    somebody = somebody_with(tmp_path, "one")
    somebody.does("new bien Ann Bob Cal Dee --name two")
    somebody.does("deal Bob bid=350 meld=300 60")
    somebody.does("deal Dee bid=250 meld=200 60")
    head, _, one, two = somebody.does("sessions").out.splitlines()
    assert head.split() == ["session", "game", "date", "players", "deals", "leader"]
    days = [line.split().pop(place) for line, place in ((one, 2), (two, 3))]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)
    assert one.replace(days[0], "").split() == [
        "one",
        "bismarck-swedish",
        "Anna,",
        "Björn,",
        "Cleo",
        "0/12",
    ]
    assert two.replace(days[1], "").split() == [
        "*",
        "two",
        "bien",
        "Ann,",
        "Bob,",
        "Cal,",
        "Dee",
        "2",
        "done",
        "Bob",
        "&",
        "Dee",
    ]
    assert "finished: yes" in somebody.does("sessions --plain").out


def test_a_session_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    """One broken file is a note on standard error; the others are listed."""
    somebody = somebody_with(tmp_path, "one", "two")
    (tmp_path / "sessions" / "one.toml").write_text("nonsense")
    said = somebody.does("sessions --format json")
    assert [row["name"] for row in said.json] == ["two"]
    assert said.err.startswith("note: one cannot be read: ")
    assert somebody.types("check", "--all").code == 1


NO_ANSWER = """
name = "Shared"
source = "made up"
players = 3
option.m = { default = 5009, min = 0, max = 9999 }
deals.number = "6 + 6 // abs(m - 5005)"
count.a.total = 6
outcome = [{ points = "a" }]
"""


def with_page(tmp_path: Path, page: str) -> Person:
    """Somebody who has a page of rules of their own, called `mine`."""
    file = tmp_path / "mine.toml"
    file.write_text(page)
    return Person(tmp_path / "home").with_rules(file)


@pytest.mark.parametrize("command", ["new", "play"])
def test_a_session_that_is_refused_leaves_nothing_behind(tmp_path: Path, command: str) -> None:
    """Where the rules cannot say what the first deal is, no session is begun."""
    somebody = with_page(tmp_path, NO_ANSWER)
    said = somebody.types(*f"{command} mine A B C --option m=5005 --name bad".split())
    assert said.code == 1
    assert "`6 + 6 // abs(m - 5005)` divides by zero" in said.err
    assert not somebody.path("bad").exists()
    assert somebody.reads("sessions") == []


def test_a_session_that_cannot_be_scored_hides_no_other(tmp_path: Path) -> None:
    """A session of rules that have no answer is named and left out; `check` names it too."""
    somebody = with_page(tmp_path, NO_ANSWER)
    somebody.after("new mine A B C --name bad", "new bismarck-swedish A B C --name good")
    somebody.does("deal sang 8 4")
    text = somebody.file("bad").decode()
    assert text.count("m = 5009") == 1
    somebody.path("bad").write_text(text.replace("m = 5009", "m = 5005"))
    word = "note: bad cannot be read: the rules cannot score this: `6 + 6 // abs(m - 5005)` divides by zero\n"
    said = somebody.does("sessions --format json")
    assert ([row["name"] for row in said.json], said.err) == (["good"], word)
    assert word in somebody.does("league").err
    checked = somebody.types("check", "--all", "--format", "json")
    assert (checked.code, checked.codes) == (1, ["formula"])
    assert checked.problems[0]["message"].startswith("bad: ")


@pytest.mark.parametrize(
    ("number", "later"), [("abs(m - 5005)", "deals-none"), ("abs(m - 5005) - 1", "agree-deals")]
)
def test_a_game_has_at_least_one_deal(tmp_path: Path, number: str, later: str) -> None:
    """A choice that leaves no deal is refused, before the first and later."""
    somebody = with_page(tmp_path, NO_ANSWER.replace("6 + 6 // abs(m - 5005)", number))
    line = "new mine A B C --option m=5005 --name bad --format json"
    said = somebody.types(*line.split())
    assert (said.code, said.codes) == (1, ["deals-none"])
    assert "a game has at least one" in said.problems[0]["message"]
    somebody.does("new mine A B C --name good")
    agreed = somebody.types("agree", "m=5005", "--format", "json")
    assert (agreed.code, agreed.codes) == (1, [later])
    assert b'what = "agree"' not in somebody.file("good")


def test_options_are_kept(tmp_path: Path) -> None:
    """What the table chose stands in the session; what the game has no option for is refused
    with the likely one."""
    somebody = Person(tmp_path)
    somebody.does("new bien Ann Bob Cal Dee --option games=3 --name it")
    assert "games = 3" in somebody.file("it").decode()
    line = "new bien A B C D --option gmes=3 --option games=0 --format json"
    said = somebody.types(*line.split())
    assert said.codes == ["option-unknown", "option-value"]
    assert said.problems[0]["hint"] == "did you mean `games`?"


def test_a_dealer_is_one_who_plays(tmp_path: Path) -> None:
    """`--dealer` takes one of the players named, by a clear beginning too; a slip is not
    guessed."""
    said = Person(tmp_path).types(*NEW.split(), "--dealer", "Cloe", "--format", "json")
    assert (said.code, said.codes) == (1, ["player-unknown"])
    assert said.problems[0]["hint"] == "did you mean `Cleo`?"
    for number, word in enumerate(("Cleo", "cleo", "Cl")):
        assert (
            Person(tmp_path).reads(f"{NEW} --dealer {word} --name it-{number}")["next"]["dealer"]
            == "Cleo"
        )


@pytest.mark.parametrize("columns", [80, 60])
def test_the_list_of_sessions_keeps_to_the_width(tmp_path: Path, columns: int) -> None:
    """The names of players and games are cut, the column that is needed least is dropped."""
    somebody = Person(tmp_path, COLUMNS=str(columns))
    for name in ("a-very-long-name-of-an-evening-in-november", "b"):
        somebody.does(
            f"new bismarck-british-choice Alexandra Bartholomew Christopher --name {name}"
        )
    lines = somebody.does("sessions").out.splitlines()
    assert len(lines) == 4
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("columns", [120, 80, 50, 30])
def test_the_name_of_a_session_is_never_cut(tmp_path: Path, columns: int) -> None:
    """What must be typed stands in the list whole; whatever else there is gives way."""
    somebody = Person(tmp_path, COLUMNS=str(columns))
    names = ("a-very-long-name-of-an-evening-in-november", "bismarck-swedish-2026-11-22")
    for name in names:
        somebody.does(
            f"new bismarck-british-choice Alexandra Bartholomew Christopher --name {name}"
        )
    listed = somebody.does("sessions").out.splitlines()[2:]
    assert [line.lstrip("* ").split()[0] for line in listed] == [*names]


def test_the_list_of_an_ordinary_evening_has_the_game_at_eighty_columns(tmp_path: Path) -> None:
    """Beside a name with its day, the date goes before the game does; at 50 columns both do."""
    named = "--name bismarck-swedish-2026-11-22"
    Person(tmp_path).does(f"{NEW} {named}")
    wide, narrow = (
        Person(tmp_path, COLUMNS=columns).does("sessions").out.splitlines()
        for columns in ("80", "50")
    )
    assert wide[0].split() == ["session", "game", "players", "deals", "leader"]
    assert narrow[0].split() == ["session", "players", "deals"]


# --- the rules that a session keeps ------------------------------------------------------------------


def test_check_reads_the_whole_page_of_rules_that_a_session_keeps(tmp_path: Path) -> None:
    """A mistake that somebody made in the referee's part of a session's rules is named by `check`
    and by a question to the referee; deals, which ask for none of it, are recorded all the same."""
    somebody = somebody_with(tmp_path / "home", "evening")
    file = tmp_path / "home" / "sessions" / "evening.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count("[rules.dealing]") == 1
    file.write_text(
        text.replace("[rules.dealing]", "[rules.dealing]\nshuffled = 7", 1), encoding="utf-8"
    )
    before = deals_in(somebody, "evening")
    assert somebody.types("deal", "sang", "6", "6").code == 0
    assert deals_in(somebody, "evening") == before + 1
    for command in ("check", "referee dealing"):
        said = somebody.types(*command.split())
        assert said.code == 1, command
        assert "`shuffled` is not a word of the ruleset format here" in said.err


def test_a_slip_in_the_rules_that_a_session_keeps(tmp_path: Path) -> None:
    """What is not TOML among the rules is named with its line by whoever opens the session, and
    nothing is recorded."""
    somebody = somebody_with(tmp_path / "home", "evening")
    file = tmp_path / "home" / "sessions" / "evening.toml"
    lines = file.read_text(encoding="utf-8").split("\n")
    place = lines.index("[[rules.ruling]]") + 1
    lines.insert(place, "text = oops")
    broken = "\n".join(lines)
    file.write_text(broken, encoding="utf-8")
    for command in ("deal sang 6 6", "check", "referee ruling cut"):
        said = somebody.types(*command.split())
        assert said.code == 1, command
        assert f"line {place + 1}, " in said.err
    assert file.read_text(encoding="utf-8") == broken


def test_a_session_that_becomes_the_one_used_last_is_named(tmp_path: Path) -> None:
    """Where `-s` names another than the one used last, the next command without it is for that
    one: it is said when it comes to be so, and not each time; totals and `next` name theirs."""
    somebody = Person(tmp_path).after(
        "new bizon Ann Bob Cy --name friday", "new bizon Ann Bob Cy --name saturday"
    )
    word = "note: friday is the session used last now; what names none is for it\n"
    said = somebody.does("deal Ann 20 10 -s friday")
    assert word in said.err and "totals in friday: " in said.out
    said = somebody.does("undo -s friday")
    assert word not in said.err and "totals in friday: " in said.out
    assert "session: friday\n" in somebody.does("next").out
    assert "session: saturday\n" in somebody.does("next -s saturday").out
    assert "totals in friday: " in somebody.does("redo").out
