from typing import get_args

import numpy as np
import pytest

from pr_curve_lab.analysis.signature_check import check_signature, parse_signature_text
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.notices import Notice
from pr_metrics import SCHEMES, TOOLS, Signature, operating_points, parse_signature, release_reports, signature
from pr_metrics.signatures import Reason

ROWS = [1, 1, 0, 1, 0, 1, 1, 0, 0, 0], list(range(10, 0, -1))
POINTS = operating_points(*ROWS)
REPORTS = release_reports(*ROWS)


def differences(text, points=POINTS):
    return {
        one.kind: (one.given, one.here) for one in check_signature(parse_signature(text), points, REPORTS).differences
    }


@pytest.mark.parametrize("scheme", SCHEMES)
def test_rows_give_the_number_of_their_own_signature(scheme):
    assert differences(signature(POINTS, scheme)) == {}


@pytest.mark.parametrize("key", [key for key, report in REPORTS.items() if isinstance(report, float)])
def test_rows_give_the_number_of_the_signature_of_a_tool(key):
    assert differences(signature(POINTS, tool=key, area=REPORTS[key])) == {}
    other = signature(POINTS, tool=key, area=REPORTS[key] + 0.1 if REPORTS[key] < 0.5 else REPORTS[key] - 0.1)
    assert differences(other).keys() == {"area"}


def test_what_differs_is_named():
    text = "AP=0.81|join:step|weights:yes|positives:4/11|unscored:2|version:prcl-1.0"
    assert differences(text) == {
        "area": ("0.81", "0.83"), "positives": ("4", "5"), "rows": ("11", "10"), "weights": ("yes", "no"),
        "unscored": ("2", "0"),
    }  # fmt: skip
    assert differences("AP=0.81|join:other|positives:5/10|version:prcl-1.0") == {"none": ("0.81", "")}
    assert differences("AP=0.81|join:step|average:macro|positives:5/10|version:prcl-1.0") == {
        "average": ("macro", "none")
    }


@pytest.mark.parametrize(("text", "given", "here"), [
    ("join:step|ties:input-order", "ties:input-order", "ties:grouped"),
    ("join:linear|start:first", "start:first", "start:one"),
    ("join:step|scores:bins", "scores:bins", "scores:float64"),
    ("join:linear|start:none|tool:sklearn.average_precision_score@1.5", "join:linear", "join:step"),
])  # fmt: skip
def test_fields_that_contradict_the_rest_are_named(text, given, here):
    area = f"{SCHEMES[text[5:].partition('|')[0]].area(POINTS):.3f}"
    assert differences(f"AP={area}|{text}|positives:5/10|version:prcl-1.0") == {"field": (given, here)}


def test_an_area_above_one_is_no_percentage():
    rows = [1, 1, 1, 0], [0.9, 0.8, 0.7, 0.3]
    key = "supervision.mean_average_precision@0.24.0"
    points, reports = operating_points(*rows), release_reports(*rows)
    text = signature(points, tool=key, area=reports[key])
    assert text.startswith("AP=1.010|")
    assert check_signature(parse_signature(text), points, reports).is_given


@pytest.mark.parametrize("area", ["1e-999999999", "1e999999999", "-0.500"])
def test_an_area_that_no_rows_have_is_compared_at_once(area):
    assert differences(f"AP={area}|join:step|positives:5/10|version:prcl-1.0") == {"area": (area, "0.826")}


def test_an_undefined_area_is_compared_with_that_of_the_rows():
    assert differences("AP=nan|join:step|positives:5/10|version:prcl-1.0") == {"area": ("nan", "0.826")}


def test_weights_are_compared_as_sums():
    points = operating_points(*ROWS, sample_weight=np.full(10, 0.1))
    assert differences(signature(points), points) == {}


@pytest.mark.parametrize("reason", get_args(Reason))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_sentence(reason, language):
    notice = Notice(f"signature_{reason}", name="join", value="x", choices=("step", "linear"))
    assert "{" not in messages_in(language).format_notice(notice)


def test_a_text_is_a_signature_a_problem_or_something_else():
    assert isinstance(parse_signature_text(signature(POINTS)), Signature)
    assert parse_signature_text("AP=1|what").key == "signature_field"
    for around in ('"{}"', "“{}”", "`{}`", " {}.", "{}|"):
        assert parse_signature_text(around.format(signature(POINTS))) == parse_signature(signature(POINTS))
    assert parse_signature_text("0.8") is parse_signature_text("") is None
    assert parse_signature_text(signature(POINTS, tool="COCO", area=0.5)).tool == f"COCO@{TOOLS['COCO'].version}"
