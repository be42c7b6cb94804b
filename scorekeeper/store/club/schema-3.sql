-- What the clubs of one database hold, from version 3 on. Sizes and names are limited, an entry that
-- cannot be read can be left out, the names that count now have a table of their own, rows of the
-- league say of which text they are and who kept them, and no trigger notifies: a notification takes
-- a lock of the whole server until the commit is on the disk, so whoever recorded notifies afterwards,
-- in a transaction that writes nothing.


-- --- sizes and names ----------------------------------------------------------------------------

-- As `scorekeeper/limits.py` has them. What is there already is left as it is.
ALTER TABLE scorekeeper.logs
    ADD CONSTRAINT size CHECK (octet_length(head) <= 1048576) NOT VALID,
    ADD CONSTRAINT id CHECK (octet_length(id) <= 2000 AND id !~ '[\x01-\x1f\x7f\u0080-\u009f]') NOT VALID;
ALTER TABLE scorekeeper.entries ADD CONSTRAINT size CHECK (octet_length(block) <= 1048576) NOT VALID;
ALTER TABLE scorekeeper.files
    ADD CONSTRAINT size CHECK (octet_length(text) <= 1048576) NOT VALID,
    ADD CONSTRAINT plain_name CHECK (octet_length(name) <= 200
        AND name !~ '[\\:*?"<>|\x01-\x1f\x7f\u0080-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]'
        AND name !~ '(^|/)([/. -]|$)' AND name !~ '[. ]$') NOT VALID;
ALTER TABLE scorekeeper.joints ADD CONSTRAINT digest CHECK (joint ~ '^[0-9a-f]{64}$') NOT VALID;
ALTER TABLE scorekeeper.names ADD CONSTRAINT plain_name CHECK (octet_length(name) <= 200
    AND name !~ '[/\\:*?"<>|\x01-\x1f\x7f\u0080-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]'
    AND name !~ '^[. -]' AND name !~ '[. ]$') NOT VALID;


-- --- the names that count now -------------------------------------------------------------------

-- What each log is called and where it lies: its latest row in `names`, which a trigger puts here.
CREATE TABLE scorekeeper.called (
    club bigint NOT NULL,
    log text NOT NULL,
    kind text NOT NULL,
    shelf text NOT NULL,
    name text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (club, log),
    FOREIGN KEY (club, log) REFERENCES scorekeeper.logs
);
INSERT INTO scorekeeper.called SELECT DISTINCT ON (club, log) club, log, kind, shelf, name, seq
    FROM scorekeeper.names ORDER BY club, log, seq DESC;
CREATE UNIQUE INDEX called_by_name ON scorekeeper.called (club, kind, shelf, name) WHERE shelf <> 'gone';
DROP INDEX scorekeeper.names_of_log, scorekeeper.names_by_name;

-- A name is that of one log on a shelf. Of two who give it at once one waits for the other.
CREATE FUNCTION scorekeeper.call_log() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.kind IS DISTINCT FROM (SELECT l.kind FROM scorekeeper.logs l WHERE l.club = NEW.club AND l.id = NEW.log) THEN
        RAISE EXCEPTION '% is no %', NEW.log, NEW.kind USING ERRCODE = 'SK002';
    END IF;
    INSERT INTO scorekeeper.called AS c VALUES (NEW.club, NEW.log, NEW.kind, NEW.shelf, NEW.name, NEW.seq)
        ON CONFLICT (club, log) DO UPDATE
        SET kind = excluded.kind, shelf = excluded.shelf, name = excluded.name, seq = excluded.seq
        WHERE excluded.seq > c.seq;
    RETURN NULL;
EXCEPTION WHEN unique_violation THEN
    RAISE EXCEPTION 'there is another % called %', NEW.kind, NEW.name USING ERRCODE = 'SK004';
END $$;
CREATE TRIGGER called AFTER INSERT ON scorekeeper.names FOR EACH ROW EXECUTE FUNCTION scorekeeper.call_log();
ALTER TABLE scorekeeper.names ENABLE ALWAYS TRIGGER called;
DROP TRIGGER held ON scorekeeper.names;
DROP FUNCTION scorekeeper.hold_name();
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.names FOR EACH ROW EXECUTE FUNCTION scorekeeper.sign();
ALTER TABLE scorekeeper.names ENABLE ALWAYS TRIGGER held;


