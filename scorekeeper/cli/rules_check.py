"""Mistakes in rulesets: `rules check`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    format_option,
    is_terminal,
    offered,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.fault_lines import TRY, FaultLine, broken_to, refusal_lines
from scorekeeper.cli.proving import path_of
from scorekeeper.cli.watching import watched
from scorekeeper.proof.page_faults import checked_page, page_notes
from scorekeeper.store import library
from scorekeeper.text.language import tr, trn
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.speech import hint_of, labelled, placed_text, problem_row, text_of
from scorekeeper.text.width import safe


@click.command("check", cls=Command)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", shell_complete=offered("games and files")
)
@format_option()
@click.option("--strict", is_flag=True, help="Notes count as faults.")
@click.option("--watch", is_flag=True, help="Check again at every saving, until Ctrl-C.")
def check(files: tuple[str, ...], form: str, strict: bool, watch: bool) -> None:
    """Looks for mistakes in rulesets.

    What cannot be read, arithmetic that cannot be, examples that fail: every
    fault is named, with its line. FILE is a file or a game's id.
    """
    if watch:
        report = partial(_report, files, form, strict)
        watched([path_of(name) for name in files], report, timed=form == "text")
        return
    found = _all_checked(files, strict)
    if form == "text":
        for line in _note_lines(found.notes):
            talk(line)
        for line in found.well:
            show(line)
    if found.faults:
        raise Refused(found.faults, _heading(found))
    if form == "json":
        show_json({"checked": len(files), "problems": [], "notes": [*map(_note_row, found.notes)]})


class Checked(NamedTuple):
    """What was found in rulesets: faults, notes, a line for each that is well, and the files that
    were read, each with what it holds."""

    faults: list[Problem]
    notes: list[Problem]
    well: list[str]
    files: dict[str, bytes]


def _heading(found: Checked) -> str:
    return trn(len(found.faults), "{n} fault", "{n} faults")


def _report(files: Sequence[str], form: str, strict: bool) -> dict[str, bytes]:
    """Shows what is found, all of it where results go, and gives the files that it hangs on."""
    found = _all_checked(files, strict)
    if form == "json":
        problems, notes = map(problem_row, found.faults), map(_note_row, found.notes)
        show_json({"checked": len(files), "problems": [*problems], "notes": [*notes]})
        return found.files
    lines = [*map(safe, _note_lines(found.notes)), *found.well]
    if found.faults:
        lines += map(str, _fitted(refusal_lines(found.faults, _heading(found))))
    show("\n".join(lines))
    return found.files


def _fitted(lines: Iterable[FaultLine]) -> Iterable[FaultLine]:
    if not is_terminal(sys.stdout):
        return lines
    return [part for line in lines for part in broken_to(terminal_width(), line)]


def _all_checked(files: Sequence[str], strict: bool) -> Checked:
    """What is found in all files; a note about a page that several extend is there once. Where they
    are strict, notes are faults."""
    together = Checked([], [], [], {})
    for name in files:
        found = _checked(name)
        notes = [note for note in found.notes if note not in together.notes]
        together.faults.extend([*found.faults, *(notes if strict else ())])
        together.notes.extend(notes)
        together.well.extend(() if found.faults or (strict and notes) else found.well)
        together.files.update(found.files)
    return together._replace(notes=[]) if strict else together


def _checked(name: str) -> Checked:
    """What is found in one ruleset's file, each fault and note with its line."""
    try:
        path = path_of(name)
        whole = library.whole_file(path)
    except Refused as refusal:
        return Checked([*refusal.problems], [], [], {})
    page, faults = checked_page(whole.own, whole.merged, store.stem(path))
    notes = page_notes(whole.own, whole.merged, page, faults.read)
    examples = _well(len(page.casebook.examples))
    well = labelled(path, labelled(page.rules.name.shown(), examples))
    return Checked(
        faults=whole.placed([*faults.read, *faults.said, *faults.examples]),
        notes=[*whole.placed(notes), *faults.untried],
        well=[safe(well)],
        files={path: text.encode() for path, text in whole.texts.items()},
    )


def _note_row(note: Problem) -> dict[str, str | None]:
    return {
        "code": note.code,
        "message": text_of(note.message),
        "fact": note.fact,
        "hint": hint_of(note),
        "place": text_of(note.place) if note.place else None,
        "rule": text_of(note.rule) if note.rule else None,
    }


def _note_lines(notes: list[Problem]) -> list[str]:
    """The notes a line each; that there is no example stands beside the verdict already."""
    notes = [note for note in notes if note.code != "no-example"]
    words = [tr("note: {words}", words=placed_text(note)) for note in notes]
    said = [line for text in words for line in text.split("\n")]
    return [*said, *dict.fromkeys(f"{tr(TRY)}{hint_of(note)}" for note in notes if note.mends)]


def _well(number: int) -> str:
    """What to say of a ruleset without a fault that has so many worked examples."""
    if not number:
        return tr("well; it has no worked example yet")
    return trn(number, "well; {n} worked example holds", "well; {n} worked examples hold")


COMMANDS = {"check": check}
