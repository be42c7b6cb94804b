"""A ruleset as frozen values.

These are named tuples rather than dataclasses because every command pays for building the
classes (figures in DECISIONS.md).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.cards import Pack
from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.play import CardPlace, Exchange, Melds, Pile, Play, Stops

EVERY_SIDE = "*"
TIERS = ("refuse", "ask", "flag")
# The parts of the rule sheet that a ruling may stand under.
HINTS, RULINGS = "hints", "rulings"
UNDER = (
    "cards", "roles", "deals", "dealing", "calling", "contracts", "play", "melds", "scoring", "end", HINTS, RULINGS,
)  # fmt: skip


class Deals(NamedTuple):
    """The schedule: how many deals, who deals, declares and leads, how contracts come up.

    Seats are `dealer`, `dealer's left`, `dealer's right`, `declarer`, `fact NAME` (the player
    whom the entry names) or None. `picked` says that the declarer picks the contract, `once`
    that each may be picked once only, `by_round` that a contract lasts a round; `order` holds
    a tuple of open contracts for each turn of a fixed order; `before` says that where there is a
    choice it is made before the cards are dealt. Where `first` names somebody, that player declares
    and leads in the very first deal and deals the second. `trump_unsaid` is the tier of a contract
    with open trumps for which no suit is entered, empty where nothing is said of it.
    """

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
    source: Phrase
    trump_unsaid: str = ""


class Contract(NamedTuple):
    """A contract: `trump` is a suit id, `none`, or `open` where the deal itself decides;
    `ranks` is its own order of rank, high to low, where it differs from the pack's; `play` the
    laws in which it differs from the game; `dealing` its own steps of dealing; `scoring` its
    points in the rules' own words."""

    id: str
    name: Phrase
    trump: str
    ranks: tuple[str, ...]
    quota: Mapping[str, Formula]
    points: Mapping[str, Formula]
    group: str | None
    text: Phrase
    source: Phrase
    play: Mapping[str, str]
    stops: Stops | None
    dealing: tuple[Phrase, ...]
    scoring: Phrase


class Count(NamedTuple):
    """A number for each side: tricks, card points, cards left; `one` is what one of them is called.
    `values` are those of cards; with `by_player` partners are counted apart."""

    id: str
    name: Phrase
    one: Phrase
    total: Formula | None
    least: Formula | None
    most: Formula | None
    step: int
    by_player: bool
    values: Mapping[str, int]
    trump_values: Mapping[str, int]
    piles: str | None
    when: Formula | None
    optional: bool
    source: Phrase


class Fact(NamedTuple):
    """Something else that is entered: kind is player, number, word, rank, suit, card,
    cards, flag or auction.

    For cards, `size` is how many, `each` means one a side in their order, `suits` how many
    suits every one must bear, `apart` the facts none of them may stand in; `beaten` cards each
    lost a trick to a card of their rank or higher, and such tricks must exist. `alone` stands for
    the whole deal, with nothing but the facts `beside` it. `because` says in words why it is its
    `default` where it is. For a player, `who` says in words which one that is.
    """

    id: str
    name: Phrase
    kind: str
    values: Mapping[str, Phrase]
    least: int | None
    most: int | None
    step: int
    size: int | None
    each: bool
    suits: int | None
    apart: tuple[str, ...]
    beaten: bool
    when: Formula | None
    default: Formula | None
    optional: bool
    alone: bool
    gives: tuple[str, ...]
    ask: Phrase
    who: Phrase
    source: Phrase
    beside: tuple[str, ...] = ()
    because: Phrase = Phrase({})


class Ladder(NamedTuple):
    """A table to look up in: the row of the greatest step that is not above the key, or of
    the key itself where it is a word."""

    id: str
    steps: tuple[tuple[int, int], ...]
    words: Mapping[str, int]

    def at(self, key: Any) -> int:
        """The value for a key; LookupError below the first step or for a word that it lacks."""
        if isinstance(key, str) and not key.isdecimal():
            return self.words[key]
        found = [value for step, value in self.steps if step <= int(key)]
        if not found:
            raise KeyError(key)
        return found[-1]


class Outcome(NamedTuple):
    """A row of the settlement table: the first whose test holds gives the points; `test` and
    `scoring` say both in the rules' own words."""

    name: Phrase
    when: Formula | None
    points: Mapping[str, Formula]
    source: Phrase
    test: Phrase
    scoring: Phrase


