"""Blocks, tables and facts to evidence objects; the audit."""
