"""The examples in `examples/adapters/`, each in an environment of its own with the real package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from nonet import judge

ROOT = Path(__file__).parents[2]
ADAPTERS = ROOT / "examples" / "adapters"

REASONING_GYM = """
from reasoning_gym_sudoku import create_dataset
data = create_dataset("nonet", board="{board}", level="easy", seed=1, size=3)
for each in data:
    lines = each["answer"].split("\\n")
    said = "So this is it:\\n```\\n" + each["answer"] + "\\n```"
    assert data.score_answer(each["answer"], each) == data.score_answer(said, each) == 1
    wrong = "\\n".join([lines[1], lines[0], *lines[2:]])
    assert 0 <= data.score_answer(wrong, each) < 1
    assert data.score_answer(None, each) == data.score_answer("no idea", each) == 0
assert data[1] == data[1]
"""
VERIFIERS = """
import asyncio
import verifiers.v1 as vf
from verifiers_sudoku import SudokuConfig, SudokuTaskset

async def score(task, reply):
    trace = vf.Trace.model_construct(root_reply=reply, rewards={{}}, metrics={{}})
    await task.score(trace)
    return trace.reward

async def main():
    tasks = list(SudokuTaskset(SudokuConfig(board="{board}", count=3)))
    assert len({{task.key for task in tasks}}) == 3
    for task in tasks:
        assert task.data.prompt.startswith("Solve this Sudoku.")
        assert await task.validate(None)
        assert [await score(task, reply) for reply in (task.data.solution, "no idea")] == [1, 0]

asyncio.run(main())
"""
INSPECT = """
from inspect_ai import eval
from inspect_ai.model import ModelAPI, ModelOutput, modelapi
from inspect_sudoku import sudoku

task = sudoku(board="{board}", count=3)
targets = [sample.target for sample in task.dataset]
replies = {{sample.input: sample.target for sample in task.dataset}}

class Knowing(ModelAPI):
    async def generate(self, input, tools, tool_choice, config):
        reply = replies[input[-1].text]
        return ModelOutput.from_content(self.model_name, "no idea" if reply == targets[0] else reply)

    async def count_tokens(self, *given, **more):  # the usual way asks a server for its table
        return 1

@modelapi("knowing")
def knowing():
    return Knowing

(log,) = eval(task, model="knowing/all-but-one", display="none", log_dir="logs")
assert log.status == "success", log.error
scores = {{score.name: score.metrics for score in log.results.scores}}
assert abs(scores["solved"]["accuracy"].value - 2 / 3) < 1e-9, scores
"""


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize(
    ("package", "program"),
    [("reasoning-gym", REASONING_GYM), ("verifiers", VERIFIERS), ("inspect-ai", INSPECT)],
)
def test_an_adapter_works_with_the_real_package(package: str, program: str, tmp_path: Path) -> None:
    uv, home = [sys.executable, "-m", "uv"], tmp_path / "environment"
    subprocess.run([*uv, "venv", "--quiet", "--python", sys.executable, str(home)], check=True)
    python = home / "bin" / "python"
    subprocess.run([*uv, "pip", "install", "--quiet", "--python", str(python), package, "click"], check=True)
    given = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ADAPTERS)])}
    for board in ("9x9", "killer"):
        code = [str(python), "-W", "ignore", "-c", program.format(board=board)]
        subprocess.run(code, check=True, env=given, cwd=tmp_path)


def test_adapters_use_names_that_exist() -> None:
    """Here too, where the packages are not installed."""
    for file in ADAPTERS.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for module, names in re.findall(r"^from (nonet[.\w]*) import (.+)$", text, re.MULTILINE):
            assert all(hasattr(import_module(module), name) for name in names.split(", "))
        for name in re.findall(r"\bjudge\.(\w+(?:\.[A-Z]+)?)", text):
            assert attrgetter(name)(judge)


def test_adapters_are_short() -> None:
    files = sorted(ADAPTERS.glob("*.py"))
    assert [file.stem for file in files] == ["inspect_sudoku", "reasoning_gym_sudoku", "verifiers_sudoku"]
    assert all(len(file.read_text(encoding="utf-8").splitlines()) <= 80 for file in files)
