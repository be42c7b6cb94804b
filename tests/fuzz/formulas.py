"""Formulas: a text is read, worked out on the facts of a deal, and told with its numbers put in."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import strategies as st

from scorekeeper.rules.cards import Card
from scorekeeper.rules.formula import GREATEST, number_of, read_formula, value_of, with_numbers

from .guard import Finding, check, guarded, in_time
from .seeds import games, rules, ruleset_text
from .spoiling import FORMULAS, spoilt_bytes

SECONDS = 0.25  # a deal works out hundreds of formulas
MOST_WORDS = 2000  # characters that a value may have


@cache
def _facts() -> dict[str, object]:
    pack = list(rules("bisque").pack.cards.values())
    return {
        "players": 3, "sides": 3, "deal": 2, "round": 1, "game": 1, "hand": 16, "contract": "sang", "group": None,
        "trump": "spades", "open": False, "all.total": (3, -3, 0), "quota": 8, "total": -3, "role": "declarer", "won": 2,
        "tricks": 6, "all.tricks": (6, 6, 4), "declarer.tricks": 6, "bid": 120, "card": pack[0], "cards": tuple(pack[:9]),
        "goals": tuple(pack[6:9]), "passed": True, "nobody": None, "nothing": (),
        **rules("bien").scoring.ladders, **rules("bisque").scoring.ladders,
    }  # fmt: skip


@cache
def _names() -> tuple[frozenset[str], frozenset[str]]:
    tables = frozenset((*rules("bien").scoring.ladders, *rules("bisque").scoring.ladders))
    return frozenset(_facts()) - tables, tables


@guarded
def one_input(data: bytes) -> None:
    """Puts a text through the formula language; only a FormulaError may come of it."""
    text = data.decode(errors="replace")
    with in_time(SECONDS):
        formula = read_formula(text, *_names())
        check(repr(with_numbers(formula, _facts())))
        for work_out in (value_of, number_of):
            _check_value(work_out(formula, _facts()))


def _check_value(value: object) -> None:
    """A value is a number within bounds, a word, a card, or a short list of them."""
    if isinstance(value, int):
        if abs(value) > GREATEST:
            raise Finding(f"a number has grown to {value}")
    elif isinstance(value, tuple) and not isinstance(value, Card):
        if len(value) > 100:
            raise Finding(f"a list has grown to {len(value)}")
        for item in value:
            _check_value(item)
    elif isinstance(value, str):
        if len(value) > MOST_WORDS:
            raise Finding(f"a word has grown to {len(value)} characters")
    elif not (value is None or isinstance(value, Card)):
        raise Finding(f"a formula has reached a {type(value).__name__}")


# --- where they come from ----------------------------------------------------------------------------


@cache
def seeds() -> tuple[bytes, ...]:
    """Whatever stands in quotes in a shipped ruleset and looks like a formula, and hostile ones."""
    found = [text for game in games() for text in re.findall(r'"([^"\n]*)"', ruleset_text(game))]
    formulas = [text for text in found if re.search(r"[a-z]\s*([-+*<>=]|//|if|and|or)|\(|\[", text)]
    return tuple(text.encode() for text in dict.fromkeys((*formulas, *FORMULAS, *_HOSTILE)))


_HOSTILE = (
    "__import__('os').system('id')", "().__class__.__bases__[0].__subclasses__()", "players.__class__", "cards[0]",
    "[x for x in cards]", "{1: 2}", "lambda: 1", "(yield)", "await x", "x := 1", "f'{players}'", "b'x'", "1.5", "1j",
    "...", "players if players", "sum(*cards)", "max(key=len)", "'a' 'b'", "'%s' % 1", "'a' + 'b'", "(1,) * 9", "~1",
    "1 << 99", "2 ** 99", "1 / 2", "players is None", "value", "value[bid]", "'\\n'", "print(1)", "eval('1')", "(facts)",
)  # fmt: skip
_ATOMS = (*"0123456789", "10", "1000000000", "'a'", '"b"', "true", "none", "()", "(1, 2)", "(1,)")
_JOINTS = (
    "+", "-", "*", "//", "%", "==", "!=", "<", "<=", "in", "not in", "and", "or", ",",
)  # fmt: skip
_CALLS = (
    "min", "max", "sum", "abs", "count", "len", "given", "suit", "suits", "rank", "worth", "not ",
    "-", "", "open",
)  # fmt: skip


def inputs() -> st.SearchStrategy[bytes]:
    """Formulas of the grammar, and real ones spoilt."""
    real = st.sampled_from(seeds())
    return real | _made().map(str.encode) | real.flatmap(lambda data: spoilt_bytes(data, seeds()))


def _made() -> st.SearchStrategy[str]:
    """Formulas put together from smaller ones."""
    atoms = st.sampled_from((*_ATOMS, *_facts()))
    tables = st.sampled_from(sorted(_names()[1]))
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds("{} {} {}".format, inner, st.sampled_from(_JOINTS), inner),
            st.builds("({})".format, inner),
            st.builds("{} if {} else {}".format, inner, inner, inner),
            st.builds("{}[{}]".format, tables, inner),
            st.builds(_called, st.sampled_from(_CALLS), st.lists(inner, max_size=3)),
        ),
    )


def _called(name: str, words: list[str]) -> str:
    return f"{name}({', '.join(words)})"
