"""`sudoku doctor`."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from nonet.engines import default_engine
from nonet.faces.cli import doctor
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.version import __version__

from .conftest import Sudoku

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    monkeypatch.delenv("NONET_INSTALLER", raising=False)


def found(sudoku: Sudoku) -> dict[str, Any]:
    answer = sudoku("doctor", "--json")
    assert answer.err == ""
    document: dict[str, Any] = json.loads(answer.out)
    assert document["works"] == (answer.status == 0)
    return document


def test_what_is_installed(sudoku: Sudoku, tmp_path: Path) -> None:
    document = found(sudoku)
    assert (document["works"], document["version"]) == (True, __version__)
    assert sys.executable in document["nonet"]["Python"]["state"]
    assert document["nonet"]["solving"]["works"]
    assert document["nonet"]["kernel"]["works"] == (kernel is not None)
    assert document["files"]["saved games"]["state"] == f"{tmp_path / 'play.sqlite'} (none yet)"
    assert not (tmp_path / "play.sqlite").exists()


def test_what_people_see(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain, coloured = sudoku("doctor"), sudoku("doctor", terminal=True)
    assert (plain.err, plain.status) == ("", 0)
    assert "  colour       no: standard output is not a terminal\n" in plain.out
    assert "  Unicode      yes: utf-8\n" in plain.out
    assert "\x1b" not in plain.out
    assert "\x1b[1mextras\x1b[0m" in coloured.out
    assert "  colour       yes\n" in coloured.out


def test_a_terminal_that_knows_ascii_only(
    sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "žluť"))
    answer = sudoku("doctor", encoding="ascii")
    assert answer.status == 0
    assert answer.out.isascii()
    assert "Unicode      no: ascii" in answer.out


def test_every_extra_for_users_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {*doctor.EXTRAS, "all"} == set(project["optional-dependencies"])


def test_missing_extras_and_how_to_get_them(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "click>=8.2",
        'textual>=6; extra == "tui"',
        'no-such>=1; extra == "data"',
        'nonet[data]; extra == "cluster"',
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: lines)
    extras = found(sudoku)["extras"]
    assert extras["tui"] == {"works": True, "state": "installed: sudoku play"}
    assert extras["data"]["state"] == "missing: sudoku bulk, sudoku dataset (no-such)"
    assert extras["data"]["advice"] == 'pip install "nonet[data]"'
    assert extras["cluster"]["state"] == "missing: sudoku bulk --cluster (no-such)"
    assert found(sudoku)["works"], "no command needs an extra that it does not name"
    monkeypatch.setenv("NONET_INSTALLER", __file__)
    assert found(sudoku)["extras"]["data"]["advice"].startswith("the first command that needs it installs it")


def test_why_there_is_no_kernel(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nonet.native.kernel", None)
    monkeypatch.setenv("NONET_PURE", "1")
    assert found(sudoku)["nonet"]["kernel"] == {
        "works": False,
        "state": "none, pure Python: NONET_PURE is set",
        "advice": "unset NONET_PURE",
    }
    monkeypatch.delenv("NONET_PURE")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    assert found(sudoku)["nonet"]["kernel"]["state"].endswith("built without it")
    monkeypatch.setenv("NONET_INSTALLER", __file__)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    document = found(sudoku)
    assert document["nonet"]["kernel"]["state"].endswith("in the background, if the disk has room for it")
    assert document["works"], "pure Python is enough"


def test_saved_games_that_cannot_be_read(sudoku: Sudoku, tmp_path: Path) -> None:
    (tmp_path / "play.sqlite").write_bytes(b"no database" * 100)
    answer = sudoku("doctor")
    assert answer.status == 1
    assert "Does not work: saved games." in answer.out


def test_a_folder_that_cannot_be_written(
    sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Below a file, where not even root can make one."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "file" / "games"))
    assert found(sudoku)["files"]["saved games"]["advice"].startswith("set NONET_DATA")


def test_an_engine_that_fails(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no luck")

    monkeypatch.setattr(type(default_engine(CLASSIC)), "solution", broken)
    document = found(sudoku)
    assert document["nonet"]["solving"]["state"].endswith("fails: no luck")
    assert not document["works"]


def test_escape_sequences_in_a_path(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NONET_DATA", f"{tmp_path}/\x1b[8mhidden")
    answer = sudoku("doctor")
    assert "\\u001b[8mhidden" in answer.out
    assert "\x1b[8m" not in answer.out
