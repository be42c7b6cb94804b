"""A recorded layout, refereed: each card is checked against the piles, each pass against
the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import State, first_state
from scorekeeper.record.entered_words import read_words
from scorekeeper.referee.deal_record import PLAYS, DealRecord
from scorekeeper.referee.dealing import hand_sizes
from scorekeeper.referee.question_context import Case, shown_cards, shown_pairs
from scorekeeper.referee.recorded_deal import NOBODY_LED, Refereed, long_hands
from scorekeeper.referee.refereed_entry import SHORT
from scorekeeper.referee.stops import PileRules, layout_in, next_cards
from scorekeeper.referee.trick_rules import contract_and_trump_text, trick_rules_of
from scorekeeper.rules.cards import Card, words_of_card
from scorekeeper.rules.ruleset import Contract
from scorekeeper.text.message import JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused, refuse


class WrongPass(NamedTuple):
    """A pass of a player who had a fitting card: the turn from 1, the player, the fitting cards,
    the rule and its source."""

    turn: int
    player: str
    held: tuple[Card, ...]
    because: Words
    source: Words | None
    said: Words


class RefereedLayout(NamedTuple):
    """The referee's result for a layout: the refereed deal, the cards left by count and side, the
    passes against the rules."""

    refereed: Refereed
    counts: Mapping[str, Mapping[str, int]]
    passes: tuple[WrongPass, ...]


def refereed_layout(record: DealRecord, state: State | None) -> tuple[DealRecord, RefereedLayout]:
    """Return the record, with the cards left counted, and the referee's result. Raises Refused if
    the layout is unknown."""
    case, contract = record.case, record.case.chosen
    if contract is None or contract.stops is None:
        message = say("the record has `{key}`, and no layout is played", key=PLAYS)
        layouts = [one.id for one in case.rules.contracts.values() if one.stops is not None]
        hint = say("say {choices}", choices=listing(f'contract = "{name}"' for name in layouts))
        raise refuse("stops-contract", message, "contract", hint)
    typed = read_words(case.agreed, state or first_state(case.agreed), record.words).facts
    layout = _layout(case._replace(facts={**case.facts, **typed}), contract)
    size = max(hand_sizes(case), default=0)
    course = _Course(record, layout, size, contract)
    complete = size in course.number
    faults = [*course.faults, *long_hands(record)]
    if not complete:
        message = say("the deal is not over: nobody has laid the last card")
        faults.append(Problem(SHORT, message, PLAYS))
    players, name = case.agreed.players, contract.stops.count
    left = {player: size - laid for player, laid in zip(players, course.number, strict=True)}
    entered = typed.get(name)
    if entered is None and complete:
        words = f"{name}={','.join(f'{player}:{one}' for player, one in left.items())}"
        record = record._replace(words=(*record.words, words))
    elif complete and entered is not None and [*entered] != [*left.values()]:
        message = say(
            "entered {entered}; the plays recorded leave {counted}",
            entered=shown_pairs(zip(players, entered, strict=False)),
            counted=shown_pairs(left.items()),
        )
        named = titled(case.rules.counts[name].name, message)
        faults.append(Problem(f"{name}-recorded", named, name))
    refereed = Refereed(
        trick_rules=trick_rules_of(case.agreed, case.referee.play, contract, None),
        seats=((course.leader,),),
        winners=(),
        revokes=(),
        faults=tuple(faults),
        never=(),
        complete=complete,
        hands=record.hands,
    )
    return record, RefereedLayout(refereed, {name: left}, tuple(course.passes))


def _layout(case: Case, contract: Contract) -> PileRules:
    """Return the contract's layout. Raises Refused if the record lacks a value of it."""
    try:
        return layout_in(case, contract, None, None)
    except Refused as refusal:
        raise Refused(
            [
                problem._replace(mends=(say("add {line}", line=f'{problem.fact} = "…"'),))
                for problem in refusal.problems
            ]
        ) from None


