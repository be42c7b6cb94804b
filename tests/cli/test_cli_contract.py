"""The command line keeps its contract: exit codes, streams, help, suggestions, and any terminal
there is."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE

import click
import pytest
from terminal import Person, Typed

from scorekeeper import __version__
from scorekeeper.cli.main import TITLES, commands
from scorekeeper.cli.program_help import examples, fitted_example, parted
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import speak, tr

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent.parent
SWEDISH = "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name it"
LONG = ("play", "board", "referee")  # commands with many options, or many commands below
NAMES = ["Å.", "🂡 Ada", "007", "1e3", "李四", "<b>Bo</b>", "=1+1", "Zoë|x", "-"]


def command_lines() -> Iterator[tuple[str, ...]]:
    """Every command and subcommand there is."""
    ctx = click.Context(commands)
    for name in commands.list_commands(ctx):
        yield (name,)
        command = commands.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.list_commands(ctx))


def at_table(home: Path, *lines: str) -> Person:
    """Somebody who began a session and typed these lines."""
    return Person(home).after(SWEDISH, *lines)


def run(
    home: Path, line: str, stdout: int = subprocess.PIPE, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in which `scorekeeper` is the real program in a process of its own."""
    env = {**os.environ, "SCOREKEEPER_HOME": str(home), "PYTHONPATH": str(ROOT), **settings}
    for name in ("SCOREKEEPER_SESSION", "SCOREKEEPER_DEBUG", "PYTHONIOENCODING", "COLUMNS"):
        if name not in settings:
            env.pop(name, None)
    program = f"scorekeeper() {{ '{sys.executable}' -m scorekeeper \"$@\"; }}; set -o pipefail; "
    bash = ["bash", "-c", program + line]
    return subprocess.run(bash, env=env, stdout=stdout, stderr=subprocess.PIPE, check=False)