-- --- entries that are left out ------------------------------------------------------------------

-- An entry that the owner of the schema puts here is left out by everybody. One that a recorder puts
-- here because it cannot be read may be passed over by the next entry, and is left out by whoever
-- cannot read it.
CREATE TABLE scorekeeper.aside (
    club bigint NOT NULL,
    log text NOT NULL,
    position integer NOT NULL,
    is_owners boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL DEFAULT session_user,
    PRIMARY KEY (club, log, position, is_owners),
    FOREIGN KEY (club, log) REFERENCES scorekeeper.logs
);

-- The rows of the league are told anew without what the owner left out.
CREATE FUNCTION scorekeeper.hold_aside() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM scorekeeper.entries e
            WHERE e.club = NEW.club AND e.log = NEW.log AND e.position = NEW.position) THEN
        RAISE EXCEPTION 'there is no entry % of %', NEW.position, NEW.log USING ERRCODE = 'SK001';
    END IF;
    NEW.is_owners := pg_has_role(session_user,
        (SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = 'scorekeeper'), 'USAGE');
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    IF NEW.is_owners THEN
        PERFORM scorekeeper.forget_league(NEW.club, NEW.log);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER held BEFORE INSERT ON scorekeeper.aside FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_aside();
CREATE TRIGGER appended_only BEFORE UPDATE OR DELETE OR TRUNCATE ON scorekeeper.aside
    FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();
ALTER TABLE scorekeeper.aside ENABLE ALWAYS TRIGGER held;
ALTER TABLE scorekeeper.aside ENABLE ALWAYS TRIGGER appended_only;

-- An entry is the next one of its log, and says the digest of the one above it, or of the last one
-- that nobody left out; the first that says one says that of all above. A log that would become too
-- large to be read takes none.
CREATE OR REPLACE FUNCTION scorekeeper.hold_chain() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    body text := scorekeeper.body(substr(NEW.block, 2));
    passes boolean;
    out integer[];
    shown record;
    above text;
    wanted text;
BEGIN
    IF body IS NULL THEN
        RAISE EXCEPTION 'entry % of % does not end with its mark', NEW.position, NEW.log USING ERRCODE = 'SK002';
    END IF;
    -- ({64} in the expression would take seven times as long)
    NEW.before := coalesce(substring(body FROM '\n[ \t]*before[ \t]*=[ \t]*"([0-9a-f]+)"'), '');
    NEW.digest := scorekeeper.digest(body);
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    FOREACH passes IN ARRAY ARRAY[false, true] LOOP
        out := ARRAY(SELECT a.position FROM scorekeeper.aside a
            WHERE a.club = NEW.club AND a.log = NEW.log AND (a.is_owners OR passes));
        SELECT coalesce(max(e.position), 0) AS position, max(e.position) FILTER (WHERE e.position <> ALL (out)) AS last,
                count(*) AS entries, coalesce(sum(octet_length(e.block)), 0) AS bytes,
                coalesce(bool_or(e.before <> '') FILTER (WHERE e.position <> ALL (out)), false) AS is_begun INTO shown
            FROM scorekeeper.entries e WHERE e.club = NEW.club AND e.log = NEW.log;
        IF NEW.position IS DISTINCT FROM shown.position + 1 THEN
            RAISE EXCEPTION 'entry % of % follows none', NEW.position, NEW.log USING ERRCODE = 'SK001';
        END IF;
        above := coalesce(
            (SELECT e.digest FROM scorekeeper.entries e
                WHERE e.club = NEW.club AND e.log = NEW.log AND e.position = shown.last),
            (SELECT scorekeeper.digest(scorekeeper.body(l.head)) FROM scorekeeper.logs l
                WHERE l.club = NEW.club AND l.id = NEW.log));
        IF shown.is_begun THEN
            wanted := above;
        ELSIF NEW.before = '' THEN
            wanted := '';
        ELSE
            SELECT scorekeeper.digest(string_agg(parts.body, E'\n' ORDER BY parts.position)) INTO wanted FROM (
                SELECT 0 AS position, scorekeeper.body(l.head) AS body FROM scorekeeper.logs l
                    WHERE l.club = NEW.club AND l.id = NEW.log
                UNION ALL SELECT e.position, scorekeeper.body(substr(e.block, 2)) FROM scorekeeper.entries e
                    WHERE e.club = NEW.club AND e.log = NEW.log AND e.position <> ALL (out)) AS parts;
        END IF;
        IF NEW.before = wanted OR EXISTS (SELECT FROM scorekeeper.joints j
                WHERE j.club = NEW.club AND j.log = NEW.log AND j.joint = scorekeeper.digest(above || NEW.digest)) THEN
            IF shown.entries < 10000 AND shown.bytes + octet_length(NEW.block) <= 1048576 THEN
                RETURN NEW; -- a head is no larger than that
            END IF;
            SELECT count(*) AS entries, sum(octet_length(e.block)) + octet_length(NEW.block) + (SELECT octet_length(l.head)
                    FROM scorekeeper.logs l WHERE l.club = NEW.club AND l.id = NEW.log) AS bytes INTO shown
                FROM scorekeeper.entries e WHERE e.club = NEW.club AND e.log = NEW.log
                AND NOT EXISTS (SELECT FROM scorekeeper.aside a WHERE a.club = e.club AND a.log = e.log
                    AND a.position = e.position AND a.is_owners);
            IF shown.entries < 10000 AND shown.bytes <= 2097152 THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION '% is full: it has % entries, and % bytes with this one', NEW.log, shown.entries, shown.bytes
                USING ERRCODE = 'SK005';
        END IF;
    END LOOP;
    RAISE EXCEPTION 'entry % of % does not follow from what stands above it', NEW.position, NEW.log
        USING ERRCODE = 'SK002';
