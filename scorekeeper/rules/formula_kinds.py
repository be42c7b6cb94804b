"""The types of formulas, determined part by part, and their problems."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from itertools import pairwise
from typing import Any, Final

from scorekeeper.rules import value_kinds as bounds
from scorekeeper.rules.comparison_kinds import (
    AtomReplacer,
    FormulaPart,
    always_one,
    by_trying,
    could_be,
    equality_fault,
    looked_up,
    order_fault,
    unfound,
    unfound_in_list,
    unlike,
    whatever,
    word_for_a_player,
)
from scorekeeper.rules.formula import Formula, FormulaError, part_of, read_formula
from scorekeeper.rules.function_kinds import FUNCTIONS, TypeVisitor
from scorekeeper.rules.model import Fact, Ruleset, StepTable
from scorekeeper.rules.name_kinds import DEAL, Kinds, View, fact_kind
from scorekeeper.rules.value_kinds import (
    A_NUMBER,
    ANY,
    ANYTHING,
    ENDLESS,
    FLAG,
    LIST,
    NONE,
    NOTHING,
    NUMBER,
    SUIT,
    TEST,
    WORD,
    ValueType,
    either,
    list_of,
    number,
    told,
    word_of,
)
from scorekeeper.text.message import Words, say, say_n
from scorekeeper.text.problems import Problem, known_mends

# --- formula parts -----------------------------------------------------------------------------
# The kinds of the parts of a formula, each by what it is made of: a name, a sum, a comparison.


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
# The functions of which a number that is always the same has no use.
FIXED = ("min", "max", "abs", "round_down", "round_up", "round_nearest", "round_to_zero", "power")
SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def _constant(asked: TypeVisitor, node: ast.Constant) -> ValueType:
    if isinstance(node.value, str):
        return word_of(WORD, (node.value,))
    return number(node.value, node.value) if isinstance(node.value, int) else ANYTHING


def _name(asked: TypeVisitor, node: ast.Name | ast.Attribute) -> ValueType:
    return asked.named(ast.unparse(node))


def _signed(asked: TypeVisitor, node: ast.UnaryOp) -> ValueType:
    if isinstance(node.op, ast.Not):
        asked.test(node.operand)
        return TEST
    kind = asked.number(node.operand)
    return bounds.turned(kind) if isinstance(node.op, ast.USub) else kind


def _worked_out(asked: TypeVisitor, node: ast.BinOp) -> ValueType:
    one, other = asked.number(node.left), asked.number(node.right)
    found = SUMS[type(node.op)](one, other)
    asked.fixed(node, (node.left, node.right), found)
    return found


def _tests(asked: TypeVisitor, node: ast.BoolOp) -> ValueType:
    for one in node.values:
        asked.test(one)
    asked.tried(node)
    return TEST


def _choice(asked: TypeVisitor, node: ast.IfExp) -> ValueType:
    asked.test(node.test)
    found = either(asked.kind(node.body), asked.kind(node.orelse))
    asked.fixed(node, (node.test,), found)
    return found


def _row(asked: TypeVisitor, node: ast.Tuple) -> ValueType:
    of: ValueType | None = None
    for one in node.elts:
        of = asked.kind(one) if of is None else either(of, asked.kind(one))
    return list_of(of or ANYTHING)


def _compared(asked: TypeVisitor, node: ast.Compare) -> ValueType:
    """Return the type of a comparison (`one == other`, `one < other < more`, `one in many`) and
    note its problems."""
    pairs = pairwise([node.left, *node.comparators])
    for operator, (one, other) in zip(node.ops, pairs, strict=True):
        whole = f"{asked.cut(one)} {SIGNS[type(operator)]} {asked.cut(other)}"
        if isinstance(operator, (ast.In, ast.NotIn)):
            _contained(asked, whole, one, other)
        elif isinstance(operator, (ast.Eq, ast.NotEq)):
            parts, is_equal = (asked.part(one), asked.part(other)), isinstance(operator, ast.Eq)
            fault = word_for_a_player(asked.rules, whole, *parts, is_equal)
            asked.note(fault or equality_fault(asked.rules.pack, whole, *parts, is_equal))
        else:
            asked.note(order_fault(whole, operator, asked.part(one), asked.part(other)))
    if len(node.ops) > 1 or isinstance(node.ops[0], (ast.In, ast.NotIn)):
        asked.tried(node)
    return TEST


def _contained(asked: TypeVisitor, whole: str, one: ast.expr, many: ast.expr) -> None:
    """Note the problems of `one in many`: `many` must be a list that may contain the value."""
    if isinstance(many, ast.Tuple):
        for each in many.elts:
            asked.note(unfound(asked.rules.pack, whole, asked.part(one), asked.part(each)))
    elif asked.wanted(many, LIST).sort == LIST:
        asked.sought(many, one)


def _called(asked: TypeVisitor, node: ast.Call) -> ValueType:
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


def _looked_up(asked: TypeVisitor, node: ast.Subscript) -> ValueType:
    ladder, key = asked.rules.scoring.ladders.get(asked.cut(node.value)), asked.part(node.slice)
    if ladder is None:
        return ANYTHING
    asked.note(looked_up(asked.cut(node), ladder, key))
    of_key = (key.kind.of or ANYTHING) if key.kind.sort == LIST else key.kind
    values = _values(ladder, of_key) or _values(ladder, ANYTHING)
    found = bounds.hull(number(value, value) for value in values)
    return list_of(found) if key.kind.sort == LIST else found


def _values(ladder: StepTable, key: ValueType) -> list[int]:
    """Return the values of a table that a key of this type may find."""
    is_any = not key.is_number or any(word.isdecimal() for word in key.words or ())
    ends = [step - 1 for step, _ in ladder.steps[1:]] + [ENDLESS]
    rows = zip(ladder.steps, ends, strict=True) if ladder.steps else ()
    found = [
        value for (step, value), end in rows if is_any or (step <= key.most and key.least <= end)
    ]
    return found + [
        value for word, value in ladder.words.items() if is_any or word in (key.words or ())
    ]


PARTS: Mapping[type[ast.expr], Callable[[Any, Any], ValueType]] = {
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


# --- checking ----------------------------------------------------------------------------------
# The kind of a formula, and what in it cannot be: what is compared with what it can never equal,
# added and is no number, asked of a list, needed and of another kind.


# What the value of a formula is needed for.
A_TEST: Final = "test"
AN_AMOUNT: Final = "amount"
A_COUNT: Final = "count"  # an amount, or a test, which counts 1 where it holds
A_VALUE: Final = "value"

PREPARED: Final = 100  # steps that a part of a test costs before it is tried with any value
LITERALS: Final = {"true": True, "false": False}


def kind_of(kinds: Kinds, formula: Formula, view: View) -> ValueType:
    """Return the type of a formula's value in a view of the game's names."""
    return Checker(kinds, formula, view).whole()


def faults_of(kinds: Kinds, formula: Formula, view: View, wanted: str) -> list[Problem]:
    """Return the problems of a formula whose value is `wanted` as a test, as an amount, or as it
    is."""
    checker = Checker(kinds, formula, view)
    checker.whole(wanted)
    return [*dict.fromkeys(checker.faults)]


def settled(kinds: Kinds, test: Formula, view: View) -> bool | None:
    """Return the result of a test if it is the same for all values of its names, else None."""
    return Checker(kinds, test, view).settled(ast.parse(test.text.strip(), mode="eval").body)


def default_faults(kinds: Kinds, formula: Formula, fact: Fact) -> list[Problem]:
    """Return a list with the last problem of a default whose value its fact can never have, or an
    empty list."""
    checker = Checker(kinds, formula, DEAL)
    wanted = FormulaPart(fact.id, fact_kind(kinds.rules, fact))
    for node in _branches(ast.parse(checker.text, mode="eval").body):
        checker.note(unlike(kinds.rules.pack, wanted, checker.part(node)))
    return checker.faults[-1:]


def _branches(node: ast.expr) -> list[ast.expr]:
    """Return the possible results of a conditional expression; of any other node a list with it
    alone."""
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
        """Return the type of the whole formula; any type if it is nested too deeply."""
        try:
            node = ast.parse(self.text, mode="eval").body
            ways = {A_TEST: self.test, AN_AMOUNT: self.number, A_COUNT: self.counted}
            return ways.get(wanted, self.kind)(node)
        except RecursionError:
            return ANYTHING

    # --- what is needed --------------------------------------------------------------------------

    def kind(self, node: ast.expr) -> ValueType:
        """Return the type of a part. It is cached, because a part that is compared several times
        would be visited as often at every depth."""
        if node not in self._kinds:
            known = type(node) in PARTS
            self._kinds[node] = PARTS[type(node)](self, node) if known else ANYTHING
        return self._kinds[node]

    def number(self, node: ast.expr) -> ValueType:
        """Return the type of a part that must be a number, in both branches of a conditional."""
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
        """Return the type of the numbers in a part that is a number or a list of numbers."""
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
        """Return the type of a part that must be a number or a test."""
        if isinstance(node, ast.IfExp):
            self.test(node.test)
            return either(self.counted(node.body), self.counted(node.orelse))
        kind = self.kind(node)
        return kind if kind.sort == FLAG else self.number(node)

    def test(self, node: ast.expr) -> ValueType:
        """Return the type of a part that must be a test, in both branches of a conditional."""
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
        """Return the type of a part that must have one of these sorts."""
        kind = self.kind(node)
        is_suit = SUIT in sorts and could_be(
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
        """Note a problem, if it is one."""
        if fault is not None:
            self.faults.append(fault)

    def cut(self, node: ast.AST) -> str:
        """Return the text of a part."""
        return ast.get_source_segment(self.text, node) or self.text

    def sought(self, many: ast.expr, one: ast.expr) -> None:
        """Note a value that can never be in a list."""
        kind = self.kind(many)
        if kind.sort == LIST and not isinstance(many, ast.Tuple):
            of = FormulaPart(self.cut(many), kind.of or ANYTHING)
            self.note(unfound_in_list(self.rules.pack, of, self.part(one)))

    def tried(self, node: ast.expr) -> None:
        """Note a test with the same result for all values of its names, unless the formula has
        another problem already."""
        if self.faults or not self.kinds.steps.take(PREPARED * sum(1 for _ in ast.walk(node))):
            return
        always = self.settled(node)
        if always is not None:
            names = part_of(self.formula, node, self._tables).names
            self.note(whatever(self.cut(node), always, sorted(names)))

    def settled(self, node: ast.expr) -> bool | None:
        """Return the result of a test if it is the same for all values of its names, else None."""
        test = part_of(self.formula, node, self._tables)
        kinds = {name: self.kinds.of(name, self.view) or ANYTHING for name in test.names}
        always = by_trying(test, node, kinds, self.kinds.steps) if kinds else None
        return always if always is not None or not kinds else self._tried_parts(node, kinds)

    def _tried_parts(self, node: ast.expr, kinds: Mapping[str, ValueType]) -> bool | None:
        """Return the result of a test if it is the same for all values of the parts that it
        compares, as `sum(all.total)`; else None."""
        compared = AtomReplacer()
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
        return by_trying(test, outer, named, self.kinds.steps)

    def fixed(self, node: ast.expr, parts: Iterable[ast.expr], gives: ValueType) -> None:
        """Note a part that is the same number for all values of its own parts. A function of a list
        is exempt, such as `max` of a value that only one side has."""
        kinds = [self.kind(part) for part in parts]
        is_of_list = any(kind.sort == LIST for kind in kinds)
        if gives.is_single and not is_of_list and not all(kind.is_single for kind in kinds):
            self.note(always_one(self.cut(node), gives))

    def part(self, node: ast.expr) -> FormulaPart:
        """Return a part with its text, type and literal."""
        plain = node.operand if isinstance(node, ast.UnaryOp) else node
        value = plain.value if isinstance(plain, ast.Constant) else None
        literal = value if isinstance(value, (int, str)) else LITERALS.get(self.cut(node))
        return FormulaPart(self.cut(node), self.kind(node), literal)

    # --- what has a name -------------------------------------------------------------------------

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
