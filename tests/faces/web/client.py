"""A client that calls the application in this process and validates every response against the OpenAPI description."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import quote, unquote

from nonet.faces.web.openapi import description

__all__ = ["ORIGIN", "Answer", "Api", "Client", "validator"]

# Its type stubs are a separate package, which is not installed.
Draft202012Validator: Any = import_module("jsonschema").Draft202012Validator

ORIGIN = "http://127.0.0.1:8729"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()

    def json(self) -> Any:
        return json.loads(self.content)


class Client:
    """Speaks ASGI without a network; sends what a server would pass on."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.address = "127.0.0.1"
        self.loop = asyncio.new_event_loop()

    def close(self) -> None:
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def request(
        self,
        method: str,
        address: str,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | list[bytes] = b"",
    ) -> Answer:
        """One request; `content` may come in pieces."""
        return self.loop.run_until_complete(self._request(method, address, dict(headers or {}), content))

    async def _request(
        self, method: str, address: str, headers: dict[str, str], content: bytes | list[bytes]
    ) -> Answer:
        address = quote(address, safe="/%?=&:+.;'-_~")
        path, _, question = address.partition("?")
        pieces = content if isinstance(content, list) else [content]
        named = {"host": "127.0.0.1:8729", **{name.lower(): value for name, value in headers.items()}}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": question.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items() if value],
            "client": (self.address, 50000),
            "server": ("127.0.0.1", 8729),
        }
        left = [
            {"type": "http.request", "body": piece, "more_body": number < len(pieces)}
            for number, piece in enumerate(pieces, start=1)
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            if not left:
                await asyncio.Event().wait()  # the client stays connected
            return left.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = sent[0]
        assert [message["type"] for message in sent].count("http.response.start") == 1
        received = [(name.decode().lower(), value.decode("latin-1")) for name, value in start["headers"]]
        assert len(dict(received)) == len(received), "a header stands there twice"
        return Answer(
            start["status"], dict(received), b"".join(message.get("body", b"") for message in sent[1:])
        )


@cache
def _validator(name: str) -> Any:
    return Draft202012Validator({**json.loads(name), "components": description()["components"]})


def validator(schema: dict[str, Any]) -> Any:
    """A validator for a schema of the description."""
    return _validator(json.dumps(schema))


def operation(method: str, path: str) -> dict[str, Any] | None:
    """The description of a request."""
    for template, operations in description()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found: dict[str, Any] | None = operations.get(method.lower())
            return found
    return None


class Api:
    """Sends requests as the page does; every response is validated."""

    def __init__(self, app: Any) -> None:
        self.client = Client(app)

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | list[bytes] = b"",
    ) -> Answer:
        """Sends a request and validates the response."""
        sent = {"Origin": ORIGIN, "Content-Type": "application/json"} if method != "GET" else {}
        if body is not None:
            content = json.dumps(body).encode()
        answer = self.client.request(method, path, headers={**sent, **(headers or {})}, content=content)
        self.judge(method, path, body, answer)
        return answer

    def judge(self, method: str, path: str, body: object, answer: Answer) -> None:
        """Checks that the response matches the description, or is an error in the described format."""
        assert answer.status_code < 500 or answer.json()["error"]["code"] in (
            "busy",
            "installing",
            "missing-extra",
            "too-long",
        )
        described = operation(method, path.split("?")[0])
        if answer.status_code < 400:
            assert described is not None, path
            content = described["responses"][str(answer.status_code)]["content"]
            validator(content["application/json"]["schema"]).validate(answer.json())
            if body is not None and "requestBody" in described:
                wanted = described["requestBody"]["content"]["application/json"]["schema"]
                validator(wanted).validate(body)
        else:
            validator({"$ref": "#/components/schemas/Error"}).validate(answer.json())
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert int(answer.headers["content-length"]) == len(answer.content)

    def get(self, path: str) -> Any:
        """The body of a GET, whose status must be 200."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object, status: int = 200) -> Any:
        """The body of a POST with the expected status."""
        answer = self.ask("POST", path, body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, str, str]:
        """The status, the code and the location of an error."""
        answer = self.ask(method, path, body, **more)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        assert error["message"]
        return answer.status_code, error["code"], error.get("where", "")
