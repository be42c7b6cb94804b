"""The exchange of cards before play: who takes how many, who gives how many to whom, in words
and seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.schedule import seat
from scorekeeper.referee.case import Case
from scorekeeper.referee.hand import kept_sizes
from scorekeeper.referee.table_choices import holds_for
from scorekeeper.rules.cards import Card, words_of_card, words_of_rank, words_of_suit
from scorekeeper.rules.model_deals import said_seat
from scorekeeper.rules.model_exchange import (
    ACROSS,
    DISCARD,
    EACH_OTHER,
    EVERYBODY,
    PARTNER,
    TRUMPS,
    Exchange,
)
from scorekeeper.rules.said import words_of_role
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words, in_turn, listing, say, say_n


class Step(NamedTuple):
    """A step of the exchange in one deal: its rule, and the seats of those who take and give, from
    the dealer's left on; none where it is not known who that is."""

    rule: Exchange
    givers: tuple[int, ...]


def steps_of(case: Case, dealer: int, facts: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps that there are in this deal; `facts` are what else is known of it."""
    contract = case.chosen
    known = {
        **case.agreed.known, "contract": case.contract,
        "group": contract.group if contract else None,
        "open": case.opened,
    }  # fmt: skip
    return tuple(
        Step(rule, _givers(case, rule.who, dealer, facts))
        for rule in case.referee.exchange
        if rule.when is None or holds_for(rule.when, known)
    )


def _givers(case: Case, who: str, dealer: int, facts: Mapping[str, Any]) -> tuple[int, ...]:
    """The seats of those who take and give in a step, from the dealer's left on; none where it is
    not known who that is."""
    agreed, seats = case.agreed, len(case.agreed.players)
    if who == EVERYBODY:
        return tuple((dealer + 1 + place) % seats for place in range(seats))
    if who == PARTNER:
        return ((dealer + seats // 2) % seats,)
    found = seat(
        agreed, agreed.rules.deals.declarer if who == "declarer" else who, dealer, None, facts
    )
    return () if found is None else (found,)


def receivers(rule: Exchange, giver: int, seats: int) -> tuple[int, ...]:
    """The seats that get cards of a giver, from the giver's left on; none where they are
    discarded."""
    if rule.to == DISCARD:
        return ()
    if rule.to == EACH_OTHER:
        return tuple((giver + place) % seats for place in range(1, seats))
    return ((giver + {"left": 1, "right": -1, ACROSS: seats // 2}[rule.to]) % seats,)


def cards_of_hand(rule: Exchange, seats: int) -> int:
    """How many cards one hand gives away in a step."""
    return rule.gives * max(1, len(receivers(rule, 0, seats)))


def cards_given(step: Step, seats: int) -> int:
    """How many cards change hands or are thrown away in a step, by all who give."""
    return cards_of_hand(step.rule, seats) * len(step.givers)


# --- how many cards ------------------------------------------------------------------------------


def cards_dealt(case: Case, steps: Sequence[Step]) -> tuple[tuple[int, ...], int] | None:
    """How many cards are dealt to each seat, and how many lie beside; None where hands differ from
    deal to deal. After the exchange everybody holds as many cards as are played."""
    kept = kept_sizes(case)
    if len(kept) != 1 or not all(step.givers for step in steps):
        return None
    changes = [_change(step, len(case.agreed.players)) for step in steps]
    dealt = tuple(kept[0] - sum(more) for more in zip(*changes, strict=True))
    return dealt, len(case.pack.every_card) - sum(dealt)


def _change(step: Step, seats: int) -> list[int]:
    """How many cards more each seat has after a step."""
    more = [0] * seats
    for giver in step.givers:
        getting = receivers(step.rule, giver, seats)
        more[giver] += step.rule.takes - step.rule.gives * max(1, len(getting))
        for other in getting:
            more[other] += step.rule.gives
    return more


def cards_held(case: Case, steps: Sequence[Step], step: Step) -> int | None:
    """How many cards those hold who give in a step, just before they do; None where that
    differs."""
    sizes = cards_dealt(case, steps)
    if sizes is None:
        return None
    before = [_change(earlier, len(sizes[0])) for earlier in steps[: steps.index(step)]]
    held = {sizes[0][giver] + sum(more[giver] for more in before) for giver in step.givers}
    taken = 0 if step.rule.gives_first else step.rule.takes
    return held.pop() + taken if len(held) == 1 else None


# --- what may not be given -----------------------------------------------------------------------


def is_barred(rule: Exchange, card: Card, trump: str | None) -> bool:
    """Whether the rules forbid to give this card away; of trumps they are silent where none are
    known."""
    names = {card.code, card.rank, *([TRUMPS] if trump in card.suits else [])}
    return not names.isdisjoint(rule.may_not_give)


def trump_of(case: Case) -> str | None:
    """The trump suit where it is known: what was said, or the contract's own."""
    of_contract = case.chosen.trump if case.chosen else None
    return next((suit for suit in (case.trump, of_contract) if suit in case.pack.suits), None)


# --- in words ------------------------------------------------------------------------------------

PLACES = {
    "dealer": marked("the dealer"),
    "dealer's left": marked("the player at the dealer's left"),
    "dealer's right": marked("the player at the dealer's right"),
    PARTNER: marked("the dealer's partner"),
    EVERYBODY: marked("every player"),
}
TO_WHOM = {
    "left": marked("the player at the left"),
    "right": marked("the player at the right"),
    ACROSS: marked("the player across"),
    EACH_OTHER: marked("each of the others"),
}


def step_said(case: Case, step: Step) -> Words:
    """A step in words: who takes and gives how many, and what may not be given."""
    rule = step.rule
    acts = [*_takes(case, step), *_gives(case, step)]
    done = in_turn(*(acts[::-1] if rule.gives_first else acts))
    # Translators: {acts} is what is done, one after the other.
    said = say("{acts}, or nothing of it", acts=done) if rule.optional else done
    return in_turn(said, barred_said(case, rule)) if rule.may_not_give else said


def barred_said(case: Case, rule: Exchange) -> Words:
    """What may not be given, in words."""
    return say(
        "not to be given away: {cards}", cards=listing(_words_of(case, rule.may_not_give), "and")
    )


def _words_of(case: Case, words: Iterable[str]) -> Iterator[Words]:
    """Cards, ranks and the word for trumps, as they are shown."""
    trump = trump_of(case)
    for word in words:
        if word == TRUMPS:
            yield (
                say("trumps ({suit})", suit=words_of_suit(case.pack, trump))
                if trump
                else say("trumps")
            )
        elif word in case.pack.cards:
            yield words_of_card(case.pack, case.pack.cards[word])
        else:
            yield words_of_rank(case.pack, word)


def _takes(case: Case, step: Step) -> Iterator[Words]:
    """What is taken in a step, in words; nothing where none is."""
    rule = step.rule
    if rule.takes:
        yield say_n(
            rule.takes,
            "{player} takes {n} card of the talon",
            "{player} takes {n} cards of the talon",
            player=who_said(case, step),
        )


def _gives(case: Case, step: Step) -> Iterator[Words]:
    """What is given or discarded in a step, in words; nothing where none is."""
    rule, player = step.rule, who_said(case, step)
    if rule.gives and rule.to == DISCARD:
        yield say_n(
            rule.gives, "{player} discards {n} card", "{player} discards {n} cards", player=player
        )
    elif rule.gives:
        yield say_n(
            rule.gives,
            "{player} gives {n} card to {other}",
            "{player} gives {n} cards to {other}",
            player=player, other=_whom(case, step),
        )  # fmt: skip


def who_said(case: Case, step: Step) -> Words:
    """Who takes and gives in a step: by name where there are names, else by the seat."""
    who, declarer = step.rule.who, case.rules.deals.declarer
    if case.named and step.givers and who != EVERYBODY:
        return case.agreed.players[step.givers[0]]
    seat_word = declarer if who == "declarer" and declarer in PLACES else who
    seat_word = said_seat(seat_word, case.rules.deals.to_the_right) or seat_word
    if seat_word in PLACES:
        return say(PLACES[seat_word])
    return words_of_role(case.rules, who.removeprefix("fact "))


def _whom(case: Case, step: Step) -> Words:
    """Who gets the cards of a step: by name where there is one, else by the place at the table."""
    if case.named and step.rule.to != EACH_OTHER and len(step.givers) == 1:
        (other,) = receivers(step.rule, step.givers[0], len(case.agreed.players))
        return case.agreed.players[other]
    to = said_seat(step.rule.to, case.rules.deals.to_the_right) or step.rule.to
    return say(TO_WHOM[to])
