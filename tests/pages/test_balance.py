import re
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.server import jobs as begun_works
from pr_curve_lab.server.jobs import Job
from pr_curve_lab.views import controls
from pr_metrics import (
    SCHEMES,
    area_interval,
    area_interval_of_rows,
    area_under_gain,
    at_prevalence,
    chance_corrected_area,
    interval_method,
    minimum_area,
    minimum_average_precision,
    normalized_area,
    permutation_test,
    permutation_weighted_test,
    random_average_precision,
)
from pr_metrics.tolerances import AREA_ROUNDING
from tests.pages.app import (
    FEW_SAMPLES,
    annotation_texts,
    figure_of,
    headline,
    open_page,
    page_with,
    polygon_area,
    said,
    seen_page,
    trace_of,
)

LONG = 60  # s, timeout


def numbers(app, column=1):
    """Return a column of both tables of limits: the numbers at the data's own balance or at the selected one."""
    table = pd.concat([main.value for main in app.table[:2]])
    return dict(zip(table.iloc[:, 0], table.iloc[:, column], strict=True))


@pytest.mark.parametrize(
    ("example", "prevalence", "language"),
    [("sixteen_rows", 0.03, "en"), ("constant", 0.03, "en"), ("digits", None, "zh")],
)
def test_both_polygons_have_the_printed_areas(example, prevalence, language):
    asked = {"model": "0"} if prevalence is None else {"prevalence": str(prevalence)}
    app = seen_page("balance", example=example, lang=language, **asked)
    labeled_scores = example_labeled_scores(example)
    points = labeled_scores.points if prevalence is None else at_prevalence(labeled_scores.points, prevalence)
    area = SCHEMES["step"].area(points)
    assert polygon_area(app, "pr_chart") == pytest.approx(area, abs=1e-12)
    assert f"<b>{area:.3f}</b>" in annotation_texts(app, "pr_chart")
    assert f"{area:.3f}" in headline(app)
    roc = roc_auc_score(labeled_scores.positive, labeled_scores.score)
    assert polygon_area(app, "roc_chart") == pytest.approx(roc, abs=1e-12)
    assert f"<b>{roc:.3f}</b>" in annotation_texts(app, "roc_chart")


@pytest.mark.parametrize(("example", "prevalence", "finding"), [
    ("breast_cancer", None, "At the class balance of the data, 0.69, the area joined in steps is 0.992"),
    ("breast_cancer", "0.05",
        "At a class balance of 0.05 the area is 0.851, smaller than the 0.992 at the data's 0.69"),
    ("sixteen_rows", "0.9", "At a class balance of 0.90 the area is 0.976, larger than the 0.890 at the data's 0.56"),
    ("sixteen_rows", "0.5626",
        "At a class balance of 0.563 the area is 0.890, larger by less than 0.001 than at the data's 0.562"),
    ("sixteen_rows", "0.5624",
        "At a class balance of 0.5624 the area is 0.890, smaller by less than 0.001 than at the data's 0.5625"),
])  # fmt: skip
def test_the_headline_names_both_areas(example, prevalence, finding):
    asked = {} if prevalence is None else {"prevalence": prevalence}
    assert headline(seen_page("balance", example=example, **asked)) == finding


def test_the_datas_own_balance_leaves_every_number_unchanged():
    example = "sixteen_rows"
    points = example_labeled_scores(example).points
    plain = seen_page("balance", example=example)
    asked = seen_page("balance", example=example, prevalence=str(points.prevalence))
    for key in ("pr_chart", "roc_chart", "limits_chart"):
        assert figure_of(asked, key)["data"] == figure_of(plain, key)["data"]
    assert headline(asked) == headline(plain)
    assert trace_of(plain, "pr_chart", "points")[1].tolist() == points.precision.tolist()
    assert [one["name"] for one in figure_of(plain, "pr_chart")["data"] if one["name"] == "own"] == []
    assert asked.select_slider(key="prevalence").value == "own"


def test_the_roc_chart_does_not_change():
    app = open_page("balance", example="sixteen_rows")
    before = figure_of(app, "roc_chart")
    for stop in (0.001, 0.3, 0.99):
        app.select_slider(key="prevalence").set_value(stop).run()
        assert not app.exception
        assert figure_of(app, "roc_chart") == before


def test_the_typed_balance_is_sent_with_every_run():
    """Otherwise a browser that draws only the second of two quick runs would show the smallest balance instead."""
    app = open_page("balance", example="breast_cancer")
    app.run()
    assert app.number_input(key="prevalence_typed").proto.set_value


def test_slider_and_number_field_follow_each_other():
    app = open_page("balance", example="sixteen_rows")
    own = example_labeled_scores("sixteen_rows").points.prevalence
    assert (app.select_slider(key="prevalence").value, app.number_input(key="prevalence_typed").value) == ("own", own)
    app.select_slider(key="prevalence").set_value(0.01).run()
    assert app.number_input(key="prevalence_typed").value == 0.01
    app.number_input(key="prevalence_typed").set_value(0.123).run()
    assert app.select_slider(key="prevalence").value == 0.123
    assert "0.123" in app.select_slider(key="prevalence").options
    app.number_input(key="prevalence_typed").set_value(own).run()
    assert app.select_slider(key="prevalence").value == "own"
    assert "0.123" not in app.select_slider(key="prevalence").options


