import re
import time

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from pr_curve_lab.schema.examples import example_cases
from pr_curve_lab.server import jobs as begun_works
from pr_curve_lab.server.jobs import Job
from pr_curve_lab.views import controls
from pr_metrics import (
    SCHEMES,
    area_bias,
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
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pages.app import (
    FEW_SAMPLES,
    _numbers,
    figure_of,
    headline,
    open_page,
    said,
    seen_page,
    set_threshold,
    trace_of,
)

LONG = 60  # s; a wait that should end much sooner
A_THOUSAND_EACH = "label,score\n" + "1,2\n" * 500 + "0,2\n" * 160 + "1,1\n" * 500 + "0,1\n" * 840


def polygon(app, key):
    x, y = trace_of(app, key, "curve")
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def printed(app, key):
    return [note["text"] for note in figure_of(app, key)["layout"]["annotations"]]


def numbers(app, column=1):
    """The table of limits: what it says of the data's own balance, or of the asked one."""
    table = app.table[0].value
    return dict(zip(table.iloc[:, 0], table.iloc[:, column], strict=True))


def pasted(text, **parameters):
    app = open_page("data", **parameters)
    app.text_area(key="paste").set_value(text).run()
    return app.switch_page("pages/balance.py").run()


@pytest.mark.parametrize(
    ("example", "prevalence", "language"),
    [*((example, 0.03, "en") for example in KINDS_OF_ROWS), ("top_is_negative", None, "zh"), ("digits", None, "zh")],
)
def test_both_polygons_have_the_printed_areas(example, prevalence, language):
    asked = {} if prevalence is None else {"prevalence": str(prevalence)}
    app = seen_page("balance", example=example, lang=language, **asked)
    cases = example_cases(example)
    points = cases.points if prevalence is None else at_prevalence(cases.points, prevalence)
    area = SCHEMES["step"].area(points)
    assert polygon(app, "pr_chart") == pytest.approx(area, abs=1e-12)
    assert f"<b>{area:.3f}</b>" in printed(app, "pr_chart")
    assert f"{area:.3f}" in headline(app)
    roc = roc_auc_score(cases.positive, cases.score)
    assert polygon(app, "roc_chart") == pytest.approx(roc, abs=1e-12)
    assert f"<b>{roc:.3f}</b>" in printed(app, "roc_chart")


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_moved_area_is_scikit_learns_with_heavier_negatives(example):
    cases = example_cases(example)
    app = seen_page("balance", example=example, lang="en", prevalence="0.03")
    weight = np.where(cases.positive, 1.0, cases.points.positives / cases.points.negatives * 0.97 / 0.03)
    area = average_precision_score(cases.positive, cases.score, sample_weight=weight)
    assert polygon(app, "pr_chart") == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize(
    ("example", "prevalence", "finding"),
    [
        ("breast_cancer", None, "At the data's own class balance of 0.69, the area joined in steps is 0.992"),
        (
            "breast_cancer",
            "0.05",
            "At class balance 0.05 the area is 0.851, smaller than the 0.992 at the data's 0.69",
        ),
        (
            "sixteen_rows",
            "0.9",
            "At class balance 0.90 the area is 0.976, larger than the 0.890 at the data's 0.56",
        ),
        (
            "sixteen_rows",
            "0.5626",
            "At class balance 0.563 the area is 0.890, larger than at the data's 0.562, by less than 0.001",
        ),
        (
            "sixteen_rows",
            "0.5624",
            "At class balance 0.5624 the area is 0.890, smaller than at the data's 0.5625, by less than 0.001",
        ),
    ],
)
def test_the_headline_is_computed(example, prevalence, finding):
    asked = {} if prevalence is None else {"prevalence": prevalence}
    assert headline(seen_page("balance", example=example, **asked)) == finding


def test_a_perfect_ranking_has_the_same_area_everywhere():
    app = pasted("label,score\n1,3\n1,2\n0,1\n", prevalence="0.1")
    assert headline(app) == "At class balance 0.10 the area is 1.000, the same as at the data's 0.67"


def test_the_headline_is_chinese_for_chinese():
    app = seen_page("balance", example="breast_cancer", prevalence="0.05", lang="zh")
    assert headline(app) == "正例占比（prevalence）为 0.05 时面积是 0.851，小于数据本身 0.69 时的 0.992"


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_own_balance_changes_nothing_to_the_bit(example):
    points = example_cases(example).points
    plain = seen_page("balance", example=example)
    asked = seen_page("balance", example=example, prevalence=str(points.prevalence))
    for key in ("pr_chart", "roc_chart", "limits_chart"):
        assert figure_of(asked, key)["data"] == figure_of(plain, key)["data"]
    assert headline(asked) == headline(plain)
    assert trace_of(plain, "pr_chart", "points")[1].tolist() == points.precision.tolist()
    assert [one["name"] for one in figure_of(plain, "pr_chart")["data"] if one["name"] == "own"] == []
    assert asked.select_slider(key="prevalence").value == "own"


@pytest.mark.parametrize("example", ["sixteen_rows", "constant", "breast_cancer", "digits"])
def test_the_roc_chart_does_not_move_by_a_bit(example):
    app = open_page("balance", example=example)
    before = figure_of(app, "roc_chart")
    for stop in (0.001, 0.3, 0.99):
        app.select_slider(key="prevalence").set_value(stop).run()
        assert not app.exception
        assert figure_of(app, "roc_chart") == before


def test_a_thousand_of_each_with_ten_times_the_negatives():
    app = pasted(A_THOUSAND_EACH, threshold="2")
    app.number_input(key="prevalence_typed").set_value(1 / 11).run()
    x, y = trace_of(app, "pr_chart", "points")
    assert (x[0], y[0]) == (0.5, pytest.approx(0.2381, abs=5e-5))
    set_threshold(app, 2.0)
    assert (
        "**Score ≥ 2**: recall 0.500 and false positive rate 0.160 at both balances; "
        "precision 0.758 at the data's 0.50, 0.238 at 0.09."
    ) in said(app)
    app.select_slider(key="prevalence").set_value("own").run()
    assert trace_of(app, "pr_chart", "points")[1][0] == pytest.approx(0.7576, abs=5e-5)
    assert "recall 0.500, precision 0.758, false positive rate 0.160" in said(app)


def test_the_typed_balance_is_sent_with_every_run():
    """Else a browser that draws only the second of two quick runs takes the least balance for what was typed."""
    app = open_page("balance", example="breast_cancer")
    app.run()
    assert app.number_input(key="prevalence_typed").proto.set_value


def test_slider_and_field_follow_each_other():
    app = open_page("balance", example="sixteen_rows")
    own = example_cases("sixteen_rows").points.prevalence
    assert (app.select_slider(key="prevalence").value, app.number_input(key="prevalence_typed").value) == ("own", own)
    app.select_slider(key="prevalence").set_value(0.01).run()
    assert app.number_input(key="prevalence_typed").value == 0.01
    app.number_input(key="prevalence_typed").set_value(0.123).run()
    assert app.select_slider(key="prevalence").value == 0.123
    assert "0.123" in app.select_slider(key="prevalence").options
    app.number_input(key="prevalence_typed").set_value(own).run()
    assert app.select_slider(key="prevalence").value == "own"
    assert "0.123" not in app.select_slider(key="prevalence").options


def test_the_stops_rise_and_the_own_one_is_among_them_in_words():
    app = seen_page("balance", example="sixteen_rows")
    options = app.select_slider(key="prevalence").options
    assert "0.56, the data's own" in options
    values = [float(option.split(",")[0]) for option in options]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0.0001, 0.99)


