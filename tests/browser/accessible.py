"""Findings of axe-core on a page: which of its rules are broken badly, and where."""

from axe_playwright_python.base import AXE_SCRIPT

SERIOUS = ["serious", "critical"]
FINDINGS = """async ([impacts, root]) => (await axe.run(root, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impacts.includes(impact))
  .flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 120)}`))"""


def serious_findings(page, root="html"):
    """Sentences on what is seriously wrong with what a page, or one element of it, shows now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FINDINGS, [SERIOUS, root])
