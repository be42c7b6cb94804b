"""Values with named fields, of which a command makes few."""

from typing import Any, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """A value with the fields that its class names, not to be set anew.

    A named tuple would do as well, and takes less room where there are many. But to make its class
    takes fifteen times as long, and every command makes those of the whole ruleset format (figures
    in DECISIONS.md).
    """

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)

    def _replace(self, **fields: Any) -> Self:
        """The record with other values of these fields."""
        return type(self)(**{**vars(self), **fields})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(tuple(self._values().values()))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__name__}({said})"

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in type(self).__annotations__}
