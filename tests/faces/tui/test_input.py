"""Hostile input on a real terminal: the game continues or exits cleanly, and its memory stays small."""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers import linux_driver

from nonet.faces.tui.driver import MOST_PASTED, KeyParser, PasteLimit, PlayDriver, in_corner
from nonet.play import Store

from .test_terminal import PATIENCE, SMALL, Screen, started

PUZZLE = f"4x4:{SMALL.replace('0', '.')}"
ALTERNATE_SCREEN_OFF = b"\x1b[?1049l"


def send(game: Screen, data: bytes) -> None:
    """Writes everything while reading what the game draws, so that neither blocks the other."""
    os.set_blocking(game.master, False)
    end = time.monotonic() + PATIENCE
    while data:
        assert time.monotonic() < end, f"{len(data)} bytes are left"
        readable, writable, _ = select.select([game.master], [game.master], [], 1)
        if readable:
            game.stream.feed(os.read(game.master, 65536))
        if writable:
            data = data[os.write(game.master, data[:4096]) :]
    os.set_blocking(game.master, True)


def drained(game: Screen) -> bytes:
    """Everything that the game writes until it exits."""
    found = b""
    while True:
        try:
            if not select.select([game.master], [], [], PATIENCE)[0]:
                raise AssertionError("it does not end")
            data = os.read(game.master, 65536)
        except OSError:
            return found
        if not data:
            return found
        found += data


def peak_megabytes(game: Screen) -> float:
    status = Path(f"/proc/{game.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def quit_and_peak(game: Screen) -> float:
    """Types q until the game exits (keys are dropped if too many are waiting); returns its peak memory."""
    most = peak_megabytes(game)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.write(game.master, b"q")
            while select.select([game.master], [], [], 0.3)[0]:
                game.stream.feed(os.read(game.master, 65536))
            most = max(most, peak_megabytes(game))
        except (OSError, IndexError):  # the terminal is closed, or the process has exited
            return most
    raise AssertionError(f"it does not end:\n{game.text}")


@pytest.mark.parametrize("code", ["1114112", "9999999999", "97;5;1114112", "9" * 5000])
def test_a_key_without_a_character_is_no_key(code: str) -> None:
    parser = KeyParser()
    keys = [*parser.feed(f"\x1b[{code}u"), *parser.feed("7\x1b[97u")]
    assert [each.key for each in keys if isinstance(each, events.Key)][-2:] == ["7", "a"]


@pytest.mark.parametrize("said", ["0;0;0;0", "1;1;0;0", "0;0;1;1"])
def test_a_click_in_a_window_without_cells_is_none(said: str) -> None:
    parser = KeyParser()
    assert len([*parser.feed(f"\x1b[48;{said}t"), *parser.feed("\x1b[<0;7;7M")]) >= 1


@pytest.mark.parametrize(
    ("said", "used"),
    [((0, 0), (1, 1)), ((80, 24), (80, 24)), ((99_999_999, 7), (400, 7)), ((1000, 1000), (400, 200))],
)
def test_of_a_huge_window_a_corner_is_used(said: tuple[int, int], used: tuple[int, int]) -> None:
    taken: list[events.Resize] = []
    driver = PlayDriver.__new__(PlayDriver)
    driver.process_message = taken.append  # type: ignore[assignment,method-assign]
    driver._send(KeyParser().feed(f"\x1b[48;{said[1]};{said[0]};1;1t"))
    assert [tuple(each.size) for each in taken] == [used]
    assert used == in_corner(*said)


def test_what_the_driver_uses_of_textual() -> None:
    """Private names of Textual: its own driver must use them, too, and the parser must do what ours needs."""
    assert vars(linux_driver)["XTermParser"] is XTermParser
    assert "_run_input_thread" in linux_driver.LinuxDriver.start_application_mode.__code__.co_names
    assert callable(App._handle_exception)
    assert callable(linux_driver.LinuxDriver._get_terminal_size)
    parser = XTermParser()
    keys = [message.key for message in parser.feed("2\x1b[A\t") if isinstance(message, events.Key)]
    assert keys == ["2", "up", "tab"]
    assert list(parser.feed("\x1b")) == []
    end = time.monotonic() + PATIENCE
    ended: list[events.Key] = []
    while not ended and time.monotonic() < end:
        ended = [message for message in parser.tick() if isinstance(message, events.Key)]
    assert [key.key for key in ended] == ["escape"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_keys_typed_ahead(tmp_path: Path, seed: int) -> None:
    """Sends two hundred keys before the first screen appears, then Escape and q until the game exits."""
    rng = random.Random(seed)
    keys = [
        rng.choice(["1", "2", "\t", "n", "u", "t", "\x1b[A", "\x1b[C", "\r", "?", "s", "g"])
        for _ in range(200)
    ]
    with started(tmp_path, PUZZLE) as game:
        send(game, "".join(keys).encode())
        end = time.monotonic() + PATIENCE
        while game.process.poll() is None:  # on a busy machine the first of them come too early
            assert time.monotonic() < end, f"it does not end:\n{game.text}"
            with suppress(OSError):  # it has exited
                send(game, b"\x1b")
                time.sleep(0.12)  # a lone Escape is recognized only after a pause
                send(game, b"q")
        said = drained(game)
        assert b"internal error" not in said
        assert b"Traceback" not in said
        assert game.process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_bytes_that_are_not_utf8_are_ignored_and_sigterm_puts_the_terminal_back(tmp_path: Path) -> None:
    with started(tmp_path, PUZZLE) as game:
        game.until_shown("0/9")
        send(game, b"\xff\xfe\xc3")
        send(game, b"2\x80\xf0\x9f")
        text = game.until_shown("1/9")
        assert "Traceback" not in text
        send(game, b"u\xed\xa0\x80y")
        game.until_shown("redone")
        os.kill(game.process.pid, signal.SIGTERM)
        said = drained(game)
        assert ALTERNATE_SCREEN_OFF in said
        assert b"Traceback" not in said
        assert game.process.wait(PATIENCE) == 128 + signal.SIGTERM
    with Store(tmp_path / "play.sqlite") as store:
        (saved,) = store.games()
        assert store.session(saved.id).state.values[0] == 2


@pytest.mark.slow
def test_a_terminal_that_is_closed_ends_the_game(tmp_path: Path) -> None:
    with started(tmp_path, PUZZLE) as game:
        game.until_shown("0/9")
        copy = os.dup(game.master)
        os.close(game.master)
        os.dup2(os.open(os.devnull, os.O_RDWR), game.master)
        os.close(copy)
        assert game.process.wait(PATIENCE) in (128 + signal.SIGHUP, -signal.SIGHUP)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process from /proc")
@pytest.mark.parametrize(
    ("before", "after"), [(b"", b""), (b"\x1b[200~", b"\x1b[201~")], ids=["as keys", "bracketed"]
)
def test_a_megabyte_is_pasted(tmp_path: Path, before: bytes, after: bytes) -> None:
    with started(tmp_path, PUZZLE) as game:
        game.until_shown("0/9")
        send(game, before + b"x" * 1_000_000 + after)
        assert quit_and_peak(game) < 250
        assert game.status() == 0


def test_a_paste_has_a_limit_and_always_ends() -> None:
    limit = PasteLimit()
    text = limit.taken("q\x1b[200~" + "7" * (MOST_PASTED + 5) + "\x1b[201~" + "q")
    assert text == "q\x1b[200~" + "7" * MOST_PASTED + "\x1b[201~" + "q"
    assert limit.taken("\x1b[200~5") + limit.taken("6\x1b[201~") == "\x1b[200~56\x1b[201~"
