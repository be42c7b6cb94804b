"""The rulesets: `rules list show check diff`, and the commands of the files beside this one."""

from __future__ import annotations

import click

from scorekeeper import store
from scorekeeper.cli.choosing import which
from scorekeeper.cli.colour import ink_of_page
from scorekeeper.cli.common import (
    Group,
    format_option,
    note,
    plain_option,
    show,
    show_json,
    show_page,
    talk,
    terminal_width,
)
from scorekeeper.cli.fitted_lines import TRY
from scorekeeper.cli.proving import path_of, prove
from scorekeeper.cli.rules_new import new, schema
from scorekeeper.language import tr, trn
from scorekeeper.problems import MachineFailure, Problem, Refused, as_typed, in_a_line, labelled
from scorekeeper.speech import hint_of, placed_text, text_of


@click.group("rules", cls=Group)
def rules() -> None:
    """The games there are, and their rules."""


@rules.command("list")
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Every game: id, name, players, deals, languages."""
    from scorekeeper.render.games import deals_said, ruleset_row, rulesets_text

    rows = []
    for name in sorted(store.ruleset_files()):
        try:
            ruleset = store.load_ruleset(name)
            rows.append(
                ruleset_row(ruleset) | ({} if form == "json" else {"deals": deals_said(ruleset)})
            )
        except (MachineFailure, Refused) as refusal:
            word, why = as_typed(name), in_a_line(refusal)
            note(
                tr(
                    "{game} cannot be read: {why}; see `scorekeeper rules check {game}`",
                    game=word,
                    why=why,
                )
            )
    if form == "json":
        show_json(rows)
    else:
        ink = ink_of_page(plain)
        show_page(rulesets_text(rows, terminal_width(), plain, ink), ink)


@rules.command("show")
@click.argument("game")
@format_option("text", "json", "markdown")
def show_(game: str, form: str) -> None:
    """The rules of GAME in words, with their source: all that one needs to play it."""
    from scorekeeper.render.games import ruleset_row
    from scorekeeper.render.rule_sheet import rules_data, rules_markdown, rules_text

    ruleset = store.load_ruleset(game)
    if form == "json":
        raw = {key: value for key, value in ruleset.raw.items() if key != "example"}
        show_json({**ruleset_row(ruleset), "rules": raw, "page": rules_data(ruleset)})
    elif form == "markdown":
        show(rules_markdown(ruleset).rstrip("\n"))
    else:
        ink = ink_of_page()
        show_page(rules_text(ruleset, min(terminal_width(), 100), ink), ink)


@rules.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
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
        found, noted, well = _checked(path_of(name))
        problems += [*found, *(noted if strict else ())]
        notes += noted
        if form == "text":
            for line in () if strict else _note_lines(noted):
                talk(line)
            if not found and not (strict and noted):
                show(well)
    if problems:
        raise Refused(problems, trn(len(problems), "{n} fault", "{n} faults"))
    if form == "json":
        show_json(
            {"checked": len(files), "problems": [], "notes": [_note_row(note) for note in notes]}
        )


def _checked(path: str) -> tuple[list[Problem], list[Problem], str]:
    """The faults of a ruleset's file and what is worth a note, each with its line; and what to
    say when it is well."""
    from scorekeeper.examples import example_problems
    from scorekeeper.lint.faults import lint_faults, lint_notes
    from scorekeeper.ruleset.read import read_with_faults

    try:
        raw, placed = store.whole_file(path)
    except Refused as refusal:
        return list(refusal.problems), [], ""
    ruleset, faults = read_with_faults(raw, store.stem(path))
    found = [*faults, *lint_faults(ruleset, faults), *(() if faults else example_problems(ruleset))]
    well = labelled(path, labelled(ruleset.name.shown(), _well(len(ruleset.examples))))
    return [*map(placed, found)], [*map(placed, lint_notes(ruleset, faults))], well


def _note_row(note: Problem) -> dict[str, str | None]:
    return {
        "code": note.code,
        "message": text_of(note.message),
        "fact": note.fact,
        "hint": hint_of(note),
        "place": text_of(note.place) if note.place else None,
        "rule": note.rule,
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


@rules.command("diff")
@click.argument("game")
@click.argument("other")
@format_option()
def diff(game: str, other: str, form: str) -> None:
    """Says what is different in OTHER.

    In sentences fit to be read aloud before the first deal.
    """
    from scorekeeper.analysis.difference import difference_of, difference_text

    one, two = (store.load_ruleset_file(path_of(name)) for name in (game, other))
    if form == "json":
        show_json(difference_of(one, two))
    else:
        show(difference_text(one, two, min(terminal_width(), 100)))


rules.add_command(prove)
rules.add_command(which)
rules.add_command(new)
rules.add_command(schema)

COMMANDS = {"rules": rules}
