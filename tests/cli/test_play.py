"""`play` for real: a pseudo-terminal with a person's keys, and a pipe with a program's lines."""

from __future__ import annotations

import os
import re
import resource
import shlex
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from work import PATIENCE

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-m", "scorekeeper"]
NEW = ["bismarck-swedish", "Anna", "Björn", "Cleo", "--name", "evening"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def environment(home: Path) -> dict[str, str]:
    """The environment of a terminal: its own home, and words in UTF-8."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SCOREKEEPER", "COLUMNS", "LINES"))
    }
    return {
        **kept,
        "SCOREKEEPER_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
    }


def listening() -> None:
    """A terminal's programs hear Ctrl-C, also where whoever runs the tests (`nohup`, a job in
    the background) has it ignored, which a process inherits."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A terminal in which `play` runs."""

    def __init__(
        self, home: Path, *words: str, columns: int = 80, encoding: str = "utf-8", **settings: str
    ) -> None:
        self.home = home
        self.child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], "play", *words], env=environment(home) | settings,
            encoding=encoding, dimensions=(40, columns), timeout=PATIENCE, preexec_fn=listening,
        )  # fmt: skip
        self.child.delaybeforesend = None

    def until(self, prompt: str) -> str:
        """What is shown up to a prompt."""
        self.child.expect_exact(prompt)
        return ESCAPES.sub("", str(self.child.before)).replace("\r", "")

    def type(self, line: str, prompt: str) -> str:
        """Types a line and shows what came up to the next prompt."""
        self.child.sendline(line)
        return self.until(prompt)

    def interrupt(self, prompt: str = "") -> str:
        """Presses Ctrl-C where the program waits for a key, and shows what came up to the next
        prompt.

        Between showing its prompt and waiting, Python's `input` notes the signal and heeds it
        only at the next key: a person would press once more, and a busy machine makes that
        moment long.
        """
        self._until_it_waits()
        self.child.sendintr()
        return self.until(prompt) if prompt else ""

    def _until_it_waits(self) -> None:
        stat = Path(f"/proc/{self.child.pid}/stat")
        seen = ""
        while not seen.endswith("SSS"):  # asleep at three looks in a row
            time.sleep(0.02)
            seen += stat.read_text().rpartition(") ")[2][0] if stat.exists() else "S"

    def end(self, code: int = 0) -> str:
        """What is shown up to the end; the program must end well, or with this exit code."""
        self.child.expect(pexpect.EOF)
        shown = ESCAPES.sub("", str(self.child.before)).replace("\r", "")
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (code, None)
        return shown


