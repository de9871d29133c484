"""`sudoku mcp`: the tools for assistants."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from nonet.faces.cli.options import Command, number_option
from nonet.faces.cli.source import open_standard_input
from nonet.optional_import import optional_import
from nonet.visible import raw_stream


@click.command("mcp", cls=Command)
@number_option("--seconds", least=1, most=3600, default=10, help="The most that a call may take.")
@number_option(
    "--megabytes",
    least=256,
    most=1 << 20,
    default=2048,
    help="The most memory of each of the two processes that do the work.",
)
def command(seconds: int, megabytes: int) -> int:
    """Serve the tools of nonet to an assistant, by the Model Context Protocol on standard input and output.

    An assistant starts this command itself; docs/mcp.md says how to add it to the common ones. The tools are
    solve, check, count, rate, hint, next_step, explain, create, draw, convert, read_photo and judge.

    For example:
        sudoku mcp  # what an assistant starts
        sudoku mcp --seconds 60  # calls may take longer
    """
    at_terminal = open_standard_input().isatty()
    optional_import("mcp.server", "sudoku mcp")
    from nonet.models.mcp_server import serve

    if at_terminal:
        click.echo("waiting for an assistant on standard input; Ctrl-C ends this", err=True)
    with redirect_stdout(raw_stream(sys.stdout)):  # JSON, which has no control characters
        serve(seconds=seconds, megabytes=megabytes)
    return 0
