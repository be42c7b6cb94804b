"""A session: what was agreed, and the entries in the order they were made.

Nothing is ever overwritten. Corrections and undos are entries too; folding them gives the deals
that stand, and the entry that an undo or a redo would act on.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.problems import Problem, Refused, listed, nearest
from scorekeeper.ruleset.model import Option, Ruleset

Facts = Mapping[str, Any]
NAME_LIMIT = 40
DEAL, AMEND, UNDO, REDO = "deal", "amend", "undo", "redo"


class Agreed(NamedTuple):
    """What the players agreed before the first deal. Seats are indices into `players`,
    clockwise; a side is a player, or in team games the partners who sit across."""

    rules: Ruleset
    players: tuple[str, ...]
    dealer: int
    options: Mapping[str, bool | int | str]
    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...]
    side_of: tuple[int, ...]
    seat_of: Mapping[str, int]


class Entry(NamedTuple):
    """One entry: `what` is deal, amend, undo or redo; deals and amendments carry the whole
    facts of deal `number` as they then stood. `more` ties it to the next: many deals that were
    entered at once count all or not at all."""

    what: str
    number: int
    at: str
    facts: Facts
    why: str = ""
    line: int = 0
    more: bool = False


class Folded(NamedTuple):
    """The deals that stand, by number from 1, the acts that can be undone and redone."""

    deals: tuple[Entry, ...]
    done: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    amended: frozenset[int]


def agree(
    rules: Ruleset, players: Iterable[str], dealer: str | None = None, options: Mapping[str, Any] | None = None
) -> Agreed:
    """Checks what is agreed and seats the players; raises Refused with every problem."""
    names = tuple(unicodedata.normalize("NFC", name.strip()) for name in players)
    problems = [*player_problems(rules, names)]
    settled, option_problems = _options(rules, options or {})
    problems += option_problems
    first = 0
    if dealer is not None:
        wanted = unicodedata.normalize("NFC", dealer.strip())
        if wanted in names:
            first = names.index(wanted)
        else:
            meant = nearest(wanted, names)
            hint = f"did you mean `{meant}`?" if meant else None
            problems.append(
                Problem("player-unknown", f"`{dealer}` does not play here; {listed(names, 'and')} do", "dealer", hint)
            )
    if problems:
        raise Refused(problems)
    return seated(rules, names, first, settled)


def seated(rules: Ruleset, names: tuple[str, ...], first: int, options: Mapping[str, Any]) -> Agreed:
    """Seats players who were checked before; partners sit across, the first-named's side first."""
    half = len(names) // 2
    sides = tuple((s, s + half) for s in range(half)) if rules.teams else tuple((s,) for s in range(len(names)))
    side_of = tuple(next(i for i, side in enumerate(sides) if seat in side) for seat in range(len(names)))
    side_names = _side_names(rules, names)
    return Agreed(rules, names, first, options, sides, side_names, side_of, {n: s for s, n in enumerate(names)})


def _side_names(rules: Ruleset, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the sides are called: a player's own name, or that of the partners who sit across."""
    half = len(names) // 2
    return tuple(" & ".join(pair) for pair in zip(names[:half], names[half:], strict=False)) if rules.teams else names


def player_problems(rules: Ruleset, names: tuple[str, ...]) -> Iterable[Problem]:
    """What is wrong with these players' names and number."""
    if len(names) not in rules.players:
        wanted = " or ".join(map(str, rules.players))
        yield Problem(
            "players-number",
            f"{rules.name.shown()} is for {wanted} players; {len(names)} were named",
            "players",
            f"name {wanted} players, clockwise",
        )
    seen: dict[str, str] = {}
    for name in names:
        if fault := _name_fault(name):
            yield Problem("player-name", f"{name!r} cannot be a player's name: {fault}", "players")
        other = seen.setdefault(name.casefold(), name)
        if other is not name or names.count(name) > 1:
            yield Problem(
                "player-twice", f"two players are named `{name}`", "players", "give each a name of their own, `Ann B.`"
            )
            break
    pairs = _side_names(rules, names)
    if rules.teams and len(set(pairs)) < len(pairs) and len(set(names)) == len(names):
        yield Problem(
            "player-twice",
            f"two sides would be called `{pairs[0]}`",
            "players",
            "give each a name of their own, `Ann B.`",
        )


def _name_fault(name: str) -> str | None:
    if not name:
        return "it is empty"
    if len(name) > NAME_LIMIT:
        return f"it has {len(name)} characters, {NAME_LIMIT} is the most"
    if any(is_control(character) for character in name):
        return "it holds an invisible control character"
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        return "nothing of it can be seen"
    if "," in name or name == "-":
        return "a comma or a lone dash could not be told from a list of numbers"
    return None


def is_control(character: str) -> bool:
    """Control characters and the ones that turn the direction of writing; joiners of emoji
    and of scripts are letters' business and stay."""
    if character.isascii():
        return not character.isprintable()
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp")
        or character
        in "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\u00ad\ufeff"
    )


