"""Counts of a deal by two people, and the settlement of disputed deals."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import COUNT, DEAL, SETTLE
from scorekeeper.game.log import LAST, OR, Entry
from scorekeeper.game.open_deals import AND, Span, every_way, is_open, person, spans
from scorekeeper.game.schedule import turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing
from scorekeeper.record.changes_between_deals import kept_why, refuse_if_broken, with_entry
from scorekeeper.record.corrections import no_such_deal
from scorekeeper.record.deal_changes import (
    deal_recorded,
    judged_words,
    new_deal,
    recorded_before,
    refuse_undecided,
    repeated,
    table_before,
)
from scorekeeper.record.disputed_facts import readings_of, settles
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.entry_text import different, in_words, readings_in_words, value_in_words
from scorekeeper.record.fact_values import players_named
from scorekeeper.record.open_session import Act, Book, recorder_kept
from scorekeeper.record.required_facts import words_of
from scorekeeper.record.word_assignment import CONTRACT, ReadingContext, near, words_of_the_deal
from scorekeeper.rules.fact_names import key_said
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused, nearest, refuse

# --- counting ----------------------------------------------------------------------------------
# Counts of the next deal by two people, the second without seeing the first. Two equal counts
# record the deal.


TWO_COUNT = say(
    "two people count each deal, neither seeing the other's count: {count}",
    count=CommandLine("count", ("--by",), (say("NAME"), say("FACT…"))),
)


class CountDifference(NamedTuple):
    """A fact on which the counts differ, its player or side (empty for a fact of the whole deal),
    and one value for each count, in the counts' order, or None."""

    fact: str
    of: str
    values: tuple[object, ...]


def counting(book: Book, words: Sequence[str], by: str, at: str) -> Act:
    """Return the change that records one person's count of the next deal.

    The first count is pending until another person counts. If a new count equals a pending one,
    the deal is recorded under both names; otherwise all counts stay pending. A person's new
    count replaces that person's former one. Raises Refused if the rules do not allow the count
    or the person is missing."""
    refuse_if_broken(book)
    who = _counter(book.agreed, by)
    try:
        scored, questions = judged_words(book.agreed, book.standing.state, words)
    except Refused as refusal:
        problems = [_as_count(problem, who) for problem in refusal.problems]
        raise Refused(problems, refusal.heading, refusal.context) from None
    others = [count for count in book.standing.counts if person(count.by) != person(who)]
    alike = [one.by for one in others if not different(one.facts, scored.said)]
    questions = (*questions, *_said_late(book, scored))
    if alike:
        return _agreed_deal(book, scored, questions, alike, who, at)
    return _waits(book, scored, questions, who, at)


def _counter(agreed: Agreed, by: str) -> str:
    """Return the name of the person who counts, in full for a player. Raises Refused unless there
    is exactly one name."""
    name = recorder_kept(by)
    if not name:
        hint = CommandLine("count", ("--by",), (say("NAME"), say("FACT…")))
        raise refuse("count-by", say("say who counts"), "by", hint)
    if AND.strip() in name:
        message = say("`{name}` cannot be who counts: a comma parts two names", name=name)
        raise refuse("count-by", message, "by", say("each counts alone"))
    found = players_named(agreed, name)
    return agreed.players[found[0]] if len(found) == 1 else name


def _as_count(problem: Problem, who: str) -> Problem:
    """Return the problem with its fix as a count by this person."""
    return problem.with_commands(
        lambda command: (
            command._replace(name="count", words=("--by", who, *command.words))
            if command.name == DEAL
            else command
        )
    )


def _said_late(book: Book, scored: Scored) -> Iterator[Problem]:
    """Yield a problem if this count equals the deal that two other people have just recorded."""
    last = len(book.folded.deals)
    is_last = bool(book.folded.done) and book.folded.done[-1].what == DEAL
    if is_last and last in book.standing.counters and not book.standing.counts:
        facts = book.folded.deals[-1].facts
        if not different(facts, scored.said):
            message = say(
                "deal {number}, which {names} counted, is just the same. Is this a count of deal "
                "{coming}?",
                number=last,
                names=listing(book.standing.counters[last], "and"),
                coming=last + 1,
            )
            yield Problem("count-twice", message)


def _agreed_deal(
    book: Book, scored: Scored, questions: tuple[Problem, ...], alike: list[str], who: str, at: str
) -> Act:
    """Return the change that records a deal with two equal counts. A note names the people with
    other counts."""
    names = (*alike, who)
    act = deal_recorded(book, scored, questions, at, by=AND.join(names))
    number = act.entries[0].number
    others = [one.by for one in book.standing.counts if person(one.by) not in map(person, names)]
    notes = [alike_words(names)]
    if others:
        notes.append(say("otherwise by {names}", names=listing(others, "and")))
    by = {**book.standing.counters, number: names}
    return act._replace(standing=act.standing._replace(counters=by), notes=tuple(notes))


