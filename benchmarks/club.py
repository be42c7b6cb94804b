"""A club in PostgreSQL: a league of a million evenings asked in the engine, what recording a deal
costs through it, and how many deals a second many recorders have acknowledged.

    python benchmarks/club.py [--evenings 1000000] [--runs 15] [--update]

The server is the machine's own, or the wheel's, as the tests start it: fsync on, and every deal on
its disk before it is acknowledged. The rows are put in with COPY: 300 clubs, 20,000 people, three
or four at a table, one seat in a hundred left before the end. Who asks is a member of every club,
by row-level security. A figure of the league is the share of a bound in milliseconds, the median of
the runs; a deal is a ratio to `python -c "import click"`, timed in turn. `--update` writes
docs/club-figures.md. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg
from startup import (
    Row,
    against_click,
    deal_after_deal,
    fresh_home,
    line,
    recording,
    seconds_of,
    seconds_to_answer,
)
from table import told

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import servers

from scorekeeper.journal import digest_of, entry_text
from scorekeeper.league import queries
from scorekeeper.league.standings import Choice
from scorekeeper.league.table_rows import EveningRow, PlayerRow, Rows, in_json
from scorekeeper.log import Entry
from scorekeeper.store.club import club_queries
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.setting_up import set_up

PAGE = Path(__file__).parent.parent / "docs" / "club-figures.md"
HEAD = """\
# What a club costs

Written by `python benchmarks/club.py --update`, on one machine that is server and recorders at once. A figure of the league
is the share of the time that was asked, of a deal the ratio to `python -c "import click"` in the same run, of many recorders
how many deals a second were on the server's disk.

"""
CLUBS, PEOPLE, DAYS = 300, 67, 9000  # clubs, members of each, days over which they played
GAMES = (("bismarck-swedish", 3, 12),) * 6 + (
    ("bismarck-british", 3, 24), ("bizon", 3, 15), ("bismarck-polley", 3, 15), ("bien", 4, 16),
)  # fmt: skip
FIRST_DAY = datetime.date(1999, 1, 1)
RECORDERS, SECONDS = 64, 10
MEMBER, CLUB = "anna", "club-0"


class Question(NamedTuple):
    """What is asked of the league, and in how many milliseconds it is to be answered."""

    what: str
    text: str
    bound: float | None


QUESTIONS = (
    Question("standings of one club", queries.STANDINGS, 50),
    Question("head to head of one club", queries.HEAD_TO_HEAD, None),
    Question("totals of one club", queries.TOTALS, None),
    Question("standings of all clubs", queries.STANDINGS_OF_ALL, 2000),
)


# --- a million evenings ---------------------------------------------------------------------------


def filled(database: servers.Database, number: int) -> None:
    """Puts so many evenings into the league's tables, and their sums."""
    with database.connect() as evenings, database.connect() as players:
        for connection in (evenings, players):
            # the league alone: no log that a row is of
            connection.execute("SET session_replication_role = replica")
        evenings.execute(
            "INSERT INTO scorekeeper.clubs (name) SELECT 'club-' || n FROM generate_series(1, %s) n",
            (CLUBS - 1,),
        )
        evenings.execute(
            "INSERT INTO scorekeeper.members (club, role, may_record) SELECT id, %s, false"
            " FROM scorekeeper.clubs ON CONFLICT DO NOTHING",
            (f"sk_{CLUB}_recorder",),
        )
        with (
            evenings.transaction(),
            players.transaction(),
            evenings.cursor().copy("COPY scorekeeper.evenings FROM STDIN") as one,
            players.cursor().copy("COPY scorekeeper.players FROM STDIN") as other,
        ):
            for evening, seated in made(number):
                one.write_row((*evening, 0, "", ""))
                for player in seated:
                    other.write_row(player)
        evenings.execute("DELETE FROM scorekeeper.standings")  # those of the deals recorded before
        evenings.execute(ADD_UP)
        for table in ("evenings", "players", "standings"):
            evenings.execute(f"VACUUM ANALYZE scorekeeper.{table}")


ADD_UP = """
INSERT INTO scorekeeper.standings
SELECT club, game, player, count(DISTINCT session),
    count(*) FILTER (WHERE place = 1 AND NOT shared), count(*) FILTER (WHERE place = 1 AND shared),
    sum(deals), sum(points), 0, 0
FROM scorekeeper.players GROUP BY club, game, player
"""


