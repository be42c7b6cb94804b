"""The reason why something about a session's end cannot be worked out."""

from __future__ import annotations

from scorekeeper.text.message import Words, in_english


class Unknown(Exception):
    """What is still possible cannot be worked out; `why` says the reason."""

    def __init__(self, why: Words) -> None:
        self.why = why
        super().__init__(in_english(why))
