"""Chunks to vectors."""
