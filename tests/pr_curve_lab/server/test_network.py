"""The app as a child process that serves private files; process and files are removed with the parent."""

import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest

from pr_curve_lab.io.local_files import FILES_VARIABLE
from pr_curve_lab.server import network
from pr_curve_lab.server.network import AppServer
from tests.pr_curve_lab.server.test_worker import is_running
from tests.repository import ROOT

PARENT = """
from pr_curve_lab.server import network
{changed}
server = network.AppServer.start([("a.csv", b"label,score\\n1,0.9\\n"), ("b.csv", b"1")])
print(server.process.pid, server.folder.name, server.address, flush=True)
input()
"""
SLEEPING = """
import subprocess  # a process in place of the app, which takes seconds to start
network.start_server = lambda *_, **__: subprocess.Popen(["sleep", "120"])
network.wait_for_server = lambda *_: None
"""
PATIENCE = 60  # seconds; a sleeping process lasts longer, so that it does not end by itself


def gone(condition):
    end = time.monotonic() + PATIENCE
    while condition() and time.monotonic() < end:
        time.sleep(0.05)
    return not condition()


@pytest.fixture
def parent(request):
    """A process that starts a server, and ends when its standard input is closed; a parameter changes its program."""
    program = PARENT.format(changed=getattr(request, "param", ""))
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def test_the_app_serves_private_files_until_its_parent_is_killed(parent):
    child, folder, address = parent.stdout.readline().split()
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        assert answer.status == 200
    assert address.startswith("http://127.0.0.1:")
    assert stat.S_IMODE(Path(folder).stat().st_mode) == 0o700
    assert (Path(folder) / "a.csv").read_bytes() == b"label,score\n1,0.9\n"
    handed = Path(f"/proc/{child}/environ").read_text(encoding="utf-8").split("\0")
    assert f'{FILES_VARIABLE}=["{folder}/a.csv", "{folder}/b.csv"]' in handed
    parent.send_signal(signal.SIGKILL)
    assert gone(lambda: is_running(child))
    assert not Path(folder).exists()


@pytest.mark.parametrize("parent", [SLEEPING], indirect=True, ids=["sleeping"])
def test_the_process_of_the_app_ends_with_its_parent(parent):
    child, folder, _ = parent.stdout.readline().split()
    parent.communicate("\n", timeout=PATIENCE)
    assert not is_running(child)
    assert not Path(folder).exists()


def test_closing_the_app_removes_its_files():
    server = AppServer("", subprocess.Popen(["sleep", "60"]), tempfile.TemporaryDirectory())
    server.close()
    assert server.process.poll() not in (None, 0)  # 0 if it slept to the end
    assert not Path(server.folder.name).exists()


def test_a_port_in_use_is_an_error():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(ValueError, match="port must be free, got"):
            AppServer.start([], port=other.getsockname()[1])


def test_a_server_that_does_not_start_leaves_no_files(tmp_path, monkeypatch):
    monkeypatch.setattr("pr_curve_lab.server.network.HOME", tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(RuntimeError, match=r"the app ended with code [^0](.|\n)*does not exist: .*serve\.py"):
        AppServer.start([("a.csv", b"1")])
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_start_leaves_no_files(tmp_path, monkeypatch):
    started = []

    def interrupted(process, _):
        started.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(network, "wait_for_server", interrupted)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        AppServer.start([("a.csv", b"1")])
    assert [process.poll() is None for process in started] == [False]
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_never_responds_is_an_error(monkeypatch):
    monkeypatch.setattr(network, "START_SECONDS", 0.2)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as silent:
        with pytest.raises(RuntimeError, match=r"did not answer at http://127\.0\.0\.1:1 within 0\.2 seconds"):
            network.wait_for_server(silent, "http://127.0.0.1:1")
        silent.kill()
