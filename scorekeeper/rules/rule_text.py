"""Formulas and rules in words: arithmetic, conditions, functions, names, misdeals."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import is_number, number_word
from scorekeeper.rules.cards import Card, find_card, words_of_card, words_of_suit
from scorekeeper.rules.fact_names import words_of_role
from scorekeeper.rules.formula import (
    Formula,
    FormulaError,
    FormulaScope,
    NoAnswer,
    part_of,
    value_of,
)
from scorekeeper.rules.ruleset import (
    CARDS,
    DOWN,
    LEFT,
    ME,
    OTHER,
    UP,
    Fact,
    Misdeal,
    PenaltyRule,
    Ruleset,
)
from scorekeeper.text.message import (
    Elided,
    JoinedWords,
    Value,
    Words,
    altogether,
    either,
    in_turn,
    listing,
    say,
    say_n,
)
from scorekeeper.text.translation import Phrase, marked

# --- The names in formulas ---------------------------------------------------------------------
# Words for counts, facts, roles, options, tables, and the values of every deal.


MINUS = "−"
# The values of every deal as the subject of a sentence.
COMMON: Mapping[str, str] = {
    "players": marked("the number of players"),
    "people": marked("the number of people at the table"),
    "sides": marked("the number of sides"),
    "deal": marked("the number of the deal"),
    "round": marked("the number of the round"),
    "game": marked("the number of the game"),
    "hand": marked("the number of cards in a hand"),
    "contract": marked("the contract"),
    "group": marked("the kind of contract"),
    "trump": marked("the trump suit"),
    "open": marked("the contracts left"),
    "quota": marked("the quota"),
    "total": marked("the score so far"),
    "role": marked("the role"),
    "won": marked("the game is won"),
    "dealer": marked("the dealer"),
    ME: marked("this player"),
    OTHER: marked("the other player"),
    "all.total": marked("everybody's score so far"),
}
# Which score wins.
BEST_WORDS = {"highest": marked("highest"), "lowest": marked("lowest")}
# The values of every deal as terms of a sum, if the words differ.
TERMS: Mapping[str, str] = {"quota": marked("quota"), "total": marked("score so far")}


def parted_name(name: str) -> tuple[str, str]:
    """Return the owner and the rest of a formula's name: `declarer`, `tricks` for
    `declarer.tricks`. A name without a dot has the owner ""."""
    whose, _, what = name.rpartition(".")
    return whose, what


def own_word(rules: Ruleset, name: str) -> Phrase | None:
    """Return the rules' own word for a name, or None."""
    if name in rules.about.words:
        return rules.about.words[name]
    known = rules.counts.get(name) or rules.facts.get(name)
    if known is not None:
        return known.name
    counter = rules.scoring.carry.get(name)
    return counter.name if counter and counter.name.by_language else None


def term(rules: Ruleset, name: str) -> Words:
    """Return a name as a term of a sum: `tricks`, `GP (declarer)`, `everybody's bids`."""
    whose, what = parted_name(name)
    word: Words | None = own_word(rules, what) or (say(TERMS[what]) if what in TERMS else None)
    if word is None and name in COMMON:
        return say(COMMON[name])
    if word is None and what in rules.scoring.ladders:
        word = _plain(what.removesuffix("_of"))  # of what, is said behind it
    return of_whom(rules, word or _plain(what), whose)


def of_whom(rules: Ruleset, word: Words, whose: str) -> Words:
    """Return a label with its owner (a role, `all`, `left`, `other`), if any."""
    if not whose:
        return word
    if whose == "all":
        return say("everybody's {things}", things=word)
    if whose == LEFT and LEFT not in rules.roles:
        # Translators: what is counted, of the side that sits on the left of the one meant
        return say("{things} (on the left)", things=word)
    if whose == OTHER and OTHER not in rules.roles:
        # Translators: what is counted, of the other of two players
        return say("{things} (the other)", things=word)
    # Translators: what is counted, and in brackets the role of those who have it, as in
    # "tricks (declarer)"
    return say("{things} ({role})", things=word, role=words_of_role(rules, whose))


def entered(rules: Ruleset, name: str) -> Words:
    """Return the label of an entered value; for `all.NAME`, that of the count NAME."""
    return term(rules, parted_name(name)[1] if name.startswith("all.") else name)


