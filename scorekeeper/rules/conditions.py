"""Conditions in words: the clause that stands after "if", that it holds or that it does not."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from scorekeeper.rules.formula_names import entered, subject, value_word
from scorekeeper.rules.telling import SUM, Teller, is_name
from scorekeeper.text.language import marked
from scorekeeper.text.message import Joined, Words, altogether, either, listing, say

RELATIONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: marked("{one} is {other}"),
    ast.NotEq: marked("{one} is not {other}"),
    ast.GtE: marked("{one} is at least {other}"),
    ast.Gt: marked("{one} is more than {other}"),
    ast.LtE: marked("{one} is at most {other}"),
    ast.Lt: marked("{one} is less than {other}"),
    ast.In: marked("{one} is among {other}"),
    ast.NotIn: marked("{one} is not among {other}"),
}
# The same of a word, which is not so much but something.
OF_WORDS = {True: marked("{thing} is {word}"), False: marked("{thing} is not {word}")}
OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.GtE: ast.Lt, ast.Lt: ast.GtE, ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def clause(teller: Teller, node: ast.expr, holds: bool = True) -> Words:
    """The clause that a condition holds, or that it does not."""
    if isinstance(node, ast.BoolOp):
        return _joined(teller, node, holds)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return clause(teller, node.operand, not holds)
    if isinstance(node, ast.Compare):
        return _compared(teller, node, holds)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "given":
        return _given(teller, [ast.unparse(one) for one in node.args], holds)
    test = teller._replace(facts=None).said(node, SUM)
    if holds:
        return test
    if is_name(node) and _has_a_sentence(teller, ast.unparse(node)):
        return say("it is not agreed that {test}", test=test)
    return say("not {test}", test=test)


def _has_a_sentence(teller: Teller, name: str) -> bool:
    """Whether a name is an option that the ruleset has words for, which are a sentence."""
    return name in teller.rules.options and name in teller.rules.about.words


def _given(teller: Teller, names: Sequence[str], holds: bool) -> Words:
    """That facts were entered, or a word that stands by itself said, or not."""
    things = listing([entered(teller.rules, name) for name in names], "and")
    facts = teller.rules.facts
    if all(name in facts and facts[name].kind == "flag" for name in names):
        return (
            say("“{word}” was said", word=things)
            if holds
            else say("“{word}” was not said", word=things)
        )
    return (
        say("the entry has {things}", things=things)
        if holds
        else say("the entry has no {things}", things=things)
    )


def _joined(teller: Teller, node: ast.BoolOp, holds: bool) -> Words:
    """Several conditions in one; those inside that are joined themselves stand in brackets."""
    clauses = [clause(teller, one, holds) for one in node.values]
    parts = [
        Joined(("(", words, ")")) if isinstance(one, ast.BoolOp) else words
        for one, words in zip(node.values, clauses, strict=True)
    ]
    return altogether(parts) if isinstance(node.op, ast.And) is holds else either(parts)


def _compared(teller: Teller, node: ast.Compare, holds: bool) -> Words:
    """A comparison; of several in a row each."""
    rows = zip([node.left, *node.comparators[:-1]], node.ops, node.comparators, strict=True)
    parts = [
        _related(teller, left, type(how) if holds else OPPOSITE[type(how)], right)
        for left, how, right in rows
    ]
    return altogether(parts) if holds else either(parts)


def _related(teller: Teller, left: ast.expr, how: type[ast.cmpop], right: ast.expr) -> Words:
    """How two amounts stand to each other, or what a word is."""
    if isinstance(right, ast.Tuple) or _is_word(right):
        return _what_it_is(teller, left, how in (ast.Eq, ast.In), right)
    return say(RELATIONS[how], one=_side(teller, left, about=right), other=_side(teller, right))


def _what_it_is(teller: Teller, left: ast.expr, holds: bool, right: ast.expr) -> Words:
    """That something is one of some words, or with the facts put in what it is instead."""
    words = right.elts if isinstance(right, ast.Tuple) else [right]
    word = listing(_side(teller, one, about=left) for one in words)
    thing = _side(teller._replace(facts=None), left)
    if holds or teller.facts is None:
        return say(OF_WORDS[holds], thing=thing, word=word)
    return say("{thing} is {value}, not {word}", thing=thing, value=_side(teller, left), word=word)


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _side(teller: Teller, node: ast.expr, about: ast.expr | None = None) -> Words:
    """One side of a comparison: what it is called, or the number put in, of a sum with what it
    comes to; a word as it is said of the other side."""
    if isinstance(node, ast.Constant):
        return value_word(teller.rules, node.value, ast.unparse(about) if about else "")
    if teller.facts is None and is_name(node):
        return subject(teller.rules, ast.unparse(node))
    words = teller.said(node, SUM)
    if teller.facts is None or not isinstance(node, ast.BinOp):
        return words
    return Joined((words, value_word(teller.rules, teller.value(node))), " = ")
