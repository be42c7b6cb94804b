"""Who is who: `people`, and whoever speaks of persons."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine import CALLS, Killed, Machine, Trouble, error, failing, half_written, killed, signalled
from terminal import Person, Typed, environment
from test_league import evening

from scorekeeper.cli.completion import Completing
from scorekeeper.cli.main import commands
from scorekeeper.league.people import (
    CHANGES,
    TITLE,
    People,
    counted,
    one_at_table,
    people_of,
    people_text,
    similar_names,
)
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

TABLES = (("Anna", "Bo", "Cleo"), ("Ann", "Bo", "cleo"), ("anna", "Bo", "Dan"))


def somebody(home: Path) -> Person:
    """Somebody who has kept three evenings, in which Anna and Cleo were spelt in several ways."""
    person = Person(home)
    for number, players in enumerate(TABLES, 1):
        person.types("new", "bizon", *players, "--name", f"e{number}")
        person.does("deal passed")
    return person


def file_of(person: Person) -> Path:
    return person.home / "people.toml"


def names(person: Person) -> dict[str, list[str]]:
    """Everybody who is listed, with the other names of each."""
    return {row["name"]: row["also"] for row in person.reads("people")["people"]}


# --- one person, one name --------------------------------------------------------------------------


def test_nobody_is_joined_unasked(tmp_path: Path) -> None:
    """Names that differ in case, accents or a letter are proposed with the command that joins them,
    and count apart; no file is made."""
    person = somebody(tmp_path)
    assert list(names(person)) == ["Ann", "Anna", "anna", "Bo", "Cleo", "cleo", "Dan"]
    value = person.reads("people")
    assert value["alike"] == [["Anna", "anna"], ["Cleo", "cleo"]]
    assert value["near"] == [["Ann", "Anna"]]
    assert "`scorekeeper people merge Anna anna`" in person.types("people").err
    assert not file_of(person).exists()


def test_people_are_merged_for_good(tmp_path: Path) -> None:
    """`people merge` makes them one in `people` and `league`, changes no session, and is proposed no
    more."""
    person = somebody(tmp_path)
    sessions = [person.file(f"e{number}") for number in (1, 2, 3)]
    assert person.does("people merge Anna Ann anna").out == "Anna, also Ann and anna: 3 sessions\n"
    assert names(person)["Anna"] == ["Ann", "anna"]
    rows = {row["player"]: row["evenings"] for row in person.reads("league")["players"]}
    assert rows == {"Anna": 3, "Bo": 3, "Cleo": 1, "cleo": 1, "Dan": 1}
    pairs = {tuple(row["players"]): row["evenings"] for row in person.reads("league")["pairs"]}
    assert set(pairs) <= {("Anna", "Bo"), ("Anna", "Cleo"), ("Anna", "Dan"), ("Anna", "cleo")}
    assert [person.file(f"e{number}") for number in (1, 2, 3)] == sessions
    assert person.reads("people")["near"] == []


def test_sessions_in_the_trash_were_played(tmp_path: Path) -> None:
    """Nobody plays any more then, which is not that nobody has played yet."""
    person = Person(tmp_path)
    assert "nobody has played yet" in person.does("people").err
    person.after("new bizon Ann Bo Cleo --name one", "sessions delete one")
    assert person.does("people").err == (
        "nobody plays here any more; 1 session lies in the trash: scorekeeper sessions restore one\n"
    )
    person.does("sessions restore one")
    assert "Bo" in person.does("people").out


def test_two_people_of_their_own(tmp_path: Path) -> None:
    """`people add` says that names alike are two people, and nothing is proposed of them."""
    person = somebody(tmp_path)
    person.does("people add Cleo cleo Ann Anna")
    value = person.reads("people")
    assert (value["alike"], value["near"]) == ([["Anna", "anna"]], [])
    assert person.reads("league")["alike"] == [["Anna", "anna"]]


def test_renamed_and_parted(tmp_path: Path) -> None:
    """A person counts under the new name, the old one stays theirs; `part` has it go its own way."""
    person = somebody(tmp_path)
    person.does("people rename Anna Änne")
    person.does("people alias Anna Ann")
    assert names(person)["Änne"] == ["Anna", "Ann"]
    person.does("people rename Änne Ann")
    assert names(person)["Ann"] == ["Änne", "Anna"]
    person.does("people part Anna")
    assert (names(person)["Ann"], names(person)["Anna"]) == (["Änne"], [])


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("people merge Anna Bo", ["same-table"]),
        ("people merge Cleo cleo Bo", ["same-table", "same-table"]),
        ("people alias Foo Bar", ["person-unknown"]),
        ("people merge Foo Bar", ["person-unknown", "person-unknown"]),
        ("people merge Anna Nobody", ["person-unknown"]),
        ("people merge Anna Anna", ["person-known"]),
        ("people rename Fo Foo", ["person-unknown"]),
        ("people add A,B C,D", ["player-name", "player-name"]),
        ("people alias Dan A,B", ["player-name"]),
        ("people part Anna Dan", ["person-name", "person-name"]),
    ],
)
def test_what_cannot_be_is_refused_whole(tmp_path: Path, line: str, codes: list[str]) -> None:
    """Every reason is named, and nothing is written."""
    person = somebody(tmp_path)
    assert person.types(*line.split(), "--format", "json").codes == codes
    assert not file_of(person).exists()


def test_a_name_has_one_person(tmp_path: Path) -> None:
    """A name that is somebody's already becomes no other's by `alias` or `rename`; `merge` is
    named."""
    person = somebody(tmp_path)
    person.does("people merge Anna Ann")
    for line in ("people alias Dan Ann", "people rename Dan Ann", "people alias Dan Anna"):
        said = person.types(*line.split(), "--format", "json")
        assert said.codes == ["person-known"]
        assert "people merge Dan Anna" in said.problems[0]["hint"]
    said = person.types("people", "add", "Ann", "--format", "json")
    assert "people part Ann" in said.problems[0]["hint"]
    person.does("people alias Anna Ann")  # theirs already


def test_nobody_is_joined_along_with_another_name() -> None:
    """Whoever merges Anne with a name that is only another of Anna's is told that Anna would come
    along, with both lines to type; where Anna is named too nothing is refused."""
    anna = people_of(b'[people]\n"Anna" = ["Ann"]\n', "people.toml")
    for asked, whole in ((["Anne", "Ann"], "Anne Anna"), (["Ann", "Anne"], "Anna Anne")):
        with pytest.raises(Refused) as refused:
            CHANGES["merge"](anna, asked)
        [problem] = refused.value.problems
        assert problem.code == "person-along"
        assert "`Anna`, who would come along" in text_of(problem.message)
        hint = text_of(problem.mend)
        assert f"`scorekeeper people merge {whole}`" in hint
        assert "`scorekeeper people part Ann` first" in hint
    assert CHANGES["merge"](anna, ["Anne", "Ann", "Anna"]).person_of["Ann"].name == "Anne"
    assert CHANGES["merge"](anna, ["Anna", "Ann"]) == anna


def test_a_new_session_says_whom_a_name_counts_as(tmp_path: Path) -> None:
    """The session keeps what was typed, and a word says who that is."""
    person = somebody(tmp_path)
    person.does("people merge Anna Ann")
    said = person.types("new", "bizon", "Ann", "Bo", "Dan", "--name", "it", "--format", "json")
    assert said.json["players"] == ["Ann", "Bo", "Dan"]
    assert said.err == "note: `Ann` counts as Anna\n"


def test_completion_speaks_of_persons(tmp_path: Path) -> None:
    """Tab offers a person once, by another name only where nobody is called so."""
    person = somebody(tmp_path)
    person.does("people alias Anna Ann anna Nan")

    def offered(word: str) -> list[str]:
        with environment(person.settings):
            asked = Completing(commands, {}, "scorekeeper", "_SCOREKEEPER_COMPLETE")
            return [item.value for item in asked.get_completions(["new", "bizon"], word)]

    assert offered("An") == ["Anna"]
    assert offered("Na") == ["Nan"]


def test_two_names_of_one_person_at_one_table(tmp_path: Path) -> None:
    """A visitor may be called so too: there the two names count as two people, every time the
    league is shown, and it is said."""
    person = somebody(tmp_path)
    person.does("people merge Anna Ann")
    person.types("new", "bizon", "Ann", "Anna", "Bo", "--name", "both")
    person.does("deal passed -s both")
    for _ in range(2):
        said = person.types("league", "--format", "json")
        assert "`Ann` and `Anna` are one person in people.toml" in said.err
        rows = {row["player"]: row["evenings"] for row in said.json["players"]}
        assert (rows["Anna"], rows["Ann"]) == (3, 1)


def test_a_player_is_meant_by_every_name(tmp_path: Path) -> None:
    """`league --player` and `--same` take another name of a person."""
    person = somebody(tmp_path)
    person.does("people merge Anna Ann")
    assert person.types("league", "--player", "Ann", "--format", "json").json["evenings"] == 2
    same = person.types("league", "--same", "Ann=anna", "--format", "json").json
    assert {row["player"]: row["evenings"] for row in same["players"]}["Anna"] == 3


def test_what_is_kept_follows_the_people(tmp_path: Path) -> None:
    """A league that was summed before is summed anew when somebody has changed who is who, by hand
    too."""
    person = somebody(tmp_path)
    assert len(person.reads("league")["players"]) == 7
    file_of(person).write_text('[people]\n"Anna" = ["Ann"]\n', encoding="utf-8")
    assert len(person.reads("league")["players"]) == 6
    file_of(person).write_text('[people]\n"Anna" = ["Ann", "anna"]\n', encoding="utf-8")
    assert len(person.reads("league")["players"]) == 5
    file_of(person).unlink()
    assert len(person.reads("league")["players"]) == 7


def test_the_list_fits(tmp_path: Path) -> None:
    """In 50 columns nothing is wider; plain it is lines; nobody is nobody."""
    person = somebody(tmp_path)
    person.types("people", "alias", "Dan", *(f"Daniel the {n}th" for n in range(9)))
    assert max(map(len, person.types("people", COLUMNS="50").out.splitlines())) <= 50
    assert "name: Dan\nalso: Daniel the 0th, " in person.types("people", "--plain").out
    nobody = Person(tmp_path / "other")
    assert nobody.types("people").out == ""
    assert nobody.reads("people") == {"people": [], "alike": [], "near": []}


# --- the file ----------------------------------------------------------------------------------------


def test_a_file_written_by_hand_keeps_its_lines(tmp_path: Path) -> None:
    """A change touches the lines of those whom it is about: comments, blank lines and the order of
    the others stay, and so does the comment beside a person."""
    person = somebody(tmp_path)
    text = (
        "# ours\n\n[people] # below\n\n'Bo'=[ ]\nDan = ['D]n'] # the [tall] one\n"
        '# the rest\n"Cleo" = []\n'
    )
    file_of(person).write_text(text, encoding="utf-8")
    person.does("people merge Dan Anna")
    assert file_of(person).read_text(encoding="utf-8") == text.replace(
        "Dan = ['D]n']", '"Dan" = ["D]n", "Anna"]'
    )
    person.does("people merge Cleo cleo")
    assert file_of(person).read_text(encoding="utf-8").endswith('# the rest\n"Cleo" = ["cleo"]\n')


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"Anna" = []\n', ["line 1"]),
        ("format = 2\n[people]\n", ["line 1"]),
        ('[people]\n"Anna" = "Ann"\n"Bo" = [1]\n', ["line 2", "line 3"]),
        ('[people]\n"Anna" = ["Ann"]\n"Bo" = ["Ann"]\n', ["line 3"]),
        ('[people]\n"Anna" = ["Anna"]\n', ["line 2"]),
        ('[people]\n"Anna" = [\n"Ann"]\n', ["line 2", "line 3"]),
        ('[people]\n"a\\u0007" = []\nA.B = []\n', ["line 2", "line 3"]),
        ("[people]\n[more]\n", ["line 2"]),
    ],
)
def test_a_file_that_is_not_understood(tmp_path: Path, text: str, lines: list[str]) -> None:
    """Every line that is not understood is named, by whatever reads or changes the file, and the
    file stays as it is; a new session is begun all the same."""
    person = somebody(tmp_path)
    file_of(person).write_text(text, encoding="utf-8")
    for line in ("people", "people add Foo", "league"):
        said = person.types(*line.split(), "--format", "json")
        assert said.code == 1, line
        assert [problem["message"].partition(":")[0] for problem in said.problems] == lines
        assert set(said.codes) == {"people-broken"}
    assert file_of(person).read_text(encoding="utf-8") == text
    said = person.types("new", "bizon", "Anna", "Bo", "Dan")
    assert (said.code, said.err.count("people.toml is not understood")) == (0, 1)


def test_limits_are_told(tmp_path: Path) -> None:
    """More names, or more bytes, than are read: refused with the limit; bytes that are no text
    too."""
    person = somebody(tmp_path)
    many = ", ".join(f'"n{number}"' for number in range(10_000))
    file_of(person).write_text(f'[people]\n"Anna" = [{many}]\n', encoding="utf-8")
    assert "10,001 names; 10,000 are the most" in person.types("people").err
    file_of(person).write_text("#" * ((1 << 20) + 1), encoding="utf-8")
    assert "larger than 1 MiB" in person.types("people").err
    file_of(person).write_bytes(b"[people]\n\xff\n")
    assert "line 2: it is not UTF-8 text" in person.types("people").err


def test_no_link_is_followed(tmp_path: Path) -> None:
    """A link, a folder or a pipe in the place of the file is neither read nor written through."""
    person = somebody(tmp_path)
    other = tmp_path / "other.toml"
    other.write_text(TITLE, encoding="utf-8")
    file_of(person).symlink_to(other)
    for line in ("people add Foo", "people"):
        assert person.types(*line.split(), "--format", "json").codes == ["people-file"]
    assert other.read_text(encoding="utf-8") == TITLE
    for make in (Path.mkdir, os.mkfifo):
        file_of(person).unlink()
        make(file_of(person))
        for line in ("people add Foo", "people"):
            assert person.types(*line.split(), "--format", "json").codes == ["people-file"]
        if make is Path.mkdir:
            file_of(person).rmdir()
            file_of(person).touch()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It is made for its owner's eyes, and one that others could write in is closed with a word."""
    person = somebody(tmp_path)
    person.does("people add Foo")
    assert file_of(person).stat().st_mode & 0o777 == 0o600
    file_of(person).chmod(0o666)
    assert "others could write in" in person.types("people").err
    assert file_of(person).stat().st_mode & 0o022 == 0


