"""The app served by a process of its own, which ends with the command that started it."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from types import FrameType

from pr_app.command.refused import EXIT_TERMINATED, CommandError

FIRST_PORT, PORTS_TRIED = 8501, 100  # Streamlit's own, and how many from there on
TAKEN = (errno.EADDRINUSE, errno.EACCES)  # by another program, or by the system
ONLY_HERE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
ASKED_EVERY, ANSWERED_WITHIN, ENDED_WITHIN = 0.1, 2.0, 10.0  # s


def port_for(address: str, asked: int | None) -> int:
    """The port that was asked for, else the first that is free.

    Raises
    ------
    CommandError: the port that was asked for is in use, or the address is not this machine's.
    """
    if asked is not None:
        _check_free(address, asked)
        return asked
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            _check_free(address, port)
        except PortError:
            continue
        return port
    raise CommandError(f"no port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free; name one by --port")


class PortError(CommandError):
    """A port is in use."""


def _check_free(address: str, port: int) -> None:
    """Bind it for a moment, as the server is going to."""
    try:
        (family, kind, _, _, place), *_ = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that has just ended leaves traces
            probe.bind(place)
    except socket.gaierror:
        raise CommandError(f"'{address}' is no address of this machine") from None
    except OSError as error:
        at = PortError if error.errno in TAKEN else CommandError
        raise at(f"port {port} of {address} cannot be used: {os.strerror(error.errno or 0)}") from None


def url_of(address: str, port: int) -> str:
    """The address for a browser on this machine.

    >>> url_of("0.0.0.0", 8501), url_of("::1", 8501)
    ('http://127.0.0.1:8501', 'http://[::1]:8501')
    """
    host = ONLY_HERE if address in EVERYWHERE else address
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(address: str, port: int, environment: Mapping[str, str], *, with_browser: bool) -> None:
    """Start the app, say where it is once it answers, and stay until it or this command is ended.

    Raises
    ------
    CommandError: the app ended by itself.
    SystemExit: this command was asked to end.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell started it in the background
    signal.signal(signal.SIGTERM, _end)
    child = _started(address, port, environment)
    try:
        url = url_of(address, port)
        _wait_until_healthy(child, f"{url}/_stcore/health")
        print(url, flush=True)
        if with_browser:
            import webbrowser

            webbrowser.open(url)
        code = child.wait()
    finally:
        _stop(child)
    raise CommandError(f"the app ended with code {code}")


def _end(_: int, __: FrameType | None) -> None:
    raise SystemExit(EXIT_TERMINATED)


def _started(address: str, port: int, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    from pr_app.reading.home import HOME

    where = ["--server.address", address, "--server.port", str(port), "--server.headless", "true"]
    # -P: nothing of the folder in which somebody works stands in for a module of the app.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "streamlit", "run", str(HOME / "serve.py"), *where],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _wait_until_healthy(child: subprocess.Popen[bytes], health: str) -> None:
    without_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while child.poll() is None:
        try:
            with without_proxy.open(health, timeout=ANSWERED_WITHIN):
                return
        except OSError:
            time.sleep(ASKED_EVERY)
    raise CommandError(f"the app ended with code {child.returncode} before it answered")


def _stop(child: subprocess.Popen[bytes]) -> None:
    """End the app, however it takes; a second Ctrl-C does not leave it behind."""
    for ended_by in (child.terminate, child.kill):
        if child.poll() is not None:
            return
        ended_by()
        try:
            child.wait(ENDED_WITHIN)
        except subprocess.TimeoutExpired:
            continue
        except KeyboardInterrupt:
            child.kill()
            raise
