"""Every fault of a page of rules: what cannot be read, what cannot be, examples that fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.examples import example_problems
from scorekeeper.kinds.formula_faults import DECIDED
from scorekeeper.lint.faults import lint_faults
from scorekeeper.problems import Problem
from scorekeeper.ruleset.inherited import is_inherited
from scorekeeper.ruleset.whole_page import Page, read_page


class PageFaults(NamedTuple):
    """The faults of a page: of reading it, of what it says, of its examples."""

    read: list[Problem]
    said: list[Problem]
    examples: list[Problem]


def checked_page(
    own: Mapping[str, Any], merged: Mapping[str, Any], ruleset_id: str
) -> tuple[Page, PageFaults]:
    """The page of a merged table, as far as it can be read, with all its faults; `own` is what its
    file says itself."""
    page, read = read_page(merged, ruleset_id)
    said = _of_this_page(lint_faults(page.rules, read), own, merged)
    return page, PageFaults(read, said, [] if read else [*example_problems(page.rules)])


def _of_this_page(
    faults: Iterable[Problem], own: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[Problem]:
    """The faults without tests that the page has from one that it extends, and that are only
    settled here: a variant without a contract, or for four alone, still has what was said of the
    others."""
    return [
        fault
        for fault in faults
        if fault.code != DECIDED or not is_inherited(fault.fact or "", own, merged)
    ]
