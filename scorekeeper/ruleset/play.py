"""What the referee needs of a ruleset: laws of play, layouts, melds, as frozen values."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase

# Every law with the words it may have; the first is what holds where a ruleset is silent.
LAWS: Mapping[str, tuple[str, ...]] = {
    "follow": ("must", "trumps only", "free"),
    "void": ("free", "must trump"),
    "head": ("never", "suit led", "trumps led"),
    "undertrump": ("free", "partner's only"),
    "wins": ("suit led", "any suit"),
    "ties": ("first played", "last played"),
    "trump": ("named", "first card led"),
}


class Play(NamedTuple):
    """How tricks are played: the laws that differ from the usual, the orders of rank from high
    to low (none where it is the pack's), how many tricks a deal has (None: one a card)."""

    laws: Mapping[str, str] = {}
    ranks: tuple[str, ...] = ()
    trump_ranks: tuple[str, ...] = ()
    tricks: int | None = None
    source: Phrase = Phrase({})


class Stops(NamedTuple):
    """A layout: each suit begins with `start` and grows `direction` (up, down or both), round
    the corner where `ring` holds. `fact NAME` stands for what the deal decides."""

    start: str
    direction: str
    ring: bool


class Pile(NamedTuple):
    """What a heap of cards is worth suit by suit: the ladder `suits` of its ranks; the facts of
    a deal that hold the heap itself and the cards whose suits matter, where there are such."""

    suits: str
    source: Phrase
    fact: str
    goals: str


# Where the cards of a deal may be said to lie.
IN_HAND, IN_TRICKS, SET_ASIDE = PLACES = ("in hand", "in tricks", "set aside")
TRUMPS = "trumps"


class CardPlace(NamedTuple):
    """Where cards of a deal must lie: `which` is a card, `trumps` (all of them) or `fact NAME`,
    `lies` one of PLACES, `whose` a seat as in the schedule; empty where the cards of the fact
    are one a side, each its own. `when` says in which deals, `because` why, in words."""

    which: str
    lies: str
    whose: str
    when: Formula | None
    because: Phrase
    source: Phrase


class MeldKind(NamedTuple):
    """One kind of meld: certain ranks of one suit (`trumps` only or any), or a run, worth the
    points of the longest step it reaches, or all the cards of a rank. `say` is the word that
    must be said, if any, when a card of it is played before melds are shown. Beside a meld of the
    kind `adds_to` that holds its cards it counts without being one more use of them, where
    `adds_when` holds (None: always)."""

    id: str
    name: Phrase
    cards: tuple[str, ...]
    trumps: bool
    points: int
    run: tuple[tuple[int, int], ...]
    four: Mapping[str, int]
    say: Phrase
    source: Phrase
    adds_to: str = ""
    adds_when: Formula | None = None


class Melds(NamedTuple):
    """The melds of a game: in how many of them a card counts, a trump by its rank perhaps in
    more; whose melds count, and when, in words; the fact of a deal that holds what was melded,
    and the seat whose side melded that, empty where nothing is said of it."""

    kinds: tuple[MeldKind, ...]
    uses: int
    trump_uses: Mapping[str, int]
    whose: Phrase
    when: Phrase
    reading: Phrase
    fact: str
    source: Phrase
    seat: str = ""


class Exchange(NamedTuple):
    """A step of the exchange before play: somebody `takes` cards of the talon and `gives` cards of
    the hand: `discard`s them, or gives them to the `left`, to the `right`, `across`, or so many to
    `each other` player. `gives_first` says that the cards are given before those of the talon are
    taken up, `optional` that both may be left out; `may_not_give` are ranks, cards or `trumps`;
    `when` says in which deals there is such a step (None: in all)."""

    who: str
    takes: int
    gives: int
    to: str
    gives_first: bool
    optional: bool
    may_not_give: tuple[str, ...]
    when: Formula | None
    source: Phrase
