"""Where this server is found: by others in the same network, and under which names it was told."""

from __future__ import annotations

import os
import socket
import sys

from pr_curve_lab.i18n.catalogue import words_in

ONLY_HERE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")
HOSTS = "PR_CURVE_LAB_HOSTS"  # an environment variable: more names under which browsers reach this server
_TEST_NET = ("192.0.2.1", 9)  # RFC 5737: nobody's; it is never sent anything


def host_for_phones(host: str | None, listening: str) -> str | None:
    """The host by which phones reach a server that a browser reaches by `host`; None where they cannot.

    >>> host_for_phones("class", "127.0.0.1"), host_for_phones("localhost", "192.0.2.7")
    ('class', '192.0.2.7')
    """
    if host is None or host.strip("[]") not in ONLY_HERE:
        return host
    found = network_address(listening)
    return f"[{found}]" if found and ":" in found else found


def network_address(listening: str) -> str | None:
    """This machine's address in its network, if a server that listens there can be reached by it.

    listening: the address that the server was told to listen at.

    >>> network_address("127.0.0.1") is None
    True
    """
    if listening in ONLY_HERE:
        return None
    if listening not in EVERYWHERE:
        return listening
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_TEST_NET)  # of UDP: it only decides which way packets would go
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") or found in EVERYWHERE else found


def url(host: str, port: int, base: str = "") -> str:
    """The address of a server.

    >>> url("::1", 8501), url("192.0.2.7", 80, "/lab")
    ('http://[::1]:8501', 'http://192.0.2.7:80/lab')
    """
    return f"http://[{host}]:{port}{base}" if ":" in host else f"http://{host}:{port}{base}"


def announce(listening: str, port: int, base: str = "") -> None:
    """Where a server lets others in, say so on standard error, with the address that they can use."""
    if listening in ONLY_HERE or listening.startswith("unix:"):
        return
    words, address = words_in("en"), network_address(listening)
    said = words.say("serving.everyone", address=url(address, port, base)) if address else None
    print(said or words.say("serving.everyone_alone"), file=sys.stderr, flush=True)


def told_hosts() -> list[str]:
    """The hosts that the environment names, apart by spaces or commas."""
    return os.environ.get(HOSTS, "").replace(",", " ").split()