def alike_words(names: Sequence[str]) -> Words:
    """Return the text `counted alike by Anna and Björn`."""
    return say("counted alike by {names}", names=listing(names, "and"))


def those_alike(counts: Sequence[Entry]) -> list[Entry]:
    """Return the first group of equal pending counts, empty if no two are equal. Equal counts can
    be pending only after a merge."""
    for count in counts:
        found = [one for one in counts if not different(count.facts, one.facts)]
        if len(found) > 1:
            return found
    return []


def _waits(book: Book, scored: Scored, questions: tuple[Problem, ...], who: str, at: str) -> Act:
    """Return the change that records a pending count. Its text shows how it differs from the other
    counts."""
    number = book.standing.state.deal
    act = with_entry(book, Entry(COUNT, number, at, scored.said, by=who), "")
    said, *notes = waiting_words(act.standing)
    if any(person(one.by) == person(who) for one in book.standing.counts):
        again = say("this count by {name} takes the place of the one before", name=who)
        notes = [again, *notes]
    return act._replace(said=said, notes=tuple(notes), questions=questions)


# --- decisions by one person ---------------------------------------------------------------------


def decided_words(book: Book, why: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the reason and the facts of a deal that one person decides. After `--alone WHY`,
    words belong to the reason until one means something in a deal. Facts that are equal in all
    pending counts need not be typed."""
    agreed, state = book.standing.seating.agreed, book.standing.seating.state
    end = next((n for n, word in enumerate(words) if not _is_of_a_reason(book, word)), len(words))
    reason, facts = " ".join([why, *words[:end]]), list(words[end:])
    typed = read_words(agreed, state, facts).facts
    if CONTRACT in typed or OR in facts or not facts:
        return reason, facts
    alike = {name: value for name, value in _alike(book).items() if name not in typed}
    return reason, [*words_of(agreed.rules, alike), *facts]


def _is_of_a_reason(book: Book, word: str) -> bool:
    """Return True if a word means nothing in a deal and is not close to a word that does."""
    agreed, state = book.standing.seating.agreed, book.standing.seating.state
    problems = read_words(agreed, state, [word]).problems
    if not any(problem.code == "word-unknown" for problem in problems):
        return False
    said = ReadingContext(agreed, turn(agreed, state).contracts, None, {})
    return nearest(word, near(word, words_of_the_deal(said))) is None


def _alike(book: Book) -> Facts:
    """Return the facts that are equal in all pending counts, without the counted numbers."""
    counts = book.standing.counts
    facts = counts[0].facts if counts else {}
    return {
        name: value
        for name, value in facts.items()
        if name not in book.agreed.rules.counts
        and all(one.facts.get(name) == value for one in counts)
    }


def said_by(book: Book, who: str) -> Facts:
    """Return the facts of a person's pending count, without the counted numbers; empty if there is
    no such count."""
    own = next((one for one in book.standing.counts if person(one.by) == person(who)), None)
    counts = book.agreed.rules.counts
    return {name: value for name, value in (own.facts if own else {}).items() if name not in counts}


# --- text about pending counts -------------------------------------------------------------------


def counting_words(book: Book) -> list[Words]:
    """Return the text about the pending counts. If there are none, return a text that two people
    must count each deal, if they must."""
    if book.standing.counts or not book.counts_twice or book.standing.state.over:
        return waiting_words(book.standing)
    return [TWO_COUNT]


def waiting_words(now: Standing) -> list[Words]:
    """Return the text about the pending counts, empty if there are none. For one count, name the
    person. For several, show each count, the differences, and what to count again."""
    counts, number = now.counts, now.state.deal
    if not counts:
        return []
    if len(counts) == 1:
        message = say(
            "one count of deal {number} is there, by {name}; another person's is awaited",
            number=number,
            name=counts[0].by,
        )
        return [message]
    if len(alike := those_alike(counts)) == len(counts):
        return _waiting_alike(number, [one.by for one in alike])
    found, players = differences(now), now.seating.agreed
    things = [_named(now.agreed, one) for one in found]
    return [
        say("the counts of deal {number} differ; no deal is recorded", number=number),
        *(titled(one.by, in_words(players, one.facts)) for one in counts),
        *(_difference_line(now, one) for one in found),
        say("count again: {things}", things=listing(things, "and")),
        _way_on(),
    ]


def _waiting_alike(number: int, names: Sequence[str]) -> list[Words]:
    """Return the text about equal counts that are still pending, after a merge of two copies with
    one count each."""
    count = CommandLine("count", ("--by", names[0]), (say("FACT…"),))
    return [
        alike_words(names),
        say(
            "deal {number} is recorded once one of them says it again: {count}",
            number=number,
            count=count,
        ),
    ]


def _way_on() -> Words:
    count = CommandLine("count", ("--by",), (say("NAME"), say("FACT…")))
    decided = CommandLine("deal", ("--alone",), (say("WHY"), say("FACT…")))
    return say(
        "then each says it anew: {count}; or somebody decides: {deal}", count=count, deal=decided
    )


def _difference_line(now: Standing, found: CountDifference) -> Words:
    """Return the line with the different numbers, `tricks of Björn: 6 (Anna), 5 (Cleo)`."""
    values = tuple(
        say(
            "{value} ({name})",
            value=value_in_words(now.seating.agreed, found.fact, value),
            name=count.by,
        )
        for value, count in zip(found.values, now.counts, strict=True)
    )
    return titled(_named(now.agreed, found), JoinedWords(values, ", "))


def _named(agreed: Agreed, found: CountDifference) -> Words:
    key = key_said(agreed.rules, found.fact)
    return say("{count} of {player}", count=key, player=found.of) if found.of else key


def differences(now: Standing) -> list[CountDifference]:
    """Return the differences between the pending counts, fact by fact, and for numbers player by
    player."""
    facts = [count.facts for count in now.counts]
    names = dict.fromkeys(name for one in facts for name in one)
    return [found for name in names for found in _differences(now.seating.agreed, name, facts)]


def _differences(agreed: Agreed, name: str, counts: Sequence[Facts]) -> Iterable[CountDifference]:
    values = [facts.get(name) for facts in counts]
    count = agreed.rules.counts.get(name)
    who = counted_names(count, agreed) if count else ()
    columns = [value for value in values if isinstance(value, (list, tuple))]
    found = [CountDifference(name, "", tuple(values))]
    if count and [len(column) for column in columns] == [len(who)] * len(values):
        found = [
            CountDifference(name, of, tuple(own)) for of, *own in zip(who, *columns, strict=True)
        ]
    return [one for one in found if _is_different(name, one.values)]


def _is_different(name: str, values: Sequence[object]) -> bool:
    return any(different({name: values[0]}, {name: value}) for value in values[1:])


# --- disputing ---------------------------------------------------------------------------------
# Settling a disputed deal, which has several counts, by choosing the one that is valid.


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
    """Return the change that records the next deal, in one version or several; see `new_deal`."""
    record = _deal_in_dispute if OR in words else new_deal
    return record(book, words, at, once, why, is_decided)


def entered_deal(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    alone: str | None = None,
) -> Act:
    """Return the change that records the next deal as typed. `alone` is the reason why one person
    decides a deal that two should count."""
    if alone is None:
        return coming_deal(book, words, at, once, why)
    reason, facts = decided_words(book, alone, words)
    return coming_deal(book, facts, at, once, reason, is_decided=True)


def _deal_in_dispute(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    is_decided: bool = False,
) -> Act:
    """Return the change that records the next deal in several versions; see `new_deal`."""
    refuse_if_broken(book)
    if before := recorded_before(book, once):
        return repeated(book, before, readings_of(*table_before(book, before), words).facts)
    refuse_undecided(book, words, is_decided)
    found = readings_of(book.agreed, book.standing.state, words)
    return deal_recorded(book, found.first, found.questions, at, once, why, others=found.facts[1:])


# --- settling ------------------------------------------------------------------------------------


def settling(book: Book, number: int, decision: str, at: str, why: str = "") -> Act:
    """Return the change that settles a disputed deal. `number` is that of the deal, or LAST.
    `decision` is the number of the valid version, from 1, or SPLIT if the rules allow a split.
    Raises Refused if the deal is not disputed or the decision is impossible."""
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
    """Return the numbers of the deals after `number` whose totals, or ranges of totals, changed."""
    places = range(number, len(now.deals))
    old, new = ([_after(one, place) for place in places] for one in (before, now))
    pairs = enumerate(zip(old, new, strict=True), number + 1)
    return tuple(deal for deal, (was, is_) in pairs if was != is_)


def _after(now: Standing, place: int) -> tuple[Span, ...]:
    return spans(way.deals[place].totals for way in every_way(now))


def settled_words(book: Book, deal: Entry, facts: Facts) -> Words:
    """Return the text of a settlement, with the facts that are now valid."""
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
    """Return the facts of a settlement's entry. Raises Refused if there is no such version."""
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
