"""How a table is laid out: long, counted, classes or labels side by side, folds, titles, totals, several tables."""

import io
import json
import sqlite3
import zipfile

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_HIGH,
    FEW_LOW,
    MANY_LOW,
    SCORES,
    AnyOf,
    Counted,
    Drawn,
    Kind,
    Refused,
    Said,
    csv,
    several,
    spelled,
)

ONES = spelled(FEW_LOW, 1, 0)
YES_NO = spelled(FEW_LOW, "yes", "no")
OTHER_SCORES = (0.2, 0.81, 0.33, 0.64, 0.9, 0.15, 0.48, 0.27, 0.59, 0.72)
SPECIES = ("setosa", "versicolor", "virginica")
TRUE_SPECIES = [SPECIES[number % 3] for number in range(10)]
OF_SPECIES = (SCORES, OTHER_SCORES, tuple(round(1.3 - one, 2) for one in SCORES))
FOLDS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
BOTH = several([(FEW_LOW, SCORES), (FEW_LOW, OTHER_SCORES)], kind="models")


def lines(*rows: str) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def one_truth(name: str, content: bytes, **roles: str) -> Kind:
    return Kind(name, content, Counted(FEW_LOW, **roles), "shapes")


def long_form(header: str, *, ids: bool = False, names: tuple[str, str] = ("forest", "logit")) -> Kind:
    """Two models below one another, each with all the labels."""
    columns = {header: [names[0]] * 10 + [names[1]] * 10, "label": ONES * 2, "score": SCORES + OTHER_SCORES}
    columns = {"id": [*range(101, 111)] * 2, **columns} if ids else columns
    return Kind(f"long form by {header}{' with id' if ids else ''}", csv(columns), BOTH, "shapes")


def alternating() -> Kind:
    """Long form that goes case by case, as `pivot_longer` makes it."""
    rows = zip(range(10), ONES, SCORES, OTHER_SCORES, strict=True)
    text = [f"{row},{label},{model},{one}" for row, label, *both in rows for model, one in zip("ab", both, strict=True)]
    return Kind("long form case by case", lines("case_id,label,model,score", *text), BOTH, "shapes")


def sites() -> Kind:
    """Blocks with labels of their own are no models."""
    columns = {"site": ["north"] * 10 + ["south"] * 10, "label": ONES + spelled(MANY_LOW, 1, 0)}
    content = csv(columns | {"score": SCORES + OTHER_SCORES})
    expect = Counted(FEW_LOW + MANY_LOW, SCORES + OTHER_SCORES, label="label", group="site")
    return Kind("sites below one another", content, expect, "shapes")


def counts() -> list[Kind]:
    """One line a score, or a score and a label, with how many rows it stands for."""
    thresholds, positives, negatives = (0.9, 0.7, 0.5, 0.3, 0.1), (3, 4, 2, 1, 0), (1, 0, 2, 5, 7)
    truth, scores, weights = "10" * 5, [one for one in thresholds for _ in "10"], []
    for pair in zip(positives, negatives, strict=True):
        weights += pair
    side = {"score": thresholds, "positives": positives, "negatives": negatives}
    expect = Counted(truth, scores, weights)
    kinds = [Kind("positives and negatives of each score", csv(side), expect, "shapes")]
    below = {"score": scores, "label": [1, 0] * 5}
    for header in ("count", "n", "freq", "Freq", "次数"):
        content = csv(below | {header: weights})
        kinds.append(Kind(f"rows counted in {header}", content, expect, "shapes"))
    return kinds


def points() -> list[Kind]:
    """Points of another tool are points: precision is no score of rows."""
    recall, precision, threshold = (0.25, 0.5, 0.75, 1.0), (1.0, 0.8, 0.75, 0.5), (0.9, 0.7, 0.4, 0.1)
    both = {"recall": recall, "precision": precision}
    drawn = Drawn(recall, precision)
    return [
        Kind("threshold, precision, recall", csv({"threshold": threshold, **both}), drawn, "shapes"),
        Kind("recall and precision", csv(both), drawn, "shapes"),
        Kind(".threshold, recall, precision", csv({".threshold": threshold, **both}), drawn, "shapes"),
        Kind("召回率 and 精确率", csv({"召回率": recall, "精确率": precision}), drawn, "shapes"),
    ]


