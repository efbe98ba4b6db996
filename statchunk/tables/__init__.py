"""Region to table: regions, grid, boxhead, stub, continuation."""
