"""The gate on two files: read them, match their rows, and test them.

Columns are guessed in each file as elsewhere in the app; if the old file has columns of the same names as those chosen
in the new one, these are used. Files that cannot be matched raise an error that names the file and the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import PurePath

from pr_curve_lab.i18n.messages import format_notices
from pr_curve_lab.io.column_names import COUNTS, find_label_column, is_named, split_name
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import Roles, infer_roles_and_certainty, positive_of
from pr_curve_lab.schema.table_files import common_id, match_tables, read_table
from pr_metrics import NoninferiorityTest, noninferiority_test
from pr_metrics.uncertainty.noninferiority import DEFAULT_LOSS
from pr_metrics.validation import close_match_text

NamedBytes = tuple[str, bytes]  # name and content
LABEL = "label"
MODELS = ("new", "old")
NO_PAIRS = "rows of two models cannot be paired from counts; give the rows"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read both files, as the user named it; None means guessed."""

    label: str | None = None
    score: str | None = None
    positive: str | None = None
    cluster: str | None = None
    weight: str | None = None
    independent: bool = False  # whether rows of one person, image or query are taken as independent
    exclude: bool = False  # whether rows that lack a cell are excluded
    header: int | None = None  # row of the header in both files, counted from 1


DEFAULT_OPTIONS = ReadOptions()  # every column is guessed


@dataclass(frozen=True, eq=False)
class PairedFiles:
    """One table of the matched rows of both files, its roles, and the names of the score columns in the files."""

    table: Table
    roles: Roles
    new_score: str
    old_score: str


class RowsError(ValueError):
    """Error for problems of files or of their rows, with a message in English."""

    def __init__(self, *problems: Notice) -> None:
        super().__init__(format_notices(*problems))
        self.problems = problems


def pair_files(new: NamedBytes, old: NamedBytes, options: ReadOptions) -> PairedFiles:
    """Read both files and match their rows: by an id that both have, else in order if all labels agree.

    Raises
    ------
    ValueError: a file that cannot be read; a missing column; several scores of which none is named; counts instead of
        rows; rows that cannot be matched; weights, splits or clusters that differ between the files.

    >>> new, old = ("new.csv", b"id,y,p\\na,1,0.9\\nb,0,0.2\\n"), ("old.csv", b"id,y,p\\nb,0,0.6\\na,1,0.5\\n")
    >>> pair_files(new, old, ReadOptions()).table.frame.to_dict("list")
    {'id': ['a', 'b'], 'y': [1, 0], 'new': [0.9, 0.2], 'old': [0.5, 0.6]}
    """
    tables = [_read(*file, options.header) for file in (new, old)]
    models = _model_names(tables)
    if tables[0].name == tables[1].name:
        tables = [replace(table, name=f"{which} {table.name}") for which, table in zip(MODELS, tables, strict=True)]
    new_roles = _roles(tables[0], options)
    label, score = (name if name in tables[1].frame else None for name in (new_roles.label, new_roles.scores[0]))
    old_options = ReadOptions(options.label or label, options.score or score)
    old_roles = _roles(tables[1], old_options)
    has_old_label = old_options.label is not None or find_label_column([old_roles.label]) is not None
    split = new_roles.split_column if new_roles.split_value else None
    cluster = options.cluster or new_roles.cluster
    row_columns = {column for column in (new_roles.weight, split, cluster) if column is not None}
    common_label = new_roles.label if find_label_column([new_roles.label]) else LABEL
    new_names = {new_roles.label: common_label, new_roles.scores[0]: models[0]}
    old_names = {old_roles.scores[0]: models[1]}
    if has_old_label:
        old_names[old_roles.label] = common_label
    matched = _match_rows(tables, (new_names, old_names), row_columns - {*(common_id(tables) or ())})
    table = replace(matched, frame=matched.frame.rename(columns={common_label: new_roles.label}))
    roles = Roles(
        new_roles.label,
        _positive(table, new_roles.label, options),
        models,
        new_roles.weight,
        split,
        "models",
        split_value=new_roles.split_value,
        cluster=None if options.independent else cluster,
    )
    return PairedFiles(table, roles, new_roles.scores[0], old_roles.scores[0])


