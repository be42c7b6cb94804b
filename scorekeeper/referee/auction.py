"""Auctions: were the calls in order, whose turn is it, who holds the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.cards import Card, find_card, folded, printed, suits_named
from scorekeeper.entry.names import facts_named
from scorekeeper.problems import Problem, Refused, listed, refuse
from scorekeeper.referee.case import Answer, Case, cited
from scorekeeper.ruleset.model import Auction
from scorekeeper.scoring.auction import called


class Taking(NamedTuple):
    """How an auction over a turned card stands: who took or named in which round, with which
    trumps; whose turn it is; what was not in order."""

    holder: int | None
    trump: str | None
    round: int
    turn: int | None
    problems: tuple[Problem, ...]


def auction_answer(case: Case, words: Sequence[str], turned: str | None = None) -> Answer:
    """Goes through the calls from the dealer's left."""
    auction = case.rules.auction
    if auction is None:
        raise refuse(
            "auction-none",
            f"{case.rules.name.shown()} has no auction",
            "auction",
            "`referee dealing` says who chooses what",
        )
    calls, turned = _calls(case, auction, words, turned)
    if auction.take:
        return _taking_answer(case, auction, calls, turned)
    stands = called(case.agreed, case.dealer, calls)
    return _answer(case, auction, stands.holder, stands.turn, stands.problems, {"bid": stands.bid})


def _calls(case: Case, auction: Auction, words: Sequence[str], turned: str | None) -> tuple[list[str], str | None]:
    """The calls one by one; `fact=CARD` among them names the turned card."""
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
    holder: int | None,
    turn: int | None,
    problems: Sequence[Problem],
    more: dict[str, Any],
) -> Answer:
    players = case.agreed.players
    value = {
        "ok": not problems,
        "holder": None if holder is None else players[holder],
        "bid": more.get("bid"),
        "turn": None if turn is None else players[turn],
        "problems": [{"code": p.code, "message": p.message, "fact": p.fact} for p in problems],
        **{key: said for key, said in more.items() if key != "bid"},
        "source": cited(case.rules, auction.source),
    }
    lines = [f"not in order: {problem.message}" for problem in problems] or ["the calls are in order"]
    lines.append(_held(case, holder, turn, more))
    if turn is not None:
        lines.append(f"{players[turn]} is to call")
    return Answer(value, (*lines, f"source: {cited(case.rules, auction.source)}"))


def _held(case: Case, holder: int | None, turn: int | None, more: dict[str, Any]) -> str:
    if holder is None:
        return "nobody has bid yet" if turn is not None else "all have passed"
    if more.get("bid") is not None:
        return f"{case.agreed.players[holder]} holds it with {more['bid']}"
    trumps = f", {more['trump']} are trumps" if more.get("trump") else ""
    return f"{case.agreed.players[holder]} holds it, in round {more['round']}{trumps}"


# --- a turned card, then another suit ------------------------------------------------------------------


def taken(case: Case, auction: Auction, calls: Sequence[str], turned: Card | None) -> Taking:
    """In the first round each in turn takes the turned card, whose suit is then trumps, or passes;
    in the second each names another suit or passes. The first who does not pass ends it."""
    seats, problems, holder, trump, ended = len(case.agreed.players), [], None, None, None
    counted = 0
    for call in calls:
        number, seat = counted // seats + 1, (case.dealer + 1 + counted) % seats
        if holder is not None or number > 2:
            after = (
                f"after {case.agreed.players[holder]} took it" if holder is not None else "after two rounds of passing"
            )
            problems.append(_out_of_order(auction, "auction-long", f"`{call}` comes {after}: the auction is over"))
            break
        counted += 1
        suit, takes, fault = _read_call(case, auction, call, number, turned)
        if fault:
            problems.append(
                _out_of_order(auction, "auction-call", f"{case.agreed.players[seat]}'s call `{call}`: {fault}")
            )
        elif takes:
            holder, trump, ended = seat, suit, number
    over = holder is not None or counted >= 2 * seats
    turn = None if over else (case.dealer + 1 + counted) % seats
    return Taking(holder, trump, ended or min(2, counted // seats + 1), turn, tuple(problems))


def _read_call(
    case: Case, auction: Auction, call: str, number: int, turned: Card | None
) -> tuple[str | None, bool, str | None]:
    """The trump suit that a call makes, whether it takes the contract, and what is wrong with it."""
    word, taking, passing = folded(call), auction.take[0], auction.passing[0]
    if word in auction.passing:
        return None, False, None
    takes = word in auction.take
    suits = [] if takes else suits_named(case.pack, call)
    if number == 1:
        if takes:
            return (turned.suits[0] if turned else None), True, None
        return None, False, f"in the first round say {taking} or {passing}"
    if takes or len(suits) != 1:
        return None, False, f"in the second round name a suit or {passing}"
    if turned is not None and suits[0] in turned.suits:
        return None, False, f"any suit but {suits[0]}, that of the turned {printed(case.pack, turned)}"
    return suits[0], True, None


def _out_of_order(auction: Auction, code: str, message: str) -> Problem:
    return Problem(code, message, "auction", rule=auction.source or None)


def _taking_answer(case: Case, auction: Auction, calls: Sequence[str], turned: str | None) -> Answer:
    card = None if turned is None else find_card(case.pack, turned)
    if turned is not None and card is None:
        raise Refused(
            [Problem("card-unknown", f"`{turned}` is not a card of this pack: {case.pack.name}", auction.turned)]
        )
    stands = taken(case, auction, calls, card)
    answer = _answer(
        case, auction, stands.holder, stands.turn, stands.problems, {"trump": stands.trump, "round": stands.round}
    )
    suits = listed(suit for suit in case.pack.suits if card is None or suit not in card.suits)
    rules = (
        f"rule: {auction.take[0]} or {auction.passing[0]} in round 1; in round 2 name {suits}, or {auction.passing[0]}"
    )
    hint = (
        ()
        if card or stands.round == 1
        else (f"note: say {auction.turned}=CARD to check the suit against the turned card",)
    )
    return Answer(answer.value, (*answer.lines[:-1], *hint, rules, answer.lines[-1]))
