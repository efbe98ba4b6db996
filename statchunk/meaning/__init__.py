"""Text to facts: numbers, periods, units, notes, release facts."""
