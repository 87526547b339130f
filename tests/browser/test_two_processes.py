"""Two processes behind a proxy: one is killed while twelve visitors work, and starts again."""

import asyncio
import ssl
import subprocess
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from itertools import cycle

import pytest
from websockets.exceptions import WebSocketException

from benchmarks.protocol_visitor import ProtocolVisitor
from tests.browser.chromium import must_be_there
from tests.browser.processes import HAPROXY, running_processes
from tests.browser.server import UNPREPARED, free_port

pytestmark = pytest.mark.skipif(HAPROXY is None and not must_be_there(), reason="no haproxy: apt-get install haproxy")
VISITORS = 12
PAGES = ("areas", "curve", "schemes")
LOST = "The connection was lost, and this page was opened again from its address."


async def work(address, kill):
    """Let all visitors change pages while one process is killed.

    Return, by process, the visitors who went on and those who had to reload.
    """
    went_on, came_again, ready = Counter(), Counter(), asyncio.Barrier(VISITORS + 1)
    killed = asyncio.Event()

    async def visit():
        async with ProtocolVisitor(address) as one:
            process = SimpleCookie(one.cookie)["prlab"].value
            await one.open("areas")
            await ready.wait()
            try:
                for page in cycle(PAGES):
                    last = killed.is_set()
                    await one.open(page)
                    if last:
                        break
                    await asyncio.sleep(0.3)
                went_on[process] += 1
            except (OSError, WebSocketException):
                async with ProtocolVisitor(address) as again:
                    await again.open("areas")
                came_again[process] += 1

    async def interrupt():
        await ready.wait()
        await asyncio.sleep(0.5)
        await asyncio.to_thread(kill)
        killed.set()

    await asyncio.gather(interrupt(), *(visit() for _ in range(VISITORS)))
    return went_on, came_again


@pytest.fixture
def certificate(tmp_path):
    """A certificate for this machine with its key, valid for one day."""
    file, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=lab -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*command.split(), "-keyout", str(key), "-out", str(file)], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + key.read_bytes())
    return file


def test_a_killed_process_affects_only_its_own_visitors(tmp_path, certificate, new_visitor):
    secure = f"127.0.0.1:{free_port()}"
    https = {"MORE": "-f docs/serving/tls.cfg", "TLS_ADDRESS": secure, "CERT": str(certificate)}
    with running_processes(tmp_path, "1", "2", base="/lab", **https, **UNPREPARED) as processes:
        visitor = new_visitor(processes.address)
        visitor.open("areas?example=sixteen_rows&right=envelope")
        (here,) = (one["value"] for one in visitor.page.context.cookies() if one["name"] == "prlab")
        with ThreadPoolExecutor() as thread:  # this thread runs the event loop of the browser
            working = thread.submit(lambda: asyncio.run(work(processes.address, lambda: processes.kill(here))))
            went_on, came_again = working.result()
        assert sum(went_on.values()) + sum(came_again.values()) == VISITORS
        assert set(came_again) == {here}
        assert here not in went_on
        assert min(*came_again.values(), *went_on.values()) > VISITORS / 4  # both processes had visitors
        is_told_and_goes_on(visitor)
        processes.wait_for("1", "2")
        has_the_page_by_https(f"https://{secure}/lab/curve", certificate)


def is_told_and_goes_on(visitor):
    visitor.page.bring_to_front()
    visitor.page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
    visitor.choose("left", "Continuous")
    visitor.page.wait_for_selector('[data-testid="stAlert"]')
    assert LOST in visitor.text()
    visitor.choose("left", "Continuous")
    asked = {"example": "sixteen_rows", "left": "continuous", "right": "envelope"}
    assert asked.items() <= visitor.parameters().items()


def has_the_page_by_https(address, certificate):
    trusted = ssl.create_default_context(cafile=str(certificate))
    with urllib.request.urlopen(address, context=trusted) as answer:
        assert answer.headers["strict-transport-security"]
        assert "<style>" in answer.read().decode()
