"""The move of a deal that was recorded in the wrong session: deleted there, recorded in the right
one."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.entry_kinds import DEAL, INSERT
from scorekeeper.game.log import LAST, Entry
from scorekeeper.game.schedule import seating_of
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import scored_for_all
from scorekeeper.record.changes_between_deals import (
    facts_as_seated,
    kept_why,
    refuse_if_broken,
    refuse_impossible,
    standing_before,
    with_entry,
)
from scorekeeper.record.corrections import no_such_place, striking
from scorekeeper.record.deal_changes import in_order, refuse_spent
from scorekeeper.record.disputed_facts import settles
from scorekeeper.record.entry_text import BEGINNING, FROM, TO
from scorekeeper.record.open_session import Act, Book
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse

DIGITS = 16  # of the id of a deal that was moved from another session
OTHER_PLAYERS = "move-players"
LENGTH = len(BEGINNING) + DIGITS


class Leaving(NamedTuple):
    """A deal that moves to another session: the session that it leaves, its number there, its id
    in the other session, the settings with its players, and its facts."""

    session: str
    number: int
    id: str
    agreed: Agreed
    facts: Facts


class Arrived(NamedTuple):
    """An active deal that was moved to a session: that session, its number there, and the session
    that it came from."""

    session: str
    number: int
    source: str


def leaving(book: Book, number: int, to: str, at: str, why: str = "") -> tuple[Act, Leaving]:
    """Return the change that deletes a deal, and the deal to record in another session. Raises
    Refused if the deal cannot be deleted."""
    refuse_if_broken(book)
    number = len(book.folded.deals) if number == LAST else number
    if number in book.standing.readings and not book.standing.deals[number - 1].waits:
        message = say("deal {number} is disputed, and is settled before it moves", number=number)
        raise refuse("amend-disputed", message, None, *settles(book, number))
    _refuse_split(book, number)
    reason = kept_why(why) if why.strip() else f"{TO}{to}"
    act = striking(book, number, at, reason)
    scored = book.standing.deals[number - 1]
    deal = Leaving(book.name, number, moved_id(book, number), scored.agreed, scored.said)
    said = say("moved deal {number} to {session}", number=number, session=to)
    return act._replace(said=said), deal


def _refuse_split(book: Book, number: int) -> None:
    """Raise Refused if the deal was settled by a split."""
    if any(deal.split_of for deal in book.standing.deals[number - 1 : number]):
        message = say(
            "the readings of deal {number} were split, and a deal moves with one of them",
            number=number,
        )
        hint = CommandLine("amend", (str(number),), (JoinedWords((say("FACT"), "…")),))
        raise refuse(
            "amend-disputed", message, None, say("make it one first: `{command}`", command=hint)
        )


def moved_id(book: Book, number: int) -> str:
    """Return the id under which a deal of this session is recorded in another one; it is the same
    each time."""
    head, origin = book.log.head, book.folded.origins[number - 1]
    parts = (head.get("id") or head.get("created"), head.get("name"), origin.id or origin.line)
    return BEGINNING + hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:DIGITS]


def arriving(
    book: Book, deal: Leaving, place: int | None, at: str, counts_as: Mapping[str, str]
) -> Act:
    """Return the change that records a deal of another session, as deal `place` or the next one.
    Players are matched by person. The change is empty if the deal is here already. Raises
    Refused, with every reason, if other people play here, if the rules refuse the deal, or if a
    later deal would become invalid."""
    refuse_if_broken(book)
    there = moved_here(book)
    if deal.id in there:
        said = say("deal {number} is recorded already", number=there[deal.id])
        return Act(entries=(), standing=book.standing, recorded=there[deal.id], said=said)
    number = len(book.folded.deals) + 1 if place is None else place
    if not 1 <= number <= len(book.folded.deals) + 1:
        raise no_such_place(book, number)
    entry = _entry(book, deal, number, at)
    scored = _scored(book, deal, number, counts_as)
    said = say("recorded deal {number} of {session}", number=deal.number, session=deal.session)
    act = with_entry(book, entry._replace(facts=scored.said), said, number)
    refuse_impossible(book, act, _heading(book))
    return act


def _entry(book: Book, deal: Leaving, number: int, at: str) -> Entry:
    """Return the entry without its facts. A deal that was here before and was undone gets the next
    id."""
    used = sum(entry.id.startswith(deal.id) for entry in book.log.entries)
    own = f"{deal.id}-{used + 1}" if used else deal.id
    what = INSERT if number <= len(book.folded.deals) else DEAL
    return Entry(what, number, at, {}, why=f"{deal.session}{FROM}", id=own)


def _heading(book: Book) -> Words:
    return say("the deal cannot be one of {session}; nothing was moved", session=book.name)


def _scored(book: Book, deal: Leaving, number: int, counts_as: Mapping[str, str]) -> Scored:
    """Return the deal as this session scores it. Raises Refused with every reason."""
    now = standing_before(book, number)
    try:
        refuse_spent(now.agreed, now.state)
        seating = seating_of(now.agreed, now.state)
        name_here = _names(deal.agreed, seating.agreed, counts_as)
        facts = facts_as_seated(deal.facts, deal.agreed, seating.agreed, name_here)
        verdict = judged(seating.agreed, seating.state, facts)
        if verdict.scored is None:
            raise Refused(verdict.problems)
    except Refused as refusal:
        problems = [
            problem if problem.code == OTHER_PLAYERS else problem._replace(mends=())
            for problem in refusal.problems
        ]
        raise Refused(problems, _heading(book)) from None
    return scored_for_all(seating, now.state, in_order(book.agreed.rules, verdict.scored))


def _names(then: Agreed, here: Agreed, counts_as: Mapping[str, str]) -> Mapping[str, str]:
    """Return the name in this session of each player of the other session. Raises Refused if other
    people play here."""
    person_here = {counts_as.get(name, name): name for name in here.players}
    names = {name: person_here.get(counts_as.get(name, name), "") for name in then.players}
    sides = [{names[then.players[seat]] for seat in side} for side in then.sides]
    sides_here = [{here.players[seat] for seat in side} for side in here.sides]
    if not all(side in sides_here for side in sides) or len(sides) != len(sides_here):
        message = say(
            "{players} played it, and here {others} would",
            players=listing(then.side_names, "and"),
            others=listing(here.side_names, "and"),
        )
        raise Refused([Problem(OTHER_PLAYERS, message, "players", _one_person(names, here))])
    return names


def _one_person(names: Mapping[str, str], here: Agreed) -> tuple[CommandLine, ...]:
    """Return a merge command for each two names that differ only in spelling."""
    return tuple(
        CommandLine("people merge", (name, other))
        for name, found in names.items()
        for other in here.players
        if not found and other not in names and folded(name) == folded(other)
    )


# --- moves of which only one half is recorded ----------------------------------------------------


def moved_here(book: Book) -> dict[str, int]:
    """Return the numbers of the active deals that were moved here from other sessions, by the id
    of the move."""
    return {
        entry.id[:LENGTH]: number
        for number, entry in enumerate(book.folded.origins, 1)
        if entry.id.startswith(BEGINNING)
    }


def arrived(book: Book) -> dict[str, Arrived]:
    """Return the active deals that were moved to this session, by the id of the move."""
    return {
        moved: Arrived(book.name, number, book.folded.origins[number - 1].why.removesuffix(FROM))
        for moved, number in moved_here(book).items()
    }


def half_moved(here: Mapping[str, Arrived], other: Book) -> list[tuple[Arrived, Problem]]:
    """Return the deals in `here` that are still active in the session `other`, each with its
    problem."""
    numbers = range(1, len(other.folded.deals) + 1) if here else ()
    stand = ((here.get(moved_id(other, number)), number) for number in numbers)
    return [
        (deal, _half(deal, other, number))
        for deal, number in stand
        if deal and deal.session != other.name
    ]


def _half(deal: Arrived, other: Book, there: int) -> Problem:
    message = say(
        "deal {number} was moved here, and still stands in {session} as deal {there}",
        number=deal.number,
        session=other.name,
        there=there,
    )
    again = CommandLine("move", (str(there), "--to", deal.session, "--session", other.name))
    return Problem("move-half", message, None, (again,))
