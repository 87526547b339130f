import pytest

from pr_curve_lab.analysis.formatting import NumberText
from pr_curve_lab.i18n.messages import code_span, escape_plotly, number_format


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("score", "`score`"),
        ("![t](http://x/y)", "`![t](http://x/y)`"),
        ("a`b", "`` a`b ``"),
        ("``` x", "```` ``` x ````"),
        ("two\n\nparagraphs", "`two paragraphs`"),
        ("", "`  `"),
    ],
)
def test_text_cannot_break_out_of_a_code_span(text, span):
    assert code_span(text) == span


def test_long_texts_are_cut():
    assert code_span("x" * 100) == f"`{'x' * 59}…`"


def test_markup_is_escaped_for_plotly():
    assert escape_plotly('<a href="http://x">$y$</a>') == '&lt;a href="http://x"&gt;&#36;y&#36;&lt;/a&gt;'


def test_escaping_keeps_a_number_text():
    for marked in (code_span(NumberText("0.5")), escape_plotly(NumberText("0.5"))):
        assert isinstance(marked, NumberText)
        assert number_format("de").localize(marked).strip("`") == "0,5"
