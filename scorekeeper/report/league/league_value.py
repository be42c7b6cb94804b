"""The league and its ratings as values, written to JSON and read back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from scorekeeper.league.people import Tables, equal_names
from scorekeeper.league.player_form import Mark, Month, Runs
from scorekeeper.league.ratings import Rated
from scorekeeper.league.session_record import GameWords, Taken
from scorekeeper.league.standings import (
    BEST,
    BEST_DEAL,
    MATCH,
    WORST,
    WORST_DEAL,
    BestResult,
    HeadToHead,
    League,
    Peaks,
    PlayerStanding,
    all_games,
    best_results,
)

# --- the league as one typed value for all its renderings --------------------------------------
# The names of the fields are the keys of its JSON, and promised.


class Won(NamedTuple):
    """A player's record over all games: evenings, sole wins, shared wins, deals. Points of
    different games cannot be added."""

    player: str
    evenings: int
    wins: int
    shared: int
    deals: int


class Best(NamedTuple):
    """A player's best or worst evening: result, session and day, None without a result."""

    result: int | None = None
    session: str | None = None
    day: str | None = None


class BestDeal(NamedTuple):
    """A player's best or worst deal: points, session, day and number, None without a deal."""

    points: int | None = None
    session: str | None = None
    day: str | None = None
    deal: int | None = None


class Matches(NamedTuple):
    """A player's match results: the evenings with a result, their sum, and their average
    or None."""

    evenings: int
    points: int
    average: float | None


class LeaguePlayerRow(NamedTuple):
    """A player in one game. `points` and `average` are those of the deals played, the average None
    without any. Best and worst are evenings or deals. `matches` has match results, which are
    never added to points of deals."""

    player: str
    evenings: int
    wins: int
    shared: int
    deals: int
    points: int
    average: float | None
    best: Best
    matches: Matches | None
    worst: Best = Best()
    best_deal: BestDeal = BestDeal()
    worst_deal: BestDeal = BestDeal()


class LeagueContractRow(NamedTuple):
    """The declarers' results in a contract. `quota`, `taken` and `average` (points) are means a
    deal; `taken` is the declarer's count, `spread` its standard deviation. `met` is the
    percentage and `met_deals` the number of deals that met the quota."""

    contract: str
    deals: int
    quota: float
    taken: float
    spread: float
    met: int
    average: float
    met_deals: int


class LeagueDeclarerRow(NamedTuple):
    """A player's results as declarer of a contract: deals, points, and average points a deal."""

    contract: str
    player: str
    deals: int
    points: int
    average: float


class GameStandings(NamedTuple):
    """The standings of one game. `lowest` is True if fewer points a deal are better. `of_match` is
    True if matches decide evenings; more match points are better. `declared` has a row for each
    contract and player."""

    lowest: bool
    of_match: bool
    players: tuple[LeaguePlayerRow, ...]
    contracts: tuple[LeagueContractRow, ...]
    declared: tuple[LeagueDeclarerRow, ...] = ()


class PairRow(NamedTuple):
    """Two players who met as rivals: finished evenings, how often each finished above the
    other, and ties."""

    players: tuple[str, str]
    evenings: int
    above: Mapping[str, int]
    level: int


class FormRow(NamedTuple):
    """A player's places in the last ten finished evenings, the latest last."""

    player: str
    evenings: tuple[Mark, ...]


class StreakRow(NamedTuple):
    """A player's streaks: sole wins in a row, and league days attended in a row."""

    player: str
    wins: Runs
    days: Runs


class LeagueStandings(NamedTuple):
    """The whole league: the numbers of evenings, finished evenings and deals; the first and last
    day; players ranked by wins, over all games and by game; pairs by evenings; and groups of
    similar names (`alike`). `early` counts the evenings that ended early, `apart` those without
    a counted win, `further` the sessions that continued another session's evening. `person` is
    the player whose page this is, or None."""

    evenings: int
    finished: int
    deals: int
    first: str | None
    last: str | None
    players: tuple[Won, ...]
    games: Mapping[str, GameStandings]
    pairs: tuple[PairRow, ...]
    alike: tuple[tuple[str, ...], ...]
    early: int = 0
    apart: int = 0
    further: int = 0
    form: tuple[FormRow, ...] = ()
    streaks: tuple[StreakRow, ...] = ()
    records: tuple[BestResult, ...] = ()
    calendar: tuple[Month, ...] = ()
    person: str | None = None


