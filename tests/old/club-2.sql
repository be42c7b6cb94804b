--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA scorekeeper;


CREATE FUNCTION scorekeeper.add_up(of_club bigint, log text, people jsonb) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    INSERT INTO scorekeeper.standings AS s
    SELECT of_club, game, player, bool_or(sign > 0)::integer - bool_or(sign < 0)::integer,
        coalesce(sum(sign) FILTER (WHERE place = 1 AND NOT changed.shared AND NOT early), 0),
        coalesce(sum(sign) FILTER (WHERE place = 1 AND changed.shared AND NOT early), 0),
        sum(sign * deals), sum(sign * points),
        coalesce(sum(sign) FILTER (WHERE seated AND of_match), 0),
        coalesce(sum(sign * result) FILTER (WHERE of_match), 0)
    FROM (
        SELECT -1 AS sign, p.game, p.player, p.seated, p.counts, p.early, p.of_match, p.place, p.shared, p.result,
            p.deals, p.points FROM scorekeeper.players p WHERE p.club = of_club AND p.session = log
        UNION ALL SELECT 1, p.* FROM jsonb_to_recordset(people) AS p (game text, player text, seated boolean,
            counts boolean, early boolean, of_match boolean, place integer, shared boolean, result double precision,
            deals integer, points double precision)
    ) AS changed
    WHERE counts GROUP BY game, player ORDER BY game, player
    ON CONFLICT (club, game, player) DO UPDATE SET
        evenings = s.evenings + excluded.evenings, wins = s.wins + excluded.wins,
        shared = s.shared + excluded.shared, deals = s.deals + excluded.deals,
        points = s.points + excluded.points, matches = s.matches + excluded.matches,
        result = s.result + excluded.result
$$;


CREATE FUNCTION scorekeeper.body(block text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ("right"(block, 14) = '
whole = true
'::text) THEN "left"(block, '-1'::integer) ELSE "substring"(block, '^(.*\n[ \t\r\f\v]*whole[ \t\r\f\v]*=[ \t\r\f\v]*true[ \t\r\f\v]*(?:#[^\n]*)?)(?:\n|$)'::text) END;


CREATE FUNCTION scorekeeper.digest(words text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN encode(sha256(convert_to(words, 'UTF8'::name)), 'hex'::text);


CREATE FUNCTION scorekeeper.forget_league(of_club bigint, log text, people jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM scorekeeper.add_up(of_club, log, people);
    DELETE FROM scorekeeper.evenings WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.players WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.contracts WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.declared WHERE club = of_club AND session = log;
END $$;


CREATE FUNCTION scorekeeper.hold_chain() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


CREATE FUNCTION scorekeeper.hold_head() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF scorekeeper.body(NEW.head) IS NULL THEN
        RAISE EXCEPTION 'the head of % does not end with its mark', NEW.id USING ERRCODE = 'SK002';
    END IF;
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    RETURN NEW;
END $$;


CREATE FUNCTION scorekeeper.hold_league(of_club bigint, log text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'scorekeeper', of_club, 'league', log), 0))
$$;


CREATE FUNCTION scorekeeper.hold_name() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


CREATE FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    key jsonb := jsonb_build_object('club', of_club, 'session', log, 'told', told);
BEGIN
    IF NOT EXISTS (SELECT FROM scorekeeper.members m WHERE m.club = of_club AND m.may_record
            AND pg_has_role(session_user, to_regrole(quote_ident(m.role))::oid, 'USAGE')) THEN
        RAISE EXCEPTION '% may not record in this club', session_user USING ERRCODE = '42501';
    END IF;
    PERFORM scorekeeper.hold_league(of_club, log);
    IF rows #>> '{evenings,0,id}' IS DISTINCT FROM log THEN
        RETURN false;
    END IF;
    IF told IS DISTINCT FROM (SELECT coalesce(max(e.position), 0) FROM scorekeeper.entries e
            WHERE e.club = of_club AND e.log = keep_league.log)
        OR coalesce((SELECT n.shelf FROM scorekeeper.names n
            WHERE n.club = of_club AND n.log = keep_league.log AND n.kind = 'session'
            ORDER BY n.seq DESC LIMIT 1), 'gone') NOT IN ('standing', 'archive') THEN
        RETURN false;
    END IF;
    PERFORM scorekeeper.forget_league(of_club, log, rows -> 'players');
    INSERT INTO scorekeeper.evenings SELECT r.* FROM jsonb_array_elements(rows -> 'evenings') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.evenings, one || key) r;
    INSERT INTO scorekeeper.players SELECT r.* FROM jsonb_array_elements(rows -> 'players') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.players, one || key) r;
    INSERT INTO scorekeeper.contracts SELECT r.* FROM jsonb_array_elements(rows -> 'contracts') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.contracts, one || key) r;
    INSERT INTO scorekeeper.declared SELECT r.* FROM jsonb_array_elements(rows -> 'declared') one,
        LATERAL jsonb_populate_record(NULL::scorekeeper.declared, one || key) r;
    RETURN true;
END $$;


CREATE FUNCTION scorekeeper.leave_league() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM scorekeeper.hold_league(NEW.club, NEW.log);
    PERFORM scorekeeper.forget_league(NEW.club, NEW.log, '[]');
    RETURN NULL;
END $$;


CREATE FUNCTION scorekeeper.refuse() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    RAISE EXCEPTION '% is only appended to', TG_TABLE_NAME USING ERRCODE = 'SK003';
END $$;


CREATE FUNCTION scorekeeper.sign() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.at := clock_timestamp();
    NEW.by := session_user;
    RETURN NEW;
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE scorekeeper.clubs (
    id bigint NOT NULL,
    name text NOT NULL,
    channel text DEFAULT ('scorekeeper_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) NOT NULL
);


ALTER TABLE scorekeeper.clubs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME scorekeeper.clubs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


CREATE TABLE scorekeeper.contracts (
    club bigint NOT NULL,
    session text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    contract text NOT NULL COLLATE pg_catalog."C",
    deals integer NOT NULL,
    quota double precision NOT NULL,
    taken double precision NOT NULL,
    squares double precision NOT NULL,
    met integer NOT NULL,
    points double precision NOT NULL
);


CREATE TABLE scorekeeper.declared (
    club bigint NOT NULL,
    session text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    contract text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    deals integer NOT NULL,
    points double precision NOT NULL
);


CREATE TABLE scorekeeper.entries (
    club bigint NOT NULL,
    log text NOT NULL,
    "position" integer NOT NULL,
    block text NOT NULL,
    before text NOT NULL,
    digest text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL,
    CONSTRAINT entries_block_check CHECK ((starts_with(block, '
[[entry]]'::text) AND (strpos(substr(block, 2), '
[[entry]]'::text) = 0)))
);


CREATE TABLE scorekeeper.evenings (
    club bigint NOT NULL,
    session text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    evening text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    begun text NOT NULL COLLATE pg_catalog."C",
    counts boolean NOT NULL,
    finished boolean NOT NULL,
    early boolean NOT NULL,
    of_match boolean NOT NULL,
    lowest boolean NOT NULL,
    deals integer NOT NULL,
    told integer NOT NULL,
    kind text NOT NULL,
    line text NOT NULL
);


CREATE TABLE scorekeeper.files (
    club bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    text text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL,
    CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['ruleset'::text, 'people'::text]))),
    CONSTRAINT files_name_check CHECK ((name <> ''::text))
);


ALTER TABLE scorekeeper.files ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME scorekeeper.files_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


CREATE TABLE scorekeeper.joints (
    club bigint NOT NULL,
    log text NOT NULL,
    joint text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL
);


CREATE TABLE scorekeeper.logs (
    club bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    head text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL,
    CONSTRAINT logs_id_check CHECK ((id <> ''::text)),
    CONSTRAINT logs_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'event'::text])))
);


