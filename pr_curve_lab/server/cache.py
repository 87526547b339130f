"""Results by the call that made them, bounded by bytes: one store for all visitors, and one for each.

A call is known by its function and its arguments: settings by their value, frozen records by their identity. All
visitors share what is made of a built-in example, of words and of choices among a few; whoever brings rows or types a
number shares nothing. Streamlit's caches bound the number of results and not their bytes, and tell large arrays apart
by a sample of their values.
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
ENTRY_BYTES = 2_000  # of a key and its place, whatever the result
FIGURE_BYTES = 20_000  # of a chart beside what is sent of it, as measured
DEFAULTS = {one.default for one in SETTINGS.values() if isinstance(one.default, float)}
NEUTRAL_TYPES = (Messages, Scheme)  # go with everybody's data and with a visitor's own

Key = tuple[Hashable, ...]


class Identity:
    """An object that is equal to itself alone; the key that holds it keeps it alive, so that no other gets its id."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value


def call_key(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None = None) -> Key:
    """A function and its arguments, to be looked up in a dictionary.

    >>> call_key(round, (2.5, 1))
    (<built-in function round>, 2.5, 1)
    """
    named = sorted((kwargs or {}).items())
    return _function_key(function), *map(_value_key, args), *((name, _value_key(value)) for name, value in named)


def _function_key(function: Callable[..., Any]) -> Hashable:
    owner = getattr(function, "__self__", None)
    if is_dataclass(owner):
        return function.__func__, Identity(owner)  # type: ignore[attr-defined]  # a bound method has one
    if "<" in function.__qualname__:  # <lambda>, <locals>: made anew each time, so it would never be found again
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
    return [part.value for part in _walk(key) if isinstance(part, Identity)]


class ResultStore:
    """Results of calls; the least recently used go when there are too many bytes of them."""

    def __init__(self, max_bytes: int = MAX_VISITOR_BYTES) -> None:
        self.max_bytes, self.bytes = max_bytes, 0
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Any:
        """The result of a call that was made; None if it is not here."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key].result

    def get_or_compute(self, key: Key, function: Callable[[], Any]) -> Any:
        """The result of a call; of those who ask at the same moment one makes it, the others wait."""
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
        """Let go of all results."""
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def _add_size(self, key: Key, entry: _Entry, size: int) -> None:
        """Count a result that was made, and let go of others until there is room; it stays itself, however large.

        What is being made stays too, since others wait for it.
        """
        with self._lock:
            if self._entries.get(key) is not entry:  # let go of while it was made
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
    """A result, or the place for it while it is made."""

    def __init__(self) -> None:
        self.result: Any = None
        self.is_made, self.size = False, ENTRY_BYTES
        self.lock = threading.Lock()


class SharedResults(ResultStore):
    """The results that all visitors may see."""

    def __init__(self) -> None:
        super().__init__(MAX_SHARED_BYTES)
        self._shared: WeakValueDictionary[int, Any] = WeakValueDictionary()  # records for everybody, by their id

    def register(self, value: Any) -> None:
        """Let what is made of a value, or of the records in it, be for everybody, as long as these live."""
        for record in filter(is_dataclass, _walk(value)):
            if type(record).__weakrefoffset__:  # any other would have to be kept for ever
                self._shared[id(record)] = record

    def can_store(self, key: Key) -> bool:
        """Whether a call was given shared records, and nothing else but choices.

        A number that is no whole one and no default may have been typed by somebody.
        """
        records = [one for one in _records_of(key) if not isinstance(one, NEUTRAL_TYPES)]
        return (
            bool(records)
            and all(self._shared.get(id(one)) is one for one in records)
            and not any(isinstance(part, float) and part not in DEFAULTS for part in _walk(key))
        )

    def get_or_compute(self, key: Key, function: Callable[[], Any]) -> Any:
        """As that of every store; what is made of the result is shared as well."""

        def compute() -> Any:
            result = function()
            self.register(result)
            return result

        return super().get_or_compute(key, compute)


SHARED = SharedResults()


@cache_by_name
def shared_dataset(example: str) -> Dataset:
    """The tasks of a built-in example, its columns as they are guessed: the same for all visitors."""
    dataset = example_dataset(example)
    SHARED.register((example_table(example), example_roles(example), dataset))
    return dataset


def result_bytes(result: Any, *, exclude: Iterable[Any] = ()) -> int:
    """How much memory a result takes, about: arrays, tables, charts and texts in it; arrays of `exclude` do not count.

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
    """Bytes of a value itself, by the id of the object that they belong to: a view of an array has none of its own."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        return id(value), value.nbytes
    if isinstance(value, str | bytes | float):
        return id(value), sys.getsizeof(value)
    if hasattr(value, "to_plotly_json"):
        return id(value), FIGURE_BYTES
    if hasattr(value, "memory_usage"):
        return id(value), int(value.memory_usage().sum())
    return None


def _walk(value: Any) -> Iterator[Any]:
    """A value and all that it consists of."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        parts: Iterable[Any] = [getattr(value, field.name) for field in fields(value)]
    elif hasattr(value, "to_plotly_json"):
        parts = frozen_figure(value).to_dict().values()
    elif isinstance(value, Mapping):
        parts = value.values()
    else:
        parts = value if isinstance(value, tuple | list) else ()
    for part in parts:
        yield from _walk(part)
