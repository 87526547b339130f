"""Valid files of any words, balance, quality and dialect are counted right; sixty of them here."""

import pytest

from tests.pr_curve_lab.schema.kinds.random_files import random_file, verdict


@pytest.mark.parametrize("seed", range(60))
def test_a_random_valid_file_is_counted_right(seed):
    file = random_file(seed)
    answer, found = verdict(file)
    assert answer == "right", f"{file.idea}: {found}"


def test_a_seed_gives_the_same_file_again():
    assert random_file(7) == random_file(7)
