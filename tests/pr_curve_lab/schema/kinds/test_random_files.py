"""Sixty valid files with random label values, class balance, quality of the scores and dialect."""

import pytest

from tests.pr_curve_lab.schema.kinds.kind import outcome_of
from tests.pr_curve_lab.schema.kinds.random_files import random_file


@pytest.mark.parametrize("seed", range(60))
def test_a_random_valid_file_has_the_expected_curve(seed):
    file = random_file(seed)
    assert file.expect(outcome_of("scores.csv", file.content)) == "", file.idea


def test_a_seed_reproduces_its_file():
    assert random_file(7).content == random_file(7).content
