"""Finding out which game it is: `rules which`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from scorekeeper.cli.common import Command, format_option, is_terminal, note, show, show_json, talk
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.report.game.which_game import (
    Features,
    Leaf,
    Question,
    answered,
    families,
    features_of_all,
    next_question,
    question_text,
    told_by,
    tree_of,
    tree_text,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MachineFailure, Refused, as_typed, did_you_mean, refuse
from scorekeeper.text.speech import hint_of, labelled, listed, text_of


@click.command("which", cls=Command)
@click.argument("family", required=False)
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="KEY=VALUE",
    help="An answer given beforehand; repeatable.",
)
@click.option("--tree", is_flag=True, help="Show every question and answer instead of asking.")
@format_option()
def which(family: str | None, answers: tuple[str, ...], tree: bool, form: str) -> None:
    """Asks which game it is you play.

    With the fewest questions that tell the games of FAMILY apart. Answer with
    words or with the number of an answer; they are read from a pipe too.
    """
    games = {rules.id: rules for rules in _games(family)}
    found = features_of_all(games.values())
    left = told_by(found, tuple(games), dict(_answer(text) for text in answers))
    names = {game: rules.name.shown() for game, rules in games.items()}
    if tree:
        value = tree_of(found, left)
        if form == "json":
            show_json(value)
        else:
            show(_named(left, names) if isinstance(value, Leaf) else tree_text(value, names))
        return
    asked: list[dict[str, str]] = []
    left = _asked(found, left, asked)
    if form == "json":
        show_json({"games": list(left), "asked": asked})
    else:
        show(_named(left, names))


def _named(left: tuple[str, ...], names: dict[str, str]) -> str:
    return "\n".join(labelled(game, names[game]) for game in left)


def _answer(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(
            tr("`{words}` is not KEY=VALUE", words=text), param_hint="--answer"
        )
    return key.strip(), value.strip()


def _games(family: str | None) -> list[Ruleset]:
    """The games of a family, or every game."""
    games = []
    for name in sorted(ruleset_files()):
        try:
            games.append(library.load_ruleset(name))
        except (MachineFailure, Refused):
            note(
                tr(
                    "{game} cannot be read; see `scorekeeper rules check {game}`",
                    game=as_typed(name),
                )
            )
    if family is None:
        return games
    known, wanted = families(games), family.casefold()
    begins = [name for name in known if name.casefold().startswith(wanted)]
    chosen = [name for name in begins if name.casefold() == wanted] or begins
    if len(chosen) != 1:
        hint = did_you_mean(family, known) or tr("there are {words}", words=listed(known, "and"))
        raise refuse("family", tr("there is no family `{name}`", name=family), "family", hint)
    return known[chosen[0]]


def _asked(found: Features, left: tuple[str, ...], asked: list[dict[str, str]]) -> tuple[str, ...]:
    """Asks until one game is left or no question tells those that are left apart."""
    while len(left) > 1:
        question = next_question(found, left)
        if question is None:
            return left
        _say(question_text(question).split("\n"))
        text = _line()
        if text is None:
            raise _unanswered(question, left)
        try:
            left = answered(question, text)
        except Refused as refusal:
            if not is_terminal(sys.stdin):
                raise
            problem = refusal.problems[0]
            _say([labelled(text_of(problem.message), hint_of(problem) or "")])
            continue
        asked.append({"key": question.key, "question": question.text, "answer": text})
    return left


def _say(lines: Iterable[str]) -> None:
    """Lines to the person, broken between words on a terminal."""
    for line in fitted(lines, sys.stderr):
        talk(line)


def _unanswered(question: Question, left: tuple[str, ...]) -> Refused:
    games = listed(left)
    command = CommandLine("rules which", ("--answer",), (f"{question.key}=…",))
    hint = say("{command}; left are {games}", command=command, games=games)
    return refuse(
        "answer",
        tr("there was no answer to: {question}", question=question.text),
        question.key,
        hint,
    )


def _line() -> str | None:
    """The next line that was typed or piped in; None where there are no more."""
    if sys.stdin is None:
        return None
    if is_terminal(sys.stdin):
        click.echo("> ", nl=False, err=True)
    line = sys.stdin.readline()
    return line.strip() if line else None


COMMANDS = {"which": which}
