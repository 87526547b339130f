"""Readers without a process of their own, for tests that read many files: each process takes 0.2 seconds to start.

Limits, exit codes, and that readers do without NumPy are tested with real processes only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from unittest.mock import patch

from pr_curve_lab.io.reader_process import UNNAMED


@contextmanager
def readers_in_this_process() -> Iterator[None]:
    """Read valid files of every format in this process."""
    with (
        patch("pr_curve_lab.io.files.read_in_process", _read),
        patch("pr_curve_lab.io.spreadsheets.read_in_process", _read),
    ):
        yield


def _read(reader: str, _name: str, content: bytes, **_limits: object) -> bytes:
    output = BytesIO()
    import_module(reader).read(UNNAMED, content, output)
    return output.getvalue()
