"""Streamlit's document, scripts and styles: compressed once, with the page's own style in the document.

Without the style in the document nothing is in its place until it has come, and Plotly would be requested only with
the first chart.
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
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript"}  # of what is compressed
BROTLI, GZIP = 5, 6  # levels: half a second for all; brotli's 11 would save a tenth, in half a minute
YEAR = 365 * 24 * 3600  # s; the names of the files change with their content


@dataclass(frozen=True)
class CompressedText:
    """A text as it is sent, by content coding, and its media type."""

    media_type: str
    by_coding: dict[str, bytes]

    @classmethod
    def from_text(cls, content: bytes, media_type: str) -> CompressedText:
        """Compress a text in every coding that browsers know."""
        return cls(
            media_type, {"br": brotli.compress(content, quality=BROTLI), "gzip": gzip.compress(content, GZIP, mtime=0)}
        )

    def get_response(self, accept_encoding: str, cache_control: str) -> Response | None:
        """Answer to whoever accepts these codings, or None where none is accepted."""
        coding = _best_coding(accept_encoding)
        if coding is None:
            return None
        headers = {"content-encoding": coding, "vary": "accept-encoding", "cache-control": cache_control}
        return Response(self.by_coding[coding], headers=headers, media_type=self.media_type)


def compress_files(folder: Path) -> dict[str, CompressedText]:
    """The files of text below a folder, by their paths in it."""

    def compress(file: Path) -> CompressedText:
        return CompressedText.from_text(file.read_bytes(), MEDIA_TYPES[file.suffix])

    files = [file for file in folder.rglob("*") if file.suffix in MEDIA_TYPES]
    paths = (file.relative_to(folder).as_posix() for file in files)
    with ThreadPoolExecutor() as threads:  # both libraries let others work meanwhile
        return dict(zip(paths, threads.map(compress, files), strict=True))


class StaticFiles:
    """Answers for an app where a compressed file of Streamlit's is asked for, under `base`/static."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app = app
        self._files = {f"{base}/static/{path}": file for path, file in compress_files(STREAMLIT / "static").items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what is no such file, and what is asked for as it is."""
        answer = self._get_response(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (answer or self._app)(scope, receive, send)

    def _get_response(self, scope: Scope) -> Response | None:
        file = self._files.get(scope["path"])
        accepted = Headers(scope=scope).get("accept-encoding", "")
        return file.get_response(accepted, f"public, immutable, max-age={YEAR}") if file else None


def _best_coding(accept_encoding: str) -> str | None:
    """The shortest coding among those that a browser names.

    >>> _best_coding("gzip, deflate, br"), _best_coding("gzip;q=0.5, br;q=0"), _best_coding("identity")
    ('br', 'gzip', None)
    """
    named = {name.strip(): q for name, _, q in (one.partition(";") for one in accept_encoding.split(","))}
    codings = [coding for coding in ("br", "gzip") if coding in named and named[coding].strip() not in ("q=0", "q=0.0")]
    return codings[0] if codings else None


FILES = ("/media/", "/component/", "/_stcore/")  # a report that is taken along is a document too
CHART = "PlotlyChart"  # by far the longest script: it is read while the server makes the page
ELEMENTS = ("BidiComponent", "PageLink", "ButtonGroup", "Button", "Slider", "Selectbox")  # which most pages have


class Document:
    """Answers with a document of ours wherever an app answers with its own: under every address but those for files."""

    is_served = False  # then the pages count on its style

    def __init__(self, app: ASGIApp, base: str, document: str) -> None:
        self._app, self._document = app, document
        self._files = tuple(base + path for path in FILES)
        self._compressed = CompressedText.from_text(document.encode(), "text/html; charset=utf-8")
        Document.is_served = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and send the document in place of another."""
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
    """Streamlit's document with a style, and with the scripts of the elements that most pages have."""
    document = (STREAMLIT / "index.html").read_text(encoding="utf-8")
    chart = _manifest()[_find_source(CHART)]["file"]
    scripts = sorted(
        {file for name in ELEMENTS for file in _required_files(_find_source(name)) if file not in document}
    )
    links = [f'<link rel="modulepreload" fetchpriority="low" crossorigin href="./{file}">' for file in scripts]
    links.append(f'<script type="module">setTimeout(() => import("./{chart}"))</script>')
    document = document.replace("</head>", "\n".join([*links, "</head>"]))
    return document.replace("<body>", f"<body>\n<style>{style}</style>")  # after Streamlit's own, which it overrules


def script_hashes(document: str) -> str:
    """Digests of the scripts that stand in a document itself, as a Content-Security-Policy names them.

    >>> script_hashes('<script src="a.js"></script><script>1</script>')
    "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    """
    scripts = filter(None, re.findall(r"<script[^>]*>(.*?)</script>", document, re.DOTALL))
    return " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)


@cache
def _manifest() -> dict[str, dict[str, Any]]:
    """Scripts by their sources, each with its file and what it imports."""
    manifest: dict[str, dict[str, Any]] = json.loads((STREAMLIT / "manifest.json").read_text(encoding="utf-8"))
    return manifest


def _find_source(element: str) -> str:
    return next(source for source in _manifest() if source.endswith(f"/{element}.tsx"))


def _required_files(source: str) -> Iterator[str]:
    """Files of a script and of all that it imports."""
    yield _manifest()[source]["file"]
    for other in _manifest()[source].get("imports", []):
        yield from _required_files(other)
