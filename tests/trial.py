"""One trial of a mutant: its module put in place before anything imports it, and the tests that
reach it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings

PACKAGE = Path(__file__).parent.parent / "scorekeeper"
# Room enough for any test; a mutant that wants more of it has lost its end.
MEMORY = 4 << 30


def module_of(file: str) -> str:
    """The name under which a file of the program is imported."""
    return f"{PACKAGE.name}." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Reach(NamedTuple):
    """How long a test takes and the functions that it calls, by file and first line."""

    seconds: float
    calls: frozenset[tuple[str, int]]


class Changed(MetaPathFinder, Loader):
    """Gives the changed code to whoever imports its module."""

    def __init__(self, file: str, code: CodeType) -> None:
        self.path, self.code, self.module = PACKAGE / file, code, module_of(file)

    def find_spec(
        self, name: str, path: Any, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module, if it is this one that is wanted."""
        return (
            spec_from_file_location(name, self.path, loader=self) if name == self.module else None
        )

    def exec_module(self, module: ModuleType) -> None:
        """Runs the changed code as the module."""
        exec(self.code, vars(module))


class Chosen:
    """A pytest plugin that runs only some tests, in the order in which they are given."""

    def __init__(self, wanted: Sequence[str]) -> None:
        self.order = {name: place for place, name in enumerate(wanted)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out what does not reach the change."""
        items[:] = sorted(
            (i for i in items if i.nodeid in self.order), key=lambda item: self.order[item.nodeid]
        )


class Watching:
    """A pytest plugin that notes how long each test takes and which functions it calls."""

    def __init__(self) -> None:
        self.reach: dict[str, Reach] = {}
        self.before: dict[str, set[tuple[str, int]]] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """Notes what the module of some tests calls while it is imported: it is part of each of
        them."""
        with _noted(self.before.setdefault(collector.nodeid, set())):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Runs one test, with nothing remembered from the test before."""
        calls, start = set(self.before.get(item.nodeid.partition("::")[0], ())), time.perf_counter()
        _forget()
        try:
            with _noted(calls):
                return (yield)
        finally:
            self.reach[item.nodeid] = Reach(time.perf_counter() - start, frozenset(calls))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without any mutant says nothing about mutants."""
        if report.outcome != "passed":
            self.failed.add(report.nodeid)


@contextmanager
def _noted(calls: set[tuple[str, int]]) -> Iterator[None]:
    """Notes every function of the program that is called meanwhile."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (file := _file_of(frame.f_code.co_filename)):
            calls.add((file, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


@cache
def _file_of(path: str) -> str | None:
    return path.removeprefix(f"{PACKAGE}/") if path.startswith(f"{PACKAGE}/") else None


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{PACKAGE.name}."):
            for value in list(vars(module).values()):
                getattr(value, "cache_clear", int)()


def warmed() -> None:
    """Reads every ruleset once for all trials: the rooms that do so are above those that are
    changed."""
    sys.path.insert(0, str(PACKAGE.parent / "tests"))
    from conftest import GAMES, ruleset

    for game in GAMES:
        ruleset(game)


def alone() -> None:
    """Makes this process fit for a trial: it prints nothing, it has an end, and its chance is
    always the same."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    settings.register_profile(
        "mutants", max_examples=20, derandomize=True, database=None, deadline=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def _pytest(files: Iterable[str], plugin: object, *words: str) -> int:
    usual = ("-q", "-n0", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning")
    return int(
        pytest.main([*words, *usual, "--hypothesis-profile=mutants", *files], plugins=[plugin])
    )


def survives(file: str, code: CodeType, batches: Iterable[Sequence[str]]) -> bool:
    """Whether all of these tests pass with the changed code in place."""
    sys.meta_path.insert(0, Changed(file, code))
    for names in batches:
        if (
            _pytest(dict.fromkeys(name.partition("::")[0] for name in names), Chosen(names), "-x")
            != 0
        ):
            return False
    return True


def reached(tests: Iterable[str]) -> dict[str, Reach]:
    """What every test of these files reaches; those that fail by themselves are left out."""
    with tempfile.NamedTemporaryFile() as file:
        process = multiprocessing.get_context("fork").Process(
            target=_watch, args=(list(tests), file.name)
        )
        process.start()
        process.join()
        found: dict[str, Reach] = pickle.loads(Path(file.name).read_bytes())
        return found


def _watch(tests: Sequence[str], path: str) -> None:
    alone()
    watching = Watching()
    _pytest(tests, watching)
    kept = {name: found for name, found in watching.reach.items() if name not in watching.failed}
    Path(path).write_bytes(pickle.dumps(kept))
