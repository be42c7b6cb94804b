"""What a phone is answered: what became of its entry, or every problem beside the field it is
about, in its own language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.board.card_questions import ruled
from scorekeeper.board.phone_entries import Entries, NotStanding, Told
from scorekeeper.board.phone_said import Said
from scorekeeper.board.phone_words import Fields, line_of_fields, typed_on_phone
from scorekeeper.store import MayStand
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.text.speech import hint_of, placed_text, text_of

ID = r"[0-9a-f]{16,64}"  # chance enough that no two are alike
OUTRUN = "session-moved"
DONE, OTHERS_FIRST, REFUSED, FAILED = 200, 409, 422, 503


def answered(entries: Entries, path: str, fields: Fields) -> tuple[Told, int]:
    """Return what a post to one of the paths for entering comes to, with how many `entries` there
    are then, and the code of the answer; `later` where the phone is to say it again."""
    told, code = _answered(entries, path, fields)
    return {**told, "entries": entries.length()}, code


def _answered(entries: Entries, path: str, fields: Fields) -> tuple[Told, int]:
    try:
        return _done(entries, path, fields), DONE
    except NotStanding as refusal:
        return {**_refused(refusal.problems, ""), "later": True}, FAILED
    except Refused as refusal:
        heading = text_of(refusal.heading, typed_on_phone) if refusal.heading else ""
        told = _refused(refusal.problems, heading)
        if all(problem.code != OUTRUN for problem in refusal.problems):
            return told, REFUSED
        return {**told, "said": line_of_fields(fields)}, OTHERS_FIRST
    except MachineFailure as failure:
        told = _refused([failure.problem], "")
        return {**told, "later": isinstance(failure, MayStand)}, FAILED


def refereed(entries: Entries, fields: Fields) -> tuple[Told, int]:
    """What the referee says of the cards that were tapped, or why nothing."""
    try:
        return ruled(entries.book(), fields), DONE
    except Refused as refusal:
        return _refused(refusal.problems, ""), REFUSED


def _done(entries: Entries, path: str, fields: Fields) -> Told:
    id_, who = _one(fields, "id"), _one(fields, "who")
    if re.fullmatch(ID, id_) is None:
        raise refuse("board-id", say("an entry has an id of 16 to 64 letters of 0-9 and a-f"))
    if path == "/yes":
        return entries.confirms_it(id_, who)
    if path == "/no":
        return entries.drops_it(id_, who)
    said = Said(
        id_, line_of_fields(fields), who, _one(fields, "follows"), bool(_one(fields, "sure"))
    )
    return entries.tries(said) if path == "/try" else entries.says(said)


def _one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    """What a field says; nothing where it is not there."""
    return fields.get(name, [""])[0].strip()


def _refused(problems: Sequence[Problem], heading: str) -> dict[str, Any]:
    rows = [
        {
            "code": problem.code,
            "fact": problem.fact,
            "message": placed_text(problem, typed_on_phone),
            "mend": hint_of(problem, typed_on_phone),
        }
        for problem in problems
    ]
    return {"problems": rows, "heading": heading}
