"""The facts that the next deal requires, and facts as words that can be read back unchanged."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.count_checks import counted_names, total_of
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.derived_facts import all_entered
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.partial_entry import lacks
from scorekeeper.record.word_assignment import CONTRACT
from scorekeeper.rules.cards import code_in_words, rank_shown
from scorekeeper.rules.fact_names import TRUMP
from scorekeeper.rules.formula import FormulaError, value_of
from scorekeeper.rules.ruleset import CARDS, OF_PLAYERS, Count, Fact, Ruleset

# --- facts required by the next deal, and their values -------------------------------------------


def needed(agreed: Agreed, state: State, facts: Facts) -> list[str]:
    """Return the facts that a deal still requires beyond these, in the order of the prompts."""
    problems = judged(agreed, state, facts).problems
    return [p.fact for p in problems if p.fact and p.fact not in facts and lacks(p)]


def first_number(agreed: Agreed, state: State, known: Facts) -> str | None:
    """Return the first required fact or count with numbers beyond the `known` ones, or None."""
    rules = agreed.rules
    numbers = {fact.id for fact in rules.facts.values() if fact.kind == "number"}
    return next(
        (n for n in needed(agreed, state, known) if n in numbers or n in rules.counts), None
    )


class Asks(NamedTuple):
    """The facts and counts that the next deal requires: those of each contract, in the order of
    the prompts; the optional counts that may `follow`; and lists of facts that may be entered
    `instead`."""

    by_contract: Mapping[str | None, tuple[str, ...]]
    follow: tuple[str, ...]
    instead: tuple[tuple[str, ...], ...]

    @property
    def always(self) -> list[str]:
        """Return the facts that every contract requires."""
        first, *others = self.by_contract.values()
        return [name for name in first if all(name in other for other in others)]

    @property
    def differs(self) -> bool:
        """Return True if the required facts depend on the contract."""
        return len(set(self.by_contract.values())) > 1


def asks(agreed: Agreed, state: State, known: Facts | None = None) -> Asks:
    """Return the facts that the next deal requires in addition to the `known` ones."""
    before = known or {}
    contracts = turn(agreed, state).contracts or (None,)
    if CONTRACT in before:
        contracts = (before[CONTRACT],)
    ways: list[Facts] = [
        before if contract is None else {**before, CONTRACT: contract} for contract in contracts
    ]
    views = [DealFacts(agreed, state, turn(agreed, state, way), way) for way in ways]
    wanted = [tuple(_wanted(view)) for view in views]
    spare = [
        count.id
        for count in agreed.rules.counts.values()
        if count.optional and count.id not in before and holds(count.when, views[0])
    ]
    changed = {name: tuple(_wanted(_with_column(views[0], name))) for name in spare}
    instead = [(name, *rest) for name, rest in changed.items() if rest != wanted[0]]
    follow = tuple(name for name, rest in changed.items() if rest == wanted[0])
    alone = [(name,) for name in standing_alone(agreed)]
    return Asks(dict(zip(contracts, wanted, strict=True)), follow, (*alone, *instead))


def _wanted(view: DealFacts) -> Iterator[str]:
    """Yield the names of the required facts, then of the required counts."""
    rules = view.agreed.rules
    for fact in rules.facts.values():
        waits = fact.optional or fact.later or fact.alone
        is_said = fact.id in view.entered
        if not (waits or is_said or _is_settled(fact, view)) and holds(fact.when, view):
            yield fact.id
    for count in rules.counts.values():
        if not count.optional and count.id not in view.entered and holds(count.when, view):
            yield count.id


def _is_settled(fact: Fact, view: DealFacts) -> bool:
    """Return True if the fact need not be entered: the previous deal gives it, or its default
    does, now or once the facts of the default are known."""
    if fact.id == TRUMP and view.settled_trump:
        return True
    if fact.default is None:
        return False
    try:
        return not all_entered(fact.default, view) or value_of(fact.default, view) is not None
    except FormulaError:
        return False


def _with_column(view: DealFacts, count: str) -> DealFacts:
    size = len(counted_names(view.agreed.rules.counts[count], view.agreed))
    return view.with_entered({**view.entered, count: [0] * size})


def only_contract(agreed: Agreed, state: State) -> str | None:
    """Return the contract of the next deal if there is only one, else None."""
    contracts = turn(agreed, state).contracts
    return contracts[0] if len(contracts) == 1 else None


def only_answer(agreed: Agreed, field: str) -> object:
    """Return the value of a fact that has only one possible value, else None."""
    fact = agreed.rules.facts.get(field)
    if fact is None or fact.optional:
        return None
    if fact.kind == "number":
        return fact.least if fact.least == fact.most and not fact.values else None
    choices = choices_of(agreed, fact)
    return choices[0] if len(choices) == 1 else None


def choices_of(agreed: Agreed, fact: Fact) -> list[str]:
    """Return the possible values of a fact, empty if there is no short list."""
    if fact.kind in OF_PLAYERS:
        return list(agreed.players)
    if fact.kind == "suit":
        return list(agreed.rules.pack.suits)
    if fact.kind == "rank":
        return [rank_shown(agreed.rules.pack, rank) for rank in agreed.rules.pack.ranks]
    return list(fact.values)


def standing_alone(agreed: Agreed) -> list[str]:
    """Return the facts that alone are a complete entry."""
    return [fact.id for fact in agreed.rules.facts.values() if fact.alone]


def fixed_total(agreed: Agreed, state: State, count: Count, facts: Facts) -> int | None:
    """Return the number to which a count must add up. Return None if the rules do not fix it or it
    is still unknown."""
    try:
        return total_of(count, DealFacts(agreed, state, turn(agreed, state, facts), facts))
    except FormulaError:
        return None


# --- facts as words ------------------------------------------------------------------------------
# Facts as words that are read back as the same facts, by their ids.


APART = frozenset(" '\"\\")  # what takes the words of a line apart, or means something else in it


def words_of(rules: Ruleset, facts: Facts) -> tuple[str, ...]:
    """Return the facts as words that give the same facts when read in any language."""
    return tuple(f"{name}={decoded(rules, name, written(value))}" for name, value in facts.items())


def decoded(rules: Ruleset, name: str, text: str) -> str:
    """Return the text of a fact, with codes of cards as words that any language reads."""
    if name not in rules.facts or rules.facts[name].kind not in CARDS:
        return text
    return ",".join(code_in_words(rules.pack, code) for code in text.split(","))


def written(value: object) -> str:
    """Return a fact's value as typed."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join("-" if item is None else str(item) for item in value)
    return "yes" if value is True else str(value)


def quoted(word: str) -> str:
    """Return a word as typed in a line, with quotes if it would be misread without them."""
    if APART.isdisjoint(word):
        return word
    name, equals, value = word.partition("=")
    if not equals or not APART.isdisjoint(name):
        name, equals, value = "", "", word
    said = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}{equals}"{said}"'
