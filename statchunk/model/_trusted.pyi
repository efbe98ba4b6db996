from typing import TypeVar

from pydantic import BaseModel

Made = TypeVar("Made", bound=BaseModel)
Pair = TypeVar("Pair", bound=tuple[int, int])

def make(kind: type[Made], values: dict[str, object], names: set[str]) -> Made: ...
def pairs(kind: type[Pair], first: int, seconds: list[int]) -> tuple[Pair, ...]: ...
