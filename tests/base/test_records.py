"""Values with named fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.store import ruleset_library as library


class Place(FrozenRecord):
    row: int
    column: int = 1


def test_a_record_is_the_value_of_its_fields() -> None:
    """Equal where its fields are, of the same class, with the default of one that is not said."""
    here = Place(row=2)
    assert (here.row, here.column) == (2, 1)
    assert here == Place(row=2, column=1) and hash(here) == hash(Place(row=2))
    assert here != Place(row=3) and here != Other(row=2)
    assert here._replace(column=4) == Place(row=2, column=4) and here.column == 1
    assert repr(here) == "Place(row=2, column=1)"
    assert Place(2, 1) == Place(2, column=1) == here and here._asdict() == {"row": 2, "column": 1}


class Farther(Place):
    floor: int = 0


def test_a_record_of_a_kind_has_the_fields_of_both() -> None:
    """Those of the kind first."""
    assert Farther(2, 3, 4) == Farther(row=2, column=3, floor=4) != Place(2, 3)


class Other(FrozenRecord):
    row: int


def records_in(part: Any) -> Iterator[FrozenRecord]:
    """Every record in a part of the rules, itself included."""
    if isinstance(part, FrozenRecord):
        yield part
        yield from records_in(part._asdict())
    elif isinstance(part, Mapping):
        yield from records_in([*part.values()])
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from records_in(inner)


@pytest.mark.parametrize("game", sorted(library.ruleset_files()))
def test_every_field_of_every_table_that_is_read_has_a_value(game: str) -> None:
    """What the type checker cannot see of records that are made by their declarations."""
    for record in records_in(library.load_ruleset(game)):
        assert repr(record)
        assert vars(record).keys() <= {*record._fields, *vars(type(record))}
