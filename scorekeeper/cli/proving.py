"""Every possible result of a game tried: `rules prove`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    WholeNumberWithin,
    format_option,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.progress import late_bar
from scorekeeper.proof.certificate import Certificate, certified, work
from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.faults import faults_and_untried
from scorekeeper.proof.running import LIMITS, QUICK, Limits, Trial, Tried, trial_of, tried
from scorekeeper.referee.trials import DEALS, QUICK_DEALS, refereeing
from scorekeeper.render.certificate_text import (
    certificate_of,
    certificate_problems,
    certificate_text,
)
from scorekeeper.render.refereeing_text import refereeing_problems
from scorekeeper.store import library
from scorekeeper.store.processes import cores, mapped
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import text_of

SEED = 1
FEW_RESULTS, FEW_TASKS = 20_000, 2  # for which no process is worth its start


def path_of(game: str) -> str:
    """The file of a game: a file's own name, or a game's id."""
    return game if game.endswith(".toml") or "/" in game else library.ruleset_path(game)


@click.command("prove", cls=Command)
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
    path = path_of(game)
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


def _proved(path: str, limits: Limits, seed: int) -> Certificate:
    """The certificate, by as many processes as there are cores; with a bar on the terminal once it
    takes longer than a moment."""
    trial = _trial(path, limits, seed)
    with late_bar(max(1, work(trial)), tr("trying results")) as tick:
        numbers = range(len(trial.tasks))
        if min(cores(), len(numbers)) == 1 or work(trial) < FEW_RESULTS:
            return certified(trial, map(partial(tried, trial, tick=tick), numbers), seed)
        done = mapped(partial(_trier, path, limits, seed), numbers, FEW_TASKS, 1)
        return certified(trial, done, seed, tick)


def _trier(path: str, limits: Limits, seed: int) -> Callable[[int], Tried]:
    """What tries a task by its number, in whichever process."""
    return partial(tried, _trial(path, limits, seed))


@lru_cache(1)
def _trial(path: str, limits: Limits, seed: int) -> Trial:
    """What is to be tried of a game; a process that was forked has it already."""
    return trial_of(library.load_ruleset_file(path), limits, seed)


COMMANDS = {"prove": prove}
