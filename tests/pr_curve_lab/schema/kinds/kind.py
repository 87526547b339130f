"""A kind of file: its bytes and what a careful person expects of it, whatever the app does.

Expectations are worked out from the truth that the kind carries, never from what was read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import Roles, check_weight_column, infer_roles, other_numeric_columns
from pr_curve_lab.schema.table_files import read_table
from pr_metrics import SCHEMES

# Ten scores, and three truths for them: the second and third rank worse than chance, so that nobody can
# arrive at the positive value by way of the outcome; the third has more positives than negatives.
SCORES = (0.91, 0.34, 0.52, 0.77, 0.18, 0.41, 0.29, 0.63, 0.85, 0.07)
FEW_HIGH = "1010000010"
FEW_LOW = "0101100000"
MANY_LOW = "0111111001"
SAME = 1e-9  # areas of ten rows, added up in another order


def spelled(truth: str, positive: object, negative: object) -> list[object]:
    """The words of a label column for a truth of ones and zeros."""
    return [positive if one == "1" else negative for one in truth]


ONES = spelled(FEW_LOW, "1", "0")
YES_NO = spelled(FEW_LOW, "yes", "no")


def csv(columns: Mapping[str, Iterable[object]], delimiter: str = ",") -> bytes:
    """A plain file of columns, header first."""
    rows = [columns.keys(), *zip(*columns.values(), strict=True)]
    return "".join(delimiter.join(str(cell) for cell in row) + "\n" for row in rows).encode()


def replaced(cells: list[str], row: int, cell: str) -> list[str]:
    return [*cells[: row - 1], cell, *cells[row:]]


def rows(pairs: list[tuple[str, object]], header: str = "label,score", delimiter: str = ",") -> bytes:
    return "".join([f"{header}\n", *(f"{label}{delimiter}{score}\n" for label, score in pairs)]).encode()


def average_precision(truth: Sequence[bool], scores: Sequence[float], weights: Sequence[float] | None = None) -> float:
    """Step area counted afresh: sum of the gains in recall, each times the precision reached there.

    >>> round(average_precision([True, False, True], [0.9, 0.5, 0.5]), 4)
    0.8333
    """
    positive, score = np.asarray(truth, dtype=bool), np.asarray(scores, dtype=float)
    weight = np.ones(score.size) if weights is None else np.asarray(weights, dtype=float)
    distinct, place = np.unique(-score, return_inverse=True)
    hits = np.bincount(place, weights=weight * positive, minlength=distinct.size)
    called = np.bincount(place, weights=weight, minlength=distinct.size).cumsum()
    return float((hits / hits.sum() * hits.cumsum() / called).sum())


@dataclass(frozen=True)
class Outcome:
    """What the app makes of a file: problems, or tasks with their notices."""

    problems: tuple[Notice, ...] = ()
    roles: Roles | None = None
    dataset: Dataset | None = None
    sentences: tuple[Notice, ...] = ()

    def __str__(self) -> str:
        if self.dataset is None:
            return f"refused {list(self.problems)}"
        areas = {name: round(area, 4) for name, area, _, _ in curves_of(self.dataset)}
        return f"{self.roles}, {areas}, notices {[one.key for one in self.sentences]}"


def curves_of(dataset: Dataset) -> Iterator[tuple[str, float, float, float]]:
    """Name, area, positives and negatives of each task that can be counted."""
    for name in dataset.valid_names:
        points = dataset.labeled_scores(name).points
        yield name, SCHEMES["step"].area(points), points.true_positives[-1], points.false_positives[-1]


def outcome_of(file: str, content: bytes, *, roles: Roles | None = None, exclude: bool = False) -> Outcome:
    """Read a file, infer roles and build the dataset, as for an upload."""
    table = read_table(file, content)
    if isinstance(table, Notice):
        return Outcome((table,))
    roles = roles or infer_roles(table)
    dataset = build_dataset(table, roles, exclude=exclude)
    if isinstance(dataset, list):
        return Outcome(tuple(dataset), roles, sentences=(*table.notes, *_chosen(table, roles)))
    if not dataset.valid_names:
        return Outcome((Notice("nothing_countable"),), roles, sentences=table.notes)
    return Outcome((), roles, dataset, tuple(_sentences(table, roles, dataset)))


def _sentences(table: Table, roles: Roles, dataset: Dataset) -> Iterator[Notice]:
    """All notices beside the numbers; a new source of notices belongs here."""
    yield from table.notes
    yield from dataset.excluded
    yield from check_data(dataset.labeled_scores(dataset.valid_names[0]), table)
    yield from _chosen(table, roles)
    unused = check_weight_column(table, roles)
    if unused:
        yield unused
    numbers = other_numeric_columns(table, roles)
    if numbers:
        yield Notice("unused_numbers", names=", ".join(numbers))


def _chosen(table: Table, roles: Roles) -> Iterator[Notice]:
    """The chosen roles, and the alternatives that are offered."""
    for choice in describe_roles(table, roles):
        yield choice.notice
        yield from (Notice("offered", value=offer.value) for offer in choice.options)


def names_row(problems: Iterable[Notice], row: int) -> bool:
    """Whether one of the notices names a row, or its line where the header is the first line."""
    facts = [pair for one in problems for pair in one.params.items()]
    return any(("row" in name and fact == row) or (name == "line" and fact == row + 1) for name, fact in facts)


def mentions(problems: Sequence[Notice], text: str) -> bool:
    """Whether a notice has a fact with this text as a whole word of it, or a key that is this or has this word."""
    for one in problems:
        facts = [str(fact) for fact in one.params.values()]
        words = [word for fact in facts for word in fact.replace(",", " ").split()]
        if text in (one.key, *one.key.split("_"), *facts, *words):
            return True
    return False


Expect: TypeAlias = "Callable[[Outcome], str]"  # what is wrong with an outcome; nothing where it is right


def curves(
    wanted: Sequence[tuple[float, float, float]], *, kind: str | None = None, notices: tuple[str, ...] = ()
) -> Expect:
    """So many curves, whatever they are called: area, positives and negatives of each, in any order."""

    def complaint(outcome: Outcome) -> str:
        if outcome.dataset is None:
            return f"{outcome}"
        found = np.array(sorted(curve[1:] for curve in curves_of(outcome.dataset)))
        right = found.shape == np.shape(wanted) and np.allclose(found, sorted(wanted), rtol=0, atol=SAME)
        if not right or kind not in (None, outcome.roles.kind):
            return f"{found.round(4).tolist()}, not {np.round(wanted, 4).tolist()}: {outcome}"
        missing = [text for text in notices if not mentions(outcome.sentences, text)]
        return f"no notice of {missing}: {outcome}" if missing else ""

    return complaint


def several(
    truths: Iterable[tuple[str, Sequence[float]]], *, weights: Sequence[float] | None = None, **expected: object
) -> Expect:
    """Curves of several truths with their scores."""
    wanted = []
    for truth, scores in truths:
        positive = np.array([one == "1" for one in truth])
        weight = np.ones(positive.size) if weights is None else np.asarray(weights, dtype=float)
        area = average_precision(positive, scores, weight)
        wanted.append((area, float(weight[positive].sum()), float(weight[~positive].sum())))
    return curves(wanted, **expected)


def counted(
    truth: str,
    scores: Sequence[float] = SCORES,
    weights: Sequence[float] | None = None,
    *,
    label: str | None = None,
    positive: str | None = None,
    score: str | None = None,
    notices: tuple[str, ...] = (),
    **extra: str | None,
) -> Expect:
    """One curve. Where a label is given, no weight or group among `extra` means that there is none."""
    wanted = {"positive": positive, "scores": score and (score,)}
    wanted = {name: role for name, role in wanted.items() if role}
    wanted |= {"label": label, "weight": None, "group": None, **extra} if label else extra
    one_curve = several([(truth, scores)], weights=weights, notices=notices)

    def complaint(outcome: Outcome) -> str:
        wrong = [name for name, role in wanted.items() if getattr(outcome.roles, name, None) != role]
        return one_curve(outcome) or (f"{wrong} should be {wanted}: {outcome}" if wrong else "")

    return complaint


def refused(*keys: str, row: int | None = None) -> Expect:
    """The file is refused, with one of these keys and about this row if they are given."""

    def complaint(outcome: Outcome) -> str:
        known = not keys or any(one.key in keys for one in outcome.problems)
        named = row is None or names_row(outcome.problems, row)
        return "" if outcome.dataset is None and known and named else f"not refused by {keys}, row {row}: {outcome}"

    return complaint


def any_of(*answers: Expect) -> Expect:
    """More than one answer is right."""

    def complaint(outcome: Outcome) -> str:
        complaints = [answer(outcome) for answer in answers]
        return complaints[0] if all(complaints) else ""

    return complaint


def reported(*words: str, row: int | None = None) -> Expect:
    """A notice about a row, or with a word among its facts, whether the file is refused or not."""

    def complaint(outcome: Outcome) -> str:
        sentences = [*outcome.problems, *outcome.sentences]
        is_reported = not words or any(mentions(sentences, word) for word in words)
        is_row_named = row is None or names_row(sentences, row)
        return "" if is_reported and is_row_named else f"no notice of {words}, {row}: {outcome}"

    return complaint


@dataclass(frozen=True)
class Kind:
    """One file with one idea."""

    name: str
    content: bytes
    expect: Expect
    file: str = "scores.csv"
    roles: Roles | None = None  # chosen by hand
    exclude: bool = False

    def complaint(self) -> str:
        """What is wrong with the answer of the app; nothing where it is right."""
        return self.expect(outcome_of(self.file, self.content, roles=self.roles, exclude=self.exclude))
