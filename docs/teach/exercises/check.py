"""Checks the exercises.

    python3 check.py                       all of them
    python3 check.py backtracking          one of them
    python3 check.py --in FOLDER           the files of another folder, for example a student's
    python3 check.py --class FOLDER        a table (CSV) of a class: FOLDER has a folder or a file for each student
    python3 check.py --limit 60            a minute for each exercise, instead of 10 seconds

It needs nothing but Python 3.10 or later.
"""

import argparse
import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from tests import EXERCISES

HERE = Path(__file__).resolve().parent


def python_files(path, exercises):
    """The files of an answer, by the names they are imported by. A single file answers every exercise."""
    if path.is_dir():
        return {file.name: file for file in [*path.glob("*/*.py"), *path.glob("*.py")] if file.is_file()}
    if path.is_file() and path.suffix == ".py":
        return {f"{exercise}.py": path for exercise in exercises}
    raise OSError("neither a folder nor a Python file")


def run(exercise, files, limit):
    """Tests copies of the files in another process.

    Returns what is wrong by each test, as lines, and why there are tests without a result.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder, results = Path(place, "answers"), Path(place, "results")
        folder.mkdir()
        for name, file in {"board.py": HERE / "board.py", **files}.items():
            shutil.copyfile(file, folder / name)
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", HERE / "tests.py", exercise, folder, results],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        reason = "Python stopped in the middle of the check: it crashed, or the program ended it"
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            reason = f"not finished after {limit:g} seconds: an endless loop, or a very slow program"
        finally:
            stop(process)
        lines = results.read_text("utf-8", "replace").splitlines() if results.exists() else []
    tests = {}
    for line in lines:
        try:
            name, wrong = json.loads(line)
            tests[name] = [plain(each)[:300] for each in wrong]
        except (TypeError, ValueError):
            continue  # the process was stopped while it wrote this line
    return tests, reason


def stop(process):
    """Ends the process, and where the system has process groups, everything that it started."""
    process.kill()
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def plain(text):
    """The text without characters that could control a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def cell(text):
    """The text for a cell of a table; spreadsheets must not take it for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@")) else text


def check(path, exercises, limit):
    """For each exercise: its name, how many tests passed and failed, what is wrong (lines), and the seconds."""
    for exercise in exercises:
        started = time.perf_counter()
        try:
            tests, reason = run(exercise, python_files(path, exercises), limit)
        except OSError as error:
            tests, reason = {}, f"cannot be read: {error.strerror or error}"
        names = unittest.defaultTestLoader.getTestCaseNames(EXERCISES[exercise])
        wrong = [lines for lines in (tests.get(name, [reason]) for name in names) if lines]
        first = wrong[0] if wrong else []
        yield exercise, len(names) - len(wrong), len(wrong), first, time.perf_counter() - started


def check_class(folder, exercises, limit):
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["name", "exercise", "right", "wrong", "error", "seconds"])
    for path in sorted(folder.iterdir() if folder.is_dir() else [folder]):
        if path.name.startswith((".", "__")):
            continue
        name = cell(plain(path.name if path.is_dir() else path.stem))
        for exercise, right, wrong, lines, seconds in check(path, exercises, limit):
            table.writerow([name, exercise, right, wrong, cell("".join(lines[:1])), f"{seconds:.2f}"])
            sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help=", ".join(EXERCISES))
    parser.add_argument("--in", dest="path", type=Path, metavar="FOLDER", default=HERE)
    parser.add_argument("--class", dest="students", type=Path, metavar="FOLDER")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=10)
    options = parser.parse_args()
    for exercise in options.exercises:
        if exercise not in EXERCISES:
            parser.error(f"no such exercise: {exercise}; the exercises are {', '.join(EXERCISES)}")
    if not (options.students or options.path).exists():
        parser.error(f"no such folder: {options.students or options.path}")
    exercises = options.exercises or list(EXERCISES)
    sys.stdout.reconfigure(errors="backslashreplace")
    if options.students:
        check_class(options.students, exercises, options.limit)
        return 0
    passed = 0
    for exercise, _, wrong, lines, _ in check(options.path, exercises, options.limit):
        passed += not wrong
        print(f"{exercise}: " + "\n".join(lines or ["passed"]), flush=True)
    print(f"{passed} of {len(exercises)} passed")
    return 0 if passed == len(exercises) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
