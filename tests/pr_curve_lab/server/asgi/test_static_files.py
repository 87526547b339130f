"""Streamlit's scripts come compressed, and are what they were."""

import gzip

import brotli
import pytest
from starlette.responses import PlainTextResponse

from pr_curve_lab.server.asgi.static_files import STREAMLIT, StaticFiles, compress_files
from tests.pr_curve_lab.server.asgi.asking import ask

FILE = max((STREAMLIT / "static").rglob("*.js"), key=lambda file: file.stat().st_size)
PATH = f"/static/js/{FILE.name}"
OPENED = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture(scope="module")
def app():
    return StaticFiles(PlainTextResponse("passed on"), base="")


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip")])
def test_a_script_comes_in_the_best_coding_that_a_browser_knows(app, accepted, coding):
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
        ("/static/js/../index.html", {"accept_encoding": "br"}),
        ("/areas", {"accept_encoding": "br"}),
    ],
)
def test_all_else_is_passed_on(app, path, asked):
    assert ask(app, path, **asked).status == 200
    assert "content-encoding" not in ask(app, path, **asked).headers


def test_files_are_found_under_a_base_path():
    app = StaticFiles(PlainTextResponse("passed on"), base="/lab")
    assert ask(app, f"/lab{PATH}", accept_encoding="br").headers["content-encoding"] == "br"
    assert ask(app, PATH, accept_encoding="br").body == b"passed on"


def test_only_text_is_compressed(tmp_path):
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("b {}")
    (tmp_path / "c.woff2").write_bytes(b"d")
    assert list(compress_files(tmp_path)) == ["css/a.css"]
