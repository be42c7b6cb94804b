"""The live table: a conversation as a pure step from a line to an answer. It prints nothing, opens
no file and knows no clock. A reply may contain an act to be recorded; the caller records it and
reports the result."""

from scorekeeper.table.commands import farewell, only_looks
from scorekeeper.table.conversation import (
    act_of,
    begun,
    caught_up,
    done,
    gone_on_with,
    interrupted,
    outrun,
    prompt,
    refuse_another,
    reopened,
    step,
)
from scorekeeper.table.state import TOP, Conversation, Do, Prompt, Reply
from scorekeeper.table.word_completion import completions

__all__ = [
    "TOP", "Do", "Prompt", "Reply", "Conversation",
    "act_of", "begun", "caught_up", "completions", "done", "farewell", "gone_on_with",
    "interrupted", "only_looks", "outrun", "prompt",
    "refuse_another", "reopened", "step",
]  # fmt: skip
