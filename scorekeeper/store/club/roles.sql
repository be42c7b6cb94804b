-- What the roles of one club may do; run again after each later version of the schema. A recorder may
-- read and append, and sets none of the columns that a trigger works out. Each table is named: a part
-- of one (docs/club.md) has no policies of its own, and nobody may look at it but through the whole.

GRANT CONNECT ON DATABASE {database} TO {reader}, {recorder};
GRANT USAGE ON SCHEMA scorekeeper TO {reader}, {recorder};
GRANT SELECT ON scorekeeper.version, scorekeeper.clubs, scorekeeper.members, scorekeeper.logs,
    scorekeeper.entries, scorekeeper.joints, scorekeeper.names, scorekeeper.called, scorekeeper.aside,
    scorekeeper.files, scorekeeper.evenings, scorekeeper.players, scorekeeper.contracts, scorekeeper.declared
    TO {reader}, {recorder};
GRANT EXECUTE ON FUNCTION scorekeeper.body(text), scorekeeper.digest(text) TO {reader}, {recorder};
GRANT INSERT (club, id, kind, head) ON scorekeeper.logs TO {recorder};
GRANT INSERT (club, log, position, block) ON scorekeeper.entries TO {recorder};
GRANT INSERT (club, log, position) ON scorekeeper.aside TO {recorder};
GRANT INSERT (club, log, joint) ON scorekeeper.joints TO {recorder};
GRANT INSERT (club, kind, name, log, shelf) ON scorekeeper.names TO {recorder};
GRANT INSERT (club, kind, name, text) ON scorekeeper.files TO {recorder};
GRANT EXECUTE ON FUNCTION scorekeeper.keep_league(bigint, text, integer, jsonb) TO {recorder};
