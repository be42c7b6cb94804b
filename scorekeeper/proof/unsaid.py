"""What a ruleset leaves unsaid, or says unevenly: nothing wrong, but worth a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

from scorekeeper.proof.reach import needs_dealer
from scorekeeper.rules.contradictions_play import WHEN_DEALT
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.read import COMMON_NAMES, SIDE_NAMES
from scorekeeper.rules.topics import known_topics
from scorekeeper.rules.whole_page import Page
from scorekeeper.rules.wordings import KINDS, wordings
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends

Found = Iterator[Problem]
FEW = 3


def dealer_matters(rules: Ruleset) -> bool:
    """Whether it matters in some contract who deals."""
    return any(needs_dealer(rules, contract) for contract in rules.contracts.values() or (None,))


def no_examples(page: Page) -> Found:
    """Rules without a worked example are checked against nothing."""
    if not page.casebook.examples:
        hint = say(
            "add an `[[example]]`: the numbers that the source prints, or ones worked out by hand"
        )
        yield Problem("no-example", say("there is no worked example"), None, (hint,))


def no_sources(rules: Ruleset) -> Found:
    """Where a rule comes from is what settles an argument: the page says it for all that has no
    source beside it."""
    if rules.about.sources:
        return
    parts = {f"contract.{name}": contract.source for name, contract in rules.contracts.items()}
    rows = rules.scoring.outcomes if "outcome" in rules.raw else ()
    parts |= {f"outcome[{place}]": row.source for place, row in enumerate(rows)}
    parts |= {f"count.{name}": count.source for name, count in rules.counts.items()}
    unsaid = [place for place, source in parts.items() if not source.by_language]
    if unsaid == [*parts]:
        message = say("nothing says where these rules come from")
        yield Problem("no-source", message, "source", (say('add `source = "…"`'),))
    elif unsaid:
        message = say("no source stands beside {places}", places=listing(unsaid, "and"))
        hint = say('add `source = "…"`, the heading or page')
        yield Problem("no-source", message, unsaid[0], (hint,))


def no_least(rules: Ruleset) -> Found:
    """A number that has a greatest and no least may be entered below nothing."""
    for name, fact in rules.facts.items():
        if fact.kind == "number" and fact.most is not None and fact.least is None:
            message = say(
                "`{name}` has a greatest number and no least: it may be below 0", name=name
            )
            yield Problem("no-least", message, f"fact.{name}", (say("add `min = 0`"),))


def words_missing(page: Page) -> Found:
    """A game that says it speaks a language has all its words in it: a note for the words of a kind
    that lack the same languages."""
    for (kind, languages), places in _missing(page.rules).items():
        message = say(
            "{kind} not in {language}: {places}",
            kind=say(KINDS[kind]),
            language=listing(languages, "and"),
            places=_few(places),
        )
        mends = tuple(say('add `{key} = "…"`', key=language) for language in languages)
        yield Problem("word-missing", message, places[0], mends)


def _missing(rules: Ruleset) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """The places of words, by their kind and the languages that they lack."""
    spoken = rules.about.languages
    missing: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for kind, place, languages in wordings(rules) if len(spoken) > 1 else ():
        lacking = tuple(language for language in spoken if language not in languages)
        if lacking:
            missing.setdefault((kind, lacking), []).append(place)
    return missing


def _few(places: Sequence[str]) -> Words:
    """The first places, and how many more there are."""
    more = len(places) - FEW
    if more < 2:
        return listing(places, "and")
    return listing([*places[:FEW], say("{n} more", n=more)], "and")


def words_for_nothing(rules: Ruleset) -> Found:
    """A word for a name that no formula can use is for nothing, or the name is misspelt."""
    groups = [contract.group for contract in rules.contracts.values() if contract.group]
    own = [
        rules.facts,
        rules.counts,
        rules.scoring.lets,
        rules.scoring.each,
        rules.scoring.side,
        rules.scoring.pair,
        rules.scoring.carry,
        rules.scoring.ladders,
        rules.options,
    ]
    known = {*COMMON_NAMES, *SIDE_NAMES, *groups, *(name for names in own for name in names)}
    for name in rules.about.words:
        if name not in known:
            message = say("`{name}` is no name of a formula here", name=name)
            yield Problem(
                "word-unused", message, f"words.{name}", known_mends(did_you_mean(name, known))
            )


def steps_without(page: Page) -> Found:
    """A step of dealing may ask for what the game has not, an option of the game that it extends; a
    misspelt name looks the same."""
    known = {*WHEN_DEALT, *page.rules.options}
    whens = [step.when for step in page.referee.dealing.steps if step.when]
    unknown = sorted({name for when in whens for name in when.names - known})
    if unknown:
        names = listing(map("`{}`".format, unknown), "and")
        message = say("steps of dealing ask for {names}, which this game has not", names=names)
        yield Problem(
            "step-without",
            message,
            None,
            (say("it counts as none; or say the steps anew in `[dealing]`"),),
        )


def step_topics(page: Page) -> Found:
    """A topic that nobody knows leads to no step: it is misspelt, or has no word yet."""
    known = known_topics(page.casebook)
    for place, step in enumerate(page.referee.dealing.steps):
        for topic in step.topics:
            if topic not in known:
                hint = did_you_mean(topic, known) or say("give it its words under `[topic]`")
                message = say("`{word}` is not a topic of rulings", word=topic)
                yield Problem("step-topic", message, f"dealing.steps[{place}].topic", (hint,))


def dealers_meet(rules: Ruleset) -> Found:
    """Where contracts come in order one a deal and the deal passes left, a common divisor of
    both numbers keeps some contracts from some dealers."""
    deals = rules.deals
    if (
        deals.picked
        or deals.by_round
        or deals.stint > 1
        or not rules.contracts
        or not dealer_matters(rules)
    ):
        return
    for players in rules.players:
        if gcd(len(deals.order), players) > 1:
            met = len(deals.order) // gcd(len(deals.order), players)
            message = say(
                "with {players} players each dealer meets only {met} of the {contracts} contracts",
                players=players,
                met=met,
                contracts=len(deals.order),
            )
            yield Problem(
                "dealers-meet",
                message,
                "deals.order",
                (say('perhaps `contract = "in order, one a round"`'),),
            )
