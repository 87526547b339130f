"""When Python collects garbage: by itself, and no more among what stays for ever.

Streamlit would have it collect after every run, which takes longer than most runs. Reference counts free nearly all of
a run at once; what is left waits for Python's own rhythm. Even so a full collection, which looks at all that was made
since the start and above all at a class's charts, stops all pages for a third of a second and frees next to nothing:
ten thousand small objects after seven hundred runs. So it comes with a visitor or a file, because what they replace may
be large, and otherwise a hundredth as often.
"""

from __future__ import annotations

import gc
import time
from functools import cache

COLLECT_EVERY = 60  # s at least between two full collections: a class comes all at once
MIDDLE_PER_FULL = 1000  # collections of the middle generation before a full one; Python's own number is 10


@cache
def settle() -> None:
    """Leave all that is loaded by now out of later collections; once, when the first page has been shown."""
    freeze()


def freeze() -> None:
    """Leave all that is loaded by now out of later collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], MIDDLE_PER_FULL)


class _Garbage:
    """When it was last collected: ended sessions are cycles, and may hold large files."""

    def __init__(self) -> None:
        self.collected = time.monotonic()

    def collect_if_due(self) -> None:
        """Collect it when a visitor or a file comes, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self.collected > COLLECT_EVERY:
            self.collected = now
            gc.collect()


garbage = _Garbage()
