"""Comparisons in formulas: tests that are always or never true, lookups that cannot succeed."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_number, steps
from scorekeeper.base.input_limits import Steps
from scorekeeper.rules.cards import Pack, find_card, suits_named
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import ME, Ruleset, StepTable
from scorekeeper.rules.value_types import (
    ANY,
    ANYTHING,
    CARD,
    ENDLESS,
    FLAG,
    LIST,
    NOTHING,
    NUMBER,
    OF_WORDS,
    PLAYER,
    SUIT,
    TABLE,
    ValueType,
    may_equal,
    told,
)
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Mend, Problem, did_you_mean, known_mends, nearest

# --- comparing ---------------------------------------------------------------------------------
# Comparing two values of a formula: whether they can be equal, whether their order is settled by
# their bounds, and which value was probably meant.


class FormulaPart(NamedTuple):
    """A part of a formula: its text, its type, and its value if it is a plain word or number."""

    text: str
    kind: ValueType
    literal: str | int | None = None


def could_be(pack: Pack, one: ValueType, other: ValueType) -> bool:
    """Return True if a value of one type may equal a value of the other; a word may be a card's
    name."""
    if one.sort == other.sort == LIST:
        return True
    if (one.sort == CARD) != (other.sort == CARD):
        words = other if one.sort == CARD else one
        if words.sort in (ANY, NOTHING):
            return True
        return any(find_card(pack, word) for word in words.words or ())
    return may_equal(one, other)


def equality_fault(
    pack: Pack, whole: str, one: FormulaPart, other: FormulaPart, is_equal: bool
) -> Problem | None:
    """Return the problem of `one == other` (or `one != other` unless `is_equal`) if its result
    never changes, else None."""
    if not could_be(pack, one.kind, other.kind):
        return never(pack, whole, one, other, is_equal)
    if one.kind.is_single and other.kind.is_single and not (_is_said(one) or _is_said(other)):
        return _settled(whole, is_equal)
    return None


def word_for_a_player(
    rules: Ruleset, whole: str, one: FormulaPart, other: FormulaPart, is_equal: bool
) -> Problem | None:
    """Return the problem of a player who is compared with a word: a role's name, another player's
    name in quotes, or any other word, because no ruleset knows the players' names."""
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


def never(
    pack: Pack, whole: str, one: FormulaPart, other: FormulaPart, is_equal: bool = True
) -> Problem:
    """Return the problem of two values that can never be equal: their types and a suggestion."""
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


def unfound(pack: Pack, whole: str, one: FormulaPart, other: FormulaPart) -> Problem | None:
    """Return the problem of a value that can never be one of those that it is looked for in, else
    None."""
    if could_be(pack, one.kind, other.kind):
        return None
    why = say("`{one}` is {kind}", one=one.text, kind=told(one.kind))
    message = say(
        "`{value}` is never found in `{test}`: {why}", value=other.text, test=whole, why=why
    )
    return Problem("formula-decided", message, None, known_mends(_meant(pack, one, other)))


def unfound_in_list(pack: Pack, of: FormulaPart, value: FormulaPart) -> Problem | None:
    """Return the problem of a value that can never be in a named list, else None."""
    if could_be(pack, of.kind, value.kind):
        return None
    why = say(
        "`{value}` is never found in `{list}`: each value of it is {kind}",
        value=value.text,
        list=of.text,
        kind=told(of.kind),
    )
    return Problem("formula-decided", why, None, known_mends(_meant(pack, of, value)))


def unlike(pack: Pack, fact: FormulaPart, value: FormulaPart) -> Problem | None:
    """Return the problem of a value that a fact is given but can never have, else None."""
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
    """Return the problem of a test with the same result for all values of its names."""
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


def always_one(whole: str, kind: ValueType) -> Problem:
    """Return the problem of a part of a formula that has the same number for all values of its
    names."""
    message = say("`{part}` is always {number}", part=whole, number=str(kind.least))
    return Problem("formula-decided", message)


def _decided(whole: str, is_true: bool, why: Words) -> Words:
    if is_true:
        return say("`{test}` is always true: {why}", test=whole, why=why)
    return say("`{test}` is never true: {why}", test=whole, why=why)


def _is_said(part: FormulaPart) -> bool:
    return part.kind.sort == FLAG and part.kind.is_absent