def _match_rows(tables: list[Table], renamed: tuple[dict[str, str], dict[str, str]], row_columns: set[str]) -> Table:
    """Match the rows of both files, with the columns that both have, the `row_columns` of the new one, and `renamed`.

    renamed: new names of label and score, for each file. row_columns: columns of weights, splits or clusters; where the
    old file has them too, they must agree.
    """
    new, old = tables
    shared = {str(name) for name in new.frame if name in old.frame}
    copies = {column: f"\0{column}" for column in sorted(row_columns & shared - {*renamed[1]})}  # in the old file
    matched = match_tables([
        _select_columns(new, shared | row_columns, renamed[0]),
        _select_columns(old, shared - row_columns, {**renamed[1], **copies}),
    ])  # fmt: skip
    if isinstance(matched, Notice):
        raise RowsError(matched)
    for column, copy in copies.items():
        _check_equal(matched, column, copy)
    columns = shared | row_columns | {*renamed[0].values(), *renamed[1].values()}
    return replace(matched, frame=matched.frame[[name for name in matched.frame if name in columns]])


def _read(name: str, content: bytes, header: int | None) -> Table:
    table = read_table(name, content, header=header)
    if isinstance(table, Notice):
        raise RowsError(table)
    if any(note.key == "counts_read" for note in table.notes):
        raise ValueError(f"{name} holds counts at each score: {NO_PAIRS}")
    return table


def _roles(table: Table, options: ReadOptions) -> Roles:
    """Return the roles of the columns, named or guessed; raise an error for several scores or for counts of rows."""
    columns = list(table.frame.columns)
    for column in (options.label, options.score, options.cluster, options.weight):
        if column is not None and column not in columns:
            raise ValueError(f"{table.name} has no column {column!r}{close_match_text(column, columns)}")
    scores = [] if options.score is None else [options.score]
    found = infer_roles_and_certainty(table, label=options.label, scores=scores, weight=options.weight)
    for role, decision in found.by_role.items():
        if decision.certainty == "ambiguous":
            listed = ", ".join(map(repr, (*decision.selected, *decision.alternatives)))
            raise ValueError(f"{table.name}: which column is the {role}? Equally likely are {listed}; name one")
    roles = found.roles
    if roles.weight is not None and is_named(COUNTS, roles.weight):
        raise ValueError(f"{table.name} counts rows in {roles.weight!r}: {NO_PAIRS}, or leave this column out")
    if len(roles.scores) > 1:
        raise ValueError(f"{table.name} has several scores, {', '.join(roles.scores)}: name the one to compare")
    if options.score is None and roles.prediction is not None:
        raise ValueError(
            f"{table.name}: {roles.scores[0]} is the confidence of a prediction, not a score; name a score"
        )
    return roles


def _check_equal(table: Table, column: str, other: str) -> None:
    """Raise an error if a column that both files have (weight, split or cluster) differs in a row."""
    differ = text_of(table.frame[column]) != text_of(table.frame[other])
    if differ.any():
        raise ValueError(
            f"{table.name}: {column!r} differs between the files in {int(differ.sum())} rows, "
            f"the first of them row {int(differ.argmax()) + 1}; leave it out of the old file if the new one's is right"
        )


def _select_columns(table: Table, columns: set[str], new_names: dict[str, str]) -> Table:
    """Select `columns`, by which rows may be matched, and those of `new_names`, which are renamed."""
    others = [name for name in table.frame if name in columns and name not in (*new_names, *new_names.values())]
    return replace(table, frame=table.frame[[*others, *new_names]].rename(columns=new_names))


def _positive(table: Table, label: str, options: ReadOptions) -> str | None:
    """Return the positive value, named or guessed; None if several values are possible and none stands out."""
    if options.positive is None:
        return positive_of(table, label)
    values = label_values(table, label)
    if options.positive not in values:
        raise ValueError(f"{table.name}: the label has no value {options.positive!r}, only {', '.join(values)}")
    return options.positive


