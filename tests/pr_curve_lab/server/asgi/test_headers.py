"""Requests to unknown host names and from other sites are refused; responses have security headers."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from streamlit import net_util
from streamlit.web.server.starlette.starlette_websocket import create_websocket_routes
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.server.asgi.headers import (
    AllowedHosts,
    AllowedNames,
    Host,
    SecurityHeaders,
    check_frame_ancestors,
    is_same_origin,
)
from pr_curve_lab.server.asgi.static_files import Document, StaticFiles
from tests.browser.server import ROOT, UNPREPARED, running_server
from tests.pr_curve_lab.server.asgi.asking import answering, ask, run

LOCAL, LAN = ("127.0.0.1", 8501), ("192.0.2.7", 8501)
LISTENING = {LOCAL: "127.0.0.1", LAN: "0.0.0.0"}
PATIENCE = 60  # s, timeout


@pytest.fixture
def inside():
    """An app behind the check that records the requests it gets."""
    seen = []

    async def app(scope, _receive, send):
        seen.append(scope)
        await answering(b"in")(scope, _receive, send)

    app.seen = seen
    return app


def answer(app, host, origin=None, *, server=LOCAL, told=(), path="/areas", scheme="http", kind="http"):
    """Return the status of a request, or the close code of a refused connection, or None if it is accepted."""
    guarded = AllowedHosts(app, "", AllowedNames.of(LISTENING[server], told))
    headers = [(b"host", host.encode())] if host is not None else []
    headers += [(b"origin", origin.encode())] if origin is not None else []
    scope = {"type": kind, "path": path, "headers": headers, "server": server, "scheme": scheme, "method": "GET"}
    sent = []

    async def send(message):
        sent.append(message)

    run(guarded(scope, None, send))
    return sent[0]["code"] if sent[0]["type"] == "websocket.close" else sent[0]["status"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin", "more"),
    [
        ("localhost:8501", None, {}),
        ("127.0.0.1:8501", "http://127.0.0.1:8501", {}),
        ("[::1]:8501", "http://[::1]:8501", {"server": ("127.0.0.1", 8501)}),
        ("LOCALHOST:8501", "http://localhost:8501", {}),
        ("localhost", "http://localhost", {"server": LOCAL, "told": ["localhost"]}),
        ("192.0.2.7:8501", "http://192.0.2.7:8501", {"server": LAN}),
        ("localhost:8501", "http://localhost:8501", {"server": LAN}),
        (f"{socket.gethostname()}:8501", None, {"server": LAN}),
        ("lab.example", "https://lab.example", {"told": ["lab.example"]}),
        ("lab.example:8443", "https://lab.example:8443", {"told": ["lab.example"], "scheme": "https"}),
        ("lab.example:443", "https://lab.example", {"told": ["lab.example:443"]}),
        ("lab.example", "https://lab.example", {"told": ["lab.example:443"], "scheme": "https"}),
        ("127.0.0.1:80", "http://127.0.0.1", {"told": ["127.0.0.1", "::1"]}),
        ("[2001:db8::5]:80", "http://[2001:db8::5]", {"told": ["2001:db8:0::5"]}),
        ("ann-lab.hf.space", "https://ann-lab.hf.space", {"told": ["*.hf.space"]}),
        ("A.Example.org:443", "https://a.example.org", {"told": ["*.Example.org:443"]}),
    ],
)
def test_pages_of_the_app_pass(inside, kind, host, origin, more):
    assert answer(inside, host, origin, kind=kind, **more) == 200
    assert len(inside.seen) == 1


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin", "more"),
    [
        ("rebound.example:8501", None, {}),
        ("rebound.example:8501", "http://rebound.example:8501", {}),
        ("rebound.example:8501", "http://rebound.example:8501", {"server": LAN}),
        ("localhost.rebound.example:8501", None, {}),
        ("localhost:8501", "http://other.example", {}),
        ("localhost:8501", "http://localhost:3000", {}),
        ("localhost:8501", "http://localhost", {}),
        ("localhost:8501", "http://127.0.0.1:8501", {}),
        ("localhost:8501", "null", {}),
        ("localhost:8501", "", {}),
        ("localhost:8501", "http://localhost:8501/", {}),
        ("localhost:8501", "http://localhost:8501@other.example", {}),
        ("localhost:3000", "http://localhost:3000", {}),
        ("localhost", None, {}),
        ("0.0.0.0:8501", "http://0.0.0.0:8501", {}),
        ("192.0.2.7:8501", None, {}),
        ("192.0.2.8:8501", None, {"server": LAN}),
        ("", None, {}),
        (None, None, {}),
        ("localhost:8501 localhost", None, {}),
        ("user@localhost:8501", None, {}),
        (f"{socket.gethostname()}:8501", None, {}),
        ("lab.example", "http://lab.example", {"told": ["lab.example"], "scheme": "https"}),
        ("lab.example", "https://other.example", {"told": ["lab.example", "other.example"]}),
        ("lab.example:81", None, {"told": ["lab.example:80"]}),
        ("hf.space", None, {"told": ["*.hf.space"]}),
        ("a.b.hf.space", None, {"told": ["*.hf.space"]}),
        ("ahf.space", None, {"told": ["*.hf.space"]}),
        ("a.hf.space:81", None, {"told": ["*.hf.space:80"]}),
        ("a.hf.space", "https://b.hf.space", {"told": ["*.hf.space"]}),
        ("*.hf.space", None, {"told": ["*.hf.space"]}),
    ],
)
def test_other_names_and_other_sites_are_refused(inside, kind, host, origin, more):
    for path in ("/areas", "/_stcore/stream", "/_stcore/health", "/_stcore/upload_file/a/b", "/media/a"):
        assert answer(inside, host, origin, kind=kind, path=path, **more) == (403 if kind == "http" else 1008)
    assert inside.seen == []


def test_two_hosts_or_two_origins_are_refused(inside):
    guarded = AllowedHosts(inside, "", AllowedNames.of("", ["a"]))
    for twice in ([(b"host", b"a"), (b"host", b"a")], [(b"host", b"a"), *[(b"origin", b"http://a")] * 2]):
        assert guarded._check_request({"type": "http", "path": "/", "headers": twice}).status_code == 403


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/metrics/"])
def test_server_metrics_are_not_public(inside, path):
    assert answer(inside, "localhost:8501", path=path) == 404
    assert inside.seen == []


def test_the_refusal_says_what_to_do_in_every_language(inside):
    refused = ask(AllowedHosts(inside, "", AllowedNames.of("", [])), "/", host="lab.example:80")
    sentences = refused.body.decode().strip().split("\n")
    assert len(sentences) == len(LANGUAGES)
    for sentence in sentences:
        assert "--host-name lab.example" in sentence
        assert "PR_CURVE_LAB_HOSTS" in sentence
    assert refused.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "told",
    [
        "",
        "a b",
        "http://lab.example",
        "lab.example/x",
        "lab.example:port",
        "*",
        "*.",
        "*.com",
        "a*.hf.space",
        "*.0.0.1",
    ],
)
def test_an_invalid_host_name_is_an_error(told):
    with pytest.raises(ValueError, match="a host must be a name or an address"):
        AllowedNames.of("", [told])


@pytest.mark.parametrize(
    "told",
    ["", "*", "'none'", "lab.example", "https://lab.example/", "https://*", "https://*.com", "https:", "data:", "null"],
)
def test_a_frame_ancestor_that_is_no_origin_is_an_error(told):
    with pytest.raises(ValueError, match=f"a frame ancestor must be an origin such as .*, got {re.escape(repr(told))}"):
        check_frame_ancestors(["https://lab.example", told])


def test_an_address_is_recognized_in_any_notation():
    assert Host.parse("[0:0::1]:80") == Host("::1", 80)
    assert AllowedNames.of("::", []).allow(Host("192.0.2.7", 8501), ("::ffff:192.0.2.7", 8501))
    assert is_same_origin("HTTP://LAB:80", Host("lab", None), "http")


def outside(*_, **__):
    raise AssertionError("the server asked for its own address")


@pytest.mark.parametrize("origin", ["http://other.example", "http://192.0.2.1:8501", "http://localhost:3000", "null"])
def test_streamlit_never_looks_up_its_own_address(monkeypatch, origin):
    """Streamlit's handshake alone would accept the third origin and look up its own address for the others."""
    for name in ("get_external_ip", "get_internal_ip", "_make_blocking_http_get"):
        monkeypatch.setattr(net_util, name, outside)
    check = Middleware(AllowedHosts, base="", allowed=AllowedNames.of("127.0.0.1", []))
    app, sent = Starlette(routes=create_websocket_routes(None, None), middleware=[check]), []
    headers = [(b"host", b"localhost:8501"), (b"origin", origin.encode())]
    scope = {"type": "websocket", "path": "/_stcore/stream", "headers": headers, "server": LOCAL, "scheme": "ws"}

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "websocket.connect"}

    run(app({**scope, "root_path": "", "query_string": b"", "subprotocols": []}, receive, send))
    assert [(one["type"], one["code"]) for one in sent] == [("websocket.close", 1008)]


