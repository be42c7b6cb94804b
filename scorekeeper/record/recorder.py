"""Who recorded an entry."""

import unicodedata

from scorekeeper.game.session import NAME_LIMIT, words_fault
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse


def recorder_kept(name: str) -> str:
    """A name as entries keep it, empty where nobody said one; raises Refused for one that no page
    could show."""
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    fault = words_fault(kept, NAME_LIMIT)
    if fault is None:
        return kept
    message = say("`{name}` cannot be who records: {fault}", name=name, fault=fault)
    raise refuse("by-name", message, "by")
