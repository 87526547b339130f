"""Streamlit's own scripts and styles, compressed once at the start: it would send them as they are, to each visitor."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import brotli
import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

STREAMLIT = Path(streamlit.__file__).parent / "static"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript"}  # of what is compressed
BROTLI, GZIP = 5, 6  # levels: half a second for all; brotli's 11 would save a tenth, in half a minute
YEAR = 365 * 24 * 3600  # s; the names of the files change with their content


@dataclass(frozen=True)
class Compressed:
    """A text as it is sent, by content coding, and its media type."""

    media_type: str
    by_coding: dict[str, bytes]

    @classmethod
    def of(cls, content: bytes, media_type: str) -> Compressed:
        """Compress a text in every coding that browsers know."""
        return cls(
            media_type, {"br": brotli.compress(content, quality=BROTLI), "gzip": gzip.compress(content, GZIP, mtime=0)}
        )

    def answer(self, accepted: str, cache_control: str) -> Response | None:
        """Answer to whoever accepts these codings, or None where none is accepted."""
        coding = _best_coding(accepted)
        if coding is None:
            return None
        headers = {"content-encoding": coding, "vary": "accept-encoding", "cache-control": cache_control}
        return Response(self.by_coding[coding], headers=headers, media_type=self.media_type)


def compressed(folder: Path) -> dict[str, Compressed]:
    """The files of text below a folder, by their paths in it."""
    files = [file for file in folder.rglob("*") if file.suffix in MEDIA_TYPES]
    paths = (file.relative_to(folder).as_posix() for file in files)
    with ThreadPoolExecutor() as threads:  # both libraries let others work meanwhile
        return dict(zip(paths, threads.map(_compress, files), strict=True))


def _compress(file: Path) -> Compressed:
    return Compressed.of(file.read_bytes(), MEDIA_TYPES[file.suffix])


class StaticFiles:
    """Answers for an app where a compressed file of Streamlit's is asked for, under `base`/static."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app = app
        self._files = {f"{base}/static/{path}": file for path, file in compressed(STREAMLIT / "static").items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what is no such file, and what is asked for as it is."""
        answer = self._answer(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (answer or self._app)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response | None:
        file = self._files.get(scope["path"])
        accepted = Headers(scope=scope).get("accept-encoding", "")
        return file.answer(accepted, f"public, immutable, max-age={YEAR}") if file else None


def _best_coding(accepted: str) -> str | None:
    """The shortest coding among those that a browser names.

    >>> _best_coding("gzip, deflate, br"), _best_coding("gzip;q=0.5, br;q=0"), _best_coding("identity")
    ('br', 'gzip', None)
    """
    named = {name.strip(): q for name, _, q in (one.partition(";") for one in accepted.split(","))}
    wanted = [coding for coding in ("br", "gzip") if coding in named and named[coding].strip() not in ("q=0", "q=0.0")]
    return wanted[0] if wanted else None
