"""A ruleset as a frozen value: the parts of a game that score its deals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from scorekeeper.base.exact_numbers import is_whole
from scorekeeper.rules.cards import NO_CARDS, Pack, Rank, Suit, folded
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset_entries import (
    CARDS,
    LISTS,
    OF_PLAYERS,
    PAIRS,
    PLAYERS,
    WORDS,
    Auction,
    Contract,
    Count,
    Fact,
    TableOption,
    read_facts,
)
from scorekeeper.rules.ruleset_schedule import PICKING, Budget, Deals, Following
from scorekeeper.rules.ruleset_scoring import (
    TIERS,
    CheckRule,
    Game,
    MatchRules,
    OutcomeRow,
    Scoring,
    Settlement,
    StepTable,
)
from scorekeeper.rules.toml_table import TomlTable, no_such_role, read_table
from scorekeeper.rules.word_declarations import (
    EVERY_SIDE,
    LEFT,
    ME,
    OTHER,
    SEATS,
    SOURCE,
    Word,
    declared,
    part,
    ruleset_table,
    word,
)
from scorekeeper.text.message import say
from scorekeeper.text.translation import Phrase

# The names that other rooms import from here.
__all__ = [
    "CARDS",
    "EVERY_SIDE",
    "FEWEST",
    "LEFT",
    "LISTS",
    "ME",
    "MOST",
    "OF_PLAYERS",
    "OTHER",
    "PAIRS",
    "PICKING",
    "PLAYERS",
    "READ_BY_OTHERS",
    "Dispute",
    "TIERS",
    "WORDS",
    "About",
    "Auction",
    "CheckRule",
    "Contract",
    "Count",
    "Deals",
    "Fact",
    "Following",
    "StepTable",
    "MatchRules",
    "Misdeal",
    "TableOption",
    "OutcomeRow",
    "PenaltyRule",
    "Resting",
    "Ruleset",
    "Scoring",
    "Settlement",
]

# --- The description of a game -------------------------------------------------------------------


def _role_name(table: TomlTable) -> Phrase | None:
    return table.phrase("name").or_else(table.name) if table.has("name") else None


@ruleset_table
class Role:
    """A role: its shown name (None: its name in formulas), its aim, and the roles that take
    precedence over it for the same player."""

    name: Phrase | None = word(
        "phrase",
        "what a role of the game's own is called where it is shown; without an English word it "
        "is called there what `[roles]` calls it, and so it is in formulas",
        saying=None,
        read=_role_name,
    )
    aim: Phrase = word("phrase", "what it tries to do")
    yields: tuple[str, ...] = word(
        "strings",
        "the roles that a player has rather than this one, where both would be theirs; where the "
        "page does not say so, a player who may have two is a fault of it",
    )

    @classmethod
    def read_from(cls, table: TomlTable) -> Role:
        """Read a role. The role and those in `yields` must be in `[roles]`."""
        role, known = read_table(table, cls), table.page.roles
        if table.name not in known:
            table.fault("", *no_such_role(table.name, known))
        for other in role.yields:
            if other not in known:
                table.fault("yields", *no_such_role(other, known))
        return role


@ruleset_table
class About:
    """A game's description: family, languages, sources, a warning; for new players its object,
    length and own roles. `words` are the game's own labels for names in formulas."""

    family: str = word("text", "what it belongs to")
    languages: tuple[str, ...] = word(
        "strings",
        "what languages it has words in; where it does not say, those in which its own words are "
        "written",
        default=("en",),
    )
    sources: tuple[str, ...] = word("strings", "where it is from", name="source")
    caution: Phrase = word(
        "phrase", "a warning about the whole, such as that a source is incomplete"
    )
    object: Phrase = word("phrase", "what one tries to do: the head of the rule sheet")
    length: Phrase = word("phrase", "how long it takes")
    own_roles: Mapping[str, Role] = word(
        "tables", "what a role is called, and what it aims at", name="role", of=Role
    )
    words: Mapping[str, Phrase] = word(
        "names", "what names are called that only formulas use", of=Word("phrase", saying="name")
    )

    @property
    def role_words(self) -> Mapping[str, Phrase]:
        """Return the names of roles that have one."""
        return {name: role.name for name, role in self.own_roles.items() if role.name is not None}

    @property
    def aims(self) -> Mapping[str, Phrase]:
        """Return the aim of each role."""
        return {name: role.aim for name, role in self.own_roles.items()}


# --- Misdeals, penalties, disputes ---------------------------------------------------------------


