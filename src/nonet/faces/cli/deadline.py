"""A time limit for a command: `--timeout`."""

from __future__ import annotations

import click

from nonet.faces.cli.options import NumberRange

timeout_option = click.option(
    "--timeout",
    metavar="SECONDS",
    type=NumberRange(0.001, 10_000_000),
    help="Stop after this time and answer `unknown`; the exit status is then 3.",
)
