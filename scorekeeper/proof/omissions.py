"""Notes on missing and unused parts of a ruleset."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import gcd

from scorekeeper.base.toml_reader import inner_table
from scorekeeper.game.rule_checks import own_names
from scorekeeper.proof.dependencies import needs_dealer
from scorekeeper.rules.casebook import known_topics
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_faults import Placed, formulas_of
from scorekeeper.rules.ruleset import Fact, Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.ruleset_play import WHEN_DEALT
from scorekeeper.rules.ruleset_reader import COMMON_NAMES, SIDE_NAMES
from scorekeeper.rules.shown_words import KINDS, wordings
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends
from scorekeeper.text.translation import Phrase

# --- missing parts -------------------------------------------------------------------------------
# Each is worth a note, but no fault.


Found = Iterator[Problem]
FEW = 3


def dealer_matters(rules: Ruleset) -> bool:
    """Return True if the dealer affects points in some contract."""
    return any(needs_dealer(rules, contract) for contract in rules.contracts.values() or (None,))


def no_examples(page: RulesetPage) -> Found:
    """Yield a note if the ruleset has no worked example."""
    if not page.casebook.examples:
        hint = say(
            "add an `[[example]]`: the numbers that the source prints, or ones worked out by hand"
        )
        yield Problem("no-example", say("there is no worked example"), None, (hint,))


def no_sources(rules: Ruleset) -> Found:
    """Yield a note if the rules, or some contracts, rows or counts, have no source to settle an
    argument."""
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


def no_minimum(rules: Ruleset) -> Found:
    """Yield a note for each number with a maximum but no minimum, since it may be negative."""
    for name, fact in rules.facts.items():
        if fact.kind == "number" and fact.most is not None and fact.least is None:
            message = say(
                "`{name}` has a greatest number and no least: it may be below 0", name=name
            )
            yield Problem("no-least", message, f"fact.{name}", (say("add `min = 0`"),))


def words_missing(page: RulesetPage) -> Found:
    """Yield a note for each kind of text that lacks one of the ruleset's languages."""
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
    """Return the paths of texts, by their kind and their missing languages."""
    spoken = rules.about.languages
    missing: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for kind, place, languages in wordings(rules) if len(spoken) > 1 else ():
        lacking = tuple(language for language in spoken if language not in languages)
        if lacking:
            missing.setdefault((kind, lacking), []).append(place)
    return missing


def _few(places: Sequence[str]) -> Words:
    """Return the first paths as text, with the number of further paths."""
    more = len(places) - FEW
    if more < 2:
        return listing(places, "and")
    return listing([*places[:FEW], say("{n} more", n=more)], "and")


def superfluous_words(rules: Ruleset) -> Found:
    """Yield a note for each translation of a name that no formula can use: superfluous or
    misspelt."""
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


def steps_for_unknown_options(page: RulesetPage) -> Found:
    """Yield a note if steps of dealing use unknown options: misspelt, or options of the extended
    game."""
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


def step_topics(page: RulesetPage) -> Found:
    """Yield a note for each unknown topic of a step: misspelt, or without its words."""
    known = known_topics(page.casebook)
    for place, step in enumerate(page.referee.dealing.steps):
        for topic in step.topics:
            if topic not in known:
                hint = did_you_mean(topic, known) or say("give it its words under `[topic]`")
                message = say("`{word}` is not a topic of rulings", word=topic)
                yield Problem("step-topic", message, f"dealing.steps[{place}].topic", (hint,))


def contracts_missing_dealers(rules: Ruleset) -> Found:
    """Yield a note if some dealers never deal some contracts, because the numbers of contracts and
    players have a common divisor."""
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


# --- unused parts --------------------------------------------------------------------------------
# Unused names, and tests that are also true if nothing was entered: no faults, but seldom intended.


WORD = re.compile(r"[^\W\d]\w*")
# The tables whose names have no effect unless they are used.
USED = ("let", "each", "side", "pair", "ladder", "carry", "option")


