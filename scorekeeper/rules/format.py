"""The description of the ruleset format: what a word is, and which words a table has.

A table of the format is read into a value, its record; beside the record stands which word says
each of its fields:

    class Carry(Record):
        start: int
        next: Formula

    CARRY = declare(
        Carry,
        start=Word("whole", "what it begins at", default=0),
        next=Word("side formula", "what it is after a deal", required=True),
    )

This is the one place that describes a word: the reader (`toml_table.py`), the JSON schema
(`schema.py`) and the tables of the reference pages (`tests/format_reference.py`) follow from it.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

# What a word's value may be: how each is read stands in `toml_table.py`, how it is written down
# for editors in `schema.py`.
Kind = Literal[
    "text",  # words in quotes
    "name",  # the name of another part of the file; None where nothing is said
    "ranks",  # ranks or cards with spaces between them
    "choice",  # one of `choices`
    "either",  # one of two `choices`; the field is whether it is the second
    "seat",  # one of `choices`, or `fact NAME`
    "flag",  # true or false
    "whole",  # a whole number
    "step",  # a whole number, 1 or more, or a part of one, `1/2` or `1/4`
    "wholes",  # a whole number or a list of them
    "value",  # true or false, a whole number, or words in quotes
    "strings",  # words in quotes or a list of them
    "numbers",  # a table of whole numbers
    "results",  # a list of numbers
    "texts",  # a list of words in quotes
    "phrase",  # words in one language, or by language
    "phrases",  # sentences in one language, or equally many by language
    "source",  # where a rule is written
    "formula",  # a formula of a deal
    "side formula",  # a formula of a player or side
    "pair formula",  # a formula of two sides
    "settled",  # a whole number, or a formula of what is settled before the first deal
    "settled choice",  # one of `choices`, or such a formula that gives one of them in quotes
    "condition",  # a formula that may name what the game has not
    "by role",  # a formula of every side, or one for each role
    "stint",  # `passes left` or `stints of N`; the field is how often each deals in a row
    "turns",  # names of contracts, or lists of them
    "steps",  # steps of dealing
    "laws",  # laws of play
    "pack",  # a pack of cards or its name
    "version",  # of the format
    "table",  # a table with the words that `of` declares
    "tables",  # such tables under names of the game's own
    "rows",  # such tables in a row
    "names",  # names of the game's own, each of which is what the word `of` says
]
# What kind of words a game says with a phrase.
Saying = Literal["name", "word", "text", "ask", "message", "hint", "ruling", "step"]
# Who may be meant without being named, and who that is.
SEATS = {
    "dealer": "who deals, or begins where there are no cards",
    "dealer's left": "the player at the dealer's left",
    "dealer's right": "the player at the dealer's right",
    "declarer": "who declares",
}

NONE: Mapping[str, str] = {}


class Word:
    """A word of the format: of what `kind` its value is, and what it says, in a sentence of
    Markdown for the reference page and, without its links, for editors.

    `name` is the word as it stands in a file, where the field has another name. `default` is its
    value where a file is silent, `required` that a file may not be; `least` and `most` are the
    bounds of a number. `choices` are the words it may be, each with what it means; `of` is the
    table within, or the word that each name of the game's own is.

    Of a phrase, `saying` is which kind of words the game says with it; None where they need not be
    in every language of the game. `named` says when the thing's own NAME stands for them: where
    the file says nothing, or in English wherever it says nothing in English.
    """

    def __init__(
        self, kind: Kind, meaning: str = "", *, name: str = "", default: Any = None,
        required: bool = False, least: int | None = None, most: int | None = None,
        choices: Mapping[str, str] = NONE, of: Any = None, saying: Saying | None = "text",
        named: Literal["", "unsaid", "in English"] = "",
    ) -> None:  # fmt: skip
        self.kind, self.meaning, self.name = kind, meaning, name
        self.default, self.required = default, required
        self.least, self.most, self.choices = least, most, choices
        self.of, self.saying, self.named = of, saying, named

    @property
    def told(self) -> str:
        """What it says, and what each of the words that it may be means; whose seat a seat is, says
        itself."""
        choices = {} if self.kind == "seat" else self.choices
        return "; ".join([self.meaning, *(f"`{one}`: {means}" for one, means in choices.items())])

    @property
    def first_choice(self) -> str:
        """The first of the words that it may be."""
        return next(iter(self.choices))

    def called(self, name: str) -> "Word":
        """The same word under another name."""
        return Word(**{**vars(self), "name": name})


SOURCE = Word("source", "where it is written", name="source")


Made = TypeVar("Made")


class FormatTable(Generic[Made]):
    """A table of the format: its record, and the words that say each field of it: one, or several
    where the value is put together from them."""

    def __init__(self, record: Callable[..., Made], fields: Mapping[str, tuple[Word, ...]]) -> None:
        self.record = record
        self.fields = fields

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word of the table."""
        return tuple(word for words in self.fields.values() for word in words)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(word.name for word in self.words)


def declare(record: Callable[..., Made], **words: Word | tuple[Word, ...]) -> FormatTable[Made]:
    """A table by the fields of its record, or of a `dict` where there is none; a word is called
    what its field is called, where it has no name of its own."""
    fields = {}
    for field, said in words.items():
        fields[field] = (said,) if isinstance(said, Word) else said
        for word in fields[field]:
            word.name = word.name or field
    return FormatTable(record, fields)
