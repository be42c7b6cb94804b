"""Comparing two values of a formula: whether they can be equal, whether their order is settled by
their bounds, and which value was probably meant."""

from __future__ import annotations

import ast
from typing import NamedTuple

from scorekeeper.rules.cards import Pack, find_card, suits_named
from scorekeeper.rules.kind import (
    ANY,
    CARD,
    FLAG,
    LIST,
    NOTHING,
    PLAYER,
    SUIT,
    Kind,
    may_equal,
    told,
)
from scorekeeper.rules.model import ME, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Mend, Problem, known_mends, nearest


class Part(NamedTuple):
    """A part of a formula: its text, its kind, what it says if it is a plain word or number."""

    text: str
    kind: Kind
    literal: str | int | None = None


def could_be(pack: Pack, one: Kind, other: Kind) -> bool:
    """Whether a value of one kind may equal one of the other; a word may be the name of a card."""
    if one.sort == other.sort == LIST:
        return True
    if (one.sort == CARD) != (other.sort == CARD):
        words = other if one.sort == CARD else one
        if words.sort in (ANY, NOTHING):
            return True
        return any(find_card(pack, word) for word in words.words or ())
    return may_equal(one, other)


def equality_fault(
    pack: Pack, whole: str, one: Part, other: Part, is_equal: bool
) -> Problem | None:
    """What is wrong with `one == other`, or `one != other`."""
    if not could_be(pack, one.kind, other.kind):
        return never(pack, whole, one, other, is_equal)
    if one.kind.is_single and other.kind.is_single and not (_is_said(one) or _is_said(other)):
        return _settled(whole, is_equal)
    return None


def word_for_a_player(
    rules: Ruleset, whole: str, one: Part, other: Part, is_equal: bool
) -> Problem | None:
    """Return the fault of a player who is compared with a word: the name of a role, that of another
    player in quotes, or any other, as no page knows the names of those who play."""
    who, what = (other, one) if one.literal is not None else (one, other)
    if who.kind.sort != PLAYER or not isinstance(what.literal, str):
        return None
    mend: Mend | None
    people = (ME, "dealer", *(fact.id for fact in rules.facts.values() if fact.kind == "player"))
    if what.literal in rules.roles:
        mend = say('say `role == "{role}"` of whoever has that role', role=what.literal)
    elif what.literal in people:
        mend = say("leave out the quotes: `{name}`", name=what.literal)
    elif who.kind.is_absent:
        mend = say("`not given({name})` asks whether nobody was named", name=who.text)
    else:
        mend = None
    why = say("`{one}` is {kind}", one=who.text, kind=told(who.kind))
    return Problem("formula-decided", _decided(whole, not is_equal, why), None, known_mends(mend))


def never(pack: Pack, whole: str, one: Part, other: Part, is_equal: bool = True) -> Problem:
    """That two values can never be equal, what they may be, and which was probably meant."""
    about, with_what = (other, one) if one.literal is not None else (one, other)
    if with_what.literal is None:
        why = say(
            "`{one}` is {kind}, `{other}` is {otherwise}",
            one=about.text,
            kind=told(about.kind),
            other=with_what.text,
            otherwise=told(with_what.kind),
        )
    else:
        why = say("`{one}` is {kind}", one=about.text, kind=told(about.kind))
    mends = known_mends(_meant(pack, about, with_what))
    return Problem("formula-decided", _decided(whole, not is_equal, why), None, mends)


def unfound(pack: Pack, whole: str, one: Part, other: Part) -> Problem | None:
    """What is wrong with a value that is sought among others, where it can never be one of them."""
    if could_be(pack, one.kind, other.kind):
        return None
    why = say("`{one}` is {kind}", one=one.text, kind=told(one.kind))
    message = say(
        "`{value}` is never found in `{test}`: {why}", value=other.text, test=whole, why=why
    )
    return Problem("formula-decided", message, None, known_mends(_meant(pack, one, other)))


def unfound_in_list(pack: Pack, of: Part, value: Part) -> Problem | None:
    """The same of a list with a name, whose values are of a kind."""
    if could_be(pack, of.kind, value.kind):
        return None
    why = say(
        "`{value}` is never found in `{list}`: each value of it is {kind}",
        value=value.text,
        list=of.text,
        kind=told(of.kind),
    )
    return Problem("formula-decided", why, None, known_mends(_meant(pack, of, value)))


