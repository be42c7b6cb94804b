"""The referee's self-test: random deals of every contract, played with legal cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.base.random_draws import RandomSource, below, one_of, some_of
from scorekeeper.proof.situations import each_table
from scorekeeper.referee.deal_record import DealRecord
from scorekeeper.referee.dealing import kept_sizes
from scorekeeper.referee.question_context import Case, table_case
from scorekeeper.referee.recorded_deal import Refereed, refereed
from scorekeeper.referee.trick_answers import legal_answer
from scorekeeper.referee.trick_rules import possible_rules
from scorekeeper.referee.tricks import winner
from scorekeeper.rules.cards import Card, suit_led
from scorekeeper.rules.ruleset import Contract, Ruleset
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Refused

DEALS, QUICK_DEALS = 4, 1  # of each contract at each number of players


Ask = Callable[[Case, Sequence[Card], Sequence[Card]], tuple[str, ...]]


class Disagreement(NamedTuple):
    """A contradiction in the referee's answers: the message, the players, the contract and trumps
    as known, the trick from 1, its cards so far and the hand."""

    message: Words
    players: tuple[str, ...]
    contract: str | None
    trump: str | None
    trick: int
    played: tuple[str, ...]
    hand: tuple[str, ...]


class Refereeing(NamedTuple):
    """The result of a self-test: the numbers of contracts, of deals played, of plays checked and
    of illegal cards played; the seed; and the contradictions."""

    contracts: int
    deals: int
    asked: int
    revokes: int
    seed: int
    broken: tuple[Disagreement, ...]


class TrialPlay(NamedTuple):
    """A card played in a self-test: the trick from 1, the seat, the card, the hand and the trick
    before the play, and the legal cards."""

    trick: int
    seat: int
    card: Card
    hand: tuple[Card, ...]
    before: tuple[Card, ...]
    may: tuple[str, ...]

    @property
    def is_legal(self) -> bool:
        """Return True if the card was legal."""
        return self.card.code in self.may


class TrialDeal(NamedTuple):
    """A deal of a self-test: the case, the hands by seat, the leader."""

    case: Case
    hands: tuple[tuple[Card, ...], ...]
    leader: int


def legal_codes(case: Case, hand: Sequence[Card], trick: Sequence[Card]) -> tuple[str, ...]:
    """Return the codes of the legal cards, as `referee legal` answers."""
    answer = legal_answer(case, [card.code for card in hand], [card.code for card in trick])
    return tuple(answer.value["legal"])


def refereeing(
    rules: Ruleset, seed: int = 1, deals: int = DEALS, ask: Ask = legal_codes
) -> Refereeing | None:
    """Return the result of `deals` random deals for each contract and number of players, each
    repeated with an illegal card. `ask` returns the legal cards.

    Returns None for a game without cards or tricks."""
    asked = revokes = played = 0
    broken: list[Disagreement] = []
    contracts = _contracts(rules)
    if not rules.pack.cards or not contracts:
        return None
    luck = RandomSource(seed)
    for contract in contracts:
        for case in _cases(rules, contract):
            if case.referee.play.tricks == 0:
                return None
            for _ in range(deals):
                dealt, luck = _dealt(case, luck)
                if dealt is None:
                    continue
                plays, luck = _played(dealt, ask, luck, None)
                broken += [*_stuck(dealt, plays), *_denied(dealt, plays)]
                slip, luck = below(luck, len(plays))
                wrong, luck = _played(dealt, ask, luck, slip)
                broken += _denied(dealt, wrong)
                played, asked = played + 1, asked + len(plays) + len(wrong)
                revokes += sum(not play.is_legal for play in wrong)
    return Refereeing(len(contracts), played, asked, revokes, seed, tuple(broken))


def _contracts(rules: Ruleset) -> list[Contract | None]:
    """Return the contracts that are played in tricks; [None] in a game without contracts."""
    if not rules.contracts:
        return [None]
    return [contract for contract in rules.contracts.values() if contract.stops is None]


def _cases(rules: Ruleset, contract: Contract | None) -> Iterator[Case]:
    """Yield a case for every number of players and every choice of the options that change the
    laws."""
    options = [name for name, option in rules.options.items() if option.play]
    for agreed in each_table(rules, options):
        try:
            case = table_case(agreed, True, len(agreed.players) - 1)
        except Refused:
            return  # `rules check` reports it
        yield case._replace(contract=contract.id if contract else None)


def _dealt(case: Case, luck: RandomSource) -> tuple[TrialDeal | None, RandomSource]:
    """Return a random deal, None if the rules give no size of a hand, and the next random state."""
    seats, pack = len(case.agreed.players), case.pack.every_card
    sizes = [n for n in kept_sizes(case) if 0 < n * seats <= len(pack)]
    if not sizes:
        return None, luck
    size, luck = one_of(luck, sizes)
    cards, luck = some_of(luck, pack, size * seats)
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
    leader, luck = below(luck, seats)
    trump, luck = one_of(luck, _trumps(case))
    return TrialDeal(case._replace(trump=trump), hands, leader), luck


def _trumps(case: Case) -> Sequence[str | None]:
    """Return the trump suits to try; [None] if the contract or the first lead decides."""
    is_open = case.chosen.trump == "open" if case.chosen else "trump" in case.rules.facts
    if case.referee.play.laws.get("trump") == "first card led":
        return [None]
    return [*case.pack.suits] if is_open else [None]


# --- play of a random deal -----------------------------------------------------------------------


def _played(
    dealt: TrialDeal, ask: Ask, luck: RandomSource, slip: int | None
) -> tuple[list[TrialPlay], RandomSource]:
    """Return the plays of a deal, random among the cards that the referee calls legal, and the
    next random state.

    `slip` is the index of an illegal play; it comes later if the hand has no illegal card at
    that index."""
    case, plays, lead = dealt.case._replace(broken=frozenset()), list[TrialPlay](), dealt.leader
    left = [list(hand) for hand in dealt.hands]
    seats, is_slipped = len(left), slip is None
    for number in range(1, len(dealt.hands[0]) + 1):
        trick: list[Card] = []
        for seat in ((lead + place) % seats for place in range(seats)):
            if not plays and case.referee.play.laws.get("trump") == "first card led":
                card, luck = one_of(luck, left[seat])
                case = _with_first(case, card)
                may = tuple(one.code for one in left[seat])
            else:
                may = ask(case, left[seat], trick)
                barred = [one for one in left[seat] if one.code not in may]
                is_wrong = not is_slipped and slip is not None and len(plays) >= slip and barred
                is_slipped = bool(is_slipped or is_wrong)
                choice = barred if is_wrong else [o for o in left[seat] if o.code in may]
                card, luck = one_of(luck, choice or left[seat])
            plays.append(TrialPlay(number, seat, card, tuple(left[seat]), tuple(trick), may))
            left[seat].remove(card)
            trick.append(card)
        case = case._replace(broken=(case.broken or frozenset()).union(*(c.suits for c in trick)))
        lead = (lead + winner(possible_rules(case)[0], trick)) % seats
    return plays, luck


def _with_first(case: Case, card: Card) -> Case:
    """Return the case with the first led card's suit as trumps, if the rules say so."""
    if case.referee.play.laws.get("trump") == "first card led":
        return case._replace(trump=suit_led([card]))
    return case


