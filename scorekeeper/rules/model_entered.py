"""The data entered for a deal, as frozen values: contracts, counts, other facts, the auction;
and the options of a table. The words of the ruleset format for their fields (`format.py`) are
here too."""

from collections.abc import Mapping

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.rules.format import SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model_play import STOPS, Stops
from scorekeeper.text.translation import Phrase

PAIRS, WORDS, PLAYERS = "pairs", "words", "players"
CARDS = ("card", "cards")  # the kinds that name cards
LISTS = (WORDS, PLAYERS)  # the kinds of which several are said, or none
OF_PLAYERS = ("player", PLAYERS)  # the kinds that name players
MOST_WORDS = 12  # of a list of which several may be said: every choice of them is tried
# What may be entered, and what that is.
FACT_KINDS = {
    "player": "one of the players",
    PLAYERS: "several of the players, or none: `me in NAME` asks for whom it is said",
    "number": "a number, whole unless its `step` is a part of one",
    "word": "one of the `values`",
    WORDS: "several of the `values`, or none",
    "rank": "a rank of the pack",
    "suit": "a suit of the pack",
    "card": "a card",
    "cards": "several cards",
    "flag": "a word that is said or not",
    "auction": "the calls, from which other facts follow",
    PAIRS: "one side with another, [`ann×bob`](rulesets-sides.md#pairs)",
}
MOST_WORTH = 10_000  # points that a card is worth; what piles may hold is worked out sum by sum
# The words of a `name` field: what is shown, and what else is read.
NAMES = (
    Word(
        "phrase",
        "what it is called; left out, the NAME itself",
        name="name",
        saying="name",
        named="unsaid",
    ),
    Word("strings", "what else may be typed for it", name="aliases"),
)


class Contract(FrozenRecord):
    """A contract. `trump` is a suit id, `none`, or `open` if the deal decides. `ranks` is its own
    order of ranks, high to low, if it differs from the pack's. `play` has the laws in which it
    differs from the game, `dealing` its own steps of dealing. `scoring` describes its points in the
    rules' own words."""

    id: str
    name: Phrase
    trump: str
    ranks: tuple[str, ...]
    quota: Mapping[str, Formula]
    points: Mapping[str, Formula]
    scoring: Phrase
    group: str | None
    text: Phrase
    play: Mapping[str, str]
    stops: Stops | None
    dealing: tuple[Phrase, ...]
    source: Phrase


CONTRACT = declare(
    Contract,
    name=NAMES,
    trump=Word(
        "text",
        'a suit, `"none"`, or `"open"`: the deal decides, and the suit may be entered',
        default="none",
    ),
    ranks=Word("ranks", "the order of rank, high to low, where it is not the pack's"),
    quota=Word("by role", "a side's quota"),
    points=Word("by role", "a side's points"),
    scoring=Word(
        "phrase",
        "those points [in words](#words-formulas-in-words), where the formula's own are clumsy",
    ),
    group=Word("name", 'a name for several contracts together, for formulas: `group == "strange"`'),
    text=Word("phrase", "what is shown of it in the rules"),
    play=Word(
        "laws", "the [laws of play](rulesets-play.md#play) in which it differs from the game"
    ),
    stops=Word("table", "suits that are [laid out](rulesets-play.md#stops)", of=STOPS),
    dealing=Word("phrases", "its own steps of [dealing](rulesets-play.md#dealing)", saying="step"),
    source=SOURCE,
)


class Count(FrozenRecord):
    """A number for each side: tricks, card points, cards left. `one` is the name of a single unit.
    `values` are those of cards. With `by_player` partners are counted separately. A count of tricks
    is checked against the cards of the piles."""

    id: str
    name: Phrase
    one: Phrase
    total: Formula | None
    least: Formula | None
    most: Formula | None
    step: int
    values: Mapping[str, int]
    trump_values: Mapping[str, int]
    piles: str | None
    counts_tricks: bool
    by_player: bool
    when: Formula | None
    optional: bool
    source: Phrase

    @property
    def of_one(self) -> bool:
        """Return True if one side has it and the others nothing, because its total is 1: a name is
        then enough to enter it."""
        is_one = self.total is not None and self.total.constant == 1
        return is_one and self.step == 1 and self.least is None


