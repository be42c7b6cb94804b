"""The rules of a game that is to be played: of one's own page everything that `rules check` finds
is refused before the first deal, as a shipped page is held whole by the tests."""

from __future__ import annotations

from scorekeeper.problems import Problem
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.read import without_faults
from scorekeeper.store import library


def playable(game: str) -> Ruleset:
    """The rules by id; raises Refused with every fault that the page has."""
    path = library.ruleset_path(game)
    rules = library.load_ruleset_file(path)
    return without_faults(rules, own_faults(path, rules), rules.id)


def own_faults(path: str, rules: Ruleset) -> list[Problem]:
    """What contradicts itself in a page of one's own, each with its place; what cannot be read was
    found before."""
    if library.is_shipped(path):
        return []
    # 26 ms, only for one's own
    from scorekeeper.lint.page_faults import checked_page  # noqa: PLC0415

    whole = library.whole_file(path)
    _, faults = checked_page(whole.own, whole.merged, rules.id)
    return whole.placed([*faults.said, *faults.examples])
