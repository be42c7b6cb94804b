"""The declaration language of the ruleset format: the words of each table, and what they may be.

A table of the format is read into a frozen value, whose fields declare the words of the table:

    @ruleset_table
    class Carry:
        start: int = word("whole", "what it begins at", default=0)
        next: Formula = word("side formula", "what it is after a deal", required=True)

A word is declared only there: the reader (`toml_table.py`), the JSON schema (`schema.py`) and the
tables of the reference pages (`tests/format_reference.py`) follow from that. A field whose value is
no plain one has its own function: `read`. A field without a word is given by whoever reads the
table; `id` is the table's own NAME.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeVar, dataclass_transform

# What a word's value may be: how each is read stands in `toml_table.py`, how it is written down
# for editors in `schema.py`.
Kind = Literal[
    "text",  # words in quotes
    "name",  # the name of another part of the file; None where nothing is said
    "ranks",  # ranks or cards with spaces between them
    "choice",  # one of `choices`
    "either",  # one of two `choices`; the field is whether it is the second
    "seat",  # one of the seats in `choices`, or `fact NAME`
    "way",  # one of `choices`, or `fact NAME`
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
# When the NAME of a table is what a phrase says.
Named = Literal["", "as it is", "unsaid", "in English"]
# Who may be meant without being named, and who that is.
SEATS = {
    "dealer": "who deals, or begins where there are no cards",
    "dealer's left": "the player at the dealer's left",
    "dealer's right": "the player at the dealer's right",
    "declarer": "who declares",
}

NONE: Mapping[str, str] = {}
EVERY_SIDE = "*"  # instead of a role, in the formulas by role
# What formulas of a side call the side itself, and, before a dot, the side on its left; and, in
# formulas of two sides, the other of them.
ME, LEFT, OTHER = "me", "left", "other"
FORMAT = 1  # of the ruleset files that are read

_ACROSS_THE_DEALER = {
    "dealer's left": "dealer's right", "dealer's right": "dealer's left",
    "left": "right", "right": "left",
}  # fmt: skip


def said_seat(who: str | None, to_the_right: bool) -> str | None:
    """Convert a seat between the ruleset's wording and the order of play, in either direction. They
    differ if play goes to the right: the next player then sits at the right."""
    return _ACROSS_THE_DEALER.get(who or "", who) if to_the_right else who


Made = TypeVar("Made")


class Word(NamedTuple):
    """A word of the ruleset format. `kind` is the type of its value; `meaning` is a sentence of
    Markdown for the reference page and, without its links, for editors. `name` is the word in a
    file, if it is not the field's name. `default` is its value if a file leaves it out, `required`
    that a file must have it; `least` and `most` are the bounds of a number. `choices` are its
    possible values, each with its meaning; `of` is the table within, or the word for each of the
    game's own names. `saying` is the kind of words that a phrase adds to the game, None if these
    need not be in every language of the game. `named` says when the NAME itself replaces them: if
    the file has none (as it is, or with spaces), or in English if the file has none in English."""

    kind: Kind
    meaning: str = ""
    name: str = ""
    default: Any = None
    required: bool = False
    least: int | None = None
    most: int | None = None
    choices: Mapping[str, str] = NONE
    of: Any = None
    saying: Saying | None = "text"
    named: Named = ""

    @property
    def told(self) -> str:
        """Return the meaning of this word and of each of its values; the seats need no
        explanation."""
        choices = {} if self.kind in ("seat", "way") else self.choices
        return "; ".join([self.meaning, *(f"`{one}`: {means}" for one, means in choices.items())])

    @property
    def first_choice(self) -> str:
        """Return the first of the word's values."""
        return next(iter(self.choices))

    def called(self, name: str) -> "Word":
        """Return the same word under another name."""
        return self._replace(name=name)


# How a field is read that has a function of its own; its argument is the table (`TomlTable`).
Reading = Callable[[Any], Any]


class FormatField(NamedTuple):
    """A field of a table: its name, its words (one, several if its value is composed of them, or
    none), the function that reads it, if it has one of its own, and its class, if it holds words
    of the same table. Several words without a function are those that a table says, by name."""

    name: str
    words: tuple[Word, ...]
    read: Reading | None
    part: type | None


FIELD = "field"  # the key of a field's declaration in its metadata


def word(
    kind: Kind, meaning: str = "", *, name: str = "", default: Any = None, required: bool = False,
    least: int | None = None, most: int | None = None, choices: Mapping[str, str] = NONE,
    of: Any = None, saying: Saying | None = "text",
    named: Named = "", read: Reading | None = None,
) -> Any:  # fmt: skip
    """Return a field with a word of the format (`Word`). A word without a name gets the name of the
    field."""
    one = Word(
        kind, meaning, name=name, default=default, required=required, least=least, most=most,
        choices=choices, of=of, saying=saying, named=named,
    )  # fmt: skip
    return declared(one, read=read)


def declared(*some: Word, read: Reading | None = None) -> Any:
    """Return a field whose value is composed of several words; or of none: then it follows from
    other words of the table."""
    return field(metadata={FIELD: FormatField("", some, read, None)})


def part(of: type) -> Any:
    """Return a field whose words are in the same table: those of its own class."""
    return field(metadata={FIELD: FormatField("", (), None, of)})


SOURCE = Word("source", "where it is written", name="source")


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(word, declared, part, field)
)
def ruleset_table(declaring: type[Made]) -> type[Made]:
    """Make a class a frozen dataclass whose fields are the words of a table of the format.

    All these classes share how they are compared and shown: every command makes thirty of them, and
    with functions of their own each would take twice as long to make."""
    made = dataclass(frozen=True, kw_only=True, eq=False, repr=False)(declaring)
    for name in ("__eq__", "__hash__", "__repr__"):
        setattr(made, name, vars(_Shared)[name])
    return made


class _Shared:
    """The comparison of all values of the format, by their fields."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        names = (one.name for one in fields_of(type(self)))
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({said})"


def _values(value: object) -> tuple[object, ...]:
    """Return the values of all fields."""
    return tuple(getattr(value, one.name) for one in fields_of(type(value)))


_FIELDS: dict[type, tuple[FormatField, ...]] = {}  # asked for by every table that is read


def fields_of(table: type) -> tuple[FormatField, ...]:
    """Return the fields of a table, each with its words, in the order of their declaration."""
    if table not in _FIELDS:
        of_table = (_field(one.name, one.metadata.get(FIELD)) for one in fields(table))
        _FIELDS[table] = tuple(of_table)
    return _FIELDS[table]


def _field(name: str, said: FormatField | None) -> FormatField:
    if said is None:
        return FormatField(name, (), None, None)
    named = tuple(one if one.name else one.called(name) for one in said.words)
    return said._replace(name=name, words=named)


def words_of(table: type) -> tuple[Word, ...]:
    """Return every word of a table, in the order of their declaration."""
    return tuple(
        one
        for said in fields_of(table)
        for one in (words_of(said.part) if said.part else said.words)
    )
