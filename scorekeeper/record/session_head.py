"""The header of a session file: the settings, and the rules as they were that evening."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard

import tomli_w

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.entry_kinds import DEAL, SESSION_LOG
from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import Agreed, SitOutPlan, agree
from scorekeeper.record.log_text import MARK, START, Log, ParseCache, Rules, read_log, written
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import read_kept_ruleset
from scorekeeper.text.message import CommandLine, Message, say, titled
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

FORMAT = 2
FORMATS = (1, FORMAT)  # that are read
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
    """Return the header of a new file. `title` is its first line (default: that of a session)."""
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
    """Return a setting as TOML lines."""
    if isinstance(value, Mapping):
        return [f"{key}.{name} = {written(inner)}" for name, inner in value.items()]
    return [f"{key} = {written(value)}"]


def read_head(text: str, is_whole: bool, seen: ParseCache) -> Mapping[str, Any]:
    """Return the contents of a header, with the keys of the current format. `is_whole` is False if
    its mark was not seen. Raises Refused if the header cannot be read, has another format,
    lacks its mark, or contains unknown keys."""
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
    """Return the unknown keys in a table of the header."""
    table = head.get(name)
    return (
        {f"{name}.{key}" for key in table if key not in known} if isinstance(table, dict) else set()
    )


def _of_today(head: dict[str, Any]) -> dict[str, Any]:
    """Return the header in the current form, with its people and their seats as separate keys.
    Format 1 had `players`, in seat order."""
    if head.get("format") != 1:
        return head
    players = head.get("players")
    seats = {"order": players, **{key: head[key] for key in SEATED if key in head}}
    others = {key: value for key, value in head.items() if key not in ("players", *SEATED)}
    return {**others, "people": players, "seats": seats}


def identity(head: Mapping[str, object]) -> str:
    """Return the id of a session. A session without an id gets one from its creation time, name,
    game and players, which is unique in a home."""
    own = head.get("id")
    if isinstance(own, str) and own:
        return own
    parts = (head.get(key) for key in ("created", "name", "game", "players"))
    return "/".join(map(str, parts))


def event_table(head: Mapping[str, object]) -> Mapping[str, object]:
    """Return the event and table of a session from its header or its first lines: `id`, `name`,
    `round`, `table`. Empty if the session is not part of an event."""
    of = head.get(EVENT)
    return of if isinstance(of, dict) else {}


def evening_named(head: Mapping[str, object]) -> str:
    """Return the identity of the evening's first session, empty if this session is the first."""
    first = head.get("evening")
    return first if isinstance(first, str) else ""


def times_entered(head: Mapping[str, object], entries: Iterable[Entry]) -> Sequence[str]:
    """Return the day entered for a session, else the times at which its deals were entered. Before
    the first deal, return the time at which the session began."""
    if day := str(head.get("date", "")):
        return [day]
    times = [entry.at for entry in entries if entry.what == DEAL and entry.at]
    return times or [str(head.get("created", ""))]


def first_lines(data: bytes) -> dict[str, Any]:
    """Return the contents of a session file's header down to its first table, with the keys of the
    current format. Raises ValueError or RecursionError if it cannot be read."""
    text = data.partition(b"\n[")[0].decode()
    return _of_today(toml_table(text))


