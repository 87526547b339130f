"""Changes of the data in use: another example, files, other column roles, another model, class or label.

Files given when the server was started are read again for each new session, so that a reloaded tab shows their current
content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pr_curve_lab.analysis.averages import task_matrix, weakest_name
from pr_curve_lab.analysis.summary import other_group_findings, step_areas
from pr_curve_lab.io.local_files import initial_header, initial_paths, read_local_files
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import SourceFile, Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.examples import example_roles, example_table
from pr_curve_lab.schema.role_options import roles_from_json, roles_to_json
from pr_curve_lab.schema.roles import Roles, group_columns, infer_roles_and_certainty, with_group
from pr_curve_lab.schema.table_files import match_tables, read_given_curve, read_matched_table, read_table
from pr_curve_lab.server import jobs, visitor_state
from pr_curve_lab.server.asgi.startup import garbage
from pr_curve_lab.server.cache import shared_dataset
from pr_curve_lab.server.settings import DATA_SETTINGS, GROUP, PAGES, SUMMARY_PAGE, TASK, THRESHOLD, Value
from pr_curve_lab.server.visitor_state import DataSource, clear_widget, set_widget, value_of, visitor

MAX_HEADER_FILE_BYTES = 16 * 2**20  # bytes; larger files are not kept in memory for choosing another header row


def use_example(name: str) -> None:
    """Use a built-in example with its inferred roles and all its rows."""
    set_widget(**{TASK.name: TASK.default, GROUP.name: GROUP.default})
    _use_table(example_table(name), example=name)


def use_uploaded_files(key: str) -> None:
    """Read the files of an upload widget. Removing the last file changes nothing."""
    files = value_of(key)
    if files:
        use_new_files([(file.name, file.getvalue()) for file in files])


def use_new_files(files: Sequence[tuple[str, bytes]]) -> None:
    """Use uploaded or pasted rows, and note the page to show next: after the first ones Summary.

    If the first rows cannot be used, that is the page Data, which says why. If a link asked for them, its page stays.
    """
    state = visitor()
    stays = state.user_source is not None or bool(state.link_settings)
    use_files(files)
    if stays or state.ambiguous_roles is not None:
        return
    state.next_page = "data" if state.user_source is None else SUMMARY_PAGE


def use_files(files: Sequence[tuple[str, bytes]], header: int | None = None) -> None:
    """Read files, given as name and content, and use them if they can be evaluated.

    header: the row of the header, if the user named it.
    """
    state = visitor()
    table, state.file_name = read_matched_table(files, header, allow_last=True), ", ".join(name for name, _ in files)
    if isinstance(table, Notice):
        state.file_problem = table
        drop_upload()  # do not show the problems of an earlier file
        state.given_curve = read_given_curve(*files[0]) if table.key == "points_not_rows" and len(files) == 1 else None
    else:
        before = state.user_source if state.pending_source.example else state.pending_source
        state.previous_table = _previous_table(before, [name for name, _ in files])
        if state.user_source is not None and state.user_source.table.name != table.name:
            state.replaced_source = state.user_source
        _use_table(_with_file(table, files))
        garbage.collect_if_due()  # free the data that these files replace


def match_with_previous() -> None:
    """Match the pending table with the one in use before it; if that fails, say why and keep the pending one alone."""
    state = visitor()
    if state.previous_table is None:
        return
    new = state.pending_source.table
    matched = match_tables([state.previous_table, new])
    if isinstance(matched, Notice):
        state.file_problem = matched
    else:
        _use_table(matched)
        state.table_before_match = new


def undo_match() -> None:
    """Use the last uploaded table without the earlier one."""
    if (alone := visitor().table_before_match) is not None:
        _use_table(alone)


def source_to_restore() -> DataSource | None:
    """Return the visitor's own data beside an example or an unusable upload, or else those that an upload replaced."""
    state = visitor()
    own = state.user_source
    return own if own is None or own.table is not state.pending_source.table else state.replaced_source


def restore_source() -> None:
    """Use these data again, with their roles; the visitor's own data that they replace can be restored in turn."""
    state, source = visitor(), source_to_restore()
    before = state.user_source
    if source is None or before is None:
        return
    state.file_problem = state.given_curve = state.table_before_match = None
    update_data(source)
    if before.table is not source.table:
        state.replaced_source, state.previous_table = before, _previous_table(before, [source.table.name])


def _previous_table(source: DataSource | None, names: Sequence[str]) -> Table | None:
    """Return the visitor's own table that files with these names replace, or None if one of them is that table."""
    if source is None:
        return None
    matched = f" + {source.table.name} + "  # of matched files; a comma and the name of a sheet may follow one
    is_used = any(f" + {name}{end}" in matched for name in names for end in (" + ", ", "))
    return None if is_used else source.table


def select_table(title: str) -> None:
    """Read another table of the pending file; if it cannot be read, the previous one stays."""
    state = visitor()
    file = state.pending_source.table.file
    if file is None or title not in file.titles:  # a new file arrived in the same rerun
        return
    _read_again(file, title)


