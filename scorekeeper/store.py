"""The only room that opens files: the home, the sessions, the rulesets.

A session file is only ever appended to, under a lock, and an entry is on disk (fsync of the
file, and of the folder where the file is new) before anybody is told that it was recorded.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from scorekeeper.problems import MachineFailure, Problem, Refused, nearest, refuse
from scorekeeper.ruleset import Ruleset, read_ruleset
from scorekeeper.ruleset.merge import whole_ruleset

T = TypeVar("T")
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
PATIENCE = 10.0
CURRENT = "current"
HISTORY, REMEMBERED = "history", 500
NAME_BYTES = 100
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


# --- failures of the machine -------------------------------------------------------------------------


@contextmanager
def _failing(what: str) -> Iterator[None]:
    """Turns an error of the machine into one that says what was attempted and what to do."""
    try:
        yield
    except OSError as error:
        raise MachineFailure(_failure(what, error)) from error


def _failure(what: str, error: OSError) -> Problem:
    codes = {
        errno.ENOSPC: ("disk-full", "make room on the disk, then try again"),
        errno.EDQUOT: ("disk-full", "make room on the disk, then try again"),
        errno.EACCES: ("no-permission", "allow writing there, or set SCOREKEEPER_HOME to another folder"),
        errno.EPERM: ("no-permission", "allow writing there, or set SCOREKEEPER_HOME to another folder"),
        errno.EROFS: ("read-only", "set SCOREKEEPER_HOME to a folder that can be written to"),
        errno.ENAMETOOLONG: ("name-long", "choose a shorter name"),
    }
    code, hint = codes.get(error.errno or 0, ("disk-failure", "nothing was recorded; check the disk, then try again"))
    return Problem(code, f"{what} failed: {error.strerror or error}", hint=hint)


# --- the home ------------------------------------------------------------------------------------------


def home() -> Path:
    """`$SCOREKEEPER_HOME`, else the platform's folder for applications' data."""
    chosen = os.environ.get("SCOREKEEPER_HOME")
    if chosen:
        return Path(chosen)
    from click import get_app_dir

    return Path(get_app_dir("scorekeeper"))


def _folder(name: str) -> Path:
    folder = home() / name
    with _failing(f"making the folder {folder}"):
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    return folder


def read_bytes(path: Path, what: str = "the file") -> bytes:
    """The bytes of a file; refused where there is none."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise refuse("file-missing", f"there is no {what} {path}") from None
    except IsADirectoryError:
        raise refuse("file-missing", f"{path} is a folder, not {what}") from None
    except ValueError:
        raise refuse("file-name", f"{str(path)!r} cannot be the name of a file") from None
    except OSError as error:
        raise MachineFailure(_failure(f"reading {path}", error)) from error


# --- which session -------------------------------------------------------------------------------------


def session_name_fault(name: str) -> str | None:
    """Why a name cannot be a session's or a ruleset's: it must be a plain file name everywhere."""
    if not name or len(name.encode("utf-8", "replace")) > NAME_BYTES:
        return f"it must have 1 to {NAME_BYTES} letters"
    if any(c in '/\\:*?"<>|' or not c.isprintable() for c in name):
        return 'it must not hold any of / \\ : * ? " < > | or control characters'
    if name[0] in ".-" or name[-1] in ". " or name[0] == " " or name.split(".")[0].casefold() in RESERVED:
        return "it must not begin with a dot, dash or space, end with a dot, or be a reserved name"
    return None


def session_path(chosen: str | None) -> Path:
    """The file of the session meant: by name or path, else `$SCOREKEEPER_SESSION`, else the one
    used last."""
    chosen = chosen or os.environ.get("SCOREKEEPER_SESSION")
    if chosen is None:
        chosen = current_session()
        if chosen is None:
            raise refuse("session-none", "there is no session yet", None, "begin one: scorekeeper new GAME PLAYER…")
    if "/" in chosen or os.sep in chosen or chosen.endswith(".toml"):
        return Path(chosen)
    fault = session_name_fault(chosen)
    if fault:
        raise refuse("session-name", f"`{chosen}` cannot be a session's name: {fault}", "session")
    path = home() / "sessions" / f"{chosen}.toml"
    if not path.is_file():
        raise _no_session(chosen)
    return path


