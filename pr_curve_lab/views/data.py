"""The page Data: the data in use, upload, paste and examples, the tables of a file, and the role of each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import joined_area, step_and_linear_areas
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.summary import checked_columns
from pr_curve_lab.i18n.area_sentences import positives_text
from pr_curve_lab.i18n.messages import code_span
from pr_curve_lab.i18n.names import split_text
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import SourceFile
from pr_curve_lab.plotting.areas import given_curve_figure
from pr_curve_lab.plotting.curve import joined_figure, resolution
from pr_curve_lab.schema.column_values import MAX_LABEL_VALUES, label_values
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset
from pr_curve_lab.schema.deployment_columns import unused_columns
from pr_curve_lab.schema.examples import EXAMPLES
from pr_curve_lab.schema.role_options import ROLE_FIELDS, RoleNotice, RoleOption, describe_roles, roles_to_dict
from pr_curve_lab.schema.roles import (
    MAX_UNSCORED,
    MULTI_SCORE_KINDS,
    Roles,
    infer_kind,
    infer_labels,
    infer_splits,
    match_labels,
    numeric_columns,
    positive_of,
    with_group,
    with_total,
)
from pr_curve_lab.schema.row_selection import split_mask
from pr_curve_lab.schema.table_files import can_match
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.data_in_use import match_with_previous, select_table, undo_match
from pr_curve_lab.server.settings import PAGES, SUMMARY_PAGE, TASK
from pr_curve_lab.server.visitor_state import (
    DataSource,
    cached,
    cached_for_source,
    get_messages,
    message,
    set_translated_widget,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import charts, controls

MISSING_KEYS = ("label_missing", "score_missing", "weight_missing")  # problems of empty cells
PASTE_HEIGHT = 68  # px, two lines


MAX_WAITING_COLUMNS = 4  # without scores, named in the headline


def is_waiting() -> bool:
    """Whether the visitor's first file needs a correction, so that nothing but an example could be shown."""
    state = visitor()
    is_new = state.pending_source.table is not state.in_use.table
    return bool(state.problems) and is_new and state.in_use.example is not None


def show_title(labeled_scores: LabeledScores) -> None:
    """Show how many rows are in use and how many are positive, with a link to Summary; or what the file lacks."""
    if is_waiting():
        controls.show_title(_waiting_text())
        st.caption(message("data.privacy"))
        return
    rows = message("data.rows", count=labeled_scores.size)
    positives = positives_text(labeled_scores, get_messages())
    key = "data.headline" if not labeled_scores.is_weighted else "data.headline_weighted"
    values: dict[str, str | int] = {
        "rows": rows,
        "positives": positives,
        "prevalence": format_prevalence(labeled_scores.points.prevalence),
    }
    dataset = visitor().dataset
    if dataset.kind in ("classes", "labels"):
        key, values["count"] = f"data.headline_{dataset.kind}", len(dataset.names)
        values["name"] = code_span(str(value_of(TASK.name)))
    controls.show_title(message(key, **values))
    st.caption(message("data.privacy"))
    if not visitor().problems:
        with st.container(key="found"):
            st.page_link(PAGES[SUMMARY_PAGE].script, label=message("data.found"), width="content")


def _waiting_text() -> str:
    """Say what the visitor's file lacks."""
    problem, source = visitor().problems[0], visitor().pending_source
    key = f"data.waiting_{problem.key}" if problem.key in MISSING_KEYS else "data.waiting"
    count, total = problem.params.get("count", 0), int(split_mask(source.table, source.roles).sum())
    name = code_span(source.table.name)
    if source.roles.selected_split is not None:
        split = split_text(source.roles.selected_split, get_messages(), format_name=code_span)
        name = message("punctuation.phrases").join((name, split))
    columns = [one.params for one in visitor().problems if one.key == problem.key == "score_missing"]
    if len(columns) > 1:
        each = [
            message("data.waiting_score", column=code_span(one["column"]), count=one["count"])
            for one in columns[:MAX_WAITING_COLUMNS]
        ]
        listed, more = message("punctuation.phrases").join(each), len(columns) - len(each)
        listed = message("punctuation.and_more", names=listed, count=more) if more else listed
        return message("data.waiting_scores_missing", name=name, total=total, columns=listed)
    return message(key, name=name, count=count, total=total)