def subject(rules: Ruleset, name: str) -> Words:
    """Return a name as the subject of a sentence: `the number of tricks`, `the bid`."""
    whose, what = parted_name(name)
    if what in rules.counts and what not in rules.about.words:
        number = say("the number of {things}", things=rules.counts[what].name)
        return of_whom(rules, number, whose)
    if name in COMMON and what not in rules.about.words and not _is_own(rules, name):
        return say(COMMON[name])
    return say("the {thing}", thing=term(rules, name)) if what in rules.facts else term(rules, name)


def _is_own(rules: Ruleset, name: str) -> bool:
    """Return True if a fact of the ruleset hides the deal's own value of this name. A fact `trump`
    does not."""
    return name in rules.facts and name != "trump"


def _plain(name: str) -> str:
    """Return a name with spaces in place of hyphens and underscores."""
    return name.replace("_", " ").replace("-", " ")


# --- values --------------------------------------------------------------------------------------


def value_word(rules: Ruleset, value: object, about: str = "") -> Words:
    """Return the text of a value; `about` is the name that has this value, or ""."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if is_number(value):
        return number_word(value)
    if isinstance(value, Card):
        return words_of_card(rules.pack, value)
    if isinstance(value, (tuple, list)):
        return listing([value_word(rules, one, about) for one in value], "and")
    return _literal(rules, str(value), parted_name(about)[1])


def _literal(rules: Ruleset, word: str, about: str) -> Words:
    """Return the text of a word in a formula: a contract, a role, a suit, or a value of the fact
    `about`."""
    fact: Fact | None = rules.facts.get(about)
    if fact is not None and word in fact.values:
        return fact.values[word]
    card = find_card(rules.pack, word) if fact is not None and fact.kind in CARDS else None
    if card is not None:
        return words_of_card(rules.pack, card)
    if about == "role":
        return words_of_role(rules, word)
    if about in ("contract", "open") or (about == "" and word in rules.contracts):
        return rules.contracts[word].name if word in rules.contracts else _plain(word)
    if word in rules.about.words:
        return rules.about.words[word]
    if word in rules.pack.suits:
        return words_of_suit(rules.pack, word)
    return say(BEST_WORDS[word]) if word in BEST_WORDS else _plain(word)


# --- The writer of formulas --------------------------------------------------------------------


# Precedences, as in arithmetic: a part of lower precedence is in brackets.
LOOSE, SUM, PRODUCT, SIGN = range(4)
CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None}


class Teller(NamedTuple):
    """A writer of a formula in words. `facts` replace names by numbers; None leaves the names.
    `told` writes a node; its number is the precedence of the node around it."""

    rules: Ruleset
    formula: Formula
    facts: FormulaScope | None
    told: Callable[[Teller, ast.expr, int], Words]

    def said(self, node: ast.expr, inside: int = LOOSE) -> Words:
        """Return a node in words; `inside` is as in `told`."""
        return self.told(self, node, inside)

    def value(self, node: ast.expr) -> object:
        """Return a node's value on the facts; None if it has no value."""
        try:
            return part_value(self.rules, self.formula, node, self.facts or {})
        except FormulaError:
            return None

    def put_in(self, value: object, inside: int, about: str = "") -> Words:
        """Return a value's text; a negative number is in brackets in a product or after a minus
        sign."""
        is_below = is_number(value) and value < 0
        return bracketed(value_word(self.rules, value, about), SUM if is_below else SIGN, inside)


def tree_of(formula: Formula) -> ast.expr:
    """Return the syntax tree of a valid formula's text."""
    return ast.parse(formula.text.strip(), mode="eval").body


def part_value(rules: Ruleset, formula: Formula, node: ast.expr, facts: FormulaScope) -> Any:
    """Return the value of a formula's node on the facts. Raises FormulaError if it has no value."""
    return value_of(part_of(formula, node, frozenset(rules.scoring.ladders)), facts)


def is_name(node: ast.AST) -> bool:
    """Return True if a node is a name, such as `all.tricks`, and no constant."""
    return isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) not in CONSTANTS


def bracketed(words: Words, binds: int, inside: int) -> Words:
    """Return the words, in brackets if their precedence `binds` is below `inside`."""
    return JoinedWords(("(", words, ")")) if binds < inside else words


def behind_sign(words: Words) -> Words:
    """Return the words to write after a sign: in brackets if they begin with a minus sign."""
    return JoinedWords(("(", words, ")")) if first_sign(words) == MINUS else words


