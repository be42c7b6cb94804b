"""Rulesets: the readers that turn a ruleset file in TOML into a checked, frozen `Ruleset`."""
