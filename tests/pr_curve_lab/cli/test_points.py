"""`prlab points`: every operating point, to be read by other programs."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

from pr_metrics import operating_points


def table_of(result):
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_csv_has_every_point_to_the_bit(prlab, folder):
    rng = np.random.default_rng(0)
    label, score = rng.integers(0, 2, 500), rng.random(500)
    pd.DataFrame({"label": label, "score": score}).to_csv(folder / "random.csv", index=False)
    points = operating_points(label, score)
    table = table_of(prlab("points", "random.csv"))
    assert [float(one) for one in table["threshold"]] == points.threshold.tolist()
    assert [float(one) for one in table["precision"]] == points.precision.tolist()
    assert [float(one) for one in table["false_negatives"]] == (points.positives - points.true_positives).tolist()


def test_json_has_the_same_as_numbers(prlab):
    result = prlab("points", "scores.csv", "--json")
    (model,) = json.loads(result.stdout)["models"]
    assert model["name"] == "score"
    assert model["points"]["precision"] == [1, 0.5, 2 / 3, 0.5]
    assert model["points"]["f1"] == pytest.approx([2 / 3, 0.5, 0.8, 2 / 3])


def test_several_models_stand_below_one_another_under_one_header(prlab):
    result = prlab("points", "models.csv", "-l", "y", "-s", "forest", "-s", "tree")
    table = table_of(result)
    assert next(iter(table)) == "model"
    assert table["model"] == ["forest"] * 4 + ["tree"] * 4
    assert [float(one) for one in table["threshold"][4:]] == [0.6, 0.5, 0.4, 0.3]