def test_many_at_once_lose_nothing(tmp_path: Path) -> None:
    """Programs that change the file at the same time wait for each other: everybody is in it."""
    from subprocess import run  # the program as others start it
    from sys import executable

    person = somebody(tmp_path)
    environment = {**os.environ, **person.settings}

    def add(name: str) -> int:
        words = [executable, "-m", "scorekeeper", "people", "add", name]
        return run(words, env=environment, capture_output=True, check=False).returncode

    added = [f"P{number}" for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(add, added)) == {0}
    assert set(added) <= set(names(person))


def machine_with(trouble: Trouble) -> Callable[[int], Machine]:
    """A machine whose call of a certain number meets this trouble."""
    return lambda at: Machine(trouble, at)


MACHINES: dict[str, Callable[[int], Machine]] = {
    "full": machine_with(half_written(errno.ENOSPC)),
    "fails": machine_with(half_written(errno.EIO)),
    "not permitted": machine_with(error(errno.EACCES)),
    "read-only": machine_with(error(errno.EROFS)),
    "a signal": machine_with(signalled),
    "a kill": killed,
}


@pytest.mark.surroundings
@pytest.mark.parametrize("failure", MACHINES)
@pytest.mark.parametrize("is_first", [True, False])
def test_every_call_that_may_fail(tmp_path: Path, failure: str, is_first: bool) -> None:
    """Whichever call of the machine fails: the file is as it was, or says all of the new; 3 is
    said only of the first, 0 only of the second; nothing is left over; and the next change goes
    on."""
    person = somebody(tmp_path / "home")
    file = file_of(person)
    before = "" if is_first else f'{TITLE}"Bo" = ["Bosse"]\n'
    after = f'{before or TITLE}"Anna" = ["Ann"]\n'

    def put_back() -> None:
        file.unlink(missing_ok=True)
        if before:
            file.write_text(before, encoding="utf-8")

    put_back()
    calm = Machine()
    with failing(calm):
        person.does("people alias Anna Ann")
    numbers = [at for at, (name, _) in enumerate(calm.calls, 1) if name in CALLS]
    for at in numbers:
        put_back()
        machine, said = MACHINES[failure](at), None
        try:
            with failing(machine):
                said = person.types("people", "alias", "Anna", "Ann", stdin=Typed())
        except Killed:
            machine.died()
        now = file.read_text(encoding="utf-8") if file.exists() else ""
        assert now in (before, after), (at, calm.calls[at - 1])
        if said is not None:
            assert said.code in (0, 1, 3, 4), (at, said)
            assert "Traceback" not in said.err
            assert said.code != 0 or now == after, (at, said)
            assert said.code not in (1, 3) or now == before, (at, said, calm.calls[at - 1])
            left = [path.name for path in person.home.glob(".*.new")]
            assert not left or machine.failed == ["unlink"], (at, left)
        for path in person.home.glob(".*.new"):
            path.unlink()
        person.does("people alias Bo Bob")
        assert {"Bob"} <= set(people_of(file.read_bytes(), "").counts_as)
    assert len(numbers) > 10


