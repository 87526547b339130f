"""A server of the app for one test: started on a free port of 127.0.0.1, ended by its own process id."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
STOP_SECONDS = 10


@contextmanager
def running_app() -> Iterator[str]:
    """Serve the app and give its address; the server has had no visitor yet."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]
    process = subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    )
    try:
        _wait_until_healthy(process, f"http://127.0.0.1:{port}/_stcore/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(process: subprocess.Popen[bytes], health: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with code {process.returncode}")
        try:
            with urllib.request.urlopen(health, timeout=1) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no answer from {health} within {START_SECONDS} s")
