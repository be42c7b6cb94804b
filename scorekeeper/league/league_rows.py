"""The league as SQL tables, and its queries."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, NamedTuple

from scorekeeper.base.exact_numbers import exact, is_whole
from scorekeeper.league.session_record import Evening, merits, places_of
from scorekeeper.league.standings import EveningFilter

# --- table rows --------------------------------------------------------------------------------
# The league as SQL tables, equal in SQLite, PostgreSQL and Parquet. `docs/files.md` describes each
# column.
#
# A session is one row of `evenings`. Each of its players has a row in `players`, also for each seat
# that was left. `contracts` has the declarers' takes and quotas by contract, `declared` each
# declarer's deals.


TEXT, DAY, WHOLE, NUMBER, FLAG = "text", "day", "whole", "number", "flag"
EXACT = 2**53  # larger numbers are rounded to a float, which all databases can store


class ColumnType(NamedTuple):
    """A type of column values, and whether a cell may be empty."""

    name: str
    may_lack: bool = False


Text = Annotated[str, ColumnType(TEXT)]
Day = Annotated[str, ColumnType(DAY)]
Whole = Annotated[int, ColumnType(WHOLE)]
Number = Annotated[float, ColumnType(NUMBER)]
Flag = Annotated[bool, ColumnType(FLAG)]
WholeOrNot = Annotated[int | None, ColumnType(WHOLE, may_lack=True)]
NumberOrNot = Annotated[float | None, ColumnType(NUMBER, may_lack=True)]


class EveningRow(NamedTuple):
    """A session. `counts` is True if leagues count it, `finished` if it is over."""

    club: Text
    session: Text
    id: Text
    evening: Text
    game: Text
    day: Day
    begun: Text
    counts: Flag
    finished: Flag
    early: Flag
    of_match: Flag
    lowest: Flag
    deals: Whole


class SessionPlayerRow(NamedTuple):
    """A player of a session: at its end if `seated`, else one who left a seat.

    `number` identifies the player in the session. `place` is None unless the session is
    finished; the highest `ranked_by` is best."""

    club: Text
    session: Text
    number: Whole
    player: Text
    seated: Flag
    seat: Whole
    side: Whole
    game: Text
    day: Day
    begun: Text
    counts: Flag
    finished: Flag
    early: Flag
    of_match: Flag
    lowest: Flag
    place: WholeOrNot
    shared: Flag
    ranked_by: NumberOrNot
    result: NumberOrNot
    deals: Whole
    points: Number
    best_deal: NumberOrNot
    best_deal_number: WholeOrNot
    worst_deal: NumberOrNot
    worst_deal_number: WholeOrNot


class SessionContractRow(NamedTuple):
    """The declarers' sums in a contract with quotas, in one session."""

    club: Text
    session: Text
    game: Text
    contract: Text
    deals: Whole
    quota: Number
    taken: Number
    squares: Number
    met: Whole
    points: Number


class SessionDeclarerRow(NamedTuple):
    """A player's declared deals in a contract, in one session: their number and points. `number`
    is the player's."""

    club: Text
    session: Text
    game: Text
    contract: Text
    number: Whole
    player: Text
    deals: Whole
    points: Number


class LeagueRows(NamedTuple):
    """The rows of one or more sessions, by table."""

    evenings: Sequence[EveningRow]
    players: Sequence[SessionPlayerRow]
    contracts: Sequence[SessionContractRow]
    declared: Sequence[SessionDeclarerRow]


NONE = LeagueRows((), (), (), ())

TABLES: Mapping[str, type[NamedTuple]] = {
    "evenings": EveningRow,
    "players": SessionPlayerRow,
    "contracts": SessionContractRow,
    "declared": SessionDeclarerRow,
}  # by table name in every database
# The primary key of each table.
KEYS: Mapping[str, Sequence[str]] = {
    "evenings": ("club", "session"),
    "players": ("club", "session", "number"),
    "contracts": ("club", "session", "contract"),
    "declared": ("club", "session", "contract", "number"),
}


def columns_of(table: str) -> Mapping[str, ColumnType]:
    """Return the column types of a table by name."""
    annotations: Mapping[str, Any] = TABLES[table].__annotations__
    return {name: found.__metadata__[0] for name, found in annotations.items()}


