"""Named tuples at a sixth of the price of `typing.NamedTuple`: a command defines about forty before its first deed.

`typing` compiles a constructor for each class; here all have one, that knows the names and the defaults. In all else they
are the same, and a type checker is told that they are.
"""

from operator import itemgetter
from typing import TYPE_CHECKING

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    try:
        from _collections import _tuplegetter as _getter
    except ImportError:  # a Python that is not CPython

        def _getter(index, doc):
            return property(itemgetter(index), doc=doc)

    def _constructor(number):
        """The function that makes a tuple of so many fields; a closure, because it is called for every value there is."""
        make = tuple.__new__

        def __new__(cls, /, *given, **named):
            if named or len(given) != number:
                given = _whole(cls, given, named)
            return make(cls, given)

        return __new__

    def _whole(cls, given, named):
        """The values of every field. Raises TypeError as a function would: one too many, unknown, twice or missing."""
        rest = cls._fields[len(given) :]
        values = cls._field_defaults | named
        if len(given) > len(cls._fields) or not named.keys() <= set(rest):
            raise TypeError(f"{cls.__name__} has no place for {[*given[len(cls._fields) :], *named]}")
        if missing := [field for field in rest if field not in values]:
            raise TypeError(f"{cls.__name__} is missing {', '.join(missing)}")
        return (*given, *[values[field] for field in rest])

    class _Fields(type):
        """Turns the annotations of a class into the places of a tuple."""

        def __new__(mcs, name, bases, body):
            made = super().__new__(mcs, name, bases, {**body, "__slots__": ()})
            made._fields = made.__match_args__ = fields = tuple(made.__annotations__)
            made._field_defaults = {field: body[field] for field in fields if field in body}
            for index, field in enumerate(fields):
                setattr(made, field, _getter(index, field))
            made.__new__ = _constructor(len(fields))
            return made

    class NamedTuple(tuple, metaclass=_Fields):
        """A tuple whose places have names: `class Turn(NamedTuple): number: int`; fields with a default come last."""

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, /, **new):
            made = tuple.__new__(type(self), map(new.pop, self._fields, self))
            if new:
                raise ValueError(f"{type(self).__name__} has no {', '.join(new)}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            told = [f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True)]
            return f"{type(self).__name__}({', '.join(told)})"
