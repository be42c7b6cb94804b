"""Who is who in the home: one file of people."""

from collections.abc import Callable
from typing import TypeVar

from scorekeeper.store.homes import the_home

T = TypeVar("T")


def people_path() -> str:
    """Where the file of people is, or would be."""
    return the_home().people_path()


def people_bytes() -> bytes:
    """The bytes of the file of people; none where there is no such file. Raises Refused where
    anything else stands in its place, or more than is read."""
    return the_home().people_bytes()


def change_people(decide: Callable[[bytes], tuple[str | None, T]]) -> T:
    """Puts the text that `decide` makes of the file's bytes in its place, None where it stays, and
    gives the result. Nobody else changes it meanwhile, and it is safe before this returns."""
    return the_home().change_people(decide)
