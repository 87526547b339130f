"""Random valid files with their truth: any words, any balance, models of all qualities, every dialect."""

import gzip
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.pr_curve_lab.schema.kinds.kind import Expect, average_precision, curves

PAIRS = (  # the positive word first
    ("yes", "no"), ("1", "0"), ("disease", "healthy"), ("malignant", "benign"), ("fraud", "legit"), ("case", "control"),
    ("spam", "ham"), ("true", "false"), ("positive", "negative"), ("阳性", "阴性"), ("sí", "no"),
    ("churn", "not churn"),
)  # fmt: skip
CASES = (str, str.lower, str.upper, str.capitalize)
LABELS = ("label", "y_true", "truth", "target", "outcome", "Actual", "ground_truth")
SCORE_NAMES = ("score", "y_score", "probability", "prediction", "Prob", "risk_score")
MODELS = {"good": 1.5, "random": 0.0, "reversed": -1.5}  # distance of the classes, in standard deviations of a logit
DELIMITERS = (",", ";", "\t", "|")
LINE_ENDS = ("\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")
ABOVE = ("", "", "", "# run of a model\n", "\n\n")


@dataclass(frozen=True)
class RandomFile:
    """A valid file and what has to come out."""

    content: bytes
    idea: str
    expect: Expect


def random_file(seed: int) -> RandomFile:
    """The file of a seed; the same seed gives the same bytes."""
    chance = np.random.default_rng(seed)
    size, balance = int(chance.integers(20, 200)), chance.uniform(0.05, 0.95)
    positive = np.arange(size) < np.clip(round(size * balance), 1, size - 1)
    chance.shuffle(positive)
    model = str(chance.choice(list(MODELS)))
    score = _scores(chance, positive, MODELS[model])
    weight = chance.integers(1, 5, size) if chance.random() < 0.25 else None
    words, case = PAIRS[chance.integers(len(PAIRS))], CASES[chance.integers(len(CASES))]
    spelled = [case(words[0] if one else words[1]) for one in positive]
    columns = _columns(chance, spelled, [repr(float(one)) for one in score], weight)
    content, dialect = _written(chance, columns, words)
    counted = np.ones(size) if weight is None else weight
    area = average_precision(positive, score, counted)
    return RandomFile(
        content,
        f"{case(words[0])}/{case(words[1])} {positive.mean():.0%} {model}, {dialect}, {'/'.join(columns)}",
        curves([(area, float(counted[positive].sum()), float(counted[~positive].sum()))]),
    )


def _scores(chance: np.random.Generator, positive: np.ndarray, distance: float) -> np.ndarray:
    """Probabilities, logits or points up to a hundred, rounded so that some of them tie."""
    logit = chance.normal(size=positive.size) + distance * (positive - 0.5)
    probability = 1 / (1 + np.exp(-logit))
    unit = chance.choice(["probability", "logit", "points"], p=[0.7, 0.15, 0.15])
    score = {"probability": probability, "logit": logit, "points": 100 * probability}[str(unit)]
    return score.round(int(chance.integers(2, 7)))


def _columns(
    chance: np.random.Generator, labels: Sequence[str], scores: Sequence[str], weight: np.ndarray | None
) -> dict[str, Sequence[str]]:
    """Columns in any order, but an id comes first, as it does in files."""
    size = len(labels)
    features = {
        "age": [str(one) for one in chance.integers(18, 95, size)],
        "income": [f"{one:.2f}" for one in chance.lognormal(8, 1, size)],
        "sex": [str(one) for one in chance.choice(["F", "M"], size)],
        "city": [str(one) for one in chance.choice(["Lyon", "Graz", "Turin"], size)],
    }
    columns = {str(chance.choice(LABELS)): labels, str(chance.choice(SCORE_NAMES)): scores}
    columns |= {name: cells for name, cells in features.items() if chance.random() < 0.25}
    columns |= {} if weight is None else {"sample_weight": [str(one) for one in weight]}
    names = [str(name) for name in chance.permutation(list(columns))]
    first = str(chance.choice(["id", "", "none"], p=[0.3, 0.2, 0.5]))
    numbers = chance.permutation(size) + 1000 if first == "id" else range(size)
    ids = {} if first == "none" else {first: [str(one) for one in numbers]}
    return ids | {name: columns[name] for name in names}


def _written(
    chance: np.random.Generator, columns: dict[str, Sequence[str]], words: tuple[str, str]
) -> tuple[bytes, str]:
    """The table in a dialect: decimal commas only where they separate nothing, encodings that have all its signs."""
    delimiter, end = str(chance.choice(DELIMITERS)), str(chance.choice(LINE_ENDS))
    encodings = [*ENCODINGS, *_encodings_of_words(words)]
    encoding, above = str(chance.choice(encodings)), str(chance.choice(ABOVE))
    commas, quoted, zipped = delimiter != "," and chance.random() < 0.4, chance.random() < 0.2, chance.random() < 0.2
    above = "sep=;\n" if delimiter == ";" and chance.random() < 0.2 else above
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    if commas:
        numbers = [_is_number(cells[0]) for cells in columns.values()]
        rows[1:] = [[_comma(cell, number) for cell, number in zip(row, numbers, strict=True)] for row in rows[1:]]
    cell = '"{}"' if quoted else "{}"
    text = above + "".join(delimiter.join(cell.format(one) for one in row) + "\n" for row in rows)
    text = text.rstrip("\n") + str(chance.choice(["\n", "", "\n\n"], p=[0.7, 0.15, 0.15]))
    content = text.replace("\n", end).encode(encoding)
    dialect = f"{delimiter!r} {end!r} {encoding} above {above!r}" + ", decimal commas" * commas + ", quoted" * quoted
    return (gzip.compress(content, mtime=0), f"{dialect}, gz") if zipped else (content, dialect)


def _encodings_of_words(words: tuple[str, str]) -> list[str]:
    """Old encodings of the words that need one."""
    if "".join(words).isascii():
        return []
    return ["latin-1"] if words == ("sí", "no") else ["gbk", "gb18030"]


def _is_number(cell: str) -> bool:
    return cell.lstrip("-").replace(".", "").isdigit()


def _comma(cell: str, number: bool) -> str:
    return cell.replace(".", ",") if number else cell
