"""Values with named fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper.records import Record
from scorekeeper.store import library


class Place(Record):
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


class Other(Record):
    row: int


def records_in(part: Any) -> Iterator[Record]:
    """Every record in a part of the rules, itself included."""
    if isinstance(part, Record):
        yield part
        yield from records_in(vars(part))
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
        assert vars(record).keys() <= type(record).__annotations__.keys()
