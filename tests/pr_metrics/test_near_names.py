"""Whoever asks for what there is not gets the names of what may have been meant."""

import pytest

from pr_metrics import SCHEMES, TOOLS, average_precision, explain_tool_difference


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("trapezoid", "'linear'"), ("AUC", "'linear'"), ("average_precision", "'step'"),
        ("COCO", "'hundred_one_point'"), ("stpe", "'step'"),
        ("Linear", "'linear' or 'linear_flat' or 'linear_truncated'"), ("davis", "'davis_goadrich'"),
    ],
)  # fmt: skip
def test_a_scheme_is_suggested(asked, meant):
    with pytest.raises(KeyError) as found:
        SCHEMES[asked]
    assert found.value.args[0] == f"there is no scheme {asked!r}; did you mean {meant}?"
    with pytest.raises(ValueError, match=r"scheme must be one of step, .* did you mean") as refused:
        average_precision([1, 0], [2, 1], scheme=asked)
    assert str(refused.value).endswith(f"got {asked!r}; did you mean {meant}?")


def test_a_tool_is_suggested():
    with pytest.raises(KeyError, match=r"no tool 'sklearn'; did you mean 'sklearn\.average_precision_score' or"):
        TOOLS["sklearn"]
    with pytest.raises(ValueError, match=r"got 'xgboost'; did you mean 'xgboost\.aucpr'"):
        explain_tool_difference("xgboost", [1, 0], [2, 1])


@pytest.mark.parametrize("asked", ["", "zzzz", 7, None])
def test_nothing_is_suggested_where_nothing_is_near(asked):
    with pytest.raises(KeyError) as found:
        TOOLS[asked]
    assert found.value.args[0] == f"there is no tool {asked!r}"


def test_what_there_is_is_found_as_in_any_dict():
    assert "trapezoid" not in SCHEMES
    assert SCHEMES.get("trapezoid") is None
    assert SCHEMES["linear"].key == "linear"