def league_standings(
    found: League,
    tables: Tables | None = None,
    declared: Collection[str] = (),
    person: str | None = None,
) -> LeagueStandings:
    """Return the league as shown. `tables` lists names that sat together. Names equal but for case
    and accents that never sat together are reported as perhaps one player's, unless `declared`
    different. `person` is the player whose page this is, or None."""
    first, last = found.days or (None, None)
    everybody = _ranked(all_games(found))
    courses = {name: found.courses[name] for name, _ in everybody}
    return LeagueStandings(
        evenings=found.evenings,
        finished=found.finished,
        deals=found.deals,
        first=first,
        last=last,
        players=tuple(
            Won(name, row.evenings, row.wins, row.shared, row.deals) for name, row in everybody
        ),
        games={game: _game(game, rows, found) for game, rows in found.games.items()},
        pairs=tuple(_pair(names, pair) for names, pair in _by_evenings(found.pairs)),
        alike=tuple(_alike(found, tables or {}, declared)),
        early=found.early,
        apart=found.apart,
        further=found.further,
        form=tuple(FormRow(name, one.form) for name, one in courses.items() if one.form),
        streaks=tuple(StreakRow(name, one.wins, one.days) for name, one in courses.items()),
        records=tuple(best_results(found.peaks, found.games, found.courses)),
        calendar=found.calendar,
        person=person,
    )


