"""The command `board` as it is typed: in a terminal of its own, with other commands beside it.

Where the extra `board` is not installed these tests are left out.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from terminal import Person

EXTRA = "the extra `board` is not installed: pip install 'tablescore[board]'"
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason=EXTRA)
if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pexpect  # noqa: E402
from phones import PATIENCE, Phone, made_certificate  # noqa: E402

from scorekeeper.board.board_address import network_address  # noqa: E402

pytestmark = pytest.mark.surroundings
BEGUN = "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name friday"


@contextmanager
def typed(home: Path, *words: str) -> Iterator[pexpect.spawn]:
    """A command in a pseudo-terminal that is as large as most."""
    settings = {
        "HOME": str(home), "SCOREKEEPER_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm",
        "PATH": os.environ["PATH"],
    }  # fmt: skip
    child = pexpect.spawn(
        sys.executable, ["-m", "scorekeeper", *words],
        env=settings, encoding="utf-8", timeout=PATIENCE, dimensions=(50, 100),
    )  # fmt: skip
    try:
        yield child
    finally:
        child.close(force=True)


def linked(child: pexpect.spawn) -> tuple[SimpleNamespace, str]:
    """Where the board that a command tells is reached, and its code."""
    child.expect(r"to look at friday: (http://([0-9.]+):([0-9]+))/#([\w-]{22})\r")
    origin, host, port, code = child.match.groups()
    child.expect("Ctrl-C ends the board")
    return SimpleNamespace(origin=origin, host=host, port=int(port)), code


def test_it_is_told_and_ended_with_ctrl_c(tmp_path: Path) -> None:
    """The link, pages; what is recorded beside it; the end, with exit code 0
    and nothing of the code but in the link."""
    home = Person(tmp_path / "home").after(BEGUN)
    with typed(home.home, "board", "--local", "--port", "0") as child:
        at, code = linked(child)
        assert not re.search(r"█▀+", child.before)  # no phone reaches this machine by 127.0.0.1
        phone = Phone(at)  # type: ignore[arg-type]
        assert phone.gets(f"/?code={code}").code == 401
        assert phone.opens(code).code == 303
        with phone.watches() as marks:
            next(marks)
            home.does("deal sang 6 6")
            assert next(marks).startswith("1 ")
        assert "Anna 6−8=−2" in phone.gets("/").text.replace("<bdi>", "").replace("</bdi>", "")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert code not in child.before
        child.close()
        assert child.exitstatus == 0


def test_it_asks_before_it_listens_beyond_this_machine(tmp_path: Path) -> None:
    """A no keeps it here."""
    if network_address() is None:
        pytest.skip("this machine is in no network")
    home = Person(tmp_path / "home").after(BEGUN)
    with typed(home.home, "board", "--port", "0") as child:
        child.expect("can then look at friday, or enter")
        child.sendline("n")
        at, _ = linked(child)
        assert at.host == "127.0.0.1"
        child.sendintr()
        child.expect(pexpect.EOF)


def test_in_a_network_there_is_a_code_to_photograph(tmp_path: Path) -> None:
    """And a word about networks that keep phones apart."""
    if network_address() is None:
        pytest.skip("this machine is in no network")
    home = Person(tmp_path / "home").after(BEGUN)
    with typed(home.home, "board", "--port", "0", "--yes") as child:
        child.expect("Ctrl-C ends the board")
        assert re.search(r"█▀+", child.before)
        assert "may keep phones apart" in " ".join(child.before.split())


def codes_told(home: Path, *words: str) -> tuple[str, str]:
    """The codes of a board that is started and ended."""
    with typed(home, "board", "--local", "--port", "0", *words) as child:
        found = []
        for what in ("look at", "enter in"):
            child.expect(rf"to {what} friday: http://[0-9.:]+/#([\w-]{{22}})\r")
            found.append(child.match[1])
        child.expect("Ctrl-C ends the board")
    return found[0], found[1]


def test_the_next_board_of_a_session_has_the_same_links(tmp_path: Path) -> None:
    """Whatever the session is called, and nobody else can read them; another session has others, and so
    has one for which new ones are asked."""
    home = Person(tmp_path / "home").after(BEGUN)
    first = codes_told(home.home)
    assert codes_told(home.home) == first
    kept = home.home / "board-codes"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    fresh = codes_told(home.home, "--new-codes")
    assert not {*fresh} & {*first}
    assert codes_told(home.home) == fresh
    home.after(
        "sessions rename friday thursday", "new bismarck-swedish Anna Björn Cleo --name friday"
    )
    assert not {*codes_told(home.home, "-s", "friday")} & {*fresh}
    kept.write_text("spoilt")
    assert codes_told(home.home, "-s", "friday")


INTERRUPTED = """
import signal, sys
import uvicorn
from scorekeeper.board.board_address import new_codes
from scorekeeper.board.session_watch import FollowedSession
from scorekeeper.board.phone_entry import Entries
from scorekeeper.board.board_address import listening_address
from scorekeeper.board.server import ended_by_ctrl_c, server_of

