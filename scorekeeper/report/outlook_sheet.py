"""The outlook of a session as one value, with a side's needs in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.open_deals import COMPLETE_FIRST, SETTLE_FIRST, by_ways, every_way
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import sign_of
from scorekeeper.proof.outlook import (
    Blockers,
    Outlook,
    Prospect,
    blockers_of,
    ends_by_score,
    outlook_of,
    ways_to_win,
    winning_points,
)
from scorekeeper.proof.possible_results import Points, Possible, Unknown
from scorekeeper.proof.ways_to_win import (
    Bounds,
    Need,
    OutlookDeal,
    RivalCounts,
    needs_of,
    proof_deals,
)
from scorekeeper.record.fact_values import players_named
from scorekeeper.report.deal_row import by_side, counts_of, with_resters
from scorekeeper.report.shared_labels import (
    contract_word,
    count_word,
    fact_word,
    player_at,
    role_word,
    score,
    things_words,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, listed, parted, quoted, text_of
from scorekeeper.text.problems import refuse
from scorekeeper.text.translation import tr, trn

# --- a side's needs in the next deal, in one sentence ------------------------------------------


def over_sentence(standing: Standing, side: int, chance: Prospect) -> str:
    """Return the sentence on a side's final result: won or not won, and its total."""
    name, total = standing.agreed.side_names[side], score(chance.best or 0, standing.agreed.rules)
    if chance.can_win:
        return tr("{player}: the session is over, won with {total}.", player=name, total=total)
    return tr("{player}: the session is over, not won with {total}.", player=name, total=total)


def out_sentence(standing: Standing, side: int, chance: Prospect, blockers: Blockers) -> str:
    """Return the sentence that a side cannot win any more, because of the rivals `blockers`."""
    agreed = standing.agreed
    said = {
        "player": agreed.side_names[side],
        "total": score(chance.best or 0, agreed.rules),
        "rivals": listed([agreed.side_names[rival] for rival in blockers.rivals], "and"),
    }
    if blockers.ahead is None:
        return tr(
            "{player} cannot win any more: at best {total}; of {rivals} one always stays ahead.",
            **said,
        )
    now = score(standing.state.totals[blockers.rivals[0]], agreed.rules)
    return trn(
        blockers.ahead,
        "{player} cannot win any more: at best {total}; {rivals}, now at {now}, will be at least "
        "{n} point ahead.",
        "{player} cannot win any more: at best {total}; {rivals}, now at {now}, will be at least "
        "{n} points ahead.",
        now=now,
        **said,
    )


def need_sentence(standing: Standing, side: int, needs: Sequence[Need]) -> str:
    """Return the sentence on the minimum that a side needs now."""
    is_last = any(need.sure or need.given for need in needs)
    is_any_enough = all(need.enough == need.possible for need in needs)
    if is_any_enough and not any(need.given for need in needs):
        return _whatever_comes(standing, side, is_last)
    name, members = standing.agreed.side_names[side], len(standing.agreed.sides[side])
    ways = [_placed(said, where, is_last) for said, where in _grouped(standing, needs)]
    if is_last:
        return trn(
            members,
            "To win or share the win, {player} needs {what}.",
            "To win or share the win, {player} need {what}.",
            player=name,
            what=parted(ways),
        )
    return trn(
        members,
        "To keep a chance of winning, {player} needs {what}.",
        "To keep a chance of winning, {player} need {what}.",
        player=name,
        what=_or(ways),
    )


def _whatever_comes(standing: Standing, side: int, is_last: bool) -> str:
    """Return the sentence that every result of the next deal is enough for a side."""
    name, members = standing.agreed.side_names[side], len(standing.agreed.sides[side])
    if not is_last:
        return tr("{player} can still win whatever comes of the coming deal.", player=name)
    return trn(
        members,
        "{player} wins or shares whatever comes of the coming deal.",
        "{player} win or share whatever comes of the coming deal.",
        player=name,
    )


def _placed(said: str, where: Sequence[str], last: bool) -> str:
    """Return a need (`said`) with its contracts (`where`), contracts first in the last deal, whose
    needs are long."""
    if not where:
        return said
    if last:
        return tr("in {contracts} {what}", contracts=listed(where), what=said)
    return tr("{what} in {contracts}", what=said, contracts=listed(where))


