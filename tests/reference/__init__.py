"""Stored numbers from other tools."""

import json
from pathlib import Path
from typing import Any

TOY_VALUES: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "toy_values.json").read_text(encoding="utf-8")
)
