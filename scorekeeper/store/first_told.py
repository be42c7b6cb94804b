"""What is told of a home once, not by every command."""

from collections.abc import Iterable

from scorekeeper.store.rows import digest_of, keep_rows, kept_rows

_KIND, _FILE = "promises", ".told"


def first_told(messages: Iterable[str]) -> list[str]:
    """Those of these messages that were never told of this home; from now on they are."""
    told = kept_rows(_KIND, _FILE)
    digests = {digest_of(message.encode()): message for message in messages}
    fresh = {digest: message for digest, message in digests.items() if digest not in told}
    if fresh:
        keep_rows(_KIND, [*told.items(), *((digest, "") for digest in fresh)], _FILE)
    return [*fresh.values()]
