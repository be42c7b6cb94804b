"""A TOML table being read: tiny typed readers that note every fault with its place.

Each reader takes a key, checks it and returns a value, or notes a fault and returns a harmless
one, so that a single run reports every fault of a file. Keys that nobody asked for are faults
too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, overload

from scorekeeper.formula import GREATEST, Formula, FormulaError, read_formula
from scorekeeper.language import ENGLISH, Phrase
from scorekeeper.message import Joined, Thousands, Words, in_turn, listing, say
from scorekeeper.problems import Mend, Problem, did_you_mean, known_mends
from scorekeeper.ruleset.citing import citation
from scorekeeper.ruleset.model_scoring import EVERY_SIDE

NOTHING = read_formula("0", frozenset())


class Faults:
    """The faults of one file as they are found, the names that its formulas may use, and its
    roles."""

    def __init__(
        self,
        names: frozenset[str],
        side_names: frozenset[str],
        tables: frozenset[str],
        roles: Iterable[str] = (),
    ) -> None:
        self.found: list[Problem] = []
        self.roles = tuple(roles)
        self.deal_names = names
        self.side_names = names | side_names
        self.tables = tables


class Table:
    """One table of the file and the path that leads to it; `words` are those that it may have,
    beside those that are asked for."""

    def __init__(self, value: Any, path: str, faults: Faults) -> None:
        self.path = path
        self.faults = faults
        self.asked: set[str] = set()
        self.words: Collection[str] = ()
        self.raw: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.fault("", say("`{path}` must be a table, `[{path}]`", path=path))

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def fault(self, key: str, message: Words, *mends: Mend | None) -> None:
        self.faults.found.append(Problem("ruleset", message, self.at(key), known_mends(*mends)))

    def has(self, key: str) -> bool:
        return key in self.raw

    def take(self, key: str) -> Any:
        self.asked.add(key)
        return self.raw.get(key)

    # --- plain values --------------------------------------------------------------------

    def text(self, key: str, default: str = "", required: bool = False) -> str:
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return default
        if not isinstance(value, str):
            self.fault(
                key, say("`{key}` must be words in quotes, not {value}", key=key, value=repr(value))
            )
            return default
        return value

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        value, allowed = self.text(key, default), list(choices)
        if value in (*allowed, default):
            return value
        hint = _with_meant(
            say("say {words}", words=listing([repr(one) for one in allowed])), value, allowed
        )
        self.fault(key, say("`{key}` cannot be `{value}`", key=key, value=value), hint)
        return default

    @overload
    def whole(self, key: str, default: int, least: int | None = None) -> int: ...
    @overload
    def whole(self, key: str, default: None = None, least: int | None = None) -> int | None: ...
    def whole(self, key: str, default: int | None = None, least: int | None = None) -> int | None:
        value = self.take(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(
                key, say("`{key}` must be a whole number, not {value}", key=key, value=repr(value))
            )
            return default
        if abs(value) > GREATEST:
            self._too_great(key, GREATEST)
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
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.fault(
                key, say("`{key}` must be true or false, not {value}", key=key, value=repr(value))
            )
        return value is True

    def strings(self, key: str) -> tuple[str, ...]:
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
        value = self.take(key)
        items = value if isinstance(value, list) else [] if value is None else [value]
        if any(isinstance(item, bool) or not isinstance(item, int) for item in items):
            self.fault(key, say("`{key}` must be a whole number, or a list of them", key=key))
            return ()
        return tuple(items)

    def _too_great(self, key: str, most: int) -> None:
        self.fault(key, say("the number grew past {limit}", limit=Thousands(most)))

    def numbers(self, key: str, most: int = GREATEST) -> dict[str, int]:
        """A table of whole numbers, as `values = { A = 4, K = 3 }`."""
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

    # --- words of the game -------------------------------------------------------------------

    def phrase(self, key: str, default: str = "", required: bool = False) -> Phrase:
        """Words in one language, or a table of them by language; a list gives more spellings."""
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return Phrase({ENGLISH: (default,)} if default else {})
        return Phrase(self._by_language(key, value))

    def source(self) -> Phrase:
        """Where a rule is written: one citation, or one by language where it holds more than a
        title."""
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
        """A list of sentences in one language, or a table of such lists, all of the same length."""
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

    def formula(self, key: str, per_side: bool = False, required: bool = False) -> Formula | None:
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return None
        return self.read_formula(key, value, per_side)

    def condition(self, key: str) -> Formula | None:
        """A test that may name what the game has not: an option that a variant went without."""
        value = self.take(key)
        return (
            None if value is None else self.read_formula(key, value, per_side=False, anything=True)
        )

    def read_formula(self, key: str, value: Any, per_side: bool, anything: bool = False) -> Formula:
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            message = say(
                "`{key}` must be a formula in quotes or a whole number, not {value}",
                key=key,
                value=repr(value),
            )
            self.fault(key, message)
            return NOTHING
        names = self.faults.side_names if per_side else self.faults.deal_names
        try:
            return read_formula(str(value), None if anything else names, self.faults.tables)
        except FormulaError as error:
            self.fault(key, Joined((f"`{key} = {value!r}`: ", error.why)))
            return NOTHING

    def by_role(self, key: str) -> dict[str, Formula]:
        """One formula for every side, or a table of them by role."""
        value = self.take(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            return {EVERY_SIDE: self.read_formula(key, value, per_side=True)}
        known = self.faults.roles
        for role in value:
            if role not in known:
                self.fault(f"{key}.{role}", *no_such_role(role, known))
        missing = [role for role in known if role not in value]
        if missing:
            self.fault(
                key, say("`{key}` says nothing for {roles}", key=key, roles=listing(missing, "and"))
            )
        return {
            role: self.read_formula(f"{key}.{role}", formula, per_side=True)
            for role, formula in value.items()
        }

    # --- tables within -------------------------------------------------------------------------

    def table(self, key: str) -> Table:
        value = self.take(key)
        return Table({} if value is None else value, self.at(key), self.faults)

    def tables(self, key: str) -> dict[str, Table]:
        """The named tables under a key, `[key.NAME]`, in file order."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            self.fault(key, say("`{key}` must be tables, `[{key}.NAME]`", key=key))
            return {}
        return {
            name: Table(inner, f"{self.at(key)}.{name}", self.faults)
            for name, inner in (value or {}).items()
        }

    def rows(self, key: str) -> list[Table]:
        """The rows under a key, `[[key]]`, in file order."""
        value = self.take(key)
        if value is not None and not isinstance(value, list):
            self.fault(key, say("`{key}` must be rows, `[[{key}]]`", key=key))
            return []
        return [
            Table(inner, f"{self.at(key)}[{n}]", self.faults) for n, inner in enumerate(value or [])
        ]

    def done(self) -> None:
        """Notes every key that nobody asked for."""
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

    def missing(self, key: str) -> None:
        self.fault(key, say("`{key}` is missing", key=key), say('add `{key} = "…"`', key=key))


def no_such_role(role: str, roles: Iterable[str]) -> tuple[Words, Words]:
    """That a role is named which the game does not have, and which it has."""
    known = list(roles)
    hint = _with_meant(
        say("roles are {roles}", roles=listing(known or [say("(none)")], "and")), role, known
    )
    return say("`{role}` is not a role of this game", role=role), hint


def _with_meant(hint: Words, word: str, known: Iterable[str]) -> Words:
    """The hint, and the known word that was probably meant."""
    meant = did_you_mean(word, known)
    return in_turn(hint, meant) if meant else hint
