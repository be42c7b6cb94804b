"""Recorded deals that an act moves where people rest: what each becomes, and the refusal of a deal
that would be one of other people than played it."""

from collections.abc import Iterable, Iterator

from scorekeeper.base.exact import signed
from scorekeeper.game.judge import Scored
from scorekeeper.game.standing import Standing, moved_totals
from scorekeeper.record.entry_words import given_line
from scorekeeper.record.recorded_dealers import MOVED
from scorekeeper.text.message import CommandLine, Joined, Words, listing, say
from scorekeeper.text.problems import Problem


def moved_questions(
    before: Standing, now: Standing, pairs: Iterable[tuple[Scored | None, Scored]]
) -> tuple[Problem, ...]:
    """Return a question for each recorded deal that gets another number or other players, and for a
    new one; `pairs` are the deals as they were, None of a new one, and as they are."""
    return tuple(
        Problem(MOVED, Joined(tuple(_becomes(before, old, now, new)), " · "))
        for old, new in pairs
        if old is None
        or old.turn.number != new.turn.number
        or old.agreed.players != new.agreed.players
    )


def _becomes(before: Standing, old: Scored | None, now: Standing, new: Scored) -> Iterator[Words]:
    """Yield the parts of `deal 3 becomes deal 2 · Anna 6, Björn 6, Dora 4 · Cleo dealt and sat out
    · totals Anna −2 → +1`."""
    was, number = old.turn.number if old else None, new.turn.number
    if was is None:
        yield say("deal {number} is new", number=number)
    elif was == number:
        yield say("deal {number}", number=number)
    else:
        yield say("deal {was} becomes deal {number}", was=was, number=number)
    line = given_line(new.agreed, number, new.said)
    if isinstance(line, Joined):
        yield from line.parts[1:]  # type: ignore[misc]
    yield _who_dealt(now, new)
    if old is None:
        return
    left = [name for name in old.agreed.players if name not in new.agreed.players]
    came = [name for name in new.agreed.players if name not in old.agreed.players]
    for player, other in zip(came, left, strict=False):
        yield say("{player} in the place of {other}", player=player, other=other)
    moved = moved_totals(before, old, now, new)
    totals = [f"{name} {_total(now, a)} → {_total(now, b)}" for name, a, b in moved]
    yield say("totals {totals}", totals=", ".join(totals)) if totals else say("same totals")


def _who_dealt(now: Standing, new: Scored) -> Words:
    dealer = now.table_of(new.turn.number).players[new.turn.dealer]
    others = [name for name in new.agreed.resting if name != dealer]
    if not others:
        return say("{player} dealt and sat out", player=dealer)
    players = listing(new.agreed.resting, "and")
    return say("{player} dealt, {players} sat out", player=dealer, players=players)


def _total(now: Standing, number: int) -> str:
    """Return a total with its sign; without a plus in games that count down."""
    return signed(number) if now.agreed.rules.game.start <= 0 else signed(number).removeprefix("+")


def moved_to_others(old: Scored, new: Scored) -> Problem:
    """What to say of a deal that would be one of other people than played it."""
    message = say(
        "deal {number} was played by {players}, and would be a deal of {others}",
        number=old.turn.number,
        players=listing(old.agreed.players, "and"),
        others=listing(new.agreed.players, "and"),
    )
    hint = say(
        "take back what was recorded from there on, each with `{command}`, and enter it anew",
        command=CommandLine("undo"),
    )
    return Problem("players-moved", message, "dealer", (hint,))
