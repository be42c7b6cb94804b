"""The pieces of a JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
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


def choice(words: Mapping[str, str], about: str = "") -> Schema:
    """One of some words, each with what it means: shown where the mouse rests on it, and beside it
    where it is offered. The key is that of taplo, and of the editors that build on it."""
    means = {"x-taplo": {"docs": {"enumValues": list(words.values())}}}
    return {"enum": list(words), **means, **({"description": about} if about else {})}


def any_of(choices: list[Schema], about: str = "") -> Schema:
    return {"anyOf": choices, **({"description": about} if about else {})}


def see(name: str) -> Schema:
    """What is said in several places. Editors show no words that stand beside a reference, so what
    is said of a word stands where it leads."""
    return {"$ref": f"#/$defs/{name}"}


def table_of(words: dict[str, Schema], about: str = "", required: tuple[str, ...] = ()) -> Schema:
    """A table that has these words and no others."""
    more: Schema = {"required": list(required)} if required else {}
    return of_type("object", about, properties=words, additionalProperties=False, **more)


def named(value: Schema, about: str = "", **more: Any) -> Schema:
    """A table whose keys are names of the game's own."""
    return of_type("object", about, additionalProperties=value, **more)


def rows(row: Schema, about: str = "") -> Schema:
    return of_type("array", about, items=row)


def one_or_more(one: Schema, about: str = "", **more: Any) -> Schema:
    """One value, or a list of such."""
    return any_of([one, {"type": "array", "items": one, **more}], about)


def in_part(schema: Schema) -> Schema:
    """A table of which a file may say some words alone, since what it extends says the others; a
    row of a list is said whole."""
    kept = {key: value for key, value in schema.items() if key != "required"}
    if "properties" in kept:
        kept["properties"] = {name: in_part(inner) for name, inner in kept["properties"].items()}
    if isinstance(kept.get("additionalProperties"), dict):
        kept["additionalProperties"] = in_part(kept["additionalProperties"])
    return kept


def demanded(schema: Schema) -> Schema:
    """The words of a table, and of those within it, that a file must say which extends nothing."""
    found: Schema = {"required": schema["required"]} if "required" in schema else {}
    inner = {name: demanded(value) for name, value in schema.get("properties", {}).items()}
    if any(inner.values()):
        found["properties"] = {name: value for name, value in inner.items() if value}
    if isinstance(more := schema.get("additionalProperties"), dict) and demanded(more):
        found["additionalProperties"] = demanded(more)
    return found


def unless_extended(demands: Schema) -> Schema:
    """Demands of a file that extends nothing."""
    return {"if": {"required": ["extends"]}, "else": demands}
