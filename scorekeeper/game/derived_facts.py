"""Facts that follow from those entered: an auction's result, defaults, the last count."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.count_checks import completed_column, total_of
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.rules.cards import Card, folded
from scorekeeper.rules.fact_names import TRUMP, key_said, value_said
from scorekeeper.rules.formula import Formula, FormulaError, FormulaScope, value_of
from scorekeeper.rules.ruleset import LISTS, PAIRS, Auction, Fact, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Mend, Problem
from scorekeeper.text.translation import Phrase

# --- auction -----------------------------------------------------------------------------------
# An auction with one call per player: the allowed calls, and the highest bid.


Call = int | str | None


class AuctionState(NamedTuple):
    """An auction so far: the highest bidder's seat, the highest bid, the seat that calls next
    (None at the end), and the problems."""

    holder: int | None
    bid: int | str | None
    turn: int | None
    problems: tuple[Problem, ...]


def auction_state(agreed: Agreed, dealer: int, calls: Sequence[str]) -> AuctionState:
    """Return the state of the auction after these calls, one per player from the dealer's left
    (source: the ruleset).

    An invalid call does not count; the same player makes the next call."""
    auction, seats = agreed.rules.auction, len(agreed.players)
    if auction is None:
        return AuctionState(
            None, None, None, (Problem("auction-none", say("this game has no auction"), "auction"),)
        )
    holder, bid, problems, made = None, None, [], 0
    for place, text in enumerate(calls):
        if made >= seats:
            problems.append(_too_many(auction, made + len(calls) - place, seats))
            break
        seat = (dealer + 1 + made) % seats
        call, fault = _read_call(auction, text)
        fault = fault or _too_low(auction, call, bid)
        if fault:
            message = say(
                "{player}'s call `{call}`: {problem}",
                player=agreed.players[seat],
                call=text,
                problem=fault,
            )
            problems.append(_problem(auction, "auction-call", message, call_again_message()))
            continue
        made += 1
        if call is not None:
            holder, bid = seat, call
    turn = (dealer + 1 + made) % seats if made < seats else None
    return AuctionState(holder, bid, turn, tuple(problems))


def call_again_message() -> Words:
    """Return the message that an invalid call does not count and that the same player
    calls again."""
    return say("it does not count: leave it out, and the same player calls again")


def _too_many(auction: Auction, calls: int, players: int) -> Problem:
    message = say(
        "{calls} calls for {players} players: each calls once", calls=calls, players=players
    )
    return _problem(auction, "auction-long", message)


def is_call(call: Phrase, word: str) -> bool:
    """Return True if a folded word is a spelling of this call in any language."""
    return any(folded(spelling) == word for spelling in call.spellings())


def _read_call(auction: Auction, text: str) -> tuple[Call, Words | None]:
    word = folded(text)
    if is_call(auction.passing, word):
        return None, None
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word), _off_the_steps(auction, int(word))
    found = [above for above in auction.above if folded(above) == word]
    found = found or [above for above in auction.above if word and folded(above).startswith(word)]
    if len(found) == 1:
        return found[0], None
    return None, say("say a number, {words}", words=listing([*auction.above, auction.passing]))


def _off_the_steps(auction: Auction, bid: int) -> Words | None:
    if not auction.least <= bid <= auction.most:
        return say("bids go from {least} to {most}", least=auction.least, most=auction.most)
    if (bid - auction.least) % auction.step:
        return say("bids go by steps of {step}", step=auction.step)
    return None


def _too_low(auction: Auction, call: Call, bid: Call) -> Words | None:
    if (
        call is None
        or bid is None
        or _height(auction, call) >= _height(auction, bid) + auction.step
    ):
        return None
    if isinstance(bid, int):
        return say("it must be above {bid} by {step} or more", bid=bid, step=auction.step)
    return say("it must be above {bid}", bid=bid)


def _height(auction: Auction, call: int | str) -> int:
    """Return the rank of a bid as a number. Words rank above all numbers, each one step above the
    previous."""
    return (
        call
        if isinstance(call, int)
        else auction.most + auction.step * (1 + auction.above.index(call))
    )


def _problem(auction: Auction, code: str, message: Words, *mends: Mend) -> Problem:
    return Problem(code, message, "auction", mends, rule=auction.source.if_any())


def auction_facts(
    agreed: Agreed, dealer: int, calls: Sequence[str]
) -> tuple[dict[str, object], Iterable[Problem]]:
    """Return the facts of a complete auction (bidder and bid, or that all passed) and its
    problems."""
    result = auction_state(agreed, dealer, calls)
    names = next((fact.gives for fact in agreed.rules.facts.values() if fact.kind == "auction"), ())
    problems = list(result.problems)
    if result.turn is not None and not problems:
        message = say(
            "the auction is not over: {player} has not called", player=agreed.players[result.turn]
        )
        problems.append(
            Problem("auction-short", message, "auction", (say("name every call, passes too"),))
        )
    if problems or len(names) != 3:
        return {}, problems
    bidder, bid, passed = names
    if result.holder is None:
        return {passed: True}, problems
    return {bidder: agreed.players[result.holder], bid: result.bid}, problems


# --- derived facts -----------------------------------------------------------------------------


def with_derived_facts(
    agreed: Agreed, state: State, known: dict[str, Any]
) -> tuple[DealFacts, list[Problem]]:
    """Return the entered facts with all derived facts, and the problems of the auction.

    Derived facts are an auction's result, the only contract available, defaults, and the last
    number of a count."""
    rules = agreed.rules
    problems: list[Problem] = []
    for fact in rules.facts.values():
        if fact.kind == "auction" and (calls := known.get(fact.id)) is not None:
            result, faults = auction_facts(agreed, state.dealer, [str(call) for call in calls])
            problems += [*faults, *_contradictions(rules, fact, known, result)]
            known = {**result, **known}
    coming = turn(agreed, state, known)
    if "contract" not in known and len(coming.contracts) == 1:
        known["contract"] = coming.contracts[0]
    entered = DealFacts(agreed, state, coming, known)
    facts = _completed(with_defaults(entered))
    if facts is not entered:  # more may follow from what was added
        facts = with_defaults(facts)
    return facts, problems


def with_auctions(agreed: Agreed, state: State, known: Facts) -> Facts:
    """Return the facts with the results of their auctions."""
    facts = agreed.rules.facts
    for name in [name for name in known if name in facts and facts[name].kind == "auction"]:
        known = {**auction_facts(agreed, state.dealer, [*map(str, known[name])])[0], **known}
    return known


def with_defaults(facts: DealFacts) -> DealFacts:
    """Return the facts with the trump suit that the previous deal decided, and with defaults of
    missing facts.

    Only facts that the deal uses are added, and a default only if all names in it are known."""
    known, settled = facts.agreed.rules.facts, facts.settled_trump
    if settled and TRUMP not in facts.entered and _has_use_for(known[TRUMP], facts):
        facts = facts.with_entered({**facts.entered, TRUMP: settled})
    for fact in known.values():
        if (
            fact.default is not None
            and fact.id not in facts.entered
            and all_entered(fact.default, facts)
            and not _lacks_a_number(fact.default, facts)
            and _has_use_for(fact, facts)
        ):
            value = default_value(fact.default, facts)
            if value is not None:
                facts = facts.with_entered({**facts.entered, fact.id: value})
    return facts


def _lacks_a_number(formula: Formula, facts: DealFacts) -> bool:
    """Return True if a formula names a count with a missing number."""
    counts, entered = facts.agreed.rules.counts, facts.entered
    return any(None in entered[name] for name in formula.things if name in counts)


def _has_use_for(fact: Fact, facts: DealFacts) -> bool:
    """Return True if this deal uses a fact: its condition is true and no entered fact
    excludes it."""
    rules = facts.agreed.rules
    beside = all(
        fact.id in rules.facts[name].beside for name in rules.alone if name in facts.entered
    )
    return beside and holds(fact.when, facts)


def default_value(default: Formula, facts: DealFacts) -> object:
    """Return the default of a missing fact; None if the formula has no result, since facts in it
    may be wrong."""
    try:
        return _as_entered(value_of(default, facts))
    except FormulaError:
        return None


def _as_entered(value: object) -> object:
    """Return a formula's value in the form of an entry: a card as its code, a tuple as a list."""
    if isinstance(value, Card):
        return value.code
    return [*map(_as_entered, value)] if isinstance(value, tuple) else value


