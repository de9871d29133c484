"""What the workers do in the tests of the pool: a worker imports its functions by name."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


class Odd(Exception):
    """Cannot be unpickled: its constructor takes two arguments, and BaseException remembers one."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


class Stubborn(Exception):
    """Cannot be pickled."""

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("no")


def square(number: int) -> int:
    return number * number


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number


def touch(file: Path) -> None:
    """Makes a file; all but the first wait until there is one called `go`."""
    file.touch()
    while file.name != "a" and not file.with_name("go").exists():
        time.sleep(0.01)


def process_id(ignored: object = None) -> int:
    return os.getpid()


def sleep(seconds: float = 600.0) -> str:
    time.sleep(seconds)
    return "slept"


def begin(file: str) -> None:
    """Writes its process id, then works for ever."""
    path = Path(file)
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    while True:
        pass


def die(with_signal: int = signal.SIGKILL) -> None:
    os.kill(os.getpid(), with_signal)
    time.sleep(60)


def die_once(file: str) -> int:
    """Is killed the first time, and gives its process id the second time."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return os.getpid()
    die()
    raise AssertionError


def leave(how: str) -> object:
    match how:
        case "exit":
            sys.exit(3)
        case "odd":
            raise Odd("a", "b")
        case "stubborn":
            raise Stubborn("mule")
        case "lambda":
            return lambda: None
        case "close":
            os.close(1)
            os._exit(7)
        case _:
            raise KeyError(how)


def print_and_read(text: str) -> str:
    """Uses the standard streams, which must not be those of the pool."""
    print(text, flush=True)
    os.write(1, b"raw\n")
    return sys.stdin.read() + "nothing to read"


def start_badly() -> None:
    raise OSError("no room")


def set_variable() -> None:
    os.environ["NONET_TEST_VARIABLE"] = "set"


def variable() -> str | None:
    return os.environ.get("NONET_TEST_VARIABLE")
