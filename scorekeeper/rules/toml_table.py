"""The reader of a TOML table: plain values, words, formulas, and keys that were not read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Any, Literal, overload

from scorekeeper.base.exact_numbers import STEPS, exact
from scorekeeper.base.toml_reader import toml_value
from scorekeeper.rules.formula import GREATEST, Formula, FormulaError, read_formula
from scorekeeper.rules.word_declarations import (
    EVERY_SIDE,
    FORMAT,
    OTHER,
    FormatField,
    Kind,
    Made,
    Word,
    fields_of,
    said_seat,
    words_of,
)
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import Thousands, Words, in_turn, listing, say, titled
from scorekeeper.text.problems import Mend, Problem, did_you_mean, known_mends
from scorekeeper.text.translation import ENGLISH, Phrase, marked

# --- Tables and their values -------------------------------------------------------------------


Whose = Literal["deal", "side", "pair"]


class PageContext:
    """A ruleset file being read: the problems noted so far, and the facts, tables, roles and
    contracts that it may name. `to_the_right` is True if play goes to the right."""

    def __init__(
        self,
        names: frozenset[str] = frozenset(),
        side_names: frozenset[str] = frozenset(),
        tables: frozenset[str] = frozenset(),
        roles: Iterable[str] = (),
        contracts: Iterable[str] = (),
        to_the_right: bool = False,
    ) -> None:
        self.faults: list[Problem] = []
        self.roles, self.contracts = tuple(roles), tuple(contracts)
        self.to_the_right = to_the_right
        self.deal_names = names
        self.side_names = names | side_names
        self.tables = tables

    def names(self, whose: Whose) -> frozenset[str]:
        """Return the names that formulas of a deal, of a side or of a pair may use."""
        if whose == "deal":
            return self.deal_names
        if whose == "side":
            return self.side_names
        own = (name for name in self.side_names if "." not in name)
        return self.side_names.union((OTHER,), (f"{OTHER}.{name}" for name in own))


class TomlTable:
    """A table of the file and its path: plain values, words, formulas, inner tables. `name` is the
    NAME in its header; `words` are declared keys, for suggestions.

    Each reader method takes a key, checks and returns its value. For an invalid value it notes
    a problem and returns a harmless value, so that a single run reports every problem."""

    def __init__(self, value: Any, path: str, page: PageContext, name: str = "") -> None:
        self.path = path
        self.page = page
        self.name = name
        self.asked: set[str] = set()
        self.words: Collection[str] = ()
        self.raw: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.fault("", say("`{path}` must be a table, `[{path}]`", path=path))

    def at(self, key: str) -> str:
        """Return the path of a key, or of the table itself if the key is empty."""
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def fault(self, key: str, message: Words, *mends: Mend | None) -> None:
        """Note a problem with a key's value."""
        self.page.faults.append(Problem("ruleset", message, self.at(key), known_mends(*mends)))

    def not_so(self, key: str, message: str, value: object) -> None:
        """Note a wrong type; `message` may use `{key}` and `{value}`."""
        self.fault(key, say(message, key=key, value=toml_value(value)))

    def has(self, key: str) -> bool:
        """Return True if the table has the key."""
        return key in self.raw

    def take(self, key: str) -> Any:
        """Return the key's raw value, of any type, or None. Marks the key as read."""
        self.asked.add(key)
        return self.raw.get(key)

    def missing(self, key: str) -> None:
        """Note that a key is missing."""
        self.fault(key, say("`{key}` is missing", key=key), say('add `{key} = "…"`', key=key))

    # --- Plain values --------------------------------------------------------------------

    def text(self, key: str, default: str = "", required: bool = False) -> str:
        """Read a string."""
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return default
        if not isinstance(value, str):
            self.not_so(key, marked("`{key}` must be words in quotes, not {value}"), value)
            return default
        return value

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        """Read a string that is one of `choices`."""
        value, allowed = self.text(key, default), list(choices)
        if value in (*allowed, default):
            return value
        hint = with_meant(
            say("say {words}", words=listing([repr(one) for one in allowed])), value, allowed
        )
        self.fault(key, say("`{key}` cannot be `{value}`", key=key, value=value), hint)
        return default

    @overload
    def whole(
        self, key: str, default: int, least: int | None = None, most: int = GREATEST
    ) -> int: ...
    @overload
    def whole(
        self, key: str, default: None = None, least: int | None = None, most: int = GREATEST
    ) -> int | None: ...
    def whole(
        self, key: str, default: int | None = None, least: int | None = None, most: int = GREATEST
    ) -> int | None:
        """Read an integer from `least` to `most`."""
        value = self.take(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.not_so(key, marked("`{key}` must be a whole number, not {value}"), value)
            return default
        if abs(value) > GREATEST:
            self._too_great(key, GREATEST)
            return default
        if value > most:
            said = say(
                "`{key}` must be at most {most}, not {value}", key=key, most=most, value=value
            )
            self.fault(key, said)
            return default
        if least is not None and value < least:
            self.fault(
                key,
                say(
                    "`{key}` must be at least {least}, not {value}",
                    key=key,
                    least=least,
                    value=value,
                ),
            )
            return default
        return value

    def flag(self, key: str) -> bool:
        """Read true or false; False by default."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.not_so(key, marked("`{key}` must be true or false, not {value}"), value)
        return value is True

    def strings(self, key: str) -> tuple[str, ...]:
        """Read a string, or a list of strings."""
        value = self.take(key)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fault(key, say("`{key}` must be words in quotes, or a list of them", key=key))
            return ()
        return tuple(value)

    def wholes(self, key: str) -> tuple[int, ...]:
        """Read an integer, or a list of integers."""
        value = self.take(key)
        items = value if isinstance(value, list) else [] if value is None else [value]
        if any(isinstance(item, bool) or not isinstance(item, int) for item in items):
            self.fault(key, say("`{key}` must be a whole number, or a list of them", key=key))
            return ()
        return tuple(items)

    def _too_great(self, key: str, most: int) -> None:
        self.fault(key, say("the number grew past {limit}", limit=Thousands(most)))

    def numbers(self, key: str, most: int = GREATEST) -> dict[str, int]:
        """Read a table of integers, such as `values = { A = 4, K = 3 }`."""
        value = self.take(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or any(
            isinstance(v, bool) or not isinstance(v, int) for v in value.values()
        ):
            self.fault(key, say("`{key}` must be a table of whole numbers", key=key))
            return {}
        if any(abs(number) > most for number in value.values()):
            self._too_great(key, most)
            return {}
        return dict(value)

    # --- Texts of the game -------------------------------------------------------------------

    def phrase(self, key: str, default: str = "", required: bool = False) -> Phrase:
        """Read a text: a string, a list of its spellings, or a table of either by language."""
        value = self.take(key)
        if value is None or (required and value == {}):
            if required:
                self.missing(key)
            return Phrase({ENGLISH: (default,)} if default else {})
        return Phrase(self._by_language(key, value))

    def source(self) -> Phrase:
        """Read the source of a rule: a citation, or a table of citations by language."""
        value = self.take("source")
        if value is None:
            return Phrase({})
        by_language = value if isinstance(value, dict) else {ENGLISH: value}
        if not by_language or not all(isinstance(said, str) for said in by_language.values()):
            self.fault(
                "source",
                say(
                    "`{key}` must be words in quotes, or a table of them by language", key="source"
                ),
            )
            return Phrase({})
        return citation(by_language)

    def phrases(self, key: str) -> tuple[Phrase, ...]:
        """Read a list of English sentences, or a table of equally long lists by language."""
        value = self.take(key)
        lists = {} if value is None else self._by_language(key, value)
        lengths = {language: len(sentences) for language, sentences in lists.items()}
        if len(set(lengths.values())) > 1:
            found = ", ".join(f"{language} {number}" for language, number in lengths.items())
            self.fault(
                key,
                say(
                    "`{key}` must be equally many in every language, not {found}",
                    key=key,
                    found=found,
                ),
            )
            return ()
        rows = zip(*lists.values(), strict=True)
        return tuple(
            Phrase({language: (one,) for language, one in zip(lists, row, strict=True)})
            for row in rows
        )

    def _by_language(self, key: str, value: Any) -> dict[str, tuple[str, ...]]:
        by_language = value if isinstance(value, dict) else {ENGLISH: value}
        words: dict[str, tuple[str, ...]] = {}
        for language, spelling in by_language.items():
            spellings = [spelling] if isinstance(spelling, str) else spelling
            if (
                isinstance(spellings, list)
                and spellings
                and all(isinstance(s, str) for s in spellings)
            ):
                words[language] = tuple(spellings)
            else:
                message = say(
                    "`{key}` must be words in quotes, a list of them, or a table of them by "
                    "language",
                    key=key,
                )
                self.fault(key, message)
        return words

    # --- formulas -------------------------------------------------------------------------------

    def formula(self, key: str, whose: Whose = "deal", required: bool = False) -> Formula | None:
        """Read a formula of a deal, of a side or of a pair; None by default."""
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return None
        return self.read_formula(key, value, whose)

    def condition(self, key: str) -> Formula | None:
        """Read a test that may use unknown names, such as an option that a variant removed."""
        value = self.take(key)
        return None if value is None else self.read_formula(key, value, "deal", anything=True)

    def read_formula(self, key: str, value: Any, whose: Whose, anything: bool = False) -> Formula:
        """Return the formula in a value; `anything` allows unknown names. Returns 0 for an invalid
        formula."""
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            message = marked("`{key}` must be a formula in quotes or a whole number, not {value}")
            self.not_so(key, message, value)
            return NOTHING
        names = self.page.names(whose)
        try:
            return read_formula(str(value), None if anything else names, self.page.tables)
        except FormulaError as error:
            wrong = titled(f"`{key} = {toml_value(value)}`", error.why)
            mends = (*names_apart(str(value), names), *words_unquoted(str(value), names))
            self.fault(key, wrong, *mends)
            return NOTHING

    def by_role(self, key: str, required: bool = False) -> dict[str, Formula]:
        """Read a table of formulas by role, or one formula for every side (key EVERY_SIDE)."""
        value = self.take(key)
        if required and value in (None, {}):
            self.missing(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            return {EVERY_SIDE: self.read_formula(key, value, "side")}
        known = self.page.roles
        for role in value:
            if role not in known:
                self.fault(f"{key}.{role}", *no_such_role(role, known))
        missing = [role for role in known if role not in value]
        if missing:
            self.fault(
                key, say("`{key}` says nothing for {roles}", key=key, roles=listing(missing, "and"))
            )
        return {
            role: self.read_formula(f"{key}.{role}", formula, "side")
            for role, formula in value.items()
        }

    # --- Inner tables --------------------------------------------------------------------------

    def table(self, key: str) -> TomlTable:
        """Return the table under a key, `[key]`; empty by default."""
        value = self.take(key)
        return TomlTable({} if value is None else value, self.at(key), self.page)

    def tables(self, key: str) -> dict[str, TomlTable]:
        """Return the named tables under a key, `[key.NAME]`, in file order."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            self.fault(key, say("`{key}` must be tables, `[{key}.NAME]`", key=key))
            return {}
        return {
            name: TomlTable(inner, f"{self.at(key)}.{name}", self.page, name)
            for name, inner in (value or {}).items()
        }

    def rows(self, key: str) -> list[TomlTable]:
        """Return the rows under a key, `[[key]]`, in file order."""
        value = self.take(key)
        if value is not None and not isinstance(value, list):
            self.fault(key, say("`{key}` must be rows, `[[{key}]]`", key=key))
            return []
        return [
            TomlTable(inner, f"{self.at(key)}[{n}]", self.page)
            for n, inner in enumerate(value or [])
        ]

    def done(self) -> None:
        """Note a problem for every key that was not read."""
        for key in self.raw:
            if key not in self.asked:
                self.fault(
                    key,
                    say("`{key}` is not a word of the ruleset format here", key=key),
                    self._known_here(key),
                )

    def _known_here(self, key: str) -> Words:
        known = self.asked.union(self.words)
        return did_you_mean(key, known) or say(
            "known here: {words}", words=", ".join(sorted(known))
        )


NOTHING = read_formula("0", frozenset())


def with_meant(hint: Words, word: str, known: Iterable[str]) -> Words:
    """Return the hint, with a suggestion of a known word if one is similar."""
    meant = did_you_mean(word, known)
    return in_turn(hint, meant) if meant else hint


# --- Names that formulas cannot use ------------------------------------------------------------


CONSTANTS = ("true", "false", "none")
# A word without quotes after `==` or `!=`, or as the whole formula.
UNQUOTED = re.compile(r"(^|[=!]=)\s*([^\W\d]\w*)\s*(?=$|\)|and\b|or\b|else\b)")


def names_apart(formula: str, names: Iterable[str]) -> Iterator[Words]:
    """Yield a fix for each known name with a `-` in a formula, where `-` means subtraction."""
    yield from (mend_of(name) for name in sorted(names) if "-" in name and name in formula)


def words_unquoted(formula: str, names: Collection[str]) -> Iterator[Words]:
    """Yield a fix for words without quotes, which formulas read as names: the whole formula, or
    the word after `==` or `!=`."""
    quoted = [
        f'"{word}"' if before else f"'\"{word}\"'"
        for before, word in UNQUOTED.findall(formula)
        if word not in names and word not in CONSTANTS
    ]
    if quoted:
        words = listing(quoted, "and")
        yield say("words stand in quotes: {words}", words=words)


def is_name(name: str) -> bool:
    """Return True if a formula can use this name."""
    return name.isidentifier() and not iskeyword(name)


def mend_of(name: str) -> Words:
    """Return a fix for a name that no formula can use."""
    letters = re.sub(r"\W+", "_", name).strip("_")
    if "-" in name and is_name(letters):
        return say("`-` takes away there: call it `{name}`", name=letters)
    if is_name(letters):
        return say("call it `{name}`", name=letters)
    if iskeyword(name):
        return say(
            "formulas read `{name}` as a word of their own: call it `{other}`, and show it by "
            '`name = "{name}"`',
            name=name, other=f"{name}_",
        )  # fmt: skip
    return say("say a name of letters, digits and `_` that begins with a letter")


# --- Citations of the sources of rules ---------------------------------------------------------


# A reference to a section of the page of rulings, as in `rulings 2 (4)`. Not compiled here: few
# citations have one, and every command would pay for it.
SECTION = r"\brulings (?=\d)"


def citation(by_language: Mapping[str, str]) -> Phrase:
    """Return a citation by language. Titles are unchanged; references to the page of rulings are
    translated, with the language's space before semicolons."""
    said = {code: (text,) for code, text in by_language.items() if text}
    for code, locale in LOCALES.items():
        english = by_language.get(ENGLISH, "")
        text = by_language.get(code) or english.replace("; ", f"{locale.before_semicolon}; ")
        if code != ENGLISH and "rulings" in text:
            text = re.sub(SECTION, f"{locale.rulings} ", text)
        if code != ENGLISH and text != english:
            said[code] = (text,)
    return Phrase(said)


def no_such_role(role: str, roles: Iterable[str]) -> tuple[Words, Words]:
    """Return the message that the game lacks a role, and a hint that lists its roles."""
    known = list(roles)
    hint = with_meant(
        say("roles are {roles}", roles=listing(known or [say("(none)")], "and")), role, known
    )
    return say("`{role}` is not a role of this game", role=role), hint


# --- Reading a table as declared: each word by its kind ----------------------------------------


def read_table(table: TomlTable, declared: type[Made], **given: object) -> Made:
    """Read a table as its class declares it, and note unknown keys. `given` are other fields."""
    table.words = [word.name for word in words_of(declared)]
    made = _made(table, declared, given)
    table.done()
    return made


def read_words(table: TomlTable, declared: type[Made]) -> Made:
    """Read the words that a class declares. The table's other words are read later."""
    table.words = [word.name for word in words_of(declared)]
    return _made(table, declared, {})


def _made(table: TomlTable, declared: type[Made], given: Mapping[str, object]) -> Made:
    said = {
        one.name: _read_field(table, one) for one in fields_of(declared) if one.name not in given
    }
    return declared(**given, **said)


def _read_field(table: TomlTable, declared: FormatField) -> Any:
    if declared.read is not None:
        return declared.read(table)
    if declared.part is not None:
        return _made(table, declared.part, {})
    if len(declared.words) > 1:
        return said_words(table, declared.words)
    if declared.words:
        return read_word(table, declared.words[0])
    return table.name if declared.name == "id" else None  # which its reader gives


def read_word(table: TomlTable, word: Word) -> Any:
    """Return the value of a word in a table, or its default."""
    return READERS[word.kind](table, word)


def _read_inner(table: TomlTable, word: Word) -> Any:
    """Return an inner table, read by its class."""
    read_from = getattr(word.of, "read_from", None)
    return read_table(table, word.of) if read_from is None else read_from(table)


# The owner (deal, side, pair) of each kind of formula.
FORMULAS: Mapping[Kind, Whose] = {
    "formula": "deal", "side formula": "side", "pair formula": "pair", "settled": "deal",
}  # fmt: skip
QUOTES = ("'", '"')  # in a formula that gives words; a plain choice has none


def _formula(table: TomlTable, word: Word) -> Any:
    formula = table.formula(word.name, FORMULAS[word.kind], word.required)
    return formula or NOTHING if word.required else formula


def _whole(table: TomlTable, word: Word) -> Any:
    most = GREATEST if word.most is None else word.most
    return table.whole(word.name, word.default, word.least, most)


def _step(table: TomlTable, word: Word) -> int:
    """Read the step of a number: an integer, or a fraction in quotes."""
    said = table.raw.get(word.name)
    if not isinstance(said, str):
        return table.whole(word.name, 1, 1)
    part = table.choice(word.name, STEPS, "")
    return exact(*map(int, part.split("/"))) if part in STEPS else 1


def _choice(table: TomlTable, word: Word) -> str:
    default: str = word.first_choice if word.default is None else word.default
    return table.choice(word.name, word.choices, default)


def _settled_choice(table: TomlTable, word: Word) -> Any:
    """Read one of the word's choices, or a formula that gives one."""
    said = table.raw.get(word.name)
    is_formula = isinstance(said, str) and any(quote in said for quote in QUOTES)
    return table.formula(word.name) if is_formula else _choice(table, word)


def _one_of(word: Word) -> Words:
    return say("say {words}", words=listing((*word.choices, '"fact NAME"')))


def _seat(table: TomlTable, word: Word) -> Any:
    """Read a seat, or `fact NAME` for the player whom the entry names."""
    who = table.text(word.name, required=word.required)
    is_said = bool(who) or (word.required and table.raw.get(word.name) == "")
    if is_said and who not in word.choices and not who.startswith("fact "):
        hint = _one_of(word)
        table.fault(word.name, say("`{word}` is not somebody", word=who), hint)
    return said_seat(who or word.default, table.page.to_the_right)


def _way(table: TomlTable, word: Word) -> str:
    """Read one of the word's choices, or `fact NAME`."""
    way = table.text(word.name, word.default)
    if way not in word.choices and not way.startswith("fact "):
        hint = _one_of(word)
        table.fault(word.name, say("`{key}` cannot be `{value}`", key=word.name, value=way), hint)
    return way


def _stint(table: TomlTable, word: Word) -> int:
    """Read the number of consecutive deals of each dealer."""
    said = table.text(word.name, word.first_choice)
    if said == word.first_choice:
        if table.has(word.name) and table.page.to_the_right:
            message = say("the deal cannot pass left where everything goes to the right")
            table.fault(word.name, message, say("leave it out"))
        return 1
    if re.fullmatch("stints of [1-9][0-9]{0,3}", said):
        return int(said.removeprefix("stints of "))
    hint = (
        say('say `direction = "right"` where everything goes to the right')
        if said == "passes right"
        else say("say {words}", words=listing(['"passes left"', '"stints of 4"']))
    )
    message = say("`{key}` cannot be `{value}`", key=word.name, value=said)
    table.fault(word.name, message, hint)
    return 1


def _table(table: TomlTable, word: Word) -> Any:
    if word.default is None and not table.has(word.name):
        return None
    return _read_inner(table.table(word.name), word)


def _tables(table: TomlTable, word: Word) -> dict[str, Any]:
    return {name: _read_inner(inner, word) for name, inner in table.tables(word.name).items()}


def _rows(table: TomlTable, word: Word) -> tuple[Any, ...]:
    return tuple(_read_inner(row, word) for row in table.rows(word.name))


def _steps(table: TomlTable, word: Word) -> tuple[Any, ...]:
    """Read dealing steps: a list of texts, a table of such lists by language, or a row for each
    step."""
    given = table.raw.get(word.name)
    if isinstance(given, list) and any(isinstance(row, dict) for row in given):
        return _rows(table, word)
    return tuple(
        _made(TomlTable({}, table.path, table.page), word.of, {"text": text})
        for text in table.phrases(word.name)
    )


def _phrase(table: TomlTable, word: Word) -> Phrase:
    """Read a text; the table's NAME may replace a missing text (`Word.named`)."""
    if word.named == "in English":
        return table.phrase(word.name, table.name).or_else(table.name)
    plain = table.name if word.named else ""
    if word.named == "unsaid":
        plain = plain.replace("-", " ").replace("_", " ")
    return table.phrase(word.name, word.default or plain, word.required)


def _laws(table: TomlTable, word: Word) -> dict[str, str]:
    """Read the laws of play from their own table."""
    if not table.has(word.name):
        return {}
    inner = table.table(word.name)
    inner.words = [law.name for law in word.of]
    laws = said_words(inner, word.of)
    inner.done()
    return laws


def said_words(table: TomlTable, words: Iterable[Word]) -> dict[str, Any]:
    """Return the values, by name, of those `words` that the table has."""
    return {word.name: read_word(table, word) for word in words if table.has(word.name)}


def _version(table: TomlTable, word: Word) -> int:
    """Read the format version, which must be FORMAT."""
    if table.whole(word.name, FORMAT) != FORMAT:
        message = say(
            "this is ruleset format {format}; this scorekeeper reads format {known}",
            format=str(table.raw.get(word.name)),
            known=FORMAT,
        )
        table.fault(word.name, message, say("install a newer scorekeeper"))
    return FORMAT


def _names(table: TomlTable, word: Word) -> dict[str, Any]:
    """Return the values under the game's own names, by name, in file order."""
    if not table.has(word.name):
        return {}
    inner = table.table(word.name)
    return {name: read_word(inner, word.of.called(name)) for name in inner.raw}


# The reader of each kind of word. Words of other kinds have their own functions (`read`).
READERS: Mapping[Kind, Callable[[TomlTable, Word], Any]] = {
    "text": lambda table, word: table.text(word.name, word.default or "", word.required),
    "name": lambda table, word: table.text(word.name) or None,
    "ranks": lambda table, word: tuple(table.text(word.name, required=word.required).split()),
    "choice": _choice,
    "either": lambda table, word: _choice(table, word) != word.first_choice,
    "seat": _seat,
    "way": _way,
    "flag": lambda table, word: table.flag(word.name),
    "whole": _whole,
    "step": _step,
    "wholes": lambda table, word: table.wholes(word.name),
    "value": lambda table, word: table.take(word.name),
    "version": _version,
    "strings": lambda table, word: table.strings(word.name) or word.default or (),
    "numbers": lambda table, word: table.numbers(word.name, word.most or GREATEST),
    "results": lambda table, word: table.take(word.name),
    "texts": lambda table, word: table.strings(word.name),
    "phrase": _phrase,
    "phrases": lambda table, word: table.phrases(word.name),
    "source": lambda table, word: table.source(),
    "formula": _formula,
    "side formula": _formula,
    "pair formula": _formula,
    "settled": lambda table, word: _formula(table, word) or read_formula(str(word.default), None),
    "settled choice": _settled_choice,
    "condition": lambda table, word: table.condition(word.name),
    "by role": lambda table, word: table.by_role(word.name, word.required),
    "stint": _stint,
    "table": _table,
    "tables": _tables,
    "rows": _rows,
    "steps": _steps,
    "laws": _laws,
    "names": _names,
}
