"""Rulesets: games as frozen values, read from TOML with every fault named at once."""

from scorekeeper.language import Phrase
from scorekeeper.ruleset.model import (
    Check,
    Contract,
    Count,
    Deals,
    Fact,
    Game,
    Ladder,
    Match,
    Option,
    Outcome,
    Ruleset,
)
from scorekeeper.ruleset.read import read_ruleset

__all__ = [
    "Check", "Contract", "Count", "Deals", "Fact", "Game", "Ladder", "Match", "Option", "Outcome",
    "Phrase", "Ruleset", "read_ruleset",
]  # fmt: skip
