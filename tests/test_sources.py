"""The page of the source documents, sentence by sentence, says what holds each, and what it
names is there."""

from __future__ import annotations

import sources


def test_every_sentence_is_held_by_something_that_is_there() -> None:
    """No sentence is passed over, and no test, heading or ruling that the page names is gone."""
    assert [*sources.faults()] == []


def test_the_page_is_written_from_the_sentences() -> None:
    """`python -m tests.sources --update` writes it."""
    assert sources.PAGE.read_text(encoding="utf-8") == sources.page()


def test_what_is_not_there_is_found_out() -> None:
    """A test that was renamed, a heading that was reworded and a ruling that was struck out are
    named."""
    sentence = {
        "part": "1",
        "says": "x",
        "held": ["test_sources.py::test_gone", "specs/bizon.md: Gone"],
        "ruling": ["2 (99)"],
    }
    assert len([*sources._faults_of(sentence)]) == 3
    assert [*sources._faults_of({"part": "1", "says": "x"})] == ["nothing is said to hold it"]
