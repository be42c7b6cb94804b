"""The repository's own promises: what a newcomer types, what a command loads, what is written
down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parent.parent
DECISIONS = ROOT / "docs" / "decisions"

# What only a table, a report or a refusal needs; whoever records a deal would wait for it.
HEAVY = (
    "csv", "htpy", "importlib.metadata", "importlib.resources", "json", "tabulate",
    "textwrap", "wcwidth",
)  # fmt: skip
# Rooms and modules that no deal is recorded by.
OTHER_ROOMS = (
    "scorekeeper.event", "scorekeeper.league", "scorekeeper.proof", "scorekeeper.referee", "scorekeeper.render",
    "scorekeeper.report.columns", "scorekeeper.report.sheet", "scorekeeper.rules.ruleset_file",
    "scorekeeper.store.small_home_files", "scorekeeper.store.ruleset_library", "scorekeeper.table.conversation",
)  # fmt: skip
# What deals and weighs every deal that there may be: who asks about a trick or melds waits for none.
OF_DEALING = ("scorekeeper.proof.deal_enumeration", "scorekeeper.referee.rulings")

# Runs the program on the words it is given, then names what was loaded on the way.
LOADED = """
import sys
before = set(sys.modules)
from scorekeeper.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
print(*sorted(set(sys.modules) - before))
"""


def loaded_by(*words: str, home: Path) -> list[str]:
    """The modules that a command of the program loads."""
    env = {**os.environ, "SCOREKEEPER_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", LOADED, *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1].split()


def shell_blocks(page: str) -> list[str]:
    """The sh blocks of a page, in order."""
    return re.findall(
        r"^```sh\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.parametrize("first", ["Ann", "Å.", "李四", "👩🏽\u200d🚀"])
def test_recording_a_deal_loads_nothing_heavy(tmp_path: Path, first: str) -> None:
    """`new` and then `deal`: recording loads neither a table printer nor anything that only
    reports need, whatever the players are called."""
    loaded_by("new", "bismarck-swedish", first, "Bo", "Cleo", home=tmp_path)
    loaded = loaded_by("deal", "sang", "6", "6", home=tmp_path)
    assert "scorekeeper.store" in loaded
    assert [name for name in (*HEAVY, *OTHER_ROOMS) if name in loaded] == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("legal --rules bizon --trump spades --trick 9H QH KH JS", id="legal"),
        pytest.param("melds JS QS KS 7H 8H 9H --rules bien --trump spades", id="melds"),
    ],
)
def test_a_question_to_the_referee_loads_no_dealing(tmp_path: Path, words: str) -> None:
    """Who asks what may be played, or what melds are worth, waits neither for the casebook nor for
    what goes through every deal there may be."""
    loaded = loaded_by("referee", *words.split(), home=tmp_path)
    assert "scorekeeper.referee.question_context" in loaded
    assert [name for name in OF_DEALING if name in loaded] == []


def test_the_readme_opens_with_the_two_commands() -> None:
    """The README's first two sh blocks, a line each, play the demo and run the tests from
    nothing but Python."""
    demo, test, *_ = shell_blocks("README.md")
    assert [block.count("\n") for block in (demo, test)] == [1, 1]
    assert all(block.startswith("python3.11 -m venv ") for block in (demo, test))
    assert demo.strip().endswith("scorekeeper demo")
    assert "pytest" in test


def test_continuous_integration_can_be_run() -> None:
    """`.ci/run` is executable and holds no test command of its own: it takes the README's."""
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "README.md" in script.read_text(encoding="utf-8")


def test_this_version_is_in_the_changelog() -> None:
    """The newest entry of the changelog is the version of the program."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) · \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__


def test_each_version_is_told_in_forty_lines() -> None:
    """The changelog begins with what is not released, then has the versions, newest first, each
    in at most 40 lines: headings and changes, a line each."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *versions = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    names, bodies = versions[::2], versions[1::2]
    dates = [name.split(" · ")[1] for name in names[1:]]
    assert names[0] == "Unreleased"
    assert dates == sorted(dates, reverse=True)
    for body in bodies:
        lines = [line for line in body.splitlines() if line]
        assert len(lines) <= 40
        assert [line for line in lines if not line.startswith(("- ", "### "))] == []


PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    """A link to another page or a picture of the project leads to a file that exists."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_recipes_name_files_that_exist() -> None:
    """Each file in backquotes in CONTRIBUTING.md exists, in the package or beside it."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|toml))`", text))
    assert len(named) > 30
    there = [ROOT, ROOT / "scorekeeper"]
    assert [one for one in named if not any((at / one).is_file() for at in there)] == []


def decision_problems(name: str, text: str, rows: Sequence[str]) -> list[str]:
    """Return the problems of a decision's page, given the rows of the index."""
    number = name.split("-", maxsplit=1)[0].lstrip("0")
    title = text.partition("\n")[0].removeprefix(f"# {number}. ")
    row = re.compile(rf"\| {number} \| \[{re.escape(title)}\]\({re.escape(name)}\) \| \S.* \|")
    parts = dict(re.findall(r"^## (\w+)\n\n(.+?)\n(?=\n## |\Z)", text, re.M | re.S))
    named = re.findall(r"`((?:tests|docs|benchmarks)/[\w/]+\.\w+|\w+/\w+\.py)`", text)
    found = {
        "words": len(text.split()) > 150,
        "title": not text.startswith(f"# {number}. "),
        "parts": [*parts] != ["Context", "Decision", "Consequence"],
        "index": sum(bool(row.fullmatch(line)) for line in rows) != 1,
        "path": not all(
            (ROOT / one).exists() or (ROOT / "scorekeeper" / one).exists() for one in named
        ),
    }
    return [problem for problem, is_there in found.items() if is_there]


def index_rows() -> list[str]:
    """Return the rows of the index of decisions, without the two of its header."""
    text = (DECISIONS / "README.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("0*.md")), ids=lambda page: page.stem)
def test_a_decision_is_a_short_page_in_the_index(page: Path) -> None:
    """A decision's page has at most 150 words, its context, the decision and its consequence, in
    that order, names files that exist, and has one row in the index with its number and title."""
    assert decision_problems(page.name, page.read_text(encoding="utf-8"), index_rows()) == []


def test_the_index_of_decisions_has_no_other_rows() -> None:
    """The index has one row for each page, by ascending number, and there is no other file."""
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    numbers = [int(row.split("|")[1]) for row in index_rows()]
    assert len(pages) > 50
    assert numbers == [int(page.name[:4]) for page in pages] == sorted(set(numbers))
    assert sorted(DECISIONS.iterdir()) == [*pages, DECISIONS / "README.md"]


DECISION = (
    "# 7. Short\n\n## Context\n\nIt was long.\n\n## Decision\n\nShort.\n\n## Consequence\n\nRead.\n"
)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (DECISION, []),
        (DECISION.replace("Short.", "word " * 140), ["words"]),
        (DECISION.replace("# 7.", "# 8."), ["title", "index"]),
        (DECISION.replace("## Context\n\nIt was long.\n\n", ""), ["parts"]),
        (DECISION.replace("It was long.\n\n", ""), ["parts"]),
        (DECISION.replace("# 7. Short", "# 7. Long"), ["index"]),
        (DECISION.replace("Read.", "See `tests/test_gone.py`."), ["path"]),
    ],
)
def test_a_faulty_decision_is_noticed(text: str, problem: list[str]) -> None:
    """Each rule about the page of a decision refuses a page that breaks it, and no other."""
    assert (
        decision_problems("0007-short.md", text, ["| 7 | [Short](0007-short.md) | It is. |"])
        == problem
    )


def test_every_test_that_a_promise_names_is_there() -> None:
    """The page of promises names the test of each; a test that goes takes its line along, or is
    named anew."""
    page, there = (ROOT / "docs/reliability.md").read_text(encoding="utf-8"), ROOT / "tests"
    named = set(re.findall(r"::(test_\w+)", page))
    written = {
        name
        for path in there.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    }
    files = set(re.findall(r"tests/(?:\w+/)?test_\w+\.py", page))
    assert len(named) > 20 and named <= written, named - written
    assert all((ROOT / file).is_file() for file in files)
