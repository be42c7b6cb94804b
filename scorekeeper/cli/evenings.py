"""Every session of the home in one row each: what `league` sums up and `sessions` lists."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator

from scorekeeper import __version__, store
from scorekeeper.cli.common import note, seen
from scorekeeper.cli.progress import late_bar
from scorekeeper.language import tr
from scorekeeper.league.evening import FORMAT, Evening

KIND = f"{__version__}/{FORMAT}"


def evenings() -> Iterator[tuple[str, Evening]]:
    """Every session of the home in one row, from the index where that has it."""
    from scorekeeper.store.index import indexed_sessions

    with late_bar(len(store.session_names()), tr("reading the sessions")) as tick:
        for name, row in indexed_sessions(KIND, _teller(), _unread, tick):
            yield name, Evening(*json.loads(row))


def _teller() -> Callable[[bytes, str], str]:
    """Tells a session in one row; what the sessions have in common is read once."""
    from scorekeeper.book import opened
    from scorekeeper.league.telling import evening_of

    gc.disable()  # what is read here holds no circles, and looking for them takes a tenth of the time
    same = seen()
    return lambda data, name: json.dumps(
        evening_of(opened(data, name, same)), ensure_ascii=False, separators=(",", ":"), check_circular=False
    )


def _unread(name: str, error: Exception) -> None:
    note(tr("{session} cannot be read: {why}", session=name, why=error))
