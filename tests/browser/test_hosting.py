"""The commands of the container, in an empty folder: a site that is named can show the app in a frame, and no other."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from pr_curve_lab.server.network import ANCESTORS_VARIABLE
from tests.browser.server import ROOT, free_port, running_child
from tests.browser.visitor import WAIT_MS

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
EVERYWHERE = "--address 0.0.0.0"
BASE = "/lab"
MAIN = '[data-testid="stMain"]'
ROWS = "label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n"


def command_of(instruction):
    (command,) = re.findall(rf"^{instruction}\b.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(command)


@contextmanager
def site_with_frame(address):
    """Serve a page with the address in a frame, and yield the port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(f'<iframe src="{address}" width="1200" height="700"></iframe>'.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def page(browser):
    with browser.new_context() as context:
        yield context.new_page()


def test_the_container_serves_frames_of_the_site_that_is_named(tmp_path, page):
    shell, run, command = command_of("CMD")
    assert EVERYWHERE in command
    port = str(free_port())
    address = f"http://127.0.0.1:{port}{BASE}"
    settings = dict(re.findall(r"(\w+)=(\S*)", re.search("^ENV (.*)$", DOCKERFILE, re.MULTILINE)[1]))
    assert settings.keys() >= {"PORT", "STREAMLIT_SERVER_BASE_URL_PATH"}
    with site_with_frame(f"{address}/data?lang=en") as named, site_with_frame(f"{address}/data") as other:
        env = {
            **os.environ, **settings, "PORT": port, "STREAMLIT_SERVER_BASE_URL_PATH": BASE,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", ANCESTORS_VARIABLE: f"http://localhost:{named}",
        }  # fmt: skip
        started = [shell, run, command.replace(EVERYWHERE, "--address 127.0.0.1")]
        with running_child(started, f"{address}/_stcore/health", cwd=tmp_path, env=env, log=subprocess.DEVNULL):
            checked = subprocess.run(command_of("HEALTHCHECK"), env=env, cwd=tmp_path, check=False)
            assert checked.returncode == 0
            is_shown_in_a_frame(page, f"http://localhost:{named}", tmp_path)
            is_refused_in_a_frame(page, f"http://localhost:{other}")
    assert subprocess.run(command_of("HEALTHCHECK"), env=env, capture_output=True, check=False).returncode == 1


def is_shown_in_a_frame(page, site, folder):
    """Upload a file in the frame: localhost and 127.0.0.1 are two sites, so the frame has no cookie."""
    (folder / "own.csv").write_text(ROWS, encoding="utf-8")
    page.goto(site)
    frame = page.frame_locator("iframe")
    upload = frame.locator('.st-key-upload input[type="file"]')
    expect(upload).to_be_attached(timeout=WAIT_MS)
    with page.expect_response(lambda answer: "/upload_file/" in answer.url, timeout=WAIT_MS) as sent:
        upload.set_input_files(folder / "own.csv")
    assert sent.value.ok
    expect(frame.locator(MAIN)).to_contain_text("own.csv", timeout=WAIT_MS)
    assert page.context.cookies() == []


def is_refused_in_a_frame(page, site):
    with page.expect_event("console", lambda message: "frame-ancestors" in message.text, timeout=WAIT_MS):
        page.goto(site)
    assert page.frame_locator("iframe").locator(MAIN).count() == 0
