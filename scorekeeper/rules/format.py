"""The description of the ruleset format: its words, and the words of each table.

A table of the format is read into a value, its record. The word for each field is declared next to
the record:

    class Carry(Record):
        start: int
        next: Formula

    CARRY = declare(
        Carry,
        start=Word("whole", "what it begins at", default=0),
        next=Word("side formula", "what it is after a deal", required=True),
    )

A word is described only here: the reader (`toml_table.py`), the JSON schema (`schema.py`) and the
tables of the reference pages (`tests/format_reference.py`) are derived from it.
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
    """A word of the ruleset format. `kind` is the type of its value; `meaning` is a sentence of
    Markdown for the reference page and, without its links, for editors. `name` is the word in a
    file, if it is not the field's name. `default` is its value if a file leaves it out, `required`
    that a file must have it; `least` and `most` are the bounds of a number. `choices` are its
    possible values, each with its meaning; `of` is the table within, or the word for each of the
    game's own names. `saying` is the kind of words that a phrase adds to the game, None if these
    need not be in every language of the game. `named` says when the NAME itself replaces them: if
    the file has none, or in English if the file has none in English."""

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
        """Return the meaning of this word and of each of its values; the seats need no
        explanation."""
        choices = {} if self.kind == "seat" else self.choices
        return "; ".join([self.meaning, *(f"`{one}`: {means}" for one, means in choices.items())])

    @property
    def first_choice(self) -> str:
        """Return the first of the word's values."""
        return next(iter(self.choices))

    def called(self, name: str) -> "Word":
        """Return the same word under another name."""
        return Word(**{**vars(self), "name": name})


SOURCE = Word("source", "where it is written", name="source")


Made = TypeVar("Made")


class FormatTable(Generic[Made]):
    """A table of the format: its record, and the words for each field: one, or several if the value
    is composed of them."""

    def __init__(self, record: Callable[..., Made], fields: Mapping[str, tuple[Word, ...]]) -> None:
        self.record = record
        self.fields = fields

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Return every word of the table."""
        return tuple(word for words in self.fields.values() for word in words)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the table's words."""
        return tuple(word.name for word in self.words)


def declare(record: Callable[..., Made], **words: Word | tuple[Word, ...]) -> FormatTable[Made]:
    """Return a table by the fields of its record (or of a `dict`). A word without a name gets the
    name of its field."""
    fields = {}
    for field, said in words.items():
        fields[field] = (said,) if isinstance(said, Word) else said
        for word in fields[field]:
            word.name = word.name or field
    return FormatTable(record, fields)
