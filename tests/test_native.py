"""The kernel is built and used; without this test, a silent fallback to pure Python would go unnoticed."""

from __future__ import annotations

import os
import platform
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


@pytest.mark.once
@pytest.mark.skipif(
    not (sys.platform == "linux" and platform.machine() == "x86_64"), reason="compares with Linux on x86"
)
def test_the_instruction_sets_are_those_that_the_system_knows() -> None:
    assert kernel is not None
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        known = set(next(line for line in file if line.startswith("flags")).split())
    avx2 = {"avx2", "bmi1", "bmi2", "popcnt"}
    avx512 = {"avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vbmi", "avx512_bitalg"}
    needed = {"avx512": avx2 | avx512, "avx2": avx2, "baseline": set[str]()}
    assert list(kernel.isas) == [isa for isa, flags in needed.items() if flags <= known]


@pytest.mark.parametrize("isa", ["avx9000", "AVX512 ", "\u00e9"])
def test_an_unknown_instruction_set_is_refused(isa: str) -> None:
    ended = started(NONET_ISA=isa)
    assert ended.returncode == 2
    assert "NONET_ISA" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_kernel_can_be_switched_off() -> None:
    assert "none" in started(NONET_PURE="1").stdout
