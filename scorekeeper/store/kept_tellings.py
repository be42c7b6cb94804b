"""What a home that keeps the rows of its league has of each session."""

from typing import NamedTuple


class Told(NamedTuple):
    """What tells the text of a session from any other that it had or will have; and the row of it
    that the home keeps, empty where it keeps none that knows of all that stands."""

    digest: str
    row: str


class Telling(NamedTuple):
    """The row of a session, by the name that it is listed under, and the same as tables have it,
    in JSON: for a home that keeps both."""

    name: str
    row: str
    tables: str