CREATE TABLE scorekeeper.members (
    club bigint NOT NULL,
    role text NOT NULL,
    may_record boolean NOT NULL
);


CREATE TABLE scorekeeper.names (
    club bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    log text NOT NULL,
    shelf text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL,
    CONSTRAINT names_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'event'::text]))),
    CONSTRAINT names_name_check CHECK ((name <> ''::text)),
    CONSTRAINT names_shelf_check CHECK ((shelf = ANY (ARRAY['standing'::text, 'archive'::text, 'trash'::text, 'gone'::text])))
);


ALTER TABLE scorekeeper.names ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME scorekeeper.names_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


CREATE TABLE scorekeeper.players (
    club bigint NOT NULL,
    session text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    seated boolean NOT NULL,
    seat integer NOT NULL,
    side integer NOT NULL,
    game text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    begun text NOT NULL COLLATE pg_catalog."C",
    counts boolean NOT NULL,
    finished boolean NOT NULL,
    early boolean NOT NULL,
    of_match boolean NOT NULL,
    lowest boolean NOT NULL,
    place integer,
    shared boolean NOT NULL,
    ranked_by double precision,
    result double precision,
    deals integer NOT NULL,
    points double precision NOT NULL,
    best_deal double precision,
    best_deal_number integer,
    worst_deal double precision,
    worst_deal_number integer
);


CREATE TABLE scorekeeper.standings (
    club bigint NOT NULL,
    game text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    evenings integer NOT NULL,
    wins integer NOT NULL,
    shared integer NOT NULL,
    deals bigint NOT NULL,
    points double precision NOT NULL,
    matches integer NOT NULL,
    result double precision NOT NULL
);


CREATE TABLE scorekeeper.version (
    number integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text DEFAULT SESSION_USER NOT NULL
);


INSERT INTO scorekeeper.clubs (id, name, channel) OVERRIDING SYSTEM VALUE VALUES
	(1, 'bridge', 'scorekeeper_a6b86797332a441684c3fce5d733cd38'),
	(2, 'whist', 'scorekeeper_39801376835d43479411defbc905f794');


INSERT INTO scorekeeper.contracts (club, session, game, contract, deals, quota, taken, squares, met, points) VALUES
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 'endless', 'plus', 1, 8, 4, 16, 0, -4),
	(1, '0639e262e4dd25961d80f90acc51ed99', 'endless', 'plus', 1, 8, 4, 16, 0, -4),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 'endless', 'plus', 1, 8, 4, 16, 0, -4),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'endless', 'minus', 1, 4, 4, 16, 1, 0),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'endless', 'plus', 2, 16, 10, 52, 0, -6);


INSERT INTO scorekeeper.declared (club, session, game, contract, number, player, deals, points) VALUES
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 'endless', 'plus', 1, 'Bo', 1, -4),
	(1, '0639e262e4dd25961d80f90acc51ed99', 'endless', 'plus', 1, 'Bo', 1, -4),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 'endless', 'plus', 1, 'Bo', 1, -4),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'endless', 'minus', 2, 'Cleo', 1, 0),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'endless', 'plus', 0, 'Ann', 1, -2),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'endless', 'plus', 1, 'Bo', 1, -4);


