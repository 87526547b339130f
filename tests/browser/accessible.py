"""Serious accessibility findings of axe-core on a page."""

from axe_playwright_python.base import AXE_SCRIPT

SERIOUS = ["serious", "critical"]
FINDINGS = """async ([impacts, root]) => (await axe.run(root, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impacts.includes(impact))
  .flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 120)}`))"""


def serious_findings(page, root="html"):
    """Return a line for each serious or critical violation on a page, or within one element of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FINDINGS, [SERIOUS, root])
