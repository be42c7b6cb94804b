"""Rulesets: games as frozen values, read from TOML with every fault named at once."""

from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.model_entered import Contract, Count, Fact
from scorekeeper.ruleset.model_scoring import Ladder
from scorekeeper.ruleset.read import read_ruleset

__all__ = ["Contract", "Count", "Fact", "Ladder", "Ruleset", "read_ruleset"]
