"""What one visitor has open: the data in use, what is being read, and the values of the widgets.

The one entry of the session that is not a widget's. The data in use are always countable cases: a file that cannot be
counted is kept aside with its problems, and what was in use stays in use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import uuid4

import streamlit as st

from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.examples import FIRST, example_roles, example_table
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.guessed_roles import Guess
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.shapes.curve_points import CurvePoints
from pr_curve_lab.server import pages
from pr_curve_lab.server.background import BackgroundWork
from pr_curve_lab.server.cache import CallKey, ResultStore, shared_tasks
from pr_curve_lab.server.memory import garbage

_VISITOR = "visitor"
# Of the threshold: nobody chose one; it answers a requirement; somebody did; no threshold meets the requirement.
Origin = Literal["best_f1", "requirement", "hand", "unmet"]


@dataclass(frozen=True)
class Reading:
    """A table and how its columns are understood; `example` names a built-in one."""

    table: Table
    roles: Roles
    example: str | None = None
    leave_out: bool = False


@dataclass(frozen=True)
class ActiveThreshold:
    """The threshold that every page shows, and where it came from."""

    threshold: float
    origin: Origin


@dataclass
class VisitorState:
    """The state of one visitor: what every page shows, and what is being read."""

    in_use: Reading
    tasks: BinaryTasks  # of what is in use
    cases: Cases  # of the task in view
    reading: Reading  # the same, or a table that cannot be counted yet
    shown: Reading | None = None  # whose columns the widgets of the data page show
    session: str = field(default_factory=lambda: uuid4().hex)  # tells this one from others of the same browser
    is_new: bool = True  # until the first address is taken over
    own: Reading | None = None  # the last of the visitor's own that was in use, for the way back to it
    problems: list[Problem] = field(default_factory=list)  # why what is being read is not in use
    file_problem: Problem | None = None  # why the last file could not be read at all
    brought: str = ""  # the name of the last file, or of several
    question: Guess | None = None  # of what is being read: a label or a score that somebody has to choose
    earlier: Table | None = None  # the visitor's own table that was in use before the last was brought
    alone: Table | None = None  # the last that was brought, where it was put beside the earlier one
    drawn_points: CurvePoints | None = None  # what the last file held in place of rows
    address_problems: list[Problem] = field(default_factory=list)
    awaited: dict[str, Any] = field(default_factory=dict)  # settings of a link to own data, till these are brought
    loss_is_said: bool = False  # it was said that what the browser showed before is not here
    address: dict[str, str] | None = None  # as it was last written
    asked: frozenset[str] | None = None  # settings that an address named which was just taken over
    written: dict[str, Any] = field(default_factory=dict)  # settings and data when the address was last written
    settings: dict[str, Any] = field(default_factory=dict)  # as they last were: widgets forget them with their page
    wanted: tuple[str, dict[str, str]] | None = None  # page and parameters of a direct link
    active: ActiveThreshold | None = None  # as a page last set it; another value of its widget was chosen by hand
    page: str = pages.FIRST
    language: str | None = None  # of this run
    translated: bool = False  # whether the run before had another language
    data_count: int = 0  # how often the data in use changed, or the task in view
    report_words: dict[str, str] = field(default_factory=dict)  # title and author, by the keys of their fields
    played: tuple[int, str] | None = None  # own rows as last dragged, with that count: no address has them
    kept: ResultStore = field(default_factory=ResultStore)  # results about the data in use
    steps_seen: dict[str, int] = field(default_factory=dict)  # the last one of each lesson
    works: dict[CallKey, BackgroundWork[Any]] = field(default_factory=dict)  # in the background, about the same data


def is_known() -> bool:
    """Whether this visitor has been here before in this session."""
    return _VISITOR in st.session_state


def visitor() -> VisitorState:
    """The state of this visitor, who begins with the first example; only this floor changes it."""
    state: VisitorState | None = st.session_state.get(_VISITOR)
    if state is None:
        garbage.collect_if_due()
        reading = Reading(example_table(FIRST), example_roles(FIRST), example=FIRST)
        tasks = shared_tasks(FIRST)
        cases = tasks.cases(tasks.countable[0])
        state = st.session_state[_VISITOR] = VisitorState(in_use=reading, tasks=tasks, cases=cases, reading=reading)
    return state


def same_data() -> str:
    """A text that changes with the data or the task in view: as long as it is the same, charts keep their zoom.

    An example has the same text for every visitor, so that its charts are the same.
    """
    state = visitor()
    if state.in_use.example and state.tasks is shared_tasks(state.in_use.example):
        return f"{state.in_use.example} {state.cases.roles.scores[0]} {state.cases.subgroup or ''}"
    return f"{state.data_count}"


def value_of(key: str) -> Any:
    """The value of a widget, or None before it was drawn."""
    return st.session_state.get(key)


def put(**widgets: Any) -> None:
    """Set widgets to values before they are drawn."""
    for key, value in widgets.items():
        if key not in st.session_state or st.session_state[key] != value:
            st.session_state[key] = value


def put_again(**widgets: Any) -> None:
    """Set widgets to values also where they have them: of two runs that come at once a busy browser draws the last.

    If that one does not say the value, a field shows the least it can hold, and gives it back with the next change.
    """
    st.session_state.update(widgets)


def put_translated(**widgets: Any) -> None:
    """Set widgets that show their values in words; after a change of language also to the values that they have.

    Of what was chosen the browser hands back the words that it shows; they have to be those of the language.
    """
    if visitor().translated:
        st.session_state.update(widgets)
    else:
        put(**widgets)


def clear(key: str) -> None:
    """Let a widget have no value, as before it was drawn."""
    st.session_state.pop(key, None)
    visitor().settings.pop(key, None)
