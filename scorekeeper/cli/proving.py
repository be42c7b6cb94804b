"""Every possible result of a game tried: `rules prove`."""

from __future__ import annotations

import sys

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    WholeNumberWithin,
    format_option,
    is_terminal,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.progress import late_bar
from scorekeeper.examples import example_problems
from scorekeeper.language import tr
from scorekeeper.lint.certificate import Certificate, certificate, work
from scorekeeper.lint.faults import lint_faults
from scorekeeper.problems import Refused
from scorekeeper.render.certificate_text import (
    certificate_of,
    certificate_problems,
    certificate_text,
)
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.store import library

SEED = 1


def path_of(game: str) -> str:
    """The file of a game: a file's own name, or a game's id."""
    return game if game.endswith(".toml") or "/" in game else library.ruleset_path(game)


@click.command("prove", cls=Command)
@click.argument("game", shell_complete=offered("games"))
@format_option()
@plain_option
@click.option(
    "--most",
    metavar="NUMBER",
    type=WholeNumberWithin(1),
    default=1_000_000,
    show_default=True,
    help="Try at most so many in turn.",
)
@click.option(
    "--draws",
    metavar="NUMBER",
    type=WholeNumberWithin(1),
    default=5_000,
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
def prove(game: str, form: str, plain: bool, most: int, draws: int, seed: int) -> None:
    """Tries every possible result of a game.

    Prints a certificate: how many there are, what the quotas and the points
    add up to, the least and the most that each side can score, what can never
    apply; and where the rules break their word, the plainest result that
    shows it. GAME is a game's id or a file.
    """
    path = path_of(game)
    ruleset = library.load_ruleset_file(path)
    proved = _with_progress(ruleset, seed, most, draws)
    if form == "json":
        show_json(certificate_of(proved))
    else:
        show(certificate_text(proved, min(terminal_width(), 100), plain))
    problems = certificate_problems(proved)
    heading = tr("{game} does not hold", game=ruleset.name.shown())
    if proved.holds:  # every result does, but the page may still contradict itself
        problems = [*lint_faults(ruleset), *example_problems(ruleset)]
        heading = tr(
            "every result of {game} holds, but `rules check` finds what cannot be",
            game=ruleset.name.shown(),
        )
    if problems:
        about = library.whole_file(path).placed(p for p in problems if p.fact)
        raise Refused([*about, *(p for p in problems if not p.fact)], heading)


def _with_progress(ruleset: Ruleset, seed: int, most: int, draws: int) -> Certificate:
    """The certificate; with a bar on the terminal once it takes longer than a moment."""
    if not is_terminal(sys.stderr):  # counting out the work takes a while itself
        return certificate(ruleset, seed, most, draws)
    with late_bar(max(1, work(ruleset, most, draws)), tr("trying results")) as tick:
        return certificate(ruleset, seed, most, draws, tick)


COMMANDS = {"prove": prove}