END $$;

-- --- the rows of the league ---------------------------------------------------------------------

-- Rows say of which text they are: `told` and `digest` are the position and the digest of the last
-- entry that they know of; `at` and `by` say who kept them, and when. What was kept before says
-- none of that, and is told anew. Standings are asked of the rows, and added up nowhere.
DELETE FROM scorekeeper.evenings;
DELETE FROM scorekeeper.players;
DELETE FROM scorekeeper.contracts;
DELETE FROM scorekeeper.declared;
DROP TABLE scorekeeper.standings;
DROP FUNCTION scorekeeper.add_up(bigint, text, jsonb);
ALTER TABLE scorekeeper.evenings
    ADD COLUMN digest text NOT NULL,
    ADD COLUMN at timestamptz NOT NULL,
    ADD COLUMN by text NOT NULL,
    ADD COLUMN played_on date,
    ADD COLUMN begun_at timestamptz;
-- `again` is true of the row of somebody who left a seat and has another row in that session: who
-- sits there, or left, twice was there once.
ALTER TABLE scorekeeper.players ADD COLUMN again boolean;
DROP INDEX scorekeeper.players_of_club;
CREATE INDEX players_of_club ON scorekeeper.players (club, game, player) INCLUDE (session, number, seated, side, day,
    counts, finished, early, of_match, place, shared, ranked_by, result, deals, points, again);

-- Every number is one: no NaN, and nothing that a sum does not hold (`league/evening.py`).
DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT c.table_name, c.column_name FROM information_schema.columns c
            WHERE c.table_schema = 'scorekeeper' AND c.data_type = 'double precision' LOOP
        EXECUTE format('ALTER TABLE scorekeeper.%I ADD CONSTRAINT %I CHECK (%I BETWEEN -1e30 AND 1e30)',
            one.table_name, one.column_name || '_is_number', one.column_name);
    END LOOP;
END $$;

DROP FUNCTION scorekeeper.forget_league(bigint, text, jsonb);
-- Takes the rows of a session away.
CREATE FUNCTION scorekeeper.forget_league(of_club bigint, log text) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM scorekeeper.evenings WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.players WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.contracts WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.declared WHERE club = of_club AND session = log;
END $$;

-- `day` and `begun` as PostgreSQL has them; NULL of what a session says that is none.
CREATE FUNCTION scorekeeper.date_them() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.played_on := NEW.day::date;
    NEW.begun_at := NEW.begun::timestamptz;
    RETURN NEW;
