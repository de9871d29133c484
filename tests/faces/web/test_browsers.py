"""tools/browsers.py: browsers are found, installed for root on Debian, or asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import browsers  # tools/browsers.py
import pytest

each = pytest.mark.parametrize("name", browsers.BROWSERS)


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without browsers, on which installing one fails the test."""
    for browser in browsers.BROWSERS.values():
        monkeypatch.delenv(browser.variable, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browsers.Browser, "install", lambda _: pytest.fail("installs"))
    return monkeypatch


def test_a_browser_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert browsers.main(["chromium"]) == 0
    assert capsys.readouterr().out.strip() == sys.executable


@each
def test_the_environment_names_a_missing_file(
    nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    nowhere.setenv(name.upper(), "/no/such/browser")
    nowhere.setattr(browsers, "can_install", lambda: True)  # if one is named, no other is installed
    assert browsers.main([name]) == 1
    assert f"apt-get install {browsers.BROWSERS[name].packages[0]}" in capsys.readouterr().err


def test_without_permission_to_install(
    nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere.setattr(browsers, "can_install", lambda: False)
    assert browsers.main(list(browsers.BROWSERS)) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.splitlines()) == ("", [browser.how for browser in browsers.BROWSERS.values()])


def test_every_program_of_a_browser_is_needed(nowhere: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nowhere.setenv("PATH", str(tmp_path))
    for names in browsers.WEBKIT.programs:
        assert browsers.WEBKIT.find() is None
        (tmp_path / names[0]).touch(0o755)
    assert browsers.WEBKIT.paths() == [str(tmp_path / names[0]) for names in browsers.WEBKIT.programs]


def test_root_on_debian_installs_it(nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    commands: list[list[str]] = []

    def ran(command: list[str], **options: object) -> None:
        commands.append(command)
        nowhere.setenv("CHROMIUM", sys.executable)

    nowhere.undo()
    nowhere.delenv("CHROMIUM", raising=False)
    nowhere.setenv("PATH", "")
    nowhere.setattr(browsers, "can_install", lambda: True)
    nowhere.setattr("browsers.subprocess.run", ran)
    assert browsers.main(["chromium"]) == 0
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "chromium is missing: apt-get install" in capsys.readouterr().err
