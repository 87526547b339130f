"""Arrays, tables and points in a notebook become models, and the app opens the same models."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from pr_curve_lab.io.local_files import read_local_files
from pr_curve_lab.notebook.inputs import read_models
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.roles import infer_roles
from pr_curve_lab.schema.table_files import read_matched_table
from pr_metrics import SCHEMES, OperatingPoints, operating_points
from tests.pr_curve_lab.io.quick_readers import readers_in_this_process

RNG = np.random.default_rng(3)
LABEL = (RNG.random(200) < 0.3).astype(int)
SCORE = np.round(RNG.random(200) * 0.7 + 0.3 * LABEL * RNG.random(200), 3)
OTHER = RNG.random(200)
WEIGHT = RNG.integers(1, 5, 200) / 4
POINTS = operating_points(LABEL, SCORE)
COUNTS = pd.DataFrame({
    "score": POINTS.threshold,
    "positives": np.diff(POINTS.true_positives, prepend=0).astype(int),
    "negatives": np.diff(POINTS.false_positives, prepend=0).astype(int),
})  # fmt: skip
FRAME = pd.DataFrame({"id": range(200), "truth": LABEL, "p": SCORE})
TYPED = pd.DataFrame({"truth": np.where(LABEL == 1, "yes", "no"), "p": SCORE}).astype(
    {"truth": "category", "p": "Float64"}
)
UNLABELLED = pd.DataFrame({"y": [1, None, 0], "p": [0.1, 0.2, 0.3]})
EXACT = 1e-12


@pytest.fixture(autouse=True, scope="module")
def quick_readers():
    with readers_in_this_process():
        yield


def areas(points):
    return [SCHEMES[scheme].area(points) for scheme in ("step", "linear", "continuous")]


def area_of(models):
    return {one.name: areas(one.points) for one in models}


@pytest.mark.parametrize(
    "arguments",
    [
        (LABEL, SCORE),
        (LABEL.astype(bool), SCORE.tolist()),
        (pd.Series(LABEL), pd.Series(SCORE)),
        (FRAME,),
        (
            FRAME.assign(
                p=FRAME["p"].astype("Float64"), truth=FRAME["truth"].map({0: "no", 1: "yes"}).astype("category")
            ),
        ),
        (pl.DataFrame({"truth": LABEL, "p": SCORE}),),
        (pa.table({"truth": LABEL, "p": SCORE}),),
        (COUNTS,),
        (POINTS,),
    ],
    ids=lambda arguments: " ".join(type(one).__name__ for one in arguments),
)
def test_the_same_rows_give_the_same_model_in_any_format(arguments):
    (model,) = read_models(*arguments).models
    assert areas(model.points) == pytest.approx(areas(POINTS), abs=EXACT)
    assert model.points.positives == LABEL.sum()


def test_several_scores_are_several_models():
    scores = {"forest": SCORE, "tree": OTHER}
    wanted = {name: areas(operating_points(LABEL, one)) for name, one in scores.items()}
    assert area_of(read_models(LABEL, scores).models) == wanted
    for table in (pd.DataFrame, pl.DataFrame, pa.table):
        assert area_of(read_models(LABEL, table(scores)).models) == wanted
    assert area_of(read_models({name: operating_points(LABEL, one) for name, one in scores.items()}).models) == wanted


def test_named_columns_are_used_and_others_are_guessed():
    late = np.where(LABEL == 0, "yes", "no")
    frame = pd.DataFrame({"y": LABEL, "late": late, "p": SCORE, "q": OTHER, "w": WEIGHT})
    named = read_models(frame, label="late", score="q", sample_weight="w").models
    assert area_of(named) == {"q": areas(operating_points(1 - LABEL, OTHER, sample_weight=WEIGHT))}
    assert area_of(read_models(frame, label="y", score=["p", "q"]).models) == {
        "p": areas(operating_points(LABEL, SCORE)), "q": areas(operating_points(LABEL, OTHER))
    }  # fmt: skip
    assert area_of(read_models(frame[["y", "p"]], pos_label=0).models) == {
        "p": areas(operating_points(1 - LABEL, SCORE))
    }


def test_columns_may_have_any_name():
    frame = pd.DataFrame({0: LABEL, 1: SCORE, " w ": WEIGHT * 4, 2: OTHER})
    wanted = areas(operating_points(LABEL, SCORE, sample_weight=WEIGHT))
    assert area_of(read_models(frame, label=0, score=1, sample_weight=" w ").models) == {
        "1": pytest.approx(wanted, abs=EXACT)
    }
    assert list(area_of(read_models(frame, label=0, score=[1, 2]).models)) == ["1", "2"]


def test_a_wide_table_is_reduced_to_possible_columns():
    features = {f"f{at}": RNG.random(200) for at in range(50)}
    roles = {"day": np.arange(200) // 9, "sample_weight": WEIGHT, "amount": WEIGHT, "y": LABEL, "p": SCORE, "n": 2}
    found = read_models(pd.DataFrame({**features, **roles}), label="y", score="p", sample_weight="sample_weight")
    ((_, content),) = found.to_files("p")
    assert list(pd.read_parquet(BytesIO(content)).columns) == ["f0", "f1", "f2", "f3", *roles]
    assert area_of(found.models) == {"p": areas(operating_points(LABEL, SCORE, sample_weight=WEIGHT))}


CONFIDENT = pd.DataFrame({
    "truth": np.where(OTHER < 0.5, "cat", "dog"),
    "prediction": np.where(SCORE > 0.5, "dog", "cat"),
    "confidence": np.maximum(SCORE, 1 - SCORE),
})  # fmt: skip


def test_naming_the_guessed_label_changes_nothing():
    assert area_of(read_models(CONFIDENT, label="truth").models) == area_of(read_models(CONFIDENT).models)


def test_a_named_score_is_not_guessed_as_the_label():
    frame = pd.DataFrame({"y": LABEL, "z": np.where(OTHER < 0.5, "no", "yes")})
    assert area_of(read_models(frame, score="y").models) == {"y": areas(operating_points(OTHER >= 0.5, LABEL))}


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        ((FRAME,), {"label": "turth"}, "label must be a column of id, truth, p, got 'turth'; did you mean 'truth'"),
        ((FRAME,), {"score": ["p", "q"]}, "score must be a column of id, truth, p, got 'q'"),
        ((LABEL, SCORE), {"label": "y"}, "label and score name columns of a DataFrame, got arrays"),
        (([0, 0], [0.1, 0.2]), {}, "y_true must have positives, got none for 'score'"),
        ((LABEL,), {}, "y_true without y_score must be a table, OperatingPoints or a dict of them, got ndarray"),
        ((LABEL, {}), {}, "y_score must have at least one model, got none"),
        ((LABEL, SCORE[:-1]), {}, "y_true and y_score must"),
        (
            (pd.DataFrame({"y": [1, None, 0], "p": [0.1, 0.2, 0.3]}),),
            {},
            "In row 2 .* the label in the column `y` is empty",
        ),
        ((pd.DataFrame({"p": [0.1, 0.2]}),), {}, "one column"),
        ((FRAME,), {"sample_weight": WEIGHT}, "sample_weight must name a column of the DataFrame, got ndarray"),
        ((LABEL, {1: SCORE, "1": OTHER}), {}, "models must have different names, got '1' twice"),
        (
            (LABEL, pd.DataFrame([[0.5, 0.5]] * 200, columns=["a", "a"])),
            {},
            "models must have different names, got 'a'",
        ),
        (({1: POINTS, "1": POINTS},), {}, "models must have different names"),
    ],
)
def test_invalid_input_has_a_clear_error(arguments, options, said):
    with pytest.raises(ValueError, match=said):
        read_models(*arguments, **options)


def opened(files):
    """Return the areas of the models that the app reads from files, with guessed columns."""
    assert len({name.casefold() for name, _ in files}) == len(files)
    with TemporaryDirectory() as folder:
        for name, content in files:
            (Path(folder) / name).write_bytes(content)
        table = read_matched_table(read_local_files([Path(folder) / name for name, _ in files]), allow_last=True)
    dataset = build_dataset(table, infer_roles(table))
    return {name: areas(dataset.points(name)) for name in dataset.valid_names}


LOGITS = np.log(SCORE / (1.001 - SCORE)) * 3
MISSED = operating_points(LABEL, SCORE, total_positives=LABEL.sum() + 7)
WEIGHED = {"w": WEIGHT * 4, "num_positives": 4 * LABEL.size}
OF_MORE = pd.DataFrame({"y": LABEL, "p": SCORE, "q": OTHER, "num_positives": LABEL.sum() + 7})


@pytest.mark.parametrize(
    "arguments",
    [
        {"y_true": LABEL, "y_score": SCORE},
        {"y_true": LABEL, "y_score": pd.Series(LOGITS, name="age")},
        {"y_true": LABEL, "y_score": {"forest": SCORE, "tree": OTHER}},
        {"y_true": LABEL, "y_score": {"forest": LOGITS, "v1.2": 5 * OTHER, "SVM (rbf), C=10": np.round(OTHER * 9)}},
        {"y_true": LABEL, "y_score": SCORE, "sample_weight": WEIGHT},
        {"y_true": LABEL, "y_score": {"forest": LOGITS, "tree": OTHER}, "sample_weight": WEIGHT},
        {"y_true": FRAME},
        {"y_true": FRAME.assign(q=OTHER), "label": "truth", "score": ["q"]},
        {"y_true": COUNTS},
        {"y_true": POINTS},
        {"y_true": operating_points(LABEL, SCORE, sample_weight=WEIGHT)},
        {"y_true": MISSED},
        {"y_true": OF_MORE},
        {"y_true": OF_MORE, "label": "y", "score": "q"},
        {"y_true": OF_MORE, "score": "q"},
        {"y_true": OF_MORE.assign(late=1 - LABEL, num_positives=LABEL.size), "label": "late", "score": ["q", "p"]},
        {"y_true": OF_MORE.assign(**WEIGHED), "score": ["q", "p"], "sample_weight": "w"},
        {"y_true": LABEL, "y_score": {"forest": SCORE}},
    ],
    ids=range(18),
)
def test_the_app_reads_the_models_that_the_notebook_shows(arguments):
    found = read_models(**arguments)
    shown, there = area_of(found.models), opened(found.to_files(found.models[0].name))
    assert shown.keys() == there.keys()
    for name, areas_shown in shown.items():
        assert areas_shown == pytest.approx(there[name], abs=EXACT)


@pytest.mark.parametrize("name", ["age", "id", "label", "sample_weight", "loss", "", "num_positives", "y", "amount"])
def test_a_single_model_may_have_any_name(name):
    (found,) = opened(read_models(LABEL, {name: LOGITS}, sample_weight=WEIGHT).to_files(name)).values()
    assert found == pytest.approx(areas(operating_points(LABEL, LOGITS, sample_weight=WEIGHT)), abs=EXACT)


LONG = [("x" * 260, "x" * 261), ("林" * 130, "林" * 140)]
ALIKE = [("a/b", "a:b", "c"), ("A", "a"), ("..", "", " "), ("notebook", "id", "label")]


@pytest.mark.parametrize("names", [*LONG, *ALIKE], ids=range(6))
def test_models_with_similar_names_stay_separate(names):
    scores = [np.roll(SCORE, at) for at in range(len(names))]
    found = opened(read_models(LABEL, dict(zip(names, scores, strict=True))).to_files(names[0]))
    assert sorted(found.values()) == sorted(areas(operating_points(LABEL, one)) for one in scores)


def test_the_selected_class_is_opened():
    kind = RNG.choice(["cat", "dog", "bird"], 200)
    frame = pd.DataFrame({"truth": kind, **{name: RNG.random(200) for name in ("cat", "dog", "bird")}, "q": OTHER})
    found = read_models(frame, label="truth", score=["dog", "cat", "bird"])
    assert list(opened(found.to_files("cat")).values()) == [areas(found.model("cat").points)]


def test_the_selected_one_of_several_counted_models_is_opened():
    found = read_models({"a": POINTS, "b": operating_points(LABEL, OTHER)})
    assert list(opened(found.to_files("b")).values()) == [areas(found.model("b").points)]
    with pytest.raises(ValueError, match="model must be one of a, b, got 'c'"):
        found.model("c")


def test_a_fractional_number_of_positives_is_an_error():
    points = OperatingPoints.from_counts([0.5], [1], [1], total_positives=2.5)
    with pytest.raises(ValueError, match=r"positives must be a whole number where some have no score, got 2\.5"):
        read_models(points).to_files("score")


def test_cells_of_mixed_types_are_written_as_text():
    frame = pd.DataFrame({"y": [1, 0, "0"], "p": [0.9, 0.5, 0.1]})
    ((name, content),) = read_models(frame).to_files("p")
    assert (name, pd.read_csv(BytesIO(content))["y"].tolist()) == ("notebook.csv", [1, 0, 0])
