"""The files of the page, and how they are sent.

    /                          index.html with the addresses of this version; checked anew at every visit
    /static/VERSION/main.js    the browser keeps it for good: another version has another address
    /static/main.js            the same file; checked anew
    /service_worker.js         keeps those of this version in the browser

Modules import each other by relative addresses, so the version of the first one is that of all. The page names those
of the first load in its head: otherwise the browser would learn of each only from the one that imports it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from nonet.faces.web.problems import Problem

SCRIPT = "service_worker.js"
BESIDE = (SCRIPT, "manifest.webmanifest")
"""Files that are beside the page, because they are about everything below their folder."""
_BUILD = re.compile(rb"^const BUILD = .*;$", re.MULTILINE)
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The kinds of files that are served."""
PACKED = (".ico", ".png", ".woff2")
"""Those that are compressed already."""
WORTH = 1000
"""Bytes; smaller files are not compressed."""


class StaticFile(NamedTuple):
    data: bytes
    kind: str
    tag: str


def static_files() -> dict[str, StaticFile]:
    """Every file of `static/` by its name: bytes, type and ETag. No other file can be asked for."""
    entries = walk(files("nonet.faces.web") / "static", "")
    kinds = ((name, entry, TYPES.get("." + name.rpartition(".")[2])) for name, entry in entries)
    return {name: _file(entry.read_bytes(), kind) for name, entry, kind in kinds if kind is not None}


def walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    """All files in a folder, by their paths after the prefix."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


class Assets:
    """All files, read once."""

    def __init__(self) -> None:
        self.files = static_files()
        tags = "".join(f"{name}{file.tag}" for name, file in sorted(self.files.items()))
        self.version = hashlib.sha256(tags.encode()).hexdigest()[:12]
        self.page = _file(self._page().encode(), TYPES[".html"])
        self._compressed: dict[str, bytes] = {}
        kept = {
            f"static/{self.version}/{name}": file.data
            for name, file in self.files.items()
            if name not in ("index.html", *BESIDE)
        }
        self._beside = {"": self.page, **{name: self.files[name] for name in BESIDE}}
        script = service_worker(self.files[SCRIPT].data, {"./": self.page.data, **kept}, network_first=True)
        self._beside[SCRIPT] = _file(script, TYPES[".js"])

    def _page(self) -> str:
        """index.html with the addresses of this version."""
        text = with_preloads(self.files["index.html"].data.decode(), self.files)
        return re.sub(r'(href|src)="static/', rf'\1="static/{self.version}/', text)

    def send_beside(self, request: Request, name: str) -> Response:
        """The page, or a file beside it: not below /static/."""
        return self._sent(request, f"/{name}", self._beside[name], "no-cache")

    def send(self, request: Request, address: str) -> Response:
        """The file at an address below /static/."""
        name = address.removeprefix(f"{self.version}/")
        if name not in self.files:
            raise Problem(404, "not-found", "there is no such file")
        kept = "no-cache" if name == address else "public, max-age=31536000, immutable"
        return self._sent(request, name, self.files[name], kept)

    def _sent(self, request: Request, name: str, file: StaticFile, kept: str) -> Response:
        headers = {"ETag": file.tag, "Cache-Control": kept}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        data = file.data
        if len(data) >= WORTH and not name.endswith(PACKED):
            headers["Vary"] = "Accept-Encoding"
            if "gzip" in re.split(r"\s*,\s*", request.headers.get("accept-encoding", "")):
                headers["Content-Encoding"] = "gzip"
                data = self._compress(name, data)
        return Response(data, media_type=file.kind, headers=headers)

    def _compress(self, name: str, data: bytes) -> bytes:
        if name not in self._compressed:
            self._compressed[name] = gzip.compress(data, mtime=0)
        return self._compressed[name]


def with_preloads(page: str, found: Mapping[str, StaticFile], *first: str) -> str:
    """The page with the modules of the first load in its head. What those that are needed `first` ask for does not
    wait for the others.
    """
    urgent, later = modules(found, *first), ' fetchpriority="low"' if first else ""
    links = "".join(
        f'    <link rel="modulepreload" href="static/{name}"{"" if name in urgent else later}>\n'
        for name in modules(found, *first, "main.js")
    )
    return page.replace("  </head>", f"{links}  </head>")


def modules(found: Mapping[str, StaticFile], *first: str) -> list[str]:
    """Some modules and all that are loaded with them; not those that they load later, with `import()`."""
    names = list(first)
    for name in names:
        for imported in re.findall(
            r'^\s*(?:import|export|\})[^"]*"\./([\w.]+)";', found[name].data.decode(), re.MULTILINE
        ):
            if imported not in names:
                names.append(imported)
    return names


def _file(data: bytes, kind: str) -> StaticFile:
    return StaticFile(data, kind, f'"{hashlib.sha256(data).hexdigest()[:20]}"')


def service_worker(script: bytes, files: Mapping[str, bytes], *, network_first: bool) -> bytes:
    """The script that keeps these files in the browser. They are named relative to it; "./" is the page itself.

    >>> script = b"const BUILD = {};"
    >>> service_worker(script, {"./": b"<p>"}, network_first=True)
    b'const BUILD = {"version": "08a7dbd9c837", "files": ["./"], "networkFirst": true};'
    """
    digest = hashlib.sha256(script)
    for name, data in sorted(files.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    build = {"version": digest.hexdigest()[:12], "files": sorted(files), "networkFirst": network_first}
    return _BUILD.sub(lambda _: f"const BUILD = {json.dumps(build)};".encode(), script, count=1)