LISTENER = """
import socket, sys

def hear(event, given):
    if event == "socket.getaddrinfo":
        print("asks for", given[0], file=sys.stderr, flush=True)
    elif event == "socket.connect" and isinstance(given[1], tuple) and given[0].type == socket.SOCK_STREAM:
        print("connects to", given[1][0], file=sys.stderr, flush=True)

sys.addaudithook(hear)
"""  # only TCP, as connecting a UDP socket sends nothing


@pytest.fixture
def listened(tmp_path, monkeypatch):
    """Let started processes log the hosts they look up or connect to; returns a function that lists external ones."""
    (tmp_path / "sitecustomize.py").write_text(LISTENER)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")

    def strangers(log):
        assert "Traceback" not in log
        asked = set(re.findall(r"(?:asks for|connects to) (\S+)", log))
        return asked - {"None", "0.0.0.0", "127.0.0.1", "localhost", "::1", socket.gethostname()}

    return strangers


def test_other_sites_are_refused_without_network_access(tmp_path, listened):
    with (tmp_path / "log").open("wb") as log, running_server(variables=UNPREPARED, log=log) as server:
        opened = run(all_at_once(server.address))
        assert opened == [101, 101, *[403] * 21]
        with urlopen(f"{server.address}/_stcore/health", timeout=PATIENCE) as healthy:
            assert healthy.read() == b"ok"
    assert listened((tmp_path / "log").read_text()) == set()