def _no_session(name: str) -> Refused:
    names = session_names()
    meant = nearest(name, names)
    hint = f"did you mean `{meant}`?" if meant else "`scorekeeper sessions` lists them"
    return refuse("session-unknown", f"there is no session `{name}`", "session", hint)


def session_names() -> list[str]:
    """The names of the sessions in the home, oldest change first."""
    folder = home() / "sessions"
    try:
        with os.scandir(folder) as found:
            files = [(entry.stat().st_mtime_ns, entry.name[:-5]) for entry in found if entry.name.endswith(".toml") and entry.is_file()]
    except OSError:
        return []
    return [name for _, name in sorted(files)]


def current_session() -> str | None:
    """The session used last: its name, or its path where it lies outside the home."""
    try:
        return (home() / CURRENT).read_text("utf-8").strip() or None
    except (OSError, ValueError):
        names = session_names()
        return names[-1] if names else None


def make_current(path: Path) -> None:
    """Notes the session used last. It is only a convenience, so a failure is let pass."""
    inside = path.parent == home() / "sessions" and path.suffix == ".toml"
    name = path.stem if inside else str(path.absolute())
    try:
        pointer = home() / CURRENT
        if pointer.exists() and pointer.read_text("utf-8") == name + "\n":
            return
        fresh = pointer.with_name(f"{CURRENT}.{os.getpid()}")
        fresh.write_text(name + "\n", "utf-8")
        fresh.replace(pointer)
    except (OSError, ValueError):
        return


# --- what was typed ------------------------------------------------------------------------------------


def remembered_lines() -> list[str]:
    """The last lines typed at the live table, oldest first; a file grown long is cut to them. It
    is only a convenience, so a failure is let pass."""
    try:
        lines = (home() / HISTORY).read_text("utf-8").splitlines()
        if len(lines) > 2 * REMEMBERED:
            _write_private(home() / f"{HISTORY}.{os.getpid()}", lines[-REMEMBERED:]).replace(home() / HISTORY)
        return lines[-REMEMBERED:]
    except (OSError, ValueError):
        return []


def remember_line(line: str) -> None:
    """Keeps a line for the next time, where only its owner can read it."""
    with suppress(OSError, ValueError):
        _write_private(home() / HISTORY, [line])


def _write_private(path: Path, lines: list[str]) -> Path:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
    try:
        _write_all(handle, "".join(f"{line}\n" for line in lines).encode())
    finally:
        os.close(handle)
    return path


# --- writing -------------------------------------------------------------------------------------------


def create_session(name: str, text: str) -> Path:
    """Writes a new session file, whole or not at all, and never over another."""
    path = _folder("sessions") / f"{name}.toml"
    fresh = path.with_name(f".{os.getpid()}.new")
    with _failing(f"writing the session {path}"):
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE)
            try:
                _write_all(handle, text.encode())
                os.fsync(handle)
            finally:
                os.close(handle)
            os.link(fresh, path)
        except FileExistsError:
            raise refuse("session-exists", f"there is already a session `{name}`", "name", "choose another with --name, or go on with it: scorekeeper play") from None
        finally:
            fresh.unlink(missing_ok=True)
        _sync_folder(path.parent)
    return path


def change_session(path: Path, decide: Callable[[bytes], tuple[str, int, T]]) -> T:
    """Appends to a session what `decide` makes of its bytes, under a lock, on disk before it
    returns.

    `decide` gives the text to append, how many bytes of the file are whole, and a result. What
    a power cut left half-written after those is set aside in a file of its own first. If the
    write fails the file is put back as it was.
    """
    with _failing(f"recording in {path}"):
        try:
            handle = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            raise refuse("session-unknown", f"there is no session file {path}", "session") from None
        try:
            _lock(handle, path)
            data = _read_all(handle)
            text, whole, result = decide(data)
            if whole < len(data):
                _set_aside(path, data[whole:])
                os.ftruncate(handle, whole)
            if text:
                _append(handle, whole, text if _ends_a_line(data[:whole]) else "\n" + text)
            return result
        finally:
            os.close(handle)


def _ends_a_line(data: bytes) -> bool:
    return not data or data.endswith(b"\n")


