"""Saved games: the store (one sqlite file), sessions that are written to it, the JSON record, statistics."""
