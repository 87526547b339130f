"""Security headers of every response, and the hosts under which requests are served.

A page of another site can make a browser send requests here. Its Origin header reveals that; if its own name resolves
to this machine (DNS rebinding), the Host header does. Both are refused before they reach Streamlit, which would ask an
external server for its own address to check a foreign Origin, while everybody waits.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.server.network import HOSTS_VARIABLE, LOCAL_HOSTS

# Streamlit adds styles at run time, loads components from blobs, and compiles some WebAssembly.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' blob: 'wasm-unsafe-eval' {scripts}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'self' {ancestors}",
}
COMMON_HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin"}
USER_PATHS = ("/media/", "/_stcore/upload_file/")  # uploads, and files made for visitors


class SecurityHeaders:
    """Middleware that adds the headers to each response.

    scripts: digests of the inline scripts of the document. ancestors: origins whose pages may show the app in a frame.
    """

    def __init__(self, app: ASGIApp, base: str, scripts: str, ancestors: Iterable[str] = ()) -> None:
        self._app = app
        sources = {"scripts": scripts, "ancestors": " ".join(ancestors)}
        self._policy = "; ".join(f"{name} {source.format(**sources)}".strip() for name, source in POLICY.items())
        self._of_visitors = tuple(base + path for path in USER_PATHS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request and add headers to its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(COMMON_HEADERS)
                if headers.get("content-type", "").startswith("text/html"):
                    headers["content-security-policy"] = self._policy
                if scope["path"].startswith(self._of_visitors):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_with_headers)


DEFAULT_PORTS = {"http": 80, "https": 443}
POLICY_VIOLATION = 1008  # RFC 6455, section 7.4.1
_HOST = re.compile(r"(?P<name>[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?P<port>\d{1,5}))?", re.ASCII)
_ORIGIN = re.compile(rf"(?P<scheme>https?)://(?:{_HOST.pattern})", re.ASCII)
ANY_SUBDOMAIN = "*."  # before a domain with a dot: a wildcard for one label, as in a certificate
_DOMAIN = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*", re.ASCII)


def check_frame_ancestors(origins: Iterable[str]) -> tuple[str, ...]:
    """Return the origins whose pages may show the app in a frame, in lower case.

    Raises
    ------
    ValueError: one is not the origin of a site, or would admit every site.

    >>> check_frame_ancestors(["https://Huggingface.co", "http://127.0.0.1:8000", "https://*.example.org"])
    ('https://huggingface.co', 'http://127.0.0.1:8000', 'https://*.example.org')
    """
    checked = tuple(origin.lower() for origin in origins)
    for origin in checked:
        scheme, _, host = origin.partition("://")
        if _ORIGIN.fullmatch(f"{scheme}://{_without_wildcard(host)}") is None:
            raise ValueError(f"a frame ancestor must be an origin such as https://lab.example, got {origin!r}")
    return checked


@dataclass(frozen=True)
class Host:
    """A host name or IP address, and the port if one was given."""

    name: str
    port: int | None

    @classmethod
    def parse(cls, text: str) -> Host | None:
        """Parse a Host header; None if it is not valid.

        >>> Host.parse("LocalHost:8501"), Host.parse("[::1]"), Host.parse("a@b"), Host.parse("a:0x50")
        (Host(name='localhost', port=8501), Host(name='::1', port=None), None, None)
        """
        found = _HOST.fullmatch(text.lower())
        return cls(_normalize_name(found["name"]), int(found["port"]) if found["port"] else None) if found else None

    def has_port(self, port: int) -> bool:
        """Whether a browser that names this host is on this port; without a port it is that of http or https."""
        return port == self.port if self.port is not None else port in DEFAULT_PORTS.values()


@dataclass(frozen=True)
class AllowedNames:
    """The names of a server: its machine's, at its own port, and configured ones, at any port unless they name one.

    A configured `*.example.org` stands for every name that has one label more than `example.org`.

    local_names: names of the machine. extra_hosts: further hosts that were configured.
    """

    local_names: frozenset[str]
    extra_hosts: frozenset[Host]

    @classmethod
    def of(cls, server_address: str, extra_hosts: Iterable[str]) -> AllowedNames:
        """Return the names of a server that listens on this address; extra_hosts: more, as `name` or `name:port`.

        Raises
        ------
        ValueError: one is not a valid host.
        """
        machine = {*LOCAL_HOSTS, *([] if server_address in LOCAL_HOSTS else _local_names())}
        return cls(frozenset(machine), frozenset(map(_parse_host, extra_hosts)))

    def allow(self, host: Host, server: tuple[str, int | None] | None) -> bool:
        """Whether a request may name this host; server: the local address and port of its connection."""
        names = (host.name, ANY_SUBDOMAIN + host.name.partition(".")[2])
        if any(one.name in names and (one.port is None or host.has_port(one.port)) for one in self.extra_hosts):
            return True
        address, port = server or ("", None)
        return port is not None and host.has_port(port) and host.name in {*self.local_names, _normalize_name(address)}


class AllowedHosts:
    """Middleware that refuses requests to other hosts, from other sites, or for Streamlit's metrics."""

    def __init__(self, app: ASGIApp, base: str, allowed: AllowedNames) -> None:
        self._app, self._allowed = app, allowed
        self._metrics = f"{base}/_stcore/metrics"  # memory use and visitor counts are not public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse an HTTP request or a WebSocket connection."""
        refusal = self._check_request(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self._app(_drop_origin(scope) if scope["type"] == "websocket" else scope, receive, send)
        elif scope["type"] == "http":
            await refusal(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    def _check_request(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host = Host.parse(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return _error_response("no_host")
        if not self._allowed.allow(host, scope.get("server")):
            return _error_response("host", host=hosts[0], name=host.name)
        if origins and not (len(origins) == 1 and is_same_origin(origins[0], host, scope.get("scheme", "http"))):
            return _error_response("origin")
        if scope["path"].rstrip("/") == self._metrics:
            return PlainTextResponse("", 404)
        return None


def is_same_origin(origin: str, host: Host, scheme: str) -> bool:
    """Whether a page of this origin may send requests to the host.

    scheme: of the request; it is http behind a proxy that terminates https.

    >>> is_same_origin("https://lab", Host("lab", None), "http"), is_same_origin("http://lab", Host("lab", None), "wss")
    (True, False)
    >>> is_same_origin("http://localhost:3000", Host("localhost", 8501), "ws")
    False
    """
    found = _ORIGIN.fullmatch(origin.lower())
    if found is None or (found["scheme"] == "http" and scheme in ("https", "wss")):
        return False
    default = DEFAULT_PORTS[found["scheme"]]
    ports = (int(found["port"] or default), host.port if host.port is not None else default)
    return _normalize_name(found["name"]) == host.name and ports[0] == ports[1]


def _parse_host(text: str) -> Host:
    name = _without_wildcard(text.lower())
    host = Host.parse(f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name)
    if host is None:
        raise ValueError(f"a host must be a name or an address, with a port or without, got {text!r}")
    return Host(ANY_SUBDOMAIN + host.name, host.port) if text.startswith(ANY_SUBDOMAIN) else host


def _without_wildcard(text: str) -> str:
    """Remove the wildcard before a domain with a dot; any other stays, and no host has one.

    >>> _without_wildcard("*.hf.space:443"), _without_wildcard("*.com"), _without_wildcard("*.0.0.1")
    ('hf.space:443', '*.com', '*.0.0.1')
    """
    domain = text.removeprefix(ANY_SUBDOMAIN)
    return domain if _DOMAIN.fullmatch(domain.partition(":")[0]) else text


def _normalize_name(text: str) -> str:
    """Return a host name in lower case, or an IP address in its canonical form."""
    text = text.strip("[]").partition("%")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text.lower()
    return str(address.ipv4_mapped or address) if isinstance(address, IPv6Address) else str(address)


@cache
def _local_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def _drop_origin(scope: Scope) -> Scope:
    """Remove the Origin header once it is checked; for an unknown one Streamlit would ask an external server."""
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name.lower() != b"origin"]}


def _error_response(reason: str, **params: str) -> PlainTextResponse:
    sentences = (
        messages_in(language).format(f"serving.refused.{reason}", variable=HOSTS_VARIABLE, **params)
        for language in LANGUAGES
    )
    return PlainTextResponse("\n".join(sentences) + "\n", 403, {"cache-control": "no-store"})
