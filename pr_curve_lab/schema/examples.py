"""The built-in examples: the CSV files of sample_data, named without their extension."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import TypeVar

from pr_curve_lab.io.local_files import HOME
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_curve_lab.schema.table_files import read_table

FOLDER = HOME / "sample_data"
DEFAULT_EXAMPLE = "apples_oranges"  # shown until the visitor chooses something else
EXAMPLES = (
    DEFAULT_EXAMPLE,
    "sixteen_rows",
    "ten_rows",
    "four_rows",
    "close_scores",
    "two_ties",
    "top_is_negative",
    "constant",
    "improved",
    "ten_tied",
    "five_rows",
    "twenty_rows",
    "rare_label",
    "rare_found",
    "thousand_each",
    "swapped_models",
    "three_curves",
    "weak_model",
    "breast_cancer",
    "four_models",
    "digits",
)


Result = TypeVar("Result")
_lock = RLock()


def cache_by_name(function: Callable[[str], Result]) -> Callable[[str], Result]:
    """Cache results by name, so that threads calling at the same time get the same object."""
    cached = cache(function)

    @wraps(function)
    def call(name: str) -> Result:
        with _lock:
            return cached(name)

    return call


@cache_by_name
def example_table(name: str) -> Table:
    """Read a built-in example.

    Raises
    ------
    ValueError: There is no example of that name.

    >>> example_table("ten_rows").frame.shape
    (10, 2)
    """
    if name not in EXAMPLES:
        raise ValueError(f"name must be one of {', '.join(EXAMPLES)}, got {name!r}")
    table = read_table(name, (FOLDER / f"{name}.csv").read_bytes())
    assert isinstance(table, Table), table
    return table


@cache_by_name
def example_roles(name: str) -> Roles:
    """Return the roles that are guessed for the columns of a built-in example.

    >>> example_roles("ten_rows").label
    'label'
    """
    return infer_roles(example_table(name))


@cache_by_name
def example_dataset(name: str) -> Dataset:
    """Build the dataset of a built-in example.

    >>> example_dataset("breast_cancer").names
    ('score',)
    """
    dataset = build_dataset(example_table(name), example_roles(name))
    assert isinstance(dataset, Dataset), dataset
    return dataset


@cache_by_name
def example_labeled_scores(name: str) -> LabeledScores:
    """Return the labeled scores of the first task of a built-in example.

    >>> example_labeled_scores("constant").points.prevalence
    0.1
    """
    dataset = example_dataset(name)
    return dataset.labeled_scores(dataset.valid_names[0])
