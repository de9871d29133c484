"""A time limit for a command: `--timeout`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.options import NumberRange
from nonet.faces.cli.status import UNKNOWN
from nonet.parallel.interrupts import OutOfTime, time_limit

if TYPE_CHECKING:
    from nonet.faces.cli.options import F


def _timeout(text: str) -> Callable[[F], F]:
    return click.option("--timeout", metavar="SECONDS", type=NumberRange(0.001, 10_000_000), help=text)


timeout_option = _timeout("Stop after this time and answer `unknown`; the exit status is then 3.")
each_timeout_option = _timeout(
    "Rate a puzzle as `unknown` if it takes longer. Default for files: 10, for variants and boards other than 9x9."
)


def time_limited(**in_json: Any) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The option, for a command that prints nothing but `unknown` when its time is over, or with --json this object.

    It stands directly above the function.
    """

    def limited(run: Callable[..., int]) -> Callable[..., int]:
        @timeout_option
        @wraps(run)
        def command(*, timeout: float | None, **options: Any) -> int:
            try:
                with time_limit(timeout):
                    return run(**options)
            except OutOfTime:
                import json  # only here

                click.echo(json.dumps(in_json) if options.get("as_json") else "unknown")
                return UNKNOWN

        return command

    return limited