def show_upload() -> None:
    """Show a file uploader, and beside it a text area to paste rows."""
    upload, pasted = message("data.upload"), message("data.pasted")
    file_side, paste_side = st.columns(2, gap="medium")
    file_side.file_uploader(
        upload, key="upload", on_change=data_in_use.use_uploaded_files, args=("upload",), accept_multiple_files=True
    )
    with paste_side, st.container(horizontal=True, vertical_alignment="bottom", key="paste_rows"):
        st.text_area(
            message("data.paste"),
            key="paste",
            height=PASTE_HEIGHT,
            placeholder=message("data.paste_example"),
            on_change=_read_paste,
            args=(pasted,),
        )
        st.button(message("data.paste_read"), key="paste_read", on_click=_read_paste, args=(pasted,))


def show_examples() -> None:
    """Show a choice of the built-in examples, folded if the visitor has own data."""
    messages = get_messages()
    example = visitor().pending_source.example
    set_translated_widget(example=example)
    key = "folded_examples" if example is None else "examples"  # one key would keep it open after an upload
    with st.expander(message("data.examples"), key=key, expanded=example is not None):
        st.radio(
            message("data.examples"),
            EXAMPLES,
            index=None,
            format_func=lambda name: messages.format(f"examples.{name}.name"),
            captions=[message(f"examples.{name}.shows") for name in EXAMPLES],
            key="example",
            on_change=_use_example,
            label_visibility="collapsed",
        )


def show_alternatives(example: str, label: str) -> None:
    """Show a button for an example and a link to the page Data, for a page that cannot show the data in use."""
    with st.container(horizontal=True, vertical_alignment="center", key="instead"):
        st.button(label, key=f"take_{example}", on_click=data_in_use.use_example, args=(example,))
        st.page_link(PAGES["data"].script, label=message("data.change"), width="content")


def _read_paste(name: str) -> None:
    """Read the pasted text as a file with this name."""
    text = value_of("paste")
    if text.strip():
        data_in_use.use_new_files([(name, text.encode("utf-8"))])


def _use_example() -> None:
    """Use the selected example."""
    name = value_of("example")
    if name is not None:
        data_in_use.use_example(name)


MAX_BUTTONS = 6  # up to this many tables have buttons; more are in a list


def show_earlier_data() -> None:
    """Show buttons that restore the visitor's earlier data, or that put the file beside them or use it alone again."""
    state, earlier = visitor(), data_in_use.source_to_restore()
    source, alone = state.pending_source, state.table_before_match
    previous = state.previous_table if alone is None and source.example is None else None
    if previous is not None and not cached_for_source(source, can_match, previous, source.table):
        previous = None
    if earlier is None and alone is None and previous is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="earlier"):
        name = code_span(source.table.name)
        if source.example is not None:
            shown = message(f"examples.{source.example}.name")
            st.markdown(message("data.shown_example", name=shown), width="content")
        elif earlier is state.replaced_source and earlier is not None and alone is None:
            replaced = message("data.instead_of", name=name, earlier=code_span(earlier.table.name))
            st.markdown(replaced, width="content")
        if earlier is not None:
            back = message("data.back_to", name=code_span(earlier.table.name))
            st.button(back, key="restore", on_click=data_in_use.restore_source)
        if alone is not None:
            st.button(message("data.take_alone", name=code_span(alone.name)), key="alone", on_click=undo_match)
        if previous is not None:
            together = message("data.put_beside", name=name, earlier=code_span(previous.name))
            st.button(together, key="beside", on_click=match_with_previous)


