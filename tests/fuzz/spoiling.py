"""Spoiling a text, as hypothesis draws it: in its bytes and lines, and as the tree of tables that
TOML is."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import tomli_w
from hypothesis import strategies as st

MOST = 1 << 17  # bytes of an input
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


def seldom(draw: st.DrawFn, one_in: int) -> bool:
    """True once in so many times."""
    return draw(st.integers(1, one_in)) == one_in


# --- bytes -------------------------------------------------------------------------------------------


@st.composite
def spoilt_bytes(draw: st.DrawFn, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The bytes with one to four spans of them made others."""
    for _ in range(draw(st.integers(1, 4))):
        start, end = draw(spans(data))
        data = data[:start] + draw(_instead(data[start:end], others)) + data[end:]
    return data[:MOST]


def spans(data: bytes) -> st.SearchStrategy[tuple[int, int]]:
    """Where a span begins and ends: a number, a word or a quoted text; a line; or anything."""
    pieces = [match.span() for match in _PIECE.finditer(data)]
    lines = [*pairwise(accumulate(map(len, data.splitlines(keepends=True)), initial=0))]
    places = st.integers(0, len(data))
    anything = st.tuples(places, places).map(lambda ends: (min(ends), max(ends)))
    known = [st.sampled_from(found) for found in (pieces, lines) if found]
    return st.one_of(*known, places.map(lambda place: (place, place + 1)), anything)


def _instead(span: bytes, others: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """What stands in the place of a span: nothing, a token, itself many times, or of another."""
    token = st.sampled_from(TOKENS)
    quoted = token.map(lambda word: b'"' + word.replace(b'"', b"'") + b'"')
    lines = [line for other in others for line in other.splitlines(keepends=True)]
    return st.one_of(
        quoted if span[:1] == b'"' else token,
        st.just(b""),
        st.integers(2, 30).map(lambda times: span * times),
        st.sampled_from(lines) if lines else token,
        st.binary(max_size=4),
    )


# --- TOML --------------------------------------------------------------------------------------------


@st.composite
def spoilt_toml(draw: st.DrawFn, text: str, others: Sequence[str] = ()) -> bytes:
    """The TOML with one to three of its values other ones; spoilt as bytes where it is none."""
    try:
        tree: Any = tomllib.loads(text)
        for _ in range(draw(st.integers(1, 3))):
            tree = draw(spoilt_tree(tree, others))
        return tomli_w.dumps(tree).encode(errors="replace")
    except (ValueError, TypeError, AttributeError, RecursionError):
        return draw(spoilt_bytes(text.encode(errors="replace")))


@st.composite
def spoilt_tree(draw: st.DrawFn, tree: Any, others: Sequence[str] = ()) -> Any:
    """The tree with one value another one; what is on the way to it is copied, the rest shared."""
    if not (isinstance(tree, (dict, list)) and tree) or seldom(draw, 6):
        return draw(_value_like(tree, others))
    keys: list[Any] = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    key, copy = draw(st.sampled_from(keys)), tree.copy()
    match draw(st.sampled_from((*["other"] * 9, "gone", "twice", "renamed"))):
        case "gone":
            del copy[key]
        case "twice":
            copy[draw(st.sampled_from(keys))] = copy[key]
        case "renamed" if isinstance(copy, dict):
            copy[draw(st.sampled_from(WORDS))] = copy.pop(key)
        case _:
            copy[key] = draw(spoilt_tree(copy[key], others))
    return copy


def _value_like(value: Any, others: Sequence[str]) -> st.SearchStrategy[Any]:
    """A value in the place of another, most often of its kind."""
    anything: st.SearchStrategy[Any] = st.sampled_from(VALUES)
    if isinstance(value, bool):
        return st.just(not value) | anything
    if isinstance(value, int):
        return st.sampled_from((*NUMBERS, value + 1, value - 1, -value)) | anything
    if isinstance(value, str):
        said = [word for other in others for word in re.findall(r'"([^"\n]*)"', other)]
        spoilt = spoilt_bytes(value.encode(errors="replace"))
        return st.one_of(
            st.sampled_from(FORMULAS),
            spoilt.map(lambda data: data.decode(errors="replace")),
            st.sampled_from(said or [""]),
            st.sampled_from(WORDS).map(value.__add__),
            anything,
        )
    if isinstance(value, list):
        return st.sampled_from([value + value, value[: len(value) // 2]]) | anything
    return anything
