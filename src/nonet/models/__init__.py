"""For models, agents and learners: judges, prompts, a benchmark, an MCP server, an environment.

    answers.py      the grid in what a model wrote, and whether it is right
    statements.py   the grammar: what a sentence says of the board
    reasons.py      each statement true or false, and whether it follows
    prompts.py      a puzzle as a question in words
    benchmark.py    500 puzzles made from seeds, and the score of answers
    mcp_tools.py    what the MCP server can do: one function for each tool, run in a worker process
    mcp_server.py   the server: `sudoku mcp`
    gym.py          an environment of gymnasium
    episodes.py     many 9x9 boards at once, on arrays

The public names of the judges are in `nonet.judge`. Nothing else in the package imports this room, except the command.
"""
