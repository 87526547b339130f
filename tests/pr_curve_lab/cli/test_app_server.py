"""The app as the command serves it: from any folder, with files, until one of the two ends."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from pr_curve_lab.cli.app_server import find_port
from pr_curve_lab.cli.output import CommandError
from pr_curve_lab.io.local_files import FILES_VARIABLE
from pr_curve_lab.server.network import ANCESTORS_VARIABLE, HOSTS_VARIABLE
from tests.pr_curve_lab.cli.shell import SECONDS, environment


@pytest.fixture
def used_port():
    """Yield a port at which another program listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def start_command(folder, *arguments):
    """Start the command and wait for the address that it prints."""
    command = [sys.executable, "-m", "pr_curve_lab", *arguments]
    started = subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    return started, started.stdout.readline().strip()


def children_of(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(one) for one in file.read().split()]


def is_running(process):
    return os.path.exists(f"/proc/{process}")


def test_the_app_ends_with_the_command(folder):
    started, address = start_command(folder, "scores.csv", "--no-browser")
    with urllib.request.urlopen(f"{address}/_stcore/health", timeout=SECONDS) as answer:
        assert answer.status == 200
    (app,) = children_of(started.pid)
    with open(f"/proc/{app}/environ", encoding="utf-8") as file:
        assert f'{FILES_VARIABLE}=["{folder}/scores.csv"]' in file.read().split("\0")
    started.send_signal(signal.SIGINT)  # as Ctrl-C does
    assert started.wait(SECONDS) == 130
    assert started.communicate() == ("", "")
    assert not is_running(app)


@pytest.fixture
def handlers():
    """Fail the test at a signal that the command does not handle, and restore the handlers afterwards."""

    def fail(number, _):
        raise AssertionError(f"signal {number} is not handled")

    previous = {number: signal.signal(number, fail) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in previous.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize(("asked", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_command_and_app_while_it_starts(prlab, monkeypatch, asked, code):
    with subprocess.Popen(["sleep", "60"]) as app:
        monkeypatch.setattr("pr_curve_lab.cli.app_server.start_server", lambda *_, **__: app)
        monkeypatch.setattr("pr_curve_lab.cli.app_server.wait_for_server", lambda *_: signal.raise_signal(asked))
        result = prlab("serve")
        assert app.poll() == -signal.SIGTERM
    assert (result.exit_code, result.output) == (code, "")


def test_a_requested_port_that_is_in_use_is_refused(prlab, used_port):
    result = prlab("scores.csv", "--port", str(used_port), "--no-browser")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"prlab: port {used_port} of 127.0.0.1 cannot be used: Address already in use\n"


def test_without_a_requested_port_the_next_free_one_is_used(used_port, monkeypatch):
    monkeypatch.setattr("pr_curve_lab.cli.app_server.FIRST_PORT", used_port)
    assert used_port < find_port("127.0.0.1", None) < used_port + 100


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(CommandError, match=r"port 8501 of 192\.0\.2\.1 cannot be used"):
        find_port("192.0.2.1", 8501)
    with pytest.raises(CommandError, match="is not an address of this machine"):
        find_port("no such host", None)


def test_the_header_row_is_passed_to_the_app(prlab, folder, monkeypatch):
    handed = {}
    monkeypatch.setattr("pr_curve_lab.cli.app_server.serve", lambda *_, **options: handed.update(options))
    for name in ("titled.csv", "other.csv"):  # they share no ids, so the app shows the last one
        (folder / name).write_text("Results\nlabel,score\n1,0.9\n0,0.2\n")
    assert prlab("open", "titled.csv", "other.csv", "--header", "2").exit_code == 0
    assert handed["header"] == 2


@pytest.fixture
def handed(monkeypatch):
    """The command and the environment variables with which the app would have been started."""
    handed = []

    def started(command, *, env, **_):
        handed.extend([command, env])
        raise CommandError("enough")

    monkeypatch.setattr(subprocess, "Popen", started)
    return handed


@pytest.mark.parametrize(
    ("option", "variable", "names"),
    [
        ("--host-name", HOSTS_VARIABLE, []),
        ("--host-name", HOSTS_VARIABLE, ["*.lab.example", "198.51.100.7:80"]),
        ("--frame-ancestor", ANCESTORS_VARIABLE, ["https://*.lab.example", "http://198.51.100.7:80"]),
    ],
)
def test_names_are_added_to_those_of_the_environment(prlab, handed, monkeypatch, option, variable, names):
    monkeypatch.setenv(variable, "https://known.example")
    assert prlab("serve", *(part for name in names for part in (option, name))).stderr == "prlab: enough\n"
    assert handed[1][variable].split() == ["https://known.example", *names]


@pytest.mark.parametrize(("told", "base"), [("", ""), ("lab", "/lab"), ("/a/lab/", "/a/lab")])
def test_the_base_path_comes_from_the_option_or_the_environment(prlab, handed, monkeypatch, told, base):
    prlab("serve", "--base-path", told)
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", told)
    prlab("serve")
    for command in handed[::2]:
        assert f"--server.baseUrlPath={base}" in command


def test_a_browser_is_opened_once_the_app_answers(folder, monkeypatch, capsys):
    from pr_curve_lab.cli import app_server

    seen = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.setattr(app_server, "wait_for_server", lambda *_: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    ends_at_once = subprocess.Popen([sys.executable, "-c", ""], cwd=folder)
    monkeypatch.setattr(app_server, "start_server", lambda *_, **__: ends_at_once)
    with pytest.raises(CommandError, match="the app ended with code 0"):
        app_server.serve("127.0.0.1", 8600, [], open_browser=True)
    assert seen == ["http://127.0.0.1:8600"] == capsys.readouterr().out.split()
