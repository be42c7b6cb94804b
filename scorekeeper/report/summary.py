"""The end of a session as one value: places, results, charts, payments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import is_whole
from scorekeeper.game.deal_facts import roles_of_sides
from scorekeeper.game.deal_results import deal_of_seats, played_in
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.open_deals import Span
from scorekeeper.game.score_changes import in_front, side_name
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.record.open_session import Occasion
from scorekeeper.report.recap import RecapSentence, recap_of
from scorekeeper.report.sheet import Disputed, Sheet, sheet_of, sheet_value
from scorekeeper.text.local_formats import amount_words
from scorekeeper.text.message_text import labelled, spoken
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

# --- summary -----------------------------------------------------------------------------------
# The end of a session as one typed value: places, results, turning points.


NOT_SAID = Occasion()
SOMETIMES = (
    "disputed", "waits", "carried_range", "totals_range", "places_range", "ranked_by", "played_by",
)  # fmt: skip


class RankingPlace(NamedTuple):
    """A place of the ranking with its sides and total. In a dispute, `place` and `worst` are the
    best and worst place, `range_` is the range of the total, and `total` that of the first
    versions. If averages rank, each side has a row with its deals and average; `level` is True
    for a shared place."""

    place: int
    sides: tuple[str, ...]
    total: int
    worst: int | None = None
    range_: Span | None = None
    deals: int | None = None
    average: float | None = None
    average_range: tuple[float, float] | None = None
    level: bool = False

    @property
    def shown(self) -> str:
        """Return the place as text: `2`, or `1–2` during a dispute."""
        if self.worst in (None, self.place):
            return str(self.place)
        return f"{self.place}–{self.worst}"

    @property
    def shown_total(self) -> int | Span:
        """Return the total, or its range."""
        return self.total if self.range_ is None else self.range_

    @property
    def is_shared(self) -> bool:
        """Return True if several sides share the place."""
        return self.level or len(self.sides) > 1


class ContractResult(NamedTuple):
    """A side's result in one kind of deal: the number of deals and its points in them."""

    deals: int
    points: int


class Extreme(NamedTuple):
    """A deal and a side's points in it."""

    deal: int
    points: int


class Extremes(NamedTuple):
    """A side's best and worst deal, the first of equal ones; None before any deal."""

    best: Extreme | None
    worst: Extreme | None


class LeadChange(NamedTuple):
    """A change of the sole leader: the deal played last, the leaders before and after by the names
    of that time, and whether a penalty caused it."""

    deal: int
    before: str
    after: str
    is_penalty: bool = False


Results = Mapping[
    str, Mapping[str, ContractResult]
]  # by kind of deal, then by who played for a side


class Summary(NamedTuple):
    """The summary of a session. `fingerprint` is "" unless requested. `names` has each side after
    players whose score it took over; results and extremes are listed by these names."""

    sheet: Sheet
    occasion: Occasion
    ranking: tuple[RankingPlace, ...]
    by_contract: Results
    by_role: Results
    by_outcome: Results
    extremes: Mapping[str, Extremes]
    lead_changes: tuple[LeadChange, ...]
    recap: Sequence[RecapSentence]
    fingerprint: str = ""
    names: tuple[str, ...] = ()


def summary_of(
    standing: Standing, session_name: str, occasion: Occasion = NOT_SAID, fingerprint: str = ""
) -> Summary:
    """Return the summary of a session, score sheet included."""
    agreed, rules = standing.agreed, standing.agreed.rules
    sheet, sides = sheet_of(standing, session_name), len(agreed.sides)
    names = tuple(_names(sheet))
    outcomes = [outcome.name.shown() for outcome in rules.scoring.outcomes]
    return Summary(
        sheet=sheet,
        occasion=occasion,
        ranking=tuple(places(sheet)),
        by_contract=_results(
            standing, names, rules.contracts, lambda deal: [deal.contract] * sides
        ),
        by_role=_results(standing, names, rules.roles, lambda deal: _roles(agreed, deal)),
        by_outcome=_results(standing, names, outcomes, lambda deal: [_outcome(deal)] * sides),
        extremes=_extremes(standing, names),
        lead_changes=tuple(_lead_changes(standing)),
        recap=recap_of(standing),
        fingerprint=fingerprint,
        names=names,
    )


