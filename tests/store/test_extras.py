"""Extras: how each is named on the pages and in the messages, and the command that installs one."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.store import optional_extras as extras
from scorekeeper.store.optional_extras import install_command

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", ".ci/run", "docs/scorekeeper.1")),
    *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "tests").rglob("*.py")),
    *sorted((ROOT / "benchmarks").rglob("*.py")),
    *sorted((ROOT / "scorekeeper").rglob("*.po")),
]  # fmt: skip
# The words of a command that installs something, and a name with extras in them.
INSTALLED = re.compile(r"\b(?:pip|pipx|uv tool|uv pip)3? install (?P<words>[^\n`;&|]+)")
WITH_EXTRA = re.compile(r"(?<![\w.])(?P<name>[A-Za-z][\w.-]*|\.)\[(?P<extras>[a-z, ]+)\]")


def test_the_distribution_is_named_once() -> None:
    """The name in pyproject.toml is the constant that hints are built from."""
    assert PROJECT["name"] == scorekeeper.DISTRIBUTION != "scorekeeper"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_and_no_message_installs_another_program(page: Path) -> None:
    """Whatever is installed with an extra is this program, by its own name or as a checkout, and
    the extra is one that there is; nothing installs `scorekeeper`, which is somebody else's."""
    for found in INSTALLED.finditer(page.read_text(encoding="utf-8")):
        words = found["words"]
        assert not re.search(r"(?<![\w./-])scorekeeper(?![\w/.-])", words), found[0]
        for named in WITH_EXTRA.finditer(words):
            assert named["name"] in (".", scorekeeper.DISTRIBUTION), found[0]
            names = {name.strip() for name in named["extras"].split(",")}
            assert names <= {*PROJECT["optional-dependencies"]}, found[0]


def test_an_extra_of_extras_names_this_distribution() -> None:
    """Extras that hold others name them by the distribution's own name."""
    for needs in PROJECT["optional-dependencies"].values():
        for need in needs:
            if named := WITH_EXTRA.match(need):
                assert named["name"] in (scorekeeper.DISTRIBUTION, "psycopg"), need


def test_one_module_says_how_something_is_installed() -> None:
    """No other module of the program spells an installer's command: hints are built there."""
    spelt = {
        path.name
        for path in (ROOT / "scorekeeper").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.search(r"\b(pip|uv|pipx) (install|tool)", node.value)
    }
    assert spelt == {"optional_extras.py"}


def test_the_command_is_for_the_python_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pip` alone is named only where it is the one beside this Python."""
    folder = Path(sys.executable).parent
    whole = f"{sys.executable} -m pip install 'tablescore[board]'"
    for found, command in (
        (None, whole), ("/elsewhere/pip", whole),
        (str(folder / "pip"), "pip install 'tablescore[board]'"),
    ):  # fmt: skip
        monkeypatch.setattr(extras, "which", lambda _, found=found: found)
        assert install_command("board") == command


def test_where_there_is_no_pip_uv_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool of uv has no pip of its own."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    whole = f"uv pip install --python {sys.executable} 'tablescore[board]'"
    assert install_command("board") == whole


def test_a_checkout_that_is_not_installed_is_named_by_its_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where no distribution is installed, the index is not asked for the program."""

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    assert install_command("board").endswith(f"install -e '{ROOT}[board]'")
