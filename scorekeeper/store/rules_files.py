"""Where the rulesets are: the user's own and those that are shipped."""

import os
from collections.abc import Iterator
from hashlib import sha256

from scorekeeper.store.home import RULESETS
from scorekeeper.store.homes import home_of, the_home
from scorekeeper.store.rules_on_disk import packs_in, rules_in
from scorekeeper.text.problems import MachineFailure, Refused


def shipped_folder() -> str:
    """Where the shipped rulesets are: beside the package in an installed program, at the
    repository's root in an editable one."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(package, RULESETS)
    at_root = os.path.join(os.path.dirname(package), RULESETS)
    return beside if os.path.isdir(beside) else at_root


def ruleset_files() -> dict[str, str]:
    """The rulesets there are, by id; a user's own stands before a shipped one of the same id."""
    return _first(the_home().own_rules(), rules_in(shipped_folder()))


def pack_files() -> dict[str, str]:
    """The packs of cards there are, by name; a user's own stands before a shipped one."""
    return _first(the_home().own_packs(), packs_in(shipped_folder()))


def _first(own: dict[str, str], shipped: dict[str, str]) -> dict[str, str]:
    return own | {name: path for name, path in shipped.items() if name not in own}


def digest_of_rulesets() -> str:
    """The SHA-256 of all rulesets and packs there are, in hexadecimal: whatever is made of them
    still holds where it is the same."""
    digest = sha256()
    for path in _all_files():
        try:
            data = home_of(path).rules_bytes(path)
        except (Refused, MachineFailure):  # whoever needs this file is told why
            data = b""
        digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def _all_files() -> Iterator[str]:
    """The paths of all rulesets and packs, in order."""
    for files in (ruleset_files(), pack_files()):
        for name in sorted(files):
            yield files[name]
