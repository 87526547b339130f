"""The first document has all that the first paint needs, and names nothing that is not there."""

import re

from starlette.routing import Router

from pr_app.serving.asgi import document
from pr_app.serving.asgi.document import document_routes, document_with
from pr_app.serving.asgi.static_files import STREAMLIT
from pr_app.serving.pages import PAGES
from tests.pages.app import open_page
from tests.pr_app.serving.asgi.asking import ask


def test_the_style_stands_after_streamlits_own():
    document = document_with("p { color: red }")
    assert document.index("</head>") < document.index("<style>p { color: red }</style>") < document.index('id="root"')


def test_all_scripts_that_it_names_are_there_each_once():
    named = re.findall(r'(?:href|src|import\()[="]+\./(static/[^"]+)"', document_with(""))
    assert len(named) == len(set(named))
    assert [file for file in named if not (STREAMLIT / file).is_file()] == []
    for element in ("PlotlyChart", "Slider", "ButtonGroup"):
        assert any(element in file for file in named), element


def test_pages_bring_the_style_themselves_unless_it_came_with_the_document(monkeypatch):
    monkeypatch.setattr(document, "_served", [])
    assert "max-width: 34em" in "".join(html.proto.body for html in open_page("areas").get("html"))
    document_routes("", "the document")
    assert open_page("areas").get("html") == []


def test_every_page_has_it_under_the_base_path():
    app = Router(document_routes("/lab", "the document"))
    for page in ("", *PAGES):
        answer = ask(app, f"/lab/{page}")
        assert (answer.status, answer.body) == (200, b"the document")
        assert answer.headers["cache-control"] == "no-cache"
    assert ask(app, "/areas").status == 404