def _names(sheet: Sheet) -> Iterable[str]:
    """Yield each side once, after the players whose score it took over."""
    before = (share.name for side in sheet.sides for share in sheet.shares.get(side, ()))
    yield from dict.fromkeys((*before, *sheet.sides))


def places(sheet: Sheet) -> Iterable[RankingPlace]:
    """Yield the places of the ranking. Tied sides share a place, and the next place counts them
    all. Sides tied by average have a row each."""
    totals, place = sheet.final_totals, 1
    if sheet.disputed:
        yield from _open_places(sheet, sheet.disputed)
        return
    for sides in sheet.ranking:
        is_level = len(sides) > 1
        if sheet.left:
            for side in sides:
                deals, average = sheet.played[side], sheet.average(side)
                yield RankingPlace(
                    place, (side,), totals[side], deals=deals, average=average, level=is_level
                )
        elif len({totals[side] for side in sides}) > 1:  # the rules name them winners together
            yield from (RankingPlace(place, (side,), totals[side], level=True) for side in sides)
        else:
            yield RankingPlace(place, sides, totals[sides[0]])
        place += len(sides)


def _by_deals(sheet: Sheet, side: str) -> dict[str, Any]:
    """Return a side's deals, average and its range, for a ranking by averages."""
    return {
        "deals": sheet.played[side],
        "average": sheet.average(side),
        "average_range": sheet.average_range(side),
    }


def _open_places(sheet: Sheet, disputed: Disputed) -> Iterable[RankingPlace]:
    """Yield the places during a dispute: one a side, or one for sides tied in every version. Sides
    tied by average have a row each."""
    spans = disputed.final_spans()
    for sides in sheet.ranking:
        best, worst = disputed.places[sides[0]]
        if not sheet.left and len({sheet.final_totals[side] for side in sides}) == 1:
            yield RankingPlace(best, sides, sheet.final_totals[sides[0]], worst, spans[sides[0]])
            continue
        for side in sides:
            row = RankingPlace(best, (side,), sheet.final_totals[side], worst, spans[side])
            by_deals = _by_deals(sheet, side) if sheet.left else {}
            yield row._replace(level=len(sides) > 1, **by_deals)


def _results(
    standing: Standing,
    names: Sequence[str],
    kinds: Iterable[str],
    kind_of: Callable[[Scored], Sequence[str | None]],
) -> Results:
    """Return the deals and points of each name, by kind of deal; `kind_of` returns each side's
    kind, or None."""
    points: dict[str, dict[str, list[int]]] = {kind: {} for kind in kinds}
    for scored in standing.deals:
        who = standing.table_of(scored.turn.number).side_names
        kinds_of_sides = kind_of(scored)
        for side in played_in(scored):
            kind = kinds_of_sides[side]
            if kind is not None:
                points[kind].setdefault(who[side], []).append(scored.points[side])
    return {
        kind: {
            name: ContractResult(len(found[name]), sum(found[name]))
            for name in names
            if name in found
        }
        for kind, found in points.items()
        if found
    }


def _outcome(scored: Scored) -> str | None:
    return scored.outcome.name.shown() if scored.outcome else None


def _roles(agreed: Agreed, scored: Scored) -> Sequence[str | None]:
    """Return each side's role in a deal, None for sides that sit out; None for all if nobody took
    the leading role."""
    nobody, played = [None] * len(agreed.sides), deal_of_seats(scored)
    roles = roles_of_sides(played.agreed, played.turn, played.facts)
    if len(set(roles)) < 2 <= len(agreed.rules.roles):
        return nobody
    return scored.seating.of_people(roles, nobody) if scored.seating else roles


def _extremes(standing: Standing, names: Iterable[str]) -> Mapping[str, Extremes]:
    """Return the best and worst deal of each name."""
    points: dict[str, dict[int, int]] = {name: {} for name in names}
    for scored in standing.deals:
        number = scored.turn.number
        who = standing.table_of(number).side_names
        for side in played_in(scored):
            points[who[side]][number] = scored.points[side]
    best, worst = (min, max) if standing.agreed.rules.game.lowest_wins else (max, min)
    return {
        name: Extremes(*(_extreme(own, pick) for pick in (best, worst)))
        for name, own in points.items()
    }


def _extreme(points: Mapping[int, int], pick: Callable[..., int]) -> Extreme | None:
    if not points:
        return None
    deal = pick(points, key=points.__getitem__)
    return Extreme(deal, points[deal])


