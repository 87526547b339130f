"""The app as a process of its own, with files that are open in it: it ends with the process that started it.

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

from pr_curve_lab.reading.home import HOME
from pr_curve_lab.reading.local_files import as_opened
from pr_curve_lab.server.network_address import HOSTS, told_hosts

WITH_PARENT = "PR_CURVE_LAB_WITH_PARENT"  # standard input is a pipe of the parent
TEMPORARY = "PR_CURVE_LAB_TEMPORARY"  # a folder that is nobody's when the parent has ended
TWO_HEAPS = {"MALLOC_ARENA_MAX": "2"}  # of the C library, so that memory is given back
HOST = "127.0.0.1"
COMPLAINTS = "complaints.txt"  # the file of what a child with a folder writes to its standard error
QUOTED = 5  # lines of it
START_SECONDS, STOP_SECONDS = 60, 10
ANSWER_SECONDS, PAUSE = 2, 0.1  # seconds for an answer, and between two looks


@dataclass(frozen=True, eq=False)
class AppServer:
    """A server that is running, and the folder of its files, which only this user may read."""

    address: str
    process: subprocess.Popen[bytes]
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def started(cls, files: Sequence[tuple[str, bytes]], port: int | None = None) -> AppServer:
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
            process = started_child(paths, HOST, port, temporary=folder.name)
            undone.callback(end, process)
            try:
                wait_until_healthy(process, address)
            except RuntimeError as error:
                raise RuntimeError("\n".join([str(error), *_last_lines(folder.name)])) from None
            undone.pop_all()
        server = cls(address, process, folder)
        atexit.register(server.close)
        return server

    def close(self) -> None:
        """End the server and take its files away."""
        atexit.unregister(self.close)
        end(self.process)
        self.folder.cleanup()


def started_child(
    paths: Sequence[Path],
    address: str,
    port: int,
    *,
    temporary: str | None = None,
    host_names: Sequence[str] = (),
    header: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start the app with files; nothing of the folder in which somebody works stands in for a module of it.

    temporary: the folder of the files, for this child alone; what it complains of is written there. host_names: names
    under which browsers reach it, beside those of this machine and of the environment. header: the row of the header in
    the files, where somebody named it.
    """
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(HOME / "serve.py")]
    own = {WITH_PARENT: "1", TEMPORARY: temporary or "", HOSTS: " ".join([*told_hosts(), *host_names])}
    with (Path(temporary) / COMPLAINTS).open("wb") if temporary else nullcontext() as complaints:
        return subprocess.Popen(
            [*command, "--server.address", address, "--server.port", str(port), "--server.headless", "true"],
            env={**TWO_HEAPS, **os.environ, **as_opened(paths, header), **own},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # an interrupted cell must not end it
            stderr=complaints,
        )


def _last_lines(folder: str) -> list[str]:
    """The end of what a child complained of."""
    said = (Path(folder) / COMPLAINTS).read_text(encoding="utf-8", errors="replace")
    return said.strip().splitlines()[-QUOTED:]


def wait_until_healthy(child: subprocess.Popen[bytes], url: str) -> None:
    """Wait until the app answers.

    Raises
    ------
    RuntimeError: it ended before, or took too long.
    """
    too_late = time.monotonic() + START_SECONDS
    without_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while child.poll() is None:
        try:
            with without_proxy.open(f"{url}/_stcore/health", timeout=ANSWER_SECONDS):
                return
        except OSError:
            time.sleep(PAUSE)
        if time.monotonic() > too_late:
            raise RuntimeError(f"the app did not answer at {url} within {START_SECONDS} seconds")
    raise RuntimeError(f"the app ended with code {child.returncode} before it answered at {url}")


def end(child: subprocess.Popen[bytes]) -> None:
    """End the app, however it takes; a second Ctrl-C does not leave it behind."""
    try:
        for ended_by in (child.terminate, child.kill):
            ended_by()
            with suppress(subprocess.TimeoutExpired):
                child.wait(STOP_SECONDS)
                break
    except KeyboardInterrupt:
        child.kill()
        raise
    finally:
        if child.stdin is not None:
            child.stdin.close()


def free_port(wanted: int = 0) -> int:
    """A port of this machine that nobody listens on: the one that is wanted, or any.

    Raises
    ------
    ValueError: somebody does.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that was just left is free
        try:
            probe.bind((HOST, wanted))
        except OSError as taken:
            raise ValueError(f"port must be free, got {wanted}: {taken.strerror}") from taken
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """In the child: end when the parent's end of standard input closes."""
    if os.environ.get(WITH_PARENT):
        threading.Thread(target=_end_after_input, args=(os.environ.get(TEMPORARY),), daemon=True).start()


def _end_after_input(folder: str | None) -> None:
    sys.stdin.buffer.read()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
