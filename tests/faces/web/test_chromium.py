"""tools/chromium.py: chromium is found, installed for root on Debian, or asked for."""

from __future__ import annotations

import sys

import chromium  # tools/chromium.py
import pytest


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without chromium, on which installing it fails the test."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(chromium, "install", lambda: pytest.fail("installs"))
    return monkeypatch


def test_chromium_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium.main() == 0
    assert capsys.readouterr().out.strip() == sys.executable


def test_the_environment_names_a_missing_file(
    nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere.setenv("CHROMIUM", "/no/such/browser")
    nowhere.setattr(chromium, "can_install", lambda: True)  # if CHROMIUM is set, no other is installed
    assert chromium.main() == 1
    assert "apt-get install chromium" in capsys.readouterr().err


def test_without_permission_to_install(
    nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere.setattr(chromium, "can_install", lambda: False)
    assert chromium.main() == 1
    said = capsys.readouterr()
    assert (said.out, said.err.strip()) == ("", chromium.HOW)


def test_root_on_debian_installs_it(nowhere: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    commands: list[list[str]] = []

    def ran(command: list[str], **options: object) -> None:
        commands.append(command)
        nowhere.setenv("CHROMIUM", sys.executable)

    nowhere.undo()
    nowhere.delenv("CHROMIUM", raising=False)
    nowhere.setenv("PATH", "")
    nowhere.setattr(chromium, "can_install", lambda: True)
    nowhere.setattr("chromium.subprocess.run", ran)
    assert chromium.main() == 0
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "chromium is missing: apt-get install" in capsys.readouterr().err
