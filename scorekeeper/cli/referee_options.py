"""The options that every command of the referee takes, and the case that they describe."""

import sys
from collections.abc import Callable, Mapping
from functools import reduce, wraps
from typing import NamedTuple

import click

from scorekeeper.cli.common import (
    choices_option,
    format_option,
    is_terminal,
    offered,
    session_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session import Agreed, agree, option_words, settled_options
from scorekeeper.referee.case import Answer, Case, case_at, with_contract, with_trump
from scorekeeper.rules.chosen_rules import players_allowed
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import library
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.speech import spoken, text_of
from scorekeeper.text.width import all_wrapped, safe

# What every command takes: the game, or the session whose coming deal is meant.
TABLE = [
    click.option(
        "--rules",
        metavar="GAME",
        shell_complete=offered("games"),
        help="The game (default: that of the session, at its coming deal).",
    ),
    click.option(
        "--contract",
        metavar="NAME",
        shell_complete=offered("contracts"),
        help="The contract, where it matters.",
    ),
    click.option(
        "--trump", metavar="SUIT", shell_complete=offered("suits"), help="The trump suit, or none."
    ),
    choices_option("A choice of the table; repeatable."),
    click.option(
        "--players", metavar="NAME,NAME…", help="The players, clockwise; or how many there are."
    ),
    click.option(
        "--dealer",
        metavar="PLAYER",
        shell_complete=offered("players"),
        help="Who deals (default: the first player).",
    ),
    session_option,
    format_option(),
]


class Asked(NamedTuple):
    """The options that every command takes, as they were typed."""

    rules: str | None
    contract: str | None
    trump: str | None
    options: tuple[str, ...]
    players: str | None
    dealer: str | None
    session: str | None
    form: str


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options of the table; it is handed them as one value, `asked`."""

    @wraps(command)
    def with_asked(*args: object, **words: object) -> None:
        asked = Asked._make(words.pop(name) for name in Asked._fields)
        command(*args, asked=asked, **words)

    return reduce(lambda inner, option: option(inner), reversed(TABLE), with_asked)


def case_asked(asked: Asked) -> tuple[Case, State, list[Problem]]:
    """The case that the options describe: of a game by itself, or of the session's coming deal;
    and what is wrong with them, the case being without that."""
    try:
        case, state = _case(asked)
        problems: list[Problem] = []
    except Refused as refusal:
        if asked.rules is None or not (asked.options or asked.players or asked.dealer):
            raise
        case, state = _case(asked._replace(options=(), players=None, dealer=None))
        problems = [*refusal.problems]
    case, more = _with_said(case, asked)
    return case, state, [*problems, *more]


def _case(asked: Asked) -> tuple[Case, State]:
    """The case without what was said of contract and trumps."""
    if asked.rules is not None:
        agreed, named = _agreed(asked.rules, asked)
        state = first_state(agreed)
        how_many = {"players": len(agreed.players)} if asked.players else {}
        case = case_at(agreed, state, how_many, named)._replace(
            leader=None, contract=None, opened=(), state=None
        )
    else:
        # 3 ms, only for a session
        from scorekeeper.cli.opened_session import whole_book  # noqa: PLC0415

        opened = whole_book(asked.session)
        seating = opened.standing.seating
        agreed, state = with_options(seating.agreed, asked), seating.state
        case = case_at(agreed, state, {})
    return case, state


def _agreed(game: str, asked: Asked) -> tuple[Agreed, bool]:
    """A table of this game, with the players' names or without."""
    rules = library.load_ruleset(game)
    options = option_words(asked.options)
    names = [name.strip() for name in (asked.players or "").split(",") if name.strip()]
    if names and not names[0].isdecimal():
        return agree(rules, names, asked.dealer, options), True
    # of a hundred nobody is seated: none may play
    number = int(names[0][:2]) if names else _fewest(rules, options)
    unnamed = [tr("player {number}", number=seat) for seat in range(1, number + 1)]
    return agree(rules, unnamed, unnamed[-1] if unnamed else None, options), False


def _fewest(rules: Ruleset, options: Mapping[str, object]) -> int:
    """How many play where nobody is named: the first number that these choices allow."""
    settled, _ = settled_options(rules, options)
    return next(iter(players_allowed(rules, settled) or rules.players))


def with_options(agreed: Agreed, asked: Asked) -> Agreed:
    """The session's table, with what was said to be different for this question."""
    if not asked.options and asked.dealer is None:
        return agreed
    options = {**agreed.options, **option_words(asked.options)}
    first = asked.dealer or agreed.players[agreed.dealer]
    return agree(agreed.rules, agreed.players, first, options)._replace(rota=agreed.rota)


def case_of_record(asked: Asked, raw: Mapping[str, object]) -> Case:
    """The case of a recorded deal by itself: its game and players are those of the file."""
    rules = library.load_ruleset(asked.rules or str(raw["rules"]))
    names = asked.players.split(",") if asked.players else raw.get("players")
    if not isinstance(names, list):
        hint = tr('add players = ["…", "…", "…"]')
        raise refuse(
            "record-players", tr("the record must name its players, clockwise"), "players", hint
        )
    dealer = asked.dealer or (None if raw.get("dealer") is None else str(raw["dealer"]))
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise refuse("record-value", tr("`[options]` must be a table"), "options")
    agreed = agree(rules, map(str, names), dealer, {**options, **option_words(asked.options)})
    case = case_at(agreed, first_state(agreed), {})._replace(contract=None, opened=(), state=None)
    case = case if dealer is not None else case._replace(leader=None, facts={})
    return with_said(case, asked)


def with_said(case: Case, asked: Asked) -> Case:
    """The case with the contract and the trump suit that were said, where they were."""
    case, problems = _with_said(case, asked)
    if problems:
        raise Refused(problems)
    return case


def _with_said(case: Case, asked: Asked) -> tuple[Case, list[Problem]]:
    """The same, and what cannot be: that is left out of the case."""
    problems: list[Problem] = []
    for word, said in ((asked.contract, with_contract), (asked.trump, with_trump)):
        try:
            case = case if word is None else said(case, word)
        except Refused as refusal:
            problems += refusal.problems
    return case, problems


def show_answer(found: Answer, form: str) -> None:
    """The answer as JSON or in lines."""
    if form == "json":
        show_json(spoken(found.value))
    else:
        show_lines(found)


def show_lines(found: Answer) -> None:
    """The lines of an answer; on a terminal they are broken between words."""
    lines = [text_of(line) for line in found.lines]
    is_wide = not is_terminal(sys.stdout)
    show("\n".join(map(safe, lines) if is_wide else all_wrapped(lines, terminal_width())))
