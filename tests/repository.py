"""The paths of source files in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
_FOLDERS = ("pr_metrics", "pr_curve_lab", "pages")
SOURCES = [  # relative to the root
    Path("app.py"),
    Path("serve.py"),
    *sorted(file.relative_to(ROOT) for folder in _FOLDERS for file in (ROOT / folder).rglob("*.py")),
]
