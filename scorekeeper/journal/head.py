"""The head of a session file: what was agreed once, and the rules as they stood that evening."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.journal.entry import MARK, START, written
from scorekeeper.journal.kept_rules import broken_head, rules_kept
from scorekeeper.journal.seen import Seen
from scorekeeper.language import marked
from scorekeeper.message import CommandLine, say, titled
from scorekeeper.problems import refuse
from scorekeeper.toml import table_of_lines, toml_table

FORMAT = 1
OPTIONS, RULES = "[options]", "[rules]"
TITLE = """\
# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] a deal, correction or undo, in the order they were made. Comments are kept. An entry
# may be mended by hand; `scorekeeper check` then says whether everything still holds.
"""
KEYS = frozenset((
    "format", "name", "game", "players", "dealer", "rest", "deals", "created", "place", "options",
    "rules",
))  # fmt: skip
CUT = marked(
    "the head of the session file is not whole, it does not end with `[head]` and `{mark}`"
)


def head_text(head: Mapping[str, Any]) -> str:
    """The head of a new session file."""
    import tomli_w  # noqa: PLC0415 - 0.4 ms, only for a new session

    lines = [
        f"{key} = {written(value)}"
        for key, value in head.items()
        if key not in ("options", "rules")
    ]
    lines += [
        "",
        "[options]",
        *(f"{key} = {written(value)}" for key, value in head["options"].items()),
        "",
        "",
    ]
    rules = tomli_w.dumps({"rules": head["rules"]})
    return TITLE + "\n".join(lines) + f"{rules}\n[head]\n{MARK}\n"


def read_head(text: str, is_whole: bool, seen: Seen) -> Mapping[str, Any]:
    """What a head says; raises Refused where it cannot be read, is of another format, does not end
    with its mark (`is_whole` is False where none was found), or holds what does not belong there.
    """
    head = _parsed(text.removeprefix("\ufeff"), is_whole, seen)
    _refuse_format(head.get("format"))
    if not is_whole or head.pop("head", None) != {"whole": True}:
        raise broken_head(say(CUT, mark=MARK))
    unknown = head.keys() - KEYS
    if unknown:
        message = say(
            "the head of the session file holds `{key}`, which does not belong there; an entry "
            "begins with `{start}`",
            key=min(unknown), start=START,
        )  # fmt: skip
        raise broken_head(message)
    return head


def _parsed(text: str, is_whole: bool, seen: Seen) -> dict[str, Any]:
    try:
        return _in_parts(text, seen) or toml_table(text)
    except (ValueError, RecursionError) as error:
        unread = say("the head of the session file cannot be read")
        raise broken_head(titled(unread if is_whole else say(CUT, mark=MARK), str(error))) from None


def _in_parts(text: str, seen: Seen) -> dict[str, Any] | None:
    """The head read as what was agreed, the options, and the rules, those only where nobody has
    read them yet. None where the text is not in this order, or two parts say the same thing."""
    agreed, _, rest = text.partition(f"\n{OPTIONS}\n")
    options, _, rules = rest.partition(f"\n{RULES}\n")
    head, chosen = table_of_lines(agreed, seen.lines), table_of_lines(options, seen.lines)
    if not rules or head is None or chosen is None:
        return None
    if rules not in seen.rules:
        try:
            seen.rules[rules] = rules_kept(f"{RULES}\n{rules}", text)
        except (ValueError, RecursionError):
            return None
    parts = (head, {"options": chosen}, seen.rules[rules])
    whole = {key: value for part in parts for key, value in part.items()}
    return whole if len(whole) == sum(map(len, parts)) else None


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
    if not is_number or found != FORMAT:
        message = say(
            "this is not a scorekeeper session file: it does not say `format = {own}`", own=FORMAT
        )
        hint = say("name another file, or begin a session: {command}", command=CommandLine("new"))
        raise refuse("session-broken", message, None, hint)