INSERT INTO scorekeeper.entries (club, log, "position", block, before, digest, at, by) VALUES
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 1, '
[[entry]]
what = "deal"
number = 1
at = "2026-11-24T16:09:14Z"
id = "dbcabd507fda7e64"
before = "95e2f2fba11919bf478b4b92047d7d08e61f8be2e643a90274ef18955fecc93c"
facts.contract = "plus"
facts.tricks = [8, 4, 4]
whole = true
', '95e2f2fba11919bf478b4b92047d7d08e61f8be2e643a90274ef18955fecc93c', 'a8784040a85a6652263b8a4934f2eeeb11f84613b06e57ae6ecf34f1bdf0915b', '2026-11-24 16:09:14.947746+00', 'anna'),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 2, '
[[entry]]
what = "deal"
number = 2
at = "2026-11-24T16:09:14Z"
id = "3d4e3d588e9dfd7b"
before = "a8784040a85a6652263b8a4934f2eeeb11f84613b06e57ae6ecf34f1bdf0915b"
facts.contract = "minus"
facts.tricks = [6, 6, 4]
whole = true
', 'a8784040a85a6652263b8a4934f2eeeb11f84613b06e57ae6ecf34f1bdf0915b', 'b36a54395071aa9e33b74b36bc5a7b35ecc13852c1908f6c5c11e7e111daed91', '2026-11-24 16:09:14.965035+00', 'anna'),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 3, '
[[entry]]
what = "note"
number = 3
at = "2026-11-24T16:09:14Z"
id = "c5c0711c1a4f5a05"
before = "b36a54395071aa9e33b74b36bc5a7b35ecc13852c1908f6c5c11e7e111daed91"
facts.text = "hello"
whole = true
', 'b36a54395071aa9e33b74b36bc5a7b35ecc13852c1908f6c5c11e7e111daed91', 'feac2c541c5078cab9f21f726c795b74a3a055944ab17ad5e268713b4c928177', '2026-11-24 16:09:14.986485+00', 'anna'),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 4, '
[[entry]]
what = "deal"
number = 3
at = "2026-11-24T16:09:15Z"
id = "1280b66387ab27d0"
before = "feac2c541c5078cab9f21f726c795b74a3a055944ab17ad5e268713b4c928177"
facts.contract = "plus"
facts.tricks = [6, 5, 5]
whole = true
', 'feac2c541c5078cab9f21f726c795b74a3a055944ab17ad5e268713b4c928177', '4d9496d872dd51c767e6e503beb9488b314ddb6c03bcfbf0a4a11600acd98edc', '2026-11-24 16:09:15.029306+00', 'bo'),
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 1, '
[[entry]]
what = "deal"
number = 1
at = "2026-11-24T16:09:15Z"
id = "f70c0d9621a157c4"
before = "b17ac9d2fd63ada16d62365ea07677bbd18a582a5120d00f08646c693dc31121"
facts.contract = "plus"
facts.tricks = [8, 4, 4]
whole = true
', 'b17ac9d2fd63ada16d62365ea07677bbd18a582a5120d00f08646c693dc31121', 'ec7530a2b7409092460ffaeda4c18101d793ffd714edf5b3c3b972aa24aa3320', '2026-11-24 16:09:15.157116+00', 'bo'),
	(1, 'e12a6cc119951ca98a1a37fc64ddf977', 1, '
[[entry]]
what = "deal"
number = 1
at = "2026-11-24T16:09:15Z"
id = "afabe1a819f90469"
before = "4717572663777b25d62dbe3fda054d859e30dadd88045b4c24a84cefddd7c8ac"
facts.contract = "plus"
facts.tricks = [8, 4, 4]
whole = true
', '4717572663777b25d62dbe3fda054d859e30dadd88045b4c24a84cefddd7c8ac', 'a23c0167d7b989d00faa3c420edd2a88bd66bea12eae66781de7c724a35e7c86', '2026-11-24 16:09:15.31423+00', 'anna'),
	(1, '0639e262e4dd25961d80f90acc51ed99', 1, '
[[entry]]
what = "deal"
number = 1
at = "2026-11-24T16:09:15Z"
id = "affdeb7c6bdb609e"
before = "39b9dac713741f83f8aadbb89ff4822d60f642bd559179bd9f7bd084589c0f4f"
facts.contract = "plus"
facts.tricks = [8, 4, 4]
whole = true
', '39b9dac713741f83f8aadbb89ff4822d60f642bd559179bd9f7bd084589c0f4f', '267f67bb4900cfa001effe6a862b5b8c9b206d285ee9f1dd0bdf0d7a98e6ba6e', '2026-11-24 16:09:15.439348+00', 'bo'),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 1, '
[[entry]]
what = "deal"
number = 1
at = "2026-11-24T16:09:15Z"
id = "3c8c4d4506fa5ddf"
before = "ea28678e0c7d70bc003c9e02429c653683bf8c69dce062619d23dd034d1d9659"
facts.contract = "plus"
facts.tricks = [8, 4, 4]
whole = true
', 'ea28678e0c7d70bc003c9e02429c653683bf8c69dce062619d23dd034d1d9659', '0b11c24e30332fafc7ccebf0414cf91d156d0cb63418ba0719e23cab7e86ed3b', '2026-11-24 16:09:15.564166+00', 'bo'),
	(1, '0639e262e4dd25961d80f90acc51ed99', 2, '
[[entry]]
what = @@
before = "267f67bb4900cfa001effe6a862b5b8c9b206d285ee9f1dd0bdf0d7a98e6ba6e"
whole = true
', '267f67bb4900cfa001effe6a862b5b8c9b206d285ee9f1dd0bdf0d7a98e6ba6e', '0f8f54dff509905ff36fd2ca9d89301ad5eb92d0547a16fddde5c877ce2f7396', '2026-11-24 16:09:15.618591+00', 'bo');


INSERT INTO scorekeeper.evenings (club, session, id, evening, game, day, begun, counts, finished, early, of_match, lowest, deals, told, kind, line) VALUES
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 'b130bf4432c22dca9348a2454cf56dd9', '', 'endless', '2026-01-10', '2026-01-10', true, false, false, false, false, 1, 1, '0.1.0/14', '["endless","2026-01-10",["Ann","Bo","Cleo"],[[0],[1],[2]],[0],false,false,1,[4,-4,0],[4,-4,0],{"plus":[1,8,4,16,0,-4]},0,false,[],false,0,"b130bf4432c22dca9348a2454cf56dd9",1,"2026-11-24T16:09:15Z",[],"",0,[],false,[[4,1,4,1],[-4,1,-4,1],[0,1,0,1]],{"plus":[1,1,-4]},""]'),
	(1, '0639e262e4dd25961d80f90acc51ed99', '0639e262e4dd25961d80f90acc51ed99', '', 'endless', '2026-01-12', '2026-01-12', true, false, false, false, false, 1, 1, '0.1.0/14', '["endless","2026-01-12",["Ann","Bo","Dan"],[[0],[1],[2]],[0],false,false,1,[4,-4,0],[4,-4,0],{"plus":[1,8,4,16,0,-4]},0,false,[],false,0,"0639e262e4dd25961d80f90acc51ed99",1,"2026-11-24T16:09:15Z",[],"",0,[],false,[[4,1,4,1],[-4,1,-4,1],[0,1,0,1]],{"plus":[1,1,-4]},""]'),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', '4ddd67bbb83d839e05e96a519d5b3e73', '', 'endless', '2026-01-13', '2026-01-13', true, false, false, false, false, 1, 1, '0.1.0/14', '["endless","2026-01-13",["Ann","Bo","Dan"],[[0],[1],[2]],[0],false,false,1,[4,-4,0],[4,-4,0],{"plus":[1,8,4,16,0,-4]},0,false,[],false,0,"4ddd67bbb83d839e05e96a519d5b3e73",1,"2026-11-24T16:09:15Z",[],"",0,[],false,[[4,1,4,1],[-4,1,-4,1],[0,1,0,1]],{"plus":[1,1,-4]},""]'),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', '8bce2f3e8fc919d1ba3ed74fbd31b4df', '', 'endless', '2026-01-09', '2026-01-09', true, false, false, false, false, 3, 4, '0.1.0/14', '["endless","2026-01-09",["Ann","Bo","Cleo"],[[0],[1],[2]],[0],false,false,3,[2,-3,1],[2,-3,1],{"plus":[2,16,10,52,0,-6],"minus":[1,4,4,16,1,0]},0,false,[],false,0,"8bce2f3e8fc919d1ba3ed74fbd31b4df",4,"2026-11-24T16:09:15Z",[],"",0,[],false,[[4,1,-2,3],[1,3,-4,1],[1,3,0,1]],{"plus":[1,1,-4,0,1,-2],"minus":[2,1,0]},""]');


INSERT INTO scorekeeper.files (club, seq, kind, name, text, at, by) OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'ruleset', 'endless', '# A game without an end, for measuring long sessions: two contracts, always free to pick.
format = 1
name = "A game without an end"
players = 3
pack = "french-52"
hand = 16
talon = 4

[deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[roles]
declarer = "declarer"
others = "others"

[count.tricks]
name = "tricks"
total = 16

[contract.plus]
quota = { declarer = 8, others = 4 }
points = "tricks - quota"

[contract.minus]
quota = { declarer = 4, others = 6 }
points = "quota - tricks"

[promise]
sum = 0
', '2026-11-24 16:09:14.751152+00', 'anna'),
	(1, 2, 'people', 'people', '# Who is who, a person a line, with the other names they have played under. A line may be mended by
# hand, and `scorekeeper people` then says whether everything is understood.
format = 1

[people]
"Cleo" = ["Klio"]
', '2026-11-24 16:09:15.5964+00', 'bo');


--
-- Data for Name: logs; Type: TABLE DATA; Schema: scorekeeper; Owner: -
--

INSERT INTO scorekeeper.logs (club, id, kind, head, at, by) VALUES
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'session', '# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
format = 2
id = "8bce2f3e8fc919d1ba3ed74fbd31b4df"
name = "friday"
game = "endless"
created = "2026-11-24T16:09:14Z"
date = "2026-01-09"
people = ["Ann", "Bo", "Cleo"]
seats.order = ["Ann", "Bo", "Cleo"]
seats.dealer = "Ann"

[options]

[rules]
format = 1
name = "A game without an end"
players = 3
hand = 16
talon = 4

[rules.pack]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[rules.pack.name]
en = "the international 52-card pack"
fr = "le jeu international de 52 cartes"
sv = "den internationella leken med 52 kort"

[rules.pack.rank_aliases]
T = "10"
1 = "A"

[rules.pack.fillers]
en = [
    "of",
    "the",
]
fr = [
    "de",
    "du",
    "le",
    "la",
    "l",
]

[rules.pack.rank.A.letter]
en = "A"
fr = "A"
sv = "E"

[rules.pack.rank.A.words]
en = "ace"
fr = "as"
sv = [
    "ess",
    "äss",
]

[rules.pack.rank.K.letter]
en = "K"
fr = "R"
sv = "K"

[rules.pack.rank.K.words]
en = "king"
fr = "roi"
sv = "kung"

[rules.pack.rank.Q.letter]
en = "Q"
fr = "D"
sv = "D"

[rules.pack.rank.Q.words]
en = "queen"
fr = "dame"
sv = [
    "dam",
    "drottning",
]

[rules.pack.rank.J.letter]
en = "J"
fr = "V"
sv = "Kn"

[rules.pack.rank.J.words]
en = [
    "jack",
    "knave",
]
fr = "valet"
sv = "knekt"

[rules.pack.rank.10.words]
en = "ten"
fr = "dix"
sv = [
    "tia",
    "tio",
]

[rules.pack.rank.9.words]
en = "nine"
fr = "neuf"
sv = [
    "nia",
    "nio",
]

[rules.pack.rank.8.words]
en = "eight"
fr = "huit"
sv = [
    "åtta",
]

[rules.pack.rank.7.words]
en = "seven"
fr = "sept"
sv = [
    "sjua",
    "sju",
]

[rules.pack.rank.6.words]
en = "six"
fr = "six"
sv = [
    "sexa",
    "sex",
]

[rules.pack.rank.5.words]
en = "five"
fr = "cinq"
sv = [
    "femma",
    "fem",
]

[rules.pack.rank.4.words]
en = "four"
fr = "quatre"
sv = [
    "fyra",
]

[rules.pack.rank.3.words]
en = "three"
fr = "trois"
sv = [
    "trea",
    "tre",
]

[rules.pack.rank.2.words]
en = [
    "two",
    "deuce",
]
fr = "deux"
sv = [
    "tvåa",
    "två",
]

[rules.pack.suit.clubs]
letter = "C"
symbol = "♣"

[rules.pack.suit.clubs.words]
en = [
    "clubs",
    "club",
]
fr = [
    "trèfle",
    "trèfles",
]
sv = [
    "klöver",
]

[rules.pack.suit.diamonds]
letter = "D"
symbol = "♦"

[rules.pack.suit.diamonds.words]
en = [
    "diamonds",
    "diamond",
]
fr = [
    "carreau",
    "carreaux",
]
sv = [
    "ruter",
]

[rules.pack.suit.hearts]
letter = "H"
symbol = "♥"

[rules.pack.suit.hearts.words]
en = [
    "hearts",
    "heart",
]
fr = [
    "cœur",
    "cœurs",
    "coeur",
    "coeurs",
]
sv = [
    "hjärter",
]

[rules.pack.suit.spades]
letter = "S"
symbol = "♠"

[rules.pack.suit.spades.words]
en = [
    "spades",
    "spade",
]
fr = [
    "pique",
    "piques",
]
sv = [
    "spader",
]

[rules.deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[rules.roles]
declarer = "declarer"
others = "others"

[rules.count.tricks]
name = "tricks"
total = 16

[rules.contract.plus]
points = "tricks - quota"

[rules.contract.plus.quota]
declarer = 8
others = 4

[rules.contract.minus]
points = "quota - tricks"

[rules.contract.minus.quota]
declarer = 4
others = 6

[rules.promise]
sum = 0

[head]
whole = true
', '2026-11-24 16:09:14.867592+00', 'anna'),
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 'session', '# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
format = 2
id = "b130bf4432c22dca9348a2454cf56dd9"
name = "herd"
game = "endless"
created = "2026-11-24T16:09:15Z"
date = "2026-01-10"
people = ["Ann", "Bo", "Cleo"]
seats.order = ["Ann", "Bo", "Cleo"]
seats.dealer = "Ann"

[options]

[rules]
format = 1
name = "A game without an end"
players = 3
hand = 16
talon = 4

[rules.pack]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[rules.pack.name]
en = "the international 52-card pack"
fr = "le jeu international de 52 cartes"
sv = "den internationella leken med 52 kort"

[rules.pack.rank_aliases]
T = "10"
1 = "A"

[rules.pack.fillers]
en = [
    "of",
    "the",
]
fr = [
    "de",
    "du",
    "le",
    "la",
    "l",
]

[rules.pack.rank.A.letter]
en = "A"
fr = "A"
sv = "E"

[rules.pack.rank.A.words]
en = "ace"
fr = "as"
sv = [
    "ess",
    "äss",
]

[rules.pack.rank.K.letter]
en = "K"
fr = "R"
sv = "K"

[rules.pack.rank.K.words]
en = "king"
fr = "roi"
sv = "kung"

[rules.pack.rank.Q.letter]
en = "Q"
fr = "D"
sv = "D"

[rules.pack.rank.Q.words]
en = "queen"
fr = "dame"
sv = [
    "dam",
    "drottning",
]

[rules.pack.rank.J.letter]
en = "J"
fr = "V"
sv = "Kn"

[rules.pack.rank.J.words]
en = [
    "jack",
    "knave",
]
fr = "valet"
sv = "knekt"

[rules.pack.rank.10.words]
en = "ten"
fr = "dix"
sv = [
    "tia",
    "tio",
]

[rules.pack.rank.9.words]
en = "nine"
fr = "neuf"
sv = [
    "nia",
    "nio",
]

[rules.pack.rank.8.words]
en = "eight"
fr = "huit"
sv = [
    "åtta",
]

[rules.pack.rank.7.words]
en = "seven"
fr = "sept"
sv = [
    "sjua",
    "sju",
]

[rules.pack.rank.6.words]
en = "six"
fr = "six"
sv = [
    "sexa",
    "sex",
]

[rules.pack.rank.5.words]
en = "five"
fr = "cinq"
sv = [
    "femma",
    "fem",
]

[rules.pack.rank.4.words]
en = "four"
fr = "quatre"
sv = [
    "fyra",
]

[rules.pack.rank.3.words]
en = "three"
fr = "trois"
sv = [
    "trea",
    "tre",
]

[rules.pack.rank.2.words]
en = [
    "two",
    "deuce",
]
fr = "deux"
sv = [
    "tvåa",
    "två",
]

[rules.pack.suit.clubs]
letter = "C"
symbol = "♣"

[rules.pack.suit.clubs.words]
en = [
    "clubs",
    "club",
]
fr = [
    "trèfle",
    "trèfles",
]
sv = [
    "klöver",
]

[rules.pack.suit.diamonds]
letter = "D"
symbol = "♦"

[rules.pack.suit.diamonds.words]
en = [
    "diamonds",
    "diamond",
]
fr = [
    "carreau",
    "carreaux",
]
sv = [
    "ruter",
]

[rules.pack.suit.hearts]
letter = "H"
symbol = "♥"

[rules.pack.suit.hearts.words]
en = [
    "hearts",
    "heart",
]
fr = [
    "cœur",
    "cœurs",
    "coeur",
    "coeurs",
]
sv = [
    "hjärter",
]

[rules.pack.suit.spades]
letter = "S"
symbol = "♠"

[rules.pack.suit.spades.words]
en = [
    "spades",
    "spade",
]
fr = [
    "pique",
    "piques",
]
sv = [
    "spader",
]

[rules.deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[rules.roles]
declarer = "declarer"
others = "others"

[rules.count.tricks]
name = "tricks"
total = 16

[rules.contract.plus]
points = "tricks - quota"

[rules.contract.plus.quota]
declarer = 8
others = 4

[rules.contract.minus]
points = "quota - tricks"

[rules.contract.minus.quota]
declarer = 4
others = 6

[rules.promise]
sum = 0

[head]
whole = true
', '2026-11-24 16:09:15.135427+00', 'bo'),
	(1, 'e12a6cc119951ca98a1a37fc64ddf977', 'session', '# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
format = 2
id = "e12a6cc119951ca98a1a37fc64ddf977"
name = "thrown"
game = "endless"
created = "2026-11-24T16:09:15Z"
date = "2026-01-11"
people = ["Ann", "Bo", "Cleo"]
seats.order = ["Ann", "Bo", "Cleo"]
seats.dealer = "Ann"

[options]

[rules]
format = 1
name = "A game without an end"
players = 3
hand = 16
talon = 4

[rules.pack]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[rules.pack.name]
en = "the international 52-card pack"
fr = "le jeu international de 52 cartes"
sv = "den internationella leken med 52 kort"

[rules.pack.rank_aliases]
T = "10"
1 = "A"

[rules.pack.fillers]
en = [
    "of",
    "the",
]
fr = [
    "de",
    "du",
    "le",
    "la",
    "l",
]

[rules.pack.rank.A.letter]
en = "A"
fr = "A"
sv = "E"

[rules.pack.rank.A.words]
en = "ace"
fr = "as"
sv = [
    "ess",
    "äss",
]

[rules.pack.rank.K.letter]
en = "K"
fr = "R"
sv = "K"

[rules.pack.rank.K.words]
en = "king"
fr = "roi"
sv = "kung"

[rules.pack.rank.Q.letter]
en = "Q"
fr = "D"
sv = "D"

[rules.pack.rank.Q.words]
en = "queen"
fr = "dame"
sv = [
    "dam",
    "drottning",
]

[rules.pack.rank.J.letter]
en = "J"
fr = "V"
sv = "Kn"

[rules.pack.rank.J.words]
en = [
    "jack",
    "knave",
]
fr = "valet"
sv = "knekt"

[rules.pack.rank.10.words]
en = "ten"
fr = "dix"
sv = [
    "tia",
    "tio",
]

[rules.pack.rank.9.words]
en = "nine"
fr = "neuf"
sv = [
    "nia",
    "nio",
]

[rules.pack.rank.8.words]
en = "eight"
fr = "huit"
sv = [
    "åtta",
]

[rules.pack.rank.7.words]
en = "seven"
fr = "sept"
sv = [
    "sjua",
    "sju",
]

[rules.pack.rank.6.words]
en = "six"
fr = "six"
sv = [
    "sexa",
    "sex",
]

[rules.pack.rank.5.words]
en = "five"
fr = "cinq"
sv = [
    "femma",
    "fem",
]

[rules.pack.rank.4.words]
en = "four"
fr = "quatre"
sv = [
    "fyra",
]

[rules.pack.rank.3.words]
en = "three"
fr = "trois"
sv = [
    "trea",
    "tre",
]

[rules.pack.rank.2.words]
en = [
    "two",
    "deuce",
]
fr = "deux"
sv = [
    "tvåa",
    "två",
]

[rules.pack.suit.clubs]
letter = "C"
symbol = "♣"

[rules.pack.suit.clubs.words]
en = [
    "clubs",
    "club",
]
fr = [
    "trèfle",
    "trèfles",
]
sv = [
    "klöver",
]

[rules.pack.suit.diamonds]
letter = "D"
symbol = "♦"

[rules.pack.suit.diamonds.words]
en = [
    "diamonds",
    "diamond",
]
fr = [
    "carreau",
    "carreaux",
]
sv = [
    "ruter",
]

[rules.pack.suit.hearts]
letter = "H"
symbol = "♥"

[rules.pack.suit.hearts.words]
en = [
    "hearts",
    "heart",
]
fr = [
    "cœur",
    "cœurs",
    "coeur",
    "coeurs",
]
sv = [
    "hjärter",
]

[rules.pack.suit.spades]
letter = "S"
symbol = "♠"

[rules.pack.suit.spades.words]
en = [
    "spades",
    "spade",
]
fr = [
    "pique",
    "piques",
]
sv = [
    "spader",
]

[rules.deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[rules.roles]
declarer = "declarer"
others = "others"

[rules.count.tricks]
name = "tricks"
total = 16

[rules.contract.plus]
points = "tricks - quota"

[rules.contract.plus.quota]
declarer = 8
others = 4

[rules.contract.minus]
points = "quota - tricks"

[rules.contract.minus.quota]
declarer = 4
others = 6

[rules.promise]
sum = 0

[head]
whole = true
', '2026-11-24 16:09:15.291895+00', 'anna'),
	(1, '0639e262e4dd25961d80f90acc51ed99', 'session', '# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
format = 2
id = "0639e262e4dd25961d80f90acc51ed99"
name = "spoilt"
game = "endless"
created = "2026-11-24T16:09:15Z"
date = "2026-01-12"
people = ["Ann", "Bo", "Dan"]
seats.order = ["Ann", "Bo", "Dan"]
seats.dealer = "Ann"

[options]

[rules]
format = 1
name = "A game without an end"
players = 3
hand = 16
talon = 4

[rules.pack]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[rules.pack.name]
en = "the international 52-card pack"
fr = "le jeu international de 52 cartes"
sv = "den internationella leken med 52 kort"

[rules.pack.rank_aliases]
T = "10"
1 = "A"

[rules.pack.fillers]
en = [
    "of",
    "the",
]
fr = [
    "de",
    "du",
    "le",
    "la",
    "l",
]

[rules.pack.rank.A.letter]
en = "A"
fr = "A"
sv = "E"

[rules.pack.rank.A.words]
en = "ace"
fr = "as"
sv = [
    "ess",
    "äss",
]

[rules.pack.rank.K.letter]
en = "K"
fr = "R"
sv = "K"

[rules.pack.rank.K.words]
en = "king"
fr = "roi"
sv = "kung"

[rules.pack.rank.Q.letter]
en = "Q"
fr = "D"
sv = "D"

[rules.pack.rank.Q.words]
en = "queen"
fr = "dame"
sv = [
    "dam",
    "drottning",
]

[rules.pack.rank.J.letter]
en = "J"
fr = "V"
sv = "Kn"

[rules.pack.rank.J.words]
en = [
    "jack",
    "knave",
]
fr = "valet"
sv = "knekt"

[rules.pack.rank.10.words]
en = "ten"
fr = "dix"
sv = [
    "tia",
    "tio",
]

[rules.pack.rank.9.words]
en = "nine"
fr = "neuf"
sv = [
    "nia",
    "nio",
]

[rules.pack.rank.8.words]
en = "eight"
fr = "huit"
sv = [
    "åtta",
]

[rules.pack.rank.7.words]
en = "seven"
fr = "sept"
sv = [
    "sjua",
    "sju",
]

[rules.pack.rank.6.words]
en = "six"
fr = "six"
sv = [
    "sexa",
    "sex",
]

[rules.pack.rank.5.words]
en = "five"
fr = "cinq"
sv = [
    "femma",
    "fem",
]

[rules.pack.rank.4.words]
en = "four"
fr = "quatre"
sv = [
    "fyra",
]

[rules.pack.rank.3.words]
en = "three"
fr = "trois"
sv = [
    "trea",
    "tre",
]

[rules.pack.rank.2.words]
en = [
    "two",
    "deuce",
]
fr = "deux"
sv = [
    "tvåa",
    "två",
]

[rules.pack.suit.clubs]
letter = "C"
symbol = "♣"

[rules.pack.suit.clubs.words]
en = [
    "clubs",
    "club",
]
fr = [
    "trèfle",
    "trèfles",
]
sv = [
    "klöver",
]

[rules.pack.suit.diamonds]
letter = "D"
symbol = "♦"

[rules.pack.suit.diamonds.words]
en = [
    "diamonds",
    "diamond",
]
fr = [
    "carreau",
    "carreaux",
]
sv = [
    "ruter",
]

[rules.pack.suit.hearts]
letter = "H"
symbol = "♥"

[rules.pack.suit.hearts.words]
en = [
    "hearts",
    "heart",
]
fr = [
    "cœur",
    "cœurs",
    "coeur",
    "coeurs",
]
sv = [
    "hjärter",
]

[rules.pack.suit.spades]
letter = "S"
symbol = "♠"

[rules.pack.suit.spades.words]
en = [
    "spades",
    "spade",
]
fr = [
    "pique",
    "piques",
]
sv = [
    "spader",
]

[rules.deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[rules.roles]
declarer = "declarer"
others = "others"

[rules.count.tricks]
name = "tricks"
total = 16

[rules.contract.plus]
points = "tricks - quota"

[rules.contract.plus.quota]
declarer = 8
others = 4

[rules.contract.minus]
points = "quota - tricks"

[rules.contract.minus.quota]
declarer = 4
others = 6

[rules.promise]
sum = 0

[head]
whole = true
', '2026-11-24 16:09:15.419317+00', 'bo'),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 'session', '# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
format = 2
id = "4ddd67bbb83d839e05e96a519d5b3e73"
name = "odd"
game = "endless"
created = "2026-11-24T16:09:15Z"
date = "2026-01-13"
people = ["Ann", "Bo", "Dan"]
seats.order = ["Ann", "Bo", "Dan"]
seats.dealer = "Ann"

[options]

[rules]
format = 1
name = "A game without an end"
players = 3
hand = 16
talon = 4

[rules.pack]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[rules.pack.name]
en = "the international 52-card pack"
fr = "le jeu international de 52 cartes"
sv = "den internationella leken med 52 kort"

[rules.pack.rank_aliases]
T = "10"
1 = "A"

[rules.pack.fillers]
en = [
    "of",
    "the",
]
fr = [
    "de",
    "du",
    "le",
    "la",
    "l",
]

[rules.pack.rank.A.letter]
en = "A"
fr = "A"
sv = "E"

[rules.pack.rank.A.words]
en = "ace"
fr = "as"
sv = [
    "ess",
    "äss",
]

[rules.pack.rank.K.letter]
en = "K"
fr = "R"
sv = "K"

[rules.pack.rank.K.words]
en = "king"
fr = "roi"
sv = "kung"

[rules.pack.rank.Q.letter]
en = "Q"
fr = "D"
sv = "D"

[rules.pack.rank.Q.words]
en = "queen"
fr = "dame"
sv = [
    "dam",
    "drottning",
]

[rules.pack.rank.J.letter]
en = "J"
fr = "V"
sv = "Kn"

[rules.pack.rank.J.words]
en = [
    "jack",
    "knave",
]
fr = "valet"
sv = "knekt"

[rules.pack.rank.10.words]
en = "ten"
fr = "dix"
sv = [
    "tia",
    "tio",
]

[rules.pack.rank.9.words]
en = "nine"
fr = "neuf"
sv = [
    "nia",
    "nio",
]

[rules.pack.rank.8.words]
en = "eight"
fr = "huit"
sv = [
    "åtta",
]

[rules.pack.rank.7.words]
en = "seven"
fr = "sept"
sv = [
    "sjua",
    "sju",
]

[rules.pack.rank.6.words]
en = "six"
fr = "six"
sv = [
    "sexa",
    "sex",
]

[rules.pack.rank.5.words]
en = "five"
fr = "cinq"
sv = [
    "femma",
    "fem",
]

[rules.pack.rank.4.words]
en = "four"
fr = "quatre"
sv = [
    "fyra",
]

[rules.pack.rank.3.words]
en = "three"
fr = "trois"
sv = [
    "trea",
    "tre",
]

[rules.pack.rank.2.words]
en = [
    "two",
    "deuce",
]
fr = "deux"
sv = [
    "tvåa",
    "två",
]

[rules.pack.suit.clubs]
letter = "C"
symbol = "♣"

[rules.pack.suit.clubs.words]
en = [
    "clubs",
    "club",
]
fr = [
    "trèfle",
    "trèfles",
]
sv = [
    "klöver",
]

[rules.pack.suit.diamonds]
letter = "D"
symbol = "♦"

[rules.pack.suit.diamonds.words]
en = [
    "diamonds",
    "diamond",
]
fr = [
    "carreau",
    "carreaux",
]
sv = [
    "ruter",
]

[rules.pack.suit.hearts]
letter = "H"
symbol = "♥"

[rules.pack.suit.hearts.words]
en = [
    "hearts",
    "heart",
]
fr = [
    "cœur",
    "cœurs",
    "coeur",
    "coeurs",
]
sv = [
    "hjärter",
]

[rules.pack.suit.spades]
letter = "S"
symbol = "♠"

[rules.pack.suit.spades.words]
en = [
    "spades",
    "spade",
]
fr = [
    "pique",
    "piques",
]
sv = [
    "spader",
]

[rules.deals]
dealer = "passes left"
declarer = "dealer''s left"
leader = "dealer''s left"
contract = "declarer picks"

[rules.roles]
declarer = "declarer"
others = "others"

[rules.count.tricks]
name = "tricks"
total = 16

[rules.contract.plus]
points = "tricks - quota"

[rules.contract.plus.quota]
declarer = 8
others = 4

[rules.contract.minus]
points = "quota - tricks"

[rules.contract.minus.quota]
declarer = 4
others = 6

[rules.promise]
sum = 0

[head]
whole = true
', '2026-11-24 16:09:15.53468+00', 'bo');


INSERT INTO scorekeeper.members (club, role, may_record) VALUES
	(1, 'sk_bridge_reader', false),
	(1, 'sk_bridge_recorder', true),
	(2, 'sk_whist_reader', false),
	(2, 'sk_whist_recorder', true);


INSERT INTO scorekeeper.names (club, seq, kind, name, log, shelf, at, by) OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'session', 'friday', '8bce2f3e8fc919d1ba3ed74fbd31b4df', 'standing', '2026-11-24 16:09:14.869132+00', 'anna'),
	(1, 2, 'session', 'herd', 'b130bf4432c22dca9348a2454cf56dd9', 'standing', '2026-11-24 16:09:15.13669+00', 'bo'),
	(1, 3, 'session', 'herd', 'b130bf4432c22dca9348a2454cf56dd9', 'archive', '2026-11-24 16:09:15.196711+00', 'bo'),
	(1, 4, 'session', 'thrown', 'e12a6cc119951ca98a1a37fc64ddf977', 'standing', '2026-11-24 16:09:15.292704+00', 'anna'),
	(1, 5, 'session', 'thrown', 'e12a6cc119951ca98a1a37fc64ddf977', 'trash', '2026-11-24 16:09:15.326866+00', 'anna'),
	(1, 6, 'session', 'spoilt', '0639e262e4dd25961d80f90acc51ed99', 'standing', '2026-11-24 16:09:15.420012+00', 'bo'),
	(1, 7, 'session', 'odd', '4ddd67bbb83d839e05e96a519d5b3e73', 'standing', '2026-11-24 16:09:15.53949+00', 'bo'),
	(1, 8, 'session', '../x[2J', '4ddd67bbb83d839e05e96a519d5b3e73', 'standing', '2026-11-24 16:09:15.628644+00', 'bo');


INSERT INTO scorekeeper.players (club, session, number, player, seated, seat, side, game, day, begun, counts, finished, early, of_match, lowest, place, shared, ranked_by, result, deals, points, best_deal, best_deal_number, worst_deal, worst_deal_number) VALUES
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 0, 'Ann', true, 0, 0, 'endless', '2026-01-10', '2026-01-10', true, false, false, false, false, NULL, false, 4, 4, 1, 4, 4, 1, 4, 1),
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 1, 'Bo', true, 1, 1, 'endless', '2026-01-10', '2026-01-10', true, false, false, false, false, NULL, false, -4, -4, 1, -4, -4, 1, -4, 1),
	(1, 'b130bf4432c22dca9348a2454cf56dd9', 2, 'Cleo', true, 2, 2, 'endless', '2026-01-10', '2026-01-10', true, false, false, false, false, NULL, false, 0, 0, 1, 0, 0, 1, 0, 1),
	(1, '0639e262e4dd25961d80f90acc51ed99', 0, 'Ann', true, 0, 0, 'endless', '2026-01-12', '2026-01-12', true, false, false, false, false, NULL, false, 4, 4, 1, 4, 4, 1, 4, 1),
	(1, '0639e262e4dd25961d80f90acc51ed99', 1, 'Bo', true, 1, 1, 'endless', '2026-01-12', '2026-01-12', true, false, false, false, false, NULL, false, -4, -4, 1, -4, -4, 1, -4, 1),
	(1, '0639e262e4dd25961d80f90acc51ed99', 2, 'Dan', true, 2, 2, 'endless', '2026-01-12', '2026-01-12', true, false, false, false, false, NULL, false, 0, 0, 1, 0, 0, 1, 0, 1),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 0, 'Ann', true, 0, 0, 'endless', '2026-01-13', '2026-01-13', true, false, false, false, false, NULL, false, 4, 4, 1, 4, 4, 1, 4, 1),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 1, 'Bo', true, 1, 1, 'endless', '2026-01-13', '2026-01-13', true, false, false, false, false, NULL, false, -4, -4, 1, -4, -4, 1, -4, 1),
	(1, '4ddd67bbb83d839e05e96a519d5b3e73', 2, 'Dan', true, 2, 2, 'endless', '2026-01-13', '2026-01-13', true, false, false, false, false, NULL, false, 0, 0, 1, 0, 0, 1, 0, 1),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 0, 'Ann', true, 0, 0, 'endless', '2026-01-09', '2026-01-09', true, false, false, false, false, NULL, false, 2, 2, 3, 'NaN', 4, 1, -2, 3),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 1, 'Bo', true, 1, 1, 'endless', '2026-01-09', '2026-01-09', true, false, false, false, false, NULL, false, -3, -3, 3, 999, 1, 3, -4, 1),
	(1, '8bce2f3e8fc919d1ba3ed74fbd31b4df', 2, 'Cleo', true, 2, 2, 'endless', '2026-01-09', '2026-01-09', true, false, false, false, false, NULL, false, 1, 1, 3, 1, 1, 3, 0, 1);


INSERT INTO scorekeeper.standings (club, game, player, evenings, wins, shared, deals, points, matches, result) VALUES
	(1, 'endless', 'Dan', 2, 0, 0, 2, 0, 0, 0),
	(1, 'endless', 'Ann', 4, 0, 0, 6, 'NaN', 0, 0),
	(1, 'endless', 'Bo', 4, 0, 0, 6, 987, 0, 0),
	(1, 'endless', 'Cleo', 2, 0, 0, 4, 1, 0, 0);


INSERT INTO scorekeeper.version (number, at, by) VALUES
	(1, '2026-11-24 16:09:14.194802+00', 'owner'),
	(2, '2026-11-24 16:09:14.194802+00', 'owner');


SELECT pg_catalog.setval('scorekeeper.clubs_id_seq', 2, true);


SELECT pg_catalog.setval('scorekeeper.files_seq_seq', 2, true);


SELECT pg_catalog.setval('scorekeeper.names_seq_seq', 8, true);


ALTER TABLE ONLY scorekeeper.clubs
    ADD CONSTRAINT clubs_channel_key UNIQUE (channel);


ALTER TABLE ONLY scorekeeper.clubs
    ADD CONSTRAINT clubs_name_key UNIQUE (name);


ALTER TABLE ONLY scorekeeper.clubs
    ADD CONSTRAINT clubs_pkey PRIMARY KEY (id);


ALTER TABLE ONLY scorekeeper.contracts
    ADD CONSTRAINT contracts_pkey PRIMARY KEY (club, session, contract);


ALTER TABLE ONLY scorekeeper.declared
    ADD CONSTRAINT declared_pkey PRIMARY KEY (club, session, contract, number);


ALTER TABLE ONLY scorekeeper.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (club, log, "position");


ALTER TABLE ONLY scorekeeper.evenings
    ADD CONSTRAINT evenings_pkey PRIMARY KEY (club, session);


ALTER TABLE ONLY scorekeeper.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (club, seq);


ALTER TABLE ONLY scorekeeper.joints
    ADD CONSTRAINT joints_pkey PRIMARY KEY (club, log, joint);


ALTER TABLE ONLY scorekeeper.logs
    ADD CONSTRAINT logs_pkey PRIMARY KEY (club, id);


ALTER TABLE ONLY scorekeeper.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (club, role);


ALTER TABLE ONLY scorekeeper.names
    ADD CONSTRAINT names_pkey PRIMARY KEY (club, seq);


ALTER TABLE ONLY scorekeeper.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (club, session, number);


ALTER TABLE ONLY scorekeeper.standings
    ADD CONSTRAINT standings_pkey PRIMARY KEY (club, game, player);


ALTER TABLE ONLY scorekeeper.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (number);


CREATE INDEX files_by_name ON scorekeeper.files USING btree (club, kind, name, seq);


CREATE INDEX names_by_name ON scorekeeper.names USING btree (club, kind, shelf, name);


CREATE INDEX names_of_log ON scorekeeper.names USING btree (club, log, seq);


CREATE INDEX players_of_club ON scorekeeper.players USING btree (club) INCLUDE (session, number, player, seated, side, game, day, counts, finished, early, of_match, place, shared, ranked_by, result, deals, points);


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.entries FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.entries ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.files FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.files ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.joints FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.joints ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.logs FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.logs ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.names FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.names ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER appended_only BEFORE DELETE OR UPDATE OR TRUNCATE ON scorekeeper.version FOR EACH STATEMENT EXECUTE FUNCTION scorekeeper.refuse();

ALTER TABLE scorekeeper.version ENABLE ALWAYS TRIGGER appended_only;


CREATE TRIGGER held BEFORE INSERT ON scorekeeper.entries FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_chain();

ALTER TABLE scorekeeper.entries ENABLE ALWAYS TRIGGER held;


CREATE TRIGGER held BEFORE INSERT ON scorekeeper.files FOR EACH ROW EXECUTE FUNCTION scorekeeper.sign();

ALTER TABLE scorekeeper.files ENABLE ALWAYS TRIGGER held;


CREATE TRIGGER held BEFORE INSERT ON scorekeeper.joints FOR EACH ROW EXECUTE FUNCTION scorekeeper.sign();

ALTER TABLE scorekeeper.joints ENABLE ALWAYS TRIGGER held;


CREATE TRIGGER held BEFORE INSERT ON scorekeeper.logs FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_head();

ALTER TABLE scorekeeper.logs ENABLE ALWAYS TRIGGER held;


CREATE TRIGGER held BEFORE INSERT ON scorekeeper.names FOR EACH ROW EXECUTE FUNCTION scorekeeper.hold_name();

ALTER TABLE scorekeeper.names ENABLE ALWAYS TRIGGER held;


CREATE TRIGGER left_league AFTER INSERT ON scorekeeper.names FOR EACH ROW WHEN ((new.shelf = ANY (ARRAY['trash'::text, 'gone'::text]))) EXECUTE FUNCTION scorekeeper.leave_league();


ALTER TABLE ONLY scorekeeper.entries
    ADD CONSTRAINT entries_club_log_fkey FOREIGN KEY (club, log) REFERENCES scorekeeper.logs(club, id);


ALTER TABLE ONLY scorekeeper.files
    ADD CONSTRAINT files_club_fkey FOREIGN KEY (club) REFERENCES scorekeeper.clubs(id);


ALTER TABLE ONLY scorekeeper.joints
    ADD CONSTRAINT joints_club_log_fkey FOREIGN KEY (club, log) REFERENCES scorekeeper.logs(club, id);


ALTER TABLE ONLY scorekeeper.logs
    ADD CONSTRAINT logs_club_fkey FOREIGN KEY (club) REFERENCES scorekeeper.clubs(id);


ALTER TABLE ONLY scorekeeper.members
    ADD CONSTRAINT members_club_fkey FOREIGN KEY (club) REFERENCES scorekeeper.clubs(id);


ALTER TABLE ONLY scorekeeper.names
    ADD CONSTRAINT names_club_log_fkey FOREIGN KEY (club, log) REFERENCES scorekeeper.logs(club, id);


ALTER TABLE scorekeeper.clubs ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.contracts ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.declared ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.evenings ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.files ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.joints ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.logs ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.members ENABLE ROW LEVEL SECURITY;

ALTER TABLE scorekeeper.names ENABLE ROW LEVEL SECURITY;

CREATE POLICY own ON scorekeeper.members FOR SELECT USING (pg_has_role((to_regrole(quote_ident(role)))::oid, 'USAGE'::text));


ALTER TABLE scorekeeper.players ENABLE ROW LEVEL SECURITY;

CREATE POLICY recorded ON scorekeeper.entries FOR INSERT WITH CHECK ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m
  WHERE m.may_record))));