def classes(name: str, columns: tuple[str, ...], label: str = "species") -> Kind:
    """A column of scores for each of three classes, each against the rest."""
    truths = ["".join("01"[one == species] for one in TRUE_SPECIES) for species in SPECIES]
    content = csv({label: TRUE_SPECIES} | dict(zip(columns, OF_SPECIES, strict=True)))
    expect = several(zip(truths, OF_SPECIES, strict=True), kind="classes")
    return Kind(name, content, expect, "shapes")


def numbered_classes(name: str, *columns: str) -> Kind:
    truths = ["".join("01"[number % 3 == one] for number in range(10)) for one in range(3)]
    content = csv({"label": [number % 3 for number in range(10)]} | dict(zip(columns, OF_SPECIES, strict=True)))
    return Kind(name, content, several(zip(truths, OF_SPECIES, strict=True), kind="classes"), "shapes")


def indicators(name: str, labels: tuple[str, ...], scores: tuple[str, ...]) -> Kind:
    """Labels that do not exclude each other, each with a score."""
    truths = (FEW_LOW, FEW_HIGH, MANY_LOW)
    of_labels = {column: spelled(truth, 1, 0) for column, truth in zip(labels, truths, strict=True)}
    content = csv(of_labels | dict(zip(scores, OF_SPECIES, strict=True)))
    return Kind(name, content, several(zip(truths, OF_SPECIES, strict=True), kind="labels"), "shapes")


def splits() -> Kind:
    """The rows of the test part are what a model is judged by."""
    columns = {"split": ["train"] * 10 + ["test"] * 10, "label": spelled(MANY_LOW + FEW_LOW, 1, 0)}
    content = csv(columns | {"score": OTHER_SCORES + SCORES})
    return Kind("train and test", content, Counted(FEW_LOW, says=("test",)), "shapes")


def without_header() -> list[Kind]:
    words = list(zip(YES_NO, SCORES, strict=True))
    named = [f"a{number},{label},{score}" for number, (label, score) in enumerate(words)]
    return [
        one_truth("no header, words first", lines(*(f"{label},{score}" for label, score in words)), positive="yes"),
        one_truth("no header, words last", lines(*(f"{score},{label}" for label, score in words)), positive="yes"),
        one_truth("no header, names of rows", lines(*named), positive="yes"),
        one_truth("no header, numbers", lines(*(f"{label},{one}" for label, one in zip(ONES, SCORES, strict=True)))),
    ]


def around() -> list[Kind]:
    """Lines of a table that are not its rows."""
    body = [f"{label},{score}" for label, score in zip(YES_NO, SCORES, strict=True)]
    three = [f"r{number},{label},{score}" for number, (label, score) in enumerate(zip(ONES, SCORES, strict=True))]
    total = lines("case,truth,score", *three, "Total,3,4.97")
    return [
        one_truth("a title above", lines("Results of the forest", "truth,score", *body), label="truth", score="score"),
        one_truth("a title and commas", lines("Results,", "truth,score", *body), label="truth", score="score"),
        one_truth("a title and a gap", lines("Results", "", "truth,score", *body), label="truth", score="score"),
        Kind("a totals row", total, Said(11), "shapes"),
        Kind("a totals row without a number", lines("truth,score", *body, "Total,4.97"), Said(11), "shapes"),
        Kind("a mean below", lines("case,truth,score", *three, "Mean,0.3,0.497"), Said(11), "shapes"),
        Kind("units below the header", lines("truth,score", "-,points", *body), Said(1), "shapes"),
        Kind("units in brackets below", lines("truth,score", "[yes/no],[%]", *body), Said(1), "shapes"),
        Kind("the header again", lines("truth,score", *body[:5], "truth,score", *body[5:]), Said(6), "shapes"),
    ]


