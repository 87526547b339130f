"""Lines one pixel wide without antialiasing, as a reference for what a chart shows."""

import numpy as np


def picture(x, y, width):
    """Return the pixels of a line through vertices in [0, 1] with x ascending; bool of shape (width + 1, width + 1)."""
    column, row = (np.floor(part * width + 0.5).astype(int) for part in (x, y))
    pixels = np.zeros((width + 1, width + 1), dtype=bool)
    pixels[column, row] = True
    upright = np.flatnonzero(np.diff(column) == 0)
    highest, lowest = np.zeros(width + 1, int) - 1, np.full(width + 1, width + 1)
    for corner in (upright, upright + 1):
        np.maximum.at(highest, column[corner], row[corner])
        np.minimum.at(lowest, column[corner], row[corner])
    for at in np.flatnonzero(highest >= 0):
        pixels[at, lowest[at] : highest[at] + 1] = True
    for at in np.flatnonzero(np.diff(column)):  # at most one per column
        steps = max(column[at + 1] - column[at], abs(row[at + 1] - row[at]))
        part = np.arange(steps + 1) / steps
        across = np.floor(column[at] + part * (column[at + 1] - column[at]) + 0.5).astype(int)
        pixels[across, np.floor(row[at] + part * (row[at + 1] - row[at]) + 0.5).astype(int)] = True
    return pixels
