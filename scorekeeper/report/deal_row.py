"""A deal as the sheet has it: who sat where, what was entered, what it scored."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed, Facts
from scorekeeper.game.count_checks import counted
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.open_deals import Span, span_of
from scorekeeper.game.standing import Standing
from scorekeeper.report.shared_labels import carried_of, player_at
from scorekeeper.text.message_text import text_of

COMING = "…"  # behind the number of the deal whose result is not known yet


class DealRow(NamedTuple):
    """One deal. People and sides are given by name; counts, quotas, points and totals have a
    number for each, counts and quotas None for those who rest. `resting` are these, `seats` those
    who played, clockwise, `absent` the sides that had no part in the deal. `facts` holds what else
    was entered, `amended` is true of a deal that was corrected afterwards; `holder` has the
    declarer's column now, `counters` have counted it where two people do; `carried` is what each
    side has after it of the counters that the game shows. While a count is disputed
    `others` are the deal in every other way in which that may be settled; of the disputed deal
    itself `readings` are its readings, and `split` of one that was settled as what lies between
    them. So it is while a deal waits for what is said later: `waits` are the facts that this one
    waits for, and `is_ranged` says that some deal does, and what is open is told as a range.
    `played_by` are those whose score somebody else has now, by its side."""

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
        """Return who played for a side, which is called otherwise now where others took over."""
        return self.played_by.get(side, side)

    @property
    def is_coming(self) -> bool:
        """Return True of the deal whose result is not known yet, which has no points."""
        return not self.points

    @property
    def mark(self) -> str:
        """The question mark behind the number of a disputed deal, the tilde behind that of a split
        one, the asterisk behind that of a corrected one, the ellipsis behind that of the coming
        one; empty for others."""
        if self.is_coming:
            return COMING
        return "?" if self.readings else "~" if self.split else "*" if self.amended else ""

    @property
    def in_every_way(self) -> tuple["DealRow", ...]:
        """The deal in each way in which the disputes may be settled."""
        return (self, *self.others)

    def who_has(self, count: str) -> str | None:
        """Who has a count that one has."""
        return next(
            (who for who, number in self.counts.get(count, {}).items() if number == 1), None
        )

    def total(self, side: str) -> int | Span:
        """What a side has after it, a range while a count is disputed."""
        return self.total_span(side) if self.others else self.totals[side]

    def total_span(self, side: str) -> Span:
        """The least and the most that a side may have after it."""
        return span_of(row.totals[side] for row in self.in_every_way)

    def points_span(self, side: str) -> Span:
        """The least and the most that a side may score in it."""
        return span_of(row.points[side] for row in self.in_every_way)


def deal_row(
    agreed: Agreed, scored: Scored, then: Agreed | None = None, counters: tuple[str, ...] = ()
) -> DealRow:
    """The row of a deal that has been scored. The columns are called as they are now; people are
    named as they sat at the table of `then`, where that was another one."""
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
    """Return the row of the coming deal with what was recorded of it before its result; None where
    nothing was."""
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
    """The deal as programs read it: the names of its keys are promised. Who counted it is said
    where two people did."""
    value = row._asdict()
    for key in OF_PAGES:
        del value[key]
    for key in ("carried", "played_by"):
        if not value[key]:
            del value[key]
    lists = {key: list(value[key]) for key in ("flags", "resting", "seats")}
    counted_by = {"counted": list(row.counters)} if row.counters else {}
    return {**value, **lists, **counted_by, **_disputed_value(row)}


# What a row has for pages, and programs read in keys of their own.
OF_PAGES = (
    "amended", "absent", "holder", "others", "readings", "counters", "split", "waits", "is_ranged",
)  # fmt: skip
OF_READING = ("contract", "trump", "facts", "counts", "quotas", "outcome", "points", "flags")


def _disputed_value(row: DealRow) -> dict[str, object]:
    """What is added while a count is disputed: the readings of that deal, and the totals that are a
    range; the readings of a deal that was split; no key where there is none."""
    found = {
        key: [{name: deal_value(one)[name] for name in OF_READING} for one in readings]
        for key, readings in (("readings", row.readings), ("split", row.split))
        if readings
    }
    ranges = {side: row.total_span(side) for side in row.totals} if row.others else {}
    return {**found, **ranges_value(ranges, "totals_range"), **_waiting_value(row)}


def _waiting_value(row: DealRow) -> dict[str, object]:
    """What a deal waits for, and what it scores where that is a range; no key where it does not
    wait, and hangs on none that does."""
    if not row.is_ranged:
        return {}
    ranges = {side: row.points_span(side) for side in row.points}
    waits = {"waits": list(row.waits)} if row.waits else {}
    return {**ranges_value(ranges, "points_range"), **waits}


def ranges_value(spans: Mapping[str, Span], key: str) -> dict[str, object]:
    """What is a range, under a key; nothing where nothing is one."""
    found = {side: list(span) for side, span in spans.items() if not span.is_one}
    return {key: found} if found else {}


def absent_sides(agreed: Agreed, scored: Scored) -> tuple[str, ...]:
    """The sides that had no part in a deal: those who rested."""
    people = None if scored.seating is None else scored.seating.people
    if people is None:
        return ()
    return tuple(name for place, name in enumerate(agreed.side_names) if place not in people)


def counts_of(agreed: Agreed, facts: Facts) -> dict[str, dict[str, int]]:
    """The numbers that were entered for each count, by the name of whom each is for."""
    return {
        name: dict(zip(counted(count, agreed), facts[name], strict=True))
        for name, count in agreed.rules.counts.items()
        if name in facts
    }


def _as_now(agreed: Agreed, then: Agreed, numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Numbers by the names of then by those of now. Whoever left a column and came back with one of
    their own is called the same in both, and had the earlier then."""
    if then.players == agreed.players:
        return numbers
    old, new = (*then.side_names, *then.players), (*agreed.side_names, *agreed.players)
    now = dict(zip(reversed(old), reversed(new), strict=True))
    return {now[name]: number for name, number in numbers.items()}


def with_resters(agreed: Agreed, numbers: Mapping[str, int]) -> Mapping[str, int | None]:
    """Numbers of those who play with None for everybody else, in the order of all; nothing where
    there are none."""
    if not numbers or agreed.rota is None:
        return numbers
    return {name: numbers.get(name) for name in agreed.side_names}


def quotas_of(agreed: Agreed, quotas: Sequence[int] | None) -> Mapping[str, int]:
    """Each side's quota, by name; none where the deal has none, or nobody knows them yet."""
    return {} if quotas is None else by_side(agreed, quotas)


def by_side(agreed: Agreed, column: Sequence[int]) -> dict[str, int]:
    """A number for each side, by the side's name."""
    return dict(zip(agreed.side_names, column, strict=True))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
