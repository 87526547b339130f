"""What makes pages quick without a browser.

The app is run without looking for components that other packages might bring: it has none but its own, and to read what
all installed packages say of themselves takes longer than the page. Nobody waits until a browser has got the address.
And few samples are drawn: they show what many do.
"""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from tests.pages.app import FEW_SAMPLES


@pytest.fixture(scope="session", autouse=True)
def no_waiting() -> Iterator[None]:
    with (
        patch("streamlit.components.v2.manifest_scanner.scan_component_manifests", return_value=[]),
        patch("streamlit.commands.execution_control.MESSAGE_FLUSH_INTERVAL_SECS", 0),
    ):
        yield


@pytest.fixture(scope="module", autouse=True)
def few_samples() -> Iterator[None]:
    with (
        patch("pr_curve_lab.analysis.model_resampling.N_RESAMPLES", FEW_SAMPLES),
        patch("pr_curve_lab.views.balance.PERMUTATIONS", FEW_SAMPLES),
    ):
        yield
