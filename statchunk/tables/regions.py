"""Where tables stand on a page."""

from collections.abc import Sequence

from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page
from statchunk.settings import TableSettings


def find_regions(page: Page, lines: Sequence[Line], settings: TableSettings) -> tuple[TableRegion, ...]:
    """Table regions of an upright page."""
    return ()
