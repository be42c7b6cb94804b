"""The schedule of a game and the effects of a deal on the next, as frozen values with their
words."""

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.translation import Phrase

# How contracts come up: whether the declarer picks, each once, and for a round.
PICKING = {
    "declarer picks, each once": (True, True, False),
    "declarer picks": (True, False, False),
    "in order, one a deal": (False, False, False),
    "in order, one a round": (False, False, True),
}
PICKED = (
    "the declarer picks one, and no player the same one twice in a game",
    "the declarer picks any of them",
    "each deal has the next, and after the last the first again",
    "each lasts until everybody has dealt once",
)
BEFORE, AFTER = "before the deal", "after the deal"
PASSES = "passes left"  # the deal, from each to the next


class Deals(FrozenRecord):
    """The schedule: the number of deals; who deals, declares and leads; how contracts are picked.
    Seats are `dealer`, `dealer's left`, `dealer's right`, `declarer`, `fact NAME` (the player whom
    the entry names) or None. `picked` is True if the declarer picks the contract, `once` if each
    may be picked only once, `by_round` if a contract lasts a round. `order` has a tuple of open
    contracts for each turn of a fixed order. `before` is True if a choice is made before the cards
    are dealt. `to_the_right` is True if play goes to the right. Seats are in order of play:
    `dealer's left` always plays after the dealer, and `said_seat` converts it back. If `first`
    names a player, that player declares and leads in the very first deal and deals the second.
    `trump_unsaid` is the tier of the problem when no suit is entered for a contract with open
    trumps; empty for none."""

    number: Formula | None
    stint: int
    declarer: str | None
    leader: str | None
    first: str | None
    picked: bool
    once: bool
    by_round: bool
    order: tuple[tuple[str, ...], ...]
    before: bool
    trump_unsaid: str
    to_the_right: bool
    source: Phrase


class Owed(FrozenRecord):
    """A text that the dealer's card shows for each player for whom a test is true after a deal."""

    when: Formula
    text: Phrase
    source: Phrase


OWED = declare(
    Owed,
    when=Word("side formula", "the test of whom it is said of", required=True),
    text=Word(
        "phrase",
        "what is said, with facts and what is worked out put in, `{gain}`, and who it is, `{me}`",
        required=True,
        saying="message",
    ),
    source=SOURCE,
)


class Following(FrozenRecord):
    """The effects of a deal on the next. `stays` is the test by which the same player deals again.
    `dealer`, `declarer` and `leader` are tests evaluated for each player in turn. `trump` is the
    trump suit of the next deal. `says` are texts about players."""

    stays: Formula | None
    dealer: Formula | None
    declarer: Formula | None
    leader: Formula | None
    trump: Formula | None
    says: tuple[Owed, ...]
    source: Phrase

    @property
    def moves_dealer(self) -> bool:
        """Return True if the next dealer depends on the deal."""
        return self.stays is not None or self.dealer is not None

    @property
    def moves(self) -> bool:
        """Return True if the next dealer, declarer or leader depends on the deal."""
        return self.moves_dealer or self.declarer is not None or self.leader is not None


FOLLOWING = declare(
    Following,
    stays=Word("formula", "the test by which the same player deals again"),
    dealer=Word(
        "side formula",
        "the test of who deals otherwise: asked of each player in turn, first of who would deal by "
        "`[deals]`, then to the left; where it holds for nobody, `[deals]` says who",
    ),
    declarer=Word(
        "side formula", "the test of who declares, asked in the same way from the dealer's left on"
    ),
    leader=Word("side formula", "the test of who leads to the first trick, asked in the same way"),
    trump=Word(
        "formula",
        "the suit that is trump where the contract leaves it open, as `suit(turned)`; with `none` "
        "the deal itself decides, as in the first one",
    ),
    says=Word("rows", "what is said on the dealer's card", name="say", of=OWED),
    source=SOURCE,
)


_ACROSS_THE_DEALER = {
    "dealer's left": "dealer's right", "dealer's right": "dealer's left",
    "left": "right", "right": "left",
}  # fmt: skip


def said_seat(who: str | None, to_the_right: bool) -> str | None:
    """Convert a seat between the ruleset's wording and the order of play, in either direction. They
    differ if play goes to the right: the next player then sits at the right."""
    return _ACROSS_THE_DEALER.get(who or "", who) if to_the_right else who


class Budget(FrozenRecord):
    """Limits on how often some contracts may be declared, all together or `each` by itself: by one
    `player` or one `side` in a game, by all in a `round`, by all in a `game`; None means no limit.
    `contracts` are names of contracts or groups; empty if the budget's own NAME is one."""

    name: Phrase
    contracts: tuple[str, ...]
    each: bool
    player: int | None
    side: int | None
    round: int | None
    game: int | None
    source: Phrase


BUDGET = declare(
    Budget,
    name=Word(
        "phrase", "what they are called together; left out, by their own names", saying="name"
    ),
    contracts=Word(
        "strings", "the contracts, or groups of them; left out, the contract or group called NAME"
    ),
    each=Word("flag", "`true` where each of them is counted by itself, and not all together"),
    player=Word("whole", "how often one player may declare them in a game", least=1),
    side=Word("whole", "how often partners together may declare them in a game", least=1),
    round=Word("whole", "how often they may be declared in a round, by whomever", least=1),
    game=Word("whole", "how often they may be declared in a game, by whomever", least=1),
    source=SOURCE,
)


DEALS = declare(
    Deals,
    number=Word(
        "formula",
        "how many deals a game has; a formula may name `players` and options. Left out: until "
        "[`game.over`](#promise-game-match)",
        least=1,
    ),
    stint=Word(
        "stint",
        "whether the deal passes each time, or each deals so often in a row",
        name="dealer",
        choices={PASSES: "the next player deals each time"},
    ),
    declarer=Word("seat", "who chooses the contract", choices=SEATS),
    leader=Word("seat", "who leads to the first trick", choices=SEATS),
    first=Word(
        "seat",
        "who declares and leads in the very first deal where that is another, and deals the second",
        choices=SEATS,
    ),
    picked=Word(
        "choice",
        "how the contracts come up",
        name="contract",
        default="in order, one a deal",
        choices=dict(zip(PICKING, PICKED, strict=True)),
    ),
    order=Word(
        "turns",
        "the contracts in order where that is not the order of the page; a list within the "
        "list leaves a choice",
    ),
    before=Word(
        "either",
        "when a contract that is left to choose is chosen",
        name="chosen",
        choices={
            AFTER: "once the cards are dealt and seen",
            BEFORE: "while nobody has seen a card",
        },
    ),
    to_the_right=Word(
        "either",
        "which way the deal and the turn to play [go round](rulesets-tables.md#to-the-right)",
        name="direction",
        choices={"left": "clockwise", "right": "anticlockwise"},
    ),
    trump_unsaid=Word(
        "choice",
        "where a contract leaves the trumps open and no suit is entered; left out, nothing is said",
        default="",
        choices={"ask": "it is asked about first", "flag": "it is recorded with a word about it"},
    ),
    source=SOURCE,
)
