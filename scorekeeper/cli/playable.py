"""The rules of a game that is to be played: of one's own page everything that `rules check` finds
is refused before the first deal, as a shipped page is held whole by the tests."""

from __future__ import annotations

from scorekeeper import __version__
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.read import without_faults
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.cached_rows import keep_rows, kept_rows
from scorekeeper.text.problems import Problem

PAGES = ".pages"  # the file of pages that are well
VERDICTS = f"{__version__}/well/1"  # what its rows mean; those of another program are not read
MOST_KEPT = 1_000  # pages


def playable(game: str) -> Ruleset:
    """The rules by id; raises Refused with every fault that the page has."""
    path = library.ruleset_path(game)
    rules = library.load_ruleset_file(path)
    return without_faults(rules, own_faults(path, rules), rules.id)


def own_faults(path: str, rules: Ruleset) -> list[Problem]:
    """Return what contradicts itself in a page of one's own, each with its place; what cannot be
    read was found before. A page that was well is not checked again, as long as neither it nor what
    it extends, its pack or the program is another."""
    if library.is_shipped(path):
        return []
    whole = library.whole_file(path)
    digest, well = whole.digest, kept_rows(VERDICTS, PAGES)
    if digest in well:
        return []
    # 26 ms, only for one's own
    from scorekeeper.proof.page_checks import checked_page  # noqa: PLC0415

    _, faults = checked_page(whole.own, whole.merged, rules.id)
    found = whole.placed([*faults.said, *faults.examples])
    if not found:
        keep_rows(VERDICTS, [*well.items(), (digest, "")][-MOST_KEPT:], PAGES)
    return found