CREATE POLICY recorded ON scorekeeper.files FOR INSERT WITH CHECK ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m
  WHERE m.may_record))));


CREATE POLICY recorded ON scorekeeper.joints FOR INSERT WITH CHECK ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m
  WHERE m.may_record))));


CREATE POLICY recorded ON scorekeeper.logs FOR INSERT WITH CHECK ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m
  WHERE m.may_record))));


CREATE POLICY recorded ON scorekeeper.names FOR INSERT WITH CHECK ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m
  WHERE m.may_record))));


CREATE POLICY seen ON scorekeeper.clubs FOR SELECT USING ((id = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.contracts FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.declared FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.entries FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.evenings FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.files FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.joints FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.logs FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.names FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.players FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


CREATE POLICY seen ON scorekeeper.standings FOR SELECT USING ((club = ANY (ARRAY( SELECT m.club
   FROM scorekeeper.members m))));


ALTER TABLE scorekeeper.standings ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA scorekeeper TO sk_bridge_reader;
GRANT USAGE ON SCHEMA scorekeeper TO sk_bridge_recorder;
GRANT USAGE ON SCHEMA scorekeeper TO sk_whist_reader;
GRANT USAGE ON SCHEMA scorekeeper TO sk_whist_recorder;


REVOKE ALL ON FUNCTION scorekeeper.add_up(of_club bigint, log text, people jsonb) FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.body(block text) FROM PUBLIC;
GRANT ALL ON FUNCTION scorekeeper.body(block text) TO sk_bridge_reader;
GRANT ALL ON FUNCTION scorekeeper.body(block text) TO sk_bridge_recorder;
GRANT ALL ON FUNCTION scorekeeper.body(block text) TO sk_whist_reader;
GRANT ALL ON FUNCTION scorekeeper.body(block text) TO sk_whist_recorder;


REVOKE ALL ON FUNCTION scorekeeper.digest(words text) FROM PUBLIC;
GRANT ALL ON FUNCTION scorekeeper.digest(words text) TO sk_bridge_reader;
GRANT ALL ON FUNCTION scorekeeper.digest(words text) TO sk_bridge_recorder;
GRANT ALL ON FUNCTION scorekeeper.digest(words text) TO sk_whist_reader;
GRANT ALL ON FUNCTION scorekeeper.digest(words text) TO sk_whist_recorder;


REVOKE ALL ON FUNCTION scorekeeper.forget_league(of_club bigint, log text, people jsonb) FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.hold_chain() FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.hold_head() FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.hold_league(of_club bigint, log text) FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.hold_name() FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) TO sk_bridge_recorder;
GRANT ALL ON FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) TO sk_whist_recorder;


