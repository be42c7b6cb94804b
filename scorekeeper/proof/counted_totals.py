"""Totals of counts against the hand and the pack: tricks that are not as many as are played, card
points that are not what the cards make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from scorekeeper.game.counts import total_of
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.schedule import turn
from scorekeeper.proof.reach import reach_of
from scorekeeper.proof.situations import Situation, situations, tables, walk
from scorekeeper.proof.ways import facts_of
from scorekeeper.rules.cards import worth
from scorekeeper.rules.formula import FormulaError, number_of
from scorekeeper.rules.model import Count, Ruleset
from scorekeeper.rules.whole_page import Page
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem


def tricks_played(page: Page) -> Iterator[Problem]:
    """Yield a fault where a deal has more tricks in all than each player has cards, or than the
    laws of play say."""
    hint = say("change `total` or `hand`, or call the count something else")
    yield from _told(page, lambda total, played: total > played, hint)


def tricks_left(page: Page) -> Iterator[Problem]:
    """Yield a note where a deal has fewer tricks in all than are played, and not only one of
    them."""
    hint = say("say how many are played: `[play]`, and under it `tricks = …`; or change `total`")
    yield from _told(page, lambda total, played: 1 < total < played, hint)


def _told(page: Page, is_wrong: Callable[[int, int], bool], hint: Words) -> Iterator[Problem]:
    """Yield the first total of tricks that is wrong beside those that are played."""
    name = page.rules.trick_count
    for players, total, played in _numbers(page) if name else ():
        if is_wrong(total, played):
            message = say(
                "with {players} players there are {total} tricks in all; {played} are played",
                players=players,
                total=total,
                played=played,
            )
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


def cards_make(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault where card points add up to less than the cards make that are dealt."""
    yield from (found.problem for found in _card_points(rules) if not found.is_more)


def cards_make_less(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note where card points add up to more than the cards make: the last trick may count
    as well."""
    yield from (found.problem for found in _card_points(rules) if found.is_more)


class CardPoints(NamedTuple):
    """A total of card points that the cards do not make, and whether it is more than they do."""

    problem: Problem
    is_more: bool


def _card_points(rules: Ruleset) -> Iterator[CardPoints]:
    """Yield the first total of each count of card points that its cards do not make."""
    for count in rules.counts.values():
        if count.values and count.total is not None and rules.hand is not None:
            found = (_unmade(situation, count) for situation in situations(rules, reach_of(rules)))
            yield from islice(filter(None, found), 1)


def _unmade(situation: Situation, count: Count) -> CardPoints | None:
    """Return the total of a deal that its cards do not make, with those that may lie beside."""
    facts = facts_of(situation, situation.known)
    pack, hand = situation.agreed.rules.pack, situation.agreed.rules.hand
    try:
        total = total_of(count, facts)
        dealt = 0 if hand is None else number_of(hand, facts) * len(situation.agreed.players)
    except FormulaError:
        return None
    made = [*_made(situation, count)]
    beside = len(pack.every_card) - dealt
    values = sorted(worth((card,), count.values, None, {}) for card in pack.every_card)
    least = min(made) - max(0, sum(values[len(values) - beside :]) if beside > 0 else 0)
    if total is None or total in made or beside < 0 or least <= total <= max(made):
        return None
    message = say(
        "the {count} add up to {total}, and the cards make {made}",
        count=count.name,
        total=total,
        made=listing([str(one) for one in made]),
    )
    hint = say("change `total`, or what the `cards` count")
    return CardPoints(
        Problem("cards-make", message, f"count.{count.id}.total", (hint,)), total > max(made)
    )


def _made(situation: Situation, count: Count) -> Iterator[int]:
    """Yield what all cards are worth: without trumps, and with them, as far as a deal has them."""
    pack = situation.agreed.rules.pack
    said = situation.agreed.rules.contracts.get(situation.contract or "")
    trump = "open" if said is None else said.trump
    differs = count.trump_values != count.values
    if not differs or (trump in ("none", "open") and said is not None):
        yield worth(pack.every_card, count.values, None, {})
    if differs and trump != "none":
        suit = next(iter(pack.suits)) if trump == "open" else trump
        yield worth(pack.every_card, count.values, suit, count.trump_values)
