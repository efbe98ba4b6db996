"""What all groups of settings are: frozen, and closed to unknown keys."""

from pydantic import BaseModel, ConfigDict


class Group(BaseModel):
    """Settings of one step."""

    model_config = ConfigDict(frozen=True, extra="forbid")
