"""Changes of the data in use: another example, files, other columns, another task.

Files that the server was started with are read for each visitor, so that a tab which is loaded again shows what the
files hold by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.local_files import initial_header, initial_paths, read_local_files
from pr_curve_lab.io.table import SourceFile, Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.examples import example_roles, example_table
from pr_curve_lab.schema.role_options import roles_from_json, roles_to_json
from pr_curve_lab.schema.roles import Roles, infer_schema
from pr_curve_lab.schema.uploads import join_tables, read_joined_table, read_points, read_table
from pr_curve_lab.server import jobs, visitor_state
from pr_curve_lab.server.asgi.startup import garbage
from pr_curve_lab.server.cache import shared_dataset
from pr_curve_lab.server.settings import DAY, MODEL, PAGES, SUBGROUP, THRESHOLD, Value
from pr_curve_lab.server.visitor_state import DataSource, clear_widget, set_widget, value_of, visitor

MAX_HEADER_FILE_BYTES = 16 * 2**20  # bytes of a file that are held so that another of its rows can be the header


def use_example(name: str) -> None:
    """Use a built-in example, its columns as they are guessed, and all its rows."""
    set_widget(**{MODEL.name: MODEL.default, SUBGROUP.name: SUBGROUP.default})
    _use_table(example_table(name), example=name)


def use_uploaded_files(key: str) -> None:
    """Read the files of a place for them; taking the last one away again changes nothing."""
    files = value_of(key)
    if files:
        use_files([(file.name, file.getvalue()) for file in files])


def use_files(files: Sequence[tuple[str, bytes]], header: int | None = None) -> None:
    """Read files, each with its name, and use them if they can be counted. header: its row, where somebody named it."""
    state = visitor()
    table, state.file_name = read_joined_table(files, header, allow_last=True), ", ".join(name for name, _ in files)
    if isinstance(table, Notice):
        state.file_problem = table
        drop_upload()  # what was wrong with an earlier file is not what is wrong now
        state.curve_points = read_points(*files[0]) if table.key == "points_not_rows" and len(files) == 1 else None
    else:
        before = state.user_source if state.pending_source.example else state.pending_source
        state.previous_table = _previous_table(before, files)
        _use_table(_with_file(table, files))
        garbage.collect_if_due()  # and of what the file took the place of


def join_with_current() -> None:
    """Put the table that is being read beside the one that was in use before it; one that cannot stays alone."""
    state = visitor()
    if state.previous_table is None:
        return
    new = state.pending_source.table
    joined = join_tables([state.previous_table, new])
    if isinstance(joined, Notice):
        state.file_problem = joined
    else:
        _use_table(joined)
        state.unjoined_table = new


def use_last_table() -> None:
    """Take the table that was brought last without the earlier one."""
    if (alone := visitor().unjoined_table) is not None:
        _use_table(alone)


def _previous_table(source: DataSource | None, files: Sequence[tuple[str, bytes]]) -> Table | None:
    """The visitor's own table that files take the place of, unless it is one of them."""
    again = source is not None and any(name in source.table.name for name, _ in files)
    return None if source is None or again else source.table


def select_table(title: str) -> None:
    """Read another table of the file that is being read; where it cannot be read, what was read before stays."""
    state = visitor()
    file = state.pending_source.table.file
    if file is None or title not in file.titles:  # a new file came with the same message
        return
    _use_valid_table(read_table(file.name, file.content, title))


def set_header(row: int) -> None:
    """Read the file that is being read with another row as its header, the first being 1; 0 where it has none."""
    file = visitor().pending_source.table.file
    if file is not None:
        title = file.selected if len(file.titles) > 1 else None
        table = read_table(file.name, file.content, title, header=row)
        _use_valid_table(table if isinstance(table, Notice) else _with_file(table, [(file.name, file.content)]))


def set_label_and_score(label: str | None, score: str | None) -> None:
    """Go on with the label and the score that were asked for, of which one may have been clear."""
    state = visitor()
    if state.ambiguous_schema is None:
        return
    table = state.pending_source.table
    found = infer_schema(table, label=label, scores=() if score is None else (score,))
    state.ambiguous_schema = found if found.is_ambiguous else None
    source = replace(state.pending_source, roles=found.roles)
    if found.is_ambiguous:
        state.pending_source = source
    else:
        update_data(source)


def drop_upload() -> None:
    """Go on with what was in use before a question about other data."""
    state = visitor()
    state.pending_source, state.ambiguous_schema, state.problems = state.in_use, None, []


def update_data(source: DataSource) -> None:
    """Count a table with other roles, and use it if it can be counted."""
    state, before = visitor(), visitor().in_use
    dataset = _build_dataset(source)
    state.pending_source, state.ambiguous_schema = source, None
    if isinstance(dataset, Dataset):
        same_table, kind = source.table is before.table, state.dataset.kind
        state.in_use, state.dataset, state.problems = source, dataset, []
        state.user_source = state.user_source if source.example else source
        state.data_version += 1
        visitor_state.clear_cache()
        jobs.stop_jobs()
        if not same_table or kind != dataset.kind or value_of(MODEL.name) not in dataset.valid_names:
            set_widget(**{MODEL.name: MODEL.default})
        if not same_table or source.roles.group != before.roles.group:
            set_widget(**{SUBGROUP.name: SUBGROUP.default})
        if not same_table or _curve_roles(source.roles) != _curve_roles(before.roles):
            clear_widget(THRESHOLD.name)
        if not same_table and value_of(DAY.name) == "":  # the days of the table before were set aside
            clear_widget(DAY.name)
        _apply_link(dataset)
    else:
        state.problems = dataset


