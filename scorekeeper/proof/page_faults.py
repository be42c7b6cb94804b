"""Every fault of a page of rules: what cannot be read, what cannot be, examples that fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.faults import faults_and_untried, lint_notes
from scorekeeper.rules.formula_faults import DECIDED
from scorekeeper.rules.inherited import is_inherited
from scorekeeper.rules.whole_page import Page, read_page
from scorekeeper.text.problems import Problem

# The codes of what only another page that builds on a page leaves without effect.
LEFT_BEHIND: Final = (DECIDED, "row-behind", "unused", "word-unasked")


class PageFaults(NamedTuple):
    """The faults of a page: of reading it, of what it says, of its examples; and the notes of what
    was not tried, because the page is large."""

    read: list[Problem]
    said: list[Problem]
    examples: list[Problem]
    untried: list[Problem]


def checked_page(
    own: Mapping[str, Any], merged: Mapping[str, Any], ruleset_id: str
) -> tuple[Page, PageFaults]:
    """The page of a merged table, as far as it can be read, with all its faults; `own` is what its
    file says itself."""
    page, read = read_page(merged, ruleset_id)
    found, untried = faults_and_untried(page.rules, read)
    examples = [] if read else [*example_problems(page.rules)]
    return page, PageFaults(read, _of_this_page(found, own, merged), examples, untried)


def page_notes(
    own: Mapping[str, Any], merged: Mapping[str, Any], page: Page, read: Iterable[Problem]
) -> list[Problem]:
    """What is not wrong on such a page but missing or uneven; `read` are the faults of reading
    it."""
    return _of_this_page(lint_notes(page.rules, read), own, merged)


def _of_this_page(
    problems: Iterable[Problem], own: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[Problem]:
    """The problems without those of what the page has from one that it extends, and that only this
    page has left without effect: a variant without a contract, or for four alone, still has what
    was said of the others, and its own row stands before theirs."""
    return [
        problem
        for problem in problems
        if problem.code not in LEFT_BEHIND or not is_inherited(problem.fact or "", own, merged)
    ]
