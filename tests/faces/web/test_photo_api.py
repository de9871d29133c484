"""POST /api/read: the Sudoku in a picture, and every way in which a picture is refused."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from faces.web.client import Api
from nonet.errors import MissingExtra
from nonet.faces.web import jobs, security
from nonet.faces.web.app import make_app
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.problems import problem_of
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.limits import Limits
from nonet.play import Store
from photo.pages import PUZZLE, SECOND, jpeg, page, photograph

JPEG = {"Content-Type": "image/jpeg"}


@pytest.fixture
def api(tmp_path: Path, workers: Workers) -> Iterator[Api]:
    with Store(tmp_path / "play.sqlite") as store:
        asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def png(width: int, height: int) -> bytes:
    """A PNG file that says it is this large; its pixels are nothing but zeros, so the file is small."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1 << 16))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def send(api: Api, content: bytes | list[bytes], **headers: str) -> Any:
    return api.ask("POST", "/api/read?language=en", headers={**JPEG, **headers}, content=content)


def test_a_photograph_is_read(api: Api) -> None:
    picture = photograph(page(), seed=1)
    answer = send(api, jpeg(picture)).json()
    assert answer["puzzle"]["givens"] == PUZZLE
    assert (answer["puzzle"]["board"], answer["puzzle"]["layout"]) == ("9x9", "9x9")
    assert (answer["doubts"], answer["others"]) == ([], 0)
    (left, top), _, (right, bottom), _ = answer["corners"]
    height, width = picture.shape
    assert 0 < left < right < width
    assert 0 < top < bottom < height


def test_other_puzzles_are_counted(api: Api) -> None:
    assert send(api, jpeg(numpy.hstack([page(), page(SECOND)]))).json()["others"] == 1


def test_what_is_not_a_picture_of_a_sudoku(api: Api) -> None:
    across, down = numpy.meshgrid(numpy.linspace(0, 9, 400), numpy.linspace(0, 7, 300))
    fur = (120 + 60 * numpy.sin(across + down**2 / 9)).astype(numpy.uint8)
    whole = jpeg(photograph(page(), seed=1))
    cases = {
        "picture-no-grid": jpeg(fur),
        "picture-kind": b"53..7....6..195....98",
        "picture-damaged": b"\xff\xd8\xff\xe0" + bytes(200),
        "picture-small": jpeg(page()[:60, :60]),
        "picture-size": png(40_000, 40_000),  # 4.8 GB of pixels in a file of 200 bytes
        "picture-few-digits": jpeg(page("." * 76 + "12345")),
    }
    for code, content in cases.items():
        assert send(api, content).json()["error"]["code"] == code
    assert send(api, whole[: len(whole) // 12]).status_code == 422
    assert send(api, cases["picture-size"]).status_code == 422


def test_requests_that_are_refused_before_anything_is_read(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(content: bytes | list[bytes], **headers: str) -> tuple[int, str]:
        answer = send(api, content, **headers)
        return answer.status_code, answer.json()["error"]["code"]

    assert refused(b"") == (400, "bad-request")
    for kind in (
        "application/json",
        "text/plain",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
    ):
        assert refused(b"x", **{"Content-Type": kind}) == (415, "content-type")
    assert api.refused("POST", "/api/parse", headers=JPEG, content=b"{}")[:2] == (415, "content-type")
    assert refused(b"x", Origin="http://evil.example") == (403, "origin")
    monkeypatch.setattr(security, "MOST_PICTURE_BYTES", 3 << 20)
    assert refused([bytes(1 << 20)] * 4) == (413, "too-large")
    assert refused(b"x", **{"Content-Length": str(1 << 30)}) == (413, "too-large")
    assert api.ask("POST", "/api/parse", content=bytes(1 << 21)).status_code == 413  # others stay small
    assert send(api, [bytes(1 << 20)] * 2).status_code == 422
    monkeypatch.setattr(security, "MOST_PICTURES", 0)
    assert refused(b"x") == (503, "busy")
    assert api.get("/api/settings")["language"] == "en"


def test_room_for_pictures_is_given_back(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_PICTURES", 1)
    for _ in range(3):
        assert send(api, b"no picture").json()["error"]["code"] == "picture-kind"


def test_without_the_extra_the_answer_says_what_to_install(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = problem_of(MissingExtra("cv2", "photo", "reading photographs"))
    assert (problem.status, problem.code, problem.where) == (501, "missing-extra", "photo")

    async def missing(*arguments: object, **keywords: object) -> None:
        raise MissingExtra("cv2", "photo", "reading photographs")

    monkeypatch.setattr(Workers, "run", missing)
    answer = send(api, jpeg(page()))
    assert answer.status_code == 501
    assert 'pip install "nonet[photo]"' in answer.json()["error"]["message"]


def test_the_first_photograph_from_this_machine_installs_what_is_missing(
    api: Api, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A request of another device never does, and one that a proxy passes on does not."""

    async def missing(*arguments: object, **keywords: object) -> None:
        raise MissingExtra("cv2", "photo", "reading photographs")

    def code(**headers: str) -> str:
        return str(send(api, jpeg(page()), **headers).json()["error"]["code"])

    monkeypatch.setattr(Workers, "run", missing)
    monkeypatch.setenv("NONET_INSTALLER", str(tmp_path / "install.py"))
    assert code() == "missing-extra", "there is no installer"
    (tmp_path / "install.py").write_text(
        "import pathlib, sys, time\n"
        "with open(pathlib.Path(__file__).with_name('asked'), 'a') as file: print(*sys.argv[1:], file=file)\n"
        "time.sleep(1)\nsys.exit(1)\n"
    )
    asked = tmp_path / "asked"
    for there in ("192.168.1.20", "elsewhere"):
        monkeypatch.setattr(api.client, "address", there)
        assert code() == "missing-extra"
    monkeypatch.setattr(api.client, "address", "127.0.0.1")
    assert code(**{"X-Forwarded-For": "192.168.1.20"}) == "missing-extra"
    assert not asked.exists()
    assert [code(), code()] == ["installing"] * 2
    until = time.monotonic() + 30
    while (last := code()) == "installing" and time.monotonic() < until:
        time.sleep(0.2)
    assert last == "missing-extra", "it has failed"
    assert asked.read_text() == "--extra photo\n"


def test_reading_is_limited_in_time() -> None:
    assert jobs.read_photo in jobs.ANALYSIS  # where a job is killed after some seconds, and no game waits
    assert Limits().pixels * 3 <= 150_000_000
