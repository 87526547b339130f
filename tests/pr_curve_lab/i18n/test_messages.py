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
def test_a_code_span_cannot_be_left(text, span):
    assert code_span(text) == span


def test_long_texts_are_cut():
    assert code_span("x" * 100) == f"`{'x' * 59}…`"


def test_plotly_gets_no_markup():
    assert escape_plotly('<a href="http://x">$y$</a>') == '&lt;a href="http://x"&gt;&#36;y&#36;&lt;/a&gt;'


def test_a_number_stays_one_that_its_sentence_writes():
    for marked in (code_span(NumberText("0.5")), escape_plotly(NumberText("0.5"))):
        assert isinstance(marked, NumberText)
        assert number_format("de").number(marked).strip("`") == "0,5"
