"""The formula language: what it can say, what it refuses, and that nothing gets out of it."""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import calls_of

from scorekeeper.rules.cards import Card
from scorekeeper.rules.formula import (
    FUNCTIONS,
    GREATEST,
    LONGEST,
    FormulaError,
    number_of,
    read_formula,
    value_of,
    with_numbers,
)
from scorekeeper.rules.ruleset import StepTable

KNOWN = frozenset(
    {"tricks", "quota", "players", "word", "nobody", "grass", "gp", "bizon.gp", "deep", "cards"}
)
TABLES = frozenset({"value"})
FACTS: dict[str, Any] = {
    "tricks": 6, "quota": 8, "players": 3, "word": "sang", "nobody": None, "deep": True,
    "grass": Card("10", ("clubs",), "10C"), "gp": (20, 0, 20), "bizon.gp": 20,
    "cards": (Card("A", ("clubs",), "AC"), Card("K", ("hearts", "clubs"), "KHC")),
    "value": StepTable(id="value", steps=((100, 2), (150, 3)), words={"ponder": 6, "A": 5, "K": 10}),
}  # fmt: skip


def worked_out(text: str) -> Any:
    return value_of(read_formula(text, KNOWN, TABLES), FACTS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tricks - quota", -2), ("tricks + quota", 14), ("tricks * quota", 48), ("tricks // 4", 1), ("tricks % 4", 2),
        ("-7 // 2", -4), ("-tricks", -6), ("+tricks", 6), ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20),
        ("tricks < quota", True), ("tricks >= quota", False), ("tricks == 6", True), ("tricks != 6", False),
        ("0 <= tricks <= 16", True), ("tricks > 3 and quota > 3", True), ("not tricks > 3 or quota > 9", False),
        ("4 if players == 3 else 6", 4), ("4 if players == 4 else 6", 6), ("word == 'sang'", True),
        ('word == "spader"', False), ("word in ('sang', 'pass')", True), ("word not in ('sang', 'pass')", False),
        ("6 in gp", False), ("20 in gp", True), ("true", True), ("false", False), ("none", None), ("nobody == none", True),
        ("min(tricks, quota)", 6), ("max(gp)", 20), ("max(gp, 50)", 50), ("min((3, 2))", 2), ("sum(gp)", 40), ("abs(-3)", 3),
        ("count(gp, 20)", 2), ("count((1, 2, 1), 1)", 2), ("len(gp)", 3), ("given(tricks)", True), ("given(nobody)", False),
        ("given(tricks, nobody)", False), ("suit(grass)", "clubs"), ("suits(grass)", ("clubs",)), ("rank(grass)", "10"),
        ("worth(cards, 'hearts', value)", 10), ("worth(cards, 'clubs', value)", 15), ("bizon.gp == max(gp)", True),
        ("value[100]", 2), ("value[149]", 2), ("value[150]", 3), ("value['ponder']", 6), ("-value[150] + 1", -2),
        ("value[tricks * 20]", 2), ("deep", True), ("(tricks\n- quota)", -2),
        ("1000000000", GREATEST), ("  tricks  ", 6), ("1 if word == 'a b' else 0", 0),
    ],
)  # fmt: skip
def test_what_a_formula_can_say(text: str, value: Any) -> None:
    """Whole numbers, words, facts, + - * // %, comparisons, and or not, if else, functions,
    look-up."""
    assert worked_out(text) == value


