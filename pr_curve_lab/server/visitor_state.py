"""What one visitor has open, and results that are computed once for the data in use.

The state is one entry of `st.session_state`, beside the settings. The key of a setting is also that of its widget, if
it has one; the threshold has none. The data in use can always be evaluated: a table that cannot is stored separately
with its problems, and the previous data stay in use.

Results about a built-in example are computed once for all visitors; those about a visitor's own rows only for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, ParamSpec, TypeVar
from uuid import uuid4

import streamlit as st

from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.examples import DEFAULT_EXAMPLE, example_roles, example_table
from pr_curve_lab.schema.roles import InferredRoles, Roles
from pr_curve_lab.schema.table_files import GivenCurve
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
MAX_PAST_ADDRESSES = 100  # a browser is only a few addresses behind
Origin = Literal[
    "best_f1",  # no threshold was chosen
    "requirement",  # it meets the requirements
    "target",  # it is the best at another class balance than that of the data
    "hand",  # the visitor chose it
    "unmet",  # no threshold meets the requirements
]


@dataclass(frozen=True)
class DataSource:
    """A table and the roles of its columns; `example` names a built-in one."""

    table: Table
    roles: Roles
    example: str | None = None
    exclude: bool = False


@dataclass(frozen=True)
class SelectedThreshold:
    """The threshold that every page shows, and how it was chosen."""

    threshold: float
    origin: Origin


@dataclass
class VisitorState:
    """The state of one visitor: the data in use, and the upload that is pending."""

    in_use: DataSource
    dataset: Dataset  # built from `in_use`
    labeled_scores: LabeledScores  # of the selected model, class or label
    pending_source: DataSource  # the same as `in_use`, or a table that cannot be evaluated yet
    widget_source: DataSource | None = None  # the source that the widgets of the page Data show
    session: str = field(default_factory=lambda: uuid4().hex)  # distinguishes sessions in the same browser
    is_new: bool = True  # until the first address is applied
    user_source: DataSource | None = None  # the visitor's own data last in use, to return to them
    groups_decided_for: Table | None = None  # a table whose column of groups was found or changed: none is found again
    problems: list[Notice] = field(default_factory=list)  # why the pending source is not in use
    file_problem: Notice | None = None  # why the last file could not be read
    file_name: str = ""  # the name of the last file, or names of several
    ambiguous_roles: InferredRoles | None = None  # of the pending source, if its label or score must be chosen
    previous_table: Table | None = None  # the visitor's own table before the last upload, to match it
    replaced_source: DataSource | None = None  # the visitor's own data in use before the last upload, to restore them
    table_before_match: Table | None = None  # the last upload without the table that it was matched with
    given_curve: GivenCurve | None = None  # points of a curve, if the last file held these instead of rows
    pending_notices: list[Notice] = field(default_factory=list)
    link_settings: dict[str, Any] = field(default_factory=dict)  # of a link to own data, until these are uploaded
    is_loss_reported: bool = False  # whether the visitor was told that data were lost
    query_params: dict[str, str] | None = None  # as last applied or written
    written_page: str = ""  # Streamlit's identifier of the page to which they were last written
    past_query_params: deque[dict[str, str]] = field(default_factory=partial(deque, maxlen=MAX_PAST_ADDRESSES))
    named_settings: frozenset[str] | None = None  # names of the settings in the address that was just applied
    named_page: str = ""  # Streamlit's identifier of the page to which that address belongs
    written_values: dict[str, Any] = field(default_factory=dict)  # settings and data when the address was last written
    settings: dict[str, Any] = field(default_factory=dict)  # last values, as Streamlit drops those of hidden widgets
    target_page: tuple[str, dict[str, str]] | None = None  # page and parameters of a direct link
    selected_threshold: SelectedThreshold | None = None  # as a page last set it; any other threshold was chosen by hand
    other_threshold: float | None = None  # of Play on the other pages, and of these on Play
    page: str = DEFAULT_PAGE
    next_page: str | None = None  # to show instead of the open one, after an upload
    language: str | None = None  # of the current run
    translated: bool = False  # whether the previous run had another language
    data_version: int = 0  # how often the data in use or the selected task changed
    report_fields: dict[str, str] = field(default_factory=dict)  # title and author, by widget key
    play_rows: tuple[int, str] | None = None  # `data_version` and the rows as last dragged, which no address names
    results: ResultStore = field(default_factory=ResultStore)  # results about the data in use
    steps_seen: dict[str, int] = field(default_factory=dict)  # last step by lesson
    jobs: dict[Key, Any] = field(default_factory=dict)  # background jobs about the data in use


def is_initialized() -> bool:
    """Whether this session has a state yet."""
    return _VISITOR in st.session_state


def visitor() -> VisitorState:
    """Return the state of this visitor; a new one starts with the default example."""
    state: VisitorState | None = st.session_state.get(_VISITOR)
    if state is None:
        garbage.collect_if_due()
        source = DataSource(example_table(DEFAULT_EXAMPLE), example_roles(DEFAULT_EXAMPLE), example=DEFAULT_EXAMPLE)
        dataset = shared_dataset(DEFAULT_EXAMPLE)
        labeled_scores = dataset.labeled_scores(dataset.valid_names[0])
        state = st.session_state[_VISITOR] = VisitorState(source, dataset, labeled_scores, source)
    return state


def value_of(key: str) -> Any:
    """Return the value of a setting or widget, or None if it has none yet."""
    return st.session_state.get(key)


def get_messages() -> Messages:
    """Return the messages in this visitor's language.

    A function whose results are cached takes them as an argument instead, so that each language has its own result. So
    does the `format_func` of a widget, which may be called after the run.
    """
    return messages_in(value_of(LANG.name))


def message(key: str, **values: Any) -> str:
    """Return a message in this visitor's language, as `Messages.format` does."""
    return get_messages().format(key, **values)


