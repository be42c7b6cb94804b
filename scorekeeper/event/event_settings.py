"""The settings of an event: rules, people, rounds, seating, the plan of its standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.base import input_limits as limits
from scorekeeper.base.exact_numbers import exact
from scorekeeper.event.round_tables import Sizes
from scorekeeper.game.session_settings import (
    NOTHING_SETTLED,
    SitOutPlan,
    comparison_form,
    duplicate_name_problem,
    name_problem,
)
from scorekeeper.record.log_text import MARK, START, ParseCache
from scorekeeper.record.session_head import parsed_head
from scorekeeper.text.message import CommandLine, Words, either, listing, say, titled
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse

# --- plan --------------------------------------------------------------------------------------
# The plan of an event's standings: the numbers to add up, the rounds that count, the tie-breaks.


# The numbers of a round that standings can add up.
BY = POINTS, MEAN, RANK, WINS = "points", "mean", "rank", "wins"
# The tie-breaks between equal totals.
ALONE, MET, MARGIN, OTHERS = "alone", "met", "margin", "others"
BEST_ROUND, LAST_ROUND = "best-round", "last-round"
TIES = (POINTS, RANK, WINS, ALONE, MET, MARGIN, BEST_ROUND, LAST_ROUND, OTHERS)
# The usual tie-breaks by the number that is added up.
USUAL = {
    POINTS: (WINS, MET, BEST_ROUND), MEAN: (WINS, MET, BEST_ROUND), RANK: (POINTS, WINS, MET),
    WINS: (POINTS, MET, OTHERS),
}  # fmt: skip

# The ways in which a person spent a round.
PLAYED, OPEN, OUT, LATE, ABSENT, LEFT = "played", "open", "out", "late", "absent", "left"

TWELVE = 12  # default points of the first place: all places at tables of 2 to 5 get whole points


class Plan(NamedTuple):
    """The plan of an event's standings.

    Standings add up `by`: points, mean points per deal, rank points or games won. Only the
    `best` rounds count, all if 0. `rank_points` has a list by place for each size of table;
    `ties` are the tie-breaks in order. `out`, `late` and `absent` are the scores of a round for
    a person who sat out, joined later or was absent; None is no score."""

    by: str = POINTS
    best: int = 0
    rank_points: tuple[tuple[int, ...], ...] = ()
    ties: tuple[str, ...] | None = None
    out: int | None = None
    late: int | None = None
    absent: int | None = None

    @property
    def parting(self) -> tuple[str, ...]:
        """Return the tie-breaks in order: those of the plan, or the usual ones."""
        return USUAL[self.by] if self.ties is None else self.ties

    @property
    def fewer_rank(self) -> bool:
        """Return True if the first place has the fewest rank points."""
        return any(points[0] < points[-1] for points in self.rank_points)

    def fewer(self, lowest: bool) -> bool:
        """Return True if the lowest total is best. `lowest` is True if fewer points win
        the game."""
        return {POINTS: lowest, MEAN: lowest, RANK: self.fewer_rank, WINS: False}[self.by]

    def fixed(self, how: str) -> int | None:
        """Return the fixed score of a round spent as `how`, without playing, or None."""
        return {OUT: self.out, LATE: self.late, ABSENT: self.absent}.get(how)


def points_by_place(plan: Plan, size: int) -> Sequence[int]:
    """Return the rank points at a table of this size, first place first.

    By default they fall from 12 to 0 in equal steps. If no list of the plan has this size, the
    longest is used; its last number is repeated for further places."""
    for points in plan.rank_points:
        if len(points) == size:
            return points
    if plan.rank_points:
        longest = max(plan.rank_points, key=len)
        return [longest[min(place, len(longest) - 1)] for place in range(size)]
    if size == 1:
        return [TWELVE]
    return [exact(TWELVE * (size - 1 - place), size - 1) for place in range(size)]


def rank_points(plan: Plan, size: int, place: int, sharing: int) -> int:
    """Return the rank points of a place (from 0): the mean over the places that its `sharing` tied
    sides fill."""
    filled = points_by_place(plan, size)[place : place + sharing]
    total = sum(filled)
    return exact(total.numerator, total.denominator * len(filled))


# --- the plan in the header --------------------------------------------------------------------
# The plan of an event's standings as TOML data, and its problems.


MOST_POINTS = 1_000_000  # the maximum of a fixed score or of rank points
FIXED = ("out", "late", "absent")


def plan_head(plan: Plan) -> dict[str, object]:
    """Return a plan as a table for the header of an event's file."""
    fixed = {name: getattr(plan, name) for name in FIXED}
    return {
        "by": plan.by, "best": plan.best,
        **({"rank_points": [*map(list, plan.rank_points)]} if plan.rank_points else {}),
        "ties": list(plan.parting),
        **{name: points for name, points in fixed.items() if points is not None},
    }  # fmt: skip


def plan_of(said: Mapping[str, Any]) -> Plan:
    """Return the plan in a header, without checking its values."""
    ties, ranks = said.get("ties"), said.get("rank_points", [])
    return Plan(
        by=said.get("by", POINTS), best=said.get("best", 0),
        rank_points=tuple(map(_points_said, ranks if isinstance(ranks, list) else [ranks])),
        ties=tuple(ties) if isinstance(ties, list) else None,
        **{name: said.get(name) for name in FIXED},
    )  # fmt: skip