def test_other_data_keep_the_asked_balance_and_their_own_is_their_own():
    app = open_page("balance", example="sixteen_rows", prevalence="0.1")
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("constant").run()
    app.switch_page("pages/balance.py").run()
    assert "At the data's own class balance of 0.10" in headline(app)  # which is the asked one
    assert app.select_slider(key="prevalence").value == "own"


def test_an_impossible_balance_in_the_address_is_passed_over_with_a_sentence():
    app = seen_page("balance", example="sixteen_rows", prevalence="1.5")
    assert "`prevalence` = `1.5`" in said(app)
    assert "own class balance" in headline(app)


def test_weights_too_large_for_a_balance_give_way_with_a_sentence():
    app = open_page("data", prevalence="1e-9")
    app.text_area(key="paste").set_value("label,score,weight\n1,3,1e300\n0,2,1e299\n1,1,1e300\n").run()
    app.selectbox(key="weight").select("weight").run()
    app.switch_page("pages/balance.py").run()
    assert not app.exception
    assert "more than can be counted" in said(app)
    assert app.select_slider(key="prevalence").value == "own"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_has_its_areas_at_both_balances(scheme):
    points = example_cases("sixteen_rows").points
    app = seen_page("balance", example="sixteen_rows", prevalence="0.1", left=scheme)
    own, moved = SCHEMES[scheme].area(points), SCHEMES[scheme].area(at_prevalence(points, 0.1))
    assert polygon(app, "pr_chart") == pytest.approx(moved, abs=1e-6)
    assert (numbers(app)["Area"], numbers(app, 2)["Area"]) == (f"{own:.3f}", f"{moved:.3f}")
    assert app.selectbox(key="left").value == scheme


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_table_has_the_numbers_of_pr_metrics(example):
    app = seen_page("balance", example=example, lang="en", prevalence="0.03")
    points = example_cases(example).points
    moved, step = at_prevalence(points, 0.03), SCHEMES["step"]
    test = permutation_test(points, n_permutations=FEW_SAMPLES)
    low, high = np.quantile(test.permuted_areas, (0.025, 0.975))
    interval = area_interval(points)
    by_number = interval_method(points) == "logit"
    assert ("95 % logit interval" if by_number else "95 % interval (influence function)") in numbers(app)
    counts = int(points.positives), int(points.negatives)
    assert list(numbers(app).values()) == [
        f"{step.area(points):.3f}",
        f"{points.prevalence:.2f}",
        f"{random_average_precision(*counts):.3f}",
        f"{low:.3f} – {high:.3f}",
        f"{test.p_value:.3f}",
        f"{minimum_area(points.prevalence):.3f}",
        f"{minimum_average_precision(*counts):.3f}",
        f"{chance_corrected_area(step.area(points), points.prevalence):.3f}".replace("-", "−"),
        f"{normalized_area(step.area(points), points.prevalence):.3f}",
        f"{interval.lower:.3f} – {interval.upper:.3f}",
        f"{polygon(app, 'roc_chart'):.3f}",
        f"{area_under_gain(points):.3f}".replace("-", "−"),
    ]
    asked = numbers(app, 2)
    assert asked["Area"] == f"{step.area(moved):.3f}"
    assert asked["Least possible area (continuous)"] == f"{minimum_area(0.03):.3f}"
    assert asked["Area under the precision-recall-gain curve"] == f"{area_under_gain(moved):.3f}".replace("-", "−")
    assert asked["Shuffled labels: 2.5 % to 97.5 %"] == "–"


