"""Ask one version of a tool for its number on every case, and print them as JSON.

`run.py` starts this in the environment of the version: `python -m tests.reference.releases.ask KEY VERSION FOLDER`.
"""

from __future__ import annotations

import contextlib
import json
import sys
import warnings
from pathlib import Path
from typing import Any

from tests.reference.releases.probe import Archive, Probe

HERE = Path(__file__).parent


def cases() -> dict[str, dict[str, Any]]:
    """Return all stored cases, those of the tools' newest versions first."""
    files = (HERE.parent / "toy_values.json", HERE.parent / "cases.json", HERE / "cases.json")
    return {case: rows for file in files for case, rows in json.loads(file.read_text(encoding="utf-8")).items()}


def answers(probe: Probe, archive: Archive) -> dict[str, float | str]:
    """Return the number for each case that the tool can take; a string says why there is none."""
    ask, found = probe.ask(archive), {}
    for name, rows in cases().items():
        if ("sample_weight" in rows and not probe.takes_weights) or (
            "total_positives" in rows and not probe.takes_total_positives
        ):
            continue
        case = {"total_positives": sum(rows["y_true"]), "sample_weight": None, **rows}
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
                warnings.simplefilter("ignore")
                number = float(ask(case))
            found[name] = number if abs(number) < float("inf") else str(number)
        except Exception as refusal:  # whatever a tool refuses with is its answer
            print(name, repr(refusal), file=sys.stderr)
            found[name] = f"refused: {type(refusal).__name__}"
    return found


if __name__ == "__main__":
    from tests.reference.releases import PROBES

    key, version, folder = sys.argv[1:]
    json.dump(answers(PROBES[key], Archive(Path(folder), version)), sys.stdout)