def names_seated(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the seated players, in seat order, from a header or its first lines."""
    seats = head.get("seats")
    order = seats.get("order") if isinstance(seats, dict) else None
    return tuple(name for name in order if isinstance(name, str)) if isinstance(order, list) else ()


def _parsed(text: str, is_whole: bool, seen: ParseCache) -> dict[str, Any]:
    try:
        return parsed_head(text, seen)
    except (ValueError, RecursionError) as error:
        unread = say("the head of the session file cannot be read")
        raise _broken(titled(unread if is_whole else say(CUT, mark=MARK), str(error))) from None


def parsed_head(text: str, seen: ParseCache) -> dict[str, Any]:
    """Return the contents of a header. Raises ValueError or RecursionError if it cannot be read."""
    return _in_parts(text, seen) or toml_table(text)


def _in_parts(text: str, seen: ParseCache) -> dict[str, Any] | None:
    """Return a header read in two parts: the settings, and the rules, which come from the cache if
    possible. Return None if a part cannot be read alone, or if both have the same key."""
    start, known = seen.rules_in(text)
    if start < 0:
        return None
    try:
        head = toml_table(text[:start])
        if known is None or start + len(known.text) != len(text):
            rules = text[start:]
            known = Rules(rules, rules.count("\n"), toml_table(rules))
            seen.rules.append(known)
    except (ValueError, RecursionError):
        return None
    return head | known.table if head.keys().isdisjoint(known.table) else None


def _refuse_format(found: Any) -> None:
    """Raise Refused for a file without a format, or with another than this program's."""
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
    """Return the refusal of a broken header."""
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("session-broken", message, None, hint)


def read_session_log(data: bytes, seen: ParseCache | None = None) -> Log:
    """Read the log of a session. Raises Refused, with line and reason, if it is invalid; an
    incomplete end is not."""
    return read_log(data, SESSION_LOG, read_head, seen)


# --- settings ------------------------------------------------------------------------------------


def new_head(
    agreed: Agreed, name: str, created: str, place: str = "", session_id: str = "", date: str = "",
    two_counts: bool = False, evening: str = "", event: Mapping[str, object] | None = None,
) -> Mapping[str, object]:  # fmt: skip
    """Return the header of a new session: its id, the id of the session with which its evening
    began if that is another, the settings, the rules, and as far as they are given the place,
    the day, that two people count each deal, and the event and table."""
    rules = {key: value for key, value in agreed.rules.raw.items() if key != "example"}
    return {
        "format": FORMAT, **_said({"id": session_id, "evening": evening}), "name": name,
        "game": agreed.rules.id, "created": created, **_said({"place": place, "date": date}),
        **({TWO_COUNTS: True} if two_counts else {}), **({EVENT: event} if event else {}),
        "people": list(agreed.players),
        "seats": {
            "order": list(agreed.players), "dealer": agreed.players[agreed.dealer],
            **_turns(agreed),
        },
        "options": dict(agreed.options), "rules": rules,
    }  # fmt: skip


def _said(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the texts that are not empty, by key."""
    return {key: said for key, said in words.items() if said}


def _turns(agreed: Agreed) -> Mapping[str, object]:
    """Return the sit-out order and the number of deals, if they were set at the start."""
    rota = agreed.rota
    if rota is None:
        return {}
    return {name: value for name, value in rota.turns._asdict().items() if value is not None}


def agreed_in(head: Mapping[str, object], seen: ParseCache) -> Agreed:
    """Return the settings in a session's header, which may have been edited manually. Raises
    Refused if they are invalid."""
    raw, game, options = head.get("rules"), head.get("game"), head.get("options", {})
    seats = head.get("seats")
    order, dealer = map(seats.get, ("order", "dealer")) if isinstance(seats, dict) else (0, 0)
    if not (
        isinstance(game, str)
        and isinstance(raw, dict)
        and isinstance(dealer, str)
        and isinstance(options, dict)
    ):
        message = say(
            "the head of the session file must say `game`, who deals first and its `[rules]`"
        )
        raise refuse("session-broken", message)
    people = head.get("people")
    if not (_are_names(order) and _are_names(people) and set(order) <= set(people)):
        message = say(
            "the head of the session file must say `people` and who of them sits where, "
            "`seats.order`, two lists of names"
        )
        raise refuse("session-broken", message)
    try:
        return agree(_ruleset(raw, game, seen), order, dealer, options, _resting(head))
    except Refused as refusal:
        raise Refused(refusal.problems, say("the head of the session file does not hold")) from None


def _resting(head: Mapping[str, object]) -> SitOutPlan:
    """Return the sit-out plan in a session's header. Raises Refused if it is invalid."""
    seats = head.get("seats")
    rest, deals = map(seats.get, ("rest", "deals")) if isinstance(seats, dict) else (None, None)
    if not isinstance(rest, str | None) or (deals is not None and deals.__class__ is not int):
        message = say(
            "`seats.rest` says who rests, in words, and `seats.deals` how many deals there are"
        )
        raise refuse("session-broken", message)
    return SitOutPlan(rest, deals)


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _ruleset(raw: Mapping[str, object], game: str, seen: ParseCache) -> Ruleset:
    """Return the rules in a header, from the cache if an equal file was read before."""
    key = id(raw), game
    if key not in seen.rulesets:
        seen.rulesets[key] = raw, read_kept_ruleset(raw, game)
    ruleset: Ruleset = seen.rulesets[key][1]
    return ruleset
