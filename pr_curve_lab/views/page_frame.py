"""The frame of every page: style, header, and the line that names the data.

A wrongly inferred label or score column makes every number wrong, so every page about the data in use names their
columns.

The menu consists of page links, because Streamlit's own menu moves to a sidebar on a phone and does not align with the
column of the page.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

import streamlit as st

from pr_curve_lab.analysis.formatting import format_ratio
from pr_curve_lab.i18n.area_sentences import positives_text
from pr_curve_lab.i18n.messages import LANGUAGES, code_span
from pr_curve_lab.i18n.names import split_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import SLOTS, WIDE_WINDOW
from pr_curve_lab.plotting.palette import DARK_COLORS, chart_css
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.roles import Roles, infer_splits
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.asgi.static_files import Document
from pr_curve_lab.server.settings import DEFAULT_PAGE, GROUP, PAGES, SUMMARY_PAGE, TASK, uses_data_in_use
from pr_curve_lab.server.visitor_state import cached_for_source, get_messages, message, value_of, visitor
from pr_curve_lab.views import controls, data, problems
from pr_curve_lab.web.modules import PAGE_CSS_FOLDER, PAGE_FOLDER, script_of

SELECT_WIDTH = 200  # px, at most
MAX_SCORES = 3  # if there are more, only the first is named


def open_page(page: str) -> LabeledScores:
    """Open a page and warn about unusable parts of its address; each page calls this first. Returns the labeled scores.

    After the first upload, switch to Summary or Data instead. Streamlit then adds a step of this page to the history
    of the browser, which has to name the new data: a step back would not stay there if its address were corrected.
    """
    labeled_scores = page_run.open_page(page)
    state = visitor()
    next_page, state.next_page = state.next_page, None
    if next_page not in (None, page):
        st.switch_page(PAGES[next_page].script, query_params=page_run.link_params(page))
    problems.show_pending_notices()
    return labeled_scores


def show_top_line(*, page: str) -> None:
    """Name the data in use, except on a page that has its own data; page: its name in the address."""
    if uses_data_in_use(page) and not problems.needs_column_choice(page):
        if page != "data":  # the page Data explains it in full
            problems.show_upload_warning()
        elif data.is_waiting():
            return
        with st.container(horizontal=True, vertical_alignment="center", key="top_line"):
            _show_data(page)
        if page != SUMMARY_PAGE:  # where it is a finding
            problems.show_positive_question()


def _show_data(page: str) -> None:
    """Show which data and scores are in use, with a link to change them."""
    state = visitor()
    rows = message("data.rows", count=state.labeled_scores.size)
    positives = positives_text(state.labeled_scores, get_messages())
    if state.dataset.kind in ("classes", "labels"):
        name = code_span(data_in_use.selected_task())
        positives = message(f"data.positives_of_{state.dataset.kind}", positives=positives, name=name)
    line = [message("data.in_use", name=problems.data_name(), rows=rows, positives=positives)]
    if state.labeled_scores.points.unscored_positives:
        line.append(message("data.recall_ends", recall=format_ratio(float(state.labeled_scores.points.recall[-1]))))
    if state.labeled_scores.is_weighted:
        line.append(message("data.weighted", column=code_span(str(state.labeled_scores.roles.weight))))
    elif state.labeled_scores.is_frequency_weight:
        line.append(message("data.counted", column=code_span(str(state.labeled_scores.roles.weight))))
    line.append(_roles_text(state.dataset.roles))
    has_groups = page in PAGES and GROUP in PAGES[page].settings and _get_groups() != ()
    if page in (SUMMARY_PAGE, "averages") or state.dataset.roles.split_value is not None:
        line += _group_column_text(is_selectable=has_groups)
    if page != SUMMARY_PAGE:  # it lists the columns that could be meant instead
        line += _other_columns_text()
    st.markdown(" · ".join(line), width="content")
    if page != "data" and not state.problems:
        label = message("data.change_columns")
        with st.popover(label, type="tertiary", key="taken_columns", on_change="rerun") as popover:
            if popover.open:
                data.show_main_roles()
    _show_task_select()
    if has_groups:
        _show_group_select()
    if page != "data":
        st.page_link(PAGES["data"].script, label=message("data.change"), width="content")


def _roles_text(roles: Roles) -> str:
    """Name the columns in use: the label with its positive value, and the scores."""
    listed = controls.code_list(roles.scores)
    if len(roles.scores) > MAX_SCORES:
        listed = message("data.and_more", names=code_span(roles.scores[0]), count=len(roles.scores) - 1)
    labels = controls.code_list(roles.labels[:MAX_SCORES])
    values = {"label": labels if roles.kind == "labels" else code_span(roles.label), "scores": listed}
    return message(f"data.taken_{roles.kind}", value=code_span(str(roles.positive)), **values)


def _group_column_text(*, is_selectable: bool) -> list[str]:
    """Say whether the column of groups selects rows, tells training from test rows, or names groups.

    is_selectable: whether a choice of the groups already names the column.
    """
    source, roles = visitor().in_use, visitor().dataset.roles
    text = []
    if roles.selected_split is not None:
        text.append(split_text(roles.selected_split, get_messages(), format_name=code_span))
    if roles.group is None or (text and roles.split_column == roles.group):
        return text
    splits = cached_for_source(source, infer_splits, source.table, roles.group)
    if splits is None and is_selectable:
        return text
    return [*text, message("data.grouped" if splits is None else "data.train_and_test", column=code_span(roles.group))]


def _other_columns_text() -> list[str]:
    """Name the columns that could be the label or the score instead."""
    found = data.get_choices(visitor().in_use)
    named = {choice.notice.key: controls.code_list(offer.value for offer in choice.options) for choice in found}
    return [
        message(f"data.could_be_{role}", names=named[f"chose_{role}"])
        for role in ("label", "score")
        if f"chose_{role}" in named
    ]


def _show_task_select() -> None:
    """Show a choice of the models, classes or labels of the data, as pages about one curve show one of them."""
    messages = get_messages()
    dataset = visitor().dataset
    if len(dataset.names) > 1:
        controls.inline_select(
            message("data.task"),
            dataset.valid_names,
            format_func=lambda name: messages.format(f"data.task_{dataset.kind}", name=name),
            key=TASK.name,
            on_change=data_in_use.reset_threshold_and_zoom,
            width=SELECT_WIDTH,
        )


def _get_groups() -> tuple[str, ...]:
    """Return the groups of rows that have positives and negatives, if the data have several groups."""
    dataset = visitor().dataset
    return tuple(dataset.valid_groups(data_in_use.selected_task())) if len(dataset.group_names) > 1 else ()


def _show_group_select() -> None:
    """Show a choice of all rows or one group."""
    messages = get_messages()
    column = str(visitor().dataset.roles.group)
    controls.inline_select(
        message("data.subgroup"),
        ("", *_get_groups()),
        format_func=lambda name: (
            messages.format("data.subgroup_is", column=column, name=name)
            if name
            else messages.format("data.subgroup_all", column=column)
        ),
        key=GROUP.name,
        on_change=data_in_use.reset_zoom,
        width=SELECT_WIDTH,
    )


NAME = "PR Curve Lab"
DIFFERENCE_PAGES = (DEFAULT_PAGE, "schemes", "balance")  # share one entry of the menu: why two numbers differ
PHONE_ENTRIES = 3  # in the menu of a narrow window; "More" has the others

_SCRIPT = script_of("header", PAGE_FOLDER)
_header_component = st.components.v2.component("pr_curve_lab_header", js=_SCRIPT)


def menu_pages() -> list[str]:
    """Return the page that each entry of the menu opens; Summary is for a visitor's own data."""
    return [page for page in PAGES if page not in (*DIFFERENCE_PAGES[1:], SUMMARY_PAGE)]


