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
    """A deal as a row of the sheet. Players and sides are given by name. Counts, quotas, points and
    totals have a number for each; counts and quotas are None for those who sit out.

    `resting` are those who sit out, `seats` those who played, clockwise, `absent` the sides that
    had no part in the deal. `facts` has the other entered facts. `amended` is True if the deal was
    corrected afterwards. `holder` is the one who has the declarer's column now. `counters` are the
    two players who counted the deal, if two did. `carried` has each side's value of the shown
    counters after the deal. `played_by` maps a side to the name that it had in this deal, if
    another player has taken over its score since.

    While a count is disputed, `others` has the deal in every other way to settle the disputes.
    `readings` has the versions of the disputed deal itself, `split` those of a deal that was
    settled between them. The same holds while a deal is incomplete: `waits` names the facts that
    this deal lacks. `is_ranged` is True if any deal is incomplete, so that open values are shown as
    ranges."""

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
        """Return the name that a side had in this deal. It differs from its current name if another
        player has taken over its score."""
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
        """Return the deal for each way to settle the disputes."""
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
    """Return the row of a scored deal. Columns have their current names. Players are named as they
    sat at the table of `then`, if that was another one."""
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
    """Return the row of the next deal with its partial entry; None if there is no such entry."""
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
    """Return the JSON value of a deal. The names of its keys are promised. `counted` names who
    counted, if two players did."""
    value = row._asdict()
    for key in OF_PAGES:
        del value[key]
    for key in ("carried", "played_by"):
        if not value[key]:
            del value[key]
    lists = {key: list(value[key]) for key in ("flags", "resting", "seats")}
    counted_by = {"counted": list(row.counters)} if row.counters else {}
    return {**value, **lists, **counted_by, **_disputed_value(row)}


# The fields of a row that are for pages only. Programs read these values under other keys.
OF_PAGES = (
    "amended", "absent", "holder", "others", "readings", "counters", "split", "waits", "is_ranged",
)  # fmt: skip
OF_READING = ("contract", "trump", "facts", "counts", "quotas", "outcome", "points", "flags")


def _disputed_value(row: DealRow) -> dict[str, object]:
    """Return the extra JSON keys of a disputed, split or incomplete deal: its disputed versions,
    and the totals and points that are ranges. A key is absent if it has no value."""
    found = {
        key: [{name: deal_value(one)[name] for name in OF_READING} for one in readings]
        for key, readings in (("readings", row.readings), ("split", row.split))
        if readings
    }
    ranges = {side: row.total_span(side) for side in row.totals} if row.others else {}
    return {**found, **ranges_value(ranges, "totals_range"), **_waiting_value(row)}


def _waiting_value(row: DealRow) -> dict[str, object]:
    """Return the facts that an incomplete deal lacks, and the points that are ranges, under their
    JSON keys. Empty if the deal depends on no incomplete deal."""
    if not row.is_ranged:
        return {}
    ranges = {side: row.points_span(side) for side in row.points}
    waits = {"waits": list(row.waits)} if row.waits else {}
    return {**ranges_value(ranges, "points_range"), **waits}


def ranges_value(spans: Mapping[str, Span], key: str) -> dict[str, object]:
    """Return the spans that are more than one number, under the key; empty if there are none."""
    found = {side: list(span) for side, span in spans.items() if not span.is_one}
    return {key: found} if found else {}


def absent_sides(agreed: Agreed, scored: Scored) -> tuple[str, ...]:
    """Return the sides that had no part in a deal because they sat out."""
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
    """Return the numbers under current names instead of earlier ones. A player who left a column
    and came back with a new one has the same name for both; the number belongs to the earlier
    column."""
    if then.players == agreed.players:
        return numbers
    old, new = (*then.side_names, *then.players), (*agreed.side_names, *agreed.players)
    now = dict(zip(reversed(old), reversed(new), strict=True))
    return {now[name]: number for name, number in numbers.items()}


def with_resters(agreed: Agreed, numbers: Mapping[str, int]) -> Mapping[str, int | None]:
    """Return the numbers with None for those who sit out, in the order of all sides; empty if there
    are no numbers."""
    if not numbers or agreed.rota is None:
        return numbers
    return {name: numbers.get(name) for name in agreed.side_names}


def quotas_of(agreed: Agreed, quotas: Sequence[int] | None) -> Mapping[str, int]:
    """Return each side's quota by name; empty if the deal has none or they are unknown."""
    return {} if quotas is None else by_side(agreed, quotas)


def by_side(agreed: Agreed, column: Sequence[int]) -> dict[str, int]:
    """Return a number for each side, by the side's name."""
    return dict(zip(agreed.side_names, column, strict=True))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
