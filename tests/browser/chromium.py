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
    # Scripts stay compiled from page to page, and none is compiled a second time to run faster: a third less work for
    # each page, and a sixth less again, for no page lives as long as it takes to win that back.
    "--js-flags=--no-flush-bytecode,--no-opt,--no-maglev",
]


def must_be_there() -> bool:
    """Whether a missing browser is a failure: on the machine that decides about a change it is."""
    return os.environ.get("CI") == "true"
