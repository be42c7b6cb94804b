"""The repository's own promises: what a newcomer types, what a command loads, what is written
down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parent.parent

# What only a table, a report or a refusal needs; whoever records a deal would wait for it.
HEAVY = (
    "csv", "difflib", "importlib.metadata", "importlib.resources", "json", "shlex", "tabulate",
    "textwrap", "tomllib", "wcwidth",
)  # fmt: skip
# Rooms and modules that no deal is recorded by.
OTHER_ROOMS = (
    "scorekeeper.event", "scorekeeper.league", "scorekeeper.proof", "scorekeeper.referee", "scorekeeper.render",
    "scorekeeper.report.columns", "scorekeeper.report.sheet", "scorekeeper.rules.whole_page",
    "scorekeeper.store.home_files", "scorekeeper.store.ruleset_library", "scorekeeper.table",
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


def test_every_decision_has_its_date() -> None:
    """Each paragraph of the decisions after the first begins with a date and what was chosen."""
    _, *paragraphs = (ROOT / "DECISIONS.md").read_text(encoding="utf-8").split("\n\n")[1:]
    dated = re.compile(r"\*\*\d{4}-\d{2}-\d{2} · [^*]+\.\*\*\s")
    assert [text[:60] for text in paragraphs if not dated.match(text)] == []


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
