"""`make fuzz` runs and finds nothing, shortly in every test run; the drivers find bugs that were put in on purpose."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import fuzz
import fuzz_pictures
import fuzz_texts
import pytest

from many_cases import every

ROOT = Path(__file__).parent.parent
COMPILER = shlex.split(os.environ.get("CXX", "c++"))

needs_compiler = pytest.mark.skipif(shutil.which(COMPILER[0]) is None, reason="needs a compiler")

BROKEN = """
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
uint64_t g_calls = 0, g_records = 0;
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size > 5 && data[3] == '7') {
        if (data[4] == '5') FAIL;  // two steps, the second behind the first: a matter of coverage
    }
    return 0;
}
"""


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("failure", ["abort()", "for (volatile int i = 0;; i = 1) {}"])
def test_the_driver_finds_a_bug(tmp_path: Path, failure: str) -> None:
    (tmp_path / "broken.cpp").write_text(BROKEN.replace("FAIL", failure))
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "empty").write_bytes(b"." * 84)
    cover = [*COMPILER, "-std=c++17", "-O1", "-fsanitize-coverage=trace-pc", "-c", "broken.cpp"]
    subprocess.run(cover, cwd=tmp_path, check=True)
    driver = [str(ROOT / "native" / "fuzz" / "driver.cpp"), f"-I{ROOT / 'native'}"]
    subprocess.run(
        [*COMPILER, "-std=c++17", "-O2", *driver, "broken.o", "-pthread", "-o", "fuzz"],
        cwd=tmp_path,
        check=True,
    )
    ended = subprocess.run(
        ["./fuzz", "60", "1", "corpus"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 77
    assert (tmp_path / "failed").read_bytes()[3:5] == b"75"


@pytest.mark.slow
@pytest.mark.parametrize("failure", ["raise KeyError('givens')", "while True: pass"])
def test_the_fuzzer_of_texts_finds_a_bug(failure: str) -> None:
    program = f"""
import sys, fuzz_texts
fuzz_texts.PATIENCE = 0.5
read = fuzz_texts.read_bytes
def broken(text, **options):
    if text.startswith(b"5") and b"#" in text:
        {failure}
    return read(text, **options)
fuzz_texts.read_bytes = broken
fuzz_texts.attack(20, 1)
"""
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(("src", "tools"))}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "seed 1, after" in ended.stderr
    assert ("KeyError: 'givens'" if "raise" in failure else "TimeoutError") in ended.stderr


@needs_compiler
@pytest.mark.slow
def test_make_fuzz_finds_nothing() -> None:
    command = [sys.executable, "tools/fuzz.py", "--only", "kernel", "--minutes", "0.1", "--seed", "1"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    assert "nothing was found" in ended.stdout


def test_texts_and_pictures_for_a_moment() -> None:
    assert re.match(r"\d+ texts, \d\d+ of them puzzles", fuzz_texts.attack(0, 1))
    pictures = 20 // every(5)
    assert re.match(rf"{pictures} pictures, \d+ of them puzzles", fuzz_pictures.attack(0, 1, least=pictures))


def test_every_attack_has_a_share_of_the_time() -> None:
    assert {"kernel", "texts", "pictures", "tests"} <= fuzz.ATTACKS.keys()
    assert sum(share for _, share, _ in fuzz.ATTACKS.values()) == pytest.approx(1)
