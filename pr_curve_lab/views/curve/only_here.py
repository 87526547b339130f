"""Places for what is true of the chosen point alone: while another one is shown by hand, the browser hides them.

Their key names the point, so that an answer of the server is seen as soon as it stands there.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

NAMES = ("too_strict", "answer", "next_step", "high_negatives", "low_positives", "rows_here")
TAKEN_ALONG = '.st-key-exports [data-testid="stExpanderDetails"]'  # code and citation name the threshold


def only_at(name: str, chosen: int) -> Any:
    """A place of that name for what is said of the chosen point."""
    return st.container(key=_key(name, chosen))


def places_at(chosen: int) -> list[str]:
    """Where all such places are, as selectors of CSS.

    >>> places_at(7)[2]
    '.st-key-next_step_at_7'
    """
    return [*(f".st-key-{_key(name, chosen)}" for name in NAMES), TAKEN_ALONG]


def _key(name: str, chosen: int) -> str:
    return f"{name}_at_{chosen}"