def unlike(pack: Pack, fact: Part, value: Part) -> Problem | None:
    """What is wrong with a value that a fact is given and can never be."""
    if could_be(pack, fact.kind, value.kind):
        return None
    why = say(
        "`{value}` is {kind}, and `{fact}` is {otherwise}",
        value=value.text,
        kind=told(value.kind),
        fact=fact.text,
        otherwise=told(fact.kind),
    )
    return Problem("formula-kind", why, None, known_mends(_meant(pack, fact, value)))


def whatever(whole: str, is_true: bool, names: list[str]) -> Problem:
    """That a test gives the same for every value of its names."""
    said = listing([f"`{name}`" for name in names], "and")
    if is_true:
        message = say(
            "`{test}` is always true, whatever the values of {names}", test=whole, names=said
        )
    else:
        message = say(
            "`{test}` is never true, whatever the values of {names}", test=whole, names=said
        )
    return Problem("formula-decided", message)


def always_one(whole: str, kind: Kind) -> Problem:
    """That a part of a formula is one number, whatever the names in it are."""
    message = say("`{part}` is always {number}", part=whole, number=str(kind.least))
    return Problem("formula-decided", message)


def _decided(whole: str, is_true: bool, why: Words) -> Words:
    if is_true:
        return say("`{test}` is always true: {why}", test=whole, why=why)
    return say("`{test}` is never true: {why}", test=whole, why=why)


def _is_said(part: Part) -> bool:
    return part.kind.sort == FLAG and part.kind.is_absent


def _settled(whole: str, is_true: bool) -> Problem:
    why = say("its numbers are always the same")
    return Problem("formula-decided", _decided(whole, is_true, why))


# --- which was meant -----------------------------------------------------------------------------


def _meant(pack: Pack, about: Part, wrong: Part) -> Mend | None:
    """What was probably meant in place of what is wrong."""
    if LIST in (about.kind.sort, wrong.kind.sort):
        name = about.text if about.kind.sort == LIST else wrong.text
        return say("say `count({list}, …)`, `max({list})` or `sum({list})`", list=name)
    if _is_said(about):
        return say("say `not given({name})`", name=about.text)
    meant = _value_meant(pack, about.kind, wrong.literal)
    if about.kind.sort == CARD and not meant:
        return say("cards are written like {examples}", examples=", ".join([*pack.cards][:2]))
    return say("did you mean `{meant}`?", meant=meant) if meant else None


def _value_meant(pack: Pack, kind: Kind, literal: str | int | None) -> str | None:
    """The value of a kind that somebody may have meant who wrote this."""
    if literal is None:
        return None
    text = str(literal)
    if kind.is_number and isinstance(literal, str) and literal.isdecimal():
        return literal if kind.least <= int(literal) <= kind.most else None
    known = tuple(pack.cards) if kind.sort == CARD else kind.words or ()
    suits = suits_named(pack, text) if kind.sort == SUIT else []
    meant = suits[0] if len(suits) == 1 else nearest(text, known)
    return f'"{meant}"' if meant else None


# --- order ---------------------------------------------------------------------------------------


def order_fault(whole: str, operator: ast.cmpop, one: Part, other: Part) -> Problem | None:
    """What is wrong with `one < other` and its like."""
    for part in (one, other):
        if part.kind.sort in (ANY, NOTHING) or part.kind.is_number:
            continue
        why = say(
            "`{part}` is {kind}, and only numbers are greater or less",
            part=part.text,
            kind=told(part.kind),
        )
        mend = _of_list(part) if part.kind.sort == LIST else None
        return Problem("formula-kind", why, None, known_mends(mend))
    if not (one.kind.is_number and other.kind.is_number) or one.kind.words or other.kind.words:
        return None
    holds = decided(operator, one.kind, other.kind)
    if holds is None:
        return None
    about = other if one.literal is not None else one
    why = say("`{one}` is {kind}", one=about.text, kind=told(about.kind))
    return Problem("formula-decided", _decided(whole, holds, why))


def _of_list(part: Part) -> Words:
    return say("say `max({list})`, `min({list})` or `sum({list})`", list=part.text)


def decided(operator: ast.cmpop, one: Kind, other: Kind) -> bool | None:
    """Whether one number is less than another and its like; None where their bounds leave it
    open."""
    if isinstance(operator, (ast.Gt, ast.GtE)):
        turned = ast.Lt() if isinstance(operator, ast.Gt) else ast.LtE()
        return decided(turned, other, one)
    if isinstance(operator, ast.Lt):
        return True if one.most < other.least else False if one.least >= other.most else None
    return True if one.most <= other.least else False if one.least > other.most else None