session, owner, name = sys.argv[1:]
owner = getattr(uvicorn, owner)
usual = getattr(owner, name)

def interrupted(*given, **named):
    signal.raise_signal(signal.SIGINT)
    return usual(*given, **named)

setattr(owner, name, interrupted)
at, before = listening_address(None, 0, "http"), signal.getsignal(signal.SIGINT)
server = server_of(Entries(FollowedSession(session), confirms=True), at, new_codes())
with ended_by_ctrl_c(server):
    server.run(sockets=[*at.sockets])
print("ended", signal.getsignal(signal.SIGINT) is before)
"""


@pytest.mark.parametrize(
    "moment", ["Config.get_loop_factory", "Server.serve", "Server.startup", "Server.main_loop"]
)
def test_ctrl_c_ends_it_at_any_moment(moment: str, tmp_path: Path) -> None:
    """While it begins too: before there is a loop, before the server hears of signals itself, and
    while the session is read for the first time. Afterwards Ctrl-C does what it did before."""
    session = str(Person(tmp_path / "home").after(BEGUN).path("friday"))
    words = [sys.executable, "-c", INTERRUPTED, session, *moment.split(".")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "ended True", "")


def test_play_goes_on_beside_it(tmp_path: Path) -> None:
    """What is entered at the live table of another terminal is told to the phones, and the table
    hears nothing of the board."""
    home = Person(tmp_path / "home").after(BEGUN)
    with typed(home.home, "board", "--local", "--port", "0") as child:
        at, code = linked(child)
        phone = Phone(at)  # type: ignore[arg-type]
        phone.opens(code)
        with phone.watches() as marks, typed(home.home, "play") as table:
            next(marks)
            table.expect("deal 1> ")
            table.sendline("sang 6 6")
            table.expect("Count it")
            table.sendline("y")
            table.expect("recorded deal 1")
            assert next(marks).startswith("1 ")
            table.sendline("quit")
            table.expect(pexpect.EOF)
        child.sendintr()
        child.expect(pexpect.EOF)


def test_a_session_that_is_renamed_is_followed(tmp_path: Path) -> None:
    """The phones go on under its new name. Where it was deleted they say so, with a way on and no path
    of the machine; once it is back they go on."""
    home = Person(tmp_path / "home").after(BEGUN)
    with typed(home.home, "board", "--local", "--port", "0") as child:
        at, code = linked(child)
        phone = Phone(at)  # type: ignore[arg-type]
        phone.opens(code)
        assert "friday" in phone.gets("/").text
        home.does("sessions rename friday thursday")
        assert "<bdi>thursday</bdi>" in phone.gets("/").text
        assert "Totals" in phone.gets("/").text
        home.does("sessions delete thursday")
        page = phone.gets("/").text
        assert "is not there any more: it was put away or deleted" in page
        assert "scorekeeper board --session NAME" in page
        assert str(home.home) not in page
        home.does("sessions restore thursday")
        assert "Totals" in phone.gets("/").text


def test_with_a_certificate_it_is_encrypted(tmp_path: Path) -> None:
    """The link is https, and the cookie is sent over that alone; a phone that trusts the
    certificate reads the page."""
    certificate = made_certificate(tmp_path)
    cert, key = certificate.cert, certificate.key
    home = Person(tmp_path / "home").after(BEGUN)
    words = ["board", "--local", "--port", "0", "--cert", cert, "--key", key]
    with typed(home.home, *words) as child:
        child.expect(r"to look at friday: https://127.0.0.1:([0-9]+)/#([\w-]{22})\r")
        port, code = child.match.groups()
        child.expect("Ctrl-C ends the board")
        trusting = ssl.create_default_context(cafile=cert)
        line = http.client.HTTPSConnection(
            "127.0.0.1", int(port), timeout=PATIENCE, context=trusting
        )
        with closing(line):
            own = {"Origin": f"https://127.0.0.1:{port}"}
            line.request("POST", "/open", f"code={code}", own)
            answer = line.getresponse()
            answer.read()
            assert answer.status == 303
            cookie = answer.headers["set-cookie"]
            assert "Secure" in cookie
            line.request("GET", "/", headers={"Cookie": cookie.partition(";")[0]})
            assert "Björn" in line.getresponse().read().decode()
        child.sendintr()
        child.expect(pexpect.EOF)


def test_no_fault_of_a_connection_is_shown_on_the_terminal(tmp_path: Path) -> None:
    """More connections at once than the machine has files for, each with a word that is no TLS: the
    board says nothing of them, and serves on once they are gone."""
    home = Person(tmp_path / "home").after(BEGUN)
    certificate = made_certificate(tmp_path)
    cert, key = certificate.cert, certificate.key
    words = [sys.executable, "-m", "scorekeeper", "board", "--local", "--port", "0"]
    with subprocess.Popen(
        ["sh", "-c", 'ulimit -n 40; exec "$@"', "sh", *words, "--cert", cert, "--key", key],
        env={**os.environ, "SCOREKEEPER_HOME": str(home.home)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as board:  # fmt: skip
        assert board.stdout is not None
        match = re.search(r"https://127.0.0.1:([0-9]+)/#", board.stdout.readline())
        assert match is not None
        place = "127.0.0.1", int(match[1])
        lines = [socket.create_connection(place, PATIENCE) for _ in range(60)]
        for line in lines:
            with suppress(OSError):
                line.sendall(b"GET / HTTP/1.1\r\n\r\n")
        for line in lines:
            line.close()
        trusting = ssl.create_default_context(cafile=cert)
        answered = http.client.HTTPSConnection(*place, timeout=PATIENCE, context=trusting)
        with closing(answered):
            answered.request("GET", "/")
            assert answered.getresponse().status == 401
        board.send_signal(signal.SIGINT)
        _, err = board.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 3, err


def test_nothing_else_loads_what_serves_pages(tmp_path: Path) -> None:
    """The command itself loads none of it for its help, nor does any other."""
    home = Person(tmp_path / "home").after(BEGUN)
    for words in (["board", "--help"], ["sheet"], ["deal", "sang", "6", "6"]):
        script = (
            "import sys; from scorekeeper.cli.main import main\n"
            f"try: main({words!r})\n"
            "except SystemExit: pass\n"
            "print('LOADED', [n for n in ('starlette', 'uvicorn', 'segno', 'asyncio', 'scorekeeper.board')"
            " if n in sys.modules])"
        )
        said = pexpect.run(
            f'{sys.executable} -c "exec(bytes.fromhex(\'{script.encode().hex()}\'))"',
            env={**os.environ, "SCOREKEEPER_HOME": str(home.home)}, encoding="utf-8",
        )  # fmt: skip
        assert "LOADED []" in said
