"""Pages that a person could get wrong: `rules check` refuses each with a word that names what is
wrong, or notes it; what passes in silence is counted."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from terminal import Person

LIST: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent.parent / "wrong_pages.toml").read_text("utf-8")
)
BASES: dict[str, Any] = LIST["base"]
PAGES: list[dict[str, Any]] = LIST["page"]
ENDINGS = ("says", "notes", "beyond")


def written(page: dict[str, Any]) -> str:
    """The text of a wrong page: its base with every change made."""
    text = BASES[page["of"]]["page"]
    changes = [[page["was"], page["now"]]] if "was" in page else []
    for was, now in [*changes, *page.get("lists", [])]:
        assert was in text, (page["name"], was)
        text = text.replace(was, now)
    return str(text + page.get("end", ""))


def checked(folder: Path, text: str) -> tuple[int, str, str]:
    """The exit code of `rules check` on a page, its notes and its faults."""
    path = folder / "page.toml"
    path.write_text(text, encoding="utf-8")
    said = Person(folder / "home").types("rules", "check", str(path))
    notes, refused, faults = said.err.partition("refused: ")
    return said.code, notes, faults if refused else ""


@pytest.mark.parametrize("name", BASES)
def test_the_right_pages_are_well(tmp_path: Path, name: str) -> None:
    """No false alarm: what the wrong pages are changes of has neither a fault nor a note."""
    assert checked(tmp_path, BASES[name]["page"]) == (0, "", "")


@pytest.mark.parametrize("page", PAGES, ids=[page["name"] for page in PAGES])
def test_a_wrong_page_is_told(tmp_path: Path, page: dict[str, Any]) -> None:
    """Each is refused, or noted, with what is wrong; one that is beyond the check is well."""
    code, notes, faults = checked(tmp_path, written(page))
    if "beyond" in page:
        assert (code, faults) == (0, "")
    elif "notes" in page:
        assert (code, page["notes"] in notes) == (0, True), notes
    else:
        assert (code, page["says"] in faults) == (1, True), notes + faults


def test_few_wrong_pages_pass_in_silence() -> None:
    """At most 1 in 100 of at least 150 pages, each of which says one thing of its own."""
    assert all(len([one for one in ENDINGS if page.get(one)]) == 1 for page in PAGES)
    assert len({page["name"] for page in PAGES}) == len(PAGES) >= 150
    silent = [page["name"] for page in PAGES if "beyond" in page]
    assert 100 * len(silent) <= len(PAGES), silent
