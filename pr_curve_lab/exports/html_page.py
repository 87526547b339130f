"""HTML pages that open without a network, and QR codes for their links.

They share templates: the head with its Content-Security-Policy, the fonts, and the style of parts such as tables.
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
    """Render a template that fills the blocks of `page.html`."""
    return TEMPLATES.get_template(template).render(language=language, title=title, **context)


MAX_CODES = 500  # in memory: everyone in a class asks for the same one


@lru_cache(maxsize=MAX_CODES)
def qr_code(url: str, scale: int | None = None) -> str:
    """Return a QR code as SVG; scale: pixels per module, or None for an image that fills its container.

    >>> qr_code("http://127.0.0.1/lessons")[:12]
    '<svg viewBox'
    """
    code = segno.make(url, error="m")
    return str(code.svg_inline(scale=scale or 1, border=2, light="#FFFFFF", omitsize=scale is None))
