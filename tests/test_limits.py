"""Limits for what strangers send: the table, the ways to change it, and what it is for."""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import nonet
from hostile import HOSTILE
from many_cases import check_all
from nonet.data.spec import parse_spec
from nonet.draw.book import read_plan
from nonet.errors import LimitExceeded, NonetError
from nonet.faces.cli import run
from nonet.faces.web.problems import problem_of
from nonet.limits import Limits, allow, check, check_time, limits, reading
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.rng import Rng
from nonet.rules import Cage, RegexLine

ROOT = Path(__file__).resolve().parents[1]
SLOW = ("seconds", "values", "file")
"""What meets these limits takes seconds, or as long to make."""


QUICK = [name for name, case in HOSTILE.items() if not (case.slow or case.ends in SLOW)]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as on Linux")
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(QUICK, id="quick"),
        *(pytest.param([name], marks=pytest.mark.slow, id=name) for name in HOSTILE if name not in QUICK),
    ],
)
def test_hostile_input_ends_within_five_seconds_and_512_megabytes(names: list[str]) -> None:
    """In a process that may have 512 MB of address space (RLIMIT_AS) more than after its imports, and no more; the
    seconds are those of its own work.
    """
    if importlib.util.find_spec("cv2") is None:
        names = [name for name in names if "pixels" not in name and "JPEG" not in name]
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "hostile.py", *names], capture_output=True, text=True, check=False
    )
    found = {each["name"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert [*found] == names, done.stderr[-2000:]

    def check(name: str) -> None:
        ending = found[name]["ending"]
        assert ending == HOSTILE[name].ends
        assert found[name]["seconds"] < 5.5
        if ending not in ("read", "refused"):
            assert f"--set-limit {ending}=N" in found[name]["message"]

    check_all(check, [(name,) for name in names])


def test_the_documentation_has_every_limit() -> None:
    text = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    values = {
        each.name: (f"{each.default:,}".removesuffix(".0"), each.metadata["of"]) for each in fields(Limits)
    }
    assert {name.strip("`"): (most, of) for name, most, of in rows} == values


def test_limits_are_changed_for_some_calls() -> None:
    puzzle = (
        '{"nonet": 1, "rules": [{"kind": "cage", "cells": ["r1c1"]}, {"kind": "cage", "cells": ["r1c2"]}]}'
    )
    with nonet.allow(rules=1), pytest.raises(LimitExceeded, match="more than 1 rules; --set-limit rules=N"):
        nonet.parse(puzzle)
    assert len(nonet.parse(puzzle).rules) == 2
    assert limits() == Limits()


def test_rules_made_in_python_are_limited_too() -> None:
    rules = [Cage((cell,)) for cell in range(3)]
    with nonet.allow(rules=2), pytest.raises(LimitExceeded):
        nonet.Puzzle.of("9x9", "." * 81, rules=rules)
    with nonet.allow(states=10), pytest.raises(LimitExceeded):
        nonet.Puzzle.of("9x9", "." * 81, rules=[RegexLine(tuple(range(9)), ".*1.{7}")])


@pytest.mark.parametrize(
    "wrong", ["rulez=1", "rules=0", "rules=-1", "rules=x", "rules", "rules=1.5", "states=nan"]
)
def test_a_wrong_limit_is_refused(wrong: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--set-limit", wrong, "check", "0130430202030000"]) == 2
    assert "limit" in capfd.readouterr().err


def test_a_wrong_limit_in_the_environment_is_refused() -> None:
    done = _command("check", "0130430202030000", NONET_ALLOW="rulez=1")
    assert (done.returncode, "limit" in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_recipes_are_limited_too(tmp_path: Path) -> None:
    recipe = tmp_path / "book.toml"
    recipe.write_text("title = 'A long title'")
    with nonet.allow(file=10):
        with pytest.raises(NonetError, match=r"book\.toml: more than 10 bytes .* --set-limit file=N"):
            read_plan(str(recipe))
        with pytest.raises(NonetError, match=r"more than 10 bytes .* --set-limit file=N"):
            parse_spec(recipe.read_text())
    recipe.write_text(
        "[[chapters]]\ncount = 1\n" * 2_000 + "[[part]]\ncount = 1\n" * 2_000
    )  # the TOML is fast
    with nonet.allow(seconds=0.1):
        with pytest.raises(NonetError, match=r"book\.toml: more than 0\.1 seconds"):
            read_plan(str(recipe))
        with pytest.raises(NonetError, match=r"more than 0\.1 seconds"):
            parse_spec(recipe.read_text())


def test_the_command_has_an_option_and_reads_the_environment(capfd: pytest.CaptureFixture[str]) -> None:
    puzzle = '{"nonet": 1, "rules": [{"kind": "regex_line", "cells": ["r1c1", "r1c2"], "pattern": "(.*1.{3})?.."}]}'
    run(["check", puzzle])
    assert capfd.readouterr().out == "several\n"
    assert "more than 9 states" in _command("check", puzzle, NONET_ALLOW="states=9 seconds=60").stderr
    assert "more than 9 states" in _command("--set-limit", "states=9", "check", puzzle).stderr
    assert (
        _command("--set-limit", "states=999", "check", puzzle, NONET_ALLOW="states=9").stdout == "several\n"
    )
    assert run(["--set-limit", "nothing=9", "check", puzzle]) == 2


@pytest.mark.skipif(
    sys.platform != "linux", reason="the alarm clock and the memory of the process, as on Linux"
)
def test_the_command_has_a_net_under_what_no_loop_checks() -> None:
    """A loop that checks nothing, and one that takes memory, in place of a format's parser."""
    for body, limit in (("while True: pass", "seconds"), ("held = bytearray(1 << 30)", "megabytes")):
        program = (
            "import sys, nonet.formats.parsing as parsing\n"
            f"def parse_detected(text, wanted):\n    {body}\n"
            "parsing.parse_detected = parse_detected\n"
            "from nonet.faces.cli import main\n"
            "sys.argv = ['sudoku', '--set-limit', 'seconds=0.3', 'check', '.' * 81]\n"
            "sys.exit(main())"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert f"--set-limit {limit}=N" in done.stderr


def test_limits_may_be_larger_than_those_of_the_system() -> None:
    for limit in ("seconds", "megabytes"):
        done = _command("--set-limit", f"{limit}={10**14}", "check", "." * 81)
        assert (done.stdout, done.stderr) == ("several\n", "")


def test_an_error_travels_between_processes_and_has_an_answer_on_the_web() -> None:
    with pytest.raises(LimitExceeded) as caught:
        check("rules", 10_001)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.limit) == (str(caught.value), "rules")
    assert (problem_of(again).status, problem_of(again).code, problem_of(again).where) == (
        400,
        "limit",
        "rules",
    )
    assert problem_of(LimitExceeded("pixels", 1, "pixels")).code == "picture-size"


def test_the_greatest_solution_of_a_large_board_with_few_clues(capfd: pytest.CaptureFixture[str]) -> None:
    """The search once tried, cell by cell, to fill rows that had too few cells for their digits."""
    data = {
        "nonet": 1,
        "layout": "25x25",
        "rules": [{"kind": "thermometer", "cells": ["r1c1", "r1c2", "r1c3"]}],
    }
    assert run(["solve", "--limit", "10", json.dumps(data)]) == 0
    out, said = capfd.readouterr()
    assert out.split()[:4] == ["23", "24", "25", "22"]
    assert "more than 10 solutions" in said


def test_nothing_is_allowed_by_mistake() -> None:
    with pytest.raises(NonetError, match="there is no limit 'rulez'"), nonet.allow(rulez=3):
        pass


def _command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nonet", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_browser_has_no_clock_for_threads() -> None:
    code = "import time; del time.thread_time; import nonet; print(nonet.solution('12.. 34.. 2143 4321')[:4])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "1234\n", ended.stderr


def test_an_interrupted_reading_takes_no_time_from_later_ones() -> None:
    """Wherever the interrupt arrives, and though a notebook keeps the error with its frames."""

    @reading
    def read() -> None:
        check_time()

    rng, kept = Rng(1), []
    for _ in range(60):
        try:
            with time_limit(0.0001 + rng.below(2000) / 1_000_000):
                while True:
                    read()
        except OutOfTime as error:
            kept.append(error)
        with allow(seconds=1e-9), pytest.raises(LimitExceeded):
            read()  # its time begins anew, and is over
