"""Streamlit's scripts are served compressed, and the document includes all styles that the first paint needs."""

import gzip
import re

import brotli
import pytest
from starlette.responses import HTMLResponse, PlainTextResponse

from pr_curve_lab.server.asgi import static_files
from pr_curve_lab.server.asgi.static_files import STREAMLIT, Document, StaticFiles, compress_files, document_with_style
from tests.pages.app import open_page
from tests.pr_curve_lab.server.asgi.asking import answering, ask

pytestmark = pytest.mark.usefixtures("pages_without_waiting")

FILE = max((STREAMLIT / "static").rglob("*.js"), key=lambda file: file.stat().st_size)
PATH = f"/lab/static/js/{FILE.name}"
OPENED = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture(scope="module")
def app():
    return StaticFiles(PlainTextResponse("passed on"), base="/lab")


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip")])
def test_a_script_is_served_in_the_best_accepted_encoding(app, accepted, coding):
    answer = ask(app, PATH, accept_encoding=accepted)
    assert answer.headers["content-encoding"] == coding
    assert OPENED[coding](answer.body) == FILE.read_bytes()
    assert len(answer.body) < 0.35 * FILE.stat().st_size
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (PATH, {"accept_encoding": "identity"}),
        (PATH, {}),
        (PATH, {"accept_encoding": "br", "method": "HEAD"}),
        ("/lab/static/js/../index.html", {"accept_encoding": "br"}),
        ("/lab/areas", {"accept_encoding": "br"}),
        (PATH.removeprefix("/lab"), {"accept_encoding": "br"}),
    ],
)
def test_other_requests_are_passed_on(app, path, asked):
    assert ask(app, path, **asked).status == 200
    assert "content-encoding" not in ask(app, path, **asked).headers


@pytest.mark.parametrize("base", ["", "/lab"])
def test_files_are_found_under_the_base_path(base, tmp_path, monkeypatch):
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.css").write_text("b {}")
    monkeypatch.setattr(static_files, "STREAMLIT", tmp_path)
    app = StaticFiles(PlainTextResponse("passed on"), base=base)
    assert ask(app, f"{base}/static/a.css", accept_encoding="br").headers["content-encoding"] == "br"


def test_only_text_is_compressed(tmp_path):
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("b {}")
    (tmp_path / "c.woff2").write_bytes(b"d")
    assert list(compress_files(tmp_path)) == ["css/a.css"]


def test_the_style_follows_streamlits_own():
    document = document_with_style("p { color: red }")
    assert document.index("</head>") < document.index("<style>p { color: red }</style>") < document.index('id="root"')


def test_every_preloaded_script_exists_and_is_named_once():
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
def test_the_document_is_served_wherever_streamlits_would_be(path, accepted):
    answer = ask(Document(answering(b"theirs", "text/html"), "/lab", "ours"), path, accept_encoding=accepted)
    body = brotli.decompress(answer.body) if "br" in accepted else answer.body
    assert (answer.status, body) == (200, b"ours")
    assert answer.headers["cache-control"] == "no-cache"
    assert int(answer.headers["content-length"]) == len(answer.body)


def test_files_and_reports_are_passed_on():
    report = Document(answering(b"a report", "text/html"), "/lab", "ours")
    assert ask(report, "/lab/media/abc.html").body == b"a report"
    assert ask(Document(answering(b"{}", "application/json"), "", "ours"), "/_stcore/host-config").body == b"{}"
    refused = ask(Document(HTMLResponse("not here", status_code=404), "", "ours"), "/_stcore/agent/a")
    assert (refused.status, refused.body) == (404, b"not here")
