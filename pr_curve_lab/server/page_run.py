"""Start and end of a run: the address becomes settings, the page opens, and the settings become the address.

If nobody has opened app.py on this server yet, a direct link runs the script of its page without app.py. The page then
switches to app.py first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Literal
from urllib.parse import urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.examples import EXAMPLES
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import (
    COPIES,
    DATA_SETTINGS,
    DECIMALS,
    DEFAULT_PAGE,
    GROUP,
    LANG,
    OLD_REQUIREMENT_KINDS,
    PAGES,
    PLAY_PAGE,
    PREVALENCE,
    REQUIRE,
    SETTINGS,
    TASK,
    THRESHOLD,
    TOP_SETTINGS,
    Page,
    Value,
)
from pr_curve_lab.server.visitor_state import (
    VisitorState,
    clear_widget,
    is_initialized,
    message,
    set_translated_widget,
    set_widget,
    value_of,
    visitor,
)

USER_DATA_MARK = "1"  # marks the visitor's own data, which a link cannot restore
_DATA_READERS: dict[str, Callable[[str], Value | None]] = {
    "example": {name: name for name in EXAMPLES}.get,
    "columns": lambda text: text,
    "own": {USER_DATA_MARK: USER_DATA_MARK}.get,
}
_READERS = {**_DATA_READERS, **{name: setting.read for name, setting in SETTINGS.items()}}


def read_query_params(parameters: Mapping[str, str]) -> tuple[dict[str, Value], list[Notice]]:
    """Read the settings in an address. Returns them, and a problem for each value that is not valid.

    Parameters with other names are ignored.

    >>> read_query_params({"left": "linear", "example": "pears"})
    ({'left': 'linear'}, [Notice('address_unknown', name='example', value='pears')])
    """
    settings: dict[str, Value] = {}
    problems = []
    for name, read in _READERS.items():
        if name in parameters:
            value = read(parameters[name])
            if value is None:
                problems.append(Notice("address_unknown", name=name, value=parameters[name]))
            else:
                settings[name] = value
    return _update_old_values(settings), problems


def _update_old_values(settings: dict[str, Value]) -> dict[str, Value]:
    """Convert the settings of an older link, which had one kind of requirement, to the present ones.

    >>> _update_old_values({"require": "min_recall", "precision": 0.8, "alerts": 7})
    {'require': 'wishes', 'recall': 0.9}
    """
    required = OLD_REQUIREMENT_KINDS.get(str(settings.get(REQUIRE.name)))
    if required is None:
        return settings
    others = {name for kind in OLD_REQUIREMENT_KINDS.values() for name in kind} - required.keys()
    remaining = {name: value for name, value in settings.items() if name not in others}
    return {
        **remaining,
        REQUIRE.name: str(REQUIRE.default),
        **{name: remaining.get(name, required[name]) for name in required},
    }


def format_query_params(
    page: str, settings: Mapping[str, Value | None], *, example: str | None, columns: str = ""
) -> dict[str, str]:
    """Return the parameters of a page's address in a fixed order, without those that are unset or have their default.

    columns: changes to the columns of the example. The visitor's own data are only marked with `own`, so that someone
    who opens the link later is told why they are missing.

    >>> format_query_params("areas", {"left": "step", "right": "linear", "lang": "en", "digits": "all"}, example=None)
    {'own': '1', 'lang': 'en', 'left': 'step', 'right': 'linear'}
    """
    named = {"own": USER_DATA_MARK} if example is None else {"example": example}
    if columns and example is not None:
        named["columns"] = columns
    for setting in PAGES[page].settings:
        value = settings.get(setting.name)
        if value is not None and (setting.is_always_named or value != setting.default):
            named[setting.name] = str(int(value) if isinstance(value, bool) else value)
    return named


def start() -> None:
    """Apply the address and give every setting a value; the first call in app.py."""
    state = visitor()
    _restore_foreign_selections(state)
    parameters = dict(st.query_params)
    _, target_parameters = state.target_page or ("", parameters)
    if data_in_use.load_local_files(target_parameters):
        parameters.pop("own", None)  # a reloaded tab asks for its own data, and these are they
        if state.in_use.example is not None:  # the page Data shows why the files are not in use
            state.target_page = ("data", {name: value for name, value in target_parameters.items() if name != "own"})
    state.is_new = False
    if parameters and parameters != state.query_params and not (_has_changed(state) or _is_outdated(state, parameters)):
        _apply_query_params(state, parameters)
    locale = (st.context.locale or "").split("-")[0]
    first = {LANG.name: locale} if locale in LANGUAGES else {}
    for name, setting in SETTINGS.items():
        value = state.settings.get(name, first.get(name, setting.default))
        if value is not None:
            st.session_state.setdefault(name, value)
    _update_language(state)


def menu() -> list[st.Page]:
    """Return all pages, and hidden ones that redirect an address without a page name, or with an unknown one.

    Without them, Streamlit shows a dialog in English for an unknown page, over the default page.
    """
    title = message(f"{DEFAULT_PAGE}.title")
    pages = [st.Page(_open_default_page, title=title, default=True, visibility="hidden")]
    pages += [copy(_cached_page(page.script, message(f"{page.key}.title"))) for page in PAGES.values()]
    unknown = _unknown_name()
    if unknown:
        pages.append(st.Page(_warn_unknown_page, title=title, url_path=unknown, visibility="hidden"))
    return pages


def open_target_page() -> None:
    """Switch to the page that a direct link asked for; app.py calls it after `st.navigation`."""
    state = visitor()
    if state.target_page is not None:
        page, parameters = state.target_page
        state.target_page = None
        st.switch_page(PAGES[page].script, query_params=parameters)


def warn_loss(key: Literal["own_data_gone", "visit_lost"]) -> None:
    """Queue a warning that what the browser showed is lost: rows after a restart of the server, or the whole session.

    A session is lost if its server process has ended, or if the tab was disconnected for long.
    """
    visitor().is_loss_reported = True
    _add_notices(Notice(key))


def _unknown_name() -> str | None:
    """Return the page name in the browser's address if there is no such page, else None."""
    name = urlsplit(st.context.url or "").path.rstrip("/").rpartition("/")[2]
    base = str(st.get_option("server.baseUrlPath")).strip("/").rpartition("/")[2]
    return name if re.fullmatch(r"[\w-]+", name) and name not in (base, *PAGES) else None


