"""The head of a session file: what was agreed once, and the rules as they stood that evening."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.toml import table_of_lines, toml_table, written_table
from scorekeeper.game.log import DEAL, Entry
from scorekeeper.record.entry import MARK, START, written
from scorekeeper.record.seen import Rules, Seen
from scorekeeper.text.language import marked
from scorekeeper.text.message import CommandLine, Message, say, titled
from scorekeeper.text.problems import Refused, refuse

FORMAT = 2
FORMATS = (1, FORMAT)  # that are read
OPTIONS = "[options]"
TITLE = """\
# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] for whatever was recorded, in the order it was. Comments are kept. An entry may be
# mended by hand; `scorekeeper check` then says what was changed and whether everything still
# holds, and `scorekeeper check --accept` takes it in.
"""
SEATED = ("dealer", "rest", "deals")  # who deals first, who rests, how many deals that makes
TWO_COUNTS = "two_counts"  # whether two people count each deal
EVENT = "event"  # which table of which event it is
COMMON = ("format", "name", "game", "created", "place", "date", "options", "rules")
KEYS = {
    1: frozenset((*COMMON, "players", *SEATED)),
    2: frozenset((*COMMON, "id", "evening", "people", "seats", EVENT, TWO_COUNTS)),
}
SEATS = frozenset(("order", *SEATED))
OF_EVENT = frozenset(("id", "name", "round", "table"))
CUT = marked(
    "the head of the session file is not whole, it does not end with `[head]` and `{mark}`"
)


def head_text(head: Mapping[str, Any], title: str = TITLE) -> str:
    """The head of a new file, a session unless its title says otherwise."""
    import tomli_w  # noqa: PLC0415 - 0.4 ms, only for a new session

    lines = [
        line
        for key, value in head.items()
        if key not in ("options", "rules")
        for line in _lines(key, value)
    ]
    lines += [
        "",
        "[options]",
        *(f"{key} = {written(value)}" for key, value in head["options"].items()),
        "",
        "",
    ]
    rules = tomli_w.dumps({"rules": head["rules"]})
    return title + "\n".join(lines) + f"{rules}\n[head]\n{MARK}\n"


def _lines(key: str, value: object) -> list[str]:
    """What was agreed, a line each."""
    if isinstance(value, Mapping):
        return [f"{key}.{name} = {written(inner)}" for name, inner in value.items()]
    return [f"{key} = {written(value)}"]


def read_head(text: str, is_whole: bool, seen: Seen) -> Mapping[str, Any]:
    """What a head says, in the words of the format of today; raises Refused where it cannot be
    read, is of another format, does not end with its mark (`is_whole` is False where none was
    found), or holds what does not belong there.
    """
    head = _parsed(text.removeprefix("\ufeff"), is_whole, seen)
    _refuse_format(head.get("format"))
    if not is_whole or head.pop("head", None) != {"whole": True}:
        raise _broken(say(CUT, mark=MARK))
    unknown = head.keys() - KEYS[head["format"]] or {
        *_unknown_within("seats", SEATS, head), *_unknown_within(EVENT, OF_EVENT, head)
    }  # fmt: skip
    if unknown:
        message = say(
            "the head of the session file holds `{key}`, which does not belong there; an entry "
            "begins with `{start}`",
            key=min(unknown), start=START,
        )  # fmt: skip
        raise _broken(message)
    return _of_today(head)


def _unknown_within(name: str, known: frozenset[str], head: Mapping[str, object]) -> set[str]:
    """The keys of a table of the head that do not belong there."""
    table = head.get(name)
    return (
        {f"{name}.{key}" for key in table if key not in known} if isinstance(table, dict) else set()
    )


def _of_today(head: dict[str, Any]) -> dict[str, Any]:
    """The head with its people and their seats apart; in format 1 they were `players`, who sat as
    they were named."""
    if head.get("format") != 1:
        return head
    players = head.get("players")
    seats = {"order": players, **{key: head[key] for key in SEATED if key in head}}
    others = {key: value for key, value in head.items() if key not in ("players", *SEATED)}
    return {**others, "people": players, "seats": seats}


def identity(head: Mapping[str, object]) -> str:
    """What tells one session from every other: its id; of one that was begun without it when and
    as what it was begun, which no two of a home have in common."""
    own = head.get("id")
    if isinstance(own, str) and own:
        return own
    parts = (head.get(key) for key in ("created", "name", "game", "players"))
    return "/".join(map(str, parts))


def event_table(head: Mapping[str, object]) -> Mapping[str, object]:
    """Which table of which event a session is, as its head or its first lines say it: `id`, `name`,
    `round`, `table`; nothing of one that is of no event."""
    of = head.get(EVENT)
    return of if isinstance(of, dict) else {}


def evening_named(head: Mapping[str, object]) -> str:
    """The identity of the session with which the evening began, where that was another one; else
    nothing."""
    first = head.get("evening")
    return first if isinstance(first, str) else ""


def times_entered(head: Mapping[str, object], entries: Iterable[Entry]) -> Sequence[str]:
    """When the deals of a session were entered: the day that was said of it, else the times that
    its entries have; before the first deal the time at which it was begun."""
    if day := str(head.get("date", "")):
        return [day]
    times = [entry.at for entry in entries if entry.what == DEAL and entry.at]
    return times or [str(head.get("created", ""))]


def first_lines(data: bytes, seen: Seen) -> dict[str, Any]:
    """What the first lines of a session file say, in the words of the format of today; its rules
    and entries are not read. ValueError or RecursionError where they cannot be read."""
    text = data.partition(b"\n[")[0].decode()
    return _of_today(table_of_lines(text, seen.lines) or toml_table(text))


def names_seated(head: Mapping[str, object]) -> tuple[str, ...]:
    """Who sits at the table, in their order, as a head or its first lines say it; whatever else
    they hold is passed over."""
    seats = head.get("seats")
    order = seats.get("order") if isinstance(seats, dict) else None
    return tuple(name for name in order if isinstance(name, str)) if isinstance(order, list) else ()


def _parsed(text: str, is_whole: bool, seen: Seen) -> dict[str, Any]:
    try:
        return parsed_head(text, seen)
    except (ValueError, RecursionError) as error:
        unread = say("the head of the session file cannot be read")
        raise _broken(titled(unread if is_whole else say(CUT, mark=MARK), str(error))) from None


def parsed_head(text: str, seen: Seen) -> dict[str, Any]:
    """What a head says; ValueError or RecursionError where it cannot be read."""
    return _in_parts(text, seen) or toml_table(text)


def _in_parts(text: str, seen: Seen) -> dict[str, Any] | None:
    """The head read as what was agreed, the options, and the rules, those only where nobody has
    read them yet. None where the text is not in this order, or two parts say the same thing."""
    start, known = seen.rules_in(text)
    agreed, heading, options = text[: max(start, 0)].partition(f"\n{OPTIONS}\n")
    head, chosen = table_of_lines(agreed, seen.lines), table_of_lines(options, seen.lines)
    if not heading or head is None or chosen is None:
        return None
    if known is None or start + len(known.text) != len(text):
        known = _rules(text[start:])
        if known is None:
            return None
        seen.rules.append(known)
    parts = (head, {"options": chosen}, known.table)
    whole = {key: value for part in parts for key, value in part.items()}
    return whole if len(whole) == sum(map(len, parts)) else None


def _rules(text: str) -> Rules | None:
    """The rules of a head, and its end; None where that cannot be read."""
    try:
        return Rules(text=text, lines=text.count("\n"), table=written_table(text))
    except (ValueError, RecursionError):
        return None


def _refuse_format(found: Any) -> None:
    """Raises Refused for a file of another format than this program's, and for one of none."""
    is_number = found.__class__ is int
    if is_number and found > FORMAT:
        message = say(
            "the session file is of format {found}; this scorekeeper reads format {own}",
            found=found,
            own=FORMAT,
        )
        hint = say("install a newer scorekeeper; nothing was changed")
        raise refuse("session-newer", message, None, hint)
    if not is_number or found not in FORMATS:
        message = say(
            "this is not a scorekeeper session file: it does not say `format = {own}`", own=FORMAT
        )
        hint = say("name another file, or begin a session: {command}", command=CommandLine("new"))
        raise refuse("session-broken", message, None, hint)


def _broken(message: Message) -> Refused:
    """What to say of a head that is broken."""
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("session-broken", message, None, hint)
