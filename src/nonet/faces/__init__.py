"""Faces: thin; each owns its words and its screen."""
