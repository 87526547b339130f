"""Addresses of this server, and the app as a child process.

What the child has of its parent is a pipe. However the parent ends, the pipe closes; the child takes the files away and
ends itself.
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
HOSTS_VARIABLE = "PR_CURVE_LAB_HOSTS"  # an environment variable: more names under which browsers reach this server
_TEST_ADDRESS = ("192.0.2.1", 9)  # RFC 5737: nobody's; it is never sent anything


def public_host(host: str | None, server_address: str) -> str | None:
    """The host by which phones reach a server that a browser reaches by `host`; None where they cannot.

    >>> public_host("class", "127.0.0.1"), public_host("localhost", "192.0.2.7")
    ('class', '192.0.2.7')
    """
    if host is None or host.strip("[]") not in LOCAL_HOSTS:
        return host
    address = network_address(server_address)
    return f"[{address}]" if address and ":" in address else address


def network_address(server_address: str) -> str | None:
    """This machine's address in its network, if a server that listens there can be reached by it.

    server_address: the address that the server was told to listen at.

    >>> network_address("127.0.0.1") is None
    True
    """
    if server_address in LOCAL_HOSTS:
        return None
    if server_address not in ALL_ADDRESSES:
        return server_address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_TEST_ADDRESS)  # of UDP: it only decides which way packets would go
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in ALL_ADDRESSES else address


def url(host: str, port: int, base: str = "") -> str:
    """The address of a server.

    >>> url("::1", 8501), url("192.0.2.7", 80, "/lab")
    ('http://[::1]:8501', 'http://192.0.2.7:80/lab')
    """
    return f"http://[{host}]:{port}{base}" if ":" in host else f"http://{host}:{port}{base}"


def print_url(server_address: str, port: int, base: str = "") -> None:
    """Where a server lets others in, say so on standard error, with the address that they can use."""
    if server_address in LOCAL_HOSTS or server_address.startswith("unix:"):
        return
    messages, address = messages_in("en"), network_address(server_address)
    text = messages.format("serving.everyone", address=url(address, port, base)) if address else None
    print(text or messages.format("serving.everyone_alone"), file=sys.stderr, flush=True)


def extra_hosts() -> list[str]:
    """The hosts that the environment names, apart by spaces or commas."""
    return os.environ.get(HOSTS_VARIABLE, "").replace(",", " ").split()


PARENT_VARIABLE = "PR_CURVE_LAB_WITH_PARENT"  # standard input is a pipe of the parent
TEMPORARY_VARIABLE = "PR_CURVE_LAB_TEMPORARY"  # a folder that is nobody's when the parent has ended
MALLOC_SETTINGS = {"MALLOC_ARENA_MAX": "2"}  # of the C library, so that memory is given back
HOST = "127.0.0.1"
STDERR_FILE = "complaints.txt"  # the file of what a child with a folder writes to its standard error
MAX_ERROR_LINES = 5  # lines of it
START_SECONDS, STOP_SECONDS = 60, 10
RESPONSE_SECONDS, POLL_SECONDS = 2, 0.1  # seconds for an answer, and between two looks


@dataclass(frozen=True, eq=False)
class AppServer:
    """A server that is running, and the folder of its files, which only this user may read."""

    address: str
    process: subprocess.Popen[bytes]
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def start(cls, files: Sequence[tuple[str, bytes]], port: int | None = None) -> AppServer:
        """Write the files, each with its name, start a server on this machine alone, and wait until it answers.

        Raises
        ------
        ValueError: somebody listens on the port.
        RuntimeError: the server ended, or did not answer in time; its last words are quoted.
        """
        port = free_port(port or 0)
        address, folder = f"http://{HOST}:{port}", tempfile.TemporaryDirectory(prefix="pr-curve-lab-")
        with ExitStack() as undone:  # unless it answers: an interrupted cell leaves nothing behind
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
        """End the server and take its files away."""
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
    header: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start the app with files; nothing of the folder in which somebody works stands in for a module of it.

    temporary_dir: the folder of the files, for this child alone; its error messages are written there. host_names:
    names under which browsers reach it, besides those of this machine and of the environment. header: the row of the
    header in the files, where the user named it.
    """
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(HOME / "serve.py")]
    variables = {
        PARENT_VARIABLE: "1",
        TEMPORARY_VARIABLE: temporary_dir or "",
        HOSTS_VARIABLE: " ".join([*extra_hosts(), *host_names]),
    }
    with (Path(temporary_dir) / STDERR_FILE).open("wb") if temporary_dir else nullcontext() as stderr:
        return subprocess.Popen(
            [*command, "--server.address", address, "--server.port", str(port), "--server.headless", "true"],
            env={**MALLOC_SETTINGS, **os.environ, **files_to_env(paths, header), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # an interrupted cell must not end it
            stderr=stderr,
        )


def wait_for_server(process: subprocess.Popen[bytes], url: str) -> None:
    """Wait until the app answers.

    Raises
    ------
    RuntimeError: it ended before, or took too long.
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
    """End the app, however it takes; a second Ctrl-C does not leave it behind."""
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
    """A port of this machine that nobody listens on: the one that is wanted, or any.

    Raises
    ------
    ValueError: somebody does.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that was just left is free
        try:
            probe.bind((HOST, port))
        except OSError as taken:
            raise ValueError(f"port must be free, got {port}: {taken.strerror}") from taken
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """In the child: end when the parent's end of standard input closes."""
    if os.environ.get(PARENT_VARIABLE):
        threading.Thread(target=_wait_for_parent, args=(os.environ.get(TEMPORARY_VARIABLE),), daemon=True).start()


def _wait_for_parent(folder: str | None) -> None:
    sys.stdin.buffer.read()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