def _settled(whole: str, is_true: bool) -> Problem:
    why = say("its numbers are always the same")
    return Problem("formula-decided", _decided(whole, is_true, why))


# --- which was meant -----------------------------------------------------------------------------


def _meant(pack: Pack, about: FormulaPart, wrong: FormulaPart) -> Mend | None:
    """Return a suggestion to replace the wrong part, or None."""
    if LIST in (about.kind.sort, wrong.kind.sort):
        name = about.text if about.kind.sort == LIST else wrong.text
        return say("say `count({list}, …)`, `max({list})` or `sum({list})`", list=name)
    if _is_said(about):
        return say("say `not given({name})`", name=about.text)
    meant = _value_meant(pack, about.kind, wrong.literal)
    if about.kind.sort == CARD and not meant:
        return say("cards are written like {examples}", examples=", ".join([*pack.cards][:2]))
    return say("did you mean `{meant}`?", meant=meant) if meant else None


def _value_meant(pack: Pack, kind: ValueType, literal: str | int | None) -> str | None:
    """Return the value of a type that was probably meant by a literal, or None."""
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


def order_fault(
    whole: str, operator: ast.cmpop, one: FormulaPart, other: FormulaPart
) -> Problem | None:
    """Return the problem of a comparison such as `one < other`, else None."""
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


def _of_list(part: FormulaPart) -> Words:
    return say("say `max({list})`, `min({list})` or `sum({list})`", list=part.text)


def decided(operator: ast.cmpop, one: ValueType, other: ValueType) -> bool | None:
    """Return the result of a comparison such as `one < other` if the bounds decide it, else
    None."""
    if isinstance(operator, (ast.Gt, ast.GtE)):
        turned = ast.Lt() if isinstance(operator, ast.Gt) else ast.LtE()
        return decided(turned, other, one)
    if isinstance(operator, ast.Lt):
        return True if one.most < other.least else False if one.least >= other.most else None
    return True if one.most <= other.least else False if one.least > other.most else None


# --- deciding ----------------------------------------------------------------------------------
# Whether a test is always true or never, found by trying it with every value that its names may
# have; or, where these cannot be listed, every value of what it compares.


MOST_TRIED = 3_000  # ways of giving the names values
WIDEST = 60  # numbers of one name that are tried one by one

Values = tuple[object, ...]


def by_trying(
    test: Formula, node: ast.expr, kinds: Mapping[str, ValueType], steps: Steps
) -> bool | None:
    """Return the result of a test if it is the same for all values of its names; None if it depends
    on them, or if there are too many combinations to try. Combinations without an answer do not
    count. `node` is the test as written; `kinds` has the type of each of its names. Each part of
    each combination uses one step."""
    values = {name: _values(name, kind, node, len(kinds)) for name, kind in kinds.items()}
    known = {name: found for name, found in values.items() if found}
    if len(known) < len(values) or prod(len(found) for found in known.values()) > MOST_TRIED:
        return None
    parts = sum(1 for _ in ast.walk(node))
    given: set[bool] = set()
    for way in product(*known.values()):
        if not steps.take(parts):
            return None
        try:
            given.add(bool(value_of(test, dict(zip(known, way, strict=True)))))
        except FormulaError:
            continue  # as where a name is none that is compared with a number
        if len(given) == 2:
            return None
    return given.pop() if given else None


def _values(name: str, kind: ValueType, node: ast.expr, names: int) -> Values:
    """Return the values of a name that the test can distinguish; empty if they cannot be listed.
    Includes None if the test asks whether the name was given."""
    found: Values = ()
    if kind.sort == FLAG:
        found = (True,) if kind.least else (True, False)
    elif kind.sort == NUMBER:
        numbers = _numbers(name, kind, node)
        found = (*numbers, *(kind.words or ())) if numbers else ()
    elif kind.sort == PLAYER:
        found = tuple(f"player {number}" for number in range(names + 1))  # may all be different
    elif kind.sort in OF_WORDS:
        found = tuple(kind.words or ())
    return (*found, None) if found and (kind.is_absent or _asks_for_none(node)) else found


def _asks_for_none(node: ast.expr) -> bool:
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return not names.isdisjoint({"none", "given"})


