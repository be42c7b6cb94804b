"""The package as a stranger gets it: built from the source archive, installed, run from
elsewhere."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parent.parent
SHELLS = ("bash", "zsh", "fish")
BIN = "Scripts" if os.name == "nt" else "bin"

# Two environments are made and filled, for a tenth of the suite's time: `.ci/run` asks for these by
# name.
pytestmark = [pytest.mark.packaging, pytest.mark.thorough]


def output(*words: str | Path, cwd: Path, home: Path | None = None) -> str:
    """What a command prints; fails with all that it said when it fails."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "SCOREKEEPER"))
    }
    env = {**kept, "SCOREKEEPER_HOME": str(home or cwd / "home")}
    done = subprocess.run(
        [*map(str, words)], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(folder: Path, *packages: str) -> Path:
    """A fresh environment with these packages; gives its Python."""
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    python = folder / BIN / ("python.exe" if os.name == "nt" else "python")
    output(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        *packages,
        cwd=folder.parent,
    )
    return python


def rulesets_of(paths: Iterable[str]) -> set[str]:
    """The rulesets and packs among these paths, as `packs/NAME.toml` or `NAME.toml`."""
    return {
        path.rpartition("rulesets/")[2]
        for path in paths
        if "rulesets/" in path and "tests/" not in path and path.endswith(".toml")
    }


SHIPPED = rulesets_of(path.as_posix() for path in (ROOT / "rulesets").rglob("*.toml"))
GAMES = sorted(Path(name).stem for name in SHIPPED if not name.startswith("packs/"))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source archive of the repository, and the wheel built from that archive and nothing
    else."""
    work = tmp_path_factory.mktemp("built")
    python = environment(work / "builder", "hatchling")
    output(
        python,
        "-m",
        "hatchling",
        "build",
        "--target",
        "sdist",
        "--directory",
        work,
        cwd=ROOT,
        home=work,
    )
    (sdist,) = work.glob("*.tar.gz")
    pip_wheel = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    output(*pip_wheel, "--wheel-dir", work, sdist, cwd=work)
    (wheel,) = work.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment that holds the wheel alone."""
    work = tmp_path_factory.mktemp("installed")
    return environment(work / "clean", str(archives[1])).parent


def test_the_source_archive_holds_what_a_wheel_is_made_of(archives: tuple[Path, Path]) -> None:
    """The source archive has every ruleset and pack, the licence and the tests."""
    with tarfile.open(archives[0]) as archive:
        names = archive.getnames()
    assert rulesets_of(names) == SHIPPED
    top = {name.partition("/")[2] for name in names}
    assert {
        "LICENSE",
        "README.md",
        "pyproject.toml",
        "tests/test_packaging.py",
        "docs/pictures/phone.png",
        "scorekeeper/py.typed",
    } <= top


def test_the_wheel_ships_the_rulesets_once_and_inside_the_package(
    archives: tuple[Path, Path],
) -> None:
    """The wheel has every ruleset and pack under the package, its mark of types, the shells'
    scripts, the compiled catalogues and the manual page, and no tests, pictures or sources of
    catalogues."""
    with zipfile.ZipFile(archives[1]) as archive:
        names = archive.namelist()
    rulesets = [name for name in names if "rulesets/" in name]
    assert sorted(rulesets) == sorted(f"scorekeeper/rulesets/{name}" for name in SHIPPED)
    assert {
        "scorekeeper/py.typed",
        *(f"scorekeeper/cli/completion.{shell}" for shell in SHELLS),
    } <= {*names}
    assert [name for name in names if name.endswith(".data/data/share/man/man1/scorekeeper.1")]
    left_out = ("tests/", "benchmarks/", "rulesets/", "docs/")
    assert [name for name in names if name.startswith(left_out)] == []
    assert [name for name in names if name.endswith((".png", ".po"))] == []
    assert [name for name in names if name.endswith(".mo")] != []


def test_the_installed_program_lists_every_ruleset(installed: Path, tmp_path: Path) -> None:
    """From a folder of its own, the installed program finds every ruleset of the repository,
    read and whole."""
    rows = json.loads(
        output(installed / "scorekeeper", "rules", "list", "--format", "json", cwd=tmp_path)
    )
    assert sorted(row["id"] for row in rows) == GAMES


def test_the_installed_package_lies_where_it_was_installed(installed: Path, tmp_path: Path) -> None:
    """What runs is the wheel, not the repository, and the packs lie beside the games."""
    question = "import scorekeeper, pathlib; print(pathlib.Path(scorekeeper.__file__).parent)"
    package = Path(output(installed / "python", "-c", question, cwd=tmp_path).strip())
    assert ROOT not in package.parents
    assert (
        rulesets_of(path.as_posix() for path in (package / "rulesets").rglob("*.toml")) == SHIPPED
    )


def test_the_installed_program_asks_for_nothing_but_its_dependencies(
    installed: Path, tmp_path: Path
) -> None:
    """The clean environment holds the program, its six dependencies with what htpy needs, and pip's
    own, and agrees with itself."""
    pip = [installed / "python", "-m", "pip", "--disable-pip-version-check"]
    output(*pip, "check", cwd=tmp_path)
    listed = output(*pip, "list", "--format=json", cwd=tmp_path)
    names = {row["name"].casefold().replace("_", "-") for row in json.loads(listed)}
    assert names - {"pip", "setuptools", "wheel", "colorama"} == {
        "tablescore",
        "click",
        "htpy",
        "markupsafe",
        "platformdirs",
        "tabulate",
        "tomli-w",
        "typing-extensions",
        "wcwidth",
    }


@pytest.mark.parametrize("extra", ["board", "club"])
def test_a_hint_installs_the_libraries_of_an_extra_and_no_other_program(
    archives: tuple[Path, Path], tmp_path: Path, extra: str
) -> None:
    """The command that a refusal names, run with `--dry-run` in the environment of the wheel, finds
    the program installed and would fetch libraries alone."""
    python = environment(tmp_path / "clean", str(archives[1]))
    words = {"board": ["board", "--local"], "club": ["club", "status"]}[extra]
    output(python, "-m", "scorekeeper", "new", "bizon", "A", "B", "C", cwd=tmp_path)
    env = {**os.environ, "SCOREKEEPER_HOME": str(tmp_path / "home")}
    asked = [str(python), "-m", "scorekeeper", *words]
    said = subprocess.run(asked, env=env, capture_output=True, text=True, check=False)
    command = said.stderr.partition("install it: ")[2].strip()
    assert command == f"{python} -m pip install 'tablescore[{extra}]'"
    would = output(*shlex.split(command), "--dry-run", cwd=tmp_path)
    fetched = would.partition("Would install ")[2].casefold()
    assert {"board": "uvicorn-", "club": "psycopg-"}[extra] in fetched
    assert "tablescore" not in fetched and "scorekeeper" not in fetched


def test_python_runs_the_package_itself(installed: Path, tmp_path: Path) -> None:
    """`python -m scorekeeper --version` says the version that the package was built with."""
    said = output(installed / "python", "-m", "scorekeeper", "--version", cwd=tmp_path)
    assert __version__ in said


def test_the_program_in_the_repository_lists_them_too(tmp_path: Path) -> None:
    """Run from the repository, as an editable install does, the program finds the rulesets at
    its root."""
    listing = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from scorekeeper.cli.main import main; main(sys.argv[1:])"
    rows = json.loads(
        output(sys.executable, "-c", listing, "rules", "list", "--format", "json", cwd=tmp_path)
    )
    assert sorted(row["id"] for row in rows) == GAMES
