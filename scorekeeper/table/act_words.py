"""The words of an act: parsed with click, and passed to the function that makes the change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature

import click

from scorekeeper.game.log import LAST
from scorekeeper.record.acts import WHY_OPTION, YES_OPTION, ActRow, Arg, Opt
from scorekeeper.record.open_session import Act, Book

Entered = Mapping[str, object]  # the value of each argument and option that was typed, by name
NOTHING_ENTERED: Entered = {}
MOST_DIGITS = 6  # of the number of a deal
HERE = {"ignore_unknown_options": True, "help_option_names": [], "allow_extra_args": False}


def _number(value: str) -> int:
    """Parse the number of a deal, typed at the live table. Raises ValueError."""
    if not value.isdecimal() or len(value) > MOST_DIGITS:
        raise ValueError
    return int(value)


def _deal(value: str) -> int:
    """Parse the number of a deal, or return LAST for `last`. Raises ValueError."""
    return LAST if value.casefold() == "last" else _number(value)


BRIEF, FULL = "brief", "full"
NUMBERS: Mapping[str, Callable[[str], int]] = {"number": _number, "deals": _deal}
TYPES: Mapping[str, Callable[[str], int] | click.Choice[str]] = {
    **NUMBERS,
    "full or brief": click.Choice((BRIEF, FULL), case_sensitive=False),
}


def read_words(args: Sequence[Arg], options: Sequence[Opt], words: Sequence[str]) -> Entered:
    """Parse the words of a line with only these arguments and options. The full command would also
    accept `--session`, and record elsewhere, or print its help. Raises click.UsageError.

    Most arguments are optional to click: the act itself names missing players and amounts."""
    params: list[click.Parameter] = [
        click.Argument(
            [arg.name],
            nargs=-1 if arg.many else 1,
            required=arg.needed and (place == 0 or args[0].kind in NUMBERS) and arg.kind != "seats",
            type=TYPES.get(arg.kind, click.STRING),
        )
        for place, arg in enumerate(args)
    ]
    params += [
        click.Option([opt.flag, opt.name], is_flag=not opt.shown, default=None) for opt in options
    ]
    bare = click.Command("act", params=params, add_help_option=False, context_settings=HERE)
    # a word that looks like an option is a word where there are none
    line = list(words) if options else ["--", *words]
    return dict(bare.make_context("act", line).params)


def without_yes(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return the words without `--yes`, and True if `--yes` was one of them."""
    return [word for word in words if word != YES_OPTION.flag], YES_OPTION.flag in words


def words_and_why(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the words before `--why`, and the reason: at the live table, all the words after
    `--why`."""
    for place, word in enumerate(words):
        if word == WHY_OPTION.flag or word.startswith(f"{WHY_OPTION.flag}="):
            first = word[len(WHY_OPTION.flag) + 1 :]
            return list(words[:place]), " ".join([*filter(None, [first]), *words[place + 1 :]])
    return list(words), ""


def change_made(row: ActRow, book: Book, entered: Entered, at: str, by: str = "") -> Act:
    """Return the change that an act makes. `entered` are its parsed arguments and options, `at` is
    the time, `by` the recorder. Raises Refused with all problems."""
    function = act_function(row)
    taken = signature(function).parameters
    many = {arg.name for arg in row.args if arg.many}
    given: dict[str, object] = {
        name: " ".join(map(str, value)) if name in many and isinstance(value, tuple) else value
        for name, value in entered.items()
        if name in taken and name != "words" and value is not None
    }
    if "words" in taken:
        given["words"] = words_in_line(row, {n: v for n, v in entered.items() if n not in given})
    if "by" in taken:
        given["by"] = by
    return function(book=book, at=at, **given)


def act_function(row: ActRow) -> Callable[..., Act]:
    """Import and return the function that carries out an act."""
    module, _, name = row.do.partition(":")
    function: Callable[..., Act] = getattr(import_module(f"scorekeeper.{module}"), name)
    return function


def words_in_line(row: ActRow, entered: Entered) -> list[str]:
    """Return the words of a line with these values: first the arguments, then the options."""
    words = list[str]()
    for arg in row.args:
        value = entered.get(arg.name)
        words += value if isinstance(value, tuple) else [] if value is None else [str(value)]
    for opt in row.options:
        value = entered.get(opt.name)
        if value is not None and value is not False:
            words += [opt.flag, str(value)] if opt.shown else [opt.flag]
    return words
