"""`prlab points`: every operating point, to be read by other programs."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from pr_metrics import operating_points


def test_csv_has_every_point_to_the_bit(prlab, folder):
    rng = np.random.default_rng(0)
    label, score = rng.integers(0, 2, 500), rng.random(500)
    pd.DataFrame({"label": label, "score": score}).to_csv(folder / "random.csv", index=False)
    points = operating_points(label, score)
    table = pd.read_csv(io.StringIO(prlab("points", "random.csv").stdout))
    assert table["threshold"].tolist() == points.threshold.tolist()
    assert table["precision"].tolist() == points.precision.tolist()
    assert table["false_negatives"].tolist() == (points.positives - points.true_positives).tolist()


def test_json_has_the_same_as_numbers(prlab):
    result = prlab("points", "scores.csv", "--json")
    (model,) = json.loads(result.stdout)["models"]
    assert model["name"] == "score"
    assert model["points"]["precision"] == [1, 0.5, 2 / 3, 0.5]
    assert model["points"]["f1"] == pytest.approx([2 / 3, 0.5, 0.8, 2 / 3])


def test_several_models_stand_below_one_another_under_one_header(prlab):
    result = prlab("points", "models.csv", "-l", "y", "-s", "forest", "-s", "tree")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("model,threshold,")
    assert [line.partition(",")[0] for line in lines[1:]] == ["forest"] * 4 + ["tree"] * 4
