"""`prlab`: its sub-commands, one file each."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _prlab() -> None:
    """Precision-recall curves under every way of joining their points."""


def run() -> None:
    """Run the command with the arguments of the shell."""
    app()
