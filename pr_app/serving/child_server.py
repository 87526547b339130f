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
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pr_app.reading.home import HOME

FILES = "PR_CURVE_LAB_OPEN"  # absolute paths, joined by os.pathsep: opened for every visitor
WITH_PARENT = "PR_CURVE_LAB_WITH_PARENT"  # the folder of the files; standard input is a pipe of the parent
HOST = "127.0.0.1"
START_SECONDS, STOP_SECONDS = 60, 10
PAUSE = 0.1  # seconds between two looks


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
        RuntimeError: the server ended, or does not answer.
        """
        port = free_port(port or 0)
        folder = tempfile.TemporaryDirectory(prefix="pr-curve-lab-")
        paths = [Path(folder.name) / name for name, _ in files]
        for path, (_, content) in zip(paths, files, strict=True):
            path.write_bytes(content)
        server = cls(f"http://{HOST}:{port}", _child(paths, folder.name, port), folder)
        atexit.register(server.close)
        try:
            server._wait()
        except RuntimeError:
            server.close()
            raise
        return server

    def close(self) -> None:
        """End the server and take its files away."""
        atexit.unregister(self.close)
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.folder.cleanup()

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the app must start, got exit code {self.process.returncode} at {self.address}")
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=1):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(PAUSE)
        raise RuntimeError(f"the app must answer within {START_SECONDS} s, got nothing from {self.address}")


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
    if folder := os.environ.get(WITH_PARENT):
        threading.Thread(target=_end_after_input, args=(folder,), daemon=True).start()


def _end_after_input(folder: str) -> None:
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)


def _child(paths: Sequence[Path], folder: str, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "streamlit", "run", str(HOME / "serve.py")]
    return subprocess.Popen(
        [*command, "--server.address", HOST, "--server.port", str(port), "--server.headless", "true"],
        cwd=HOME,  # where its settings are
        env={**os.environ, FILES: os.pathsep.join(map(str, paths)), WITH_PARENT: folder},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # an interrupted cell must not end it
    )
