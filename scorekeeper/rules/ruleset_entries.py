"""The named parts of a ruleset: contracts with their laws of play, counts, facts, the auction,
options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.rules.formula import Formula
from scorekeeper.rules.toml_table import TomlTable, read_table, read_word
from scorekeeper.rules.word_declarations import SOURCE, Word, declared, ruleset_table, word
from scorekeeper.text.message import say
from scorekeeper.text.translation import Phrase, own_words

# --- Laws of play and layouts ------------------------------------------------------------------

CLOSED, THROW = "closed", "throw"  # laws that name suits and cards
# The laws of play. The first choice of each is its default; a law that names suits or cards names
# none by default.
LAW_WORDS = (
    Word(
        "choice",
        "whether the suit led must be followed",
        name="follow",
        choices={
            "must": "who has a card of it plays one",
            "trumps only": "only when a trump is led",
            "free": "any card may be played",
        },
    ),
    Word(
        "choice",
        "what may be played without it",
        name="void",
        choices={"free": "any card", "must trump": "a trump, by whoever has one"},
    ),
    Word(
        "choice",
        "whether a card must beat those before it if it can",
        name="head",
        choices={
            "never": "it need not",
            "suit led": "where the suit led is followed",
            "trumps led": "where trumps were led",
            "always": "whatever may be played, what would win the trick must be",
        },
    ),
    Word(
        "choice",
        "whether a lower trump may be played on a trump",
        name="undertrump",
        choices={"free": "it may", "partner's only": "only where the partner's wins so far"},
    ),
    Word(
        "choice",
        "which card wins a trick",
        name="wins",
        choices={
            "suit led": "the highest trump, else the highest card of the suit led",
            "any suit": "the highest card of all",
        },
    ),
    Word(
        "choice",
        "which of two cards alike wins",
        name="ties",
        choices={"first played": "the earlier of them", "last played": "the later of them"},
    ),
    Word(
        "choice",
        "how trumps are made",
        name="trump",
        choices={
            "named": "they are known before play",
            "first card led": "they are the suit of the first card",
        },
    ),
    Word(
        "text",
        "the suits, with spaces, or `trumps`, that may not be led before a card of them was played "
        "to an earlier trick, unless the hand has nothing else",
        name=CLOSED,
    ),
    Word(
        "text",
        "the cards, ranks or suits, with spaces, or `trumps`, of which who cannot follow must "
        "throw one",
        name=THROW,
    ),
)
LAWS: Mapping[str, tuple[str, ...]] = {law.name: tuple(law.choices) or ("",) for law in LAW_WORDS}


DIRECTIONS = {
    "up": "from the start to the highest",
    "down": "from the start to the lowest",
    "both": "either way, by whoever has the next card",
}


@ruleset_table
class Stops:
    """A layout: each suit begins with the rank `start` and grows in `direction` (up, down or
    both), round the corner if `ring` is true. `fact NAME` is a value of the deal. `count`
    counts the cards that each player has left."""

    start: str = word("text", "the rank that each suit begins with, or `fact NAME`", required=True)
    direction: str = word("way", "how it grows", default="up", choices=DIRECTIONS)
    ring: bool = word("flag", "whether the ranks go on round the corner")
    count: str = word(
        "text", "the count of the cards left in each hand, which a recorded deal gives"
    )


# --- Names -------------------------------------------------------------------------------------

PAIRS, WORDS, PLAYERS = "pairs", "words", "players"
CARDS = ("card", "cards")  # the kinds that name cards
LISTS = (WORDS, PLAYERS)  # the kinds with several values, or none
OF_PLAYERS = ("player", PLAYERS)  # the kinds that name players
MOST_WORDS = 12  # in a fact with several words: every combination is tried
# The kinds of facts, with their meanings.
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
    PAIRS: "one side with another, `ann×bob`",
}
MOST_WORTH = 10_000  # points of a card; the possible points of piles are computed sum by sum
# The words of a `name` field: the label, and further accepted spellings.
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


def title(table: TomlTable) -> Phrase:
    """Read the label of a part: `name` is shown, `aliases` are further accepted spellings."""
    name, aliases = (read_word(table, one) for one in NAMES)
    return Phrase(name.by_language, aliases)


def _values(table: TomlTable) -> dict[str, Phrase]:
    """Read the values that a fact may have, from `values` and `words`, with their spellings."""
    inner = table.table("words")
    return _plain(table.strings("values")) | {name: inner.phrase(name) for name in inner.raw}


def _plain(values: Iterable[str]) -> dict[str, Phrase]:
    return {value: Phrase({"en": (value,)}) for value in values}


@ruleset_table
class Contract:
    """A contract. `trump` is a suit id, `none`, or `open` if the deal decides. `ranks` is its
    order of ranks, high to low, if not the pack's. `play` has the laws that differ from the
    game's, `dealing` its own steps of dealing. `scoring` describes its points in the rules' own
    words."""

    id: str
    name: Phrase = declared(*NAMES, read=title)
    trump: str = word(
        "text",
        'a suit, `"none"`, or `"open"`: the deal decides, and the suit may be entered',
        default="none",
    )
    ranks: tuple[str, ...] = word(
        "ranks", "the order of rank, high to low, where it is not the pack's"
    )
    quota: Mapping[str, Formula] = word("by role", "a side's quota")
    points: Mapping[str, Formula] = word("by role", "a side's points")
    scoring: Phrase = word("phrase", "those points in words, where the formula's own are clumsy")
    group: str | None = word(
        "name", 'a name for several contracts together, for formulas: `group == "strange"`'
    )
    text: Phrase = word("phrase", "what is shown of it in the rules")
    play: Mapping[str, str] = word(
        "laws", "the laws of play in which it differs from the game", of=LAW_WORDS
    )
    stops: Stops | None = word("table", "suits that are laid out", of=Stops)
    dealing: tuple[Phrase, ...] = word("phrases", "its own steps of dealing", saying="step")
    source: Phrase = declared(SOURCE)


@ruleset_table
class Count:
    """A number for each side: tricks, card points, cards left. `one` is the label of a single
    unit. `values` are the card points of ranks. `by_player` counts partners separately. `piles`
    is the count of tricks that limits card points."""

    id: str
    name: Phrase = declared(*NAMES, read=title)
    one: Phrase = word(
        "phrase",
        'what one of them is called: "trick" where the count is called "tricks"',
        saying="name",
    )
    total: Formula | None = word(
        "formula",
        "what all the numbers add up to; then the last one need not be typed, and of a total of 1 "
        "the name of who has it says all",
    )
    least: Formula | None = word("formula", "the least number of one side, usually 0", name="min")
    most: Formula | None = word(
        "formula", "the greatest number of one side, usually the `total`", name="max"
    )
    step: int = word("step", "what every number is a multiple of", default=1)
    values: Mapping[str, int] = word(
        "numbers", "what each rank counts", name="cards", most=MOST_WORTH
    )
    trump_values: Mapping[str, int] = word(
        "numbers",
        "what each rank of trumps counts, where that differs",
        name="trump_cards",
        most=MOST_WORTH,
    )
    piles: str | None = word(
        "name",
        "the count of tricks whose piles hold these cards: points that no such pile can hold "
        "are refused",
    )
    counts_tricks: bool = word(
        "flag",
        "`true` where it counts tricks, whose cards can be counted instead; so does one that is "
        "called `tricks`",
        name="tricks",
    )
    by_player: bool = word(
        "either",
        "whose number it is",
        name="per",
        choices={"side": "partners have one together", "player": "partners are counted apart"},
    )
    when: Formula | None = word(
        "formula", "the test that says whether a deal has this count at all"
    )
    optional: bool = word("flag", "`true` where it may be left out")
    source: Phrase = declared(SOURCE)

    @property
    def of_one(self) -> bool:
        """Return True if exactly one side has the count, because its total is 1: the side's name
        is then a full entry."""
        is_one = self.total is not None and self.total.constant == 1
        return is_one and self.step == 1 and self.least is None

    @classmethod
    def read_from(cls, table: TomlTable) -> Count:
        """Read a count. By default trumps have the values of other cards, and a count `tricks`
        counts tricks."""
        count = read_table(table, cls)
        return replace(
            count,
            trump_values=count.trump_values if table.has("trump_cards") else count.values,
            counts_tricks=count.counts_tricks if table.has("tricks") else count.id == "tricks",
        )


@ruleset_table
class Fact:
    """Another entered value; `kind` is one of FACT_KINDS.

    For cards, `size` is their number, `suits` the number of suits of each card; `each` means
    one card for each side, in order. The facts `apart` must not have the same cards. Each of
    the `beaten` cards lost a trick to a card of its rank or higher; such tricks must exist.

    A fact `alone` is a whole deal, with only the facts `beside`. `because` is the reason for
    the `default`, `who` describes a player, both in words. A `later` fact may be entered after
    its deal, which is incomplete until then."""

    id: str
    kind: str = word("choice", "what is entered", default="number", choices=FACT_KINDS)
    name: Phrase = declared(*NAMES, read=title)
    values: Mapping[str, Phrase] = declared(
        Word("strings", "the words that it may be", name="values"),
        Word(
            "names",
            "words that stand for a value, with several spellings, also beside numbers",
            name="words",
            of=Word("phrase", saying="word"),
        ),
        read=_values,
    )
    least: int | None = word(
        "whole", "the least number; of words or players, how many must be said", name="min"
    )
    most: int | None = word(
        "whole",
        "the greatest number; of a pair, usually 1; of words or players, how many may be said",
        name="max",
    )
    step: int = word("step", "by what the numbers rise, from the least on", default=1)
    size: int | None = word("whole", "for cards: how many", least=1)
    each: bool = word("flag", "for cards: one a player, in their order")
    suits: int | None = word("whole", "for cards: how many suits each must bear", least=1)
    apart: tuple[str, ...] = word("strings", "for cards: in which other facts they cannot be")
    beaten: bool = word(
        "flag",
        "for cards: each lost a trick to a card of its rank or higher, and the winner of "
        "every trick chooses one",
    )
    when: Formula | None = word("formula", "the test that says whether a deal has it")
    default: Formula | None = word(
        "formula", "what it is when nobody says, once all that the formula names is known"
    )
    because: Phrase = word(
        "phrase",
        "why it is then its `default`, in words, with `{facts}` put in: `explain` says so of "
        "the trump suit",
    )
    optional: bool = word("flag", "it may be left out")
    alone: bool = word("flag", "said, it is all there is to say of the deal")
    beside: tuple[str, ...] = word(
        "strings", "for one that stands `alone`: the facts that may be said with it all the same"
    )
    gives: tuple[str, ...] = word(
        "strings", "for an auction: the facts that follow from it, see [`[auction]`](#auction)"
    )
    ask: Phrase = word("phrase", "the question that the live table puts", saying="ask")
    who: Phrase = word("phrase", 'of a player: which one that is, "the highest bidder"')
    source: Phrase = declared(SOURCE)
    later: bool = word(
        "flag", "it may be said later: until then the deal waits for it, and what it scores is open"
    )

    @classmethod
    def read_from(cls, table: TomlTable) -> Fact:
        """Read a fact. A list without a minimum is optional; every pair has a number."""
        fact = read_table(table, cls)
        if fact.kind == WORDS:
            _note_words(table, fact)
        if fact.kind in LISTS:
            return replace(fact, optional=fact.optional or not fact.least)
        if fact.kind != PAIRS:
            return fact
        return replace(fact, each=True, optional=True, most=1 if fact.most is None else fact.most)


def _note_words(table: TomlTable, fact: Fact) -> None:
    """Note a problem if a fact has no words, too many, or impossible bounds."""
    if not fact.values:
        missing = say("`{key}` is missing", key="values")
        table.fault("values", missing, say('say `values = ["…", "…"]`'))
    elif len(fact.values) > MOST_WORDS:
        number, most = len(fact.values), MOST_WORDS
        message = say("{number} words are too many: at most {most}", number=number, most=most)
        table.fault("values", message)
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    if fact.values and not 0 <= least <= most <= len(fact.values):
        message = say(
            "of {number} words {least} to {most} cannot be said",
            number=len(fact.values),
            least=least,
            most=most,
        )
        table.fault("min" if table.has("min") else "max", message)


def _program_words(name: str) -> dict[str, list[str]]:
    """Return the program's own words for a name by language, as a ruleset file has them."""
    return {code: [*words] for code, words in own_words(name).by_language.items()}


