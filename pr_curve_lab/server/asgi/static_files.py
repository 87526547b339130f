"""Streamlit's document, scripts and styles: compressed once, with the style of the pages in the document.

Without the style in the document, nothing would be in place until it arrived with the first run. Without the scripts in
it, Plotly would only be requested with the first chart.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import brotli
import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STREAMLIT = Path(streamlit.__file__).parent / "static"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript"}  # of files that are compressed
BROTLI, GZIP = 5, 6  # levels: half a second for all files; brotli's 11 would save a tenth, but take half a minute
YEAR = 365 * 24 * 3600  # seconds; file names change with their content, so they can be cached


@dataclass(frozen=True)
class CompressedText:
    """A text in every content coding, and its media type."""

    media_type: str
    by_coding: dict[str, bytes]

    @classmethod
    def from_text(cls, content: bytes, media_type: str) -> CompressedText:
        """Compress a text in the codings that browsers accept."""
        return cls(
            media_type, {"br": brotli.compress(content, quality=BROTLI), "gzip": gzip.compress(content, GZIP, mtime=0)}
        )

    def get_response(self, accept_encoding: str, cache_control: str) -> Response | None:
        """Return the response in the best accepted coding, or None if none is accepted."""
        coding = _best_coding(accept_encoding)
        if coding is None:
            return None
        headers = {"content-encoding": coding, "vary": "accept-encoding", "cache-control": cache_control}
        return Response(self.by_coding[coding], headers=headers, media_type=self.media_type)


def compress_files(folder: Path) -> dict[str, CompressedText]:
    """Compress the text files below a folder; by their relative paths."""

    def compress(file: Path) -> CompressedText:
        return CompressedText.from_text(file.read_bytes(), MEDIA_TYPES[file.suffix])

    files = [file for file in folder.rglob("*") if file.suffix in MEDIA_TYPES]
    paths = (file.relative_to(folder).as_posix() for file in files)
    with ThreadPoolExecutor() as threads:  # both libraries release the GIL
        return dict(zip(paths, threads.map(compress, files), strict=True))


class StaticFiles:
    """Middleware that serves Streamlit's compressed files below `base`/static."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app = app
        self._files = {f"{base}/static/{path}": file for path, file in compress_files(STREAMLIT / "static").items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the compressed file, or pass on other requests and those that accept no compression."""
        answer = self._get_response(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (answer or self._app)(scope, receive, send)

    def _get_response(self, scope: Scope) -> Response | None:
        file = self._files.get(scope["path"])
        accepted = Headers(scope=scope).get("accept-encoding", "")
        return file.get_response(accepted, f"public, immutable, max-age={YEAR}") if file else None


def _best_coding(accept_encoding: str) -> str | None:
    """Return the best coding that a browser accepts, or None.

    >>> _best_coding("gzip, deflate, br"), _best_coding("gzip;q=0.5, br;q=0"), _best_coding("identity")
    ('br', 'gzip', None)
    """
    named = {name.strip(): q for name, _, q in (one.partition(";") for one in accept_encoding.split(","))}
    codings = [coding for coding in ("br", "gzip") if coding in named and named[coding].strip() not in ("q=0", "q=0.0")]
    return codings[0] if codings else None


FILES = ("/media/", "/component/", "/_stcore/")  # HTML files below these, such as a report, are not pages of the app
CHART = "PlotlyChart"  # by far the largest script: it loads while the server runs the page
ELEMENTS = ("BidiComponent", "PageLink", "ButtonGroup", "Button", "Slider", "Selectbox", "TextInput")  # on most pages


class Document:
    """Middleware that replaces Streamlit's HTML document with ours, at all paths except those of files."""

    is_served = False  # whether pages can rely on the style in the document

    def __init__(self, app: ASGIApp, base: str, document: str) -> None:
        self._app, self._document = app, document
        self._files = tuple(base + path for path in FILES)
        self._compressed = CompressedText.from_text(document.encode(), "text/html; charset=utf-8")
        Document.is_served = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and replace an HTML response by the document."""
        is_ours = False

        async def send_document(message: Message) -> None:
            nonlocal is_ours
            if message["type"] == "http.response.start" and message["status"] == 200:
                is_html = MutableHeaders(scope=message).get("content-type", "").startswith("text/html")
                is_ours = is_html and not scope["path"].startswith(self._files)
                if is_ours:
                    await self._get_response(scope)(scope, receive, send)
            if not is_ours:
                await send(message)

        await self._app(scope, receive, send_document)

    def _get_response(self, scope: Scope) -> Response:
        accepted = MutableHeaders(scope=scope).get("accept-encoding", "")
        plain = HTMLResponse(self._document, headers={"cache-control": "no-cache"})
        return self._compressed.get_response(accepted, "no-cache") or plain


def document_with_style(style: str) -> str:
    """Return Streamlit's document with a style and preloaded scripts of the elements on most pages."""
    document = (STREAMLIT / "index.html").read_text(encoding="utf-8")
    chart = _manifest()[_find_source(CHART)]["file"]
    scripts = sorted(
        {file for name in ELEMENTS for file in _required_files(_find_source(name)) if file not in document}
    )
    links = [f'<link rel="modulepreload" fetchpriority="low" crossorigin href="./{file}">' for file in scripts]
    links.append(f'<script type="module">setTimeout(() => import("./{chart}"))</script>')
    document = document.replace("</head>", "\n".join([*links, "</head>"]))
    return document.replace("<body>", f"<body>\n<style>{style}</style>")  # after Streamlit's styles, to override them


def script_hashes(document: str) -> str:
    """Return digests of the inline scripts in a document, in the format of a Content-Security-Policy.

    >>> script_hashes('<script src="a.js"></script><script>1</script>')
    "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    """
    scripts = filter(None, re.findall(r"<script[^>]*>(.*?)</script>", document, re.DOTALL))
    return " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)


@cache
def _manifest() -> dict[str, dict[str, Any]]:
    """Return the scripts by source, each with its file and its imports."""
    manifest: dict[str, dict[str, Any]] = json.loads((STREAMLIT / "manifest.json").read_text(encoding="utf-8"))
    return manifest


def _find_source(element: str) -> str:
    return next(source for source in _manifest() if source.endswith(f"/{element}.tsx"))


def _required_files(source: str) -> Iterator[str]:
    """Yield the files of a script and of all its imports."""
    yield _manifest()[source]["file"]
    for other in _manifest()[source].get("imports", []):
        yield from _required_files(other)
