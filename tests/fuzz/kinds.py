"""The kinds of input by their name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from . import commands, formulas, lines, papers, records, rulesets, sessions

MOST_KEPT = 200


class Kind(NamedTuple):
    """A harness, real inputs to begin with, and how they are spoilt."""

    one_input: Callable[[bytes], None]
    seeds: Callable[[], tuple[bytes, ...]]
    mutated: Callable[[random.Random, bytes], bytes]


KINDS = {
    module.__name__.rpartition(".")[2]: Kind(module.one_input, module.seeds, module.mutated)
    for module in (sessions, rulesets, formulas, papers, commands, lines, records)
}


def inputs(name: str, seed: int) -> Iterator[bytes]:
    """Inputs of a kind without end; what was spoilt and is not refused may be spoilt again."""
    kind, chance = KINDS[name], random.Random(seed)
    there = [*kind.seeds()]
    own, most = len(there), len(there) + MOST_KEPT
    yield from there
    while True:
        data = kind.mutated(chance, chance.choice(there))
        before = kind.one_input.refused  # type: ignore[attr-defined]
        yield data
        if kind.one_input.refused == before and chance.random() < 0.05:
            there.append(data)
            if len(there) > most:
                del there[chance.randrange(own, len(there))]
