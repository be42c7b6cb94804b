"""The formula language of rulesets: short, checked when it is read, bounded, and able to
reach nothing but the facts it is given.

A formula is written as in a spreadsheet cell, `tricks - quota` or `4 if players == 3 else 6`.
It has whole numbers, quoted words, names of facts, `+ - * / // %`, comparisons, `in`,
`and or not`, `a if c else b`, a handful of functions, and lookup in a table of the ruleset,
`value[bid]`. Python's own grammar does the parsing; syntax that is not listed below is refused.
A formula is compiled when it is first evaluated, with the names of facts as its only names.
"""

import ast
import re
import warnings
from collections.abc import Callable, Iterable, Sequence, Sized
from copy import deepcopy
from functools import cached_property, lru_cache
from typing import Protocol

from scorekeeper.base.exact_numbers import is_number, is_whole, ratio
from scorekeeper.rules.cards import Card
from scorekeeper.text.message import Thousands, Value, Words, in_english, in_turn, say, titled
from scorekeeper.text.problems import did_you_mean
from scorekeeper.text.translation import marked

LONGEST = 500
GREATEST = 10**9


class FormulaError(ValueError):
    """An error: a formula is unreadable or has no value on these facts. `why` is the reason."""

    def __init__(self, why: Words) -> None:
        self.why = why
        super().__init__(in_english(why))


class NoAnswer(FormulaError):
    """An error: a formula has no value on these facts. `template` is the reason, with the place
    `{formula}`."""

    def __init__(self, formula: "Formula", template: str, **values: Value) -> None:
        self.formula, self.template, self.values = formula, template, values
        super().__init__(self.saying(f"`{formula.text}`"))

    def saying(self, formula: Words) -> Words:
        """Return the reason, with the given text of the formula."""
        return say(self.template, formula=formula, **self.values)


class FormulaScope(Protocol):
    """The values on which a formula is evaluated: `scope[name]` is a value, or raises KeyError."""

    def __getitem__(self, name: str, /) -> object: ...


class LookupTable(Protocol):
    """A table of a ruleset that gives a value for a key, or raises LookupError."""

    def at(self, key: str | int, /) -> int: ...


class Formula:
    """A checked formula: its text, the names that it uses, its syntax tree, and its value if it is
    a plain number. It is immutable, and equal only to itself."""

    def __init__(
        self, text: str, names: frozenset[str], tree: ast.Expression, constant: int | None = None
    ) -> None:
        self.text = text
        self.names = names
        self.tree = tree
        self.constant = constant

    @cached_property
    def things(self) -> frozenset[str]:
        """Return the names in use without their roles: `tricks` for `declarer.tricks`."""
        return frozenset(name.rpartition(".")[2] for name in self.names)

    @cached_property
    def asked_whether_given(self) -> frozenset[str]:
        """Return the names that the formula tests with `given(bid)` or `bid == none`."""
        asked: list[ast.expr] = []
        for part in ast.walk(self.tree):
            if isinstance(part, ast.Call) and ast.unparse(part.func) == "given()":
                asked += part.args
            elif isinstance(part, ast.Compare):
                sides = [part.left, *part.comparators]
                is_none = [isinstance(one, ast.Constant) and one.value is None for one in sides]
                asked += sides if any(is_none) else []
        places = [one.slice for one in asked if isinstance(one, ast.Subscript)]
        return frozenset(str(one.value) for one in places if isinstance(one, ast.Constant))

    @cached_property
    def work_out(self) -> Callable[[FormulaScope], object]:
        """Return the function that evaluates the formula on facts. It is compiled at the first use:
        a deal uses few of its rules' formulas, and compiling all takes a thirtieth of the time of
        recording it."""
        return _compiled(self.tree)


# --- functions of formulas ---------------------------------------------------------------


def _numbers(values: tuple[object, ...]) -> list[int]:
    """Return the numbers among the arguments and in their lists. Raises FormulaError for other
    values."""
    numbers: list[int] = []
    for value in values:
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if not is_number(one):
                raise FormulaError(say("a number was expected here"))
            numbers.append(one)
    return numbers


def _least(*values: object) -> int:
    return min(_numbers(values))


def _greatest(*values: object) -> int:
    return max(_numbers(values))


def _sum(*values: object) -> int:
    return sum(_numbers(values))


def _abs(value: int) -> int:
    return abs(_numbers((value,))[0])


def _count(values: Iterable[object], wanted: object) -> int:
    return sum(1 for value in values if value == wanted)


def _length(values: Sized) -> int:
    return len(values)


