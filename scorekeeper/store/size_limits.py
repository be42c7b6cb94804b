"""Limits on the size of files, and the refusals that report them."""

import os

from scorekeeper.base import input_limits as limits
from scorekeeper.text.message import CommandLine, Thousands, Words, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

ENTRY = b"\n[[entry]]"  # the beginning of an entry
DEALS = (b'\nwhat = "deal"\n', b'\nwhat = "insert"\n')  # the entry is a deal
MOST = {
    "file": limits.PAPER, "ruleset": limits.RULESET, "session file": limits.SESSION,
    "people file": limits.PEOPLE,
}  # fmt: skip
_TOO_LARGE = {
    "file": marked("{path} is larger than {size} MiB, too large to be a file"),
    "ruleset": marked("{path} is larger than {size} MiB, too large to be a ruleset"),
    "session file": marked("{path} is larger than {size} MiB, too large to be a session file"),
    "people file": marked("{path} is larger than {size} MiB, too large to name people"),
}


def is_limited() -> bool:
    """Return True unless the user, who trusts a file, has set SCOREKEEPER_LIMITS=off."""
    return os.environ.get("SCOREKEEPER_LIMITS") != "off"


def most_bytes(what: str) -> int:
    """Return the maximum size in bytes of a file of this kind."""
    return MOST[what] if is_limited() else limits.EVER


def too_large(path: str, what: str) -> Refused:
    """Return the refusal of a file that exceeds the maximum."""
    message = say(_TOO_LARGE[what], path=path, size=most_bytes(what) >> 20)
    return refuse("file-large", message, None, _if_your_own() if is_limited() else None)


def session_within(path: str, data: bytes) -> bytes:
    """Return the bytes of a session file unchanged. Raises Refused if it has too many bytes or
    entries."""
    if len(data) > most_bytes("session file"):
        raise too_large(path, "session file")
    # smaller files cannot exceed the other limits
    small = min(limits.HEAD, limits.ENTRIES * len(ENTRY))
    if len(data) > small and is_limited():
        _refuse_many(path, data)
    return data


def _refuse_many(path: str, data: bytes) -> None:
    entries, head = data.count(ENTRY), data.find(ENTRY)
    if entries > limits.ENTRIES:
        message = say(
            "{path} has {entries} entries; {most} are the most that are read",
            path=path, entries=Thousands(entries), most=Thousands(limits.ENTRIES),
        )  # fmt: skip
        raise refuse("session-large", message, "session", _if_your_own())
    if (head if entries else len(data)) > limits.HEAD:
        size = limits.HEAD >> 20
        message = say(
            "{path} has more than {size} MiB before its first entry, too much to be rules",
            path=path,
            size=size,
        )
        raise refuse("session-large", message, "session", _if_your_own())


def refuse_full(path: str, data: bytes, more: bytes) -> None:
    """Raise Refused if `more`, appended to the session's bytes `data`, would exceed the maximum of
    deals, entries or bytes."""
    entries = data.count(ENTRY) + more.count(ENTRY)
    adds = sum(map(more.count, DEALS))
    deals = sum(map(data.count, DEALS)) + adds
    size = len(data) + len(more)
    is_full = (adds and deals > limits.DEALS) or entries > limits.ENTRIES or size > limits.SESSION
    if is_limited() and is_full:
        message = say(
            "{path} is full: it would have {deals} deals and {entries} entries in {size} KiB; "
            "{most_deals} deals,"
            " {most_entries} entries and {most_size} KiB are the most",
            path=path, deals=Thousands(deals), entries=Thousands(entries),
            size=Thousands(size >> 10),
            most_deals=Thousands(limits.DEALS), most_entries=Thousands(limits.ENTRIES),
            most_size=Thousands(limits.SESSION >> 10),
        )  # fmt: skip
        raise refuse(
            "session-full",
            message,
            "session",
            say(
                "begin another session: {command}",
                command=CommandLine("new", rest=(say("GAME"), say("PLAYER…"))),
            ),
        )


def _if_your_own() -> Words:
    return say(
        "if it is your own and no mistake, set SCOREKEEPER_LIMITS=off and wait as long as it takes"
    )
