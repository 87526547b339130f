"""What is averaged, how, and joined by which scheme."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pr_app import session
from pr_app.averages import KINDS, Answers, Averaged, Folds, answers_of, average_of, folds_of, pooled_points
from pr_app.cases import Cases
from pr_app.panels import scheme_picker
from pr_app.words import Words
from pr_metrics import OperatingPoints

OF_ONE = "micro"  # of one question every average is its area


@dataclass(frozen=True, eq=False)
class Choice:
    """The answers that are averaged: of all classes or labels, or of the score in view."""

    answers: Answers
    points: OperatingPoints  # of all entries together
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

    @property
    def of_all(self) -> Averaged:
        """The chosen average over all rows."""
        return self.averaged(self.kind)

    def averaged(self, kind: str) -> Averaged:
        """An average over all rows."""
        return session.remembered(lambda: average_of(self.answers, kind, self.scheme), "average", kind, self.scheme)

    @property
    def folds(self) -> Folds:
        """The chosen average in every fold."""
        questions = session.desk().questions
        assert questions.group is not None
        group, names = questions.group, questions.group_names
        return session.remembered(
            lambda: folds_of(self.answers, group, names, self.kind, self.scheme), "folds", self.kind, self.scheme
        )


def made(cases: Cases, words: Words) -> Choice:
    """Read the controls; a scheme that cannot join all entries gives way, with a sentence."""
    questions = session.desk().questions
    several = questions.kind in ("classes", "labels")
    if several:
        answers = session.remembered(lambda: answers_of(questions), "answers")
        points = session.remembered(lambda: pooled_points(answers), "pooled points")
    else:
        name = str(session.value_of("model")) or questions.names[0]
        answers, points = answers_of(questions, (name,)), cases.points
    kind = str(session.value_of("average")) if several else OF_ONE
    scheme = scheme_picker.settled(points, "left", words)
    return Choice(answers, points, kind, scheme, several, questions.group is not None)


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
                    area=choice.averaged(kind).parts.area,
                ),
                key="average",
                required=True,
                label_visibility="collapsed",
                persist_state="session",
            )
        scheme_picker.show(choice.points, "left", words)
