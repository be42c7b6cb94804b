"""Who deals, who declares and who leads, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import marked, tr, trc

# What one player does, by whether it is to deal, to declare, to lead to the first trick.
DOES: Mapping[tuple[bool, ...], str] = {
    (True, False, False): marked("{player} deals"),
    (False, True, False): marked("{player} declares"),
    (False, False, True): marked("{player} leads"),
    (True, True, False): marked("{player} deals and declares"),
    (True, False, True): marked("{player} deals and leads"),
    (False, True, True): marked("{player} declares and leads"),
    (True, True, True): marked("{player} deals, declares and leads"),
}
# The same in a game without cards, in which nobody deals or leads to a trick.
DOES_WITHOUT_CARDS: Mapping[tuple[bool, ...], str] = {
    (True, False): marked("{player} begins"),
    (False, True): marked("{player} chooses"),
    (True, True): marked("{player} begins and chooses"),
}


def player_at(agreed: Agreed, seat: int | None) -> str | None:
    """The player on a seat; None where the seat is not known or the rules have no such part to
    play."""
    return None if seat is None else agreed.players[seat]


def who_does(
    rules: Ruleset, dealer: str, declarer: str | None, leader: str | None,
    resting: Sequence[str] = (),
) -> str:  # fmt: skip
    """`Anna deals and rests, Bo declares and leads`: what each player does."""
    if not rules.has_cards:
        return who_begins(dealer, declarer, resting)
    seats = (dealer, declarer, leader)
    doing = {who: tuple(who == other for other in seats) for who in seats if who}
    alone = (True, False, False)
    said = [
        tr("{player} deals and rests", player=who)
        if who in resting and acts == alone
        else tr(DOES[acts], player=who)
        for who, acts in doing.items()
    ]
    said += [tr("{player} rests", player=who) for who in resting if who not in doing]
    return ", ".join(said)


def part_heads(rules: Ruleset) -> tuple[str, str]:
    """What stands over who deals and who declares; over who begins and who chooses where there are
    no cards."""
    if rules.has_cards:
        return tr("dealer"), tr("declarer")
    return trc("before a player", "begins"), trc("before a player", "chooses")


def who_begins(dealer: str, declarer: str | None, resting: Sequence[str] = ()) -> str:
    """`Anna begins, Bo chooses`: what each player does in a game without cards."""
    seats = (dealer, declarer)
    doing = {who: tuple(who == other for other in seats) for who in seats if who}
    said = [
        tr("{player} rests", player=who)
        if who in resting
        else tr(DOES_WITHOUT_CARDS[acts], player=who)
        for who, acts in doing.items()
    ]
    said += [tr("{player} rests", player=who) for who in resting if who not in doing]
    return ", ".join(said)
