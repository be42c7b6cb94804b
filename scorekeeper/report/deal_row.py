"""A deal as a row of the sheet: seats, entered facts and points."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.open_deals import Span, span_of
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing
from scorekeeper.report.shared_labels import carried_of, player_at
from scorekeeper.text.message_text import text_of

COMING = "…"  # behind the number of the deal whose result is not known yet


class DealRow(NamedTuple):
    """A deal as a row of the score sheet. Players and sides are given by name. Counts, quotas,
    points and totals map each name to a number; counts and quotas are None for players who sit
    out.

    `resting` are the players who sit out, `seats` the others, clockwise, `absent` the sides
    without a part in the deal. `facts` has the other entered facts. `amended` is True after a
    correction. `holder` is the player who now has the declarer's column. `counters` are the two
    players who counted, if two did. `carried` has the shown counters after the deal.
    `played_by` has a side's name in this deal, if another player has since taken over its
    score.

    In a dispute, `others` has this deal for every other way to settle all disputes, `readings`
    the versions of this deal, `split` the versions that a split averaged. `waits` names the
    facts missing from an incomplete deal, `others` then has its possible results. `is_ranged`
    is True if any deal is incomplete, so that unknown values are shown as ranges."""

    number: int
    game: int
    round: int
    dealer: str
    declarer: str | None
    leader: str | None
    contract: str | None
    trump: str | None
    facts: Mapping[str, object]
    counts: Mapping[str, Mapping[str, int | None]]
    quotas: Mapping[str, int | None]
    outcome: str | None
    points: Mapping[str, int]
    totals: Mapping[str, int]
    flags: tuple[str, ...]
    resting: tuple[str, ...]
    seats: tuple[str, ...]
    amended: bool = False
    absent: tuple[str, ...] = ()
    holder: str | None = None
    counters: tuple[str, ...] = ()
    others: tuple["DealRow", ...] = ()
    readings: tuple["DealRow", ...] = ()
    carried: Mapping[str, Mapping[str, int]] = {}
    split: tuple["DealRow", ...] = ()
    waits: tuple[str, ...] = ()
    is_ranged: bool = False
    played_by: Mapping[str, str] = {}

    def player(self, side: str) -> str:
        """Return a side's name in this deal. It differs from the current name after a player took
        over the score."""
        return self.played_by.get(side, side)

    @property
    def is_coming(self) -> bool:
        """Return True if the deal has no result yet, and so no points."""
        return not self.points

    @property
    def mark(self) -> str:
        """Return the mark after the deal's number: "?" if disputed, "~" if split, "*" if corrected,
        an ellipsis for the next deal, else ""."""
        if self.is_coming:
            return COMING
        return "?" if self.readings else "~" if self.split else "*" if self.amended else ""

    @property
    def in_every_way(self) -> tuple["DealRow", ...]:
        """Return this row and its `others`, one row for each way to settle the disputes."""
        return (self, *self.others)

    def who_has(self, count: str) -> str | None:
        """Return the player or side whose number of this count is 1, or None."""
        return next(
            (who for who, number in self.counts.get(count, {}).items() if number == 1), None
        )

    def total(self, side: str) -> int | Span:
        """Return a side's total after the deal, a range while a count is disputed."""
        return self.total_span(side) if self.others else self.totals[side]

    def total_span(self, side: str) -> Span:
        """Return the minimum and maximum of a side's total after the deal."""
        return span_of(row.totals[side] for row in self.in_every_way)

    def points_span(self, side: str) -> Span:
        """Return the minimum and maximum of a side's points in the deal."""
        return span_of(row.points[side] for row in self.in_every_way)


def deal_row(
    agreed: Agreed, scored: Scored, then: Agreed | None = None, counters: tuple[str, ...] = ()
) -> DealRow:
    """Return the row of a scored deal. Columns use current names, seats the names of `then`, the
    table at the time of the deal (default: `agreed`)."""
    rules, turn, then = agreed.rules, scored.turn, then or agreed
    apart = {"contract", "trump", *rules.counts}
    return DealRow(
        number=turn.number,
        game=turn.game,
        round=turn.round,
        dealer=then.players[turn.dealer],
        declarer=player_at(then, turn.declarer),
        leader=player_at(then, turn.leader),
        contract=scored.contract,
        trump=scored.trump,
        facts={name: _plain(value) for name, value in scored.facts.items() if name not in apart},
        counts={
            name: with_resters(agreed, _as_now(agreed, then, numbers))
            for name, numbers in counts_of(scored.agreed, scored.facts).items()
        },
        quotas=with_resters(agreed, _as_now(agreed, then, quotas_of(scored.agreed, scored.quotas))),
        outcome=scored.outcome.name.shown() if scored.outcome else None,
        points=by_side(agreed, scored.points),
        totals=by_side(agreed, scored.totals),
        flags=tuple(map(text_of, scored.flags)),
        resting=scored.agreed.resting,
        seats=tuple(scored.agreed.players),
        amended=scored.amended,
        absent=absent_sides(agreed, scored),
        holder=player_at(agreed, turn.declarer),
        counters=counters,
        carried=carried_of(agreed, scored.carry),
        split=tuple(deal_row(agreed, reading, then) for reading in scored.split_of),
        played_by={
            now: name
            for now, name in zip(agreed.side_names, then.side_names, strict=False)
            if now != name
        },
    )


