"""When an evening was held, and where, as its pages say it."""

from typing import NamedTuple


class Held(NamedTuple):
    """The day or days in words, and the place; empty where that is not known."""

    when: str = ""
    place: str = ""


NOT_KNOWN = Held()
