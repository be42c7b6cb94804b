"""A TOML table being read: beside its plain values (`table_values.py`) the words of the game, its
formulas, and the tables within. Keys that nobody asked for are faults too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.base.toml import toml_value
from scorekeeper.rules.citing import citation
from scorekeeper.rules.formula import Formula, FormulaError, read_formula
from scorekeeper.rules.model_scoring import EVERY_SIDE
from scorekeeper.rules.table_values import Values, Whose, with_meant
from scorekeeper.text.language import ENGLISH, Phrase, marked
from scorekeeper.text.message import Words, listing, say, titled
from scorekeeper.text.problems import did_you_mean

NOTHING = read_formula("0", frozenset())


class Table(Values):
    """One table of the file."""

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

    def formula(self, key: str, whose: Whose = "deal", required: bool = False) -> Formula | None:
        """A formula of a deal, of a side or of two; None where nothing is said."""
        value = self.take(key)
        if value is None:
            if required:
                self.missing(key)
            return None
        return self.read_formula(key, value, whose)

    def condition(self, key: str) -> Formula | None:
        """A test that may name what the game has not: an option that a variant went without."""
        value = self.take(key)
        return None if value is None else self.read_formula(key, value, "deal", anything=True)

    def read_formula(self, key: str, value: Any, whose: Whose, anything: bool = False) -> Formula:
        """The formula in a value; with `anything` it may name what the game has not."""
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            message = marked("`{key}` must be a formula in quotes or a whole number, not {value}")
            self.not_so(key, message, value)
            return NOTHING
        names = self.faults.names(whose)
        try:
            return read_formula(str(value), None if anything else names, self.faults.tables)
        except FormulaError as error:
            # 0.2 ms, only for a fault
            from scorekeeper.rules.misnamed import names_apart, words_unquoted  # noqa: PLC0415

            wrong = titled(f"`{key} = {toml_value(value)}`", error.why)
            mends = (*names_apart(str(value), names), *words_unquoted(str(value), names))
            self.fault(key, wrong, *mends)
            return NOTHING

    def by_role(self, key: str) -> dict[str, Formula]:
        """One formula for every side, or a table of them by role."""
        value = self.take(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            return {EVERY_SIDE: self.read_formula(key, value, "side")}
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
            role: self.read_formula(f"{key}.{role}", formula, "side")
            for role, formula in value.items()
        }

    # --- tables within -------------------------------------------------------------------------

    def table(self, key: str) -> Table:
        """The table under a key, `[key]`; empty where there is none."""
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


def no_such_role(role: str, roles: Iterable[str]) -> tuple[Words, Words]:
    """That a role is named which the game does not have, and which it has."""
    known = list(roles)
    hint = with_meant(
        say("roles are {roles}", roles=listing(known or [say("(none)")], "and")), role, known
    )
    return say("`{role}` is not a role of this game", role=role), hint
