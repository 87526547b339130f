"""An address as a code that phones read, on the screen and on paper."""

from __future__ import annotations

from functools import lru_cache

import segno

MOST_CODES = 500  # in memory: a class asks for the same one


@lru_cache(maxsize=MOST_CODES)
def qr_code(address: str, dot: int | None = None) -> str:
    """A QR code as a picture in SVG; dot: px of its smallest part, None for a picture as large as its place.

    >>> qr_code("http://127.0.0.1/lessons")[:12]
    '<svg viewBox'
    """
    code = segno.make(address, error="m")
    return str(code.svg_inline(scale=dot or 1, border=2, light="#FFFFFF", omitsize=dot is None))
