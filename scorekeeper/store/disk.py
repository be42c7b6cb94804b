"""The home, reading and writing a file, and what the machine says when it fails."""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from scorekeeper.store.able import (
    BINARY,
    HAS_FOLDERS,
    NAMES_MAY_GO,
    NO_FOLLOW,
    NO_FULL_SYNC,
    NO_SYNC,
    NON_BLOCK,
    meet,
)
from scorekeeper.store.owned import hold_private
from scorekeeper.store.reasons import LeftAlone, reason
from scorekeeper.store.size import most_bytes, too_large
from scorekeeper.text.language import marked
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse

try:
    import fcntl
except ImportError:  # Windows
    FULL_SYNC = None
else:
    # where fsync leaves what was written in the disk's own memory: macOS
    FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)

T = TypeVar("T")
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SUFFIX = ".toml"
HOLDS = ("sessions", "events", "rulesets", "people.toml", "trash")  # of which a home has some
SCHEME_LENGTH = len("postgresql://")
SCHEME = re.compile("[a-z][a-z0-9+.-]+://|(postgres|postgresql|file|https?):", re.IGNORECASE)
PIECE = 1 << 20  # bytes read at a time, at most
PATIENCE = 1.0  # seconds for somebody to take the other end of a pipe

_ELSEWHERE = marked("allow it there, or set SCOREKEEPER_HOME to another folder")
_MAKE_ROOM = marked("make room on the disk, then try again")
_A_FOLDER = marked("set SCOREKEEPER_HOME to a folder")
_LOCKS = marked(
    "mount the drive with its locks (NFS: its lock service, or local_lock=flock), or set "
    "SCOREKEEPER_HOME to a folder on a disk of this computer"
)
_FAILURES = {
    errno.ENOSPC: ("disk-full", _MAKE_ROOM),
    errno.EDQUOT: ("disk-full", _MAKE_ROOM),
    errno.EFBIG: ("disk-full", marked("the file may not grow any more: see `ulimit -f`")),
    errno.EACCES: ("no-permission", _ELSEWHERE),
    errno.EPERM: ("no-permission", _ELSEWHERE),
    errno.EROFS: ("read-only", _ELSEWHERE),
    errno.ENOTDIR: ("no-folder", _A_FOLDER),
    errno.EEXIST: ("no-folder", _A_FOLDER),
    errno.ENOLCK: ("no-locks", _LOCKS),
    errno.ENAMETOOLONG: ("name-long", marked("choose a shorter name")),
}
_UNKNOWN_FAILURE = ("disk-failure", marked("nothing was recorded; check the disk, then try again"))
_MISSING = {
    "file": marked("there is no file {path}"),
    "ruleset": marked("there is no ruleset {path}"),
    "session file": marked("there is no session file {path}"),
}
_IS_FOLDER = {
    "file": marked("{path} is a folder, not a file"),
    "ruleset": marked("{path} is a folder, not a ruleset"),
    "session file": marked("{path} is a folder, not a session file"),
}


class NotOrdinary(LeftAlone):
    """A pipe, a device: whoever read it might wait for ever."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, say("it is not an ordinary file"))


@contextmanager
def failing(message: str, path: str) -> Iterator[None]:
    """Turns an error of the machine into one that says what was attempted and what to do."""
    try:
        yield
    except OSError as error:
        raise failure(message, path, error) from error


def failure(message: str, path: str, error: OSError) -> MachineFailure:
    """What was attempted, a marked message with `{path}` and `{why}`; why the machine could not;
    what to do."""
    code, hint = _FAILURES.get(error.errno or 0, _UNKNOWN_FAILURE)
    words = say(message, path=path, why=reason(error))
    return MachineFailure(Problem(code, words, mends=(say(hint),)))


def retry_on_eintr(call: Callable[..., T], *args: object, **named: object) -> T:
    """What a system call returns; where a signal interrupts it (EINTR) it is made again. Python
    does so itself for most calls (PEP 475), but not for `stat`, `link`, `unlink`, `replace` and
    the like, which a network file system may interrupt too."""
    while True:
        try:
            return call(*args, **named)
        except InterruptedError:
            continue


def missing(path: str, what: str) -> Refused:
    """The refusal of a path that nothing has."""
    return refuse("file-missing", say(_MISSING[what], path=path))


def is_club(text: str) -> bool:
    """Return True if a home or a path is a club's rather than a folder's."""
    return text[:SCHEME_LENGTH].lower().startswith(("postgresql://", "postgres://"))


def with_small_scheme(text: str) -> str:
    """Return a text with the scheme of a club's address in small letters, as libpq wants it."""
    scheme, mark, rest = text.partition("://")
    return f"{scheme.lower()}{mark}{rest}" if is_club(text) else text


