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

# --- reasons of errors -------------------------------------------------------------------------
# The reason why a file or a folder is not touched: the system's, or scorekeeper's own.


class UntouchedFile(OSError):
    """An error for a file that could be read but is not touched. `why` is the reason."""

    def __init__(self, number: int | None, why: Words) -> None:
        super().__init__(number, in_english(why))
        self.why = why


def reason(error: BaseException) -> Words:
    """Return the reason of an error with a file: scorekeeper's own, else the operating system's."""
    if isinstance(error, UntouchedFile):
        return error.why
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# --- Features that some disks lack -------------------------------------------------------------
# Where a disk lacks a feature, the work is done in another way, and the missing guarantee is noted,
# to be reported.


# Errors for a missing feature: on FAT, exFAT, network drives, other systems.
UNABLE = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
NO_LINKS = (*UNABLE, errno.EPERM, errno.EINVAL)  # EINVAL: FAT on Windows
NO_SYNC = (*UNABLE, errno.EINVAL)
NO_FULL_SYNC = (*NO_SYNC, errno.ENOTTY)
# Flags for opening a file, 0 if the system lacks the flag.
NO_FOLLOW, NON_BLOCK = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)  # otherwise Windows writes other line breaks
# True if a folder can be opened, and files by its handle: not on Windows.
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


# --- Owners and permissions --------------------------------------------------------------------
# Files of other users are neither read nor written, because they could change at any time. A file
# of the user that others could write to becomes private to the user, and that is reported.


ROOT = 0  # may change any file anyway
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
    """Ensure that only the owner can change an open file or folder of the home. `found` is its
    status. Raises NotPrivate if the owner is another user than root, or if others cannot be
    excluded."""
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
    """Add paths that a worker process has made private to the paths to be reported."""
    _made_private.extend(paths)


def paths_made_private() -> list[str]:
    """Return the paths made private since the last call."""
    told = _made_private[:]
    _made_private.clear()
    return told


# --- home, reading and writing -----------------------------------------------------------------
# The home, reading and writing a file, and the messages of failures.


try:
    import fcntl
except ImportError:  # Windows
    FULL_SYNC = None
else:
    # on macOS fsync leaves data in the disk's own cache
    FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)

