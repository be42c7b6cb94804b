"""A refereed deal as an entry of the session: the words that a person would type, and its
points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Judged, judged
from scorekeeper.game.schedule import State, deals_per_game, first_state, open_contracts, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.words import read_codes
from scorekeeper.referee.case import Case
from scorekeeper.referee.choice import open_trick
from scorekeeper.referee.claims import claim_problems
from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.recorded_deal import NOBODY_LED, Refereed
from scorekeeper.referee.side_counts import counts_of
from scorekeeper.rules.cards import Card, Pack, words_of_code
from scorekeeper.rules.formula import FormulaError, value_of
from scorekeeper.rules.model import Count, Fact
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem

SHORT = "deal-short"  # the problem of a deal that is still going on
MOST_DEALS = 1_000  # of a schedule; by then everything in it has come round


def entry_words(record: Record, done: Refereed, state: State) -> list[str]:
    """The facts of the deal as words: the contract and trumps, what the record says, who led
    where that says something, and every count that this deal asks for."""
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


def _from_play(record: Record, done: Refereed, state: State) -> Iterable[tuple[str, str]]:
    """What the play itself says of the deal."""
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
    """The fact that names the player who leads, in a game where the deal decides that; in the very
    first deal it may be another."""
    deals = agreed.rules.deals
    who = deals.first if deals.first and is_first else deals.leader
    if who is not None and who.startswith("fact "):
        yield agreed.rules.facts[who[5:]]


def _is_asked(count: Count, view: DealFacts) -> bool:
    """Whether this deal asks for the count, as far as that is known."""
    try:
        return count.when is None or bool(value_of(count.when, view))
    except FormulaError:
        return False


def entry_faults(record: Record, done: Refereed, state: State | None) -> list[Problem]:
    """Where what was said of the deal contradicts how it was played; the state is that before it,
    None where it is not known which deal of a game it was."""
    agreed = record.case.agreed
    place = state or first_state(agreed)
    facts: Facts = read_codes(agreed, place, record.words).facts
    faults = [*_leader_faults(record, done, place, facts)]
    for fact in agreed.rules.facts.values():
        codes = facts.get(fact.id)
        if fact.beaten and isinstance(codes, (list, tuple)):
            faults += heap_faults(record, done, codes, fact)
    # Where nobody is known to have led, nobody is known to have held a card either.
    if not any(fault.code == NOBODY_LED for fault in done.faults):
        faults += claim_problems(record, done, _known(record, done, state, facts))
    if not done.complete:
        message = say("the deal is not over: not every trick is recorded")
        faults.append(Problem(SHORT, message, "tricks"))
    return faults


def _leader_faults(record: Record, done: Refereed, state: State, facts: Facts) -> Iterable[Problem]:
    """Somebody led to the first trick who by what was said of the deal does not."""
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


def _known(record: Record, done: Refereed, state: State | None, said: Facts) -> DealFacts:
    """What was said of the deal, with what the play itself says of it."""
    agreed, trick_rules = record.case.agreed, done.trick_rules
    place = state or first_state(agreed)._replace(dealer=dealer_of(record.case, done.seats[0][0]))
    led = _leads(agreed, state is not None and state.deal == 1)
    leads = {fact.id: agreed.players[done.seats[0][0]] for fact in led}
    played = {"contract": trick_rules.contract, "trump": trick_rules.trump}
    facts = {**leads, **played, **said}
    return DealFacts(agreed, place, turn(agreed, place, facts), facts)


def heap_faults(
    record: Record, done: Refereed, codes: Iterable[str], fact: Fact
) -> Iterable[Problem]:
    """A heap that takes one beaten card of every trick can hold no winner, and one card a trick;
    but for the last of a deal that goes on, of which its winner may still be to choose."""
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
    """What is wrong with the cards of a trick that went to the heap, each with its code."""
    if winning in taken:
        yield "heap-winner", say("the winning card of the trick is in the {heap}", heap=heap)
    if not taken and not is_open:
        none = say("none of its cards is in the {heap}; one of them belongs there", heap=heap)
        yield "heap-cards", none
    if len(taken) > 1:
        cards = shown_cards(pack, taken)
        many = say("{cards} are in the {heap}; one of them belongs there", cards=cards, heap=heap)
        yield "heap-cards", many


# --- its points ----------------------------------------------------------------------------------


def scored(record: Record, done: Refereed, state: State | None) -> Judged:
    """The deal scored: as the coming deal of a session, or by itself, as the first deal of a game
    in which its contract may be played."""
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


def _states(record: Record, done: Refereed) -> Iterable[State]:
    """The states in which a deal by itself may have been played: with its dealer, and with a number
    under which its contract is open."""
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
    """Who dealt: as it was said, or worked out from the leader where the rules tie the two."""
    if "dealer" in case.facts:
        return case.dealer
    deals = case.rules.deals
    leads = deals.declarer if deals.leader == "declarer" else deals.leader
    away = {"dealer's left": -1, "dealer's right": 1, "dealer": 0}.get(leads or "")
    return case.dealer if away is None else (leader + away) % len(case.agreed.players)