def set_widget(**widgets: Any) -> None:
    """Set settings and widgets to values, before the widgets are drawn."""
    for key, value in widgets.items():
        if key not in st.session_state or st.session_state[key] != value:
            st.session_state[key] = value


def overwrite_widget(**widgets: Any) -> None:
    """Set widgets even if they already have a value.

    If two runs are sent at once, a busy browser draws only the last one. If that one does not send the value, a field
    shows its minimum and returns it with the next change.
    """
    st.session_state.update(widgets)


def set_translated_widget(**widgets: Any) -> None:
    """Set widgets that show their values as text; after a change of language, set them even if they have the value.

    The browser sends back the text of the selected option, which has to be in the current language.
    """
    if visitor().translated:
        st.session_state.update(widgets)
    else:
        set_widget(**widgets)


def clear_widget(key: str) -> None:
    """Remove the value of a setting or widget, as before it was first drawn."""
    st.session_state.pop(key, None)
    visitor().settings.pop(key, None)


Params = ParamSpec("Params")
Result = TypeVar("Result")

DATA_SIZE_FACTOR = 6  # maximum size of a visitor's results, as a multiple of the size of their data


def cached(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """Return the result of a function, computed once for these arguments.

    Arguments are plain values or frozen records, and the result depends on nothing else. Integers and strings must be
    one of a few options; for free input use `cached_for_visitor`.
    """
    key = call_key(function, args, kwargs)
    store = SHARED if SHARED.can_store(key) else visitor().results
    result: Result = store.get_or_compute(key, partial(function, *args, **kwargs))
    return result


def cached_for_visitor(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """The same for free input of a visitor: nobody else will ask for it, so it must not fill the shared cache."""
    key = call_key(function, args, kwargs)
    result: Result = visitor().results.get_or_compute(key, partial(function, *args, **kwargs))
    return result


def cached_for_source(
    source: DataSource, function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs
) -> Result:
    """Return the result for a pending source. For an example it is not cached: examples are small."""
    return function(*args, **kwargs) if source.example else cached(function, *args, **kwargs)


def is_shared(function: Callable[..., object], *args: object) -> bool:
    """Whether the result of a function for these arguments is shared by all visitors."""
    return SHARED.can_store(call_key(function, args))


def selected_dataset() -> Dataset:
    """Return the dataset in use, or its rows of the group that the page shows alone."""
    state = visitor()
    group = state.labeled_scores.group_name
    return state.dataset if group is None else cached(state.dataset.take_group, group)


def get_points(name: str) -> OperatingPoints:
    """Return the operating points of one model, class or label, of the rows that the page shows."""
    return cached(selected_dataset().points, name)


def clear_cache() -> None:
    """Drop all results of this visitor because the data have changed, and adapt the size limit to the new data."""
    state = visitor()
    state.results.clear()
    state.results.max_bytes = max(MAX_VISITOR_BYTES, DATA_SIZE_FACTOR * result_bytes(state.dataset))
