"""A session opened: its journal, its rules, its deals scored; beside this, the acts that add to it.

An act takes the book and what a person typed and returns the entries to append, or raises
Refused with every problem. Nothing here writes.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TypeGuard

from scorekeeper.base.records import Record
from scorekeeper.game.log import COUNT, Entry, Folded, folded_entries
from scorekeeper.game.seats import Turns
from scorekeeper.game.session import Agreed, agree
from scorekeeper.game.standing import EFFECTS, Effect, Standing, standing
from scorekeeper.record.journal import (
    EVENT,
    FORMAT,
    TWO_COUNTS,
    Journal,
    Seen,
    chained,
    read_journal,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.read import read_kept_ruleset
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, Refused, refuse


class Book(Record):
    """An open session: what is agreed now, and what was when it was begun."""

    name: str
    agreed: Agreed
    journal: Journal
    folded: Folded
    standing: Standing
    begun: Agreed

    @property
    def counts_twice(self) -> bool:
        """Whether two people are to count each deal."""
        return self.journal.head.get(TWO_COUNTS) is True


class Act(Record):
    """What an act comes to: the entries to append (none where they stand already), the session
    after them, the deal it is about (None where that deal is no more), the later deals whose
    totals moved, what is odd enough to ask about first, and the act in words; and of those later
    deals that had another number before, which. `notes` say what follows from the act, `flags` what
    is odd about it beside what is odd about its deals. `last` is the number of the last entry in
    the log, once they are appended."""

    entries: tuple[Entry, ...]
    standing: Standing
    said: Words
    recorded: int | None = None
    changed: tuple[int, ...] = ()
    questions: tuple[Problem, ...] = ()
    numbers_before: Mapping[int, int] = {}
    notes: tuple[Words, ...] = ()
    flags: tuple[Words, ...] = ()
    last: int = 0


def appended(book: Book, act: Act, by: str, new_id: Callable[[], str]) -> Act:
    """Return the act with its entries as they are appended to the session; `by` is who records
    those that do not say so themselves."""
    journal = book.journal
    entries = chained(journal.blocks, journal.entries, act.entries, by, new_id)
    return act._replace(entries=entries, last=len(journal.entries) + len(entries))


def new_head(
    agreed: Agreed, name: str, created: str, place: str = "", session_id: str = "", date: str = "",
    two_counts: bool = False, evening: str = "", event: Mapping[str, object] | None = None,
) -> Mapping[str, object]:  # fmt: skip
    """The head of a new session: its id, that of the session with which its evening began where it
    is another, what was agreed, where that was said the place, the day, that two people count each
    deal and which table of which event it is, and the rules."""
    rules = {key: value for key, value in agreed.rules.raw.items() if key != "example"}
    return {
        "format": FORMAT, **_said({"id": session_id, "evening": evening}), "name": name,
        "game": agreed.rules.id, "created": created, **_said({"place": place, "date": date}),
        **({TWO_COUNTS: True} if two_counts else {}), **({EVENT: event} if event else {}),
        "people": list(agreed.players),
        "seats": {
            "order": list(agreed.players), "dealer": agreed.players[agreed.dealer],
            **_turns(agreed),
        },
        "options": dict(agreed.options), "rules": rules,
    }  # fmt: skip


def _said(words: Mapping[str, str]) -> Mapping[str, str]:
    """What was said of these; no key for the others."""
    return {key: said for key, said in words.items() if said}


def _turns(agreed: Agreed) -> Mapping[str, object]:
    """Who rests, and how many deals that makes, where the table settled it."""
    rota = agreed.rota
    if rota is None:
        return {}
    return {name: value for name, value in rota.turns._asdict().items() if value is not None}


def opened(
    data: bytes, name: str, seen: Seen | None = None, effects: Mapping[str, Effect] = EFFECTS
) -> Book:
    """Opens a session file; raises Refused, with line and reason, where it is broken.

    A deal that the rules refuse does not keep the book from opening: it is in
    `standing.problems`, and `check` names it.
    """
    seen = seen or Seen()
    journal = read_journal(data, seen)
    agreed = _agreed(journal.head, seen)
    folded = folded_entries(journal.entries)
    now = standing_of(agreed, folded, effects)
    return Book(
        name=name, agreed=now.agreed, journal=journal, folded=folded, standing=now, begun=agreed
    )


def _agreed(head: Mapping[str, object], seen: Seen) -> Agreed:
    """What the head says was agreed; a person may have mended it by hand."""
    raw, game, options = head.get("rules"), head.get("game"), head.get("options", {})
    seats = head.get("seats")
    order, dealer = map(seats.get, ("order", "dealer")) if isinstance(seats, dict) else (0, 0)
    if not (
        isinstance(game, str)
        and isinstance(raw, dict)
        and isinstance(dealer, str)
        and isinstance(options, dict)
    ):
        message = say(
            "the head of the session file must say `game`, who deals first and its `[rules]`"
        )
        raise refuse("session-broken", message)
    people = head.get("people")
    if not (_are_names(order) and _are_names(people) and set(order) <= set(people)):
        message = say(
            "the head of the session file must say `people` and who of them sits where, "
            "`seats.order`, two lists of names"
        )
        raise refuse("session-broken", message)
    try:
        return agree(_ruleset(raw, game, seen), order, dealer, options, _resting(head))
    except Refused as refusal:
        raise Refused(refusal.problems, say("the head of the session file does not hold")) from None


def _resting(head: Mapping[str, object]) -> Turns:
    """What the head says of those who rest."""
    seats = head.get("seats")
    rest, deals = map(seats.get, ("rest", "deals")) if isinstance(seats, dict) else (None, None)
    if not isinstance(rest, str | None) or (deals is not None and deals.__class__ is not int):
        message = say(
            "`seats.rest` says who rests, in words, and `seats.deals` how many deals there are"
        )
        raise refuse("session-broken", message)
    return Turns(rest, deals)


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _ruleset(raw: Mapping[str, object], game: str, seen: Seen) -> Ruleset:
    """The rules of a head; where another file of the run holds the same, they are at hand."""
    key = id(raw), game
    if key not in seen.rulesets:
        seen.rulesets[key] = raw, read_kept_ruleset(raw, game)
    ruleset: Ruleset = seen.rulesets[key][1]
    return ruleset


def standing_of(
    agreed: Agreed, folded: Folded, effects: Mapping[str, Effect] = EFFECTS
) -> Standing:
    """The standing of what stands, the deals that were corrected marked so, with the counts that
    wait and who counted what."""
    now = standing(agreed, folded.course, effects)
    if COUNT in {act.what for act in folded.done}:
        from scorekeeper.game.second_count import counters, waiting  # noqa: PLC0415 - 0.3 ms, seldom

        now = now._replace(counts=waiting(folded.done), counters=counters(folded))
    facts = now.agreed.rules.facts.values()
    if any(map(attrgetter("others"), folded.deals)) or any(map(attrgetter("later"), facts)):
        from scorekeeper.game.disputes import in_every_way  # noqa: PLC0415 - 1 ms, only for disputes

        now = in_every_way(agreed, folded.course, now)
    if not folded.amended:
        return now
    return now._replace(
        deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in now.deals)
    )
