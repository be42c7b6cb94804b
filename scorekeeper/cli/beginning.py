"""A session that is begun: what was agreed is checked, and put on disk."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.cli.common import clock, is_confirmed, is_terminal, new_id, note, note_recorded
from scorekeeper.cli.home_people import known_people
from scorekeeper.cli.latest import spelt_before
from scorekeeper.cli.local_day import TODAY
from scorekeeper.game.schedule import number_problems
from scorekeeper.game.seats import NOTHING_SETTLED, Turns
from scorekeeper.game.session import Agreed, agree
from scorekeeper.game.standing import standing
from scorekeeper.record import book
from scorekeeper.record.journal import head_text
from scorekeeper.record.names import seats_named
from scorekeeper.record.occasion import place_kept
from scorekeeper.report.coming_card import Card, card_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.store.people_kept import people_path
from scorekeeper.text.language import tr
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.speech import in_a_line

SESSION_ID = 16  # bytes of chance: no two sessions anywhere have the same


class Prepared(NamedTuple):
    """A session that may be begun: its name, what was agreed, the head of its file, and the card of
    its first deal."""

    name: str
    agreed: Agreed
    head: str
    card: Card | None


def prepared(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None,
    choices: Mapping[str, object], place: str | None = None, turns: Turns = NOTHING_SETTLED,
    date: str = "", two_counts: bool = False, evening: str = "",
) -> Prepared:  # fmt: skip
    """A new session, checked and asked about where a name is nearly known; nothing is on disk.
    Raises FormulaError where the rules cannot say what its first deal is."""
    where = place_kept(place or "")
    checked = agree(rules, players, _whole_name(dealer, players), choices, turns)
    chosen = _free_name(rules.id, date) if name is None else _session_name(name)
    names = spelt_as_before(checked.players)
    agreed = agree(rules, names, _whole_name(dealer, names), choices, turns)
    if problems := number_problems(agreed):
        raise Refused(problems)
    card = card_of(standing(agreed, ()))
    head = book.new_head(
        agreed, chosen, clock(), where, new_id(SESSION_ID), date, two_counts, evening
    )
    return Prepared(chosen, agreed, head_text(head), card)


def put_on_disk(session: Prepared) -> None:
    """Makes the session, and has it be the current one."""
    path = store.create_session(session.name, session.head)
    note_recorded()
    store.make_current(path)
    _note_persons(session.agreed.players)


def begin(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None,
    choices: Mapping[str, object], place: str | None = None, turns: Turns = NOTHING_SETTLED,
    date: str = "", two_counts: bool = False,
) -> Prepared:  # fmt: skip
    """Makes a new session on disk, and the current one."""
    session = prepared(rules, players, dealer, name, choices, place, turns, date, two_counts)
    put_on_disk(session)
    return session


def _note_persons(players: Sequence[str]) -> None:
    """A word about each name that is another name of somebody: the session keeps what was typed."""
    try:
        counts_as = known_people().counts_as
    except (Refused, MachineFailure) as error:
        why = in_a_line(error.messages)
        note(tr("{path} is not understood: {why}", path=people_path(), why=why))
        return
    for name in players:
        if name in counts_as:
            note(tr("`{name}` counts as {person}", name=name, person=counts_as[name]))


def _session_name(name: str) -> str:
    """The name that was asked for; raises Refused where no session can be called so."""
    fault = store.new_name_fault(name)
    if fault:
        message = say("`{session}` cannot be a session's name: {fault}", session=name, fault=fault)
        raise refuse("session-name", message, "name")
    if name in store.archived_names():
        taken = say("there is already an archived session `{session}`", session=name)
        raise refuse("session-exists", taken, "name", say("choose another name"))
    return name


def spelt_as_before(players: Sequence[str]) -> list[str]:
    """The players, each spelt as in earlier sessions where somebody says that it is the same
    person."""
    before = spelt_before(players)
    return [
        before[name] if name in before and _is_same(name, before[name]) else name
        for name in players
    ]


def _is_same(name: str, before: str) -> bool:
    """Whether a name is another spelling of one that is known; where nobody is there to be asked
    it is not."""
    if is_terminal(sys.stdin):
        asked = tr(
            "`{name}` is `{before}` in earlier sessions. Is that the same person?",
            name=name,
            before=before,
        )
        return is_confirmed(asked, or_enter=True)
    note(
        tr(
            "`{name}` is `{before}` in earlier sessions: these are two players",
            name=name,
            before=before,
        )
    )
    return False


def _whole_name(word: str | None, players: Sequence[str]) -> str | None:
    """The player that a word names, by a beginning too; the word itself where that is nobody, or
    several."""
    if word is None or word in players:
        return word

    places = seats_named(players, word)
    return players[places[0]] if len(places) == 1 else word


def _free_name(game: str, date: str) -> str:
    """The game and the date, numbered from the second of a day."""
    base, taken = (
        f"{game}-{date or time.strftime(TODAY)}",
        {*store.session_names(), *store.archived_names()},
    )
    return next(
        name for name in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if name not in taken
    )
