"""Several processes of the app behind a proxy, as in docs/serving.md; stopped by the process id of the supervisor."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

from tests.browser.server import ROOT, START_SECONDS, free_port

HAPROXY = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONFIGURATION = "docs/serving/supervisord.conf"


@dataclass(frozen=True)
class Processes:
    """The URL of the proxy, and the environment variables of its configuration."""

    address: str
    variables: dict[str, str]

    def kill(self, name: str) -> None:
        """Kill the process with this name, "1" or "2", as if memory had run out."""
        command = [sys.executable, "-m", "supervisor.supervisorctl", "-c", CONFIGURATION, "pid", f"app:{name}"]
        asked = subprocess.run(command, cwd=ROOT, env=self.variables, capture_output=True, text=True, check=True)
        os.kill(int(asked.stdout), signal.SIGKILL)

    def wait_for(self, *names: str) -> None:
        """Wait until the proxy reaches these processes."""
        end, seen = time.monotonic() + START_SECONDS, set[str]()
        while not seen >= set(names):
            if time.monotonic() > end:
                raise TimeoutError(f"only {seen} of {names} answered")
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=1) as answer:
                    cookies = answer.headers.get_all("set-cookie") or []
                    seen |= {cookie[len("prlab=")] for cookie in cookies if cookie.startswith("prlab=")}
            except (URLError, OSError):
                time.sleep(0.1)


@contextmanager
def running_processes(folder: Path, *names: str, base: str = "", **settings: str) -> Iterator[Processes]:
    """Serve the app in processes with these names; settings: further variables of the proxy's configuration."""
    address = f"127.0.0.1:{free_port()}"
    variables = {
        **os.environ, "RUN": str(folder), "PYTHON": sys.executable, "PROCESSES": str(len(names)),
        "HAPROXY": str(HAPROXY), "ADDRESS": address, "PORTS": _free_ports(), "BASE": base, "HOSTS": "",
        "STREAMLIT_SERVER_BASE_URL_PATH": base, "MORE": "", **settings,
    }  # fmt: skip
    supervisor = subprocess.Popen(
        [sys.executable, "-m", "supervisor.supervisord", "-c", CONFIGURATION],
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        processes = Processes(f"http://{address}{base}", variables)
        processes.wait_for(*names)
        yield processes
    finally:
        supervisor.terminate()
        supervisor.wait(START_SECONDS)


def _free_ports() -> str:
    """Return the common leading digits of eight free ports, which differ in the last digit only (1 to 8)."""
    for ports in range(1100, 3000):
        with ExitStack() as probes:
            try:
                for digit in range(1, 9):
                    probe = probes.enter_context(socket.socket())
                    probe.bind(("127.0.0.1", ports * 10 + digit))
            except OSError:
                continue
        return str(ports)
    raise OSError("no eight free ports in a row")
