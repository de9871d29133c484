"""The MCP server, driven by the client of the package `mcp` in a real process, and by hand."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from faces.web.test_workers import pigeonhole
from nonet import Puzzle, parse, solution
from nonet.errors import NonetError
from nonet.formats import write
from nonet.models.mcp_server import Calls
from nonet.models.mcp_tools import TOOLS, solve
from nonet.rules import Cage

pytestmark = pytest.mark.once

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = solution(PUZZLE)
KILLER = write(Puzzle.of("4x4", "1...............", rules=[Cage((1, 2), 5), Cage((4, 5), 7)]), "json")
COMMAND = [sys.executable, "-P", "-m", "nonet", "mcp", "--seconds", "60"]

Call = Callable[..., Any]


@pytest.fixture(scope="module")
def client() -> Iterator[Callable[..., Any]]:
    """Calls a method of the client."""
    from mcp import Client, StdioServerParameters  # takes a second

    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server)) as session:
        yield lambda name, *given: portal.call(getattr(session, name), *given)


@pytest.fixture
def call(client: Call) -> Call:
    """The answer of a tool: data, the bytes of a picture, or the message of an error."""

    def answer(tool: str, **arguments: object) -> Any:
        result = client("call_tool", tool, arguments)
        (content,) = result.content
        if content.type == "image":
            return b64decode(content.data)
        return (
            content.text.removeprefix(f"Error executing tool {tool}: ")
            if result.is_error
            else json.loads(content.text)
        )

    return answer


def test_every_tool_says_what_it_does_and_takes(client: Call) -> None:
    listed = client("list_tools").tools
    assert [tool.name for tool in listed] == [tool.__name__ for tool in TOOLS]
    for tool in listed:
        assert tool.description
        assert all("description" in each for each in tool.input_schema["properties"].values()), tool.name


def test_solving_and_counting(call: Call) -> None:
    assert "".join(call("solve", puzzle=PUZZLE)["boards"][0].split()) == SOLVED
    assert call("solve", puzzle="12.. ..34 .... ....") == {"solutions": "none", "boards": []}
    assert len(call("solve", puzzle="." * 256)["boards"]) == 2
    assert call("count", puzzle="." * 16) == {"count": 288, "at_least": False}
    assert call("count", puzzle="." * 81, limit=7) == {"count": 7, "at_least": True}


def test_variants_are_solved_too(call: Call) -> None:
    assert call("solve", puzzle=KILLER)["solutions"] == "several"
    made = call("create", board="thermo", seed=3)
    assert any("thermometer" in rule for rule in made["rules"])
    assert call("check", puzzle=made["puzzle"])["puzzle"] == "one"
    assert call("rate", puzzle=made["puzzle"])["level"] == made["level"]
    assert call("draw", puzzle=made["puzzle"], candidates=True).startswith(b"\x89PNG")


def test_checking_a_position(call: Call) -> None:
    assert call("check", puzzle="55" + PUZZLE[2:])["conflicts"] == ["r1c1", "r1c2"]
    assert call("check", puzzle=PUZZLE, position=SOLVED)["position"] == "solved"
    assert call("check", puzzle=PUZZLE, position="534" + PUZZLE[3:])["position"] == "right so far"
    assert call("check", puzzle=PUZZLE, position="532" + PUZZLE[3:])["wrong"] == ["r1c3"]
    assert call("check", puzzle=PUZZLE, position="535" + PUZZLE[3:])["position"] == "conflict"


def test_steps_lead_to_the_solution(call: Call) -> None:
    """What next_step gives is what it takes, until the puzzle is solved."""
    puzzle = call("create", level="hard", seed=4)["puzzle"]
    board, eliminated, techniques = [*puzzle], list[str](), set[str]()
    while (step := call("next_step", puzzle=puzzle, position="".join(board), eliminated=eliminated))[
        "kind"
    ] == "step":
        techniques.add(step["technique"])
        for cell in step["placements"]:
            board[9 * int(cell[1]) + int(cell[3]) - 10] = cell[5]
        eliminated += step["eliminations"]
    assert step["kind"] == "solved"
    assert "".join(board) == solution(puzzle)
    assert len(techniques) > 3


def test_hints_and_explanations(call: Call) -> None:
    assert call("hint", puzzle=PUZZLE, tier=1) == {"kind": "step", "text": "Look at column 5."}
    assert call("hint", puzzle=PUZZLE, tier=1, language="de")["text"] == "Schau auf Spalte 5."
    page = call("explain", puzzle=PUZZLE, steps=50)
    assert (len(page["steps"]), page["next"]) == (50, 51)
    rest = call("explain", puzzle=PUZZLE, first=51)
    assert (len(rest["steps"]), rest["next"]) == (1, None)
    assert call("rate", puzzle=PUZZLE, scheme="se")["score"] == 1.2


def test_pictures_in_and_out(call: Call, tmp_path: Path) -> None:
    picture = call("draw", puzzle=PUZZLE)
    path = tmp_path / "puzzle.png"
    path.write_bytes(picture)
    assert call("read_photo", file=str(path))["puzzle"] == PUZZLE
    assert call("read_photo", data=b64encode(picture).decode())["puzzle"] == PUZZLE
    path.write_text("no picture")
    assert "not a picture" in call("read_photo", file=str(path))
    assert "no such file" in call("read_photo", file=str(tmp_path / "nothing.png")).lower()
    assert "base64" in call("read_photo", data="?")
    assert "base64" in call("read_photo", data="é")


def test_converting(call: Call) -> None:
    assert call("convert", puzzle=PUZZLE, to="sdk")["text"].splitlines()[0] == PUZZLE[:9]
    link = call("convert", puzzle=KILLER, to="f-puzzles")["text"]
    assert parse(link).rules == parse(KILLER).rules
    assert "sdk" in call("convert", puzzle=PUZZLE, to="excel")


def test_judging(call: Call) -> None:
    assert call("judge", puzzle=PUZZLE, text=f"It is {SOLVED}.")["verdict"] == "right"
    assert call("judge", puzzle=PUZZLE, text=f"It is {SOLVED[:2]}2{SOLVED[3:]}.")["error"] == "r1c3"
    judged = call("judge", puzzle=PUZZLE, text="Naked single: r5c5 = 5. So r1c3 = 1.", what="reasoning")
    assert (judged["sound"], [each["kind"] for each in judged["statements"]]) == (False, ["follows", "false"])


def test_errors_say_what_to_change(call: Call) -> None:
    assert "two 5s in row 1" in call("solve", puzzle="55" + PUZZLE[2:])
    assert "choose from 4x4" in call("create", board="10x10")
    assert "such as r3c4<>7" in call("next_step", puzzle=PUZZLE, eliminated=["r3c4=7"])
    assert "r1c1 holds 5 in this position" in call("next_step", puzzle=PUZZLE, eliminated=["r1c1<>45"])
    assert "more than one solution" in call("rate", puzzle="." * 81)
    assert "does not contain the givens" in call("hint", puzzle=PUZZLE, position="." * 81)
    assert call("solve", puzzle="." * 50_001) == "puzzle should have at most 50000 characters"
    assert call("count", puzzle=PUZZLE, limit=0) == "limit should be greater than or equal to 1"
    assert call("hint", puzzle=PUZZLE, language="fr") == "language should be 'en', 'de' or 'cs'"
    assert call("hint", tier="x").startswith("puzzle required; tier should be a valid integer")
    assert (
        call("count", puzzle=PUZZLE, most=3)
        == "count has no argument 'most'; choose from puzzle, limit, board"
    )


def test_a_text_that_was_not_read_to_its_end_says_so(call: Call) -> None:
    long = call("judge", puzzle=PUZZLE, text="r1c3=4. " * 20_000, what="reasoning")
    assert (long["sound"], long["note"]) == (False, "the text is too long, and its end was not read")
    assert long["read"] > 100
    assert "note" not in call("judge", puzzle=PUZZLE, text="r1c3=4.", what="reasoning")


def test_long_calls_are_stopped() -> None:
    async def attempts() -> None:
        calls = Calls(0.5, 2048)
        try:
            with pytest.raises(
                NonetError, match=r"more than the limit of 0\.5 s and was stopped; ask for less"
            ):
                await calls.run(partial(solve, pigeonhole(), "25x25"))
            assert (await calls.run(partial(abs, -3))) == 3
        finally:
            calls.pool.close(now=True)

    asyncio.run(attempts())


def test_calls_are_bounded_in_memory_and_can_be_cancelled() -> None:
    async def attempts() -> None:
        calls = Calls(30, 256)
        try:
            with pytest.raises(NonetError, match="too much memory"):
                await calls.run(partial(bytearray, 1 << 30))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(
                    asyncio.gather(*(calls.run(partial(time.sleep, 25)) for _ in range(2))), 1
                )
            assert await asyncio.wait_for(calls.run(partial(abs, -3)), 20) == 3
            many = [asyncio.ensure_future(calls.run(partial(time.sleep, 25))) for _ in range(60)]
            done, _ = await asyncio.wait(many, timeout=5, return_when=asyncio.FIRST_EXCEPTION)
            assert all("calls are waiting" in str(each.exception()) for each in done)
            assert len(done) == 10
        finally:
            calls.pool.close(now=True)

    if sys.platform == "linux":
        asyncio.run(attempts())


def test_nothing_but_the_protocol_on_standard_output() -> None:
    """Whatever is sent: every line is a message, and the end of input is the end of the server."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
    drawn = {
        "name": "read_photo",
        "arguments": {"data": b64encode(b"\x89PNG\r\n\x1a\n" + bytes(99)).decode()},
    }
    messages = [hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    messages += [{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": drawn}]
    lines = ["garbage", "{", "[]", *map(json.dumps, messages)]
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("".join(f"{line}\n" for line in lines))
        server.stdin.flush()
        answers = list[Any]()
        while not answers or answers[-1].get("id") != 2:
            answers.append(json.loads(server.stdout.readline()))
        server.stdin.close()
        assert server.stdout.read() == ""
        assert server.wait(20) == 0
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert answers[-1]["result"]["isError"]


def test_an_assistant_that_is_gone() -> None:
    """Its end of the pipe is closed: no error of ours."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.close()
        assert server.wait(60) == 141
        assert server.stderr.read() == ""
