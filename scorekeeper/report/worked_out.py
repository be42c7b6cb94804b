"""What the names of a page came to in a deal: those that its points, and the tests before them, are
worked out from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.base.exact import number_word
from scorekeeper.game.facts import DealFacts
from scorekeeper.rules.formula import Formula, FormulaError, Names
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.formulas import because, used, worked
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled, text_of


class NameStep(NamedTuple):
    """What a name of the page came to, for a side where each has its own: its formula, the value,
    and in words how."""

    name: str
    side: str | None
    formula: str
    value: int | bool
    say: str


def name_steps(
    facts: DealFacts, sides: Mapping[str, Names], asked: Iterable[tuple[Formula, Names]]
) -> Iterator[NameStep]:
    """Each number and each test that the formulas asked name, and those that these name, in the
    order of the page; of a choice only what the branch that holds names. `sides` are the facts as
    each side's formulas see them."""
    rules, own = facts.agreed.rules, _of_sides(facts.agreed.rules)
    wanted = _wanted(facts, sides, asked)
    for name, formula in rules.scoring.lets.items():
        if name in wanted:
            yield from _step(rules, name, formula, None, facts)
    for name, formula in own.items():
        for side, view in sides.items() if name in wanted else ():
            yield from _step(rules, name, formula, side, view)


def _of_sides(rules: Ruleset) -> Mapping[str, Formula]:
    """What is worked out of each side; of partners what each has by itself is a list to their
    side, and is left out."""
    return {**({} if rules.teams else rules.scoring.each), **rules.scoring.side}


def _wanted(
    facts: DealFacts, sides: Mapping[str, Names], asked: Iterable[tuple[Formula, Names]]
) -> set[str]:
    """The names of the page that formulas are worked out from."""
    rules, found, todo = facts.agreed.rules, set[str](), [*asked]
    own = _of_sides(rules)
    while todo:
        formula, view = todo.pop()
        for name in {one.rpartition(".")[2] for one in used(rules, formula, view)} - found:
            if name in rules.scoring.lets:
                todo.append((rules.scoring.lets[name], facts))
            elif name in own:
                todo += [(own[name], side) for side in sides.values()]
            else:
                continue
            found.add(name)
    return found


def _step(
    rules: Ruleset, name: str, formula: Formula, side: str | None, facts: Names
) -> Iterator[NameStep]:
    """The step of a number or a test; nothing of what is neither, or has no answer."""
    try:
        value = facts[name]
        if isinstance(value, bool):
            said = f"{tr('yes') if value else tr('no')}, {text_of(because(rules, formula, facts))}"
        elif isinstance(value, int):
            said = _worked_words(rules, formula, facts)
        else:
            return
    except (LookupError, FormulaError):
        return
    word = text_of(term(rules, name))
    yield NameStep(
        name, side, formula.text, value, labelled(f"{word}, {side}" if side else word, said)
    )


def _worked_words(rules: Ruleset, formula: Formula, facts: Names) -> str:
    """`25 + 8 = 33`; the number alone where nothing is added up."""
    how = worked(rules, formula, facts)
    number, numbers = number_word(how.value), text_of(how.numbers)
    return number if numbers.strip("()") == number else f"{numbers} = {number}"