def _or(parts: Sequence[str]) -> str:
    """Return the alternatives joined by "or", with a comma before each."""
    said = parts[0]
    for part in parts[1:]:
        said = tr("{one}, or {other}", one=said, other=part)
    return said


def _grouped(standing: Standing, needs: Sequence[Need]) -> Iterable[tuple[str, list[str]]]:
    """Yield each different need as text, with its contracts."""
    rules = standing.agreed.rules
    roles = {
        need.contract: {n.role for n in needs if n.contract == need.contract} for need in needs
    }
    together: dict[str, list[str]] = {}
    for need in needs:
        if need.enough:
            said = _need_words(standing, need)
            if len(roles[need.contract]) > 1 and need.role:
                said = tr("as {role} {what}", role=role_word(rules, need.role), what=said)
            together.setdefault(said, []).extend(
                [_contract(rules, need.contract)] if need.contract else []
            )
    return together.items()


def _contract(rules: Ruleset, contract: str) -> str:
    """Return a contract's name for use in a sentence: lower case, in quotes if it has a comma."""
    word = contract_word(rules, contract)
    return quoted(word) if "," in word else word.lower()


def _need_words(standing: Standing, need: Need) -> str:
    rules = standing.agreed.rules
    if need.alone:
        return tr("a deal of “{fact}”", fact=fact_word(rules, need.alone))
    word = count_word(rules, need.shown_count) if need.shown_count else None
    if not (need.sure or need.given):
        return _range(need.enough, need.possible, word)
    parts = [_range(need.sure, need.possible, word)] if need.sure else []
    return _or([*parts, *(_given(standing, given, word) for given in need.given)])


def _given(standing: Standing, given: RivalCounts, word: str | None) -> str:
    own = _numbers_words(given.own, word)
    if given.rivals is not None:
        names = standing.agreed.side_names
        with_ = [_bound(names[rival], bounds, word) for rival, bounds in given.rivals.items()]
        return tr("{amount} with {others}", amount=own, others=listed(with_, "and"))
    margins = [_margin(standing, rival, ahead) for rival, ahead in given.ahead.items()]
    return tr("{amount} that score {margins}", amount=own, margins=listed(margins, "and"))


def _bound(rival: str, bounds: Bounds, word: str | None) -> str:
    least, most = bounds
    if least is None:
        return tr("at most {amount} for {rival}", amount=_bound_words(most or 0, word), rival=rival)
    if most is None:
        return tr("at least {amount} for {rival}", amount=_bound_words(least, word), rival=rival)
    if least == most:
        return tr("{amount} for {rival}", amount=_bound_words(most, word), rival=rival)
    return tr(
        "{least} to {amount} for {rival}", least=least, amount=_bound_words(most, word), rival=rival
    )


def _margin(standing: Standing, rival: int, ahead: int) -> str:
    """Return the text on the lead over a rival that a side needs from the deal's points."""
    name, lowest = standing.agreed.side_names[rival], sign_of(standing) < 0
    if ahead == 0:
        return (
            tr("no more than {rival}", rival=name)
            if lowest
            else tr("no less than {rival}", rival=name)
        )
    points = trn(abs(ahead), "{n} point", "{n} points")
    if (ahead > 0) == lowest:
        if ahead > 0:
            return tr("at least {points} less than {rival}", points=points, rival=name)
        return tr("at most {points} less than {rival}", points=points, rival=name)
    if ahead > 0:
        return tr("at least {points} more than {rival}", points=points, rival=name)
    return tr("at most {points} more than {rival}", points=points, rival=name)


# --- numbers -------------------------------------------------------------------------------------


def _range(enough: Sequence[int], possible: Sequence[int], word: str | None) -> str:
    """Return the sufficient numbers among the possible numbers as text."""
    if enough == possible:
        return tr("any number of {things}", things=word) if word else tr("any points")
    if len(enough) == 1:
        return _amount(enough[0], word)
    if enough == possible[-len(enough) :]:
        return tr("at least {amount}", amount=_amount(enough[0], word))
    if enough == possible[: len(enough)]:
        return tr("at most {amount}", amount=_amount(enough[-1], word))
    return _numbers_words(enough, word)


