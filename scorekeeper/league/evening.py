"""An evening told in one short row, which an index may keep: all that a league needs of a session."""

from collections.abc import Mapping, Sequence
from operator import add

from scorekeeper.named import NamedTuple

FORMAT = 3  # of the rows; one that was kept in another is told anew


class Taken(NamedTuple):
    """What declarers took in one contract, summed: deals, quotas, takes, their squares, deals in
    which the quota was met, points."""

    deals: int = 0
    quota: int = 0
    taken: int = 0
    squares: int = 0
    met: int = 0
    points: int = 0

    def plus(self, other: Sequence[int]) -> "Taken":
        return Taken(*map(add, self, other))


class Evening(NamedTuple):
    """A session in one row. `sides` index the players; `results` are what ranks the sides, the
    best of them least where `lowest`; `points` are those of all deals together. From deal `fails` on the
    session does not hold under its rules, and nothing of that is in the row; 0 where all is well."""

    game: str
    day: str
    players: Sequence[str]
    sides: Sequence[Sequence[int]]
    leaders: Sequence[int]
    lowest: bool
    over: bool
    deals: int
    results: Sequence[int]
    points: Sequence[int]
    contracts: Mapping[str, Sequence[int]]
    fails: int = 0