# --- laws ----------------------------------------------------------------------------------------------

LETTERS = st.sampled_from(["a", "b", "c", "d", "e", "f"])
CHANGED = st.tuples(st.sampled_from(sorted(CHANGES)), st.lists(LETTERS, min_size=2, max_size=3))


@given(st.lists(CHANGED, max_size=12))
def test_a_name_is_never_two_peoples(changes: list[tuple[str, list[str]]]) -> None:
    """Whatever is changed in whatever order, the file that is written says just these people, and
    each name is one person's."""
    text, people = "", People()
    for what, given_names in changes:
        try:
            changed = CHANGES[what](people, given_names)
        except Refused:
            continue
        text = people_text(text, changed)
        people = people_of(text.encode(), "")
        told = {person.name: set(person.also) for person in changed.people}
        assert {person.name: set(person.also) for person in people.people} == told
        every = [name for person in people.people for name in person.names]
        assert len(every) == len(set(every))
        assert not set(people.counts_as) & set(people.counts_as.values())


@given(st.permutations(["Ann", "Anna", "Bo", "Cy"]))
def test_counting_keeps_everybody_at_the_table(seats: list[str]) -> None:
    """As many people sit at a table after counting as before, all of different names."""
    one = evening((1, 0, -1), tuple(seats[:3]))
    for counts_as in ({"Ann": "Anna"}, {"Ann": "Zoe", "Anna": "Zoe"}, {"Bo": "Cy"}):
        told = counted(one, counts_as).players
        assert len(set(told)) == 3
        together = one_at_table(one.players, counts_as)
        assert not together or set(together) <= set(told)