def test_weights_too_large_for_a_balance_get_a_warning():
    rows = "label,score,weight\n1,3,1e300\n0,2,1e299\n1,1,1e300\n"
    app = page_with(rows, "balance", roles={"weight": "weight"}, prevalence="1e-9")
    assert "too large to add up" in said(app)
    assert app.select_slider(key="prevalence").value == "own"


@pytest.mark.parametrize("scheme", ["linear", "continuous"])
def test_a_scheme_has_its_areas_at_both_balances(scheme):
    points = example_labeled_scores("sixteen_rows").points
    app = seen_page("balance", example="sixteen_rows", prevalence="0.1", left=scheme)
    own, moved = SCHEMES[scheme].area(points), SCHEMES[scheme].area(at_prevalence(points, 0.1))
    assert polygon_area(app, "pr_chart") == pytest.approx(moved, abs=1e-6)
    assert (numbers(app)["Area"], numbers(app, 2)["Area"]) == (f"{own:.3f}", f"{moved:.3f}")
    assert app.selectbox(key="left").value == scheme


@pytest.mark.parametrize("example", ["sixteen_rows", "constant"])
def test_the_table_has_the_numbers_of_pr_metrics(example):
    app = seen_page("balance", example=example, lang="en", prevalence="0.03")
    points = example_labeled_scores(example).points
    moved, step = at_prevalence(points, 0.03), SCHEMES["step"]
    test = permutation_test(points, n_permutations=FEW_SAMPLES)
    low, high = np.quantile(test.permuted_areas, (0.025, 0.975))
    interval = area_interval(points)
    by_number = interval_method(points) == "logit"
    assert ("95% logit interval" if by_number else "95% interval (influence function)") in numbers(app)
    counts = int(points.positives), int(points.negatives)
    main = [
        f"{step.area(points):.3f}",
        f"{interval.lower:.3f} – {interval.upper:.3f}",
        f"{points.prevalence:.2f}",
        f"{chance_corrected_area(step.area(points), points.prevalence):.3f}".replace("-", "−"),
        f"{test.p_value:.3f}",
    ]
    assert app.table[0].value.iloc[:, 1].tolist() == main
    reached = int((test.permuted_areas >= test.area - AREA_ROUNDING).sum())
    assert f"p = (1 + {reached}) / (1 + {FEW_SAMPLES}): {reached} of {FEW_SAMPLES} shuffles reach this area." in said(
        app
    )
    (more,) = [one for one in app.expander if one.key == "more_limits"]
    assert more.table[0].value.iloc[:, 1].tolist() == [
        f"{low:.3f} – {high:.3f}",
        f"{random_average_precision(*counts):.3f}",
        f"{minimum_area(points.prevalence):.3f}",
        f"{minimum_average_precision(*counts):.3f}",
        f"{normalized_area(step.area(points), points.prevalence):.3f}",
        f"{polygon_area(app, 'roc_chart'):.3f}",
        f"{area_under_gain(points):.3f}".replace("-", "−"),
    ]
    asked = numbers(app, 2)
    assert asked["Area"] == f"{step.area(moved):.3f}"
    assert asked["Smallest possible area (continuous)"] == f"{minimum_area(0.03):.3f}"
    assert asked["Area under the precision-recall-gain curve"] == f"{area_under_gain(moved):.3f}".replace("-", "−")
    assert asked["Shuffled labels: 2.5% to 97.5%"] == "–"


def test_weighted_rows_are_tested_by_shuffling_labels_with_their_weights():
    rows = "label,score,weight\n1,3,0.5\n0,2,1\n1,1,2\n0,0,1\n"
    app = page_with(rows, "balance", roles={"weight": "weight"})
    assert "Each label is shuffled together with the weight of its row." in said(app)
    found = numbers(app)
    missing = [name for name, number in found.items() if number == "–"]
    assert len(missing) == 2
    assert all("rows" in name for name in missing)
    test = permutation_weighted_test([1, 0, 1, 0], [3, 2, 1, 0], [0.5, 1, 2, 1], n_permutations=FEW_SAMPLES)
    assert f"{test.p_value:.3f}" in found.values()


def test_a_class_of_negligible_weight_has_no_limits():
    rows = "label,score,weight\n1,3,1e30\n0,2,1\n1,1,1\n"
    app = page_with(rows, "balance", roles={"weight": "weight"})
    assert "there are no limits to compare" in said(app)


@pytest.mark.parametrize("prevalence", ["0.1", "0.56", "0.95"])
def test_the_gain_curve_is_drawn_on_demand_with_its_area(prevalence):
    app = open_page("balance", example="sixteen_rows", prevalence=prevalence)
    keys = {chart.proto.id.split("-")[-1] for chart in app.get("plotly_chart")}
    assert "gain_chart" not in keys
    app.toggle(key="gain").set_value(True).run()
    moved = at_prevalence(example_labeled_scores("sixteen_rows").points, float(prevalence))
    area = area_under_gain(moved)
    assert polygon_area(app, "gain_chart") == pytest.approx(area, abs=1e-12)
    assert f"**{area:.3f}**".replace("-", "−") in said(app)


