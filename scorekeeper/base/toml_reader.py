"""TOML: the standard parser with a guard against texts that exhaust the machine, and values as
text."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from scorekeeper.base.exact_numbers import decimal, is_number, of_decimal

# FEW dots in a line cost nothing. For lines with more, MOST limits the sum of the squares.
FEW, MOST = 20, 1_000_000
# Characters that need an escape between double quotes.
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
# Binary, octal and hexadecimal numbers of any length are parsed, but Python refuses to print very
# long ones.
_ENDLESS = r"0[xob][0-9A-Fa-f_]{100}"


def toml_table(text: str) -> dict[str, Any]:
    """Return the table of a TOML text. Raises ValueError or RecursionError if it is invalid. The
    standard parser stores every prefix of a dotted key, so its memory grows with the square of
    the parts: a key of ten thousand took 400 MiB. Such a text is refused."""
    if text.count(".") ** 2 > MOST and _squares(text) > MOST:
        raise ValueError("a key has too many parts")
    if any(base in text for base in ("0x", "0o", "0b")) and re.search(_ENDLESS, text):
        raise ValueError("a number has too many figures")
    return tomllib.loads(text, parse_float=of_decimal)


def inner_table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the table under a name, or an empty table if there is none or another value."""
    inner = table.get(name)
    return inner if isinstance(inner, Mapping) else {}


def toml_value(value: object) -> str:
    """Return a value as TOML, in one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{_toml_key(key)} = {toml_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        plain = value.isprintable() and "'" not in value
        return f"'{value}'" if plain else f'"{"".join(map(_sign, value))}"'
    if is_number(value) and not isinstance(value, bool):
        return decimal(value)
    return str(value).lower()


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else toml_value(key)


def _sign(sign: str) -> str:
    """Return a character as it is written between double quotes."""
    known = _ESCAPED.get(sign, sign)
    return known if known.isprintable() else f"\\U{ord(sign):08X}"


def _squares(text: str) -> int:
    """Return the sum of the squares of each line's number of dots; lines with few dots
    count as 0."""
    return sum(dots * dots for dots in (line.count(".") for line in text.split("\n")) if dots > FEW)
