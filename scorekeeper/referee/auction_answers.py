"""Answers about auctions: the order of calls, the next caller, the highest bidder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.game.derived_facts import AuctionState, auction_state, is_call
from scorekeeper.record.fact_values import facts_named
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    problem_lines,
    problem_rows,
    read_card,
    referee_command,
    source_line,
)
from scorekeeper.rules.cards import (
    Card,
    folded,
    suit_led,
    suits_named,
    words_of_card,
    words_of_suit,
)
from scorekeeper.rules.ruleset import Auction
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, refuse


class Taking(NamedTuple):
    """The state of an auction over a turned card.

    `holder` is the seat that took the card or named a suit, `trump` the resulting trump suit,
    `turn` the seat that calls next."""

    holder: int | None
    trump: str | None
    round: int
    turn: int | None
    problems: tuple[Problem, ...]


class Call(NamedTuple):
    """The meaning of a call over a turned card: the resulting trump suit, if known, whether it
    takes the contract, and its fault."""

    trump: str | None = None
    takes: bool = False
    fault: Words | None = None


def auction_answer(case: Case, words: Sequence[str], turned: str | None = None) -> RefereeAnswer:
    """Return the answer about an auction, which begins left of the dealer. Raises Refused in a
    game without one."""
    auction = case.rules.auction
    if auction is None:
        message = say("{game} has no auction", game=case.rules.name)
        hint = say("`{command}` says who chooses what", command=referee_command("dealing"))
        raise refuse("auction-none", message, "auction", hint)
    calls, turned = _calls(case, auction, words, turned)
    if auction.take:
        return _taking_answer(case, auction, calls, turned)
    stands = auction_state(case.agreed, case.dealer, calls)
    return _answer(case, auction, stands, {"bid": stands.bid})


def _calls(
    case: Case, auction: Auction, words: Sequence[str], turned: str | None
) -> tuple[list[str], str | None]:
    """Return the single calls and the turned card, which may be typed among the calls as
    `fact=CARD`."""
    calls: list[str] = []
    for word in words:
        key, equals, text = word.partition("=")
        if equals and auction.turned and facts_named(case.rules, key) == [auction.turned]:
            turned = text
        else:
            calls += [call for call in word.replace(",", " ").split() if call]
    return calls, turned or case.facts.get(auction.turned)


def _answer(
    case: Case,
    auction: Auction,
    stands: AuctionState | Taking,
    more: dict[str, Any],
    notes: Sequence[Words] = (),
) -> RefereeAnswer:
    """Return the answer about the state of an auction, as JSON values and as lines. `notes` come
    before the source."""
    players, source = case.agreed.players, auction.source.if_any()
    value = {
        "ok": not stands.problems,
        "holder": None if stands.holder is None else players[stands.holder],
        "bid": None,
        "turn": None if stands.turn is None else players[stands.turn],
        "problems": problem_rows(stands.problems),
        **more,
        "source": cited_source(case.rules, source),
    }
    lines = [*_order_lines(stands.problems), _held(case, stands.holder, stands.turn, more)]
    if stands.turn is not None:
        lines.append(say("{player} is to call", player=players[stands.turn]))
    return RefereeAnswer(value, (*lines, *notes, source_line(case.rules, source)))


def _order_lines(problems: Sequence[Problem]) -> list[Words]:
    """Return the line that all calls are in order; or the problems, with the rule for
    wrong calls."""
    if not problems:
        return [say("the calls are in order")]
    lines = problem_lines(problems)
    if any(problem.code == "auction-call" for problem in problems):
        lines.append(say("a call that is not in order does not count: the same player calls again"))
    return lines


def _held(case: Case, holder: int | None, turn: int | None, more: dict[str, Any]) -> Words:
    """Return the line of who holds the contract, with the bid or the round and the trumps."""
    if holder is None:
        return say("nobody has bid yet") if turn is not None else say("all have passed")
    player = case.agreed.players[holder]
    if more.get("bid") is not None:
        return say("{player} holds it with {bid}", player=player, bid=more["bid"])
    if not more.get("trump"):
        return say("{player} holds it, in round {round}", player=player, round=more["round"])
    return say(
        "{player} holds it, in round {round}, {suit} are trumps",
        player=player, round=more["round"], suit=words_of_suit(case.pack, more["trump"]),
    )  # fmt: skip


# --- a turned card, then another suit ------------------------------------------------------------


def taken(case: Case, auction: Auction, calls: Sequence[str], turned: Card | None) -> Taking:
    """Return the state of an auction over a turned card after these calls.

    In the first round each player in turn takes the turned card, whose suit becomes trumps, or
    passes. In the second round each player names another suit or passes. The auction ends when
    a player does not pass. A call out of order does not count, and the same player calls again."""
    seats, problems, holder, trump, ended = len(case.agreed.players), [], None, None, None
    counted = 0
    for call in calls:
        number, seat = counted // seats + 1, (case.dealer + 1 + counted) % seats
        if holder is not None or number > 2:
            problems.append(_out_of_order(auction, "auction-long", _too_late(case, call, holder)))
            break
        read = _read_call(case, auction, call, number, turned)
        if read.fault is not None:
            player = case.agreed.players[seat]
            said = say(
                "{player}'s call `{call}`: {problem}", player=player, call=call, problem=read.fault
            )
            problems.append(_out_of_order(auction, "auction-call", said))
            continue
        counted += 1
        if read.takes:
            holder, trump, ended = seat, read.trump, number
    over = holder is not None or counted >= 2 * seats
    turn = None if over else (case.dealer + 1 + counted) % seats
    return Taking(
        holder=holder,
        trump=trump,
        round=ended or min(2, counted // seats + 1),
        turn=turn,
        problems=tuple(problems),
    )


def _too_late(case: Case, call: str, holder: int | None) -> Words:
    """Return the message about a call after the end of the auction."""
    if holder is None:
        return say("`{call}` comes after two rounds of passing: the auction is over", call=call)
    player = case.agreed.players[holder]
    return say(
        "`{call}` comes after {player} took it: the auction is over", call=call, player=player
    )


def _read_call(case: Case, auction: Auction, call: str, number: int, turned: Card | None) -> Call:
    """Return the meaning of a call in the first or the second round."""
    if is_call(auction.passing, folded(call)):
        return Call()
    takes = is_call(auction.take or auction.passing, folded(call))
    if number == 1:
        return _first_round(auction, takes, turned)
    return _second_round(case, auction, [] if takes else suits_named(case.pack, call), turned)


def _first_round(auction: Auction, takes: bool, turned: Card | None) -> Call:
    """Return the meaning of a call in the first round. Its only legal call besides a pass takes
    the turned card."""
    if takes:
        return Call(suit_led([turned] if turned else []), takes=True)
    taking, passing = auction.take or auction.passing, auction.passing
    return Call(
        fault=say("in the first round say {taking} or {passing}", taking=taking, passing=passing)
    )


def _second_round(case: Case, auction: Auction, suits: Sequence[str], turned: Card | None) -> Call:
    """Return the meaning of a call in the second round, which must name a suit other than the
    turned one.

    `suits` are the suits that the call may mean."""
    if len(suits) != 1:
        passing = auction.passing
        return Call(fault=say("in the second round name a suit or {passing}", passing=passing))
    if turned is not None and suits[0] in turned.suits:
        suit, card = words_of_suit(case.pack, suits[0]), words_of_card(case.pack, turned)
        return Call(
            fault=say("name any suit but {suit}, that of the turned {card}", suit=suit, card=card)
        )
    return Call(suits[0], takes=True)


def _out_of_order(auction: Auction, code: str, message: Words) -> Problem:
    """Return the problem of a call, with the source of the auction."""
    return Problem(code, message, "auction", rule=auction.source.if_any())


def _taking_answer(
    case: Case, auction: Auction, calls: Sequence[str], turned: str | None
) -> RefereeAnswer:
    """Return the answer about an auction over a turned card."""
    card = None if turned is None else read_card(case, turned, auction.turned)
    stands = taken(case, auction, calls, card)
    suits = listing(
        suit.words for suit in case.pack.suits.values() if card is None or suit.id not in card.suits
    )
    rule = say(
        "{taking} or {passing} in round 1; in round 2 name {suits}, or {passing}",
        taking=auction.take or auction.passing, passing=auction.passing,
        suits=suits,
    )  # fmt: skip
    notes = [say("rule: {rule}", rule=rule)]
    if card is None and stands.round != 1:
        note = say(
            "note: say {fact}=CARD to check the suit against the turned card", fact=auction.turned
        )
        notes.insert(0, note)
    return _answer(case, auction, stands, {"trump": stands.trump, "round": stands.round}, notes)
