"""Texts with escape sequences, given to every command that reads a file: none of them reaches the terminal."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from formats.samples import GIVENS, SAMPLES
from many_cases import every, spread
from nonet.formats import read
from nonet.formats.codecs.lzstring import compress

from .conftest import Answer, Sudoku

HOSTILE = "\x1b]0;a title\x07\x1b[2J\x1b[31m\x9b2J\x7f\x08\r\u202e\u2066"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
OWN = re.compile("\r *\r|\x1b\\[[0-9;]*m")
"""A progress line, and colours: on a terminal alone."""

# {} is the file. `web` is left out, because it would serve the puzzle; it reads it as `play` does.
COMMANDS = """
    solve {} | solve --first {} | solve --lines {} | solve --trace --engine dlx {}
    count {} | count --lines {} | check {} | check --lines {} | minimal {} | inside {} | compare {}
    explain {} | explain --format json {} | hint {} | hint --marks {} {}
    rate {} | rate --lines {} | rate --scheme se {}
    convert --to sdk {} | convert --to json {} | convert --to opensudoku {} | convert --to f-puzzles {}
    convert --to iss {} | convert --to gsf {} | convert --from sdk --to line {} | convert --to line -o {}.txt {}
    read {} | draw {} -o board.svg | book {} -o book.pdf | share {} | play {} | mini {} | games import {}
    create --pattern {}
    bulk check {} -o checked.csv | bulk rate {} -o rated.csv | bulk convert {} -o converted.csv
    dataset build {} -o set | dataset audit {} | dataset score {}
"""


def record(**more: object) -> dict[str, object]:
    cells = [{"value": int(sign), "given": True} if sign != "." else {} for sign in GIVENS]
    return {"size": 9, "grid": [cells[at : at + 9] for at in range(0, 81, 9)], **more}


def own(rule: dict[str, object]) -> str:
    return json.dumps({"nonet": 1, "layout": "9x9", "givens": GIVENS, "title": HOSTILE, "rules": [rule]})


def hostile_texts() -> Iterator[tuple[str, bytes]]:
    line = {"kind": "regex_line", "cells": ["r1c1", "r1c2"]}
    texts = {
        "title.json": json.dumps(record(title=HOSTILE, author=HOSTILE + "\ud800", ruleset=HOSTILE)),
        "key.json": json.dumps(record(**{HOSTILE: [{"cells": [HOSTILE]}]})),
        "link": "https://f-puzzles.com/?load="
        + compress(json.dumps(record(**{HOSTILE: [1], "title": HOSTILE}))),
        "pattern.json": own({**line, "pattern": f"({HOSTILE}"}),
        "rule.json": own({"kind": HOSTILE}),
        "sdk": f"#D{HOSTILE}\n" + "\n".join(GIVENS[at : at + 9] for at in range(0, 81, 9)),
        "section.sdk": f"#DA\n[{HOSTILE}]\n{GIVENS}",
        "rows": f"{GIVENS[:40]}{HOSTILE}{GIVENS[41:]}\n",
        "xml": f'<opensudoku><folder name="{HOSTILE}"><game data="{GIVENS}"/></folder></opensudoku>',
        "csv": f'puzzle,"{HOSTILE}"\n{GIVENS},"{HOSTILE}"\n{HOSTILE},1\n',
        "toml": f'name = "\\u001b[2J<b>\u202e"\n[[part]]\nname = "\\u001b"\ncount = 1\n"{HOSTILE[-1]}" = 1\n',
        "toml2": '[split]\n"\\u001b[2J" = 1\n[[part]]\ncount = 1\n',
        "games.jsonl": json.dumps({"id": HOSTILE, "setup": {"givens": HOSTILE}}) + "\n",
    }
    for name, text in texts.items():
        yield name, text.encode("utf-8", "surrogatepass")


def leaked(answer: Answer, *, terminal: bool = False) -> str | None:
    shown = answer.out + answer.err
    found = CONTROLS.search(OWN.sub("", shown) if terminal else shown)
    return None if found is None else repr(shown[max(found.start() - 60, 0) : found.end() + 20])


@pytest.mark.parametrize("terminal", [False, True])
def test_every_command(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NONET_DEBUG", "1")
    shown, step = 0, 3
    for name, text in spread(hostile_texts(), step):
        (tmp_path / name).write_bytes(text)
        for line in re.split(r"\s*[|\n]\s*", COMMANDS.strip()):
            if terminal and line.startswith("play"):
                continue  # this would be a game
            answer = sudoku(*line.replace("{}", name).split(), terminal=terminal)
            assert leaked(answer, terminal=terminal) is None, (line, name, leaked(answer, terminal=terminal))
            assert answer.status in (0, 1, 2, 3, 75), (line, name, answer.err)
            shown += "\\u001b" in answer.out + answer.err or "\\x1b" in answer.out + answer.err
    assert shown * every(step) > 50  # they come that far


@pytest.mark.attack
def test_samples_of_every_format(sudoku: Sudoku, attack_rounds: Iterator[int]) -> None:
    for seed in attack_rounds:
        rng = random.Random(seed)
        for sample in SAMPLES:
            at = rng.randrange(len(sample.text) + 1)
            text = sample.text[:at] + HOSTILE + sample.text[at:]
            answer = sudoku(rng.choice(("check", "solve", "rate")), stdin=text)
            assert leaked(answer) is None, (seed, sample.format, at, answer)
            assert answer.status in (0, 1, 2), (seed, sample.format, at, answer)


def test_names_of_files(sudoku: Sudoku, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\x1b[2J\xff\xe2\x80\xae"
    Path(os.fsdecode(path)).write_text("nothing")
    for command in ("solve", "read", "check"):
        answer = sudoku(command, os.fsdecode(path))
        assert (answer.out, answer.status, leaked(answer)) == ("", 2, None)
        assert "\\u001b[2J" in answer.err


def test_wrong_usage(sudoku: Sudoku) -> None:
    for arguments in ("{}", "solve --{}", "solve --format {}", "create --seed {}"):
        answer = sudoku(*(word.format(HOSTILE) for word in arguments.split()))
        assert (answer.status, leaked(answer)) == (2, None)
        assert "1b]0;a title" in answer.err


def test_a_title_stays_readable(sudoku: Sudoku, tmp_path: Path) -> None:
    """In a file, a pipe and after a round trip: the same text without control characters."""
    text = json.dumps(record(title="A\x1b[2J\r\nB"))
    for form in ("sdk", "json", "f-puzzles", "opensudoku"):
        path = tmp_path / form
        assert sudoku("convert", "--to", form, "-o", str(path), stdin=text).status == 0
        written = path.read_text("utf-8")
        assert not CONTROLS.search(written)
        assert sudoku("convert", "--to", form, stdin=text).out.rstrip("\n") == written.rstrip("\n")
        assert read(written).about.title.split() == ["A\\u001b[2J", "B"]
