"""Arrays of NumPy: .npy, and .npz with one array a column; objects in them are pickles and never opened."""

from __future__ import annotations

import io
import math
from tokenize import TokenError

import numpy as np
import pyarrow as pa

from pr_curve_lab.reading.formats.archives import Archive
from pr_curve_lab.reading.formats.refusal import RefusedError, check_shape
from pr_curve_lab.reading.formats.table import Column, Table
from pr_curve_lab.reading.formats.typed_columns import table_of
from pr_curve_lab.reading.formats.values import column_of, not_cells
from pr_curve_lab.reading.problem import Problem

LONGEST_HEADER = 10_000  # characters, NumPy's own limit: the header is parsed as Python
SAVED = 'pd.DataFrame(np.load("x.npy", None, True)).to_csv("x.csv")'  # True: pickles are opened, where they are trusted
BROKEN = (
    ValueError, SyntaxError, TypeError, KeyError, EOFError, OverflowError, MemoryError, RecursionError, OSError,
    TokenError,
)  # fmt: skip


def read_array(name: str, content: bytes) -> Table:
    """Read an array: columns numbered from #1, or named where the array is structured.

    Raises
    ------
    RefusedError: it is broken, holds objects, has more than two dimensions, or more cells than `LIMITS` allows.
    """
    columns = _columns("", _array(name, content), name)
    return table_of(name, list(columns), list(columns.values()))


def read_arrays(archive: Archive) -> Table:
    """Read an archive of equally long arrays as columns, or the first that is a table of its own.

    Raises
    ------
    RefusedError: as for `read_array`, or the arrays are of unequal length.
    """
    arrays = {
        member.filename.removesuffix(".npy"): _array(archive.name, archive.read(member)) for member in archive.files
    }
    whole = [array for array in arrays.values() if array.ndim == 2 or array.dtype.names]
    if whole and len(arrays) == 1:
        columns = _columns("", whole[0], archive.name)
    else:
        columns = {}
        for title, array in arrays.items():
            columns.update(_columns(title, array, archive.name) if array.ndim else {})
    lengths = {title: len(column) for title, column in columns.items()}
    if len(set(lengths.values())) > 1:
        longest, shortest = max(lengths, key=lengths.__getitem__), min(lengths, key=lengths.__getitem__)
        raise RefusedError(Problem("columns_unequal", name=archive.name, column=shortest, other=longest))
    return table_of(archive.name, list(columns), list(columns.values()))


def _array(name: str, content: bytes) -> np.ndarray:
    """An array whose claimed shape fits the bytes that are there."""
    source = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(source)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_column, kind = read(source, max_header_size=LONGEST_HEADER)
        if kind.hasobject:
            raise RefusedError(
                Problem("format_with_code", name=name, kind="NumPy (pickle)", language="Python", code=SAVED)
            )
        count = math.prod(shape)
        check_shape(name, count, 1)
        if min(shape, default=0) < 0 or count * kind.itemsize > len(content) - source.tell() or not kind.itemsize:
            raise ValueError(f"{shape} of {kind} must fit into {len(content)} bytes")
        flat = np.frombuffer(content, kind, count, source.tell())
        return flat.reshape(shape, order="F" if by_column else "C")
    except BROKEN as error:
        raise RefusedError(Problem("format_broken", name=name, kind="NumPy")) from error


def _columns(title: str, array: np.ndarray, name: str) -> dict[str, Column]:
    """The columns of an array; those of one with two dimensions are called title 1, title 2, or by their number."""
    if array.dtype.names:
        check_shape(name, array.size, len(array.dtype.names))
        return {f"{title} {field}".strip(): _column(array.ravel()[field]) for field in array.dtype.names}
    if array.ndim > 2:
        raise RefusedError(Problem("array_too_deep", name=name, dimensions=array.ndim))
    if array.ndim < 2:
        return {title or "#1": _column(array.reshape(-1))}
    check_shape(name, *array.shape)
    return {(f"{title} {at}" if title else f"#{at}"): _column(array[:, at - 1]) for at in range(1, array.shape[1] + 1)}


def _column(values: np.ndarray) -> Column:
    """A field's values; what is no cell becomes a column that is left out."""
    plain = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("="))
    if plain.ndim > 1 or plain.dtype.kind in "cV":
        return not_cells(len(plain))
    if plain.dtype.kind == "S":
        return column_of(plain.tolist())
    if plain.dtype == np.longdouble:
        plain = plain.astype(np.float64)
    if plain.dtype.kind == "U":
        return pa.array(plain.tolist(), pa.large_string())
    return pa.array(plain, from_pandas=False)
