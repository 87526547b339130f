"""A table as it was read: columns, unique names, cells as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa

from pr_curve_lab.io.limits import Problem
from pr_metrics import BinnedCounts, OperatingPoints


@dataclass(frozen=True, eq=False)
class ScoreBins:
    """Bins that do not overlap, their scores rising; both arrays have shape (n_bins,)."""

    column: str  # of the scores
    lower: np.ndarray
    upper: np.ndarray

    @property
    def n_multi_score(self) -> int:
        """How many of them hold several scores."""
        return int((self.upper > self.lower).sum())

    def counts_of(self, points: OperatingPoints) -> BinnedCounts | None:
        """The counts of points at which bins end; None where a point is none of them, or positives were never scored.

        >>> bins = ScoreBins("score", np.array([0.1, 0.5]), np.array([0.4, 0.9]))
        >>> bins.counts_of(OperatingPoints.from_counts([0.5, 0.1], [3, 1], [1, 7])).max_score.tolist()
        [0.9, 0.4]
        """
        lowest = points.threshold
        place = np.minimum(np.searchsorted(self.lower, lowest), self.lower.size - 1)
        if points.unscored_positives or not np.array_equal(self.lower[place], lowest):
            return None
        positives, negatives = (
            np.diff(counts, prepend=0.0) for counts in (points.true_positives, points.false_positives)
        )
        whole = bool((positives % 1 == 0).all() and (negatives % 1 == 0).all())
        ceiling = np.append(np.inf, lowest[:-1])
        return BinnedCounts(lowest, ceiling, lowest, self.upper[place], positives, negatives, whole)


Column: TypeAlias = "pa.Array | pa.ChunkedArray"

NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
ANY_NUMBER = r"^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$"  # with a decimal comma too
# Cells that say "not known", in lower case.
MISSING = (
    "", "na", "n/a", "#n/a", "<na>", "n.a.", "nan", "null", "nil", "none", "missing", "?", ".", "-", "--",
    "缺失", "无数据",
)  # fmt: skip
LARGE_TABLE_BYTES = 64 * 2**20  # bytes; smaller tables are sooner joined than memory is given back

INTEGER_TEXT = re.compile(r"(-?\d+(\.0+)?)?")  # a whole number, as a column of numbers with gaps is written, or nothing


@dataclass(frozen=True)
class FirstRows:
    """The first rows of a file as they stand in it, and which of them is the header: 1 is the first, 0 means none."""

    rows: tuple[tuple[str, ...], ...]
    header: int


@dataclass(frozen=True, eq=False)
class SourceFile:
    """The bytes of a file that a table was read from, to read another of its tables, or another row as its header."""

    name: str
    content: bytes
    titles: tuple[str, ...]  # of the tables that can be taken
    selected: str


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was read: its name, its columns, and what had to be decided about it."""

    name: str
    frame: pd.DataFrame  # columns named by unique text; text columns keep their text
    notes: tuple[Problem, ...] = ()
    line_offset: int | None = None  # lines of the file above its first row; None where rows are not lines
    scores: tuple[str, ...] = ()  # columns that had a file of their own beside an id: what else would they be
    has_unscored: bool = False  # rows with a label that no file has a score for: joined files keep them
    file: SourceFile | None = None  # where another of its tables, or of its rows as a header, can be taken
    bins: ScoreBins | None = None  # where each score stands for several
    excluded_rows: tuple[int, ...] = ()  # that are no data: where they stand below the header of the file, from 1
    first_rows: FirstRows | None = None  # of the file as it stands, where its header is one of its rows

    @property
    def has_other_tables(self) -> bool:
        """Whether another table of the same file can be taken."""
        return self.file is not None and len(self.file.titles) > 1


@dataclass(frozen=True)
class Header:
    """The names of the columns, whether the first row gave them, and what is odd about that."""

    names: list[str]
    is_in_file: bool
    notes: list[Problem]


def header_of(name: str, fields: Sequence[str], row: int | None = None) -> Header:
    """Take the first row for names of columns, unless it holds numbers only.

    row: the header's row in the file where somebody has pointed it out, 0 where there is none; then nothing is odd.

    >>> header_of("a.csv", ["label", "score"]).names, header_of("a.csv", ["1", "0.5"]).names
    (['label', 'score'], ['#1', '#2'])
    """
    numbers = [field.strip() for field in fields if NUMBER.match(field.strip())]
    is_in_file = len(numbers) < len(fields) if row is None else row > 0
    notes = []
    if row is None and not is_in_file:
        notes.append(Problem("no_header", name=name))
    elif row is None and numbers:
        notes.append(Problem("number_in_header", name=name, value=numbers[0]))
    return Header(unique_names(fields if is_in_file else [""] * len(fields)), is_in_file, notes)


def unique_names(fields: Sequence[str]) -> list[str]:
    """Names of columns, trimmed and told apart; a nameless one is called by its position.

    >>> unique_names(["score", "", " score "])
    ['score', '#2', 'score (2)']
    """
    names: dict[str, int] = {}  # with how often each was wanted
    for position, field in enumerate(fields, start=1):
        first = " ".join(field.split()) or f"#{position}"
        name = first
        while name in names:
            names[first] += 1
            name = f"{first} ({names[first]})"
        names[name] = 1
    return list(names)


def is_text(column: Column) -> bool:
    """Whether a column holds texts."""
    return is_text_type(column.type)


def is_text_type(kind: pa.DataType) -> bool:
    """Whether cells of a type are texts."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def frame_of(columns: dict[str, Column]) -> pd.DataFrame:
    """Columns as a frame; the columns handed in are emptied one by one, so that no table is held twice."""
    if sum(column.nbytes for column in columns.values()) > LARGE_TABLE_BYTES:
        for title, column in columns.items():
            columns[title] = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
            del column
            pa.default_memory_pool().release_unused()  # or the pieces stay beside the whole
    table = pa.table(columns)
    columns.clear()
    frame: pd.DataFrame = table.to_pandas(split_blocks=True, self_destruct=True)
    return frame


def text_of(column: pd.Series) -> np.ndarray:
    """The values of a column as people would write them, shape (n_rows,): 1.0 is "1", and an empty cell is "".

    >>> text_of(pd.Series([1.0, 0.0, float("nan")])).tolist()
    ['1', '0', '']
    >>> text_of(pd.Series(["1.0", "", "0.0"])).tolist(), text_of(pd.Series(["1.0", "1.5"])).tolist()
    (['1', '', '0'], ['1.0', '1.5'])
    """
    code, distinct = pd.factorize(column, use_na_sentinel=True)
    values = np.asarray(distinct)
    if values.dtype.kind == "f" and (np.floor(values) == values).all() and (np.abs(values) < 2**53).all():
        values = values.astype(np.int64)
    texts = [repr(value) if isinstance(value, float) else str(value) for value in values.tolist()]
    if values.dtype.kind == "O" and all(INTEGER_TEXT.fullmatch(text) for text in texts):
        texts = [text.partition(".")[0] for text in texts]
    return np.array([*texts, ""], dtype=object)[code]  # code -1 is the empty cell
