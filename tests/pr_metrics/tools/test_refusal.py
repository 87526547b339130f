import copy
import pickle
from typing import get_args

import pytest

from pr_metrics import RejectedInput
from pr_metrics.tools.tool import Reason


@pytest.mark.parametrize("reason", get_args(Reason))
@pytest.mark.parametrize("copied", [copy.copy, lambda refusal: pickle.loads(pickle.dumps(refusal))])
def test_a_copy_has_the_same_reason(copied, reason):
    again = copied(RejectedInput("y_true must have a positive, got none", reason))
    assert isinstance(again, RejectedInput)
    assert (str(again), again.reason) == ("y_true must have a positive, got none", reason)