REVOKE ALL ON FUNCTION scorekeeper.leave_league() FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.refuse() FROM PUBLIC;


REVOKE ALL ON FUNCTION scorekeeper.sign() FROM PUBLIC;


GRANT SELECT ON TABLE scorekeeper.clubs TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.clubs TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.clubs TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.clubs TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.contracts TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.contracts TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.contracts TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.contracts TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.declared TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.declared TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.declared TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.declared TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.entries TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.entries TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.entries TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.entries TO sk_whist_recorder;


GRANT INSERT(club) ON TABLE scorekeeper.entries TO sk_bridge_recorder;
GRANT INSERT(club) ON TABLE scorekeeper.entries TO sk_whist_recorder;


GRANT INSERT(log) ON TABLE scorekeeper.entries TO sk_bridge_recorder;
GRANT INSERT(log) ON TABLE scorekeeper.entries TO sk_whist_recorder;


GRANT INSERT("position") ON TABLE scorekeeper.entries TO sk_bridge_recorder;
GRANT INSERT("position") ON TABLE scorekeeper.entries TO sk_whist_recorder;


GRANT INSERT(block) ON TABLE scorekeeper.entries TO sk_bridge_recorder;
GRANT INSERT(block) ON TABLE scorekeeper.entries TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.evenings TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.evenings TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.evenings TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.evenings TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.files TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.files TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.files TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.files TO sk_whist_recorder;