def test_the_number_lines_stand_where_the_numbers_are():
    app = seen_page("balance", example="breast_cancer", prevalence="0.1")
    points = example_cases("breast_cancer").points
    drawn = {(one["name"], one["meta"]): one["x"] for one in figure_of(app, "limits_chart")["data"]}
    assert drawn["area", 0] == [SCHEMES["step"].area(points)]
    assert drawn["area", 1] == [SCHEMES["step"].area(at_prevalence(points, 0.1))]
    assert drawn["random", 0] == [random_average_precision(322, 147)]
    assert drawn["random", 1] == pytest.approx([0.1])
    assert drawn["unachievable", 1] == pytest.approx([0, minimum_area(0.1)])
    low, high = (float(text) for text in numbers(app)["Shuffled labels: 2.5 % to 97.5 %"].split(" – "))
    assert drawn["band", 0] == pytest.approx([low, high], abs=5e-4)


@pytest.mark.parametrize(
    ("rows", "finding"),
    [
        ("1,3\n1,2\n0,1", "1.000 is 100% of the way from a random ranking, 0.67, to a perfect one"),
        ("1,2\n0,2", "0.500 is what a random ranking has"),
        ("0,3\n0,2\n1,1", "0.333 is what a random ranking has"),
        ("0,3\n1,2\n1,1\n1,0", "0.639 is below a random ranking, 0.75, by 44% of the way from there to a perfect one"),
    ],
)
def test_where_the_area_stands_is_computed(rows, finding):
    app = pasted(f"label,score\n{rows}\n")
    assert finding in said(app)