def run_unheard(home: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    """The same where whoever read the output has left before the first word."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return run(home, line, writer)
    finally:
        os.close(writer)


# --- help ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [*command_lines()], ids=" ".join)
def test_help_shows_an_example_on_one_screen(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The help of every command exits 0 and fits a screen of 24 lines of 80 columns, with an
    example to copy whole."""
    said = Person(tmp_path).types(*words, "--help")
    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert any("Example: scorekeeper " in line for line in lines)
    assert max(map(len, lines)) <= 80
    assert len(lines) <= (24 if words[0] not in LONG and words != ("event",) else 40)


def test_the_program_says_what_it_can_do(tmp_path: Path) -> None:
    """The program's own help names every command once, within 80 columns, and cuts no sentence
    of ours short."""
    said = Person(tmp_path).types("--help")
    listed = [
        line.split()[0]
        for line in said.out.partition("An evening begins:")[2].splitlines()
        if line[:2] == "  " != line[2:4]
    ]
    assert sorted(listed) == sorted(commands.list_commands(click.Context(commands)))
    assert sorted(listed) == sorted(name for names in TITLES.values() for name in names)
    assert max(map(len, said.out.splitlines())) <= 80


def test_nothing_typed_is_wrong_usage(tmp_path: Path) -> None:
    """Without a command the help is shown, and the exit code is 2."""
    said = Person(tmp_path).types()
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Usage: scorekeeper ")


def example_lines() -> list[tuple[str, str]]:
    """Every example of the help, with the command that it stands at; a recorded deal has tests
    of its own, and so have a club, and a check and a board that go on until Ctrl-C."""
    rows = [
        (name, line.partition("   ")[0]) for name, lines in examples().items() for line in lines
    ]
    apart = ("referee deal", "board")
    return [
        row
        for row in rows
        if row[0] not in apart
        and not row[1].endswith(" --watch")
        and row[0].split()[:1] != ["club"]
    ]


BEGUN = "new bismarck-swedish Anna Björn Cleo --name friday"


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody whose evening most examples could be of, for tests that copy it."""
    return Person(tmp_path_factory.mktemp("friday") / "home").after(
        BEGUN, "deal trumf 4 8", "deal pass 6 6", "deal spader 8 4", "deal sang 4 4", "undo"
    )


@pytest.mark.parametrize(("command", "line"), example_lines())
def test_the_examples_of_the_help_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, friday: Person, command: str, line: str
) -> None:
    """Each example, typed by somebody whose evening it could be, does what it is there for."""
    if "ratings" in line:
        pytest.importorskip("openskill", reason="pip install 'tablescore[ratings]'")
    monkeypatch.chdir(tmp_path)
    Path("evening.csv").write_text('contract,tricks\nspader,"6,6,4"\nsang,"8,4,4"\n')
    Path("people.csv").write_text("Ann\nBob\nCal\nDee\nEve\nFay\n")
    Path("my-game.toml").write_text('extends = "bizon"\n')
    if command in ("", "new", "deal", "drop"):
        somebody = Person(tmp_path / "home").after(*[BEGUN][: command != "new"])
    else:
        somebody = friday.settled(tmp_path / "home")
    if command == "again":
        somebody.does("finish")
    if command == "sessions restore":
        somebody.does("sessions archive friday")
    if line.startswith("people merge"):
        somebody.does("people add Ann")
    if command == "merge":
        shutil.copy(somebody.path("friday"), somebody.path("friday-laptop"))
        somebody.after(*["undo -s friday"][: line.count("--take")], "note late -s friday-laptop")
    if command == "complete":
        somebody.with_rules(Path(__file__).parent.parent / "rulesets/wager.toml")
        somebody.after("new wager Anna Björn Cleo --name bets", *["deal 5 3"] * 3)
    if command == "settle":
        somebody.does("amend 3 --or 7 5")
    if command == "move":
        somebody.does("new bismarck-swedish Anna Björn Cleo --name saturday")
        somebody.after("deal sang 4 6", "deal sang 6 5")
    if command.startswith("event"):
        _at_event(somebody, command)
    if command == "people part":
        somebody.does("people alias Anna Ann")
    said = somebody.types(*shlex.split(line.partition(" > ")[0]))
    assert said.code == 0, said.err
    assert said.out or command in ("check", "event check")


def _at_event(somebody: Person, command: str) -> None:
    """An event that has come as far as an example of this command needs."""
    if command == "event new":
        return
    if command == "event merge":
        somebody.does("event new cup --game bizon --rounds 3 --people Ann,Bob,Cal,Dee,Eve,Fay")
        events = somebody.home / "events"
        shutil.copy(events / "cup.toml", events / "cup-2.toml")
    somebody.does("event new spring --game bizon --rounds 3 --people Ann,Bob,Cal,Dee,Eve,Fay")
    if command in ("event swap", "event log"):
        somebody.does("event seat")
    if command.removeprefix("event ") in (
        "penalty",
        "missing",
        "undo",
        "redo",
        "seating",
        "slips",
        "slip",
    ):
        somebody.does("event next")
    if command == "event use":
        tables = somebody.does("event next --format json").json["rounds"][0]["tables"]
        somebody.does(f"new bizon {' '.join(tables[1]['people'])} --name laptop")
    if command == "event redo":
        somebody.does("event undo")


def test_every_command_has_its_examples() -> None:
    """There are no examples of a command that is no more."""
    known = {" ".join(words) for words in command_lines()} | {""}
    assert set(examples()) <= known


@pytest.mark.parametrize("width", [80, 50])
@pytest.mark.parametrize("code", ["en", "fr", "sv"])
def test_examples_fit_the_terminal_and_can_be_copied(code: str, width: int) -> None:
    """In any language: what is too wide goes on behind a backslash, as a shell reads it, and never
    within quotes or between an option and its value; the remark stands below."""
    speak(code)
    for line in [line for lines in examples().values() for line in lines]:
        command, remark = parted(line)
        shown = fitted_example(f"scorekeeper {command}", tr(remark), width)
        assert all(width_of(part) <= width for part in shown)
        whole = "\n".join(shown).replace("\\\n", "").splitlines()[0]
        typed = whole.removesuffix(tr(remark)) if remark else whole
        assert shlex.split(typed) == shlex.split(f"scorekeeper {command}")
    speak("en")


def test_version(tmp_path: Path) -> None:
    """`--version` names the program and its version."""
    said = Person(tmp_path).types("--version")
    assert (said.code, said.out) == (0, f"scorekeeper, version {__version__}\n")


# --- wrong usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("shet", "did you mean `sheet`?"),
        ("rules lst", "list"),
        ("sheet --fromat json", "--format"),
        ("deal --yse", "--yes"),
        ("amend 1 --wyh x", "--why"),
        ("new bizon A B C --dealr A", "--dealer"),
        ("sheet --format jsn", "'json'"),
        ("explain one", "'one' is not a valid integer"),
        ("rules prove bizon --most ten", "'ten' is not a valid integer."),
        ("rules prove bizon --draws ten", "'ten' is not a valid integer."),
        ("rules prove bizon --seed ten", "'ten' is not a valid integer."),
        ("rules prove bizon --most 0", "0 is not in the range x>=1"),
        ("new", "Missing argument 'GAME'"),
        ("xyzzy", "there is no command `xyzzy`"),
        ("delete friday", "there is no command `delete`; did you mean `sessions delete`?"),
        (
            "rename",
            "there is no command `rename`; did you mean `sessions rename` or `people rename`?",
        ),
        ("start", "there is no command `start`; did you mean `new`, `play` or `again`?"),
        ("score", "there is no command `score`; did you mean `deal` or `sheet`?"),
        ("stats", "there is no command `stats`; did you mean `league` or `summary`?"),
        ("quit", "nothing runs that `quit` could leave: all is on disk"),
        ("exit", "nothing runs that `exit` could leave: all is on disk"),
        ("hlep", "there is no command `hlep`; did you mean `help`?"),
        ("--session it next", "`--session` stands behind the command"),
        ("-s it next", "`-s` stands behind the command"),
        ("--frobnicate next", "No such option"),
        ("undo 2", "of deal 2: `scorekeeper strike 2` takes it out"),
        ("undo it", "Got unexpected extra argument (it)"),
        ("move 1", "say which session the deal is of"),
        ("move 1 other --to another", "say which session the deal is of"),
        ("help xyzzy", "there is no command `xyzzy`"),
    ],
)
def test_wrong_usage(tmp_path: Path, line: str, meant: str) -> None:
    """What is no command or option exits 2, says so on stderr alone, and suggests the likely
    one."""
    said = at_table(tmp_path).types(*line.split())
    assert (said.code, said.out) == (2, "")
    assert meant in said.err
    assert "--help' for help." in said.err


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("help", "--help"), ("aide", "--help"), ("hjälp", "--help"), ("help deal", "deal --help"),
        ("help rules show", "rules show --help"), ("rules help", "rules --help"),
    ],
)  # fmt: skip
def test_help_is_typed_as_a_command_too(tmp_path: Path, line: str, same: str) -> None:
    """As `git help` is; of one command where one is named."""
    somebody = at_table(tmp_path)
    assert somebody.does(line).out == somebody.does(same).out


def test_a_language_alone_gives_the_help_in_it(tmp_path: Path) -> None:
    """Where nothing but options is typed, as where nothing is; a group that does something alone
    does it."""
    somebody = at_table(tmp_path)
    said = somebody.types("--lang", "sv")
    assert (said.code, said.err) == (2, somebody.does("--help --lang sv").out)
    assert "Anna" in somebody.does("people --lang sv").out


def test_the_help_that_is_shown_for_nothing_fits_the_terminal(tmp_path: Path) -> None:
    """Its lines are made for the width already, and are not broken once more."""
    somebody = at_table(tmp_path)
    bare = somebody.types(at_screen=True)
    assert bare.err.replace("\r", "") == somebody.types("--help", at_screen=True).out


# --- streams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["deal sang 6 6", "undo", "next", "sheet", "explain 1", "summary", "log", "sessions", "check"],
)
def test_results_are_on_stdout(tmp_path: Path, line: str) -> None:
    """A command that went well writes its result on standard output and nothing on standard
    error."""
    said = at_table(tmp_path, "deal pass 4 6").does(line)
    assert said.err == ""
    assert bool(said.out) is (line != "check")


def test_check_is_silent_when_well(tmp_path: Path) -> None:
    """`check` says nothing at all, of one session or of all of them."""
    somebody = at_table(tmp_path, "deal sang 6 6")
    for line in ("check", "check it", "check --all", "check -s it"):
        assert somebody.does(line)[1:] == ("", "")


@pytest.mark.parametrize(
    "line", ["check --all nosuch", "check --all it", "check --all -s it", "check --all --repair it"]
)
def test_all_sessions_or_one(tmp_path: Path, line: str) -> None:
    """`--all` beside a name is wrong usage: neither is passed over in silence."""
    said = at_table(tmp_path).types(*line.split())
    assert (said.code, said.out) == (2, "")
    assert "say --all or name a session, not both" in said.err


def test_the_referee_breaks_its_lines_between_words(tmp_path: Path) -> None:
    """On a terminal no line of an answer is wider than that; in a pipe every line is whole."""
    words = ["referee", "ruling", "revoke", "--rules", "bismarck-swedish"]
    whole = Person(tmp_path).types(*words, COLUMNS="60").out
    shown = Person(tmp_path).types(*words, at_screen=True, COLUMNS="60").out
    assert max(map(len, whole.splitlines())) > 60 >= max(map(len, shown.splitlines()))
    assert shown.split() == whole.split()


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
def test_a_fault_of_usage_breaks_its_lines_between_words(tmp_path: Path, language: str) -> None:
    """`hlep` is no command; what is said of that fits a narrow terminal."""
    said = Person(tmp_path).types("hlep", at_screen=True, COLUMNS="50", SCOREKEEPER_LANG=language)
    assert said.code == 2
    assert "--help" in said.err
    assert max(map(len, said.err.splitlines())) <= 50


def test_talk_is_on_stderr(tmp_path: Path) -> None:
    """Where there is nothing to show, that is said on standard error."""
    nobody = Person(tmp_path / "nobody").does("sessions")
    assert (nobody.out, nobody.err) == (
        "",
        "there is no session yet; begin one: scorekeeper new GAME PLAYER…\n",
    )
    nothing = at_table(tmp_path / "home").does("log")
    assert (nothing.out, nothing.err) == ("", "nothing has been recorded yet\n")


@pytest.mark.parametrize("line", ["sheet", "summary", "rules list", "rules show bizon", "demo"])
def test_a_reader_that_stops_listening(tmp_path: Path, line: str) -> None:
    """A closed pipe ends the program without a traceback."""
    at_table(tmp_path, "deal sang 6 6")
    done = run(tmp_path, f"scorekeeper {line} | head -1")
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


FULL = "No space left on device"


def test_an_answer_that_cannot_be_written(tmp_path: Path) -> None:
    """A full disk behind the output is the machine's failure. Exit code 4 says that the deal is
    recorded and must not be tried again, 3 that nothing was."""
    at_table(tmp_path)
    done = run(tmp_path, "scorekeeper deal sang 6 6 > /dev/full")
    first, hint = done.stderr.decode().splitlines()
    assert first == f"failed: it is recorded, but the answer could not be written: {FULL}"
    assert hint == "try: do not type it again: `scorekeeper log` shows that it stands"
    assert done.returncode == 4
    assert Person(tmp_path).reads("sheet")["deals"][0]["contract"] == "sang"
    done = run(tmp_path, "scorekeeper sheet > /dev/full")
    assert (
        done.stderr.decode().splitlines()[0] == f"failed: the answer could not be written: {FULL}"
    )
    assert done.returncode == 3


RECORDING = [
    "new bizon A B C --name other", "deal pass 9 2", "amend 1 tricks=7,5,4", "undo", "import deals.csv",
    "rules new mine", "drop slip", "check --repair --session torn",
]  # fmt: skip


@pytest.mark.parametrize("line", RECORDING)
@pytest.mark.parametrize("to", ["> /dev/full", ">&-", ""], ids=["full", "closed", "nobody reads"])
def test_who_recorded_and_could_not_say_so_exits_4(tmp_path: Path, line: str, to: str) -> None:
    """Whatever recorded and could not show its answer, for a full disk, a closed output or a reader
    who left, says by its exit code that trying again would record it twice."""
    at_table(
        tmp_path,
        "new bizon A B C --name slip",
        "new bizon A B C --name torn",
        "deal --session it sang 6 6",
    )
    with (tmp_path / "sessions" / "torn.toml").open("a") as torn:
        torn.write("\n[[entry]]\nwhat")
    (tmp_path / "deals.csv").write_text('contract,tricks\npass,"9,2,5"\n')
    (tmp_path / "typed").write_text("pass 9 2\n")
    done = run_unheard(tmp_path, f"cd {tmp_path}; scorekeeper {line} {to}")
    assert done.returncode == 4, done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.parametrize(
    ("line", "done", "shows"),
    [
        ("rules new mine", "recorded", "rules list` shows that it stands"),
        ("drop slip", "done", "sessions` shows what came of it"),
        ("check --repair", "done", "check` shows what came of it"),
    ],
)
def test_what_was_done_unheard_says_which_command_shows_it(
    tmp_path: Path, line: str, done: str, shows: str
) -> None:
    """Where the answer finds no room, the hint names the command that shows what was done."""
    somebody = at_table(tmp_path, "new bizon A B C --name slip", "new bizon A B C --name torn")
    with somebody.path("torn").open("a") as torn:
        torn.write("\n[[entry]]\nwhat")
    said = run(tmp_path, f"scorekeeper {line} > /dev/full").stderr.decode().splitlines()
    assert said == [
        f"failed: it is {done}, but the answer could not be written: {FULL}",
        f"try: do not type it again: `scorekeeper {shows}",
    ]


def test_a_live_table_that_nobody_hears(tmp_path: Path) -> None:
    """Lines that are typed to a table whose answers go nowhere: exit code 3 where none was
    recorded, 4 where one was; a reader who leaves is no reason to say that all went well."""
    at_table(tmp_path)
    (tmp_path / "typed").write_text("sang 6 6\npass 9 2\n")
    for to in ("> /dev/full", ">&-", ""):
        done = run_unheard(tmp_path, f"scorekeeper play < {tmp_path}/typed {to}")
        assert (done.returncode, b"Exception" in done.stderr) == (3, False), done.stderr
    words = [sys.executable, "-m", "scorekeeper", "play"]
    env = {**os.environ, "SCOREKEEPER_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, env=env, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True
    ) as table:
        assert table.stdin and table.stdout
        table.stdin.write("sang 6 6\n")
        table.stdin.flush()
        while "deal 1 ·" not in table.stdout.readline():
            pass
        table.stdout.close()
        table.stdin.write("pass 9 2\n")
    assert table.returncode == 4


SHOWING = ["sheet", "next", "log", "rules list", "--help", "deal --help", "sessions --format json"]


@pytest.mark.parametrize("line", SHOWING)
def test_what_only_shows_exits_3_where_it_cannot(tmp_path: Path, line: str) -> None:
    """Standard output that is closed or full is an error of whatever shows something; a reader who
    left before the end has heard enough."""
    at_table(tmp_path, "deal sang 6 6")
    for to, code in (("> /dev/full", 3), (">&-", 3), ("", 0)):
        done = run_unheard(tmp_path, f"scorekeeper {line} {to}")
        assert (done.returncode, b"Exception" in done.stderr) == (code, False), (to, done.stderr)


@pytest.mark.parametrize("line", ["deal --nonsense", "nonsense", "deal"])
def test_a_fault_is_never_said_on_standard_output(tmp_path: Path, line: str) -> None:
    """Where standard error is closed nothing is said, and the exit code is what it is."""
    at_table(tmp_path)
    done = run(tmp_path, f"scorekeeper {line} 2>&-")
    assert (done.stdout, done.returncode) == (b"", run(tmp_path, f"scorekeeper {line}").returncode)


@pytest.mark.parametrize("line", ["deal sang 6 6", "note hello", "undo"])
def test_ctrl_c_after_something_was_recorded_exits_4(tmp_path: Path, line: str) -> None:
    """Whoever is told that it was aborted, and nothing else, would type it again."""
    somebody = at_table(tmp_path, "deal pass 9 2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.store.make_current", _ctrl_c)
        said = somebody.types(*line.split())
    entries = len(somebody.reads("log"))
    assert (said.code, said.out, entries) == (4, "", 2)
    assert "failed: it is recorded, but the answer could not be written: Ctrl-C\n" in said.err
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.cli.main.flush", _ctrl_c)
        assert somebody.types("note", "all was said").code == 0


def test_who_profiles_the_program_is_told(tmp_path: Path) -> None:
    """The process is not ended before the profiler has said what it saw."""
    words = [sys.executable, "-m", "cProfile", "-m", "scorekeeper", "--version"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "function calls" in done.stdout


def _ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_full_disk_behind_standard_error(tmp_path: Path) -> None:
    """Where nobody hears what was refused the exit code still says it."""
    at_table(tmp_path)
    assert run(tmp_path, "scorekeeper deal sang 8 5 4 2> /dev/full").returncode == 1
    assert run(tmp_path, "scorekeeper deal --nonsense 2> /dev/full").returncode == 2
    assert run(tmp_path, "scorekeeper deal sang 6 6 > /dev/full 2>&1").returncode == 4


@pytest.mark.parametrize("closed", ["2>&-", "<&-", "2>&- <&-"])
def test_streams_that_are_not_there(tmp_path: Path, closed: str) -> None:
    """A program started without its input or its standard error records all the same."""
    at_table(tmp_path)
    done = run(tmp_path, f"scorekeeper deal sang 6 6 {closed}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(Person(tmp_path).reads("sheet")["deals"]) == 1


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """With all three streams closed the deal is recorded whole: no answer lands in the session
    file."""
    at_table(tmp_path)
    done = run(tmp_path, "scorekeeper deal sang 6 6 <&- >&- 2>&-")
    assert (done.returncode, done.stderr) == (4, b"")
    somebody = Person(tmp_path)
    assert somebody.file("it").endswith(b"whole = true\n")
    assert somebody.types("check").code == 0
    assert len(somebody.reads("sheet")["deals"]) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("log >&-", 3), ("referee trick KH 2S AH --contract sang >&-", 3), ("rules prove bismarck-swedish 2>&-", 0),
        ("rules which <&-", 1), ("play >&- < /dev/null", 3), ("play 2>&- < /dev/null", 0), ("check >&-", 0),
    ],
)  # fmt: skip
def test_no_command_misses_a_stream(tmp_path: Path, line: str, code: int) -> None:
    """What shows something where there is no output fails, and asks nobody; what is silent does
    not. None takes it for a mistake of its own."""
    at_table(tmp_path, "deal sang 6 6")
    done = run(tmp_path, f"scorekeeper {line}")
    assert (done.returncode, b"mistake" in done.stderr) == (code, False), done.stderr


# --- any terminal ----------------------------------------------------------------------------------


ASCII_ONLY = (
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
)


@pytest.mark.parametrize("settings", ASCII_ONLY, ids=["told so", "by its locale"])
def test_a_screen_that_is_said_to_know_ascii_only(tmp_path: Path, settings: dict[str, str]) -> None:
    """Nothing fails where Python is told that the screen knows ASCII only; what it gets is ASCII,
    and a letter of a name that it has not a question mark."""
    at_table(tmp_path, "deal sang 6 6")
    for line in (
        "sheet",
        "next",
        "explain 1",
        "summary",
        "log",
        "sessions",
        "deal pass 9 2",
        "deal pass 20 1 || true",
    ):
        done = run(tmp_path, f"scorekeeper {line}", **settings)
        assert done.returncode == 0, done.stderr
        assert ("Bj?rn" in (done.stdout + done.stderr).decode("ascii")) is (line != "log")


def test_a_screen_of_another_encoding(tmp_path: Path) -> None:
    """What a screen of Latin letters cannot show is said with what it can; that is as it should
    be."""
    somebody = at_table(tmp_path, "deal sang 6 6")
    sheet = somebody.types("sheet", encoding="latin-1").out
    whole = (
        somebody.does("sheet")
        .out.replace("─", "-")
        .replace("−", "-")
        .replace("→", "->")
        .replace("Σ", "sum")
    )
    assert [line.split() for line in sheet.splitlines() if "-  -" not in line] == [
        line.split() for line in whole.splitlines() if "-  -" not in line
    ]


def test_sixty_columns(tmp_path: Path) -> None:
    """Sheet, card, summary and explanation of four players with long names fit 60 columns."""
    somebody = Person(tmp_path, COLUMNS="60")
    somebody.types(
        "new", "bien", "Alexandra", "Bartholomew", "Cunigunde", "Desdemona", "--name", "it"
    )
    somebody.after(
        "deal Alexandra bid=100 meld=60 70",
        "deal Bartholomew ponder 1",
        "deal passed",
        "deal Desdemona laydown",
    )
    for line in ("sheet", "next", "summary", "explain 1"):
        lines = somebody.does(line).out.splitlines()
        assert max(map(len, lines)) <= 60, line


def test_a_narrow_screen(tmp_path: Path) -> None:
    """On a screen what was recorded or refused is broken between words to its width; in a pipe
    it never is."""
    somebody = Person(tmp_path, COLUMNS="60")
    somebody.does("new bien Ann Bob Cal Dee --name it")
    for words in (
        ["deal", "Ann", "bid=390", "meld=400", "70"],
        ["deal", "Bob", "bid=100", "meld=60", "70", "70"],
    ):
        said = somebody.types(*words, at_screen=True)
        assert max(map(len, (said.out + said.err).splitlines())) <= 60
    piped = somebody.types(*words)
    assert max(map(len, piped.err.splitlines())) > 60
    assert " ".join(said.err.split()) == " ".join(piped.err.split())


def test_a_question_keeps_to_a_narrow_screen(tmp_path: Path) -> None:
    """What is odd is asked about in lines no wider than the screen."""
    somebody = Person(tmp_path, COLUMNS="40")
    somebody.does("new bien Ann Bob Cal Dee --name it")
    said = somebody.types(
        *["deal", "Ann", "bid=390", "meld=410", "70"], stdin=Typed("n\n", True), at_screen=True
    )
    assert "[y/N]: " in said.err
    assert max(map(len, said.err.splitlines())) <= 40


@pytest.mark.parametrize(
    "line", ["sheet", "next", "summary", "explain 1", "sessions", "rules list"]
)
def test_plain_is_linear(tmp_path: Path, line: str) -> None:
    """With --plain every line is `label: value` or empty; no table, no drawing."""
    somebody = at_table(tmp_path, "deal sang 6 6", "deal pass 9 2")
    lines = somebody.does(f"{line} --plain").out.splitlines()
    assert lines
    assert [one for one in lines if one and ": " not in one] == []
    assert not set("─│┼█▁") & set("".join(lines))


# --- names and words -------------------------------------------------------------------------------


def test_names_are_letters(tmp_path: Path) -> None:
    """Whatever somebody is called stands in the sheet, the card and the JSON as it was typed."""
    for place, name in enumerate(NAMES[:-1]):
        somebody = Person(tmp_path / str(place))
        assert (
            somebody.types("new", "bismarck-swedish", name, "Bob", "Cy", "--name", "it").code == 0
        )
        assert somebody.types("deal", "sang", "8", "4").code == 0
        for line in ("sheet", "next", "explain 1", "summary"):
            assert name in somebody.does(line).out
        assert somebody.reads("sheet")["totals"] == {name: 4, "Bob": -4, "Cy": 0}


@pytest.mark.parametrize(
    "name", ["a\x1b[31mb", "tab\there", "line\nbreak", "\u202eevil", "", "-", "a,b", "x" * 41]
)
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    """A name that steers the terminal, is empty, too long or like a list of numbers is refused,
    shown harmlessly."""
    said = Person(tmp_path).types("new", "bismarck-swedish", "Ann", "--", name, "Cy")
    assert (said.code, said.out) == (1, "")
    assert "cannot be a player's name" in said.err
    assert not set("\x1b\u202e\t") & set(said.err)


def test_a_word_that_steers_the_terminal(tmp_path: Path) -> None:
    """What was typed is shown harmlessly in a refusal, and escaped in its JSON."""
    somebody = at_table(tmp_path)
    assert "\x1b" not in somebody.types("deal", "sa\x1b[31mng", "6", "6").err
    assert somebody.types("deal", "sa\x1bng", "6", "6", "--format", "json").codes == [
        "word-unknown"
    ]
    assert "\x1b" not in somebody.types("deal", "\x1b=1").err


@pytest.mark.parametrize(
    "line",
    [
        "deal sang 6 - 4", "deal sang - 6 4", "deal sang 6 6 -", "deal sang -,6,4", "deal sang 6,-,4", "deal sang 6,6",
        "deal sang tricks=-,6,4", "deal tricks=6,6,- sang", "deal sang tricks=6,,4", "deal sang −,6,4",
        "deal sang tricks=Anna:6,Cleo:4", "deal contract=sang Anna:6 Cleo:4", "deal sang tricks=A:6,B:6,C:4",
        "deal SANG 6 6 4", "deal sa 6 6", "deal game 6 6", "deal spel 6 6", "deal no-trumps 6 6", "deal 6 6 grand",
    ],
)  # fmt: skip
def test_ways_to_say_the_same_deal(tmp_path: Path, line: str) -> None:
    """Six, six and four tricks in one contract: with a dash for the one worked out, by name, in
    either language."""
    deal = at_table(tmp_path).reads(line)["recorded"]
    assert (deal["contract"], deal["counts"]) == (
        "sang",
        {"tricks": {"Anna": 6, "Björn": 6, "Cleo": 4}},
    )


def test_a_negative_number_is_a_number(tmp_path: Path) -> None:
    """`-1` is read as a number, not as an option, and refused as tricks."""
    said = at_table(tmp_path).types("deal", "sang", "-1", "9", "8")
    assert said.code == 1
    assert "Anna cannot have −1 tricks: 0 to 16 are possible" in said.err


# --- asked and flagged -----------------------------------------------------------------------------


def bien_with_much_meld(home: Path) -> tuple[Person, list[str]]:
    """Somebody about to enter a deal that is asked about."""
    somebody = Person(home)
    somebody.does("new bien Ann Bob Cal Dee --name it")
    return somebody, ["deal", "Ann", "bid=390", "meld=420", "70"]


def test_what_is_asked_needs_yes_without_a_terminal(tmp_path: Path) -> None:
    """Away from a terminal what is odd is refused with `--yes` as its mend, and recorded with
    it."""
    somebody, words = bien_with_much_meld(tmp_path)
    before = somebody.file("it")
    said = somebody.types(*words, "--format", "json")
    assert (said.code, said.codes, said.problems[0]["hint"]) == (
        1,
        ["meld-rare"],
        "say --yes if it is so",
    )
    assert somebody.file("it") == before
    assert somebody.types(*words, "--yes").code == 0
    assert somebody.file("it") != before


YES, NO = ("y\n", "Oui\n", "j\n", "perhaps\nyes\n"), ("n\n", "nej\n", " \n", "\n", "")


@pytest.mark.parametrize(("answer", "code"), [*((yes, 0) for yes in YES), *((no, 1) for no in NO)])
def test_what_is_asked_is_asked_at_a_terminal(tmp_path: Path, answer: str, code: int) -> None:
    """At a terminal the question is put on standard error; only a yes, in any language, records
    the deal."""
    somebody, words = bien_with_much_meld(tmp_path)
    before = somebody.file("it")
    said = somebody.types(*words, stdin=Typed(answer, is_terminal=True))
    assert said.code == code
    assert (
        "a meld of 420 needs both partners' hands full of fours: is that right? [y/N]" in said.err
    )
    assert (somebody.file("it") != before) is (code == 0)


def test_a_correction_is_asked_about_too(tmp_path: Path) -> None:
    """`amend` asks as `deal` does."""
    somebody, _ = bien_with_much_meld(tmp_path)
    somebody.does("deal Ann bid=390 meld=400 70")
    assert somebody.types("amend", "1", "meld=420").code == 1
    assert somebody.types("amend", "1", "meld=420", "--yes").code == 0


# --- many deals at once ----------------------------------------------------------------------------


def test_a_dry_run_records_nothing(tmp_path: Path) -> None:
    """`import --dry-run` says what would have been, flags and questions too, comes to the
    verdict of the real one, and changes no byte."""
    rows = tmp_path / "rows.csv"
    rows.write_text('bidder,bid,meld,points\nAnn,390,420,"70,71"\n')
    somebody = Person(tmp_path)
    somebody.does("new bien Ann Bob Cal Dee --name it")
    before = somebody.file("it")
    said = somebody.does(f"import {rows} --dry-run --yes")
    assert said.out.startswith("would have recorded 1 deal\n")
    assert said.err.startswith("note: row 2: a meld of 420")
    dry, real = (
        somebody.types("import", str(rows), "--dry-run"),
        somebody.types("import", str(rows)),
    )
    assert (dry.code, dry.out, dry.err) == (real.code, real.out, real.err) == (1, "", real.err)
    assert somebody.file("it") == before
    assert somebody.types("import", str(rows), "--yes").code == 0


@pytest.mark.parametrize("line", ["new bismarck-swedish A B C", "demo bismarck-swedish"])
def test_plain_draws_no_line_and_no_table(tmp_path: Path, line: str) -> None:
    """What begins a session and what plays the examples can be read aloud too."""
    said = Person(tmp_path / "home").does(f"{line} --plain").out
    assert "─" not in said and ": " in said


def test_demo_leaves_the_home_alone(tmp_path: Path) -> None:
    """`demo` shows the commands and sheets of the sources' examples, and no session of it is
    kept."""
    somebody = at_table(tmp_path)
    said = somebody.does("demo bizon bismarck-swedish")
    assert "$ scorekeeper new bizon You Goat Sheep --dealer Sheep" in said.out
    assert "$ scorekeeper deal sang 6 6 4" in said.out
    assert [row["name"] for row in somebody.reads("sessions")] == ["it"]


def test_demo_of_a_game_of_ones_own(tmp_path: Path) -> None:
    """A game in the user's own folder can be shown too."""
    (tmp_path / "rulesets").mkdir()
    own = 'extends = "bizon"\nname = "House"\n[[example]]\nplayers = ["A", "B", "C"]\n'
    own += '[[example.deal]]\nenter = "passed"\n'
    (tmp_path / "rulesets" / "house.toml").write_text(own)
    assert "House" in Person(tmp_path).does("demo house").out