def scorekeeper(
    home: Path, *words: str, typed: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """The program with these words, and lines on its standard input."""
    return subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        env=environment(home) | settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def deals(home: Path) -> list[str]:
    """What the log says of each deal."""
    return re.findall(r"deal \d+: .*", scorekeeper(home, "log").stdout)


@pytest.fixture
def begun(home: Path) -> Iterator[Terminal]:
    """A terminal at the first prompt of a new session."""
    terminal = Terminal(home, *NEW)
    terminal.until("deal 1> ")
    yield terminal
    terminal.child.close(force=True)


OFFERED = {
    "en": "on every phone: scorekeeper board, in another terminal",
    "fr": "sur tous les téléphones\u00a0: scorekeeper board, dans un autre terminal",
    "sv": "på allas telefoner: scorekeeper board, i en annan terminal",
}


LOOKED_FOR = """\
import importlib.util
usual = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: {found} if name == "segno" else usual(name, *rest)
"""


def with_extra(folder: Path, is_there: bool) -> str:
    """A PYTHONPATH on which the board's extra is found, or is not, whatever is installed."""
    folder.mkdir()
    looked_for = LOOKED_FOR.format(found="object()" if is_there else "None")
    (folder / "sitecustomize.py").write_text(looked_for)
    return f"{folder}{os.pathsep}{ROOT}"


@pytest.mark.parametrize("language", OFFERED)
def test_the_board_is_offered_once(home: Path, tmp_path: Path, language: str) -> None:
    """Where it is installed a dim line before the first prompt says how to have the session on
    phones; no other prompt does, and nothing over a pipe."""
    there = with_extra(tmp_path / "there", True)
    terminal = Terminal(home, *NEW, "--lang", language, PYTHONPATH=there)
    terminal.child.expect_exact(f"\x1b[2m{OFFERED[language]}\x1b[0m\r\n")
    shown = terminal.type("sang 6 6", "?") + terminal.type("", "2> ")
    assert "scorekeeper board" not in shown
    terminal.type("quit", "")
    terminal.end()
    piped = scorekeeper(home, "play", "--lang", language, PYTHONPATH=there)
    assert "scorekeeper board" not in piped.stdout + piped.stderr


def test_a_board_that_is_not_installed_is_not_offered(home: Path, tmp_path: Path) -> None:
    """Nobody is told of a command that could not be followed."""
    without = with_extra(tmp_path / "without", False)
    terminal = Terminal(home, *NEW, PYTHONPATH=without)
    assert "scorekeeper board" not in terminal.until("deal 1> ")
    terminal.child.close(force=True)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_a_terminal_of_another_encoding(home: Path, encoding: str) -> None:
    """Prompts, sheets and refusals come in the signs of the terminal, and an evening is played all
    the same."""
    names = ["bismarck-swedish", "Anna", "Bo", "Cleo", "--name", "evening"]
    terminal = Terminal(home, *names, encoding=encoding, PYTHONIOENCODING=encoding)
    terminal.until("deal 1> ")
    assert "Count it?" in (shown := terminal.type("sang 9 4", "> "))
    assert "Anna 9-4=+5" in shown
    assert "+5 -> +5" in terminal.type("y", "deal 2> ")
    assert "not a word" in terminal.type("frob", "deal 2> ")
    terminal.child.sendline("quit")
    assert "1 deal is recorded" in terminal.end()


# Each player declares each contract once; the first dealer's left begins.
EVENING = [
    (f"{contract} {' '.join(map(str, tricks))}", contract)
    for contract, (most, least) in {
        "sang": (8, 4),
        "pass": (4, 6),
        "spader": (8, 4),
        "trumf": (8, 4),
    }.items()
    for tricks in ((least, most), (least, least), (most, least))
]


def test_a_whole_evening_from_the_first_deal_to_the_summary(home: Path) -> None:
    """Twelve deals with a slip mended on the way; then the places, the summary, and the same in
    the log."""
    terminal = Terminal(home, *NEW)
    first = terminal.until("deal 1> ")
    assert "declares  Björn" in first and "type the deal, like: spader 4 8" in first
    terminal.type("sang 4 9 9", "tricks> ")
    terminal.type("cancel", "deal 1> ")
    for number, (line, contract) in enumerate(EVENING, 1):
        shown = terminal.type(line, "Count it? [Y/n]> ")
        assert f"deal {number} · {contract} · " in shown and "Σ 0" in shown
        shown = terminal.type("", f"deal {number + 1}> " if number < 12 else "over> ")
        assert f"recorded deal {number}" in shown
    assert "the session is over" in shown
    assert "Anna" in terminal.type("summary", "over> ")
    terminal.child.sendline("quit")
    assert "scorekeeper summary" in terminal.end()
    assert len(deals(home)) == 12
    assert scorekeeper(home, "check").returncode == 0


def test_it_goes_on_after_kill_9(begun: Terminal) -> None:
    """What was acknowledged is there; what was half-entered is not."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")
    begun.type("pass", "tricks> ")
    begun.child.kill(signal.SIGKILL)
    begun.child.wait()
    again = Terminal(begun.home)
    assert "1 deal is recorded" in again.until("deal 2> ")
    again.child.sendeof()
    again.end()
    assert deals(begun.home) == ["deal 1: contract sang · tricks 4,8,4"]


def test_a_correction_asks_what_should_be_different(begun: Terminal) -> None:
    """`amend 1` shows the deal, takes what is right, and asks for the next deal again."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")
    shown = begun.type("amend 1", "amend 1> ")
    assert "deal 1 · sang · Anna 4−4=0" in shown and "What should be different?" in shown
    shown = begun.type("5 8 3", "Count it? [Y/n]> ")
    assert (
        "deal 1 · sang · Anna 5−4=+1" in shown and "to be corrected: tricks 4,8,4 → 5,8,3" in shown
    )
    assert "corrected deal 1: tricks 4,8,4 → 5,8,3" in begun.type("", "deal 2> ")
    assert "did you mean `strike`, `undo` or `amend`?" in begun.type("delete 1", "deal 2> ")
    assert "amend deal 1: tricks 4,8,4 → 5,8,3" in begun.type("log", "deal 2> ")


