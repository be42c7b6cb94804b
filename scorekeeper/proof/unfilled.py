"""Names in braces in the sentences of a page that nothing is put in for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorekeeper.base.toml import inner_table
from scorekeeper.game.checks_of_sides import own_names
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.whole_page import Page
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends

IN_BRACES = re.compile(r"\{([^{}]*)\}")


def unfilled(rules: Ruleset) -> Iterator[Problem]:
    """Each name in a message that would be printed as it stands, braces and all."""
    of_deal = _said_of_a_deal(rules)
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


# What a step of dealing may name beside the options: the seats, and what is dealt.
WHEN_DEALT = ("dealer", "left", "right", "across", "hand", "contracts")


def unfilled_steps(page: Page) -> Iterator[Problem]:
    """The same in the steps of dealing, those of a contract too, and in the line for them all."""
    known, dealing = [*WHEN_DEALT, *page.rules.options], page.referee.dealing
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


def _said_of_a_deal(rules: Ruleset) -> list[str]:
    """What a sentence about a deal may name: what was entered and what is worked out, of everybody
    or of a role."""
    scoring = rules.scoring
    columns = [*rules.counts, *scoring.side, *scoring.each, *scoring.carry]
    own = [*rules.facts, "contract", "trump", *scoring.lets, *columns]
    whose = ("all", *rules.roles)
    return [*own, *(f"{who}.{what}" for who in whose for what in ("total", *columns))]


def _unfilled(words: Phrase, path: str, known: list[str]) -> Iterator[Problem]:
    """The names of one sentence, in whichever language it has them."""
    named = dict.fromkeys(name for said in words.spellings() for name in IN_BRACES.findall(said))
    for name in named:
        if name in known:
            continue
        message = say("nothing is put in for `{word}`", word=f"{{{name}}}")
        likely = did_you_mean(name, known)
        names = listing([f"{{{one}}}" for one in known if "." not in one])
        hint = likely or (say("there are {words}", words=names) if known else None)
        yield Problem("name-unfilled", message, path, known_mends(hint))
