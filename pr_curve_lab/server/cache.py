"""Results by the call that made them: one store for all visitors and one for each, bounded by bytes, in constant time.

A call is known by its function and by what that was given: settings by their value, frozen records by what they are. A
key keeps no record alive, and a result goes with the records that it was asked of, since nobody can ask for it again.
All visitors share what is made of a built-in example, of words and of choices among a few; whoever brings rows or types
a number shares nothing. Streamlit's caches cannot do this: one copies each result whenever it is asked for, and both
tell large arrays apart by a sample of them.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.lessons.lesson import StepSettings
from pr_curve_lab.plotting.figure import frozen_figure
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.schema.examples import example_dataset, example_roles, example_table
from pr_curve_lab.server.settings import SETTINGS
from pr_metrics.schemes import Scheme

MAX_SHARED_BYTES, MAX_VISITOR_BYTES = 100_000_000, 10_000_000  # bytes
ENTRY_BYTES = 2_000  # of a key and its place, whatever the result
FIGURE_BYTES = 20_000  # of a chart beside what is sent of it; as measured
DEFAULTS = {one.default for one in SETTINGS.values() if isinstance(one.default, float)}
LIST_ITEM_BYTES = 100  # of a text in a list of them
NEUTRAL_TYPES = (Messages, Scheme)  # types of what goes with everybody's data and with a visitor's own
_PLAIN_TYPES = (str, int, float, type(None))


class CallKey:
    """A function and what it was given, to be looked up in a dictionary.

    >>> CallKey(round, (2.5, 1), {}) == CallKey(round, (2.5, 1), {})
    True
    """

    __slots__ = ("_hash", "_parts", "objects")

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._parts: tuple[Hashable, ...] = (
            _function_key(function),
            *(_value_key(one) for one in args),
            *((name, _value_key(kwargs[name])) for name in sorted(kwargs)),
        )
        self._hash = hash(self._parts)
        self.objects = [
            part for part in _flatten(self._parts) if isinstance(part, IdentityKey)
        ]  # records, the function's owner

    @property
    def has_user_number(self) -> bool:
        """Whether it was given a number that is no whole one and no default: somebody may have typed it."""
        return any(isinstance(part, float) and part not in DEFAULTS for part in _flatten(self._parts))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CallKey) and self._hash == other._hash and self._parts == other._parts


class IdentityKey:
    """A record that is equal to itself alone. It is not kept alive, unless it is one that takes no weak reference."""

    __slots__ = ("_find", "_number")

    def __init__(self, value: Any) -> None:
        self._number = id(value)
        try:
            self._find: Callable[[], Any] = weakref.ref(value)
        except TypeError:
            self._find = lambda: value

    @property
    def value(self) -> Any:
        """The record; None when nobody has it any more."""
        return self._find()

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and (found := self._find()) is not None and found is other._find()


class ResultStore:
    """Results of calls; those asked for least lately go when there are too many bytes of them."""

    def __init__(self, max_bytes: int = MAX_VISITOR_BYTES) -> None:
        self.max_bytes, self.bytes = max_bytes, 0
        self._entries: OrderedDict[CallKey, _Entry] = OrderedDict()
        self._missing: deque[CallKey] = deque()  # of which a record is no more; whoever lets it go only notes it
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: CallKey) -> bool:
        entry = self._entries.get(key)
        return entry is not None and entry.is_made

    def get_or_compute(self, key: CallKey, function: Callable[[], Any]) -> Any:
        """The result of a call; of those who ask at the same moment one makes it, the others wait."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                self._remove_missing()
                entry = self._entries[key] = _Entry(key, self._missing)
                self.bytes += entry.size
            self._entries.move_to_end(key)
        with entry.lock:
            if not entry.is_made:
                result = function()
                size = result_bytes(result, exclude=[same.value for same in key.objects])
                entry.result, entry.is_made = result, True
                self._add_size(key, entry, size)
        return entry.result

    def clear(self) -> None:
        """Let go of all results."""
        with self._lock:
            self._entries.clear()
            self._missing.clear()
            self.bytes = 0

    def _add_size(self, key: CallKey, entry: _Entry, size: int) -> None:
        """Count a result that was made, and let go of others until there is room; the last stays, however large."""
        with self._lock:
            if self._entries.get(key) is not entry:  # let go of while it was made
                return
            entry.size += size
            self.bytes += size
            while self.bytes > self.max_bytes and len(self._entries) > 1:
                _, oldest = self._entries.popitem(last=False)
                self.bytes -= oldest.size

    def _remove_missing(self) -> None:
        while self._missing:  # the records of a result go with it, and then what was made of these
            self._remove(self._missing.popleft())

    def _remove(self, key: CallKey) -> None:
        entry = self._entries.pop(key, None)
        self.bytes -= entry.size if entry else 0


class _Entry:
    """A result, or the place for it while it is made; `gone` learns when a record of its key is no more."""

    def __init__(self, key: CallKey, missing: deque[CallKey]) -> None:
        self.result: Any = None
        self.size = ENTRY_BYTES
        self.is_made = False
        self.lock = threading.Lock()
        self._watched = [_weak_ref(same.value, key, missing) for same in key.objects]