def known_row(standing: Standing) -> DealRow | None:
    """Return the row of the next deal's partial entry, or None without a partial entry."""
    coming, agreed, known = standing.next_turn, standing.agreed, standing.known_so_far
    if coming is None or not standing.known:
        return None
    table = standing.seating.agreed
    apart, pack = {"contract", "trump", *agreed.rules.counts}, agreed.rules.pack
    only = coming.contracts[0] if len(coming.contracts) == 1 else None
    contract = agreed.rules.contracts.get(known.get("contract", only) or "")
    settled = contract.trump if contract and contract.trump in pack.suits else None
    return DealRow(
        number=coming.number,
        game=coming.game,
        round=coming.round,
        dealer=agreed.players[coming.dealer],
        declarer=player_at(agreed, coming.declarer),
        leader=player_at(agreed, coming.leader),
        contract=contract.id if contract else None,
        trump=known.get("trump", settled),
        facts={name: _plain(value) for name, value in known.items() if name not in apart},
        counts={
            name: with_resters(agreed, numbers) for name, numbers in counts_of(table, known).items()
        },
        quotas={},
        outcome=None,
        points={},
        totals={},
        flags=(),
        resting=table.resting,
        seats=tuple(table.players),
    )


def deal_value(row: DealRow) -> dict[str, object]:
    """Return the JSON of a deal, with promised keys. `counted` names both counting players, if two
    counted."""
    value = row._asdict()
    for key in OF_PAGES:
        del value[key]
    for key in ("carried", "played_by"):
        if not value[key]:
            del value[key]
    lists = {key: list(value[key]) for key in ("flags", "resting", "seats")}
    counted_by = {"counted": list(row.counters)} if row.counters else {}
    return {**value, **lists, **counted_by, **_disputed_value(row)}


# Fields for pages only. The JSON has these values under other keys.
OF_PAGES = (
    "amended", "absent", "holder", "others", "readings", "counters", "split", "waits", "is_ranged",
)  # fmt: skip
OF_READING = ("contract", "trump", "facts", "counts", "quotas", "outcome", "points", "flags")


def _disputed_value(row: DealRow) -> dict[str, object]:
    """Return the JSON keys for disputes: the versions of a disputed or split deal, the missing
    facts, and the ranges of totals and points. Keys without a value are absent."""
    found = {
        key: [{name: deal_value(one)[name] for name in OF_READING} for one in readings]
        for key, readings in (("readings", row.readings), ("split", row.split))
        if readings
    }
    ranges = {side: row.total_span(side) for side in row.totals} if row.others else {}
    return {**found, **ranges_value(ranges, "totals_range"), **_waiting_value(row)}


def _waiting_value(row: DealRow) -> dict[str, object]:
    """Return the missing facts and the ranges of points by JSON key; empty if no incomplete deal
    affects the row."""
    if not row.is_ranged:
        return {}
    ranges = {side: row.points_span(side) for side in row.points}
    waits = {"waits": list(row.waits)} if row.waits else {}
    return {**ranges_value(ranges, "points_range"), **waits}


def ranges_value(spans: Mapping[str, Span], key: str) -> dict[str, object]:
    """Return the spans of more than one number under the key; empty without any."""
    found = {side: list(span) for side, span in spans.items() if not span.is_one}
    return {key: found} if found else {}


def absent_sides(agreed: Agreed, scored: Scored) -> tuple[str, ...]:
    """Return the sides that sat out a deal."""
    people = None if scored.seating is None else scored.seating.people
    if people is None:
        return ()
    return tuple(name for place, name in enumerate(agreed.side_names) if place not in people)


def counts_of(agreed: Agreed, facts: Facts) -> dict[str, dict[str, int]]:
    """Return the entered numbers of each count, by the name of the side or player."""
    return {
        name: dict(zip(counted_names(count, agreed), facts[name], strict=True))
        for name, count in agreed.rules.counts.items()
        if name in facts
    }


def _as_now(agreed: Agreed, then: Agreed, numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers with earlier names replaced by current names. If a player has two columns
    under one name, the number goes to the earlier column."""
    if then.players == agreed.players:
        return numbers
    old, new = (*then.side_names, *then.players), (*agreed.side_names, *agreed.players)
    now = dict(zip(reversed(old), reversed(new), strict=True))
    return {now[name]: number for name, number in numbers.items()}


def with_resters(agreed: Agreed, numbers: Mapping[str, int]) -> Mapping[str, int | None]:
    """Return the numbers of all sides in order, None for sides that sit out; empty if `numbers` is
    empty."""
    if not numbers or agreed.rota is None:
        return numbers
    return {name: numbers.get(name) for name in agreed.side_names}


def quotas_of(agreed: Agreed, quotas: Sequence[int] | None) -> Mapping[str, int]:
    """Return each side's quota by name; empty if the deal has none or they are unknown."""
    return {} if quotas is None else by_side(agreed, quotas)


def by_side(agreed: Agreed, column: Sequence[int]) -> dict[str, int]:
    """Return the numbers of a column by side name."""
    return dict(zip(agreed.side_names, column, strict=True))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
