"""Rulesets: a TOML page becomes a checked `Ruleset` of frozen values."""
