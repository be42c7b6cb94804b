"""What a page says that nothing uses, and comparisons that hold where nothing was entered: nothing
wrong, but seldom what is meant."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from scorekeeper.base.toml import inner_table
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model import Fact, Ruleset
from scorekeeper.rules.page_formulas import Placed, formulas_of
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem

WORD = re.compile(r"[^\W\d]\w*")
# The tables whose names are only there to be used.
USED = ("let", "each", "side", "pair", "ladder", "carry", "option")


def unused_names(rules: Ruleset) -> Iterator[Problem]:
    """Names that stand nowhere but where the page says what they are; a counter that is shown and a
    choice that changes the laws of play, words or who may play are used by that."""
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
    """The words of every text within a part of a page, and how often each stands there."""
    if isinstance(said, str):
        return Counter(WORD.findall(said))
    inner = said.values() if isinstance(said, Mapping) else said if isinstance(said, list) else ()
    found = Counter[str]()
    for one in inner:
        found.update(_words(one))
    return found


def unasked_words(rules: Ruleset) -> Iterator[Problem]:
    """To be another word than one holds too in a deal that is not asked for any."""
    facts = {
        name: fact
        for name, fact in rules.facts.items()
        if fact.kind == "word" and (fact.when or (fact.optional and fact.default is None))
    }
    told = set[str]()
    for placed in formulas_of(rules) if facts else ():
        for name, part in _unlike(placed.formula):
            if name in facts.keys() - told and not _minds(placed, facts[name]):
                told.add(name)
                yield _unasked(placed.path, name, part)


def _unlike(formula: Formula) -> Iterator[tuple[str, str]]:
    """The names that a formula asks to be other than something, each with that comparison."""
    for node in ast.walk(ast.parse(formula.text.strip(), mode="eval")):
        match node:
            case ast.Compare(ast.Name(name), [ast.NotEq(), *_]):
                yield name, ast.unparse(node)


def _minds(placed: Placed, fact: Fact) -> bool:
    """Return True if a formula knows that a deal may be without the fact: it asks whether it was
    given, or all that the fact's own test asks."""
    when = fact.when.names if fact.when else None
    names = placed.formula.names
    return "given(" in placed.formula.text or (when is not None and when <= names)


def _unasked(path: str, name: str, part: str) -> Problem:
    message = say(
        "`{part}` holds also in a deal that is not asked for `{name}`", part=part, name=name
    )
    hint = say("say which words are meant: `{name} in (…)`", name=name)
    return Problem("word-unasked", message, path, (hint,))
