"""A table of the league as a value, and what its cells share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league.game_words import GameWords
from scorekeeper.text.width import cut

Games = Mapping[str, GameWords]  # the words that are at hand, by game
WIDE = 76
NOTHING = "-"


class Table(NamedTuple):
    """A table: title, caption, heads, and rows whose first cell names the row, a person where it is
    `of_people`. `note` says on a screen which points are better. `shades` are on paper those of the
    cells behind the first, by rows: from 1 to 5, 0 where there is none. `words` are the columns
    that hold words, behind the first, which does."""

    title: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    shades: Sequence[Sequence[int]] = ()
    of_people: bool = False
    words: Sequence[int] = ()

    @property
    def aligned(self) -> list[str]:
        """How the columns are aligned: who or what to the left, numbers to the right."""
        return [
            "left" if place in (0, *self.words) else "right" for place in range(len(self.heads))
        ]


class Names(NamedTuple):
    """The width that names are cut to, by that of the screen; None is a page, which has names in
    full."""

    width: int | None = None

    def shown(self, name: str, wide: int, narrow: int) -> str:
        """The name in so many columns of a wide screen, or of a narrow one."""
        if self.width is None:
            return name
        return cut(name, wide if self.width >= WIDE else narrow)


def game_name(game: str, known: Games) -> str:
    """What a game is called; its id where its rules are not at hand."""
    words = known.get(game)
    return words.name.shown() if words else game


def contract_name(game: str, contract: str, known: Games) -> str:
    """What a contract of a game is called; its id where its rules are not at hand."""
    words = known.get(game)
    phrase = words.contracts.get(contract) if words else None
    return phrase.shown() if phrase else contract
