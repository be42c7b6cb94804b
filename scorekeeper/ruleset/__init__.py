"""Rulesets: games as frozen values, read from TOML with every fault named at once."""

from scorekeeper.ruleset.model import Contract, Count, Fact, Ladder, Ruleset
from scorekeeper.ruleset.read import read_ruleset

__all__ = ["Contract", "Count", "Fact", "Ladder", "Ruleset", "read_ruleset"]
