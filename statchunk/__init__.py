"""Structure-aware chunking of official statistics releases: evidence that a person can cite."""
