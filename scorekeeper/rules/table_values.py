"""The plain values of a TOML table that is being read: texts, choices, numbers, flags and lists.

Each reader takes a key, checks it and returns a value, or notes a fault and returns a harmless
one, so that a single run reports every fault of a file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, overload

from scorekeeper.base.toml import toml_value
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.model_scoring import OTHER
from scorekeeper.text.language import marked
from scorekeeper.text.message import Thousands, Words, in_turn, listing, say
from scorekeeper.text.problems import Mend, Problem, did_you_mean, known_mends

Whose = Literal["deal", "side", "pair"]


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

    def names(self, whose: Whose) -> frozenset[str]:
        """The names that formulas of a deal, of a side or of two may use."""
        if whose == "deal":
            return self.deal_names
        if whose == "side":
            return self.side_names
        own = (name for name in self.side_names if "." not in name)
        return self.side_names.union((OTHER,), (f"{OTHER}.{name}" for name in own))


class Values:
    """The plain values of a table of the file, and the path that leads to it; `words` are those
    that it may have, beside those that are asked for."""

    def __init__(self, value: Any, path: str, faults: Faults) -> None:
        self.path = path
        self.faults = faults
        self.asked: set[str] = set()
        self.words: Collection[str] = ()
        self.raw: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.fault("", say("`{path}` must be a table, `[{path}]`", path=path))

    def at(self, key: str) -> str:
        """The path of a key; of the table itself where the key is empty."""
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def fault(self, key: str, message: Words, *mends: Mend | None) -> None:
        """Notes that something is wrong with what a key says."""
        self.faults.found.append(Problem("ruleset", message, self.at(key), known_mends(*mends)))

    def not_so(self, key: str, message: str, value: object) -> None:
        """Notes that a key says something of another kind than it should."""
        self.fault(key, say(message, key=key, value=toml_value(value)))

    def has(self, key: str) -> bool:
        """Whether the file says anything with the key."""
        return key in self.raw

    def take(self, key: str) -> Any:
        """What the key says, whatever that is; None where it says nothing."""
        self.asked.add(key)
        return self.raw.get(key)

    def missing(self, key: str) -> None:
        """Notes that a key is missing."""
        self.fault(key, say("`{key}` is missing", key=key), say('add `{key} = "…"`', key=key))

    # --- plain values --------------------------------------------------------------------

    def text(self, key: str, default: str = "", required: bool = False) -> str:
        """Words in quotes."""
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
        """One of some words."""
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
        """A whole number, which may be bounded."""
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
        """True or false; false where nothing is said."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.not_so(key, marked("`{key}` must be true or false, not {value}"), value)
        return value is True

    def strings(self, key: str) -> tuple[str, ...]:
        """Words in quotes, or a list of them."""
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
        """A whole number, or a list of them."""
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


def with_meant(hint: Words, word: str, known: Iterable[str]) -> Words:
    """The hint, and the known word that was probably meant."""
    meant = did_you_mean(word, known)
    return in_turn(hint, meant) if meant else hint
