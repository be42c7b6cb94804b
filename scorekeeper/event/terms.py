"""What an event was begun with: the game and its rules, who is in it, how many rounds, how people
are seated, and how the standings are made. It is the head of the event's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.base import limits
from scorekeeper.base.records import Record
from scorekeeper.event.plan import Plan
from scorekeeper.event.plan_words import plan_head, plan_of, plan_problems
from scorekeeper.event.seated import Sizes
from scorekeeper.game.seats import NOTHING_SETTLED, Turns
from scorekeeper.game.session import as_seen, name_problem, twice_problem
from scorekeeper.record.entry import MARK, START
from scorekeeper.record.head import parsed_head
from scorekeeper.record.seen import Seen
from scorekeeper.text.message import CommandLine, Words, either, say, titled
from scorekeeper.text.problems import Problem, Refused, refuse

FORMAT = 1
NAMED = "event"  # what stands before the number of the format: no session says it
EVEN, STANDING, RANDOM, HAND = "even", "standing", "random", "hand"
SEATINGS = (EVEN, STANDING, RANDOM, HAND)
TITLE = """\
# A scorekeeper event: what it was begun with, the rules as they stood then, and then one [[entry]]
# for whatever was done, in the order it was. Comments are kept. An entry may be mended by hand;
# `scorekeeper event check` then says what was changed, and with --accept takes it in.
"""


class Terms(Record):
    """What an event was begun with. `rules` is the page of rules as a session keeps it, `wanted`
    says how many sit at a table, `turns` what is settled about resting where more sit there than
    there are hands."""

    name: str
    id: str
    game: str
    created: str
    rounds: int
    seating: str
    wanted: Sizes
    seed: int
    people: tuple[str, ...]
    options: Mapping[str, Any]
    rules: Mapping[str, Any]
    plan: Plan = Plan()
    turns: Turns = NOTHING_SETTLED
    place: str = ""
    date: str = ""
    two_counts: bool = False


def terms_head(terms: Terms) -> dict[str, object]:
    """The head of a new event's file, with the rules as a session keeps them."""
    turns = {key: value for key, value in terms.turns._asdict().items() if value is not None}
    return {
        "format": f"{NAMED} {FORMAT}", "id": terms.id, "name": terms.name, "game": terms.game,
        "created": terms.created,
        **({"place": terms.place} if terms.place else {}),
        **({"date": terms.date} if terms.date else {}),
        **({"two_counts": True} if terms.two_counts else {}),
        "rounds": terms.rounds, "seating": terms.seating,
        "tables": {key: value for key, value in terms.wanted._asdict().items() if value},
        "seed": terms.seed,
        **({"turns": turns} if turns else {}),
        "count": plan_head(terms.plan),
        "people": list(terms.people),
        "options": dict(terms.options),
        "rules": {key: value for key, value in terms.rules.items() if key != "example"},
    }  # fmt: skip


# --- reading -------------------------------------------------------------------------------------

NEEDED: Mapping[str, type] = {
    "format": str, "id": str, "name": str, "game": str, "created": str, "rounds": int,
    "seating": str, "tables": dict, "seed": int, "count": dict, "people": list, "options": dict,
    "rules": dict,
}  # fmt: skip
OPTIONAL: Mapping[str, type] = {"place": str, "date": str, "two_counts": bool, "turns": dict}
KNOWN = {**NEEDED, **OPTIONAL}


def read_event_head(text: str, is_whole: bool, seen: Seen) -> Mapping[str, Any]:
    """What the head of an event's file says; raises Refused where it cannot be read."""
    try:
        head = parsed_head(text.removeprefix("\ufeff"), seen)
    except (ValueError, RecursionError) as error:
        raise _broken(titled(say("its head cannot be read"), str(error))) from None
    _refuse_format(head.get("format"))
    if not is_whole or head.pop("head", None) != {"whole": True}:
        raise _broken(say("its head does not end with `[head]` and `{mark}`", mark=MARK))
    if fault := _head_fault(head):
        raise _broken(fault)
    return head


def _head_fault(head: Mapping[str, Any]) -> Words | None:
    """The first thing that does not belong into the head, is missing, or of another kind."""
    unknown = next((key for key in head if key not in KNOWN), None)
    if unknown is not None:
        return say(
            "its head holds `{key}`, which does not belong there; an entry begins with `{start}`",
            key=unknown, start=START,
        )  # fmt: skip
    lacking = next((key for key in NEEDED if key not in head), None)
    if lacking is not None:
        return say("its head must say `{key}`", key=lacking)
    wrong = next((key for key in head if head[key].__class__ is not KNOWN[key]), None)
    return None if wrong is None else say("`{key}` of its head is of another kind", key=wrong)


