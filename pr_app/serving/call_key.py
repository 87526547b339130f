"""The key of a call: which function was given what, cheap however many rows are behind it.

Settings count by their value, frozen results by what they are: an object is the same as itself and no other. The key
does not keep it alive, so a result that nobody holds any more is gone, with all that was asked of it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Mapping
from dataclasses import is_dataclass
from types import FunctionType
from typing import Any

_PLAIN = (str, int, float, type(None))


class CallKey:
    """A function and what it was given, to be looked up in a dictionary.

    >>> CallKey(round, (2.5, 1), {}) == CallKey(round, (2.5, 1), {})
    True
    """

    __slots__ = ("_hash", "_parts")

    def __init__(self, function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        self._parts: tuple[Hashable, ...] = (
            _function(function),
            *(_part(one) for one in given),
            *((name, _part(named[name])) for name in sorted(named)),
        )
        self._hash = hash(self._parts)

    @property
    def objects(self) -> list[Same]:
        """All that was given and counts by what it is, with the owner of the function, if it has one."""
        return [part for part in _flat(self._parts) if isinstance(part, Same)]

    @property
    def gone(self) -> bool:
        """Whether something that was given is no more, so that nobody can ask for this again."""
        return any(same.gone for same in self.objects)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CallKey) and self._hash == other._hash and self._parts == other._parts


class Same:
    """An object that is equal to itself alone; it is not kept alive."""

    __slots__ = ("_find", "_number")

    def __init__(self, value: Any) -> None:
        self._number = id(value)
        try:
            self._find: Callable[[], Any] = weakref.ref(value)
        except TypeError:  # a frozen record of a few fields, kept as it is
            self._find = lambda: value

    @property
    def value(self) -> Any:
        """The object; None when nobody has it any more."""
        return self._find()

    @property
    def gone(self) -> bool:
        """Whether nobody has it any more."""
        return self._find() is None

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and not self.gone and self._find() is other._find()


def _function(function: Callable[..., Any]) -> Hashable:
    owner = getattr(function, "__self__", None)
    if is_dataclass(owner):
        return function.__func__, Same(owner)  # type: ignore[attr-defined]  # a bound method has one
    if "<" in function.__qualname__:  # <lambda>, <locals>: made anew each time, so it would never be found again
        raise TypeError(f"function must be that of a module or of a frozen result, got {function.__qualname__}")
    return function


def _part(value: Any) -> Hashable:
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, FunctionType):
        return _function(value)
    if isinstance(value, tuple):
        return tuple(_part(one) for one in value)
    made = getattr(value, "__dataclass_params__", None)
    if made is not None and made.frozen:
        return Same(value)
    raise TypeError(f"value must be plain, frozen, or a tuple of such, got a {type(value).__name__}")


def _flat(parts: tuple[Hashable, ...]) -> list[Hashable]:
    return [one for part in parts for one in (_flat(part) if isinstance(part, tuple) else [part])]
