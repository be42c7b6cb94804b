"""Where the rulesets are: the user's own and those that are shipped."""

import os
from collections.abc import Iterator
from hashlib import sha256

from scorekeeper.language import marked
from scorekeeper.store.disk import (
    SUFFIX,
    failing,
    failure,
    home,
    ordinary_bytes,
    retry_on_eintr,
    stem,
)
from scorekeeper.store.size import most_bytes

PACKS = "packs"
READING = marked("reading the folder {path} failed: {why}")


def ruleset_folders() -> list[str]:
    """Where rulesets are: the user's own first, then those shipped, which lie beside the package
    in an installed program and at the repository's root in an editable one."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(package, "rulesets")
    at_root = os.path.join(os.path.dirname(package), "rulesets")
    return [os.path.join(home(), "rulesets"), beside if os.path.isdir(beside) else at_root]


def ruleset_files() -> dict[str, str]:
    """The rulesets there are, by id; a user's own stands before a shipped one of the same id."""
    found: dict[str, str] = {}
    for top in ruleset_folders():
        for folder, inner, names in os.walk(top, onerror=_unlisted):
            inner[:] = sorted(name for name in inner if name != PACKS)
            _note(found, folder, names)
    return found


def _unlisted(error: OSError) -> None:
    """A folder that is not there has no rulesets; one that cannot be read may hold the one that
    is meant."""
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise failure(READING, error.filename, error)


def pack_files() -> dict[str, str]:
    """The packs of cards there are, by name; a user's own stands before a shipped one."""
    found: dict[str, str] = {}
    for top in ruleset_folders():
        folder = os.path.join(top, PACKS)
        with failing(READING, folder):
            names = retry_on_eintr(os.listdir, folder) if os.path.isdir(folder) else []
        _note(found, folder, names)
    return found


def _note(found: dict[str, str], folder: str, names: list[str]) -> None:
    for name in sorted(names):
        if name.endswith(SUFFIX):
            found.setdefault(stem(name), os.path.join(folder, name))


def digest_of_rulesets() -> str:
    """The SHA-256 of all rulesets and packs there are, in hexadecimal: whatever is made of them
    still holds where it is the same."""
    digest = sha256()
    for path in _all_files():
        try:
            data = ordinary_bytes(path, most_bytes("ruleset"))
        except OSError:  # whoever needs this file is told why
            data = b""
        digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def _all_files() -> Iterator[str]:
    """The paths of all rulesets and packs, in order."""
    for files in (ruleset_files(), pack_files()):
        for name in sorted(files):
            yield files[name]
