"""A time limit for a command: `--timeout`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from nonet.faces.cli.options import NumberRange

if TYPE_CHECKING:
    from nonet.faces.cli.options import F


def _timeout(text: str) -> Callable[[F], F]:
    return click.option("--timeout", metavar="SECONDS", type=NumberRange(0.001, 10_000_000), help=text)


timeout_option = _timeout("Stop after this time and answer `unknown`; the exit status is then 3.")
each_timeout_option = _timeout(
    "Rate a puzzle as `unknown` if it takes longer. Default for files: 10, for variants and boards other than 9x9."
)
