"""What the sheet has of disputed counts: each deal in every way in which they may be settled, and
the places and totals that are ranges."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.disputes import Span, every_way, place_spans, possible_winners, span_of
from scorekeeper.game.standing import Standing, final_totals
from scorekeeper.report.deal_row import DealRow, by_side, deal_row
from scorekeeper.report.dispute_lines import by_reading, open_words, readings_said


class Disputed(NamedTuple):
    """What is open while counts are disputed: in which deals, with what each reading of one says;
    the least and the most of each side's place; each side's total, and the one that ranks it, in
    each way in which the disputes may be settled. `may_win` are those who win in some of these,
    once the session is over in all. `waits` are the deals that wait for what is said later, with
    the names of what each waits for, which are open in the same way; `lines` say what is open."""

    deals: Mapping[int, tuple[str, ...]]
    places: Mapping[str, Span]
    totals: tuple[Mapping[str, int], ...]
    final: tuple[Mapping[str, int], ...]
    may_win: tuple[str, ...]
    waits: Mapping[int, tuple[str, ...]] = {}
    lines: tuple[str, ...] = ()

    def final_spans(self) -> Mapping[str, Span]:
        """The least and the most of each side's total that ranks it."""
        return {side: span_of(totals[side] for totals in self.final) for side in self.places}


def disputed_of(standing: Standing) -> Disputed | None:
    """What is open; None where nothing is disputed."""
    if not standing.ways:
        return None
    names, ways = standing.agreed.side_names, every_way(standing)
    return Disputed(
        {
            number: readings_said(standing, number)
            for number in standing.readings
            if number not in standing.waits
        },
        dict(zip(names, place_spans(standing), strict=True)),
        tuple(by_side(standing.agreed, way.state.totals) for way in ways),
        tuple(by_side(standing.agreed, final_totals(way)) for way in ways),
        tuple(names[side] for side in possible_winners(standing)),
        {number: standing.deals[number - 1].waits for number in standing.waits},
        tuple(open_words(standing, number) for number in standing.readings),
    )


def row_of(standing: Standing, number: int) -> DealRow:
    """The row of a deal, with what it is in every way."""
    row = _row(standing, number)
    if not standing.ways:
        return row
    waits = standing.deals[number - 1].waits
    others = tuple(_without(_row(way, number), waits) for way in standing.ways[1:])
    readings = tuple(_row(way, number) for way in by_reading(standing, number))
    return _without(row, waits)._replace(
        others=others, readings=readings, waits=waits, is_ranged=bool(standing.waits)
    )


def _without(row: DealRow, waits: Sequence[str]) -> DealRow:
    """The row without the facts of these names."""
    if not waits:
        return row
    facts = {name: value for name, value in row.facts.items() if name not in waits}
    return row._replace(facts=facts, trump=None if "trump" in waits else row.trump)


def _row(way: Standing, number: int) -> DealRow:
    counters = way.counters.get(number, ())
    return deal_row(way.agreed, way.deals[number - 1], way.table_of(number), counters)
