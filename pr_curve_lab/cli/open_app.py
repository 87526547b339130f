"""`prlab FILE` and `prlab serve`: the app in a browser, with files or without."""

from __future__ import annotations

import errno
import os
import signal
import socket
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from pr_curve_lab.cli.output import EXIT_TERMINATED, CommandError, refusal
from pr_curve_lab.cli.rows import Header
from pr_curve_lab.server.network import EVERYWHERE, HOST, end, started_child, url, wait_until_healthy

FIRST_PORT, PORTS_TRIED = 8501, 100  # Streamlit's own, and how many from there on
TAKEN = (errno.EADDRINUSE, errno.EACCES)  # by another program, or by the system


def port_for(address: str, asked: int | None) -> int:
    """The port that was asked for, else the first that is free.

    Raises
    ------
    CommandError: the port that was asked for is in use, or the address is not this machine's.
    """
    if asked is not None:
        _check_free(address, asked)
        return asked
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            _check_free(address, port)
        except PortError:
            continue
        return port
    raise CommandError(f"no port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free; name one by --port")


class PortError(CommandError):
    """A port is in use."""


def _check_free(address: str, port: int) -> None:
    """Bind it for a moment, as the server is going to."""
    try:
        (family, kind, _, _, place), *_ = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that has just ended leaves traces
            probe.bind(place)
    except socket.gaierror:
        raise CommandError(f"'{address}' is no address of this machine") from None
    except OSError as error:
        at = PortError if error.errno in TAKEN else CommandError
        raise at(f"port {port} of {address} cannot be used: {os.strerror(error.errno or 0)}") from None


def check_host_names(names: Sequence[str]) -> None:
    """Refuse what is no name of a host.

    Raises
    ------
    CommandError: one is none.
    """
    from pr_curve_lab.server.asgi.headers import AllowedNames

    try:
        AllowedNames.of("", names)
    except ValueError as error:
        raise CommandError(f"--host-name: {error}") from None


def url_of(address: str, port: int) -> str:
    """The address for a browser on this machine.

    >>> url_of("0.0.0.0", 8501), url_of("::1", 8501)
    ('http://127.0.0.1:8501', 'http://[::1]:8501')
    """
    return url(HOST if address in EVERYWHERE else address, port)


def serve(
    address: str,
    port: int,
    paths: Sequence[Path],
    *,
    with_browser: bool,
    host_names: Sequence[str] = (),
    header: int | None = None,
) -> None:
    """Start the app, say where it is once it answers, and stay until it or this command is ended.

    host_names: names under which browsers reach it, beside those of this machine. header: the row of the header in the
    files, where somebody named it.

    Raises
    ------
    CommandError: the app ended by itself.
    SystemExit: this command was asked to end.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell started it in the background
    signal.signal(signal.SIGTERM, _end)
    child = started_child(paths, address, port, host_names=host_names, header=header)
    try:
        here = url_of(address, port)
        wait_until_healthy(child, here)
        print(here, flush=True)
        if with_browser:
            import webbrowser

            webbrowser.open(here)
        code = child.wait()
    except RuntimeError as ended:
        raise CommandError(str(ended)) from None
    finally:
        end(child)
    raise CommandError(f"the app ended with code {code}")


def _end(_: int, __: FrameType | None) -> None:
    raise SystemExit(EXIT_TERMINATED)


Port = Annotated[int | None, typer.Option(min=1, max=65535, help="Port; else the first free one from 8501 on.")]
ONLY_HERE = "127.0.0.1"  # nobody else reaches what listens there
DRAWN = ("points_not_rows",)  # what holds no rows, and is shown all the same


def open_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files of labels and scores.")],
    port: Port = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    header: Header = None,
) -> None:
    """Open the app with files; the word open may be left out."""
    pass

    _check(files, header)
    place = port_for(ONLY_HERE, port)
    serve(ONLY_HERE, place, [Path(one) for one in files], with_browser=not no_browser, header=header)


def serve_app(
    port: Port = None,
    address: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets others in.")] = ONLY_HERE,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="Name under which browsers reach it, beside this computer's own; may be repeated."),
    ] = None,
) -> None:
    """Serve the app without a file."""
    pass

    names = host_name or []
    check_host_names(names)
    serve(address, port_for(address, port), [], with_browser=False, host_names=names)


def _check(files: list[str], header: int | None) -> None:
    """Refuse what the app could only say that it cannot read; what it can be told more about it opens."""
    from pr_curve_lab.cli.output import progress
    from pr_curve_lab.cli.rows import STDIN, contents
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.schema.uploads import read_uploads

    if STDIN in files:
        raise CommandError("the app reads a file anew with every visit, which standard input cannot be; save it first")
    with progress(f"Reading {', '.join(files)}"):
        table = read_uploads(contents(files), header)
    if isinstance(table, Problem) and not (table.key in DRAWN and len(files) == 1):
        raise refusal(table)