def test_a_public_server_prints_a_warning_without_network_access(listened):
    start = (
        "from streamlit import config; from streamlit.web import bootstrap;"
        "config.set_option('server.address', '0.0.0.0'); config.set_option('server.headless', True);"
        "bootstrap._print_url(False);"
        "from pr_curve_lab.server.network import print_url; print_url('0.0.0.0', 8501)"
    )
    done = subprocess.run([sys.executable, "-c", start], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr.count("Everyone who reaches this computer over the network") == 1
    assert listened(done.stderr) == set()


async def all_at_once(address):
    """Return the statuses of connections with the app's own origin, without an origin, and with many other origins."""

    async def opened(origin):
        try:
            async with connect(f"{address.replace('http', 'ws')}/_stcore/stream", origin=origin):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    others = [f"http://other{i}.example" for i in range(20)]
    return await asyncio.gather(*map(opened, [address, None, "http://localhost:3000", *others]))


def headers_of(path, media_type="text/html; charset=utf-8", base="", ancestors=()):
    app = SecurityHeaders(answering(media_type=media_type), base=base, scripts="'sha256-abc='", ancestors=ancestors)
    return ask(app, path).headers


def policy_of(path, **options):
    return dict(part.split(" ", 1) for part in headers_of(path, **options)["content-security-policy"].split("; "))


def test_a_document_has_a_content_security_policy():
    policy = policy_of("/areas")
    assert policy["script-src"] == "'self' blob: 'wasm-unsafe-eval' 'sha256-abc='"
    assert policy["default-src"] == policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["connect-src"] == "'self' data: blob:"
    named = policy_of("/areas", ancestors=["https://a.example", "http://b.example:81"])
    assert named == {**policy, "frame-ancestors": "'self' https://a.example http://b.example:81"}


@pytest.mark.parametrize("path", ["/areas", "/static/js/a.js", "/media/a.csv", "/_stcore/health"])
def test_every_response_has_nosniff_and_a_referrer_policy(path):
    headers = headers_of(path, "text/plain")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "content-security-policy" not in headers


@pytest.mark.parametrize("base", ["", "/lab"])
def test_files_of_a_visitor_are_not_cached(base):
    for path in ("/media/abc.csv", "/_stcore/upload_file/session/file"):
        assert headers_of(base + path, "text/csv", base)["cache-control"] == "no-store"
    assert "cache-control" not in headers_of(f"{base}/areas", base=base)


WRAPPED = {
    "document": lambda app: Document(app, "", "ours"),
    "headers": lambda app: SecurityHeaders(app, "", ""),
    "static_files": lambda app: StaticFiles(app, ""),
}


@pytest.mark.parametrize("name", WRAPPED)
@pytest.mark.parametrize(
    "scope", [{"type": "lifespan"}, {"type": "websocket", "path": "/_stcore/stream", "headers": []}]
)
def test_lifespan_and_websocket_messages_pass(monkeypatch, name, scope):
    monkeypatch.setattr("pr_curve_lab.server.asgi.static_files.compress_files", lambda _: {})
    seen, sent = [], []

    async def app(scope, receive, send):
        seen.append((scope["type"], await receive()))
        await send({"type": f"{scope['type']}.accept"})

    async def receive():
        return "asked"

    async def send(message):
        sent.append(message)

    run(WRAPPED[name](app)(dict(scope), receive, send))
    assert seen == [(scope["type"], "asked")]
    assert sent == [{"type": f"{scope['type']}.accept"}]
