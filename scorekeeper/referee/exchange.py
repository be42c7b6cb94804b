"""The exchange of cards before play as text, and answers about cards given away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.schedule import seat
from scorekeeper.referee.deal_record import step_place
from scorekeeper.referee.dealing import holds_for, kept_sizes
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    problem_lines,
    problem_rows,
    read_heap,
    referee_command,
    rule_line,
    shown_cards,
)
from scorekeeper.rules.cards import Card, Pack, words_of_card, words_of_rank, words_of_suit
from scorekeeper.rules.fact_names import words_of_role
from scorekeeper.rules.ruleset_play import (
    ACROSS,
    DISCARD,
    EACH_OTHER,
    EVERYBODY,
    PARTNER,
    TRUMPS,
    Exchange,
)
from scorekeeper.rules.word_declarations import said_seat
from scorekeeper.text.message import (
    CommandOption,
    JoinedWords,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, gathered, refuse
from scorekeeper.text.translation import marked

# --- exchange ----------------------------------------------------------------------------------
# The exchange of cards before play: who takes how many, and who gives how many to whom, as text and
# as seats.


class ExchangeStep(NamedTuple):
    """A step of the exchange in one deal: its rule, and the seats that take and give, from the
    dealer's left. No seats if unknown."""

    rule: Exchange
    givers: tuple[int, ...]


def steps_of(case: Case, dealer: int, facts: Mapping[str, Any]) -> tuple[ExchangeStep, ...]:
    """Return the exchange steps of this deal; `facts` are its other known facts."""
    contract = case.chosen
    known = {
        **case.agreed.known, "contract": case.contract,
        "group": contract.group if contract else None,
        "open": case.opened,
    }  # fmt: skip
    return tuple(
        ExchangeStep(rule, _givers(case, rule.who, dealer, facts))
        for rule in case.referee.exchange
        if rule.when is None or holds_for(rule.when, known)
    )


