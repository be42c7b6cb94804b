"""Who recorded an entry."""

import unicodedata

from scorekeeper.message import say
from scorekeeper.problems import refuse
from scorekeeper.session import NAME_LIMIT, is_control


def recorder_kept(name: str) -> str:
    """A name as entries keep it, empty where nobody said one; raises Refused for one that no page
    could show."""
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    if len(kept) > NAME_LIMIT:
        fault = say(
            "it has {length} characters, {most} is the most", length=len(kept), most=NAME_LIMIT
        )
    elif any(map(is_control, kept)):
        fault = say("it holds an invisible control character")
    else:
        return kept
    message = say("`{name}` cannot be who records: {fault}", name=name, fault=fault)
    raise refuse("by-name", message, "by")
