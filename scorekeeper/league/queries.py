"""The league asked in SQL: one text of each question for SQLite and for PostgreSQL.

The tables are those of `table_rows`. A question has the same parameters everywhere, those of
`parameters`: it says which evenings count and who is one person under several names. For PostgreSQL
three things are written otherwise: a parameter, the schema of a table, the name of a function.
"""

import json
import re
from collections.abc import Mapping, Sequence

from scorekeeper.base.exact import exact
from scorekeeper.league.standings import Choice
from scorekeeper.league.table_rows import DAY, FLAG, KEYS, NUMBER, TABLES, TEXT, WHOLE, columns_of

_PARAMETER = re.compile(r":([a-z]+)")
_TABLE = re.compile(rf"\b(FROM|JOIN) ({'|'.join(TABLES)})\b")

# Text is compared sign by sign in both, whatever the language of the server.
SQLITE_TYPES = {TEXT: "text", DAY: "text", WHOLE: "integer", NUMBER: "numeric", FLAG: "boolean"}
POSTGRESQL_TYPES = {
    TEXT: 'text COLLATE "C"',
    DAY: 'text COLLATE "C"',
    WHOLE: "integer",
    NUMBER: "double precision",
    FLAG: "boolean",
}

# The people of the evenings that are asked for, under the names that they count as: a row each, and
# one for each seat that somebody left. Two names of one person at one table are two people there.
# The win of an evening that ended early is not counted where such evenings stand apart.
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

# Each player of each game: evenings, those won alone and those shared, deals, points, evenings with
# the result of a match, and these results together.
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

# The same of every club that may be seen, of all evenings and under the names that were written:
# for PostgreSQL alone, which reads every row once, in the order of an index.
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

# Each player against each other, both ways round: finished evenings on different sides, and in how
# many of these the one was above the other, and below.
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

# Each contract of each game by who declared it: deals, and the points of these.
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

# What the declarers of each contract took: deals, quotas, takes, their squares, deals in which the
# quota was met, points.
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

# All evenings together: how many, how many are finished, deals, the first day and the last, how
# many ended early, and how many of these stand apart, and how many went on with another.
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

# How many evenings there were on each day.
CALENDAR = f"""{_PEOPLE}
SELECT day, COUNT(*) AS evenings
FROM evenings
WHERE club = :club AND session IN (SELECT session FROM chosen)
GROUP BY day
"""


def parameters(
    choice: Choice, aliases: Mapping[str, str] | None = None, club: str = ""
) -> dict[str, str | int]:
    """What every question is asked with: which evenings count, and by each other name of a person
    the one under which that person counts."""
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
    """A question as PostgreSQL takes it, and the names of its parameters in their order: `$1` is
    the first of them."""
    names = tuple(dict.fromkeys(_PARAMETER.findall(text)))
    numbered = _PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", text)
    of_schema = _TABLE.sub(r"\1 scorekeeper.\2", numbered)
    return of_schema.replace("json_each(", "json_each_text("), names


def schema(types: Mapping[str, str]) -> str:
    """What makes the tables, in the types of an engine."""
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
    """What puts a row into a table, a mark for the value of each column."""
    return f"INSERT INTO {table} ({', '.join(columns_of(table))}) VALUES ({', '.join(marks)})"


def exact_number(value: float) -> int:
    """A number that an engine gave, as scores are counted: whole, or with halves and quarters."""
    return exact(*value.as_integer_ratio())
