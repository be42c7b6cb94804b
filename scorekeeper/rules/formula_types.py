"""The types of formulas, determined part by part, and their problems: values of a wrong type, tests
that are always or never true, lookups that cannot succeed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from itertools import pairwise, product
from math import prod
from typing import Any, Final, NamedTuple

from scorekeeper.base.exact_numbers import is_number, steps
from scorekeeper.base.input_limits import Steps
from scorekeeper.rules import value_types as bounds
from scorekeeper.rules.cards import Pack, find_card, suits_named
from scorekeeper.rules.formula import Formula, FormulaError, part_of, read_formula, value_of
from scorekeeper.rules.name_types import DEAL, Kinds, View, fact_kind
from scorekeeper.rules.ruleset import ME, Fact, Ruleset, StepTable
from scorekeeper.rules.value_types import (
    A_NUMBER,
    A_PLAYER,
    ANY,
    ANYTHING,
    CARD,
    ENDLESS,
    FLAG,
    LIST,
    NONE,
    NOTHING,
    NUMBER,
    OF_WORDS,
    PLAYER,
    RANK,
    SUIT,
    TABLE,
    TEST,
    WORD,
    ValueType,
    absent,
    either,
    list_of,
    may_equal,
    number,
    told,
    word_of,
)
from scorekeeper.text.message import Words, listing, say, say_n
from scorekeeper.text.problems import Mend, Problem, did_you_mean, known_mends, nearest

# --- Comparisons ---------------------------------------------------------------------------------


class _FormulaPart(NamedTuple):
    """A part of a formula: its text, its type, and its value if it is a plain word or number."""

    text: str
    kind: ValueType
    literal: str | int | None = None


def _could_be(pack: Pack, one: ValueType, other: ValueType) -> bool:
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


def _equality_fault(
    pack: Pack, whole: str, one: _FormulaPart, other: _FormulaPart, is_equal: bool
) -> Problem | None:
    """Return the problem of `one == other` (or `one != other` unless `is_equal`) if its result
    never changes, else None."""
    if not _could_be(pack, one.kind, other.kind):
        return _never_equal(pack, whole, one, other, is_equal)
    if one.kind.is_single and other.kind.is_single and not (_is_said(one) or _is_said(other)):
        return _settled(whole, is_equal)
    return None


def _player_fault(
    rules: Ruleset, whole: str, one: _FormulaPart, other: _FormulaPart, is_equal: bool
) -> Problem | None:
    """Return the problem of comparing a player with a quoted word, else None. No ruleset knows the
    players' names."""
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