def first_sign(words: Value) -> str:
    """Return the first character of a formula in words, or "" if translated words come first."""
    if isinstance(words, JoinedWords):
        return first_sign(words.parts[0])
    return words[:1] if isinstance(words, str) else ""


# --- conditions --------------------------------------------------------------------------------
# The clause after "if": that a condition is true, or that it is false.


RELATIONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: marked("{one} is {other}"),
    ast.NotEq: marked("{one} is not {other}"),
    ast.GtE: marked("{one} is at least {other}"),
    ast.Gt: marked("{one} is more than {other}"),
    ast.LtE: marked("{one} is at most {other}"),
    ast.Lt: marked("{one} is less than {other}"),
    ast.In: marked("{one} is among {other}"),
    ast.NotIn: marked("{one} is not among {other}"),
}
# The same for words in place of amounts.
OF_WORDS = {True: marked("{thing} is {word}"), False: marked("{thing} is not {word}")}
OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.GtE: ast.Lt, ast.Lt: ast.GtE, ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def clause(teller: Teller, node: ast.expr, holds: bool = True) -> Words:
    """Return the clause that a condition is true or, without `holds`, false."""
    if isinstance(node, ast.BoolOp):
        return _joined(teller, node, holds)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return clause(teller, node.operand, not holds)
    if isinstance(node, ast.Compare):
        return _compared(teller, node, holds)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "given":
        return _given(teller, [ast.unparse(one) for one in node.args], holds)
    test = teller._replace(facts=None).said(node, SUM)
    if holds:
        return test
    if is_name(node) and _has_a_sentence(teller, ast.unparse(node)):
        return say("it is not agreed that {test}", test=test)
    return say("not {test}", test=test)


def _has_a_sentence(teller: Teller, name: str) -> bool:
    """Return True if the name is an option with its own words in the ruleset."""
    return name in teller.rules.options and name in teller.rules.about.words


def _given(teller: Teller, names: Sequence[str], holds: bool) -> Words:
    """Return the clause that facts are entered or not; for flags, that their word was said
    or not."""
    things = listing([entered(teller.rules, name) for name in names], "and")
    facts = teller.rules.facts
    if all(name in facts and facts[name].kind == "flag" for name in names):
        return (
            say("“{word}” was said", word=things)
            if holds
            else say("“{word}” was not said", word=things)
        )
    return (
        say("the entry has {things}", things=things)
        if holds
        else say("the entry has no {things}", things=things)
    )


def _joined(teller: Teller, node: ast.BoolOp, holds: bool) -> Words:
    """Return the clause of an `and` or `or`; an `and` or `or` inside is in brackets."""
    clauses = [clause(teller, one, holds) for one in node.values]
    parts = [
        JoinedWords(("(", words, ")")) if isinstance(one, ast.BoolOp) else words
        for one, words in zip(node.values, clauses, strict=True)
    ]
    return altogether(parts) if isinstance(node.op, ast.And) is holds else either(parts)


def _compared(teller: Teller, node: ast.Compare, holds: bool) -> Words:
    """Return the clause of a comparison; a chain becomes several joined comparisons."""
    rows = zip([node.left, *node.comparators[:-1]], node.ops, node.comparators, strict=True)
    parts = [
        _related(teller, left, type(how) if holds else OPPOSITE[type(how)], right)
        for left, how, right in rows
    ]
    return altogether(parts) if holds else either(parts)


def _related(teller: Teller, left: ast.expr, how: type[ast.cmpop], right: ast.expr) -> Words:
    """Return the clause of one comparison, of two amounts or with words."""
    if isinstance(right, ast.Tuple) or _is_word(right):
        return _what_it_is(teller, left, how in (ast.Eq, ast.In), right)
    return say(RELATIONS[how], one=_side(teller, left, about=right), other=_side(teller, right))


