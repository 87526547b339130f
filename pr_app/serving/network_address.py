"""Where phones in the same network find this server, which may know itself as localhost only."""

from __future__ import annotations

import socket

ONLY_HERE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")
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
