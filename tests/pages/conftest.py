"""The app is run without looking for components that other packages might bring: it has none but its own.

Every run of a test without a browser would read what all installed packages say of themselves, which takes longer than
the page.
"""

from collections.abc import Iterator
from unittest.mock import patch

import pytest


@pytest.fixture(scope="session", autouse=True)
def no_components_of_others() -> Iterator[None]:
    with patch("streamlit.components.v2.manifest_scanner.scan_component_manifests", return_value=[]):
        yield
