"""The column that is the label: by its name, else by its values."""

from __future__ import annotations

from pr_app.reading.columns.kinds import has_fractions
from pr_app.reading.columns.label_values import MOST_LABEL_VALUES, label_values
from pr_app.reading.columns.names import is_id, label_named
from pr_app.reading.columns.positive_value import guess_positive
from pr_app.reading.columns.scores import classes_by_column
from pr_app.reading.tables import Table


def named_label(table: Table, names: list[str]) -> str | None:
    """The column named like a label; one that cannot be it only where no other can.

    A class that all rows have says what they are, not whether a score found them.
    """
    named = [name for name in names if label_named([name])]
    telling = [name for name in named if _can_be_label(table, name)]
    flags = [name for name in names if name not in named and says_yes_or_no(table, name)]
    about_all = [name for name in named if len(label_values(table, name)) == 1 and table.frame[name].dtype.kind == "O"]
    return label_named(telling) or (None if flags and about_all == named else label_named(named))


def scored_label(table: Table, names: list[str], numeric: list[str]) -> str | None:
    """The column that has a column of scores for each of its classes; of several the one named like a label."""
    columns = [name for name in names if table.frame[name].dtype.kind != "f"] if len(numeric) > 2 else []
    found = []
    for column in columns:
        values = label_values(table, column)
        others = [name for name in numeric if name != column]
        if 2 < len(values) <= MOST_LABEL_VALUES and classes_by_column(values, others):
            found.append(column)
    return label_named(found) or next(iter(found), None)


def likeliest_label(table: Table, names: list[str]) -> str:
    """Whole numbers and text before fractions, two values before more, a yes and a no before others, ids last."""

    def unlikeliness(name: str) -> tuple[bool, bool, bool, bool, int]:
        column, distinct = table.frame[name], len(table.frame[name].drop_duplicates())
        doubtful = not says_yes_or_no(table, name)
        return has_fractions(column), is_id(name), distinct != 2, doubtful, distinct

    return min(names, key=unlikeliness)


def names_a_label(table: Table, names: list[str]) -> bool:
    """Whether a column is named like a label, or has two values."""
    return label_named(names) is not None or any(len(label_values(table, name)) == 2 for name in names)


def says_yes_or_no(table: Table, name: str) -> bool:
    """Whether a column of two values says of each row whether something is so."""
    positive = guess_positive(table, name, [])
    return positive is not None and positive.why in ("plain", "meaning") and len(label_values(table, name)) == 2


def _can_be_label(table: Table, name: str) -> bool:
    return not has_fractions(table.frame[name]) and 1 < len(label_values(table, name)) <= MOST_LABEL_VALUES
