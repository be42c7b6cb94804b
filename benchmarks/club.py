"""A club in PostgreSQL: a league of a million evenings asked in the engine, what recording a deal
costs through it, and how many deals a second many recorders have acknowledged.

    python benchmarks/club.py [--evenings 1000000] [--runs 15] [--update]

The server is the machine's own, or the wheel's, as the tests start it: fsync on, and every deal on
its disk before it is acknowledged. The rows are put in with COPY: 300 clubs, 20,000 people, three
or four at a table, one seat in a hundred left before the end. Who asks is a member of every club,
by row-level security. A figure of the league is the share of a bound in milliseconds, the median of
the runs; a deal is a ratio to `python -c "import click"`, timed in turn. `--update` writes
benchmarks/club.md. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import re
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
    ENDLESS,
    SCOREKEEPER,
    Row,
    against_click,
    begin,
    deal_after_deal,
    fresh_home,
    line,
    recording,
    run,
    seconds_of,
    seconds_to_answer,
)
from table import told

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import servers

from scorekeeper.game.log import Entry
from scorekeeper.league import league_rows as queries
from scorekeeper.league.league_rows import EveningRow, LeagueRows, SessionPlayerRow, in_json
from scorekeeper.league.standings import EveningFilter
from scorekeeper.record.chain import digest_of
from scorekeeper.record.log_text import entry_text, parts_of
from scorekeeper.record.session_head import read_session_log
from scorekeeper.store.club import club_queries
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_connection import Opening
from scorekeeper.store.club.club_queries import notify_viewers
from scorekeeper.store.club.club_setup import set_up
from scorekeeper.store.club.libpq import Connection

PAGE = Path(__file__).parent / "club.md"
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
RECORDERS, SECONDS, TURNS = 16, 12, 3
MANY, COLD = "many", (2_000, 20_000)  # a club of sessions, and how many
LOG, HEAD_OF_LOG = "session-of-", "format = 2\nwhole = true\n"
AWAY = 0.02  # seconds there and back to the standby
FLUSH = 0.006  # seconds longer that a flush takes on a disk that is not quick
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
                one.write_row((*evening, 0, "", "", "", FIRST_DAY, "", None, None))
                for player in seated:
                    other.write_row((*player, None))
        for table in ("evenings", "players"):
            evenings.execute(f"VACUUM ANALYZE scorekeeper.{table}")


def made(number: int) -> Iterator[tuple[EveningRow, Sequence[SessionPlayerRow]]]:
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


def _people(evening: EveningRow, size: int, chance: random.Random) -> Iterator[SessionPlayerRow]:
    names = [f"Member {evening.club}-{one}" for one in chance.sample(range(PEOPLE), size + 1)]
    results = [chance.randint(-30, 30) for _ in range(size)]
    ladder = sorted(results, reverse=True)
    row = SessionPlayerRow(
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
    known = {**queries.parameters(EveningFilter()), "club": random.randrange(1, CLUBS + 1)}
    begun = time.perf_counter()
    with psycopg.RawCursor(connection) as cursor:
        cursor.execute(question, [known[name] for name in names], prepare=False)
        cursor.fetchall()
    return 1000 * (time.perf_counter() - begun)


# --- many sessions, of which no row is kept --------------------------------------------------------


def cold(database: servers.Database, folder: Path) -> Iterator[Row]:
    """How much longer `league` and `sessions` take of ten times as many sessions, where none of
    their rows is kept."""
    few, many = COLD
    set_up(address_of(database.url()), MANY, [(MEMBER, "recorder")])
    made, taken = 0, dict[tuple[str, int], float]()
    for number in COLD:
        _begun(database, folder, made, number)
        made = number
        for command in ("league", "sessions"):
            with database.connect() as owner:
                owner.execute("DELETE FROM scorekeeper.evenings")
            home = fresh_home(folder, f"{command}-{number}")
            at = {"SCOREKEEPER_HOME": database.url(MEMBER, club=MANY), "XDG_CONFIG_HOME": str(home)}
            taken[command, number] = seconds_of([str(SCOREKEEPER), command], home, **at)
    with database.connect() as owner:  # nothing of it in the league that is asked below
        owner.execute("TRUNCATE scorekeeper.evenings, scorekeeper.players")
    for command in ("league", "sessions"):
        seconds = [taken[command, number] for number in COLD]
        note = f"{seconds[0]:.1f} s of {few:,}, {seconds[1]:.1f} s of {many:,}"
        title = f"{command}, {many:,} sessions of which no row is kept, to {few:,}"
        yield Row(title, seconds[1] / seconds[0], 1.2 * many / few, True, note)


def _begun(database: servers.Database, folder: Path, first: int, last: int) -> None:
    """Has sessions of these numbers stand in a club, with three deals each."""
    home = fresh_home(folder, f"example-{last}")
    begin(home, ENDLESS, "example")
    for _ in range(3):
        run(home, "deal", "plus", "8", "4", "4")
    text = (home / "sessions" / "example.toml").read_text("utf-8")
    journal, (head, *_) = read_session_log(text.encode()), parts_of(text)
    with database.connect() as logs, database.connect() as entries, database.connect() as names:
        [(club,)] = logs.execute("SELECT id FROM scorekeeper.clubs WHERE name = %s", (MANY,))
        with logs.cursor().copy("COPY scorekeeper.logs (club, id, kind, head) FROM STDIN") as copy:
            for number in range(first, last):
                copy.write_row((club, _id(number), "session", _head(head, number)))
        with entries.cursor().copy(
            "COPY scorekeeper.entries (club, log, position, block) FROM STDIN"
        ) as copy:
            for number in range(first, last):
                above = _head(head, number).removesuffix("\n")
                for position, entry in enumerate(journal.entries, 1):
                    block = entry_text(entry._replace(before=digest_of(above)))
                    copy.write_row((club, _id(number), position, block))
                    above = block[1:].removesuffix("\n")
        with names.cursor().copy(
            "COPY scorekeeper.names (club, kind, name, log, shelf) FROM STDIN"
        ) as copy:
            for number in range(first, last):
                copy.write_row((club, "session", f"s{number}", _id(number), "standing"))
        logs.execute("VACUUM ANALYZE scorekeeper.logs, scorekeeper.entries, scorekeeper.called")


def _id(number: int) -> str:
    return f"many-{number}"


def _head(head: str, number: int) -> str:
    """A head with the id of this number."""
    return re.sub(r'(?m)^id = ".*"$', f'id = "{_id(number)}"', head)


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


# What notified before schema 3: in the transaction of the entry.
NOTIFIES = """
CREATE FUNCTION scorekeeper.notifies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify(c.channel, NEW.log) FROM scorekeeper.clubs c WHERE c.id = NEW.club;
    RETURN NEW;
