"""The browser that the tests drive: Debian's Chromium, or another that is installed.

The one without windows first: the same engine, and a tenth less work.
"""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
HOW_TO_GET_ONE = "No Chromium: no browser tests. On Debian: apt-get install chromium-headless-shell fonts-noto-cjk"
# Nothing but the tested page is asked for: no updates, no sync, no experiments.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Scripts stay compiled from page to page: a third less work for each page. What runs often is compiled once more by
    # the quick compiler, which a story of several pages wins back, and not by the slow one.
    "--js-flags=--no-flush-bytecode,--no-opt",
]


def must_be_there() -> bool:
    """Whether a missing browser is a failure: on the machine that decides about a change it is."""
    return os.environ.get("CI") == "true"
