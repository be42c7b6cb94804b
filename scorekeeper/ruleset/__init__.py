"""Rulesets: games as frozen values, read from TOML with every fault named at once.

A session reads what scores its deals (`read.py`); the referee's rules (`read_play.py`) and the
casebook (`read_casebook.py`) are read by those who ask for them, and all three by whoever begins
a session, or checks a page (`page.py`).
"""
