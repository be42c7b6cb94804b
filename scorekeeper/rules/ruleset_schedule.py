"""The schedule of a game, the effects of a deal on the next, and limits on declaring contracts."""

from __future__ import annotations

from scorekeeper.rules.formula import Formula
from scorekeeper.rules.toml_table import TomlTable
from scorekeeper.rules.word_declarations import SEATS, SOURCE, declared, ruleset_table, word
from scorekeeper.text.message import say
from scorekeeper.text.problems import did_you_mean
from scorekeeper.text.translation import Phrase

# --- The schedule ------------------------------------------------------------------------------

# The ways to pick contracts, as (the declarer picks, each once, for a round).
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


def _picking(table: TomlTable) -> tuple[bool, bool, bool]:
    """Read `picking` of `Deals`. Without contracts the declarer picks none."""
    contracts = table.page.contracts
    if not contracts and not table.has("contract"):
        return (False, False, False)
    picked, once, by_round = PICKING[table.choice("contract", PICKING, "in order, one a deal")]
    return picked and bool(contracts), once, by_round


def _order(table: TomlTable) -> tuple[tuple[str, ...], ...]:
    """Read `order`: the contracts to choose from in each turn."""
    contracts, rows = table.page.contracts, table.take("order")
    if rows is not None and not isinstance(rows, list):
        example = say('for example `order = ["first", "second"]`')
        table.fault("order", say("`order` must be a list of contracts"), example)
        rows = None
    turns = (
        [(name,) for name in contracts]
        if rows is None
        else [tuple(map(str, turn)) if isinstance(turn, list) else (str(turn),) for turn in rows]
    )
    for turn in turns:
        for name in turn:
            if name not in contracts:
                message = say("`{name}` is not a contract of this game", name=name)
                table.fault("order", message, did_you_mean(name, contracts))
    if contracts and not (turns and all(turns)):
        table.fault("order", say("every place in `order` must name a contract"))
        return tuple((name,) for name in contracts)
    return tuple(turns)


@ruleset_table
class Deals:
    """The schedule: the number of deals; who deals, declares and leads; how contracts are
    picked.

    A seat is `dealer`, `dealer's left`, `dealer's right`, `declarer`, `fact NAME` (the player
    whom the entry names) or None, in order of play: `dealer's left` always plays after the
    dealer (see `said_seat`). A player named by `first` declares and leads in the very first
    deal and deals the second.

    `picking` has three flags: the declarer picks, each contract once, a contract lasts a round.
    `order` has the contracts to choose from in each turn. `before` is True if they are chosen
    before the cards are dealt. `to_the_right` is True if play goes to the right. `trump_unsaid`
    is the tier of the problem when no suit is entered for open trumps; empty for none."""

    number: Formula | None = word(
        "formula",
        "how many deals a game has; a formula may name `players` and options. Left out: until "
        "`game.over`",
        least=1,
    )
    stint: int = word(
        "stint",
        "whether the deal passes each time, or each deals so often in a row",
        name="dealer",
        choices={PASSES: "the next player deals each time"},
    )
    declarer: str | None = word("seat", "who chooses the contract", choices=SEATS)
    leader: str | None = word("seat", "who leads to the first trick", choices=SEATS)
    first: str | None = word(
        "seat",
        "who declares and leads in the very first deal where that is another, and deals the second",
        choices=SEATS,
    )
    picking: tuple[bool, bool, bool] = word(
        "choice",
        "how the contracts come up",
        name="contract",
        default="in order, one a deal",
        choices=dict(zip(PICKING, PICKED, strict=True)),
        read=_picking,
    )
    order: tuple[tuple[str, ...], ...] = word(
        "turns",
        "the contracts in order where that is not the order of the page; a list within the "
        "list leaves a choice",
        read=_order,
    )
    before: bool = word(
        "either",
        "when a contract that is left to choose is chosen",
        name="chosen",
        choices={
            AFTER: "once the cards are dealt and seen",
            BEFORE: "while nobody has seen a card",
        },
    )
    to_the_right: bool = word(
        "either",
        "which way the deal and the turn to play go round",
        name="direction",
        choices={"left": "clockwise", "right": "anticlockwise"},
    )
    trump_unsaid: str = word(
        "choice",
        "where a contract leaves the trumps open and no suit is entered; left out, nothing is said",
        default="",
        choices={"ask": "it is asked about first", "flag": "it is recorded with a word about it"},
    )
    source: Phrase = declared(SOURCE)

    @property
    def picked(self) -> bool:
        """Return True if the declarer picks the contract."""
        return self.picking[0]

    @property
    def once(self) -> bool:
        """Return True if no player may pick the same contract twice in a game."""
        return self.picking[1]

    @property
    def by_round(self) -> bool:
        """Return True if a contract lasts a round."""
        return self.picking[2]


# --- The effects of a deal on the next ---------------------------------------------------------


@ruleset_table
class Owed:
    """A text on the dealer's card about each player for whom `when` is true after a deal."""

    when: Formula = word("side formula", "the test of whom it is said of", required=True)
    text: Phrase = word(
        "phrase",
        "what is said, with facts and what is worked out put in, `{gain}`, and who it is, `{me}`",
        required=True,
        saying="message",
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class Following:
    """The effects of a deal on the next. If `stays` is true, the same player deals again.
    `dealer`, `declarer` and `leader` are tests of each player in turn. `trump` gives the trump
    suit. `says` are texts for the dealer's card."""

    stays: Formula | None = word("formula", "the test by which the same player deals again")
    dealer: Formula | None = word(
        "side formula",
        "the test of who deals otherwise: asked of each player in turn, first of who would deal by "
        "`[deals]`, then to the left; where it holds for nobody, `[deals]` says who",
    )
    declarer: Formula | None = word(
        "side formula", "the test of who declares, asked in the same way from the dealer's left on"
    )
    leader: Formula | None = word(
        "side formula", "the test of who leads to the first trick, asked in the same way"
    )
    trump: Formula | None = word(
        "formula",
        "the suit that is trump where the contract leaves it open, as `suit(turned)`; with `none` "
        "the deal itself decides, as in the first one",
    )
    says: tuple[Owed, ...] = word("rows", "what is said on the dealer's card", name="say", of=Owed)
    source: Phrase = declared(SOURCE)

    @property
    def moves_dealer(self) -> bool:
        """Return True if the next dealer depends on the deal."""
        return self.stays is not None or self.dealer is not None

    @property
    def moves(self) -> bool:
        """Return True if the next dealer, declarer or leader depends on the deal."""
        return self.moves_dealer or self.declarer is not None or self.leader is not None


# --- Limits on declaring contracts -------------------------------------------------------------


@ruleset_table
class Budget:
    """Limits on how often contracts may be declared, together or, with `each`, one by one: by a
    `player` or a `side` in a game, by all in a `round` or a `game` (None: no limit).
    `contracts` are names of contracts or groups; if empty, the budget's NAME is one."""

    name: Phrase = word(
        "phrase", "what they are called together; left out, by their own names", saying="name"
    )
    contracts: tuple[str, ...] = word(
        "strings", "the contracts, or groups of them; left out, the contract or group called NAME"
    )
    each: bool = word(
        "flag", "`true` where each of them is counted by itself, and not all together"
    )
    player: int | None = word("whole", "how often one player may declare them in a game", least=1)
    side: int | None = word(
        "whole", "how often partners together may declare them in a game", least=1
    )
    round: int | None = word(
        "whole", "how often they may be declared in a round, by whomever", least=1
    )
    game: int | None = word(
        "whole", "how often they may be declared in a game, by whomever", least=1
    )
    source: Phrase = declared(SOURCE)
