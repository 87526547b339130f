"""The document that a browser gets first: Streamlit's, with the page's style in it and the scripts that it will need.

Without them nothing is where it belongs until the style has come, and Plotly is asked for when the first chart is.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from pr_app.serving.asgi.static_files import STREAMLIT
from pr_app.serving.pages import PAGES

CHART = "PlotlyChart"  # by far the longest script: it is read while the server makes the page
ELEMENTS = ("BidiComponent", "PageLink", "ButtonGroup", "Button", "Slider", "Selectbox")  # which most pages have


_served: list[str] = []  # documents, of which there is at most one


def in_document() -> bool:
    """Whether the page's style comes with the document that this server answers with."""
    return bool(_served)


def document_routes(base: str, document: str) -> list[Route]:
    """Routes of the document under `base`, one a page; from now on the pages count on it."""
    _served[:] = [document]

    async def answer(_: Request) -> HTMLResponse:
        return HTMLResponse(document, headers={"cache-control": "no-cache"})

    return [Route(f"{base}/{page}", answer) for page in ("", *PAGES)]


def document_with(style: str) -> str:
    """Streamlit's document with a style, and with the scripts of the elements that most pages have."""
    document = (STREAMLIT / "index.html").read_text(encoding="utf-8")
    chart = _manifest()[_entry(CHART)]["file"]
    scripts = sorted({file for name in ELEMENTS for file in _needed(_entry(name)) if file not in document})
    links = [f'<link rel="modulepreload" fetchpriority="low" crossorigin href="./{file}">' for file in scripts]
    links.append(f'<script type="module">setTimeout(() => import("./{chart}"))</script>')
    document = document.replace("</head>", "\n".join([*links, "</head>"]))
    return document.replace("<body>", f"<body>\n<style>{style}</style>")  # after Streamlit's own, which it overrules


def digests_of_scripts(document: str) -> str:
    """Digests of the scripts that stand in a document itself, as a Content-Security-Policy names them.

    >>> digests_of_scripts('<script src="a.js"></script><script>1</script>')
    "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    """
    scripts = filter(None, re.findall(r"<script[^>]*>(.*?)</script>", document, re.DOTALL))
    return " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)


@cache
def _manifest() -> dict[str, dict[str, Any]]:
    """Scripts by their sources, each with its file and what it imports."""
    manifest: dict[str, dict[str, Any]] = json.loads((STREAMLIT / "manifest.json").read_text(encoding="utf-8"))
    return manifest


def _entry(element: str) -> str:
    return next(source for source in _manifest() if source.endswith(f"/{element}.tsx"))


def _needed(source: str) -> Iterator[str]:
    """Files of a script and of all that it imports."""
    yield _manifest()[source]["file"]
    for other in _manifest()[source].get("imports", []):
        yield from _needed(other)
