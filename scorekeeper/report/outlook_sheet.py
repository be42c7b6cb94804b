"""What is still possible in a session, as one typed value which every rendering lays out.

The names of the fields are the keys of the JSON of `outlook`, and promised; one that Python keeps
for itself, as `for`, ends in `_` here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.disputes import COMPLETE_FIRST, SETTLE_FIRST, by_ways, every_way
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import sign_of
from scorekeeper.proof.ending import at_once, ends_by_score, ways_to_win
from scorekeeper.proof.need import Need, needs_of
from scorekeeper.proof.possible import Possible
from scorekeeper.proof.proof_deals import Played, played
from scorekeeper.proof.prospects import Chance, Outlook, blockers_of, outlook_of
from scorekeeper.proof.rival_counts import RivalCounts
from scorekeeper.proof.unknown import Unknown
from scorekeeper.record.names import players_named
from scorekeeper.report.deal_row import by_side, counts_of, with_resters
from scorekeeper.report.deeds import player_at
from scorekeeper.report.needed import need_sentence, out_sentence, over_sentence
from scorekeeper.report.soon import soon_sentence
from scorekeeper.text.language import tr
from scorekeeper.text.problems import refuse
from scorekeeper.text.speech import labelled, text_of

MOST_LOOKED = 8  # ways in which disputes may be settled: each is looked at by itself


class ProofDeal(NamedTuple):
    """A deal of a proof as it would be played: who deals and declares, what is entered, and what
    it brings each side."""

    number: int
    dealer: str
    declarer: str | None
    contract: str | None
    facts: Mapping[str, object]
    counts: Mapping[str, Mapping[str, int | None]]
    points: Mapping[str, int]


class SideOutlook(NamedTuple):
    """A side's best and worst final total, whether it can win or share; the points of each deal to
    come with which it does, and how these may come about; its total now. None where that cannot be
    worked out, and without a proof where the side cannot win."""

    best: int | None
    worst: int | None
    can_win: bool | None
    proof: tuple[Mapping[str, int], ...] | None
    deals: tuple[ProofDeal, ...] | None
    now: int


class RivalBounds(NamedTuple):
    """The least and the most that a rival may have of a count, None where that is not bounded."""

    least: int | None
    most: int | None


class Condition(NamedTuple):
    """Numbers of its own with which a side wins in the last deal, as long as the others' are within
    these bounds, or it scores this much more than each of them."""

    own: tuple[int, ...]
    others: Mapping[str, RivalBounds]
    ahead: Mapping[str, int]


class NeedRow(NamedTuple):
    """What a side needs of the coming deal in a contract and a role: of which count, with which
    numbers it can still win, with which it is sure to in the last deal, and with which it does on a
    condition."""

    contract: str | None
    role: str | None
    count_: str | None
    enough: tuple[int, ...]
    sure: tuple[int, ...]
    given: tuple[Condition, ...]


class SideNeeds(NamedTuple):
    """What a side needs of the coming deal, and the same in a sentence; the rivals who keep it from
    winning, where it cannot any more."""

    side: str
    say: str
    needs: tuple[NeedRow, ...] = ()
    blocked_by: tuple[str, ...] = ()


class OutlookSheet(NamedTuple):
    """Every side's outlook, and whether the winner is decided; why totals cannot be worked out,
    where they cannot; and what one side needs, where that was asked. While counts are `disputed`,
    or deals wait for what is said later (`waits`), best and worst are over every way in which these
    may come out, who can win can in one of them, by the proof of that one, and decided is what is
    so in all."""

    sides: Mapping[str, SideOutlook]
    decided: bool
    because: str | None = None
    for_: SideNeeds | None = None
    disputed: tuple[int, ...] | None = None
    waits: tuple[int, ...] | None = None


def outlook_value(sheet: OutlookSheet) -> dict[str, object]:
    """The JSON of `outlook`, in which `because` and `for` stand only where there is something."""
    fields = sheet._asdict().items()
    return {key.rstrip("_"): part for key, part in fields if part is not None}


def outlook_sheet(standing: Standing, asked: int | None = None) -> OutlookSheet:
    """What is still possible in the session, and what the side with the number `asked` needs.
    Raises Refused where too many counts are disputed."""
    ways = every_way(standing)
    if len(ways) > MOST_LOOKED and standing.waits:
        message = tr("what is open may come out in too many ways: {number}", number=len(ways))
        raise refuse("waiting-many", message, None, COMPLETE_FIRST)
    if len(ways) > MOST_LOOKED:
        message = tr("too many counts are disputed for an outlook: {number}", number=len(ways))
        raise refuse("dispute-many", message, None, SETTLE_FIRST)
    found = [_of_way(way, asked) for way in ways]
    return _together(standing, found) if standing.ways else found[0]


def _together(standing: Standing, found: Sequence[OutlookSheet]) -> OutlookSheet:
    """What holds in all ways, or may be in one."""
    names, is_lowest = standing.agreed.side_names, sign_of(standing) < 0
    winning = [{name for name, side in one.sides.items() if side.can_win} for one in found]
    because = next((one.because for one in found if one.because is not None), None)
    return OutlookSheet(
        sides={name: _side_of_all([one.sides[name] for one in found], is_lowest) for name in names},
        decided=all(one.decided for one in found) and all(won == winning[0] for won in winning),
        because=because,
        for_=_needs_in_all(standing, [one.for_ for one in found if one.for_]),
        disputed=tuple(n for n in standing.readings if n not in standing.waits) or None,
        waits=standing.waits or None,
    )


def _side_of_all(found: Sequence[SideOutlook], is_lowest: bool) -> SideOutlook:
    """A side's outlook over all ways."""
    best = [one.best for one in found if one.best is not None]
    worst = [one.worst for one in found if one.worst is not None]
    least, most = (max, min) if is_lowest else (min, max)
    wins = next((one for one in found if one.can_win), None)
    known = [one.can_win for one in found if one.can_win is not None]
    return SideOutlook(
        best=most(best) if len(best) == len(found) else None,
        worst=least(worst) if len(worst) == len(found) else None,
        can_win=any(known) if wins or len(known) == len(found) else None,
        proof=wins.proof if wins else None,
        deals=wins.deals if wins else None,
        now=found[0].now,
    )