class Check(NamedTuple):
    """A house's own check on an entry: `tier` is one of TIERS; `when` is the trouble."""

    tier: str
    when: Formula
    fact: str | None
    code: str
    message: Phrase
    hint: Phrase
    source: Phrase


class Game(NamedTuple):
    """One game: the score it starts from, the test that ends it early, also in the rules' own
    words, which score wins, and what is said of whoever is last."""

    start: int
    over: Formula | None
    end: Phrase
    lowest_wins: bool
    last: Phrase


class Carry(NamedTuple):
    """A counter that each side carries from deal to deal within a game."""

    start: int
    next: Formula
    source: Phrase


class Match(NamedTuple):
    """Games played to an end and then again: how many, and what each is worth to a side, also in
    the rules' own words."""

    games: Formula
    result: Formula
    scoring: Phrase
    source: Phrase


class Option(NamedTuple):
    """A choice that a table makes before it starts: kind is flag, number or word. `play` are the
    laws it changes when it is taken, `says` its words in the steps of dealing and the reading of
    melds; `name` and `words` what it and its values are called where they are typed."""

    id: str
    kind: str
    values: tuple[str, ...]
    least: int | None
    most: int | None
    default: bool | int | str
    text: Phrase
    source: Phrase
    play: Mapping[str, str]
    says: Mapping[str, Phrase]
    name: Phrase
    words: Mapping[str, Phrase]


class Told(NamedTuple):
    """What a game says of itself to those who have never played it: its object, how long it
    takes, and what each role aims at."""

    object: Phrase
    length: Phrase
    aims: Mapping[str, Phrase]


class Auction(NamedTuple):
    """Calls from the dealer's left. Once each, numbers from `least` by `step`, then words; or,
    where there are words to `take` with, a round in which the turned card (the fact `turned`) is
    taken or passed, and a second in which another suit is named or passed."""

    least: int
    most: int
    step: int
    above: tuple[str, ...]
    passing: Phrase
    source: Phrase
    take: Phrase | None
    turned: str


class Step(NamedTuple):
    """A step of dealing in words; `when` says in which deals there is such a step, None that there
    always is. What it names and the game has not is none."""

    text: Phrase
    when: Formula | None = None


class Ruling(NamedTuple):
    """What the rules decide where their source is silent or contradicts itself, and where that
    is written; `outcomes` and `contracts` are those that it is about, where it is about some
    alone. `under` is the part of the rule sheet that it stands in; hints bind nobody."""

    text: Phrase
    source: Phrase
    outcomes: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    under: str = RULINGS


class Ruleset(NamedTuple):
    """A whole game. `raw` is the merged TOML it was read from, which a session freezes. What
    stands after it is the referee's: how tricks are played, melds, the ladder and source of what
    a heap is worth suit by suit, dealing in words and in a line (`brief`), rulings (text and
    source) by topic; then the words of those roles, topics and other names in formulas that the
    game has words of its own for, and what it tells of itself; and last the steps in which cards
    are exchanged before play."""

    id: str
    name: Phrase
    family: str
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    caution: Phrase
    players: tuple[int, ...]
    teams: bool
    pack: Pack
    hand: Formula | None
    talon: int
    deals: Deals
    roles: Mapping[str, str]
    contracts: Mapping[str, Contract]
    facts: Mapping[str, Fact]
    counts: Mapping[str, Count]
    lets: Mapping[str, Formula]
    each: Mapping[str, Formula]
    side: Mapping[str, Formula]
    carry: Mapping[str, Carry]
    ladders: Mapping[str, Ladder]
    outcomes: tuple[Outcome, ...]
    checks: tuple[Check, ...]
    auction: Auction | None
    promise: Formula | None
    game: Game
    match: Match | None
    options: Mapping[str, Option]
    rulings: tuple[Ruling, ...]
    examples: tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any]
    play: Play
    melds: Melds | None
    pile: Pile | None
    dealing: tuple[Step, ...]
    dealing_source: Phrase
    brief: Phrase
    topics: Mapping[str, tuple[Ruling, ...]]
    role_words: Mapping[str, Phrase]
    words: Mapping[str, Phrase]
    told: Told
    topic_words: Mapping[str, Phrase] = {}
    card_places: tuple[CardPlace, ...] = ()
    exchange: tuple[Exchange, ...] = ()

    @property
    def main_count(self) -> str | None:
        """The count that bare numbers are read as: the first that is not optional."""
        return next(
            (c.id for c in self.counts.values() if not c.optional), next(iter(self.counts), None)
        )
