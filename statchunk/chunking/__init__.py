"""Evidence to chunks."""
