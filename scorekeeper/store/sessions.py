"""The choice of a session: by name, by path, or the one used last."""

import os
from collections.abc import Callable
from contextlib import suppress

from scorekeeper.store.disk import (
    SUFFIX,
    SpecialFile,
    create_folders,
    home,
    name_of_file,
    ordinary_bytes,
    reason,
    retry_on_eintr,
    with_lowercase_scheme,
)
from scorekeeper.store.folder import opened_folder, write_and_replace
from scorekeeper.store.home_choice import current_home, home_of, path_in
from scorekeeper.store.home_interface import ARCHIVE, SESSIONS
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.problems import (
    MachineFailure,
    Problem,
    Refused,
    did_you_mean,
    lists_them,
    refuse,
)
from scorekeeper.text.translation import marked

CURRENT, REFUSED_NEW = "current", "refused-new"
NOTE_BYTES = 10_000
NAME_BYTES = 100
LISTED = 8
FORBIDDEN = frozenset('/\\:*?"<>|')
RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789"),
}
# Also reserved by Windows, but allowed for existing sessions.
RESERVED_TOO = {
    "conin$",
    "conout$",
    *(f"{port}{n}" for port in ("com", "lpt") for n in "\u00b9\u00b2\u00b3"),
}
MOST_MEANT = 3  # suggested sessions whose name begins with the one typed
# Messages about the chosen session: typed, and from the environment.
_NO_NAME = (
    marked("`{session}` cannot be a session's name: {fault}"),
    marked("`{session}`, which $SCOREKEEPER_SESSION names cannot be a session's name: {fault}"),
)
_UNKNOWN = (
    marked("there is no session `{session}`"),
    marked("there is no session `{session}`, which $SCOREKEEPER_SESSION names"),
)
_ELSEWHERE = (
    marked("the session `{session}` is a link that leads out of the home, to {path}"),
    marked(
        "the session `{session}`, which $SCOREKEEPER_SESSION names is a link that leads out of the "
        "home, to {path}"
    ),
)
_BEGIN = say("begin one: {command}", command=CommandLine("new", rest=(say("GAME"), say("PLAYER…"))))


_ODD_ENDS = say(
    "it must not begin with a dot, dash or space, end with a dot or space, or be a reserved name"
)


# --- names ---------------------------------------------------------------------------------------


def session_name_fault(name: str) -> Words | None:
    """Return the reason why a name is not valid for a session, or None. It must be a plain file
    name on every system."""
    if not name or len(name.encode("utf-8", "replace")) > NAME_BYTES:
        return say("it must have 1 to {most} letters", most=NAME_BYTES)
    if not FORBIDDEN.isdisjoint(name) or not name.isprintable():
        return say('it must not hold any of / \\ : * ? " < > | or control characters')
    if name[0] in ".- " or name[-1] in ". " or _before_dot(name) in RESERVED:
        return _ODD_ENDS
    if name.endswith(SUFFIX):
        return say("it must not end with {suffix}, which is for paths", suffix=SUFFIX)
    return None


def new_name_fault(name: str) -> Words | None:
    """Return the reason why a name is not valid for a new session or ruleset, or None."""
    return session_name_fault(name) or (_ODD_ENDS if _before_dot(name) in RESERVED_TOO else None)


def _before_dot(name: str) -> str:
    """Return the part of a name that Windows compares with device names. `NUL.txt` is a device
    too."""
    return name.partition(".")[0].strip().casefold()


def session_names(by_change: bool = True) -> list[str]:
    """Return the names of the home's sessions without archived ones: oldest change first, or,
    without examining files, alphabetically."""
    return names_in(sessions_folder(), by_change)


def archived_names() -> list[str]:
    """Return the names of the archived sessions, in order."""
    return names_in(archive_folder(), by_change=False)


def every_session(is_wanted: Callable[[str], bool] | None = None) -> list[str]:
    """Return the names of the home's sessions in order, then the archived ones as `archive/NAME`:
    the listed names that `listed_sessions` takes. `is_wanted` selects names; None selects all."""
    own = names_in(sessions_folder(), False, is_wanted)
    return [*own, *(f"{ARCHIVE}/{name}" for name in names_in(archive_folder(), False, is_wanted))]


