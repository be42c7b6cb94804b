"""Every session of the home told in one row: from the rows that are kept, else by reading it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple, TypeVar

from scorekeeper.language import language, speak
from scorekeeper.problems import MachineFailure, Refused
from scorekeeper.speech import in_a_line
from scorekeeper.store.catalogues import catalogue
from scorekeeper.store.processes import mapped
from scorekeeper.store.rows import digest_of, keep_rows, kept_rows
from scorekeeper.store.sessions import listed_sessions

T = TypeVar("T")
Tell = Callable[[bytes], str]
FEW, FEW_KEPT = (
    100,
    2_000,
)  # sessions worth a process of their own: a row that is kept takes a fiftieth of the time


class Told(NamedTuple):
    """The row of a session, and the digest of the text it was told of; or why it cannot be read."""

    digest: str = ""
    row: str = ""
    why: str = ""


def told_sessions(
    kind: str, names: Sequence[str], make: Callable[[], Tell], read: Callable[[str], T | None]
) -> Iterator[tuple[str, T | None, str]]:
    """Each of these sessions by its name, with what `read` makes of its row, or None and why it
    cannot be read. Every file is read to its end. `kind` names what rows mean, and rows of
    another are forgotten; `make` gives, in each process that reads, what makes a row of a
    session's bytes."""
    kept = kept_rows(kind)
    each = mapped(partial(_teller, make, language(), kept), names, FEW_KEPT if kept else FEW)
    anew = _teller(make, language(), ())
    rows: dict[str, str] = {}
    for name, fresh in zip(names, each, strict=True):
        told = fresh if fresh.row or fresh.why else fresh._replace(row=kept[fresh.digest])
        value = None if told.why else read(told.row)
        if value is None and not told.why:  # what was kept is no row
            told = anew(name)
            value = read(told.row)
        if told.row:
            rows[told.digest] = told.row
        yield name, value, told.why
    if rows != kept:
        keep_rows(kind, rows)


def _teller(make: Callable[[], Tell], spoken: str, kept: Container[str]) -> Callable[[str], Told]:
    """What tells a session by its name, but for rows that are kept; in the language spoken,
    which a new process does not know yet."""
    speak(spoken, catalogue(spoken))
    bytes_of = listed_sessions()
    tell = cache(make)  # what tells a session is only imported where one is told

    def told(name: str) -> Told:
        try:
            data = bytes_of(name)
            digest = digest_of(data)
            return Told(digest, "" if digest in kept else tell()(data), "")
        except (Refused, MachineFailure) as error:
            return Told(why=in_a_line(error))

    return told
