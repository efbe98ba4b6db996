"""Drawn inputs for every test: releases with their truth, and the smallest page of each convention."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import hypothesis
import pytest

from fixtures.draw import releases
from fixtures.kinds import KINDS, Drawn
from fixtures.truths import Truth

hypothesis.settings.register_profile("search", deadline=None)  # new examples; a busy machine is no fault
hypothesis.settings.register_profile("same", deadline=None, derandomize=True)  # what a change broke, and nothing else
hypothesis.settings.load_profile("same")

DrawRelease = Callable[[str], tuple[Path, Truth]]
DrawKind = Callable[[str], tuple[Path, Drawn]]


@pytest.fixture(scope="session")
def draw_release(tmp_path_factory: pytest.TempPathFactory) -> DrawRelease:
    """Draws a release by its name without ending, once a session: its path and its truth."""
    folder = tmp_path_factory.mktemp("releases")
    known = releases()

    @cache
    def draw(name: str) -> tuple[Path, Truth]:
        return folder / f"{name}.pdf", known[name](folder)

    return draw


@pytest.fixture(scope="session")
def draw_kind(tmp_path_factory: pytest.TempPathFactory) -> DrawKind:
    """Draws a kind by its name, once a session: its path and what must be found in it."""
    folder = tmp_path_factory.mktemp("kinds")

    @cache
    def draw(name: str) -> tuple[Path, Drawn]:
        path = folder / f"{name}.pdf"
        return path, KINDS[name].draw(path)

    return draw


@pytest.fixture(scope="session")
def bundled_releases() -> Path:
    """The folder of the releases that ship with the package as its demo."""
    return Path(__file__).parents[1] / "fixtures" / "releases"
