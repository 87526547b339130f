"""The pytest fixture `assert_no_worse`, which writes a report of each decision if a folder for reports is given.

pytest loads this module in every run, so it imports the gate only when the fixture is used.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pr_metrics import NoninferiorityTest

OPTION = "prlab_reports"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the folder of reports as a command-line option and as a setting of the project."""
    words = "folder of the reports that assert_no_worse writes"
    parser.getgroup("pr_curve_lab").addoption("--prlab-reports", dest=OPTION, metavar="DIR", help=words)
    parser.addini(OPTION, words)


@pytest.fixture
def assert_no_worse(request: pytest.FixtureRequest) -> Callable[..., NoninferiorityTest]:
    """`pr_curve_lab.assert_no_worse`, with a report named after the test where there is a folder for reports."""
    from pr_curve_lab.gate.assertion import assert_no_worse as assertion

    config = request.config
    folder = config.getoption(OPTION) or (config.getini(OPTION) and config.rootpath / config.getini(OPTION))
    n_calls = 0

    def assert_test(*scores: Any, **options: Any) -> NoninferiorityTest:
        nonlocal n_calls
        n_calls += 1
        if folder and "report" not in options:
            again = f"-{n_calls}" if n_calls > 1 else ""
            options["report"] = Path(folder) / f"{file_name(request.node.nodeid)}{again}.html"
        return assertion(*scores, **options)

    return assert_test


def file_name(test: str) -> str:
    """Return a file name for the report of a test; a checksum tells apart parameters that differ only in punctuation.

    >>> file_name("tests/test_model.py::test_fraud[a]"), file_name("tests/test_model.py::test_fraud[2026 Q1]")
    ('tests-test_model-test_fraud-a', 'tests-test_model-test_fraud-2026-Q1-62780afc')
    """
    name = re.sub(r"\W+", "-", test.replace(".py", "")).strip("-")
    parameters = test.partition("[")[2].removesuffix("]")
    return f"{name}-{zlib.crc32(parameters.encode()):08x}" if re.search(r"\W", parameters) else name
