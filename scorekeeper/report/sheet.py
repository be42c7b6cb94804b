"""The score sheet of a session as one value: deals, totals, disputes, counts, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.count_checks import total_of
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import KINDS, MISDEAL, PENALTY, TURN
from scorekeeper.game.log import Entry
from scorekeeper.game.open_deals import (
    Span,
    every_way,
    is_over,
    place_spans,
    possible_winners,
    span_of,
    sure_ranking,
    sure_winners,
)
from scorekeeper.game.score_changes import ScoreChange, Share, labels, score_changes, shares
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import (
    Early,
    Standing,
    final_totals,
    match_totals,
    settled_totals,
    totals_at_end,
)
from scorekeeper.record.disputed_counts import differences, waiting_words
from scorekeeper.report.columns import SheetColumn, columns_of
from scorekeeper.report.deal_row import (
    DealRow,
    by_side,
    deal_row,
    deal_value,
    known_row,
    ranges_value,
)
from scorekeeper.report.deal_text import by_reading, open_words, readings_said
from scorekeeper.report.game.scoring_rules_text import bonus_word
from scorekeeper.report.shared_labels import carried_now, carried_of, carried_ranges
from scorekeeper.report.upcoming_deal import Coming, coming_value, next_of
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.ruleset import Count
from scorekeeper.text.message_text import listed, spoken, text_of
from scorekeeper.text.translation import tr, trn

# --- disputed ----------------------------------------------------------------------------------
# Disputes on the sheet: each deal for every way to settle them, and ranges of places and totals.


class Disputed(NamedTuple):
    """The open results while counts are disputed or deals are incomplete. `deals` maps each
    disputed deal to the texts of its versions, `waits` each incomplete deal to its missing
    facts. `places` has the range of each side's place. `totals` and `final` have a mapping of
    totals, and of ranking totals, for each way to settle all disputes. `may_win` has the
    possible winners once the session is over in every version. `lines` are messages on these
    deals."""

    deals: Mapping[int, tuple[str, ...]]
    places: Mapping[str, Span]
    totals: tuple[Mapping[str, int], ...]
    final: tuple[Mapping[str, int], ...]
    may_win: tuple[str, ...]
    waits: Mapping[int, tuple[str, ...]] = {}
    lines: tuple[str, ...] = ()

    def final_spans(self) -> Mapping[str, Span]:
        """Return the range of each side's ranking total."""
        return {side: span_of(totals[side] for totals in self.final) for side in self.places}


def disputed_of(standing: Standing) -> Disputed | None:
    """Return the open results, or None if no deal is disputed or incomplete."""
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
    """Return the row of a deal, with the deal in every other version."""
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
    """Return the row without the facts named in `waits`."""
    if not waits:
        return row
    facts = {name: value for name, value in row.facts.items() if name not in waits}
    return row._replace(facts=facts, trump=None if "trump" in waits else row.trump)


def _row(way: Standing, number: int) -> DealRow:
    counters = way.counters.get(number, ())
    return deal_row(way.agreed, way.deals[number - 1], way.table_of(number), counters)


# --- counted -----------------------------------------------------------------------------------
# The players who counted each deal, if two count, and pending counts, for pages and programs.


def counted_lines(now: Standing) -> Iterable[str]:
    """Yield lines on deals counted by two players, `deals 1, 2 and 4 were counted alike by Anna
    and Björn`, and on pending counts."""
    numbers: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for number, names in now.counters.items():
        is_amended = number <= len(now.deals) and now.deals[number - 1].amended
        numbers.setdefault((names, is_amended), []).append(str(number))
    for (names, is_amended), deals in numbers.items():
        line = trn(
            len(deals),
            "deal {deals} was counted alike by {names}",
            "deals {deals} were counted alike by {names}",
            deals=listed(deals, "and"),
            names=listed(names, "and"),
        )
        yield tr("{line}, and corrected since", line=line) if is_amended else line
    yield from map(text_of, waiting_words(now))


def counts_value(now: Standing) -> dict[str, object]:
    """Return pending counts by JSON key; empty without any. A single count has only its player's
    name; several have their numbers and their differences."""
    if not now.counts:
        return {}
    is_shown = len(now.counts) > 1
    rows = [_count_row(count, is_shown) for count in now.counts]
    return {"counts": rows, **({"differ": _differ(now)} if is_shown else {})}


