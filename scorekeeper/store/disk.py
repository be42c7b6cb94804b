"""The home, reading a file, and what the machine says when it fails."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.problems import MachineFailure, Problem, refuse

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SUFFIX = ".toml"
LARGEST = 64 << 20  # bytes; a hundred thousand deals are a quarter of it

_ELSEWHERE = "allow it there, or set SCOREKEEPER_HOME to another folder"
_FAILURES = {
    errno.ENOSPC: ("disk-full", "make room on the disk, then try again"),
    errno.EDQUOT: ("disk-full", "make room on the disk, then try again"),
    errno.EFBIG: ("disk-full", "the file may not grow any more: see `ulimit -f`"),
    errno.EACCES: ("no-permission", _ELSEWHERE),
    errno.EPERM: ("no-permission", _ELSEWHERE),
    errno.EROFS: ("read-only", _ELSEWHERE),
    errno.ENOTDIR: ("no-folder", "set SCOREKEEPER_HOME to a folder"),
    errno.EEXIST: ("no-folder", "set SCOREKEEPER_HOME to a folder"),
    errno.ENAMETOOLONG: ("name-long", "choose a shorter name"),
}
_UNKNOWN_FAILURE = ("disk-failure", "nothing was recorded; check the disk, then try again")


@contextmanager
def failing(what: str) -> Iterator[None]:
    """Turns an error of the machine into one that says what was attempted and what to do."""
    try:
        yield
    except OSError as error:
        raise failure(what, error) from error


def failure(what: str, error: OSError) -> MachineFailure:
    """What was attempted, why the machine could not, and what to do."""
    code, hint = _FAILURES.get(error.errno or 0, _UNKNOWN_FAILURE)
    return MachineFailure(Problem(code, f"{what} failed: {error.strerror or error}", hint=hint))


def home() -> str:
    """`$SCOREKEEPER_HOME`, else the platform's folder for applications' data."""
    chosen = os.environ.get("SCOREKEEPER_HOME")
    if chosen:
        return chosen
    from click import get_app_dir

    return get_app_dir("scorekeeper")


def stem(path: str) -> str:
    """The name of a session or a ruleset by its file."""
    return os.path.basename(path).removesuffix(SUFFIX)


def made_folder(folder: str) -> str:
    """The folder, made with every folder above it that is not there yet; those are private."""
    if not os.path.isdir(folder):
        above = os.path.dirname(os.path.abspath(folder))
        made_folder(above)
        with failing(f"making the folder {folder}"):
            try:
                os.mkdir(folder, PRIVATE_FOLDER)
            except FileExistsError:
                if not os.path.isdir(folder):  # two commands may make it at the same moment
                    raise
            sync_folder(above)
    return folder


def sync_folder(folder: str) -> None:
    """Has the names in a folder on disk, as fsync of a file does not."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Writes all of it, in as many pieces as the machine takes."""
    while data:
        written = os.write(handle, data)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        data = data[written:]


def read_bytes(path: str, what: str = "file") -> bytes:
    """The bytes of a file; refused where there is none, or one that no evening could fill."""
    try:
        if what != "file" and not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
            raise refuse("file-missing", f"{path} is not an ordinary file")
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise refuse("file-missing", f"there is no {what} {path}") from None
    except IsADirectoryError:
        raise refuse("file-missing", f"{path} is a folder, not a {what}") from None
    except ValueError:
        raise refuse("file-name", f"{path!r} cannot be the name of a file") from None
    except OSError as error:
        raise failure(f"reading {path}", error) from error
    if len(data) > LARGEST:
        raise refuse("file-large", f"{path} is larger than {LARGEST >> 20} MiB, too large to be a {what}")
    return data


def read_path(name: str) -> str:
    """The text of a file that a person named."""
    try:
        return read_bytes(name).decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{name} is not UTF-8 text (byte {error.start})"
        raise refuse("file-encoding", message, None, "save it as UTF-8") from None
