"""The two halves of a move as the logs of the two sessions tell them: the deal that was recorded in
the one, and its strike in the other."""

from scorekeeper.game.log import DEAL, INSERT, STRIKE, Entry
from scorekeeper.text.message import CommandLine, Words, say

BEGINNING = "moved-"  # of the id of a deal that was moved from another session
FROM = " →"  # behind the name of the session that a deal came from, as the log gives it
TO = "→ "  # before the name of the session that a struck deal went to


def other_half(act: Entry) -> tuple[Words, ...]:
    """What is to be done in the other session where this half of a move is taken back; nothing
    where it is none."""
    if act.what in (DEAL, INSERT) and act.id.startswith(BEGINNING) and act.why.endswith(FROM):
        session = act.why.removesuffix(FROM)
    elif act.what == STRIKE and act.why.startswith(TO):
        session = act.why.removeprefix(TO)
    else:
        return ()
    undo = CommandLine("undo", ("--session", session))
    said = say(
        "that was half of a move; unless that is done, take the other half back too: `{command}`",
        command=undo,
    )
    return (said,)