def _what_it_is(teller: Teller, left: ast.expr, holds: bool, right: ast.expr) -> Words:
    """Return the clause that `left` is (or is not) a word in `right`. With facts, "is not" also
    names the actual value."""
    words = right.elts if isinstance(right, ast.Tuple) else [right]
    word = listing(_side(teller, one, about=left) for one in words)
    thing = _side(teller._replace(facts=None), left)
    if holds or teller.facts is None:
        return say(OF_WORDS[holds], thing=thing, word=word)
    return say("{thing} is {value}, not {word}", thing=thing, value=_side(teller, left), word=word)


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _side(teller: Teller, node: ast.expr, about: ast.expr | None = None) -> Words:
    """Return one operand of a comparison in words. With facts, arithmetic is followed by its
    result. A word is a value of the other operand, `about`."""
    if isinstance(node, ast.Constant):
        return value_word(teller.rules, node.value, ast.unparse(about) if about else "")
    if teller.facts is None and is_name(node):
        return subject(teller.rules, ast.unparse(node))
    words = teller.said(node, SUM)
    if teller.facts is None or not isinstance(node, ast.BinOp):
        return words
    return JoinedWords((words, value_word(teller.rules, teller.value(node))), " = ")


# --- functions ---------------------------------------------------------------------------------


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
# Functions whose text follows the value: the value and the whole text may need brackets.
BEHIND = ("abs", "round_down", "round_up", "round_nearest", "round_to_zero", "power")
# The texts of functions with a single argument.
OF_ONE: Mapping[str, str] = {
    "highest": marked("{one}, the highest first"),
    "lowest": marked("{one}, the lowest first"),
    "next": marked("the player after {one}"),
}
# The texts for some numbers, for a count, and for the scores so far.
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
    """Return the text of a function call in a formula."""
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
    """Return the text of `min` or `max` of some numbers, or of several sides' counts."""
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
    terms = JoinedWords((first, *map(behind_sign, others)), " + ")
    return bracketed(terms, SUM if others else SIGN, inside)


def _numbers(teller: Teller, arguments: Sequence[ast.expr]) -> list[Words]:
    """Return the texts of a function's arguments. With facts, each number of a list has its own
    text."""
    if teller.facts is None:
        return [teller.said(argument) for argument in arguments]
    return [number for argument in arguments for number in _of_list(teller, argument)]


def _of_list(teller: Teller, argument: ast.expr) -> list[Words]:
    value = teller.value(argument)
    if not isinstance(value, tuple):
        return [teller.put_in(value, LOOSE)]
    numbers = [teller.put_in(number, SUM) for number in value]
    suits = _suits(teller, argument)
    return (
        [JoinedWords(both, " ") for both in zip(suits, numbers, strict=True)] if suits else numbers
    )


def _suits(teller: Teller, argument: ast.expr) -> list[Words]:
    """Return the suits in a call of `worth` with several suits, else an empty list."""
    if not (isinstance(argument, ast.Call) and ast.unparse(argument.func) == "worth"):
        return []
    suits = teller.value(argument.args[1])
    return [value_word(teller.rules, suit) for suit in suits] if isinstance(suits, tuple) else []


# --- A checked formula in words, from its syntax tree ------------------------------------------
# Arithmetic is unchanged, `quota − tricks`; a function, comparison, conditional or table lookup
# becomes words. With the facts of a deal the names become numbers, `6 − 9`, and a conditional
# becomes the branch that applies.


SUMS: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", SUM),
    ast.Sub: (MINUS, SUM),
    ast.Mult: ("×", PRODUCT),
}