def _numbers_words(numbers: Sequence[int], word: str | None) -> str:
    """Return numbers as text, consecutive numbers as a range."""
    amount = _amount(numbers[-1], word)
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return tr("{least} to {amount}", least=numbers[0], amount=amount)
    return listed([*map(str, numbers[:-1]), amount])


def _amount(number: int, word: str | None) -> str:
    """Return a number with the label of its count, or with the word for points."""
    return things_words(number, word) if word else trn(number, "{n} point", "{n} points")


def _bound_words(number: int, word: str | None) -> str:
    """Return the number alone if the count has been named, else with the word for points."""
    return str(number) if word else trn(number, "{n} point", "{n} points")


# --- deals until a win in a game that a score ends, in one sentence ----------------------------


MOST_TOLD = 6  # deals of which a sentence has the points


def soon_sentence(
    standing: Standing, side: int, chances: Sequence[Prospect], enough: Sequence[int]
) -> str:
    """Return sentences on the deals and points with which a side can win, and on rivals that can
    win with the next deal. `enough` has the side's sufficient points in the next deal, if one
    deal is enough."""
    names, rules = standing.agreed.side_names, standing.agreed.rules
    now = score(standing.state.totals[side], rules)
    proof = chances[side].proof
    if proof is None:
        return tr(
            "{player}, now at {now}: it is not known who can win.", player=names[side], now=now
        )
    points = listed(map(signed, enough)) if enough else _own(proof, side)
    sentences = [_soonest(names[side], now, len(proof), points)]
    rivals = [names[other] for other, one in enumerate(chances) if other != side and _at_once(one)]
    if rivals:
        sentences.append(tr("With the coming deal {rivals} can win too.", rivals=listed(rivals)))
    return " ".join(sentences)


def _own(proof: Sequence[Points], side: int) -> str:
    """Return a side's points in each deal as text, or "" for more than MOST_TOLD deals."""
    few = len(proof) <= MOST_TOLD
    return listed([signed(points[side]) for points in proof], "and") if few else ""


def _soonest(player: str, now: str, number: int, points: str) -> str:
    if not points:
        return tr("{player}, now at {now}, can win in {n} deals.", player=player, now=now, n=number)
    return trn(
        number,
        "{player}, now at {now}, can win with the coming deal, for example if it brings {points}.",
        "{player}, now at {now}, can win in {n} deals, for example if they bring {points}.",
        player=player,
        now=now,
        points=points,
    )


def _at_once(chance: Prospect) -> bool:
    return chance.proof is not None and len(chance.proof) == 1


# --- outlook sheet -----------------------------------------------------------------------------
# The possible results of a session, as one typed value for every rendering.
#
# The field names are the keys of the JSON of `outlook`, and promised. A name that is a Python
# keyword, such as `for`, ends in `_` here.


MOST_LOOKED = 8  # ways in which disputes may be settled: each is looked at by itself


class ProofDeal(NamedTuple):
    """A possible deal, as an example of a win: dealer, declarer, contract, entered facts and
    counts, and each side's points."""

    number: int
    dealer: str
    declarer: str | None
    contract: str | None
    facts: Mapping[str, object]
    counts: Mapping[str, Mapping[str, int | None]]
    points: Mapping[str, int]


class SideOutlook(NamedTuple):
    """A side's best and worst final total, current total (`now`), and whether it can still win or
    share the win. `proof` has the points of remaining deals that let it win, `deals` example
    deals with these points. Values are None if they cannot be calculated, `proof` also if the
    side cannot win."""

    best: int | None
    worst: int | None
    can_win: bool | None
    proof: tuple[Mapping[str, int], ...] | None
    deals: tuple[ProofDeal, ...] | None
    now: int


class RivalBounds(NamedTuple):
    """The minimum and maximum that a rival may have of a count, None for no bound."""

    least: int | None
    most: int | None


class Condition(NamedTuple):
    """A condition for winning in the last deal: the side's own numbers, and for each rival, bounds
    on its numbers or the required lead in points."""

    own: tuple[int, ...]
    others: Mapping[str, RivalBounds]
    ahead: Mapping[str, int]


