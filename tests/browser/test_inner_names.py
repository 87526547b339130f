"""The undocumented parts of Streamlit and Plotly on which this project depends.

Both are pinned below their next minor version. When a pin is raised, these tests show first which names are gone, so
that they can be found in the code; other tests would fail too, but with less helpful messages.
"""

import importlib
import re
import tomllib
from pathlib import Path

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from tests.repository import ROOT

# Streamlit's test ids and classes on the page Threshold.
TEST_IDS = (
    "stAlert", "stAlertContainer", "stApp", "stButtonGroup", "stCaptionContainer", "stColumn", "stElementContainer",
    "stExpanderDetails", "stHeader", "stMain", "stMainBlockContainer", "stMarkdown", "stMarkdownContainer",
    "stNumberInput", "stNumberInputContainer", "stNumberInputField", "stPageLink", "stPlotlyChart", "stPopover",
    "stSelectbox", "stVerticalBlock",
)  # fmt: skip
# Those of other pages, and of pages with errors; they are searched in Streamlit's own scripts.
OTHER_TEST_IDS = (
    "stCode", "stDataFrame", "stElementToolbar", "stException", "stFileUploaderDropzone",
    "stFileUploaderDropzoneInstructions", "stNumberInputClearButton", "stRadio", "stRadioGroup",
    "stSelectboxVirtualDropdown", "stSkeleton", "stSliderThumbValue", "stTable", "stTextInput",
    "stTextInputRootElement",
)  # fmt: skip
STATES = ("data-test-script-state", "data-test-connection-state")  # attributes of stApp that tell when a run has ended
# A JavaScript condition for each name, evaluated on the page Threshold; `chart` is its chart.
CONDITIONS = {
    ".st-key-<key>": "document.querySelector('.st-key-curve_chart')",
    ".js-plotly-plot": "chart",
    "window.Plotly.update": "typeof window.Plotly.update === 'function'",
    "window.Plotly.relayout": "typeof window.Plotly.relayout === 'function'",
    "chart.on": "typeof chart.on === 'function' && typeof chart.removeListener === 'function'",
    "chart.data": "chart.data.some(one => one.name === 'selected')",
    "chart.layout": "chart.layout.height > 0 && chart.layout.margin.l > 0",
    "a shortened domain": "chart.layout.xaxis.domain[1] < 1 && chart.layout.xaxis.range[1] === 1.01",
    "an array in base64": "chart.data.find(one => one.name === 'points').customdata.shape.includes(', ')",
    "_fullData": "chart._fullData.find(one => one.name === 'points').customdata.length > 0",
    "_fullLayout": "chart._fullLayout.annotations.length > 0",
    "xaxis.d2p": "chart._fullLayout.xaxis.d2p(1) > chart._fullLayout.xaxis.d2p(0)",
    "yaxis.d2p": "chart._fullLayout.yaxis.d2p(1) < chart._fullLayout.yaxis.d2p(0)",
    "_offset": "chart._fullLayout.xaxis._offset > 0 && chart._fullLayout.yaxis._offset > 0",
    "_length": "chart._fullLayout.xaxis._length > 0",
    ".main-svg": "chart.querySelector('.main-svg')",
    ".scatterlayer .trace .points path": "chart.querySelector('.scatterlayer .trace .points path')",
    "Fx.unhover": "typeof window.Plotly.Fx.unhover === 'function'",
    ".shapelayer": "chart.querySelector('.shapelayer')",
    ".annotation .bg": "chart.querySelector('.annotation[data-index] .bg')",
    ".modebar": "chart.querySelector('.modebar-container > .modebar .modebar-btn[data-title=\"Zoom in\"]')",
}
# Undocumented parts of Streamlit used in Python: modules that tests patch, the protocol that a benchmark speaks, and
# attributes of AppTest's elements.
PYTHON_NAMES = (
    "streamlit.commands.execution_control.MESSAGE_FLUSH_INTERVAL_SECS",
    "streamlit.components.v2.manifest_scanner.scan_component_manifests",
    "streamlit.proto.AutoRerun_pb2.AutoRerun",
    "streamlit.proto.BackMsg_pb2.BackMsg",
    "streamlit.proto.BidiComponent_pb2.BidiComponent",
    "streamlit.proto.ButtonGroup_pb2.ButtonGroup",
    "streamlit.proto.Common_pb2.FileURLs",
    "streamlit.proto.ForwardMsg_pb2.ForwardMsg",
    "streamlit.proto.Selectbox_pb2.Selectbox",
    "streamlit.proto.Slider_pb2.Slider",
    "streamlit.delta_generator.DeltaGenerator",
    "streamlit.proto.WidgetStates_pb2.WidgetState",
    "streamlit.runtime.pages_manager.PagesManager",
    "streamlit.runtime.scriptrunner.get_script_run_ctx",
    "streamlit.runtime.scriptrunner.script_cache.ScriptCache",
    "streamlit.runtime.session_manager.ClientContext",
    "streamlit.runtime.session_manager.SessionClient",
    "streamlit.testing.v1.app_test.PagesManager",
    "streamlit.testing.v1.app_test.ScriptCache",
    "streamlit.web.server.starlette.starlette_websocket.create_websocket_routes",
)
ELEMENTS = {
    "bidi_component": "json", "button_group": "options", "download_button": "deferred_file_id", "html": "body",
    "page_link": "page", "plotly_chart": "spec",
}  # fmt: skip
USED_MARK = re.compile(r'data-testid[=^]*\\?["\']?(st[A-Z]\w+)|get_by_test_id\("(st[A-Z]\w+)"\)')
USED_NAME = re.compile(r'(?:patch|setattr)\(\s*"(streamlit\.\w+\.[\w.]+)"')  # streamlit.session_state is public
USED_MODULE = re.compile(r"^ *from (streamlit\.(?!testing)[\w.]+) import ([\w, ]+)$", re.MULTILINE)
MISSING = """conditions => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  const holds = condition => { try { return Boolean(new Function('chart', `return ${condition}`)(chart)); }
                               catch { return false; } };
  return Object.keys(conditions).filter(name => !holds(conditions[name]));
}"""