def show_table_select() -> None:
    """Say which table of the file was read, with a choice of the others."""
    table = visitor().pending_source.table
    if table.file is None or not table.has_other_tables:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="tables"):
        for note in table.notes:
            if note.key == "several_tables":
                st.markdown(get_messages().format_notice(note), width="content")
        if len(table.file.titles) > MAX_BUTTONS:
            _show_table_list(table.file)
        else:
            _show_table_buttons(table.file)


def _show_table_buttons(file: SourceFile) -> None:
    for number, title in enumerate(file.titles):
        if title != file.selected:
            label = message("data.offer_take", value=code_span(title))
            st.button(label, key=f"table_{number}", on_click=select_table, args=(title,))


def _show_table_list(file: SourceFile) -> None:
    set_widget(table=file.selected)
    st.selectbox(message("data.table"), file.titles, key="table", on_change=lambda: select_table(value_of("table")))


MAX_ROWS = 20  # rows shown
MAX_HEADER_ROW = 1000  # highest number of a header row
UNSURE_HEADER_KEYS = ("title_above", "no_header", "number_in_header", "comment_as_header")
FRACTION_FORMAT = "%.6g"  # the default format shows 2.49e-44 as zeros


def show_header() -> None:
    """Show the raw first rows of the file, and a field to correct the header row."""
    table = visitor().pending_source.table
    if table.first_rows is None or table.file is None:
        return
    seen = table.first_rows
    is_doubtful = any(note.key in UNSURE_HEADER_KEYS for note in table.notes)
    with st.expander(message("data.header_rows", name=code_span(table.name)), key="header_rows", expanded=is_doubtful):
        set_widget(header_row=seen.header)
        label, hint = message("data.header_row"), message("data.header_row_help")
        st.number_input(label, 0, MAX_HEADER_ROW, step=1, key="header_row", help=hint, on_change=_set_header)
        frame = pd.DataFrame(list(seen.rows))
        frame.index = pd.RangeIndex(1, len(frame) + 1)
        frame.columns = pd.Index([f"#{number}" for number in range(1, frame.shape[1] + 1)])
        st.dataframe(frame, key="raw_rows")


def _set_header() -> None:
    row = value_of("header_row")
    if row is not None:
        data_in_use.set_header(int(row))


ROWS_HEIGHT = 268  # px; beside the roles of the columns


def show_first_rows(height: int | Literal["auto"] = "auto") -> None:
    """Show the first rows of the table, numbered as in messages, with the columns in use before the others."""
    table = visitor().pending_source.table
    frame = table.frame
    head = frame.head(MAX_ROWS)
    head.index = pd.RangeIndex(1, len(head) + 1)
    what = "data.first_lines" if any(note.key == "counts_read" for note in table.notes) else "data.first_rows"
    st.header(message(what, shown=len(head), total=len(frame)), anchor=False)
    fractions = [name for name in head.columns if head[name].dtype.kind == "f"]
    digits = {name: st.column_config.NumberColumn(format=FRACTION_FORMAT) for name in fractions}
    roles = visitor().pending_source.roles
    used = [name for name in (roles.label, *roles.labels, *roles.scores) if name in head.columns]
    order = list(dict.fromkeys([*used, *head.columns]))
    st.dataframe(head, key="first_rows", column_config=digits, column_order=order, height=height)


HEIGHT = 280  # px


def show_preview(labeled_scores: LabeledScores) -> None:
    """Draw the step curve."""
    step = cached(joined_area, labeled_scores.points, "step", resolution(HEIGHT))
    figure = cached(joined_figure, step, labeled_scores.points, get_messages(), height=HEIGHT)
    alt = message("areas.alt", scheme=message("schemes.step.name"), area=step.area)
    charts.show_chart(figure, key="data_chart", alt=alt)
    charts.show_thinning_note(figure, labeled_scores.points.threshold.size)


