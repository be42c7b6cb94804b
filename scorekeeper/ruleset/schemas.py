"""The pieces of a JSON Schema."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def of_type(kind: str, about: str = "", **more: Any) -> Schema:
    return {"type": kind, **more, **({"description": about} if about else {})}


def text(about: str = "") -> Schema:
    return of_type("string", about)


def flag(about: str = "") -> Schema:
    return of_type("boolean", about)


def whole(about: str = "", **more: Any) -> Schema:
    return of_type("integer", about, **more)


def choice(words: Any, about: str = "") -> Schema:
    return {"enum": list(words), **({"description": about} if about else {})}


def see(name: str, about: str = "") -> Schema:
    return {"$ref": f"#/$defs/{name}", **({"description": about} if about else {})}


def table_of(words: dict[str, Schema], about: str = "", required: tuple[str, ...] = ()) -> Schema:
    """A table that has these words and no others."""
    more: Schema = {"required": list(required)} if required else {}
    return of_type("object", about, properties=words, additionalProperties=False, **more)


def named(value: Schema, about: str = "") -> Schema:
    """A table whose keys are names of the game's own."""
    return of_type("object", about, additionalProperties=value)


def rows(row: Schema, about: str = "") -> Schema:
    return of_type("array", about, items=row)


def one_or_more(kind: str, about: str = "") -> Schema:
    either = [{"type": kind}, {"type": "array", "items": {"type": kind}}]
    return {"anyOf": either, **({"description": about} if about else {})}
