"""JupyterLab and marimo servers with folders of their own, without a token and without files in the home folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Any

from playwright.sync_api import Page

from tests.browser.server import HOST, ROOT, START_SECONDS, free_port, running_child

NO_REQUESTS = """
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.handlers.announcements.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"
c.IdentityProvider.token = ""
c.ServerApp.disable_check_xsrf = True
c.ServerApp.allow_root = True
c.ServerApp.open_browser = False
c.ServerApp.terminals_enabled = False
"""
MARIMO = """import marimo

app = marimo.App()


@app.cell
def _():
{first}
    return folder, w


@app.cell
def _(folder, w):
{second}
    return


if __name__ == "__main__":
    app.run()
"""


def own_homes(folder: Path) -> dict[str, str]:
    """Return environment variables that keep all settings and files of a notebook server in a folder."""
    names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "XDG_CONFIG_HOME",
             "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "MPLCONFIGDIR", "JUPYTERLAB_SETTINGS_DIR",
             "JUPYTERLAB_WORKSPACES_DIR")  # fmt: skip
    homes = {name: folder / name.lower() for name in names}
    for home in homes.values():
        home.mkdir(parents=True, exist_ok=True)
    return {**os.environ, **{name: str(home) for name, home in homes.items()}, "PYTHONPATH": str(ROOT)}


@contextmanager
def running_jupyter(folder: Path, cells: Sequence[str], theme: str = "Light") -> Iterator[str]:
    """Serve a notebook with these cells in JupyterLab, and yield its URL; kernels end with the server."""
    work, homes, port = folder / "work", own_homes(folder), free_port()
    work.mkdir()
    (work / "view.ipynb").write_text(json.dumps(_notebook(cells)), encoding="utf-8")
    (Path(homes["JUPYTER_CONFIG_DIR"]) / "jupyter_server_config.py").write_text(NO_REQUESTS, encoding="utf-8")
    settings = Path(homes["JUPYTERLAB_SETTINGS_DIR"]) / "@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    for name, wanted in {"themes": {"theme": f"JupyterLab {theme}"}, "notification": {"fetchNews": "false"}}.items():
        (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(wanted), encoding="utf-8")
    options = [f"--ServerApp.ip={HOST}", f"--ServerApp.port={port}", f"--ServerApp.root_dir={work}"]
    with _running([sys.executable, "-m", "jupyterlab", *options], work, homes, f"http://{HOST}:{port}/api"):
        yield f"http://{HOST}:{port}/lab/tree/view.ipynb"


@contextmanager
def running_marimo(folder: Path, cells: Sequence[str], theme: str = "Light") -> Iterator[str]:
    """Serve a notebook of two cells in marimo, the first of which defines `w` and `folder`, and yield its URL."""
    work, homes, port = folder / "work", own_homes(folder), free_port()
    work.mkdir()
    first, second = (indent(cell, "    ") for cell in cells)
    (work / "view.py").write_text(MARIMO.format(first=first, second=second), encoding="utf-8")
    settings = Path(homes["XDG_CONFIG_HOME"]) / "marimo"
    settings.mkdir()
    (settings / "marimo.toml").write_text(f'[display]\ntheme = "{theme.lower()}"\n', encoding="utf-8")
    options = ["--headless", "--no-token", "--host", HOST, "--port", str(port)]
    command = [sys.executable, "-m", "marimo", "run", "view.py", *options]
    with _running(command, work, homes, f"http://{HOST}:{port}/health"):
        yield f"http://{HOST}:{port}"


def run_cell(page: Page) -> None:
    """Run the cell of the notebook in JupyterLab once its kernel is idle."""
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=1000 * START_SECONDS)
    page.locator(".jp-Cell .cm-content").click()
    page.keyboard.press("Shift+Enter")


def _notebook(cells: Sequence[str]) -> dict[str, Any]:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    shared = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    written = [{**shared, "id": f"cell{at}", "source": cell} for at, cell in enumerate(cells)]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": written}


@contextmanager
def _running(command: Sequence[str], folder: Path, homes: dict[str, str], health: str) -> Iterator[None]:
    path = folder.parent / "log"
    with path.open("wb") as log:
        try:
            with running_child(command, health, cwd=folder, env=homes, log=log):
                yield
        except RuntimeError as ended:
            ended.add_note(path.read_text()[-2000:])
            raise
