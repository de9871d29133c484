"""The script that keeps the page's files in the browser (static/service_worker.js), with what it has to keep."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping

SCRIPT = "service_worker.js"
BESIDE = (SCRIPT, "manifest.webmanifest")
"""Files that are beside the page, because they are about everything below their folder."""
_BUILD = re.compile(rb"^const BUILD = .*;$", re.MULTILINE)


def service_worker(script: bytes, files: Mapping[str, bytes], *, network_first: bool) -> bytes:
    """The script for these files, which are named relative to it; "./" is the page itself.

    >>> script = b"const BUILD = {};"
    >>> service_worker(script, {"./": b"<p>"}, network_first=True)
    b'const BUILD = {"version": "08a7dbd9c837", "files": ["./"], "networkFirst": true};'
    """
    digest = hashlib.sha256(script)
    for name, data in sorted(files.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    build = {"version": digest.hexdigest()[:12], "files": sorted(files), "networkFirst": network_first}
    return _BUILD.sub(lambda _: f"const BUILD = {json.dumps(build)};".encode(), script, count=1)