def menu_text(page: str) -> str:
    """Return the text of the entry that opens a page."""
    return message("chart.why_they_differ" if page in DIFFERENCE_PAGES else f"{page}.title")


def show_header(*, page: str) -> None:
    """Show the name, the menu and the languages; page: the name of the open page in the address."""
    entry = DEFAULT_PAGE if page in DIFFERENCE_PAGES else page
    with st.container(horizontal=True, wrap=False, key="header"):
        st.page_link(PAGES[DEFAULT_PAGE].script, label=NAME, width="content")
        with st.container(horizontal=True, wrap=False, key="menu"):
            _show_menu()
        controls.choice_buttons(
            message("chart.language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            key="lang",
            label_visibility="collapsed",
        )
        if page in DIFFERENCE_PAGES:
            with st.container(horizontal=True, wrap=False, key="submenu"):
                for key in DIFFERENCE_PAGES:
                    st.page_link(PAGES[key].script, label=message(f"{key}.title"), width="content")
        labels = {"menu": message("chart.pages"), "submenu": menu_text(DEFAULT_PAGE)}
        data = {"page": page, "entry": entry, "language": get_messages().language, "labels": labels}
        texts = {"skip": message("chart.skip"), "upload": message("data.upload_button")}
        _header_component(key="header_script", data={**data, **texts})


def _show_menu() -> None:
    """Show a link for each entry; those after the first ones are under "More" on a phone."""
    entries = [SUMMARY_PAGE, *menu_pages()] if visitor().in_use.example is None else menu_pages()
    first, others = entries[:PHONE_ENTRIES], entries[PHONE_ENTRIES:]
    for page in first:
        st.page_link(PAGES[page].script, label=menu_text(page), width="content")
    st.html(f"<details><summary>{escape(message('chart.more_pages'))}</summary></details>", width="content")
    with st.container(horizontal=True, key="more_pages"):
        for page in others:
            st.page_link(PAGES[page].script, label=menu_text(page), width="content")


_FILES = ("column.css", "header.css", "charts.css", "pages.css")
_COLORS = {  # by the names in the CSS files
    "ink": palette.INK,
    "second": palette.SECONDARY,
    "quiet": palette.QUIET,
    "rule": palette.RULE,
    "grid": palette.GRID,
    "pad": palette.PAD,
    "paper": palette.PAPER,
    "step": palette.BLUE.line,
    "vermillion": palette.VERMILLION.line,
    "theirs": palette.PINK.text,
    **{f"model-{number}": style.text for number, (style, _) in enumerate(palette.MODEL_STYLES)},
}


def apply_style() -> None:
    """Add the style to the page, unless it is part of the document; app.py calls this once per run."""
    if Document.is_served:
        return
    with st.container(key="page_style_unseen"):
        st.html(f"<style>{STYLE}</style>")


def _style() -> str:
    """Return the CSS: colors, the files with their placeholders filled in, and the rules of charts."""
    style = "\n".join((PAGE_CSS_FOLDER / name).read_text(encoding="utf-8") for name in _FILES)
    for name, fact in {**_label_selectors(), "LOGO": _logo()}.items():
        style = style.replace(name, fact)
    colors = " ".join(f"--{name}: light-dark({color}, {DARK_COLORS[color]});" for name, color in _COLORS.items())
    return f":root {{ {colors} }}\n{style}\n{chart_css()}"


def _label_selectors() -> dict[str, str]:
    """Return what replaces the placeholders of the chart of differences in the CSS files: widths and label selectors.

    The slots of long labels come first, followed by the short labels in the same order.
    """
    chart = ".st-key-difference_chart .js-plotly-plot"
    long, short = (
        ", ".join(f'{chart} [data-index="{slot}"]' for slot in range(first, first + SLOTS)) for first in (0, SLOTS)
    )
    return {"NARROW": f"{WIDE_WINDOW - 1}", "WIDE": f"{WIDE_WINDOW}", "LONG": long, "SHORT": short}


def _logo() -> str:
    """Return the logo as a data URL; it follows the light or dark mode of the window."""
    picture = (PAGE_CSS_FOLDER / "logo.svg").read_text(encoding="utf-8")
    for name, color in _COLORS.items():
        picture = picture.replace(f"DARK_{name.upper()}", DARK_COLORS[color]).replace(name.upper(), color)
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"


STYLE = _style()  # CSS


_TAB_SCRIPT = script_of("browser_tab", PAGE_FOLDER)
KEY = "browser_tab_script"
_tab_component = st.components.v2.component("pr_curve_lab_browser_tab", js=_TAB_SCRIPT)


def show_browser_tab() -> None:
    """Send the browser the language and whether the data are the visitor's own; app.py calls this once per run."""
    state = visitor()
    data = {
        "language": get_messages().language,
        "session": state.session,
        "own": state.in_use.example is None,
        "isLossReported": state.is_loss_reported,
    }
    _tab_component(key=KEY, data=data, on_lost_change=_warn_loss)


def _warn_loss() -> None:
    page_run.warn_loss("own_data_gone" if value_of(KEY)["lost"] == "rows" else "visit_lost")