GRANT INSERT(club) ON TABLE scorekeeper.files TO sk_bridge_recorder;
GRANT INSERT(club) ON TABLE scorekeeper.files TO sk_whist_recorder;


GRANT INSERT(kind) ON TABLE scorekeeper.files TO sk_bridge_recorder;
GRANT INSERT(kind) ON TABLE scorekeeper.files TO sk_whist_recorder;


GRANT INSERT(name) ON TABLE scorekeeper.files TO sk_bridge_recorder;
GRANT INSERT(name) ON TABLE scorekeeper.files TO sk_whist_recorder;


GRANT INSERT(text) ON TABLE scorekeeper.files TO sk_bridge_recorder;
GRANT INSERT(text) ON TABLE scorekeeper.files TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.joints TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.joints TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.joints TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.joints TO sk_whist_recorder;


GRANT INSERT(club) ON TABLE scorekeeper.joints TO sk_bridge_recorder;
GRANT INSERT(club) ON TABLE scorekeeper.joints TO sk_whist_recorder;


GRANT INSERT(log) ON TABLE scorekeeper.joints TO sk_bridge_recorder;
GRANT INSERT(log) ON TABLE scorekeeper.joints TO sk_whist_recorder;


GRANT INSERT(joint) ON TABLE scorekeeper.joints TO sk_bridge_recorder;
GRANT INSERT(joint) ON TABLE scorekeeper.joints TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.logs TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.logs TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.logs TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.logs TO sk_whist_recorder;


