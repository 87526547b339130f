"""Addresses of this server, and the app as a child process.

The standard input of the child is a pipe from its parent. However the parent ends, the pipe closes; the child then
deletes its temporary files and ends itself.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.local_files import HOME, files_to_env

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
ALL_ADDRESSES = ("", "0.0.0.0", "::")
HOSTS_VARIABLE = "PR_CURVE_LAB_HOSTS"  # environment variable with more host names of this server
ANCESTORS_VARIABLE = "PR_CURVE_LAB_FRAME_ANCESTORS"  # likewise, with origins whose pages may show the app in a frame
_TEST_ADDRESS = ("192.0.2.1", 9)  # reserved for documentation by RFC 5737; nothing is sent to it


def public_host(host: str | None, server_address: str) -> str | None:
    """Return the host by which phones reach a server that a browser reaches as `host`, or None if they cannot.

    >>> public_host("class", "127.0.0.1"), public_host("localhost", "192.0.2.7")
    ('class', '192.0.2.7')
    """
    if host is None or host.strip("[]") not in LOCAL_HOSTS:
        return host
    address = network_address(server_address)
    return f"[{address}]" if address and ":" in address else address


def network_address(server_address: str) -> str | None:
    """Return this machine's address in its network if the server can be reached there, else None.

    server_address: the address that the server listens on.

    >>> network_address("127.0.0.1") is None
    True
    """
    if server_address in LOCAL_HOSTS:
        return None
    if server_address not in ALL_ADDRESSES:
        return server_address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_TEST_ADDRESS)  # UDP: this only picks a route and sends nothing
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in ALL_ADDRESSES else address


def url(host: str, port: int, base: str = "") -> str:
    """Return the URL of a server.

    >>> url("::1", 8501), url("192.0.2.7", 80, "/lab")
    ('http://[::1]:8501', 'http://192.0.2.7:80/lab')
    """
    return f"http://[{host}]:{port}{base}" if ":" in host else f"http://{host}:{port}{base}"


def base_path(text: str) -> str:
    """Return the path before those of the pages as it stands in URLs: with a slash in front, or "" for none.

    >>> base_path("a/lab/"), base_path("/")
    ('/a/lab', '')
    """
    return f"/{text.strip('/')}".rstrip("/")


def print_url(server_address: str, port: int, base: str = "") -> None:
    """If a server accepts connections from other machines, print its URL for them to standard error."""
    if server_address in LOCAL_HOSTS or server_address.startswith("unix:"):
        return
    messages, address = messages_in("en"), network_address(server_address)
    text = messages.format("serving.everyone", address=url(address, port, base)) if address else None
    print(text or messages.format("serving.everyone_alone"), file=sys.stderr, flush=True)


def list_from_env(variable: str) -> list[str]:
    """Return the items of an environment variable, separated by spaces or commas."""
    return os.environ.get(variable, "").replace(",", " ").split()


PARENT_VARIABLE = "PR_CURVE_LAB_WITH_PARENT"  # set if standard input is a pipe from the parent
TEMPORARY_VARIABLE = "PR_CURVE_LAB_TEMPORARY"  # a folder to delete when the parent has ended
MALLOC_SETTINGS = {"MALLOC_ARENA_MAX": "2"}  # glibc: fewer arenas, so that freed memory is returned
HOST = "127.0.0.1"
STDERR_FILE = "complaints.txt"  # the child's standard error, in its temporary folder
MAX_ERROR_LINES = 5  # of that file, quoted in an error message
START_SECONDS, STOP_SECONDS = 60, 10
RESPONSE_SECONDS, POLL_SECONDS = 2, 0.1  # seconds: timeout of a request, and between two requests


@dataclass(frozen=True, eq=False)
class AppServer:
    """A running server and the folder of its files, which only this user may read."""

    address: str
    process: subprocess.Popen[bytes]
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def start(cls, files: Sequence[tuple[str, bytes]], port: int | None = None) -> AppServer:
        """Write files, given as name and content, start a server on this machine only, and wait until it responds.

        Raises
        ------
        ValueError: the port is in use.
        RuntimeError: the server ended, or did not respond in time; the end of its error output is quoted.
        """
        port = free_port(port or 0)
        address, folder = f"http://{HOST}:{port}", tempfile.TemporaryDirectory(prefix="pr-curve-lab-")
        with ExitStack() as undone:  # clean up unless the server responds, also if a notebook cell is interrupted
            undone.callback(folder.cleanup)
            paths = [Path(folder.name) / name for name, _ in files]
            for path, (_, content) in zip(paths, files, strict=True):
                path.write_bytes(content)
            process = start_server(paths, HOST, port, temporary_dir=folder.name)
            undone.callback(end, process)
            try:
                wait_for_server(process, address)
            except RuntimeError as error:
                errors = (Path(folder.name) / STDERR_FILE).read_text(encoding="utf-8", errors="replace")
                raise RuntimeError("\n".join([str(error), *errors.strip().splitlines()[-MAX_ERROR_LINES:]])) from None
            undone.pop_all()
        server = cls(address, process, folder)
        atexit.register(server.close)
        return server

    def close(self) -> None:
        """Stop the server and delete its files."""
        atexit.unregister(self.close)
        end(self.process)
        self.folder.cleanup()


def start_server(
    paths: Sequence[Path],
    address: str,
    port: int,
    *,
    temporary_dir: str | None = None,
    host_names: Sequence[str] = (),
    frame_ancestors: Sequence[str] = (),
    base: str = "",
    header: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start the app with files. Modules in the current folder cannot shadow those of the app.

    temporary_dir: the folder of the files, for this child alone; its error messages are written there. host_names,
    frame_ancestors: as in the environment variables, and in addition to them. base: the path before those of the pages.
    header: the row of the header in the files, if the user named it.
    """
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(HOME / "serve.py")]
    variables = {
        PARENT_VARIABLE: "1",
        TEMPORARY_VARIABLE: temporary_dir or "",
        HOSTS_VARIABLE: " ".join([*list_from_env(HOSTS_VARIABLE), *host_names]),
        ANCESTORS_VARIABLE: " ".join([*list_from_env(ANCESTORS_VARIABLE), *frame_ancestors]),
    }
    options = {"address": address, "port": str(port), "headless": "true", "baseUrlPath": base}
    with (Path(temporary_dir) / STDERR_FILE).open("wb") if temporary_dir else nullcontext() as stderr:
        return subprocess.Popen(
            [*command, *(f"--server.{name}={value}" for name, value in options.items())],
            env={**MALLOC_SETTINGS, **os.environ, **files_to_env(paths, header), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # an interrupted notebook cell must not end the server
            stderr=stderr,
        )


def wait_for_server(process: subprocess.Popen[bytes], url: str) -> None:
    """Wait until the app responds.

    Raises
    ------
    RuntimeError: it ended, or did not respond in time.
    """
    too_late = time.monotonic() + START_SECONDS
    without_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while process.poll() is None:
        try:
            with without_proxy.open(f"{url}/_stcore/health", timeout=RESPONSE_SECONDS):
                return
        except OSError:
            time.sleep(POLL_SECONDS)
        if time.monotonic() > too_late:
            raise RuntimeError(f"the app did not answer at {url} within {START_SECONDS} seconds")
    raise RuntimeError(f"the app ended with code {process.returncode} before it answered at {url}")


def end(process: subprocess.Popen[bytes]) -> None:
    """End the app, by force if needed; a second Ctrl-C does not leave it running."""
    try:
        for ended_by in (process.terminate, process.kill):
            ended_by()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
                break
    except KeyboardInterrupt:
        process.kill()
        raise
    finally:
        if process.stdin is not None:
            process.stdin.close()


def free_port(port: int = 0) -> int:
    """Return the given port if it is free on this machine, or any free port for 0.

    Raises
    ------
    ValueError: the port is in use.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port in TIME_WAIT counts as free
        try:
            probe.bind((HOST, port))
        except OSError as taken:
            raise ValueError(f"port must be free, got {port}: {taken.strerror}") from taken
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """In the child: end when the parent closes its end of standard input."""
    if os.environ.get(PARENT_VARIABLE):
        threading.Thread(target=_wait_for_parent, args=(os.environ.get(TEMPORARY_VARIABLE),), daemon=True).start()


def _wait_for_parent(folder: str | None) -> None:
    sys.stdin.buffer.read()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
