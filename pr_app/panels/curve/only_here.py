"""Places for what is true of the chosen point alone: while another one is shown by hand, the browser hides them.

Their key names the point, so that an answer of the server is seen as soon as it stands there.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

NAMES = ("too_strict", "next_step", "high_negatives", "low_positives", "rows_here")


def only_at(name: str, chosen: int) -> Any:
    """A place of that name for what is said of the chosen point."""
    return st.container(key=_key(name, chosen))


def keys_at(chosen: int) -> list[str]:
    """The keys of all such places.

    >>> keys_at(7)[1]
    'next_step_at_7'
    """
    return [_key(name, chosen) for name in NAMES]


def _key(name: str, chosen: int) -> str:
    return f"{name}_at_{chosen}"