@pytest.fixture
def _all_work_in_background(monkeypatch):
    """Run every computation in the background, as with a visitor's own rows, but in this process."""
    monkeypatch.setattr(controls, "MAX_DIRECT_SECONDS", -1.0)
    monkeypatch.setattr(controls, "is_shared", lambda *_: False)
    monkeypatch.setattr(begun_works, "run_in_process", lambda make, given, report: make(*given, report))


@pytest.fixture
def works(monkeypatch):
    """The jobs that were started; each waits until its `is_released` is set."""
    begun = []

    class Waiting(Job):
        def __init__(self, work, **options):
            begun.append(self)
            self.is_released = False

            def held(report):
                while not self_of().is_released:
                    report(0.25)
                    time.sleep(0.01)
                return work(report)

            self_of = lambda: begun[index]  # noqa: E731
            index = len(begun) - 1
            super().__init__(held, **options)

    monkeypatch.setattr(begun_works, "Job", Waiting)
    yield begun
    for work in begun:
        work.stop()


def buttons(app):
    return {button.key for button in app.button}


@pytest.mark.usefixtures("_all_work_in_background")
def test_a_long_job_continues_on_other_pages(works):
    app = open_page("balance", example="sixteen_rows")
    assert numbers(app)["Shuffled labels: 2.5% to 97.5%"] == "–"
    assert "permutations_stop" in buttons(app)
    app.switch_page("pages/areas.py").run()
    assert "permutations_stop" not in buttons(app)
    assert not works[0].is_over
    works[0].is_released = True
    assert works[0].wait(LONG)
    app.switch_page("pages/balance.py").run()
    assert len(works) == 1
    assert "permutations_stop" not in buttons(app)
    assert re.fullmatch(r"0\.\d{3} – 0\.\d{3}", numbers(app)["Shuffled labels: 2.5% to 97.5%"])


@pytest.mark.usefixtures("_all_work_in_background")
def test_a_button_restarts_a_stopped_job(works):
    app = open_page("balance", example="sixteen_rows")
    app.button(key="permutations_stop").click().run()
    assert works[0].is_over
    app.run()
    assert f"Shuffling the labels {FEW_SAMPLES} times: stopped." in said(app)
    assert len(works) == 1
    app.button(key="permutations_again").click().run()
    assert len(works) == 2
    works[1].is_released = True
    assert works[1].wait(LONG)
    app.run()
    assert numbers(app)["Shuffled labels: 2.5% to 97.5%"] != "–"


@pytest.mark.usefixtures("_all_work_in_background")
def test_other_data_stop_a_job_but_another_scheme_does_not(works, monkeypatch):
    monkeypatch.setattr(controls, "MAX_SMALL_ROWS", 0)  # with many rows each scheme has its own job
    app = open_page("balance", example="sixteen_rows")
    app.selectbox(key="left").select("linear").run()
    assert [work.is_over for work in works] == [False, False]
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("constant").run()
    assert [work.is_over for work in works] == [True, True]


@pytest.mark.usefixtures("_all_work_in_background")
def test_a_failed_job_can_be_tried_again(monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("pr_curve_lab.analysis.prevalence.permutation_test_by_scheme", fail)
    app = open_page("balance", example="sixteen_rows")
    end = time.monotonic() + LONG
    while "permutations_again" not in buttons(app):
        assert time.monotonic() < end
        app.run()
    assert "could not be computed" in said(app)
    assert not app.exception


def test_results_of_an_example_are_reused_when_a_control_moves(monkeypatch):
    made = []
    app = open_page("balance", example="breast_cancer")
    monkeypatch.setattr(
        "pr_curve_lab.analysis.prevalence.permutation_test_by_scheme", lambda *given, **_: made.append(given) or {}
    )
    monkeypatch.setattr(app.session_state["visitor"].results, "max_bytes", 1)
    for stop in (0.1, 0.2, 0.3):
        app.select_slider(key="prevalence").set_value(stop).run()
    app.selectbox(key="left").select("linear").run()  # uses the same permutations
    assert made == []


def test_integer_weights_are_not_treated_as_row_counts():
    rows = "label,score,weight\n1,3,200\n0,2,100\n1,1,200\n0,0,100\n"
    app = page_with(rows, "balance", roles={"weight": "weight"})
    test = permutation_weighted_test([1, 0, 1, 0], [3, 2, 1, 0], [200, 100, 200, 100], n_permutations=FEW_SAMPLES)
    assert f"{test.p_value:.3f}" in numbers(app).values()
    assert test.p_value > 0.1
    interval = area_interval_of_rows([1, 0, 1, 0], [3, 2, 1, 0], sample_weight=[200, 100, 200, 100])
    assert f"{interval.lower:.3f} – {interval.upper:.3f}" in numbers(app).values()
