"""Asking the table at a terminal which entries of two copies it wants."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import click

from scorekeeper.cli.common import is_confirmed, terminal_width
from scorekeeper.game.log import UNDO
from scorekeeper.record.tails import Copy, is_alike, rows_of
from scorekeeper.record.taken import NOTHING
from scorekeeper.text.language import tr
from scorekeeper.text.speech import heading, listed
from scorekeeper.text.width import wrapped

ALL = ("a", "b", "")
OF_TWO = ("a", "b", "ab", "ba", NOTHING)


def asked_steps(one: Copy, other: Copy) -> str:
    """What the table takes, as `--take` reads it: all of one, or a step after another. Where both
    say the same nothing is asked."""
    whole = _answered(tr("all of a, all of b, or one after another? [a/b/Enter]"), ALL)
    return whole or ",".join(_row_by_row(one, other)) or NOTHING


def _row_by_row(one: Copy, other: Copy) -> list[str]:
    taken = []
    for number, (left, right) in enumerate(rows_of(one, other), 1):
        names = {"a": f"a{number}", "b": f"b{number}"}
        if left and right:
            letters = "a" if is_alike(left, right) else _which(names)
            taken += [names[letter] for letter in letters if letter in names]
        else:
            name, step = (names["a"], left) if left else (names["b"], right)
            # what only one of them has was played: Enter keeps it
            keeps = step is not None and step.entry.what != UNDO
            taken += [name] if is_confirmed(tr("take {name}?", name=name), keeps) else []
    return taken


def _which(names: dict[str, str]) -> str:
    question = tr(
        "{one}, {other}, both in one order or the other, or neither? [a/b/ab/ba/-]",
        one=names["a"],
        other=names["b"],
    )
    return _answered(question, OF_TWO)


def _answered(question: str, answers: Collection[str]) -> str:
    """The answer that a person types; asked again where it is none of these."""
    colon = f"{heading('')} "
    lines = wrapped(question, max(terminal_width() - len(colon), 1), "  ")
    read = partial(_read, answers=answers)
    return str(
        click.prompt(
            "\n".join(lines), default="", prompt_suffix=colon, show_default=False,
            value_proc=read, err=True,
        )
    )  # fmt: skip


def _read(said: str, answers: Collection[str]) -> str:
    word = said.strip().casefold()
    if word not in answers:
        raise click.UsageError(tr("say {words}", words=listed([*filter(None, answers)], "or")))
    return word
