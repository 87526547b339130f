"""Send requests to an ASGI app without a server."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def run(asked):
    """Run a coroutine in another thread, as a browser test may run an event loop in this one; return its result."""
    with ThreadPoolExecutor() as thread:
        return thread.submit(asyncio.run, asked).result()


def ask(app, path, *, method="GET", body=b"", client=None, scheme="http", query="", **headers):
    """Return the app's response to a request; headers are named with _ for -. client: the address of the client."""
    sent = []
    scope = {
        "type": "http", "method": method, "path": path, "query_string": query.encode(), "root_path": "",
        "client": client and (client, 50_000), "scheme": scheme,
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    run(app(scope, receive, send))
    start, *parts = sent
    named = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], named, b"".join(part.get("body", b"") for part in parts))


def answering(body=b"", media_type="text/plain"):
    """Return an app that always gives the same response."""

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", media_type.encode())]})
        await send({"type": "http.response.body", "body": body})

    return app
