"""Our named tuples are typing's: everything that a value can be asked is asked of both."""

import ast
import copy
import pickle
import typing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import named

ROOT = Path(__file__).parent.parent / "scorekeeper"


class Ours(named.NamedTuple):
    """What both say of themselves."""

    number: int
    name: str = "Å."
    rest: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        return 2 * self.number

    @classmethod
    def of(cls, text: str) -> "Ours":
        return cls(len(text), text)


class Theirs(typing.NamedTuple):
    """What both say of themselves."""

    number: int
    name: str = "Å."
    rest: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        return 2 * self.number

    @classmethod
    def of(cls, text: str) -> "Theirs":
        return cls(len(text), text)


GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "B", (2,)), {}),
    ((1,), {"rest": (3,)}),
    ((), {"rest": (), "name": "C", "number": 7}),
]
REFUSED: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((), {"name": "B"}),
    ((1, "B", (), 4), {}),
    ((1,), {"number": 2}),
    ((1,), {"colour": "red"}),
]


@pytest.mark.parametrize(("given", "named"), GIVEN)
def test_a_value_answers_as_typings_does(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Fields, equality, hash, order, text, dict, parts, methods."""
    ours, theirs = Ours(*given, **named), Theirs(*given, **named)
    assert ours == theirs == tuple(theirs) and hash(ours) == hash(theirs) and ours <= theirs
    assert (ours.number, ours.name, ours.rest, ours.twice) == (theirs.number, theirs.name, theirs.rest, theirs.twice)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(name="D") == theirs._replace(name="D") and type(ours._replace(name="D")) is Ours
    assert Ours._make(theirs) == ours and Ours.of("abc") == Theirs.of("abc")
    assert pickle.loads(pickle.dumps(ours)) == ours == copy.copy(ours) and type(copy.deepcopy(ours)) is Ours


@pytest.mark.parametrize(("given", "named"), REFUSED)
def test_what_typings_refuses_is_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    """One value too many, an unknown field, one given twice, one missing."""
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError):
            kind(*given, **named)


def test_what_is_replaced_must_be_there() -> None:
    """A field that is misspelt is no field."""
    for value in (Ours(1), Theirs(1)):
        with pytest.raises((ValueError, TypeError), match="colour"):  # a TypeError from Python 3.13 on
            value._replace(colour="red")  # type: ignore[call-arg]


def test_a_class_says_what_typings_does() -> None:
    """The names of the fields, their defaults, its own words; and `match` takes a value apart."""
    for name in ("_fields", "_field_defaults", "__match_args__", "__doc__", "__annotations__"):
        assert getattr(Ours, name) == getattr(Theirs, name)
    match Ours(1, "B"):
        case Ours(number, name):
            assert (number, name) == (1, "B")


def test_a_value_is_frozen_and_small() -> None:
    """No field can be set, none can be added, and there is no dict behind it."""
    for name in ("number", "colour"):
        with pytest.raises(AttributeError):
            setattr(Ours(1), name, 2)
    assert not hasattr(Ours(1), "__dict__")


def test_nobody_pays_the_full_price() -> None:
    """Every named tuple of the program is one of ours: typing's is imported only for the type checker."""
    dear = [
        path.name
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "typing"
        if "NamedTuple" in [name.name for name in node.names]
    ]
    assert dear == ["named.py"]
