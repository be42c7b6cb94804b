"""A count of tricks that adds up to more than are played."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.formula import FormulaError, number_of
from scorekeeper.message import say
from scorekeeper.possibilities.situations import tables, walk
from scorekeeper.problems import Problem
from scorekeeper.ruleset.whole_page import Page
from scorekeeper.schedule import turn
from scorekeeper.scoring.counts import total_of
from scorekeeper.scoring.facts import DealFacts


def tricks_played(page: Page) -> Iterator[Problem]:
    """No deal has more tricks in all than each player has cards, or than the laws of play say."""
    name = page.rules.trick_count
    for players, total, played in _numbers(page) if name else ():
        if total > played:
            message = say(
                "with {players} players there are {total} tricks in all, of which {played} are "
                "played",
                players=players,
                total=total,
                played=played,
            )
            hint = say("change `total` or `hand`, or call the count something else")
            yield Problem("tricks-total", message, f"count.{name}.total", (hint,))
            return


def _numbers(page: Page) -> Iterator[tuple[int, int, int]]:
    """For how many players a deal has how many tricks in all by the count, and how many are
    played; of a deal of which the page can say both before it."""
    rules, by_law = page.rules, page.referee.play.tricks
    if rules.hand is None or by_law == 0:
        return
    for agreed in tables(rules):
        for state in walk(agreed):
            facts = DealFacts(agreed, state, turn(agreed, state), {})
            try:
                played = number_of(rules.hand, facts) if by_law is None else by_law
                total = total_of(rules.counts[str(rules.trick_count)], facts)
            except FormulaError:
                continue
            if total is not None:
                yield len(agreed.players), total, played