def amount(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula in words. A conditional has a clause for each branch, the last after
    "otherwise"."""
    teller = Teller(rules, formula, None, _told)
    return Elided(_choice(teller, tree_of(formula), teller.said))


def phrase(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula as part of a sentence; a conditional is `22 if …, otherwise 24`."""
    return Elided(Teller(rules, formula, None, _told).said(tree_of(formula)))


def definition(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula as it follows a label. A single conditional is part of a sentence; of
    several, each branch has its own clause."""
    node = tree_of(formula)
    choices = sum(isinstance(part, ast.IfExp) for part in ast.walk(node))
    return (phrase if choices == 1 else amount)(rules, formula)


def score(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula of points in words. Numbers have a sign; a bare count is "+1 for each …"."""
    teller = Teller(rules, formula, None, _told)
    return Elided(_choice(teller, tree_of(formula), partial(_points, teller)))


def condition(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula as a clause after "if"."""
    return Elided(clause(Teller(rules, formula, None, _told), tree_of(formula)))


def no_answer(rules: Ruleset, error: FormulaError) -> Words:
    """Return the reason why a formula has no value, with the formula in words."""
    if not isinstance(error, NoAnswer):
        return error.why
    return error.saying(say("“{name}”", name=amount(rules, error.formula)))


class Worked(NamedTuple):
    """The calculation of a formula on a deal's facts: in words, with numbers, and the result."""

    words: Words
    numbers: Words
    value: int


def worked(rules: Ruleset, formula: Formula, facts: FormulaScope) -> Worked:
    """Return the calculation of a formula, with only the branch of a conditional that applies."""
    node = _Chosen(rules, formula, facts).visit(tree_of(formula))
    words = _points(Teller(rules, formula, None, _told), node)
    numbers = Teller(rules, formula, facts, _told).said(node)
    return Worked(Elided(words), Elided(numbers), +part_value(rules, formula, node, facts))


def used(rules: Ruleset, formula: Formula, facts: FormulaScope) -> list[str]:
    """Return the names in a formula after each conditional is replaced by the branch that
    applies."""
    node = _Chosen(rules, formula, facts).visit(tree_of(formula))
    return [ast.unparse(part) for part in ast.walk(node) if is_name(part)]


def because(rules: Ruleset, formula: Formula, facts: FormulaScope) -> Words:
    """Return the clauses that decide if a condition is true on these facts, for the branch of a
    conditional that applies."""
    teller = Teller(rules, formula, facts, _told)
    parts = [
        clause(teller, part, bool(teller.value(part)))
        for part in _decisive(teller, _Chosen(rules, formula, facts).visit(tree_of(formula)))
    ]
    return Elided(listing(parts, "and"))


def _decisive(teller: Teller, node: ast.expr) -> list[ast.expr]:
    """Return the parts that decide a condition: the first false part of an `and`, the first true
    part of an `or`, else all parts."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _decisive(teller, node.operand)
    if not isinstance(node, ast.BoolOp):
        return [node]
    needs_all = isinstance(node.op, ast.And)
    deciding = [part for part in node.values if bool(teller.value(part)) is not needs_all][:1]
    return [one for part in deciding or node.values for one in _decisive(teller, part)]


class _Chosen(ast.NodeTransformer):
    """A transformer that replaces every conditional by the branch that applies."""

    def __init__(self, rules: Ruleset, formula: Formula, facts: FormulaScope) -> None:
        self.rules, self.formula, self.facts = rules, formula, facts

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        holds = part_value(self.rules, self.formula, node.test, self.facts)
        chosen: ast.AST = self.visit(node.body if holds else node.orelse)
        return chosen


# --- amounts -------------------------------------------------------------------------------------


def _choice(teller: Teller, node: ast.expr, said: Callable[[ast.expr], Words]) -> Words:
    """Return a conditional with its branches in order; any other node as `said` writes it."""
    parts = list[Words]()
    while isinstance(node, ast.IfExp):
        parts.append(
            say("if {test}: {points}", test=clause(teller, node.test), points=said(node.body))
        )
        node = node.orelse
    last = said(node)
    return in_turn(*parts, say("otherwise: {points}", points=last)) if parts else last


def _points(teller: Teller, node: ast.expr) -> Words:
    """Return the text of points by themselves: a signed number, or "+1 for each …"."""
    is_below = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    what = node.operand if isinstance(node, ast.UnaryOp) and is_below else node
    if isinstance(what, ast.Constant) and isinstance(what.value, int):
        return number_word(-what.value) if is_below or not what.value else f"+{what.value}"
    count = teller.rules.counts.get(ast.unparse(what))
    if count is None or not count.one.by_language:
        return teller.said(node)
    if is_below:
        return say("−1 for each {thing}", thing=count.one)
    return say("+1 for each {thing}", thing=count.one)


def _told(teller: Teller, node: ast.expr, inside: int) -> Words:
    """Return any node in words; `inside` is the precedence around it."""
    if isinstance(node, ast.Constant):
        return value_word(teller.rules, node.value)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _name(teller, node, inside)
    way = next((way for kind, way in _WAYS if isinstance(node, kind)), None)
    if way is None or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return bracketed(clause(teller, node), LOOSE, inside)
    return way(teller, node, inside)


def _name(teller: Teller, node: ast.expr, inside: int) -> Words:
    name = ast.unparse(node)
    if not is_name(node):
        return value_word(teller.rules, CONSTANTS[name])
    return (
        term(teller.rules, name)
        if teller.facts is None
        else teller.put_in(teller.value(node), inside, name)
    )


def _signed(teller: Teller, node: ast.UnaryOp, inside: int) -> Words:
    if not isinstance(node.op, ast.USub):
        return teller.said(node.operand, inside)
    what = teller.said(node.operand, SIGN)
    first = first_sign(what)
    is_number = first.isdecimal() or first == "("
    signed = JoinedWords((MINUS, what)) if is_number else say("minus {number}", number=what)
    return bracketed(signed, SUM, inside)


def _sum(teller: Teller, node: ast.BinOp, inside: int) -> Words:
    if type(node.op) not in SUMS:
        return _divided(teller, node, inside)
    sign, binds = SUMS[type(node.op)]
    left, right = teller.said(node.left, binds), teller.said(node.right, binds + (sign == MINUS))
    return bracketed(JoinedWords((left, sign, behind_sign(right)), " "), binds, inside)


def _divided(teller: Teller, node: ast.BinOp, inside: int) -> Words:
    is_part = isinstance(node.op, ast.Div) and isinstance(node.left, ast.Constant)
    if teller.facts is not None or (is_part and isinstance(node.right, ast.Constant)):
        return teller.put_in(teller.value(node), inside)
    parts = {"number": teller.said(node.left, PRODUCT), "divisor": teller.said(node.right, PRODUCT)}
    if isinstance(node.op, ast.Div):
        return bracketed(say("{number} divided by {divisor}", **parts), LOOSE, inside)
    if isinstance(node.op, ast.Mod):
        return bracketed(
            say("what is left of {number} divided by {divisor}", **parts), LOOSE, inside
        )
    return bracketed(say("{number} divided by {divisor}, rounded down", **parts), LOOSE, inside)


def _either(teller: Teller, node: ast.IfExp, inside: int) -> Words:
    one, other = teller.said(node.body, SUM), teller.said(node.orelse, SUM)
    words = say(
        "{one} if {test}, otherwise {other}", one=one, test=clause(teller, node.test), other=other
    )
    return bracketed(words, LOOSE, inside)


def _looked_up(teller: Teller, node: ast.Subscript, inside: int) -> Words:
    if teller.facts is not None:
        return teller.put_in(teller.value(node), inside)
    key = node.slice
    about = subject(teller.rules, ast.unparse(key)) if is_name(key) else teller.said(key)
    # Translators: what a table of the rules gives for a key, as in "the table's value of the bid"
    return say(
        "the table's {table} of {key}", table=term(teller.rules, ast.unparse(node.value)), key=about
    )


def _row(teller: Teller, node: ast.Tuple, inside: int) -> Words:
    return listing([teller.said(one, inside) for one in node.elts], "and")


_WAYS: tuple[tuple[type[ast.expr], Callable[[Teller, Any, int], Words]], ...] = (
    (ast.UnaryOp, _signed),
    (ast.BinOp, _sum),
    (ast.IfExp, _either),
    (ast.Subscript, _looked_up),
    (ast.Tuple, _row),
    (ast.Call, called),
)


# --- Misdeals, penalties and disputed counts in words ------------------------------------------


def misdeal_words(misdeal: Misdeal, to_the_right: bool = False) -> Words:
    """Return the sentence about who deals after a misdeal, and whether the contract stays."""
    if misdeal.passes and to_the_right:
        return (
            say("the deal passes to the right, and the contract that was named is kept")
            if misdeal.holds
            else say("the deal passes to the right")
        )
    if misdeal.passes and misdeal.holds:
        return say("the deal passes to the left, and the contract that was named is kept")
    if misdeal.passes:
        return say("the deal passes to the left")
    if misdeal.holds:
        return say("the same dealer deals again, and the contract that was named is kept")
    return say("the same dealer deals again")


def penalty_words(penalty: PenaltyRule) -> Words:
    """Return the text of a penalty: its cost and what it gives to the others."""
    costs = say_n(penalty.costs, "{n} point against who made it", "{n} points against who made it")
    gives = say_n(
        penalty.gives, "{n} point for each of the others", "{n} points for each of the others"
    )
    if penalty.costs and penalty.gives:
        return altogether((costs, gives))
    return costs if penalty.costs else gives


def split_words(rounded: str) -> Words:
    """Return the sentence about splitting a disputed count; `rounded` is WHOLE, DOWN or UP."""
    if rounded == DOWN:
        return say("where a disputed count is split each side scores the mean, rounded down")
    if rounded == UP:
        return say("where a disputed count is split each side scores the mean, rounded up")
    return say(
        "a disputed count may be split where the mean of what each side scores is a whole number"
    )
