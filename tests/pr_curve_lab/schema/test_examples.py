import pytest

from pr_curve_lab.schema.examples import EXAMPLES, FOLDER, example_labeled_scores, example_table
from pr_metrics import SCHEMES
from tests.reference import TOY_VALUES


def test_every_file_in_the_folder_is_an_example():
    assert sorted(EXAMPLES) == sorted(file.stem for file in FOLDER.glob("*.csv"))


@pytest.mark.parametrize(
    ("example", "case"),
    [
        ("apples_oranges", "apples_oranges"),
        ("sixteen_rows", "sixteen_rows"),
        ("top_is_negative", "top_is_negative"),
        ("constant", "constant_10_percent"),
        ("improved", "improved_10_percent"),
    ],
)
def test_examples_have_their_reference_areas(example, case):
    points = example_labeled_scores(example).points
    for key, scheme in SCHEMES.items():
        assert scheme.area(points) == pytest.approx(TOY_VALUES[case]["areas"][key], abs=1e-9)


def test_breast_cancer_has_its_known_average_precision():
    labeled_scores = example_labeled_scores("breast_cancer")
    assert (labeled_scores.size, int(labeled_scores.positive.sum())) == (469, 322)
    assert SCHEMES["step"].area(labeled_scores.points) == pytest.approx(0.992462, abs=5e-7)


def test_only_linear_interpolation_ranks_the_improved_model_lower():
    before, after = (example_labeled_scores(name).points for name in ("constant", "improved"))
    assert SCHEMES["linear"].area(after) < SCHEMES["linear"].area(before)
    assert SCHEMES["step"].area(after) > SCHEMES["step"].area(before)


def test_an_unknown_example_is_refused():
    with pytest.raises(ValueError, match=r"name must be one of .*, got 'pears'"):
        example_table("pears")
