"""The sheet: a session as one typed value, which every rendering lays out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.disputes import Span, is_over, span_of, sure_ranking, sure_winners
from scorekeeper.log import KINDS, PENALTY, Entry
from scorekeeper.scoring import Scored
from scorekeeper.session import Agreed
from scorekeeper.sheet.columns import Column, columns_of
from scorekeeper.sheet.coming import Coming, coming_value, next_of
from scorekeeper.sheet.deal_row import DealRow, by_side, deal_value, known_row, ranges_value
from scorekeeper.sheet.disputed import Disputed, disputed_of, row_of
from scorekeeper.sheet.promises import Check, checks_of
from scorekeeper.speech import text_of
from scorekeeper.standing import Early, Standing, match_totals, settled_totals, totals_at_end
from scorekeeper.words.bonus import bonus_word
from scorekeeper.words.counters import carried_now, carried_of, carried_ranges


class PlayedGame(NamedTuple):
    """A finished game of a match: its first and last deal, and what it brought each side."""

    first: int
    last: int
    result: Mapping[str, int]


class Match(NamedTuple):
    """A match: its finished games, and what each side has in it."""

    games: tuple[PlayedGame, ...]
    totals: Mapping[str, int]


class GameBonus(NamedTuple):
    """What each side got because a game was over, under the name that the rules give it: after
    which deal, and the total with it. While a count is disputed `others` are the points in every
    other way in which that may be settled."""

    game: int
    deal: int
    name: str
    points: Mapping[str, int]
    totals: Mapping[str, int]
    others: tuple[Mapping[str, int], ...] = ()


class Penalty(NamedTuple):
    """What a penalty moved, a number for each side, before which deal, and the totals with it."""

    deal: int
    points: Mapping[str, int]
    totals: Mapping[str, int]


class Happening(NamedTuple):
    """What happened before a deal, the kind of its entry, its facts, and all of it in words."""

    deal: int
    what: str
    facts: Mapping[str, object]
    say: str


class Sheet(NamedTuple):
    """The score sheet. Players and sides are given by name; `ranking` has the sides of each
    place, those that are level together; `next` is the coming deal, None when the session is
    over; `early` says where the players ended it, None where they did not; `counted` who counted
    each deal where two people do, and whose count is awaited; `disputed` what is open while counts
    are disputed: then what stands here once is by the first readings. Where somebody left
    whose score nobody went on with, they are in `left`, places go by the points of a deal played,
    `played` are the deals of each side, and `closed` the contracts that a player did not declare
    and may not declare any more; else all three are empty. `carried` is what
    each side has now of the counters that the game shows, `bonuses` what the ends of games
    brought, `penalties` what was taken between the deals. `coming` is the deal of which something
    was recorded before its result."""

    session: str
    game: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    columns: tuple[Column, ...]
    deals: tuple[DealRow, ...]
    totals: Mapping[str, int]
    ranking: tuple[tuple[str, ...], ...]
    checks: tuple[Check, ...]
    finished: bool
    winners: tuple[str, ...]
    match: Match | None
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
    penalties: tuple[Penalty, ...] = ()
    coming: DealRow | None = None

    @property
    def rows(self) -> tuple[DealRow, ...]:
        """Return the deals, and behind them the one whose result is not known yet."""
        return (*self.deals, self.coming) if self.coming else self.deals

    def average(self, side: str) -> float | None:
        """The points of a deal that a side played; None for one that played none."""
        deals = self.played[side]
        return (self.totals[side] - self.start) / deals if deals else None

    def average_range(self, side: str) -> tuple[float, float] | None:
        """The least and the most of the points of a deal that a side played, however the disputes
        are settled; None while nothing is disputed, and for a side that played no deal."""
        deals = self.played[side]
        if self.disputed is None or not deals:
            return None
        totals = [totals[side] - self.start for totals in self.disputed.totals]
        return min(totals) / deals, max(totals) / deals

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides in first place; nobody while all are level. While a count is disputed, those
        who are first however it is settled."""
        if self.disputed:
            places = self.disputed.places.items()
            return tuple(side for side, span in places if span.most == 1)
        return self.ranking[0] if len(self.ranking) > 1 else ()

    @property
    def is_match_ranked(self) -> bool:
        """Whether a game of a match is finished, so that the match ranks the sides."""
        return self.match is not None and bool(self.match.games)

    def total(self, side: str) -> int | Span:
        """A side's total, a range while a count is disputed."""
        if self.disputed is None:
            return self.totals[side]
        return span_of(totals[side] for totals in self.disputed.totals)

    def final_total(self, side: str) -> int | Span:
        """A side's total that ranks it, a range while a count is disputed."""
        return self.disputed.final_spans()[side] if self.disputed else self.final_totals[side]

    @property
    def final_totals(self) -> Mapping[str, int]:
        """The totals that rank the sides: those of the match once a game of it is finished."""
        if self.match and self.match.games:
            return self.match.totals
        return self.settled or self.totals

    @property
    def most_wins(self) -> bool:
        """Whether the most win whatever wins a game: the points of a match, what is settled."""
        return self.is_match_ranked or bool(self.settled)