REFUSED = [
    # reaching for more than facts
    "tricks.__class__", "().__class__", "''.__class__", "tricks.real", "bizon.gp.real", "bizon.gp.__class__", "1 .real",
    "'a'.upper()", "gp.count(1)", "__import__('os')", "__builtins__", "open('x')", "eval('1')", "print(1)", "min.__self__",
    "min()()", "min(1)(2)", "(min)", "min", "len", "getattr(tricks, 'real')", "globals()", "type(tricks)", "str(tricks)",
    "grass.suits", "value.steps", "value.__getitem__(1)", "value", "value == value", "(value if 1 else value)[100]",
    # other things that Python can say
    "lambda: 1", "(lambda: 1)()", "[1]", "{1}", "{1: 2}", "[x for x in gp]", "{x for x in gp}", "(x for x in gp)",
    "f'{tricks}'", "f''", "b'a'", "1.0", "1e9", "1j", "...", "True", "False", "None", "(tricks := 1)", "tricks := 1",
    "*gp", "min(*gp)", "min(**gp)", "min(tricks, key=quota)", "(*gp,)", "tricks is quota", "tricks is not none",
    "await tricks", "yield tricks", "(yield)", "tricks; quota", "tricks\nquota", "tricks = 1", "del tricks", "import os",
    "assert 1", "pass", "~tricks", "gp[0]", "word[0]", "word[1:2]", "value[1:2]", "value[100:]", "value[1, 2]", "'abc'[0]",
    # arithmetic that is not of whole numbers, or not arithmetic
    "2 ** 9", "tricks << 9", "1 >> 1", "1 | 2", "1 & 2", "1 ^ 2", "gp @ gp", "-1.5", "0x10", "1_000", "0b1", "0o7",
    # lists that would grow: a formula's value is never a list that it made
    "(1, 2)", "()", "gp,", "(gp, gp)", "min((gp, (gp, gp)))", "gp if 1 else (1, 2)", "1 in ((1, 2), 3)",
    # too great, too long, too deep
    "1000000001", "9" * 400, "0" * 600, "tricks" + " + tricks" * 80, "1" * 10_000, "(" * 201 + "1" + ")" * 201, "(" * 10_000,
    # text that is not what it seems, or nothing
    "", " ", "\n", "\x00", "tricks\x00", "\x00tricks", "trick\u0455", "\u202etricks", "tricks\u200b", "tri\u00adcks", "ｔricks２",
    "'a\\x41'", "'\\ud800'", "tricks\\\n", "1if tricks else 2", "1or 2", "'unended", "tricks -", "- ", "if", "tricks quota",
    "tricks ==", "== 1", "tricks <> quota", "!tricks", "tricks && quota", "$tricks", "tricks?", "#tricks", "@", "\ufefftricks",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text)[:40])
def test_what_a_formula_cannot_say_is_refused_when_it_is_read(text: str) -> None:
    """Anything that is not on the list is refused before it is ever worked out."""
    with pytest.raises(FormulaError):
        read_formula(text, KNOWN, TABLES)


@pytest.mark.parametrize(
    "text",
    [
        "'a' * 9", "word * 9", "9 * gp", "word % 3", "'%s' % word", "word + word", "gp + gp", "gp - gp", "word - 1", "gp * 2",
        "1 // 0", "1 % 0", "tricks // (quota - 8)", "1 < word", "gp < 1", "nobody + 1", "nobody < 1", "-word", "-gp", "min()", "min(gp, word)",
        "max(word)", "sum(word)", "abs(word)", "abs(1, 2)", "abs()", "count(1, 1)", "count(gp)", "len(tricks)", "len(nobody)", "suit(tricks)",
        "suit(nobody)", "suits(word)", "rank(gp)", "value[99]", "value['pander']", "value[nobody]", "value[gp]", "1 in 2", "worth(gp, 1, value)",
        "worth(cards, 'clubs', gp)", "worth(cards, 5, value)", "1000000000 + 1", "1000000000 * 2", "0 - 1000000000 - 1", "sum(gp, 1000000000)",
        "missing",
    ],
)  # fmt: skip
def test_what_has_no_answer_is_an_error_of_the_formula(text: str) -> None:
    """Words in arithmetic, a division by zero, a number past the bound: an error, never a crash."""
    with pytest.raises(FormulaError):
        value_of(read_formula(text, KNOWN | {"missing"}, TABLES), FACTS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trick - quota", "`trick` is not a fact here; did you mean `tricks`?"),
        ("tricks - quotas", "`quotas` is not a fact here; did you mean `quota`?"),
        ("bison.gp", "`bison.gp` is not a fact here; did you mean `bizon.gp`?"),
        ("values[100]", "only a table of the ruleset can be looked up in"),
        ("zzz", "`zzz` is not a fact here"),
        ("mim(1, 2)", "there is no function `mim`; there are min, max"),
        ("tricks ** 2", "`tricks ** 2`: arithmetic is + - * / // %"),
        ("a.b.c", "write `role.fact`, with one dot"),
        ("word == f'{word}'", "is not something a formula can say"),
        ("value", "`value` is a table: look up in it, `value[…]`"),
        ("1" * 501, "a formula has at most 500 characters, this one 501"),
    ],
)
def test_a_refused_formula_says_what_is_wrong_with_it(text: str, message: str) -> None:
    """The message quotes the part at fault and, for a misspelt name, gives the likely one."""
    with pytest.raises(FormulaError) as error:
        read_formula(text, KNOWN, TABLES)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1 if tricks = 3 else 0", "what is equal is `==`"),
        ("1 if tricks > 3 && quota < 5 else 0", "say `and` and `or`"),
        ("1 if !tricks else 0", "say `not`"),
        ("5 if tricks > 3", "say what it is otherwise"),
        ("2tricks", "say `*`"),
    ],
)
def test_what_other_formulas_have_is_told_as_it_is_said_here(text: str, hint: str) -> None:
    """The signs of spreadsheets and of programs, a choice without an otherwise, a product without
    its sign."""
    with pytest.raises(FormulaError) as error:
        read_formula(text, KNOWN, TABLES)
    assert f"this cannot be read as a formula; {hint}" in str(error.value)


