"""Stored numbers from other tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _stored(name: str) -> dict[str, dict[str, Any]]:
    stored: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
    return stored


TOY_VALUES = _stored("toy_values.json")
CASES = {**TOY_VALUES, **_stored("cases.json")}  # each has y_true and y_score; some have sample_weight
NET_BENEFIT = _stored("net_benefit.json")  # of dcurves
TOOL_VALUES = _stored("tool_values.json")  # versions, and values by case and tool: a number, or why there is none
RELEASE_CASES = {**CASES, **_stored("releases/cases.json")}  # some have total_positives
# By tool: the package, its newest version, and for each behavior since when, which versions were run, and their values.
RELEASE_VALUES = {
    file.stem: _stored(f"releases/values/{file.name}")
    for file in sorted((Path(__file__).parent / "releases" / "values").glob("*.json"))
}
