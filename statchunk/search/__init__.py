"""Question to hits."""