def _lead_changes(standing: Standing) -> Iterable[LeadChange]:
    """Yield each change of the sole leader. Each game of a match begins without a leader."""
    leader, game = None, 0
    for change, ahead in in_front(standing):
        if change.game != game:
            leader, game = None, change.game
        if change.deal and len(ahead) == 1 and ahead[0] != leader:
            if leader is not None:
                before, after = (
                    side_name(standing.agreed, side, [change.players])
                    for side in (leader, ahead[0])
                )
                yield LeadChange(change.deal, before, after, change.is_penalty)
            leader = ahead[0]


# --- JSON ----------------------------------------------------------------------------------------


def summary_value(summary: Summary) -> dict[str, object]:
    """Return the JSON of `summary`, with promised keys."""
    sheet, occasion = sheet_value(summary.sheet), summary.occasion
    value = {
        **{key: sheet[key] for key in ("session", "game")},
        "first": occasion.first or None,
        "last": occasion.last or None,
        "place": occasion.place or None,
        **{key: sheet[key] for key in ("players", "sides", "finished", "winners")},
        "ranking": [place_value(row) for row in summary.ranking],
        "totals": summary.sheet.final_totals,
        **({"carried": sheet["carried"]} if "carried" in sheet else {}),
        **{key: sheet[key] for key in SOMETIMES if key in sheet},
        "by_contract": _results_value(summary.by_contract),
        "by_role": _results_value(summary.by_role),
        "by_outcome": _results_value(summary.by_outcome),
        "best_and_worst": {
            side: {"best": _extreme_value(found.best), "worst": _extreme_value(found.worst)}
            for side, found in summary.extremes.items()
        },
        "lead_changes": [
            {
                "deal": change.deal,
                "from": change.before,
                "to": change.after,
                **({"penalty": True} if change.is_penalty else {}),
            }
            for change in summary.lead_changes
        ],
        "recap": spoken(summary.recap),
        "sheet": sheet,
    }
    return {**value, "fingerprint": summary.fingerprint} if summary.fingerprint else value


def place_value(row: RankingPlace) -> dict[str, object]:
    """Return the JSON of a place. Disputes add the worst place and the range of the total;
    rankings by averages add deals and average, to two places."""
    told: dict[str, object] = {
        "place": row.place, "sides": list(row.sides), "total": row.total,
    }  # fmt: skip
    if row.range_ is not None:
        told |= {"worst_place": row.worst, "total_range": list(row.range_)}
    if row.deals is None:
        return told
    average = None if row.average is None else round(row.average, 2)
    told |= {"deals": row.deals, "average": average}
    if row.average_range is not None:
        told["average_range"] = [round(number, 2) for number in row.average_range]
    return told


def _results_value(results: Results) -> dict[str, object]:
    """Return the JSON of results, with the average a deal to two places."""
    return {
        kind: {
            side: {**found._asdict(), "average": round(found.points / found.deals, 2)}
            for side, found in sides.items()
        }
        for kind, sides in results.items()
    }


def _extreme_value(found: Extreme | None) -> dict[str, int] | None:
    return None if found is None else found._asdict()


# --- settlement --------------------------------------------------------------------------------
# Payments: each pair settles the difference of its totals, netted into the fewest payments. Amounts
# are whole numbers of the smallest coin of the stake, so nothing is ever rounded.


_STAKE = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,6}))?")


class Payment(NamedTuple):
    """A payment between two sides. The amount has the stake's decimals, at least two if any."""

    payer: str
    payee: str
    amount: str


class PairAccount(NamedTuple):
    """The account of two sides: the points by which `side` beat `against`, and the amount due to
    `side`."""

    side: str
    against: str
    points: int
    amount: str


def settlement(
    totals: Mapping[str, int], stake: str, lowest_wins: bool = False, is_settled: bool = False
) -> tuple[Payment, ...]:
    """Return the fewest payments that settle the totals at `stake` a point, such as "0.10". Each
    pair pays the difference of its totals, unless the totals are already balances
    (`is_settled`). Raises Refused for a stake that is not a decimal number above zero."""
    coins, decimals = _coins_for(stake, totals)
    if is_settled:
        balances = {name: coins * total for name, total in totals.items()}
    else:
        balances = balances_of(totals, -coins if lowest_wins else coins)
    groups = _groups([name for name, balance in balances.items() if balance], balances)
    paid = [payment for group in groups for payment in _paid(group, balances)]
    return tuple(Payment(payer, payee, _money(amount, decimals)) for payer, payee, amount in paid)


