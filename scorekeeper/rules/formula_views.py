"""Which names a formula knows, by where it stands."""

from __future__ import annotations

from typing import Final, NamedTuple


class View(NamedTuple):
    """Whose formula it is, beside that of the deal: a side's, a player's, of a side with each other
    (`is_of_pair`), or of a side when a game is over (`is_result`), who knows of no deal. One that
    is open may name what the game has not; one of a `contract` is asked of its deals alone."""

    is_of_side: bool = False
    is_of_player: bool = False
    is_result: bool = False
    is_open: bool = False
    is_of_pair: bool = False
    contract: str = ""


DEAL: Final = View()
SIDE: Final = View(is_of_side=True)
PLAYER: Final = View(is_of_side=True, is_of_player=True)
PAIR: Final = View(is_of_side=True, is_of_pair=True)
RESULT: Final = View(is_of_side=True, is_result=True)
