"""The kinds of input by their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

from . import commands, events, formulas, lines, papers, records, rulesets, sessions


class Kind(NamedTuple):
    """A harness, real inputs to begin with, and the same and spoilt ones as hypothesis draws
    them."""

    one_input: Callable[[bytes], None]
    seeds: Callable[[], tuple[bytes, ...]]
    inputs: Callable[[], st.SearchStrategy[bytes]]


KINDS = {
    module.__name__.rpartition(".")[2]: Kind(module.one_input, module.seeds, module.inputs)
    for module in (sessions, events, rulesets, formulas, papers, commands, lines, records)
}
