"""The project's pages tell the truth: every command in them prints what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pages
import pytest

A_SESSION = "$ scorekeeper new bismarck-swedish A B C --dealer C --name it"


# The refusals run in `test_errors.py`, which looks at their codes too.
OTHERS = [page for page in pages.pages() if page.parent.name != "errors"]


@pytest.mark.parametrize("page", OTHERS, ids=lambda page: str(page.relative_to(pages.ROOT)))
def test_a_page_shows_what_is_printed(page: Path) -> None:
    """Each command of the page, typed into the program in the order of the page, prints what
    stands below it."""
    pages.assert_true(page, pages.as_it_runs(page.read_text(encoding="utf-8")))


def test_every_page_is_run() -> None:
    """The README, the page on rulesets and a specification of each of the four first games are
    among the pages."""
    names = {page.name for page in pages.pages()}
    assert names >= {
        "README.md",
        "write-a-game.md",
        "bizon.md",
        "bismarck-swedish.md",
        "bismarck-british.md",
        "bien.md",
    }


@pytest.mark.parametrize("page", pages.pages(), ids=lambda page: page.name)
def test_a_page_can_be_read_at_one_sitting(page: Path) -> None:
    """No page of runs grows past 1000 lines, no page of `docs/` past 500, no other past 400. A page
    that a command writes is as long as what it lists."""
    most = {"errors": 1000, "galleries": 1000, "docs": 500}.get(page.parent.name, 400)
    assert len(page.read_text(encoding="utf-8").splitlines()) <= most


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in found}


# The changelog names pages as they were called then.
LINKED = [
    *(pages.ROOT / "docs").glob("*.md"),
    *(page for page in pages.ROOT.glob("[A-Z]*.md") if page.name != "CHANGELOG.md"),
]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_a_link_leads_somewhere(page: Path) -> None:
    """Each link to a file of the project names one that is there, and a heading that it has."""
    links = re.findall(r"\]\(([^)\s]*)\)", page.read_text(encoding="utf-8"))
    lost = []
    for link in links:
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not re.match(r"https?:", link) and not (
            target.exists() and (not anchor or anchor in headings(target))
        ):
            lost.append(link)
    assert lost == []


def page_of(*lines: str) -> str:
    """A page with one console block of these lines."""
    return "\n".join(["Prose.", "", "```console", *lines, "```", ""])


def test_a_wrong_output_is_put_right() -> None:
    """Where a page shows other than what is printed, the page as it runs has the real lines, and
    only there."""
    text = page_of(A_SESSION, "…", "$ scorekeeper deal sang 6 6", "deal 1 · nonsense")
    first, _, last = pages.as_it_runs(text).partition("deal 1 · ")
    assert first == page_of(A_SESSION, "…", "$ scorekeeper deal sang 6 6").removesuffix("```\n")
    assert last.startswith("sang · A 6−8=−2, B 6−4=+2, C 4−4=0 · Σ 0\n")


def test_missing_output_is_put_in() -> None:
    """A command with nothing below it gets what it prints, an exit code other than 0 as its last
    line."""
    real = pages.as_it_runs(page_of("$ scorekeeper undo"))
    assert real == page_of(
        "$ scorekeeper undo", "refused: there is no session yet", *real.split("\n")[5:-2]
    )
    assert real.split("\n")[-3] == "[exit 1]"


def test_a_page_keeps_one_home() -> None:
    """What one block of a page records the next one sees, and the next page does not."""
    text = (
        page_of(A_SESSION, "…")
        + page_of("$ scorekeeper deal sang 6 6", "…")
        + page_of("$ scorekeeper check")
    )
    assert pages.as_it_runs(text) == text
    assert pages.as_it_runs(page_of("$ scorekeeper check")) != page_of("$ scorekeeper check")


def test_files_of_a_page_are_there() -> None:
    """A block below a line that names a file is that file, for the commands that come after it."""
    game = "\n".join(
        ["<!-- file: rulesets/mine.toml -->", "```toml", 'extends = "bizon"', "```", ""]
    )
    lines = page_of("$ scorekeeper rules check rulesets/mine.toml", "rulesets/mine.toml: …")
    assert pages.as_it_runs(game + lines) == game + lines
    assert pages.as_it_runs(lines) != lines


@pytest.mark.parametrize(
    ("shown", "real", "fits"),
    [
        (["a", "…", "c"], ["a", "b", "b", "c"], True),
        (["a", "…"], ["a"], True),
        (["a", "…", "c"], ["a", "b"], False),
        (["at … sharp"], ["at 19:05 sharp"], True),
        (["at … sharp"], ["at 19:05 dull"], False),
        (["a"], ["a", "b"], False),
    ],
)
def test_an_ellipsis_stands_for_any_lines_or_any_text(
    shown: list[str], real: list[str], fits: bool
) -> None:
    """By itself it stands for any lines, none too; within a line for any text; nothing else is
    loose."""
    assert (pages.told(shown, real) == shown) is fits


def test_an_update_keeps_what_may_be_loose() -> None:
    """A line with an ellipsis stays where it still fits one of the real lines."""
    assert pages.told(["at … deal 1", "old"], ["at 19:05 deal 1", "new"]) == ["at … deal 1", "new"]