def _given(*values: object) -> bool:
    return all(value is not None for value in values)


def _suit(card: Card) -> str | None:
    return card.suits[0] if card.suits else None


def _suits(card: Card) -> tuple[str, ...]:
    return card.suits


def _rank(card: Card) -> str:
    return card.rank


def _worth(
    cards: Iterable[Card], suits: str | Sequence[str], values: LookupTable
) -> int | tuple[int, ...]:
    """Return the value of the cards of a suit by a table of ranks; of several suits a tuple, one
    number each."""
    if isinstance(suits, str):
        return _worth_in(cards, suits, values)
    return tuple(_worth_in(cards, suit, values) for suit in suits)


def _worth_in(cards: Iterable[Card], suit: str, values: LookupTable) -> int:
    return sum(values.at(card.rank) for card in cards if suit in card.suits)


# --- functions of lists and seats -----------------------


def _highest(values: Iterable[object], most: int | None = None) -> tuple[int, ...]:
    """Return the numbers of a list from the highest down, at most `most` of them."""
    found = sorted(_numbers((values,)), reverse=True)
    return tuple(found if most is None else found[: _at_least_zero(most)])


def _lowest(values: Iterable[object], most: int | None = None) -> tuple[int, ...]:
    """Return the numbers of a list from the lowest up, at most `most` of them."""
    found = sorted(_numbers((values,)))
    return tuple(found if most is None else found[: _at_least_zero(most)])


def _at_least_zero(number: int) -> int:
    if _numbers((number,))[0] < 0:
        raise FormulaError(say("a number below 0 of a list"))
    return number


def _nth(values: Sequence[object], number: int) -> object:
    """Return the value at a position in a list, from 1. Raises FormulaError if there is none."""
    if not 1 <= _numbers((number,))[0] <= len(values):
        raise FormulaError(
            say("there is no number {number} of {most}", number=number, most=len(values))
        )
    return values[number - 1]


def _where(values: Sequence[object], tests: Sequence[object]) -> tuple[object, ...]:
    """Return the values with a true test at the same index. Raises FormulaError if the lengths
    differ."""
    if len(values) != len(tests):
        raise FormulaError(say("the two lists are of different length"))
    return tuple(value for value, holds in zip(values, tests, strict=True) if holds)


def _seat(seats: Sequence[str], player: object) -> int:
    """Return the number, from 1, of the first seat with this player."""
    for number, name in enumerate(seats, 1):
        if player == name:
            return number
    raise FormulaError(say("nobody is named here"))


def _next(seats: Sequence[str], player: object, steps: int = 1) -> str:
    """Return the player `steps` seats after another, in order of play."""
    return seats[(_seat(seats, player) - 1 + _numbers((steps,))[0]) % len(seats)]


def _player(seats: Sequence[str], number: int) -> object:
    return _nth(seats, number)


def _up(number: int, by: int) -> int:
    return -_over(-_two_numbers(number, by)[0], by)


def _nearest(number: int, by: int) -> int:
    """Return the quotient rounded to the nearest whole number, a half away from zero."""
    _two_numbers(number, by)
    whole = (2 * abs(number) + abs(by)) // (2 * abs(by))
    return whole if (number < 0) == (by < 0) else -whole


def _to_zero(number: int, by: int) -> int:
    _two_numbers(number, by)
    whole = abs(number) // abs(by)
    return whole if (number < 0) == (by < 0) else -whole


def _power(number: int, by: int) -> int:
    """Return a power of a number. A result beyond the bounds is not computed."""
    _two_numbers(number, by)
    if by < 0 or not is_whole(by):
        raise FormulaError(say("a power below 0 is no whole number"))
    if (abs(number) > 1 or not is_whole(number)) and by > GREATEST.bit_length():
        return _bounded(GREATEST + 1)
    return _bounded(+(number ** int(by)))


def _looked_up(table: LookupTable, key: str | int | tuple[str | int, ...]) -> int | tuple[int, ...]:
    """Return the table's value for a key, or for each key of a list."""
    return tuple(map(table.at, key)) if isinstance(key, tuple) else table.at(key)


def _two_numbers(left: object, right: object) -> tuple[int, int]:
    if not (is_number(left) and is_number(right)):
        raise FormulaError(say("numbers were expected on both sides"))
    return left, right


def _plus(left: object, right: object) -> int:
    left, right = _two_numbers(left, right)
    return _bounded(left + right)


def _times(left: object, right: object) -> int:
    left, right = _two_numbers(left, right)
    return _bounded(left * right)


