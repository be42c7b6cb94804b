"""The rulesets and packs in a folder."""

import os

from scorekeeper.store.disk import SUFFIX, failing, failure, retry_on_eintr, stem
from scorekeeper.store.home import PACKS
from scorekeeper.text.language import marked

_READING = marked("reading the folder {path} failed: {why}")


def rules_in(top: str) -> dict[str, str]:
    """The paths of the rulesets in a folder and those in it, by their ids."""
    found: dict[str, str] = {}
    for folder, inner, names in os.walk(top, onerror=_unlisted):
        inner[:] = sorted(name for name in inner if name != PACKS)
        _note(found, folder, names)
    return found


def _unlisted(error: OSError) -> None:
    """A folder that is not there has no rulesets; one that cannot be read may hold the one that
    is meant."""
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise failure(_READING, error.filename, error)


def packs_in(top: str) -> dict[str, str]:
    """The same of packs of cards."""
    found: dict[str, str] = {}
    folder = os.path.join(top, PACKS)
    with failing(_READING, folder):
        names = retry_on_eintr(os.listdir, folder) if os.path.isdir(folder) else []
    _note(found, folder, names)
    return found


def _note(found: dict[str, str], folder: str, names: list[str]) -> None:
    for name in sorted(names):
        if name.endswith(SUFFIX):
            found.setdefault(stem(name), os.path.join(folder, name))
