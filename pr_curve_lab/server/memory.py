"""When Python looks for garbage: by itself, and no more among what stays for ever.

Streamlit would have it look through everything after every run, which takes longer than most runs. Reference counts
free nearly all of a run at once; what is left waits for Python's own rhythm. Even so a search of everything that was
made since, charts of a class above all, stops all pages for a third of a second and finds next to nothing (ten thousand
small objects after seven hundred runs). So it comes when a visitor or a file does, because what they replace may be
large, and otherwise a hundredth as often.
"""

from __future__ import annotations

import gc
import time
from functools import cache

SEARCH_EVERY = 60  # s at least between two, where visitors or files come: a class comes all at once
SEARCHES_BETWEEN = 1000  # searches of the middle-aged before all is searched; Python's own number is 10


@cache
def settle() -> None:
    """Leave all that is loaded by now out of later searches; once, when the first page has been shown."""
    freeze()


def freeze() -> None:
    """Leave all that is loaded by now out of later searches."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SEARCHES_BETWEEN)


class _Garbage:
    """When it was last searched for: ended sessions hold themselves, and may hold large files."""

    def __init__(self) -> None:
        self.searched = time.monotonic()

    def collect_if_due(self) -> None:
        """Search for it, unless that was done a moment ago; when a visitor or a file comes."""
        now = time.monotonic()
        if now - self.searched > SEARCH_EVERY:
            self.searched = now
            gc.collect()


garbage = _Garbage()