class SharedResults(ResultStore):
    """The results that all visitors may see."""

    def __init__(self) -> None:
        super().__init__(MAX_SHARED_BYTES)
        self._shared: dict[int, weakref.ref[Any]] = {}  # records that are for everybody, by their identity

    def register(self, value: Any) -> None:
        """Let what is made of a value, or of the records in it, be for everybody, as long as these live."""
        for record in _iter_records(value):
            try:
                self._shared[id(record)] = weakref.KeyedRef(record, self._remove_record, id(record))
            except TypeError:  # it takes no weak reference, and would have to be kept for ever
                continue

    def can_store(self, key: CallKey) -> bool:
        """Whether a call was given shared records, or scenes of a lesson, and nothing else but choices."""
        given = [same.value for same in key.objects if not isinstance(same.value, NEUTRAL_TYPES)]
        return (
            bool(given)
            and not key.has_user_number
            and all(isinstance(one, StepSettings) or self._is_registered(one) for one in given)
        )

    def get_or_compute(self, key: CallKey, function: Callable[[], Any]) -> Any:
        """As that of every store; what is made of the result is shared as well."""

        def made() -> Any:
            result = function()
            self.register(result)
            return result

        return super().get_or_compute(key, made)

    def _is_registered(self, record: Any) -> bool:
        find = self._shared.get(id(record))
        return find is not None and find() is record

    def _remove_record(self, ref: Any) -> None:
        self._shared.pop(ref.key, None)


SHARED = SharedResults()


@cache
def shared_dataset(example: str) -> Dataset:
    """The tasks of a built-in example, its columns as they are guessed: the same for all visitors."""
    dataset = example_dataset(example)
    for one in (example_table(example), example_roles(example), dataset):
        SHARED.register(one)
    return dataset


def result_bytes(result: Any, *, exclude: Iterable[Any] = ()) -> int:
    """How much memory a result takes, about: arrays, tables, charts and texts in it; arrays of `exclude` do not count.

    >>> result_bytes({"a": (np.zeros(4), np.zeros(2))})
    48
    >>> whole = np.zeros(4)
    >>> result_bytes([whole[:2], np.zeros(2)], exclude=(whole,))
    16
    """
    found: dict[int, int] = {}
    _add_memory(result, found)
    if found and not hasattr(result, "to_plotly_json"):
        known: dict[int, int] = {}
        for one in exclude:
            _add_memory(one, known)
        found = {number: size for number, size in found.items() if number not in known}
    return sum(found.values())


def _add_memory(value: Any, found: dict[int, int]) -> None:
    """Note bytes by the object that they belong to: a view of an array has none of its own."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        found[id(value)] = value.nbytes
    elif isinstance(value, str | bytes):
        found[id(value)] = sys.getsizeof(value)
    elif hasattr(value, "to_plotly_json"):
        found[id(value)] = _figure_bytes(frozen_figure(value).to_dict())
    elif hasattr(value, "memory_usage"):
        found[id(value)] = int(value.memory_usage().sum())
    else:
        for part in _components(value):
            _add_memory(part, found)


def _figure_bytes(figure: Mapping[str, Any]) -> int:
    """The bytes of a chart, most of which are the coordinates of its traces, or texts about its points."""
    columns = [column for trace in figure["data"] for column in trace.values() if not isinstance(column, str)]
    coded = sum(len(column["bdata"]) for column in columns if isinstance(column, Mapping) and "bdata" in column)
    return (
        FIGURE_BYTES
        + coded
        + LIST_ITEM_BYTES * sum(len(column) for column in columns if isinstance(column, list | tuple))
    )


def _components(value: Any) -> Iterable[Any]:
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, tuple | list) else ()


def _iter_records(value: Any) -> Iterator[Any]:
    """The records in a result: what other results are made of."""
    if is_dataclass(value) and not isinstance(value, type):
        yield value
    for part in _components(value):
        yield from _iter_records(part)


def _weak_ref(record: Any, key: CallKey, missing: deque[CallKey]) -> weakref.ref[Any] | None:
    try:
        return weakref.ref(record, lambda _: missing.append(key))
    except TypeError:
        return None


def _function_key(function: Callable[..., Any]) -> Hashable:
    owner = getattr(function, "__self__", None)
    if is_dataclass(owner):
        return function.__func__, IdentityKey(owner)  # type: ignore[attr-defined]  # a bound method has one
    if "<" in function.__qualname__:  # <lambda>, <locals>: made anew each time, so it would never be found again
        raise TypeError(f"function must be that of a module or of a frozen result, got {function.__qualname__}")
    return function


def _value_key(value: Any) -> Hashable:
    if isinstance(value, _PLAIN_TYPES):
        return value
    if isinstance(value, FunctionType):
        return _function_key(value)
    if isinstance(value, tuple):
        return tuple(_value_key(one) for one in value)
    made = getattr(value, "__dataclass_params__", None)
    if made is not None and made.frozen:
        return IdentityKey(value)
    raise TypeError(f"value must be plain, frozen, or a tuple of such, got a {type(value).__name__}")


def _flatten(values: tuple[Hashable, ...]) -> Iterator[Hashable]:
    for part in values:
        if isinstance(part, tuple):
            yield from _flatten(part)
        else:
            yield part
