"""What an answer says of itself."""

import pytest

from pr_curve_lab.server.asgi.headers import SecurityHeaders
from tests.pr_curve_lab.server.asgi.asking import answering, ask


def headers_of(path, media_type="text/html; charset=utf-8", base=""):
    app = SecurityHeaders(answering(media_type=media_type), base=base, scripts="'sha256-abc='")
    return ask(app, path).headers


def test_a_document_says_where_scripts_may_come_from_and_who_may_show_it():
    policy = dict(part.split(" ", 1) for part in headers_of("/areas")["content-security-policy"].split("; "))
    assert policy["script-src"] == "'self' blob: 'wasm-unsafe-eval' 'sha256-abc='"
    assert policy["default-src"] == policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["connect-src"] == "'self' data: blob:"


@pytest.mark.parametrize("path", ["/areas", "/static/js/a.js", "/media/a.csv", "/_stcore/health"])
def test_every_answer_is_what_it_says_and_tells_no_others_its_address(path):
    headers = headers_of(path, "text/plain")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "content-security-policy" not in headers


@pytest.mark.parametrize("base", ["", "/lab"])
def test_what_was_made_for_a_visitor_is_kept_by_nobody(base):
    for path in ("/media/abc.csv", "/_stcore/upload_file/session/file"):
        assert headers_of(base + path, "text/csv", base)["cache-control"] == "no-store"
    assert "cache-control" not in headers_of(f"{base}/areas", base=base)
