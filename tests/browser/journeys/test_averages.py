"""A user averages ten classes, then classes and folds of an own file."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import average_precision
from tests.browser.visitor import PHONE, PROJECTOR

DIGITS = example_dataset("digits")


def own_file(folder):
    """Three kinds of flowers, scored badly, in two folds of different size, with weights."""
    rng = np.random.default_rng(11)
    kind = rng.integers(0, 3, 90)
    score = rng.random((90, 3)).round(2)
    score[np.arange(90), kind] += 0.25
    weight = rng.integers(1, 4, 90)
    names = np.array(["rose", "tulip", "lily"])[kind]
    lines = [
        ",".join(map(str, (name, *row, fold, count)))
        for name, row, fold, count in zip(names, score.tolist(), np.arange(90) % 3 > 0, weight, strict=True)
    ]
    path = folder / "flowers.csv"
    path.write_text("flower;p_rose;p_tulip;p_lily;fold;sample_weight\n".replace(";", ",") + "\n".join(lines))
    return path, np.eye(3)[kind], score, weight, np.arange(90) % 3 > 0


def expected(truth, score, kind, weight=None):
    return average_precision_score(truth, score, average=kind, sample_weight=weight)


def test_a_link_restores_class_average_and_scheme_and_averages_of_digits_and_own_rows_are_compared(
    app, new_visitor, tmp_path
):
    visitor = new_visitor(app, PHONE)
    is_restored_by_a_link(visitor)
    visitor.resize(PROJECTOR)
    visitor.go_back_to("averages?example=digits&lang=en&model=0")
    compares_averages_of_the_digits(visitor)
    averages_own_rows(visitor, *own_file(tmp_path))


def compares_averages_of_the_digits(visitor):
    """Macro, unless asked otherwise, and another; tests/pages go through all."""
    for kind in ("macro", "samples"):
        if kind == "samples":
            visitor.page.locator(".st-key-average").get_by_text(kind).click()
            visitor.wait()
        area = expected(DIGITS.positive, DIGITS.score, kind)
        assert f"{area:.3f}" in visitor.headline()
        assert visitor.polygon_area("averages_chart") == pytest.approx(area, abs=1e-9)
        assert visitor.filled_area("averages_chart") == pytest.approx(area, abs=0.005)
        assert f"{area:.3f}" in visitor.chart_text("averages_chart")
        folds = [DIGITS.group == fold for fold in range(5)]
        areas = [expected(DIGITS.positive[fold], DIGITS.score[fold], kind) for fold in folds]
        assert visitor.polygon_area("folds_chart") == pytest.approx(np.mean(areas), abs=1e-9)
        assert f"standard deviation {np.std(areas, ddof=1):.3f}" in visitor.text()
    assert visitor.parameters() == {
        "example": "digits",
        "lang": "en",
        "model": "0",
        "left": "step",
        "average": "samples",
    }


def averages_own_rows(visitor, path, truth, score, weight, fold):
    """A file of one's own is averaged with its weights and folds."""
    visitor.visit("Data")
    visitor.upload(path)
    assert "Each class against the rest: rose by p_rose, tulip by p_tulip, lily by p_lily." in visitor.text()
    visitor.visit("Averages")
    visitor.page.locator(".st-key-average").get_by_text("macro").click()
    visitor.wait()
    area = expected(truth, score, "macro", weight)
    assert f"{area:.3f}" in visitor.headline()
    assert visitor.polygon_area("averages_chart") == pytest.approx(area, abs=1e-9)
    areas = [expected(truth[fold == one], score[fold == one], "macro", weight[fold == one]) for one in (False, True)]
    assert visitor.polygon_area("folds_chart") == pytest.approx(np.mean(areas), abs=1e-9)
    visitor.visit("Curve")
    assert visitor.page.locator(".st-key-model input").first.input_value() == "class rose"
    visitor.choose("model", "class lily")
    step = expected(truth[:, 2], score[:, 2], None, weight)
    assert f"{step:.3f}" in visitor.text()
    assert visitor.polygon_area("curve_chart") == pytest.approx(step, abs=1e-9)


def is_restored_by_a_link(visitor):
    visitor.open("averages?example=digits&lang=zh&model=8&average=weighted&left=linear")
    area = average_precision(DIGITS.positive, DIGITS.score, average="weighted", scheme="linear")
    assert visitor.polygon_area("averages_chart") == pytest.approx(area, abs=1e-9)
    assert f"加权平均（weighted）为 {area:.3f}" in visitor.headline()
    alone = average_precision(DIGITS.positive[:, 8], DIGITS.score[:, 8], scheme="linear")
    assert f"8 {alone:.3f}" in visitor.chart_text("averages_chart")
    assert visitor.overflow() <= 1
