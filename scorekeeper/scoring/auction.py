"""An auction of one call each: who may call what, and who holds the contract at the end."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.cards import folded
from scorekeeper.problems import Problem, listed
from scorekeeper.ruleset.model import Auction
from scorekeeper.session import Agreed

Call = int | str | None


class Called(NamedTuple):
    """How an auction stands: the holder's seat and bid, the seat to call next, the problems."""

    holder: int | None
    bid: int | str | None
    turn: int | None
    problems: tuple[Problem, ...]


def called(agreed: Agreed, dealer: int, calls: Sequence[str]) -> Called:
    """Goes through the calls, from the dealer's left, each player once (source: the ruleset)."""
    auction, seats = agreed.rules.auction, len(agreed.players)
    if auction is None:
        return Called(None, None, None, (Problem("auction-none", "this game has no auction", "auction"),))
    holder, bid, problems = None, None, []
    for number, text in enumerate(calls):
        if number >= seats:
            problems.append(
                _problem(auction, "auction-long", f"{len(calls)} calls for {seats} players: each calls once")
            )
            break
        seat = (dealer + 1 + number) % seats
        call, fault = _read_call(auction, text)
        fault = fault or _too_low(auction, call, bid)
        if fault:
            problems.append(_problem(auction, "auction-call", f"{agreed.players[seat]}'s call `{text}`: {fault}"))
        elif call is not None:
            holder, bid = seat, call
    turn = (dealer + 1 + len(calls)) % seats if len(calls) < seats else None
    return Called(holder, bid, turn, tuple(problems))


def _read_call(auction: Auction, text: str) -> tuple[Call, str | None]:
    word = folded(text)
    if word in auction.passing:
        return None, None
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word), _off_the_steps(auction, int(word))
    found = [above for above in auction.above if above.startswith(word) and word]
    if len(found) == 1:
        return found[0], None
    return None, f"say a number, {listed([*auction.above, auction.passing[0]])}"


def _off_the_steps(auction: Auction, bid: int) -> str | None:
    if not auction.least <= bid <= auction.most:
        return f"bids go from {auction.least} to {auction.most}"
    if (bid - auction.least) % auction.step:
        return f"bids go by steps of {auction.step}"
    return None


def _too_low(auction: Auction, call: Call, bid: Call) -> str | None:
    if (
        call is None
        or bid is None
        or _height(auction, call) >= _height(auction, bid) + (auction.step if isinstance(call, int) else 1)
    ):
        return None
    return f"it must be above {bid}" + (f" by {auction.step} or more" if isinstance(bid, int) else "")


def _height(auction: Auction, call: int | str) -> int:
    return call if isinstance(call, int) else auction.most + auction.step * (1 + auction.above.index(call))


def _problem(auction: Auction, code: str, message: str) -> Problem:
    return Problem(code, message, "auction", rule=auction.source or None)


def expanded(agreed: Agreed, dealer: int, calls: Sequence[str]) -> tuple[dict[str, object], Iterable[Problem]]:
    """What a whole auction says of the deal: bidder and bid, or that all passed."""
    result = called(agreed, dealer, calls)
    names = next((fact.gives for fact in agreed.rules.facts.values() if fact.kind == "auction"), ())
    problems = list(result.problems)
    if result.turn is not None and not problems:
        problems.append(
            Problem(
                "auction-short",
                f"the auction is not over: {agreed.players[result.turn]} has not called",
                "auction",
                "name every call, passes too",
            )
        )
    if problems or len(names) != 3:
        return {}, problems
    bidder, bid, passed = names
    if result.holder is None:
        return {passed: True}, problems
    return {bidder: agreed.players[result.holder], bid: result.bid}, problems
