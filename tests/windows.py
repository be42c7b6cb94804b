"""A simulated Windows, for a process of its own: `python windows.py WORD…` runs the program without
what Windows has not, and with what it forbids.

Taken away: fcntl, termios and readline, hard links, folders that are open, flags of opening, owners.
A file that is not opened as bytes gets other line breaks; one that is open keeps its name and its
place; a rename takes no other's place; a folder cannot be opened; two programs may listen at one
port. It is not the real one: its paths and its consoles are not looked at.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import socket
import stat
import subprocess  # noqa: F401 - beside `msvcrt` it would take this for the real one
import sys
from types import ModuleType
from typing import Any

GONE = ("fcntl", "termios", "tty", "pty", "readline", "pwd", "grp", "resource", "curses", "syslog")
WITHOUT = (
    "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "O_CLOEXEC", "geteuid", "getuid", "getegid", "fchmod", "fchown",
    "mkfifo", "set_blocking", "fork", "link", "sched_getaffinity", "pread", "pwrite",
)  # fmt: skip
O_BINARY = 1 << 40
EXCLUSIVE = ~socket.SO_REUSEADDR
FOLDERS = ("dir_fd", "src_dir_fd", "dst_dir_fd")
as_text: set[int] = set()
flock, LOCKED = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB


def denied(path: object) -> PermissionError:
    """What Windows says of whatever somebody holds open."""
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def is_open(path: str) -> bool:
    """Whether this process holds a file open."""
    handles = (f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd"))
    return os.path.realpath(path) in [os.path.realpath(link) for link in handles]


def without_folders(name: str) -> None:
    """Has a call know nothing of open folders."""
    real = getattr(os, name)

    def call(*args: Any, **named: Any) -> Any:
        if any(named.pop(folder, None) is not None for folder in FOLDERS):
            raise NotImplementedError("dir_fd unavailable on this platform")
        if isinstance(args[0], int) and name in ("scandir", "listdir", "chdir"):
            raise TypeError("fd unavailable on this platform")
        if name in ("replace", "rename", "unlink", "remove") and any(
            is_open(path) for path in args if os.path.lexists(path)
        ):
            raise denied(args[0])
        if name == "rename" and os.path.lexists(args[1]):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), args[1])
        return real(*args, **named)

    setattr(os, name, call)


def opening() -> None:
    """Files are text unless they are opened as bytes, and folders are not opened."""
    real, write, close = os.open, os.write, os.close

    def opened(path: str, how: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        if os.path.isdir(path):
            raise denied(path)
        handle = real(path, how & ~O_BINARY, mode)
        if not how & O_BINARY and stat.S_ISREG(os.fstat(handle).st_mode):
            as_text.add(handle)
        return handle

    def written(handle: int, data: bytes) -> int:
        write(handle, data.replace(b"\n", b"\r\n") if handle in as_text else data)
        return len(data)

    def closed(handle: int) -> None:
        as_text.discard(handle)
        close(handle)

    os.open, os.write, os.close = opened, written, closed  # type: ignore[assignment]


def locking(handle: int, how: int, length: int) -> None:
    """The lock that Windows has."""
    try:
        flock(handle, LOCKED)
    except BlockingIOError:
        raise denied(None) from None


def ports() -> None:
    """Who frees a port lets others listen at it; who wants it alone says so."""
    real = socket.socket.setsockopt

    def set_option(made: socket.socket, level: int, option: int, value: Any) -> None:
        if (level, option) == (socket.SOL_SOCKET, socket.SO_REUSEADDR):
            real(made, level, socket.SO_REUSEPORT, value)
        elif (level, option) != (socket.SOL_SOCKET, EXCLUSIVE):
            real(made, level, option, value)

    socket.socket.setsockopt = set_option  # type: ignore[assignment, method-assign]
    socket.SO_EXCLUSIVEADDRUSE = EXCLUSIVE  # type: ignore[attr-defined]


def become_windows() -> None:
    """From here on this process is on it."""
    for name in GONE:
        sys.modules[name] = None  # type: ignore[assignment]
    msvcrt: Any = ModuleType("msvcrt")
    msvcrt.locking, msvcrt.LK_NBLCK = locking, 2
    sys.modules["msvcrt"] = msvcrt
    for name in ("replace", "rename", "unlink", "remove", "stat", "mkdir", "rmdir", "scandir", "listdir"):  # fmt: skip
        without_folders(name)
    opening()
    ports()
    for name in WITHOUT:
        delattr(os, name)
    del signal.pthread_sigmask
    os.supports_dir_fd = set()
    os.O_BINARY = O_BINARY  # type: ignore[attr-defined]


if __name__ == "__main__":
    become_windows()

    from scorekeeper.__main__ import main

    main()