class NeedRow(NamedTuple):
    """A side's need in the next deal, by contract and role. `count_` is the decisive count.
    `enough` has the numbers that keep a win possible; in the last deal `sure` has the numbers
    that always win, `given` the numbers that win on a condition."""

    contract: str | None
    role: str | None
    count_: str | None
    enough: tuple[int, ...]
    sure: tuple[int, ...]
    given: tuple[Condition, ...]


class SideNeeds(NamedTuple):
    """A side's needs in the next deal, and a sentence. If the side cannot win, `blocked_by` names
    the rivals in its way."""

    side: str
    say: str
    needs: tuple[NeedRow, ...] = ()
    blocked_by: tuple[str, ...] = ()


class OutlookSheet(NamedTuple):
    """The outlook of every side. `decided` is True if the winner is certain, `because` says why
    totals cannot be calculated, `for_` has the needs of the requested side. `disputed` and
    `waits` have the disputed and incomplete deals, if any. The outlook then covers all
    versions: a side can win if it can in one version, and the winner must be the same in all."""

    sides: Mapping[str, SideOutlook]
    decided: bool
    because: str | None = None
    for_: SideNeeds | None = None
    disputed: tuple[int, ...] | None = None
    waits: tuple[int, ...] | None = None


def outlook_value(sheet: OutlookSheet) -> dict[str, object]:
    """Return the JSON of `outlook`, without keys that have no value."""
    fields = sheet._asdict().items()
    return {key.rstrip("_"): part for key, part in fields if part is not None}


def outlook_sheet(standing: Standing, asked: int | None = None) -> OutlookSheet:
    """Return the outlook of a session, with the needs of the side number `asked`. Raises Refused
    if disputes or missing facts have too many versions."""
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
    """Return one outlook from the outlooks of all versions. A side can win if it can in one
    version; the session is decided if all versions have the same certain winners."""
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
    """Return a side's outlook over all versions."""
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
    """Return a side's needs, None without any. If versions differ, the sentence names each
    version."""
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
    """Return the number of the side whose player a word names. Raises Refused unless exactly one
    player matches."""
    seats = players_named(agreed, word)
    if len(seats) == 1:
        return agreed.side_of[seats[0]]
    names = ", ".join(agreed.players)
    message = tr("`{word}` is not one player here; there are: {names}", word=word, names=names)
    raise refuse("player-unknown", message, "for", tr("say the whole name"))


def _looked_ahead(standing: Standing, possible: Possible) -> Outlook:
    """Return the outlook of one version. For a game that a score ends, return ways to win instead
    of totals."""
    found = outlook_of(standing, possible)
    if found.because is None or not ends_by_score(standing, possible):
        return found
    try:
        return found._replace(sides=ways_to_win(standing, possible))
    except Unknown:
        return found


def _side(standing: Standing, possible: Possible, side: int, chance: Prospect) -> SideOutlook:
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
    deals = proof_deals(standing, possible, chance.course, chance.proof)
    return found._replace(
        proof=tuple(by_side(standing.agreed, points) for points in chance.proof),
        deals=tuple(_proof_deal(standing.agreed, deal) for deal in deals),
    )


def _proof_deal(agreed: Agreed, deal: OutlookDeal) -> ProofDeal:
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


# --- one side's needs ----------------------------------------------------------------------------


def _needs_of(standing: Standing, side: int, possible: Possible, found: Outlook) -> SideNeeds:
    try:
        return _known_needs(standing, side, possible, found)
    except Unknown as reason:
        name, why = standing.agreed.side_names[side], text_of(reason.why)
        return SideNeeds(
            name, tr("{player}: cannot be decided: {reason}.", player=name, reason=why)
        )


def _known_needs(standing: Standing, side: int, possible: Possible, found: Outlook) -> SideNeeds:
    """Return a side's needs. Raises Unknown if they cannot be calculated."""
    names, chance = standing.agreed.side_names, found.sides[side]
    name = names[side]
    if found.because is not None and any(one.can_win for one in found.sides):
        enough = winning_points(standing, possible, side)
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
