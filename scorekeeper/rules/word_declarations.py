"""The declaration language of the ruleset format: the words of each table, and what they may be.

A table of the format is read into a frozen value, whose fields declare the words of the table:

    @ruleset_table
    class Carry:
        start: int = word("whole", "what it begins at", default=0)
        next: Formula = word("side formula", "what it is after a deal", required=True)

A word is declared only there: the reader (`toml_table.py`), the JSON schema (`schema.py`) and the
tables of the reference pages (`tests/format_reference.py`) follow from that. A field with an
unusual value has its own reader function, `read`. The value of a field without a word is set by
the reader of the table; `id` is the table's NAME.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeVar, dataclass_transform

# The kinds of a word's value. `toml_table.py` has the reader of each kind, `schema.py` the schema
# for editors.
Kind = Literal[
    "text",  # words in quotes
    "name",  # the name of another part of the file, or None
    "ranks",  # ranks or cards with spaces between them
    "choice",  # one of `choices`
    "either",  # one of two `choices`; the field is True for the second
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
    "settled",  # a whole number, or a formula evaluated before the first deal
    "settled choice",  # one of `choices`, or such a formula that gives one of them in quotes
    "condition",  # a formula that may use unknown names
    "by role",  # a formula of every side, or one for each role
    "stint",  # `passes left` or `stints of N`; the field is the number of deals in a row
    "turns",  # names of contracts, or lists of them
    "steps",  # steps of dealing
    "laws",  # laws of play
    "pack",  # a pack of cards or its name
    "version",  # of the format
    "table",  # a table with the words that `of` declares
    "tables",  # such tables under names of the game's own
    "rows",  # a list of such tables
    "names",  # values of the word `of`, under the game's own names
]
# The kinds of texts that a phrase adds to a game.
Saying = Literal["name", "word", "text", "ask", "message", "hint", "ruling", "step"]
# The condition under which the NAME of a table is the text of a phrase.
Named = Literal["", "as it is", "unsaid", "in English"]
# The seats, with their meanings.
SEATS = {
    "dealer": "who deals, or begins where there are no cards",
    "dealer's left": "the player at the dealer's left",
    "dealer's right": "the player at the dealer's right",
    "declarer": "who declares",
}

NONE: Mapping[str, str] = {}
EVERY_SIDE = "*"  # instead of a role, in the formulas by role
# Names in formulas: the side itself; before a dot, the side on its left; in formulas of two sides,
# the other side.
ME, LEFT, OTHER = "me", "left", "other"
FORMAT = 1  # of the ruleset files that are read

_ACROSS_THE_DEALER = {
    "dealer's left": "dealer's right", "dealer's right": "dealer's left",
    "left": "right", "right": "left",
}  # fmt: skip


def said_seat(who: str | None, to_the_right: bool) -> str | None:
    """Return a seat with left and right exchanged if play goes to the right, to convert the
    ruleset's seat to the order of play, or back."""
    return _ACROSS_THE_DEALER.get(who or "", who) if to_the_right else who


Made = TypeVar("Made")


class Word(NamedTuple):
    """A word of the ruleset format: a key that a table may have.

    `kind` is the type of its value. `meaning` is a Markdown sentence for the reference page and
    for editors. `name` is the key, by default the field's name. `default` is the value of a
    missing key; a `required` key must be there. `least` and `most` are the bounds of a number.
    `choices` has the possible values with their meanings. `of` is the class of an inner table,
    or the word for values under the game's own names.

    `saying` is the kind of text that a phrase adds to the game; None if the text need not be in
    every language. `named` says when the table's NAME replaces a missing text: unchanged, with
    spaces, or in English only."""

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
        """Return the meanings of the word and its values, except values of seats and ways."""
        choices = {} if self.kind in ("seat", "way") else self.choices
        return "; ".join([self.meaning, *(f"`{one}`: {means}" for one, means in choices.items())])

    @property
    def first_choice(self) -> str:
        """Return the first of the word's values."""
        return next(iter(self.choices))

    def called(self, name: str) -> "Word":
        """Return the same word under another name."""
        return self._replace(name=name)


# A field's own reader function; its argument is the table (`TomlTable`).
Reading = Callable[[Any], Any]


class FormatField(NamedTuple):
    """A field of a table's class, read from `words`: usually one, or several, or none. `read` is
    the field's own reader, or None. `part` is the class of a field whose words are in the same
    table. Several words without `read` give a mapping of those in the table."""

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
    """Return a dataclass field that declares a word of the format (`Word`). By default the word
    has the field's name."""
    one = Word(
        kind, meaning, name=name, default=default, required=required, least=least, most=most,
        choices=choices, of=of, saying=saying, named=named,
    )  # fmt: skip
    return declared(one, read=read)


def declared(*some: Word, read: Reading | None = None) -> Any:
    """Return a dataclass field whose value is read from several words, or from none if other words
    determine the value."""
    return field(metadata={FIELD: FormatField("", some, read, None)})


def part(of: type) -> Any:
    """Return a dataclass field that is an instance of the class `of`, read from the same table."""
    return field(metadata={FIELD: FormatField("", (), None, of)})


SOURCE = Word("source", "where it is written", name="source")


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(word, declared, part, field)
)
def ruleset_table(declaring: type[Made]) -> type[Made]:
    """Make a class a frozen dataclass whose fields declare the words of a table.

    All these classes share `__eq__`, `__hash__` and `__repr__`: every command makes thirty of
    them, and generating the methods for each would take twice as long."""
    made = dataclass(frozen=True, kw_only=True, eq=False, repr=False)(declaring)
    for name in ("__eq__", "__hash__", "__repr__"):
        setattr(made, name, vars(_Shared)[name])
    return made


class _Shared:
    """The shared comparison and `repr` of all classes of the format, by their fields."""

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


_FIELDS: dict[type, tuple[FormatField, ...]] = {}  # every table that is read needs them


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