def rows_of(session: str, evening: Evening, club: str = "") -> LeagueRows:
    """Return the rows of a session; `club` is the club's name in a club's league."""
    told = EveningRow(
        club, session, evening.id, evening.evening, evening.game, evening.day, evening.begun,
        _counts(evening), evening.over, evening.early, evening.match, evening.lowest,
        evening.deals,
    )  # fmt: skip
    return LeagueRows(
        evenings=[told],
        players=[*_seated(told, evening), *_left(told, evening)],
        contracts=[
            _contract(told, contract, taken) for contract, taken in evening.contracts.items()
        ],
        declared=list(_declared(told, evening)),
    )


def together(found: Iterable[LeagueRows]) -> LeagueRows:
    """Return the rows of many sessions as one `LeagueRows`."""
    tables = zip(NONE, *found, strict=True)
    return LeagueRows(*(list(chain(*rows)) for rows in tables))


def in_json(rows: LeagueRows, **of_evenings: str) -> str:
    """Return the rows as a line of JSON: a list of objects by table. `of_evenings` are extra
    values for each row of `evenings`."""
    tables = {table: [row._asdict() for row in found] for table, found in rows._asdict().items()}
    for evening in tables["evenings"]:
        evening.update(of_evenings)
    return json.dumps(tables)


def _counts(evening: Evening) -> bool:
    return evening.deals > 0 and not evening.disputed and not evening.fails


def _seated(told: EveningRow, evening: Evening) -> Iterator[SessionPlayerRow]:
    """Yield the rows of the players at the end.

    Each partner gets the side's result, without deals and points of earlier players in the
    seat."""
    places, ranked = places_of(evening), merits(evening)
    for side, seats in enumerate(evening.sides):
        for seat in seats:
            before = [one for one in evening.left if one.seat == seat]
            deals = evening.deals_of(side) - sum(one.deals for one in before)
            points = evening.points[side] - sum(one.points for one in before)
            row = _player(told, evening, seat, seat, side, deals, points)
            yield row._replace(
                seated=True,
                place=places[side] or None,
                shared=places[side] > 0 and places.count(places[side]) > 1,
                ranked_by=_number(ranked[side]),
                result=_number(evening.results[side]),
            )


def _left(told: EveningRow, evening: Evening) -> Iterator[SessionPlayerRow]:
    """Yield the rows of the players who left a seat, with their deals in it."""
    side_of = {seat: side for side, seats in enumerate(evening.sides) for seat in seats}
    for number, one in enumerate(evening.left, len(evening.players)):
        side = side_of[one.seat]
        yield _player(told, evening, number, one.seat, side, one.deals, one.points)


def _player(
    told: EveningRow, evening: Evening, number: int, seat: int, side: int, deals: int, points: int
) -> SessionPlayerRow:
    """Return a player's row, without place and result."""
    extremes = evening.high_low[number] if evening.high_low else ()
    return SessionPlayerRow(
        told.club, told.session, number, evening.names[number], False, seat, side, told.game,
        told.day, told.begun, told.counts, told.finished, told.early, told.of_match, told.lowest,
        None, False, None, None, deals, _number(points),
        *(map(_number, extremes) if extremes else (None,) * 4),
    )  # fmt: skip


def _contract(told: EveningRow, contract: str, taken: Sequence[int]) -> SessionContractRow:
    deals, quota, all_taken, squares, met, points = taken
    return SessionContractRow(
        told.club, told.session, told.game, contract, deals, _number(quota), _number(all_taken),
        _number(squares), met, _number(points),
    )  # fmt: skip


def _declared(told: EveningRow, evening: Evening) -> Iterator[SessionDeclarerRow]:
    for contract, found in evening.declared.items():
        for number, deals, points in zip(found[::3], found[1::3], found[2::3], strict=True):
            yield SessionDeclarerRow(
                told.club, told.session, told.game, contract, number, evening.names[number], deals,
                _number(points),
            )  # fmt: skip


def _number(value: int) -> float:
    """Return an exact number for a table: a whole number as int, others and very large ones as
    float."""
    return value if is_whole(value) and abs(value) <= EXACT else float(value)


# --- queries -----------------------------------------------------------------------------------
# The league's queries in SQL, with one text for SQLite and PostgreSQL.
#
# Every query has the same parameters, those of `parameters`. Three things are converted for
# PostgreSQL: parameters, the schema of a table, the name of a function.


