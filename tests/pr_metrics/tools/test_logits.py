import numpy as np
import pytest

from pr_metrics import TOOLS, Refusal

EXACT = TOOLS["torchmetrics.exact"]
SPLIT = -1.21  # a logit that torch rounds up in the body of an array, and down in its tail


def test_the_first_row_of_the_tail_is_split_from_equal_ones():
    label = [0] * 32 + [1]
    assert EXACT.report(label, [SPLIT] * 33) == pytest.approx(1 / 33)  # behind the body, so the last of all
    assert EXACT.report(label[::-1], [SPLIT] * 33) == pytest.approx(
        1 / 32
    )  # now in the body, before the one in the tail
    assert EXACT.report(label[::-1][:32], [SPLIT] * 32) == pytest.approx(1 / 32)


def test_equal_logits_are_refused_where_threads_may_put_tails_anywhere():
    label, logit = np.arange(40_000) % 3 == 0, np.where(np.arange(40_000) % 5, SPLIT, 2.0)
    with pytest.raises(Refusal, match=r"y_score must give one area .*, got 0\.\d{6} and 0\.\d{6}") as refused:
        EXACT.report(label, logit)
    assert refused.value.reason == "equal scores split by place"
    assert EXACT.report(label, logit.clip(0, 1)) > 0
    assert EXACT.report(label, np.random.default_rng(0).normal(label)) > 0.4
