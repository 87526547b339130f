"""Gather what the run_* scripts printed into tool_values.json.

Run from the root of the checkout: `python -m tests.reference.collect_values values.tsv ... `. A tool's answer is a
number, or a string that says why there is none: "nan", or "refused: " and what the tool said.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TOOL_VALUES = Path(__file__).parent / "tool_values.json"


def answer(printed: str) -> float | str:
    """A number to the last bit; R's NaN and NA are no numbers."""
    if printed.lower() in {"nan", "na"}:
        return "nan"
    return printed if printed.startswith("refused: ") else float(printed)


def collected(files: list[str]) -> dict[str, dict[str, dict[str, float | str]] | dict[str, str]]:
    """The versions of the tools, and their values by case."""
    versions: dict[str, str] = {}
    values: dict[str, dict[str, float | str]] = {}
    for name in files:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            case, tool, printed = line.split("\t")
            if case == "version":
                versions[tool] = printed
            else:
                values.setdefault(case, {})[tool] = answer(printed)
    return {"versions": versions, "values": values}


if __name__ == "__main__":
    TOOL_VALUES.write_text(json.dumps(collected(sys.argv[1:]), indent=1) + "\n", encoding="utf-8")
