"""Immutable values with named fields, for classes with few instances."""

from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class FrozenRecord:
    """An immutable value with the fields that its class names, given by position or by name.

    A named tuple would also do, and takes less room where there are many. But its class takes
    fifteen times as long to create, and every command creates those of the whole ruleset format."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields = (*cls._fields, *cls.__annotations__)

    def __init__(self, *values: Any, **fields: Any) -> None:
        vars(self).update(zip(self._fields, values, strict=False), **fields)

    def _replace(self, **fields: Any) -> Self:
        """Return a copy with other values of these fields."""
        return type(self)(**{**self._asdict(), **fields})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._asdict() == other._asdict()

    def __hash__(self) -> int:
        return hash(tuple(self._asdict().values()))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({said})"

    def _asdict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields}
