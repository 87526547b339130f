"""A server of the app: started on a free port of 127.0.0.1, ended by its own process id."""

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
# Nothing looks for changed files, nor for garbage after each run, which takes longer than most runs.
QUICK = ("--server.fileWatcherType", "none", "--runner.postScriptGC", "false")


@contextmanager
def running_app(port: int | None = None) -> Iterator[str]:
    """Serve the app and give its address; the server has had no visitor yet."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    process = subprocess.Popen(
        [*command, "--server.address", "127.0.0.1", "--server.port", str(port), *QUICK],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
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


def free_port() -> int:
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