EXCEPTION WHEN data_exception THEN
    NEW.played_on := NULL;
    NEW.begun_at := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER dated BEFORE INSERT ON scorekeeper.evenings FOR EACH ROW EXECUTE FUNCTION scorekeeper.date_them();

-- Puts the rows of a session, which were told of its entries up to `told`, in the place of those that
-- were there; false where others were appended since, where the session does not count any more, or
-- where they are of another session, which has got the name of this one since they were asked for.
-- It acts as the owner, since nobody else may change a row: for whoever may record in that club.
CREATE OR REPLACE FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    key jsonb;
    last record;
BEGIN
    IF NOT EXISTS (SELECT FROM scorekeeper.members m WHERE m.club = of_club AND m.may_record
            AND pg_has_role(session_user, to_regrole(quote_ident(m.role))::oid, 'USAGE')) THEN
        RAISE EXCEPTION '% may not record in this club', session_user USING ERRCODE = '42501';
    END IF;
    PERFORM scorekeeper.hold_league(of_club, log);
    IF rows #>> '{evenings,0,id}' IS DISTINCT FROM log OR NOT EXISTS (SELECT FROM scorekeeper.called c
            WHERE c.club = of_club AND c.log = keep_league.log AND c.kind = 'session'
            AND c.shelf IN ('standing', 'archive')) THEN
        RETURN false;
    END IF;
    SELECT e.position, e.digest INTO last FROM scorekeeper.entries e
        WHERE e.club = of_club AND e.log = keep_league.log ORDER BY e.position DESC LIMIT 1;
    IF NOT FOUND THEN
        SELECT 0 AS position, scorekeeper.digest(scorekeeper.body(l.head)) AS digest INTO last
            FROM scorekeeper.logs l WHERE l.club = of_club AND l.id = keep_league.log;
    END IF;
    IF told IS DISTINCT FROM last.position THEN
        RETURN false;
    END IF;
    key := jsonb_build_object('club', of_club, 'session', log, 'told', told, 'digest', last.digest,
        'at', clock_timestamp(), 'by', session_user, 'again', NULL);
    PERFORM scorekeeper.forget_league(of_club, log);
    INSERT INTO scorekeeper.evenings SELECT r.* FROM jsonb_array_elements(rows -> 'evenings') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.evenings, one || key) r;
    INSERT INTO scorekeeper.players SELECT r.* FROM jsonb_array_elements(rows -> 'players') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.players, one || key) r;
    UPDATE scorekeeper.players p SET again = true WHERE p.club = of_club AND p.session = log AND NOT p.seated
        AND EXISTS (SELECT FROM scorekeeper.players o WHERE o.club = of_club AND o.session = log
            AND o.player = p.player AND (o.seated OR o.number < p.number));
    IF rows -> 'contracts' <> '[]' THEN
        INSERT INTO scorekeeper.contracts SELECT r.* FROM jsonb_array_elements(rows -> 'contracts') one,
            LATERAL jsonb_populate_record(NULL::scorekeeper.contracts, one || key) r;
    END IF;
    IF rows -> 'declared' <> '[]' THEN
        INSERT INTO scorekeeper.declared SELECT r.* FROM jsonb_array_elements(rows -> 'declared') one,
            LATERAL jsonb_populate_record(NULL::scorekeeper.declared, one || key) r;
    END IF;
    RETURN true;
END $$;

-- A session in the trash is of no league; once it is brought back its rows are told anew.
CREATE OR REPLACE FUNCTION scorekeeper.leave_league() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM scorekeeper.hold_league(NEW.club, NEW.log);
    PERFORM scorekeeper.forget_league(NEW.club, NEW.log);
    RETURN NULL;
END $$;


-- --- each club for itself -----------------------------------------------------------------------

ALTER TABLE scorekeeper.called ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorekeeper.aside ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON scorekeeper.called FOR SELECT
    USING (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m)));
CREATE POLICY seen ON scorekeeper.aside FOR SELECT
    USING (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m)));
CREATE POLICY recorded ON scorekeeper.aside FOR INSERT
    WITH CHECK (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m WHERE m.may_record)));

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA scorekeeper FROM PUBLIC;
