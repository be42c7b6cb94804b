"""Reports print what is kept in `tests/render/snapshots/`."""

from __future__ import annotations

import pytest
from snapshots import FILES, FOLDER, HEADING, at_home, differing, heading, page_of
from terminal import Person


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Return the person whose reports are kept."""
    return at_home(tmp_path_factory.mktemp("kept") / "home")


@pytest.mark.parametrize("name", FILES)
def test_reports_are_as_kept(person: Person, name: str) -> None:
    """Every report of a session in every width, language and format. After an intended change:
    `python -m tests.snapshots --update`."""
    assert differing((FOLDER / f"{name}.txt").read_text("utf-8"), page_of(person, name)) == []


def test_every_report_is_kept() -> None:
    """Each report has its output in the file of its session, and each file belongs to one."""
    assert {path.stem for path in FOLDER.iterdir()} == {*FILES}
    for name, reports in FILES.items():
        lines = (FOLDER / f"{name}.txt").read_text("utf-8").split("\n")
        kept = [line for line in lines if line.startswith(HEADING)]
        assert kept == [heading(report) for report in reports()]


def test_a_report_that_changes_is_named() -> None:
    """With the command that prints it and the lines that differ."""
    was = "$ sheet\none\ntwo\n$ log\nthree\n"
    assert differing(was, was.replace("three", "four")) == ["$ log", "-three", "+four"]
    assert differing(was, was) == []
