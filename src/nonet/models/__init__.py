"""For models, agents and learners: judges, prompts, a benchmark, an MCP server, an environment.

    judge.py        the public names of the judges, as `nonet.judge`
    answers.py      the grid in what a model wrote, and whether it is right
    statements.py   the grammar: what a sentence says of the board
    reasons.py      each statement true or false, and whether it follows
    prompts.py      a puzzle as a question in words
    benchmark.py    500 puzzles made from seeds, and the score of answers
    mcp_tools.py    what the MCP server can do: one function for each tool, run in a worker process
    mcp_server.py   the server: `sudoku mcp`
    gym.py          an environment of gymnasium
    episodes.py     many 9x9 boards at once, on arrays

Nothing else in the package imports this room, except the command.
"""

from __future__ import annotations

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
