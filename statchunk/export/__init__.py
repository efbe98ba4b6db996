"""Chunks in the forms of other programs."""
