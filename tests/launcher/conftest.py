"""Stubs of the project, before and after their first start."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from launcher.stub import Project, new_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The stub before its first start."""
    return new_project(tmp_path)


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A stub after its first start, to be copied."""
    project = new_project(tmp_path_factory.mktemp("started"))
    assert project.start("rate").returncode == 0
    assert project.installs() == 1
    time.sleep(0.02)  # so that files written by the tests are newer than the stamp
    return project


@pytest.fixture
def ready(started: Project, project: Project) -> Project:
    """The stub after its first start."""
    shutil.copytree(started.folder, project.folder, symlinks=True, dirs_exist_ok=True)
    shutil.copy(started.calls, project.calls)
    return project
