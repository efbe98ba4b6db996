"""Records: small values made by the ten thousand, such as words and cells.

A record is a plain class with `__slots__`, its fields final and set by `__init__`: as cheap as a class of Python gets,
and a struct of C where it is compiled (a named tuple stays a tuple there, which is looked up name by name). Two records
are the same only where they are one object. What pydantic writes stays a named tuple. A slot that is no field keeps
what a record has worked out of its fields.

No record leads back to itself, so the collector of cycles need not know of any: each class says so with `acyclic`,
which saves 16 bytes a record, and a step when it is made and when it goes, where it is compiled.
"""

from collections.abc import Callable
from typing import ClassVar, Self, cast

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True)
class Record:
    """The base of all records."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The fields in the order in which `__init__` takes them."""
    __slots__: tuple[str, ...] = ()

    def but(self, **changes: object) -> Self:
        """A copy with other values of some fields.

        Raises:
            TypeError: if it has no such field.
        """
        if unknown := changes.keys() - set(self.__match_args__):
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        make = cast(Callable[..., Self], type(self))
        return make(*[changes.get(name, getattr(self, name)) for name in self.__match_args__])

    def __repr__(self) -> str:
        """As it would be written in code."""
        fields = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__match_args__])
        return f"{type(self).__name__}({fields})"
