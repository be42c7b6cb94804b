"""Mistakes in rulesets: `rules check`."""

from __future__ import annotations

from itertools import chain

import click

from scorekeeper import store
from scorekeeper.cli.common import Command, format_option, offered, show, show_json, talk
from scorekeeper.cli.fault_lines import TRY
from scorekeeper.cli.proving import path_of
from scorekeeper.language import tr, trn
from scorekeeper.lint.faults import lint_notes
from scorekeeper.lint.page_faults import checked_page
from scorekeeper.problems import Problem, Refused
from scorekeeper.speech import hint_of, labelled, placed_text, text_of
from scorekeeper.store import library
from scorekeeper.words.width import safe


@click.command("check", cls=Command)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", shell_complete=offered("games and files")
)
@format_option()
@click.option("--strict", is_flag=True, help="Notes count as faults.")
def check(files: tuple[str, ...], form: str, strict: bool) -> None:
    """Looks for mistakes in rulesets.

    What cannot be read, arithmetic that cannot be, examples that fail: every
    fault is named, with its line. FILE is a file or a game's id.
    """
    problems: list[Problem] = []
    notes: list[Problem] = []
    for name in files:
        found, noted, well = _checked(name)
        noted = [note for note in noted if note not in notes]  # of a page that several extend
        problems += [*found, *(noted if strict else ())]
        notes += noted
        if form == "text":
            for line in () if strict else _note_lines(noted):
                talk(line)
            if not found and not (strict and noted):
                show(safe(well))
    if problems:
        raise Refused(problems, trn(len(problems), "{n} fault", "{n} faults"))
    if form == "json":
        show_json(
            {"checked": len(files), "problems": [], "notes": [_note_row(note) for note in notes]}
        )


def _checked(name: str) -> tuple[list[Problem], list[Problem], str]:
    """The faults of a ruleset's file, or that there is none; what is worth a note, each with its
    line; and what to say when it is well."""
    try:
        path = path_of(name)
        whole = library.whole_file(path)
    except Refused as refusal:
        return list(refusal.problems), [], ""
    page, faults = checked_page(whole.own, whole.merged, store.stem(path))
    examples = _well(len(page.casebook.examples))
    well = labelled(path, labelled(page.rules.name.shown(), examples))
    found = [*chain(*map(whole.placed, faults))]
    return found, whole.placed(lint_notes(page.rules, faults.read)), well


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
