"""A server of the app, started on a free port of 127.0.0.1 and ended by its own process id."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_SH, LOCK_UN, flock
from pathlib import Path
from types import MappingProxyType
from typing import IO

from pr_curve_lab.io.local_files import files_to_env

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
# A server started with files reads them for every visitor whose address names no example. It does not prepare pages,
# which saves more than half of the work at the start.
UNPREPARED = files_to_env([ROOT / "sample_data" / "apples_oranges.csv"])
START_SECONDS = 180  # the machine may be busy
STOP_SECONDS = 10


@dataclass(frozen=True)
class Server:
    """A running server: its URL and process id."""

    address: str
    process: int

    def megabytes(self) -> float:
        """Return its memory now, including its child processes."""
        kilobytes = (re.search(r"VmRSS:\s+(\d+) kB", text) for text in self._read("status"))
        return sum(int(found[1]) for found in kilobytes if found) / 1024

    def worked_seconds(self) -> float:
        """Return the processor time of its child processes that are still running."""
        fields = [text.rpartition(")")[2].split() for text in self._read("stat")[1:]]
        return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")

    def _read(self, name: str) -> list[str]:
        """Return a file of /proc for the server and then for its child processes."""
        threads = Path(f"/proc/{self.process}/task").glob("*/children")
        started = [number for file in threads for number in file.read_text(encoding="ascii").split()]
        return [Path(f"/proc/{number}/{name}").read_text(encoding="ascii") for number in (self.process, *started)]


@contextmanager
def running_app(port: int | None = None) -> Iterator[str]:
    """Serve the app with app.py, which prepares no pages, and yield the URL; nobody has visited the server yet."""
    with running_server(port=port, script="app.py") as server:
        yield server.address


@contextmanager
def running_server(
    *options: str,
    port: int | None = None,
    script: str = "serve.py",
    variables: Mapping[str, str] = MappingProxyType({}),
    log: int | IO[bytes] = subprocess.DEVNULL,
) -> Iterator[Server]:
    """Serve the app with these Streamlit options and environment variables; log: takes its output."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.address", HOST, "--server.port", str(port)]
    settings = {"MALLOC_ARENA_MAX": "2", "STREAMLIT_CLIENT_SHOW_ERROR_DETAILS": "full"}  # as `make app` sets it
    env = {**os.environ, **settings, **variables}
    health = f"http://{HOST}:{port}/_stcore/health"
    with running_child([*command, *options], health, cwd=ROOT, env=env, log=log) as process:
        yield Server(f"http://{HOST}:{port}", process.pid)


@contextmanager
def shared_server(log: Path) -> Iterator[str]:
    """Serve the app once for all pytest-xdist workers: the first starts the server, and ends it when all are done."""
    place, owned = log.with_name("address"), ExitStack()
    with owned, log.with_name("starts").open("a") as starts, log.with_name("users").open("a") as users:
        flock(starts, LOCK_EX)
        flock(users, LOCK_SH)
        if is_first := not place.exists():
            server = owned.enter_context(running_server(log=owned.enter_context(log.open("wb"))))
            complaints = re.search("lifespan|WARN|ERROR|Traceback", log.read_text(encoding="utf-8"))
            assert complaints is None  # the preparation of the pages succeeded
            place.write_text(server.address)
        address = place.read_text()
        flock(starts, LOCK_UN)
        yield address
        if is_first:
            flock(starts, LOCK_EX)
            place.unlink()  # a worker that comes later starts another server
            flock(starts, LOCK_UN)
            flock(users, LOCK_EX)


@contextmanager
def running_child(
    command: Sequence[str], health: str, *, cwd: Path, env: dict[str, str], log: int | IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server, wait until `health` responds, and end it by its own process id."""
    process = subprocess.Popen(command, cwd=cwd, env=env, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        _wait_until_healthy(process, health)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(process: subprocess.Popen[bytes], health: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with code {process.returncode}")
        try:
            with urllib.request.urlopen(health, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"no answer from {health} within {START_SECONDS} s")
