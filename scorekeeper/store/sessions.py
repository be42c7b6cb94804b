"""Which session is meant: by name, by path, or the one used last."""

import os
from contextlib import suppress

from scorekeeper.problems import Refused, listed, nearest, refuse
from scorekeeper.store.disk import PRIVATE_FILE, SUFFIX, failure, home, stem, write_all

CURRENT = "current"
NAME_BYTES = 100
LISTED = 8
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
HISTORY, REMEMBERED = "history", 500


# --- names -----------------------------------------------------------------------------------------


def session_name_fault(name: str) -> str | None:
    """Why a name cannot be a session's: it must be a plain file name everywhere."""
    if not name or len(name.encode("utf-8", "replace")) > NAME_BYTES:
        return f"it must have 1 to {NAME_BYTES} letters"
    if any(c in '/\\:*?"<>|' or not c.isprintable() for c in name):
        return 'it must not hold any of / \\ : * ? " < > | or control characters'
    if name[0] in ".- " or name[-1] in ". " or name.partition(".")[0].strip().casefold() in RESERVED:
        return "it must not begin with a dot, dash or space, end with a dot or space, or be a reserved name"
    if name.endswith(SUFFIX):
        return f"it must not end with {SUFFIX}, which is for paths"
    return None


def session_names() -> list[str]:
    """The names of the sessions in the home, oldest change first."""
    try:
        with os.scandir(_folder()) as found:
            files = [
                (entry.stat().st_mtime_ns, stem(entry.name))
                for entry in found
                if entry.name.endswith(SUFFIX) and entry.name[0] != "." and entry.is_file()
            ]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise failure(f"reading the folder {_folder()}", error) from error
    return [name for _, name in sorted(files)]


def _folder() -> str:
    return os.path.join(home(), "sessions")


# --- which one is meant ----------------------------------------------------------------------------


def session_path(chosen: str | None) -> str:
    """The file of the session meant: by name or path, else `$SCOREKEEPER_SESSION`, else the one
    used last."""
    if chosen is not None:
        return _path_named(chosen)
    named = os.environ.get("SCOREKEEPER_SESSION")
    return _path_named(named, ", which $SCOREKEEPER_SESSION names") if named else _current_path()


def _path_named(chosen: str, by: str = "") -> str:
    if "/" in chosen or os.sep in chosen or chosen.endswith(SUFFIX):
        return chosen
    fault = session_name_fault(chosen)
    if fault:
        raise refuse("session-name", f"`{chosen}`{by} cannot be a session's name: {fault}", "session")
    path = os.path.join(_folder(), chosen + SUFFIX)
    if not _is_there(path):
        raise _no_session(chosen, by)
    if os.path.islink(path) and os.path.dirname(os.path.realpath(path)) != os.path.realpath(_folder()):
        message = f"the session `{chosen}`{by} is a link that leads out of the home, to {os.path.realpath(path)}"
        raise refuse("session-elsewhere", message, "session", "say so with the path: --session PATH")
    return path


def _is_there(path: str) -> bool:
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise failure(f"looking for {path}", error) from error
    return True


def _no_session(name: str, by: str) -> Refused:
    names = session_names()
    meant = nearest(name, names)
    hint = f"did you mean `{meant}`?" if meant else "`scorekeeper sessions` lists them"
    return refuse("session-unknown", f"there is no session `{name}`{by}", "session", hint)


# --- the one used last -----------------------------------------------------------------------------


def current_session() -> str | None:
    """The session used last: its name, or its path where it lies outside the home."""
    with suppress(Refused):
        if noted := _noted():
            return noted
    return next(reversed(session_names()), None)


def _current_path() -> str:
    """The file of the session used last. Where that was never noted it is the one that changed
    last; where the note leads nowhere, nothing is guessed."""
    chosen = _noted() or current_session()
    if chosen is None:
        raise refuse("session-none", "there is no session yet", None, "begin one: scorekeeper new GAME PLAYER…")
    path = chosen if os.path.isabs(chosen) else os.path.join(_folder(), chosen + SUFFIX)
    if not _is_there(path):
        raise refuse("session-gone", f"the session used last, `{chosen}`, is no longer there", "session", _which())
    return path


def _noted() -> str | None:
    """What the note of the session used last says; None where there is none."""
    try:
        with open(_pointer(), encoding="utf-8") as file:
            noted = file.read(10_000).strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise _unreadable(str(error)) from None
    if noted and not os.path.isabs(noted) and (fault := session_name_fault(noted)):
        raise _unreadable(fault)
    return noted or None


def _unreadable(why: str) -> Refused:
    message = f"which session was used last cannot be read from {_pointer()}: {why}"
    return refuse("session-note", message, None, _which())


def _which() -> str:
    names = [f"`{name}`" for name in reversed(session_names())]
    there = f"there are {listed([*names[:LISTED], *(['others'] if names[LISTED:] else [])], 'and')}" if names else ""
    return f"say which with --session NAME: {there}" if names else "begin one: scorekeeper new GAME PLAYER…"


def _pointer() -> str:
    return os.path.join(home(), CURRENT)


def make_current(path: str) -> None:
    """Notes the session used last. It is only a convenience, so a failure is let pass."""
    inside = os.path.dirname(path) == _folder() and path.endswith(SUFFIX)
    noted = stem(path) if inside else os.path.abspath(path)
    with suppress(OSError, ValueError, Refused):
        if noted == _noted():
            return
    fresh = f"{_pointer()}.{os.getpid()}"
    with suppress(OSError, ValueError):
        _write_private(fresh, [noted], os.O_TRUNC)
        os.replace(fresh, _pointer())


# --- what was typed --------------------------------------------------------------------------------


def remembered_lines() -> list[str]:
    """The last lines typed at the live table, oldest first; a file grown long is cut to them. It
    is only a convenience, so a failure is let pass."""
    history = os.path.join(home(), HISTORY)
    try:
        with open(history, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if len(lines) > 2 * REMEMBERED:
            fresh = f"{history}.{os.getpid()}"
            _write_private(fresh, lines[-REMEMBERED:], os.O_TRUNC)
            os.replace(fresh, history)
        return lines[-REMEMBERED:]
    except (OSError, ValueError):
        return []


def remember_line(line: str) -> None:
    """Keeps a line for the next time, where only its owner can read it."""
    with suppress(OSError, ValueError):
        _write_private(os.path.join(home(), HISTORY), [line], os.O_APPEND)


def _write_private(path: str, lines: list[str], how: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE_FILE)
    try:
        write_all(handle, "".join(f"{line}\n" for line in lines).encode())
    finally:
        os.close(handle)
