"""Words in the colour of what they name, as Streamlit writes colours; the theme says which they are."""

from __future__ import annotations

from pr_curve_lab.i18n.scheme_entries import Family, entry_of

NAMES: dict[Family, str] = {
    "steps": "blue",
    "straight lines": "orange",
    "counts": "green",
    "best precision": "violet",
    "unknown": "gray",
}


def coloured(text: str, scheme: str) -> str:
    """A piece of Markdown in the colour of a scheme.

    >>> coloured("0.826 in steps", "step")
    ':blue[0.826 in steps]'
    """
    return f":{NAMES[entry_of(scheme).family]}[{text}]"
