"""Whether the exchange of a ruleset can be done with the cards that there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.game.session import Agreed
from scorekeeper.proof.situations import cards_each, tables
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model_exchange import DISCARD, EACH_OTHER, EVERYBODY, Exchange
from scorekeeper.rules.model_play import RefereeRules
from scorekeeper.rules.whole_page import Page
from scorekeeper.text.message import listing, say, say_n
from scorekeeper.text.problems import Problem

NEVER = "exchange-never"


def exchange_adds_up(page: Page) -> Iterator[Problem]:
    """What everybody plays from and what is discarded are no more than the pack."""
    rules, exchange = page.rules, page.referee.exchange
    if any(step.when for step in exchange):
        return  # not all of them in one deal
    for agreed in tables(rules) if exchange else ():
        players, pack = len(agreed.players), len(rules.pack.every_card)
        try:
            kept = page.referee.play.tricks or max(cards_each(agreed), default=0)
        except FormulaError:
            continue  # told of `hand`
        gone = sum(
            step.gives * (players if step.who == EVERYBODY else 1)
            for step in exchange
            if step.to == DISCARD
        )
        if players * kept + gone > pack:
            message = say(
                "{players} hands of {hand} cards and {gone} discarded are {sum} cards; the pack "
                "has {pack}",
                players=players, hand=kept, gone=gone, sum=players * kept + gone, pack=pack,
            )  # fmt: skip
            yield Problem(
                "exchange-cards",
                message,
                "exchange",
                (say("check `hand`, `talon` and what is discarded"),),
            )


def exchange_can_be_done(page: Page) -> Iterator[Problem]:
    """In no step more cards go to a hand than it can hold, or are given than may be."""
    referee = page.referee
    for agreed in tables(page.rules) if referee.exchange else ():
        for place, step in enumerate(referee.exchange):
            yield from _too_many_got(agreed, referee, f"exchange[{place}]", step)
            yield from _too_few_free(agreed, f"exchange[{place}]", step)


def _too_many_got(
    agreed: Agreed, referee: RefereeRules, path: str, step: Exchange
) -> Iterator[Problem]:
    """A hand keeps what is played from, and what it gives in other steps; it cannot get more."""
    players = len(agreed.players)
    try:
        kept = referee.play.tricks or max(cards_each(agreed), default=0)
    except FormulaError:
        return  # told of `hand`
    most = kept + sum(_of_hand(other, players) for other in referee.exchange if other is not step)
    got = _of_hand(step, players) if step.who == EVERYBODY else step.gives
    if kept and step.to != DISCARD and got > most:
        message = say(
            "a player is given {number} cards in this step; a hand has {most} at most",
            number=got, most=most,
        )  # fmt: skip
        yield Problem("exchange-cards", message, path, (say("check `hand` and `gives`"),))


def _too_few_free(agreed: Agreed, path: str, step: Exchange) -> Iterator[Problem]:
    """As many cards of the pack may be given as are given, whatever is trumps."""
    players, barred = len(agreed.players), {*step.may_not_give}
    given = _of_hand(step, players) * (players if step.who == EVERYBODY else 1)
    free = sum(barred.isdisjoint((card.code, card.rank)) for card in agreed.rules.pack.every_card)
    if step.may_not_give and given > free:
        message = say_n(
            given,
            "{n} card is given away in this step; `may_not_give` leaves {free} of the pack",
            "{n} cards are given away in this step; `may_not_give` leaves {free} of the pack",
            free=free,
        )
        hint = say("check `gives` and `may_not_give`")
        yield Problem("exchange-cards", message, f"{path}.may_not_give", (hint,))


def _of_hand(step: Exchange, players: int) -> int:
    """How many cards one hand gives in a step."""
    return step.gives * (players - 1 if step.to == EACH_OTHER else 1)


def exchange_comes_up(page: Page) -> Iterator[Problem]:
    """A step that hangs on the contract alone is one of some contract's deals."""
    contracts = page.rules.contracts
    deals = [{"contract": name, "group": one.group} for name, one in contracts.items()]
    for place, step in enumerate(page.referee.exchange):
        when = step.when
        if when is None or not deals or not when.names <= {"contract", "group"}:
            continue
        if not any(_holds(when, deal) for deal in deals):
            message = say("this step never comes up: no contract is as `when` says")
            hint = say("there are {words}", words=listing(contracts, "and"))
            yield Problem(NEVER, message, f"exchange[{place}].when", (hint,))


def _holds(when: Formula, deal: Mapping[str, Any]) -> bool:
    """Whether a condition holds; one that cannot be worked out does not."""
    try:
        return bool(value_of(when, deal))
    except FormulaError:
        return False