def test_a_closed_terminal_loses_nothing(begun: Terminal) -> None:
    """The window is closed in the middle of an entry: the deals before it are on disk."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")
    begun.type("pass 6 6", "Count it? [Y/n]> ")
    begun.child.close(force=False)
    assert deals(begun.home) == ["deal 1: contract sang · tricks 4,8,4"]


def test_ctrl_c_drops_the_entry_and_then_leaves(begun: Terminal) -> None:
    """Once for the entry, once for a line that was only typed, and once to leave."""
    begun.type("sang", "tricks> ")
    assert "dropped; nothing of it was kept" in begun.interrupt("deal 1> ")
    begun.child.send("sang 4 8")
    begun.child.expect_exact("sang 4 8")
    assert "dropped; nothing of it was kept" in begun.interrupt("deal 1> ")
    begun.interrupt()
    assert "no deal is recorded yet; go on with: scorekeeper play" in begun.end()
    assert deals(begun.home) == []


def test_ctrl_d_leaves_with_a_word_about_the_entry(begun: Terminal) -> None:
    """At a question Ctrl-D ends it: nothing half-entered is kept, and the way back is named."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("y", "deal 2> ")
    begun.type("pass", "tricks> ")
    begun.child.sendeof()
    last = "nothing half-entered was kept; 1 deal is recorded; go on with: scorekeeper play"
    assert begun.end().strip().splitlines()[-1] == last