def unused_names(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each unused name. A counter on the score sheet is used; so is an option
    that changes laws of play, texts or the number of players."""
    everywhere = _words(rules.raw)
    for table in USED:
        for name, said in inner_table(rules.raw, table).items():
            within = _words(said)
            if not _is_used_by_itself(said) and everywhere[name] == within[name]:
                hint = say("use it in a formula, or leave it out")
                message = say("nothing uses `{name}`", name=name)
                yield Problem("unused", message, f"{table}.{name}", (hint,))


def _is_used_by_itself(said: object) -> bool:
    return isinstance(said, Mapping) and any(
        said.get(key) for key in ("show", "play", "says", "players")
    )


def _words(said: object) -> Counter[str]:
    """Return every word in the texts of a part, with its number of occurrences."""
    if isinstance(said, str):
        return Counter(WORD.findall(said))
    inner = said.values() if isinstance(said, Mapping) else said if isinstance(said, list) else ()
    found = Counter[str]()
    for one in inner:
        found.update(_words(one))
    return found


def comparisons_without_fact(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note for each test `fact != word`, which is also true in deals without the fact."""
    facts = {
        name: fact
        for name, fact in rules.facts.items()
        if fact.kind == "word" and (fact.when or (fact.optional and fact.default is None))
    }
    told = set[str]()
    for placed in formulas_of(rules) if facts else ():
        for name, part in _unequal_tests(placed.formula):
            if name in facts.keys() - told and not _allows_absence(placed, facts[name]):
                told.add(name)
                yield _unasked(placed.path, name, part)


def _unequal_tests(formula: Formula) -> Iterator[tuple[str, str]]:
    """Yield each name compared by `!=` in a formula, with the comparison."""
    for node in ast.walk(ast.parse(formula.text.strip(), mode="eval")):
        match node:
            case ast.Compare(ast.Name(name), [ast.NotEq(), *_]):
                yield name, ast.unparse(node)


def _allows_absence(placed: Placed, fact: Fact) -> bool:
    """Return True if a formula allows for deals without the fact: it uses `given(` or the names in
    the fact's condition."""
    when = fact.when.names if fact.when else None
    names = placed.formula.names
    return "given(" in placed.formula.text or (when is not None and when <= names)


def _unasked(path: str, name: str, part: str) -> Problem:
    message = say(
        "`{part}` holds also in a deal that is not asked for `{name}`", part=part, name=name
    )
    hint = say("say which words are meant: `{name} in (…)`", name=name)
    return Problem("word-unasked", message, path, (hint,))


# --- unknown names in messages -------------------------------------------------------------------


IN_BRACES = re.compile(r"\{([^{}]*)\}")


def unknown_names_in_messages(rules: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each unknown name in a message, which would be printed in braces."""
    of_deal = _names_for_sentences(rules)
    for place, check in enumerate(rules.scoring.checks):
        known = [*of_deal, *own_names(rules, check.of)]
        yield from _unfilled(check.message, f"check[{place}].message", known)
        yield from _unfilled(check.hint, f"check[{place}].hint", [])
    for name, fact in rules.facts.items():
        yield from _unfilled(fact.because, f"fact.{name}.because", of_deal)
    for place, row in enumerate(rules.following.says if rules.following else ()):
        known = [*of_deal, *own_names(rules, "player")]
        yield from _unfilled(row.text, f"next.say[{place}].text", known)
    yield from _unfilled(rules.game.last, "game.last", ["players"])


# The names in braces that a step of dealing may use besides options.
DEALT_NAMES = ("dealer", "left", "right", "across", "hand", "contracts")


def unknown_names_in_steps(page: RulesetPage) -> Iterator[Problem]:
    """Yield a problem for each unknown name in the general dealing steps, their summary, and the
    contracts' steps."""
    known, dealing = [*DEALT_NAMES, *page.rules.options], page.referee.dealing
    rows = inner_table(page.rules.raw, "dealing").get("steps")
    is_rows = isinstance(rows, list) and any(isinstance(row, dict) for row in rows)
    for place, step in enumerate(dealing.steps):
        path = f"dealing.steps[{place}].text" if is_rows else "dealing.steps"
        yield from _unfilled(step.text, path, known)
        yield from _unfilled(step.brief, f"dealing.steps[{place}].brief", known)
    yield from _unfilled(dealing.brief, "dealing.brief", known)
    for name, contract in page.rules.contracts.items():
        for text in contract.dealing:
            yield from _unfilled(text, f"contract.{name}.dealing", known)


def _names_for_sentences(rules: Ruleset) -> list[str]:
    """Return the names that a message about a deal may use: entered and computed values, per side
    or role."""
    scoring = rules.scoring
    columns = [*rules.counts, *scoring.side, *scoring.each, *scoring.carry]
    own = [*rules.facts, "contract", "trump", *scoring.lets, *columns]
    whose = ("all", *rules.roles)
    return [*own, *(f"{who}.{what}" for who in whose for what in ("total", *columns))]


def _unfilled(words: Phrase, path: str, known: list[str]) -> Iterator[Problem]:
    """Yield a problem for each unknown name in one text, in any language."""
    named = dict.fromkeys(name for said in words.spellings() for name in IN_BRACES.findall(said))
    for name in named:
        if name in known:
            continue
        message = say("nothing is put in for `{word}`", word=f"{{{name}}}")
        likely = did_you_mean(name, known)
        names = listing([f"{{{one}}}" for one in known if "." not in one])
        hint = likely or (say("there are {words}", words=names) if known else None)
        yield Problem("name-unfilled", message, path, known_mends(hint))
