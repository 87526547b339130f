"""`prlab report`: the report of the page that fits the data: one score, models, or classes."""

import html
import re

import pytest

from tests.fraud_log import fraud_csv
from tests.pages.app import file_of, open_page
from tests.pages.regions import classes_in_regions, csv

pytestmark = pytest.mark.usefixtures("pages_without_waiting")


def text_of(content):
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", content)).split())


def test_one_score_has_the_report_of_its_areas(prlab, folder):
    result = prlab("report", "scores.csv", "-o", "mine.html")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("prlab: written: mine.html\n")
    said = text_of((folder / "mine.html").read_text(encoding="utf-8"))
    assert "0.833" in said
    assert "n = 4, 2 positives" in said


def test_the_default_name_is_that_of_the_file(prlab, folder):
    prlab("report", "scores.csv", "--lang", "zh")
    assert "面积" in (folder / "scores_report.html").read_text(encoding="utf-8")


def test_the_threshold_is_that_of_the_page(prlab, folder, monkeypatch):
    (folder / "log.csv").write_text(fraud_csv(), encoding="utf-8")
    said = text_of(prlab("report", "log.csv", "-o", "-").stdout)
    page = file_of(monkeypatch)
    app = open_page("data")
    app.text_area(key="paste").set_value(fraud_csv()).run()
    app.switch_page("pages/curve.py").run()
    threshold = app.session_state["threshold"]
    cited = f"At score >= {threshold:g}: precision 0.250 (175 of 700), recall 0.397 (175 of 441)"
    of_all = "No threshold was chosen: this is the one with the largest F1."
    chosen = f"score >= {threshold:g} (largest F1): precision 0.250 (175 of 700; "
    for report, sentence in ((said, cited), (text_of(page("report").decode()), chosen)):
        assert sentence in report
        assert of_all in report
    line = next(one for one in prlab("points", "log.csv").stdout.splitlines() if one.startswith(f"{threshold},"))
    assert line.split(",")[1:3] == ["175", "525"]


def test_several_models_are_compared(prlab, monkeypatch):
    monkeypatch.setattr("pr_curve_lab.analysis.model_resampling.N_RESAMPLES", 100)
    result = prlab("report", "models.csv", "-l", "y", "-s", "forest", "-s", "tree", "-o", "-")
    said = text_of(result.stdout)
    assert "forest" in said
    assert "tree" in said


def test_classes_are_averaged(prlab, folder):
    (folder / "classes.csv").write_text(
        "fold,y,p_a,p_b,p_c\n"
        + "".join(f"{fold},a,.6,.3,.1\n{fold},b,.2,.7,.1\n{fold},c,.1,.3,.6\n" for fold in (1, 2))
    )
    result = prlab("report", "classes.csv", "-o", "-")
    assert result.exit_code == 0, result.stderr
    said = text_of(result.stdout)
    assert "Macro" in said
    assert "mean over 2 folds = 1.000" in said


def test_the_weakest_class_is_shown_by_group(prlab, folder):
    (folder / "classes.csv").write_bytes(csv(classes_in_regions()))
    said = text_of(prlab("report", "classes.csv", "-o", "-").stdout)
    weakest = re.search(r"class (\w) against the rest at score >= ", said)[1]
    assert f"class {weakest} against the rest: AP (step, ties together), mean over 4 groups = " in said
