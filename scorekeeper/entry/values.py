"""Reading the value of one fact from what a person wrote after `key=`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scorekeeper.cards import find_card, suits_named
from scorekeeper.entry.names import contracts_named, phrases_named, players_named, sides_named
from scorekeeper.problems import Problem, listed, nearest
from scorekeeper.ruleset.model import Count, Fact
from scorekeeper.scoring.counts import counted
from scorekeeper.session import Agreed

Read = tuple[Any, list[Problem]]
_NUMBER = re.compile(r"[+\-−]?[0-9]{1,9}")
_YES = ("", "yes", "true", "on", "1", "oui", "ja")


def whole_number(text: str) -> int | None:
    """A whole number as people write it, with a plain or a typographic sign."""
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else None


def read_value(agreed: Agreed, fact: Fact, text: str) -> Read:
    """The value of a fact, or the text as it stands where the rules' own checks will say why."""
    if fact.kind == "player":
        return read_player(agreed, fact.id, text)
    if fact.kind == "suit":
        return _one(suits_named(agreed.rules.pack, text), text, fact.id, "suit", list(agreed.rules.pack.suits))
    if fact.kind in ("number", "word"):
        return _number_or_word(fact, text)
    if fact.kind == "card":
        return _card(agreed, text), []
    if fact.kind == "cards":
        return [_card(agreed, word) for word in re.split(r"[\s,]+", text.strip()) if word], []
    if fact.kind == "auction":
        return [call.strip() for call in text.split(",")], []
    return (True, []) if text.casefold() in _YES else (text, [])


def _card(agreed: Agreed, text: str) -> str:
    card = find_card(agreed.rules.pack, text)
    return card.code if card else text


def _number_or_word(fact: Fact, text: str) -> Read:
    number = whole_number(text) if fact.kind == "number" else None
    if number is not None:
        return number, []
    found = phrases_named(fact.values, text)
    if len(found) > 1:
        return _one(found, text, fact.id, fact.name.shown(), found)
    return (found[0] if found else text), []


def read_player(agreed: Agreed, fact: str, text: str) -> Read:
    """A player by name or unambiguous beginning."""
    seats = players_named(agreed, text)
    return _one([agreed.players[seat] for seat in seats], text, fact, "player", agreed.players)


def read_contract(agreed: Agreed, opened: Sequence[str], text: str) -> Read:
    """A contract by any of its words: among those open first, so that a beginning that only one
    of them has will do; else among all, so that the refusal can say that it was used."""
    rules = agreed.rules
    found = contracts_named(rules, text, opened) or contracts_named(rules, text, rules.contracts)
    return _one(found, text, "contract", "contract", list(opened))


def _one(found: Sequence[str], text: str, fact: str, what: str, known: Sequence[str]) -> Read:
    if len(found) == 1:
        return found[0], []
    if found:
        return None, [Problem(f"{what}-ambiguous", f"`{text}` could be {listed(found)}", fact, "write one more letter")]
    meant = nearest(text, known)
    hint = f"did you mean `{meant}`?" if meant else f"there are {listed(known, 'and')}"
    return None, [Problem(f"{what}-unknown", f"`{text}` is not a {what} here", fact, hint)]


def read_column(agreed: Agreed, count: Count, items: Sequence[str], before: Sequence[int] | None = None) -> Read:
    """A number a side: in order (`6,6,4`, with `-` or nothing for the one to be worked out), or
    by name (`Anna:6`), where sides not named keep what they had `before`."""
    named = [item for item in items if _is_named(agreed, item)]
    if named and len(named) != len(items):
        return None, [Problem(f"{count.id}-mixed", f"`{','.join(items)}` mixes numbers in order with numbers by name", count.id, "give all in order or all by name")]
    return _by_name(agreed, count, items, before) if named else _in_order(agreed, count, items)


def _is_named(agreed: Agreed, item: str) -> bool:
    return ":" in item


def _in_order(agreed: Agreed, count: Count, items: Sequence[str]) -> Read:
    numbers = [None if item in ("-", "", "−") else whole_number(item) for item in items]
    bad = [item for item, number in zip(items, numbers, strict=True) if number is None and item not in ("-", "", "−")]
    if bad:
        return None, [Problem(f"{count.id}-value", f"{listed([f'`{b}`' for b in bad], 'and')} in `{count.id}` cannot be read as a number", count.id, f"for example {count.id}={','.join('-' * len(counted(count, agreed)))} with numbers for the dashes; one may stay")]
    return numbers + [None] * (len(counted(count, agreed)) - len(numbers)), []


def _by_name(agreed: Agreed, count: Count, items: Sequence[str], before: Sequence[int] | None) -> Read:
    names = counted(count, agreed)
    column: list[int | None] = [None] * len(names)
    problems = []
    for item in items:
        who, _, text = item.rpartition(":")
        sides, number = (players_named if count.by_player else sides_named)(agreed, who), whole_number(text)
        if len(sides) != 1:
            _, faults = _one([names[s] for s in sides], who, count.id, "player", names)
            problems += faults
        elif column[sides[0]] is not None:
            problems.append(Problem(f"{count.id}-twice", f"{names[sides[0]]} has two numbers of {count.name.shown()}", count.id))
        elif number is None:
            problems.append(Problem(f"{count.id}-value", f"`{text}` in `{item}` cannot be read as a number", count.id))
        else:
            column[sides[0]] = number
    if before is not None and column.count(None) > 1:
        column = [old if new is None else new for old, new in zip(before, column, strict=True)]
    return column, problems
