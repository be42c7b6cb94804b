-- What the clubs of one database hold, version 1. Everything is appended only: what was recorded is
-- never changed or taken away, neither by a program nor by whoever owns the database; a later row
-- says what counts now. `scorekeeper club init` runs this, as the owner; `roles.sql` says who may do
-- what. Nothing here depends on a search path.

CREATE SCHEMA scorekeeper;

-- The versions of this schema that were put in, one after another.
CREATE TABLE scorekeeper.version (
    number integer PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user
);

-- `channel` is what NOTIFY wakes a club's boards by. Whoever is in the database may listen on any
-- channel, so its name is one that nobody guesses, and a club sees only its own.
CREATE TABLE scorekeeper.clubs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    channel text NOT NULL UNIQUE DEFAULT 'scorekeeper_' || replace(gen_random_uuid()::text, '-', '')
);

-- The roles of a club: whoever has one of them sees the club, and may record where it says so.
CREATE TABLE scorekeeper.members (
    club bigint NOT NULL REFERENCES scorekeeper.clubs,
    role text NOT NULL,
    may_record boolean NOT NULL,
    PRIMARY KEY (club, role)
);

-- The texts of a file as they stand in it: its head here, then its entries, each with the line break
-- before it; one after another they are the file.
CREATE TABLE scorekeeper.logs (
    club bigint NOT NULL REFERENCES scorekeeper.clubs,
    id text NOT NULL CHECK (id <> ''),
    kind text NOT NULL CHECK (kind IN ('session', 'event')),
    head text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, id)
);

-- `before` and `digest` are worked out of the text: what the entry says of all above it, and what the
-- next one must say of it. Of two who append at once one has the position, and the other is told.
CREATE TABLE scorekeeper.entries (
    club bigint NOT NULL,
    log text NOT NULL,
    position integer NOT NULL,
    block text NOT NULL CHECK (starts_with(block, E'\n[[entry]]') AND strpos(substr(block, 2), E'\n[[entry]]') = 0),
    before text NOT NULL,
    digest text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, log, position),
    FOREIGN KEY (club, log) REFERENCES scorekeeper.logs
);

-- Where the chain of a session does not hold and was taken in (`check --accept`) before it came here:
-- the digest of both digests of an entry and the one above it.
CREATE TABLE scorekeeper.joints (
    club bigint NOT NULL,
    log text NOT NULL,
    joint text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, log, joint),
    FOREIGN KEY (club, log) REFERENCES scorekeeper.logs
);

-- What a log is called and where it lies; the latest row of a log counts.
CREATE TABLE scorekeeper.names (
    club bigint NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL CHECK (kind IN ('session', 'event')),
    name text NOT NULL CHECK (name <> ''),
    log text NOT NULL,
    shelf text NOT NULL CHECK (shelf IN ('standing', 'archive', 'trash', 'gone')),
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, seq),
    FOREIGN KEY (club, log) REFERENCES scorekeeper.logs
);
CREATE INDEX names_of_log ON scorekeeper.names (club, log, seq);
CREATE INDEX names_by_name ON scorekeeper.names (club, kind, shelf, name);

-- The club's own rulesets and its people; the latest row of a name counts, and one without text
-- says that it is gone.
CREATE TABLE scorekeeper.files (
    club bigint NOT NULL REFERENCES scorekeeper.clubs,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL CHECK (kind IN ('ruleset', 'people')),
    name text NOT NULL CHECK (name <> ''),
    text text,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, seq)
);
CREATE INDEX files_by_name ON scorekeeper.files (club, kind, name, seq);


-- --- the chain ----------------------------------------------------------------------------------