_PARAMETER = re.compile(r":([a-z]+)")
_TABLE = re.compile(rf"\b(FROM|JOIN) ({'|'.join(TABLES)})\b")

# Both compare text by character code, whatever the server's language.
SQLITE_TYPES = {TEXT: "text", DAY: "text", WHOLE: "integer", NUMBER: "numeric", FLAG: "boolean"}
POSTGRESQL_TYPES = {
    TEXT: 'text COLLATE "C"',
    DAY: 'text COLLATE "C"',
    WHOLE: "integer",
    NUMBER: "double precision",
    FLAG: "boolean",
}

# The players of the chosen evenings under their main names: a row each, and one for each seat that
# was left. Two names of one person at one table are two people there. With early = 'apart', wins of
# evenings ended early are not counted.
_PEOPLE = """
WITH alias AS (
    SELECT key AS name, value AS person FROM json_each(:aliases)
), asked AS (
    SELECT
        session, number, seated, side, game, of_match, ranked_by, result, deals, points,
        player AS name,
        COALESCE(alias.person, player) AS person,
        finished AND NOT (early AND :early = 'apart') AS finished,
        CASE WHEN NOT (early AND :early = 'apart') THEN place END AS place,
        shared
    FROM players LEFT JOIN alias ON alias.name = players.player
    WHERE club = :club AND counts
        AND (:game = '' OR game = :game)
        AND (:since = '' OR day >= :since)
        AND (:until = '' OR day <= :until)
        AND NOT (early AND :early = 'not')
), twice AS (
    SELECT session, person FROM asked
    WHERE seated AND session IN (SELECT session FROM asked WHERE person <> name)
    GROUP BY session, person HAVING COUNT(*) > 1
), named AS (
    SELECT
        asked.*,
        CASE WHEN seated AND twice.person IS NOT NULL THEN name ELSE asked.person END AS player
    FROM asked LEFT JOIN twice
        ON twice.session = asked.session AND twice.person = asked.person
), together AS (
    SELECT session FROM named
    WHERE player IN (SELECT key FROM json_each(:wanted))
    GROUP BY session HAVING COUNT(DISTINCT player) = :number
), chosen AS (
    SELECT * FROM named WHERE :number = 0 OR session IN (SELECT session FROM together)
)
"""

# By game and player: evenings, those won alone and shared, deals, points, evenings with a match
# result, and the sum of these results.
STANDINGS = f"""{_PEOPLE}
SELECT
    game,
    player,
    COUNT(*) FILTER (WHERE seated) + COUNT(DISTINCT session) FILTER (
        WHERE NOT seated
        AND (session, player) NOT IN (SELECT session, player FROM chosen WHERE seated)
    ) AS evenings,
    COUNT(*) FILTER (WHERE place = 1 AND NOT shared) AS wins,
    COUNT(*) FILTER (WHERE place = 1 AND shared) AS shared,
    SUM(deals) AS deals,
    SUM(points) AS points,
    COUNT(*) FILTER (WHERE seated AND of_match) AS matches,
    COALESCE(SUM(result) FILTER (WHERE of_match), 0) AS result
FROM chosen
GROUP BY game, player
"""

# The same for every visible club, over all evenings and under the names as written. Only for
# PostgreSQL, which reads every row once, in index order.
STANDINGS_OF_ALL = """
SELECT
    club, game, player,
    COUNT(*) FILTER (WHERE again IS NOT TRUE) AS evenings,
    COUNT(*) FILTER (WHERE place = 1 AND NOT shared AND NOT early) AS wins,
    COUNT(*) FILTER (WHERE place = 1 AND shared AND NOT early) AS shared,
    SUM(deals) AS deals,
    SUM(points) AS points,
    COUNT(*) FILTER (WHERE seated AND of_match) AS matches,
    COALESCE(SUM(result) FILTER (WHERE of_match), 0) AS result
FROM scorekeeper.players WHERE counts
GROUP BY club, game, player
"""

