"""Deals that wait for what is said later: what they may come to."""

from collections.abc import Iterator, Sequence

from scorekeeper.game.judge import Scored, judged
from scorekeeper.game.later_values import values_of
from scorekeeper.game.resting import of_seats
from scorekeeper.game.session import Facts
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import key_typed
from scorekeeper.text.message import CommandLine, Joined


def completions(deal: Scored, said: Facts) -> Iterator[Facts]:
    """What was said of a deal that waits, with each of the values that it may come to have."""
    played = of_seats(deal)
    agreed, state = played.agreed, played.state
    found = judged(agreed, state, said).scored
    if found is None:
        return
    if not found.waits:
        yield said
        return
    name = found.waits[0]
    rules = agreed.rules
    for value in values_of(rules.facts[name], agreed.players, rules.pack):
        yield from completions(deal, {**said, name: value})


def every_completion(deal: Scored) -> list[Scored]:
    """A deal that waits, scored in each way in which it may come out, for those who play it."""
    played = of_seats(deal)
    verdicts = (judged(played.agreed, played.state, one) for one in completions(deal, deal.said))
    return [verdict.scored for verdict in verdicts if verdict.scored is not None]


def completing_command(rules: Ruleset, number: int, names: Sequence[str]) -> CommandLine:
    """The command that says what a deal waits for, with a gap for each value."""
    gaps = tuple(Joined((key_typed(rules, name), "=…")) for name in names)
    return CommandLine("complete", (str(number),), gaps)
