import pytest

from pr_curve_lab.i18n.names import SCHEME_INFO
from pr_curve_lab.plotting.palette import PAPER, QUIET, SLATE, STYLES, style_of
from pr_metrics import SCHEMES
from tests.contrasts import contrast


def test_every_scheme_has_a_look_and_only_an_unknown_one_is_grey():
    assert SCHEME_INFO.keys() == SCHEMES.keys()
    assert not any(style_of(scheme) is SLATE for scheme in SCHEMES)
    assert style_of("spline") is SLATE


@pytest.mark.parametrize("colour", [QUIET, SLATE.text, *(style.text for style in STYLES.values())])
def test_text_can_be_read_on_paper(colour):
    assert contrast(colour, PAPER) >= 4.5


def test_each_scheme_has_the_colour_of_its_family():
    blue, vermillion, green, pink = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
    expected = {
        **dict.fromkeys(("step", "lower", "upper"), blue),
        **dict.fromkeys(("linear", "linear_flat", "linear_truncated"), vermillion),
        **dict.fromkeys(("continuous", "davis_goadrich"), green),
        **dict.fromkeys(("envelope", "eleven_point", "hundred_one_point"), pink),
    }
    assert {scheme: style_of(scheme).line for scheme in expected} == expected
