"""What every answer says of itself to the browser: where scripts may come from, who may show it, what is not kept."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Streamlit makes styles as it draws, runs components from blobs, and compiles a little WebAssembly.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' blob: 'wasm-unsafe-eval' {scripts}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
}
EVERYWHERE = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin"}
OF_VISITORS = ("/media/", "/_stcore/upload_file/")  # what visitors brought, and what was made for them


class Headers:
    """Adds the headers to each answer of an app; scripts: digests of those that stand in the document."""

    def __init__(self, app: ASGIApp, base: str, scripts: str) -> None:
        self._app = app
        self._policy = "; ".join(f"{name} {sources.format(scripts=scripts)}" for name, sources in POLICY.items())
        self._of_visitors = tuple(base + path for path in OF_VISITORS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(EVERYWHERE)
                if headers.get("content-type", "").startswith("text/html"):
                    headers["content-security-policy"] = self._policy
                if scope["path"].startswith(self._of_visitors):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_with_headers)
