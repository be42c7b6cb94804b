"""How wide texts are in a terminal, and that nothing hostile reaches one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from live import Evening
from wcwidth import iter_graphemes, wcwidth

from scorekeeper.table.table_state import told
from scorekeeper.text.terminal_text import (
    ALONE,
    ASCII,
    REPLACEMENT,
    SPACES,
    clusters,
    cut,
    is_control,
    padded,
    safe,
    width_of,
    wrapped,
)

TRICKY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aé日한👩🏽🇸🇪❤1‍️⃣́\u202e\u2066\x1b\x07\n\t\r\u00ad\u1100\u1161\u11a8क्षिกำ"),
    ),
    max_size=12,
)

WIDTHS = {
    "Ann": 3,
    "Å.": 2,
    "A\u030a.": 2,
    "日本": 4,
    "ＡＢ": 4,
    "ｱｲ": 2,
    "한국": 4,
    "\u1112\u1161\u11ab": 2,
    "👍": 2,
    "👍🏽": 2,
    "👩🏽\u200d🚀": 2,
    "👨\u200d👩\u200d👧": 2,
    "🏳\ufe0f\u200d🌈": 2,
    "❤": 1,
    "❤\ufe0f": 2,
    "❤\ufe0f\u200d🔥": 2,
    "1\ufe0f\u20e3": 2,
    "🇸🇪": 2,
    "🇸🇪🇳🇴": 4,
    "🏴\U000e0067\U000e0062\U000e007f": 2,
    "\U0001fa77": 2,
    "\u0e5c": 1,
    "عمر": 3,
    "नि": 2,
    "ไทย": 3,
    "a\u200bb": 2,
    "\u0301a": 1,
    "♠♥": 2,
    "": 0,
}


@pytest.mark.parametrize(("text", "columns"), WIDTHS.items())
def test_width(text: str, columns: int) -> None:
    """Wide letters and pictures take two columns, marks and joiners none, a flag two in all."""
    assert width_of(text) == columns


@pytest.mark.parametrize("name", ["\u17be", "\u17bea", "\u0bbe日", "\u0301"])
def test_what_joins_a_space_is_as_wide_after_it(name: str) -> None:
    """A name may begin with a vowel sign that stands on no letter: a line has room for it."""
    assert width_of(f" {name}") == 1 + width_of(name)


@given(TRICKY)
def test_clusters_lose_nothing(text: str) -> None:
    """The clusters of a text, put together, are the text."""
    assert "".join(clusters(text)) == text


@pytest.mark.parametrize(
    "cluster",
    ["👨\u200d👩\u200d👧", "👍🏽", "🇸🇪", "A\u030a", "1\ufe0f\u20e3", "\u1112\u1161\u11ab"],
)
def test_a_cluster_is_one(cluster: str) -> None:
    """What a reader sees as one character is never cut in two."""
    assert clusters("x" + cluster + "y") == ["x", cluster, "y"]
    assert cut(f"x{cluster}yz", 3) in (f"x{cluster}…", "x…")


@given(TRICKY, st.integers(0, 12))
def test_cut_fits(text: str, width: int) -> None:
    """A cut text is never wider than asked, and is whole where it fits."""
    assert width_of(cut(text, width)) <= width
    if width_of(safe(text)) <= width:
        assert cut(text, width) == safe(text)


@given(TRICKY, st.integers(0, 12), st.booleans())
def test_padded_is_exact(text: str, width: int, right: bool) -> None:
    """A padded text has exactly the width asked for."""
    assert width_of(padded(text, width, right)) == width


@given(TRICKY)
def test_safe_leaves_no_control(text: str) -> None:
    """Nothing that steers a terminal survives, and each such character stays visible."""
    shown = safe(text)
    assert not any(is_control(character) for character in shown)
    assert len(shown) == len(text)
    assert safe(shown) == shown


def test_safe_shows_where_something_was() -> None:
    """An escape and a turned direction are replaced, the letters beside them stay."""
    assert safe("a\x1b[31mb\u202ec") == f"a{REPLACEMENT}[31mb{REPLACEMENT}c"


def test_safe_keeps_scripts_and_emoji() -> None:
    """Joiners and letters of every script are no threat."""
    for text in ("Å.", "עברית", "👩🏽\u200d🚀", "می\u200cخواهم", "日本"):
        assert safe(text) == text


@given(st.lists(TRICKY, max_size=8), st.integers(4, 20))
def test_wrapped_fits(words: list[str], width: int) -> None:
    """No wrapped line is wider than asked."""
    assert all(width_of(line) <= width for line in wrapped(" ".join(words), width, "  "))


def test_wrapped_keeps_words_and_indent() -> None:
    """Lines break between words, keep the first indent and begin with the given one."""
    assert wrapped("  one two three four", 11, "    ") == ["  one two", "    three", "    four"]


def test_what_stands_alone_joins_nothing() -> None:
    """The signs that are not looked at one by one are those that would each be a cluster of
    their own."""
    joined = [left + right for left in "a−é" for right in ALONE]
    assert not [pair for pair in joined if len([*iter_graphemes(pair)]) != 2]
    assert all(wcwidth(sign) == 1 for sign in ALONE)


def test_what_the_program_says_itself_stands_alone() -> None:
    """Every sign of the program's own is measured without wcwidth, which takes its time to load."""
    assert {*ASCII, *SPACES} <= ALONE


def test_a_sum_stays_with_its_sign() -> None:
    """`Σ 0` is one word, as a name and its number are."""
    assert wrapped("Eva 4 · Σ 0", 9) == ["Eva 4 ·", "Σ 0"]


def test_words_without_numbers_are_filled() -> None:
    """A line of an act breaks at a comma only where numbers would leave their name."""
    table = Evening("bizon", "Anna", "Bo", "Cleo", width=30).table
    words = "the deal is dealt again by the same dealer, and forehand leads"
    assert told(table, words) == (
        "the deal is dealt again by the",
        "  same dealer, and forehand",
        "  leads",
    )
    assert told(table, "  a misdeal, so Anna deals again") == (
        "  a misdeal, so Anna deals",
        "  again",
    )
    words = "who starts with 20 cards has it dealt again by the same dealer, and leads"
    assert told(table, words) == (
        "who starts with 20 cards has",
        "  it dealt again by the same",
        "  dealer, and leads",
    )
    assert told(table, "Bo 6−6=0, Cleo 4−4=0 · Anna rests · Σ 0") == (
        "Bo 6−6=0, Cleo 4−4=0",
        "  · Anna rests · Σ 0",
    )
    assert told(table, "Anna 6−6=0, Bo 6−6=0, Cleo 4−4=0") == (
        "Anna 6−6=0, Bo 6−6=0,",
        "  Cleo 4−4=0",
    )
