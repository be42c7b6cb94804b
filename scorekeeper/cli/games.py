"""The available games: `rules list show diff which`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from scorekeeper import __version__
from scorekeeper.cli.click_parts import (
    CliCommand,
    choices_option,
    format_option,
    is_terminal,
    note,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.open_log import open_book
from scorekeeper.cli.output_formats import show_document
from scorekeeper.cli.refusal import fitted
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.game.session_settings import complete_options, option_words
from scorekeeper.render.game_list import GameRow, deals_said, ruleset_row, rulesets_text
from scorekeeper.report.game.rule_sheet import rules_document, rules_value
from scorekeeper.report.game.which_game import (
    Features,
    GameQuestion,
    Leaf,
    answered,
    difference_of,
    difference_text,
    families,
    features_of_all,
    next_question,
    question_text,
    told_by,
    tree_of,
    tree_text,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.ruleset_library import own_faults, ruleset_files
from scorekeeper.store.session_row_cache import read_cached_rows, write_cached_rows
from scorekeeper.store.size_limits import is_limited
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.message_text import hint_of, in_a_line, labelled, listed, text_of
from scorekeeper.text.problems import MachineFailure, Refused, as_typed, did_you_mean, refuse
from scorekeeper.text.translation import language, tr, trn

# --- Listing games: `rules list show` ----------------------------------------------------------


LISTS = ".games"  # the cache file of the list of games
LIST = f"{__version__}/list/1"  # the kind of its row; a row of another version is ignored


@click.command("list", cls=CliCommand)
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Every game: id, name, players, deals, languages."""
    rows = _listed_games()
    if form == "json":
        show_json([row for row, _ in rows])
    else:
        ink, shown = ink_of_page(plain), [row._replace(deals=deals) for row, deals in rows]
        show_page(rulesets_text(shown, terminal_width(), plain, ink), ink)


def _listed_games() -> list[tuple[GameRow, str | None]]:
    """Return the row of each game, with the text of its deals. They are cached while the program
    and all rulesets are unchanged, unless there was a note to print."""
    kind, digest = f"{LIST}/{language()}/{is_limited()}", library.digest_of_rulesets()
    if (kept := read_cached_rows(kind, LISTS).get(digest)) is not None:
        return [(_row_from_json(row), deals) for row, deals in json.loads(kept)]
    rows, notes = list[tuple[GameRow, str | None]](), list[str]()
    for name in sorted(ruleset_files()):
        try:
            ruleset = library.load_ruleset(name)
            notes += _fault_notes(name, ruleset)
            rows.append((ruleset_row(ruleset), deals_said(ruleset)))
        except (MachineFailure, Refused) as refusal:
            word, why = as_typed(name), in_a_line(refusal.messages)
            notes.append(
                tr(
                    "{game} cannot be read: {why}; see `scorekeeper rules check {game}`",
                    game=word,
                    why=why,
                )
            )
    for words in notes:
        note(words)
    if not notes:
        write_cached_rows(kind, [(digest, json.dumps(rows))], LISTS)
    return rows


def _row_from_json(values: Iterable[object]) -> GameRow:
    """Return a row from its JSON values."""
    return GameRow._make(tuple(value) if isinstance(value, list) else value for value in values)


def _fault_notes(name: str, ruleset: Ruleset) -> Iterator[str]:
    """Yield a note if a user's ruleset is listed but has faults that prevent play."""
    number = len(own_faults(library.ruleset_path(name), ruleset))
    if number:
        yield trn(
            number,
            "{game} has {n} fault; see `scorekeeper rules check {game}`",
            "{game} has {n} faults; see `scorekeeper rules check {game}`",
            game=as_typed(name),
        )


@click.command("show", cls=CliCommand)
@click.argument("game", required=False, shell_complete=offered("games and files"))
@choices_option("A choice of the table; repeatable.")
@click.option(
    "-s",
    "--session",
    metavar="NAME",
    shell_complete=offered("sessions"),
    help="The session whose game and choices are shown.",
)
@format_option("text", "json", "markdown")
def show_(game: str | None, options: tuple[str, ...], session: str | None, form: str) -> None:
    """The rules of GAME in words, with their source: all that one needs to play it.

    GAME is a game's id or a file. With --option or --session they are shown as the table chose
    them.
    """
    ruleset, choices = _rules_chosen(game, options, session)
    if form == "json":
        raw = {key: value for key, value in ruleset.raw.items() if key != "example"}
        page = {"rules": raw, "page": rules_value(ruleset, choices)}
        show_json(
            {**ruleset_row(ruleset)._asdict(), **page, **({"options": choices} if choices else {})}
        )
    else:
        show_document(rules_document(ruleset, choices), form)


def _rules_chosen(
    game: str | None, options: Sequence[str], session: str | None
) -> tuple[Ruleset, Mapping[str, Any]]:
    """Return the rules of a game or a session, and all option values, {} if none were chosen.
    Raises a usage error unless exactly one of game and session is given, and Refused if an
    option is invalid."""
    if (game is None) == (session is None):
        raise click.UsageError(tr("name a game, or a session with --session"))
    chosen: Mapping[str, Any] = {}
    if game is not None:
        ruleset = library.load_ruleset_file(library.path_of(game))
    else:
        agreed = open_book(session).agreed
        ruleset, chosen = agreed.rules, agreed.options
    settled, problems = complete_options(ruleset, {**chosen, **option_words(options)})
    if problems:
        raise Refused(problems)
    return ruleset, settled if options or session else {}


# --- Differences between games: `rules diff` ---------------------------------------------------


@click.command("diff", cls=CliCommand)
@click.argument("game", shell_complete=offered("games"))
@click.argument("other", shell_complete=offered("games"))
@format_option()
def diff(game: str, other: str, form: str) -> None:
    """Says what is different in OTHER.

    In sentences fit to be read aloud before the first deal.
    """
    one, two = (library.load_ruleset_file(library.path_of(name)) for name in (game, other))
    if form == "json":
        show_json(difference_of(one, two))
    else:
        show(difference_text(one, two, min(terminal_width(), 100)))


# --- Identifying a game: `rules which` ---------------------------------------------------------


@click.command("which", cls=CliCommand)
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
    """Return the games of a family, or all games if None."""
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
    """Ask questions until one game is left, or no question can distinguish the rest. Return the
    remaining games, and append each question and answer to `asked`."""
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
    """Print lines on stderr, wrapped on a terminal."""
    for line in fitted(lines, sys.stderr):
        talk(line)


def _unanswered(question: GameQuestion, left: tuple[str, ...]) -> Refused:
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
    """Return the next line from a terminal or a pipe, or None at the end."""
    if sys.stdin is None:
        return None
    if is_terminal(sys.stdin):
        click.echo("> ", nl=False, err=True)
    line = sys.stdin.readline()
    return line.strip() if line else None


COMMANDS = {"list": list_, "show": show_, "diff": diff, "which": which}
