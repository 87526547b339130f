"""The first document has all that the first paint needs, and names nothing that is not there."""

import re

import brotli
import pytest
from starlette.responses import HTMLResponse

from pr_curve_lab.server.asgi.static_files import STREAMLIT, Document, document_with_style
from tests.pages.app import open_page
from tests.pr_curve_lab.server.asgi.asking import answering, ask


def test_the_style_stands_after_streamlits_own():
    document = document_with_style("p { color: red }")
    assert document.index("</head>") < document.index("<style>p { color: red }</style>") < document.index('id="root"')


def test_all_scripts_that_it_names_are_there_each_once():
    named = re.findall(r'(?:href|src|import\()[="]+\./(static/[^"]+)"', document_with_style(""))
    assert len(named) == len(set(named))
    assert [file for file in named if not (STREAMLIT / file).is_file()] == []
    for element in ("PlotlyChart", "Slider", "ButtonGroup"):
        assert any(element in file for file in named), element


def test_pages_bring_the_style_themselves_unless_it_came_with_the_document(monkeypatch):
    monkeypatch.setattr(Document, "is_served", False)
    assert len(styles(open_page("areas"))) == 1
    Document(answering(), "", "the document")
    assert styles(open_page("areas")) == []


def styles(app):
    return [html for html in app.get("html") if "max-width: 34em" in html.proto.body]


@pytest.mark.parametrize("accepted", ["br, gzip", "identity"])
@pytest.mark.parametrize("path", ["/", "/areas", "/lab/curve", "/no-such-page", "/no.such.page"])
def test_it_stands_wherever_streamlits_would(path, accepted):
    answer = ask(Document(answering(b"theirs", "text/html"), "/lab", "ours"), path, accept_encoding=accepted)
    body = brotli.decompress(answer.body) if "br" in accepted else answer.body
    assert (answer.status, body) == (200, b"ours")
    assert answer.headers["cache-control"] == "no-cache"
    assert int(answer.headers["content-length"]) == len(answer.body)


def test_what_is_no_document_is_passed_on_and_so_is_a_report():
    report = Document(answering(b"a report", "text/html"), "/lab", "ours")
    assert ask(report, "/lab/media/abc.html").body == b"a report"
    assert ask(Document(answering(b"{}", "application/json"), "", "ours"), "/_stcore/host-config").body == b"{}"
    refused = ask(Document(HTMLResponse("not here", status_code=404), "", "ours"), "/_stcore/agent/a")
    assert (refused.status, refused.body) == (404, b"not here")