def _refuse_format(found: object) -> None:
    """Raises Refused for a file of another format than this program's, and for one of none."""
    word, _, number = found.partition(" ") if isinstance(found, str) else ("", "", "")
    if word == NAMED and number.isdecimal() and int(number) > FORMAT:
        message = say(
            "the event's file is of format {found}; this scorekeeper reads format {own}",
            found=int(number), own=FORMAT,
        )  # fmt: skip
        hint = say("install a newer scorekeeper; nothing was changed")
        raise refuse("event-newer", message, None, hint)
    if found != f"{NAMED} {FORMAT}":
        own = f"{NAMED} {FORMAT}"
        message = say(
            'this is not the file of an event: it does not say `format = "{own}"`', own=own
        )
        command = CommandLine("event new", rest=(say("NAME"),))
        hint = say("name another file, or begin an event: {command}", command=command)
        raise refuse("event-broken", message, None, hint)


def _broken(why: Words) -> Refused:
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("event-broken", say("the event's file is broken: {why}", why=why), None, hint)


def terms_of(head: Mapping[str, Any]) -> Terms:
    """What a head says that was read; raises Refused where it does not hold."""
    tables, turns = head["tables"], head.get("turns", {})
    faults = [*_number_faults(head), *_names_faults(head), *_turns_faults(turns)]
    if faults:
        raise _broken(faults[0])
    terms = Terms(
        name=head["name"], id=head["id"], game=head["game"], created=head["created"],
        rounds=head["rounds"], seating=head["seating"], wanted=Sizes(**tables), seed=head["seed"],
        people=tuple(head["people"]), options=head["options"], rules=head["rules"],
        plan=plan_of(head["count"]), turns=Turns(**turns), place=head.get("place", ""),
        date=head.get("date", ""), two_counts=head.get("two_counts", False),
    )  # fmt: skip
    if problems := terms_problems(terms):
        raise Refused(problems, say("the head of the event's file does not hold"))
    return terms


def _number_faults(head: Mapping[str, Any]) -> list[Words]:
    tables = head["tables"]
    is_known = set(tables) <= set(Sizes._fields) and {"least", "most", "best"} <= set(tables)
    if not is_known or any(value.__class__ is not int for value in tables.values()):
        return [say("`tables` must say {keys}, whole numbers", keys=either(Sizes._fields))]
    if head["seating"] not in SEATINGS:
        return [say("`seating` must be {seatings}", seatings=either(SEATINGS))]
    return []


def _names_faults(head: Mapping[str, Any]) -> list[Words]:
    if all(isinstance(name, str) for name in head["people"]):
        return []
    return [say("`people` must be a list of names")]


def _turns_faults(turns: Mapping[str, object]) -> list[Words]:
    kinds = {"rest": str, "deals": int}
    if all(turns[key].__class__ is kinds.get(key) for key in turns):
        return []
    return [
        say("`turns.rest` says who rests, in words, and `turns.deals` how many deals there are")
    ]


# --- what cannot be ------------------------------------------------------------------------------


def people_problems(names: Sequence[str], among: Sequence[str] = ()) -> list[Problem]:
    """What is wrong with these names of people, beside those that an event has already."""
    faults = filter(None, map(name_problem, names))
    problems = [problem._replace(fact="people") for problem in faults]
    seen = {as_seen(name): name for name in among}
    for name in names:
        if (own := as_seen(name)) in seen:
            problems.append(_twice(name, seen[own]))
        else:
            seen[own] = name
    return problems


def _twice(name: str, other: str) -> Problem:
    message = (
        say("two people are named `{name}`", name=name)
        if name == other
        else say("`{name}` and `{other}` look the same", name=name, other=other)
    )
    return twice_problem(message)._replace(fact="people")


def terms_problems(terms: Terms) -> list[Problem]:
    """What is wrong with what an event is begun with, but for its rules."""
    problems = [*people_problems(terms.people), *plan_problems(terms.plan, terms.rounds)]
    if not 1 <= terms.rounds <= limits.EVENT_ROUNDS:
        message = say(
            "an event has 1 to {most} rounds, not {number}",
            most=limits.EVENT_ROUNDS, number=terms.rounds,
        )  # fmt: skip
        problems.append(Problem("event-rounds", message, "rounds"))
    least, most, best = terms.wanted.least, terms.wanted.most, terms.wanted.best
    if not 2 <= least <= best <= most:
        message = say("tables of {least} to {most} cannot be", least=least, most=most)
        hint = say("say how many sit at a table: `--tables 3` or `--tables 3-4`")
        problems.append(Problem("event-tables", message, "tables", (hint,)))
    elif len(terms.people) < least:
        message = say(
            "{people} people fill no table of {least}", people=len(terms.people), least=least
        )
        problems.append(Problem("event-people", message, "people", (say("name more people"),)))
    if len(terms.people) > limits.EVENT_PEOPLE:
        message = say(
            "{people} people are too many: {most} are the most",
            people=len(terms.people), most=limits.EVENT_PEOPLE,
        )  # fmt: skip
        problems.append(Problem("event-people", message, "people"))
    return problems