def tables() -> list[Kind]:
    """Several tables in one file: the first that could be one of cases is read, and the others are named."""
    database = sqlite3.connect(":memory:")
    for title, truth in (("train", FEW_LOW), ("test", FEW_HIGH)):
        database.execute(f"CREATE TABLE {title} (label INTEGER, score REAL)")
        database.executemany(f"INSERT INTO {title} VALUES (?, ?)", zip(spelled(truth, 1, 0), SCORES, strict=True))
    folds = {"train": {"label": ONES, "score": SCORES}, "test": {"label": [1, 0], "score": [0.5, 0.4]}}
    records = [{"label": label, "score": score} for label, score in zip(ONES, SCORES, strict=True)]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("points.csv", "recall,precision\n0.5,1\n1,0.5\n")
        written.writestr("rows.csv", csv({"label": ONES, "score": SCORES}))
    database.commit()
    said = Counted(FEW_LOW, says=("several_tables", "test"))
    return [
        Kind("a database of two tables", database.serialize(), said, "shapes"),
        Kind("JSON of two tables", json.dumps(folds).encode(), said, "shapes"),
        Kind(
            "JSON of rows and settings", json.dumps({"seed": 7, "rows": records}).encode(), Counted(FEW_LOW), "shapes"
        ),
        Kind("a zip of points and rows", archive.getvalue(), Counted(FEW_LOW, says=("points.csv",)), "shapes"),
    ]


def odd() -> list[Kind]:
    """What is no table of rows."""
    matrix = lines("actual,pred_yes,pred_no", "yes,40,10", "no,5,45")
    turned = lines("label," + ",".join(map(str, ONES)), "score," + ",".join(map(str, SCORES)))
    return [
        Kind("a confusion matrix", matrix, AnyOf((Refused(), Said(words=("few_positives", "points")))), "shapes"),
        Kind("rows and columns exchanged", turned, AnyOf((Refused(), Counted(FEW_LOW))), "shapes"),
        Kind("labels only", csv({"label": ONES}), Refused(("one_column",)), "today"),
        Kind("words only", csv({"truth": YES_NO, "pred": ["yes", "no"] * 5}), Refused(), "shapes"),
        Kind("one row", lines("label,score", "1,0.5"), Refused(), "today"),
        Kind(
            "two columns of labels and no score", csv({"id": YES_NO, "label": list("ababbabaab")}), Refused(), "today"
        ),
    ]


KINDS = [
    long_form("model"),
    long_form("model", ids=True),
    long_form("method"),
    long_form("模型", names=("森林", "逻辑")),
    alternating(),
    sites(),
    *counts(),
    *points(),
    *tables(),
    classes("a column a class", SPECIES),
    classes("a column a class in other case", ("Setosa", "VERSICOLOR", "Virginica")),
    classes("a column a class after prob and a blank", ("prob setosa", "prob versicolor", "prob virginica")),
    classes("a column a class, p_", ("p_setosa", "p_versicolor", "p_virginica")),
    classes("a column a class, .pred_", (".pred_setosa", ".pred_versicolor", ".pred_virginica"), "obs"),
    classes("a column a class, _score", ("setosa_score", "versicolor_score", "virginica_score"), "y_true"),
    numbered_classes("numbered classes", "0", "1", "2"),
    numbered_classes("numbered classes, p0", "p0", "p1", "p2"),
    numbered_classes("numbered classes, class_0", "class_0", "class_1", "class_2"),
    indicators("indicators, y_ and s_", ("y_cat", "y_dog", "y_cow"), ("s_cat", "s_dog", "s_cow")),
    indicators("indicators, true_ and score_", ("true_cat", "true_dog", "true_cow"), ("p_cat", "p_dog", "p_cow")),
    indicators("indicators by plain names", ("cat", "dog", "cow"), ("cat_score", "dog_score", "cow_score")),
    Kind("two models", csv({"label": ONES, "forest": SCORES, "logit": OTHER_SCORES}), BOTH, "shapes"),
    Kind("two models, score_", csv({"label": ONES, "score_a": SCORES, "score_b": OTHER_SCORES}), BOTH, "shapes"),
    splits(),
    one_truth(
        "folds", csv({"fold": FOLDS, "label": ONES, "score": SCORES}), label="label", score="score", group="fold"
    ),
    one_truth("a nameless index", csv({"": range(10), "label": ONES, "score": SCORES}), label="label", score="score"),
    one_truth("an index from 1", csv({"": range(1, 11), "y": ONES, "s": SCORES}), label="y", score="s"),
    one_truth("an id of words", csv({"id": "abcdefghij", "y": ONES, "s": SCORES}), label="y", score="s"),
    one_truth("two ids", csv({"id": range(10), "Unnamed: 0": range(10), "y": ONES, "s": SCORES}), label="y", score="s"),
    *without_header(),
    *around(),
    *odd(),
]