def _curve_roles(roles: Roles) -> Roles:
    """The roles that a curve of all rows depends on."""
    return replace(roles, group=None, cluster=None)


def _apply_link(dataset: Dataset) -> None:
    """Look at what a link to these data asked for, if they are those: they have its model, or it named none."""
    state = visitor()
    link_settings, state.link_settings = state.link_settings, {}
    if state.in_use.example is None and link_settings.get(MODEL.name, MODEL.default) in (
        MODEL.default,
        *dataset.valid_names,
    ):
        set_widget(**link_settings)


def add_models(columns: tuple[str, ...]) -> None:
    """Take more columns of the data in use for models of the same label."""
    in_use = visitor().in_use
    roles = replace(in_use.roles, scores=(*in_use.roles.scores, *columns), kind="models", labels=())
    update_data(replace(in_use, roles=roles))


def reset_view() -> None:
    """Another task is looked at: threshold and zoom were those of the task before."""
    visitor().data_version += 1
    clear_widget(THRESHOLD.name)


def current_task() -> str:
    """The name of the model, class or label in view."""
    return str(value_of(MODEL.name) or visitor().dataset.valid_names[0])


def update_view(page: str) -> None:
    """Take the task that is asked for, or the first; a single task has no name in the address.

    On a page that can show one group of rows, take the one that is asked for. page: its name in the address.
    """
    state = visitor()
    names = state.dataset.valid_names
    name = value_of(MODEL.name)
    if name not in ("", *names):
        state.query_problems.append(Notice("address_unknown", name=MODEL.name, value=name))
    view = name if name in names else names[0]
    set_widget(**{MODEL.name: view if len(state.dataset.names) > 1 else MODEL.default})
    group = str(value_of(SUBGROUP.name) or "") if page in PAGES and SUBGROUP in PAGES[page].settings else ""
    if group and group not in state.dataset.valid_groups(view):
        state.query_problems.append(_group_problem(group, view))
        set_widget(**{SUBGROUP.name: SUBGROUP.default})
        group = ""
    if group:
        state.cases = visitor_state.cached(state.dataset.cases_of_group, view, group)
    else:
        state.cases = visitor_state.cached(state.dataset.cases, view)


def _group_problem(group: str, view: str) -> Notice:
    """Why a group cannot be shown by itself."""
    dataset = visitor().dataset
    if group not in dataset.group_names or not dataset.valid_groups(view):
        return Notice("address_unknown", name=SUBGROUP.name, value=group)
    return Notice("subgroup_of_one_class", column=dataset.roles.group, value=group)


def changed_columns_text() -> str:
    """The changes to the columns of the example in use, for its address."""
    state = visitor()
    in_use = state.in_use
    if not in_use.example or state.dataset is shared_dataset(in_use.example):
        return ""
    return roles_to_json(in_use.roles, example_roles(in_use.example))


def apply_query_params(params: Mapping[str, Value]) -> list[Notice]:
    """Use the data that an address names: an example with its columns, or once more the visitor's own."""
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
    return build_dataset(source.table, source.roles, exclude=source.leave_out)


def _apply_example(name: str, columns: Value | None) -> list[Notice]:
    """Use an example with the columns that an address asks for, unless it is in use already."""
    state, table = visitor(), example_table(name)
    guessed = example_roles(name)
    roles: Roles | None = guessed if columns is None else roles_from_json(str(columns), guessed, table)
    source = DataSource(table, roles or guessed, name)
    if (state.in_use.example, state.in_use.roles) != (name, source.roles):
        update_data(source)
    return [] if roles else [Notice("address_unknown", name="columns", value=str(columns))]


def _use_table(table: Table, *, example: str | None = None) -> None:
    state = visitor()
    state.file_problem = state.curve_points = state.unjoined_table = None
    found = infer_schema(table)
    source = DataSource(table, found.roles, example)
    if found.is_ambiguous:
        state.pending_source, state.problems, state.ambiguous_schema = source, [], found
    else:
        update_data(source)


def _use_valid_table(table: Table | Notice) -> None:
    """Take what the same file was read into, if it could be read."""
    if isinstance(table, Notice):
        visitor().file_problem = table
    else:
        _use_table(table)


def _with_file(table: Table, files: Sequence[tuple[str, bytes]]) -> Table:
    """The table with the bytes of its file where another row of it can be its header, unless they are many."""
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
    """Read the files for a visitor who is new and whose address names no example; whether that was so."""
    state, paths = visitor(), initial_paths()
    if not (state.is_new and paths) or "example" in parameters:
        return False
    files = read_local_files(paths)
    if isinstance(files, Notice):
        state.file_problem, state.file_name = files, ", ".join(path.name for path in paths)
    else:
        use_files(files, initial_header())
    return True
