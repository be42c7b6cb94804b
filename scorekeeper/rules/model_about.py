"""What a game says of itself and of its roles in words, as frozen values; and the words of the
format that say their fields (`format.py`)."""

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.rules.format import Word, declare
from scorekeeper.text.language import Phrase


class Role(Record):
    """What a role is called where that is said (None: by its name in formulas), what it aims at,
    and the roles that a player has rather than it."""

    name: Phrase | None
    aim: Phrase
    yields: tuple[str, ...]


ROLE = declare(
    Role,
    name=Word(
        "phrase",
        "what a role of the game's own is called where it is shown; without an English word it "
        "is called there what `[roles]` calls it, and so it is in formulas",
        saying=None,
    ),
    aim=Word("phrase", "what it tries to do"),
    yields=Word(
        "strings",
        "the roles that a player has rather than this one, where both would be theirs; where the "
        "page does not say so, a player who may have two is a fault of it",
    ),
)


class About(Record):
    """What a game says of itself: what it belongs to, in which languages it has words, where it is
    from, a warning about the whole; for those who have never played it its object, how long it
    takes, and what each role aims at. `role_words` and `words` are what those roles and other
    names in formulas are called that the game has words of its own for."""

    family: str
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    caution: Phrase
    object: Phrase
    length: Phrase
    aims: Mapping[str, Phrase]
    role_words: Mapping[str, Phrase]
    words: Mapping[str, Phrase]
