"""HTML pages that open without a network, and QR codes for their links.

What they share stands in templates of its own: the head with its policy, the type, and how parts such as tables look.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render_page(template: str, *, language: str, title: str, **context: Any) -> str:
    """A page: a template that fills the blocks of `page.html`, and what it says."""
    return TEMPLATES.get_template(template).render(language=language, title=title, **context)


MAX_CODES = 500  # in memory: a class asks for the same one


@lru_cache(maxsize=MAX_CODES)
def qr_code(url: str, scale: int | None = None) -> str:
    """A QR code as a picture in SVG; scale: px of its smallest part, None for a picture as large as its place.

    >>> qr_code("http://127.0.0.1/lessons")[:12]
    '<svg viewBox'
    """
    code = segno.make(url, error="m")
    return str(code.svg_inline(scale=scale or 1, border=2, light="#FFFFFF", omitsize=scale is None))
