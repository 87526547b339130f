"""Results cached by function call and bounded by bytes: one store for all visitors, and one for each.

The key is the function and its arguments: settings by value, frozen records by identity. All visitors share results of
built-in examples, messages, and choices among a few options. Results of a visitor's own rows or of typed values are
not shared. Streamlit's caches limit the number of results instead of their bytes, and hash large arrays by a sample of
their values.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting.figure import frozen_figure
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.schema.examples import cache_by_name, example_dataset, example_roles, example_table
from pr_curve_lab.server.settings import SETTINGS
from pr_metrics.schemes import Scheme

MAX_SHARED_BYTES, MAX_VISITOR_BYTES = 100_000_000, 10_000_000
ENTRY_BYTES = 2_000  # of a key and its entry, without the result
FIGURE_BYTES = 20_000  # measured size of a chart object besides its data
WITHOUT_PARTS = {str, float, int, bool, type(None), np.ndarray}  # of which a result may have a million
DEFAULTS = {one.default for one in SETTINGS.values() if isinstance(one.default, float)}
NEUTRAL_TYPES = (Messages, Scheme)  # allowed in shared keys, but they do not make a result shared

Key = tuple[Hashable, ...]


class Identity:
    """A key part equal only to the same object. It keeps the object alive, so that no other object gets its id."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value


def call_key(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None = None) -> Key:
    """Return a hashable key of a function and its arguments.

    >>> call_key(round, (2.5, 1))
    (<built-in function round>, 2.5, 1)
    """
    named = sorted((kwargs or {}).items())
    return _function_key(function), *map(_value_key, args), *((name, _value_key(value)) for name, value in named)


def _function_key(function: Callable[..., Any]) -> Hashable:
    owner = getattr(function, "__self__", None)
    if is_dataclass(owner):
        return function.__func__, Identity(owner)  # type: ignore[attr-defined]  # a bound method has one
    if "<" in function.__qualname__:  # <lambda>, <locals>: a new object each time, so it would never be found again
        raise TypeError(f"function must be that of a module or of a frozen result, got {function.__qualname__}")
    return function


def _value_key(value: Any) -> Hashable:
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, FunctionType):
        return _function_key(value)
    if isinstance(value, tuple):
        return tuple(map(_value_key, value))
    params = getattr(value, "__dataclass_params__", None)
    if params is not None and params.frozen:
        return Identity(value)
    raise TypeError(f"value must be plain, frozen, or a tuple of such, got a {type(value).__name__}")


def _records_of(key: Key) -> list[Any]:
    """Return the records among the arguments; the size of a result leaves them out."""
    records = (part.value for part in _walk(key) if isinstance(part, Identity))
    return [one for one in records if not isinstance(one, NEUTRAL_TYPES)]


