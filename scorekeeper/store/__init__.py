"""The only room that opens files: the home, the sessions, the rulesets.

A session file is only ever appended to, under a lock. An entry is on disk (fsync of the file, and
of the folder if the file is new) before it is reported as recorded. Rulesets are in
`ruleset_library.py`; a session contains its own, so recording a deal reads none. Paths are plain
strings here, because importing pathlib takes a tenth of the time of recording a deal."""

from scorekeeper.store.disk import (
    is_file,
    name_of_file,
    paths_made_private,
    read_bytes,
    read_path,
    unmet_guarantees,
)
from scorekeeper.store.home_choice import clubs_recorded_in
from scorekeeper.store.session_changes import (
    change_session,
    create_ruleset,
    create_session,
    put_pack,
    put_ruleset,
    remove_session,
    repair_session,
)
from scorekeeper.store.sessions import (
    archived_names,
    are_more_than,
    bare_name,
    current_session,
    every_session,
    is_current,
    is_new_refused,
    listed_as,
    listed_sessions,
    make_current,
    new_name_fault,
    note_refused_new,
    session_bytes,
    session_name_fault,
    session_names,
    session_path,
)
from scorekeeper.text.problems import MayStand

__all__ = [
    "MayStand", "archived_names", "are_more_than", "bare_name", "change_session", "create_ruleset",
    "create_session", "current_session", "every_session", "is_current", "listed_as",
    "is_file", "is_new_refused", "listed_sessions", "paths_made_private", "make_current",
    "new_name_fault", "unmet_guarantees", "note_refused_new",
    "put_pack", "put_ruleset", "read_bytes", "read_path",
    "remove_session", "repair_session", "session_bytes", "session_name_fault",
    "session_names", "session_path", "name_of_file", "clubs_recorded_in",
]  # fmt: skip
