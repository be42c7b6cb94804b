"""Readers that remember. Every command reads its rules anew, and the suite would read the same few
for a third of its time: here each text is parsed once, and whoever asks gets values of their own;
each page of rules is read, checked and proved once, and whoever asks gets the same frozen one; and
each new session has its rules written once."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from types import ModuleType
from typing import Any

import tomli_w

import scorekeeper.cli.rules_check
import scorekeeper.proof.ruleset_checks
import scorekeeper.record.session_head
import scorekeeper.rules.ruleset_file
import scorekeeper.store.ruleset_library
from scorekeeper.proof.proof_run import TaskResult, Tick, Trial
from scorekeeper.proof.ruleset_checks import PageFaults
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage

Table = dict[str, Any]


def _parsed_once(parse: Callable[..., Table]) -> Callable[..., Table]:
    """What a parser makes of a text, new values each time; what it refuses it refuses each time."""

    @lru_cache(maxsize=1000)
    def kept(text: str, **how: Any) -> bytes:
        return pickle.dumps(parse(text, **how))

    @wraps(parse)
    def parsed(text: str, **how: Any) -> Table:
        try:
            table: Table = pickle.loads(kept(text, **how))
        except RecursionError:  # the parser itself goes deeper
            table = parse(text, **how)
        return table

    return parsed


def _read_once(read: Callable[[Any, str], Ruleset]) -> Callable[[Any, str], Ruleset]:
    """The ruleset that a page makes; of a page that is refused nothing is kept."""

    @lru_cache(maxsize=200)
    def kept(page: bytes, ruleset_id: str) -> Ruleset:
        return read(pickle.loads(page), ruleset_id)

    @wraps(read)
    def found(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
        return kept(pickle.dumps(raw), ruleset_id)

    return found


Checked = tuple[RulesetPage, PageFaults]


def _checked_once(check: Callable[[Any, Any, str], Checked]) -> Callable[[Any, Any, str], Checked]:
    """The page that tables make and its faults, in lists of one's own."""

    @lru_cache(maxsize=200)
    def kept(tables: bytes, ruleset_id: str) -> Checked:
        own, merged = pickle.loads(tables)
        return check(own, merged, ruleset_id)

    @wraps(check)
    def checked(own: Mapping[str, Any], merged: Mapping[str, Any], ruleset_id: str) -> Checked:
        page, faults = kept(pickle.dumps((own, merged)), ruleset_id)
        return page, PageFaults(*map(list, faults))

    return checked


def _of_rules_once(work: Callable[..., Any]) -> Callable[..., Any]:
    """What is worked out of rules, which are the same ones wherever they are read, with the same
    other arguments; nobody changes it."""
    kept: dict[tuple[Any, ...], tuple[Ruleset, Any]] = {}

    @wraps(work)
    def worked(rules: Ruleset, *others: Any) -> Any:
        key = id(rules), *others
        if key not in kept:
            kept[key] = rules, work(rules, *others)
        return kept[key][1]

    return worked


def _tried_once(do: Callable[..., TaskResult]) -> Callable[..., TaskResult]:
    """What comes of a task of a proof; whoever listens hears of the same stretches again."""
    kept: dict[tuple[int, int], tuple[Trial, TaskResult, list[int]]] = {}

    @wraps(do)
    def tried(trial: Trial, number: int, tick: Tick | None = None) -> TaskResult:
        key = id(trial), number
        if key not in kept:
            heard: list[int] = []
            kept[key] = trial, do(trial, number, heard.append), heard
        _, found, stretches = kept[key]
        if tick is not None:
            for stretch in stretches:
                tick(stretch)
        return found

    return tried


def _written_once(write: Callable[..., str]) -> Callable[..., str]:
    """The text that a table is written as."""

    @lru_cache(maxsize=200)
    def kept(table: bytes, how: tuple[tuple[str, Any], ...]) -> str:
        return write(pickle.loads(table), **dict(how))

    @wraps(write)
    def written(table: Mapping[str, Any], **how: Any) -> str:
        return kept(pickle.dumps(table), tuple(how.items()))

    return written


# Where each is called, by which name.
PLACES: tuple[tuple[ModuleType, str, Callable[..., Any]], ...] = (
    (tomllib, "loads", _parsed_once),
    (scorekeeper.record.session_head, "read_kept_ruleset", _read_once),
    (scorekeeper.store.ruleset_library, "read_kept_ruleset", _read_once),
    (scorekeeper.rules.ruleset_file, "read_ruleset", _read_once),
    (scorekeeper.proof.ruleset_checks, "checked_page", _checked_once),
    (scorekeeper.cli.rules_check, "checked_page", _checked_once),
    (scorekeeper.cli.rules_check, "faults_and_untried", _of_rules_once),
    (scorekeeper.cli.rules_check, "refereeing", _of_rules_once),
    (scorekeeper.cli.rules_check, "run_task", _tried_once),
    (tomli_w, "dumps", _written_once),
)
# What stands there, also where this file is read a second time, as `tests.reading`.
ITSELF = [
    getattr(getattr(module, name), "__wrapped__", getattr(module, name))
    for module, name, _ in PLACES
]


def remember() -> None:
    """From now on a text is parsed once, and a page read and written once."""
    for (module, name, once), itself in zip(PLACES, ITSELF, strict=True):
        setattr(module, name, once(itself))


@contextmanager
def parsing() -> Iterator[None]:
    """Nothing is remembered, for as long as work is counted."""
    before = [getattr(module, name) for module, name, _ in PLACES]
    for (module, name, _), itself in zip(PLACES, ITSELF, strict=True):
        setattr(module, name, itself)
    try:
        yield
    finally:
        for (module, name, _), once in zip(PLACES, before, strict=True):
            setattr(module, name, once)