# The fact `trump` of a file without one, if a contract leaves the trump suit open.
OPEN_TRUMP: Mapping[str, object] = {
    "kind": "suit",
    "optional": True,
    "name": _program_words("trump"),
    "ask": _program_words("which trump"),
}


def read_facts(top: TomlTable) -> dict[str, Fact]:
    """Read the facts of a file, and add the trump suit if a contract leaves it open."""
    facts = {name: Fact.read_from(table) for name, table in top.tables("fact").items()}
    contracts = top.raw.get("contract")
    said = contracts.values() if isinstance(contracts, Mapping) else ()
    is_open = any(isinstance(one, Mapping) and one.get("trump") == "open" for one in said)
    if "trump" not in facts and is_open:
        table = TomlTable(OPEN_TRUMP, "fact.trump", top.page, "trump")
        facts["trump"] = Fact.read_from(table)
    return facts


def _most_called(table: TomlTable) -> int:
    least = table.raw.get("min")
    is_whole = isinstance(least, int) and not isinstance(least, bool)
    return table.whole("max", int(least) if is_whole and least is not None else 1)


@ruleset_table
class Auction:
    """The rules of calls, which begin at the dealer's left. Each player calls once: numbers from
    `least` in steps of `step`, then words. With `take` there are two rounds: in the first the
    turned card (the fact `turned`) is taken or passed, in the second another suit is named or
    passed."""

    least: int = word("whole", "the least number called", name="min", default=1)
    most: int = word(
        "whole", "the greatest number; left out, there is only one", name="max", read=_most_called
    )
    step: int = word("whole", "by what the numbers rise", default=1, least=1)
    above: tuple[str, ...] = word("strings", "the calls above every number, in their order")
    passing: Phrase = word(
        "phrase", "the words for passing", name="pass", default="pass", saying="word"
    )
    take: Phrase | None = word(
        "phrase",
        "the words for taking the turned card",
        saying="word",
        read=lambda table: table.phrase("take") if table.has("take") else None,
    )
    turned: str = word("text", "the fact that says which card was turned")
    source: Phrase = declared(SOURCE)


