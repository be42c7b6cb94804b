"""Files on this machine: reading, writing, syncing, owners, and what a disk cannot do."""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from select import select
from typing import TypeVar

from scorekeeper.store.size_limits import most_bytes, too_large
from scorekeeper.text.message import Words, in_english, say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.text.translation import marked

# --- reasons -----------------------------------------------------------------------------------
# The reason why a file or a folder is not touched: the system's, or scorekeeper's own.


class UntouchedFile(OSError):
    """An error for a file that could be read but is not touched. `why` is the reason."""

    def __init__(self, number: int | None, why: Words) -> None:
        super().__init__(number, in_english(why))
        self.why = why


def reason(error: BaseException) -> Words:
    """Return the reason why a file could not be read or written: scorekeeper's own, else the
    operating system's."""
    if isinstance(error, UntouchedFile):
        return error.why
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# --- What one disk can do and another cannot ---------------------------------------------------
# Where a disk lacks a feature, the work is done in another way, and the missing guarantee is noted,
# to be reported.


# What is answered where there is no such thing: FAT, exFAT, network drives, other systems.
UNABLE = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
NO_LINKS = (*UNABLE, errno.EPERM, errno.EINVAL)  # EINVAL: FAT on Windows
NO_SYNC = (*UNABLE, errno.EINVAL)
NO_FULL_SYNC = (*NO_SYNC, errno.ENOTTY)
# What opening a file can be asked for, 0 where the system has no such thing.
NO_FOLLOW, NON_BLOCK = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)  # otherwise Windows writes other line breaks
# Whether a folder can be held open and its files opened by it: not on Windows.
HAS_FOLDERS = os.open in os.supports_dir_fd
NAMES_MAY_GO = marked(
    "the disk of this home cannot be asked whether a name is safe on it: after a power cut a "
    "session that was just begun or moved may be missing, or stand where it was; what is recorded "
    "in one that stands is safe (this is said once)"
)
TWO_COMPUTERS = marked(
    "the disk of this home has no locks: your programs on this computer wait for each other all "
    "the same, but two computers that record in one session at the same moment may lose an entry "
    "(this is said once)"
)

_met: list[str] = []


def note_unmet_guarantee(promise: str) -> None:
    """Note a guarantee that cannot be given here."""
    _met.append(promise)


def unmet_guarantees() -> list[str]:
    """Return the guarantees that could not be given since the last call, as marked messages."""
    met = sorted({*_met})
    _met.clear()
    return met


# --- Whose the home is -------------------------------------------------------------------------
# Files of other users are neither read nor written, because they could change at any time. A file
# of the user that others could write to becomes private to the user, and that is reported.


ROOT = 0  # who could change anything anyway
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = say(
    "it belongs to another user, who could change it at any time; put a copy of your own in its "
    "place"
)
_OPEN = say("others can write in it, and that cannot be changed")

_made_private: list[str] = []


class NotPrivate(UntouchedFile):
    """An error for a file or folder of the home that others could change."""


def ensure_private(handle: int, path: str, found: os.stat_result) -> None:
    """Ensure that only its owner can change an open file or folder of the home. Raises NotOurs if
    the owner is another user, or if others cannot be excluded."""
    if not hasattr(os, "geteuid"):  # a system where owner and mode say nothing
        return
    if found.st_uid not in (os.geteuid(), ROOT):
        raise NotPrivate(errno.EPERM, _OTHERS)
    if found.st_mode & OTHERS_WRITE and not _is_shared_on_purpose(found):
        with suppress(OSError):
            os.fchmod(handle, stat.S_IMODE(found.st_mode) & ~OTHERS_WRITE)
        if os.fstat(handle).st_mode & OTHERS_WRITE:
            raise NotPrivate(errno.EPERM, _OPEN)
        _made_private.append(path)


def _is_shared_on_purpose(found: os.stat_result) -> bool:
    """Return True for a folder such as `/tmp`, in which users cannot remove or rename each other's
    files. Making it private would close it to everybody on the machine."""
    return stat.S_ISDIR(found.st_mode) and bool(found.st_mode & stat.S_ISVTX)


def note_private(paths: Iterable[str]) -> None:
    """Add the paths that another process has made private to those to be reported."""
    _made_private.extend(paths)


def paths_made_private() -> list[str]:
    """Return the paths that others could write to until now, each only once."""
    told = _made_private[:]
    _made_private.clear()
    return told


