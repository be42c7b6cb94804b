"""Who is who in this home, for the commands that speak of persons."""

from __future__ import annotations

from scorekeeper.league.people_file import People, people_of
from scorekeeper.store.people_kept import people_bytes, people_path


def known_people() -> People:
    """Everybody whom the file of people names; raises Refused where it is not understood."""
    return people_of(people_bytes(), people_path())
