"""ES modules as one: the page and the one file take a script as a single text, so modules are joined, not built.

Each module stands after those that it imports, in one scope; so no two may give a name at their top level twice.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "scripts"
_IMPORT = re.compile(r'^import [^;]*? from "\./([\w.]+)";\n', re.MULTILINE)


def joined_modules(*modules: str) -> str:
    """One ES module out of several: what they import from each other stands above; the last one's default is kept.

    >>> joined_modules("export const a = 1;", 'import { a } from "./a.js";\\nexport default () => a;')
    'const a = 1;\\nexport default () => a;'
    """
    *others, last = (_IMPORT.sub("", module) for module in modules)
    return "\n".join([*(re.sub(r"^export ", "", module, flags=re.MULTILINE) for module in others), last])


def needed_modules(name: str, folder: Path = FOLDER) -> list[str]:
    """The names of a module and of all that it needs, each after those that it imports.

    >>> needed_modules("words.js")
    ['numbers.js', 'words.js']
    """
    found: dict[str, None] = {}
    for needed in _IMPORT.findall((folder / name).read_text(encoding="utf-8")):
        found.update(dict.fromkeys(needed_modules(needed, folder)))
    return [*found, name]


@cache
def script_of(name: str, folder: Path = FOLDER) -> str:
    """A module with all that it needs, as one text.

    >>> "export function play" in script_of("play.js")
    True
    """
    return joined_modules(*((folder / one).read_text(encoding="utf-8") for one in needed_modules(name, folder)))


STYLE = (FOLDER / "lab.css").read_text(encoding="utf-8")
