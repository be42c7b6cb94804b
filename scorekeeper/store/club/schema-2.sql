-- What the clubs of one database hold, from version 2 on: the rows of the league, as
-- `league/table_rows.py` has them. They are derived and never the truth: whoever records keeps those
-- of the session as soon as the entry stands, and they can be told anew from the entries at any time.

-- `told` is the position of the last entry that the rows of a session know of, `kind` what the row
-- in one line means, which has all that a league needs of the session.
CREATE TABLE scorekeeper.evenings (
    club bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    evening text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    begun text COLLATE "C" NOT NULL,
    counts boolean NOT NULL,
    finished boolean NOT NULL,
    early boolean NOT NULL,
    of_match boolean NOT NULL,
    lowest boolean NOT NULL,
    deals integer NOT NULL,
    told integer NOT NULL,
    kind text NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (club, session)
);
CREATE TABLE scorekeeper.players (
    club bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    player text COLLATE "C" NOT NULL,
    seated boolean NOT NULL,
    seat integer NOT NULL,
    side integer NOT NULL,
    game text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    begun text COLLATE "C" NOT NULL,
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
    worst_deal_number integer,
    PRIMARY KEY (club, session, number)
);
CREATE TABLE scorekeeper.contracts (
    club bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    contract text COLLATE "C" NOT NULL,
    deals integer NOT NULL,
    quota double precision NOT NULL,
    taken double precision NOT NULL,
    squares double precision NOT NULL,
    met integer NOT NULL,
    points double precision NOT NULL,
    PRIMARY KEY (club, session, contract)
);
CREATE TABLE scorekeeper.declared (
    club bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    contract text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    player text COLLATE "C" NOT NULL,
    deals integer NOT NULL,
    points double precision NOT NULL,
    PRIMARY KEY (club, session, contract, number)
);

-- The standings of each player under the name that was written, of all evenings of each game, those
-- that ended early without a winner: added up with every session, so that nobody who asks for those
-- of all clubs waits for millions of rows.
CREATE TABLE scorekeeper.standings (
    club bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    player text COLLATE "C" NOT NULL,
    evenings integer NOT NULL,
    wins integer NOT NULL,
    shared integer NOT NULL,
    deals bigint NOT NULL,
    points double precision NOT NULL,
    matches integer NOT NULL,
    result double precision NOT NULL,
    PRIMARY KEY (club, game, player)
);

-- A club's standings are asked for most: all that they need of its rows lies together.
CREATE INDEX players_of_club ON scorekeeper.players (club) INCLUDE (session, number, player, seated, side, game, day,
    counts, finished, early, of_match, place, shared, ranked_by, result, deals, points);

-- Has the standings count these people of a session in the place of those that its rows have now. It
-- is one statement, and takes them in their order: where two sessions of the same people are kept at
-- once one waits for the other, and never each for each.
CREATE FUNCTION scorekeeper.add_up(of_club bigint, log text, people jsonb) RETURNS void
    LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
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

-- Takes the rows of a session away, in the standings for these people of it.
CREATE FUNCTION scorekeeper.forget_league(of_club bigint, log text, people jsonb) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM scorekeeper.add_up(of_club, log, people);
    DELETE FROM scorekeeper.evenings WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.players WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.contracts WHERE club = of_club AND session = log;
    DELETE FROM scorekeeper.declared WHERE club = of_club AND session = log;
END $$;

-- Of two who change the rows of a session one waits for the other.
CREATE FUNCTION scorekeeper.hold_league(of_club bigint, log text) RETURNS void
    LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'scorekeeper', of_club, 'league', log), 0))
$$;

-- Puts the rows of a session, which were told of its entries up to `told`, in the place of those that
-- were there; false where others were appended since, where the session does not count any more, or
-- where they are of another session, which has got the name of this one since they were asked for.
-- It acts as the owner, since nobody else may change a row: for whoever may record in that club.
CREATE FUNCTION scorekeeper.keep_league(of_club bigint, log text, told integer, rows jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- A session in the trash is of no league; once it is brought back its rows are told anew.
CREATE FUNCTION scorekeeper.leave_league() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM scorekeeper.hold_league(NEW.club, NEW.log);
    PERFORM scorekeeper.forget_league(NEW.club, NEW.log, '[]');
    RETURN NULL;
END $$;
CREATE TRIGGER left_league AFTER INSERT ON scorekeeper.names FOR EACH ROW
    WHEN (NEW.shelf IN ('trash', 'gone')) EXECUTE FUNCTION scorekeeper.leave_league();

DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY ARRAY['evenings', 'players', 'contracts', 'declared', 'standings'] LOOP
        EXECUTE format('ALTER TABLE scorekeeper.%I ENABLE ROW LEVEL SECURITY', one);
        EXECUTE format('CREATE POLICY seen ON scorekeeper.%I FOR SELECT '
            'USING (club = ANY (ARRAY(SELECT m.club FROM scorekeeper.members m)))', one);
    END LOOP;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA scorekeeper FROM PUBLIC;