def sheet_of(standing: Standing, session_name: str) -> Sheet:
    """The score sheet: every deal with its points and running totals, and where all stand."""
    agreed = standing.agreed
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
        happened=tuple(happening_of(agreed, event) for event in standing.events),
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
        penalties=tuple(_penalties(standing)),
        coming=known_row(standing) if standing.known else None,
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


def _penalties(standing: Standing) -> Iterable[Penalty]:
    """What each penalty moved, in order; of several before one deal the totals are those after
    each."""
    agreed, deals = standing.agreed, standing.deals
    found = [event for event in standing.events if event.what == PENALTY]
    for place, event in enumerate(found):
        sides = range(len(agreed.sides))
        later = [[*one.facts["points"]] for one in found[place + 1 :] if one.number == event.number]
        last = event.number > len(deals)
        then = standing.state.totals if last else _totals_before(deals[event.number - 1])
        totals = [then[side] - sum(_of(points, side) for points in later) for side in sides]
        points = [_of(event.facts["points"], side) for side in sides]
        yield Penalty(event.number, by_side(agreed, points), by_side(agreed, totals))


def _of(points: Sequence[int], side: int) -> int:
    """A side's points; nothing of one that has a column only since."""
    return points[side] if side < len(points) else 0


def _totals_before(deal: Scored) -> Sequence[int]:
    return [total - own for total, own in zip(deal.totals, deal.points, strict=True)]


def _bonus_after(way: Standing, deal: int) -> tuple[int, ...]:
    """Each side's bonus after a deal, nothing where no game was over then."""
    none = (0,) * len(way.state.totals)
    return next((one.bonus for one in way.state.ended if one.deal == deal), none)


def _counted(standing: Standing) -> Iterable[str]:
    if not (standing.counts or standing.counters):
        return ()
    from scorekeeper.sheet.counted import counted_lines  # noqa: PLC0415 - 1 ms, seldom

    return counted_lines(standing)


def _closed(standing: Standing) -> Mapping[str, frozenset[str]]:
    """The contracts that each did not declare in this game and may not any more: those that were
    declared at the seat before, and of who left all the others."""
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


def happening_of(agreed: Agreed, event: Entry) -> Happening:
    """What happened between the deals, with the reason that was said."""
    said = KINDS[event.what].said
    words = text_of(said(agreed, event)) if said else event.what
    words = f"{words} ({event.why})" if event.why else words
    return Happening(event.number, event.what, event.facts, words)


def _names(agreed: Agreed, sides: Iterable[int]) -> tuple[str, ...]:
    return tuple(agreed.side_names[side] for side in sides)


def _match_of(standing: Standing) -> Match | None:
    totals, agreed = match_totals(standing), standing.agreed
    if totals is None:
        return None
    games = (
        PlayedGame(first, last, by_side(agreed, result))
        for first, last, result in standing.state.results
    )
    return Match(tuple(games), by_side(agreed, totals))


# --- as programs read it -------------------------------------------------------------------------


def sheet_value(sheet: Sheet) -> dict[str, object]:
    """The JSON of `sheet`: the names of its keys are promised."""
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
        **({"early": vars(sheet.early)} if sheet.early else {}),
        **({} if sheet.disputed is None else _disputed_value(sheet.disputed)),
        **(_by_deals_value(sheet) if sheet.left else {}),
    }


def _bonuses_value(bonuses: Sequence[GameBonus]) -> dict[str, object]:
    """What the ends of games brought; no key where that is nothing."""
    rows = [
        {key: getattr(one, key) for key in ("game", "deal", "points", "totals")} for one in bonuses
    ]
    return {"bonuses": rows} if rows else {}


def _by_deals_value(sheet: Sheet) -> dict[str, object]:
    """Who left, and what ranks: the deals of each side, and the points of a deal, to two places."""
    averages = {side: sheet.average(side) for side in sheet.sides}
    return {
        "left": list(sheet.left),
        "deals_played": sheet.played,
        "averages": {
            side: None if average is None else round(average, 2)
            for side, average in averages.items()
        },
    }


def _happened_value(happened: Sequence[Happening]) -> dict[str, object]:
    """What happened between the deals; no key where nothing did, as in the sheets of old."""
    rows = [{"deal": one.deal, "what": one.what, "facts": one.facts} for one in happened]
    return {"happened": rows} if rows else {}


def _disputed_value(disputed: Disputed) -> dict[str, object]:
    """What is open, in keys of their own; none where nothing is disputed."""
    waits = {str(number): list(names) for number, names in disputed.waits.items()}
    return {
        **({"disputed": list(disputed.deals)} if disputed.deals else {}),
        **({"waits": waits} if waits else {}),
        **ranges_value(disputed.final_spans(), "totals_range"),
        **ranges_value(disputed.places, "places_range"),
    }


def _match_value(match: Match) -> dict[str, object]:
    games = [{"deals": [game.first, game.last], "result": game.result} for game in match.games]
    return {"games": games, "totals": match.totals}