def _count_row(count: Entry, is_shown: bool) -> Mapping[str, object]:
    return {"by": count.by, "facts": count.facts if is_shown else None}


def _differ(now: Standing) -> list[Mapping[str, object]]:
    """Return the differences between two players' counts. `of` is the side concerned, None for a
    fact of the whole deal."""
    names = [count.by for count in now.counts]
    return [
        {
            "fact": found.fact,
            "of": found.of or None,
            "counted": dict(zip(names, found.values, strict=True)),
        }
        for found in differences(now)
    ]


# --- promises of the rules, checked again from the deals ---------------------------------------


class RulePromise(NamedTuple):
    """A checked promise of the rules: its name, whether every deal fulfils it, and the result."""

    name: str
    holds: bool
    detail: str


def checks_of(standing: Standing) -> list[RulePromise]:
    """Return a check for each promise that the rules make for every deal."""
    rules = standing.agreed.rules
    deals = [_facts(scored) for scored in standing.deals]
    promised = [_promise_check(standing, deals)] if rules.scoring.promise is not None else []
    return promised + [
        _total_check(count, deals) for count in rules.counts.values() if count.total is not None
    ]


def _facts(of_all: Scored) -> DealFacts:
    """Return a deal's facts, limited to its players."""
    scored = deal_of_seats(of_all)
    return DealFacts(scored.agreed, scored.state, scored.turn, scored.facts)


def _promise_check(standing: Standing, deals: Sequence[DealFacts]) -> RulePromise:
    """Check that the points of the deals, and the totals that result, add up to the promised
    sum."""
    promise = standing.agreed.rules.scoring.promise
    assert promise is not None
    wanted = [number_of(promise, facts) for facts in deals]
    kept = all(
        sum(scored.points) == number for scored, number in zip(standing.deals, wanted, strict=True)
    )
    found = _gained(standing) - _promised_penalties(standing)
    name = "zero-sum" if promise.text.strip() == "0" else "sum"
    return RulePromise(name, kept and found == sum(wanted), str(found))


def _gained(standing: Standing) -> int:
    """Return the sum of points that all sides gained: final totals less start scores, over all
    games."""
    last_totals = {scored.turn.game: sum(scored.totals) for scored in standing.deals}
    start = standing.agreed.rules.game.start * len(standing.agreed.sides)
    return sum(total - start for total in last_totals.values())


def _promised_penalties(standing: Standing) -> int:
    """Return the sum of all penalties' points up to the last deal."""
    last = len(standing.deals)
    return sum(
        sum(event.facts["points"])
        for event in standing.events
        if event.what == PENALTY and event.number <= last
    )


def _total_check(count: Count, deals: Iterable[DealFacts]) -> RulePromise:
    found = [
        (facts.turn.number, sum(facts.entered[count.id]), total_of(count, facts))
        for facts in deals
        if count.id in facts.entered
    ]
    wrong = [
        tr("{total} and not {wanted} in deal {number}", total=total, wanted=wanted, number=number)
        for number, total, wanted in found
        if total != wanted
    ]
    detail = ", ".join(wrong) or _in_each([total for _, total, _ in found])
    return RulePromise(f"{count.id}-total", not wrong, detail)


def _in_each(totals: Sequence[int]) -> str:
    if not totals:
        return tr("no deal yet")
    numbers = f" {tr('or')} ".join(str(total) for total in dict.fromkeys(totals))
    return trn(len(totals), "{totals} in {n} deal", "{totals} in each of {n} deals", totals=numbers)


# --- the sheet: a session as one typed value for all renderings --------------------------------


class PlayedGame(NamedTuple):
    """A finished game of a match: its first and last deal, and each side's result."""

    first: int
    last: int
    result: Mapping[str, int]


class MatchResult(NamedTuple):
    """A match: its finished games, and each side's total."""

    games: tuple[PlayedGame, ...]
    totals: Mapping[str, int]


class GameBonus(NamedTuple):
    """The bonus of an ended game: its name, the last deal, each side's points, and the totals
    including the bonus. In a dispute, `others` has the points for every other way to settle it."""

    game: int
    deal: int
    name: str
    points: Mapping[str, int]
    totals: Mapping[str, int]
    others: tuple[Mapping[str, int], ...] = ()


class SheetPenalty(NamedTuple):
    """A penalty: the number of the next deal, each side's points, and the totals including the
    penalty."""

    deal: int
    points: Mapping[str, int]
    totals: Mapping[str, int]