def _numbers(name: str, kind: ValueType, node: ast.expr) -> tuple[int, ...]:
    """Return the numbers that a name may have. If they are many and the name is only compared with
    plain numbers, only those next to these and at the ends are returned."""
    if not kind.step:
        return ()
    if kind.most - kind.least <= WIDEST * kind.step:
        return tuple(steps(_end(kind.least), _end(kind.most), kind.step))
    compared = _compared_with(name, node)
    if not compared:
        return ()
    ends = {_end(end) for end in (kind.least, kind.most) if abs(end) != ENDLESS}
    beside = {number + way for number in compared for way in (-kind.step, 0, kind.step)} | ends
    return tuple(sorted(number for number in beside if kind.least <= number <= kind.most))


def _end(end: float) -> int:
    """Return an end of a range as an exact number."""
    return end if is_number(end) else int(end)


def _compared_with(name: str, node: ast.expr) -> set[int]:
    """Return the plain numbers that a name is compared with; empty if it is also used elsewhere."""
    numbers: set[int] = set()
    places = 0
    for part in ast.walk(node):
        if isinstance(part, ast.Compare):
            sides = [part.left, *part.comparators]
            plain = [number for side in sides if (number := _plain_number(side)) is not None]
            named = sum(ast.unparse(side) == name for side in sides)
            if named and named + len(plain) == len(sides):
                places += named
                numbers.update(plain)
    is_elsewhere = places < sum(
        isinstance(part, (ast.Name, ast.Attribute)) and ast.unparse(part) == name
        for part in ast.walk(node)
    )
    return set() if is_elsewhere else numbers


def _plain_number(node: ast.expr) -> int | None:
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    if not isinstance(value, ast.Constant) or not isinstance(value.value, int):
        return None
    return -value.value if isinstance(node, ast.UnaryOp) else value.value


# --- what is compared ----------------------------------------------------------------------------


class AtomReplacer(ast.NodeTransformer):
    """A transformer that replaces each compared expression, unless it is a name or a number, by a
    name. `parts` has the expressions by these names; equal expressions have one name."""

    def __init__(self) -> None:
        self.parts: dict[str, ast.expr] = {}

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Return the comparison with only names and plain values in it."""
        if any(isinstance(how, (ast.In, ast.NotIn)) for how in node.ops):
            return node
        sides = [self._named(side) for side in (node.left, *node.comparators)]
        return ast.copy_location(ast.Compare(sides[0], node.ops, sides[1:]), node)

    def _named(self, side: ast.expr) -> ast.expr:
        plain = (ast.Name, ast.Attribute, ast.Constant)
        if isinstance(side, plain) or _plain_number(side) is not None:
            return side
        known = {ast.unparse(part): name for name, part in self.parts.items()}
        name = known.get(ast.unparse(side), f"compared_{len(self.parts)}")
        self.parts.setdefault(name, side)
        return ast.Name(name, ast.Load())


# --- looking up --------------------------------------------------------------------------------
# Looking up in a table of the ruleset: whether it can have a row for what is looked up.


def looked_up(whole: str, ladder: StepTable, key: FormulaPart) -> Problem | None:
    """Return the problem of a table lookup whose key has a wrong type or can match no row, else
    None."""
    kind = key.kind
    if kind.sort == LIST and (kind.of or ANYTHING).sort not in (LIST, ANY):
        return looked_up(whole, ladder, key._replace(kind=kind.of or ANYTHING))
    if kind.sort in (LIST, CARD, TABLE, FLAG):
        why = say(
            "`{part}` is {kind}, and a number or a word is looked up",
            part=key.text,
            kind=told(kind),
        )
        return Problem("formula-kind", why)
    has_word = kind.words is None or any(map(ladder.words.__contains__, kind.words))
    has_number = kind.is_number and bool(ladder.steps) and kind.most >= ladder.steps[0][0]
    is_figure = any(word.isdecimal() for word in kind.words or ())
    if kind.sort == ANY or has_word or has_number or is_figure:
        return None
    rows = [*(str(step) for step, _ in ladder.steps), *ladder.words]
    why = say(
        "`{part}` never finds anything: `{key}` is {kind}, and the table has {rows}",
        part=whole,
        key=key.text,
        kind=told(kind),
        rows=listing(rows, "and"),
    )
    meant = did_you_mean(str(key.literal), rows) if key.literal is not None else None
    return Problem("formula-decided", why, None, known_mends(meant))
