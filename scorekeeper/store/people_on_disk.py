"""Who is who in a folder: `people.toml`, replaced as a whole and on disk before anybody is told."""

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import TypeVar

from scorekeeper.store.disk import NotOrdinary, failing, made_folder, ordinary_bytes, read_all
from scorekeeper.store.folder import Folder
from scorekeeper.store.locked import OF_A_LINK, folder_of, opened_alone
from scorekeeper.store.locks import let_go
from scorekeeper.store.new_files import create_file, replace_file
from scorekeeper.store.size import most_bytes, too_large
from scorekeeper.text.language import marked
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse

T = TypeVar("T")
# What makes of the bytes of the file its new text, None where it stays, and a result.
Decide = Callable[[bytes], tuple[str | None, T]]
KIND = "people file"
_WRITING = marked("writing {path} failed: {why}")


class _Meanwhile(Exception):
    """Somebody else has begun the file, or taken it away, since it was looked for."""


def bytes_of_people(path: str) -> bytes:
    """The bytes of the file of people; none where there is no such file. Raises Refused where a
    link or anything else stands in its place, or more than is read."""
    with failing(marked("reading {path} failed: {why}"), path):
        try:
            data = ordinary_bytes(path, most_bytes(KIND), may_be_link=False, is_own=True)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        except OSError as error:
            raise _odd(path, error) or error from None
    return _within(path, data)


def changed_people(path: str, decide: Decide[T]) -> T:
    """Puts the text that `decide` makes of the file's bytes in its place, under a lock and on disk
    before it returns, and gives the result."""
    made_folder(os.path.dirname(path))
    while True:
        with suppress(_Meanwhile):
            return _changed(path, decide) if os.path.lexists(path) else _begun(path, decide)


def _begun(path: str, decide: Decide[T]) -> T:
    """The same where there is no file yet."""
    text, result = decide(b"")
    if text is not None:
        _within(path, text.encode())
        try:
            create_file(path, text, _WRITING)
        except FileExistsError:
            raise _Meanwhile from None
    return result


def _changed(path: str, decide: Decide[T]) -> T:
    """The same where there is one: nobody else changes it meanwhile."""
    with failing(_WRITING, path), folder_of(path) as folder, ExitStack() as stack:
        handle = _opened(stack, folder, path)
        text, result = decide(_within(path, read_all(handle, most_bytes(KIND))))
        if text is not None:
            let_go(handle)
            replace_file(folder, os.path.basename(path), _within(path, text.encode()))
        return result


def _opened(stack: ExitStack, folder: Folder, path: str) -> int:
    try:
        return opened_alone(stack, folder, os.path.basename(path), path)
    except FileNotFoundError:
        raise _Meanwhile from None
    except OSError as error:
        raise _odd(path, error) or error from None


def _odd(path: str, error: OSError) -> Refused | None:
    """The refusal of what is no file of ours; None where the machine failed."""
    if error.errno in OF_A_LINK:
        message = say("{path} is a link, and nothing is written where a link leads", path=path)
        return refuse("people-file", message, None, say("put the file itself in its place"))
    if isinstance(error, (NotOrdinary, IsADirectoryError)):
        return refuse("people-file", say("{path} is not an ordinary file", path=path))
    return None


def _within(path: str, data: bytes) -> bytes:
    """The bytes, refused where they are more than are read."""
    if len(data) > most_bytes(KIND):
        raise too_large(path, KIND)
    return data
