"""Bundle JavaScript modules into one script, and write messages and schemes as JSON for them.

Each module runs in its own scope, after the modules that it imports. A constant named after its file has its exports.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from pr_curve_lab.i18n.messages import COMMA, POINT, Messages
from pr_curve_lab.i18n.names import Family, scheme_family
from pr_metrics import SCHEMES

FAMILY_KEYS: dict[Family, str] = {
    "steps": "steps",
    "straight lines": "lines",
    "counts": "counts",
    "best precision": "best",
    "unknown": "other",
}

Json = dict[str, Any]  # a JSON object


def language_json(prefix: str, messages: Messages, *, extra_prefix: str = "") -> Json:
    """Return the messages whose keys have the given prefixes, and the signs that the language uses in numbers.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> language_json("play", messages_in("en"))["signs"]
    {'decimal': '.', 'group': ','}
    """
    parts = [f"{part}." for part in (extra_prefix, prefix) if part]
    sentences = {
        key.removeprefix(part): text for part in parts for key, text in messages.catalog.items() if key.startswith(part)
    }
    signs = {"decimal": messages.number_format.symbol_map[POINT], "group": messages.number_format.symbol_map[COMMA]}
    return {"language": messages.language, "words": sentences, "signs": signs}


def schemes_json(messages: Messages) -> list[Json]:
    """Return the key, the name and the family of every scheme.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> schemes_json(messages_in("en"))[0]
    {'key': 'step', 'name': 'Step', 'family': 'steps'}
    """
    return [
        {"key": key, "name": messages.format(f"schemes.{key}.name"), "family": FAMILY_KEYS[scheme_family(key)]}
        for key in SCHEMES
    ]


FOLDER = Path(__file__).parent / "scripts"
PAGE_FOLDER = Path(__file__).parent / "page"  # scripts of the Streamlit pages
PAGE_CSS_FOLDER = Path(__file__).parent / "style"  # style sheets of the Streamlit pages
LAB_CSS = (FOLDER / "lab.css").read_text(encoding="utf-8")
_IMPORT = re.compile(r'^import (\{[^;]*?\})\s+from "\./(\w+)\.js";\n', re.MULTILINE)
# Strings and template literals, which are kept; then comment lines, JSDoc blocks, indentation, and comments at the end
# of a line. Of the last, those with a quote stay, because they may be the end of a string; test_no_comment_is_left
# finds them.
_COMMENT_OR_INDENTATION = re.compile(
    r"""(`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*")"""
    r"""|^ *//.*(?:\n|\Z)|^ */\*\*(?:(?!\*/)[\s\S])*\*/\n|^ +| +// [^\n"'`]*$""",
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)


def in_scope(name: str, module: str) -> str:
    """Return a module as a function call in its own scope, whose result holds the exports.

    >>> print(in_scope("b", 'import { one } from "./a.js";\\nexport const two = 2 * one;\\n'))
    const module_b = (() => {
    const { one } = module_a;
    const two = 2 * one;
    return { two };
    })();
    """
    exports = ", ".join(_EXPORT.findall(module))
    return (
        f"const module_{name} = (() => {{\n{_EXPORT.sub('', _resolve_imports(module))}return {{ {exports} }};\n}})();"
    )


def module_order(name: str, folder: Path = FOLDER) -> list[str]:
    """Return the names of a module and all its dependencies, each after those that it imports.

    >>> module_order("pictures")
    ['curve', 'elements', 'messages', 'pictures']
    """
    found: dict[str, None] = {}
    for _, needed in _IMPORT.findall(text_of(name, folder)):
        found.update(dict.fromkeys(module_order(needed, folder)))
    return [*found, name]


@cache
def script_of(name: str, folder: Path = FOLDER) -> str:
    """Return a module and all its dependencies as one script, which exports what the module exports.

    >>> "export const play" in script_of("play")
    True
    """
    *others, last = module_order(name, folder)
    scopes = [in_scope(other, text_of(other, folder)) for other in others]
    return "\n".join([*scopes, _resolve_imports(text_of(last, folder))])


def _resolve_imports(module: str) -> str:
    return _IMPORT.sub(r"const \1 = module_\2;\n", module)


def text_of(name: str, folder: Path) -> str:
    """Return a module without comments and indentation, so that the browser loads less."""
    return _COMMENT_OR_INDENTATION.sub(r"\1", (folder / f"{name}.js").read_text(encoding="utf-8"))
