"""Run modules of the laboratory in an empty window without a server, with arguments and results as JSON."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from pr_curve_lab.web.modules import FOLDER, in_scope, module_order

EXPORT = re.compile(r"^export (?:const|class|function) (\w+)", re.MULTILINE)
PLAIN = "(_, one) => ArrayBuffer.isView(one) ? [...one] : one"
LOAD = "async script => { window.lab = await import(`data:text/javascript;base64,${script}`); }"


class LabModules:
    """A window with some modules loaded as `lab`."""

    def __init__(self, page: Page, *names: str) -> None:
        needed = dict.fromkeys(module for name in names for module in module_order(name))
        scripts = {module: (FOLDER / f"{module}.js").read_text(encoding="utf-8") for module in needed}
        exports = (
            f"export const {{ {', '.join(EXPORT.findall(script))} }} = module_{module};"
            for module, script in scripts.items()
        )
        script = "\n".join([*(in_scope(module, script) for module, script in scripts.items()), *exports])
        self.page = page
        page.goto("about:blank")
        page.evaluate(LOAD, base64.b64encode(script.encode()).decode())

    def each(self, function: str, cases: list[Any]) -> list[Any]:
        """Return the result of a function for each case; numbers are exact, and nan is returned as None."""
        answer = f"cases => JSON.stringify(JSON.parse(cases).map({function}), {PLAIN})"
        given: str = self.page.evaluate(answer, json.dumps(cases))
        back: list[Any] = json.loads(given, parse_int=float)
        return back


@contextmanager
def lab_modules(browser: Browser, *names: str) -> Iterator[LabModules]:
    """Open a window with these modules."""
    page = browser.new_page()
    yield LabModules(page, *names)
    page.close()