def set_header(row: int) -> None:
    """Read the pending file with another row as its header; the first row is 1, and 0 means no header."""
    file = visitor().pending_source.table.file
    if file is not None:
        _read_again(file, file.selected if len(file.titles) > 1 else None, header=row)


def set_label_and_score(label: str | None, score: str | None) -> None:
    """Continue with the label and the score that the visitor chose; None for one that was not asked for."""
    state = visitor()
    if state.ambiguous_roles is None:
        return
    table = state.pending_source.table
    found = infer_roles_and_certainty(table, label=label, scores=() if score is None else (score,))
    state.ambiguous_roles = found if found.is_ambiguous else None
    source = replace(state.pending_source, roles=found.roles)
    if found.is_ambiguous:
        state.pending_source = source
    else:
        update_data(source)


def drop_upload() -> None:
    """Discard the pending source and continue with the data in use."""
    state = visitor()
    state.pending_source, state.ambiguous_roles, state.problems = state.in_use, None, []


def update_data(source: DataSource) -> None:
    """Build the dataset of a source, and use it if it can be evaluated."""
    state, before = visitor(), visitor().in_use
    dataset = _build_dataset(source)
    state.pending_source, state.ambiguous_roles = source, None
    if isinstance(dataset, Dataset):
        same_table, kind = source.table is before.table, state.dataset.kind
        if same_table and before.roles.group is not None:
            state.groups_decided_for = source.table
        state.in_use, state.dataset, state.problems = source, dataset, []
        state.user_source = state.user_source if source.example else source
        state.data_version += 1
        visitor_state.clear_cache()
        jobs.stop_jobs()
        if not same_table or kind != dataset.kind or value_of(TASK.name) not in dataset.valid_names:
            is_new = not same_table and source.example is None
            set_widget(**{TASK.name: _best_task(dataset) if is_new else TASK.default})
        if not same_table or source.roles.group != before.roles.group:
            set_widget(**{GROUP.name: GROUP.default})
        if not same_table or _curve_roles(source.roles) != _curve_roles(before.roles):
            clear_widget(THRESHOLD.name)
            state.other_threshold = None
        if not same_table:
            set_widget(**{setting.name: setting.default for setting in DATA_SETTINGS})
        _apply_link(dataset)
    else:
        state.problems = dataset


def _best_task(dataset: Dataset) -> str:
    """Return the model with the largest area, or the default for classes or labels."""
    areas = visitor_state.cached(step_areas, dataset) if dataset.kind == "models" else {}
    return max(areas, key=areas.__getitem__, default=str(TASK.default))


def _curve_roles(roles: Roles) -> Roles:
    """Return the roles that affect a curve of all rows."""
    return replace(roles, group=None, cluster=None)


def _apply_link(dataset: Dataset) -> None:
    """Apply the settings of a link to own data if these may be those data: they have its model, or it names none."""
    state = visitor()
    link_settings, state.link_settings = state.link_settings, {}
    if state.in_use.example is None and link_settings.get(TASK.name, TASK.default) in (
        TASK.default,
        *dataset.valid_names,
    ):
        set_widget(**link_settings)


def add_models(columns: tuple[str, ...]) -> None:
    """Use more columns of the data in use as models for the same label."""
    in_use = visitor().in_use
    roles = replace(in_use.roles, scores=(*in_use.roles.scores, *columns), kind="models", labels=())
    update_data(replace(in_use, roles=roles))


def show_groups(column: str, task: str = "") -> None:
    """Use another column of groups, and note the page Groups to show next; task: a model to select there."""
    if task not in ("", selected_task()):
        set_widget(**{TASK.name: task})
        reset_threshold_and_zoom()
    if column != visitor().in_use.roles.group:
        _use_groups(column)
    visitor().next_page = "averages"


def _use_groups(column: str) -> None:
    in_use = visitor().in_use
    update_data(replace(in_use, roles=with_group(in_use.table, in_use.roles, column)))


def failing_column(task: str) -> str | None:
    """Return the first column in which a group fails, as Summary names it, beside the groups in use."""
    state = visitor()
    if state.dataset.kind in ("classes", "labels"):
        return None
    found = visitor_state.cached(other_group_findings, state.in_use.table, state.dataset, task)
    return found[0].group if found else None


def _find_groups(task: str) -> None:
    """Use the column that Summary names, or the only one that could be groups, once for a file without groups."""
    state = visitor()
    table, roles = state.in_use.table, state.in_use.roles
    is_ungrouped_file = roles.group is None and state.groups_decided_for is not table and state.in_use.example is None
    if not is_ungrouped_file or state.dataset.kind in ("classes", "labels"):
        return
    state.groups_decided_for = table
    column, columns = failing_column(task), group_columns(table, roles)
    if column or len(columns) == 1:
        _use_groups(column or columns[0])
        if state.problems:
            drop_upload()


def reset_threshold_and_zoom() -> None:
    """Clear the threshold and reset the zoom, as they belonged to the previous task."""
    reset_zoom()
    clear_widget(THRESHOLD.name)


def reset_zoom() -> None:
    """Reset the zoom, as it belonged to other rows; groups of rows share the threshold."""
    visitor().data_version += 1


