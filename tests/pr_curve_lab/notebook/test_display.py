"""The display has scikit-learn's numbers under scikit-learn's arguments, and draws the area that it prints."""

import inspect
from functools import cache

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import PrecisionRecallDisplay as Theirs
from sklearn.model_selection import cross_validate
from sklearn.svm import LinearSVC

from pr_curve_lab.notebook.display import MAX_COLORED_FOLDS, PrecisionRecallDisplay
from pr_curve_lab.plotting import palette

mpl.use("agg")
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

EXACT = 1e-12
FEATURES, LABEL = make_classification(400, flip_y=0.2, random_state=4)
WEIGHT = np.random.default_rng(2).integers(1, 4, 400) / 2
FITTED = LogisticRegression().fit(FEATURES, LABEL)
SCORE = FITTED.predict_proba(FEATURES)[:, 1]
TIED = np.round(SCORE, 1)
MAKERS = ("from_predictions", "from_estimator", "from_cv_results")


def axis():
    return Figure().subplots()


@cache
def folds():
    return cross_validate(LogisticRegression(), FEATURES, LABEL, cv=4, return_estimator=True, return_indices=True)


def assert_same_numbers(own, theirs):
    for name in ("average_precision", "precision", "recall"):
        lists = [getattr(one, name) for one in (own, theirs)]
        for one, other in zip(*(values if own.of_folds else [values] for values in lists), strict=True):
            assert one == pytest.approx(other, abs=EXACT), name