def made(number: int) -> Iterator[tuple[EveningRow, Sequence[PlayerRow]]]:
    """Evenings by chance, in the order of their days."""
    chance = random.Random(12)
    for place in range(number):
        club, (game, size, deals) = chance.randrange(CLUBS), chance.choice(GAMES)
        day = str(FIRST_DAY + datetime.timedelta(days=place * DAYS // number))
        session, begun = f"{place:032x}", f"{day}T19:{place % 60:02}:00Z"
        evening = EveningRow(
            str(club + 1), session, session, "", game, day, begun, True, True, False, False, False,
            deals,
        )  # fmt: skip
        yield evening, list(_people(evening, size, chance))


def _people(evening: EveningRow, size: int, chance: random.Random) -> Iterator[PlayerRow]:
    names = [f"Member {evening.club}-{one}" for one in chance.sample(range(PEOPLE), size + 1)]
    results = [chance.randint(-30, 30) for _ in range(size)]
    ladder = sorted(results, reverse=True)
    row = PlayerRow(
        evening.club, evening.session, 0, "", True, 0, 0, evening.game, evening.day, evening.begun,
        True, True, False, False, False, None, False, None, None, evening.deals, 0, 9, 3, -7, 5,
    )  # fmt: skip
    for seat, result in enumerate(results):
        yield row._replace(
            number=seat, player=names[seat], seat=seat, side=seat, place=ladder.index(result) + 1,
            shared=results.count(result) > 1, ranked_by=result, result=result, points=result,
        )  # fmt: skip
    if chance.random() < 0.01 * size:
        yield row._replace(number=size, player=names[size], seated=False, deals=3)


def asked(database: servers.Database, runs: int) -> Iterator[Row]:
    """How long the questions take, and the bound of each."""
    with database.connect(MEMBER) as connection:
        for what, text, bound in QUESTIONS:
            taken = sorted(_milliseconds(connection, text) for _ in range(runs))
            middle = median(taken)
            note = f"{middle:.0f} ms, the quickest {taken[0]:.0f} ms"
            asked_for = None if bound is None else 1.0
            yield Row(
                f"{what} : {bound or 1000:.0f} ms", middle / (bound or 1000), asked_for, True, note
            )


def _milliseconds(connection: psycopg.Connection[Any], text: str) -> float:
    question, names = queries.for_postgresql(text)
    known = {**queries.parameters(Choice()), "club": random.randrange(1, CLUBS + 1)}
    begun = time.perf_counter()
    with psycopg.RawCursor(connection) as cursor:
        cursor.execute(question, [known[name] for name in names], prepare=False)
        cursor.fetchall()
    return 1000 * (time.perf_counter() - begun)


# --- recording ------------------------------------------------------------------------------------


def deals(database: servers.Database, folder: Path, runs: int) -> Iterator[Row]:
    """A deal through PostgreSQL, the same as in a folder, against what every command begins with:
    until it is acknowledged, and until the command ends. The league knows of it by both."""
    settings = {"SCOREKEEPER_HOME": database.url(MEMBER, club=CLUB)}
    for name, what, timed, bound in (
        ("answered", "deal, through PostgreSQL, until it is acknowledged", seconds_to_answer, None),
        ("ended", "deal, through PostgreSQL", seconds_of, 2.2),
    ):
        home = fresh_home(folder, name)
        one = deal_after_deal(home, timed, **settings, XDG_CONFIG_HOME=str(home))
        yield against_click(what, home, one, runs, bound)


def together(database: servers.Database) -> Row:
    """How many deals a second are acknowledged to recorders who all record at once, each in a
    session of their own, with the rows of the league in the same commit."""
    number = [0] * RECORDERS
    until = time.perf_counter() + SECONDS
    threads = [
        threading.Thread(target=_records, args=(database, one, until, number))
        for one in range(RECORDERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    note = f"{sum(number):,} in {SECONDS} s by {RECORDERS} recorders, the slowest {min(number):,}"
    return Row("deals a second, 64 at once", sum(number) / SECONDS, None, False, note)


def _records(database: servers.Database, one: int, until: float, number: list[int]) -> None:
    head = f'id = "{one}"\nwhole = true\n'
    log, above = f"recorder-{one}", digest_of(head.removesuffix("\n"))
    record = club_queries.APPEND_AND_KEEP.format(
        append=f"{club_queries.APPEND}($1, $2, $3, $4)", tables=5
    )
    with database.connect(MEMBER) as connection, psycopg.RawCursor(connection) as cursor:
        cursor.execute(
            "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (1, $1, 'session', $2)",
            (log, head),
        )
        cursor.execute(club_queries.CALL, (1, "session", log, log, "standing"))
        while time.perf_counter() < until:
            entry = Entry("deal", number[one] + 1, "2026-11-23T20:00:00Z", {"tricks": [6, 6, 4]})
            block = entry_text(entry._replace(before=above))
            rows = in_json(rows_at_table(log, number[one] + 1), kind="benchmark", line="")
            cursor.execute(record, (1, log, number[one] + 1, block, rows))
            if cursor.fetchone() != (True,):
                sys.exit("the rows of a session were not kept")
            number[one] += 1
            above = digest_of(block[1:].removesuffix("\n"))


def rows_at_table(log: str, deals: int) -> Rows:
    """The rows of a session of three people of its own after so many deals."""
    evening, seated = next(made(1))
    evening = evening._replace(session=log, id=log, deals=deals)
    people = [
        one._replace(session=log, player=f"{log}-{one.seat}", deals=deals, points=deals)
        for one in seated
    ]
    return Rows([evening], people, (), ())


# --- all of it ------------------------------------------------------------------------------------


def rows(number: int, runs: int) -> Iterator[Row]:
    """Everything that is measured, of so many evenings."""
    settings = {"shared_buffers": "512MB", "max_wal_size": "4GB"}
    with (
        servers.started(**settings) as server,
        servers.database_of(server) as database,
        tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder,
    ):
        database.login(MEMBER)
        set_up(address_of(database.url()), CLUB, [(MEMBER, "recorder")])
        yield recording(Path(folder), runs)
        yield from deals(database, Path(folder), runs)
        yield together(database)
        filled(database, number)
        yield from asked(database, runs)


def main() -> int:
    """Measures everything and shows it; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--evenings", type=int, default=1_000_000)
    reader.add_argument("--runs", type=int, default=15)
    reader.add_argument("--update", action="store_true")
    asked_for = reader.parse_args()
    found = []
    for row in rows(asked_for.evenings, asked_for.runs):
        print(line(row), flush=True)
        found.append(row)
    about = (
        f"{platform.python_implementation()} {platform.python_version()},"
        f" {os.cpu_count()} processors, {asked_for.evenings:,} evenings in {CLUBS} clubs of"
        f" {PEOPLE} people, medians of {asked_for.runs} runs."
    )
    if asked_for.update:
        table = ["| what | figure | asked | measured |", "|---|---|---|---|", *map(told, found)]
        PAGE.write_text(HEAD + "\n".join([*table, "", about, ""]), encoding="utf-8")
    return 1 if any(row.missed for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