class CurvePoint(NamedTuple):
    """The totals of a game after a penalty, or after a deal with any bonus. `deal` is the last
    deal played."""

    deal: int
    game: int
    is_penalty: bool
    totals: Mapping[str, int]


class Happening(NamedTuple):
    """An irregular event between deals, such as a misdeal: the number of the next deal, the kind
    of entry, its facts, and a sentence."""

    deal: int
    what: str
    facts: Mapping[str, object]
    say: str


class Sheet(NamedTuple):
    """The score sheet of a session. Players and sides are given by name.

    `ranking` has the sides of each place; tied sides share a place. `next` is the next deal,
    None after the end. `early` tells of an early end by the players. `counted` has lines on
    counts by two players. `disputed` has the open results in a dispute; all other fields use
    the first versions. `carried` has the current values of shown counters. `bonuses` and
    `penalties` have their points, `curve` the totals after each deal and penalty. `coming` is
    the row of a partial entry.

    `left` names players whose score nobody continued. Average points a deal then rank the
    sides, unless `by_totals` is True; `played` has each side's number of deals; `closed` has
    the contracts that a player neither declared nor may still declare. `shares` has the players
    of each score that changed hands, by side; `labels` has names that list all these players."""

    session: str
    game: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    columns: tuple[SheetColumn, ...]
    deals: tuple[DealRow, ...]
    totals: Mapping[str, int]
    ranking: tuple[tuple[str, ...], ...]
    checks: tuple[RulePromise, ...]
    finished: bool
    winners: tuple[str, ...]
    match: MatchResult | None
    next: Coming | None
    happened: tuple[Happening, ...] = ()
    early: Early | None = None
    counted: tuple[str, ...] = ()
    disputed: Disputed | None = None
    left: tuple[str, ...] = ()
    played: Mapping[str, int] = {}
    closed: Mapping[str, frozenset[str]] = {}
    start: int = 0
    carried: Mapping[str, Mapping[str, int]] = {}
    counters: Mapping[str, Mapping[str, int | tuple[int, int]]] = {}
    settled: Mapping[str, int] = {}
    bonuses: tuple[GameBonus, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    coming: DealRow | None = None
    curve: tuple[CurvePoint, ...] = ()
    shares: Mapping[str, tuple[Share, ...]] = {}
    labels: Mapping[str, str] = {}
    by_totals: bool = False

    @property
    def rows(self) -> tuple[DealRow, ...]:
        """Return the deals, and the partial entry if any."""
        return (*self.deals, self.coming) if self.coming else self.deals

    def called(self, name: str) -> str:
        """Return the name of a player or a side, `Anna/Dora` if another player took over the
        score."""
        return self.labels.get(name, name)

    @property
    def ranks_by_deals(self) -> bool:
        """Return True if average points a deal rank the sides."""
        return bool(self.left) and not self.by_totals

    def average(self, side: str) -> float | None:
        """Return a side's average points a deal; None without deals."""
        deals = self.played[side]
        return (self.totals[side] - self.start) / deals if deals else None

    def average_range(self, side: str) -> tuple[float, float] | None:
        """Return the range of a side's average over all versions; None without a dispute
        or deals."""
        deals = self.played[side]
        if self.disputed is None or not deals:
            return None
        totals = [totals[side] - self.start for totals in self.disputed.totals]
        return min(totals) / deals, max(totals) / deals

    @property
    def leaders(self) -> tuple[str, ...]:
        """Return the sides in first place, in a dispute only those first in every version; empty
        if all sides are tied."""
        if self.disputed:
            places = self.disputed.places.items()
            return tuple(side for side, span in places if span.most == 1)
        return self.ranking[0] if len(self.ranking) > 1 else ()

    @property
    def is_match_ranked(self) -> bool:
        """Return True if match points rank the sides, as a game of the match is finished."""
        return self.match is not None and bool(self.match.games)

    def total(self, side: str) -> int | Span:
        """Return a side's total, a range while a count is disputed."""
        if self.disputed is None:
            return self.totals[side]
        return span_of(totals[side] for totals in self.disputed.totals)

    def final_total(self, side: str) -> int | Span:
        """Return a side's ranking total, a range during a dispute."""
        return self.disputed.final_spans()[side] if self.disputed else self.final_totals[side]

    @property
    def final_totals(self) -> Mapping[str, int]:
        """Return the ranking totals: match points once a game is finished, else settled ledgers,
        else running totals."""
        if self.match and self.match.games:
            return self.match.totals
        return self.settled or self.totals

    @property
    def most_wins(self) -> bool:
        """Return True if match points or settled ledgers rank the sides; the highest then wins in
        any game."""
        return self.is_match_ranked or bool(self.settled)


def sheet_of(standing: Standing, session_name: str) -> Sheet:
    """Return the score sheet of a standing."""
    agreed, changes = standing.agreed, [*score_changes(standing)]
    return Sheet(
        session=session_name,
        game=agreed.rules.id,
        players=tuple(agreed.players),
        sides=tuple(agreed.side_names),
        columns=columns_of(agreed),
        deals=tuple(row_of(standing, number) for number in range(1, len(standing.deals) + 1)),
        totals=by_side(agreed, standing.state.totals),
        ranking=tuple(_names(agreed, place) for place in sure_ranking(standing)),
        checks=tuple(checks_of(standing)),
        finished=is_over(standing),
        winners=_names(agreed, sure_winners(standing)) if is_over(standing) else (),
        match=_match_of(standing),
        next=next_of(standing),
        happened=tuple(happening_of(agreed, event) for event in _in_force(standing.events)),
        early=standing.early,
        counted=tuple(_counted(standing)),
        disputed=disputed_of(standing),
        start=agreed.rules.game.start,
        left=agreed.gone,
        played=by_side(agreed, standing.deals_played) if agreed.gone else {},
        closed=_closed(standing) if agreed.gone else {},
        carried=carried_of(agreed, standing.state.carry),
        counters=carried_now(standing),
        settled=_settled(standing),
        bonuses=tuple(_bonuses(standing)),
        penalties=tuple(_penalties(agreed, changes)),
        coming=known_row(standing) if standing.known else None,
        curve=tuple(_curve(agreed, changes)),
        shares={agreed.side_names[side]: own for side, own in shares(standing).items()},
        labels=labels(standing),
        by_totals=agreed.by_totals,
    )


def _settled(standing: Standing) -> Mapping[str, int]:
    settled = settled_totals(standing)
    return {} if settled is None else by_side(standing.agreed, settled)


def _bonuses(standing: Standing) -> Iterable[GameBonus]:
    bonus, agreed = standing.agreed.rules.game.bonus, standing.agreed
    for one in standing.state.ended if bonus else ():
        last = standing.deals[one.deal - 1]
        yield GameBonus(
            game=last.turn.game,
            deal=one.deal,
            name=bonus_word(agreed.rules),
            points=by_side(agreed, one.bonus),
            totals=by_side(agreed, totals_at_end(standing, last)),
            others=tuple(by_side(agreed, _bonus_after(way, one.deal)) for way in standing.ways[1:]),
        )


def _penalties(agreed: Agreed, changes: Iterable[ScoreChange]) -> Iterable[SheetPenalty]:
    """Yield the penalties, in order."""
    for one in changes:
        if one.is_penalty:
            points, totals = by_side(agreed, one.points), by_side(agreed, one.totals)
            yield SheetPenalty(one.deal + 1, points, totals)


def _curve(agreed: Agreed, changes: Iterable[ScoreChange]) -> Iterable[CurvePoint]:
    for one in changes:
        yield CurvePoint(one.deal, one.game, one.is_penalty, by_side(agreed, one.totals))


def _bonus_after(way: Standing, deal: int) -> tuple[int, ...]:
    """Return each side's bonus after a deal, 0 for each if no game ended then."""
    none = (0,) * len(way.state.totals)
    return next((one.bonus for one in way.state.ended if one.deal == deal), none)


def _counted(standing: Standing) -> Iterable[str]:
    if not (standing.counts or standing.counters):
        return ()

    return counted_lines(standing)


def _closed(standing: Standing) -> Mapping[str, frozenset[str]]:
    """Return the contracts that each player neither declared in this game nor may still declare:
    those used by a predecessor at the seat, or all others of a player who left."""
    agreed, state = standing.agreed, standing.state
    declared = {
        (scored.turn.declarer, scored.contract)
        for scored in standing.deals
        if scored.turn.game == state.game
    }
    return {
        name: frozenset(
            contract
            for contract in agreed.rules.contracts
            if (name in agreed.gone or contract in state.used[person])
            and (person, contract) not in declared
        )
        for person, name in enumerate(agreed.players)
    }


def _in_force(events: Sequence[Entry]) -> list[Entry]:
    """Return the events without changes of dealer replaced by a later change before the
    same deal."""
    kept, turned = list[Entry](), 0
    for event in reversed(events):
        if event.what == TURN and event.number == turned:
            continue
        kept.append(event)
        if event.what in (TURN, MISDEAL):
            turned = event.number if event.what == TURN else 0
    return kept[::-1]


def happening_of(agreed: Agreed, event: Entry) -> Happening:
    """Return an irregular event as a value, with its reason if entered."""
    said = KINDS[event.what].said
    words = text_of(said(agreed, event)) if said else event.what
    words = f"{words} ({event.why})" if event.why else words
    return Happening(event.number, event.what, event.facts, words)


def _names(agreed: Agreed, sides: Iterable[int]) -> tuple[str, ...]:
    return tuple(agreed.side_names[side] for side in sides)


def _match_of(standing: Standing) -> MatchResult | None:
    totals, agreed = match_totals(standing), standing.agreed
    if totals is None:
        return None
    games = (
        PlayedGame(first, last, by_side(agreed, result))
        for first, last, result in standing.state.results
    )
    return MatchResult(tuple(games), by_side(agreed, totals))


# --- JSON ----------------------------------------------------------------------------------------


def sheet_value(sheet: Sheet) -> dict[str, object]:
    """Return the JSON of `sheet`, with promised keys."""
    return {
        "session": sheet.session,
        "game": sheet.game,
        "players": list(sheet.players),
        "sides": list(sheet.sides),
        "deals": [deal_value(deal) for deal in sheet.deals],
        "totals": sheet.totals,
        "ranking": [list(sides) for sides in sheet.ranking],
        "checks": [check._asdict() for check in sheet.checks],
        "finished": sheet.finished,
        "winners": list(sheet.winners),
        "match": None if sheet.match is None else _match_value(sheet.match),
        "next": coming_value(sheet.next),
        **({"carried": sheet.carried} if sheet.carried else {}),
        **carried_ranges(sheet.counters),
        **({"settled": sheet.settled} if sheet.settled else {}),
        **_bonuses_value(sheet.bonuses),
        **_happened_value(sheet.happened),
        **({"early": sheet.early._asdict()} if sheet.early else {}),
        **({} if sheet.disputed is None else _disputed_value(sheet.disputed)),
        **(_by_deals_value(sheet) if sheet.left else {}),
        **({"played_by": spoken(sheet.shares)} if sheet.shares else {}),
    }


def _bonuses_value(bonuses: Sequence[GameBonus]) -> dict[str, object]:
    """Return the bonuses of ended games by JSON key; empty without any."""
    rows = [
        {key: getattr(one, key) for key in ("game", "deal", "points", "totals")} for one in bonuses
    ]
    return {"bonuses": rows} if rows else {}


def _by_deals_value(sheet: Sheet) -> dict[str, object]:
    """Return the JSON keys of a session that players left: their names, each side's deals and
    average to two places, and whether averages or totals rank."""
    averages = {side: sheet.average(side) for side in sheet.sides}
    return {
        "left": list(sheet.left),
        "deals_played": sheet.played,
        "averages": {
            side: None if average is None else round(average, 2)
            for side, average in averages.items()
        },
        "ranked_by": "average" if sheet.ranks_by_deals else "totals",
    }


def _happened_value(happened: Sequence[Happening]) -> dict[str, object]:
    """Return the irregular events by JSON key; empty without any, so that older sheets stay
    unchanged."""
    rows = [{"deal": one.deal, "what": one.what, "facts": one.facts} for one in happened]
    return {"happened": rows} if rows else {}


def _disputed_value(disputed: Disputed) -> dict[str, object]:
    """Return the open results by JSON key, without empty keys."""
    waits = {str(number): list(names) for number, names in disputed.waits.items()}
    return {
        **({"disputed": list(disputed.deals)} if disputed.deals else {}),
        **({"waits": waits} if waits else {}),
        **ranges_value(disputed.final_spans(), "totals_range"),
        **ranges_value(disputed.places, "places_range"),
    }


def _match_value(match: MatchResult) -> dict[str, object]:
    games = [{"deals": [game.first, game.last], "result": game.result} for game in match.games]
    return {"games": games, "totals": match.totals}