def is_file(path: str) -> bool:
    """Whether a path is one of a file, which an editor can open."""
    return not is_club(path)


def chosen_home() -> str:
    """Return the home that `$SCOREKEEPER_HOME` names, a club's address or a folder; "" for none.

    `~` at the beginning of a folder is written out, as a shell does only where it is not quoted.
    Raises Refused for an address that is no club's, and for the home of an unknown user: both
    would become a folder below the current one.
    """
    chosen = os.environ.get("SCOREKEEPER_HOME", "")
    if is_club(chosen):
        return with_small_scheme(chosen)
    folder = os.path.expanduser(chosen)
    if SCHEME.match(folder) or folder.startswith("~"):
        raise _no_home(chosen)
    return os.path.dirname(os.path.join(folder, "")) if folder else ""  # no separator at its end


def _no_home(chosen: str) -> Refused:
    """Return the refusal; of an address only the scheme is shown, since the rest may be secret."""
    if chosen.startswith("~"):
        message = say("there is no user {name} here", name=chosen.partition("/")[0])
    else:
        message = say(
            "{scheme} is neither a folder nor a club", scheme=f"{chosen.partition(':')[0]}:"
        )
    hint = say(
        "set SCOREKEEPER_HOME to a folder, or to a club: postgresql://HOST/DATABASE?club=NAME"
    )
    return Refused([Problem("home-address", message, None, (hint,), place="SCOREKEEPER_HOME")])


def home() -> str:
    """Return the folder of this user's: `$SCOREKEEPER_HOME`, else the platform's folder for data;
    there is also what is not a club's, where that is the home."""
    chosen = chosen_home()
    return chosen if chosen and not is_club(chosen) else platform_home()


def platform_home() -> str:
    """Return the platform's folder for data, or the old home as long as that has sessions."""
    old = old_home()
    return old if old and has_data(old) else data_home()


def data_home() -> str:
    """Return this user's folder for the program's data: on Linux ~/.local/share/scorekeeper."""
    from platformdirs import user_data_dir  # noqa: PLC0415 - 7 ms, only where no home is chosen

    return user_data_dir("scorekeeper", appauthor=False, roaming=True)


def old_home() -> str | None:
    """Return the folder that was the home before version 0.2; None where it is the same today."""
    from platformdirs import user_config_dir  # noqa: PLC0415 - as above

    old = user_config_dir("scorekeeper", appauthor=False, roaming=True)
    return None if old == data_home() else old


def has_data(folder: str) -> bool:
    """Return True if a folder holds a session, an event, rules or people of a home."""
    return os.path.isdir(folder) and any(_is_filled(os.path.join(folder, name)) for name in HOLDS)


def _is_filled(path: str) -> bool:
    """Return True for a file, and for a folder with something in it."""
    try:
        return bool(os.listdir(path))
    except NotADirectoryError:
        return True
    except OSError:
        return False


def home_name() -> bytes:
    """What tells this home from another one."""
    chosen = chosen_home()
    return os.fsencode(chosen if is_club(chosen) else os.path.realpath(home()))


def stem(path: str) -> str:
    """The name of a session or a ruleset by its file."""
    return os.path.basename(path).removesuffix(SUFFIX)


def made_folder(folder: str) -> str:
    """The folder, made with every folder above it that is not there yet; those are private."""
    if not os.path.isdir(folder):
        above = os.path.dirname(os.path.abspath(folder))
        made_folder(above)
        with failing(marked("making the folder {path} failed: {why}"), folder):
            try:
                retry_on_eintr(os.mkdir, folder, PRIVATE_FOLDER)
            except FileExistsError:
                if not os.path.isdir(folder):  # two commands may make it at the same moment
                    raise
            _sync_or_take_back(above, folder)
    return folder


def _sync_or_take_back(above: str, folder: str) -> None:
    """Syncs the folder above a new one, and removes the new one where that fails: nobody may take
    it for a folder that is on disk."""
    try:
        sync_folder(above)
    except BaseException:
        with suppress(OSError):
            retry_on_eintr(os.rmdir, folder)
        raise


def sync_folder(folder: str) -> None:
    """Syncs a folder, so that names made in it are on disk; fsync of a file does not do that."""
    if not HAS_FOLDERS:
        sync_names(None)
        return
    handle = retry_on_eintr(os.open, folder, os.O_RDONLY)
    try:
        sync_names(handle)
    finally:
        close(handle)


