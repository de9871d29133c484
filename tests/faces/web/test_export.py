"""The static page: what its folder contains, and that the core in it is complete."""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import typing_extensions

from nonet.draw.files import save_bytes
from nonet.errors import NonetError
from nonet.faces.web import core_build
from nonet.faces.web import export as exporting
from nonet.faces.web.assets import SCRIPT, static_files
from nonet.faces.web.bytecode import LIBRARY, OURS, UNUSED, compile_archives, packed
from nonet.faces.web.export import MARK, core_archive, export, page_files, write_files
from nonet.faces.web.pyodide_package import FILES
from nonet.faces.web.rehearsal import rehearse
from nonet.faces.web.routes import ROUTES
from nonet.faces.web.security import PICTURE_PATH
from nonet.messages import LANGUAGES
from nonet.play import BOARDS

EVERY_ROUTE = """
import asyncio, json, sys
from nonet.faces.web.core import Core

core = Core(sys.argv[1], languages="cs en")
asked = set()

def ask(method, path, body=None, *, id="", refused=0):
    asked.add(f"{method} {path.partition('?')[0]}")
    where = path.replace("{id}", id).replace("{key}", id or "x-wing")
    status, text = asyncio.run(core.answer(method, where, json.dumps(body or {})))
    assert status == refused or status < 300, (method, path, status, text)
    return json.loads(text)

def play():
    puzzle = "4x4:.13.43.2.2.3...."
    assert ask("GET", "/api/settings")["language"] == "cs"
    ask("PATCH", "/api/settings", {"language": "en"})
    for path in ("boards", "daily", "days", "games", "household", "lessons", "statistics"):
        ask("GET", f"/api/{path}")
    for path in ("techniques", "techniques/{key}"):
        ask("GET", f"/api/{path}")
    for path, body in (
        ("household/code", {}), ("household/player", {"code": "1"}), ("rooms", {"game": "x"}), ("rooms/{id}", {}),
        ("rooms/{id}/events", {}),
    ):
        ask("POST", f"/api/{path}", body, id="x", refused=409)  # nobody else is here
    ask("GET", "/api/rooms/{id}/events", id="x", refused=409)
    ask("POST", "/api/lessons", {"client": "a", "exercises": [{"technique": "x-wing", "clean": True}]})
    ask("GET", "/api/techniques/{key}/practice?seed=3")
    ask("POST", "/api/parse", {"text": puzzle})
    for name in ("rules", "solve", "rate", "check", "hint", "trace"):
        ask("POST", f"/api/{name}", {"puzzle": puzzle})
    ask("POST", "/api/puzzles", {"board": "jigsaw"})
    ask("POST", "/api/ready", {"board": "6x6"})
    game = ask("POST", "/api/games", {"puzzle": puzzle})["id"]
    actions = [{"type": "place", "cells": [0], "digit": 2}]
    done = ask("POST", "/api/games/{id}/actions", {"client": "a", "first": 1, "actions": actions}, id=game)
    assert done["game"]["values"][0] == 2
    for name in ("hint", "check"):
        ask("POST", "/api/games/{id}/" + name, id=game)
    for name in ("", "/result", "/replay", "/download", "/share"):
        ask("GET", "/api/games/{id}" + name, id=game)
    ask("DELETE", "/api/games/{id}", id=game)
    pack = ask("POST", "/api/packs", {"texts": [puzzle]})["name"]
    ask("GET", "/api/packs")
    ask("GET", "/api/packs/{key}", id=pack)
    ask("DELETE", "/api/packs/{key}", id=pack)
    ask("GET", "/api/palette")
    ask("POST", "/api/desk/open", {"text": puzzle})
    draft = {"layout": "4x4", "values": [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]}
    for name in ("check", "solutions", "candidates", "contradiction", "path", "step", "export"):
        ask("POST", f"/api/desk/{name}", draft)

play()
foreign = {name for name, module in sys.modules.items() if "-packages" in (getattr(module, "__file__", "") or "")}
print(json.dumps({"asked": sorted(asked), "foreign": sorted(foreign)}))
"""

