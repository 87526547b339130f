"""`prlab tools`: what every tool reports, or why it refuses the rows."""

import json

import pytest

from pr_curve_lab.cli.options import find_tool
from pr_curve_lab.cli.output import CommandError
from pr_metrics import TOOLS

Y, SCORE, WEIGHT = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], [1, 2, 1, 2]


def test_every_tool_has_its_number(prlab):
    result = prlab("tools", "scores.csv", "--json")
    (model,) = json.loads(result.stdout)["models"]
    assert model["tools"] == {key: tool.report(Y, SCORE) for key, tool in TOOLS.items()}
    table = prlab("tools", "scores.csv").stdout.splitlines()
    assert [line.split()[0] for line in table[1:]] == list(TOOLS)
    assert table[2].split()[1:3] == ["0.791667", "−0.041667"]


def test_a_refusal_has_its_reason(prlab):
    arguments = ("tools", "models.csv", "-l", "y", "-s", "forest", "-w", "w")
    (model,) = json.loads(prlab(*arguments, "--json").stdout)["models"]
    without = {key for key, tool in TOOLS.items() if not tool.takes_weights}
    assert {key for key, area in model["tools"].items() if area is None} == set(model["refused"]) == without
    (line,) = (line for line in prlab(*arguments).stdout.splitlines() if line.startswith("precrec"))
    assert line.endswith("none: it takes no weights")


@pytest.mark.parametrize(("name", "key"), [("XGBoost", "xgboost.aucpr"), ("h2o", "h2o.aucpr"), ("coco", "COCO")])
def test_a_tool_is_known_by_its_package(name, key):
    assert find_tool(name) == key


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("sklearn", "several functions; name one of sklearn.average_precision_score, sklearn.auc"), ("xgbost", "xgboost")],
)
def test_a_tool_that_is_not_told_is_asked_for(name, sentence):
    with pytest.raises(CommandError, match=sentence):
        find_tool(name)