def _alike(found: League, tables: Tables, declared: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield groups of this league's names that may belong to one player."""
    here = {name for rows in found.games.values() for name in rows}
    for names in equal_names(tables, declared):
        shown = tuple(name for name in names if name in here)
        if len(shown) > 1:
            yield shown


def _game(game: str, rows: Mapping[str, PlayerStanding], found: League) -> GameStandings:
    of_match, lowest = any(row.matches for row in rows.values()), game in found.lowest
    ranked = _ranked(rows, lowest)
    contracts = found.contracts.get(game, {})
    declared = found.declared.get(game, {})
    return GameStandings(
        lowest=lowest,
        of_match=of_match,
        players=tuple(_player(game, name, row, of_match, found.peaks) for name, row in ranked),
        contracts=tuple(_contract(contract, taken) for contract, taken in contracts.items()),
        declared=tuple(
            _declared(contract, name, people[name])
            for contract, people in declared.items()
            for name, _ in ranked
            if name in people
        ),
    )


def _declared(contract: str, name: str, found: Sequence[int]) -> LeagueDeclarerRow:
    deals, points = found
    return LeagueDeclarerRow(contract, name, deals, points, points / deals)


def _ranked(
    rows: Mapping[str, PlayerStanding], lowest: bool = False
) -> list[tuple[str, PlayerStanding]]:
    """Return the players ranked by wins, shared wins, match results, then points (ascending if
    `lowest`)."""
    sign = 1 if lowest else -1

    def place(item: tuple[str, PlayerStanding]) -> tuple[int, int, int, int, str]:
        name, row = item
        return -row.wins, -row.shared, -row.result, sign * row.points, name

    return sorted(rows.items(), key=place)


def _player(
    game: str, name: str, row: PlayerStanding, of_match: bool, peaks: Peaks
) -> LeaguePlayerRow:
    """Return a player's row in one game."""
    average = row.result / row.matches if row.matches else None
    return LeaguePlayerRow(
        player=name,
        evenings=row.evenings,
        wins=row.wins,
        shared=row.shared,
        deals=row.deals,
        points=row.points,
        average=row.points / row.deals if row.deals else None,
        best=_evening(BEST, game, name, of_match, peaks),
        matches=Matches(row.matches, row.result, average) if of_match else None,
        worst=_evening(WORST, game, name, of_match, peaks),
        best_deal=_deal(BEST_DEAL, game, name, peaks),
        worst_deal=_deal(WORST_DEAL, game, name, peaks),
    )


def _evening(record: str, game: str, name: str, of_match: bool, peaks: Peaks) -> Best:
    """Return a player's best or worst evening (`record`). With `of_match`, it must have a match
    result."""
    peak = peaks.of(record, game, name)
    if peak is None or (of_match and not peak.kind & MATCH):
        return Best()
    return Best(peak.value, peak.session, peak.day)


def _deal(record: str, game: str, name: str, peaks: Peaks) -> BestDeal:
    """Return a player's best or worst deal."""
    peak = peaks.of(record, game, name)
    return BestDeal(peak.value, peak.session, peak.day, peak.deal) if peak else BestDeal()


def _contract(contract: str, taken: Taken) -> LeagueContractRow:
    mean = taken.taken / taken.deals
    return LeagueContractRow(
        contract=contract,
        deals=taken.deals,
        quota=taken.quota / taken.deals,
        taken=mean,
        spread=sqrt(max(0.0, taken.squares / taken.deals - mean * mean)),
        met=round(100 * taken.met / taken.deals),
        average=taken.points / taken.deals,
        met_deals=taken.met,
    )


def _by_evenings(
    pairs: Mapping[tuple[str, str], HeadToHead],
) -> list[tuple[tuple[str, str], HeadToHead]]:
    return sorted(pairs.items(), key=lambda item: (-item[1].evenings, item[0]))


def _pair(names: tuple[str, str], pair: HeadToHead) -> PairRow:
    above = dict(zip(names, (pair.first, pair.second), strict=True))
    return PairRow(names, pair.evenings, above, pair.evenings - sum(above.values()))


# --- league json -------------------------------------------------------------------------------
# The league read back from its JSON, which is saved with the sessions.


def league_of_table(value: Mapping[str, Any]) -> LeagueStandings:
    """Read a league from its JSON. Raises LookupError, TypeError or AttributeError for any other
    value."""
    return LeagueStandings(**{
        **value,
        "players": tuple(Won(**row) for row in value["players"]),
        "games": {game: _game_of_json(found) for game, found in value["games"].items()},
        "pairs": tuple(_pair_of_json(**row) for row in value["pairs"]),
        "alike": tuple(map(tuple, value["alike"])),
        "apart": value["apart"],
        "further": value["further"],
        "form": tuple(map(_form_of_json, value["form"])),
        "streaks": tuple(map(_streaks_of_json, value["streaks"])),
        "records": tuple(map(_record_of_json, value["records"])),
        "calendar": tuple(map(_month_of_json, value["calendar"])),
    })  # fmt: skip


def _game_of_json(value: dict[str, Any]) -> GameStandings:
    rows = (
        {
            **row,
            "best": Best(**row["best"]),
            "matches": row["matches"] and Matches(**row["matches"]),
            "worst": Best(**row["worst"]),
            "best_deal": BestDeal(**row["best_deal"]),
            "worst_deal": BestDeal(**row["worst_deal"]),
        }
        for row in value["players"]
    )
    return GameStandings(**{
        **value,
        "players": tuple(LeaguePlayerRow(**row) for row in rows),
        "contracts": tuple(LeagueContractRow(**row) for row in value["contracts"]),
        "declared": tuple(LeagueDeclarerRow(**row) for row in value["declared"]),
    })  # fmt: skip


def _pair_of_json(players: Sequence[str], **rest: Any) -> PairRow:
    first, second = players
    return PairRow((first, second), **rest)


def _form_of_json(row: Mapping[str, Any]) -> FormRow:
    return FormRow(row["player"], tuple(Mark(**mark) for mark in row["evenings"]))


def _streaks_of_json(row: Mapping[str, Any]) -> StreakRow:
    return StreakRow(row["player"], Runs(**row["wins"]), Runs(**row["days"]))


def _record_of_json(row: Mapping[str, Any]) -> BestResult:
    return BestResult(**{**row, "players": tuple(row["players"])})


def _month_of_json(row: Mapping[str, Any]) -> Month:
    return Month(row["month"], row["evenings"], tuple(row["days"]))


# --- Ratings as a value ------------------------------------------------------------------------
# The names of the fields are the keys of the JSON, and promised.


PLACES = 4  # decimals: what comes after them differs from one machine to another


class RatingModel(NamedTuple):
    """A rating model and its constants: initial rating (`mu`, `sigma`), effect of luck on a result
    (`beta`), minimum fraction of `sigma` that is left (`kappa`), and loss of certainty before
    each evening (`tau`)."""

    name: str
    library: str
    mu: float
    sigma: float
    beta: float
    kappa: float
    tau: float


class RatingRow(NamedTuple):
    """A player's place and rating: `mu` minus three times `sigma`."""

    place: int
    player: str
    rating: float
    mu: float
    sigma: float
    evenings: int


class RatingsValue(NamedTuple):
    """The ratings by game, and their model. `evenings` is the number of finished evenings used."""

    model: RatingModel
    evenings: int
    games: Mapping[str, Sequence[RatingRow]]


def ratings_value(
    found: Mapping[str, Sequence[Rated]], model: RatingModel, evenings: int
) -> RatingsValue:
    """Return the ratings with places. Players with equal shown ratings share a place."""
    return RatingsValue(model, evenings, {game: _rows(rated) for game, rated in found.items()})


def _rows(rated: Sequence[Rated]) -> list[RatingRow]:
    shown = [round(one.rating.least, PLACES) for one in rated]
    return [
        RatingRow(
            1 + shown.index(least), one.player, least, round(one.rating.mu, PLACES),
            round(one.rating.sigma, PLACES), one.evenings,
        )
        for one, least in zip(rated, shown, strict=True)
    ]  # fmt: skip


# --- games and contracts of many evenings, by id -----------------------------------------------


Games = Mapping[str, GameWords]  # the words that are at hand, by game


def game_name(game: str, known: Games) -> str:
    """Return the name of a game, or its id if its rules are not available."""
    words = known.get(game)
    return words.name.shown() if words else game


def contract_name(game: str, contract: str, known: Games) -> str:
    """Return the name of a game's contract, or its id if the rules are not available."""
    words = known.get(game)
    phrase = words.contracts.get(contract) if words else None
    return phrase.shown() if phrase else contract