T = TypeVar("T")
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SUFFIX = ".toml"
# A home has some of these.
HOLDS = ("sessions", "events", "rulesets", "people.toml", "trash")
SCHEME_LENGTH = len("postgresql://")
SCHEME = re.compile("[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # one letter is a drive, `C:`
PIECE = 1 << 20  # bytes read at a time, at most
PATIENCE = 1.0  # seconds for a process to open the other end of a pipe

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
    """Convert an OSError in the block to a MachineFailure with the attempted action and a fix.
    `message` is a marked message with `{path}` and `{why}`."""
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
    """Return the refusal of a path that does not exist. `what` is a key of `_MISSING`."""
    return refuse("file-missing", say(_MISSING[what], path=path))


def is_club(text: str) -> bool:
    """Return True if a home or path belongs to a club, False if to a folder."""
    return text[:SCHEME_LENGTH].lower().startswith(("postgresql://", "postgres://"))


def with_lowercase_scheme(text: str) -> str:
    """Return a club's address with its scheme in lower case, as libpq requires. Return any other
    text unchanged."""
    scheme, mark, rest = text.partition("://")
    return f"{scheme.lower()}{mark}{rest}" if is_club(text) else text


def is_file(path: str) -> bool:
    """Return True if a path leads to a file on this machine, which an editor can open."""
    return not is_club(path)


def chosen_home() -> str:
    """Return the home that `$SCOREKEEPER_HOME` names, a club's address or a folder, or "" if none.
    A leading `~` is expanded, because a shell does not expand it in quotes. Raises Refused for
    an address that is not a club's, an unknown user's home, and blanks: each would become a
    folder below the current one."""
    chosen = os.environ.get("SCOREKEEPER_HOME", "")
    if is_club(chosen):
        return with_lowercase_scheme(chosen)
    folder = os.path.expanduser(chosen)
    if SCHEME.match(folder) or folder.startswith("~") or folder.isspace():
        raise _no_home(chosen)
    return os.path.dirname(os.path.join(folder, "")) if folder else ""  # no separator at its end


def _no_home(chosen: str) -> Refused:
    """Return the refusal of an invalid home. Of an address only the scheme is shown, since the
    rest may be secret."""
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
    """Return this user's folder: `$SCOREKEEPER_HOME`, else the platform's data folder. If the home
    is a club, this folder has the files that are not the club's."""
    chosen = chosen_home()
    return chosen if chosen and not is_club(chosen) else platform_home()


def platform_home() -> str:
    """Return the platform's data folder, or the home of versions before 0.2 while that has data."""
    old = old_home()
    return old if old and has_data(old) else data_home()


def data_home() -> str:
    """Return this user's folder for the program's data: on Linux ~/.local/share/scorekeeper."""
    from platformdirs import user_data_dir  # noqa: PLC0415 - 7 ms, only where no home is chosen

    return user_data_dir("scorekeeper", appauthor=False, roaming=True)


def old_home() -> str | None:
    """Return the home of versions before 0.2, or None if its folder is the present one."""
    from platformdirs import user_config_dir  # noqa: PLC0415 - as above

    old = user_config_dir("scorekeeper", appauthor=False, roaming=True)
    return None if old == data_home() else old


def has_data(folder: str) -> bool:
    """Return True if a folder contains a session, an event, rulesets or the people of a home."""
    return os.path.isdir(folder) and any(_is_filled(os.path.join(folder, name)) for name in HOLDS)


def _is_filled(path: str) -> bool:
    """Return True for a file and for a folder that is not empty."""
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
    """Return the name of a session or a ruleset from its file's path."""
    return os.path.basename(path).removesuffix(SUFFIX)


def create_folders(folder: str) -> str:
    """Create a private folder and its missing parents. Return its path."""
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
    """Sync the folder `above`, in which `folder` was created. If that fails, remove `folder`,
    since its name may not be on disk."""
    try:
        sync_folder(above)
    except BaseException:
        with suppress(OSError):
            retry_on_eintr(os.rmdir, folder)
        raise


def sync_folder(folder: str) -> None:
    """Sync a folder, so that the names created in it are on disk. Syncing a file does not sync its
    name."""
    if not HAS_FOLDERS:
        sync_names(None)
        return
    handle = retry_on_eintr(os.open, folder, os.O_RDONLY)
    try:
        sync_names(handle)
    finally:
        close(handle)


def sync_names(handle: int | None) -> None:
    """Sync an open folder; `handle` is None if the system cannot open folders. A system or disk
    without this feature is noted as an unmet guarantee, not an error."""
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
    """Open a file with these flags and return its handle. `path` is relative to the open folder
    `folder`, if given. Opening a pipe does not wait. Raises OSError for a link, unless
    `may_be_link`; on a system without O_NOFOLLOW, links are checked just before opening."""
    if not may_be_link and not NO_FOLLOW and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    flags = how | BINARY | NON_BLOCK | (0 if may_be_link else NO_FOLLOW)
    return retry_on_eintr(os.open, path, flags, mode, dir_fd=folder)


def close(handle: int) -> None:
    """Close a file that was only read, or is already synced. An error loses no data and is
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
    """Return the bytes of an open file from its position on, at most `most` + 1. `likely` is the
    expected number of bytes."""
    parts, left = [], most + 1
    # allocating a large piece takes longer than reading a small file
    piece = min(likely + 1, PIECE)
    while left and (part := retry_on_eintr(os.read, handle, min(left, piece))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def ordinary_bytes(path: str, most: int, may_be_link: bool = True, is_own: bool = False) -> bytes:
    """Return the bytes of an ordinary file, at most `most` + 1. Raises OSError for another kind of
    file, for a link unless `may_be_link`, and, if `is_own`, for a file of another user."""
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
    """Return the bytes of a file of any kind, up to about `most`. A pipe is read until its writer
    closes it."""
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
    """Wait up to `PATIENCE` for the first bytes of a pipe. Return b"" if its writer has written
    nothing yet. Raises OSError if the pipe has no writer."""
    select([handle], [], [], PATIENCE)
    with suppress(BlockingIOError):  # the writer has written nothing yet
        if first := retry_on_eintr(os.read, handle, PIECE):
            return first
        raise SpecialFile
    return b""


def read_bytes(path: str, what: str = "file", is_own: bool = False) -> bytes:
    """Return the bytes of a file, which must belong to the user if `is_own`. `what` is the kind of
    file in messages. Raises Refused if there is none, or if it is too large."""
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