def test_weights_have_no_exact_expectation_and_go_along_with_shuffled_labels():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score,weight\n1,3,0.5\n0,2,1\n1,1,2\n0,0,1\n").run()
    app.selectbox(key="weight").select("weight").run()
    app.switch_page("pages/balance.py").run()
    assert not app.exception
    assert "Labels are shuffled together with the weights of their rows." in said(app)
    found = numbers(app)
    missing = [name for name, number in found.items() if number == "–"]
    assert len(missing) == 2
    assert all("rows" in name for name in missing)
    test = permutation_weighted_test([1, 0, 1, 0], [3, 2, 1, 0], [0.5, 1, 2, 1], n_permutations=FEW_SAMPLES)
    assert f"{test.p_value:.3f}" in found.values()


def test_weights_that_leave_nothing_of_a_class_are_shown_without_limits():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score,weight\n1,3,1e30\n0,2,1\n1,1,1\n").run()
    app.selectbox(key="weight").select("weight").run()
    app.switch_page("pages/balance.py").run()
    assert not app.exception
    assert "has no limits to compare with" in said(app)


@pytest.mark.parametrize("prevalence", ["0.1", "0.56", "0.95"])
def test_the_gain_curve_comes_on_demand_with_its_area(prevalence):
    app = open_page("balance", example="sixteen_rows", prevalence=prevalence)
    keys = {chart.proto.id.split("-")[-1] for chart in app.get("plotly_chart")}
    assert "gain_chart" not in keys
    app.toggle(key="gain").set_value(True).run()
    moved = at_prevalence(example_cases("sixteen_rows").points, float(prevalence))
    area = area_under_gain(moved)
    assert polygon(app, "gain_chart") == pytest.approx(area, abs=1e-12)
    assert f"**{area:.3f}**".replace("-", "−") in said(app)


def test_a_chosen_point_outside_the_gain_curve_is_said_to_be_so():
    app = seen_page("balance", example="sixteen_rows", prevalence="0.95", gain="1", threshold="0.9")
    assert "its recall gain is negative" in said(app)


@pytest.fixture
def _nothing_is_quick(monkeypatch):
    """Everything goes on in the background, as a visitor's own rows may, but in this process."""
    monkeypatch.setattr(controls, "MAX_DIRECT_SECONDS", -1.0)
    monkeypatch.setattr(controls, "is_shared", lambda *_: False)
    monkeypatch.setattr(begun_works, "run_in_process", lambda make, given, report: make(*given, report))


@pytest.fixture
def works(monkeypatch):
    """The pieces of work that are begun, none of which ends by itself; `free` lets them go on."""
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


@pytest.mark.usefixtures("_nothing_is_quick")
def test_long_work_shows_a_bar_then_its_result_and_goes_on_on_other_pages(works):
    app = open_page("balance", example="sixteen_rows")
    assert numbers(app)["Shuffled labels: 2.5 % to 97.5 %"] == "–"
    assert "permutations_stop" in buttons(app)
    app.switch_page("pages/areas.py").run()
    assert "permutations_stop" not in buttons(app)
    assert not works[0].is_over
    works[0].is_released = True
    assert works[0].wait(LONG)
    app.switch_page("pages/balance.py").run()
    assert len(works) == 1
    assert "permutations_stop" not in buttons(app)
    assert re.fullmatch(r"0\.\d{3} – 0\.\d{3}", numbers(app)["Shuffled labels: 2.5 % to 97.5 %"])


@pytest.mark.usefixtures("_nothing_is_quick")
def test_stopped_work_is_begun_anew_by_a_button(works):
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
    assert numbers(app)["Shuffled labels: 2.5 % to 97.5 %"] != "–"


@pytest.mark.usefixtures("_nothing_is_quick")
def test_other_data_stop_the_work_and_other_schemes_begin_their_own(works, monkeypatch):
    monkeypatch.setattr(controls, "MAX_SMALL_ROWS", 0)  # of many rows each scheme is work of its own
    app = open_page("balance", example="sixteen_rows")
    app.selectbox(key="left").select("linear").run()
    assert [work.is_over for work in works] == [False, False]
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("constant").run()
    assert [work.is_over for work in works] == [True, True]


