"""Read JSON into columns: a list of records or rows, lines of records, columns by name, and the formats of pandas.

An object with several of these under its keys becomes several tables.

Records are parsed in chunks, so that a long list is never held as Python objects all at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson

from pr_curve_lab.io.column_names import find_label_column, find_score_column
from pr_curve_lab.io.limits import LIMITS, check_shape
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import Column, Table, column_of, header_of, table_of, text_of_cell
from pr_curve_lab.io.text import convert_to_utf8

BATCH_ROWS = 16_384
BLANK = re.compile(r"[\s,]*+")
LIST = "["
CLOSING = {"{": "}", "[": "]"}
CHUNK_CHARACTERS = 2**20  # decoded together
EXAMPLE = '[{"label": 1, "score": 0.9}]'
OPENING = re.compile(rb'\s*+(?:[\[{]\s*+(?:"[^"\[{]{0,100}"\s*+:\s*+)?)*+')  # brackets, with keys between them
BRACKETS = re.compile(rb"[\[{]")


def read_json(name: str, content: bytes) -> list[Table]:
    """Read JSON, or lines of JSON.

    Raises
    ------
    InvalidFileError: The file is broken, nested too deeply, not a table, or holds more than `LIMITS` allows.

    >>> read_json("a.json", b'[{"label": 1, "score": 0.5}, {"label": 0}]')[0].frame.to_dict("list")
    {'label': [1, 0], 'score': [0.5, nan]}
    """
    text, notes = convert_to_utf8(name, content)
    try:
        found = _parse_tables(name, text)
    except RecursionError:
        raise InvalidFileError(Notice("json_too_deep", name=name, depth=LIMITS.json_depth)) from None
    except ValueError as error:  # anything that the decoders refuse, also numbers of thousands of digits
        if "recursion" in str(error).lower():
            raise InvalidFileError(Notice("json_too_deep", name=name, depth=LIMITS.json_depth)) from None
        line = text.count(b"\n", 0, getattr(error, "pos", 0)) + 1
        raise InvalidFileError(Notice("json_broken", name=name, line=line)) from None
    several = len(found) > 1
    tables = [
        _table(f"{name}, {title}" if several else name, columns, tuple(notes))
        for title, columns in found.items()
        if columns is not None
    ]
    if not any(table.frame.shape[1] for table in tables):
        raise InvalidFileError(Notice("json_no_table", name=name, example=EXAMPLE))
    return tables


def _table(name: str, columns: dict[str, Column], notes: tuple[Notice, ...]) -> Table:
    lengths = {len(column) for column in columns.values()}
    if len(lengths) > 1:
        titles = sorted(columns, key=lambda title: len(columns[title]))
        raise InvalidFileError(Notice("columns_unequal", name=name, column=titles[0], other=titles[-1]))
    return table_of(name, list(columns), list(columns.values()), notes)


def _parse_tables(name: str, text: bytes) -> dict[str, dict[str, Column] | None]:
    """Return the columns of each table by its title, which is empty if there is only one table."""
    if _depth(text) > LIMITS.json_depth:
        raise RecursionError
    if text.lstrip()[:1] == b"[":
        decoded = text.decode()
        return {"": _read_items(name, _iter_items(decoded, decoded.index(LIST) + 1, "]"))}
    lines = text.lstrip().split(b"\n", 1)
    if len(lines) == 2 and lines[1].strip()[:1] == b"{" and lines[0].rstrip().endswith(b"}"):
        return {"": _read_items(name, _iter_items(text.decode(), 0, ""))}
    value = _decode(text)
    tables = _nested_tables(value)
    if len(tables) > LIMITS.sheets:
        raise InvalidFileError(Notice("too_many_sheets", name=name, most=LIMITS.sheets))
    return {title: _read_object(name, one) for title, one in (tables or {"": value}).items()}


def _nested_tables(value: Any) -> dict[str, Any]:
    """Return the tables of an object by key, or nothing if it is a table itself, whose cells may be records too."""
    while isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    if not isinstance(value, dict) or isinstance(value.get("schema"), dict):
        return {}
    if any(isinstance(one, list) and not _is_records(one) for one in value.values()):
        return {}
    return {title: one for title, one in value.items() if _is_records(one) or _has_label_and_score(one)}


def _is_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _has_label_and_score(value: Any) -> bool:
    """Whether an object holds columns by name, and the names say which are the labels and the scores."""
    if not isinstance(value, dict) or not all(isinstance(cells, list) for cells in value.values()):
        return False
    is_split = "columns" in value and "data" in value
    return is_split or (find_label_column(value) is not None and find_score_column(value) is not None)


def _decode(text: bytes) -> Any:
    """Decode the whole text, with the slower decoder of Python if it contains NaN or Infinity."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if "recursion" in str(error).lower():
            raise RecursionError from None
        return json.loads(text)


def _depth(text: bytes) -> int:
    """Count the brackets opened before the first value: text nested deeply on purpose opens them at the start."""
    opened = OPENING.match(text)
    return len(BRACKETS.findall(opened[0])) if opened else 0