def _points_said(points: object) -> tuple[Any, ...]:
    """Return a list of rank points as a tuple; an invalid empty one if it is no list."""
    return tuple(points) if isinstance(points, list) else ()


def plan_problems(plan: Plan, rounds: int) -> list[Problem]:
    """Return the problems of a plan for an event of `rounds` rounds."""
    return [
        *_by_problems(plan), *_ties_problems(plan.ties or ()), *_best_problems(plan.best, rounds),
        *_points_problems(plan),
    ]  # fmt: skip


def _by_problems(plan: Plan) -> list[Problem]:
    if plan.by in BY:
        return []
    message = say("the standings cannot count `{word}`", word=str(plan.by))
    return [Problem("event-count", message, "count", (_choose(BY),))]


def _ties_problems(ties: Sequence[object]) -> list[Problem]:
    problems = []
    for tie in map(str, ties):
        if tie not in TIES:
            message = say("`{word}` parts nobody who is level", word=tie)
            mends = known_mends(did_you_mean(tie, TIES), _choose(TIES))
            problems.append(Problem("event-ties", message, "ties", mends))
    if len({*map(str, ties)}) < len(ties):
        message = say("a word stands twice among what parts those who are level")
        problems.append(Problem("event-ties", message, "ties", (say("leave one out"),)))
    return problems


def _best_problems(best: object, rounds: int) -> list[Problem]:
    if (isinstance(best, int) and 0 <= best <= rounds) or rounds < 1:
        return []
    message = say("the best {best} of {rounds} rounds cannot count", best=str(best), rounds=rounds)
    hint = say("say a number from 1 to {rounds}; all count where nothing is said", rounds=rounds)
    return [Problem("event-best", message, "best", (hint,))]


def _points_problems(plan: Plan) -> list[Problem]:
    fixed = [points for name in FIXED if (points := getattr(plan, name)) is not None]
    numbers = [*fixed, *(point for points in plan.rank_points for point in points)]
    are_whole = all(one.__class__ is int and abs(one) <= MOST_POINTS for one in numbers)
    if not (are_whole and all(plan.rank_points)):
        message = say("points for a place, or for who did not play, are whole numbers")
        return [Problem("event-points", message, "rank-points")]
    if len({points[0] < points[-1] for points in plan.rank_points if len({*points}) > 1}) > 1:
        message = say("the first place has the most points of one list, and the fewest of another")
        return [Problem("event-points", message, "rank-points")]
    return []


def _choose(words: Sequence[str]) -> Words:
    return say("say {choices}", choices=listing(words))


# --- settings ----------------------------------------------------------------------------------
# The settings with which an event began, in the header of its file: game and rules, people, number
# of rounds, seating, plan of the standings.


FORMAT = 1
NAMED = "event"  # precedes the format's number in events' files only, not in sessions' files
EVEN, STANDING, RANDOM, HAND = "even", "standing", "random", "hand"
SEATINGS = (EVEN, STANDING, RANDOM, HAND)
TITLE = """\
# A scorekeeper event: what it was begun with, the rules as they stood then, and then one [[entry]]
# for whatever was done, in the order it was. Comments are kept. An entry may be mended by hand;
# `scorekeeper event check` then says what was changed, and with --accept takes it in.
"""


class Terms(NamedTuple):
    """The settings with which an event began.

    `rules` is the ruleset in the form that sessions save, `wanted` the table sizes, `turns` the
    choices about sitting out at tables with more people than hands."""

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
    turns: SitOutPlan = NOTHING_SETTLED
    place: str = ""
    date: str = ""
    two_counts: bool = False


def terms_head(terms: Terms) -> dict[str, object]:
    """Return the header of a new event's file, as TOML data."""
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


def read_event_head(text: str, is_whole: bool, seen: ParseCache) -> Mapping[str, Any]:
    """Read the header of an event's file. Raises Refused if it is unreadable."""
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
    """Return the first problem of a header: an unknown key, a missing key or a wrong type; None if
    there is none."""
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
    """Raise Refused unless a file has this program's format of events."""
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
    """Return the settings in a parsed event header. Raises Refused if they are invalid."""
    tables, turns = head["tables"], head.get("turns", {})
    faults = [*_number_faults(head), *_names_faults(head), *_turns_faults(turns)]
    if faults:
        raise _broken(faults[0])
    terms = Terms(
        name=head["name"], id=head["id"], game=head["game"], created=head["created"],
        rounds=head["rounds"], seating=head["seating"], wanted=Sizes(**tables), seed=head["seed"],
        people=tuple(head["people"]), options=head["options"], rules=head["rules"],
        plan=plan_of(head["count"]), turns=SitOutPlan(**turns), place=head.get("place", ""),
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


# --- problems ------------------------------------------------------------------------------------


def people_problems(names: Sequence[str], among: Sequence[str] = ()) -> list[Problem]:
    """Return the problems of people's names, also compared with the names `among` an event's
    people."""
    faults = filter(None, map(name_problem, names))
    problems = [problem._replace(fact="people") for problem in faults]
    seen = {comparison_form(name): name for name in among}
    for name in names:
        if (own := comparison_form(name)) in seen:
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
    return duplicate_name_problem(message)._replace(fact="people")


def terms_problems(terms: Terms) -> list[Problem]:
    """Return the problems of an event's settings, except those of its rules."""
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
