"""What `rules new` asks at a terminal: how many play, what is counted, how it is scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from scorekeeper.cli.common import talk, terminal_width
from scorekeeper.render.composed_rules import CARDS, WAYS, Answers
from scorekeeper.rules.model import FEWEST, MOST
from scorekeeper.text.language import tr
from scorekeeper.text.speech import heading
from scorekeeper.text.width import wrapped

T = TypeVar("T")
GREATEST = 1000
LONGEST = 40


def asked_rules(
    players: int | None, counted: str | None, total: int | None, scoring: str | None,
    has_cards: bool,
) -> Answers:  # fmt: skip
    """The answers of somebody at the terminal; what was said before is not asked."""
    usual = Answers()
    if players is None:
        players = _asked(tr("How many play?"), str(usual.players), _players)
    if counted is None:
        what = tr("What is counted after each deal? (tricks, points, cards left …)")
        counted = _asked(what, tr("tricks") if has_cards else tr("points"), _word)
    if total is None:
        how_many = tr("How many of these are there in all? (0: not always as many)")
        total = _asked(how_many, str(CARDS // players if has_cards else 0), _total)
    if scoring is None:
        for number, way in enumerate(WAYS.values(), 1):
            talk(f"  {number}  {tr(way.says)}")
        scoring = _asked(tr("How is it scored?"), "1", _way)
    return Answers(players, counted, total or None, scoring, has_cards)


def answered_rules(
    players: int | None, counted: str | None, total: int | None, scoring: str | None,
    has_cards: bool,
) -> Answers:  # fmt: skip
    """The answers of a script, which says what is not usual."""
    usual = Answers()
    return Answers(
        players or usual.players,
        counted or (tr("tricks") if has_cards else tr("points")),
        total or None,
        scoring or usual.scoring,
        has_cards,
    )


def _asked(question: str, usual: str, read: Callable[[str], T]) -> T:
    """What a person answers, Enter for what is usual; asked again where it cannot be."""
    colon = f"{heading('')} "
    lines = wrapped(f"{question} [{usual}]", max(terminal_width() - len(colon), 1), "  ")
    answer: T = click.prompt(
        "\n".join(lines), default=usual, prompt_suffix=colon, show_default=False,
        value_proc=read, err=True,
    )  # fmt: skip
    return answer


def _players(said: str) -> int:
    return _number(said, FEWEST, MOST)


def _total(said: str) -> int:
    return _number(said, 0, GREATEST)


def _number(said: str, least: int, most: int) -> int:
    """A whole number between two bounds."""
    word = said.strip()
    if word.isdecimal() and len(word) <= len(str(GREATEST)) and least <= int(word) <= most:
        return int(word)
    message = tr("say a whole number from {least} to {most}", least=least, most=most)
    raise click.UsageError(message)


def _word(said: str) -> str:
    if not said.strip() or not said.strip().isprintable() or len(said) > LONGEST:
        raise click.UsageError(tr("say what it is called, in a word or two"))
    return said.strip()


def _way(said: str) -> str:
    """A way by its number or its name."""
    word, names = said.strip().casefold(), list(WAYS)
    if word in names:
        return word
    return names[_number(word, 1, len(names)) - 1]
