from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.prevalence import permutation_bands, weighted_permutation_bands
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.roles import Roles


@pytest.mark.parametrize("missed", [0, 40])
def test_rows_that_all_weigh_one_have_the_band_of_rows_without_weights(missed):
    rng = np.random.default_rng(4)
    label = (rng.random(150) < 0.3).astype(int)
    columns = {"label": label, "score": np.round(rng.random(150) + 0.1 * label, 3), "weight": 1}
    table = Table("t", pd.DataFrame(columns).astype(str))
    roles = replace(Roles("label", "1", ("score",)), missed=missed)
    plain = permutation_bands(build_cases(table, roles).points, ("step",), 1000)["step"]
    weighted = weighted_permutation_bands(build_cases(table, replace(roles, weight="weight")), ("step",), 1000)["step"]
    assert (weighted.lower, weighted.upper) == pytest.approx((plain.lower, plain.upper), abs=0.01)
    assert weighted.p_value == pytest.approx(plain.p_value, abs=0.05)
