"""An auction of one call each: who may call what, and who holds the contract at the end."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.game.session import Agreed
from scorekeeper.rules.cards import folded
from scorekeeper.rules.model import Auction
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Mend, Problem

Call = int | str | None


class Called(NamedTuple):
    """How an auction stands: the holder's seat and bid, the seat to call next, the problems."""

    holder: int | None
    bid: int | str | None
    turn: int | None
    problems: tuple[Problem, ...]


def called(agreed: Agreed, dealer: int, calls: Sequence[str]) -> Called:
    """Goes through the calls, from the dealer's left, each player once (source: the ruleset). A
    call that is not in order counts for nothing: what follows is read as the same player's next
    call."""
    auction, seats = agreed.rules.auction, len(agreed.players)
    if auction is None:
        return Called(
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
            problems.append(_problem(auction, "auction-call", message, call_again()))
            continue
        made += 1
        if call is not None:
            holder, bid = seat, call
    turn = (dealer + 1 + made) % seats if made < seats else None
    return Called(holder, bid, turn, tuple(problems))


def call_again() -> Words:
    """What a call that is not in order is worth."""
    return say("it does not count: leave it out, and the same player calls again")


def _too_many(auction: Auction, calls: int, players: int) -> Problem:
    message = say(
        "{calls} calls for {players} players: each calls once", calls=calls, players=players
    )
    return _problem(auction, "auction-long", message)


def is_call(call: Phrase, word: str) -> bool:
    """Whether a folded word is one for this call, in any language."""
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
    """A bid's number; each word that stands above every number is one step higher than the last."""
    return (
        call
        if isinstance(call, int)
        else auction.most + auction.step * (1 + auction.above.index(call))
    )


def _problem(auction: Auction, code: str, message: Words, *mends: Mend) -> Problem:
    return Problem(code, message, "auction", mends, rule=auction.source.if_any())


def expanded(
    agreed: Agreed, dealer: int, calls: Sequence[str]
) -> tuple[dict[str, object], Iterable[Problem]]:
    """What a whole auction says of the deal: bidder and bid, or that all passed."""
    result = called(agreed, dealer, calls)
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
