"""File to release: words, rules, images as displayed."""
