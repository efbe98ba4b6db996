"""Region to table: regions, grid, boxhead, stub, continuation."""

from statchunk.tables.grid import read_grid
from statchunk.tables.read import label_table, read_tables
from statchunk.tables.regions import find_regions
from statchunk.tables.roles import mark_roles

__all__ = ["find_regions", "label_table", "mark_roles", "read_grid", "read_tables"]
