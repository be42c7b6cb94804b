"""What every test may use: the shipped rulesets, deals and sessions, and how far the property
tests search."""

from __future__ import annotations

import gc
import os
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import servers
from browsers import opened_browser
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from reading import remember

from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing, standing
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.translation import speak, write_for_screen

RULESETS = Path(__file__).parent.parent / "rulesets"
FOUR = ("bizon", "bismarck-swedish", "bismarck-british", "bien")
# Every shipped game as `ruleset` takes it: `bizon`, `more/whist`.
GAMES = sorted(
    str(path.relative_to(RULESETS).with_suffix(""))
    for path in RULESETS.rglob("*.toml")
    if "packs" not in path.parts
)

# What a test reads is the same whoever started it: in English and UTF-8, without colours, of 80
# columns. A test that is about something else says so itself.
for name in (
    "LANGUAGE", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE",
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES",
    "SCOREKEEPER_HOME", "SCOREKEEPER_SESSION", "SCOREKEEPER_DEBUG", "SCOREKEEPER_CLUB",
    "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPASSFILE", "PGSERVICE",
    "PGSERVICEFILE", "PGSSLMODE", "PGOPTIONS",
):  # fmt: skip
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"

# Homes are made, synchronised and removed a hundred thousand times, and to wait for a disk took a
# third of the suite's time: they stand in memory where the machine has a file system there that has
# room and runs programs. Whoever says TMPDIR chooses otherwise.
MEMORY, ROOM = "/dev/shm", 4 << 30


def _has_room(folder: str) -> bool:
    """Whether homes of tests can stand in a folder."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    told = os.statvfs(folder)
    return told.f_bavail * told.f_frsize >= ROOM and not told.f_flag & os.ST_NOEXEC


if "TMPDIR" not in os.environ and _has_room(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

settings.register_profile(
    "quick", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=1000)
settings.register_profile(  # the same for every mutant
    "mutants", settings.get_profile("quick"), max_examples=20, derandomize=True, database=None
)
settings.load_profile("quick")  # `pytest --hypothesis-profile=thorough` searches for longer


remember()


def pytest_collection_finish() -> None:
    """What was collected stays to the end: to look through it for garbage took a tenth of the
    suite's time, and to look as often as Python does took a twentieth. From here on no program that is started writes down what Python compiled of it: one
    with a limit on its files would cut that off. The tests' own processes do, or each run would compile
    the tests twice, and every program the program."""
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """What is garbage at the end is found, and told where it is at fault, in one look; pytest then
    looks ten times more, and through all that is still there, which took a hundredth of the suite's
    time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _english() -> None:
    """Every test begins in English and with every sign, whatever the one before it spoke and
    had."""
    speak()
    write_for_screen()


def raw_ruleset(name: str) -> dict[str, Any]:
    """The file of a shipped ruleset, as TOML has it."""
    return tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))


def merged_ruleset(name: str) -> dict[str, Any]:
    """A shipped ruleset with what it extends and its pack of cards in place."""
    return whole_ruleset(raw_ruleset(name), raw_ruleset, lambda pack: raw_ruleset(f"packs/{pack}"))


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset, read."""
    return read_ruleset(merged_ruleset(name), name)


def deals(*facts: Mapping[str, Any]) -> list[Entry]:
    """These facts as the deals of a session, numbered from 1."""
    return [Entry("deal", number, "", entered) for number, entered in enumerate(facts, 1)]


def allowed(agreed: Agreed, *facts: Mapping[str, Any]) -> Standing:
    """The session after these deals, every one of which the rules allow."""
    result = standing(agreed, deals(*facts))
    assert result.problems == ()
    return result


def corrected(now: Standing, *numbers: int) -> Standing:
    """The standing with these deals marked as corrected afterwards."""
    marked = tuple(d._replace(amended=d.turn.number in numbers) for d in now.deals)
    return now._replace(deals=marked)


def split(total: int, parts: int) -> st.SearchStrategy[list[int]]:
    """Every way to share a total out."""
    cuts = st.lists(st.integers(0, total), min_size=parts - 1, max_size=parts - 1).map(sorted)
    return cuts.map(
        lambda at: [right - left for left, right in zip([0, *at], [*at, total], strict=True)]
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser for all tests of a worker, of the files that look at pages."""
    with opened_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def server() -> Iterator[servers.Server]:
    """A PostgreSQL for all tests of a worker, of the files that speak to one."""
    with servers.started() as one:
        yield one


@pytest.fixture
def database(server: servers.Server) -> Iterator[servers.Database]:
    """A database of the test's own, in which there is no club yet."""
    with servers.database_of(server) as one:
        yield one
