"""The widget and its static HTML: curves have their printed areas, and changes in Python or the browser take effect."""

import json
import math
import re
from functools import partial
from unittest import mock

import numpy as np
import pandas as pd
import pytest

import pr_curve_lab
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.notebook.view import View, view
from pr_curve_lab.web.modules import FOLDER, module_order
from pr_curve_lab.web.play import MAX_ROWS
from pr_metrics import SCHEMES, OperatingPoints, choose_threshold, operating_points, threshold_index

RNG = np.random.default_rng(8)
MANY = 20_000
LABEL = RNG.random(MANY) < 0.2
SCORE = RNG.normal(size=MANY) + LABEL
FEW = [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.7, 0.1]
SAID_BY_PYTHON = {"at_threshold", "label", "positive", "weight"}  # used by the static HTML, too


@pytest.fixture(params=["few", "many", "counts", "missed", "weighted"])
def shown(request):
    return {
        "few": partial(view, *FEW),
        "many": partial(view, LABEL, {"forest": SCORE, "tree": np.round(SCORE, 1)}),
        "counts": partial(view, operating_points(*FEW)),
        "missed": partial(view, OperatingPoints.from_counts([3, 2, 1], [2, 1, 1], [0, 1, 5], total_positives=9)),
        "weighted": partial(view, *FEW, sample_weight=[0.5, 1, 2, 0.25, 3]),
    }[request.param]()


def points_of(widget):
    return widget._view_data.inputs.model(widget.model).points


def test_the_static_html_has_exact_areas_and_no_script(shown):
    html = shown._repr_html_()
    assert not re.search("<script|javascript|onload", html)
    wanted = [SCHEMES[scheme].area(points_of(shown)) for scheme in ("step", "linear")]
    for element in ("b", "path"):
        assert [float(one) for one in re.findall(rf'<{element} [^>]*data-value="([^"]+)"', html)] == wanted


def test_names_of_models_are_escaped():
    html = view([1, 0], {"<script>": [0.9, 0.1], "b": [0.2, 0.3]})._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_few_of_many_points_are_sent_with_exact_counts():
    widget = view(LABEL, SCORE)
    points, sent = points_of(widget), widget.bundle["points"]
    assert len(json.dumps(widget.bundle)) < 400_000
    assert len(sent["threshold"]) < 1000 < points.threshold.size
    where = np.searchsorted(-points.threshold, -np.array(sent["threshold"]))
    assert points.true_positives[where].tolist() == sent["truePositives"]
    assert points.false_positives[where].tolist() == sent["falsePositives"]
    bins = widget.bundle["rows"]
    assert sum(one["count"] for one in bins if one["positive"]) == LABEL.sum()
    assert sum(one["count"] for one in bins) == MANY


@pytest.mark.parametrize("threshold", [0.123456, 2.5, -9.0, 99.0])
def test_the_point_of_a_threshold_set_in_python_is_sent(threshold):
    widget = view(LABEL, SCORE)
    widget.threshold = threshold
    points, index = points_of(widget), threshold_index(points_of(widget), threshold)
    sent = widget.bundle["points"]["threshold"]
    assert index is None or points.threshold[index] in sent
    assert [one for one in sent if one >= threshold][-1:] == ([] if index is None else [points.threshold[index]])


def test_another_model_has_its_own_points_and_threshold():
    widget = view(LABEL, {"forest": SCORE, "tree": np.round(SCORE, 1)}, threshold=0.5)
    assert (widget.model, widget.threshold) == ("forest", 0.5)
    before = widget.bundle["points"]
    widget.model = "tree"
    assert widget.bundle["now"]["model"] == "tree"
    assert widget.bundle["points"] != before
    assert widget.threshold == choose_threshold(operating_points(LABEL, np.round(SCORE, 1))).threshold
    assert [one["areas"] for one in widget.bundle["models"]] == [
        [SCHEMES[scheme].area(operating_points(LABEL, one)) for scheme in ("step", "linear")]
        for one in (SCORE, np.round(SCORE, 1))
    ]


def test_only_few_rows_can_be_moved():
    assert [row["score"] for row in view(*FEW).bundle["rows"]] == FEW[1]
    most = view(LABEL[:MAX_ROWS], SCORE[:MAX_ROWS])
    assert most.bundle["canMove"]
    assert not view(LABEL[: MAX_ROWS + 1], SCORE[: MAX_ROWS + 1]).bundle["canMove"]
    assert not view(operating_points(*FEW)).bundle["canMove"]


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"left": "linaer"}, ValueError, "left must be one of step, .*, got 'linaer'; did you mean 'linear'"),
        ({"right": "davis_goadrich", "sample_weight": [0.5, 1, 1, 1, 1]}, ValueError, "right must be one of"),
        ({"model": "tree"}, ValueError, "model must be one of score, got 'tree'"),
        ({"lang": "xx"}, ValueError, "language must be one of"),
        ({"threshold": math.nan}, ValueError, "threshold must be a finite number, got nan"),
        ({"threshold": math.inf}, ValueError, "threshold must be a finite number, got inf"),
    ],
)
def test_an_invalid_option_is_an_error(options, kind, said):
    with pytest.raises(kind, match=said):
        view(*FEW, **options)


