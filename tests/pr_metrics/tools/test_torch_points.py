from hashlib import md5

import numpy as np
import pytest

from pr_metrics import TOOLS, RejectedInput
from pr_metrics.tools.torch_points import body_sigmoid, tail_sigmoid

LOGITS = np.array([-87.3, -30.1, -5.2, -2.58, -1.21, -0.35, 0.33, 1.66, 17.5], np.float32)

# torch 2.13.0, CPU: torch.sigmoid of each logit repeated 32 times, and of the nine logits in one array.
BODY = [
    1.219243449397894e-38, 8.467124299870593e-14, 0.005486299749463797, 0.07043673098087311, 0.22970105707645416,
    0.4133824110031128, 0.5817593932151794, 0.8402379751205444, 1.0,
]  # fmt: skip
TAIL = [
    1.219243449397894e-38, 8.467124299870593e-14, 0.005486300215125084, 0.0704367384314537, 0.22970102727413177,
    0.4133824408054352, 0.5817593336105347, 0.8402380347251892, 1.0,
]  # fmt: skip


def test_the_sigmoids_equal_torch_exactly():
    assert body_sigmoid(LOGITS).tolist() == BODY
    assert tail_sigmoid(LOGITS).tolist() == TAIL


def test_the_sigmoids_of_all_hundredths_equal_torch_exactly():
    logits = (np.arange(-9000, 2000) / 100).astype(np.float32)
    assert digest(body_sigmoid(logits)) == "f5f4ec719a902c5f0d4380a468bfaf36"
    assert digest(tail_sigmoid(logits)) == "848153ebd8ba7c4614d5b9a0f20f2399"


def digest(numbers):
    return md5(numbers.astype("<f4").tobytes(), usedforsecurity=False).hexdigest()


def test_the_largest_logits_have_sigmoids_of_0_and_1():
    for sigmoid in (body_sigmoid, tail_sigmoid):
        assert sigmoid(np.array([-np.inf, -3.4e38, 3.4e38, np.inf], np.float32)).tolist() == [0, 0, 1, 1]


EXACT = TOOLS["torchmetrics.exact"]
SPLIT = -1.21  # a logit that torch rounds up in the body of an array, and down in its tail
SPLIT_UP = -1.16  # the other way round


def test_a_row_of_the_tail_is_split_from_equal_rows_of_the_body():
    label = [0] * 32 + [1]
    assert EXACT.report(label, [SPLIT] * 33) == pytest.approx(1 / 33)  # after the body, so the last of all
    assert EXACT.report(label[::-1], [SPLIT] * 33) == pytest.approx(
        1 / 32
    )  # now in the body, before the one in the tail
    assert EXACT.report(label[::-1][:32], [SPLIT] * 32) == pytest.approx(1 / 32)


def test_equal_logits_are_refused_if_threads_may_split_them():
    label, logit = np.arange(40_000) % 3 == 0, np.where(np.arange(40_000) % 5, SPLIT, 2.0)
    with pytest.raises(RejectedInput, match=r"y_score must give one area .*, got 0\.\d{6} and 0\.\d{6}") as refused:
        EXACT.report(label, logit)
    assert refused.value.reason == "equal scores split by place"
    assert EXACT.report(label, logit.clip(0, 1)) > 0
    assert EXACT.report(label, np.random.default_rng(0).normal(label)) > 0.4


SPLITS = {
    "a positive from a negative": (SPLIT, [101], [20_001], []),  # 20,000 to 20,004: a tail of two threads
    "positives from each other": (SPLIT, [101, 20_001], [], [7]),
    "negatives below two positives": (SPLIT, [101, 103], [20_001, 20_003], []),
    "positives above two negatives": (SPLIT_UP, [20_001, 20_003], [101, 103], []),
}


@pytest.mark.parametrize("name", SPLITS)
def test_a_tie_of_few_rows_is_refused_at_any_position(name):
    split, positives, negatives, higher = SPLITS[name]
    label, logit = np.zeros(40_010), np.full(40_010, -5.0)
    label[positives] = 1
    logit[positives + negatives], logit[higher] = split, 2.0
    with pytest.raises(RejectedInput, match="y_score must give one area wherever the processor"):
        EXACT.report(label, logit)


def test_a_tie_of_negatives_at_the_end_may_be_split():
    label, logit = np.arange(40_010) == 7, np.full(40_010, SPLIT)
    logit[7] = 2.0
    assert EXACT.report(label, logit) == 1