class _Course:
    """A replay of a layout, turn by turn. It collects every problem and every illegal pass."""

    def __init__(
        self, record: DealRecord, layout: PileRules, size: int, contract: Contract
    ) -> None:
        self.record, self.layout, self.source = record, layout, contract.source.if_any()
        self.players = record.case.agreed.players
        self.faults: list[Problem] = []
        self.passes: list[WrongPass] = []
        self.number = [0] * len(self.players)
        self.leader = self._leader()
        self.piles: list[Card] = []
        turns = enumerate(record.plays)
        self.last = {card: (place, self._seat(place)) for place, card in turns if card is not None}
        for place, card in enumerate(record.plays):
            if size in self.number:
                self._fault("plays-over", place, say("the play was over: somebody had run out"))
                break
            self._turn(place, card)

    def _leader(self) -> int:
        told, due = self.record.leader, self.record.case.leader
        if told is None and due is None:
            hint = say("add {line}", line='leader = "…"')
            message = say("the record does not say who led")
            self.faults.append(Problem(NOBODY_LED, message, "leader", (hint,)))
        elif told is not None and due is not None and told != due:
            message = say(
                "{player} began, but {other} begins",
                player=self.players[told], other=self.players[due],
            )  # fmt: skip
            self.faults.append(Problem("wrong-lead", message, "leader", rule=self.source))
        return next((seat for seat in (told, due) if seat is not None), 0)

    def _turn(self, place: int, card: Card | None) -> None:
        seat, pack = self._seat(place), self.record.case.pack
        fitting = next_cards(self.layout, pack, self.piles)
        if card is None:
            held = tuple(one for one in self._held(seat, place) if one.code in fitting)
            if held:
                self._passed(seat, place, held)
            return
        words = words_of_card(pack, card)
        if card in self.piles:
            self._fault("card-twice", place, say("{card} was laid before", card=words))
            return
        if card.code not in fitting:
            self._fault("layout-rank", place, say("{card} fits on no pile", card=words))
        if seat in self.record.hands and card not in self.record.hands[seat]:
            player = self.players[seat]
            message = say(
                "{player} is to play, and {card} was not in that hand", player=player, card=words
            )
            self._fault("card-not-held", place, message)
        self.piles.append(card)
        self.number[seat] += 1

    def _seat(self, place: int) -> int:
        return (self.leader + place) % len(self.players)

    def _held(self, seat: int, place: int) -> Sequence[Card]:
        """Return the unplayed cards of a seat; for an unrecorded hand, the cards that the seat
        plays later."""
        later = [card for card, (at, by) in self.last.items() if at > place and by == seat]
        return [card for card in self.record.hands.get(seat, later) if card not in self.piles]

    def _passed(self, seat: int, place: int, held: tuple[Card, ...]) -> None:
        player, because = self.players[seat], say("who has a card that fits must play one")
        said = say(
            "{player} passed and held {cards}: {why}",
            player=player, cards=shown_cards(self.record.case.pack, held), why=because,
        )  # fmt: skip
        where = titled(_turn_place(place), said)
        self.passes.append(WrongPass(place + 1, player, held, because, self.source, where))

    def _fault(self, code: str, place: int, message: Words) -> None:
        at = _turn_place(place)
        self.faults.append(Problem(code, message, PLAYS, place=at, rule=self.source))


def _turn_place(place: int) -> Words:
    """Return the place of a problem: a turn, numbered from 1."""
    return say("turn {number}", number=place + 1)


def layout_lines(record: DealRecord, done: RefereedLayout) -> Iterator[Words]:
    """Yield the lines of the contract, the turns, the problems, the illegal passes, and the cards
    left."""
    case, whole = record.case, done.refereed
    players, pack = case.agreed.players, case.pack
    leader = whole.seats[0][0]
    yield JoinedWords(
        (case.rules.name, contract_and_trump_text(case.rules, whole.trick_rules)), " · "
    )
    for start in range(0, len(record.plays), len(players)):
        turns = tuple(
            JoinedWords(
                (
                    players[(leader + at) % len(players)],
                    say("pass") if card is None else words_of_card(pack, card),
                ),
                " ",
            )
            for at, card in enumerate(record.plays[start : start + len(players)], start)
        )
        yield titled(_turn_place(start), JoinedWords(turns, ", "))
    yield from (say("wrong: {fault}", fault=fault.placed) for fault in whole.faults)
    yield from (say("revoke: {revoke}", revoke=one.said) for one in done.passes)
    if not done.passes:
        known = len(record.hands) == len(players)
        unproven = say("no revoke is proven; a later play may still prove one")
        yield say("no revoke") if known else unproven
    for name, left in done.counts.items():
        yield titled(case.rules.counts[name].name, shown_pairs(left.items()))