def _options(rules: Ruleset, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    settled = {name: option.default for name, option in rules.options.items()}
    problems = []
    for name, value in given.items():
        option = rules.options.get(name)
        if option is None:
            meant = nearest(name, rules.options)
            known = ", ".join(rules.options) or "none"
            problems.append(
                Problem(
                    "option-unknown",
                    f"`{name}` is not an option of this game; there are: {known}",
                    "option",
                    f"did you mean `{meant}`?" if meant else None,
                )
            )
            continue
        settled[name], fault = _option_value(option, value)
        if fault:
            problems.append(Problem("option-value", f"`{name}` cannot be `{value}`: {fault}", "option"))
    return settled, problems


_YES = {
    "yes": True,
    "true": True,
    "on": True,
    "1": True,
    "": True,
    "no": False,
    "false": False,
    "off": False,
    "0": False,
}


def _option_value(option: Option, value: Any) -> tuple[Any, str | None]:
    if option.kind == "flag":
        settled = value if isinstance(value, bool) else _YES.get(str(value).casefold())
        return (settled, None) if settled is not None else (False, "say yes or no")
    if option.kind == "number":
        text = str(value)
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
        least, most = option.least or 0, option.most if option.most is not None else 10**9
        if number is None or not least <= number <= most:
            return option.default, f"say a number from {least}" + (f" to {most}" if option.most is not None else "")
        return number, None
    return (value, None) if value in option.values else (option.default, f"say {' or '.join(option.values)}")


def folded_entries(entries: Iterable[Entry]) -> Folded:
    """Folds corrections, undos and redos into the deals that stand.

    An undo takes back the last deal or amendment that stands, a redo restores the last one
    taken back; a new deal or amendment leaves nothing to redo. Raises Refused on entries that
    cannot follow each other, naming the line.
    """
    done: list[Entry] = []
    undone: list[Entry] = []
    deals = 0
    for entry in entries:
        if entry.what in (DEAL, AMEND):
            follows = entry.number == deals + 1 if entry.what == DEAL else 1 <= entry.number <= deals
            if not follows:
                raise Refused([_out_of_order(entry, deals)])
            deals += entry.what == DEAL
            done.append(entry)
            undone.clear()
            continue
        source, target = (done, undone) if entry.what == UNDO else (undone, done)
        if not source:
            raise Refused([Problem("entry-order", f"there is nothing to {entry.what}", place=f"line {entry.line}")])
        act = source.pop()
        deals += (act.what == DEAL) * (1 if entry.what == REDO else -1)
        target.append(act)
    return Folded(
        _standing_deals(done), tuple(done), tuple(undone), frozenset(e.number for e in done if e.what == AMEND)
    )


def _out_of_order(entry: Entry, deals: int) -> Problem:
    wanted = f"deal {deals + 1} should come next" if entry.what == DEAL else f"there are {deals} deals to amend"
    return Problem("entry-order", f"an entry is for deal {entry.number}, but {wanted}", place=f"line {entry.line}")


def _standing_deals(done: Iterable[Entry]) -> tuple[Entry, ...]:
    deals: list[Entry] = []
    for entry in done:
        if entry.what == DEAL:
            deals.append(entry)
        else:
            deals[entry.number - 1] = entry
    return tuple(deals)
