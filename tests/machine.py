"""A machine that fails: the real `os` for every room that opens files, but for what happens at
the call with a certain number. It remembers every call, and what was shown between the calls."""

from __future__ import annotations

import builtins
import errno
import fcntl
import os
import pkgutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from terminal import Screen

from scorekeeper import store

# What is asked of the machine by the one room that opens files, and may fail.
CALLS = (
    "open", "read", "write", "fsync", "close", "ftruncate", "lseek", "fstat", "stat", "link", "unlink", "remove",
    "mkdir", "rmdir", "replace", "rename", "listdir", "scandir", "walk", "flock",
)  # fmt: skip
ROOMS = [
    import_module(f"{store.__name__}.{found.name}")
    for found in pkgutil.iter_modules(store.__path__)
]

Trouble = Callable[[str, tuple[Any, ...]], Any]


class Killed(BaseException):
    """The process is no more: nothing of it runs after this, no tidying up either."""


class Call(NamedTuple):
    """One call of the machine: what, on which path, with which arguments."""

    name: str
    path: str
    args: tuple[Any, ...]


class Machine:
    """The real `os`, but for the trouble at the call number `at`, and from then on where it is
    `lasting`; and for what its disk is `unable` to do, at every call."""

    def __init__(
        self,
        trouble: Trouble | None = None,
        at: int = 0,
        lasting: bool = False,
        unable: Trouble | None = None,
    ) -> None:
        self.trouble, self.at, self.lasting, self.unable = trouble, at, lasting, unable
        self.log: list[Call] = []
        self.paths: dict[int, str] = {}
        self.dead = False
        self.failed: list[str] = []

    @property
    def calls(self) -> list[tuple[str, str]]:
        """The calls with their paths, without what was shown."""
        return [(call.name, call.path) for call in self.log if call.name != "say"]

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._watched(name, real) if name in CALLS else real

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if self.dead:
                raise Killed
            path, args_told = self._told(args, named)
            self.log.append(Call(name, path, args_told))
            number = len(self.calls)
            if self.trouble is not None and (
                number == self.at or (self.lasting and 0 < self.at < number)
            ):
                self.failed.append(name)
                given = self.trouble(name, args)
                if given is not None:
                    return given
            if self.unable is not None:
                self.unable(name, args)
            result = real(*args, **named)
            if name == "open" and isinstance(result, int):
                self.paths[result] = path
            return result

        return call

    def _told(self, args: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
        """The path that a call is about, and its arguments with paths for the names in a folder
        that is open."""
        if args[0] in self.paths:
            return self.paths[args[0]], args
        folder = self.paths.get(named.get("dir_fd", named.get("src_dir_fd", -1)), "")
        target = self.paths.get(named.get("dst_dir_fd", -1), "")
        told = [
            os.path.join(target, arg) if target and isinstance(arg, str) else arg
            for arg in args[1:]
        ]
        path = os.path.join(folder, str(args[0]))
        return path, (path, *told)

    def flock(self, handle: int, how: int) -> Any:
        """The lock, which is asked of another module."""
        return self._watched("flock", fcntl.flock)(handle, how)

    LOCK_EX, LOCK_NB, LOCK_UN = fcntl.LOCK_EX, fcntl.LOCK_NB, fcntl.LOCK_UN

    def open_file(self, *args: Any, **named: Any) -> Any:
        """A file opened as Python does it; only the opening is watched."""
        return self._watched("open", builtins.open)(*args, **named)

    def died(self) -> None:
        """Closes what the process had open, as the system does for one that is gone."""
        for handle in self.paths:
            with suppress(OSError):
                os.close(handle)


@contextmanager
def failing(machine: Machine) -> Iterator[None]:
    """Everything that opens files runs on this machine for as long as it lasts."""
    shown = Screen.write

    def write(screen: Screen, text: str) -> int:
        if machine.dead:
            raise Killed
        machine.log.append(Call("say", "", (text,)))
        return shown(screen, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "write", write)
        for room in ROOMS:
            if hasattr(room, "os"):
                patch.setattr(room, "os", machine)
            if hasattr(room, "fcntl"):
                patch.setattr(room, "fcntl", machine)
            patch.setattr(room, "open", machine.open_file, raising=False)
        yield


# --- what can happen -----------------------------------------------------------------------------------


def error(number: int) -> Trouble:
    """The call fails with this error, and has done nothing."""

    def trouble(name: str, args: tuple[Any, ...]) -> None:
        if name == "close":
            os.close(args[0])
        raise OSError(number, os.strerror(number))

    return trouble


def half_written(number: int) -> Trouble:
    """A write does half of its work and the next thing is an error; other calls just fail."""

    def trouble(name: str, args: tuple[Any, ...]) -> None:
        if name == "write":
            os.write(args[0], args[1][: len(args[1]) // 2])
        error(number)(name, args)

    return trouble


def signalled(name: str, args: tuple[Any, ...]) -> None:
    """A signal comes before the call has done anything; a file is closed all the same."""
    if name == "walk":  # is no call, and what it calls begins anew by itself
        return
    error(errno.EINTR)(name, args)


def short(name: str, args: tuple[Any, ...]) -> int | None:
    """A write takes a few bytes only, and says so; that is no error."""
    return os.write(args[0], args[1][:7]) if name == "write" else None


def no_links(number: int) -> Trouble:
    """A disk without hard links, which says so by this error."""

    def unable(name: str, args: tuple[Any, ...]) -> None:
        if name == "link":
            raise OSError(number, os.strerror(number))

    return unable


def no_sync_of_folders(number: int) -> Trouble:
    """A disk on which no folder can be synced."""

    def unable(name: str, args: tuple[Any, ...]) -> None:
        if name == "fsync" and stat.S_ISDIR(os.fstat(args[0]).st_mode):
            raise OSError(number, os.strerror(number))

    return unable


def killed(
    at: int, end: Callable[[], None] | None = None, unable: Trouble | None = None
) -> Machine:
    """A machine on which the process dies at a call, half way through where it is a write."""
    machine = Machine(at=at, unable=unable)

    def trouble(name: str, args: tuple[Any, ...]) -> None:
        if name == "write":
            os.write(args[0], args[1][: len(args[1]) // 2])
        if end is not None:
            end()
        machine.dead = True
        raise Killed

    machine.trouble = trouble
    return machine


def no_locks(number: int) -> Trouble:
    """A disk without locks; the user's cache folder lies on another."""

    def unable(name: str, args: tuple[Any, ...]) -> None:
        if name == "flock" and not os.readlink(f"/proc/self/fd/{args[0]}").endswith(".lock"):
            raise OSError(number, os.strerror(number))

    return unable


# --- what was on disk when something was shown ---------------------------------------------------------


# What may be lost without harm: nobody waits for it to be on disk.
CONVENIENCES = ("current", "history", "cache")


def unsynced(log: list[Call]) -> list[str]:
    """Whatever was not on disk when something was shown: bytes written, or names in a folder."""
    waiting: set[str] = set()
    found = []
    for name, path, args in log:
        if name == "say":
            found += [
                f"{args[0]!r} was shown before {what} was on disk" for what in sorted(waiting)
            ]
        elif name == "fsync":
            waiting.discard(path)
        elif any(f"/{word}" in path for word in CONVENIENCES):
            continue
        elif name in ("write", "ftruncate"):
            waiting.add(path)
        elif (name == "open" and len(args) > 1 and args[1] & os.O_CREAT) or name == "mkdir":
            waiting.add(os.path.dirname(path))
        elif name in ("link", "replace", "rename"):
            waiting.add(os.path.dirname(str(args[1])))
    return found
