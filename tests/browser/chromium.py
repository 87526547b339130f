"""The browser that the tests drive: Debian's Chromium, or another that is installed.

The headless shell is preferred: it is the same engine and takes a tenth less processor time.
"""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
HOW_TO_GET_ONE = "No Chromium: no browser tests. On Debian: apt-get install chromium-headless-shell fonts-noto-cjk"
# The browser must request nothing but the opened page: no updates, no sync, no experiments. Benchmarks use no other
# arguments, so that scripts are as fast as in the browser of a user.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TEST_ARGUMENTS = [
    *ARGUMENTS,
    # Keep compiled scripts from page to page, which saves a third of the work for each page. Frequent code is compiled
    # with the quick compiler only; the optimizing one does not pay off within a test of several pages. Room for young
    # objects saves a twentieth more, as most are gone before the garbage collector first looks for them.
    "--js-flags=--no-flush-bytecode,--no-opt,--min-semi-space-size=64,--max-semi-space-size=64",
]


def must_be_there() -> bool:
    """Whether a missing browser is an error, as it is in CI."""
    return os.environ.get("CI") == "true"