-- A head or an entry from its first letter to its mark, `whole = true`; comments below that are no
-- part of it. NULL of one that has no mark.
CREATE FUNCTION scorekeeper.body(block text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN right(block, 14) = E'\nwhole = true\n' THEN left(block, -1)
        ELSE substring(block FROM '^(.*\n[ \t\r\f\v]*whole[ \t\r\f\v]*=[ \t\r\f\v]*true[ \t\r\f\v]*(?:#[^\n]*)?)(?:\n|$)')
    END;

-- The SHA-256 of a text, as sessions hold it.
CREATE FUNCTION scorekeeper.digest(words text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN encode(sha256(convert_to(words, 'UTF8')), 'hex');

CREATE FUNCTION scorekeeper.hold_head() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF scorekeeper.body(NEW.head) IS NULL THEN
        RAISE EXCEPTION 'the head of % does not end with its mark', NEW.id USING ERRCODE = 'SK002';
    END IF;
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    RETURN NEW;
END $$;

-- An entry is the next one of its log, and says the digest of the one above it; the first that says
-- one says that of all above. Whoever looks on is woken: the name of the log says where to look.
CREATE FUNCTION scorekeeper.hold_chain() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    body text := scorekeeper.body(substr(NEW.block, 2));
    last integer;
    above text;
    is_begun boolean;
    wanted text;
BEGIN
    IF body IS NULL THEN
        RAISE EXCEPTION 'entry % of % does not end with its mark', NEW.position, NEW.log USING ERRCODE = 'SK002';
    END IF;
    NEW.before := coalesce(substring(body FROM '\n[ \t]*before[ \t]*=[ \t]*"([0-9a-f]{64})"'), '');
    NEW.digest := scorekeeper.digest(body);
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    SELECT e.position, e.digest, e.before <> '' INTO last, above, is_begun
        FROM scorekeeper.entries e WHERE e.club = NEW.club AND e.log = NEW.log
        ORDER BY e.position DESC LIMIT 1;
    IF NEW.position IS DISTINCT FROM coalesce(last, 0) + 1 THEN
        RAISE EXCEPTION 'entry % of % follows none', NEW.position, NEW.log USING ERRCODE = 'SK001';
    END IF;
    IF last IS NULL THEN
        SELECT scorekeeper.digest(scorekeeper.body(l.head)) INTO above
            FROM scorekeeper.logs l WHERE l.club = NEW.club AND l.id = NEW.log;
    END IF;
    IF NOT coalesce(is_begun, false) THEN
        is_begun := EXISTS (SELECT FROM scorekeeper.entries e
            WHERE e.club = NEW.club AND e.log = NEW.log AND e.before <> '');
    END IF;
    IF is_begun THEN
        wanted := above;
    ELSIF NEW.before <> '' THEN
        SELECT scorekeeper.digest(string_agg(parts.body, E'\n' ORDER BY parts.position)) INTO wanted FROM (
            SELECT 0 AS position, scorekeeper.body(l.head) AS body FROM scorekeeper.logs l
                WHERE l.club = NEW.club AND l.id = NEW.log
            UNION ALL SELECT e.position, scorekeeper.body(substr(e.block, 2)) FROM scorekeeper.entries e
                WHERE e.club = NEW.club AND e.log = NEW.log) AS parts;
    ELSE
        wanted := '';
    END IF;
    IF NEW.before IS DISTINCT FROM wanted AND NOT EXISTS (SELECT FROM scorekeeper.joints j
            WHERE j.club = NEW.club AND j.log = NEW.log AND j.joint = scorekeeper.digest(above || NEW.digest)) THEN
        RAISE EXCEPTION 'entry % of % does not follow from what stands above it', NEW.position, NEW.log
            USING ERRCODE = 'SK002';
    END IF;
    PERFORM pg_notify(c.channel, NEW.log) FROM scorekeeper.clubs c WHERE c.id = NEW.club;
    RETURN NEW;
END $$;

-- A name is that of one log on a shelf. Of two who give it at once one waits for the other. Whoever
-- looks on is woken.
CREATE FUNCTION scorekeeper.hold_name() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(
        concat_ws('/', 'scorekeeper', NEW.club, NEW.kind, NEW.shelf, NEW.name), 0));
    IF NEW.shelf <> 'gone' AND EXISTS (SELECT FROM scorekeeper.names n
            WHERE n.club = NEW.club AND n.kind = NEW.kind AND n.shelf = NEW.shelf AND n.name = NEW.name
            AND n.log <> NEW.log AND NOT EXISTS (SELECT FROM scorekeeper.names later
                WHERE later.club = n.club AND later.log = n.log AND later.seq > n.seq)) THEN
        RAISE EXCEPTION 'there is another % called %', NEW.kind, NEW.name USING ERRCODE = 'SK004';
    END IF;
    PERFORM pg_notify(c.channel, NEW.log) FROM scorekeeper.clubs c WHERE c.id = NEW.club;
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    RETURN NEW;
END $$;

CREATE FUNCTION scorekeeper.sign() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    RETURN NEW;
END $$;

CREATE FUNCTION scorekeeper.refuse() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is only appended to', TG_TABLE_NAME USING ERRCODE = 'SK003';
END $$;

CREATE TRIGGER held BEFORE INSERT ON scorekeeper.logs FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_head();
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.entries FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_chain();
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.names FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_name();
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.files FOR EACH ROW EXECUTE FUNCTION scorekeeper.sign();
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.joints FOR EACH ROW EXECUTE FUNCTION scorekeeper.sign();

-- ALWAYS: also where a session calls itself a replica.
DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY ARRAY['version', 'logs', 'entries', 'joints', 'names', 'files'] LOOP
        EXECUTE format('CREATE TRIGGER appended_only BEFORE UPDATE OR DELETE OR TRUNCATE ON scorekeeper.%I '
            'FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse()', one);
        EXECUTE format('ALTER TABLE scorekeeper.%I ENABLE ALWAYS TRIGGER appended_only', one);
        IF one <> 'version' THEN
            EXECUTE format('ALTER TABLE scorekeeper.%I ENABLE ALWAYS TRIGGER held', one);
        END IF;
    END LOOP;
END $$;


-- --- each club for itself -----------------------------------------------------------------------

ALTER TABLE scorekeeper.clubs ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.members ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.logs ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.joints ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.names ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.files ENABLE ROW LEVEL SECURITY;

-- Which rows of `members` somebody has by a role. Everything else follows from those.
-- (`to_regrole` is NULL of a role that was dropped, where its name alone would be an error.)
CREATE POLICY own ON scorekeeper.members FOR SELECT
    USING (pg_catalog.pg_has_role(pg_catalog.to_regrole(pg_catalog.quote_ident(role))::oid, 'USAGE'));
CREATE POLICY seen ON scorekeeper.clubs FOR SELECT
    USING (id = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m)));

DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY ARRAY['logs', 'entries', 'joints', 'names', 'files'] LOOP
        EXECUTE format('CREATE POLICY seen ON scorekeeper.%I FOR SELECT '
            'USING (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m)))', one);
        EXECUTE format('CREATE POLICY recorded ON scorekeeper.%I FOR INSERT '
            'WITH CHECK (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m WHERE m.may_record)))', one);
    END LOOP;
END $$;

-- Nobody may do anything but by a role of a club.
REVOKE ALL ON SCHEMA scorekeeper FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA scorekeeper FROM PUBLIC;
