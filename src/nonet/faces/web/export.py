"""`sudoku web --export FOLDER`: the page as plain files that any web server can host.

    index.html, static/…            the page, with relative addresses
    service_worker.js               keeps it all in the browser, so that it starts without a network
    static/core/…                   Python for browsers, and our modules (see core_build)
    static/boards/LANGUAGE.json     what there is to play before the core is loaded: the answer of /api/boards, and the
                                    levels of the days of a week
    static/blank/LANGUAGE.json      empty boards, for puzzles from links
    static/ready/BOARD.json         some games of each level, as /api/ready gives them; shapes of boards only once
    LICENSES.txt

The core runs in a web worker, so no server computes anything, and games are kept in the browser.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any

from nonet.draw.files import save_bytes
from nonet.errors import NonetError
from nonet.faces.web.assets import BESIDE, SCRIPT, service_worker, static_files, walk, with_preloads
from nonet.faces.web.bytecode import packed
from nonet.faces.web.core import Core
from nonet.faces.web.core_build import MEMORY, core_files
from nonet.faces.web.game_jobs import ready_view
from nonet.faces.web.json_text import json_text
from nonet.faces.web.pyodide_package import VERSION, pyodide_files
from nonet.faces.web.security import CSP
from nonet.layout import Layout
from nonet.messages import LANGUAGES
from nonet.play import BOARDS, Game, Settings, Store, daily_level, level_title
from nonet.puzzle import Puzzle

MARK = "static/core/pyodide.mjs"
"""A folder that has this file was written by us, and may be written again."""
STARTER = "static/python_start.js"
ENDINGS = (".py", ".pyi", ".txt", ".mo", "-ascii.woff2")
LEFT_OUT = re.compile(
    r"nonet/(bulk|data|models|gpu/(?!__init__)|photo|research|jobs|lines\.py|__main__\.py|draw/(book|pdf|png|gif)"
    r"|faces/(?!__init__|web/)|faces/web/(static|server|connection|openapi|export|pyodide_package|core_build|bytecode))"
    r"|anyio/(_backends/_trio|pytest_plugin)|starlette/(testclient|templating|staticfiles)"
)
"""Parts of the packages that the page never imports."""
BUILD = "nonet/build.txt"
"""Names what the archive contains: a snapshot belongs to one archive."""
PUZZLES = 4
"""Ready games of each board and level."""
SLOW = {
    (each.name, level)
    for each in BOARDS
    for level in each.levels
    if each.is_variant and (each.name != "killer" or level == "unfair")
}
"""Take seconds per puzzle; the page makes them itself."""
MONDAY = date(2026, 11, 16)


def export(
    folder: Path, *, pyodide: Path | None = None, tell: Callable[[str], None] = lambda text: None
) -> dict[str, int]:
    """Writes the static page; the size of each file. `tell` is told what takes long, and what the page will lack."""
    _check(folder)
    tell("creating puzzles of every board and level …")
    contents = page_files()
    core = core_files(pyodide_files(pyodide), core_archive(), tell)
    contents |= {f"static/core/{name}": data for name, data in core.items()}
    size = int.from_bytes(core[MEMORY][-4:], "little")  # gzip writes it at the end
    contents[STARTER] = contents[STARTER].replace(b"const MEMORY = 0;", b"const MEMORY = %d;" % size)
    contents |= {f"static/{name}": json.dumps(data).encode() for name, data in ahead().items()}
    contents["LICENSES.txt"] = _licences().encode()
    contents[SCRIPT] = worker_of(contents)
    write_files(folder, contents)
    return {name: len(data) for name, data in contents.items()}


def write_files(folder: Path, contents: dict[str, bytes]) -> None:
    """Writes each file whole. The mark comes first, so that an export that was killed can be repeated, and the page and
    its script last: a site that is written again stays the old one until everything else is there.
    """
    order = sorted(contents, key=lambda name: (name != MARK, name in ("index.html", SCRIPT)))
    try:
        for name in order:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(str(path), contents[name])
        for path in (folder / "static/core").iterdir():
            if f"static/core/{path.name}" not in contents:
                path.unlink()  # of an earlier version
    except OSError as error:
        raise NonetError(f"cannot write {error.filename or folder}: {error.strerror}") from None


def _check(folder: Path) -> None:
    """Refuses a folder with files of somebody else, or that cannot be written to."""
    try:
        if folder.exists() and not folder.is_dir():
            raise NonetError(f"{folder} is a file; name a folder")
        if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
            raise NonetError(f"{folder} is not empty, and no static page is in it; name another folder")
    except OSError as error:
        raise NonetError(f"cannot read {folder}: {error.strerror}") from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise NonetError(f"cannot write {folder}: {error.strerror}") from None


def page_files() -> dict[str, bytes]:
    """The files of the page itself."""
    contents = {f"static/{name}": data for name, (data, _, _) in static_files().items()}
    contents |= {name: contents.pop(f"static/{name}") for name in BESIDE}
    page = with_preloads(contents.pop("static/index.html").decode(), static_files(), "transport.js")
    policy = CSP.replace("; frame-ancestors 'none'", "")  # only a header can say that
    head = f'<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = page.replace('<html lang="en">', '<html lang="en" data-core="worker">')
    first = '<script type="module" async src="static/transport.js"></script>'  # may start the core at once
    contents["index.html"] = page.replace('<meta charset="utf-8">', f"{head}\n    {first}").encode()
    return contents


def worker_of(contents: dict[str, bytes]) -> bytes:
    """The service worker, which keeps the files of the page."""
    kept = {name: data for name, data in contents.items() if name.startswith("static/")}
    return service_worker(contents[SCRIPT], {"./": contents["index.html"], **kept}, network_first=False)


def core_archive() -> bytes:
    """The Python packages of the core, packed. The same code gives the same bytes."""
    found = {
        name: entry.read_bytes()
        for package in ("anyio", "nonet", "starlette")
        for name, entry in walk(files(package), f"{package}/")
        if name.endswith(ENDINGS) and not LEFT_OUT.match(name)
    }
    build = hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()
    return packed({**found, BUILD: build.encode()})


def _licences() -> str:
    """What the folder contains of others, and under which licences."""
    parts = [
        "This page is nonet (MIT licence), with:",
        f"Pyodide {VERSION}, CPython compiled to WebAssembly: Mozilla Public License 2.0, "
        "source at https://github.com/pyodide/pyodide; CPython: Python Software Foundation License 2",
        "The typefaces in static/fonts: SIL Open Font License 1.1, see static/fonts/OFL.txt",
    ]
    for name in ("starlette", "anyio"):
        found = distribution(name)
        texts = [each.read_text() for each in found.files or () if "licen" in each.name.lower()]
        parts.append(f"{name} {found.version}:\n\n" + "\n".join(texts).strip())
    return "\n\n".join(parts) + "\n"


def ahead() -> dict[str, Any]:
    """What the page has before its core is loaded: files by their names. The puzzles are the same at every export."""
    with tempfile.TemporaryDirectory() as folder:
        core = Core(Path(folder) / "play.sqlite")
        try:
            found = {f"boards/{language}.json": _boards(core, language) for language in LANGUAGES} | {
                f"ready/{board.name}.json": _games(core, board.name, levels)
                for board in BOARDS
                if (levels := tuple(level for level in board.levels if (board.name, level) not in SLOW))
            }
        finally:
            core.close()
        with Store(Path(folder) / "play.sqlite") as store:
            return found | {f"blank/{language}.json": _blank(store, language) for language in LANGUAGES}


def _ask(core: Core, method: str, path: str, body: object = None) -> Any:
    status, text = asyncio.run(core.answer(method, path, json.dumps(body)))
    assert status == 200, text
    return json.loads(text)


def _boards(core: Core, language: str) -> dict[str, Any]:
    week = [daily_level(MONDAY + timedelta(days)) for days in range(7)]
    titles = [{"level": level, "title": level_title(level, language=language)} for level in week]
    return {**_ask(core, "GET", f"/api/boards?language={language}"), "week": titles}


def _blank(store: Store, language: str) -> dict[str, Any]:
    """A game without givens for each board that has a name, by this name."""
    store.save_settings(Settings(language=language))
    layouts = [Layout.named(board.layout) for board in BOARDS if board.layout and not board.is_variant]
    games = (
        Game(puzzle=Puzzle.of(each, "." * each.cell_count), solution=None, source="shared")
        for each in layouts
    )
    return {game.layout.name: json.loads(json_text(ready_view(game, store)["game"])) for game in games}


def _games(core: Core, board: str, levels: tuple[str, ...]) -> dict[str, Any]:
    shapes: dict[str, Any] = {}
    games: dict[str, list[Any]] = {}
    for level in levels:
        for seed in range(PUZZLES):
            ready = _ask(core, "POST", "/api/ready", {"board": board, "level": level, "seed": seed})
            shapes[ready["game"]["layout"]] = ready["game"].pop("shape")
            games.setdefault(level, []).append(ready)
    return {"shapes": shapes, "games": games}