COUNT = declare(
    Count,
    name=NAMES,
    one=Word(
        "phrase",
        'what one of them is called: "trick" where the count is called "tricks"',
        saying="name",
    ),
    total=Word(
        "formula",
        "what all the numbers add up to; then the last one need not be typed, and of a total of 1 "
        "the name of who has it says all",
    ),
    least=Word("formula", "the least number of one side, usually 0", name="min"),
    most=Word("formula", "the greatest number of one side, usually the `total`", name="max"),
    step=Word("step", "what every number is a multiple of", default=1),
    values=Word("numbers", "what each rank counts", name="cards", most=MOST_WORTH),
    trump_values=Word(
        "numbers",
        "what each rank of trumps counts, where that differs",
        name="trump_cards",
        most=MOST_WORTH,
    ),
    piles=Word(
        "name",
        "the count of tricks whose piles hold these cards: points that no such pile can hold "
        "are refused",
    ),
    counts_tricks=Word(
        "flag",
        "`true` where it counts tricks, whose cards can be counted instead; so does one that is "
        "called `tricks`",
        name="tricks",
    ),
    by_player=Word(
        "either",
        "whose number it is",
        name="per",
        choices={"side": "partners have one together", "player": "partners are counted apart"},
    ),
    when=Word("formula", "the test that says whether a deal has this count at all"),
    optional=Word("flag", "`true` where it may be left out"),
    source=SOURCE,
)


class Fact(FrozenRecord):
    """Another value that is entered; `kind` is one of FACT_KINDS. For cards, `size` is their
    number; `each` means one for each side in order; `suits` is the number of suits that each must
    have; `apart` are facts that must not contain them; `beaten` cards each lost a trick to a card
    of their rank or higher, and such tricks must exist. `alone` is a whole deal, with only the
    facts `beside` it. `because` is the reason, in words, why the `default` applies. For a player,
    `who` describes the player in words. A `later` fact may be left out until it is known; its deal
    is incomplete until then."""

    id: str
    kind: str
    name: Phrase
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
    because: Phrase
    optional: bool
    alone: bool
    beside: tuple[str, ...]
    gives: tuple[str, ...]
    ask: Phrase
    who: Phrase
    source: Phrase
    later: bool = False


FACT = declare(
    Fact,
    kind=Word("choice", "what is entered", default="number", choices=FACT_KINDS),
    name=NAMES,
    values=(
        Word("strings", "the words that it may be", name="values"),
        Word(
            "names",
            "words that stand for a value, with several spellings, also beside numbers",
            name="words",
            of=Word("phrase", saying="word"),
        ),
    ),
    least=Word("whole", "the least number; of words or players, how many must be said", name="min"),
    most=Word(
        "whole",
        "the greatest number; of a pair, usually 1; of words or players, how many may be said",
        name="max",
    ),
    step=Word("step", "by what the numbers rise, from the least on", default=1),
    size=Word("whole", "for cards: how many", least=1),
    each=Word("flag", "for cards: one a player, in their order"),
    suits=Word("whole", "for cards: how many suits each must bear", least=1),
    apart=Word("strings", "for cards: in which other facts they cannot be"),
    beaten=Word(
        "flag",
        "for cards: each lost a trick to a card of its rank or higher, and the winner of "
        "every trick chooses one",
    ),
    when=Word("formula", "the test that says whether a deal has it"),
    default=Word(
        "formula", "what it is when nobody says, once all that the formula names is known"
    ),
    because=Word(
        "phrase",
        "why it is then its `default`, in words, with `{facts}` put in: `explain` says so of "
        "the trump suit",
    ),
    optional=Word("flag", "it may be left out"),
    alone=Word("flag", "said, it is all there is to say of the deal"),
    beside=Word(
        "strings", "for one that stands `alone`: the facts that may be said with it all the same"
    ),
    gives=Word(
        "strings", "for an auction: the facts that follow from it, see [`[auction]`](#auction)"
    ),
    ask=Word("phrase", "the question that the live table puts", saying="ask"),
    who=Word("phrase", 'of a player: which one that is, "the highest bidder"'),
    source=SOURCE,
    later=Word(
        "flag",
        "it may be said later: until then the deal "
        "[waits for it](rulesets-course.md#a-deal-that-waits), and what it scores is open",
    ),
)