MOST_CHOSEN = 1_000_000_000  # the greatest number that a formula works with


def _option_kind(table: TomlTable) -> str:
    default = table.raw.get("default")
    return "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "word"


@ruleset_table
class TableOption:
    """An option that the players choose before the first deal: `kind` is flag, number or word.
    `play` has the laws that it changes, `says` its words in steps of dealing and melds. `name`
    and `words` are the texts to type for the option and its values."""

    id: str
    kind: str = declared(read=_option_kind)
    default: bool | int | str = word(
        "value",
        "what holds where nothing is agreed; it makes the kind: `true` or `false`, a number, "
        "or one of the `values`",
        required=True,
    )
    values: tuple[str, ...] = word("strings", "the words that it may be")
    least: int | None = word("whole", "the least number", name="min")
    most: int | None = word("whole", "the greatest number", name="max")
    text: Phrase = word("phrase", "what it is")
    name: Phrase = word(
        "phrase",
        "what is typed for it in other languages; in English that is its NAME",
        saying="name",
        read=lambda table: table.phrase("name", table.name),
    )
    words: Mapping[str, Phrase] = word(
        "names", "what is typed for its values", of=Word("phrase", saying="word")
    )
    says: Mapping[str, Phrase] = word(
        "names",
        "by its value, `yes` and `no` for a flag: its words in the "
        "steps of dealing and the reading of melds",
        of=Word("phrase", saying="word"),
    )
    players: Mapping[str, tuple[int, ...]] = word(
        "names",
        "by its value, `yes` and `no` for a flag: how many may play where it is so, of those that "
        "the page is for; of the other values all",
        of=Word("wholes", least=1),
    )
    play: Mapping[str, str] = word("laws", "the laws of play that it changes", of=LAW_WORDS)
    source: Phrase = declared(SOURCE)

    def key_of(self, value: object) -> str:
        """Return the key for a value in tables by value: `yes` or `no` for a flag, else
        its text."""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the minimum and maximum of an option that is a number."""
        return self.least or 0, MOST_CHOSEN if self.most is None else min(self.most, MOST_CHOSEN)

    def each(self) -> tuple[bool | int | str, ...]:
        """Return the values to try: both of a flag, every word, the usual number."""
        return (False, True) if self.kind == "flag" else self.values or (self.default,)

    @classmethod
    def read_from(cls, table: TomlTable) -> TableOption:
        """Read an option, whose default must be one of its values."""
        option = read_table(table, cls)
        if option.kind == "word" and option.default not in option.values:
            message = say(
                "the default of option `{option}` must be true, false, a number or one of its "
                "`values`",
                option=option.id,
            )
            table.fault("default", message)
        least, most = option.bounds
        if option.kind == "number" and not least <= int(option.default) <= most:
            message = say(
                "the default of option `{option}` is {number}, and it may be {least} to {most}",
                option=option.id, number=option.default, least=least, most=most,
            )  # fmt: skip
            table.fault("default", message, say("change `default`, `min` or `max`"))
        return replace(option, words=_plain(option.values) | dict(option.words))
