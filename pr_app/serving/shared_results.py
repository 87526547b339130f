"""Results about the built-in examples, made once for all visitors, and by one of them when many ask at the same moment.

Shared is what was made of an example, of words and of settings alone, and what was made of that. A result for which
anything else was given is its visitor's: whoever brings rows shares nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from pr_app.lessons.lesson import Scene
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.reading.examples import example_tasks
from pr_app.serving.array_bytes import array_bytes
from pr_app.serving.call_key import CallKey, Same
from pr_app.wording.catalogue import Words
from pr_metrics.schemes import Scheme

MOST_SHARED = 300  # results; most of them are charts, of a tenth of a megabyte each
MOST_BYTES = 200_000_000  # of their arrays
NEUTRAL = (Words, Scheme)  # types of what goes with everybody's data and with a visitor's own


class SharedResults:
    """A store of results that all visitors may see, the latest last."""

    def __init__(self) -> None:
        self._results: dict[CallKey, _Entry] = {}
        self._shared: set[Same] = set()
        self._lock = threading.Lock()

    def share(self, value: Any) -> None:
        """Let what is made of a value, or of the records in it, be for everybody."""
        records = {Same(record) for record in _records(value)}
        with self._lock:
            self._shared |= records

    def covers(self, key: CallKey) -> bool:
        """Whether a call was given shared records, or scenes of a lesson, and no others."""
        given = [same for same in key.objects if not isinstance(same.value, NEUTRAL)]
        return bool(given) and all(isinstance(same.value, Scene) or same in self._shared for same in given)

    def made_once(self, key: CallKey, make: Callable[[], Any]) -> Any:
        """The result of a call; of those who ask at the same moment one makes it, the others wait."""
        with self._lock:
            entry = self._results[key] = self._results.pop(key, _Entry())
        with entry.lock:
            if not entry.is_made:
                entry.result = make()
                entry.size, entry.is_made = array_bytes(entry.result), True
                self.share(entry.result)
                self._make_room()
        return entry.result

    def forget(self) -> None:
        """Let go of all results."""
        with self._lock:
            self._results.clear()

    def _make_room(self) -> None:
        """Let go of what nobody can ask for any more, and of the oldest beyond the limits."""
        with self._lock:
            for key in [key for key in self._results if key.gone]:
                del self._results[key]
            self._shared = {same for same in self._shared if not same.gone}
            while len(self._results) > MOST_SHARED or self._bytes() > MOST_BYTES:
                del self._results[next(iter(self._results))]

    def _bytes(self) -> int:
        return sum(entry.size for entry in self._results.values())


class _Entry:
    """A result, or the place for it while it is made."""

    def __init__(self) -> None:
        self.result: Any = None
        self.size = 0  # bytes
        self.is_made = False
        self.lock = threading.Lock()


SHARED = SharedResults()


@cache
def shared_tasks(example: str) -> BinaryTasks:
    """The tasks of a built-in example, its columns as they are guessed: the same for all visitors."""
    tasks = example_tasks(example)
    SHARED.share(tasks)
    return tasks


def _records(value: Any) -> Iterator[Any]:
    """The records in a result: what other results are made of."""
    if is_dataclass(value) and not isinstance(value, type):
        yield value
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _records(part)
