"""Facts as words that read back as the same facts: by their ids, as they are kept."""

from collections.abc import Sequence

from scorekeeper.game.session import Facts
from scorekeeper.rules.cards import code_in_words
from scorekeeper.rules.model import CARDS, Ruleset

APART = frozenset(" '\"\\")  # what takes the words of a line apart, or means something else in it


def words_of(rules: Ruleset, facts: Facts) -> tuple[str, ...]:
    """Return the facts as words that read back as the same facts, whatever is spoken."""
    return tuple(f"{name}={decoded(rules, name, written(value))}" for name, value in facts.items())


def decoded(rules: Ruleset, name: str, text: str) -> str:
    """Return what is written of a fact; of cards each code as it is read whatever is spoken."""
    if name not in rules.facts or rules.facts[name].kind not in CARDS:
        return text
    return ",".join(code_in_words(rules.pack, code) for code in text.split(","))


def written(value: object) -> str:
    """A fact's value as it is typed."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join("-" if item is None else str(item) for item in value)
    return "yes" if value is True else str(value)


def quoted(word: str) -> str:
    """A word as it is typed in a line: in quotes where the line would be read otherwise."""
    if APART.isdisjoint(word):
        return word
    name, equals, value = word.partition("=")
    if not equals or not APART.isdisjoint(name):
        name, equals, value = "", "", word
    said = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}{equals}"{said}"'