def _needs_in_all(standing: Standing, found: Sequence[SideNeeds]) -> SideNeeds | None:
    """What a side needs; where that hangs on the dispute, by each way."""
    if len({one.say for one in found}) <= 1:
        return found[0] if found else None
    said = [
        labelled(text_of(by_ways(standing, way)), one.say)
        for way, one in zip(standing.ways, found, strict=True)
    ]
    return found[0]._replace(say=" ".join(said))


def _of_way(standing: Standing, asked: int | None) -> OutlookSheet:
    possible = Possible(standing.agreed.rules)
    names, found = standing.agreed.side_names, _looked_ahead(standing, possible)
    return OutlookSheet(
        sides={
            name: _side(standing, possible, side, chance)
            for side, (name, chance) in enumerate(zip(names, found.sides, strict=True))
        },
        decided=found.decided,
        because=None if found.because is None else text_of(found.because),
        for_=None if asked is None else _needs_of(standing, asked, possible, found),
    )


def side_named(agreed: Agreed, word: str) -> int:
    """The side of the player that a word names; refused where that is not one player."""
    seats = players_named(agreed, word)
    if len(seats) == 1:
        return agreed.side_of[seats[0]]
    names = ", ".join(agreed.players)
    message = tr("`{word}` is not one player here; there are: {names}", word=word, names=names)
    raise refuse("player-unknown", message, "for", tr("say the whole name"))


def _looked_ahead(standing: Standing, possible: Possible) -> Outlook:
    """What is still possible; where a score ends the game and nothing can be ruled out, ways to
    win."""
    found = outlook_of(standing, possible)
    if found.because is None or not ends_by_score(standing, possible):
        return found
    try:
        return found._replace(sides=ways_to_win(standing, possible))
    except Unknown:
        return found


def _side(standing: Standing, possible: Possible, side: int, chance: Chance) -> SideOutlook:
    found = SideOutlook(
        best=chance.best,
        worst=chance.worst,
        can_win=chance.can_win,
        proof=None,
        deals=None,
        now=standing.state.totals[side],
    )
    if chance.proof is None:
        return found
    deals = played(standing, possible, chance.course, chance.proof)
    return found._replace(
        proof=tuple(by_side(standing.agreed, points) for points in chance.proof),
        deals=tuple(_proof_deal(standing.agreed, deal) for deal in deals),
    )


def _proof_deal(agreed: Agreed, deal: Played) -> ProofDeal:
    facts, seated = deal.result.facts, deal.agreed
    return ProofDeal(
        number=deal.turn.number,
        dealer=agreed.players[deal.turn.dealer],
        declarer=player_at(agreed, deal.turn.declarer),
        contract=deal.contract,
        facts={name: value for name, value in facts.items() if name in agreed.rules.facts},
        counts={
            name: with_resters(agreed, numbers)
            for name, numbers in counts_of(seated, facts).items()
        },
        points=by_side(agreed, deal.points),
    )


# --- what one side needs -------------------------------------------------------------------------


def _needs_of(standing: Standing, side: int, possible: Possible, found: Outlook) -> SideNeeds:
    try:
        return _known_needs(standing, side, possible, found)
    except Unknown as reason:
        name, why = standing.agreed.side_names[side], text_of(reason.why)
        return SideNeeds(
            name, tr("{player}: cannot be decided: {reason}.", player=name, reason=why)
        )


def _known_needs(standing: Standing, side: int, possible: Possible, found: Outlook) -> SideNeeds:
    """What a side needs. Raises Unknown where that cannot be worked out."""
    names, chance = standing.agreed.side_names, found.sides[side]
    name = names[side]
    if found.because is not None and any(one.can_win for one in found.sides):
        enough = at_once(standing, possible, side)
        return SideNeeds(name, soon_sentence(standing, side, found.sides, enough))
    if chance.can_win is None:
        raise Unknown(found.because or "")
    if standing.state.over:
        return SideNeeds(name, over_sentence(standing, side, chance))
    if chance.can_win and name in standing.seating.agreed.resting:
        return SideNeeds(
            name, tr("{player} rests in the coming deal, and can still win.", player=name)
        )
    if chance.can_win:
        needs = needs_of(standing, side, possible)
        rows = tuple(_need_row(names, need) for need in needs)
        return SideNeeds(name, need_sentence(standing, side, needs), rows)
    blockers = blockers_of(standing, side, possible)
    blocked_by = tuple(names[rival] for rival in blockers.rivals)
    return SideNeeds(name, out_sentence(standing, side, chance, blockers), blocked_by=blocked_by)


def _need_row(names: Sequence[str], need: Need) -> NeedRow:
    return NeedRow(
        contract=need.contract,
        role=need.role,
        count_=need.shown_count,
        enough=tuple(need.enough),
        sure=tuple(need.sure),
        given=tuple(_condition(names, given) for given in need.given),
    )


def _condition(names: Sequence[str], given: RivalCounts) -> Condition:
    rivals = given.rivals or {}
    return Condition(
        own=tuple(given.own),
        others={names[rival]: RivalBounds(*bounds) for rival, bounds in rivals.items()},
        ahead={names[rival]: points for rival, points in given.ahead.items()},
    )