def pair_accounts(
    totals: Mapping[str, int], stake: str, lowest_wins: bool = False
) -> tuple[PairAccount, ...]:
    """Return the account of every pair, better side first."""
    coins, decimals = _coins_for(stake, totals)
    sign = -1 if lowest_wins else 1
    pairs = []
    for one, other in combinations(totals, 2):
        points = sign * (totals[one] - totals[other])
        first, second = (one, other) if points >= 0 else (other, one)
        pairs.append(PairAccount(first, second, abs(points), _money(abs(points) * coins, decimals)))
    return tuple(pairs)


def _coins_for(stake: str, totals: Mapping[str, int]) -> tuple[int, int]:
    """Return the stake in a unit in which these totals give whole amounts, and the unit's
    decimals."""
    coins, decimals = coins_of(stake)
    while not all(is_whole(coins * total) for total in totals.values()):
        coins, decimals = 10 * coins, decimals + 1
    return (10 * coins, 2) if decimals == 1 else (coins, decimals)


def coins_of(stake: str) -> tuple[int, int]:
    """Return the stake in its smallest coin, and its decimals: (10, 2) for "0.10" or "0.1". Raises
    Refused unless the stake is a number above zero."""
    match = _STAKE.fullmatch(stake.strip())
    coins = int(match[1] + (match[2] or "")) if match else 0
    if match is None or not coins:
        raise _not_a_stake(stake)
    decimals = len(match[2] or "")
    return (10 * coins, 2) if decimals == 1 else (coins, decimals)


def _not_a_stake(stake: str) -> Refused:
    hint = tr("say what a point is worth, as in 0.10 or 2")
    return refuse("stake", tr("`{stake}` is not an amount", stake=safe(stake)), "stake", hint)


def balances_of(totals: Mapping[str, int], coins: int) -> dict[str, int]:
    """Return each side's balance in the smallest coin, positive if it receives money."""
    everything = sum(totals.values())
    return {name: (len(totals) * total - everything) * coins for name, total in totals.items()}


def _groups(names: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    """Return the names in as many groups as possible whose balances add up to zero. Every group
    saves a payment."""
    most: list[list[list[str]]] = [[] for _ in range(1 << len(names))]
    for chosen in range(1, 1 << len(names)):
        members = [name for place, name in enumerate(names) if chosen >> place & 1]
        before = max(
            (most[chosen & ~(1 << place)] for place in range(len(names)) if chosen >> place & 1),
            key=len,
        )
        grouped = {name for group in before for name in group}
        settled = sum(balances[name] for name in members) == 0
        most[chosen] = (
            [*before, [name for name in members if name not in grouped]] if settled else before
        )
    return most[-1] if names else []


def _paid(group: Sequence[str], balances: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Return the payments (payer, payee, amount) within a group, greatest debts first, at most one
    fewer than its members."""
    left = {name: balances[name] for name in group}
    paid = []
    while any(left.values()):
        payer, payee = (
            min(left, key=lambda name: left[name]),
            max(left, key=lambda name: left[name]),
        )
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        paid.append((payer, payee, amount))
    return paid


def _money(amount: int, decimals: int) -> str:
    digits = str(amount).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def pair_lines(pairs: Sequence[PairAccount], currency: str) -> list[str]:
    """Return each pair's account as text."""
    return [_pair_words(pair, currency) for pair in pairs]


def _pair_words(pair: PairAccount, currency: str) -> str:
    one, other = safe(pair.side), safe(pair.against)
    if not pair.points:
        return tr("{one} against {other}: level", one=one, other=other)
    return trn(
        pair.points,
        "{one} against {other}: {n} point, {amount}",
        "{one} against {other}: {n} points, {amount}",
        one=one,
        other=other,
        amount=amount_words(pair.amount, currency),
    )


def settlement_lines(paid: Sequence[Payment], currency: str = "") -> list[str]:
    """Return the payments as text."""
    if not paid:
        return [tr("nobody pays: all are level")]
    return [
        labelled(
            f"{safe(payment.payer)} → {safe(payment.payee)}", amount_words(payment.amount, currency)
        )
        for payment in paid
    ]
