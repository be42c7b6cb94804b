"""Reading TOML as the program writes it, line by line: what is read so is what the standard reader
reads, and the rest is left to that."""

from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.base.toml_reader import plain_table, plain_value
from scorekeeper.store import ruleset_library as library

LINES = st.sampled_from(
    [
        "", " ", "# a comment", "[a]", "[ a ]", "[a.b]", "[a.b.c]", "[[a]]", "[[a.b]]", "[[a.b]", "[a]]", "[]", "[a.]",
        "[a] # so", '["a"]', "a = 1", "a = -1", "a = -0", "a = 01", "a = 1_0", "a = +1", "a = 1.5", "a=1", "b = 2 ",
        "b = true", "b = True", 'b = "x"', 'b = ""', 'b = "', 'b = """', '"""', 'b = "x\\"y"', 'b = "x\\', 'b = "\\"',
        'b = "\\n"', 'b = "\\\\"', 'b = "x" # y"', 'b = "x\u00a0y"', 'b = "x\u2028y"', 'b = "x\ty"', 'b = "x\x7fy"',
        "b = 'x'", "a.b = 1", "c = []", "c = [1, 2]", 'c = ["x, y"]', 'c = ["x", "y"]', "c = [[], [1]]", "c = [1, ]",
        "c = [1", "c = [", "    [", '    "x"[', "    1[", "    1,", '    "x",', "    1", "    ],", "]", "],", "c = {}", "c = { d = 1 }", "= 1",
        "d = 2020-01-01", "d = 0x1", "d = \u0661", "\u00e5 = 1", "a = 1\r",
    ]
)  # fmt: skip


@given(st.lists(LINES, max_size=8))
@example(["c = []", "[[c]]"])
@example(["[[a]]", "[a]"])
@example(["[[a]]", "[[a.b]]", "[a.b.c]", "a = 1"])
@example(["[a.b]", "[a]", "b = true"])
@example(["[a]", "a = 1", "[a.b]", "[a.b]"])
@example(["c = [", "    [", '    "x"[', "    1[", "    1,", "    ],", "]"])
@example(["c = [", "    1,", "],"])
@example(["c = [", '    "x"[', "]"])
def test_what_is_read_line_by_line_is_what_the_standard_reader_reads(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        found = plain_table(text)
    except ValueError:
        return
    assert found == tomllib.loads(text)


VALUES = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.text(st.sampled_from('aå \u00a0"♣'), max_size=4),
    lambda one: st.lists(one, max_size=3),
    max_leaves=6,
)
TABLES = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=3),
    lambda one: st.dictionaries(st.sampled_from("abcd"), one, max_size=3),
    max_leaves=6,
)


@given(TABLES)
def test_what_the_program_writes_is_plain(table: dict[str, object]) -> None:
    """No page of rules is left to the standard reader unless somebody edited it."""
    assert plain_table(tomli_w.dumps(table)) == table


@pytest.mark.parametrize("name", sorted(library.ruleset_files()))
def test_a_session_keeps_every_shipped_ruleset_in_plain_lines(name: str) -> None:
    """So recording a deal waits for no parser."""
    rules = library.whole_file(library.ruleset_path(name)).merged
    text = tomli_w.dumps({"rules": rules})
    assert plain_table(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["1" * 19, "[" * 9, "", "x", '"', '"""', "tru", "--1", "-", "٣"])
def test_a_value_that_is_more_than_plain_is_left_to_the_standard_reader(text: str) -> None:
    with pytest.raises(ValueError):
        plain_value(text)
