"""What is no request for a page or a file goes through unchanged: the server's own start, and tabs' connections."""

import pytest

from pr_curve_lab.server.asgi.headers import SecurityHeaders
from pr_curve_lab.server.asgi.static_files import Document, StaticFiles
from tests.pr_curve_lab.server.asgi.asking import run

WRAPPED = {
    "document": lambda app: Document(app, "", "ours"),
    "headers": lambda app: SecurityHeaders(app, "", ""),
    "static_files": lambda app: StaticFiles(app, ""),
}


@pytest.mark.parametrize("name", WRAPPED)
@pytest.mark.parametrize(
    "scope", [{"type": "lifespan"}, {"type": "websocket", "path": "/_stcore/stream", "headers": []}]
)
def test_what_is_no_request_goes_through(name, scope):
    seen, sent = [], []

    async def app(scope, receive, send):
        seen.append((scope["type"], await receive()))
        await send({"type": f"{scope['type']}.accept"})

    async def receive():
        return "asked"

    async def send(message):
        sent.append(message)

    run(WRAPPED[name](app)(dict(scope), receive, send))
    assert seen == [(scope["type"], "asked")]
    assert sent == [{"type": f"{scope['type']}.accept"}]
