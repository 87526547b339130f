"""Sort long arrays of integer keys in place, on two threads where that pays."""

from __future__ import annotations

from pr_metrics.blocks import shares, side_by_side
from pr_metrics.ranking.ordered_bits import Integers


def sort_in_parts(keys: Integers) -> list[slice]:
    """Sort the keys and return the parts that were sorted side by side.

    With two threads the smaller half of the keys is first moved to the front; then each half is sorted for itself.

    >>> import numpy as np
    >>> keys = np.array([3, 1, 2])
    >>> sort_in_parts(keys), keys.tolist()
    ([slice(0, 3, None)], [1, 2, 3])
    """
    parts = shares(keys.size)
    if len(parts) > 1:
        keys.partition([part.start for part in parts[1:]])
    side_by_side(lambda part: keys[part].sort(), parts)
    return parts
