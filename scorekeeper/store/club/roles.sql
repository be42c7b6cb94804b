-- What the roles of one club may do; run again after each later version of the schema. A recorder may
-- read and append, and sets none of the columns that a trigger works out.

GRANT CONNECT ON DATABASE {database} TO {reader}, {recorder};
GRANT USAGE ON SCHEMA scorekeeper TO {reader}, {recorder};
GRANT SELECT ON ALL TABLES IN SCHEMA scorekeeper TO {reader}, {recorder};
GRANT EXECUTE ON FUNCTION scorekeeper.body(text), scorekeeper.digest(text) TO {reader}, {recorder};
GRANT INSERT (club, id, kind, head, joints) ON scorekeeper.logs TO {recorder};
GRANT INSERT (club, log, position, block) ON scorekeeper.entries TO {recorder};
GRANT INSERT (club, kind, name, log, shelf) ON scorekeeper.names TO {recorder};
GRANT INSERT (club, kind, name, text) ON scorekeeper.files TO {recorder};
GRANT EXECUTE ON FUNCTION scorekeeper.keep_league(bigint, text, integer, jsonb) TO {recorder};