REFUSING = """
import asyncio, re, sys

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if re.match({unused!r}, name.replace(".", "/") + ".py"):
            raise ImportError(name + " is not on the page")

sys.meta_path.insert(0, Refusing())
"""
"""Imports nothing of the standard library that the page does not have."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("core") / OURS
    path.write_bytes(core_archive())
    return path


def test_the_core_needs_no_server(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules.update(uvicorn=None, h11=None)\n"
        "from nonet.faces.web.core import Core; Core(sys.argv[1]).close()"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "play.sqlite")], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("form", ["sources", "bytecode"])
def test_the_core_answers_every_route_from_its_archive_alone(
    archive: Path, tmp_path: Path, form: str
) -> None:
    """With this Python instead of Pyodide's: nothing but the archive and the standard library is there."""
    own = tmp_path / OURS
    own.write_bytes(archive.read_bytes())
    if form == "bytecode":
        zipfile.ZipFile(tmp_path / LIBRARY, "w").writestr("library.py", "VALUE = 7\n")
        zipfile.ZipFile(tmp_path / LIBRARY, "a").writestr("unittest/mock.py", "")
        compile_archives(tmp_path)
        assert zipfile.ZipFile(tmp_path / LIBRARY).namelist() == ["library.pyc"]
    with tarfile.open(own) as file:
        file.extractall(tmp_path, filter="data")
    modules = {path.suffix for path in tmp_path.glob("nonet/*") if path.is_file()}
    assert (".py" in modules, ".pyc" in modules) == (form == "sources", form == "bytecode")
    (tmp_path / "typing_extensions.py").write_text(Path(str(typing_extensions.__file__)).read_text())
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + REFUSING.format(unused=UNUSED.pattern)
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + EVERY_ROUTE, str(tmp_path / "play.sqlite")],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert answer["foreign"] == []
    routes = {f"{method} {path}" for method, path, _ in ROUTES}
    assert routes - set(answer["asked"]) == {
        f"POST {PICTURE_PATH}"
    }  # needs OpenCV; EVERY_ROUTE asks the others


def test_the_archive_is_reproducible_and_holds_no_other_face(archive: Path) -> None:
    assert core_archive() == archive.read_bytes()
    with tarfile.open(archive) as file:
        names = file.getnames()
    faces = {name.split("/")[2] for name in names if name.startswith("nonet/faces/")}
    assert faces == {"__init__.py", "web"}
    assert not [
        name
        for name in names
        if re.search(r"bulk|gpu/(?!__init__)|photo/|research/|\.po|static|server", name)
    ]


def test_why_node_made_no_snapshot_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Node also quotes the line of Pyodide's code that failed, and that line is a megabyte long."""
    lines = [
        "var a=1;throw new Error(a)",
        "PythonError: Traceback",
        "ModuleNotFoundError: No module named 'a'",
        "  at f",
    ]
    program = tmp_path / "node"
    program.write_text(
        "#!/bin/sh\ncat >&2 <<'END'\n"
        + "\n".join([*lines, "  type: 'ModuleNotFoundError',"])
        + "\nEND\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(core_build, "node", lambda: str(program))
    said: list[str] = []
    core_build.core_files({"pyodide-lock.json": b"{}"}, b"", said.append)
    assert [text.partition(" (")[2] for text in said] == ["ModuleNotFoundError: No module named 'a')"]


def test_a_core_can_be_made_without_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytecode is for one version of Python: this one compiles for a Pyodide of the same version."""
    monkeypatch.setattr(core_build, "node", lambda: None)
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w") as file:
        file.writestr("library.py", "VALUE = 7\n")
    found = {}
    for version in ("3.1.0", "{}.{}.99".format(*sys.version_info)):
        lock = json.dumps({"info": {"python": version}}).encode()
        said: list[str] = []
        pyodide = {LIBRARY: library.getvalue(), "pyodide-lock.json": lock}
        core = core_build.core_files(pyodide, packed({"nonet/a.py": b"A = 1"}), said.append)
        found[version] = zipfile.ZipFile(io.BytesIO(core[LIBRARY])).namelist()
        assert said == [
            "the page will take some seconds longer to start: a snapshot of its memory is made with node, and there "
            "is none"
        ]
        assert core[core_build.MEMORY] == b""
    assert [*found.values()] == [["library.py"], ["library.pyc"]]


def test_the_rehearsal_leaves_no_games(tmp_path: Path) -> None:
    asyncio.run(rehearse(tmp_path / "rehearsal.sqlite"))
    assert [*tmp_path.iterdir()] == []


def test_addresses_of_the_page_are_relative() -> None:
    """So that it works under any path, such as /sudoku/."""
    contents = page_files()
    page = contents["index.html"].decode()
    linked = re.findall(r'(?:href|src)="([^"#]+)"', page)
    assert len(linked) >= 8
    assert all(name in contents for name in linked)
    assert 'data-core="worker"' in page
    scripts = [data.decode() for name, data in contents.items() if name.endswith((".js", ".css"))]
    assert not [found for text in scripts for found in re.findall(r"""["'`(]/static/""", text)]