# --- disk --------------------------------------------------------------------------------------
# The home, reading and writing a file, and the messages of failures.


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
SCHEME = re.compile("[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # of one letter it is a drive, `C:`
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


class SpecialFile(UntouchedFile):
    """An error for a pipe or a device, because reading it might wait for ever."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, say("it is not an ordinary file"))


@contextmanager
def file_errors_as_failures(message: str, path: str) -> Iterator[None]:
    """Convert an OSError in the block to a failure that tells what was attempted and what to do."""
    try:
        yield
    except OSError as error:
        raise file_failure(message, path, error) from error


def file_failure(message: str, path: str, error: OSError) -> MachineFailure:
    """Return the failure of an attempt, with the reason and a fix. `message` is a marked message
    with `{path}` and `{why}`."""
    code, hint = _FAILURES.get(error.errno or 0, _UNKNOWN_FAILURE)
    words = say(message, path=path, why=reason(error))
    return MachineFailure(Problem(code, words, mends=(say(hint),)))


def retry_on_eintr(call: Callable[..., T], *args: object, **named: object) -> T:
    """Return the result of a system call, repeated while a signal interrupts it (EINTR). Python
    repeats most calls itself (PEP 475), but not `stat`, `link`, `unlink`, `replace` and the like,
    which a network file system may interrupt too."""
    while True:
        try:
            return call(*args, **named)
        except InterruptedError:
            continue


def no_such_path(path: str, what: str) -> Refused:
    """Return the refusal of a path that nothing has."""
    return refuse("file-missing", say(_MISSING[what], path=path))


def is_club(text: str) -> bool:
    """Return True if a home or a path is a club's rather than a folder's."""
    return text[:SCHEME_LENGTH].lower().startswith(("postgresql://", "postgres://"))


def with_lowercase_scheme(text: str) -> str:
    """Return a text with the scheme of a club's address in small letters, as libpq wants it."""
    scheme, mark, rest = text.partition("://")
    return f"{scheme.lower()}{mark}{rest}" if is_club(text) else text


def is_file(path: str) -> bool:
    """Return True if a path is a file's, which an editor can open."""
    return not is_club(path)


def chosen_home() -> str:
    """Return the home that `$SCOREKEEPER_HOME` names, a club's address or a folder; "" for none.

    `~` at the beginning of a folder is written out, as a shell does only where it is not quoted.
    Raises Refused for an address that is no club's, for the home of an unknown user and for blanks:
    each would become a folder below the current one.
    """
    chosen = os.environ.get("SCOREKEEPER_HOME", "")
    if is_club(chosen):
        return with_lowercase_scheme(chosen)
    folder = os.path.expanduser(chosen)
    if SCHEME.match(folder) or folder.startswith("~") or folder.isspace():
        raise _no_home(chosen)
    return os.path.dirname(os.path.join(folder, "")) if folder else ""  # no separator at its end


def _no_home(chosen: str) -> Refused:
    """Return the refusal; of an address only the scheme is shown, since the rest may be secret."""
    if chosen.isspace():
        message = say("it is set to nothing but blanks")
    elif chosen.startswith("~"):
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
    """Return this user's folder: `$SCOREKEEPER_HOME`, else the platform's folder for data. If the
    home is a club, this folder has the files that do not belong to the club."""
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
    """Return the folder that was the home before version 0.2, or None if it is the same today."""
    from platformdirs import user_config_dir  # noqa: PLC0415 - as above

    old = user_config_dir("scorekeeper", appauthor=False, roaming=True)
    return None if old == data_home() else old


def has_data(folder: str) -> bool:
    """Return True if a folder contains a session, an event, rulesets or the people of a home."""
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
    """Return bytes that distinguish this home from others."""
    chosen = chosen_home()
    return os.fsencode(chosen if is_club(chosen) else os.path.realpath(home()))


def name_of_file(path: str) -> str:
    """Return the name of a session or a ruleset from its file."""
    return os.path.basename(path).removesuffix(SUFFIX)


def create_folders(folder: str) -> str:
    """Create a folder and every missing folder above it, all private, and return it."""
    if not os.path.isdir(folder):
        above = os.path.dirname(os.path.abspath(folder))
        create_folders(above)
        with file_errors_as_failures(marked("making the folder {path} failed: {why}"), folder):
            try:
                retry_on_eintr(os.mkdir, folder, PRIVATE_FOLDER)
            except FileExistsError:
                if not os.path.isdir(folder):  # two commands may make it at the same moment
                    raise
            _sync_or_take_back(above, folder)
    return folder


def _sync_or_take_back(above: str, folder: str) -> None:
    """Sync the folder above a new one. If that fails, remove the new one, so that nobody takes it
    for a folder that is on disk."""
    try:
        sync_folder(above)
    except BaseException:
        with suppress(OSError):
            retry_on_eintr(os.rmdir, folder)
        raise


def sync_folder(folder: str) -> None:
    """Sync a folder, so that names created in it are on disk. An fsync of a file does not do
    that."""
    if not HAS_FOLDERS:
        sync_names(None)
        return
    handle = retry_on_eintr(os.open, folder, os.O_RDONLY)
    try:
        sync_names(handle)
    finally:
        close(handle)


def sync_names(handle: int | None) -> None:
    """Sync an open folder (None where the system cannot open folders). If the system or the disk
    does not support this, it is noted and is not an error."""
    if handle is None:
        note_unmet_guarantee(NAMES_MAY_GO)
        return
    try:
        sync_handle(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
        note_unmet_guarantee(NAMES_MAY_GO)


def sync_handle(handle: int) -> None:
    """Sync what was written to an open file, or the names in an open folder, to disk."""
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
    """Open a file, in an open folder or by its path, with these flags, and return its handle. It
    does not wait for a pipe. Raises OSError for a link if none is allowed; a system that cannot
    refuse a link on opening checks before."""
    if not may_be_link and not NO_FOLLOW and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    flags = how | BINARY | NON_BLOCK | (0 if may_be_link else NO_FOLLOW)
    return retry_on_eintr(os.open, path, flags, mode, dir_fd=folder)


def close(handle: int) -> None:
    """Close a file that was read, or written and synced before. A failure loses nothing, and is
    ignored."""
    with suppress(OSError):
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Write all of the data, in as many pieces as the system takes."""
    while data:
        written = retry_on_eintr(os.write, handle, data)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        data = data[written:]


def read_all(handle: int, most: int, likely: int = PIECE) -> bytes:
    """Return the bytes of an open file from its position on, at most `most` + 1 of them. `likely`
    is the expected number."""
    parts, left = [], most + 1
    # to make room for a large piece takes longer than to read a small file
    piece = min(likely + 1, PIECE)
    while left and (part := retry_on_eintr(os.read, handle, min(left, piece))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def ordinary_bytes(path: str, most: int, may_be_link: bool = True, is_own: bool = False) -> bytes:
    """Return the bytes of an ordinary file, as `read_all` gives them. Raises OSError if it is not
    one, if it is a link and none is allowed, or if it must belong to the user and does not."""
    handle = opened_file(path, os.O_RDONLY, may_be_link)
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            raise SpecialFile
        if is_own:
            ensure_private(handle, path, found)
        return read_all(handle, most, found.st_size)
    finally:
        close(handle)


def _any_bytes(path: str, most: int) -> bytes:
    """Return the bytes of a file of any kind. It waits for a pipe as long as its other end is
    open."""
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
    """Return the bytes available in a pipe. Raises OSError if nobody writes to it."""
    select([handle], [], [], PATIENCE)
    with suppress(BlockingIOError):  # somebody holds the other end, and has said nothing yet
        if first := retry_on_eintr(os.read, handle, PIECE):
            return first
        raise SpecialFile
    return b""


def read_bytes(path: str, what: str = "file", is_own: bool = False) -> bytes:
    """Return the bytes of a file, which must belong to the user if `is_own`. Raises Refused if
    there is none, or if it is too large."""
    most = most_bytes(what)
    try:
        data = (
            _any_bytes(path, most) if what == "file" else ordinary_bytes(path, most, is_own=is_own)
        )
    except SpecialFile:
        raise refuse("file-missing", say("{path} is not an ordinary file", path=path)) from None
    except (FileNotFoundError, NotADirectoryError):
        raise no_such_path(path, what) from None
    except IsADirectoryError:
        raise refuse("file-missing", say(_IS_FOLDER[what], path=path)) from None
    except ValueError:
        raise refuse(
            "file-name", say("{path} cannot be the name of a file", path=repr(path))
        ) from None
    except OSError as error:
        raise file_failure(marked("reading {path} failed: {why}"), path, error) from error
    if len(data) > most:
        raise too_large(path, what)
    return data


def read_path(name: str) -> str:
    """Return the text of a file that a user named."""
    try:
        return read_bytes(name).decode("utf-8")
    except UnicodeDecodeError as error:
        message = say("{path} is not UTF-8 text (byte {byte})", path=name, byte=error.start)
        raise refuse("file-encoding", message, None, say("save it as UTF-8")) from None