@given(st.lists(st.text("ab", min_size=3, max_size=5), min_size=2, max_size=6, unique=True))
def test_near_is_a_letter(drawn: list[str]) -> None:
    """Those who are proposed are those whom one letter more, fewer, other, or two that changed
    places tell apart, as trying every such change finds them."""
    tables = {(name,): 1 for name in drawn}

    def changed(name: str) -> set[str]:
        fewer = {name[:at] + name[at + 1 :] for at in range(len(name))}
        more = {name[:at] + sign + name[at:] for at in range(len(name) + 1) for sign in "ab"}
        other = {name[:at] + sign + name[at + 1 :] for at in range(len(name)) for sign in "ab"}
        turned = {
            name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)
        }
        return fewer | more | other | turned

    near = {frozenset(pair) for pair in similar_names(tables)}
    assert near == {
        frozenset((one, two))
        for one in drawn
        for two in drawn
        if one != two and two in changed(one)
    }


@pytest.mark.parametrize("line", ['"Anna" = [', '"Anna" = x', "Anna Lind = []"])
def test_a_line_that_is_not_toml_is_told_in_the_language_spoken(tmp_path: Path, line: str) -> None:
    """With the line, and without what the reader of TOML says in English."""
    person = Person(tmp_path / "home").after("new bizon A B C")
    (person.home / "people.toml").write_text(f"format = 1\n\n[people]\n{line}\n", "utf-8")
    for language, word in (("sv", "rad"), ("fr", "ligne")):
        said = person.types("people", "--lang", language).err
        assert f"{word} 4" in said.casefold() or f"{word}\xa04" in said.casefold(), said
        for english in ("Expected", "Invalid", "Unclosed", "column", "at end"):
            assert english not in said, said


def test_who_gave_the_seat_on_is_listed_too(tmp_path: Path) -> None:
    """The league counts the deals of whoever left with the score going on: the list has them, and
    they can be renamed."""
    person = Person(tmp_path).after("new bizon Anna Björn Cleo --name eve", "deal Anna 20 10")
    person.does("seat Emil for Björn")
    listed = {row["name"]: row["sessions"] for row in person.reads("people")["people"]}
    assert listed == {"Anna": 1, "Björn": 1, "Cleo": 1, "Emil": 1}
    assert person.does("people rename Björn Bear").out == "Bear, also Björn: 1 session\n"
