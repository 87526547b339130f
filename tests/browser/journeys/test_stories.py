"""Somebody comes with a file and two numbers, or a question, and goes with the sentence to paste."""

import re

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from pr_metrics import TOOLS, at_prevalence, operating_points

ROWS = 2000


def fraud():
    """Scores of 2,000 rows with three decimals, 60 of them positive; the columns of a CSV by their names."""
    rng = np.random.default_rng(5)
    label = np.zeros(ROWS, dtype=int)
    label[rng.choice(ROWS, 60, replace=False)] = 1
    score = np.round(1 / (1 + np.exp(2 - 3 * label - 1.2 * rng.normal(size=ROWS))), 3)
    return {"fraud": label, "score": score}


def three_models():
    """Three scores that are as good as each other but for chance."""
    rng = np.random.default_rng(8)
    label = (rng.random(400) < 0.2).astype(int)
    models = {name: 1 / (1 + np.exp(-rng.normal(size=400) - label)) for name in ("forest", "logistic", "network")}
    return {"label": label, **{name: np.round(score, 4) for name, score in models.items()}}


def written(folder, name, columns):
    path = folder / name
    lines = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, line)) for line in lines)]), encoding="utf-8")
    return path


def type_into(visitor, key, text):
    field = visitor.page.locator(f".st-key-{key} input").first
    field.fill(text)
    field.press("Enter")
    visitor.wait()


def name_tool(visitor, name):
    """Say which tool theirs comes from, by typing its name: the list is longer than what it shows."""
    visitor.page.locator(".st-key-theirs_from input").first.focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.type(name)
    visitor.page.get_by_role("option", name=name, exact=True).click()
    visitor.wait()


def pasted(visitor):
    """The sentence that is offered to report."""
    return visitor.page.locator(".st-key-report_sentence code").inner_text()


@pytest.fixture
def two_numbers(visitor, tmp_path):
    """The page Schemes with a file of one's own, brought to the first screen, and one's own number."""
    columns = fraud()
    visitor.open("areas")
    visitor.upload(written(tmp_path, "fraud.csv", columns), key="first_upload")
    assert visitor.headline().startswith("2,000 rows, 60 positive")
    visitor.visit("Schemes")
    area = average_precision_score(columns["fraud"], columns["score"])
    type_into(visitor, "published", f"{area:.4f}")
    assert "fits average precision" in visitor.headline()
    assert re.search(rf"= {area:.3f}; n = 2,000, 60 positives; .* interval .*\d\.\d+-\d\.\d+", pasted(visitor))
    return visitor, columns["fraud"], columns["score"], area


def test_two_numbers_are_explained_by_joining_bins_ties_rounding_the_other_class_or_by_nothing(two_numbers):
    visitor, label, score, area = two_numbers
    reports = {key: tool.report(label, score) for key, tool in TOOLS.items() if key != "h2o.aucpr"}
    type_into(visitor, "theirs", f"{reports['sklearn.auc']:.5f}")
    assert visitor.headline() == "scikit-learn auc joins the points by straight lines, scikit-learn AP in steps"
    assert f"{abs(reports['sklearn.auc'] - area):.4f}" in visitor.text()
    name_tool(visitor, "torchmetrics(5)")
    type_into(visitor, "theirs", f"{reports['torchmetrics.binned_5']:.3f}")
    assert visitor.headline() == "torchmetrics(5) looks at so few thresholds that most points are lost"
    name_tool(visitor, "Keras")
    type_into(visitor, "theirs", f"{reports['keras.AUC.interpolation']:.4f}")
    assert visitor.headline() == "Keras sorts scores from 0 to 1 into 199 bins"
    name_tool(visitor, "trec_eval map")
    type_into(visitor, "theirs", f"{reports['trec_eval.map']:.6f}")
    assert visitor.headline() == "trec_eval map breaks ties by name: here the last row comes first"
    name_tool(visitor, "any tool")
    type_into(visitor, "theirs", f"{average_precision_score(label, np.round(score, 1)):.4f}")
    assert visitor.headline().startswith("Theirs is the average precision of scores rounded to 1 decimal, mine is")
    type_into(visitor, "theirs", f"{average_precision_score(1 - label, -score):.5f}")
    assert "with the other value as positive, the score turned round, mine is" in visitor.headline()
    type_into(visitor, "theirs", f"{roc_auc_score(label, score):.5f}")
    assert visitor.headline() == "Theirs is the ROC area, mine is the average precision"
    type_into(visitor, "theirs", "0.0123")
    assert visitor.headline() == "Nothing here gives 0.0123 on these rows"
    assert "Check whether the number was made from the same rows" in visitor.text()
    assert f"= {area:.3f}; n = 2,000" in pasted(visitor)  # what to report is the same, whatever theirs is


def test_fifty_alerts_a_day_at_a_tenth_of_the_prevalence_and_three_models_of_which_none_is_better(visitor, tmp_path):
    columns = fraud()
    visitor.open("data")
    visitor.upload(written(tmp_path, "fraud.csv", columns))
    visitor.visit("Curve")
    type_into(visitor, "precision", "0")
    type_into(visitor, "alerts", "50")
    type_into(visitor, "positive_share", "0.3")
    points = operating_points(columns["fraud"], columns["score"])
    used = at_prevalence(points, 0.003)
    alerts = ROWS * (0.003 * used.recall + 0.997 * used.false_positive_rate)
    best = int(np.argmax(np.where(alerts <= 50, used.recall, -1)))  # of equal recall the strictest
    assert f"Score ≥ {points.threshold[best]:g}" in visitor.text()
    assert f"recall {used.recall[best]:.3f}" in visitor.text()
    one_subgroup_is_worse(visitor, tmp_path)
    visitor.visit("Data")
    visitor.upload(written(tmp_path, "three.csv", three_models()))
    visitor.visit("Models")
    assert "chance" in visitor.headline()


def one_subgroup_is_worse(visitor, tmp_path):
    """The rows of one channel are ranked at random; each channel has its own floor."""
    columns = fraud()
    phone = np.arange(ROWS) % 4 == 0
    shuffled = np.random.default_rng(3).permutation(columns["score"][phone])
    columns["score"][phone] = shuffled
    columns["channel"] = np.where(phone, "phone", "web")
    visitor.visit("Data")
    visitor.upload(written(tmp_path, "channels.csv", columns))
    visitor.choose("group", "channel")
    visitor.visit("Averages")
    areas = {
        one: average_precision_score(columns["fraud"][phone == one], columns["score"][phone == one]) for one in (0, 1)
    }
    assert visitor.headline() == f"phone fails: its area is {areas[1]:.3f}, against {areas[0]:.3f} in web"
    assert "compare how far areas are above it" in visitor.text()
    visitor.trace("groups_chart", "interval")
    assert f"mean over 2 groups = {np.mean(list(areas.values())):.3f}" in taken_along(visitor)


def taken_along(visitor):
    """What the page offers to cite, unfolded."""
    visitor.page.locator(".st-key-exports summary").click()
    visitor.wait()
    return visitor.page.locator(".st-key-exports code").first.inner_text()