END $$;
CREATE TRIGGER notifies BEFORE INSERT ON scorekeeper.entries FOR EACH ROW EXECUTE FUNCTION scorekeeper.notifies()
"""
NOTIFIES_NOT = "DROP FUNCTION IF EXISTS scorekeeper.notifies() CASCADE"


def together(database: servers.Database) -> Iterator[Row]:
    """How many deals a second are acknowledged to recorders who all record at once, each in a
    session of their own, with the rows of the league in the same commit; and how many times as many
    that is as where the transaction of each notifies, the one after the other: on this disk, on one
    that takes longer, and with a standby that every commit waits for."""
    yield _together_of("", database, 64)
    yield _against_notifying("", database, None)  # a quick disk leaves the processors to wait for
    server = database.server
    set_on(server, "commit_delay", f"{1e6 * FLUSH:.0f}", "commit_siblings", "0")
    what = f", a disk that takes {1000 * FLUSH:.0f} ms longer"
    yield _against_notifying(what, database, 5.0)
    set_on(server, "commit_delay", "0", "commit_siblings", "5")
    with servers.far_from(server, AWAY) as way, servers.standby_of(server, "second", way):
        set_on(server, "synchronous_standby_names", "second")
        server.wait_for("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
        yield _against_notifying(f", a standby {1000 * AWAY:.0f} ms away", database, 5.0)
        set_on(server, "synchronous_standby_names", "")


def set_on(server: servers.Server, *settings: str) -> None:
    """Changes settings of a server that runs, each given by its name and value."""
    for name, value in zip(settings[::2], settings[1::2], strict=True):
        server.answers(f"ALTER SYSTEM SET {name} = '{value}'")
    server.answers("SELECT pg_reload_conf()")


def _together_of(what: str, database: servers.Database, recorders: int) -> Row:
    counts = _counts(database, recorders, SECONDS)
    note = f"{sum(counts):,} in {SECONDS} s by {recorders} recorders, the slowest {min(counts):,}"
    rate = sum(counts) / SECONDS
    return Row(f"deals a second, {recorders} at once{what}", rate, None, False, note)


def _against_notifying(what: str, database: servers.Database, bound: float | None) -> Row:
    """The quotient of the rates, each the sum of several turns."""
    rates = {statement: 0.0 for statement in (NOTIFIES, NOTIFIES_NOT)}
    for _ in range(TURNS):
        for statement in rates:
            database.server.answers(NOTIFIES_NOT, database.name)
            database.server.answers(statement, database.name)
            counts = _counts(database, RECORDERS, SECONDS / TURNS, statement == NOTIFIES_NOT)
            rates[statement] += sum(counts) / SECONDS
    before, now = rates.values()
    note = f"{now:,.0f} deals a second; {before:,.0f} where each transaction notifies"
    title = f"deals, {RECORDERS} at once{what}, to those where each transaction notifies"
    return Row(title, now / before, bound, False, note)


def _counts(
    database: servers.Database, recorders: int, seconds: float, wakes: bool = True
) -> list[int]:
    """How many deals each of so many recorders has acknowledged in so long."""
    number, evening = [0] * recorders, list(_evening())
    connections = [Opening(address_of(database.url(MEMBER, club=CLUB))).done() for _ in number]
    until = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=_records, args=(connection, one, until, number, evening, wakes))
        for one, connection in enumerate(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for connection in connections:
        connection.close()
    return number


def _evening() -> Iterator[tuple[str, str]]:
    """The entries of an evening below `HEAD_OF_LOG`, each with the rows of the league then, of the
    session `LOG`."""
    above = digest_of(HEAD_OF_LOG.removesuffix("\n"))
    for number in range(1, 51):
        entry = Entry("deal", number, "2026-11-23T20:00:00Z", {"tricks": [6, 6, 4]}, before=above)
        block = entry_text(entry)
        above = digest_of(block[1:].removesuffix("\n"))
        yield block, in_json(rows_at_table(LOG, number), kind="benchmark", line="")


def _records(
    connection: Connection, one: int, until: float, number: list[int],
    evening: Sequence[tuple[str, str]], wakes: bool,
) -> None:  # fmt: skip
    """Records one evening after the other. What is recorded is worked out before, as on a machine
    of the recorder's own."""
    record = club_queries.APPEND_AND_KEEP.format(
        append=f"{club_queries.APPEND}($1::bigint, $2, $3::int, $4)", tables=5
    )
    [(channel,)] = connection.ask("SELECT channel FROM scorekeeper.clubs WHERE id = 1")
    while True:
        log = f"{LOG}{os.urandom(8).hex()}"
        connection.ask(club_queries.BEGIN_LOG, 1, log, "session", HEAD_OF_LOG)
        connection.ask(club_queries.CALL, 1, "session", log, log, "standing")
        for position, (block, rows) in enumerate(evening, 1):
            if time.perf_counter() >= until:
                return
            kept = connection.ask(record, 1, log, position, block, rows.replace(LOG, log))
            if kept != [("t",)]:
                sys.exit("the rows of a session were not kept")
            if wakes:
                notify_viewers(connection, channel or "", log)
            number[one] += 1


def rows_at_table(log: str, deals: int) -> LeagueRows:
    """The rows of a session of three people of its own after so many deals."""
    evening, seated = next(made(1))
    evening = evening._replace(session=log, id=log, deals=deals)
    people = [
        one._replace(session=log, player=f"{log}-{one.seat}", deals=deals, points=deals)
        for one in seated
    ]
    return LeagueRows([evening], people, (), ())


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
        yield from together(database)
        yield from cold(database, Path(folder))
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
