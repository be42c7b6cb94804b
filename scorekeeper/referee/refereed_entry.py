"""A refereed deal as an entry of the session, and the check of its facts against the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.schedule import State, deals_per_game, first_state, open_contracts, seat, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.entered_words import read_codes
from scorekeeper.referee.deal_record import SAID, DealRecord, trick_place
from scorekeeper.referee.melds import counted_melds, meld_points, melds_of
from scorekeeper.referee.question_context import Case, shown_cards, shown_pairs
from scorekeeper.referee.recorded_deal import (
    NOBODY_LED,
    Refereed,
    counts_of,
    place_problems,
    whole_hands,
)
from scorekeeper.referee.trick_answers import open_trick
from scorekeeper.rules.cards import Card, Pack, words_of_code, words_of_suit
from scorekeeper.rules.formula import FormulaError, value_of
from scorekeeper.rules.ruleset import Count, Fact
from scorekeeper.text.message import JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import Phrase

# --- check of entered facts --------------------------------------------------------------------
# The facts entered for a recorded deal, compared with its cards: contract and trumps, counts,
# melds, a fact that excludes play, required locations of cards.


def claim_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> list[Problem]:
    """Return the contradictions between a deal's entered facts and its recorded cards."""
    alone = [*_without_play(record, facts)]
    if alone:
        return alone
    return [
        *_trump_problems(record, done, facts),
        *_count_problems(record, done, facts),
        *_meld_problems(record, done, facts),
        *place_problems(record, done, facts),
    ]


