"""The contrast of two colors, and the color of a translucent shade on its background."""

from __future__ import annotations

TEXT, LARGE = 4.5, 3.0  # Web Content Accessibility Guidelines 2.2, 1.4.3 and 1.4.11


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def shaded(paper: str, color: str, share: float) -> str:
    """Return a background color under a shade with this opacity.

    >>> shaded("#FFFFFF", "#000000", 0.2)
    '#CCCCCC'
    """
    mixed = (round(below + share * (above - below)) for below, above in zip(_parts(paper), _parts(color), strict=True))
    return "#" + "".join(f"{part:02X}" for part in mixed)


def _parts(color: str) -> list[int]:
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]


def _luminance(color: str) -> float:
    shares = [part / 255 for part in _parts(color)]
    linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