def _by(left: object, right: object) -> int:
    return _bounded(ratio(*_two_numbers(left, right)))


def _over(left: object, right: object) -> int:
    numbers = _two_numbers(left, right)
    return numbers[0] // numbers[1]


def _rest(left: object, right: object) -> int:
    numbers = _two_numbers(left, right)
    return numbers[0] % numbers[1]


def _bounded(value: int) -> int:
    if abs(value) > GREATEST or value.denominator > GREATEST:
        raise FormulaError(say("the number grew past {limit}", limit=Thousands(GREATEST)))
    return value


FUNCTIONS: dict[str, Callable[..., object]] = {
    "min": _least,
    "max": _greatest,
    "sum": _sum,
    "abs": _abs,
    "count": _count,
    "len": _length,
    "given": _given,
    "suit": _suit,
    "suits": _suits,
    "rank": _rank,
    "worth": _worth,
    "highest": _highest,
    "lowest": _lowest,
    "nth": _nth,
    "where": _where,
    "seat": _seat,
    "next": _next,
    "player": _player,
    "round_down": _over,
    "round_up": _up,
    "round_nearest": _nearest,
    "round_to_zero": _to_zero,
    "power": _power,
}
SEATS = "(seats)"  # what no formula can name: the players in the order of their seats
OF_SEATS = ("seat", "next", "player")  # functions that are given these before all else

# `+`, `*` and `%` on words or lists would be Python's, not arithmetic, and could double a word
# with every formula that names another, and `/` a float: these go through functions for exact
# numbers only.
_GUARDED: dict[type[ast.operator], str] = {
    ast.Add: "(plus)",
    ast.Mult: "(times)",
    ast.Div: "(by)",
    ast.FloorDiv: "(over)",
    ast.Mod: "(rest)",
}
_GLOBALS: dict[str, object] = {
    "__builtins__": {},
    **{f"{name}()": function for name, function in FUNCTIONS.items()},
    "(plus)": _plus,
    "(times)": _times,
    "(by)": _by,
    "(over)": _over,
    "(rest)": _rest,
    "(lookup)": _looked_up,
}
_FACTS = "(facts)"  # what no formula can name
_CONSTANTS = {"true": True, "false": False, "none": None}
_PLAIN = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
    ast.BinOp, ast.Sub, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt,
    ast.GtE, ast.In, ast.NotIn, ast.IfExp, ast.Load,
)  # fmt: skip


