"""The worked examples in a ruleset, read, judged and scored like a real session."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.schedule import State, first_state, seating_of
from scorekeeper.game.session_settings import Agreed, SitOutPlan, agree, has_room_for
from scorekeeper.game.standing import Standing, after, match_totals, scored_for_all, settlement
from scorekeeper.record.entered_words import read_codes, split_line
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.fact_names import key_said
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import ENGLISH, Phrase

MEND_PROMISE = say("mend the points that the rules give, or what they promise of their sum")


class ExampleRun(NamedTuple):
    """A played example: its settings, its deals, and the differences from the printed numbers."""

    agreed: Agreed
    standing: Standing
    entered: tuple[str, ...]
    problems: tuple[Problem, ...]


def source_of(example: Mapping[str, Any]) -> Phrase:
    """Return the source of an example."""
    said = example.get("source", "")
    return Phrase(
        {
            code: (words,)
            for code, words in (said if isinstance(said, Mapping) else {ENGLISH: said}).items()
        }
    )


def example_problems(rules: Ruleset) -> list[Problem]:
    """Return every contradiction between the rules and their own examples."""
    examples = casebook(rules).examples
    return [problem for number in range(len(examples)) for problem in _problems_of(rules, number)]


def _problems_of(rules: Ruleset, number: int) -> Iterable[Problem]:
    try:
        return played(rules, number).problems
    except Refused as refusal:
        return [_at_example(problem, number) for problem in refusal.problems]


def _at_example(problem: Problem, number: int, deal: int | None = None) -> Problem:
    """Return the problem with the path and title of example `number` or of its deal `deal`, both
    from 0."""
    path, place = f"example[{number}]", _place(number)
    if deal is not None:
        path = f"{path}.deal[{deal}]"
        place = JoinedWords((place, say("deal {number}", number=deal + 1)), ", ")
    message = titled(place, problem.message)
    mends = (MEND_PROMISE,) if problem.code == "promise" else problem.mends
    return problem._replace(fact=path, place=None, message=message, mends=mends)


def _fix_for_file(problem: Problem) -> Problem:
    """Return a deal's problem with a fix that is a line of the file instead of a command."""
    mends = tuple(
        say("write `{line}`", line=JoinedWords(('enter = "', JoinedWords(mend.words, " "), '"')))
        if isinstance(mend, CommandLine)
        else mend
        for mend in problem.mends
    )
    return problem._replace(mends=mends)


def _place(number: int) -> Words:
    return say("example {number}", number=number + 1)


def played(rules: Ruleset, number: int) -> ExampleRun:
    """Play example `number` (from 0). Raises Refused where its players or options are
    impossible."""
    example = casebook(rules).examples[number]
    people = example.get("players", ())
    turns = SitOutPlan() if has_room_for(rules, len(people)) else None
    agreed = agree(rules, people, example.get("dealer"), example.get("options"), turns)
    state = first_state(agreed)
    scored: list[Scored] = []
    problems: list[Problem] = []
    rows = example.get("deal", [])
    for row in rows:
        seating = seating_of(agreed, state)
        typed = read_codes(seating.agreed, seating.state, split_line(row["enter"]))
        verdict = judged(seating.agreed, seating.state, typed.facts)
        if typed.problems or verdict.scored is None:
            refused = typed.problems or verdict.problems
            problems += [
                _at_example(_fix_for_file(problem), number, len(scored)) for problem in refused
            ]
            break
        deal = scored_for_all(seating, state, verdict.scored)
        state = after(agreed, state, deal)
        different = [*_differences(row, deal), *_counted_differently(row, agreed, state)]
        if deal.waits:
            different = [_not_whole(rules, deal.waits)]
        problems += [_at_example(problem, number, len(scored)) for problem in different]
        scored.append(deal)
    standing = Standing(agreed, tuple(scored), state)
    problems += _match_difference(example, standing, number)
    problems += _settled_differently(example, standing, number)
    return ExampleRun(agreed, standing, tuple(row["enter"] for row in rows), tuple(problems))


def _not_whole(rules: Ruleset, waits: Iterable[str]) -> Problem:
    """Return the problem that an example's deal is incomplete and has no points to compare."""
    names = listing((key_said(rules, name) for name in waits), "and")
    message = say("it waits for its {facts}: a deal of an example is whole", facts=names)
    return Problem("example-waits", message, None)


def _differences(row: Mapping[str, Any], scored: Scored) -> Iterable[Problem]:
    found: dict[str, object] = {
        "points": list(scored.points),
        "totals": list(scored.totals),
        "quotas": list(scored.quotas or ()),
        "outcome": scored.outcome.name if scored.outcome else None,
    }
    for name, value in found.items():
        if (
            name in row
            and row[name] != value
            and not (name == "outcome" and _is_called(scored, row[name]))
        ):
            shown = value if isinstance(value, Phrase) else str(value)
            yield _not_given(row, name, row[name], shown)


def _counted_differently(row: Mapping[str, Any], agreed: Agreed, state: State) -> Iterable[Problem]:
    """Yield a problem for each counter that differs from the example after the deal."""
    found = dict(zip(agreed.rules.scoring.carry, map(list, state.carry), strict=True))
    found |= {name: found[name][:1] for name in agreed.rules.tables_counters}
    for name, wanted in row.get("counters", {}).items():
        if wanted != found.get(name):
            yield _not_given(row, f"counters.{name}", wanted, str(found.get(name)))


def _not_given(row: Mapping[str, Any], name: str, wanted: object, found: str | Phrase) -> Problem:
    message = say(
        "`{entry}` should give {name} {wanted}, and the rules give {found}",
        entry=row["enter"],
        name=name,
        wanted=str(wanted),
        found=found,
    )
    return Problem("example", message, name)


def _is_called(scored: Scored, wanted: object) -> bool:
    """Return True if `wanted` is the outcome's name in any language."""
    return scored.outcome is not None and wanted in scored.outcome.name.spellings()


def _match_difference(
    example: Mapping[str, object], standing: Standing, number: int
) -> Iterable[Problem]:
    totals = match_totals(standing)
    if "match" in example and totals is not None and list(totals) != example["match"]:
        message = say(
            "the match should stand at {wanted}, and the rules give {found}",
            wanted=str(example["match"]),
            found=str(list(totals)),
        )
        yield _at_example(Problem("example", message), number)


def _settled_differently(
    example: Mapping[str, object], standing: Standing, number: int
) -> Iterable[Problem]:
    """Yield a problem if the settlement, or else the totals, differ from the example."""
    state = standing.state
    found = list(settlement(standing.agreed, state) or state.totals)
    if "settled" in example and found != example["settled"]:
        message = say(
            "it should be settled at {wanted}, and the rules give {found}",
            wanted=str(example["settled"]),
            found=str(found),
        )
        yield _at_example(Problem("example", message), number)
