"""Where the rules that scored a deal are written, and the rulings that are about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.game.judge import Scored
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_casebook import HINTS, Ruling
from scorekeeper.rules.read_casebook import casebook
from scorekeeper.text.language import Phrase


class RulingRow(NamedTuple):
    """What a ruling says, and of which passage."""

    text: str
    source: str


def sources_of(rules: Ruleset, scored: Scored) -> list[Phrase]:
    """Where the rules that scored this deal are written, each place once."""
    contract = rules.contracts.get(scored.contract or "")
    counts = [rules.counts[name].source for name in rules.counts if name in scored.facts]
    rows = [
        *([scored.outcome.source] if scored.outcome else []),
        *([contract.source] if contract else []),
        *counts,
    ]
    return [*{row.in_english(): row for row in rows if row.by_language}.values()]


def rulings_of(rules: Ruleset, scored: Scored) -> tuple[RulingRow, ...]:
    """The rulings about a deal, but those that are hints only."""
    entered = [fact.source for name, fact in rules.facts.items() if name in scored.facts]
    used = [*sources_of(rules, scored), *entered]
    return tuple(
        RulingRow(ruling.text.shown(), ruling.source.shown())
        for ruling in casebook(rules).rulings
        if ruling.under != HINTS and _is_about(ruling, scored, used)
    )


def _is_about(ruling: Ruling, scored: Scored, used: Iterable[Phrase]) -> bool:
    """Whether a ruling is about this deal: about its outcome or its contract, where it says
    which it is about, else about a passage that scored it."""
    if not (ruling.outcomes or ruling.contracts):
        return _same_passage(ruling.source, used)
    names = scored.outcome.name.spellings() if scored.outcome else ()
    return scored.contract in ruling.contracts or not {*ruling.outcomes}.isdisjoint(names)


def _same_passage(source: Phrase, used: Iterable[Phrase]) -> bool:
    """Whether a ruling settles a passage that scored the deal: one place of its source is, or
    begins, one of theirs."""
    places = {place.strip() for row in used for place in row.in_english().split(";")}
    own = [place.strip() for place in source.in_english().split(";") if place.strip()]
    return any(place == other or other.startswith(f"{place},") for place in own for other in places)