def show_given_curve() -> None:
    """Draw the curve of the last upload, if that held points instead of rows."""
    curve = visitor().given_curve
    if curve is None:
        return
    both = cached(step_and_linear_areas, curve, resolution(HEIGHT))
    for column, side, joined in zip(st.columns(2, gap="medium"), ("step", "linear"), both, strict=True):
        with column:
            figure = cached(given_curve_figure, joined, curve, get_messages(), height=HEIGHT)
            alt = message("areas.alt", scheme=message(f"schemes.{joined.scheme}.name"), area=joined.area)
            charts.show_chart(figure, key=f"given_{side}_chart", alt=alt)
            charts.show_thinning_note(figure, curve.recall.size)


SINGLE_ROLES = ("label", "positive", "weight", "group", "cluster", "total", "total_by")
LIST_ROLES = ("scores", "labels")


def fill_form() -> DataSource:
    """Set the widgets to the roles of the pending source, and return that source."""
    state = visitor()
    state.widget_source = state.pending_source
    shown = roles_to_dict(state.pending_source.roles)
    set_translated_widget(**{role: list(value) if isinstance(value, tuple) else value for role, value in shown.items()})
    return state.pending_source


def apply_roles() -> None:
    """Rebuild the dataset with the roles from the widgets; for a new label, infer the positive value again."""
    state = visitor()
    source = state.pending_source
    if state.widget_source is not source:  # a new table arrived in the same rerun: the widgets belong to the old one
        return
    exclude = value_of("leave_out")
    exclude = source.exclude if exclude is None else bool(exclude)
    data_in_use.update_data(replace(source, roles=_read_roles(source), exclude=exclude))


def apply_option(source: DataSource, roles: Roles) -> None:
    """Rebuild the dataset with the roles of an option."""
    data_in_use.update_data(replace(source, roles=roles))


def _read_roles(source: DataSource) -> Roles:
    """Return the roles from the widgets; roles that no longer fit are inferred again."""
    before = source.roles
    shown: dict[str, Any] = {ROLE_FIELDS.get(role, role): value_of(role) for role in SINGLE_ROLES}
    scores, labels = (tuple(value_of(role) or getattr(before, role)) for role in LIST_ROLES)
    inverted, percent, logit = (
        tuple(column for column in columns if column in scores)
        for columns in (before.inverted, before.percent, before.logit)
    )
    roles = replace(before, **shown, scores=scores, labels=labels, inverted=inverted, percent=percent, logit=logit)
    roles = replace(roles, kind=value_of("kind") or before.kind, unscored_positives=int(value_of("missed") or 0))
    used = (roles.label, *roles.scores, *roles.labels, roles.weight)
    if roles.cluster in used and roles.cluster == before.cluster:  # it was inferred or chosen before the other role
        roles = replace(roles, cluster=None)
    if roles.total_positives != before.total_positives:
        roles = with_total(source.table, roles, roles.total_positives)
    if roles.group != before.group:
        roles = with_group(source.table, replace(roles, group=before.group), roles.group)
    if (roles.label, roles.scores) != (before.label, before.scores):
        roles = replace(roles, prediction=None)
    if roles.kind == "labels" and (before.kind != "labels" or set(roles.labels) != set(before.labels)):
        return infer_labels(source.table, roles) if before.kind != "labels" else match_labels(roles)
    if roles.label != before.label:
        roles = replace(roles, positive=positive_of(source.table, roles.label))
    elif roles.positive is None:  # Escape clears an open list, which is never intended
        roles = replace(roles, positive=before.positive)
    if (roles.label, len(roles.scores) > 1) != (before.label, len(before.scores) > 1):
        roles = infer_kind(source.table, roles)
    return roles if roles.kind == "labels" else replace(roles, labels=())


def show_options(*, only: Sequence[str] = ()) -> None:
    """Show uncertain choices of columns, with buttons for the alternatives. only: keys of the choices to show."""
    source = visitor().pending_source
    for choice in get_choices(source):
        if only and choice.notice.key not in only:
            continue
        with st.container(horizontal=True, vertical_alignment="center", key=choice.notice.key):
            st.markdown(get_messages().format_notice(choice.notice), width="content")
            show_option_buttons(choice.notice.key, choice.options, source)


