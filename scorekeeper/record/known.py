"""What is known of an entry while it is read, and what more words would make of it."""

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Judged, judged
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.bare import CONTRACT, Said, fits
from scorekeeper.record.numbers import apart
from scorekeeper.record.values import Read, read_column, read_contract, read_value
from scorekeeper.text.problems import Problem

# What a reading of a line makes of the deal: nothing that can be, a part of it, a whole deal that
# the rules refuse, one that holds.
UNSOUND, PART, REFUSED, WHOLE = 0, 1, 2, 3


class Known(Record):
    """An entry so far: the table, the contracts open, the facts that stood `before` (in the deal
    that is corrected, or said at earlier prompts), those read from this line, and the names
    taken."""

    agreed: Agreed
    state: State
    opened: tuple[str, ...]
    before: Facts
    facts: Facts
    taken: frozenset[str]

    @property
    def said(self) -> Said:
        """What the reading of bare words asks of it."""
        contract = self.facts.get(CONTRACT, self.before.get(CONTRACT))
        return Said(self.agreed, self.opened, contract, self.taken)

    def view(self, more: Facts | None = None) -> DealFacts:
        """What is known of the deal, and what more might be, as formulas see it."""
        only = {CONTRACT: self.opened[0]} if len(self.opened) == 1 else {}
        known = {**only, **self.before, **self.facts, **(more or {})}
        return DealFacts(self.agreed, self.state, turn(self.agreed, self.state), known)

    def value(self, name: str, text: str) -> Read:
        """The value of a fact, a count or the contract that a text says."""
        rules = self.agreed.rules
        if name == CONTRACT:
            return read_contract(self.agreed, self.opened, text)
        if name in rules.counts:
            items = [item.strip() for item in apart(self.agreed, text.strip()).split(",")]
            return read_column(self.agreed, rules.counts[name], items, self.before.get(name))
        fact = rules.facts[name]
        is_itself = fact.kind == "flag" and fits(self.agreed, fact, text)
        return read_value(self.agreed, fact, "yes" if is_itself else text)

    def having(self, way: Mapping[str, str]) -> "Known | None":
        """The entry with these texts read as these facts; None where one cannot be read."""
        read = {name: self.value(name, text) for name, text in way.items()}
        if any(problems for _, problems in read.values()):
            return None
        facts = {**self.facts, **{name: value for name, (value, _) in read.items()}}
        return self._replace(facts=facts, taken=self.taken.union(way))


def problems_of(known: Known) -> tuple[Problem, ...]:
    """What the rules have to say against the deal as it is; nothing where it is whole."""
    return _verdict(known).problems


def _verdict(known: Known) -> Judged:
    # 0.2 ms, only where numbers could be several things
    from scorekeeper.record.amend import amended  # noqa: PLC0415

    facts = amended(known.agreed, known.state, known.before, known.facts)
    return judged(known.agreed, known.state, facts)


def weight(known: Known | None) -> int:
    """What the facts make of the deal: the whole of it, be it one that the rules refuse; a part to
    which nothing is to be said but that more is needed; or nothing that can be."""
    if known is None:
        return UNSOUND
    verdict = _verdict(known)
    if verdict.is_whole:
        return REFUSED if verdict.problems else WHOLE
    return PART if all(map(lacks, verdict.problems)) else UNSOUND


def lacks(problem: Problem) -> bool:
    """Whether a problem is only that something was not said."""
    return problem.is_missing


def heaviest(readings: Mapping[str, Known | None], least: int = PART) -> list[str]:
    """The readings that make most of the deal, if they make anything of it."""
    weights = {key: weight(known) for key, known in readings.items()}
    most = max(weights.values(), default=UNSOUND)
    return [key for key, found in weights.items() if found == most] if most >= least else []