def own_arguments(maker):
    parameters = inspect.signature(getattr(PrecisionRecallDisplay, maker)).parameters.values()
    return {one.name: one.default for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize("maker", [*MAKERS, "plot"])
def test_every_argument_of_scikit_learn_exists_with_its_default(maker):
    parameters = inspect.signature(getattr(Theirs, maker)).parameters.values()
    keyword_only = {one.name: one.default for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY}
    keyword_only.pop("y_pred", None)  # deprecated in scikit-learn
    assert keyword_only.items() <= own_arguments(maker).items()


def made(maker, **options):
    data = {
        "from_predictions": (LABEL, SCORE), "from_estimator": (FITTED, FEATURES, LABEL),
        "from_cv_results": (folds(), FEATURES, LABEL),
    }  # fmt: skip
    return getattr(PrecisionRecallDisplay, maker)(*data[maker], **options)


def first(found):
    return found[0] if isinstance(found, list) else found


def color_of(display, trace, line):
    """Return the color of a line in either kind of chart, or None if it is not drawn."""
    if display.ax_ is not None:
        return None if line is None else first(line).get_color()
    return next((one.line.color for one in display.figure_.select_traces({"name": trace})), None)


def curve_color(display):
    return color_of(display, "line", display.line_)


def chance_color(display):
    return color_of(display, "baseline", display.chance_level_)


def is_boxed(display):
    return display.figure_.layout.xaxis.mirror if display.ax_ is None else display.ax_.spines["top"].get_visible()


def name_in_print(display):
    texts = [] if display.ax_ is None else display.ax_.get_legend().get_texts()
    plotly = "" if display.ax_ is not None else str(display.figure_.layout.annotations)
    return "oak" in plotly + "".join(text.get_text() for text in texts)


def thresholds(display):
    return display.points[0].threshold.tolist()


BLACK = {"color": "black"}
EFFECTS = {  # for each argument: a value, what it changes, and the new value
    "sample_weight": (WEIGHT, lambda one: one.average_precision, None),
    "drop_intermediate": (None, lambda one: len(first(one.recall)), None),
    "pos_label": (0, lambda one: one.average_precision, None),
    "response_method": ("decision_function", thresholds, None),
    "name": ("oak", name_in_print, True),
    "curve_kwargs": (BLACK, curve_color, "black"),
    "plot_chance_level": (True, lambda one: chance_color(one) is not None, True),
    "chance_level_kw": (BLACK, chance_color, "black"),
    "chance_level_kwargs": (BLACK, chance_color, "black"),
    "despine": (True, is_boxed, False),
    "scheme": ("linear", lambda one: one.area, None),
}


@pytest.mark.parametrize("drawn_by", ["plotly", "matplotlib"])
@pytest.mark.parametrize("maker", MAKERS)
def test_every_argument_has_its_effect(maker, drawn_by):
    for argument, default in own_arguments(maker).items():
        if argument == "ax":
            continue
        value, look, wanted = EFFECTS[argument]
        value = not default if value is None else value
        others = {"plot_chance_level": True} if argument.startswith("chance_level") else {}
        before, after = (
            look(made(maker, ax=axis() if drawn_by == "matplotlib" else None, **others, **own))
            for own in ({}, {argument: value})
        )
        assert after != before, argument
        assert wanted is None or after == wanted, argument


def test_each_of_many_folds_has_its_own_line_and_some_are_gray():
    points = [PrecisionRecallDisplay.from_predictions(LABEL, np.roll(SCORE, at)).points[0] for at in range(7)]
    display = PrecisionRecallDisplay(tuple(points), None, 1, of_folds=True).plot()
    colors = [trace.line.color for trace in display.figure_.data if trace.name in ("curve", "line")]
    assert sum(one == palette.OTHERS for one in colors) == 7 - MAX_COLORED_FOLDS
    each = [{"color": f"rgb(0, 0, {at})"} for at in range(7)]
    display.plot(name=["a"] * 7, curve_kwargs=each)
    drawn = [trace for trace in display.figure_.data if trace.name in ("curve", "line") and trace.line.width]
    order = [*range(MAX_COLORED_FOLDS, 7), *range(MAX_COLORED_FOLDS)]  # gray curves are drawn first
    assert [one.line.color for one in drawn] == [each[at]["color"] for at in order]


def test_folds_have_the_names_of_a_list_on_an_axis_too():
    results = folds()
    display = PrecisionRecallDisplay.from_cv_results(results, FEATURES, LABEL, ax=axis(), name=list("abcd"))
    said = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert said == [f"{name} (AP = {area:.3f})" for name, area in zip("abcd", display.area, strict=True)]


@pytest.mark.parametrize(
    "options", [{"c": "red", "ls": ":", "lw": 5}, {"color": "r", "linestyle": ":", "linewidth": 5}]
)
def test_line_options_may_use_the_names_of_matplotlib(options):
    asked = {"curve_kwargs": options, "plot_chance_level": True, "chance_level_kw": {**options, "alpha": 0.5}}
    on_axis = PrecisionRecallDisplay.from_predictions(LABEL, SCORE, ax=axis(), **asked)
    for line in (on_axis.line_, on_axis.chance_level_):
        assert (to_hex(line.get_color()), line.get_linestyle(), line.get_linewidth()) == ("#ff0000", ":", 5)
    figure = PrecisionRecallDisplay.from_predictions(LABEL, SCORE, **asked).figure_
    for name, opacity in {"line": None, "baseline": 0.5}.items():
        (trace,) = figure.select_traces({"name": name})
        assert (trace.line.color, trace.line.dash, trace.line.width, trace.opacity) == ("red", "dot", 5, opacity)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@pytest.mark.parametrize("drop", [False, True])
@pytest.mark.parametrize("score", [SCORE, TIED], ids=["distinct", "tied"])
@pytest.mark.parametrize("pos_label", [None, 0])
def test_predictions_have_the_numbers_of_scikit_learn(score, drop, weight, pos_label):
    arguments = {"sample_weight": weight, "drop_intermediate": drop, "pos_label": pos_label}
    own = PrecisionRecallDisplay.from_predictions(LABEL, score, **arguments)
    assert_same_numbers(own, Theirs.from_predictions(LABEL, score, ax=axis(), **arguments))


@pytest.mark.parametrize(
    ("model", "options"),
    [
        (LogisticRegression(), {}),
        (LogisticRegression(), {"response_method": "decision_function", "pos_label": 0}),
        (LogisticRegression(), {"pos_label": 0, "sample_weight": WEIGHT}),
        (LinearSVC(), {}),
    ],
)
@pytest.mark.parametrize(
    "features", [FEATURES, pd.DataFrame(FEATURES), sparse.csr_array(FEATURES)], ids=["array", "frame", "sparse"]
)
def test_an_estimator_has_the_numbers_of_scikit_learn(model, options, features):
    fitted = model.fit(features, LABEL)
    own = PrecisionRecallDisplay.from_estimator(fitted, features, LABEL, **options)
    theirs = Theirs.from_estimator(fitted, features, LABEL, ax=axis(), **options)
    assert_same_numbers(own, theirs)
    assert (own.name, own.pos_label) == (theirs.name, theirs.pos_label)


@pytest.mark.parametrize("options", [{}, {"sample_weight": WEIGHT}, {"pos_label": 0, "drop_intermediate": False}])
def test_folds_have_the_numbers_of_scikit_learn(options):
    results = folds()
    own = PrecisionRecallDisplay.from_cv_results(results, FEATURES, LABEL, **options)
    theirs = Theirs.from_cv_results(results, FEATURES, LABEL, ax=axis(), **options)
    assert_same_numbers(own, theirs)
    if "sample_weight" not in options:
        assert own.prevalence_pos_label == pytest.approx(theirs.prevalence_pos_label)


def test_every_fold_is_drawn_on_either_picture():
    display = PrecisionRecallDisplay.from_cv_results(folds(), FEATURES, LABEL, scheme="linear", name="logit")
    drawn = [trace.meta for trace in display.figure_.select_traces({"name": "curve"})]
    assert drawn == [f"logit, fold {at}" for at in range(1, 5)]
    assert len(display.plot(ax=axis()).line_) == 4


def test_a_given_axis_is_drawn_on_with_the_options():
    ax = axis()
    options = {"plot_chance_level": True, "chance_level_kw": {"color": "black"}, "despine": True, "name": "tree"}
    display = PrecisionRecallDisplay.from_predictions(LABEL, SCORE, ax=ax, curve_kwargs={"color": "green"}, **options)
    assert display.ax_ is ax
    assert display.figure_ is ax.figure
    assert (display.line_.get_color(), display.chance_level_.get_color()) == ("green", "black")
    assert display.chance_level_.get_ydata().tolist() == pytest.approx([LABEL.mean()] * 2)
    assert not ax.spines["top"].get_visible()
    said = [text.get_text() for text in ax.get_legend().get_texts()]
    assert said == [f"tree (AP = {display.average_precision:.3f})", "Chance level"]


def test_plotly_draws_with_the_options_if_no_axis_is_given():
    display = PrecisionRecallDisplay.from_predictions(LABEL, SCORE, curve_kwargs={"color": "green"})
    assert [trace.line.color for trace in display.figure_.select_traces({"name": "line"})] == ["green"]
    assert list(display.figure_.select_traces({"name": "baseline"})) == []
    chance = display.plot(plot_chance_level=True, chance_level_kw={"color": "black"}).figure_
    assert [trace.line.color for trace in chance.select_traces({"name": "baseline"})] == ["black"]
    assert display._repr_mimebundle_()["text/plain"] == repr(display)


from_predictions, from_estimator, from_cv_results = (getattr(PrecisionRecallDisplay, maker) for maker in MAKERS)


class Silent:
    classes_ = np.array([0, 1])


REFUSED = [
    (lambda: from_estimator(Silent(), FEATURES, LABEL), ValueError, "neither predict_proba nor decision_function, got"),
    (lambda: from_predictions(LABEL, SCORE, scheme="stpe"), ValueError, "did you mean 'step'"),
    (lambda: from_predictions([0, 0], [1, 2]), ValueError, "y_true must have positives, got none"),
    (lambda: from_predictions(LABEL, SCORE, color="red"), TypeError, "unexpected keyword argument 'color'"),
    (lambda: from_estimator(LinearSVC(), FEATURES, LABEL), ValueError, "fitted classifier of two"),
    (lambda: from_estimator(FITTED, FEATURES, LABEL, pos_label=2), ValueError, "one of the classes"),
    (lambda: from_estimator(FITTED, FEATURES, LABEL, response_method="predict"), ValueError, "response_method must"),
    (lambda: from_predictions(LABEL, SCORE, curve_kwargs={"marker": "o"}), ValueError, "has color.* got 'marker'; ax="),
    (lambda: from_predictions(LABEL, SCORE, curve_kwargs={"c": "C0"}), ValueError, "cannot have {'c': 'C0'}; ax="),
    (lambda: from_cv_results({}, FEATURES, LABEL), ValueError, "return_estimator=True"),
    (lambda: from_cv_results(folds(), FEATURES, LABEL, curve_kwargs=[{}]), ValueError, "each of 4 curves, got 1"),
    (lambda: from_cv_results(folds(), FEATURES, LABEL, name=["a"]), ValueError, "name must .* of 4 curves, got 1"),
]


@pytest.mark.parametrize(("make", "kind", "said"), REFUSED)
def test_invalid_input_has_a_clear_error(make, kind, said):
    with pytest.raises(kind, match=said):
        make()


def test_matplotlib_draws_area_start_and_chance_level():
    display = PrecisionRecallDisplay.from_predictions(
        [1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.1], ax=Figure().subplots(), scheme="linear", plot_chance_level=True
    )
    (shape,) = display.ax_.collections
    x, y = shape.get_paths()[0].vertices.T
    assert abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2 == pytest.approx(display.area, abs=1e-12)
    line, start, chance = display.ax_.lines
    assert (line.is_dashed(), start.is_dashed()) == (False, True)
    assert [values.tolist() for values in start.get_data()] == [[0, 0.5], [1, 1]]
    assert chance.get_ydata().tolist() == [0.4, 0.4]