def _iter_items(text: str, at: int, end: str) -> Iterator[Any]:
    """Yield the values of a list that ends with `end`, or of lines: a megabyte at a time, or one by one if it fails."""
    decode = json.JSONDecoder().raw_decode  # accepts NaN and Infinity
    slow_until = at
    while True:
        at = BLANK.match(text, at).end()  # type: ignore[union-attr]
        if at >= len(text) or text[at] == end:
            if bool(end) != (at < len(text)) or BLANK.fullmatch(text, at + 1) is None:
                raise json.JSONDecodeError("a list must end, and nothing follow it", text, min(at, len(text)))
            return
        cut = 0 if at < slow_until else text.rfind(CLOSING.get(text[at], "}"), at, at + CHUNK_CHARACTERS) + 1
        values = _parse_chunk(text[at:cut], end)
        if values:
            yield from values
            at = cut
        else:
            slow_until = max(slow_until, cut)
            value, at = decode(text, at)
            yield value


def _parse_chunk(chunk: str, end: str) -> list[Any] | None:
    """Return the values of a part of a list, or None if the cut was not between two values, or if it contains NaN."""
    try:
        return list(orjson.loads(f"[{chunk}]" if end else f"[{','.join(chunk.splitlines())}]")) if chunk else None
    except orjson.JSONDecodeError:
        return None


def _read_items(name: str, items: Iterator[Any]) -> dict[str, Column] | None:
    first = next(items, None)
    if isinstance(first, dict):
        return _read_records(name, first, items)
    if isinstance(first, list):
        return _read_rows(name, first, items)
    return None


def _read_records(name: str, first: dict[str, Any], items: Iterator[Any]) -> dict[str, Column] | None:
    """Return the columns of records; a field that is missing from a record is an empty cell."""
    cells: dict[str, list[Any]] = {}
    rows = 0
    chunk: list[Any] = [first, *islice(items, BATCH_ROWS - 1)]
    while chunk:
        if not all(isinstance(record, dict) for record in chunk):
            return None
        for record in chunk:
            if record.keys() != cells.keys():
                cells |= {title: [None] * rows for title in record if title not in cells}
                check_shape(name, rows, len(cells))
        rows += len(chunk)
        check_shape(name, rows, len(cells))
        for title, column in cells.items():
            column.extend([record.get(title) for record in chunk])
        chunk = list(islice(items, BATCH_ROWS))
    return {title: column_of(cells.pop(title)) for title in list(cells)}


def _read_rows(name: str, first: list[Any], items: Iterator[Any]) -> dict[str, Column] | None:
    """Return the columns of rows that are lists; the first row may hold the names."""
    header = header_of(name, [text_of_cell(value) for value in first])
    cells: list[list[Any]] = [[] for _ in first]
    chunk: list[Any] = [*([] if header.is_in_file else [first]), *islice(items, BATCH_ROWS - 1)]
    while chunk:
        if not all(isinstance(row, list) and len(row) == len(first) for row in chunk):
            return None
        for column, values in zip(cells, zip(*chunk, strict=True), strict=True):
            column.extend(values)
        check_shape(name, len(cells[0]), len(cells))
        chunk = list(islice(items, BATCH_ROWS))
    return {title: column_of(cells.pop(0)) for title in header.names}


def _read_object(name: str, value: Any) -> dict[str, Column] | None:
    """Read columns by name, the pandas orients "split", "table" and "columns", or one key that holds any of these."""
    if isinstance(value, list):
        return _read_items(name, iter(value))
    if not isinstance(value, dict) or not value:
        return None
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _read_split(name, value)
    if isinstance(value.get("data"), list) and isinstance(value.get("schema"), dict):
        return _read_table(name, value)
    check_shape(name, 0, len(value))
    if all(isinstance(cells, list) for cells in value.values()) and (len(value) > 1 or not _is_table(value)):
        # `pop` frees each column, so that only one is held twice.
        return {title: column_of(value.pop(title)) for title in list(value)}
    if len(value) > 1 and all(isinstance(cells, dict) for cells in value.values()):
        return _read_columns(name, value)
    return _read_object(name, next(iter(value.values()))) if len(value) == 1 else None


def _is_table(value: dict[str, Any]) -> bool:
    """Whether the only list of an object holds records or rows, and is not a column."""
    cells = next(iter(value.values()))
    return bool(cells) and isinstance(cells[0], dict | list)


def _read_split(name: str, value: dict[str, Any]) -> dict[str, Column] | None:
    titles, rows = value["columns"], value["data"]
    check_shape(name, len(rows), len(titles))
    if not all(isinstance(row, list) and len(row) == len(titles) for row in rows):
        return None
    columns = zip(*rows, strict=True) if rows else ([] for _ in titles)
    return {text_of_cell(title): column_of(list(cells)) for title, cells in zip(titles, columns, strict=True)}


def _read_table(name: str, value: dict[str, Any]) -> dict[str, Column] | None:
    """Read the orient "table" of pandas: records, of which an index called "index" was unnamed and is dropped."""
    columns = _read_items(name, iter(value["data"]))
    keys = value["schema"].get("primaryKey", [])
    if columns and keys == ["index"]:
        columns.pop("index", None)
    return columns


def _read_columns(name: str, value: dict[str, dict[str, Any]]) -> dict[str, Column]:
    """Read the orient "columns" of pandas: each column maps row names to values; rows keep their first order."""
    order = dict.fromkeys(key for cells in value.values() for key in cells)
    check_shape(name, len(order), len(value))
    return {title: column_of([cells.get(key) for key in order]) for title, cells in value.items()}