def get_choices(source: DataSource) -> list[RoleNotice]:
    """Return the choices of columns that have alternatives."""
    return cached_for_source(source, describe_roles, source.table, source.roles)


def option_keys(notices: Sequence[Notice]) -> list[str]:
    """Return a key for the buttons of each notice; several models may have the same notice."""
    keys = [notice.key for notice in notices]
    earlier = [keys[:number].count(key) for number, key in enumerate(keys)]
    return [f"{key}_{number}" if number else key for key, number in zip(keys, earlier, strict=True)]


def show_option_buttons(key: str, options: Sequence[RoleOption], source: DataSource) -> None:
    """Show a button for each option of a source."""
    for number, offer in enumerate(options):
        label = message(f"data.offer_{offer.action}", value=code_span(offer.value))
        if offer.action == "without_incomplete":
            label += rows_left_text(replace(source, roles=offer.roles))
        st.button(label, key=f"offer_{key}_{number}", on_click=apply_option, args=(source, offer.roles))


def rows_left_text(source: DataSource) -> str:
    """Return how many rows a source keeps, or "" if it has problems or its lines stand for several rows."""
    dataset = cached_for_source(source, build_dataset, source.table, source.roles, exclude=source.exclude)
    if not isinstance(dataset, Dataset) or dataset.is_frequency_weight:
        return ""
    used, total = dataset.row_index.size, int(split_mask(source.table, source.roles).sum())
    key = "data.rows_left_all" if used == total else "data.rows_left"
    if dataset.kind == "models" and used < total:
        key = "data.rows_left_models"
    return message(key, used=used, total=total)


ROLE_ROWS = (("label", "positive"), ("scores",), ("weight", "group", "cluster"))
ROLE_WIDTHS = {"cluster": 1.5}  # relative to the others, for a longer label
UNUSED_ROLES = {"classes": ("positive",), "labels": ("label", "positive")}  # roles that are not used, by kind of scores
UNSET_KEYS = {"positive": "data.choose", "total_by": "data.all_rows"} | dict.fromkeys(
    ("weight", "group", "cluster", "total"), "data.none"
)  # placeholder of a role without a column
MAX_NAMES = 8  # unused columns that are named


def show_column_roles() -> None:
    """Show a selection for each role: label, positive value, scores, weight, group and cluster."""
    source = fill_form()
    st.header(message("data.columns"), anchor=False)
    with st.container(key="column_roles"):
        for row in ROLE_ROWS:
            for side, role in zip(st.columns([ROLE_WIDTHS.get(role, 1) for role in row]), row, strict=True):
                with side:
                    _show_role(role, source)


def show_column_notes() -> None:
    """Show the kind of several scores, uncertain choices of columns, unused columns, and how many groups there are."""
    source = visitor().pending_source
    table, roles = source.table, source.roles
    if len(roles.scores) > 1:
        _show_score_kind(source)
    show_options()
    options = [option.roles for choice in get_choices(source) for option in choice.options]
    offered = {column for one in options for column in (one.label, *one.scores)}
    unused = [one for one in cached_for_source(source, unused_columns, table, roles) if one[0] not in offered]
    if unused:
        listed = message("punctuation.items").join(
            message(f"data.unused_as.{use}", name=code_span(name)) for name, use in unused[:MAX_NAMES]
        )
        more = len(unused) - MAX_NAMES
        names = message("data.and_more", names=listed, count=more) if more > 0 else listed
        has_numbers = any(use in ("amount", "number") for _, use in unused)
        st.caption(message("data.unused", names=names) + (message("data.unused_hint") if has_numbers else ""))
    if roles.group is not None and cached_for_source(source, infer_splits, table, roles.group) is None:
        groups = int(table.frame[roles.group].nunique())
        st.caption(message("data.groups", count=groups, column=code_span(roles.group)))
    _show_checked_columns(source)


def show_main_roles() -> None:
    """Show the selections of label, positive value, scores and group, with their alternatives."""
    source = fill_form()
    for role in ("label", "positive", "scores", "group"):
        _show_role(role, source)
    _show_checked_columns(source)
    show_options(only=("chose_label", "chose_score"))