def _without_play(record: DealRecord, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem for each entered fact that is a whole deal by itself, since its deal has no
    tricks."""
    for fact in record.case.rules.facts.values():
        if fact.alone and facts.entered.get(fact.id):
            message = say("`{word}` is said of the deal, and its record has tricks", word=fact.name)
            hint = say("leave `{word}` or the tricks out", word=fact.id)
            yield Problem("record-alone", message, fact.id, (hint,), rule=fact.source.if_any())


def _trump_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem if the entered trumps are not those of the recorded tricks."""
    case, entered = record.case, facts.entered.get("trump")
    if (
        isinstance(entered, str)
        and entered in case.pack.suits
        and entered != done.trick_rules.trump
    ):
        trump = done.trick_rules.trump
        message = say(
            "entered {entered}; the record says {recorded}",
            entered=words_of_suit(case.pack, entered),
            recorded=say("no trumps") if trump is None else words_of_suit(case.pack, trump),
        )
        name = case.rules.facts["trump"].name
        yield Problem("trump-recorded", titled(name, message), "trump")


def _count_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem for each entered count that differs from the recorded tricks."""
    for name, column in counts_of(record, done).items():
        entered, count = facts.entered.get(name), record.case.rules.counts.get(name)
        if entered is None or count is None or _may_be(entered, [*column.values()], done.complete):
            continue
        said = {
            who: number for who, number in zip(column, entered, strict=False) if number is not None
        }
        message = say(
            "entered {entered}; the tricks recorded give {counted}",
            entered=shown_pairs(said.items()), counted=shown_pairs(column.items()),
        )  # fmt: skip
        rule = count.source.if_any()
        yield Problem(f"{name}-recorded", titled(count.name, message), name, rule=rule)


def _may_be(entered: Sequence[Any], counted: Sequence[int], complete: bool) -> bool:
    """Return True if entered numbers agree with counted ones. In an unfinished deal the counted
    numbers may be lower."""
    pairs = [
        (one, other) for one, other in zip(entered, counted, strict=False) if isinstance(one, int)
    ]
    return all(one == other if complete else one >= other for one, other in pairs)


def _meld_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem if a side entered more meld points than its hands could meld."""
    case, melds = record.case, record.case.referee.melds
    entered = None if melds is None else facts.entered.get(melds.fact)
    if melds is None or not melds.seat or not isinstance(entered, int):
        return
    owner = seat(case.agreed, melds.seat, facts.turn.dealer, facts.turn.declarer, facts.entered)
    held = meldable_points(record, done)
    if owner is None or held is None:
        return
    side = case.agreed.side_names[case.agreed.side_of[owner]]
    if entered > held[side]:
        message = say(
            "entered {entered}; the hands of {player} held {held} at most",
            entered=entered, player=side, held=held[side],
        )  # fmt: skip
        name = case.rules.facts[melds.fact].name
        rule = melds.source.if_any()
        mends = tuple(missing_meld_words(record, done, side))
        yield Problem("meld-held", titled(name, message), melds.fact, mends, rule=rule)


def missing_meld_words(
    record: DealRecord, done: Refereed, side: str | None = None
) -> Iterable[Words]:
    """Yield a fix for each unrecorded meld word that would raise the points that the hands, or
    those of `side`, could meld."""
    held, melds = meldable_points(record, done), record.case.referee.melds
    for kind in melds.kinds if held is not None and melds is not None else ():
        told = record._replace(said=(*record.said, kind.id))
        more = meldable_points(told, done) if kind.say.by_language else held
        if more != held and (side is None or (more or {}).get(side) != (held or {}).get(side)):
            line = JoinedWords((f'{SAID} = "', kind.say, '"'))
            yield say(
                'add {line} to the record if "{word}" was said in trick 1', line=line, word=kind.say
            )


def meldable_points(record: DealRecord, done: Refereed) -> dict[str, int] | None:
    """Return the points that each side's hands could meld; None without melds or trumps, or if a
    hand is not completely known.

    A meld that needs a word counts if the word is recorded, or if trick 1 has none of its
    cards."""
    case, melds = record.case, melds_of(record.case.agreed, record.case.referee)
    if (
        melds is None
        or done.trick_rules.trump is None
        or not (done.complete or _all_whole(case, done.hands))
    ):
        return None
    first = [*zip(done.seats[0], record.tricks[0], strict=True)]
    kinds = tuple(
        replace(kind, say=Phrase({})) if kind.id in record.said else kind for kind in melds.kinds
    )
    melds, trump = replace(melds, kinds=kinds), done.trick_rules.trump
    best = {
        seat: meld_points(
            counted_melds(melds, case.pack, hand, trump, [card for at, card in first if at == seat])
        )
        for seat, hand in done.hands.items()
    }
    sides = zip(case.agreed.side_names, case.agreed.sides, strict=True)
    return {name: sum(best[seat] for seat in side) for name, side in sides}


def _all_whole(case: Case, hands: Mapping[int, Sequence[Any]]) -> bool:
    """Return True if every hand is completely known."""
    return len(whole_hands(case, hands)) == len(case.agreed.players)


# --- entry of a refereed deal ------------------------------------------------------------------
# The words that a player would type to enter the deal.


SHORT = "deal-short"  # the problem of an unfinished deal
MOST_DEALS = 1_000  # tried; by then any schedule has repeated


def entry_words(record: DealRecord, done: Refereed, state: State) -> list[str]:
    """Return the deal's facts as typed: contract and trumps, the recorded facts, the leader if the
    game has such a fact, and every count that the deal requires."""
    case, words = record.case, [*record.words]
    typed = read_codes(case.agreed, state, words).facts
    words += [
        f"{name}={value}" for name, value in _from_play(record, done, state) if name not in typed
    ]
    typed = read_codes(case.agreed, state, words).facts
    view = DealFacts(case.agreed, state, turn(case.agreed, state, typed), typed)
    counts = case.rules.counts.values()
    asked = [count.id for count in counts if count.counts_tricks and _is_asked(count, view)]
    for name, column in counts_of(record, done, asked).items():
        count = case.rules.counts.get(name)
        if count is not None and name not in typed and _is_asked(count, view):
            words.append(f"{name}={','.join(f'{who}:{number}' for who, number in column.items())}")
    return words


def _from_play(record: DealRecord, done: Refereed, state: State) -> Iterable[tuple[str, str]]:
    """Yield the name and value of each fact that the play decides: contract, trumps, leader."""
    case = record.case
    contract = case.chosen
    if contract is not None:
        yield "contract", contract.id
    if (
        "trump" in case.rules.facts
        and done.trick_rules.trump
        and (contract is None or contract.trump == "open")
    ):
        yield "trump", done.trick_rules.trump
    for fact in _leads(case.agreed, state.deal == 1):
        yield fact.id, case.agreed.players[done.seats[0][0]]


def _leads(agreed: Agreed, is_first: bool) -> Iterable[Fact]:
    """Yield the fact that names the leader, if the game has one. The first deal may have a
    different one."""
    deals = agreed.rules.deals
    who = deals.first if deals.first and is_first else deals.leader
    if who is not None and who.startswith("fact "):
        yield agreed.rules.facts[who[5:]]


def _is_asked(count: Count, view: DealFacts) -> bool:
    """Return True if this deal requires the count; False if its condition cannot be
    computed yet."""
    try:
        return count.when is None or bool(value_of(count.when, view))
    except FormulaError:
        return False


def entry_faults(record: DealRecord, done: Refereed, state: State | None) -> list[Problem]:
    """Return the contradictions between a deal's entered facts and its play. `state` is the state
    before the deal, None if the deal's number is unknown."""
    agreed = record.case.agreed
    place = state or first_state(agreed)
    facts: Facts = read_codes(agreed, place, record.words).facts
    faults = [*_leader_faults(record, done, place, facts)]
    for fact in agreed.rules.facts.values():
        codes = facts.get(fact.id)
        if fact.beaten and isinstance(codes, (list, tuple)):
            faults += heap_faults(record, done, codes, fact)
    # Without a known leader it is unknown who played which card.
    if not any(fault.code == NOBODY_LED for fault in done.faults):
        faults += claim_problems(record, done, _known(record, done, state, facts))
    if not done.complete:
        message = say("the deal is not over: not every trick is recorded")
        faults.append(Problem(SHORT, message, "tricks"))
    return faults


def _leader_faults(
    record: DealRecord, done: Refereed, state: State, facts: Facts
) -> Iterable[Problem]:
    """Yield a problem if another player led the first trick than the entered leader."""
    agreed = record.case.agreed
    leader = agreed.players[done.seats[0][0]]
    for fact in _leads(agreed, state.deal == 1):
        due = facts.get(fact.id, leader)
        if due != leader:
            # Translators: {role} is the rules' word for {other}.
            said = say(
                "{player} led, but the {role}, {other}, leads to the first trick",
                player=leader, role=fact.name, other=str(due),
            )  # fmt: skip
            rule = agreed.rules.deals.source.if_any()
            yield Problem("wrong-lead", said, "leader", rule=rule, place=trick_place(1))


def _known(record: DealRecord, done: Refereed, state: State | None, said: Facts) -> DealFacts:
    """Return the deal's entered facts and the facts that its play decides."""
    agreed, trick_rules = record.case.agreed, done.trick_rules
    place = state or first_state(agreed)._replace(dealer=dealer_of(record.case, done.seats[0][0]))
    led = _leads(agreed, state is not None and state.deal == 1)
    leads = {fact.id: agreed.players[done.seats[0][0]] for fact in led}
    played = {"contract": trick_rules.contract, "trump": trick_rules.trump}
    facts = {**leads, **played, **said}
    return DealFacts(agreed, place, turn(agreed, place, facts), facts)


def heap_faults(
    record: DealRecord, done: Refereed, codes: Iterable[str], fact: Fact
) -> Iterable[Problem]:
    """Yield the problems of a heap that takes one beaten card of every trick.

    No winning card may be in the heap. In an unfinished deal the last trick may have no card
    there yet, while its winner chooses."""
    pack, chosen = record.case.pack, set(codes)
    still = None if done.complete else open_trick(record.tricks, done.winners, chosen)
    rows = zip(record.tricks, done.seats, done.winners, strict=True)
    for place, (trick, row, won) in enumerate(rows):
        if won is not None:
            winning = trick[row.index(won)]
            taken = [card for card in trick if card.code in chosen]
            for code, message in _wrongly_taken(pack, taken, winning, fact.name, place == still):
                yield Problem(code, message, fact.id, place=trick_place(place + 1))
    played = {card.code for trick in record.tricks for card in trick}
    away = [code for code in chosen if code not in played]
    if away:
        cards = listing((words_of_code(pack, code) for code in sorted(away)), "and")
        message = say("{cards} in the {heap} were never played", cards=cards, heap=fact.name)
        yield Problem("heap-unplayed", message, fact.id)


def _wrongly_taken(
    pack: Pack, taken: Sequence[Card], winning: Card, heap: Phrase, is_open: bool
) -> Iterable[tuple[str, Words]]:
    """Yield a code and a message for each problem with one trick's cards in the heap, which are
    `taken`."""
    if winning in taken:
        yield "heap-winner", say("the winning card of the trick is in the {heap}", heap=heap)
    if not taken and not is_open:
        none = say("none of its cards is in the {heap}; one of them belongs there", heap=heap)
        yield "heap-cards", none
    if len(taken) > 1:
        cards = shown_cards(pack, taken)
        many = say("{cards} are in the {heap}; one of them belongs there", cards=cards, heap=heap)
        yield "heap-cards", many


# --- score of a refereed deal --------------------------------------------------------------------


def scored(record: DealRecord, done: Refereed, state: State | None) -> Judged:
    """Return the scored deal. Without a `state`, it is scored as the first deal of a game that
    allows its contract."""
    verdict: Judged | None = None
    for possible in [state] if state is not None else _states(record, done):
        typed = read_codes(record.case.agreed, possible, entry_words(record, done, possible))
        found = judged(record.case.agreed, possible, typed.facts)
        if typed.problems:
            found = Judged(None, typed.problems)
        if found.scored is not None:
            return found
        verdict = verdict or found
    message = say("no deal of this game has this contract")
    nowhere = Problem("contract-missing", message, "contract", is_missing=True)
    return verdict or Judged(None, (nowhere,))


def _states(record: DealRecord, done: Refereed) -> Iterable[State]:
    """Yield the states before the deal, one for each deal number at which its contract is
    available."""
    case = record.case
    dealer = dealer_of(case, done.seats[0][0])
    begin = first_state(case.agreed)._replace(dealer=dealer)
    for number in range(1, min(deals_per_game(case.agreed) or 1, MOST_DEALS) + 1):
        state = begin._replace(deal=number)
        coming = turn(case.agreed, state)
        opened = open_contracts(case.rules, state, coming.round, coming.declarer)
        if case.contract is None or case.contract in opened:
            yield state


def dealer_of(case: Case, leader: int) -> int:
    """Return the dealer's seat: as entered, or derived from the leader's seat if the rules
    allow."""
    if "dealer" in case.facts:
        return case.dealer
    deals = case.rules.deals
    leads = deals.declarer if deals.leader == "declarer" else deals.leader
    away = {"dealer's left": -1, "dealer's right": 1, "dealer": 0}.get(leads or "")
    return case.dealer if away is None else (leader + away) % len(case.agreed.players)