@pytest.mark.usefixtures("_nothing_is_quick")
def test_too_much_work_stops_the_oldest(works, monkeypatch):
    monkeypatch.setattr(begun_works, "MAX_JOBS", 2)
    monkeypatch.setattr(controls, "MAX_SMALL_ROWS", 0)
    app = open_page("balance", example="sixteen_rows")
    for scheme in ("linear", "step", "envelope"):
        app.selectbox(key="left").select(scheme).run()
    assert [work.is_over for work in works] == [False, True, False]  # of step, linear, envelope


@pytest.mark.usefixtures("_nothing_is_quick")
def test_work_that_fails_says_so_and_can_be_tried_again(monkeypatch):
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


def test_what_is_about_an_example_outlasts_a_control_that_moves(monkeypatch):
    made = []
    app = open_page("balance", example="breast_cancer")
    monkeypatch.setattr(
        "pr_curve_lab.analysis.prevalence.permutation_test_by_scheme", lambda *given, **_: made.append(given) or {}
    )
    monkeypatch.setattr(app.session_state["visitor"].kept, "max_bytes", 1)
    for stop in (0.1, 0.2, 0.3):
        app.select_slider(key="prevalence").set_value(stop).run()
    app.selectbox(key="left").select("linear").run()  # from the same shuffles
    assert made == []


def test_the_same_points_have_circles_in_both_pictures():
    for prevalence in ("own", "0.05"):
        app = seen_page("balance", example="breast_cancer", prevalence=prevalence)
        circled = []
        for key in ("pr_chart", "roc_chart"):
            points = next(one for one in figure_of(app, key)["data"] if one["name"] == "points")
            circled.append(_numbers(points["marker"]["size"]) > 0)
        assert circled[0].tolist() == circled[1].tolist()
        assert 5 < circled[0].sum() < circled[0].size


def test_whole_weights_are_not_taken_for_rows():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score,weight\n1,3,200\n0,2,100\n1,1,200\n0,0,100\n").run()
    app.selectbox(key="weight").select("weight").run()
    app.switch_page("pages/balance.py").run()
    test = permutation_weighted_test([1, 0, 1, 0], [3, 2, 1, 0], [200, 100, 200, 100], n_permutations=FEW_SAMPLES)
    assert f"{test.p_value:.3f}" in numbers(app).values()
    assert test.p_value > 0.1
    interval = area_interval_of_rows([1, 0, 1, 0], [3, 2, 1, 0], sample_weight=[200, 100, 200, 100])
    assert f"{interval.lower:.3f} – {interval.upper:.3f}" in numbers(app).values()


def test_few_positives_are_said_to_flatter():
    bias = area_bias(example_cases("improved").points)
    flattered = said(seen_page("balance", example="improved"))
    assert f"with 10, the area of such rows lies about {bias:.2f} too high on average." in flattered
    for asked in ({"example": "breast_cancer"}, {"example": "improved", "left": "linear"}, {"example": "sixteen_rows"}):
        assert "Few positives flatter" not in said(seen_page("balance", **asked))


def test_how_far_p_can_be_relied_on_is_said():
    app = seen_page("balance", example="apples_oranges")
    p = permutation_test(example_cases("apples_oranges").points, n_permutations=FEW_SAMPLES).p_value
    error = 1.96 * (p * (1 - p) / FEW_SAMPLES) ** 0.5
    assert f"p from {FEW_SAMPLES} shuffles (±{error:.3f})" in said(app)


def test_a_gain_curve_that_leaves_the_picture_is_said_to():
    app = pasted("label,score\n" + "".join(f"{int(row >= 98)},{100 - row}\n" for row in range(100)))
    app.toggle(key="gain").set_value(True).run()
    assert "A part of the curve lies below the picture, down to −1.0;" in said(app)


@pytest.mark.parametrize(("prevalence", "step"), [("0.005", 0.001), ("0.3", 0.01), ("0.00002", 1e-5)])
def test_the_field_steps_by_the_first_digit(prevalence, step):
    app = open_page("balance", example="ten_rows", prevalence=prevalence)
    assert app.number_input(key="prevalence_typed").step == step
