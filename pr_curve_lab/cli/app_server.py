"""Commands `prlab FILE` and `prlab serve`: serve the app in a child process, which ends with the command."""

from __future__ import annotations

import errno
import os
import signal
import socket
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from pr_curve_lab.cli.output import EXIT_TERMINATED, CommandError, problem_error, progress
from pr_curve_lab.cli.rows import STDIN, read_input_files
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.table_files import read_matched_table
from pr_curve_lab.server.asgi.headers import AllowedNames, check_frame_ancestors
from pr_curve_lab.server.network import ALL_ADDRESSES, HOST, base_path, end, start_server, url, wait_for_server

FIRST_PORT, PORTS_TRIED = 8501, 100  # Streamlit's default, and the number of ports tried from there
PORT_IN_USE_ERRORS = (errno.EADDRINUSE, errno.EACCES)  # used by another program, or reserved by the system


LOCAL_ADDRESS = "127.0.0.1"  # only this machine can connect to it
ACCEPTED_PROBLEMS = ("points_not_rows",)  # the app shows such a file although it has no rows


def open_files(files: list[str], *, port: int | None, no_browser: bool, header: int | None) -> None:
    """Serve the app with files, and open a browser."""
    _check_files(files, header)
    place = find_port(LOCAL_ADDRESS, port)
    serve(LOCAL_ADDRESS, place, [Path(one) for one in files], open_browser=not no_browser, header=header)


def serve_app(
    *, port: int | None, address: str, host_names: Sequence[str], frame_ancestors: Sequence[str], base: str
) -> None:
    """Serve the app without a file; base: the path before those of the pages."""
    with _named_errors("--host-name"):
        AllowedNames.of("", host_names)
    with _named_errors("--frame-ancestor"):
        check_frame_ancestors(frame_ancestors)
    serve(
        address,
        find_port(address, port),
        [],
        open_browser=False,
        host_names=host_names,
        frame_ancestors=frame_ancestors,
        base=base_path(base),
    )


@contextmanager
def _named_errors(option: str) -> Iterator[None]:
    """Turn an error about the value of an option into one that names the option."""
    try:
        yield
    except ValueError as error:
        raise CommandError(f"{option}: {error}") from None


def _check_files(files: list[str], header: int | None) -> None:
    """Raise an error for files that the app cannot read, and for standard input."""
    if STDIN in files:
        raise CommandError("the app reads a file again at every visit, but standard input only once; save it first")
    with progress(f"Reading {', '.join(files)}"):
        table = read_matched_table(read_input_files(files), header, allow_last=True)
    if isinstance(table, Notice) and not (table.key in ACCEPTED_PROBLEMS and len(files) == 1):
        raise problem_error(table)


def find_port(address: str, requested_port: int | None) -> int:
    """Return the requested port, else the first free one.

    Raises
    ------
    CommandError: the requested port is in use, no port is free, or the address is not one of this machine.
    """
    if requested_port is not None:
        _check_port(address, requested_port)
        return requested_port
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            _check_port(address, port)
        except PortError:
            continue
        return port
    raise CommandError(f"no port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free; choose one with --port")


class PortError(CommandError):
    """Error for a port that is in use."""


def _check_port(address: str, port: int) -> None:
    """Bind the port for a moment, as the server will do; raise an error if that fails."""
    try:
        (family, kind, _, _, place), *_ = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # old connections may be in TIME_WAIT
            probe.bind(place)
    except socket.gaierror:
        raise CommandError(f"'{address}' is not an address of this machine") from None
    except OSError as error:
        at = PortError if error.errno in PORT_IN_USE_ERRORS else CommandError
        raise at(f"port {port} of {address} cannot be used: {os.strerror(error.errno or 0)}") from None


def url_of(address: str, port: int, base: str = "") -> str:
    """Return the URL for a browser on this machine.

    >>> url_of("0.0.0.0", 8501), url_of("::1", 8501, "/lab")
    ('http://127.0.0.1:8501', 'http://[::1]:8501/lab')
    """
    return url(HOST if address in ALL_ADDRESSES else address, port, base)


def serve(
    address: str,
    port: int,
    paths: Sequence[Path],
    *,
    open_browser: bool,
    host_names: Sequence[str] = (),
    frame_ancestors: Sequence[str] = (),
    base: str = "",
    header: int | None = None,
) -> None:
    """Start the app, print its URL once it responds, and wait until the app or this command ends.

    host_names: names by which browsers reach it, in addition to those of this machine. frame_ancestors: origins whose
    pages may show it in a frame. base: the path before those of the pages. header: the row of the header in the files,
    if the user gave it.

    Raises
    ------
    CommandError: the app ended on its own.
    SystemExit: this command received SIGTERM.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background processes ignore it
    signal.signal(signal.SIGTERM, _exit_on_signal)
    child = start_server(
        paths, address, port, host_names=host_names, frame_ancestors=frame_ancestors, base=base, header=header
    )
    try:
        here = url_of(address, port, base)
        wait_for_server(child, here)
        print(here, flush=True)
        if open_browser:
            webbrowser.open(here)
        code = child.wait()
    except RuntimeError as ended:
        raise CommandError(str(ended)) from None
    finally:
        end(child)
    raise CommandError(f"the app ended with code {code}")


def _exit_on_signal(_: int, __: FrameType | None) -> None:
    raise SystemExit(EXIT_TERMINATED)