def are_more_than(most: int) -> bool:
    """Return True if the home has more than `most` sessions, archived ones included."""
    home = current_home()
    return sum(home.number_in(home.folder(what), most) for what in (SESSIONS, ARCHIVE)) > most


def bare_name(listed: str) -> str:
    """Return a session's name from its listed name, without `archive/`."""
    return listed.removeprefix(f"{ARCHIVE}/")


def listed_as(path: str) -> str | None:
    """Return the listed name of the session with this path, or None if the path is in another
    folder."""
    folder, name = os.path.dirname(path), name_of_file(path)
    if folder == sessions_folder():
        return name
    return f"{ARCHIVE}/{name}" if folder == archive_folder() else None


def names_in(
    folder: str, by_change: bool, is_wanted: Callable[[str], bool] | None = None
) -> list[str]:
    """Return the names of the sessions in a folder, ordered as by `session_names`. `is_wanted`
    selects names; None selects all."""

    def is_meant(name: str) -> bool:
        return (is_wanted is None or is_wanted(name)) and session_name_fault(name) is None

    return current_home().names_in(folder, is_meant, by_change)


def listed_sessions() -> Callable[[str], bytes]:
    """Return a function from a session's listed name to its bytes. The home is looked up only
    once."""
    read = current_home().reader(sessions_folder())

    def listed_session(name: str) -> bytes:
        data = read(name)
        return _listed_bytes(name) if data is None else data

    return listed_session


def _listed_bytes(name: str) -> bytes:
    """Return the bytes of a session by its listed name, more slowly, with all problems reported."""
    bare = bare_name(name)
    return session_bytes(path_in(ARCHIVE, bare) if bare != name else session_path(name))


def session_bytes(path: str) -> bytes:
    """Return the bytes of a session. Raises Refused if there is none, or if it is too large."""
    return home_of(path).session_bytes(path)


def sessions_folder() -> str:
    """Return the folder of the sessions."""
    return current_home().folder(SESSIONS)


def archive_folder() -> str:
    """Return the folder of the archived sessions."""
    return current_home().folder(ARCHIVE)


# --- choosing by name or path --------------------------------------------------------------------


def session_path(chosen: str | None) -> str:
    """Return the path of the chosen session, given by name or path. If None, use
    `$SCOREKEEPER_SESSION`, else the session used last."""
    if chosen is not None:
        return _path_named(chosen)
    named = os.environ.get("SCOREKEEPER_SESSION")
    return _path_named(named, by_environment=True) if named else _current_path()


def _path_named(chosen: str, by_environment: bool = False) -> str:
    if "/" in chosen or os.sep in chosen or chosen.endswith(SUFFIX):
        return with_lowercase_scheme(chosen)
    fault = session_name_fault(chosen)
    if fault:
        raise refuse(
            "session-name", say(_NO_NAME[by_environment], session=chosen, fault=fault), "session"
        )
    path, home = path_in(SESSIONS, chosen), current_home()
    if not home.is_there(path):
        archived = path_in(ARCHIVE, chosen)
        if home.is_there(archived):
            return archived
        raise _no_session(chosen, by_environment)
    to = home.target(path)
    if to == path:
        return path
    if os.path.dirname(to) != home.place(sessions_folder()):
        message = say(_ELSEWHERE[by_environment], session=chosen, path=to)
        raise refuse(
            "session-elsewhere", message, "session", say("say so with the path: --session PATH")
        )
    return to if os.path.isfile(to) else path


def _no_session(name: str, by_environment: bool) -> Refused:
    there = session_names()
    begun = [f"`{one}`" for one in there if one.startswith(name.casefold())]
    hint = (
        say("did you mean {words}?", words=listing(begun))
        if 0 < len(begun) <= MOST_MEANT
        else did_you_mean(name, there) or lists_them(CommandLine("sessions"))
    )
    return refuse("session-unknown", say(_UNKNOWN[by_environment], session=name), "session", hint)


# --- the one noted as used last ------------------------------------------------------------------


def current_session() -> str | None:
    """Return the session used last, or if unknown, changed last: its name, or its path if outside
    the home. Return None if there is none."""
    with suppress(Refused, MachineFailure):
        if noted := _noted():
            return noted
    return next(reversed(session_names()), None)


