"""The acts about a disputed count: a deal of which two counts are kept, and which of them holds."""

from collections.abc import Sequence

from scorekeeper.game.disputes import Span, every_way, is_open, spans
from scorekeeper.game.log import SETTLE, Entry
from scorekeeper.game.session import Facts
from scorekeeper.game.standing import Standing
from scorekeeper.record.amending import no_such_deal
from scorekeeper.record.book import Act, Book
from scorekeeper.record.disputed_facts import readings_of, settles
from scorekeeper.record.entry_words import readings_in_words
from scorekeeper.record.events import LAST, OR, kept_why, refuse_if_broken, with_entry
from scorekeeper.record.recording import (
    deal_recorded,
    new_deal,
    recorded_before,
    refuse_undecided,
    repeated,
    table_before,
)
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import Refused, refuse

SPLIT = "split"


# --- recording -----------------------------------------------------------------------------------


def coming_deal(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    is_decided: bool = False,
) -> Act:
    """Records the coming deal, of which several counts may be kept."""
    record = deal_in_dispute if OR in words else new_deal
    return record(book, words, at, once, why, is_decided)


def deal_in_dispute(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    is_decided: bool = False,
) -> Act:
    """Records the coming deal with every count of it, as `new_deal` does with one."""
    refuse_if_broken(book)
    if before := recorded_before(book, once):
        return repeated(book, before, readings_of(*table_before(book, before), words).facts)
    refuse_undecided(book, words, is_decided)
    found = readings_of(book.agreed, book.standing.state, words)
    return deal_recorded(book, found.first, found.questions, at, once, why, others=found.facts[1:])


# --- settling ------------------------------------------------------------------------------------


def settling(book: Book, number: int, decision: str, at: str, why: str = "") -> Act:
    """Which reading of a disputed deal, or of the LAST, counts from now on, from 1; or SPLIT, where
    the rules have a word for that. Refused where it is not disputed, or cannot be."""
    refuse_if_broken(book)
    number = len(book.folded.deals) if number == LAST else number
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)
    deal = book.folded.deals[number - 1]
    if not is_open(deal):
        message = say("deal {number} is not disputed", number=number)
        hint = say("`{command}` corrects it", command=CommandLine("amend", (str(number),)))
        raise refuse("settle-open", message, None, hint)
    facts = _decided(book, deal, decision)
    entry = Entry(SETTLE, number, at, facts, why=kept_why(why))
    act = with_entry(book, entry, settled_words(book, deal, facts), number)
    if act.standing.problems:
        raise Refused(act.standing.problems, say("deal {number} cannot be so", number=number))
    return act._replace(changed=_moved(book.standing, act.standing, number))


def _moved(before: Standing, now: Standing, number: int) -> tuple[int, ...]:
    """The deals after one whose totals, or the ranges of these, are others now."""
    places = range(number, len(now.deals))
    old, new = ([_after(one, place) for place in places] for one in (before, now))
    pairs = enumerate(zip(old, new, strict=True), number + 1)
    return tuple(deal for deal, (was, is_) in pairs if was != is_)


def _after(now: Standing, place: int) -> tuple[Span, ...]:
    return spans(way.deals[place].totals for way in every_way(now))


def settled_words(book: Book, deal: Entry, facts: Facts) -> Words:
    """What a decision comes to, with the facts that hold from now on."""
    if SPLIT in facts:
        return say("deal {number} is settled: its readings are split", number=deal.number)
    chosen, played_by = deal.readings[facts["reading"] - 1], book.standing.played_by(deal.number)
    return say(
        "deal {number} is settled, reading {reading} counts: {facts}",
        number=deal.number,
        reading=facts["reading"],
        facts=readings_in_words(played_by, [chosen]),
    )


def _decided(book: Book, deal: Entry, decision: str) -> Facts:
    """What a settlement's entry holds; raises Refused for a reading that there is not."""
    if decision.casefold() == SPLIT:
        _refuse_split(book, deal)
        return {SPLIT: True}
    count = len(deal.readings)
    if decision.isdecimal() and len(decision) < 3 and 1 <= int(decision) <= count:
        return {"reading": int(decision)}
    message = say(
        "`{word}` is no reading of deal {number}, which has {count}",
        word=decision,
        number=deal.number,
        count=count,
    )
    raise refuse("settle-reading", message, None, *settles(book, deal.number))


def _refuse_split(book: Book, deal: Entry) -> None:
    if book.standing.table_of(deal.number).rules.dispute is None:
        message = say("these rules do not split a disputed deal")
        raise refuse("settle-split", message, None, *settles(book, deal.number))
