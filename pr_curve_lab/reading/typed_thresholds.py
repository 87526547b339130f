"""Thresholds that somebody types: a list of numbers, or "from ... to ... in ... steps" in a few signs."""

from __future__ import annotations

import re

import numpy as np

from pr_curve_lab.reading.problem import Problem

MOST = 200  # thresholds; a longer table says less
RANGE = re.compile(r"^\s*(?P<first>\S+?)\s*(?:\.\.\.?|…|:)\s*(?P<last>\S+?)\s*(?:/|:)\s*(?P<steps>\d{1,9})\s*$")


def read_grid(text: str) -> np.ndarray | Problem:
    """Read thresholds, strictest first and each once; "0:1/10" means 0, 0.1, ..., 1.

    Numbers are separated by semicolons, blanks or commas; beside a semicolon or a blank a comma in a number is its
    decimal sign.

    >>> read_grid("0.1, 0.5 0.5").tolist(), read_grid("0,25; 0,5").tolist(), read_grid("0:1/4").tolist()
    ([0.5, 0.1], [0.5, 0.25], [1.0, 0.75, 0.5, 0.25, 0.0])
    >>> read_grid("0.1, high")
    Problem('grid_not_number', value='high')
    """
    span = RANGE.match(text)
    if span and int(span["steps"]) == 0:
        return Problem("grid_no_steps", value=text.strip())
    parts = [span["first"], span["last"]] if span else _parts(text)
    numbers = []
    for part in parts:
        number = _number(part)
        if number is None:
            return Problem("grid_not_number", value=part)
        numbers.append(number)
    count = int(span["steps"]) + 1 if span else len(numbers)
    if count > MOST:
        return Problem("grid_too_long", count=count, most=MOST)
    if span:
        along = np.arange(count) / (count - 1)
        numbers = [float(f"{value:.12g}") for value in numbers[0] * (1 - along) + numbers[1] * along]
    return np.unique(np.asarray(numbers, dtype=np.float64))[::-1]


def _parts(text: str) -> list[str]:
    between = r"[;；\s]+" if re.search(r"[;；]|\d,\d+\s+\d", text) else r"[,，、;；\s]+"
    return [part for part in re.split(between, text.strip()) if part]


def _number(text: str) -> float | None:
    try:
        number = float(text.removeprefix("≥").removeprefix(">=").replace(",", "."))
    except ValueError:
        return None
    return number if np.isfinite(number) else None
