"""ES modules as one: the page and the one file take a script as a single text, so modules are joined, not built.

Each module keeps a scope of its own and stands after those that it imports; what it exports goes by its file's name.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "scripts"
STYLE = (FOLDER / "lab.css").read_text(encoding="utf-8")
_IMPORT = re.compile(r'^import (\{[^;]*?\})\s+from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)


def in_scope(name: str, module: str) -> str:
    """A module as an expression in a scope of its own, whose value are its exports.

    >>> print(in_scope("b", 'import { one } from "./a.js";\\nexport const two = 2 * one;\\n'))
    const module_b = (() => {
    const { one } = module_a;
    const two = 2 * one;
    return { two };
    })();
    """
    exports = ", ".join(_EXPORT.findall(module))
    return f"const module_{name} = (() => {{\n{_EXPORT.sub('', _with_imports(module))}return {{ {exports} }};\n}})();"


def needed_modules(name: str, folder: Path = FOLDER) -> list[str]:
    """The names of a module and of all that it needs, each after those that it imports.

    >>> needed_modules("words")
    ['numbers', 'words']
    """
    found: dict[str, None] = {}
    for _, needed in _IMPORT.findall(_text_of(name, folder)):
        found.update(dict.fromkeys(needed_modules(needed, folder)))
    return [*found, name]


@cache
def script_of(name: str, folder: Path = FOLDER) -> str:
    """A module with all that it needs, as one text; its own exports stay exports.

    >>> "export function play" in script_of("play")
    True
    """
    *others, last = needed_modules(name, folder)
    scopes = [in_scope(other, _text_of(other, folder)) for other in others]
    return "\n".join([*scopes, _with_imports(_text_of(last, folder))])


def _with_imports(module: str) -> str:
    return _IMPORT.sub(r"const \1 = module_\2;\n", module)


def _text_of(name: str, folder: Path) -> str:
    return (folder / f"{name}.js").read_text(encoding="utf-8")
