"""The formats of variant puzzles: killer texts, f-puzzles' rules, ISS. Each has a table of its words and our rules."""
