"""Rulings: the rules' answers on a topic, or that they are silent."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scorekeeper.referee.dealing import each_dealing_step, step_words
from scorekeeper.referee.question_context import Case, RefereeAnswer, cited_source, source_line
from scorekeeper.referee.trick_rules import trick_rules_of
from scorekeeper.referee.tricks import duties_of_play
from scorekeeper.rules.casebook import (
    COURSE,
    TOPICS,
    Casebook,
    casebook,
    known_topics,
    topic_shown,
    topics_named,
)
from scorekeeper.rules.fact_names import hyphened
from scorekeeper.rules.ruleset import Auction, Contract
from scorekeeper.rules.word_declarations import said_seat
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import did_you_mean, refuse
from scorekeeper.text.translation import marked


def ruling_answer(case: Case, topic: str | None) -> RefereeAnswer:
    """Return the rulings on the topic, each with its source; without a topic, the list of
    topics."""
    book = casebook(case.rules)
    if not topic:
        return _topics_answer(case, book)
    name = _topic(book, topic)
    ruled = book.topics.get(name, ())
    found: Stated = [(ruling.text, ruling.source.if_any()) for ruling in ruled]
    found += [*_stated(case, name), *_dealt(case, name)]
    rows = [{"text": text, "source": cited_source(case.rules, source)} for text, source in found]
    lines = [line for text, source in found for line in (text, source_line(case.rules, source))]
    owed = [
        JoinedWords((words, " (", cited_source(case.rules, source), ")"))
        for words, source in (_DUTIES[name](case) if name in _DUTIES else ())
    ]
    value = {"topic": name, "silent": not rows, "rulings": rows, "duties": owed}
    lines = lines or [_silent(book, name)]
    return RefereeAnswer(
        value, (*lines, *(say("the duty itself: {duty}", duty=duty) for duty in owed))
    )


def _silent(book: Casebook, topic: str) -> Words:
    """Return the line for a topic that the rules do not cover."""
    shown = topic_shown(topic, known_topics(book)[topic])
    if topic in COURSE:
        return say(
            "{topic}: the source is silent; how it is done is for the players to agree", topic=shown
        )
    return say(
        "{topic}: the source is silent; what it costs is for the players to agree", topic=shown
    )


def _topic(book: Casebook, word: str) -> str:
    """Return the topic that a word names or begins. Raises Refused if it is none, or several."""
    topics = known_topics(book)
    found = topics_named(topics, word)
    if len(found) == 1:
        return found[0]
    shown = {name: topic_shown(name, words) for name, words in topics.items()}
    spellings = [hyphened(also) for words in topics.values() for also in words.spellings()]
    every = say("topics are {topics}", topics=listing(shown.values(), "and"))
    hint = did_you_mean(word, [*topics, *spellings]) or every
    unknown = say("`{word}` is not a topic of rulings", word=word)
    choices = listing(shown[name] for name in found)
    message = say("`{word}` could be {choices}", word=word, choices=choices) if found else unknown
    raise refuse("topic-unknown", message, "topic", hint)


# --- statements of the rules outside their rulings -----------------------------------------------

Stated = list[tuple[Words, Words | None]]


def _playing(case: Case) -> Stated:
    """Return the duties of play, with their sources; if the contract is unknown, for each
    contract."""
    known = case.chosen
    contracts: list[Contract | None] = (
        [known] if known else [*case.rules.contracts.values()] or [None]
    )
    owed: dict[tuple[Words, Words | None], list[Words]] = {}
    for contract in contracts:
        for duty in _owed(case, contract):
            owed.setdefault(duty, []).append(contract.name if contract else "")
    return [
        (words if len(names) == len(contracts) else titled(listing(names, "and"), words), place)
        for (words, place), names in owed.items()
    ]


def _owed(case: Case, contract: Contract | None) -> Stated:
    """Return the duties of play under one contract, each with its source."""
    if contract is not None and contract.stops is not None:
        return [(say("who has a card that fits must play one"), contract.source.if_any())]
    trumps = contract.trump != "none" if contract else "trump" in case.rules.facts
    trump = next(iter(case.pack.suits)) if trumps else None
    return duties_of_play(trick_rules_of(case.agreed, case.referee.play, contract, trump))


# The leader to the first trick, by the rules' name of the seat.
FIRST_LEADS = {
    "dealer": marked("the dealer leads to the first trick"),
    "dealer's left": marked("the dealer's left leads to the first trick"),
    "dealer's right": marked("the dealer's right leads to the first trick"),
    "declarer": marked("the declarer leads to the first trick"),
}


def _leading(case: Case) -> Stated:
    """Return the rule for leading to tricks as text, with its source; empty if no leader is
    stated."""
    deals, rules = case.rules.deals, case.rules
    is_first = case.state is not None and case.state.deal == 1
    leader = deals.first if deals.first and is_first else deals.leader
    if leader is None:
        return []
    if leader.startswith("fact "):
        fact = rules.facts[leader.removeprefix("fact ")]
        named = say("the {role} leads to the first trick", role=fact.name)
        said = say("{player} leads to the first trick", player=fact.who)
        first = said if fact.who.by_language else named
    else:
        first = say(FIRST_LEADS[said_seat(leader, deals.to_the_right) or leader])
    return [
        (
            in_turn(first, say("then the winner of each trick leads to the next")),
            deals.source.if_any(),
        )
    ]


def _rotation(case: Case) -> Stated:
    """Return the rule for the next dealer, with its source."""
    deals = case.rules.deals
    said = (
        say_n(
            deals.stint,
            "the deal passes right",
            "each player deals {n} times in a row, then the deal passes right",
        )
        if deals.to_the_right
        else say_n(
            deals.stint,
            "the deal passes left",
            "each player deals {n} times in a row, then the deal passes left",
        )
    )
    return [(said, deals.source.if_any())]


def _bidding(case: Case) -> Stated:
    """Return the order of calls in the auction as text, with its source; empty without an
    auction."""
    auction = case.rules.auction
    return (
        []
        if auction is None
        else [(_auction_said(auction, case.rules.deals.to_the_right), auction.source.if_any())]
    )


def _auction_said(auction: Auction, to_the_right: bool) -> Words:
    """Return the order of calls in an auction, as text."""
    if auction.take:
        return say(
            "first each in turn says {taking} or {passing}, then names another suit or says "
            "{passing}",
            taking=auction.take, passing=auction.passing,
        )  # fmt: skip
    steps = {"least": auction.least, "most": auction.most, "step": auction.step}
    if auction.above:
        words = listing(auction.above, "and")
        return say(CALLS_WITH_WORDS[to_the_right], words=words, **steps)
    return say(CALLS[to_the_right], **steps)


# The order of calls; the key is True if calls pass to the right.
CALLS = {
    False: marked(
        "one call each from the dealer's left, from {least} to {most} by steps of {step}"
    ),
    True: marked(
        "one call each from the dealer's right, from {least} to {most} by steps of {step}"
    ),
}
CALLS_WITH_WORDS = {
    False: marked(
        "one call each from the dealer's left, from {least} to {most} by steps of {step}, "
        "then {words} above every number"
    ),
    True: marked(
        "one call each from the dealer's right, from {least} to {most} by steps of {step}, "
        "then {words} above every number"
    ),
}


def _dealt(case: Case, topic: str) -> Stated:
    """Return the dealing steps about a topic, each with its source."""
    if not any(topic in step.topics for step in case.referee.dealing.steps):
        return []  # the rules may not describe the dealing
    steps = [step for step in each_dealing_step(case) if topic in step.topics]
    return [(step_words(case, step), step.source) for step in steps]


_STATED: dict[str, Callable[[Case], Stated]] = {
    "lead": _leading,
    "next-dealer": _rotation,
    "auction": _bidding,
}
_DUTIES = {"revoke": _playing, "wrong-lead": _leading}


def _stated(case: Case, topic: str) -> Stated:
    """Return the statements that follow from the ruleset's settings on a topic, each with its
    source."""
    return _STATED[topic](case) if topic in _STATED else []


def _topics_answer(case: Case, book: Casebook) -> RefereeAnswer:
    """Return the answer with the topics in the rules, and the usual topics that are missing."""
    topics = list(book.topics)
    topics += [
        name
        for name in known_topics(book)
        if name not in topics and (_stated(case, name) or _dealt(case, name))
    ]
    silent = [name for name in TOPICS if name not in topics]
    value = {"topics": topics, "silent": silent}
    return RefereeAnswer(value, tuple(_topic_lines(book, topics, silent)))


def _topic_lines(book: Casebook, topics: list[str], silent: list[str]) -> Iterable[Words]:
    """Yield the lines of covered and uncovered topics, and the command to ask."""
    shown = {name: topic_shown(name, words) for name, words in known_topics(book).items()}
    if topics:
        yield say(
            "the rules speak of: {topics}",
            topics=JoinedWords(tuple(shown[name] for name in topics), ", "),
        )
    yield say(
        "the source is silent on: {topics}",
        topics=JoinedWords(tuple(shown[name] for name in silent), ", "),
    )
    # Translators: what stands in a command for the topic that one asks about
    yield say("ask: {command}", command=CommandLine("referee", ("ruling",), (say("TOPIC"),)))