def _current_path() -> str:
    """Return the path of the session used last, or changed last if none is noted. Raises Refused
    if the noted session is gone, instead of guessing."""
    chosen = _noted() or current_session()
    if chosen is None:
        raise refuse("session-none", say("there is no session yet"), None, _BEGIN)
    path = chosen if os.path.isabs(chosen) else path_in(SESSIONS, chosen)
    if not home_of(path).is_there(path):
        message = say("the session used last, `{session}`, is no longer there", session=chosen)
        raise refuse("session-gone", message, "session", _which())
    return path


def _noted() -> str | None:
    """Return the session noted as used last, or None. Raises Refused or MachineFailure if the note
    cannot be read."""
    try:
        noted = ordinary_bytes(_pointer(), NOTE_BYTES, is_own=True)[:NOTE_BYTES].decode().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (IsADirectoryError, SpecialFile) as error:
        raise Refused([_unreadable(reason(error))]) from None
    except OSError as error:
        raise MachineFailure(_unreadable(reason(error))) from error
    except ValueError as error:
        raise Refused([_unreadable(str(error))]) from None
    if noted and not os.path.isabs(noted) and (fault := session_name_fault(noted)):
        raise Refused([_unreadable(fault)])
    return noted or None


def _unreadable(why: Words) -> Problem:
    message = say(
        "which session was used last cannot be read from {path}: {why}", path=_pointer(), why=why
    )
    return Problem("session-note", message, None, (_which(),))


def _which() -> Words:
    names = [f"`{name}`" for name in reversed(session_names())]
    if not names:
        return _BEGIN
    if names[LISTED:]:
        some = ", ".join(names[:LISTED])
        return say("say which with --session NAME: there are {sessions} and others", sessions=some)
    return say(
        "say which with --session NAME: there are {sessions}", sessions=listing(names, "and")
    )


def _pointer() -> str:
    return os.path.join(home(), current_home().note(CURRENT))


def forget_current(path: str) -> None:
    """Delete the note of the session used last if it names this session, which is gone. The
    session changed last is then used instead."""
    with suppress(Refused, MachineFailure, OSError):
        if _noted() == _as_noted(path):
            retry_on_eintr(os.unlink, _pointer())


def is_current(path: str) -> bool:
    """Return True if this session is noted as the one used last."""
    with suppress(Refused, MachineFailure):
        return _noted() == _as_noted(path)
    return False


def is_archived(path: str) -> bool:
    """Return True if a session's file is in the archive."""
    folder = os.path.dirname(path)
    return os.path.basename(folder) == ARCHIVE and folder == archive_folder()


def follow_current(old: str, new: str) -> None:
    """Change the note of the session used last if it names the renamed session `old`."""
    noted = ""
    with suppress(Refused, MachineFailure):
        noted = _noted() or ""
    if noted == _as_noted(old):
        make_current(new)


def _as_noted(path: str) -> str:
    """Return a session in the form of the note: its name if in the home, else its path."""
    inside = os.path.dirname(path) == sessions_folder() and path.endswith(SUFFIX)
    return name_of_file(path) if inside else os.path.abspath(path)


def note_refused_new() -> None:
    """Note that a session could not be begun: until one is named or begun, a command without a
    session's name is ambiguous. Without any other session, note nothing."""
    if current_session() is None:
        return
    with (
        suppress(OSError, ValueError, MachineFailure),
        opened_folder(home(), may_be_link=True) as folder,
    ):
        write_and_replace(folder, current_home().note(REFUSED_NEW), [b""])


def is_new_refused() -> bool:
    """Return True if a session could not be begun since one was used last."""
    return os.path.exists(os.path.join(home(), current_home().note(REFUSED_NEW)))


def make_current(path: str) -> None:
    """Note a session as used last, unless it is archived. A failure is ignored; the old note, now
    wrong, is then deleted, and the session changed last is used instead."""
    if is_archived(path):
        return
    with suppress(OSError):
        retry_on_eintr(os.unlink, os.path.join(home(), current_home().note(REFUSED_NEW)))
    noted = _as_noted(path)
    with suppress(Refused, MachineFailure):
        if noted == _noted():
            return
    try:
        create_folders(home())
        with opened_folder(home(), may_be_link=True) as folder:
            write_and_replace(folder, current_home().note(CURRENT), [f"{noted}\n".encode()])
    except (OSError, ValueError, MachineFailure):
        if not os.path.isabs(noted):
            with suppress(OSError):
                retry_on_eintr(os.unlink, _pointer())