GRANT INSERT(club) ON TABLE scorekeeper.logs TO sk_bridge_recorder;
GRANT INSERT(club) ON TABLE scorekeeper.logs TO sk_whist_recorder;


GRANT INSERT(id) ON TABLE scorekeeper.logs TO sk_bridge_recorder;
GRANT INSERT(id) ON TABLE scorekeeper.logs TO sk_whist_recorder;


GRANT INSERT(kind) ON TABLE scorekeeper.logs TO sk_bridge_recorder;
GRANT INSERT(kind) ON TABLE scorekeeper.logs TO sk_whist_recorder;


GRANT INSERT(head) ON TABLE scorekeeper.logs TO sk_bridge_recorder;
GRANT INSERT(head) ON TABLE scorekeeper.logs TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.members TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.members TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.members TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.members TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.names TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.names TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT INSERT(club) ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT INSERT(club) ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT INSERT(kind) ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT INSERT(kind) ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT INSERT(name) ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT INSERT(name) ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT INSERT(log) ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT INSERT(log) ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT INSERT(shelf) ON TABLE scorekeeper.names TO sk_bridge_recorder;
GRANT INSERT(shelf) ON TABLE scorekeeper.names TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.players TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.players TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.players TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.players TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.standings TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.standings TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.standings TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.standings TO sk_whist_recorder;


GRANT SELECT ON TABLE scorekeeper.version TO sk_bridge_reader;
GRANT SELECT ON TABLE scorekeeper.version TO sk_bridge_recorder;
GRANT SELECT ON TABLE scorekeeper.version TO sk_whist_reader;
GRANT SELECT ON TABLE scorekeeper.version TO sk_whist_recorder;



