"""What a club's server is asked, and what it is told to keep."""

from scorekeeper.store.home import ARCHIVE

SESSION, EVENT = "session", "event"
STANDING, GONE = "standing", "gone"

# The latest row of a log's names says what it is called and where it lies. Of one name there are
# few rows, each of which is looked at; of all names each log's latest is taken in one go.
_IS_LATEST = """
    NOT EXISTS (SELECT FROM scorekeeper.names later
        WHERE later.club = n.club AND later.log = n.log AND later.seq > n.seq)
"""
_NAMED = f"""
FROM scorekeeper.names n WHERE n.club = $1::bigint AND n.kind = $2 AND n.shelf = $3
    AND {_IS_LATEST}
"""
_LATEST = """
(SELECT DISTINCT ON (club, log) club, log, kind, shelf, name FROM scorekeeper.names
    WHERE club = $1::bigint ORDER BY club, log, seq DESC) AS n
"""
_ON_SHELF = f"FROM {_LATEST} WHERE n.kind = $2 AND n.shelf = $3"
NAMES = f"SELECT n.name {_ON_SHELF}"
NAMES_BY_CHANGE = f"""
SELECT n.name {_ON_SHELF} ORDER BY coalesce(
    (SELECT e.at FROM scorekeeper.entries e WHERE e.club = n.club AND e.log = n.log
        ORDER BY e.position DESC LIMIT 1),
    (SELECT l.at FROM scorekeeper.logs l WHERE l.club = n.club AND l.id = n.log)),
    n.name COLLATE "C"
"""
NUMBER = f"SELECT count(*) FROM (SELECT {_ON_SHELF} LIMIT $4::bigint) AS found"
LOG = f"SELECT n.log {_NAMED} AND n.name = $4"
_TEXT = """
l.head || coalesce((SELECT string_agg(e.block, '' ORDER BY e.position) FROM scorekeeper.entries e
    WHERE e.club = l.club AND e.log = l.id), '')
"""
TEXT = f"""
SELECT l.id, l.head || coalesce(below.blocks, ''), coalesce(below.last, 0)
FROM scorekeeper.logs l CROSS JOIN LATERAL (
    SELECT string_agg(e.block, '' ORDER BY e.position) AS blocks, max(e.position) AS last
    FROM scorekeeper.entries e WHERE e.club = l.club AND e.log = l.id) AS below
WHERE l.club = $1::bigint AND l.id = ({LOG})
"""
TEXTS = f"""
SELECT found.name, {_TEXT} FROM (SELECT n.name, n.club, n.log {_ON_SHELF}
    AND n.name COLLATE "C" >= $4 ORDER BY n.name COLLATE "C" LIMIT $5::int) AS found
JOIN scorekeeper.logs l ON l.club = found.club AND l.id = found.log ORDER BY found.name COLLATE "C"
"""
# Every session of the league by the name that it is listed under, its log, how many entries stand,
# and the row of it that knows of all of them.
_TOLD = f"""
SELECT CASE n.shelf WHEN '{ARCHIVE}' THEN '{ARCHIVE}/' || n.name ELSE n.name END, n.log,
    coalesce(last.position, 0), e.line
FROM {{names}}
LEFT JOIN LATERAL (SELECT position FROM scorekeeper.entries WHERE club = n.club AND log = n.log
    ORDER BY position DESC LIMIT 1) AS last ON true
LEFT JOIN scorekeeper.evenings e ON e.club = n.club AND e.session = n.log
    AND e.told = coalesce(last.position, 0) AND e.kind = $2
WHERE n.club = $1::bigint AND n.kind = '{SESSION}' AND n.shelf IN ('{STANDING}', '{ARCHIVE}')
"""
TOLD = _TOLD.format(names=_LATEST)
# The same of those of one name, whichever shelf they lie on.
TOLD_NAMED = f"{_TOLD.format(names='scorekeeper.names n')} AND n.name = $3 AND {_IS_LATEST}"
# Rows that are told once more wait for no disk, and for nobody else's lock long. They are kept one
# session at a time, so that nobody waits for all of them.
KEEP_TOLD = """
SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1s', true),
    scorekeeper.keep_league($1::bigint, $2, $3::int, $4::jsonb)
"""
APPEND = "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES "
# The rows are kept once what they are told of stands, and both in one commit.
APPEND_AND_KEEP = """
WITH appended AS ({append} RETURNING position)
SELECT scorekeeper.keep_league($1::bigint, $2, max(position), ${tables}::jsonb) FROM appended
"""
LOCK = "SELECT pg_advisory_lock(hashtextextended($1, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
LOCK_TO_END = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
# No row where there is one of that id.
BEGIN_LOG = """
INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES ($1::bigint, $2, $3, $4)
ON CONFLICT DO NOTHING RETURNING id
"""
# Where a log lies, its head, and how many entries it has.
LIES = """
SELECT n.kind, n.shelf, n.name, l.head, (SELECT count(*) FROM scorekeeper.entries e
    WHERE e.club = l.club AND e.log = l.id)
FROM scorekeeper.logs l JOIN scorekeeper.names n ON n.club = l.club AND n.log = l.id
WHERE l.club = $1::bigint AND l.id = $2 ORDER BY n.seq DESC LIMIT 1
"""
CALL = (
    "INSERT INTO scorekeeper.names (club, kind, name, log, shelf)"
    " VALUES ($1::bigint, $2, $3, $4, $5)"
)
FILES = """
SELECT name FROM (SELECT DISTINCT ON (name) name, text IS NULL AS is_gone FROM scorekeeper.files
    WHERE club = $1::bigint AND kind = $2 ORDER BY name, seq DESC) AS latest WHERE NOT is_gone
"""
FILE = """
SELECT text FROM scorekeeper.files WHERE club = $1::bigint AND kind = $2 AND name = $3
    ORDER BY seq DESC LIMIT 1
"""
TAKE_IN = """
INSERT INTO scorekeeper.joints (club, log, joint) VALUES ($1::bigint, $2, $3) ON CONFLICT DO NOTHING
"""
KEEP_FILE = "INSERT INTO scorekeeper.files (club, kind, name, text) VALUES ($1::bigint, $2, $3, $4)"
