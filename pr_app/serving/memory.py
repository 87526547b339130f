"""When Python looks for garbage: by itself, and no more among what stays for ever.

Streamlit would have it look through everything after every run, which takes longer than most runs. Reference counts
free nearly all of a run at once; what is left waits for Python's own rhythm.
"""

from __future__ import annotations

import gc
from functools import cache


@cache
def settle() -> None:
    """Leave all that is loaded by now out of later searches; once, when the first page has been shown."""
    freeze()


def freeze() -> None:
    """Leave all that is loaded by now out of later searches."""
    gc.collect()
    gc.freeze()