def _contradictions(
    rules: Ruleset, fact: Fact, known: Facts, result: Mapping[str, object]
) -> Iterable[Problem]:
    for name, value in result.items():
        if name in known and known[name] != value:
            message = say(
                "the {fact} makes {name} {value}, but {entered} was entered",
                fact=key_said(rules, fact.id),
                name=key_said(rules, name),
                value=value_said(rules, name, value),
                entered=value_said(rules, name, known[name]),
            )
            yield Problem("auction-says", message, name, (say("leave one of them out"),))


def _completed(facts: DealFacts) -> DealFacts:
    """Return the facts with each count's only missing number worked out from its total."""
    for count in facts.agreed.rules.counts.values():
        column = facts.entered.get(count.id)
        if column is not None and None in column:
            whole = completed_column(count, column, total_of(count, facts))
            facts = facts.with_entered({**facts.entered, count.id: whole})
    return facts


def _is_said(rules: Ruleset, name: str) -> bool:
    """Return True if a name is a fact without a value until entered, unlike a list."""
    return name in rules.facts and rules.facts[name].kind not in LISTS


def is_failing_test(test: Formula, facts: DealFacts, seen: FormulaScope) -> bool:
    """Return True if the test of a check is true with these facts.

    A missing fact is none, as in `points`; a test without a result because of missing facts is
    False. Raises FormulaError if the test has no result for another reason."""
    try:
        return bool(value_of(test, seen))
    except FormulaError:
        if has_all_needed_facts(test, facts):
            raise
        return False


def has_all_needed_facts(test: Formula, facts: DealFacts) -> bool:
    """Return True if no missing fact can be the reason why the test has no result.

    A flag and pairs have a value without being entered."""
    named = facts.agreed.rules.facts
    needed = [
        name
        for name in _left_out(test, facts)
        if name not in named or named[name].kind not in ("flag", PAIRS)
    ]
    return not needed or _has_trump_only(needed, facts)


def all_entered(formula: Formula, facts: DealFacts) -> bool:
    """Return True if every fact and count in a formula was entered, or at least has a value
    (trumps)."""
    left_out = _left_out(formula, facts)
    return not left_out or _has_trump_only(left_out, facts)


def _left_out(formula: Formula, facts: DealFacts) -> list[str]:
    """Return the facts and counts in a formula that were not entered."""
    rules, entered = facts.agreed.rules, facts.entered
    left_out = [name for name in formula.things if name not in entered]
    return [name for name in left_out if _is_said(rules, name) or name in rules.counts]


def _has_trump_only(left_out: list[str], facts: DealFacts) -> bool:
    """Return True if only the trump suit was not entered and the deal has a trump suit anyway."""
    return left_out == ["trump"] and facts["trump"] is not None