@cache
def _cached_page(script: str, title: str) -> st.Page:
    """Return a page, which `menu` copies in each run because Streamlit marks the selected one.

    Looking for the scripts of all pages in every run would take long.
    """
    return st.Page(script, title=title)


def _open_default_page() -> None:
    st.switch_page(PAGES[DEFAULT_PAGE].script, query_params=dict(st.query_params))


def _warn_unknown_page() -> None:
    _add_notices(Notice("page_unknown", name=_unknown_name()))
    _open_default_page()


def open_page(page: str) -> LabeledScores:
    """Open a page and return the labeled scores in use. If app.py has not run in this session, switch to it first."""
    if not is_initialized():
        visitor().target_page = (page, dict(st.query_params))
        st.switch_page("app.py")
    state = visitor()
    if page != state.page:
        if PLAY_PAGE in (page, state.page) and THRESHOLD.name not in (state.named_settings or ()):
            _exchange_thresholds(state)
        state.page = page
        _restore_page_widgets(PAGES[page])
    if state.named_settings is not None and state.named_page == _page_hash():
        _set_defaults(PAGES[page], state.named_settings)
        # If the visitor types before this run has ended, it is cut short, and the next one must not apply them again.
        state.query_params, state.written_values = dict(st.query_params), _current_values(_get_values(), state)
    state.named_settings = None
    data_in_use.update_labeled_scores(page)  # the script of a page may run without app.py
    return state.labeled_scores


def link_params(page: str, **settings: Value) -> dict[str, str]:
    """Return the parameters of a link to a page: the current settings, and those given here instead."""
    columns = data_in_use.changed_columns_text()
    return format_query_params(page, {**_get_values(), **settings}, example=visitor().in_use.example, columns=columns)


def update_query_params() -> None:
    """Write every setting of the page to its address; app.py calls it after the page has run."""
    state = visitor()
    settings = _get_values()
    state.settings = {name: value for name, value in settings.items() if value is not None}
    state.written_values = _current_values(settings, state)
    state.written_page = _page_hash()
    if state.query_params is not None:
        state.past_query_params.append(state.query_params)
    state.query_params = link_params(state.page)
    if dict(st.query_params) != state.query_params:
        st.query_params.from_dict(state.query_params)


def pop_pending_notices() -> list[Notice]:
    """Return the notices waiting for the next page, and remove them so that each is shown once.

    They name the parts of the address that cannot be used, an unknown page, or lost data.
    """
    state = visitor()
    notices, state.pending_notices = state.pending_notices, []
    return notices


def _add_notices(*notices: Notice) -> None:
    """Queue notices for the next page, each once, as an address may be applied twice before a page is shown."""
    noted = visitor().pending_notices
    noted += [notice for notice in notices if notice not in noted]


def _restore_page_widgets(page: Page) -> None:
    """Give the widgets of the page just opened their last values.

    They are new widgets even if the previous page had one with the same key, and would start with their own defaults.
    """
    for setting in page.settings:
        value = value_of(setting.name)
        if value is not None and setting not in TOP_SETTINGS:
            st.session_state[setting.name] = value