class _Checked(ast.NodeTransformer):
    """A transformer that accepts the listed syntax, turns `role.fact` into one name and refuses
    everything else."""

    def __init__(self, text: str, tables: frozenset[str]) -> None:
        self.text = text
        self.tables = tables
        self.names: set[str] = set()
        self.listed: list[ast.AST] = []  # what stands where a list or a whole table may stand

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _PLAIN):
            raise FormulaError(
                say("`{text}` is not something a formula can say", text=self._cut(node))
            )
        return super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool) or not isinstance(node.value, (int, str)):
            why = say("a formula has whole numbers and words only; a half is `1/2`")
            raise self._refused(node, why)
        if isinstance(node.value, int):
            if not self._cut(node).isdecimal():
                raise self._refused(node, say("write a number in plain figures"))
            _bounded(node.value)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        # A formula cannot return a list that it wrote: lists of lists would grow without bounds.
        if node not in self.listed:
            raise self._refused(node, say("a list stands after `in` or in a function"))
        return super().generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = zip(node.ops, node.comparators, strict=True)
        self.listed += [right for how, right in sides if isinstance(how, (ast.In, ast.NotIn))]
        return super().generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in _CONSTANTS:
            return ast.copy_location(ast.Constant(_CONSTANTS[node.id]), node)
        if node.id in self.tables and node not in self.listed:
            raise FormulaError(
                say("`{table}` is a table: look up in it, `{table}[…]`", table=node.id)
            )
        return self._asked_for(node.id, node)

    def _asked_for(self, name: str, node: ast.AST) -> ast.expr:
        """Return the expression that looks up a fact by name when the formula is evaluated."""
        self.names.add(name)
        facts = ast.Name(_FACTS, ast.Load())
        return ast.copy_location(ast.Subscript(facts, ast.Constant(name), ast.Load()), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name):
            raise self._refused(node, say("write `role.fact`, with one dot"))
        return self.visit_Name(
            ast.copy_location(ast.Name(f"{node.value.id}.{node.attr}", ast.Load()), node)
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.id if isinstance(node.func, ast.Name) else self._cut(node.func)
        if name not in FUNCTIONS:
            there = say("there are {words}", words=", ".join(FUNCTIONS))
            raise FormulaError(in_turn(say("there is no function `{name}`", name=name), there))
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self._refused(node, say("give `{function}` plain values", function=name))
        self.listed += node.args
        function = ast.Name(f"{name}()", ast.Load())
        arguments = [self.visit(argument) for argument in node.args]
        if name in OF_SEATS:
            seats = ast.Subscript(ast.Name(_FACTS, ast.Load()), ast.Constant(SEATS), ast.Load())
            arguments.insert(0, seats)
        return ast.copy_location(ast.Call(function, arguments, []), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if not (isinstance(node.value, ast.Name) and node.value.id in self.tables):
            raise self._refused(node, say("only a table of the ruleset can be looked up in"))
        function, table = ast.Name("(lookup)", ast.Load()), self._asked_for(node.value.id, node)
        return ast.copy_location(ast.Call(function, [table, self.visit(node.slice)], []), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if type(node.op) in _GUARDED:
            function = ast.Name(_GUARDED[type(node.op)], ast.Load())
            call = ast.Call(function, [self.visit(node.left), self.visit(node.right)], [])
            return ast.copy_location(call, node)
        if not isinstance(node.op, ast.Sub):
            raise self._refused(node, say("arithmetic is + - * / // %"))
        return super().generic_visit(node)

    def _refused(self, node: ast.AST, why: Words) -> FormulaError:
        return FormulaError(titled(f"`{self._cut(node)}`", why))

    def _cut(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.text, node) or self.text


def read_formula(
    text: str, known: frozenset[str] | None, tables: frozenset[str] = frozenset()
) -> Formula:
    """Read and check a formula. `known` are the names of facts that it may use, None for any;
    `tables` are its lookup tables. Raises FormulaError, which quotes the invalid text and may
    suggest a name."""
    formula = _read(text, tables)
    unknown = sorted(formula.names - known - tables) if known is not None else []
    if known is not None and unknown:
        raise FormulaError(_unknown_names(unknown, known | tables))
    return formula


@lru_cache(1024)
def _read(text: str, tables: frozenset[str]) -> Formula:
    """Return the formula of a text, with line breaks as spaces. The result is cached, because
    rulesets repeat formulas."""
    if "\n" in text and "#" not in text:
        text = " ".join(line.strip() for line in text.strip().splitlines())
    tree, names = _parsed(text, tables)
    number = tree.body.value if isinstance(tree.body, ast.Constant) else None
    constant = int(number) if isinstance(number, int) else None
    return Formula(text, frozenset(names), tree, constant)


def part_of(formula: Formula, node: ast.expr, tables: frozenset[str] = frozenset()) -> Formula:
    """Return a node of a formula's syntax tree as a formula of its own."""
    checked = _Checked(formula.text.strip(), tables)
    tree = checked.visit(ast.Expression(deepcopy(node)))
    return Formula(formula.text, frozenset(checked.names), tree)


# The errors of parsing text as Python; the last two only for text nested very deeply.
_UNREADABLE = (
    SyntaxError,
    ValueError,
    SyntaxWarning,
    DeprecationWarning,
    MemoryError,
    RecursionError,
)


def _parsed(text: str, tables: frozenset[str]) -> tuple[ast.Expression, set[str]]:
    if len(text) > LONGEST:
        message = say(
            "a formula has at most {most} characters, this one {length}",
            most=LONGEST,
            length=len(text),
        )
        raise FormulaError(message)
    if "\\" in text:
        raise FormulaError(say("a formula has no use for a backslash"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # `1if x else 2`, which Python reads and grumbles about
            tree = ast.parse(text.strip(), mode="eval")
        checked = _Checked(text.strip(), tables)
        tree = checked.visit(tree)
    except FormulaError:
        raise
    except _UNREADABLE:
        raise FormulaError(_unreadable(text)) from None
    return tree, checked.names


# Mistakes that come from other formula languages, and their fixes.
_SLIPS = (
    (r"&&|\|\|", marked("say `and` and `or`")),
    (r"(?<![=!<>])=(?!=)", marked("what is equal is `==`")),
    (r"!(?!=)", marked("say `not`")),
    (r"\bif\b(?!.*\belse\b)", marked("say what it is otherwise: `5 if tricks > 3 else 0`")),
    (r"\b\d+[^\W\d]|\d *\(|\) *\d", marked("say `*` between what is multiplied")),
)


def _unreadable(text: str) -> Words:
    """Return the message that a text is not a formula, with the probable mistake."""
    bare, why = re.sub(r"'[^']*'|\"[^\"]*\"", "''", text), say("this cannot be read as a formula")
    hints = [say(hint) for slip, hint in _SLIPS if re.search(slip, bare)]
    return in_turn(why, hints[0]) if hints else why


def _compiled(tree: ast.Expression) -> Callable[[FormulaScope], object]:
    """Return the formula as a function of the facts, with access to them and to the allowed
    functions only."""
    arguments = ast.arguments([], [ast.arg(_FACTS)], None, [], [], None, [])
    function = ast.Expression(ast.Lambda(arguments, tree.body))
    try:
        code = compile(ast.fix_missing_locations(function), "<formula>", "eval")
        work_out: Callable[[FormulaScope], object] = eval(code, _GLOBALS)
    except _UNREADABLE:
        raise FormulaError(say("this cannot be read as a formula")) from None
    return work_out


def _unknown_names(names: Sequence[str], known: frozenset[str]) -> Words:
    """Return the message that these names are unknown, with suggestions."""
    said: list[Words] = []
    for name in names:
        unknown, hint = say("`{name}` is not a fact here", name=name), did_you_mean(name, known)
        said.append(in_turn(unknown, hint) if hint else unknown)
    return in_turn(*said)


NOT_WHOLE = marked("{formula} gives {value}, not a whole number")


def value_of(formula: Formula, facts: FormulaScope) -> object:
    """Return the formula's value on these facts. Raises FormulaError if it has none."""
    try:
        value = formula.work_out(facts)
    except Exception as error:
        raise _no_answer(formula, error) from None
    return _bounded(value) if is_number(value) and not isinstance(value, bool) else value


def whole_of(formula: Formula, facts: FormulaScope) -> int:
    """Return the formula's value as a whole number within bounds. Raises NoAnswer if it is not
    whole."""
    number = number_of(formula, facts)
    if is_whole(number):
        return number
    raise NoAnswer(formula, NOT_WHOLE, value=str(number))


def number_of(formula: Formula, facts: FormulaScope) -> int:
    """Return the formula's value as an exact number within bounds. Raises NoAnswer without one."""
    if formula.constant is not None:
        return formula.constant
    try:
        value = formula.work_out(facts)
    except Exception as error:
        raise _no_answer(formula, error) from None
    if value.__class__ is int and -GREATEST <= value <= GREATEST:
        number: int = value
        return number
    if is_number(value):
        return _bounded(+value)  # what is true counts 1
    raise NoAnswer(formula, NOT_WHOLE, value=str(value))


def _no_answer(formula: Formula, error: Exception) -> Exception:
    """Return the error to raise when a formula fails. NoAnswer and unexpected errors are returned
    unchanged. Nothing is evaluated again: in a circle of formulas that would double at every
    turn."""
    if isinstance(error, ZeroDivisionError):
        return NoAnswer(formula, marked("{formula} divides by zero"))
    if isinstance(error, LookupError):
        return NoAnswer(formula, marked("{formula} finds nothing for {value}"), value=str(error))
    if isinstance(error, RecursionError):
        return NoAnswer(formula, marked("{formula} goes round in a circle"))
    if isinstance(error, NoAnswer):
        return error
    if isinstance(error, FormulaError):
        return NoAnswer(formula, marked("{formula} has no answer here: {why}"), why=error.why)
    if not isinstance(error, (TypeError, AttributeError, NameError, ValueError)):
        return error
    return NoAnswer(formula, marked("{formula} has no answer here"))


# A quoted word, which is unchanged, or a name that is neither a function nor a table.
_SIGNS = ("+", "-", "*", "/", "//", "%")
_WORD = r"""'[^']*'|"[^"]*"|(?<![\w.])([^\W\d]\w*(?:\.[^\W\d]\w*)?)(?![\w(\[])"""


def with_numbers(formula: Formula, facts: FormulaScope) -> str:
    """Return the formula's text with the numbers inserted, as in `6 - 8`."""

    def number(name: str) -> str:
        try:
            value = facts[name]
        except (LookupError, FormulaError):
            return name
        return str(list(value)) if isinstance(value, tuple) else str(value)

    words = formula.text.split(" ")
    # `tricks - quota` needs no regular expression
    if all(word.isidentifier() or word in _SIGNS for word in words):
        return " ".join(number(word) if word in formula.names else word for word in words)
    return re.sub(
        _WORD,
        lambda match: number(match[1]) if match[1] in formula.names else match[0],
        formula.text,
    )
