"""Valid files of any words, balance, quality and dialect are counted right; sixty of them here."""

import pytest

from tests.pr_curve_lab.schema.kinds.kind import outcome_of
from tests.pr_curve_lab.schema.kinds.random_files import random_file


@pytest.mark.parametrize("seed", range(60))
def test_a_random_valid_file_is_counted_right(seed):
    file = random_file(seed)
    assert file.expect(outcome_of("scores.csv", file.content)) == "", file.idea


def test_a_seed_gives_the_same_file_again():
    assert random_file(7).content == random_file(7).content