# --- comparison of answers -----------------------------------------------------------------------


def _stuck(dealt: TrialDeal, plays: Iterable[TrialPlay]) -> Iterator[Disagreement]:
    """Yield a contradiction for each play without a legal card."""
    for play in plays:
        if not play.is_legal:
            yield _told(dealt, play, say("no card of the hand may be played"))


def _denied(dealt: TrialDeal, plays: Sequence[TrialPlay]) -> Iterator[Disagreement]:
    """Yield each contradiction between the answers about single plays and the result for the whole
    deal."""
    whole = _whole(dealt, plays)
    revokes = {(one.trick, one.seat): one for one in whole.revokes}
    for play in plays:
        said = revokes.get((play.trick, play.seat))
        if (said is None) != play.is_legal:
            message = (
                say("a legal card is called a revoke in the whole deal")
                if play.is_legal
                else say("a card against the law is none in the whole deal")
            )
            yield _told(dealt, play, message)
        elif said is not None and {card.code for card in said.held} != {*play.may}:
            yield _told(dealt, play, say("other cards are legal in the whole deal"))
    leads = [play.seat for play in plays if not play.before][1:]
    for play, lead, won in zip(plays[:: len(dealt.hands)], leads, whole.winners, strict=False):
        if lead != won:
            yield _told(dealt, play, say("another player wins the trick in the whole deal"))
    if whole.faults:
        yield _told(dealt, plays[0], whole.faults[0].message)


def _whole(dealt: TrialDeal, plays: Sequence[TrialPlay]) -> Refereed:
    """Return the referee's result for the whole deal."""
    seats = len(dealt.hands)
    tricks = [plays[at : at + seats] for at in range(0, len(plays), seats)]
    return refereed(
        DealRecord(
            case=dealt.case,
            leader=dealt.leader,
            tricks=tuple(tuple(play.card for play in trick) for trick in tricks),
            led=(None,) * len(tricks),
            hands=dict(enumerate(dealt.hands)),
            words=(),
        )
    )


def _told(dealt: TrialDeal, play: TrialPlay, message: Words) -> Disagreement:
    case = dealt.case
    return Disagreement(
        message=message,
        players=case.agreed.players,
        contract=case.contract,
        trump=case.trump,
        trick=play.trick,
        played=tuple(card.code for card in play.before),
        hand=tuple(card.code for card in play.hand),
    )
