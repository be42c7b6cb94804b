"""Sessions that get another name, are put by, or are thrown away and brought back: a session keeps
its bytes and gets another name or folder, never that of another one."""

from itertools import count

from scorekeeper.store.disk import failing, stem
from scorekeeper.store.home import ARCHIVE, SESSIONS, TRASH, Held
from scorekeeper.store.homes import held_session, home_of, path_in, the_home
from scorekeeper.store.sessions import NAME_BYTES, follow_current, forget_current, names_in
from scorekeeper.text.language import marked

_MOVING = marked("moving {path} failed: {why}")


def standing_path(name: str) -> str:
    """The path of a session that stands in the home, whether it is there or not."""
    return path_in(SESSIONS, name)


def archived_path(name: str) -> str:
    """The same of one that is archived."""
    return path_in(ARCHIVE, name)


def thrown_path(name: str) -> str:
    """The same of one that was thrown away."""
    return path_in(TRASH, name)


def is_taken(path: str, to: str) -> bool:
    """Whether a path is another session's than the one that has the first."""
    return home_of(to).is_taken(path, to)


def move_session(path: str, to: str) -> None:
    """Gives a session another path, safe before it returns; FileExistsError where another one has
    that, and nothing is changed."""
    with failing(_MOVING, path), held_session(path) as session:
        has_moved = session.move_to(to)
    if not has_moved:
        raise FileExistsError


def thrown_names() -> list[str]:
    """The names of the sessions in the trash, in their order."""
    return names_in(the_home().folder(TRASH), by_change=False)


# --- what is done with sessions ------------------------------------------------------------------


def rename_session(old: str, new: str) -> None:
    """Gives a session another name; FileExistsError where one has it. The note of the session used
    last goes with it."""
    move_session(standing_path(old), standing_path(new))
    follow_current(standing_path(old), standing_path(new))


def archive_session(name: str) -> None:
    """Puts a session by; FileExistsError where one of that name is put by already."""
    move_session(standing_path(name), archived_path(name))
    forget_current(standing_path(name))


def throw_away(name: str, is_archived: bool) -> str:
    """Moves a session to the trash, under its name or one with a number after it; gives that."""
    path = archived_path(name) if is_archived else standing_path(name)
    with failing(_MOVING, path), held_session(path) as session:
        return throw_held_away(session, path)


def throw_held_away(session: Held, path: str) -> str:
    """The same of one that is held."""
    with failing(_MOVING, path):
        for number in count(1):
            thrown = numbered(stem(path), number)
            if session.move_to(thrown_path(thrown)):
                forget_current(path)
                return thrown
    raise AssertionError  # there is always another number


def numbered(name: str, number: int) -> str:
    """`friday`, `friday-2`: no longer than a name may be."""
    ending = "" if number == 1 else f"-{number}"
    return name.encode()[: NAME_BYTES - len(ending)].decode(errors="ignore") + ending


def bring_back(path: str) -> None:
    """Has a session of the archive or the trash stand again; FileExistsError where one of its name
    does."""
    move_session(path, standing_path(stem(path)))
