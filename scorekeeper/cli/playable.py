"""The rules of a game to play. A ruleset of the user's is refused before the first deal if `rules
check` has any problem with it; shipped rulesets are checked by the tests."""

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
    """Return the rules of a game. Raises Refused with every problem of its file."""
    path = library.ruleset_path(game)
    rules = library.load_ruleset_file(path)
    return without_faults(rules, own_faults(path, rules), rules.id)


def own_faults(path: str, rules: Ruleset) -> list[Problem]:
    """Return the contradictions in a ruleset of the user's, each with its path; unreadable parts
    were reported before. A valid ruleset is not checked again while it, the rulesets that it
    extends, its pack and the program are unchanged."""
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
