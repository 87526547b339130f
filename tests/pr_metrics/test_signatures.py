import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pr_metrics import (
    SCHEMES,
    TOOLS,
    RejectedInput,
    Signature,
    average_signature,
    operating_points,
    parse_signature,
    signature,
)
from pr_metrics.signatures import AVERAGES, FIELDS, JOINS, SCORES, STARTS, TIES, SignatureError

ROWS = [1, 1, 0, 1, 0, 1, 1, 0, 0, 0], list(range(10, 0, -1))
POINTS = operating_points(*ROWS)
EVERY_RELEASE = [one.key for key in TOOLS for one in TOOLS.releases(key)]


def test_a_signature_has_every_field_in_a_fixed_order():
    assert signature(POINTS) == (
        "AP=0.826|join:step|ties:grouped|start:none|scores:float64|tool:none|average:none|weights:no|positives:5/10"
        "|unscored:0|version:prcl-1.0"
    )
    assert signature(POINTS, short=True) == "AP=0.826|join:step|positives:5/10|version:prcl-1.0"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("short", [False, True])
def test_the_settings_of_every_scheme_come_back(scheme, short):
    text = signature(POINTS, scheme, decimals=6, short=short)
    found = parse_signature(text)
    assert (found.join, found.counts) == (scheme, (5, 10))
    assert found.value == pytest.approx(SCHEMES[scheme].area(POINTS), abs=5e-7)
    assert (found.short() if short else str(found)) == text


@pytest.mark.parametrize("key", EVERY_RELEASE)
def test_the_settings_of_every_release_of_a_tool_come_back(key):
    tool = TOOLS[key]
    try:
        area = tool.report(*ROWS)
    except RejectedInput:
        area = float("nan")
    found = parse_signature(signature(POINTS, tool=key, area=area, short=True))
    assert TOOLS[found.tool] is tool
    assert (found.ties, found.start, found.scores) == (TIES[tool.ties], STARTS[tool.start], SCORES[tool.resolution])
    assert found.join == (tool.scheme or "other")


def test_weights_and_unscored_positives_are_stated():
    weighted = operating_points(*ROWS, sample_weight=np.full(10, 0.5))
    assert parse_signature(signature(weighted)).weights == "yes"
    assert parse_signature(signature(weighted)).counts == (2.5, 5)
    missed = operating_points(*ROWS, total_positives=8)
    found = parse_signature(signature(missed))
    assert (found.counts, found.unscored) == ((5, 10), "3")


def test_an_average_counts_all_classes():
    found = parse_signature(average_signature([POINTS, POINTS], 0.8261, average="macro"))
    assert (found.average, found.counts, found.area) == ("macro", (10, 20), "0.826")
    with pytest.raises(ValueError, match=r"average must be one of macro, .*, got 'none'"):
        average_signature([POINTS, POINTS], 0.8261, average="none")


def test_a_tool_needs_its_area():
    with pytest.raises(ValueError, match="area must be given for a tool, got None"):
        signature(POINTS, tool="COCO")
    with pytest.raises(ValueError, match="area must be a number, got a str"):
        signature(POINTS, area="0.8")
    with pytest.raises(ValueError, match="decimals must be a whole number of at least 0, got -1"):
        signature(POINTS, decimals=-1)
    with pytest.raises(ValueError, match="decimals must be at most 17, got 400"):
        signature(POINTS, decimals=400)
    with pytest.raises(SignatureError, match="text must be a str that begins with AP=, got a NoneType"):
        parse_signature(None)


counts = st.integers(0, 10**9)
some_signature = st.builds(
    Signature,
    area=st.floats(0, 1).map(lambda area: f"{area:.4f}") | st.just("nan"),
    join=st.sampled_from(JOINS),
    ties=st.sampled_from([*TIES.values()]),
    start=st.sampled_from([*STARTS.values()]),
    scores=st.sampled_from([*SCORES.values()]),
    tool=st.sampled_from(["none", *EVERY_RELEASE]),
    average=st.sampled_from(AVERAGES),
    weights=st.sampled_from(["no", "yes"]),
    positives=st.tuples(counts, counts).map(lambda pair: f"{pair[0]}/{pair[0] + pair[1]}"),
    unscored=(counts | st.floats(0, 1e6)).map(lambda total: f"{total:.12g}"),
)


@settings(max_examples=1000)
@given(found=some_signature)
def test_random_settings_parse_back(found):
    assert parse_signature(str(found)) == found
    assert parse_signature(found.short()) == found


@settings(max_examples=200)
@given(text=st.text(max_size=60) | st.text("AP=0.8|join:stepvrc-1ou/ ", max_size=80))
def test_any_text_is_a_signature_or_one_sentence(text):
    try:
        found = parse_signature(text)
    except SignatureError as error:
        sentence, reason = str(error), error.reason
    else:
        sentence, reason = str(found), "none"
    assert "\n" not in sentence
    assert reason


REST = "|positives:5/10|version:prcl-1.0"


@pytest.mark.parametrize(("text", "reason", "message"), [
    ("0.826", "begin", "a signature begins with AP= and a number, as in AP=0.826, got '0.826'"),
    ("AP=high" + REST, "begin", "a signature begins with AP= and a number, .* got 'AP=high'"),
    ("AP=0.8|jion:step" + REST, "field", "a field of a signature is one .*, got 'jion:step'; did you mean 'join'"),
    ("AP=0.8|join:step|join:step" + REST, "twice", "each field of a signature is given once, got join twice"),
    ("AP=0.8" + REST, "missing", "a signature needs the fields join, positives, version, got none of join"),
    ("AP=0.8|join:step|positives:5/10|version:prcl-9", "version", "version must be prcl-1.0, .*, got 'prcl-9'"),
    ("AP=0.8|join:spline" + REST, "choice", "join must be one of step, .*, got 'spline'"),
    ("AP=0.8|join:step|ties:maybe" + REST, "choice", "ties must be one of grouped, .*, got 'maybe'"),
    ("AP=0.8|join:step|tool:abacus@1" + REST, "tool", "there is no tool 'abacus'"),
    ("AP=0.8|join:step|positives:11/10|version:prcl-1.0", "counts", "positives must be positives and .*, got '11/10'"),
    ("AP=0.8|join:step|unscored:-1" + REST, "number", "unscored must be a number of at least 0, got '-1'"),
    ("AP=0." + 400 * "8", "length", "a signature has at most 400 characters, got 405"),
])  # fmt: skip
def test_a_wrong_signature_is_one_sentence(text, reason, message):
    with pytest.raises(SignatureError, match=message) as error:
        parse_signature(text)
    assert error.value.reason == reason


def test_the_document_describes_every_field_and_scheme():
    from tests.repository import ROOT

    text = (ROOT / "docs" / "signature.md").read_text(encoding="utf-8")
    assert [name for name in ("AP", *FIELDS) if f"| `{name}` |" not in text] == []
    assert [key for key in JOINS if f"| `{key}` |" not in text] == []
    assert signature(POINTS) in text
    assert signature(POINTS, short=True) in text
