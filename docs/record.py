"""Write record.md, the record of releases, from the registry of tools.

.venv/bin/python docs/record.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.i18n.release_sentences import RecordRow, record_rows
from pr_metrics import TOOLS

FILE = Path(__file__).parent / "record.md"
TITLES = {
    "versions": "versions",
    "released": "since",
    "joining": "points joined",
    "start": "at recall 0",
    "ties": "equal scores",
    "scores": "scores, or levels of recall",
    "weights": "weights",
    "obtained": "how obtained",
    "change": "what was changed, or what it does",
}


def record_text(messages: Messages) -> str:
    """Return the document: a table for each tool, with a row for each behavior through its releases."""
    rows: dict[str, list[RecordRow]] = {}
    for row in record_rows(messages):
        rows.setdefault(row.key.partition("@")[0], []).append(row)
    every = [row for of_tool in rows.values() for row in of_tool]
    n_run = sum(one.obtained == "run" for key in TOOLS for one in TOOLS.releases(key))
    lines = [
        "# Record of releases",
        "",
        f"{len(every)} ways in which {len(rows)} functions of tools compute an area, by release: since which version",
        f"and day, and how it is known. {n_run} of them were run: the released versions gave the stored numbers of",
        "`tests/reference`, which `TOOLS` reproduces, and `make releases` runs most of them again. The others were",
        "read in the source. A range ends with the last version that was run before a change. A version behind `@`",
        'selects a release, as in `TOOLS["sklearn.average_precision_score@0.18"]`. `prlab record` prints this record',
        "as a table, JSON or CSV. This file is made by `docs/record.py`.",
        "",
        "A tool reports the number for the rows that reach its area. Detectors are evaluated image by image, and some",
        "tools drop detections before that, as supervision 0.24 and 0.25 do for images without any object.",
        "",
    ]
    for key, of_tool in rows.items():
        used = [name for name in TITLES if any(getattr(row, name) for row in of_tool)]
        lines += [f"## {of_tool[-1].tool}", "", f"`{key}`", "", _line([TITLES[name] for name in used])]
        lines.append(_line(["---"] * len(used)))
        lines += [_line([_cell(row, name) for name in used]) for row in of_tool]
        lines.append("")
    return "\n".join(lines)


def _cell(row: RecordRow, name: str) -> str:
    text = getattr(row, name).replace("|", "\\|")
    return f"{text} ([source]({row.address}))" if name == "change" and row.address else text


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    FILE.write_text(record_text(messages_in("en")), encoding="utf-8")
