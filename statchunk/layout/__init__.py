"""Page to blocks: lines, reading order, roles."""

from statchunk.layout.assembly import lay_out
from statchunk.layout.lines import find_lines
from statchunk.layout.parted import PartedPage, part_page
from statchunk.layout.turning import upright

__all__ = ["PartedPage", "find_lines", "lay_out", "part_page", "upright"]
