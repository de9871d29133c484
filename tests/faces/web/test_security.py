"""Request checks: host names, origins, content types, sizes, files, headers."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import ORIGIN, Client
from many_cases import for_cases, spread
from nonet.faces.web.app import make_app
from nonet.faces.web.assets import BESIDE, Assets, static_files
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import CSP, MOST_BYTES, AccessToken, Guard, Hosts, is_loopback
from nonet.play import Store

JSON = {"Content-Type": "application/json"}
SOLVE = b'{"puzzle": "0130430202030000"}'


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with Store(tmp_path / "play.sqlite") as store:
        asking = Client(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1")))
        yield asking
        asking.close()


# -- names ---------------------------------------------------------------------------------------------------


@for_cases(
    [
        ("127.0.0.1", "127.0.0.1:8729", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "LOCALHOST.:80", True),
        ("127.0.0.1", "[::1]:8729", True),
        ("127.0.0.1", "127.0.0.2", True),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "localhost.evil.example", False),
        ("127.0.0.1", "127.0.0.1.nip.io", False),
        ("127.0.0.1", "192.168.1.5", False),
        ("127.0.0.1", "user@127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1/evil", False),
        ("127.0.0.1", "127.0.0.1:99999", False),
        ("127.0.0.1", "127.0.0.1:http", False),
        ("127.0.0.1", "", False),
        ("0.0.0.0", "192.168.1.5:8729", True),
        ("0.0.0.0", "mybox", True),
        ("0.0.0.0", "evil.example", False),
        ("192.168.1.5", "192.168.1.5", True),
        ("::1", "[::1]:80", True),
        ("::", "[fe80::1]:80", True),
        ("localhost", "127.0.0.1", True),
    ]
)
def test_names_of_the_server(bound: str, host: str, known: bool) -> None:
    assert Hosts(bound, names=("mybox",)).knows(host) is known


def test_loopback() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "mybox")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_foreign_host_names_are_refused(client: Client) -> None:
    for path in ("/", "/static/main.js", "/api/games"):
        answer = client.request("GET", path, headers={"Host": "evil.example"})
        assert answer.status_code == 421
        assert answer.json()["error"]["code"] == "host"
    assert client.request("GET", "/", headers={"Host": ""}).status_code == 421


# -- changing requests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": ORIGIN, **JSON}, 200),
        ({**JSON}, 200),  # no page: a program
        ({**JSON, "Sec-Fetch-Site": "same-origin"}, 200),
        ({**JSON, "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://evil.example", **JSON}, 403),
        ({"Origin": "http://127.0.0.1:9999", **JSON}, 403),
        ({"Origin": "http://localhost:8729", **JSON}, 403),
        ({"Origin": "null", **JSON}, 403),
        ({"Origin": ORIGIN}, 415),
        ({"Origin": ORIGIN, "Content-Type": "text/plain"}, 415),
        ({"Origin": ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Origin": ORIGIN, "Content-Type": "Application/JSON; charset=utf-8"}, 200),
    ],
)
def test_origin_and_type_of_a_post(client: Client, headers: dict[str, str], status: int) -> None:
    assert client.request("POST", "/api/solve", headers=headers, content=SOLVE).status_code == status


@pytest.mark.parametrize(
    ("path", "fetch", "status"),
    [
        ("/api/daily", {"Site": "same-origin", "Mode": "cors"}, 200),
        ("/api/daily", {"Site": "none", "Mode": "navigate"}, 200),
        ("/api/daily", {"Site": "cross-site", "Mode": "no-cors"}, 403),
        ("/api/daily", {"Site": "same-site", "Mode": "no-cors"}, 403),  # another port of this machine
        ("/api/daily", {"Site": "cross-site", "Mode": "navigate"}, 403),
        ("/api/games", {"Site": "cross-site"}, 403),
        ("/static/main.js", {"Site": "cross-site", "Mode": "no-cors"}, 403),
        ("/", {"Site": "cross-site", "Mode": "no-cors"}, 403),
        ("/", {"Site": "cross-site", "Mode": "navigate"}, 200),  # a link to the page
        ("/", {"Site": "same-origin", "Mode": "navigate"}, 200),
    ],
)
def test_pages_of_other_sites_cannot_keep_the_server_busy(
    client: Client, path: str, fetch: dict[str, str], status: int
) -> None:
    headers = {f"Sec-Fetch-{name}": value for name, value in fetch.items()}
    answer = client.request("GET", path, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"]["code"] == "origin"


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "PUT", "OPTIONS", "POST"])
def test_every_method_but_get_is_checked(client: Client, method: str) -> None:
    headers = {"Origin": "http://evil.example", **JSON}
    assert client.request(method, "/api/settings", headers=headers, content=b"{}").status_code == 403


def test_no_get_changes_anything(client: Client, tmp_path: Path) -> None:
    from nonet.faces.web.routes import ROUTES

    def everything() -> list[Any]:
        with Store(tmp_path / "play.sqlite") as store:
            tables = ("games", "moves", "results", "settings", "queues")
            return [[tuple(row) for row in store.rows(f"SELECT * FROM {table}")] for table in tables]

    sent = {"Origin": ORIGIN, **JSON}
    made = client.request("POST", "/api/games", headers=sent, content=SOLVE).json()
    before = everything()
    for method, path, _ in ROUTES:
        if method == "GET" and "/rooms/" not in path:  # there are none without a household
            key = "killer" if "/packs/" in path else "x-wing"
            answer = client.request("GET", path.replace("{id}", made["id"]).replace("{key}", key))
            assert answer.status_code == 200, path
    assert everything() == before


def test_unsupported_methods(client: Client) -> None:
    headers = {"Origin": ORIGIN, **JSON}
    for method, path in (
        ("PUT", "/api/settings"),
        ("GET", "/api/solve"),
        ("POST", "/"),
        ("TRACE", "/api/games"),
    ):
        answer = client.request(method, path, headers=headers, content=b"{}" if method != "GET" else b"")
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method")
    for path in ("/", "/api/boards", "/api/games?playing=true"):
        assert client.request("HEAD", path).status_code == 200


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "TRACE", "POST", "BREW"])
@pytest.mark.parametrize("path", ["/", "/api/boards", "/static/main.js"])
def test_an_unsupported_method_needs_no_content_type(client: Client, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method")
    assert "GET" in answer.headers["allow"]


# -- the token -----------------------------------------------------------------------------------------------


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Client]:
    with Store(tmp_path / "play.sqlite") as store:
        app = make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1"), AccessToken("right"))
        asking = Client(app)
        yield asking
        asking.close()


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/games", {}, 401),
        ("/api/openapi.json", {}, 401),
        ("/nowhere", {}, 401),
        ("/api/games?token=right", {}, 401),  # a token in an address only opens the page
        ("/api/games", {"Cookie": "sudoku_token=wrong"}, 401),
        ("/api/games", {"Cookie": 'sudoku_token="'}, 401),
        ("/api/games", {"Cookie": "sudoku_token"}, 401),
        ("/api/games", {"Authorization": "right"}, 401),
        ("/api/games", {"Authorization": "Bearer wr\xf6ng"}, 401),
        ("/api/games", {"Authorization": "Bearer right"}, 200),
        ("/api/games", {"Cookie": "theme=dark; sudoku_token=right"}, 200),
        ("/", {"Cookie": "sudoku_token=right"}, 200),
        ("/", {}, 200),  # the page says what to do
        ("/?token=wrong", {}, 200),
        ("//", {}, 401),
        ("/static/main.js", {}, 200),
        ("/static", {}, 401),
        ("/favicon.ico", {}, 200),
    ],
)
def test_the_token_is_required(guarded: Client, path: str, headers: dict[str, str], status: int) -> None:
    answer = guarded.request("GET", path, headers=headers)
    assert answer.status_code == status
    if status == 401:
        assert answer.json()["error"]["code"] == "token"


def test_no_change_without_the_token(guarded: Client) -> None:
    sent = {"Origin": ORIGIN, **JSON}
    assert guarded.request("POST", "/api/games", headers=sent, content=SOLVE).status_code == 401
    known = {**sent, "Cookie": "sudoku_token=right"}
    assert guarded.request("POST", "/api/games", headers=known, content=SOLVE).status_code == 201


def test_the_link_with_the_token_sets_a_cookie(guarded: Client) -> None:
    answer = guarded.request("GET", "/?token=right", headers={"Sec-Fetch-Site": "none"})
    assert (answer.status_code, answer.headers["location"], answer.content) == (303, "/", b"")
    cookie, *attributes = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(attributes)
    assert answer.headers["content-security-policy"] == CSP
    assert guarded.request("GET", "/", headers={"Cookie": cookie}).status_code == 200
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert guarded.request("GET", "/?token=right", headers=linked).status_code == 303


# -- how many games ------------------------------------------------------------------------------------------


def test_there_is_a_limit_to_the_games(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        client = Client(make_app(OpenGames(store, DirectJobs(), most_games=3), Hosts("127.0.0.1")))
        sent = {"Origin": ORIGIN, **JSON}
        made = [client.request("POST", "/api/games", headers=sent, content=SOLVE) for _ in range(4)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 409]
        error = made[-1].json()["error"]
        assert error["code"] == "too-many-games"
        assert "delete" in error["message"]
        gone = client.request("DELETE", f"/api/games/{made[0].json()['id']}", headers=sent, content=b"{}")
        assert gone.status_code == 200
        assert client.request("POST", "/api/games", headers=sent, content=SOLVE).status_code == 201
        client.close()


# -- sizes ---------------------------------------------------------------------------------------------------


def test_a_body_has_a_limit(client: Client) -> None:
    headers = {"Origin": ORIGIN, **JSON}
    for content in (b" " * (MOST_BYTES + 1), [b" " * 300_000] * 4):
        answer = client.request("POST", "/api/solve", headers=headers, content=content)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")
    announced = {**headers, "Content-Length": str(MOST_BYTES + 1)}
    assert client.request("POST", "/api/solve", headers=announced, content=b"{").status_code == 413
    assert (
        client.request("POST", "/api/solve", headers={**headers, "Content-Length": "many"}).status_code == 413
    )
    padded = SOLVE + b" " * (MOST_BYTES - len(SOLVE))
    assert client.request("POST", "/api/solve", headers=headers, content=padded).status_code == 200


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/./index.html",
        "/static/index.html/",
        "/static/",
        "/static",
        "/static/main.js%00",
        "/static/..\\app.py",
        "/app.py",
        "//etc/passwd",
        "/../../etc/passwd",
        "/static/MAIN.JS",
    ],
)
def test_no_path_from_outside_reaches_a_file(client: Client, path: str) -> None:
    answer = client.request("GET", path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


def test_the_files_of_the_page(client: Client) -> None:
    names = static_files()
    assert {"index.html", "main.js"} <= set(names)
    for name, (data, kind, tag) in spread(names.items(), 9):
        answer = client.request("GET", f"/static/{name}")
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, data, kind)
        again = client.request("GET", f"/static/{name}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
    page = client.request("GET", "/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    worker = client.request("GET", "/service_worker.js")
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    version = Assets().version
    kept = {f"static/{version}/{name}" for name in names if name not in ("index.html", *BESIDE)}
    assert kept <= set(re.findall(r'"([^"]+)"', worker.text))


def test_the_files_of_a_version_are_kept_for_good(client: Client) -> None:
    """The page names every module of the first load; each can be compressed, and is the file itself."""
    assets = Assets()
    page = client.request("GET", "/").text
    addresses = re.findall(r'(?:href|src)="static/([^"]+)"', page)
    assert all(address.startswith(f"{assets.version}/") for address in addresses)
    named = {address.partition("/")[2] for address in addresses}
    imported = {
        found
        for name in named
        if name.endswith(".js")
        for found in re.findall(
            r'^(?! [*]).*from "\./([\w.]+)"', assets.files[name].data.decode(), re.MULTILINE
        )
    }
    assert "main.js" in named
    assert len(imported) > 30
    assert imported <= named
    for name in named:
        file = assets.files[name]
        plain = client.request("GET", f"/static/{assets.version}/{name}")
        assert plain.content == file.data
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
        packed = client.request(
            "GET", f"/static/{assets.version}/{name}", headers={"Accept-Encoding": "br, gzip"}
        )
        if packed.headers.get("content-encoding") == "gzip":
            assert gzip.decompress(packed.content) == file.data
            assert "accept-encoding" in packed.headers["vary"].lower()
        else:
            assert packed.content == file.data
            assert len(file.data) < 1000 or name.endswith((".png", ".woff2"))
    for wrong in (f"{'0' * 12}/main.js", f"{assets.version}/", f"{assets.version}/{assets.version}/main.js"):
        assert client.request("GET", f"/static/{wrong}").status_code == 404


def test_the_page_obeys_its_own_policy() -> None:
    """No inline code, nothing from other hosts."""
    for name, (data, _, _) in static_files().items():
        text = data.decode() if not name.endswith((".png", ".ico", ".woff2")) else ""
        if name.endswith(".html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+=", text), name
        if name.endswith((".html", ".css", ".js")):
            outside = re.findall(r"(?:https?:)?//[a-z0-9][\w.-]*\.[a-z]{2,}", text)
            assert [each for each in outside if "www.w3.org" not in each] == [], name
        if name.endswith(".js"):
            assert not re.search(
                r"\beval\(|new Function\(|innerHTML|insertAdjacentHTML|document\.write", text
            ), name


# -- headers -------------------------------------------------------------------------------------------------


def test_every_answer_has_the_headers(client: Client) -> None:
    answers = [
        client.request("GET", "/"),
        client.request("GET", "/static/main.js"),
        client.request("GET", "/nothing"),
        client.request("GET", "/api/games"),
        client.request("GET", "/api/games/none"),
        client.request("GET", "/", headers={"Host": "evil.example"}),
        client.request("POST", "/api/solve", headers={"Origin": ORIGIN, **JSON}, content=b"{"),
    ]
    for answer in answers:
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
    assert "unsafe" not in CSP


# -- internal errors -----------------------------------------------------------------------------------------


def test_a_bug_is_reported_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise ZeroDivisionError("secret")

    client = Client(Guard(broken, Hosts("127.0.0.1")))
    answer = client.request("GET", "/")
    client.close()
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert capsys.readouterr().err == "sudoku: GET /: ZeroDivisionError: secret\n"


def test_a_bug_behind_a_route_is_reported_as_json(client: Client) -> None:
    guard = client.app
    guard.app.state.startup = None

    async def server(scope: Any, receive: Any, send: Any) -> None:
        with suppress(AttributeError):  # the server hears of it, too
            await guard(scope, receive, send)

    client.app = server
    answer = client.request("GET", "/api/games")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert answer.headers["content-type"] == "application/json"


def test_a_failing_store_is_reported(client: Client) -> None:
    client.app.app.state.startup.finish().store.close()
    answer = client.request("GET", "/api/games")
    assert 400 <= answer.status_code < 600
    assert answer.json()["error"]["code"] == "store"
    assert "Traceback" not in answer.text


def test_there_are_no_websockets() -> None:
    import asyncio

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def never(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    asyncio.run(Guard(never, Hosts("127.0.0.1"))({"type": "websocket"}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
