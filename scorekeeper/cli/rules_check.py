"""Checking rules: `rules check prove`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    CliCommand,
    WholeNumberWithin,
    format_option,
    is_terminal,
    late_bar,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.refusal import TRY, FaultLine, broken_to, refusal_lines
from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.proof_run import (
    LIMITS,
    QUICK,
    Limits,
    ProofReport,
    TaskResult,
    Trial,
    certificate_of_results,
    estimated_results,
    run_task,
    trial_of,
)
from scorekeeper.proof.ruleset_checks import checked_page, faults_and_untried, page_notes
from scorekeeper.referee.self_test import DEALS, QUICK_DEALS, refereeing
from scorekeeper.render.proof_text import (
    certificate_of,
    certificate_problems,
    certificate_text,
    refereeing_problems,
)
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.processes import cores, mapped
from scorekeeper.store.small_home_files import MOST_LOOKED_AT as MOST
from scorekeeper.store.small_home_files import Look, saved_versions
from scorekeeper.text.message_text import (
    hint_of,
    labelled,
    listed,
    placed_text,
    problem_row,
    text_of,
)
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

# --- Trying every possible result of a game: `rules prove` -------------------------------------


SEED = 1
FEW_RESULTS, FEW_TASKS = 20_000, 2  # fewer are not worth starting processes


@click.command("prove", cls=CliCommand)
@click.argument("game", shell_complete=offered("games"))
@format_option()
@plain_option
@click.option("--quick", is_flag=True, help="Try less: about two seconds.")
@click.option(
    "--most",
    metavar="NUMBER",
    type=WholeNumberWithin(1),
    default=LIMITS.most,
    show_default=True,
    help="Try at most so many in turn.",
)
@click.option(
    "--draws",
    metavar="NUMBER",
    type=WholeNumberWithin(1),
    default=LIMITS.draws,
    show_default=True,
    help="Beyond those, draw so many.",
)
@click.option(
    "--seed",
    metavar="NUMBER",
    type=WHOLE_NUMBER,
    default=SEED,
    show_default=True,
    help="The seed of the draws.",
)
def prove(game: str, form: str, plain: bool, quick: bool, most: int, draws: int, seed: int) -> None:
    """Tries every possible result of a game.

    Prints a certificate: how many there are, what the quotas and the points
    add up to, the least and the most that each side can score, what can never
    apply; and where the rules break their word, the plainest result that
    shows it. Where there are too many, some are drawn by chance: what these
    show is marked `seen` and is no bound. Of the referee's rules some random
    deals are played out: there must be a legal card at every play, and a whole
    deal must be judged as each of its plays. GAME is a game's id or a file.
    """
    path = library.path_of(game)
    ruleset = library.load_ruleset_file(path)
    limits = LIMITS._replace(most=most, draws=draws)
    if quick:
        limits = QUICK._replace(most=min(most, QUICK.most), draws=min(draws, QUICK.draws))
    proved = _proved(path, limits, seed)
    played = refereeing(ruleset, seed, QUICK_DEALS if quick else DEALS)
    if form == "json":
        show_json(certificate_of(proved, played))
    else:
        show(certificate_text(proved, min(terminal_width(), 100), plain, played))
    problems = [*certificate_problems(proved), *refereeing_problems(played)]
    heading = tr("{game} does not hold", game=ruleset.name.shown())
    if not problems:  # every result does, but the page may still contradict itself
        said, untried = faults_and_untried(ruleset)
        problems = [*said, *example_problems(ruleset)]
        for note in untried:
            talk(tr("note: {words}", words=text_of(note.message)))
        heading = tr(
            "every result of {game} holds, but `rules check` finds what cannot be",
            game=ruleset.name.shown(),
        )
    if problems:
        about = library.whole_file(path).placed(p for p in problems if p.fact)
        raise Refused([*about, *(p for p in problems if not p.fact)], heading)


def _proved(path: str, limits: Limits, seed: int) -> ProofReport:
    """Return the proof report, computed by one process per core if there is much to do. On a
    terminal, long work shows a progress bar."""
    trial = _trial(path, limits, seed)
    with late_bar(max(1, estimated_results(trial)), tr("trying results")) as tick:
        numbers = range(len(trial.tasks))
        if min(cores(), len(numbers)) == 1 or estimated_results(trial) < FEW_RESULTS:
            return certificate_of_results(
                trial, map(partial(run_task, trial, tick=tick), numbers), seed
            )
        done = mapped(partial(_trier, path, limits, seed), numbers, FEW_TASKS, 1)
        return certificate_of_results(trial, done, seed, tick)


def _trier(path: str, limits: Limits, seed: int) -> Callable[[int], TaskResult]:
    """Return the function that runs a task of the proof by its number. A worker process calls
    this."""
    return partial(run_task, _trial(path, limits, seed))


@lru_cache(1)
def _trial(path: str, limits: Limits, seed: int) -> Trial:
    """Return the self-test of a game. It is cached, so that forked processes inherit it."""
    return trial_of(library.load_ruleset_file(path), limits, seed)


# --- Reporting again at every change of a file -------------------------------------------------


SECONDS = 0.2  # between two checks of the files
GONE = 5  # looks without a file: by then no editor is about to put another in its place


def watched(paths: Sequence[str], report: Callable[[], Mapping[str, bytes]], timed: bool) -> None:
    """Call `report` now and after every change of the files, until Ctrl-C. `report` returns the
    files that it read, with their contents; these are watched next, or the former ones if it
    read none. If `timed`, print the time before each further report."""
    with suppress(KeyboardInterrupt):
        looked: Look = saved_versions(paths)
        read = report()
        if is_terminal(sys.stderr):
            talk(tr("watching {files}: Ctrl-C ends it", files=listed([*paths], "and")))
        while True:
            reported = as_reported(looked, read)
            looked = saving(reported, _looks(reported))
            if timed:
                show(f"\n--- {time.strftime('%H:%M:%S')}")
            read = report()
            if read:
                looked = {path: looked[path] for path in looked if path in (*paths, *read)}


def as_reported(looked: Look, read: Mapping[str, bytes]) -> Look:
    """Return the state (time, contents) of each file at the time of a report. `looked` has the
    states known before; `read` has the contents that the report read. A file new in `read` gets
    its present state or, if it was saved meanwhile, time 0 and the contents in `read`."""
    first = {path: text[:MOST] for path, text in read.items() if path not in looked}
    now = saved_versions(first)
    return looked | {
        path: saved if (saved := now[path]) and saved[1] == text else (0, text)
        for path, text in first.items()
    }


def _looks(paths: Iterable[str]) -> Iterator[Look]:
    while True:
        time.sleep(SECONDS)
        yield saved_versions(paths)


def saving(reported: Look, looks: Iterable[Look]) -> Look:
    """Return the first states of the files that differ from the report and have stopped changing:
    two looks in a row are equal. A missing file may be in the course of replacement, and counts
    only after `GONE` looks."""
    before, gone = reported, 0
    for look in looks:
        gone = gone + 1 if None in look.values() else 0
        is_still, before = look == before, look
        if is_still and look != reported and (not gone or gone >= GONE):
            return look
    return before


# --- Mistakes in rulesets: `rules check` -------------------------------------------------------


@click.command("check", cls=CliCommand)
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
        watched([library.path_of(name) for name in files], report, timed=form == "text")
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


class RulesetCheck(NamedTuple):
    """The result of checking rulesets: problems, notes, a line for each valid ruleset, and the
    contents of all files read, by path."""

    faults: list[Problem]
    notes: list[Problem]
    well: list[str]
    files: dict[str, bytes]


def _heading(found: RulesetCheck) -> str:
    return trn(len(found.faults), "{n} fault", "{n} faults")


def _report(files: Sequence[str], form: str, strict: bool) -> dict[str, bytes]:
    """Print the result of checking on stdout. Return the contents of the files that it depends on,
    by path."""
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


def _all_checked(files: Sequence[str], strict: bool) -> RulesetCheck:
    """Return the combined result of checking all files, with equal notes listed once. If `strict`,
    notes are problems."""
    together = RulesetCheck([], [], [], {})
    for name in files:
        found = _checked(name)
        notes = [note for note in found.notes if note not in together.notes]
        together.faults.extend([*found.faults, *(notes if strict else ())])
        together.notes.extend(notes)
        together.well.extend(() if found.faults or (strict and notes) else found.well)
        together.files.update(found.files)
    return together._replace(notes=[]) if strict else together


def _checked(name: str) -> RulesetCheck:
    """Return the result of checking one ruleset file. Problems and notes have their lines."""
    try:
        path = library.path_of(name)
        whole = library.whole_file(path)
    except Refused as refusal:
        return RulesetCheck([*refusal.problems], [], [], {})
    page, faults = checked_page(whole.own, whole.merged, store.name_of_file(path))
    notes = page_notes(whole.own, whole.merged, page, faults.read)
    examples = _well(len(page.casebook.examples))
    well = labelled(path, labelled(page.rules.name.shown(), examples))
    return RulesetCheck(
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
    """Return the lines of the notes, without the note that examples are missing, which `_well`
    already contains."""
    notes = [note for note in notes if note.code != "no-example"]
    words = [tr("note: {words}", words=placed_text(note)) for note in notes]
    said = [line for text in words for line in text.split("\n")]
    return [*said, *dict.fromkeys(f"{tr(TRY)}{hint_of(note)}" for note in notes if note.mends)]


def _well(number: int) -> str:
    """Return the text for a valid ruleset with this number of worked examples."""
    if not number:
        return tr("well; it has no worked example yet")
    return trn(number, "well; {n} worked example holds", "well; {n} worked examples hold")


COMMANDS = {"check": check, "prove": prove}