def test_what_stands_in_quotes_is_no_sign() -> None:
    """Of a text that cannot be read for another reason nothing is guessed."""
    with pytest.raises(FormulaError) as error:
        read_formula("word == 'a && b' 'c", KNOWN, TABLES)
    assert str(error.value) == "this cannot be read as a formula"


def test_a_formula_has_at_most_500_characters() -> None:
    """Five hundred characters are read, one more is not."""
    assert number_of(read_formula("1".rjust(LONGEST), frozenset()), {}) == 1
    with pytest.raises(FormulaError, match="at most 500"):
        read_formula("1".rjust(LONGEST + 1), frozenset())


def test_a_look_alike_of_a_name_is_not_that_name() -> None:
    """Full-width letters are the letters they stand for; a Cyrillic one is another letter."""
    assert worked_out("ｔricks") == 6
    with pytest.raises(FormulaError, match="did you mean `tricks`"):
        read_formula("tr\u0456cks", KNOWN)


def test_reading_a_formula_warns_of_nothing() -> None:
    """What Python would grumble about on the screen is refused instead."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for text in (
            "1if tricks else 2",
            "1or 2",
            "'\\d' == word",
            "tricks in (1,)",
            "1 == 1 == 1",
        ):
            try:
                value_of(read_formula(text, KNOWN), FACTS)
            except FormulaError:
                continue
    assert not caught


def test_every_function_takes_facts_only() -> None:
    """These are the functions, and there is no other."""
    assert " ".join(FUNCTIONS) == (
        "min max sum abs count len given suit suits rank worth highest lowest nth where seat next "
        "player round_down round_up round_nearest round_to_zero power"
    )


def test_the_names_of_a_formula_are_the_facts_it_uses() -> None:
    """A formula knows which facts and tables it needs; functions and constants are not among
    them."""
    assert read_formula("max(gp) - value[tricks] if true else bizon.gp", KNOWN, TABLES).names == {
        "gp",
        "value",
        "tricks",
        "bizon.gp",
    }


@pytest.mark.parametrize(
    ("text", "constant"),
    [("8", 8), ("tricks", None), ("8 + 0", None), ("'8'", None), ("none", None)],
)
def test_a_lone_number_is_known_without_working_it_out(text: str, constant: int | None) -> None:
    """A formula that is one number has it ready; whatever names a fact has not."""
    assert read_formula(text, KNOWN).constant == constant


@pytest.mark.parametrize("text", ["word", "nobody", "gp", "grass", "'a'", "none"])
def test_points_must_be_whole_numbers(text: str) -> None:
    """Where a number is wanted, a word, a card or nothing is an error."""
    with pytest.raises(FormulaError):
        number_of(read_formula(text, KNOWN), FACTS)


def test_points_are_bounded() -> None:
    """Whatever is subtracted from what, a number past the bound is an error."""
    with pytest.raises(FormulaError, match="grew past 1,000,000,000"):
        number_of(read_formula("0 - 1000000000 - tricks", KNOWN), FACTS)


def test_what_is_true_counts_one() -> None:
    """A test counts 1 where it holds and 0 where it does not."""
    assert number_of(read_formula("tricks > 3", KNOWN), FACTS) == 1
    assert number_of(read_formula("tricks > 9", KNOWN), FACTS) == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("tricks - quota", "6 - 8"), ("max(gp) - tricks", "max([20, 0, 20]) - 6"), ("bizon.gp == 40", "20 == 40"),
        ("word == 'tricks'", "sang == 'tricks'"), ("word == 'no tricks here'", "sang == 'no tricks here'"), ("value[tricks]", "value[6]"),
    ],
)  # fmt: skip
def test_a_formula_is_shown_with_the_numbers_put_in(text: str, shown: str) -> None:
    """Names of facts become their values; functions, tables and quoted words stay."""
    assert with_numbers(read_formula(text, KNOWN, TABLES), FACTS) == shown


# --- attacks --------------------------------------------------------------------------------


class Circle(dict[str, Any]):
    """Facts where each name is a formula of its own, as the named formulas of a ruleset are."""

    def __init__(self, lets: dict[str, str]) -> None:
        super().__init__()
        self.lets = {
            name: read_formula(text, frozenset(lets) | KNOWN, TABLES) for name, text in lets.items()
        }

    def __missing__(self, name: str) -> Any:
        self[name] = value_of(self.lets[name], self) if name in self.lets else FACTS[name]
        return self[name]


@pytest.mark.parametrize(
    "lets", [{"a": "a"}, {"a": "b + 1", "b": "a + 1"}, {"a": "1 if b else 2", "b": "not a"}]
)
def test_formulas_that_name_each_other_in_a_circle_have_no_answer(lets: dict[str, str]) -> None:
    """Two named formulas that need each other end in an error, not in a full stack."""
    with pytest.raises(FormulaError):
        Circle(lets)["a"]


@pytest.mark.parametrize(
    "step",
    [
        "{0} + {0}",
        "{0} * {0}",
        "0 - {0} - {0} - {0}",
        "sum({0}, {0}, {0})",
        "({0}, {0})",
        "min({0}, {0}) * 9",
    ],
)
@pytest.mark.parametrize("seed", ["word", "gp", "9"])
def test_a_tower_of_formulas_cannot_grow(step: str, seed: str) -> None:
    """A hundred named formulas, each doubling the one before, stay small or are an error at
    once."""
    tower = {"n0": seed} | {f"n{n}": step.format(f"n{n - 1}") for n in range(1, 100)}

    def worked_out() -> None:
        with suppress(FormulaError):
            assert len(repr(Circle(tower)["n99"])) < 100

    assert calls_of(worked_out, most=100_000) < 100_000


def test_working_out_a_formula_leaves_nothing_behind() -> None:
    """The facts are the same after a formula as before, and no built-in was reached."""
    before = dict(FACTS)
    for text in ("tricks - quota", "max(gp)", "value[100]", "worth(cards, 'clubs', value)"):
        worked_out(text)
    assert before == FACTS
    with pytest.raises(FormulaError):
        value_of(read_formula("__builtins__.open", frozenset({"__builtins__.open"})), {})


PIECES = st.sampled_from([
    *KNOWN, *TABLES, *FUNCTIONS, "0", "1", "9" * 9, "'a'", "+", "-", "*", "//", "%", "**", "/", "<", "==", "in", "and", "or",
    "not", "if", "else", "(", ")", "[", "]", "{", "}", ",", ".", ":", ":=", "lambda", "for", "f'{gp}'", "__class__", "\\", "\n",
    "\x00", "\u202e", "...", "1.5", "b''", "**gp", "*gp", "=", "@", "~", "await", "none", "true", "True",
])  # fmt: skip


def only_formula_errors(text: str) -> None:
    try:
        value = value_of(read_formula(text, KNOWN, TABLES), FACTS)
    except FormulaError:
        return
    assert isinstance(value, (int, str, Card, tuple)) or value is None
    assert not isinstance(value, int) or abs(value) <= GREATEST


@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_any_heap_of_pieces_is_a_formula_or_a_formula_error(text: str) -> None:
    """No heap of what formulas, and Python, are made of makes the reader of formulas fail
    otherwise."""
    only_formula_errors(text)


@pytest.mark.parametrize(
    "text",
    [
        "-" * 499 + "1",
        "not " * 124 + "1",
        "(" * 199 + "1" + ")" * 199,
        "1-" * 249 + "1",
        "min(" * 120 + "1" + ")" * 120,
    ],
)
def test_the_deepest_nesting_that_fits_is_no_danger(text: str) -> None:
    """Five hundred characters of brackets, minus signs or calls are worked out or refused."""
    only_formula_errors(text)


def grown(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(
        smaller, st.sampled_from(["+", "-", "*", "//", "%", "<", "==", "in", "and", "or"]), smaller
    )
    call = st.tuples(st.sampled_from(sorted(FUNCTIONS)), st.lists(smaller, max_size=3))
    return st.one_of(
        two.map(lambda parts: f"({' '.join(parts)})"),
        call.map(lambda parts: f"{parts[0]}({', '.join(parts[1])})"),
        st.tuples(smaller, smaller, smaller).map(lambda parts: "({} if {} else {})".format(*parts)),
        smaller.map(lambda key: f"value[{key}]"),
        smaller.map(lambda part: f"-{part}"),
    )


@given(
    st.recursive(
        st.sampled_from([*sorted(KNOWN), "0", "7", "'ponder'", "999999999"]), grown, max_leaves=12
    )
)
def test_any_well_formed_formula_has_a_value_or_a_formula_error(text: str) -> None:
    """What is well formed is read, and is worked out to a small value or a formula error."""
    if len(text) <= LONGEST:
        assert read_formula(text, KNOWN, TABLES).text == text
    only_formula_errors(text)