def _model_names(tables: list[Table]) -> tuple[str, str]:
    """Return the stems of both files as names of the models; if a stem could be another column, "new" and "old"."""
    taken = {split_name(str(name)) for table in tables for name in table.frame}
    return next(names for names in _name_options(tables) if _is_unique(names, taken))


def _name_options(tables: list[Table]) -> Iterator[tuple[str, str]]:
    new, old = (PurePath(table.name).stem for table in tables)
    yield new, old
    yield MODELS
    for number in count(1):
        new, old = (f"{which} model {number}" for which in MODELS)
        yield new, old


def _is_unique(names: tuple[str, str], column_names: set[tuple[str, ...]]) -> bool:
    """Return whether names of models differ from each other and from columns, and do not look like a label."""
    new, old = map(split_name, names)
    return new != old and find_label_column(names) is None and not {new, old} & column_names


@dataclass(frozen=True, eq=False)
class FilesDecision:
    """A decision on two files, the data that it is based on, and sentences about what was guessed or left out."""

    decision: NoninferiorityTest
    files: PairedFiles
    dataset: Dataset  # two models named after the files, the new one first
    notices: tuple[str, ...]
    cluster: str | None = None  # the column that says which rows were kept together


def gate_files(
    new: NamedBytes, old: NamedBytes, options: ReadOptions = DEFAULT_OPTIONS, *, loss: float = DEFAULT_LOSS
) -> FilesDecision:
    """Test two files with `noninferiority_test`; rows are matched by an id, else by their order.

    new, old: name and bytes. options: columns that are not named are guessed, including clusters (persons, images or
    queries) unless `independent`.

    Raises
    ------
    ValueError: the files cannot be read or matched, their rows are invalid, or `noninferiority_test` rejects them.

    >>> rows = b"y,p\\n" + b"1,0.9\\n0,0.2\\n1,0.3\\n0,0.1\\n" * 5
    >>> found = gate_files(("new.csv", rows), ("old.csv", rows))
    >>> found.decision.passed, found.files.roles.label, found.files.new_score
    (True, 'y', 'p')
    """
    both = pair_files(new, old, options)
    dataset = build_dataset(both.table, both.roles, exclude=options.exclude)
    if not isinstance(dataset, Dataset):
        raise RowsError(*dataset)
    cluster = (
        _cluster_names(both.table, options.cluster, dataset) if options.cluster is not None else dataset.cluster_of_row
    )
    rows = dataset.positive[:, 0], dataset.score[:, 0], dataset.score[:, 1]
    decision = noninferiority_test(*rows, loss=loss, groups=cluster, sample_weight=dataset.weight)
    notices = _notices(both.table, dataset, is_named=options.cluster is not None)
    return FilesDecision(decision, both, dataset, notices, None if cluster is None else both.roles.cluster)


def _cluster_names(table: Table, column: str, dataset: Dataset) -> list[str]:
    names = text_of(table.frame[column])[dataset.row_index].tolist()
    if "" in names:
        raise ValueError(f"{table.name}: {column} is empty in row {int(dataset.row_index[names.index('')]) + 1}")
    return list(names)


def _notices(table: Table, dataset: Dataset, *, is_named: bool) -> tuple[str, ...]:
    """Return sentences on how the files were read, what was chosen and left out, and warnings about either model.

    is_named: whether the user named the column of clusters.
    """
    clusters = [] if is_named or dataset.clusters is None else [dataset.clusters.notice]
    odd = [one for name in dataset.names for one in check_data(dataset.labeled_scores(name), table)]
    notices = [
        *table.notes,
        *(choice.notice for choice in describe_roles(table, dataset.roles)),
        *dataset.excluded,
        *clusters,
        *odd,
    ]
    return tuple(dict.fromkeys(format_notices(one) for one in notices))
