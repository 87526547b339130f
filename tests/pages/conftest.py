"""A fixture that makes pages quick: few resamples and permutations are enough to show that they are used."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from tests.pages.app import FEW_SAMPLES


@pytest.fixture(scope="module", autouse=True)
def few_samples(pages_without_waiting: None) -> Iterator[None]:  # noqa: ARG001
    with (
        patch("pr_curve_lab.analysis.model_resampling.N_RESAMPLES", FEW_SAMPLES),
        patch("pr_curve_lab.views.balance.PERMUTATIONS", FEW_SAMPLES),
    ):
        yield
