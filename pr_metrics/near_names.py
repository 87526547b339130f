"""What is looked up by its key; where there is none of that key, the nearest ones are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

MOST_NAMED = 3

Value = TypeVar("Value")


class Named(dict[str, Value]):
    """A dict whose KeyError names the keys that may have been meant.

    >>> Named("scheme", {"linear": 1}, {"trapezoid": "linear"})["trapezoid"]
    Traceback (most recent call last):
        ...
    KeyError: "there is no scheme 'trapezoid'; did you mean 'linear'?"
    """

    def __init__(self, kind: str, values: Mapping[str, Value], meant: Mapping[str, str] | None = None) -> None:
        """Take what there is; meant: other names of it, in lower case, by which it is not found but suggested."""
        super().__init__(values)
        self.kind = kind
        self.meant = dict(meant or {})

    def __missing__(self, key: object) -> Value:
        raise KeyError(f"there is no {self.kind} {key!r}{did_you_mean(key, self, self.meant)}")


def did_you_mean(key: object, keys: Iterable[str], meant: Mapping[str, str] | None = None) -> str:
    """The end of a sentence that names the nearest keys; nothing where none is near, or the key is no text.

    >>> did_you_mean("stpe", ["step", "linear"]), did_you_mean("auc", ["sklearn.auc", "precrec"])
    ("; did you mean 'step'?", "; did you mean 'sklearn.auc'?")
    """
    if not isinstance(key, str):
        return ""
    wanted, by_lower = key.strip().lower(), {one.lower(): one for one in keys}
    exact = {name: meant[name] for name in [wanted] if meant and name in meant}
    holding = [one for lower, one in by_lower.items() if wanted and wanted in lower]
    close = [by_lower[lower] for lower in get_close_matches(wanted, by_lower)]
    found = list(dict.fromkeys([*exact.values(), *holding, *close]))[:MOST_NAMED]
    return f"; did you mean {' or '.join(repr(one) for one in found)}?" if found else ""
