"""What a first visit costs, in a browser that has nothing yet: bytes, and how much of the page moves while it comes."""

import pytest

from tests.browser.server import running_server
from tests.browser.visitor import PHONE, PROJECTOR

MOST_BYTES = 3.5e6
MOST_MOVED = 0.05  # layout shift, as browsers count it
MOVED = """
window.moved = 0;
new PerformanceObserver(list => list.getEntries().forEach(entry => { window.moved += entry.value; }))
  .observe({type: 'layout-shift', buffered: true});
window.policy = [];
document.addEventListener('securitypolicyviolation', event => window.policy.push(event.blockedURI || event.sample));
"""


@pytest.mark.parametrize("screen", [PROJECTOR, PHONE], ids=["projector", "phone"])
@pytest.mark.parametrize("path", ["areas", "curve", "lessons?lesson=curve&step=2"])
def test_a_first_visit_is_light_and_nothing_jumps(app, browser, screen, path):
    context = browser.new_context(viewport=screen)
    try:
        page = context.new_page()
        page.add_init_script(MOVED)
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        loaded = []
        network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        page.goto(f"{app}/{path}")
        page.wait_for_selector(".js-plotly-plot .scatterlayer", state="attached")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.moved") < MOST_MOVED
        assert 1e6 < sum(loaded) < MOST_BYTES
        assert page.evaluate("window.policy") == []
    finally:
        context.close()


def test_plain_streamlit_serves_the_same_page(new_visitor):
    with running_server(script="app.py") as server:
        visitor = new_visitor(server.address)
        visitor.open("areas")
        assert visitor.headline() == "Joined by straight lines, the area is 0.020 smaller than joined in steps"
