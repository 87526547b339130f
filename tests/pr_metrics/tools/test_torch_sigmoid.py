from hashlib import md5

import numpy as np

from pr_metrics.tools.binned import body_sigmoid, tail_sigmoid

LOGITS = np.array([-87.3, -30.1, -5.2, -2.58, -1.21, -0.35, 0.33, 1.66, 17.5], np.float32)

# torch 2.13.0, CPU: torch.sigmoid of 32 times each logit, and of all nine as they stand.
BODY = [
    1.219243449397894e-38,
    8.467124299870593e-14,
    0.005486299749463797,
    0.07043673098087311,
    0.22970105707645416,
    0.4133824110031128,
    0.5817593932151794,
    0.8402379751205444,
    1.0,
]
TAIL = [
    1.219243449397894e-38,
    8.467124299870593e-14,
    0.005486300215125084,
    0.0704367384314537,
    0.22970102727413177,
    0.4133824408054352,
    0.5817593336105347,
    0.8402380347251892,
    1.0,
]


def test_the_sigmoids_are_those_of_torch_to_the_last_bit():
    assert body_sigmoid(LOGITS).tolist() == BODY
    assert tail_sigmoid(LOGITS).tolist() == TAIL


def test_they_are_so_on_all_hundredths_from_minus_90_to_20():
    logits = (np.arange(-9000, 2000) / 100).astype(np.float32)
    assert digest(body_sigmoid(logits)) == "f5f4ec719a902c5f0d4380a468bfaf36"
    assert digest(tail_sigmoid(logits)) == "848153ebd8ba7c4614d5b9a0f20f2399"


def digest(numbers):
    return md5(numbers.astype("<f4").tobytes(), usedforsecurity=False).hexdigest()


def test_logits_beyond_float32_end_at_0_and_1():
    for sigmoid in (body_sigmoid, tail_sigmoid):
        assert sigmoid(np.array([-np.inf, -3.4e38, 3.4e38, np.inf], np.float32)).tolist() == [0, 0, 1, 1]
