"""The room that a word takes, as a rectangle in the units of the picture's axes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in axis units."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Area that both cover.

        >>> Box(0, 0, 1, 1).overlap(Box(0.5, 0.5, 2, 2))
        0.25
        """
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(across, 0.0) * max(up, 0.0)

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share any room.

        >>> Box(0, 0, 1, 1).overlaps(Box(0.5, 0.5, 2, 2)), Box(0, 0, 1, 1).overlaps(Box(1, 0, 2, 1))
        (True, False)
        """
        return self.overlap(other) > 0
