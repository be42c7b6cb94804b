"""What others may have left in a home: nothing of it changes a score, and nothing is written where it leads."""

from __future__ import annotations

import marshal
import sys
import tomllib
from binascii import crc32
from pathlib import Path

import pytest
from terminal import Person
from test_layers import imported, modules, the_program

DEALS = ("sang 6 6", "pass 4 6", "spader 9 3")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with an evening of three deals."""
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name eve")
    for deal in DEALS:
        person.types("deal", *deal.split())
    return person


# --- what is derived -----------------------------------------------------------------------------------


def test_nothing_is_unmarshalled_or_unpickled() -> None:
    """No module of the program knows how: whoever could write such a file could have it say anything."""
    program = modules(the_program())
    unsafe = {"marshal", "pickle", "shelve", "dbm", "copyreg"}
    found = [name for name, module in program.items() for told in imported(module, program) if told in unsafe]
    assert found == []


def test_a_planted_table_of_rules_changes_no_score(person: Person) -> None:
    """A file in `cache/`, where an earlier version kept the rules that it had read, is neither believed nor touched."""
    before = person.reads("sheet")
    text = person.file("eve").decode()
    rules = text[text.index("\n[rules]\n") + 1 : text.index("\n[[entry]]")].rstrip("\n")
    assert '"tricks - quota"' in rules
    table = tomllib.loads(rules.replace('"tricks - quota"', '"tricks + quota"'))
    planted = person.home / "cache" / f"{crc32(rules.encode()):08x}.{sys.implementation.cache_tag}-{marshal.version}"
    planted.parent.mkdir(exist_ok=True)
    data = marshal.dumps((rules, table))
    planted.write_bytes(crc32(data).to_bytes(4, "big") + data)
    assert person.reads("sheet") == before
    assert person.types("check").code == 0
    assert planted.read_bytes()[4:] == data