def _append(handle: int, size: int, text: str) -> None:
    os.lseek(handle, size, os.SEEK_SET)
    try:
        _write_all(handle, text.encode())
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, size)
        os.fsync(handle)
        raise


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _read_all(handle: int) -> bytes:
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _lock(handle: int, path: Path) -> None:
    """Waits its turn for the file; somebody else's entry takes a moment, not ten seconds."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise MachineFailure(Problem("locked", f"another program holds {path}", hint="close it, then try again")) from None
            time.sleep(0.005)


def _set_aside(path: Path, cut: bytes) -> None:
    """Keeps what a power cut left of an entry in a file of its own, never deletes it."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.cut-{number}")).exists():
        number += 1
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        _write_all(handle, cut)
        os.fsync(handle)
    finally:
        os.close(handle)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- rulesets ------------------------------------------------------------------------------------------


def ruleset_folders() -> list[Path]:
    """Where rulesets are: the user's own first, then those shipped, which lie beside the package
    in an installed program and at the repository's root in an editable one."""
    package = Path(__file__).parent
    shipped = package / "rulesets"
    return [home() / "rulesets", shipped if shipped.is_dir() else package.parent / "rulesets"]


def ruleset_files() -> dict[str, Path]:
    """The rulesets there are, by id; a user's own stands before a shipped one of the same id."""
    found: dict[str, Path] = {}
    for folder in ruleset_folders():
        for path in sorted(folder.rglob("*.toml")) if folder.is_dir() else []:
            if "packs" not in path.relative_to(folder).parts:
                found.setdefault(path.stem, path)
    return found


def ruleset_path(wanted: str) -> Path:
    """The file of a ruleset by id or unambiguous beginning."""
    found = ruleset_files()
    if wanted in found:
        return found[wanted]
    begins = [name for name in found if wanted and name.startswith(wanted.casefold())]
    if len(begins) == 1:
        return found[begins[0]]
    if begins:
        raise refuse("game-ambiguous", f"`{wanted}` could be {', '.join(sorted(begins))}", "game")
    meant = nearest(wanted, found)
    raise refuse("game-unknown", f"there is no game `{wanted}`", "game", f"did you mean `{meant}`?" if meant else "`scorekeeper rules list` lists them")


def load_ruleset(wanted: str) -> Ruleset:
    """A ruleset by id, whole and checked; raises Refused with the place of every fault."""
    return load_ruleset_file(ruleset_path(wanted))


def load_ruleset_file(path: Path) -> Ruleset:
    """A ruleset from its file, with file and line beside every fault."""
    texts: dict[Path, str] = {}
    raw = _toml(path, texts)
    try:
        merged = whole_ruleset(raw, lambda name: _toml(ruleset_path(name), texts), lambda name: _toml(_pack_path(name), texts))
        return read_ruleset(merged, path.stem)
    except Refused as refusal:
        raise Refused([_with_line(problem, path, texts) for problem in refusal.problems], refusal.heading) from None


def _pack_path(name: str) -> Path:
    packs = {path.stem: path for folder in reversed(ruleset_folders()) for path in sorted((folder / "packs").glob("*.toml"))}
    if name not in packs:
        meant = nearest(name, packs)
        raise refuse("ruleset", f"there is no pack `{name}`; there are {', '.join(sorted(packs))}", "pack", f"did you mean `{meant}`?" if meant else None)
    return packs[name]


def _toml(path: Path, texts: dict[Path, str]) -> Mapping[str, Any]:
    data = read_bytes(path, "ruleset")
    try:
        text = texts[path] = data.decode("utf-8")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise Refused([Problem("ruleset", f"the file is not UTF-8 text at byte {error.start}", place=str(path))]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Refused([Problem("ruleset", f"the file is not TOML: {error}", place=str(path))]) from None


def _with_line(problem: Problem, path: Path, texts: Mapping[Path, str]) -> Problem:
    """The fault with its file and line: in the file itself, else in what it extends."""
    from scorekeeper.ruleset.place import line_of

    if problem.place or problem.fact is None:
        return problem if problem.place else problem._replace(place=str(path))
    exact = [(file, line) for file, text in texts.items() if (line := line_of(text, problem.fact))]
    file, line = exact[0] if exact else (path, 1)
    quoted = texts.get(file, "").splitlines()[line - 1 : line]
    return problem._replace(place=f"{file}:{line}", message=problem.message + (f"\n    {line} | {quoted[0].strip()}" if quoted else ""))


def read_path(name: str) -> str:
    """The text of a file that a person named."""
    data = read_bytes(Path(name), "file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse("file-encoding", f"{name} is not UTF-8 text (byte {error.start})", None, "save it as UTF-8") from None
