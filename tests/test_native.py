"""The kernel is built and used; without this test, a silent fallback to pure Python would go unnoticed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from nonet import CLASSIC, Layout
from nonet.engines import default_engine, engine_names
from nonet.native import kernel

PURE = bool(os.environ.get("NONET_PURE"))


def test_the_kernel_was_built() -> None:
    assert (kernel is None) == PURE
    assert ("kernel" in engine_names()) == (not PURE)


def test_it_is_the_default_on_every_board() -> None:
    expected = "search" if PURE else "kernel"
    for layout in (CLASSIC, *map(Layout.named, ("4x4", "x", "windoku", "16x16", "25x25"))):
        assert default_engine(layout).name == expected


def started(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nonet", "--version"],
        env=os.environ | {"NONET_PURE": ""} | environment,
        capture_output=True,
        text=True,
    )


def test_an_instruction_set_can_be_forced() -> None:
    assert kernel is None or kernel.isa in kernel.isas
    for isa in () if kernel is None else kernel.isas:
        assert isa in started(NONET_ISA=isa).stdout


@pytest.mark.parametrize("isa", ["avx9000", "AVX512 ", "\u00e9"])
def test_an_unknown_instruction_set_is_refused(isa: str) -> None:
    ended = started(NONET_ISA=isa)
    assert ended.returncode == 2
    assert "NONET_ISA" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_kernel_can_be_switched_off() -> None:
    assert "none" in started(NONET_PURE="1").stdout