class Auction(FrozenRecord):
    """The rules of calls, which begin at the dealer's left. Each player calls once: numbers from
    `least` by `step`, then words. If there are words to `take` with, there are two rounds: in the
    first the turned card (the fact `turned`) is taken or passed, in the second another suit is
    named or passed."""

    least: int
    most: int
    step: int
    above: tuple[str, ...]
    passing: Phrase
    take: Phrase | None
    turned: str
    source: Phrase


AUCTION = declare(
    Auction,
    least=Word("whole", "the least number called", name="min", default=1),
    most=Word("whole", "the greatest number; left out, there is only one", name="max"),
    step=Word("whole", "by what the numbers rise", default=1, least=1),
    above=Word("strings", "the calls above every number, in their order"),
    passing=Word("phrase", "the words for passing", name="pass", default="pass", saying="word"),
    take=Word(
        "phrase",
        "the words for "
        "[taking the turned card](rulesets-play.md#the-words-of-an-auction-over-a-card)",
        saying="word",
    ),
    turned=Word("text", "the fact that says which card was turned"),
    source=SOURCE,
)


MOST_CHOSEN = 1_000_000_000  # the greatest number that a formula works with


class TableOption(FrozenRecord):
    """An option that a table chooses before it starts: `kind` is flag, number or word. `play` has
    the laws that it changes, `says` its words in the steps of dealing and the description of melds.
    `name` and `words` are the labels of the option and its values for typing."""

    id: str
    kind: str
    default: bool | int | str
    values: tuple[str, ...]
    least: int | None
    most: int | None
    text: Phrase
    name: Phrase
    words: Mapping[str, Phrase]
    says: Mapping[str, Phrase]
    players: Mapping[str, tuple[int, ...]]
    play: Mapping[str, str]
    source: Phrase

    def key_of(self, value: object) -> str:
        """Return the key of a value in tables by value: `yes` or `no` for a flag."""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the minimum and maximum number that the option may be."""
        return self.least or 0, MOST_CHOSEN if self.most is None else min(self.most, MOST_CHOSEN)

    def each(self) -> tuple[bool | int | str, ...]:
        """Return the values to try: both of a flag, every word, the usual number."""
        return (False, True) if self.kind == "flag" else self.values or (self.default,)


OPTION = declare(
    TableOption,
    default=Word(
        "value",
        "what holds where nothing is agreed; it makes the kind: `true` or `false`, a number, "
        "or one of the `values`",
        required=True,
    ),
    values=Word("strings", "the words that it may be"),
    least=Word("whole", "the least number", name="min"),
    most=Word("whole", "the greatest number", name="max"),
    text=Word("phrase", "what it is"),
    name=Word(
        "phrase",
        "what is typed for it in other languages; in English that is its NAME",
        saying="name",
    ),
    words=Word("names", "what is typed for its values", of=Word("phrase", saying="word")),
    says=Word(
        "names",
        "by its value, `yes` and `no` for a flag: its words in the "
        "[steps of dealing](rulesets-play.md#dealing) and the reading of melds",
        of=Word("phrase", saying="word"),
    ),
    players=Word(
        "names",
        "by its value, `yes` and `no` for a flag: how many may play where it is so, of those that "
        "the page is for; of the other values all",
        of=Word("wholes", least=1),
    ),
    play=Word("laws", "the [laws of play](rulesets-play.md#play) that it changes"),
    source=SOURCE,
)
