"""The shape of what was entered: a value that is not of its kind at all, or of a fact that the
game does not have, is named and put aside before any rule looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from scorekeeper.base.exact import Part
from scorekeeper.game.session import Facts
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import key_typed, keys
from scorekeeper.text.language import marked
from scorekeeper.text.message import Thousands, Words, listing, say
from scorekeeper.text.problems import Problem, did_you_mean


def shaped(rules: Ruleset, entered: Facts) -> tuple[dict[str, object], list[Problem]]:
    """The facts that have the shape of their kind, and a problem for each that has not."""
    known, problems = dict(entered), []
    for name, value in entered.items():
        kind = _kind(rules, name)
        if kind is None:
            problems.append(_unknown(rules, name))
        elif not _SHAPES[kind][0](value):
            problems.append(Problem(f"{name}-value", _not_of_kind(rules, name, kind, value), name))
        else:
            continue
        del known[name]
    return known, problems


def _kind(rules: Ruleset, name: str) -> str | None:
    if name in rules.counts:
        return "count"
    if name in rules.facts:
        return rules.facts[name].kind
    return "word" if name == "contract" and rules.contracts else None


def _unknown(rules: Ruleset, name: str) -> Problem:
    known = [key_typed(rules, key).shown() for key in keys(rules)]
    hint = did_you_mean(name, known) or say("it asks for {facts}", facts=listing(known, "and"))
    return Problem(
        "fact-unknown", say("this game has no use for `{word}`", word=name), name, (hint,)
    )


def _not_of_kind(rules: Ruleset, name: str, kind: str, value: object) -> Words:
    """Why a value is not one of its kind."""
    key = key_typed(rules, name)
    numbers = value if isinstance(value, (list, tuple)) else [value]
    beyond = [one for one in numbers if is_exact(one) and not _is_number(one)]
    if beyond and kind in ("count", "number", "auction"):
        most = Thousands(GREATEST)
        return say("`{key}` has a number that is too large: {most} is the most", key=key, most=most)
    return say(_SHAPES[kind][1], key=key, value=_shown(value))


def _shown(value: object) -> Words:
    try:
        text = _in_file(value)
    except ValueError:  # Python does not write out a number of more than 4300 digits
        return say("a number as great as that")
    return f"`{text}`" if len(text) <= 60 else f"`{text[:60]}…`"


def _in_file(value: object) -> str:
    """A value as it stands in a file: `true`, `[6, "a"]`; words alone without their quotes."""
    if isinstance(value, (list, tuple)):
        parts = (f'"{part}"' if isinstance(part, str) else _in_file(part) for part in value)
        return f"[{', '.join(parts)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def is_exact(value: object) -> TypeGuard[int]:
    """Whether a value is a number, and no word of yes or no."""
    return value.__class__ is int or value.__class__ is Part


def _is_number(value: object) -> bool:
    return is_exact(value) and -GREATEST <= value <= GREATEST


def _is_number_or_word(value: object) -> bool:
    return _is_number(value) or _is_text(value)


def _is_column(value: object) -> bool:
    if not isinstance(value, (list, tuple)):
        return False
    return all([number is None or _is_number(number) for number in value])


def _is_cards(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_text, value))


def _is_calls(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_number_or_word, value))


def _is_yes(value: object) -> bool:
    return value is True


_SHAPES: dict[str, tuple[Callable[[object], bool], str]] = {
    "count": (_is_column, marked("`{key}` must be whole numbers, one a side, not {value}")),
    "player": (_is_text, marked("`{key}` must be a player's name, not {value}")),
    "number": (_is_number_or_word, marked("`{key}` must be a whole number, not {value}")),
    "word": (_is_text, marked("`{key}` must be a word, not {value}")),
    "rank": (_is_text, marked("`{key}` must be a rank, not {value}")),
    "suit": (_is_text, marked("`{key}` must be a suit, not {value}")),
    "card": (_is_text, marked("`{key}` must be a card, not {value}")),
    "cards": (_is_cards, marked("`{key}` must be a list of cards, not {value}")),
    "words": (_is_cards, marked("`{key}` must be a list of words, not {value}")),
    "players": (_is_cards, marked("`{key}` must be a list of players, not {value}")),
    "pairs": (_is_cards, marked("`{key}` must be a list of pairs, not {value}")),
    "flag": (
        _is_yes,
        marked("`{key}` must be a word by itself, left out when it is not so, not {value}"),
    ),
    "auction": (
        _is_calls,
        marked("`{key}` must be a list of calls, from the dealer's left, not {value}"),
    ),
}
