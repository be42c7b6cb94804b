"""The verdict on a page of one's own is kept by the page's SHA-256, so that it is checked once."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person

from scorekeeper.store.ruleset_library import VERDICTS, whole_file
from scorekeeper.store.session_row_cache import digest_of

WELL = """
name = "Pegs"
source = "made up"
players = 2
count.pegs.max = 9
points = "pegs"
deals.number = 4
"""
FAULTY = WELL.replace('"pegs"', '"10 // pegs"')


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a page that is well and one that is not."""
    person = Person(tmp_path).with_rules()
    for name, text in (("well", WELL), ("faulty", FAULTY)):
        (tmp_path / "rulesets" / f"{name}.toml").write_text(text, encoding="utf-8")
    return person


def kept(person: Person) -> Path:
    """The file of what is kept."""
    (path,) = person.cache.rglob("*.pages")
    return path


def put_in_cache(person: Person, digest: str, kind: str = VERDICTS) -> None:
    """Writes by hand that the page of this digest is well."""
    mark = digest_of(digest.encode())
    kept(person).write_text(f"scorekeeper rows {kind}\n{digest}{mark}\n", encoding="utf-8")


def test_a_page_that_is_well_is_not_checked_again(person: Person, tmp_path: Path) -> None:
    """What is kept is believed for this very page, and for no other program."""
    assert person.types("new", "well", "A", "B", "--name", "one").code == 0
    pages = tmp_path / "rulesets"
    assert whole_file(str(pages / "well.toml")).digest in kept(person).read_text("utf-8")
    assert person.types("new", "faulty", "A", "B", "--name", "two").code == 1
    digest = whole_file(str(pages / "faulty.toml")).digest
    put_in_cache(person, digest, "0.0.1/well/1")
    assert person.types("new", "faulty", "A", "B", "--name", "two").code == 1
    assert person.types("new", "well", "A", "B", "--name", "three").code == 0
    put_in_cache(person, digest)
    assert person.types("new", "faulty", "A", "B", "--name", "two").code == 0


def test_a_page_that_changed_is_checked(person: Person, tmp_path: Path) -> None:
    """So is one whose base changed; and any, once what is kept was deleted."""
    pages = tmp_path / "rulesets"
    (pages / "more.toml").write_text('extends = "well"\nname = "More"\n', encoding="utf-8")
    assert person.types("new", "more", "A", "B", "--name", "one").code == 0
    (pages / "well.toml").write_text(FAULTY, encoding="utf-8")
    assert person.types("new", "more", "A", "B", "--name", "two").code == 1
    digest = whole_file(str(pages / "faulty.toml")).digest
    put_in_cache(person, digest)
    kept(person).unlink()
    assert person.types("new", "faulty", "A", "B", "--name", "two").code == 1


def test_the_list_of_games_is_that_of_the_files(person: Person, tmp_path: Path) -> None:
    """It is kept while no file changes, by language; not where a game is noted; and what is kept may
    be damaged or deleted."""
    page = tmp_path / "rulesets" / "faulty.toml"
    assert "faulty" in person.types("rules", "list").err and not [*person.cache.rglob("*.games")]
    page.write_text(WELL.replace('"Pegs"', '{ en = "Pins", sv = "Pinnar" }'), encoding="utf-8")
    first = person.does("rules list")
    (kept_list,) = person.cache.rglob("*.games")
    assert "Pins" in first.out and person.does("rules list").out == first.out
    assert "Pinnar" in person.types("--lang", "sv", "rules", "list").out
    rows = person.reads("rules list")
    kept_list.unlink()
    assert person.reads("rules list") == rows
    kept_list.write_text(kept_list.read_text("utf-8").replace("Pins", "Pans"), encoding="utf-8")
    assert "Pins" in person.does("rules list").out
    page.write_text(WELL.replace("Pegs", "Bowls"), encoding="utf-8")
    assert "Bowls" in person.does("rules list").out
    page.unlink()
    assert "Bowls" not in person.does("rules list").out
