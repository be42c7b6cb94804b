"""Sessions of the home in one row each, as `sessions` lists them and `league` sums them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.cli.common import note
from scorekeeper.cli.progress import late_bar
from scorekeeper.league.evening import KIND, Evening, evening_of_row, row_of_evening
from scorekeeper.store import bare_name, every_session
from scorekeeper.store.calendar_day import with_day
from scorekeeper.store.evenings import tell_home, told_sessions
from scorekeeper.store.home import Home, Telling
from scorekeeper.text.language import tr
from scorekeeper.text.message import Words
from scorekeeper.text.problems import as_typed
from scorekeeper.text.speech import in_a_line, parted


def evenings(
    names: Sequence[str], whole: bool = False, is_anew: bool = False
) -> Iterator[tuple[str, str, Evening]]:
    """These sessions by their names, with the digest of each one's text and its row, which is kept
    as long as its file is the same; of those in which a deal does not hold a word is said, and
    they are left out where only `whole` ones are wanted. No row that was kept is used where all
    `is_anew`."""
    with late_bar(len(names), tr("reading the sessions")) as tick:
        for name, digest, evening, why in told_sessions(
            KIND, names, _teller, evening_of_row, _telling, is_anew
        ):
            tick(1)
            if evening is None:
                session = bare_name(name)
                note(tr("{session} cannot be read: {why}", session=session, why=in_a_line(why)))
                continue
            if evening.fails:
                _spoilt(bare_name(name), evening.fails, whole)
            if not (whole and evening.fails):
                yield name, digest, with_day(evening)


def _told(names: Sequence[str]) -> Iterator[tuple[str, str, Evening | None, Words]]:
    return told_sessions(KIND, names, _teller, evening_of_row, _telling)


def build_anew(names: Sequence[str]) -> None:
    """Build the rows of these sessions again from their logs, whatever was kept of them."""
    for _ in evenings(names, is_anew=True):
        pass


def keep_league(home: Home, names: Sequence[str]) -> None:
    """Has a home that keeps rows of its league keep those of these sessions."""
    with late_bar(len(names), tr("telling the league")) as tick:
        for _ in tell_home(home, KIND, names, _teller(), evening_of_row, _telling):
            tick(1)


def told_quietly(names: Sequence[str] | None = None) -> Iterator[tuple[str, Evening]]:
    """These sessions, or every one of the home, archived ones included, by their names, as far as
    they can be read; nothing is said of the others."""
    sessions = every_session() if names is None else names
    for name, _, evening, _ in _told(sessions):
        if evening is not None:
            yield bare_name(name), with_day(evening)


def _telling(name: str, evening: Evening) -> Telling:
    """The rows of a session, for a home that keeps them in tables."""
    # 4 ms, only in a club, and where a session has changed
    from scorekeeper.store.session_tables import telling_of  # noqa: PLC0415

    return telling_of(name, evening)


def _teller() -> Callable[[bytes], str]:
    """Tells a session in one row; what the sessions have in common is read once."""
    # 8 ms, only where a session is not told already
    from scorekeeper.cli.refusal import no_answer  # noqa: PLC0415
    from scorekeeper.league.session_row import evening_of  # noqa: PLC0415
    from scorekeeper.record.book import opened  # noqa: PLC0415
    from scorekeeper.record.journal import Seen  # noqa: PLC0415
    from scorekeeper.record.known_deals import KnownDeals  # noqa: PLC0415
    from scorekeeper.rules.formula import FormulaError  # noqa: PLC0415

    seen, known = Seen(), KnownDeals()

    def told(data: bytes) -> str:
        try:
            return row_of_evening(evening_of(opened(data, "", seen, known.effects())))
        except FormulaError as error:
            raise no_answer(error) from None

    return told


def _spoilt(name: str, deal: int, is_left_out: bool) -> None:
    """A word about a session of which a deal does not hold: what of it counts here."""
    if is_left_out:
        said = tr(
            "{session} is left out: deal {number} does not hold under its rules",
            session=name,
            number=deal,
        )
    else:
        said = tr(
            "deal {number} of {session} does not hold under its rules, and what follows is not "
            "counted",
            number=deal,
            session=name,
        )
    note(parted((said, tr("see `{command}`", command=f"scorekeeper check {as_typed(name)}"))))
