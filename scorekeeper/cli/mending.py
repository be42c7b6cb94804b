"""`check --repair`: what a power cut left half-written is set aside, without recording anything."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper import store
from scorekeeper.cli.common import of_session, path_and_name, show, show_json
from scorekeeper.language import tr, trn
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Problem, Refused


class Mended(NamedTuple):
    """A session that was looked at: how many lines were cut off, and the file that holds them now, if any."""

    session: str
    file: str | None
    lines: int


def mend(names: Iterable[str | None], form: str) -> None:
    """Says of every session what was set aside and where; then refuses, all at once, what no setting aside mends."""
    mended: list[Mended] = []
    refused: list[Problem] = []
    for name in names:
        try:
            mended.append(_mended(name))
        except Refused as refusal:
            refused += [of_session(problem, name) for problem in refusal.problems]
    if form == "json" and (mended or not refused):
        show_json({"repaired": [one._asdict() for one in mended]})
    elif mended:
        show("\n".join(map(_words, mended)))
    if refused:
        raise Refused(
            refused, tr("only a half-written entry at the end of a file can be set aside; this is another fault")
        )


def _mended(name: str | None) -> Mended:
    from scorekeeper.journal import read_journal

    def decide(data: bytes) -> tuple[int, int]:
        journal = read_journal(data)
        return journal.whole, journal.cut_lines

    path, shown = path_and_name(name)
    file, lines = store.repair_session(path, decide)
    return Mended(shown, file, lines)


def _words(mended: Mended) -> str:
    session, file, lines = mended
    if file is None:
        return tr("{session}: every entry is whole; there is nothing to mend", session=session)
    return trn(
        lines,
        "{session}: a half-written entry ({n} line), as a power cut leaves it, was set aside in {file}",
        "{session}: a half-written entry ({n} lines), as a power cut leaves it, was set aside in {file}",
        session=session,
        file=file,
    )