def sync_names(handle: int | None) -> None:
    """Syncs an open folder, None where the system opens none. That the system, or the disk, has no
    such thing is no failure, and is told."""
    if handle is None:
        meet(NAMES_MAY_GO)
        return
    try:
        sync_handle(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
        meet(NAMES_MAY_GO)


def sync_handle(handle: int) -> None:
    """Has what was written to an open file, or the names in a folder, on disk."""
    if FULL_SYNC is not None:
        try:
            retry_on_eintr(fcntl.fcntl, handle, FULL_SYNC)
            return
        except OSError as error:
            if error.errno not in NO_FULL_SYNC:
                raise
    retry_on_eintr(os.fsync, handle)


def opened_file(
    path: str,
    how: int,
    may_be_link: bool = False,
    folder: int | None = None,
    mode: int = PRIVATE_FILE,
) -> int:
    """The handle of a file, in an open folder or by its path, opened with these flags. A pipe is
    not waited for. OSError where it is a link that it may not be; a system that cannot refuse one
    as it opens looks before."""
    if not may_be_link and not NO_FOLLOW and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    flags = how | BINARY | NON_BLOCK | (0 if may_be_link else NO_FOLLOW)
    return retry_on_eintr(os.open, path, flags, mode, dir_fd=folder)


def close(handle: int) -> None:
    """Closes a file that was read, or written and synced before; a failure loses nothing, and is
    ignored."""
    with suppress(OSError):
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Writes all of it, in as many pieces as the machine takes."""
    while data:
        written = retry_on_eintr(os.write, handle, data)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        data = data[written:]


def read_all(handle: int, most: int, likely: int = PIECE) -> bytes:
    """The bytes of an open file from where it stands, of which there are `likely` so many; of
    one longer than `most` a byte more than that."""
    parts, left = [], most + 1
    # to make room for a large piece takes longer than to read a small file
    piece = min(likely + 1, PIECE)
    while left and (part := retry_on_eintr(os.read, handle, min(left, piece))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def ordinary_bytes(path: str, most: int, may_be_link: bool = True, is_own: bool = False) -> bytes:
    """The bytes of an ordinary file, as `read_all` gives them; OSError where it is none, a link
    that it may not be, or where it should be the user's own and is not."""
    handle = opened_file(path, os.O_RDONLY, may_be_link)
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            raise NotOrdinary
        if is_own:
            hold_private(handle, path, found)
        return read_all(handle, most, found.st_size)
    finally:
        close(handle)


def _any_bytes(path: str, most: int) -> bytes:
    """The bytes of a file of any kind; a pipe is waited for as long as somebody holds its other
    end."""
    handle = opened_file(path, os.O_RDONLY, may_be_link=True)
    try:
        is_pipe = stat.S_ISFIFO(retry_on_eintr(os.fstat, handle).st_mode)
        first = _first_of_pipe(handle) if is_pipe and NON_BLOCK else b""
        if NON_BLOCK:
            os.set_blocking(handle, True)
        return first + read_all(handle, most)
    finally:
        close(handle)


def _first_of_pipe(handle: int) -> bytes:
    """What of a pipe has come by now; OSError where nobody writes into it."""
    from select import select  # noqa: PLC0415 - 0.2 ms, only for a pipe

    select([handle], [], [], PATIENCE)
    with suppress(BlockingIOError):  # somebody holds the other end, and has said nothing yet
        if first := retry_on_eintr(os.read, handle, PIECE):
            return first
        raise NotOrdinary
    return b""


def read_bytes(path: str, what: str = "file", is_own: bool = False) -> bytes:
    """The bytes of a file, which may have to be the user's own; refused where there is none, or
    one that no evening could fill."""
    most = most_bytes(what)
    try:
        data = (
            _any_bytes(path, most) if what == "file" else ordinary_bytes(path, most, is_own=is_own)
        )
    except NotOrdinary:
        raise refuse("file-missing", say("{path} is not an ordinary file", path=path)) from None
    except (FileNotFoundError, NotADirectoryError):
        raise missing(path, what) from None
    except IsADirectoryError:
        raise refuse("file-missing", say(_IS_FOLDER[what], path=path)) from None
    except ValueError:
        raise refuse(
            "file-name", say("{path} cannot be the name of a file", path=repr(path))
        ) from None
    except OSError as error:
        raise failure(marked("reading {path} failed: {why}"), path, error) from error
    if len(data) > most:
        raise too_large(path, what)
    return data


def read_path(name: str) -> str:
    """The text of a file that a person named."""
    try:
        return read_bytes(name).decode("utf-8")
    except UnicodeDecodeError as error:
        message = say("{path} is not UTF-8 text (byte {byte})", path=name, byte=error.start)
        raise refuse("file-encoding", message, None, say("save it as UTF-8")) from None