def test_streamlit_and_plotly_have_the_undocumented_names_in_use(visitor):
    visitor.open("curve?example=sixteen_rows&threshold=99")
    visitor.page.wait_for_selector('[data-testid="stPlotlyChart"] svg', state="attached")
    visitor.wait()
    missing = visitor.page.evaluate(MISSING, CONDITIONS)
    app = visitor.page.locator('[data-testid="stApp"]')
    missing += [name for name in STATES if app.get_attribute(name) is None]
    missing += [name for name in TEST_IDS if visitor.page.locator(f'[data-testid="{name}"]').count() == 0]
    scripts = [file.read_text(encoding="utf-8") for file in Path(streamlit.__file__).parent.rglob("static/js/*.js")]
    found = {
        name for script in scripts for name in re.findall(r"""data-testid["'`]: ?["'`](st[A-Z]\w+)["'`]""", script)
    }
    missing += [name for name in OTHER_TEST_IDS if name not in found]
    assert missing == [], "gone from Streamlit or Plotly"


@pytest.mark.parametrize("package", ["plotly", "streamlit"])
def test_a_pin_excludes_the_next_minor_version(package):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (asked,) = (one for one in extras["app"] if one.startswith(package))
    least, most = re.fullmatch(r"[a-z\[\]]+>=(\d+\.\d+),<(\d+\.\d+)", asked).groups()
    major, minor = least.split(".")
    assert most == f"{major}.{int(minor) + 1}"
    assert f"{package}=={least}." in (ROOT / "constraints.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PYTHON_NAMES)
def test_streamlit_has_the_undocumented_python_names(name):
    module, _, attribute = name.rpartition(".")
    assert hasattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize("name", ["is_history_navigation", "page_script_hash"])
def test_a_run_of_a_page_has_the_undocumented_attributes(name):
    assert hasattr(importlib.import_module("streamlit.runtime.scriptrunner").ScriptRunContext, name)


def test_apptest_has_the_elements_in_use():
    app = AppTest.from_string(
        """
        import streamlit as st
        st.html("<p>a</p>"), st.pills("a", ["b"]), st.plotly_chart({"data": [{"y": [1]}]}, key="chart")
        st.download_button("a", lambda: "b", key="button"), st.page_link("http://127.0.0.1", label="a")
        st.components.v2.component("a", js="export default () => {};\\n")(key="bridge", data={"a": 1})
        """.replace("        ", "")
    ).run()
    protos = {kind: app.get(kind)[0].proto for kind in ELEMENTS}
    assert [kind for kind, part in ELEMENTS.items() if not getattr(protos[kind], part)] == []
    assert protos["plotly_chart"].id.split("-")[-1] == "chart"


def test_all_undocumented_names_in_use_are_listed():
    files = [file for folder in ("pr_curve_lab", "tests", "benchmarks") for file in (ROOT / folder).rglob("*.*")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in (".py", ".js", ".css")]
    marks = {one or other for text in texts for one, other in USED_MARK.findall(text)}
    assert marks <= {*TEST_IDS, *OTHER_TEST_IDS}
    assert {"stException", "stMain", "stPageLink"} <= marks
    named = {name for text in texts for name in USED_NAME.findall(text)}
    imports = [found for text in texts for found in USED_MODULE.findall(text)]
    imported = {f"{module}.{name}" for module, names in imports for name in names.split(", ")}
    assert named | imported == set(PYTHON_NAMES)
    assert {kind for text in texts for kind in re.findall(r'app\.get\("(\w+)"\)', text)} == set(ELEMENTS)