# By ordered pair of players: finished evenings on different sides, and in how many of these the
# first player was above and below the second.
HEAD_TO_HEAD = f"""{_PEOPLE}
SELECT
    one.player AS player,
    other.player AS other,
    COUNT(*) AS evenings,
    COUNT(*) FILTER (WHERE one.ranked_by > other.ranked_by) AS above,
    COUNT(*) FILTER (WHERE one.ranked_by < other.ranked_by) AS below
FROM chosen AS one JOIN chosen AS other
    ON one.session = other.session AND one.side <> other.side
WHERE one.finished AND one.seated AND other.seated
GROUP BY one.player, other.player
"""

# By game, contract and declarer: deals and their points.
CROSSTABLE = f"""{_PEOPLE}
SELECT
    chosen.game AS game,
    contract,
    chosen.player AS player,
    SUM(declared.deals) AS deals,
    SUM(declared.points) AS points
FROM chosen JOIN declared
    ON declared.session = chosen.session AND declared.number = chosen.number
WHERE declared.club = :club
GROUP BY chosen.game, contract, chosen.player
"""

# By game and contract, the declarers' sums: deals, quotas, takes, squares of takes, deals with the
# quota met, points.
CONTRACTS = f"""{_PEOPLE}
SELECT
    game,
    contract,
    SUM(deals) AS deals,
    SUM(quota) AS quota,
    SUM(taken) AS taken,
    SUM(squares) AS squares,
    SUM(met) AS met,
    SUM(points) AS points
FROM contracts
WHERE club = :club AND session IN (SELECT session FROM chosen)
GROUP BY game, contract
"""

# Over all evenings: their number, the finished ones, deals, first and last day, those ended early,
# those of them whose wins do not count, and sessions that continued another session's evening.
TOTALS = f"""{_PEOPLE}
SELECT
    COUNT(*) AS evenings,
    COUNT(*) FILTER (WHERE finished AND NOT (early AND :early = 'apart')) AS finished,
    COALESCE(SUM(deals), 0) AS deals,
    MIN(day) AS first,
    MAX(day) AS last,
    COUNT(*) FILTER (WHERE early) AS early,
    COUNT(*) FILTER (WHERE early AND :early = 'apart') AS apart,
    COUNT(*) FILTER (WHERE evening <> '') AS further
FROM evenings
WHERE club = :club AND session IN (SELECT session FROM chosen)
"""

# The number of evenings by day.
CALENDAR = f"""{_PEOPLE}
SELECT day, COUNT(*) AS evenings
FROM evenings
WHERE club = :club AND session IN (SELECT session FROM chosen)
GROUP BY day
"""


def parameters(
    choice: EveningFilter, aliases: Mapping[str, str] | None = None, club: str = ""
) -> dict[str, str | int]:
    """Return the parameters of every query: the filter of evenings, the club, and people's main
    names by alias."""
    return {
        "club": club,
        "game": choice.game or "",
        "since": choice.since or "",
        "until": choice.until or "",
        "early": choice.early,
        "wanted": json.dumps(dict.fromkeys(choice.players, "")),
        "number": len(set(choice.players)),
        "aliases": json.dumps(dict(aliases or {})),
    }


def for_postgresql(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a query in PostgreSQL's form, and the names of its parameters `$1`, `$2` and so on."""
    names = tuple(dict.fromkeys(_PARAMETER.findall(text)))
    numbered = _PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", text)
    of_schema = _TABLE.sub(r"\1 scorekeeper.\2", numbered)
    return of_schema.replace("json_each(", "json_each_text("), names


def schema(types: Mapping[str, str]) -> str:
    """Return the SQL that creates the tables. `types` has a database engine's types by column
    type."""
    return "\n".join(_made(table, types) for table in TABLES)


def _made(table: str, types: Mapping[str, str]) -> str:
    columns = [
        f"    {name} {types[kind.name]}{'' if kind.may_lack else ' NOT NULL'}"
        for name, kind in columns_of(table).items()
    ]
    columns.append(f"    PRIMARY KEY ({', '.join(KEYS[table])})")
    inside = ",\n".join(columns)
    return f"CREATE TABLE {table} (\n{inside}\n);"


def insertion(table: str, marks: Sequence[str]) -> str:
    """Return the SQL that inserts a row into a table. `marks` are the placeholders of its
    columns."""
    return f"INSERT INTO {table} ({', '.join(columns_of(table))}) VALUES ({', '.join(marks)})"


def exact_number(value: float) -> int:
    """Return a database engine's number as an exact score."""
    return exact(*value.as_integer_ratio())