def test_what_starts_the_core_is_fetched_before_other_modules() -> None:
    """Where a browser has few connections, the worker would wait for all modules that are preloaded."""
    links = re.findall(r'modulepreload" href="static/([^"]+)"(.*?)>', page_files()["index.html"].decode())
    urgent = [name for name, priority in links if not priority]
    assert sorted(urgent) == ["core_client.js", "link.js", "transport.js"]
    assert len(links) == len(dict(links)) > 50
    assert {priority for _, priority in links} == {"", ' fetchpriority="low"'}


def test_the_folder_is_written_again_but_never_over_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "ahead", lambda: {"ready/4x4.json": {}})
    monkeypatch.setattr(exporting, "core_archive", lambda: packed({"nonet/a.py": b"A = 1"}))
    pyodide = tmp_path / "package"
    pyodide.mkdir()
    for name in FILES:
        (pyodide / name).write_text('{"info": {}, "packages": {"numpy": {}}}')
    site = tmp_path / "site"
    said: list[str] = []
    export(site, pyodide=tmp_path, tell=said.append)
    (site / "static/core/nonet.zip").write_text("of an earlier version")
    sizes = export(site, pyodide=tmp_path)
    assert {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()} == set(sizes)
    assert {f"static/{name}" for name in static_files()} - set(sizes) == {
        f"static/{name}" for name in ("index.html", "manifest.webmanifest", "service_worker.js")
    }
    assert json.loads((site / "static/core/pyodide-lock.json").read_text())["packages"] == {}
    assert "the page will take some seconds longer to start" in said[1]  # this is not Pyodide
    assert (site / "static/core/memory.bin").read_bytes() == b""
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear Ann")
    with pytest.raises(NonetError, match="is not empty"):
        export(other, pyodide=pyodide)
    with pytest.raises(NonetError, match=r"letter\.txt is a file"):
        export(other / "letter.txt", pyodide=pyodide)
    (pyodide / FILES[0]).unlink()
    with pytest.raises(NonetError, match=r"pyodide\.mjs is not there; get it with 'npm pack pyodide@"):
        export(site, pyodide=pyodide)


def test_an_export_that_ends_in_the_middle_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is half written, and the page comes last: until then an earlier one stays as it was."""
    site, left = tmp_path / "site", 0
    (site / "static/core").mkdir(parents=True)
    new = dict.fromkeys(("index.html", SCRIPT, "static/a.js", MARK), b"new")

    def killed(path: str, data: bytes) -> None:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        save_bytes(path, data)

    monkeypatch.setattr(exporting, "save_bytes", killed)
    for count in range(1, len(new)):
        (site / "index.html").write_bytes(b"old")
        left = count
        with pytest.raises(KeyboardInterrupt):
            write_files(site, new)
        assert (site / MARK).exists()
        assert (site / "index.html").read_bytes() == b"old" or (site / "static/a.js").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["/proc/site", "/proc", "/dev/null/site"])
def test_a_folder_that_cannot_be_written_is_refused_before_any_work(name: str) -> None:
    said: list[str] = []
    with pytest.raises(NonetError, match=r"^(cannot write /|/proc is not empty)"):
        export(Path(name), tell=said.append)
    assert said == []


def test_what_is_ready_before_the_core_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two boards stand for all: every level has its puzzles, and a week has seven levels."""
    monkeypatch.setattr(exporting, "PUZZLES", 2)
    monkeypatch.setattr(exporting, "BOARDS", [board for board in BOARDS if board.name in ("4x4", "9x9")])
    found = exporting.ahead()
    assert set(found) == {
        *(f"{folder}/{name}.json" for folder in ("blank", "boards") for name in LANGUAGES),
        *("ready/4x4.json", "ready/9x9.json"),
    }
    assert [*found["blank/cs.json"]] == ["4x4", "9x9"]
    assert found["blank/cs.json"]["9x9"]["left"] == [0, *[9] * 9]
    assert [day["level"] for day in found["boards/cs.json"]["week"]] == [
        *("easy", "medium", "medium", "hard", "hard", "unfair", "extreme")
    ]
    ready = found["ready/9x9.json"]
    assert list(ready["shapes"]) == ["9x9"]
    assert {level: len(games) for level, games in ready["games"].items()} == dict.fromkeys(
        ("easy", "medium", "hard", "unfair", "extreme"), 2
    )
    shares = {each["game"]["share"] for games in ready["games"].values() for each in games}
    assert len(shares) == 10
    assert all("solution" not in str(each) for games in ready["games"].values() for each in games)
