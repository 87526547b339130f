"""Turn files into one table of rows: read, reshape, and match them by an identifier.

If a file holds several tables, the first one that can hold labels and scores is used unless another is chosen, and a
note says so. Counts become weighted lines, and models in long form become columns. Confusion matrices and points of a
curve are refused, because they do not contain rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import PurePath

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import (
    PREDICTIONS,
    SCORES,
    find_group_column,
    find_label_column,
    find_score_column,
    is_id,
    is_named,
    join_words,
    split_name,
)
from pr_curve_lab.io.files import read_tables
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import ScoreBins, SourceFile, Table, text_of, unique_names
from pr_curve_lab.schema.column_values import classes_by_column, is_numeric_column, to_floats
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.roles import Roles, infer_roles

MIN_COLUMNS = 2  # a label and a score


def read_table(name: str, content: bytes, title: str | None = None, *, header: int | None = None) -> Table | Notice:
    """Read a file in any supported format, whatever its extension; of several tables, the one with a given title.

    Notes say how the table was reshaped so that each line is a row or a count of rows.

    header: the row of the header, counted from 1 in the file, if it is known; 0 means that there is none.

    >>> table = read_table("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n")
    >>> table.frame["score"].tolist()
    [0.5, 0.25]
    >>> read_table("none.csv", b"")
    Notice('empty_file', name='none.csv')
    >>> read_table("t.csv", b"score,positives,negatives\\n0.9,3,1\\n0.1,0,7\\n").frame.shape
    (3, 3)
    """
    table = _select_table(name, content, title, header)
    if isinstance(table, Notice):
        return table
    shaped = counts_to_rows(table) or pivot_models(table) or table
    return shaped if isinstance(shaped, Notice) else replace(shaped, file=table.file, first_rows=table.first_rows)


def _select_table(name: str, content: bytes, title: str | None, header: int | None) -> Table | Notice:
    """Return the table of a file with the given title, or the first that can hold labels and scores."""
    tables = read_tables(name, content, header)
    if isinstance(tables, Notice):
        return tables
    titles = unique_names([table.name.removeprefix(f"{name}, ") for table in tables])
    possible = {one: table for one, table in zip(titles, tables, strict=True) if _table_notice(table) is None}
    if not possible:
        return next(filter(None, map(_table_notice, sorted(tables, key=lambda table: -table.frame.size))))
    wanted = title or next(iter(possible))
    taken = possible[wanted]
    if len(tables) == 1:
        return taken
    others = ", ".join(one for one in titles if one != wanted)
    several = Notice("several_tables", name=name, taken=wanted, others=others)
    file = SourceFile(name, content, tuple(possible), wanted) if len(possible) > 1 else None
    return replace(taken, notes=(several, *taken.notes), file=file)


def _table_notice(table: Table) -> Notice | None:
    """Return why a table cannot hold labels and scores, judged by its shape and column names, or None."""
    rows, columns = table.frame.shape
    if columns == 0:
        return Notice("empty_file", name=table.name)
    if columns < MIN_COLUMNS:
        return Notice("one_column", name=table.name, column=str(table.frame.columns[0]))
    if rows == 0:
        return Notice("header_only", name=table.name)
    if is_curve_table(table):
        return Notice("points_not_rows", name=table.name)
    if is_roc_table(table):
        return Notice("roc_points_not_rows", name=table.name)
    return Notice("confusion_matrix", name=table.name) if is_confusion_matrix(table) else None


MAX_LISTED = 5  # rows without a partner that a note lists


def match_tables(tables: Sequence[Table]) -> Table | Notice:
    """Put tables side by side, matched by their id; rows without a partner are left out, and a note says so.

    >>> labels = Table("labels.csv", pd.DataFrame({"id": ["a", "b"], "label": [1, 0]}))
    >>> scores = Table("forest.csv", pd.DataFrame({"id": ["b", "a"], "score": [0.2, 0.9]}))
    >>> match_tables([labels, scores]).frame.to_dict("list")
    {'id': ['a', 'b'], 'label': [1, 0], 'forest': [0.9, 0.2]}
    """
    names, together = " + ".join(table.name for table in tables), _common_name(tables)
    keys = common_id(tables)
    if keys is None:
        return _row_by_row(tables, names, together)
    frames = [_by_key(table, key) for table, key in zip(tables, keys, strict=True)]
    common = reduce(lambda first, second: first.intersection(second, sort=False), (frame.index for frame in frames))
    if common.empty:
        return Notice("no_common_rows", names=names, column=keys[0])
    kept = _rows_to_keep(tables, frames, common)
    whole = next(place for place, frame in enumerate(frames) if kept.isin(frame.index).all())
    ids = tables[whole].frame[keys[whole]].set_axis(frames[whole].index).loc[kept].to_numpy()
    found = _columns([frame.reindex(kept) for frame in frames], tables, {keys[0]: ids})
    if isinstance(found, Notice):
        return found
    columns, alone = found
    notes = [Notice("files_matched", names=names, column=keys[0], count=len(common))]
    for table, frame in zip(tables, frames, strict=True):
        notes += [*table.notes, *_check_missing_rows(table, frame, kept)]
    return Table(together, pd.DataFrame(columns), tuple(notes), scores=alone, has_unscored_rows=len(kept) > len(common))


def can_match(first: Table, second: Table) -> bool:
    """Whether two tables can be put side by side."""
    return not isinstance(match_tables((first, second)), Notice)


def _rows_to_keep(tables: Sequence[Table], frames: Sequence[pd.DataFrame], common: pd.Index) -> pd.Index:
    """Return the rows in all files, and those of the only file of labels that no other file has a score for."""
    files = [frame for table, frame in zip(tables, frames, strict=True) if find_label_column(table.frame.columns)]
    if len(files) != 1 or _has_score(files[0]):
        return common
    others = [frame.index for frame in frames if frame is not files[0] and frame.shape[1]]
    if not others:
        return common
    scored = reduce(lambda first, second: first.union(second, sort=False), others)
    labeled = files[0].index
    in_all, in_none = labeled.isin(common), ~labeled.isin(scored)
    # If models lack different rows, each misses other positives: they are compared on the rows that all have.
    return labeled if in_none.any() and (in_all | in_none).all() else common


def _has_score(frame: pd.DataFrame) -> bool:
    label = find_label_column(frame.columns)
    return find_score_column(name for name in frame.columns if name != label) is not None


def _common_name(tables: Sequence[Table]) -> str:
    """Return a name for all tables, short enough for the line above every page."""
    first, *others = [table.name for table in tables]
    return f"{first} + {others[0] if len(others) == 1 else len(others)}"


def _row_by_row(tables: Sequence[Table], names: str, name: str) -> Table | Notice:
    """Put tables side by side in their order, if all have the same label in every row."""
    labels = [find_label_column(table.frame.columns) for table in tables]
    texts = [text_of(table.frame[label]) for table, label in zip(tables, labels, strict=True) if label is not None]
    if len(texts) < len(tables) or len(set(labels)) > 1 or not all(np.array_equal(texts[0], text) for text in texts):
        return Notice("no_common_id", names=names)
    contradicted = _invalid_id(tables)
    if contradicted is not None:
        return Notice("ids_repeated", names=names, column=contradicted)
    found = _columns([table.frame for table in tables], tables, {})
    if isinstance(found, Notice):
        return found
    note = Notice("files_row_by_row", names=names, column=labels[0])
    return Table(name, pd.DataFrame(found[0]), (note, *(note for table in tables for note in table.notes)))


def common_id(tables: Sequence[Table]) -> list[str] | None:
    """Return the column that identifies rows in each table, with the same name in all; ids are preferred."""
    by_words = [{split_name(name): name for name in table.frame.columns} for table in tables]
    shared = [words for words in by_words[0] if all(words in names for names in by_words)]
    for words in sorted(shared, key=lambda words: not is_id(" ".join(words))):
        keys = [names[words] for names in by_words]
        texts = [pd.Series(text_of(table.frame[key])) for table, key in zip(tables, keys, strict=True)]
        if _is_valid_id(tables, keys) and all(text.is_unique and (text != "").all() for text in texts):
            return keys
    return None


def _invalid_id(tables: Sequence[Table]) -> str | None:
    """Return a column in all files that is named like an id but differs between them, or None."""
    first, *others = [table.frame for table in tables]
    for name in first:
        if is_id(str(name)) and all(name in other for other in others):
            text = text_of(first[name])
            if not all(np.array_equal(text, text_of(other[name])) for other in others):
                return str(name)
    return None


def _is_valid_id(tables: Sequence[Table], keys: list[str]) -> bool:
    fractions = any(table.frame[key].dtype.kind == "f" for table, key in zip(tables, keys, strict=True))
    return not fractions and find_label_column(keys) is None and find_score_column(keys) is None


def _by_key(table: Table, key: str) -> pd.DataFrame:
    return table.frame.drop(columns=key).set_axis(pd.Index(text_of(table.frame[key])), axis=0)


def _columns(
    frames: list[pd.DataFrame], tables: Sequence[Table], ids: dict[str, np.ndarray]
) -> tuple[dict[str, object], tuple[str, ...]] | Notice:
    """Return the columns of all files after the ids, and the names of scores that are alone in their file beside an id.

    Labels in several files are kept once; scores with the same name are named after their file.
    """
    columns: dict[str, object] = {**ids}
    alone = []
    wanted = [name for frame in frames for name in frame.columns]
    for frame, table in zip(frames, tables, strict=True):
        for name in frame.columns:
            if name in columns and find_label_column([name]):
                differ = text_of(frame[name]) != text_of(pd.Series(columns[name]))
                if differ.any():
                    return Notice("labels_differ", name=table.name, column=name, value=str(frame.index[differ][0]))
                continue
            is_alone = frame.shape[1] == 1 and is_numeric_column(frame[name]) and not find_label_column([name])
            new = _new_name(name, table, wanted, is_single=is_alone)
            new = f"{table.name} {name}" if new in columns else new
            columns[new] = frame[name].to_numpy()
            alone += [new] * is_alone
    return columns, tuple(alone)


def _new_name(name: str, table: Table, all_names: Sequence[str], *, is_single: bool) -> str:
    """Return the name of a column in the matched table; a single score with a generic name is named after its file."""
    stem = PurePath(table.name).stem
    several = all_names.count(name) > 1 and not find_label_column([name])
    if is_single:
        return stem if several or is_named((*SCORES, *PREDICTIONS), name) else name
    return f"{stem} {name}" if several else name


def _check_missing_rows(table: Table, frame: pd.DataFrame, common: pd.Index) -> list[Notice]:
    """Return a note on the rows of a file that another file lacks, if there are any."""
    alone = ~frame.index.isin(common)
    if not alone.any():
        return []
    listed = ", ".join(str(key) for key in frame.index[alone][:MAX_LISTED])
    row = int(np.flatnonzero(alone)[0]) + 1
    return [Notice("rows_without_partner", name=table.name, row=row, count=int(alone.sum()), listed=listed)]


def read_matched_table(
    files: Sequence[tuple[str, bytes]], header: int | None = None, *, allow_last: bool = False
) -> Table | Notice:
    """Read files that belong together: one table, or several that are matched by an id.

    header: the row of the header in each file if it is known. allow_last: whether to use the last file alone if they
    cannot be matched and it has both labels and scores.

    >>> read_matched_table([("t.csv", b"label,score\\n1,0.9\\n0,0.1\\n")]).name
    't.csv'
    """
    tables = []
    for name, content in files:
        table = read_table(name, content, header=header)
        if isinstance(table, Notice):
            return table
        tables.append(table)
    if len(tables) == 1:
        return tables[0]
    matched = match_tables(tables)
    if allow_last and isinstance(matched, Notice) and matched.key in ("no_common_id", "ids_repeated", "no_common_rows"):
        return _use_last_file(tables) or matched
    return matched


def _use_last_file(tables: list[Table]) -> Table | None:
    """Return the last file if it has both labels and scores, with a note on the others, or None."""
    *others, last = tables
    roles = infer_roles(last)
    are_named = find_label_column([roles.label]) is not None and find_score_column(roles.scores) is not None
    if not are_named and not isinstance(build_dataset(last, roles), Dataset):
        return None
    listed = ", ".join(table.name for table in others)
    return replace(last, notes=(*last.notes, Notice("file_alone", name=last.name, others=listed)), file=None)


MAX_CLASSES = 50


def is_confusion_matrix(table: Table) -> bool:
    """Whether each line is a class, each other column counts a class, and all counts are whole numbers.

    >>> is_confusion_matrix(Table("t", pd.DataFrame({"actual": ["a", "b"], "a": [7, 1], "b": [2, 9]})))
    True
    """
    first, *others = table.frame.columns
    names = [str(name) for name in table.frame[first]]
    if table.frame[first].dtype.kind != "O" or not 2 <= len(names) == len(set(names)) <= MAX_CLASSES:
        return False
    whole = all(table.frame[name].dtype.kind in "iu" for name in others)
    return whole and len(others) == len(names) and classes_by_column(names, [str(name) for name in others]) is not None


POSITIVES = ("positives", "n positives", "n positive", "n pos", "pos", "正例数", "正例")
NEGATIVES = ("negatives", "n negatives", "n negative", "n neg", "neg", "负例数", "负例")
# The highest score of a bin, whose lowest score is in the column of scores.
UPPER_BOUND = ("highest", "highest score", "score highest")
LABEL, COUNT, WEIGHTS = "label", "count", "weights"  # columns of the new table


def counts_to_rows(table: Table) -> Table | Notice | None:
    """Return a table with one line for the positives and one for the negatives of each score, or None without counts.

    Sums of weights that are not whole numbers become the weights of these lines; groups are kept. With a highest score
    beside each score, a line is a bin; overlapping bins are a problem.

    >>> frame = pd.DataFrame({"score": [0.9, 0.1], "positives": [3, 0], "negatives": [1, 7]})
    >>> counts_to_rows(Table("t", frame)).frame.values.tolist()
    [[0.9, 1.0, 3.0], [0.9, 0.0, 1.0], [0.1, 0.0, 7.0]]
    """
    frame = table.frame
    positives, negatives, highest = (
        next((name for name in frame.columns if is_named(aliases, name)), None)
        for aliases in (POSITIVES, NEGATIVES, UPPER_BOUND)
    )
    groups = [name for name in frame.columns if find_group_column([name])]
    others = [name for name in frame.columns if name not in (positives, negatives, highest, *groups)]
    scores = [name for name in others if is_numeric_column(frame[name])]
    if positives is None or negatives is None or not scores:
        return None
    if not all(frame[name].dtype.kind in "iuf" and (frame[name] >= 0).all() for name in (positives, negatives)):
        return None
    score = next((name for name in scores if split_name(name)[-1:] in [(want,) for want in SCORES]), scores[0])
    counts = frame[[positives, negatives]].to_numpy().ravel()
    lines = {
        **{name: np.repeat(frame[name].to_numpy(), 2) for name in (*groups, score)},
        LABEL: np.tile([1, 0], len(frame)),
        COUNT if counts.dtype.kind in "iu" else WEIGHTS: counts,
    }
    notes = [*table.notes, Notice("counts_read", positives=positives, negatives=negatives, column=score)]
    if counts.dtype.kind == "f":
        notes.append(Notice("sums_read", positives=positives, negatives=negatives))
    bins = None if highest is None else _bins(table, score, highest)
    if isinstance(bins, Notice):
        return bins
    if bins is not None:
        notes.append(Notice("bins_read", count=bins.n_multi_score, column=score, highest=highest))
    return Table(table.name, pd.DataFrame(lines)[counts > 0].reset_index(drop=True), tuple(notes), bins=bins)


def _bins(table: Table, score: str, upper: str) -> ScoreBins | Notice | None:
    """Return the bins of all lines, None if each line has a single score, or a problem if bins overlap."""
    low, high = (to_floats(table.frame[name]) for name in (score, upper))
    both = np.unique(np.column_stack((low, high))[np.isfinite(low)], axis=0)
    low, high = both.T
    wrong = ~(high >= low) | np.append(high[:-1] >= low[1:], False)[: low.size]
    if wrong.any():
        return Notice("bins_overlap", column=score, highest=upper, value=str(low[np.argmax(wrong)]))
    return ScoreBins(score, low, high) if (high > low).any() else None


RECALL = {"recall", "recalls", "rec", "sensitivity", "tpr", "召回率", "查全率"}
PRECISION = {"precision", "precisions", "prec", "ppv", "精确率", "查准率", "精度"}
THRESHOLD = {"threshold", "thresholds", "cutoff", "阈值"}
EMPTY = ("", "nan", "na", "none", "null")
# Other columns that tools write beside them, and the row number.
OTHER_COLUMNS = {"tp", "fp", "fn", "tn", "fpr", "specificity", "accuracy", "index", "f 1", "f 1 score", "unnamed 0"}


@dataclass(frozen=True, eq=False)
class GivenCurve:
    """Points as they were given, in ascending order of recall; every array has shape (n_points,)."""

    name: str  # of the file
    recall: np.ndarray
    precision: np.ndarray
    threshold: np.ndarray  # nan for a point without a threshold
    n_missing: int = 0  # points that lack recall or precision, and are left out


def is_curve_table(table: Table) -> bool:
    """Whether a table has recall and precision between 0 and 1, and no other columns than thresholds and the like.

    >>> is_curve_table(Table("t", pd.DataFrame({"recall": [0.5, 1.0], "precision": [1.0, 0.5]})))
    True
    """
    names = {join_words(name): name for name in table.frame.columns}
    found = [names[words] for words in names if words in RECALL | PRECISION]
    if not (RECALL & names.keys() and PRECISION & names.keys()):
        return False
    others = [names[words] for words in names.keys() - RECALL - PRECISION - THRESHOLD - OTHER_COLUMNS]
    if find_label_column(others) is not None or any(_to_numeric(table.frame[name]) is not None for name in others):
        return False  # text columns beside them name models, so there are several curves
    numbers = (_to_numeric(table.frame[name]) for name in found)
    return all(one is not None and ((one >= 0) & (one <= 1) | np.isnan(one)).all() for one in numbers)


def is_roc_table(table: Table) -> bool:
    """Whether a table has false and true positive rates, but no precision.

    >>> is_roc_table(Table("t", pd.DataFrame({"fpr": [0.5, 1.0], "tpr": [1.0, 1.0], "threshold": [0.9, 0.1]})))
    True
    """
    names = {join_words(name) for name in table.frame.columns}
    return bool(RECALL & names) and "fpr" in names and not names - RECALL - THRESHOLD - OTHER_COLUMNS


def read_given_curve(name: str, content: bytes) -> GivenCurve | None:
    """Return the points of a curve in a file if it holds any in a valid order, or None.

    >>> read_given_curve("t.csv", b"precision,recall\\n0.5,1\\n1,0.5\\n1,0\\n").recall.tolist()
    [0.0, 0.5, 1.0]
    """
    tables = read_tables(name, content)
    tables = [] if isinstance(tables, Notice) else tables
    found = [table for table in tables if is_curve_table(table) and _one_curve(table)]
    return given_curve(found[0]) if found else None


def given_curve(table: Table) -> GivenCurve | None:
    """Return the points in the order in which recall rises: that of the file, its reverse, or the order of thresholds.

    >>> frame = pd.DataFrame({"threshold": [1, 3, 2], "recall": [1, 0.2, 0.4], "precision": [0.5, 1, 0.7]})
    >>> given_curve(Table("t", frame)).precision.tolist()
    [1.0, 0.7, 0.5]
    """
    columns = {join_words(name): _to_numeric(table.frame[name]) for name in table.frame.columns}
    recall, precision = (next(columns[words] for words in columns if words in of) for of in (RECALL, PRECISION))
    if recall is None or precision is None:
        return None
    threshold = next((columns[words] for words in columns if words in THRESHOLD), None)
    threshold = np.full(recall.size, np.nan) if threshold is None else threshold
    known = ~(np.isnan(recall) | np.isnan(precision))
    given = np.column_stack((recall, precision, threshold))[known]
    if not given.size:
        return None
    by_threshold = np.argsort(-given[:, 2], kind="stable")
    for order in (np.arange(len(given)), np.arange(len(given))[::-1], by_threshold, by_threshold[::-1]):
        if (np.diff(given[order, 0]) >= 0).all():
            recall, precision, threshold = given[order].T
            return GivenCurve(table.name, recall, precision, threshold, int((~known).sum()))
    return None


def _one_curve(table: Table) -> bool:
    """Whether no column names models: several curves below each other are not one curve."""
    return all(_to_numeric(table.frame[name]) is not None for name in table.frame.columns)


def _to_numeric(series: pd.Series) -> np.ndarray | None:
    """Return the cells as numbers, with nan for empty ones, or None if some hold text."""
    if series.dtype.kind in "iuf":
        return series.to_numpy(np.float64)
    text = series.astype(str).str.strip().str.lower()
    values = to_floats(text)
    return values if (~np.isnan(values) | text.isin(EMPTY).to_numpy()).all() else None


MAX_MODELS = 20
MIN_ROWS = 4  # of each model; fewer can have the same labels by chance


def pivot_models(table: Table) -> Table | None:
    """Return the table with a column for each model, if a text column names models that share their labels, or None.

    >>> frame = pd.DataFrame({"model": ["a"] * 4 + ["b"] * 4, "y": [1, 0, 0, 1] * 2, "score": range(8)})
    >>> pivot_models(Table("t", frame)).frame.columns.tolist()
    ['y', 'a', 'b']
    """
    texts = [name for name in table.frame.columns if table.frame[name].dtype.kind == "O"]
    models = [name for name in texts if _can_name_models(table.frame[name])]
    if not models:
        return None
    roles = infer_roles(table)
    if roles.kind != "one":
        return None
    wide = (_side_by_side(table, roles, name) for name in models)
    return next((one for one in wide if one is not None), None)


def _can_name_models(column: pd.Series) -> bool:
    """Whether a column has few values that are equally frequent."""
    counts = column.value_counts()
    few = 2 <= len(counts) <= MAX_MODELS and counts.iloc[0] == counts.iloc[-1] >= MIN_ROWS
    return bool(few) and find_group_column([str(column.name)]) is None


def _has_equal_counts(model: pd.Series, label: pd.Series) -> bool:
    """Whether every model has each label equally often: a fast check that seldom holds by chance."""
    blocks, names = pd.factorize(model, use_na_sentinel=False)
    labels, values = pd.factorize(label, use_na_sentinel=False)
    counts = np.bincount(blocks * len(values) + labels, minlength=len(names) * len(values))
    return bool((counts.reshape(len(names), -1) == counts[: len(values)]).all())


def _side_by_side(table: Table, roles: Roles, model: str) -> Table | None:
    """Return the rows of the models side by side, or None if their labels differ."""
    if model in (roles.label, *roles.scores) or not _has_equal_counts(table.frame[model], table.frame[roles.label]):
        return None
    blocks = {str(name): block for name, block in table.frame.groupby(model, sort=False)}
    key = _key(table.frame, blocks)
    if key is not None:
        blocks = {name: block.sort_values(key, kind="stable") for name, block in blocks.items()}
    first, *others = [block.reset_index(drop=True) for block in blocks.values()]
    same = [name for name in first.columns if name != model and all(first[name].equals(one[name]) for one in others)]
    score = roles.scores[0]
    if roles.label not in same or score in same or set(blocks) & set(same):
        return None
    scores = {name: block[score].to_numpy() for name, block in blocks.items()}
    frame = pd.concat([first[same], pd.DataFrame(scores)], axis=1)
    note = Notice("long_form", column=model, count=len(blocks), listed=", ".join(blocks))
    return Table(table.name, frame, (*table.notes, note))


def _key(frame: pd.DataFrame, blocks: dict[str, pd.DataFrame]) -> str | None:
    """Return the column that identifies what was scored and has the same values for every model, or None."""
    for name in frame.columns:
        values = [set(block[name]) for block in blocks.values()]
        if is_id(str(name)) and all(one == values[0] and len(one) == len(frame) / len(blocks) for one in values):
            return str(name)
    return None
