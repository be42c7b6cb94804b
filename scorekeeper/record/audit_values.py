"""What an audit of a paper sheet finds, as frozen values, and where it stands between two deals."""

from typing import NamedTuple

from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed
from scorekeeper.record.audited_deal import Column
from scorekeeper.record.deal_slips import Slip
from scorekeeper.text.message import Words
from scorekeeper.text.problems import Problem

POINTS, TOTAL = "points", "total"


class Cell(NamedTuple):
    """One number of the paper that is not what it should be; `side` is None for the box of the
    sum."""

    side: int | None
    what: str
    written: int
    right: int


class Fault(NamedTuple):
    """A deal where the paper goes wrong anew: its number and row, the numbers, the slips that
    explain them (`apart`: each a part of it), and what the rules refuse of the entry itself."""

    number: int
    place: Words
    cells: tuple[Cell, ...] = ()
    slips: tuple[Slip, ...] = ()
    apart: bool = False
    problems: tuple[Problem, ...] = ()


class Audit(NamedTuple):
    """What came of it: how many deals, where the paper goes wrong, the deals in which it comes
    right again by itself, the last totals on paper and those of the rules (`sure` unless a deal
    could not be scored, after which the paper's own totals were taken)."""

    agreed: Agreed
    deals: int
    faults: tuple[Fault, ...]
    mended: tuple[int, ...]
    written: Column
    right: Column
    sure: bool

    @property
    def holds(self) -> bool:
        """Whether the paper is right from the first deal to the last."""
        return not self.faults

    @property
    def is_carried(self) -> bool:
        """Whether one slip, carried along, is all that is wrong with the last totals."""
        return (
            len(self.faults) == 1
            and not self.faults[0].problems
            and self.sure
            and self.written != self.right
        )


class Now(NamedTuple):
    """Between two deals: the state under the rules, the totals on paper and those before them, and
    the sides of which a deal that was left blank does not say where they stand."""

    state: State
    paper: Column
    earlier: Column | None
    unknown: frozenset[int] = frozenset()


class Step(NamedTuple):
    """What one deal comes to: where things stand after it, the last totals on both sides."""

    now: Now
    fault: Fault | None = None
    is_mended: bool = False
    right: Column | None = None
    written: Column | None = None