class ResultStore:
    """Results of calls; the least recently used are dropped when they take too many bytes."""

    def __init__(self, max_bytes: int = MAX_VISITOR_BYTES) -> None:
        self.max_bytes, self.bytes = max_bytes, 0
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Any:
        """Return the result of a call, or None if it is not stored."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key].result

    def get_or_compute(self, key: Key, function: Callable[[], Any]) -> Any:
        """Return the result of a call. If several threads ask at once, one computes it and the others wait."""
        with self._lock:
            if key not in self._entries:
                self._entries[key] = _Entry()
                self.bytes += ENTRY_BYTES
            self._entries.move_to_end(key)
            entry = self._entries[key]
        with entry.lock:
            if not entry.is_made:
                try:
                    entry.result = function()
                except BaseException:
                    self._remove(key, entry)
                    raise
                entry.is_made = True
                self._add_size(key, entry, result_bytes(entry.result, exclude=_records_of(key)))
        return entry.result

    def clear(self) -> None:
        """Drop all results."""
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def _add_size(self, key: Key, entry: _Entry, size: int) -> None:
        """Count the size of a new result and drop older ones to stay in the limit; the new one stays, however large.

        Results that are still being computed stay too, as other threads wait for them.
        """
        with self._lock:
            if self._entries.get(key) is not entry:  # dropped while it was computed
                return
            entry.size += size
            self.bytes += size
            while self.bytes > self.max_bytes:
                made = (one for one, other in self._entries.items() if other.is_made and other is not entry)
                if (oldest := next(made, None)) is None:
                    return
                self.bytes -= self._entries.pop(oldest).size

    def _remove(self, key: Key, entry: _Entry) -> None:
        with self._lock:
            if self._entries.get(key) is entry:
                self.bytes -= self._entries.pop(key).size


class _Entry:
    """A result, or its place while it is computed."""

    def __init__(self) -> None:
        self.result: Any = None
        self.is_made, self.size = False, ENTRY_BYTES
        self.lock = threading.Lock()


class SharedResults(ResultStore):
    """The results that all visitors may see."""

    def __init__(self) -> None:
        super().__init__(MAX_SHARED_BYTES)
        self._shared: WeakValueDictionary[int, Any] = WeakValueDictionary()  # shared records by id

    def register(self, value: Any) -> None:
        """Share results about this value, or about records in it, as long as these objects live."""
        for record in filter(is_dataclass, _walk(value)):
            if type(record).__weakrefoffset__:  # others would have to be kept alive forever
                self._shared[id(record)] = record

    def can_store(self, key: Key) -> bool:
        """Whether the records of a call are all shared, and its other arguments are choices among a few options.

        A float that is not a default may have been typed by a visitor.
        """
        records = _records_of(key)
        return (
            bool(records)
            and all(self._shared.get(id(one)) is one for one in records)
            and not any(isinstance(part, float) and part not in DEFAULTS for part in _walk(key))
        )

    def get_or_compute(self, key: Key, function: Callable[[], Any]) -> Any:
        """Like `ResultStore.get_or_compute`; results about the result are shared as well."""

        def compute() -> Any:
            result = function()
            self.register(result)
            return result

        return super().get_or_compute(key, compute)


SHARED = SharedResults()


@cache_by_name
def shared_dataset(example: str) -> Dataset:
    """Return the dataset of a built-in example with its inferred roles, which all visitors share."""
    dataset = example_dataset(example)
    SHARED.register((example_table(example), example_roles(example), dataset))
    return dataset


def result_bytes(result: Any, *, exclude: Iterable[Any] = ()) -> int:
    """Estimate the bytes of a result: its arrays, tables, charts and texts, without the arrays in `exclude`.

    >>> result_bytes({"a": (np.zeros(4), np.zeros(2))})
    48
    >>> whole = np.zeros(4)
    >>> result_bytes([whole[:2], np.zeros(2)], exclude=(whole,))
    16
    """
    sizes = dict(filter(None, map(_size, _walk(result))))
    known = dict(filter(None, map(_size, _walk(tuple(exclude))))) if sizes else {}
    return sum(size for number, size in sizes.items() if number not in known)


def _size(value: Any) -> tuple[int, int] | None:
    """Return the id and the bytes of a value, or of the array that it is a view of; None for uncounted types."""
    if isinstance(value, (str, bytes, float)):
        return id(value), sys.getsizeof(value)
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        return id(value), value.nbytes
    if hasattr(value, "to_plotly_json"):
        return id(value), FIGURE_BYTES
    if hasattr(value, "memory_usage"):
        return id(value), int(value.memory_usage().sum())
    return None


def _walk(value: Any) -> Iterator[Any]:
    """Yield a value and all its parts, their parts and so on."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if type(part) in WITHOUT_PARTS:
            continue
        if is_dataclass(part) and not isinstance(part, type):
            waiting.extend(getattr(part, field.name) for field in fields(part))
        elif hasattr(part, "to_plotly_json"):
            waiting.extend(frozen_figure(part).to_dict().values())
        elif isinstance(part, Mapping):
            waiting.extend(part.values())
        elif isinstance(part, tuple | list):
            waiting.extend(part)