def _show_checked_columns(source: DataSource) -> None:
    """Name the columns in which groups that fail are looked for, although they are not chosen."""
    dataset = visitor().dataset
    columns = cached(checked_columns, source.table, dataset) if source is visitor().in_use else []
    if columns:
        st.caption(message("data.checked_columns", columns=controls.code_list(columns)))


def _show_role(role: str, source: DataSource) -> None:
    """Show the selection of a role that every table has; it is disabled if this kind of scores does not use it."""
    columns, roles = list(source.table.frame.columns), source.roles
    if role == "scores":
        labels = roles.labels if roles.kind == "labels" else (roles.label,)
        taken = {*labels, roles.weight, roles.group} - set(roles.scores)
        _show_role_multiselect(role, [name for name in columns if name not in taken])
        return
    if role == "positive":
        columns = label_values(source.table, roles.label)[:MAX_LABEL_VALUES]
    _show_role_select(role, columns, disabled=role in UNUSED_ROLES.get(roles.kind, ()))


def _show_role_select(role: str, options: list[str], *, disabled: bool = False) -> None:
    unset = UNSET_KEYS.get(role)
    st.selectbox(
        message(f"data.role_{role}"),
        options,
        index=0 if unset is None else None,
        key=role,
        placeholder=None if unset is None else message(unset),
        help=message(f"data.role_{role}_help"),
        on_change=apply_roles,
        disabled=disabled,
    )


def _show_role_multiselect(role: str, options: list[str]) -> None:
    st.multiselect(
        message(f"data.role_{role}"),
        options,
        key=role,
        placeholder=message("data.choose"),
        help=message(f"data.role_{role}_help"),
        on_change=apply_roles,
    )


def _show_score_kind(source: DataSource) -> None:
    """Show the kind of several scores, and which score belongs to which label."""
    messages = get_messages()
    st.segmented_control(
        message("data.kind"),
        MULTI_SCORE_KINDS,
        format_func=lambda kind: messages.format(f"data.kind_{kind}"),
        key="kind",
        required=True,
        on_change=apply_roles,
    )
    if source.roles.kind == "labels":
        _show_role_multiselect("labels", list(source.table.frame.columns))
    dataset = visitor().dataset
    if dataset.roles == source.roles:
        st.caption(message(f"data.asked_{dataset.kind}", pairs=_pairs_text(dataset.roles, dataset.names)))


def _pairs_text(roles: Roles, names: tuple[str, ...]) -> str:
    """List pairs of a score and its label; for models, which share a label, only the scores."""
    if roles.kind == "models":
        return controls.code_list(roles.scores)
    pairs = (
        message("data.pair", score=code_span(score), name=code_span(name))
        for score, name in zip(roles.scores, names, strict=True)
    )
    return message("punctuation.items").join(pairs)


def show_unscored_inputs() -> None:
    """Show fields for the number of unscored positives or its column, if the scores are of one label."""
    source = visitor().pending_source
    roles = source.roles
    if roles.kind not in ("one", "models") and not roles.unscored_positives and roles.total_positives is None:
        return
    columns = [name for name in source.table.frame.columns if name not in (roles.label, *roles.scores)]
    numbers = [name for name in numeric_columns(source.table, roles.label) if name in columns]
    with st.expander(
        message("data.never_scored"),
        key="never_scored",
        expanded=bool(roles.unscored_positives or roles.total_positives),
    ):
        number_side, column_side, unit_side = st.columns(3)
        with number_side:
            st.number_input(
                message("data.role_missed"),
                0,
                MAX_UNSCORED,
                step=1,
                key="missed",
                help=message("data.role_missed_help"),
                on_change=apply_roles,
                disabled=roles.total_positives is not None,
            )
        with column_side:
            _show_role_select("total", numbers)
        with unit_side:
            units = [name for name in columns if name != roles.total_positives]
            _show_role_select("total_by", units, disabled=roles.total_positives is None)
