"""Functions in words: the lowest of some numbers, their sum, the suit of a card."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from scorekeeper.rules.formula_names import of_whom, own_word, parted_name, value_word
from scorekeeper.rules.telling import LOOSE, SIGN, SUM, Teller, behind_sign, bracketed
from scorekeeper.text.language import marked
from scorekeeper.text.message import Joined, Words, listing, say

FUNCTIONS: Mapping[str, str] = {
    "abs": marked("{one} without its sign"),
    "count": marked("how often {two} is among {one}"),
    "len": marked("how many there are of {one}"),
    "suit": marked("the suit of {one}"),
    "suits": marked("the suits of {one}"),
    "rank": marked("the rank of {one}"),
    "worth": marked("what the cards of {one} are worth in {two}"),
    "highest": marked("the highest {two} of {one}"),
    "lowest": marked("the lowest {two} of {one}"),
    "nth": marked("number {two} of {one}"),
    "where": marked("those of {one} for whom {two} holds"),
    "seat": marked("the seat of {one}"),
    "next": marked("the player {two} seats after {one}"),
    "player": marked("the player at seat {one}"),
    "round_down": marked("{one} divided by {two}, rounded down"),
    "round_up": marked("{one} divided by {two}, rounded up"),
    "round_nearest": marked("{one} divided by {two}, rounded to the nearest, a half away from 0"),
    "round_to_zero": marked("{one} divided by {two}, rounded towards 0"),
    "power": marked("{one} to the power of {two}"),
}
# What is said of a value behind it, and so needs brackets: around the value, and around it all.
BEHIND = ("abs", "round_down", "round_up", "round_nearest", "round_to_zero", "power")
# … where they are given one value alone.
OF_ONE: Mapping[str, str] = {
    "highest": marked("{one}, the highest first"),
    "lowest": marked("{one}, the lowest first"),
    "next": marked("the player after {one}"),
}
# Of some numbers, of a count, of the scores so far.
EXTREMES: Mapping[str, tuple[str, str, str]] = {
    "min": (
        marked("the lowest of {numbers}"),
        marked("the lowest number of {things}"),
        marked("the lowest score so far"),
    ),
    "max": (
        marked("the highest of {numbers}"),
        marked("the highest number of {things}"),
        marked("the highest score so far"),
    ),
}


def called(teller: Teller, node: ast.Call, inside: int) -> Words:
    """A function of a formula."""
    name = ast.unparse(node.func)
    if name in EXTREMES:
        return _extreme(teller, name, node.args)
    if name == "sum":
        return _together(teller, node.args, inside)
    if teller.facts is not None:
        return teller.put_in(teller.value(node), inside)
    binds = SIGN if name in BEHIND else LOOSE
    told = [teller.said(argument, binds) for argument in node.args]
    parts = dict(zip(("one", "two", "three"), told, strict=False))
    said = OF_ONE if len(parts) == 1 and name in OF_ONE else FUNCTIONS
    if any(f"{{{part}}}" in said[name] for part in ("one", "two") if part not in parts):
        return ast.unparse(node)  # it lacks a value, which is a fault of the page
    words = say(said[name], **parts)
    return bracketed(words, LOOSE, inside) if name in BEHIND else words


def _extreme(teller: Teller, name: str, arguments: Sequence[ast.expr]) -> Words:
    """The least or the greatest of some numbers, or of what several sides have of a count."""
    of_numbers, of_count, of_scores = EXTREMES[name]
    if teller.facts is None and len(arguments) == 1:
        what = ast.unparse(arguments[0])
        whose, count = parted_name(what)
        if what == "all.total":
            return say(of_scores)
        if count in teller.rules.counts:
            words = say(of_count, things=own_word(teller.rules, count) or count)
            return words if whose == "all" else of_whom(teller.rules, words, whose)
    return say(of_numbers, numbers=listing(_numbers(teller, arguments), "and"))


def _together(teller: Teller, arguments: Sequence[ast.expr], inside: int) -> Words:
    numbers = _numbers(teller, arguments)
    if teller.facts is None:
        whose, count = parted_name(ast.unparse(arguments[0])) if len(arguments) == 1 else ("", "")
        if whose == "all" and (word := own_word(teller.rules, count)):
            return say("the sum of everybody's {things}", things=word)
        return say("the sum of {numbers}", numbers=listing(numbers, "and"))
    first, *others = numbers or ["0"]
    terms = Joined((first, *map(behind_sign, others)), " + ")
    return bracketed(terms, SUM if others else SIGN, inside)


def _numbers(teller: Teller, arguments: Sequence[ast.expr]) -> list[Words]:
    """What a function is given, one after another; with the facts put in, every number of a
    list."""
    if teller.facts is None:
        return [teller.said(argument) for argument in arguments]
    return [number for argument in arguments for number in _of_list(teller, argument)]


def _of_list(teller: Teller, argument: ast.expr) -> list[Words]:
    value = teller.value(argument)
    if not isinstance(value, tuple):
        return [teller.put_in(value, LOOSE)]
    numbers = [teller.put_in(number, SUM) for number in value]
    suits = _suits(teller, argument)
    return [Joined(both, " ") for both in zip(suits, numbers, strict=True)] if suits else numbers


def _suits(teller: Teller, argument: ast.expr) -> list[Words]:
    """The suits in which cards are worth something, where that is a number for each."""
    if not (isinstance(argument, ast.Call) and ast.unparse(argument.func) == "worth"):
        return []
    suits = teller.value(argument.args[1])
    return [value_word(teller.rules, suit) for suit in suits] if isinstance(suits, tuple) else []