@ruleset_table
class Misdeal:
    """The consequence of a misdeal. `passes` is True if the next player deals, False if the same
    dealer deals again. `holds` is True if a contract named before the misdeal stays."""

    passes: bool = word(
        "either",
        "who deals after a misdeal",
        name="then",
        choices={"again": "the same dealer", "passes": "the player at the left"},
    )
    holds: bool = word(
        "either",
        "what becomes of a contract that was named before the misdeal",
        name="contract",
        choices={
            "free": "another may be played in the deal after it",
            "held": "no other may be played in the deal after it",
        },
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class PenaltyRule:
    """A penalty in points: `costs` for the side that made the mistake, `gives` to each other
    side."""

    costs: int = word("whole", "what it costs the side that made the fault", default=0, least=0)
    gives: int = word("whole", "what it gives to each of the other sides", default=0, least=0)
    source: Phrase = declared(SOURCE)


# The roundings of the mean of a disputed deal's points.
WHOLE, DOWN, UP = "whole", "down", "up"


@ruleset_table
class Dispute:
    """The rule for splitting a disputed count."""

    split: str = word(
        "choice",
        "a disputed count may be split: each side scores the mean of what the readings give it",
        choices={
            WHOLE: "it must be a whole number",
            DOWN: "it is rounded down",
            UP: "it is rounded up",
        },
    )
    source: Phrase = declared(SOURCE)


# --- Sitting out ---------------------------------------------------------------------------------

DEALER = "dealer"
RESTERS = (DEALER, "dealer's left", "dealer's right")


@ruleset_table
class Resting:
    """The rules of sitting out: the seat `who`, one of RESTERS; the `score` for it, None for
    nothing; the number of `deals` of such a game, None if it follows from the schedule."""

    who: str = word(
        "choice", "who rests in a deal", choices={seat: SEATS[seat] for seat in RESTERS}
    )
    score: Formula | None = word(
        "formula",
        "what each who rests scores in the deal; a formula may name what was entered and `people`",
    )
    deals: Formula | None = word(
        "formula",
        "how many deals a game has with people who rest; it may name `people`, `players` and "
        "options. Left out: as is said below",
    )
    source: Phrase = declared(SOURCE)


NOTHING_SAID = Resting(who=DEALER, score=None, deals=None, source=Phrase({}))


# --- The ruleset ---------------------------------------------------------------------------------

FEWEST, MOST = 1, 16  # how many may play


def _pack(top: TomlTable) -> Pack:
    """Read the pack of a merged ruleset, in which the pack's table replaces its name. Return an
    empty pack for a game without cards."""
    if not top.has("pack"):
        return NO_CARDS
    table = top.table("pack")
    ranks = tuple(table.text("ranks", required=True).split())
    suits = {name: _suit(inner) for name, inner in table.tables("suit").items()}
    if not suits:
        table.missing("suit")
    told = {name: _rank(inner) for name, inner in table.tables("rank").items()}
    suitless, cards = (tuple(map(_card_row, table.strings(key))) for key in ("suitless", "cards"))
    every = tuple(dict.fromkeys((*ranks, *(code for code, _ in suitless))))
    return read_table(
        table,
        Pack,
        ranks=every,
        suits=suits,
        rows=cards or None,
        told={rank: told[rank] for rank in every if rank in told},
        fillers=frozenset(map(folded, table.phrase("fillers").spellings())),
        suitless=suitless,
    )


def _card_row(row: str) -> tuple[str, str]:
    code, _, name = row.partition(" ")
    return code, name.strip()


def _rank(table: TomlTable) -> Rank:
    return read_table(table, Rank, letter=table.phrase("letter", table.name))


def _suit(table: TomlTable) -> Suit:
    letters = table.phrase("letter", required=True)
    own = letters if len(letters.by_language) > 1 else Phrase({})
    return read_table(table, Suit, letter=letters.in_english(), letters=own)


def _players(top: TomlTable) -> tuple[int, ...]:
    players = top.wholes("players")
    if not players or not all(FEWEST <= number <= MOST for number in players):
        hint = say("for example `players = 3` or `players = [3, 4]`")
        message = say(
            "`players` must say how many play, from {least} to {most}", least=FEWEST, most=MOST
        )
        top.fault("players", message, hint)
        return (3,)
    return tuple(dict.fromkeys(players))


@ruleset_table
class Ruleset:
    """A game's rules for scoring its deals. `raw` is the merged TOML table, which a session saves
    and from which the referee's rules (`ruleset_play.py`) and the casebook (`casebook.py`) are
    read. `players` are the numbers of players for the chosen options, `every_number` those for
    any options."""

    id: str
    every_number: tuple[int, ...] = declared()
    raw: Mapping[str, Any] = declared(read=lambda top: top.raw)
    format: int = word("version", "which form of this page the file is written in; there is only 1")
    extends: str = word(
        "text", "another game, of which this says only what differs: see Building on another page"
    )
    without: tuple[str, ...] = word("strings", "what that has and this has not, as `contract.NAME`")
    name: Phrase = word(
        "phrase",
        "what the game is called; in one language, or by language",
        saying=None,
        named="as it is",
    )
    about: About = part(About)
    players: tuple[int, ...] = word(
        "wholes", "how many play, 1 to 16", least=FEWEST, most=MOST, read=_players
    )
    teams: bool = word(
        "flag",
        "`true` where partners who sit across play together: they are one side; otherwise "
        "each player is a side",
    )
    pack: Pack = word(
        "pack", "the cards: see Packs; left out, the game is played without cards", read=_pack
    )
    hand: Formula | None = word("formula", "how many cards each holds when play begins")
    talon: Formula | None = word("formula", "how many cards lie beside; left out, none", least=0)
    deals: Deals = word("table", "the schedule", of=Deals, default={})
    following: Following | None = word(
        "table",
        "what follows from a deal for the next: who deals, declares and "
        "leads, which suit is trump, what is said to the dealer",
        name="next",
        of=Following,
    )
    misdeal: Misdeal | None = word("table", "what follows a misdeal", of=Misdeal)
    penalties: Mapping[str, PenaltyRule] = word(
        "tables",
        "what a fault costs, by the topic that it is ruled under",
        name="penalty",
        of=PenaltyRule,
    )
    dispute: Dispute | None = word("table", "how a disputed count is split", of=Dispute)
    roles: Mapping[str, str] = word(
        "names",
        "which seat has which quota",
        of=Word(
            "seat",
            default="",
            required=True,
            choices={**SEATS, "others": "whoever has no other role"},
        ),
    )
    contracts: Mapping[str, Contract] = word(
        "tables", "the contracts", name="contract", of=Contract
    )
    points: Mapping[str, Formula] = word(
        "by role",
        "a side's points in every contract that does not say its own; on a page without "
        "contracts and without `[[outcome]]` those of every deal",
    )
    points_text: Phrase = word("phrase", "those points in words", name="scoring")
    budgets: Mapping[str, Budget] = word(
        "tables", "how often contracts may be declared", name="budget", of=Budget
    )
    counts: Mapping[str, Count] = word("tables", "a number for each side", name="count", of=Count)
    facts: Mapping[str, Fact] = word(
        "tables", "anything else that is entered", name="fact", of=Fact, read=read_facts
    )
    scoring: Scoring = part(Scoring)
    game: Game = word("table", "when a game is over, and who wins", of=Game, default={})
    match: MatchRules | None = word("table", "games that are played again", of=MatchRules)
    settlement: Settlement | None = word(
        "table", "how ledgers are settled when the game is over", of=Settlement
    )
    resting: Resting | None = word(
        "table", "more people than hands: who rests, and what that scores", of=Resting
    )
    options: Mapping[str, TableOption] = word(
        "tables", "what a table settles before it starts", name="option", of=TableOption
    )
    auction: Auction | None = word("table", "how one bids", of=Auction)

    @property
    def has_cards(self) -> bool:
        """Return True if the game is played with cards. Without a pack it uses dice, tiles or a
        board."""
        return bool(self.pack.ranks)

    @property
    def hangs_on_options(self) -> bool:
        """Return True if settings that are fixed before the first deal depend on the options."""
        return bool(self.game.chosen) or any(option.players for option in self.options.values())

    @property
    def goes_by_parts(self) -> bool:
        """Return True if entered numbers or scores may be fractions."""
        return self.is_entered_in_parts or not is_whole(self.game.step)

    @property
    def is_entered_in_parts(self) -> bool:
        """Return True if an entered number may be a fraction."""
        counts = [count.step for count in self.counts.values()]
        facts = [fact.step for fact in self.facts.values()]
        return not all(map(is_whole, (*counts, *facts)))

    @property
    def main_count(self) -> str | None:
        """Return the count for numbers without a name: the first required count, else the first,
        or None."""
        return next(
            (c.id for c in self.counts.values() if not c.optional), next(iter(self.counts), None)
        )

    @property
    def pair_names(self) -> list[str]:
        """Return the names of values between two sides, entered ones before computed ones."""
        said = [name for name, fact in self.facts.items() if fact.kind == PAIRS]
        return [*said, *self.scoring.pair]

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """Return the facts that can be a whole deal by themselves."""
        return tuple(name for name, fact in self.facts.items() if fact.alone)

    @cached_property
    def tables_counters(self) -> Mapping[str, int]:
        """Return the counters that all sides share, each with its index among all counters."""
        carried = enumerate(self.scoring.carry.items())
        return {name: place for place, (name, counter) in carried if counter.is_of_table}

    @property
    def trick_count(self) -> str | None:
        """Return the count of tricks, or None."""
        return next((count.id for count in self.counts.values() if count.counts_tricks), None)


# The words of a ruleset file that `Ruleset` does not have: the casebook's and the referee's.
READ_BY_OTHERS = (
    "ruling", "topic", "example", "play", "melds", "meld", "pile", "card", "dealing", "exchange",
)  # fmt: skip
