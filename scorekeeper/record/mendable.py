"""Which commands would mend a deal that was refused."""

from collections.abc import Sequence

from scorekeeper.game.judge import judged
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.amend import amended
from scorekeeper.record.entry_words import different, given_line
from scorekeeper.record.words import read_codes
from scorekeeper.text.message import CommandLine, in_english
from scorekeeper.text.problems import Problem

__all__ = ["given_line", "mendable_by_words"]


def mendable_by_words(
    agreed: Agreed, state: State, problems: Sequence[Problem], before: Facts | None = None
) -> Sequence[Problem]:
    """The problems, with no command to type that would be refused too, or change nothing."""

    def is_allowed(command: CommandLine) -> bool:
        words = [*map(in_english, command.words)]  # English words are read in every language
        typed = read_codes(agreed, state, words, before)
        scored = judged(agreed, state, amended(agreed, state, before or {}, typed.facts)).scored
        return (
            scored is not None
            and not typed.problems
            and bool(different(before or {}, scored.facts))
        )

    return [
        problem.without_command()
        if problem.command and not problem.command.rest and not is_allowed(problem.command)
        else problem
        for problem in problems
    ]
