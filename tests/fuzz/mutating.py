"""Spoiling a text: byte by byte, line by line, and as the tree of tables that TOML is."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Sequence
from random import Random
from typing import Any

WORDS = (
    "", " ", "-", "--", "'", '"', "`", "\\", "{", "{}", "{0}", "{name}", "%s", "%(a)s", "$(id)", "../../etc/passwd", "*",
    "\x00", "\x1b[2J\x1b[31m", "\x1b]0;title\x07", "\x9b31m", "\r", "\n", "\t", "\x7f", "\x85", "\u2028", "\u2029",
    "\u202eannA", "\u2066x\u2069", "\u200f", "\u061c", "A\u034fnna", "\u200b", "\u2060", "\ufeff", "\u3164", "\u115f",
    "\U000e0041", "\U000f0000", "\ue000", "\ufffd", "\uffff", "e\u0301" * 20, "👨‍👩‍👧", "🏴\U000e0067\U000e007f", "اختبار",
    "ﬀ", "İ", "ß", "١٢", "²", "½", "Ⅷ", "=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "＝1", "Bo;=1+1", "a,b",
    "\t=1", "<script>alert(1)</script>", "<b>", "&amp;", "</title>", "-->", "<!--", "]]>", "javascript:1", "' onload='x",
    "|", "[x](y)", "__", "# x", "null", "none", "None", "true", "nan", "inf", "1e9", "1_000", "0x10", "0", "-1", "01",
    "100000000", "1000000000", "-1000000000", "99999999999999999999", "9" * 5000, "3.5", "x" * 41, "x" * 5000,
    "a.b", "a.b.c", "()", "[[", "[[entry]]", "whole = true", "tricks", "contract", "dealer", "all.total", "extends",
)  # fmt: skip
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    8,
    52,
    99,
    1000,
    10**6,
    10**8,
    10**9,
    10**9 + 1,
    -(10**9),
    2**63,
    10**30,
    -(10**8),
)
FORMULAS = (
    "1 // 0", "5 % (players - 3)", "tricks - quota", "players", "deal", "all.total", "10 ** 9", "9999999 * 9999999",
    "sum(1,2,3)", "max()", "min(tricks, 'a')", "1 if deal else 'x'", "count(players, 3)", "len(1)", "worth(1, 2, 3)",
    "not not not deal", "deal in (1, 2)", "'a' * 1000", "hand", "total", "round * round * round", "((((((1))))))",
    "-" * 300 + "1", "(" * 90 + "1" + ")" * 90, "0 if deal == 1 else 1 // 0", "100000000", "-100000000",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *WORDS, *NUMBERS, *FORMULAS, True, False, 0.5, float("inf"), float("nan"), datetime.date(2026, 11, 21),
    datetime.datetime(2026, 11, 21, 19, 5), datetime.time(19, 5), [], {}, [[]], [{}], {"a": {}}, ["a", 1], [1, 2, 3],
    [None], {"": ""}, {"en": "x"}, {"en": ["x", "y"]}, ["a"] * 300, [[[[[[1]]]]]],
)  # fmt: skip
TOKENS = (
    *(word.encode(errors="surrogatepass") for word in (*WORDS, *map(str, NUMBERS), "[" * 2000, "a." * 1500 + "b = 1")),
    b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\r\n", b"\0" * 50,
)  # fmt: skip
_PIECE = re.compile(rb'"[^"\n]*"|-?[0-9]+|[A-Za-z_]+')


# --- bytes -------------------------------------------------------------------------------------------


def bytes_mutated(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """The bytes with one to four things wrong with them."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        data = chance.choice(_BYTES)(chance, data, others)
    return data[: 1 << 17]


def _span(chance: Random, data: bytes, most: int = 200) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randrange(1, most))


def _flipped(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, _ = _span(chance, data)
    return data[:start] + bytes([chance.randrange(256)]) + data[start + 1 :]


def _cut(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, end = _span(chance, data)
    return data[:start] + data[end:]


def _ended(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _doubled(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, end = _span(chance, data)
    return data[:end] + data[start:]


def _put_in(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, _ = _span(chance, data)
    return data[:start] + chance.choice(TOKENS) + data[start:]


def _piece_replaced(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A number, a word or a quoted text made another."""
    pieces = [match.span() for match in _PIECE.finditer(data)]
    if not pieces:
        return _put_in(chance, data, others)
    start, end = chance.choice(pieces)
    token = chance.choice(TOKENS)
    quoted = b'"' + token.replace(b'"', b"'") + b'"' if data[start : start + 1] == b'"' else token
    return data[:start] + quoted + data[end:]


def _spliced(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others) if others else data
    start, _ = _span(chance, data)
    begin, end = _span(chance, other, 2000)
    return data[:start] + other[begin:end] + data[start:]


def _line_moved(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    for _ in range(chance.choice((0, 1, 1, 2, 30))):
        lines.insert(chance.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


_BYTES = (
    _flipped, _cut, _ended, _doubled, _put_in, _put_in, _piece_replaced, _piece_replaced, _piece_replaced, _spliced,
    _line_moved, _line_moved,
)  # fmt: skip


# --- TOML --------------------------------------------------------------------------------------------


def toml_mutated(chance: Random, text: str, others: Sequence[str]) -> str | None:
    """The TOML with one to three of its values other ones; None where that is none any more."""
    import tomli_w

    try:
        tree: Any = tomllib.loads(text)
        for _ in range(chance.choice((1, 1, 2, 3))):
            tree = tree_mutated(chance, tree, others)
        return tomli_w.dumps(tree)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def tree_mutated(chance: Random, tree: Any, others: Sequence[str] = ()) -> Any:
    """The tree with one value another one; what is on the way to it is copied, the rest shared."""
    deeper = isinstance(tree, (dict, list)) and tree and chance.random() < 0.8
    if not deeper:
        return _value_like(chance, tree, others)
    key: Any = chance.choice(list(tree)) if isinstance(tree, dict) else chance.randrange(len(tree))
    copy: Any = tree.copy()
    what = chance.random()
    if what < 0.08:
        del copy[key]
    elif what < 0.14 and isinstance(copy, list):
        copy.insert(chance.randrange(len(copy) + 1), copy[key])
    elif what < 0.14:
        copy[chance.choice(list(copy))] = copy[key]
    elif what < 0.2 and isinstance(copy, dict):
        copy[str(chance.choice(WORDS))] = copy.pop(key)
    else:
        copy[key] = tree_mutated(chance, copy[key], others)
    return copy


def _value_like(chance: Random, value: Any, others: Sequence[str]) -> Any:
    """A value in the place of another, most often of its kind."""
    what = chance.random()
    if what < 0.35:
        return chance.choice(VALUES)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((*NUMBERS, value + 1, value - 1, -value))
    if isinstance(value, str):
        return _word_like(chance, value, others)
    if isinstance(value, list):
        return value + value if what < 0.7 else value[: len(value) // 2]
    return chance.choice(VALUES)


def _word_like(chance: Random, value: str, others: Sequence[str]) -> str:
    what = chance.random()
    if what < 0.3:
        return chance.choice(FORMULAS)
    if what < 0.6:
        return bytes_mutated(chance, value.encode(errors="replace"), ()).decode(errors="replace")
    if what < 0.8 and others:
        return chance.choice(re.findall(r'"([^"\n]*)"', chance.choice(others)) or [""])
    return value + chance.choice(WORDS)
