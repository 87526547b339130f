"""What is averaged, how, and joined by which scheme."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pr_curve_lab.analysis.averages import (
    KINDS,
    Averaged,
    Folds,
    TaskMatrix,
    average_of,
    folds_of,
    parts_of,
    split,
    task_areas,
    task_matrix,
)
from pr_curve_lab.analysis.group_areas import GroupArea, failing, group_areas, worst_first
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.printed_areas import all_alike
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import AVERAGE, MODEL
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.views.controls import scheme_picker
from pr_metrics import AverageParts

OF_ONE = "micro"  # of one task every average is its area


@dataclass(frozen=True, eq=False)
class Choice:
    """The answers that are averaged: of all classes or labels, or of the score in view."""

    matrix: TaskMatrix
    kind: str
    scheme: str
    several: bool
    in_folds: bool

    @property
    def empty(self) -> bool:
        """Whether there is nothing to average."""
        return not self.several and not self.in_folds

    @property
    def only_folds(self) -> bool:
        """Whether there is one score only, in folds."""
        return self.in_folds and not self.several

    def parts(self, kind: str) -> AverageParts:
        """An average over all rows, taken apart."""
        return kept(parts_of, self.matrix, kind, self.scheme)

    @property
    def tasks(self) -> tuple[JoinedArea, ...]:
        """The curve and area of each class or label."""
        return kept(task_areas, self.matrix, self.scheme)

    @property
    def of_all(self) -> Averaged:
        """The chosen average over all rows."""
        return kept(average_of, self.matrix, self.parts(self.kind), self.scheme, self.tasks)

    @property
    def in_groups(self) -> tuple[TaskMatrix, ...]:
        """The answers of each group of rows."""
        return kept(_split, self.matrix, visitor().tasks)

    @property
    def folds(self) -> Folds:
        """The chosen average in every fold."""
        tasks = visitor().tasks
        column = tasks.roles.group or ""
        return kept(folds_of, self.in_groups, tasks.group_names, self.kind, self.scheme, column=column)

    @property
    def by_group(self) -> tuple[GroupArea | None, ...]:
        """Each group by itself, where there is one score only."""
        return kept(group_areas, self.in_groups, self.scheme) if self.only_folds else ()

    @property
    def outstanding(self) -> int | None:
        """The group whose curve stands out: the one that fails, else of groups the lowest, where they are unlike."""
        fails, areas = failing(self.by_group), self.folds.area
        if fails is not None or self.folds.called == "folds" or all_alike(areas):
            return fails
        return worst_first(areas)[0]


def made(words: Words) -> Choice:
    """Read the controls; a scheme that cannot join all entries gives way, with a sentence."""
    tasks = visitor().tasks
    several = tasks.kind in ("classes", "labels")
    if several:
        matrix = kept(task_matrix, tasks)
    else:
        name = str(value_of(MODEL.key)) or tasks.names[0]
        matrix = kept(task_matrix, tasks, (name,))
    kind = str(value_of(AVERAGE.key)) if several else OF_ONE
    scheme = scheme_picker.settled(matrix.pooled, "left", words)
    return kept(Choice, matrix, kind, scheme, several, tasks.group is not None)


def _split(matrix: TaskMatrix, tasks: BinaryTasks) -> tuple[TaskMatrix, ...]:
    assert tasks.group is not None  # else there is no average over folds
    return split(matrix, tasks.group, tasks.never_scored.of_group)


def show(choice: Choice, words: Words) -> None:
    """Offer the averages, each with its number, and the schemes."""
    with st.container(horizontal=True, vertical_alignment="center", key="average_controls"):
        if choice.several:
            st.segmented_control(
                words.say("averages.average"),
                KINDS,
                format_func=lambda kind: words.say(
                    "averages.option",
                    name=words.say(f"averages.{kind}.short"),
                    area=choice.parts(kind).area,
                ),
                key="average",
                required=True,
                label_visibility="collapsed",
                persist_state="session",
            )
        scheme_picker.show(choice.matrix.pooled, "left", words, alone=True)
