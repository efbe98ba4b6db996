"""Page to blocks: lines, furniture, reading order, roles."""