def _never_equal(
    pack: Pack, whole: str, one: _FormulaPart, other: _FormulaPart, is_equal: bool = True
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


def _containment_fault(
    pack: Pack, whole: str, one: _FormulaPart, other: _FormulaPart
) -> Problem | None:
    """Return the problem of a tuple's value `other` that can never equal `one`, else None."""
    if _could_be(pack, one.kind, other.kind):
        return None
    why = say("`{one}` is {kind}", one=one.text, kind=told(one.kind))
    message = say(
        "`{value}` is never found in `{test}`: {why}", value=other.text, test=whole, why=why
    )
    return Problem("formula-decided", message, None, known_mends(_meant(pack, one, other)))


def _list_fault(pack: Pack, of: _FormulaPart, value: _FormulaPart) -> Problem | None:
    """Return the problem of a value that can never be in the list `of`, else None."""
    if _could_be(pack, of.kind, value.kind):
        return None
    why = say(
        "`{value}` is never found in `{list}`: each value of it is {kind}",
        value=value.text,
        list=of.text,
        kind=told(of.kind),
    )
    return Problem("formula-decided", why, None, known_mends(_meant(pack, of, value)))


def _default_fault(pack: Pack, fact: _FormulaPart, value: _FormulaPart) -> Problem | None:
    """Return the problem of a formula's value that its fact can never have, else None."""
    if _could_be(pack, fact.kind, value.kind):
        return None
    why = say(
        "`{value}` is {kind}, and `{fact}` is {otherwise}",
        value=value.text,
        kind=told(value.kind),
        fact=fact.text,
        otherwise=told(fact.kind),
    )
    return Problem("formula-kind", why, None, known_mends(_meant(pack, fact, value)))


def _fixed_test(whole: str, is_true: bool, names: list[str]) -> Problem:
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


def _fixed_number(whole: str, kind: ValueType) -> Problem:
    """Return the problem of a part of a formula that is always the same number."""
    message = say("`{part}` is always {number}", part=whole, number=str(kind.least))
    return Problem("formula-decided", message)


def _decided(whole: str, is_true: bool, why: Words) -> Words:
    if is_true:
        return say("`{test}` is always true: {why}", test=whole, why=why)
    return say("`{test}` is never true: {why}", test=whole, why=why)


def _is_said(part: _FormulaPart) -> bool:
    return part.kind.sort == FLAG and part.kind.is_absent


def _settled(whole: str, is_true: bool) -> Problem:
    why = say("its numbers are always the same")
    return Problem("formula-decided", _decided(whole, is_true, why))


# --- Suggestions ---------------------------------------------------------------------------------


def _meant(pack: Pack, about: _FormulaPart, wrong: _FormulaPart) -> Mend | None:
    """Return a suggestion to replace the part `wrong`, or None."""
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
    """Return the value of a type that a literal probably means, or None."""
    if literal is None:
        return None
    text = str(literal)
    if kind.is_number and isinstance(literal, str) and literal.isdecimal():
        return literal if kind.least <= int(literal) <= kind.most else None
    known = tuple(pack.cards) if kind.sort == CARD else kind.words or ()
    suits = suits_named(pack, text) if kind.sort == SUIT else []
    meant = suits[0] if len(suits) == 1 else nearest(text, known)
    return f'"{meant}"' if meant else None


# --- Comparisons of order ------------------------------------------------------------------------


def _order_fault(
    whole: str, operator: ast.cmpop, one: _FormulaPart, other: _FormulaPart
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
    holds = _decided_by_bounds(operator, one.kind, other.kind)
    if holds is None:
        return None
    about = other if one.literal is not None else one
    why = say("`{one}` is {kind}", one=about.text, kind=told(about.kind))
    return Problem("formula-decided", _decided(whole, holds, why))


def _of_list(part: _FormulaPart) -> Words:
    return say("say `max({list})`, `min({list})` or `sum({list})`", list=part.text)


def _decided_by_bounds(operator: ast.cmpop, one: ValueType, other: ValueType) -> bool | None:
    """Return the result of a comparison such as `one < other` if the bounds decide it, else
    None."""
    if isinstance(operator, (ast.Gt, ast.GtE)):
        turned = ast.Lt() if isinstance(operator, ast.Gt) else ast.LtE()
        return _decided_by_bounds(turned, other, one)
    if isinstance(operator, ast.Lt):
        return True if one.most < other.least else False if one.least >= other.most else None
    return True if one.most <= other.least else False if one.least > other.most else None


# --- Tests evaluated with all values of their names ----------------------------------------------


MOST_TRIED = 3_000  # ways of giving the names values
WIDEST = 60  # numbers of one name that are tried one by one

Values = tuple[object, ...]


def _tried_result(
    test: Formula, node: ast.expr, kinds: Mapping[str, ValueType], steps: Steps
) -> bool | None:
    """Return the result of a test if it is the same for all values of its names, else None; also
    None for too many combinations, or when `steps` (one for each part of each combination) run
    out. Combinations without a value are ignored. `node` is the test as written; `kinds` has
    the names' types."""
    values = {name: _values_tried(name, kind, node, len(kinds)) for name, kind in kinds.items()}
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


def _values_tried(name: str, kind: ValueType, node: ast.expr, names: int) -> Values:
    """Return the values of a name that the test can distinguish; empty if they cannot be listed.
    Includes None if the name may be absent or the test asks for that."""
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
    plain numbers, return only these, their neighbours and the bounds."""
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


# --- Compared expressions ------------------------------------------------------------------------


class _AtomReplacer(ast.NodeTransformer):
    """A transformer that replaces each compared expression, except names and numbers, by a new
    name. `parts` has the expressions by new name; equal expressions share one."""

    def __init__(self) -> None:
        self.parts: dict[str, ast.expr] = {}

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Return the comparison with only names and plain values; one with `in` is unchanged."""
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


# --- Table lookups -------------------------------------------------------------------------------


def _lookup_fault(whole: str, ladder: StepTable, key: _FormulaPart) -> Problem | None:
    """Return the problem of a table lookup whose key has a wrong type or can match no row, else
    None."""
    kind = key.kind
    if kind.sort == LIST and (kind.of or ANYTHING).sort not in (LIST, ANY):
        return _lookup_fault(whole, ladder, key._replace(kind=kind.of or ANYTHING))
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


# --- The types of the parts of a formula ---------------------------------------------------------


CONSTANTS: Mapping[str, ValueType] = {
    "true": ValueType(FLAG, 1, 1),
    "false": ValueType(FLAG, 0, 0),
    "none": NONE,
}
SUMS: Mapping[type[ast.operator], Callable[[ValueType, ValueType], ValueType]] = {
    ast.Add: bounds.added,
    ast.Sub: lambda one, other: bounds.added(one, bounds.turned(other)),
    ast.Mult: bounds.multiplied,
    ast.Div: bounds.parted,
    ast.FloorDiv: bounds.divided,
    ast.Mod: bounds.left_over,
}
# The functions for which a number that is always the same is useless.
FIXED = ("min", "max", "abs", "round_down", "round_up", "round_nearest", "round_to_zero", "power")
SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def _constant(asked: Checker, node: ast.Constant) -> ValueType:
    if isinstance(node.value, str):
        return word_of(WORD, (node.value,))
    return number(node.value, node.value) if isinstance(node.value, int) else ANYTHING


def _name(asked: Checker, node: ast.Name | ast.Attribute) -> ValueType:
    return asked.named(ast.unparse(node))


def _signed(asked: Checker, node: ast.UnaryOp) -> ValueType:
    if isinstance(node.op, ast.Not):
        asked.test(node.operand)
        return TEST
    kind = asked.number(node.operand)
    return bounds.turned(kind) if isinstance(node.op, ast.USub) else kind


def _worked_out(asked: Checker, node: ast.BinOp) -> ValueType:
    one, other = asked.number(node.left), asked.number(node.right)
    found = SUMS[type(node.op)](one, other)
    asked.fixed(node, (node.left, node.right), found)
    return found


def _tests(asked: Checker, node: ast.BoolOp) -> ValueType:
    for one in node.values:
        asked.test(one)
    asked.tried(node)
    return TEST


def _choice(asked: Checker, node: ast.IfExp) -> ValueType:
    asked.test(node.test)
    found = either(asked.kind(node.body), asked.kind(node.orelse))
    asked.fixed(node, (node.test,), found)
    return found


def _row(asked: Checker, node: ast.Tuple) -> ValueType:
    of: ValueType | None = None
    for one in node.elts:
        of = asked.kind(one) if of is None else either(of, asked.kind(one))
    return list_of(of or ANYTHING)


def _compared(asked: Checker, node: ast.Compare) -> ValueType:
    """Return the type of a comparison (`one == other`, `one < other < more`, `one in many`) and
    note its problems."""
    pairs = pairwise([node.left, *node.comparators])
    for operator, (one, other) in zip(node.ops, pairs, strict=True):
        whole = f"{asked.cut(one)} {SIGNS[type(operator)]} {asked.cut(other)}"
        if isinstance(operator, (ast.In, ast.NotIn)):
            _contained(asked, whole, one, other)
        elif isinstance(operator, (ast.Eq, ast.NotEq)):
            parts, is_equal = (asked.part(one), asked.part(other)), isinstance(operator, ast.Eq)
            fault = _player_fault(asked.rules, whole, *parts, is_equal)
            asked.note(fault or _equality_fault(asked.rules.pack, whole, *parts, is_equal))
        else:
            asked.note(_order_fault(whole, operator, asked.part(one), asked.part(other)))
    if len(node.ops) > 1 or isinstance(node.ops[0], (ast.In, ast.NotIn)):
        asked.tried(node)
    return TEST


def _contained(asked: Checker, whole: str, one: ast.expr, many: ast.expr) -> None:
    """Note the problems of `one in many`: `many` must be a list that can contain `one`."""
    if isinstance(many, ast.Tuple):
        for each in many.elts:
            asked.note(
                _containment_fault(asked.rules.pack, whole, asked.part(one), asked.part(each))
            )
    elif asked.wanted(many, LIST).sort == LIST:
        asked.sought(many, one)


def _called(asked: Checker, node: ast.Call) -> ValueType:
    """Return the type of a function call's result. Notes a problem if it is called wrongly."""
    name, given = asked.cut(node.func), len(node.args)
    function = FUNCTIONS.get(name)
    if function is None:
        return ANYTHING
    if given < function.fewest or (function.most is not None and given > function.most):
        why = say_n(
            function.fewest,
            "`{function}` needs {n} value, and has {given}",
            "`{function}` needs {n} values, and has {given}",
            function=name,
            given=given,
        )
        asked.note(Problem("formula-kind", why))
        return ANYTHING
    found = function.gives(asked, node.args)
    if name in FIXED:
        asked.fixed(node, node.args, found)
    return found


def _looked_up(asked: Checker, node: ast.Subscript) -> ValueType:
    ladder, key = asked.rules.scoring.ladders.get(asked.cut(node.value)), asked.part(node.slice)
    if ladder is None:
        return ANYTHING
    asked.note(_lookup_fault(asked.cut(node), ladder, key))
    of_key = (key.kind.of or ANYTHING) if key.kind.sort == LIST else key.kind
    values = _values(ladder, of_key) or _values(ladder, ANYTHING)
    found = bounds.hull(number(value, value) for value in values)
    return list_of(found) if key.kind.sort == LIST else found


def _values(ladder: StepTable, key: ValueType) -> list[int]:
    """Return the values in a lookup table that a key of this type may select."""
    is_any = not key.is_number or any(word.isdecimal() for word in key.words or ())
    ends = [step - 1 for step, _ in ladder.steps[1:]] + [ENDLESS]
    rows = zip(ladder.steps, ends, strict=True) if ladder.steps else ()
    found = [
        value for (step, value), end in rows if is_any or (step <= key.most and key.least <= end)
    ]
    return found + [
        value for word, value in ladder.words.items() if is_any or word in (key.words or ())
    ]


PARTS: Mapping[type[ast.expr], Callable[[Checker, Any], ValueType]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _name,
    ast.UnaryOp: _signed,
    ast.BinOp: _worked_out,
    ast.BoolOp: _tests,
    ast.Compare: _compared,
    ast.IfExp: _choice,
    ast.Tuple: _row,
    ast.Call: _called,
    ast.Subscript: _looked_up,
}


# --- The check of a formula ----------------------------------------------------------------------


# The required type of a formula's value.
A_TEST: Final = "test"
AN_AMOUNT: Final = "amount"
A_COUNT: Final = "count"  # an amount, or a test, which counts 1 where it holds
A_VALUE: Final = "value"

PREPARED: Final = 100  # steps that a part of a test costs before it is tried with any value
LITERALS: Final = {"true": True, "false": False}


def kind_of(kinds: Kinds, formula: Formula, view: View) -> ValueType:
    """Return the type of a formula's value in a view of the game's names."""
    return Checker(kinds, formula, view).whole()


def faults_of(
    kinds: Kinds, formula: Formula, view: View, wanted: str, fact: Fact | None = None
) -> list[Problem]:
    """Return the problems of a formula. `wanted` is the required type: A_TEST, AN_AMOUNT, A_COUNT
    or A_VALUE. The formula's value must be possible for `fact`, if this is given."""
    checker = Checker(kinds, formula, view)
    checker.whole(wanted)
    if fact is None or checker.faults:
        return [*dict.fromkeys(checker.faults)]
    return _default_faults(kinds, formula, fact)


def settled(kinds: Kinds, test: Formula, view: View) -> bool | None:
    """Return the result of a test if it is the same for all values of its names, else None."""
    return Checker(kinds, test, view).settled(ast.parse(test.text.strip(), mode="eval").body)


def _default_faults(kinds: Kinds, formula: Formula, fact: Fact) -> list[Problem]:
    """Return a list with one problem if a formula gives a value that its fact can never have, else
    an empty list."""
    checker = Checker(kinds, formula, DEAL)
    wanted = _FormulaPart(fact.id, fact_kind(kinds.rules, fact))
    for node in _branches(ast.parse(checker.text, mode="eval").body):
        checker.note(_default_fault(kinds.rules.pack, wanted, checker.part(node)))
    return checker.faults[-1:]


def _branches(node: ast.expr) -> list[ast.expr]:
    """Return the possible results of a conditional; for any other node a list of this node."""
    if isinstance(node, ast.IfExp):
        return [*_branches(node.body), *_branches(node.orelse)]
    return [node]


def kinds_of(rules: Ruleset) -> Kinds:
    """Return the types of a game's names."""
    return Kinds(rules, kind_of)


class Checker:
    """A check of one formula, part by part: it determines each part's type and notes problems."""

    def __init__(self, kinds: Kinds, formula: Formula, view: View) -> None:
        self.kinds, self.view = kinds, view
        self.formula, self.text = formula, formula.text.strip()
        self.faults: list[Problem] = []
        self._kinds: dict[ast.expr, ValueType] = {}

    @property
    def rules(self) -> Ruleset:
        """Return the game's rules."""
        return self.kinds.rules

    @property
    def _tables(self) -> frozenset[str]:
        return frozenset(self.rules.scoring.ladders)

    def whole(self, wanted: str = A_VALUE) -> ValueType:
        """Check the whole formula and return its type; ANYTHING if it is nested too deeply."""
        try:
            node = ast.parse(self.text, mode="eval").body
            ways = {A_TEST: self.test, AN_AMOUNT: self.number, A_COUNT: self.counted}
            return ways.get(wanted, self.kind)(node)
        except RecursionError:
            return ANYTHING

    # --- Required types --------------------------------------------------------------------------

    def kind(self, node: ast.expr) -> ValueType:
        """Return the type of a node, cached because nested comparisons would visit it many
        times."""
        if node not in self._kinds:
            known = type(node) in PARTS
            self._kinds[node] = PARTS[type(node)](self, node) if known else ANYTHING
        return self._kinds[node]

    def number(self, node: ast.expr) -> ValueType:
        """Check that a node, or each branch of a conditional, is a number, and return its type."""
        if isinstance(node, ast.IfExp):
            self.test(node.test)
            found = bounds.hull([self.number(node.body), self.number(node.orelse)])
            self.fixed(node, (node.test,), found)
            return found
        kind = self.kind(node)
        if kind.sort in (NUMBER, ANY):
            return kind if kind.is_number else A_NUMBER
        if kind.sort == FLAG:
            self._wrong(node, kind, say("say `1 if {part} else 0`", part=self.cut(node)))
            return number(0, 1)
        if kind.sort == LIST:
            self._wrong(node, kind, say("say `sum({list})` or `max({list})`", list=self.cut(node)))
        elif kind.sort != NOTHING or isinstance(node, ast.Name):
            self._wrong(node, kind)
        return A_NUMBER

    def numbers(self, node: ast.expr) -> ValueType:
        """Check that a node is a number or a list of numbers, and return the type of the
        numbers."""
        if isinstance(node, ast.Tuple):
            return bounds.hull([self.numbers(one) for one in node.elts])
        kind = self.kind(node)
        if kind.sort != LIST:
            return self.number(node)
        of = kind.of or ANYTHING
        if of.is_number or of.sort in (ANY, LIST):
            return of if of.is_number else A_NUMBER
        self._wrong(node, kind)
        return A_NUMBER

    def counted(self, node: ast.expr) -> ValueType:
        """Check that a node is a number or a test, and return its type."""
        if isinstance(node, ast.IfExp):
            self.test(node.test)
            return either(self.counted(node.body), self.counted(node.orelse))
        kind = self.kind(node)
        return kind if kind.sort == FLAG else self.number(node)

    def test(self, node: ast.expr) -> ValueType:
        """Check that a node, or each branch of a conditional, is a test, and return its type."""
        if isinstance(node, ast.IfExp):
            self.test(node.test)
            return either(self.test(node.body), self.test(node.orelse))
        kind, part = self.kind(node), self.cut(node)
        if kind.sort in (FLAG, ANY, NOTHING) or kind.counts_a_test:
            return TEST
        why = say("`{part}` is {kind}, and a test is needed", part=part, kind=told(kind))
        is_name = not isinstance(node, ast.Constant)
        mend = say("say `{part} != 0`", part=part) if kind.is_number and is_name else None
        if kind.is_absent and not kind.is_number:
            mend = say("say `given({part})`", part=part)
        self.note(Problem("formula-kind", why, None, known_mends(mend)))
        return TEST

    def wanted(self, node: ast.expr, *sorts: str) -> ValueType:
        """Check that a node has one of these sorts, and return its type."""
        kind = self.kind(node)
        is_suit = SUIT in sorts and _could_be(
            self.rules.pack, word_of(SUIT, tuple(self.rules.pack.suits)), kind
        )
        if kind.sort not in (*sorts, ANY) and not is_suit:
            why = say(
                "`{part}` is {kind}, and {wanted} is needed",
                part=self.cut(node),
                kind=told(kind),
                wanted=told(ValueType(sorts[0], words=None, of=ANYTHING)),
            )
            self.note(Problem("formula-kind", why))
        return kind

    def _wrong(self, node: ast.expr, kind: ValueType, mend: Words | None = None) -> None:
        why = say(
            "`{part}` is {kind}, and a number is needed", part=self.cut(node), kind=told(kind)
        )
        self.note(Problem("formula-kind", why, None, known_mends(mend)))

    def note(self, fault: Problem | None) -> None:
        """Note a problem; None is ignored."""
        if fault is not None:
            self.faults.append(fault)

    def cut(self, node: ast.AST) -> str:
        """Return the source text of a node."""
        return ast.get_source_segment(self.text, node) or self.text

    def sought(self, many: ast.expr, one: ast.expr) -> None:
        """Note a problem if `one` can never be in the list `many`."""
        kind = self.kind(many)
        if kind.sort == LIST and not isinstance(many, ast.Tuple):
            of = _FormulaPart(self.cut(many), kind.of or ANYTHING)
            self.note(_list_fault(self.rules.pack, of, self.part(one)))

    def tried(self, node: ast.expr) -> None:
        """Note a test with the same result for all values of its names, unless the formula has
        another problem already."""
        if self.faults or not self.kinds.steps.take(PREPARED * sum(1 for _ in ast.walk(node))):
            return
        always = self.settled(node)
        if always is not None:
            names = part_of(self.formula, node, self._tables).names
            self.note(_fixed_test(self.cut(node), always, sorted(names)))

    def settled(self, node: ast.expr) -> bool | None:
        """Return the result of a test if it is the same for all values of its names, else None."""
        test = part_of(self.formula, node, self._tables)
        kinds = {name: self.kinds.of(name, self.view) or ANYTHING for name in test.names}
        always = _tried_result(test, node, kinds, self.kinds.steps) if kinds else None
        return always if always is not None or not kinds else self._tried_parts(node, kinds)

    def _tried_parts(self, node: ast.expr, kinds: Mapping[str, ValueType]) -> bool | None:
        """Return the result of a test if it is the same for all values of the parts that it
        compares, as `sum(all.total)`; else None."""
        compared = _AtomReplacer()
        outer = compared.visit(deepcopy(node))
        if not compared.parts:
            return None
        try:
            test = read_formula(ast.unparse(outer), None, self._tables)
        except FormulaError:
            return None  # longer than a formula may be, as it is spelled here
        of_parts = {name: self.kind(part) for name, part in compared.parts.items()}
        known = {**kinds, **of_parts}
        named = {name: known[name] for name in test.names}
        return _tried_result(test, outer, named, self.kinds.steps)

    def fixed(self, node: ast.expr, parts: Iterable[ast.expr], gives: ValueType) -> None:
        """Note a part that is the same number for all values of its own parts. A function of a
        list is exempt, such as `max` of a value that only one side has."""
        kinds = [self.kind(part) for part in parts]
        is_of_list = any(kind.sort == LIST for kind in kinds)
        if gives.is_single and not is_of_list and not all(kind.is_single for kind in kinds):
            self.note(_fixed_number(self.cut(node), gives))

    def part(self, node: ast.expr) -> _FormulaPart:
        """Return a node with its text, type and literal."""
        plain = node.operand if isinstance(node, ast.UnaryOp) else node
        value = plain.value if isinstance(plain, ast.Constant) else None
        literal = value if isinstance(value, (int, str)) else LITERALS.get(self.cut(node))
        return _FormulaPart(self.cut(node), self.kind(node), literal)

    # --- Names -----------------------------------------------------------------------------------

    def named(self, name: str) -> ValueType:
        """Return the type of a name. Notes a problem if the name is not known here."""
        if name in CONSTANTS:
            return CONSTANTS[name]
        kind = self.kinds.of(name, self.view)
        if kind is None:
            self.note(self._not_here(name))
            return ANYTHING
        return kind

    def _not_here(self, name: str) -> Problem:
        why = say("`{name}` is not known here", name=name)
        return Problem("formula-name", why, None, (self.kinds.known_where(name, self.view),))


# --- The types of functions' results and arguments ---------------------------------------------


Nodes = list[ast.expr]


class Function(NamedTuple):
    """A function of formulas: its number of arguments (`most` None: no limit), and the function
    that returns its result's type."""

    fewest: int
    most: int | None
    gives: Callable[[Checker, Nodes], ValueType]


def _least(asked: Checker, nodes: Nodes) -> ValueType:
    return bounds.least_of([*_each(asked, nodes, bounds.least_in)])


def _greatest(asked: Checker, nodes: Nodes) -> ValueType:
    return bounds.greatest_of([*_each(asked, nodes, bounds.greatest_in)])


def _sum(asked: Checker, nodes: Nodes) -> ValueType:
    found = number(0, 0)
    for kind in _each(asked, nodes, bounds.summed):
        found = bounds.added(found, kind)
    return found


def _each(
    asked: Checker, nodes: Nodes, of_list: Callable[[ValueType], ValueType]
) -> Iterator[ValueType]:
    """Yield the type of each argument; for a list, the type that `of_list` returns."""
    for node in nodes:
        if isinstance(node, ast.Tuple):
            yield of_list(list_of(asked.numbers(node), len(node.elts), len(node.elts)))
            continue
        numbers, kind = asked.numbers(node), asked.kind(node)
        yield numbers if kind.sort != LIST else of_list(kind._replace(of=numbers))


def _abs(asked: Checker, nodes: Nodes) -> ValueType:
    return bounds.without_sign(asked.number(nodes[0]))


def _count(asked: Checker, nodes: Nodes) -> ValueType:
    many = asked.wanted(nodes[0], LIST)
    value = asked.kind(nodes[1])
    asked.sought(nodes[0], nodes[1])
    most = _lengths(many)[1]
    return number(0, bounds.most_of(many, value.least) if value.is_single and many.sum else most)


def _length(asked: Checker, nodes: Nodes) -> ValueType:
    return number(*_lengths(asked.wanted(nodes[0], LIST)))


def _lengths(many: ValueType) -> tuple[float, float]:
    """Return the minimum and maximum length of a list."""
    return (many.least, many.most) if many.sort == LIST else (0, ENDLESS)


def _given(asked: Checker, nodes: Nodes) -> ValueType:
    for node in nodes:
        part = asked.part(node)
        if part.literal is not None:
            why = say(
                "`{value}` is always given: name what may be left out, without quotes",
                value=part.text,
            )
            asked.note(Problem("formula-decided", why))
    return TEST


def _suit(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    kind = word_of(SUIT, tuple(asked.rules.pack.suits))
    return absent(kind) if asked.rules.pack.suitless else kind


def _suits(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    return list_of(word_of(SUIT, tuple(asked.rules.pack.suits)))


def _rank(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    return word_of(RANK, asked.rules.pack.ranks)


def _worth(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], LIST)
    suits = asked.wanted(nodes[1], SUIT, LIST)
    asked.wanted(nodes[2], TABLE)
    return list_of(A_NUMBER) if suits.sort == LIST else A_NUMBER


# --- Functions of lists and seats ----------------------------------------------------------------


def _ordered(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], LIST)
    if len(nodes) > 1:
        _place(asked, nodes[1], 0)
    return list_of(asked.numbers(nodes[0]))


def _nth(asked: Checker, nodes: Nodes) -> ValueType:
    many = asked.wanted(nodes[0], LIST)
    _place(asked, nodes[1], 1)
    return many.of or ANYTHING


def _place(asked: Checker, node: ast.expr, least: int) -> ValueType:
    """Return the type of a position in a list, or of a number of values. Note a problem if it is
    always below `least`."""
    kind = asked.number(node)
    if kind.most < least:
        why = say(
            "`{part}` never finds anything: it counts from {least}",
            part=asked.cut(node),
            least=least,
        )
        asked.note(Problem("formula-decided", why))
    return kind


def _where(asked: Checker, nodes: Nodes) -> ValueType:
    many, tests = (asked.wanted(node, LIST) for node in nodes)
    of = tests.of or ANYTHING
    if tests.sort == LIST and of.sort not in (ANY, FLAG) and not of.counts_a_test:
        why = say(
            "`{part}` is {kind}, and a list of tests is needed: each 1 or 0",
            part=asked.cut(nodes[1]),
            kind=told(tests),
        )
        asked.note(Problem("formula-kind", why))
    return list_of(many.of or ANYTHING)


def _most_players(asked: Checker) -> int:
    return max(asked.rules.every_number)


def _seat(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], PLAYER)
    return number(1, _most_players(asked))


def _next(asked: Checker, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], PLAYER)
    for node in nodes[1:]:
        asked.number(node)
    return A_PLAYER


def _player(asked: Checker, nodes: Nodes) -> ValueType:
    kind = _place(asked, nodes[0], 1)
    if kind.least > _most_players(asked):
        why = say(
            "`{part}` never finds anything: at most {most} play",
            part=asked.cut(nodes[0]),
            most=_most_players(asked),
        )
        asked.note(Problem("formula-decided", why))
    return A_PLAYER


# --- Rounding and powers -------------------------------------------------------------------------


def _rounded(up: bool, down: bool) -> Callable[[Checker, Nodes], ValueType]:
    """Return the function that gives the type of a division rounded up, down, or either way."""

    def gives(asked: Checker, nodes: Nodes) -> ValueType:
        one, other = (asked.number(node) for node in nodes)
        below = bounds.divided(one, other)
        above = bounds.turned(bounds.divided(bounds.turned(one), other))
        found = [*([below] if down else []), *([above] if up else [])]
        return bounds.hull(found)

    return gives


def _power(asked: Checker, nodes: Nodes) -> ValueType:
    one, other = (asked.number(node) for node in nodes)
    if other.most < 0:
        why = say("`{part}` is below 0: that is no whole number", part=asked.cut(nodes[1]))
        asked.note(Problem("formula-decided", why))
    return bounds.to_the_power(one, other)


FUNCTIONS: Mapping[str, Function] = {
    "min": Function(1, None, _least),
    "max": Function(1, None, _greatest),
    "sum": Function(1, None, _sum),
    "abs": Function(1, 1, _abs),
    "count": Function(2, 2, _count),
    "len": Function(1, 1, _length),
    "given": Function(1, None, _given),
    "suit": Function(1, 1, _suit),
    "suits": Function(1, 1, _suits),
    "rank": Function(1, 1, _rank),
    "worth": Function(3, 3, _worth),
    "highest": Function(1, 2, _ordered),
    "lowest": Function(1, 2, _ordered),
    "nth": Function(2, 2, _nth),
    "where": Function(2, 2, _where),
    "seat": Function(1, 1, _seat),
    "next": Function(1, 2, _next),
    "player": Function(1, 1, _player),
    "round_down": Function(2, 2, _rounded(up=False, down=True)),
    "round_up": Function(2, 2, _rounded(up=True, down=False)),
    "round_nearest": Function(2, 2, _rounded(up=True, down=True)),
    "round_to_zero": Function(2, 2, _rounded(up=True, down=True)),
    "power": Function(2, 2, _power),
}
