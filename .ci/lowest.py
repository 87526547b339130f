"""The lowest versions that pyproject.toml promises, as constraints for pip: `python .ci/lowest.py > lowest.txt`."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("app", "engines", "notebook")

promised = [*PROJECT["dependencies"], *(one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra])]
for requirement in promised:
    found = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)(?:,<[\d.]+)?", requirement)
    if found is None:
        raise SystemExit(f"{requirement} promises no lowest version")
    print(f"{found[1]}=={found[2]}")