def selected_task() -> str:
    """Return the name of the selected model, class or label."""
    return str(value_of(TASK.name)) or _default_task(visitor().dataset)


def _default_task(dataset: Dataset) -> str:
    """Return the first model, or the weakest class or label, of which the headlines of Summary and Groups speak."""
    if dataset.kind not in ("classes", "labels"):
        return dataset.valid_names[0]
    return weakest_name(dataset, visitor_state.cached(task_matrix, dataset))


def update_labeled_scores(page: str) -> None:
    """Update the labeled scores in use: those of the requested model, class or label, or else of the default.

    On a page that can show one group of rows, they are those of the requested group. A task or group that does not
    exist is reported and reset; a single task is not named in the address. The page Groups finds a column of groups.
    page: its name in the address.
    """
    state = visitor()
    names = state.dataset.valid_names
    requested = value_of(TASK.name)
    if requested not in ("", *names):
        state.pending_notices.append(Notice("address_unknown", name=TASK.name, value=requested))
    task = requested if requested in names else _default_task(state.dataset)
    set_widget(**{TASK.name: task if len(state.dataset.names) > 1 else TASK.default})
    if page == "averages":
        _find_groups(task)
    group = str(value_of(GROUP.name) or "") if page in PAGES and GROUP in PAGES[page].settings else ""
    if group and group not in state.dataset.valid_groups(task):
        state.pending_notices.append(_group_problem(group, task))
        set_widget(**{GROUP.name: GROUP.default})
        group = ""
    dataset = visitor_state.cached(state.dataset.take_group, group) if group else state.dataset
    state.labeled_scores = visitor_state.cached(dataset.labeled_scores, task)


def _group_problem(group: str, task: str) -> Notice:
    """Explain why a group cannot be shown alone."""
    dataset = visitor().dataset
    if group not in dataset.group_names or not dataset.valid_groups(task):
        return Notice("address_unknown", name=GROUP.name, value=group)
    return Notice("subgroup_of_one_class", column=dataset.roles.group, value=group)


def changed_columns_text() -> str:
    """Return the changes to the columns of the example in use, for its address."""
    state = visitor()
    in_use = state.in_use
    if not in_use.example or state.dataset is shared_dataset(in_use.example):
        return ""
    return roles_to_json(in_use.roles, example_roles(in_use.example))


def apply_data_params(params: Mapping[str, Value]) -> list[Notice]:
    """Use the data named in an address: an example with its columns, or the visitor's own data again."""
    state = visitor()
    problems = []
    if "example" in params:
        problems = _apply_example(str(params["example"]), params.get("columns"))
    if "own" in params and state.in_use.example is not None and state.user_source is not None:
        update_data(state.user_source)
    return problems


def _build_dataset(source: DataSource) -> Dataset | list[Notice]:
    if source.example and source.roles == example_roles(source.example):
        return shared_dataset(source.example)
    return build_dataset(source.table, source.roles, exclude=source.exclude)


def _apply_example(name: str, columns: Value | None) -> list[Notice]:
    """Use an example with the columns from an address, unless it is in use already."""
    state, table = visitor(), example_table(name)
    guessed = example_roles(name)
    roles: Roles | None = guessed if columns is None else roles_from_json(str(columns), guessed, table)
    source = DataSource(table, roles or guessed, name)
    if (state.in_use.example, state.in_use.roles) != (name, source.roles):
        update_data(source)
    return [] if roles else [Notice("address_unknown", name="columns", value=str(columns))]


def _use_table(table: Table, *, example: str | None = None) -> None:
    state = visitor()
    state.file_problem = state.given_curve = state.table_before_match = None
    found = infer_roles_and_certainty(table)
    source = DataSource(table, found.roles, example)
    if found.is_ambiguous:
        state.pending_source, state.problems, state.ambiguous_roles = source, [], found
    else:
        update_data(source)


def _read_again(file: SourceFile, title: str | None, *, header: int | None = None) -> None:
    """Use another table of the pending file, or the same with another header, or report why it cannot be read."""
    table = read_table(file.name, file.content, title, header=header)
    if isinstance(table, Notice):
        visitor().file_problem = table
    else:
        _use_table(_with_file(table, [(file.name, file.content)]))


def _with_file(table: Table, files: Sequence[tuple[str, bytes]]) -> Table:
    """Attach the bytes of its file to a table, so that another row can become the header, unless the file is large."""
    if (
        table.file is not None
        or table.first_rows is None
        or len(files) != 1
        or len(files[0][1]) > MAX_HEADER_FILE_BYTES
    ):
        return table
    name, content = files[0]
    return replace(table, file=SourceFile(name, content, (table.name,), table.name))


def load_local_files(parameters: Mapping[str, str]) -> bool:
    """Read the files given at the start for a new session whose address names no example. Returns whether it did."""
    state, paths = visitor(), initial_paths()
    if not (state.is_new and paths) or "example" in parameters:
        return False
    files = read_local_files(paths)
    if isinstance(files, Notice):
        state.file_problem, state.file_name = files, ", ".join(path.name for path in paths)
    else:
        use_files(files, initial_header())
    return True
