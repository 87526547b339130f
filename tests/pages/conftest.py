"""Fixtures that make pages quick without a browser.

Streamlit does not search the installed packages for components, which takes longer than the page, as the app uses only
its own. It does not wait until a browser has received the address. Few resamples and permutations are drawn, which is
enough to show that they are used.
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
