"""The laws of play in words."""

from __future__ import annotations

from scorekeeper.language import marked, tr
from scorekeeper.problems import parted
from scorekeeper.report.words import names_listed
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import LAWS

TOPICS = {
    "follow": marked("Following suit"),
    "void": marked("Playing when one cannot follow"),
    "head": marked("Heading the trick"),
    "undertrump": marked("Under-trumping"),
    "wins": marked("What wins a trick"),
    "ties": marked("Equal cards"),
    "trump": marked("How trumps are made"),
}
LAW_WORDS = {
    ("follow", "must"): marked("suit must be followed"),
    ("follow", "trumps only"): marked("only trumps must be followed"),
    ("follow", "free"): marked("any card may be played"),
    ("void", "free"): marked("who cannot follow may play anything"),
    ("void", "must trump"): marked("who cannot follow must trump"),
    ("head", "never"): marked("nobody has to head the trick"),
    ("head", "suit led"): marked("who can head the suit led must"),
    ("head", "trumps led"): marked("who can head trumps that were led must"),
    ("undertrump", "free"): marked("under-trumping is allowed"),
    ("undertrump", "partner's only"): marked("only a partner may be under-trumped"),
    ("wins", "suit led"): marked("the highest trump wins, else the highest of the suit led"),
    ("wins", "any suit"): marked("the highest card wins, whatever its suit"),
    ("ties", "first played"): marked("of equal cards the first wins"),
    ("ties", "last played"): marked("of equal cards the last wins"),
    ("trump", "named"): marked("trumps are named"),
    ("trump", "first card led"): marked("the first card led makes trumps"),
}


def law_topic(law: str) -> str:
    """What a law of play is about, as a heading."""
    return tr(TOPICS[law])


def law_of(rules: Ruleset, law: str) -> str:
    """A law as a game has it, and the contracts in which it is another."""
    usual = rules.play.laws.get(law, LAWS[law][0])
    differing: dict[str, list[str]] = {}
    for contract in rules.contracts.values():
        if contract.play.get(law, usual) != usual:
            differing.setdefault(contract.play[law], []).append(contract.name.shown())
    also = [
        tr("in {contracts} {law}", contracts=names_listed(names), law=_law_words(law, word))
        for word, names in differing.items()
    ]
    return parted([_law_words(law, usual), *also])


def _law_words(law: str, word: str) -> str:
    """A law of play as it is said."""
    return tr(LAW_WORDS[law, word])


def usual_law(law: str) -> str:
    """The law that holds where a ruleset says nothing, as it is said."""
    return _law_words(law, LAWS[law][0])
