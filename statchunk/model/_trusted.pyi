from typing import TypeVar

from pydantic import BaseModel

Made = TypeVar("Made", bound=BaseModel)

def make(kind: type[Made], values: dict[str, object], names: set[str]) -> Made: ...