def test_a_wrong_field_is_asked_for_again_and_the_rest_kept(begun: Terminal) -> None:
    """Prompt by prompt: each question until it is answered, and the refusal says why."""
    begun.type("", "contract> ")
    assert "refused: `foo` is not a contract here" in begun.type("foo", "contract> ")
    begun.type("pass", "tricks> ")
    shown = begun.type("9 9 9", "tricks> ")
    assert "add up to 27" in shown and "kept: contract pass" in shown
    assert "deal 1 · pass · " in begun.type("6 4", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")


def test_sixty_columns_are_enough(home: Path) -> None:
    """From the first card to the sheet no line that the program prints is wider than the
    terminal."""
    terminal = Terminal(home, *NEW, columns=60)
    shown = terminal.until("deal 1> ")
    shown += terminal.type("sang 9 9 9", "tricks> ")
    shown += terminal.type("4 8", "Count it? [Y/n]> ")
    shown += terminal.type("", "deal 2> ")
    for command in ("help", "sheet", "summary", "log", "explain 1", "rules", "next"):
        shown += terminal.type(command, "deal 2> ")
    assert [line for line in shown.splitlines() if len(line) > 60] == []
    terminal.child.sendline("quit")
    terminal.end()


def test_tab_completes_and_arrows_bring_back_what_was_typed(begun: Terminal) -> None:
    """A contract is completed; the last line comes back in this session and in the next."""
    begun.child.send("spa\t")
    begun.child.expect_exact("spader")
    begun.type("4 8", "Count it? [Y/n]> ")
    begun.type("cancel", "deal 1> ")
    begun.child.send("\x1b[A")
    begun.child.expect_exact("spader 4 8")
    begun.type("", "Count it? [Y/n]> ")
    begun.child.sendeof()
    begun.end()
    again = Terminal(begun.home)
    again.until("deal 1> ")
    again.child.send("\x1b[A")
    again.child.expect_exact("spader 4 8")
    again.child.close(force=True)
    history = begun.home / "history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600


def test_another_terminal_was_faster(begun: Terminal) -> None:
    """The same deal from two terminals is recorded once, and the second one is told."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    assert scorekeeper(begun.home, "deal", "sang", "5", "8").returncode == 0
    shown = begun.type("", "deal 2> ")
    assert "somebody else was faster (deal 1: contract sang · tricks 5,8,3)" in " ".join(
        shown.split()
    )
    assert deals(begun.home) == ["deal 1: contract sang · tricks 5,8,3"]


def test_a_note_from_another_terminal_leaves_a_deal_as_it_is(begun: Terminal) -> None:
    """It changes nothing that the yes is said to."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    assert scorekeeper(begun.home, "note", "the cat").returncode == 0
    begun.type("", "deal 2> ")
    assert deals(begun.home) == ["deal 1: contract sang · tricks 4,8,4"]


@pytest.mark.parametrize("begins", ["sang 4 8", "", "sang"])
def test_what_is_begun_after_another_terminal_is_told_so(begun: Terminal, begins: str) -> None:
    """Nobody is asked about a deal that others have recorded since the last prompt."""
    assert scorekeeper(begun.home, "deal", "sang", "5", "8").returncode == 0
    shown = begun.type(begins, "deal 2> ")
    assert "somebody else was faster (deal 1:" in " ".join(shown.split())
    assert "Count it?" not in shown
    begun.type("pass 4 8", "Count it? [Y/n]> ")


CLEARED = "\x1b[2J\x1b[1;1H\x1b[3J"  # the screen, the cursor at its head, what left it above


def test_what_the_first_counted_is_cleared_from_the_screen(home: Path) -> None:
    """Where two people count each deal: all that was shown of the first count goes, what the
    terminal keeps above the screen too, and no arrow key brings the line back."""
    terminal = Terminal(home, *NEW, "--two-counts")
    terminal.until("who counts deal 1> ")
    terminal.type("Anna", "counted by Anna> ")
    terminal.type("sang 3 11", "Count it? [Y/n]> ")
    terminal.child.sendline("")
    shown = terminal.until("who counts deal 1> ")
    raw = str(terminal.child.before)
    assert raw.count(CLEARED) == 1
    assert "3 11" not in raw.partition(CLEARED)[2] and "awaited" in shown
    terminal.child.send("\x1b[A")
    terminal.type("Björn", "counted by Björn> ")
    terminal.type("sang 4 11", "Count it? [Y/n]> ")
    shown = terminal.type("", "who counts deal 1> ")
    assert "tricks of Anna: 3 (Anna), 4 (Björn)" in shown
    assert CLEARED not in str(terminal.child.before)
    terminal.child.close(force=True)
    assert "sang" not in ((home / "history").read_text() if (home / "history").exists() else "")


def test_two_terminals_count_at_once(home: Path) -> None:
    """Each at a live table of their own, both at the yes: whoever is second records the deal, and
    the first is told of it."""
    terminals = {}
    for name in ("Anna", "Björn"):
        words = [*NEW, "--two-counts"] if name == "Anna" else []
        terminals[name] = Terminal(home, *words, "--by", name)
        terminals[name].until(f"deal 1, counted by {name}> ")
        terminals[name].type("sang 4 8", "Count it? [Y/n]> ")
    for terminal in terminals.values():
        terminal.child.sendline("")
    first, second = (terminals[name].until(f", counted by {name}> ") for name in terminals)
    assert ("counted alike" in first) != ("counted alike" in second)
    assert deals(home) == [
        "deal 1: contract sang · tricks 4,8,4 ("
        + ", ".join(("Björn", "Anna") if "counted alike" in first else ("Anna", "Björn"))
        + ")"
    ]
    for name, terminal in terminals.items():
        assert "counted alike by" in terminal.type("sheet", f"deal 2, counted by {name}> ")
        terminal.child.close(force=True)
    assert scorekeeper(home, "check").returncode == 0


@pytest.mark.parametrize("command", ["sheet", "log", "explain 1"])
def test_what_is_shown_is_what_stands(begun: Terminal, command: str) -> None:
    """What another terminal recorded is told and shown, and the deal that comes after it is
    asked for."""
    assert scorekeeper(begun.home, "deal", "sang", "5", "8").returncode == 0
    shown = begun.type(command, "deal 2> ")
    assert "meanwhile, at another terminal: deal 1: contract sang · tricks 5,8,3" in shown
    assert "refused" not in shown


def test_looking_drops_an_entry_for_a_deal_that_others_recorded(begun: Terminal) -> None:
    """What was half-entered for deal 1 cannot be meant for deal 2."""
    begun.type("sang", "tricks> ")
    assert scorekeeper(begun.home, "deal", "sang", "5", "8").returncode == 0
    assert "what was entered for deal 1 was dropped" in begun.type("sheet", "deal 2> ")


def test_leaving_counts_what_others_recorded(begun: Terminal) -> None:
    """The last words are of the session as it is."""
    assert scorekeeper(begun.home, "deal", "sang", "5", "8").returncode == 0
    begun.child.sendline("quit")
    assert "1 deal is recorded" in begun.end()


def test_a_correction_of_what_others_took_back_says_so(begun: Terminal) -> None:
    """A refusal that rests on what no longer stands gives way to the news."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")
    assert scorekeeper(begun.home, "undo").returncode == 0
    shown = " ".join(begun.type("amend 1 tricks=4,8,4", "deal 1> ").split())
    assert "somebody else was faster (undo: deal 1" in shown and "nothing is different" not in shown


@pytest.mark.parametrize("line", ["y", "sheet", "pass 4", "quit"])
def test_a_session_begun_again_under_the_name_gets_no_deal_of_the_old_one(
    home: Path, line: str
) -> None:
    """Dropped and begun with other partners: what was entered for the old one is dropped, and
    the table ends."""
    table = Terminal(home, "whist", "Ann", "Bo", "Cal", "Dee", "--name", "friday")
    table.until("deal 1> ")
    table.type("8", "Count it? [Y/n]> ")
    assert scorekeeper(home, "drop", "friday").returncode == 0
    assert (
        scorekeeper(home, "new", "whist", "Ann", "Cal", "Bo", "Dee", "--name", "friday").returncode
        == 0
    )
    table.child.sendline(line)
    shown = " ".join(table.end(code=1).split())
    assert shown.count("friday is another session now: at another terminal it was begun again") == 1
    assert "with Ann, Cal, Bo, Dee; what was entered here was dropped" in shown
    assert "try: go on with it: scorekeeper play --session friday" in shown
    assert deals(home) == []


@pytest.mark.parametrize("line", ["", "sheet", "frob", "quit"])
def test_a_session_dropped_under_the_table_is_said_once(begun: Terminal, line: str) -> None:
    """Whatever is typed then; the table ends with exit code 1."""
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    assert scorekeeper(begun.home, "drop", "evening").returncode == 0
    begun.child.sendline(line)
    shown = " ".join(begun.end(code=1).split())
    assert shown.count("refused: evening was taken away at another terminal") == 1
    assert shown.count("refused") == 1


def test_lines_for_a_session_that_was_begun_again_are_not_recorded(home: Path) -> None:
    """A program's lines meet the other session as a person's do."""
    assert scorekeeper(home, "new", *NEW).returncode == 0
    words = [*PROGRAM, "play", "--session", "evening"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, env=environment(home), stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as table:
        assert table.stdin and table.stdout and table.stderr
        assert table.stdout.readline()  # it has opened the session
        assert scorekeeper(home, "drop", "evening").returncode == 0
        assert scorekeeper(home, "new", NEW[0], "Zoe", *NEW[2:]).returncode == 0
        table.stdin.write("sang 4 8\nsang 6 6\n")
        table.stdin.close()
        said = table.stderr.read()
    assert table.returncode == 1
    assert said.count("is another session now") == 1
    assert deals(home) == []


def test_another_session_begun_meanwhile_changes_nothing(begun: Terminal) -> None:
    """The table stays with its session whatever is begun elsewhere."""
    assert scorekeeper(begun.home, "new", "bizon", "X", "Y", "Z").returncode == 0
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    begun.type("", "deal 2> ")
    assert deals(begun.home) == ["deal 1: contract sang · tricks 4,8,4"]


def test_a_full_disk_keeps_the_entry_for_another_try(begun: Terminal) -> None:
    """The failure is shown, nothing is half-written, and Enter tries again."""
    file = begun.home / "sessions" / "evening.toml"
    size = file.stat().st_size
    begun.type("sang 4 8", "Count it? [Y/n]> ")
    resource.prlimit(begun.child.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    shown = begun.type("", "Count it? [Y/n]> ")
    assert "failed: recording in" in shown and "deal 1 · sang" in shown
    assert file.stat().st_size == size
    resource.prlimit(
        begun.child.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    )
    begun.type("", "deal 2> ")
    assert deals(begun.home) == ["deal 1: contract sang · tricks 4,8,4"]


def test_a_finished_session_shows_the_places_and_takes_corrections(home: Path) -> None:
    """Resumed after the end, it says who won; an undo opens the last deal again."""
    scorekeeper(home, "new", "bien", "Ann", "Bob", "Cal", "Dee")
    scorekeeper(home, "deal", "Ann", "laydown")
    scorekeeper(home, "deal", "Cal", "laydown")
    terminal = Terminal(home)
    assert "the session is over" in terminal.until("over> ")
    assert "took back deal 2" in terminal.type("undo", "deal 2> ")
    terminal.child.sendline("quit")
    terminal.end()


# --- without a terminal ------------------------------------------------------------------------------------


def test_a_pipe_is_read_as_if_it_were_typed(home: Path) -> None:
    """Whole entries count at once; one in parts is put together; the prompts are on stderr."""
    run = scorekeeper(home, "play", *NEW, typed="sang 4 8\npass\n6 6\nsheet\n")
    assert run.returncode == 0
    assert (
        "recorded deal 2" in run.stdout
        and "tricks> " in run.stderr
        and "tricks> " not in run.stdout
    )
    assert deals(home) == [
        "deal 1: contract sang · tricks 4,8,4",
        "deal 2: contract pass · tricks 6,6,4",
    ]


def test_a_pipe_that_answers_the_questions_of_a_terminal(home: Path) -> None:
    """A yes or an empty line after an entry does no harm."""
    run = scorekeeper(home, "play", *NEW, typed="sang 4 8\n\npass 6 6\ny\n")
    assert run.returncode == 0
    assert len(deals(home)) == 2


def test_a_deal_that_was_written_down_is_refereed_at_the_table(home: Path, tmp_path: Path) -> None:
    """`? deal FILE` answers on the coming deal, the entry goes on, and a file that is not there
    is said."""
    players = ", ".join(f'"{name}"' for name in NEW[1:4])
    record = tmp_path / "deal.toml"
    record.write_text(f'players = [{players}]\ntricks = ["KC 9C AC"]\n', encoding="utf-8")
    run = scorekeeper(
        home, "play", *NEW, typed=f"sang\n? deal {record}\n4 8\n? deal {tmp_path}/none\n"
    )
    assert "K♣" in run.stdout and "wins" in run.stdout
    assert deals(home) == ["deal 1: contract sang · tricks 4,8,4"]
    assert "there is no file" in run.stderr


def test_a_refused_line_in_a_pipe_is_exit_1(home: Path) -> None:
    """What was refused is said on stderr; the deal that was put right after it is recorded."""
    run = scorekeeper(home, "play", *NEW, typed="sang 4 9 9\n4 8\n")
    assert run.returncode == 1
    assert "add up to 22" in run.stderr
    assert deals(home) == ["deal 1: contract sang · tricks 4,8,4"]


def test_a_pipe_that_ends_in_an_entry_is_exit_1(home: Path) -> None:
    """Nothing half-entered is kept, and the exit code says that something was left over."""
    run = scorekeeper(home, "play", *NEW, typed="sang\n")
    assert run.returncode == 1
    assert "nothing half-entered was kept" in run.stdout
    assert deals(home) == []


def test_typed_control_characters_never_come_back_raw(home: Path) -> None:
    """A line that would steer the terminal is refused with its escapes made visible."""
    run = scorekeeper(home, "play", *NEW, typed="\x1b[31mred\x07 \u202e\nsang \x1b]0;x\x07\n")
    assert run.returncode == 1
    assert not set(run.stdout + run.stderr) & {"\x1b", "\x07", "\u202e"}


def test_without_a_session_it_says_what_to_type(home: Path) -> None:
    """Nothing to go on with is refused with the way to begin."""
    run = scorekeeper(home, "play")
    assert run.returncode == 1
    assert "scorekeeper play GAME PLAYER" in run.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--dealer", "Anna"], 2),
        (["-s", "x", "bizon", "A", "B", "C"], 2),
        (["bizon", "A"], 1),
        (["nonsense", "A"], 1),
    ],
)
def test_a_wrong_beginning_is_refused(home: Path, words: list[str], code: int) -> None:
    """Options that begin a session need a game; a session to go on with takes none; the rules
    count players."""
    assert scorekeeper(home, "play", *words).returncode == code
    assert list(home.glob("sessions/*")) == []


def test_the_first_prompt_loads_no_tables() -> None:
    """What makes tables is slow to load, and no prompt needs it."""
    code = "import sys, scorekeeper.cli.play, scorekeeper.table; print('tabulate' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.strip() == "False"


def test_what_is_said_beside_an_answer_keeps_to_the_terminal(home: Path) -> None:
    """The note of `people`, and where a deal that was moved is now, are broken between words."""
    for name, players in (("samedi", ["Anna", "Bo", "Cleo"]), ("vendredi", ["anna", "Bo", "cleo"])):
        scorekeeper(home, "new", "bizon", *players, "--name", name)
    shown = in_terminal(home, "people")
    assert "count as different people" in shown
    scorekeeper(home, "people", "merge", "Anna", "anna")
    scorekeeper(home, "people", "merge", "Cleo", "cleo")
    scorekeeper(home, "deal", "passed", "-s", "samedi")
    shown += in_terminal(home, "move", "1", "--to", "vendredi", "-s", "samedi")
    assert "in vendredi it is deal 1" in shown
    assert max(map(len, shown.splitlines())) <= 50, shown


def in_terminal(home: Path, *words: str) -> str:
    """What a command shows in a terminal of 50 columns."""
    shown = pexpect.run(
        shlex.join([*PROGRAM, *words]), env=environment(home), dimensions=(40, 50),
        encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    return ESCAPES.sub("", str(shown)).replace("\r", "")
