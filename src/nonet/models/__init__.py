"""For language models, agents and learners: prompts, an MCP server, an environment.

    prompts.py      a puzzle as a question in words
    mcp_tools.py    what the MCP server can do: one function for each tool, run in a worker process
    mcp_server.py   the server: `sudoku mcp`
    gym.py          an environment of gymnasium
    episodes.py     many 9x9 boards at once, on arrays

Nothing else in the package imports this room, except the command.
"""