def test_an_invalid_value_cannot_be_set_later():
    widget = view(*FEW)
    with pytest.raises(ValueError, match="left must be one of"):
        widget.left = "spline"
    assert widget.left == "step"
    with pytest.raises(ValueError, match="threshold must be a finite number, got nan"):
        widget.threshold = math.nan
    assert widget.threshold == 0.9


def test_another_model_is_sent_once(monkeypatch):
    widget, sent = view(LABEL, {"tree": np.round(SCORE, 1), "forest": SCORE}), []
    widget.observe(lambda change: sent.append(change["new"]["now"]["model"]), "bundle")
    built = mock.Mock(wraps=widget._view_data.to_json)
    monkeypatch.setattr(widget._view_data, "to_json", built)
    widget.model = "forest"
    assert (sent, built.call_count) == (["forest"], 1)
    widget.threshold = 0.123456
    assert built.call_count == 2


class Server:
    def __init__(self, files, port):
        self.files, self.port, self.address, self.is_open = files, port, f"http://127.0.0.1:{port}", True

    def close(self):
        self.is_open = False


def test_one_app_is_open_at_a_time(monkeypatch):
    servers = []

    def started(files, port=None):
        assert not any(one.is_open for one in servers)
        servers.append(Server(files, port))
        return servers[-1]

    monkeypatch.setattr("pr_curve_lab.notebook.view.AppServer.start", started)
    first, again = view(*FEW), view(*FEW)
    assert first.open(port=8601, browser=False) == again.open(port=8601, browser=False) == "http://127.0.0.1:8601"
    assert [one.is_open for one in servers] == [False, True]
    first.close()
    assert servers[1].is_open
    again.close()
    assert not servers[1].is_open


ROUND = {(0.0001, 0.004): (0, 0.004), (0.999, 0.9999): (0.999, 0.9999), (0.43, 0.4712): (0.43, 0.48)}


@pytest.mark.parametrize("scores", [*ROUND, (0.9, 0.1), (0.5, 0.5), (4, 4.01)])
def test_close_scores_have_a_narrower_axis(scores):
    given, wanted = view([1, 0], scores).bundle["range"], ROUND.get(scores)
    assert given is None if wanted is None else (given["low"], given["high"]) == pytest.approx(wanted, abs=1e-12)
    assert given is None or given["low"] <= min(scores) < max(scores) <= given["high"]


def test_the_repr_fits_a_line():
    shown = view(*FEW)
    assert repr(shown) == "View('score', step 0.750, linear 0.750, threshold 0.9)"
    shown.threshold = 0.43127123
    assert repr(shown).endswith("threshold 0.43127123)")


ANIMALS = pd.DataFrame({"y": ["dog", "cat", "dog"], "p": [0.9, 0.5, 0.1], "q": [3, 2, 1], "sample_weight": [1, 2, 3]})


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"sample_weight": "sample_weight"}, "Guessed: label y · positive cat · score p · weight sample_weight"),
        ({"label": "y", "score": "q", "sample_weight": "sample_weight"}, "Guessed: label y · positive cat · score q"),
        ({"label": "y", "score": "p", "pos_label": "dog", "sample_weight": "sample_weight"}, ""),
        ({"score": ["q", "p"]}, "Guessed: label y · positive cat · score q, p"),
    ],
)
def test_guesses_about_a_table_are_printed(named, said):
    shown = view(ANIMALS, **named)
    assert said in repr(shown)
    assert said in shown._repr_html_()
    assert shown.bundle["guessed"].startswith(said)
    assert bool(said) == ("Guessed" in repr(shown)) == bool(shown.bundle["guessed"])


def test_named_columns_with_labels_0_and_1_need_no_guess():
    assert view(*FEW).bundle["guessed"] == ""
    assert view(pd.DataFrame(dict(zip("yp", FEW, strict=True))), label="y", score="p").bundle["guessed"] == ""
    assert view(pd.DataFrame(dict(zip("yp", FEW, strict=True))), lang="zh").bundle["guessed"].startswith("推测：标签 y")


def test_the_script_is_one_module_without_imports():
    assert not re.search(r"^import ", str(View._esm), re.MULTILINE)
    assert "export default" in str(View._esm)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_widget_gets_exactly_the_texts_it_uses(language):
    scripts = "".join((FOLDER / f"{one}.js").read_text(encoding="utf-8") for one in module_order("side_by_side"))
    said = view(*FEW, lang=language).bundle["words"]
    own = "".join((FOLDER / f"{one}.js").read_text(encoding="utf-8") for one in ("side_by_side", "pictures", "axis"))
    assert set(re.findall(r'\bformat\("(\w+)"', own)) - {"roc", "false_alarm_rate"} - said.keys() == set()
    keys = {key.removeprefix("notebook.") for key in messages_in(language).catalog if key.startswith("notebook.")}
    assert keys - set(re.findall(r'"(\w+)"', scripts)) == SAID_BY_PYTHON
    assert keys <= said.keys()


def test_view_is_a_public_name():
    assert pr_curve_lab.view is view
    assert {"view", "PrecisionRecallDisplay"} <= set(dir(pr_curve_lab))
