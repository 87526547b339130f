"""The display has scikit-learn's numbers under scikit-learn's arguments, and draws the area that it prints."""

import inspect

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

from pr_app.notebook.display import Plot, PrecisionRecallDisplay
from pr_metrics import SCHEMES

mpl.use("agg")
from matplotlib.figure import Figure

EXACT = 1e-12
FEATURES, LABEL = make_classification(400, flip_y=0.2, random_state=4)
WEIGHT = np.random.default_rng(2).integers(1, 4, 400) / 2
FITTED = LogisticRegression().fit(FEATURES, LABEL)
SCORE = FITTED.predict_proba(FEATURES)[:, 1]
TIED = np.round(SCORE, 1)
MAKERS = ("from_predictions", "from_estimator", "from_cv_results")
DEPRECATED = {"y_pred", "kwargs"}


def axis():
    return Figure().subplots()


def folds():
    return cross_validate(LogisticRegression(), FEATURES, LABEL, cv=4, return_estimator=True, return_indices=True)


def polygon_area(recall, precision):
    return float(np.trapezoid(precision, recall))


def same(own, theirs):
    for name in ("average_precision", "precision", "recall"):
        lists = [getattr(one, name) for one in (own, theirs)]
        for one, other in zip(*(values if own.of_folds else [values] for values in lists), strict=True):
            assert one == pytest.approx(other, abs=EXACT), name


@pytest.mark.parametrize("maker", MAKERS)
def test_every_argument_of_scikit_learns_is_taken(maker):
    theirs = set(inspect.signature(getattr(Theirs, maker)).parameters) - DEPRECATED
    signature = inspect.signature(getattr(PrecisionRecallDisplay, maker)).parameters
    own = {
        *signature,
        *Plot.__annotations__,
        "chance_level_kwargs",
        *inspect.signature(PrecisionRecallDisplay.from_predictions).parameters,
    }
    assert theirs - own == set()


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@pytest.mark.parametrize("drop", [False, True])
@pytest.mark.parametrize("score", [SCORE, TIED], ids=["distinct", "tied"])
@pytest.mark.parametrize("pos_label", [None, 0])
def test_predictions_have_the_numbers_of_scikit_learn(score, drop, weight, pos_label):
    arguments = {"sample_weight": weight, "drop_intermediate": drop, "pos_label": pos_label}
    own = PrecisionRecallDisplay.from_predictions(LABEL, score, **arguments)
    same(own, Theirs.from_predictions(LABEL, score, ax=axis(), **arguments))


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
    same(own, theirs)
    assert (own.name, own.pos_label) == (theirs.name, theirs.pos_label)


@pytest.mark.parametrize("options", [{}, {"sample_weight": WEIGHT}, {"pos_label": 0, "drop_intermediate": False}])
def test_folds_have_the_numbers_of_scikit_learn(options):
    results = folds()
    own = PrecisionRecallDisplay.from_cv_results(results, FEATURES, LABEL, **options)
    theirs = Theirs.from_cv_results(results, FEATURES, LABEL, ax=axis(), **options)
    same(own, theirs)
    if "sample_weight" not in options:
        assert own.prevalence_pos_label == pytest.approx(theirs.prevalence_pos_label)


@pytest.mark.parametrize("scheme", [key for key in SCHEMES if key != "continuous"])
def test_either_picture_has_the_area_of_the_scheme(scheme):
    display = PrecisionRecallDisplay.from_predictions(LABEL, TIED, scheme=scheme)
    (curve,) = display.figure_.select_traces({"name": "curve"})
    assert polygon_area(curve.x, curve.y) == pytest.approx(display.area, abs=EXACT)
    assert display.area == SCHEMES[scheme].area(display.points[0])
    display.plot(ax=axis())
    assert polygon_area(*display.line_.get_data()) == pytest.approx(display.area, abs=EXACT)
    assert display.average_precision == SCHEMES["step"].area(display.points[0])


def test_every_fold_is_drawn_with_its_area():
    display = PrecisionRecallDisplay.from_cv_results(folds(), FEATURES, LABEL, scheme="linear", name="logit")
    drawn = {trace.meta: polygon_area(trace.x, trace.y) for trace in display.figure_.select_traces({"name": "curve"})}
    assert drawn == pytest.approx({f"logit, fold {at + 1}": area for at, area in enumerate(display.area)}, abs=EXACT)
    display.plot(ax=axis())
    assert [polygon_area(*line.get_data()) for line in display.line_] == pytest.approx(display.area, abs=EXACT)


def test_a_given_axis_is_drawn_on_as_asked():
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


def test_plotly_draws_without_an_axis_and_as_asked():
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
    (lambda: from_predictions(LABEL, SCORE, colour="red"), TypeError, "no option 'colour'"),
    (lambda: from_estimator(LinearSVC(), FEATURES, LABEL), ValueError, "fitted classifier of two"),
    (lambda: from_estimator(FITTED, FEATURES, LABEL, pos_label=2), ValueError, "one of the classes"),
    (lambda: from_estimator(FITTED, FEATURES, LABEL, response_method="predict"), ValueError, "response_method must"),
    (lambda: from_cv_results({}, FEATURES, LABEL), ValueError, "return_estimator=True"),
    (lambda: from_cv_results(folds(), FEATURES, LABEL, curve_kwargs=[{}]), ValueError, "each of 4 curves, got 1"),
    (lambda: from_cv_results(folds(), FEATURES, LABEL, name=["a"]), ValueError, "name must .* of 4 curves, got 1"),
]


@pytest.mark.parametrize(("make", "kind", "said"), REFUSED)
def test_what_cannot_be_drawn_is_said_in_a_sentence(make, kind, said):
    with pytest.raises(kind, match=said):
        make()
