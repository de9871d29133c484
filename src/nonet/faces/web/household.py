"""What other devices of the household need to open the page: an address, a QR code of it, and the token in both."""

from __future__ import annotations

import ipaddress
import socket

from nonet.errors import MissingExtra
from nonet.optional_import import optional_import

__all__ = ["EVERYWHERE", "lan_name", "qr_lines"]

EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that mean all interfaces."""


def lan_name(host: str) -> str:
    """The address of this machine for others: `host`, or that of the interface that leads to the network."""
    if host not in EVERYWHERE:
        return host
    family, outside = (
        (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    )  # for documentation; nothing is sent
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            found: str = probe.getsockname()[0]
    except OSError:
        return socket.gethostname()
    return socket.gethostname() if ipaddress.ip_address(found).is_unspecified else found


def qr_lines(text: str) -> list[str]:
    """A QR code as lines for a terminal, two rows of modules in each; empty where segno is not installed.

    >>> len(qr_lines("http://192.0.2.7:8729/?token=abc")) > 10
    True
    """
    try:
        segno = optional_import("segno", "a QR code")
    except MissingExtra:
        return []
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light modules are painted
    return [
        "".join(signs[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
