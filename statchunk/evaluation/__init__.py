"""Strategies and settings side by side, on the same documents and questions."""
