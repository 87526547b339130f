"""Where app.py, pages and sample_data are: in the repository, or in an installed wheel inside of pr_curve_lab."""

from __future__ import annotations

from pathlib import Path

_TOP = Path(__file__).parents[2]
HOME = next(folder for folder in (_TOP / "pr_curve_lab", _TOP) if (folder / "sample_data").is_dir())