def _givers(case: Case, who: str, dealer: int, facts: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the seats that take and give in a step, in turn from the dealer's left; empty if they
    are unknown."""
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
    """Return the seats that receive a giver's cards, in turn from the giver's left; empty for a
    discard."""
    if rule.to == DISCARD:
        return ()
    if rule.to == EACH_OTHER:
        return tuple((giver + place) % seats for place in range(1, seats))
    return ((giver + {"left": 1, "right": -1, ACROSS: seats // 2}[rule.to]) % seats,)


def cards_of_hand(rule: Exchange, seats: int) -> int:
    """Return how many cards one hand gives away in a step."""
    return rule.gives * max(1, len(receivers(rule, 0, seats)))


def cards_given(step: ExchangeStep, seats: int) -> int:
    """Return how many cards all givers together pass on or discard in a step."""
    return cards_of_hand(step.rule, seats) * len(step.givers)


# --- numbers of cards ----------------------------------------------------------------------------


def cards_dealt(case: Case, steps: Sequence[ExchangeStep]) -> tuple[tuple[int, ...], int] | None:
    """Return the number of cards dealt to each seat, and the number left over; None if deals
    differ or givers are unknown.

    It is computed backward from the hands for play."""
    kept = kept_sizes(case)
    if len(kept) != 1 or not all(step.givers for step in steps):
        return None
    changes = [_change(step, len(case.agreed.players)) for step in steps]
    dealt = tuple(kept[0] - sum(more) for more in zip(*changes, strict=True))
    return dealt, len(case.pack.every_card) - sum(dealt)


def _change(step: ExchangeStep, seats: int) -> list[int]:
    """Return by how many cards each hand grows in a step, by seat."""
    more = [0] * seats
    for giver in step.givers:
        getting = receivers(step.rule, giver, seats)
        more[giver] += step.rule.takes - step.rule.gives * max(1, len(getting))
        for other in getting:
            more[other] += step.rule.gives
    return more


def cards_held(case: Case, steps: Sequence[ExchangeStep], step: ExchangeStep) -> int | None:
    """Return a giver's number of cards just before giving in a step; None if unknown or
    different."""
    sizes = cards_dealt(case, steps)
    if sizes is None:
        return None
    before = [_change(earlier, len(sizes[0])) for earlier in steps[: steps.index(step)]]
    held = {sizes[0][giver] + sum(more[giver] for more in before) for giver in step.givers}
    taken = 0 if step.rule.gives_first else step.rule.takes
    return held.pop() + taken if len(held) == 1 else None


# --- cards that may not be given -----------------------------------------------------------------


def is_barred(rule: Exchange, card: Card, trump: str | None) -> bool:
    """Return True if the rules forbid giving this card away. If the trump suit is unknown, a ban
    on trumps is ignored."""
    names = {card.code, card.rank, *([TRUMPS] if trump in card.suits else [])}
    return not names.isdisjoint(rule.may_not_give)


def trump_of(case: Case) -> str | None:
    """Return the trump suit, as entered or the contract's own; None if unknown."""
    of_contract = case.chosen.trump if case.chosen else None
    return next((suit for suit in (case.trump, of_contract) if suit in case.pack.suits), None)


# --- text ----------------------------------------------------------------------------------------

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


def step_text(case: Case, step: ExchangeStep) -> Words:
    """Return a step as text: who takes and gives how many, and what may not be given."""
    rule = step.rule
    acts = [*_takes(case, step), *_gives(case, step)]
    done = in_turn(*(acts[::-1] if rule.gives_first else acts))
    # Translators: {acts} is what is done, one after the other.
    said = say("{acts}, or nothing of it", acts=done) if rule.optional else done
    return in_turn(said, barred_cards_text(case, rule)) if rule.may_not_give else said


def barred_cards_text(case: Case, rule: Exchange) -> Words:
    """Return the line of the cards that may not be given away."""
    return say(
        "not to be given away: {cards}", cards=listing(_words_of(case, rule.may_not_give), "and")
    )


def _words_of(case: Case, words: Iterable[str]) -> Iterator[Words]:
    """Yield the text for each card, rank or the key for trumps."""
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


def _takes(case: Case, step: ExchangeStep) -> Iterator[Words]:
    """Yield the line of the cards taken from the talon in a step, if any."""
    rule = step.rule
    if rule.takes:
        yield say_n(
            rule.takes,
            "{player} takes {n} card of the talon",
            "{player} takes {n} cards of the talon",
            player=takers_and_givers_text(case, step),
        )


def _gives(case: Case, step: ExchangeStep) -> Iterator[Words]:
    """Yield the line of the cards given or discarded in a step, if any."""
    rule, player = step.rule, takers_and_givers_text(case, step)
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


def takers_and_givers_text(case: Case, step: ExchangeStep) -> Words:
    """Return who takes and gives in a step: the player's name if names are known, else the seat or
    role."""
    who, declarer = step.rule.who, case.rules.deals.declarer
    if case.named and step.givers and who != EVERYBODY:
        return case.agreed.players[step.givers[0]]
    seat_word = declarer if who == "declarer" and declarer in PLACES else who
    seat_word = said_seat(seat_word, case.rules.deals.to_the_right) or seat_word
    if seat_word in PLACES:
        return say(PLACES[seat_word])
    return words_of_role(case.rules, who.removeprefix("fact "))


def _whom(case: Case, step: ExchangeStep) -> Words:
    """Return the text for the receiver of a step's cards: a name if names are known, else the
    seat."""
    if case.named and step.rule.to != EACH_OTHER and len(step.givers) == 1:
        (other,) = receivers(step.rule, step.givers[0], len(case.agreed.players))
        return case.agreed.players[other]
    to = said_seat(step.rule.to, case.rules.deals.to_the_right) or step.rule.to
    return say(TO_WHOM[to])


# --- answer about cards given away -------------------------------------------------------------
# The cards that may be given away before play, and the cards left in the hand.


Numbered = tuple[int, ExchangeStep]  # a step that gives cards away, and its number from 1


def discard_answer(
    case: Case,
    words: Sequence[str],
    hand: Sequence[str] = (),
    talon: Sequence[str] = (),
    number: str | None = None,
) -> RefereeAnswer:
    """Return the answer about giving these cards away from this hand; without cards, about all
    that may be given.

    If the step takes the `talon` first, its cards belong to the hand. `number` is the step,
    from 1."""
    cards, held, beside = gathered(
        lambda: read_heap(case, words),
        lambda: read_heap(case, hand, "hand"),
        lambda: read_heap(case, talon, "talon"),
    )
    if not cards and not held:
        message = say("no cards: name those that are given away, or the hand")
        raise refuse("cards-missing", message, "cards")
    at, step = _step(case, cards, held, beside, number)
    problems, trump = [*_problems(case, step, cards, held, beside)], trump_of(case)
    free = [card for card in _there(step, held, beside) if not is_barred(step.rule, card, trump)]
    return _answer(case, (at, step), cards, held, free, problems)


def _step(
    case: Case,
    cards: Sequence[Card],
    hand: Sequence[Card],
    talon: Sequence[Card],
    number: str | None,
) -> Numbered:
    """Return the step asked about, with its number: as entered, else the first with fitting
    numbers of cards."""
    steps = steps_of(case, case.dealer, case.facts)
    giving = [*enumerate((step for step in steps if step.rule.gives), 1)]
    if not giving:
        message = say("in {game} no cards are given away before play", game=case.rules.name)
        hint = say("`{command}` says how the cards are dealt", command=referee_command("dealing"))
        raise refuse("exchange-none", message, "cards", hint)
    _check_trump(case, giving)
    if number is not None:
        return _numbered(case, giving, number)
    seats = len(case.agreed.players)
    fitting = [one for one in giving if len(cards) in (0, cards_of_hand(one[1].rule, seats))]
    sizes = {at: cards_held(case, steps, step) for at, step in fitting}
    exact = [one for one in fitting if sizes[one[0]] == len(_there(one[1], hand, talon))]
    return (exact or fitting or giving)[0]


def _numbered(case: Case, giving: Sequence[Numbered], number: str) -> Numbered:
    """Return the step with this number. Raises Refused if there is none."""
    found = [one for one in giving if str(one[0]) == number.strip()]
    if found:
        return found[0]
    heading = say("`{word}` is no step in which cards are given away; there are", word=number)
    steps = [JoinedWords((f"\n  {at}. ", step_text(case, step))) for at, step in giving]
    raise refuse("exchange-steps", JoinedWords((heading, *steps)), "step")


def _check_trump(case: Case, giving: Sequence[Numbered]) -> None:
    """Raise Refused if trumps may not be given away and the trump suit is unknown."""
    contract = case.chosen
    open_still = case.trump is None and (contract is None or contract.trump == "open")
    if open_still and any(TRUMPS in step.rule.may_not_give for _, step in giving):
        message = say("trumps may not be given away: which suit is trumps?")
        raise refuse(
            "depends", message, "trump", say("say {option}", option=CommandOption("trump"))
        )


def _there(step: ExchangeStep, hand: Sequence[Card], talon: Sequence[Card]) -> list[Card]:
    """Return the cards to choose from: hand and talon, or the hand alone if the talon is taken
    later."""
    if step.rule.gives_first:
        return [card for card in hand if card not in talon]
    return [*dict.fromkeys((*hand, *talon))]


def _problems(
    case: Case,
    step: ExchangeStep,
    cards: Sequence[Card],
    hand: Sequence[Card],
    talon: Sequence[Card],
) -> Iterator[Problem]:
    """Yield all problems with giving these cards away."""
    wanted = cards_of_hand(step.rule, len(case.agreed.players))
    if cards and len(cards) != wanted:
        message = say_n(
            wanted,
            "{n} card is given away, not {number}",
            "{n} cards are given away, not {number}",
            number=len(cards),
        )
        yield Problem("exchange-number", message, "cards")
    for card in cards:
        yield from _card_problems(case, step, card, hand, talon)
    yield from _wrong_size(case, step, _there(step, hand, talon) if hand else ())


def _card_problems(
    case: Case, step: ExchangeStep, card: Card, hand: Sequence[Card], talon: Sequence[Card]
) -> Iterator[Problem]:
    """Yield the reasons why one card may not be given away."""
    rule, shown = step.rule, words_of_card(case.pack, card)
    if is_barred(rule, card, trump_of(case)):
        barred = barred_cards_text(case, rule)
        message = say("{card} may not be given away; {rule}", card=shown, rule=barred)
        yield Problem("exchange-barred", message, "cards")
    if rule.gives_first and card in talon:
        message = say("{card} may not be given away: the talon is taken up afterwards", card=shown)
        yield Problem("exchange-held", message, "cards")
    elif hand and card not in _there(step, hand, talon):
        yield Problem("exchange-held", say("{card} is not in the hand", card=shown), "cards")


def _wrong_size(case: Case, step: ExchangeStep, there: Sequence[Card]) -> Iterator[Problem]:
    """Yield a problem if the hand does not have the size that this step requires."""
    size = cards_held(case, steps_of(case, case.dealer, case.facts), step)
    if there and size is not None and len(there) != size:
        message = say_n(
            size,
            "{n} card is held then, not {number}",
            "{n} cards are held then, not {number}",
            number=len(there),
        )
        yield Problem("hand-cards", message, "hand")


def _answer(
    case: Case,
    at: Numbered,
    cards: Sequence[Card],
    hand: Sequence[Card],
    free: Sequence[Card],
    problems: Sequence[Problem],
) -> RefereeAnswer:
    """Return the answer, as JSON values and as lines. `free` are the cards that may be given."""
    number, step = at
    kept = [card for card in free if card not in cards] if hand and cards and not problems else []
    value: dict[str, Any] = {
        "ok": not problems,
        "step": number,
        "may": [card.code for card in free],
        "kept": [card.code for card in kept],
        "problems": problem_rows(problems),
        "rule": step_text(case, step),
        "source": cited_source(case.rules, step.rule.source.if_any()),
    }
    rule = titled(step_place(number), value["rule"])
    lines = [
        *problem_lines(problems),
        *_card_lines(case.pack, cards, [card for card in hand if card not in free], free, problems),
        *([say("kept: {cards}", cards=shown_cards(case.pack, kept))] if kept else ()),
    ]
    return RefereeAnswer(value, (*lines, rule_line(case, rule, step.rule.source.if_any())))


def _card_lines(
    pack: Pack,
    cards: Sequence[Card],
    barred: Sequence[Card],
    free: Sequence[Card],
    problems: Sequence[Problem],
) -> Iterator[Words]:
    """Yield the line that these cards may be given away; without cards, two lines of allowed and
    barred cards."""
    if cards and not problems:
        yield say("in order: {cards} may be given away", cards=shown_cards(pack, cards))
    if not cards:
        yield say("may be given away: {cards}", cards=shown_cards(pack, free))
        if barred:
            yield say("may not: {cards}", cards=shown_cards(pack, barred))
