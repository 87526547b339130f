"""Uploaded files as one table of rows: read, reshaped, and joined by an identifier.

Where a file holds several tables the first that could be one of labels and scores is taken, unless another is asked
for, and a note says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from pathlib import PurePath

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import PREDICTIONS, SCORES, is_id, is_named, label_named, score_named, split_name
from pr_curve_lab.io.files import parse_file
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import SourceFile, Table, text_of, unique_names
from pr_curve_lab.schema.column_values import is_numeric_column
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.shapes import expand_counts, is_confusion_matrix, is_curve_table, is_roc_table, pivot_models

MIN_COLUMNS = 2  # a label and a score


def read_table(name: str, content: bytes, title: str | None = None, header: int | None = None) -> Table | Problem:
    """Read a file in any of the formats that are read, whatever it is called; of several tables that of a title.

    header: the row of the header, the first of the file being 1, where somebody knows it; 0 says that there is none.

    >>> table = read_table("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n")
    >>> table.frame["score"].tolist()
    [0.5, 0.25]
    >>> read_table("none.csv", b"")
    Problem('empty_file', name='none.csv')
    """
    tables = parse_file(name, content, header)
    if isinstance(tables, Problem):
        return tables
    titles = unique_names([table.name.removeprefix(f"{name}, ") for table in tables])
    possible = {one: table for one, table in zip(titles, tables, strict=True) if _table_error(table) is None}
    if not possible:
        return next(filter(None, map(_table_error, sorted(tables, key=lambda table: -table.frame.size))))
    wanted = title or next(iter(possible))
    taken = possible[wanted]
    if len(tables) == 1:
        return taken
    others = ", ".join(one for one in titles if one != wanted)
    several = Problem("several_tables", name=name, taken=wanted, others=others)
    file = SourceFile(name, content, tuple(possible), wanted) if len(possible) > 1 else None
    return replace(taken, notes=(several, *taken.notes), file=file)


def _table_error(table: Table) -> Problem | None:
    """Why a table cannot be one of labels and scores, whatever its cells say."""
    rows, columns = table.frame.shape
    if columns == 0:
        return Problem("empty_file", name=table.name)
    if columns < MIN_COLUMNS:
        return Problem("one_column", name=table.name, column=str(table.frame.columns[0]))
    if rows == 0:
        return Problem("header_only", name=table.name)
    if is_curve_table(table):
        return Problem("points_not_rows", name=table.name)
    if is_roc_table(table):
        return Problem("roc_points_not_rows", name=table.name)
    return Problem("confusion_matrix", name=table.name) if is_confusion_matrix(table) else None


MAX_LISTED = 5  # rows without a partner


def join_tables(tables: Sequence[Table]) -> Table | Problem:
    """Put tables side by side by their id; a row without a partner is left out and said.

    >>> labels = Table("labels.csv", pd.DataFrame({"id": ["a", "b"], "label": [1, 0]}))
    >>> scores = Table("forest.csv", pd.DataFrame({"id": ["b", "a"], "score": [0.2, 0.9]}))
    >>> join_tables([labels, scores]).frame.to_dict("list")
    {'id': ['a', 'b'], 'label': [1, 0], 'forest': [0.9, 0.2]}
    """
    names, together = " + ".join(table.name for table in tables), _common_name(tables)
    keys = common_id(tables)
    if keys is None:
        return _row_by_row(tables, names, together)
    frames = [_by_key(table, key) for table, key in zip(tables, keys, strict=True)]
    common = reduce(lambda first, second: first.intersection(second, sort=False), (frame.index for frame in frames))
    if common.empty:
        return Problem("no_common_rows", names=names, column=keys[0])
    kept = _labeled_rows(tables, frames, common)
    whole = next(place for place, frame in enumerate(frames) if kept.isin(frame.index).all())
    ids = tables[whole].frame[keys[whole]].set_axis(frames[whole].index).loc[kept].to_numpy()
    found = _columns([frame.reindex(kept) for frame in frames], tables, {keys[0]: ids})
    if isinstance(found, Problem):
        return found
    columns, alone = found
    notes = [Problem("files_joined", names=names, column=keys[0], count=len(common))]
    for table, frame in zip(tables, frames, strict=True):
        notes += [*table.notes, *_check_missing_rows(table, frame, kept)]
    return Table(together, pd.DataFrame(columns), tuple(notes), scores=alone, has_unscored=len(kept) > len(common))


def _labeled_rows(tables: Sequence[Table], frames: Sequence[pd.DataFrame], common: pd.Index) -> pd.Index:
    """The rows that all files have, and those of the one file of labels that nothing has a score for."""
    files = [frame for table, frame in zip(tables, frames, strict=True) if label_named(table.frame.columns)]
    if len(files) != 1 or _has_score(files[0]):
        return common
    others = [frame.index for frame in frames if frame is not files[0] and frame.shape[1]]
    if not others:
        return common
    scored = reduce(lambda first, second: first.union(second, sort=False), others)
    labelled = files[0].index
    in_all, in_none = labelled.isin(common), ~labelled.isin(scored)
    # Where models lack different rows, each has missed other positives: they are compared on the rows of all.
    return labelled if in_none.any() and (in_all | in_none).all() else common


def _has_score(frame: pd.DataFrame) -> bool:
    label = label_named(frame.columns)
    return score_named(name for name in frame.columns if name != label) is not None


def _common_name(tables: Sequence[Table]) -> str:
    """A name for all, short enough for the line above every page."""
    first, *others = [table.name for table in tables]
    return f"{first} + {others[0] if len(others) == 1 else len(others)}"


def _row_by_row(tables: Sequence[Table], names: str, name: str) -> Table | Problem:
    """The tables side by side as they are, where all say the same label in every row."""
    labels = [label_named(table.frame.columns) for table in tables]
    texts = [text_of(table.frame[label]) for table, label in zip(tables, labels, strict=True) if label is not None]
    if len(texts) < len(tables) or len(set(labels)) > 1 or not all(np.array_equal(texts[0], text) for text in texts):
        return Problem("no_common_id", names=names)
    contradicted = _invalid_id(tables)
    if contradicted is not None:
        return Problem("ids_repeated", names=names, column=contradicted)
    found = _columns([table.frame for table in tables], tables, {})
    if isinstance(found, Problem):
        return found
    note = Problem("files_row_by_row", names=names, column=labels[0])
    return Table(name, pd.DataFrame(found[0]), (note, *(note for table in tables for note in table.notes)))


def common_id(tables: Sequence[Table]) -> list[str] | None:
    """The column that tells rows apart in each table, of the same name; one called id before others."""
    by_words = [{split_name(name): name for name in table.frame.columns} for table in tables]
    shared = [words for words in by_words[0] if all(words in names for names in by_words)]
    for words in sorted(shared, key=lambda words: not is_id(" ".join(words))):
        keys = [names[words] for names in by_words]
        texts = [pd.Series(text_of(table.frame[key])) for table, key in zip(tables, keys, strict=True)]
        if _is_valid_id(tables, keys) and all(text.is_unique and (text != "").all() for text in texts):
            return keys
    return None


def _invalid_id(tables: Sequence[Table]) -> str | None:
    """A column of all files that is called an id and does not say the same in every row of them."""
    first, *others = [table.frame for table in tables]
    for name in first:
        if is_id(str(name)) and all(name in other for other in others):
            text = text_of(first[name])
            if not all(np.array_equal(text, text_of(other[name])) for other in others):
                return str(name)
    return None


def _is_valid_id(tables: Sequence[Table], keys: list[str]) -> bool:
    fractions = any(table.frame[key].dtype.kind == "f" for table, key in zip(tables, keys, strict=True))
    return not fractions and label_named(keys) is None and score_named(keys) is None


def _by_key(table: Table, key: str) -> pd.DataFrame:
    return table.frame.drop(columns=key).set_axis(pd.Index(text_of(table.frame[key])), axis=0)


def _columns(
    frames: list[pd.DataFrame], tables: Sequence[Table], ids: dict[str, np.ndarray]
) -> tuple[dict[str, object], tuple[str, ...]] | Problem:
    """The columns of all files after the ids, and the names of scores that are all that their file has beside its id.

    Labels that all files have are kept once, scores of the same name get that of their file.
    """
    columns: dict[str, object] = {**ids}
    alone = []
    wanted = [name for frame in frames for name in frame.columns]
    for frame, table in zip(frames, tables, strict=True):
        for name in frame.columns:
            if name in columns and label_named([name]):
                differ = text_of(frame[name]) != text_of(pd.Series(columns[name]))
                if differ.any():
                    return Problem("labels_differ", name=table.name, column=name, value=str(frame.index[differ][0]))
                continue
            is_alone = frame.shape[1] == 1 and is_numeric_column(frame[name]) and not label_named([name])
            new = _new_name(name, table, wanted, is_single=is_alone)
            new = f"{table.name} {name}" if new in columns else new
            columns[new] = frame[name].to_numpy()
            alone += [new] * is_alone
    return columns, tuple(alone)


def _new_name(name: str, table: Table, all_names: Sequence[str], *, is_single: bool) -> str:
    """The name of a column among those of all files: a score by itself is called as its file, if it says no more."""
    stem = PurePath(table.name).stem
    several = all_names.count(name) > 1 and not label_named([name])
    if is_single:
        return stem if several or is_named((*SCORES, *PREDICTIONS), name) else name
    return f"{stem} {name}" if several else name


def _check_missing_rows(table: Table, frame: pd.DataFrame, common: pd.Index) -> list[Problem]:
    """A sentence about the rows of a file that another has not, if there are any."""
    alone = ~frame.index.isin(common)
    if not alone.any():
        return []
    listed = ", ".join(str(key) for key in frame.index[alone][:MAX_LISTED])
    row = int(np.flatnonzero(alone)[0]) + 1
    return [Problem("rows_without_partner", name=table.name, row=row, count=int(alone.sum()), listed=listed)]


def read_and_join(files: Sequence[tuple[str, bytes]], header: int | None = None) -> Table | Problem:
    """Read files that somebody brought together: one table, or several that are put side by side by an id.

    header: the row of the header in each of them, where somebody knows it.

    >>> read_and_join([("t.csv", b"label,score\\n1,0.9\\n0,0.1\\n")]).name
    't.csv'
    """
    if len(files) == 1:
        return read_and_reshape(*files[0], header=header)
    tables = []
    for name, content in files:
        table = read_and_reshape(name, content, header=header)
        if isinstance(table, Problem):
            return table
        tables.append(table)
    together = join_tables(tables)
    if isinstance(together, Problem) and together.key in ("no_common_id", "ids_repeated", "no_common_rows"):
        return _use_last_file(tables) or together
    return together


def _use_last_file(tables: list[Table]) -> Table | None:
    """The file that was brought last, where it has labels and scores of its own, with a word about the others."""
    *others, last = tables
    roles = infer_roles(last)
    are_named = label_named([roles.label]) is not None and score_named(roles.scores) is not None
    if not are_named and not isinstance(build_dataset(last, roles), Dataset):
        return None
    listed = ", ".join(table.name for table in others)
    return replace(last, notes=(*last.notes, Problem("file_alone", name=last.name, others=listed)), file=None)


def read_and_reshape(
    name: str, content: bytes, title: str | None = None, *, header: int | None = None
) -> Table | Problem:
    """Read a file that somebody brought, of its tables that of a title; what was done to its shape stands in the notes.

    header: its row, the first of the file being 1, where somebody knows it; 0 says that there is none.

    >>> read_and_reshape("t.csv", b"score,positives,negatives\\n0.9,3,1\\n0.1,0,7\\n").frame.shape
    (3, 3)
    """
    table = read_table(name, content, title, header)
    if isinstance(table, Problem):
        return table
    shaped = expand_counts(table) or pivot_models(table) or table
    return shaped if isinstance(shaped, Problem) else replace(shaped, file=table.file, first_rows=table.first_rows)
