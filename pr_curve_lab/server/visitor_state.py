"""What one visitor has open, and results that are computed once for the data in use.

The state is the one entry of the session that is not a widget's. The data in use are always countable cases: a file
that cannot be counted is kept aside with its problems, and what was in use stays in use.

Results about a built-in example are computed once for all visitors, those about a visitor's own rows are the visitor's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, ParamSpec, TypeVar
from uuid import uuid4

import streamlit as st

from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.examples import DEFAULT_EXAMPLE, example_roles, example_table
from pr_curve_lab.schema.roles import Roles, TableSchema
from pr_curve_lab.schema.uploads import CurvePoints
from pr_curve_lab.server.asgi.startup import garbage
from pr_curve_lab.server.cache import (
    MAX_VISITOR_BYTES,
    SHARED,
    Key,
    ResultStore,
    call_key,
    result_bytes,
    shared_dataset,
)
from pr_curve_lab.server.settings import DEFAULT_PAGE, LANG
from pr_metrics import OperatingPoints

_VISITOR = "visitor"
Origin = Literal[
    "best_f1",  # nobody chose a threshold
    "requirement",  # it meets the requirements
    "hand",  # the user chose it
    "unmet",  # no threshold meets the requirements
]


@dataclass(frozen=True)
class DataSource:
    """A table and how its columns are understood; `example` names a built-in one."""

    table: Table
    roles: Roles
    example: str | None = None
    leave_out: bool = False


@dataclass(frozen=True)
class SelectedThreshold:
    """The threshold that every page shows, and where it came from."""

    threshold: float
    origin: Origin


@dataclass
class VisitorState:
    """The state of one visitor: what every page shows, and what is being read."""

    in_use: DataSource
    dataset: Dataset  # of what is in use
    cases: LabeledScores  # of the task in view
    pending_source: DataSource  # the same, or a table that cannot be counted yet
    widget_source: DataSource | None = None  # whose columns the widgets of the data page show
    session: str = field(default_factory=lambda: uuid4().hex)  # tells this one from others of the same browser
    is_new: bool = True  # until the first address is taken over
    user_source: DataSource | None = None  # the last of the visitor's own that was in use, for the way back to it
    problems: list[Notice] = field(default_factory=list)  # why what is being read is not in use
    file_problem: Notice | None = None  # why the last file could not be read at all
    file_name: str = ""  # the name of the last file, or of several
    ambiguous_schema: TableSchema | None = None  # of what is being read: a label or a score that somebody has to choose
    previous_table: Table | None = None  # the visitor's own table that was in use before the last was brought
    unjoined_table: Table | None = None  # the last that was brought, where it was put beside the earlier one
    curve_points: CurvePoints | None = None  # what the last file held in place of rows
    query_problems: list[Notice] = field(default_factory=list)
    link_settings: dict[str, Any] = field(default_factory=dict)  # of a link to own data, till these are brought
    is_loss_reported: bool = False  # it was said that what the browser showed before is not here
    query_params: dict[str, str] | None = None  # as it was last written
    named_settings: frozenset[str] | None = None  # settings that an address named which was just taken over
    written_values: dict[str, Any] = field(default_factory=dict)  # settings and data when the address was last written
    settings: dict[str, Any] = field(default_factory=dict)  # as they last were: widgets forget them with their page
    target_page: tuple[str, dict[str, str]] | None = None  # page and parameters of a direct link
    selected_threshold: SelectedThreshold | None = None  # as a page last set it; any other was chosen by hand
    page: str = DEFAULT_PAGE
    language: str | None = None  # of this run
    translated: bool = False  # whether the run before had another language
    data_version: int = 0  # how often the data in use changed, or the task in view
    report_fields: dict[str, str] = field(default_factory=dict)  # title and author, by the keys of their fields
    play_rows: tuple[int, str] | None = None  # own rows as last dragged, with that count: no address has them
    results: ResultStore = field(default_factory=ResultStore)  # results about the data in use
    steps_seen: dict[str, int] = field(default_factory=dict)  # the last one of each lesson
    jobs: dict[Key, Any] = field(default_factory=dict)  # in the background, about the same data


def is_initialized() -> bool:
    """Whether this visitor has been here before in this session."""
    return _VISITOR in st.session_state


def visitor() -> VisitorState:
    """The state of this visitor, who begins with the first example."""
    state: VisitorState | None = st.session_state.get(_VISITOR)
    if state is None:
        garbage.collect_if_due()
        source = DataSource(example_table(DEFAULT_EXAMPLE), example_roles(DEFAULT_EXAMPLE), example=DEFAULT_EXAMPLE)
        dataset = shared_dataset(DEFAULT_EXAMPLE)
        cases = dataset.cases(dataset.valid_names[0])
        state = st.session_state[_VISITOR] = VisitorState(source, dataset, cases, source)
    return state


def value_of(key: str) -> Any:
    """The value of a widget, or None before it was drawn."""
    return st.session_state.get(key)


def get_messages() -> Messages:
    """The sentences in this visitor's language.

    A function whose results are cached is given them instead, so that each language has a result of its own; and so is
    the `format_func` of a widget, which may be called after the run.
    """
    return messages_in(value_of(LANG.key))


def message(key: str, **values: Any) -> str:
    """Fill in one of these sentences, as `Messages.format` does."""
    return get_messages().format(key, **values)


def set_widget(**widgets: Any) -> None:
    """Set widgets to values before they are drawn."""
    for key, value in widgets.items():
        if key not in st.session_state or st.session_state[key] != value:
            st.session_state[key] = value


def overwrite_widget(**widgets: Any) -> None:
    """Set widgets to values also where they have them: of two runs that come at once a busy browser draws the last.

    If that one does not say the value, a field shows the least it can hold, and gives it back with the next change.
    """
    st.session_state.update(widgets)


def set_translated_widget(**widgets: Any) -> None:
    """Set widgets that show their values in words; after a change of language also to the values that they have.

    Of what was chosen the browser hands back the words that it shows; they have to be those of the language.
    """
    if visitor().translated:
        st.session_state.update(widgets)
    else:
        set_widget(**widgets)


def clear_widget(key: str) -> None:
    """Let a widget have no value, as before it was drawn."""
    st.session_state.pop(key, None)
    visitor().settings.pop(key, None)


Params = ParamSpec("Params")
Result = TypeVar("Result")

DATA_SIZE_FACTOR = 6  # what a visitor's results may take, if that is more than otherwise


def cached(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """The result of a function for what it is given, made once for these data.

    What is given is plain or frozen, and says all that the result depends on. Whole numbers and texts are choices among
    a few; for others there is `cached_for_visitor`.
    """
    key = call_key(function, args, kwargs)
    store = SHARED if SHARED.can_store(key) else visitor().results
    result: Result = store.get_or_compute(key, partial(function, *args, **kwargs))
    return result


def cached_for_visitor(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """The same for what a visitor typed: nobody else will ask for it, and it takes no room from what others use."""
    key = call_key(function, args, kwargs)
    result: Result = visitor().results.get_or_compute(key, partial(function, *args, **kwargs))
    return result


def cached_for_source(
    source: DataSource, function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs
) -> Result:
    """The result about what is being read; an example is small, and nothing about one is kept for one visitor."""
    return function(*args, **kwargs) if source.example else cached(function, *args, **kwargs)


def is_shared(function: Callable[..., object], *args: object) -> bool:
    """Whether the result of a function for what it is given is made for all visitors at once."""
    return SHARED.can_store(call_key(function, args))


def get_points(name: str) -> OperatingPoints:
    """The points of one of the tasks of the data in use."""
    return cached(visitor().dataset.points, name)


def clear_cache() -> None:
    """Let go of all results: the data have changed, and the new ones may be larger."""
    state = visitor()
    state.results.clear()
    state.results.max_bytes = max(MAX_VISITOR_BYTES, DATA_SIZE_FACTOR * result_bytes(state.dataset))
