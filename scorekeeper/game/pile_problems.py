"""Checks on card points: the piles of cards that the tricks say must be able to hold them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.game.counts import recount
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.piles import bounds, can_hold, can_split, card_values
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.model import Count
from scorekeeper.rules.said import key_typed
from scorekeeper.text.message import Joined, Words, say, titled
from scorekeeper.text.problems import Problem, known_mends


def pile_problems(facts: DealFacts, columns: Mapping[str, Any]) -> Iterable[Problem]:
    """Card points that piles of so many cards cannot hold."""
    for count in facts.agreed.rules.counts.values():
        if (
            count.values
            and count.piles is not None
            and count.id in columns
            and count.piles in columns
        ):
            yield from _unheld(count, columns[count.id], columns[count.piles], facts)


def _unheld(
    count: Count, points: Sequence[int], tricks: Sequence[int], facts: DealFacts
) -> Iterable[Problem]:
    seats, values = len(facts.agreed.players), card_values(facts.agreed.rules, count)
    if values[0] < 0:
        return  # penalty cards: less is not fewer, and nothing here is said of those
    piles = [(number * seats, worth) for number, worth in zip(tricks, points, strict=True)]
    alone = [
        _cannot_hold(count, who, pile, facts, values)
        for who, pile in zip(facts.agreed.side_names, piles, strict=True)
    ]
    swapped = _swap_hint(count, tricks, points, facts, values) if any(alone) else None
    mends = known_mends(swapped)
    yield from (problem._replace(mends=mends or problem.mends) for problem in alone if problem)
    if not any(alone) and not can_split(values, piles):
        yield _cannot_split(count, tricks, points, facts.agreed.rules.pack)


def _cannot_split(
    count: Count, tricks: Sequence[int], points: Sequence[int], pack: Pack
) -> Problem:
    rows = zip(tricks, points, strict=True)
    message = say(
        "no way of dealing the pack into these piles gives these {count}: {piles}",
        count=count.name,
        piles=Joined(
            tuple(
                say("{tricks} tricks with {points}", tricks=number, points=worth)
                for number, worth in rows
            ),
            ", ",
        ),
    )
    return _not_together(count, message, pack)


def _swap_hint(
    count: Count,
    tricks: Sequence[int],
    points: Sequence[int],
    facts: DealFacts,
    values: tuple[int, ...],
) -> Words | None:
    from scorekeeper.game.slips import swaps  # noqa: PLC0415 - 0.3 ms, only for a wrong total

    agreed = facts.agreed
    found = swaps(values, tricks, points, agreed.side_names, len(agreed.players))
    if not found:
        return None
    column = ",".join(map(str, found[0].column or ()))
    return titled(
        say("perhaps {slip}", slip=found[0].said),
        Joined((key_typed(agreed.rules, count.piles or ""), f"={column}")),
    )


def _cannot_hold(
    count: Count, who: str, pile: tuple[int, int], facts: DealFacts, values: tuple[int, ...]
) -> Problem | None:
    (cards, points), seats = pile, len(facts.agreed.players)
    if can_hold(values, cards, points):
        return None
    message = say(
        "{player}'s {tricks} tricks ({cards} cards) cannot hold {points} {count}",
        player=who,
        tricks=cards // seats,
        cards=cards,
        points=points,
        count=count.name,
    )
    why = _why_not(points, *bounds(values, cards))
    return _not_together(count, titled(message, why), facts.agreed.rules.pack)


def _not_together(count: Count, message: Words, pack: Pack) -> Problem:
    """The problem of points that the cards of the tricks cannot come to."""
    code, mends = f"{count.id}-{count.piles}", (recount(count, pack),)
    return Problem(code, message, count.id, mends, rule=count.source.if_any())


def _why_not(points: int, least: int, most: int) -> Words:
    """Why a pile whose cards are worth `least` to `most` cannot hold these points."""
    if least <= points <= most:
        return say("no such cards add up to it")
    # Translators: "they" are the tricks of one player
    return (
        say("they hold {least} to {most}", least=least, most=most)
        if most > least
        else say("they hold {least}", least=least)
    )