def _restore_foreign_selections(state: VisitorState) -> None:
    """Restore the last values of selections if the browser sent labels in another language, which match no option.

    This happens if the run after a change of language was cut short, or if a message was already on its way. For such a
    label Streamlit sets a select slider to its first option, so the sliders are restored too if any selection is
    unknown.
    """
    names = {"", *state.dataset.names, *state.dataset.group_names}
    foreign = set()
    for name in state.settings:
        options = names if name in (TASK.name, GROUP.name) else SETTINGS[name].options
        value = value_of(name)
        if options and value not in options and value not in (None, SETTINGS[name].default):
            foreign |= {name, DECIMALS.name, COPIES.name, PREVALENCE.name}
    set_widget(**{name: last for name, last in state.settings.items() if name in foreign})


def _update_language(state: VisitorState) -> None:
    """Set all widgets again after a change of language."""
    language = value_of(LANG.name)
    state.translated = state.language not in (None, language)
    state.language = language
    if state.translated:
        set_translated_widget(
            **{name: value for name, value in _get_values().items() if value is not None and name != LANG.name}
        )


def _exchange_thresholds(state: VisitorState) -> None:
    """Give Play its own threshold, and the other pages theirs again: the rows of Play are not those of other pages."""
    threshold, state.other_threshold = state.other_threshold, value_of(THRESHOLD.name)
    if threshold is None:
        clear_widget(THRESHOLD.name)
    else:
        set_widget(**{THRESHOLD.name: threshold})


def _set_defaults(page: Page, named: frozenset[str]) -> None:
    """Reset the settings of a page that its address does not name, as leaving them out means their defaults."""
    for setting in page.settings:
        if setting.name in named or setting in TOP_SETTINGS:
            continue
        if setting.default is None:
            clear_widget(setting.name)
        else:
            set_widget(**{setting.name: setting.default})


def _get_values() -> dict[str, Any]:
    return {name: value_of(name) for name in SETTINGS}


def _current_values(settings: Mapping[str, Any], state: VisitorState) -> dict[str, Any]:
    """Return the settings and the identity of the data, which is all that an address can name."""
    return {**settings, "data": id(state.in_use)}


def _has_changed(state: VisitorState) -> bool:
    """Return whether the visitor has just changed a widget or the data.

    The browser then still sends the address from before that change, because it has not received the one written after
    the previous run. Applying it would undo changes made in quick succession.
    """
    return state.query_params is not None and _current_values(_get_values(), state) != state.written_values


def _is_outdated(state: VisitorState, parameters: dict[str, str]) -> bool:
    """Return whether the browser has not yet received the last address of this page, and sent an earlier one.

    Applying it would undo the changes since then. A step in the history of the browser leads to an earlier address on
    purpose.
    """
    context = get_script_run_ctx()
    is_step = context is not None and context.is_history_navigation
    return not is_step and state.written_page == _page_hash() and parameters in state.past_query_params


def _page_hash() -> str:
    """Return Streamlit's identifier of the page that the browser asked for."""
    context = get_script_run_ctx()
    return "" if context is None else context.page_script_hash


def _apply_query_params(state: VisitorState, parameters: Mapping[str, str]) -> None:
    named, problems = read_query_params(parameters)
    data = {name: named.pop(name) for name in _DATA_READERS if name in named}
    _add_notices(*problems, *data_in_use.apply_data_params(data))
    if "own" in data and state.in_use.example is not None:
        warn_loss("own_data_gone")
        # Settings of the lost data:
        of_data = {one.name for one in (THRESHOLD, TASK, GROUP, *DATA_SETTINGS)} & named.keys()
        state.link_settings = {name: named.pop(name) for name in of_data}
    set_widget(**{GROUP.name: GROUP.default, **named})  # a link without a group means all rows
    state.selected_threshold = None  # a threshold in the address counts as chosen by hand
    state.named_settings, state.named_page = frozenset(named), _page_hash()


MAX_UTC_OFFSET = 14  # hours from UTC: the time zone of Kiritimati


def current_date() -> date:
    """Return the date where the visitor's browser is; commands use that of their machine instead."""
    return local_date(datetime.now(UTC), st.context.timezone_offset or 0)


def local_date(utc_time: datetime, utc_offset: int) -> date:
    """Return the date at a time in UTC, for a browser whose clock is `utc_offset` minutes behind UTC.

    No time zone is more than `MAX_UTC_OFFSET` hours from UTC, so a larger offset from a browser is limited to that.

    >>> night = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    >>> [local_date(night, minutes).year for minutes in (0, -60, 10**9, -(10**9))]
    [2026, 2027, 2026, 2027]
    """
    most = MAX_UTC_OFFSET * 60
    return (utc_time - timedelta(minutes=max(-most, min(most, utc_offset)))).date()
