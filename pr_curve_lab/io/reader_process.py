"""Run a parser in a separate process if it trusts the sizes that a file claims, or may crash.

The process has limits on memory and time, so that a malicious file ends it and not the server. A reader is a module
with a function `read`, which takes the name of a file, its bytes and the stream to write the result to.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib import import_module

from pr_curve_lab.io.notices import InvalidFileError, Notice

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

NICENESS = 10  # of 19, so that pages of other visitors have priority
TIMEOUT_FACTOR = 4  # seconds of wall time per second of CPU time, as other processes have priority
THREADS = 2  # each takes address space, which is limited, even while idle
ENVIRONMENT = {
    "OMP_NUM_THREADS": str(THREADS),
    "ARROW_IO_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # the other pools reserve address space in advance
    "MALLOC_ARENA_MAX": str(THREADS),
}
INVALID_FILE, OUT_OF_MEMORY, BROKEN = 3, 4, 5  # exit codes
UNNAMED = ""  # the name in the separate process, so that the list of processes does not show the names of uploads


def read_in_process(
    reader: str, name: str, content: bytes, *, memory: int, seconds: int, invalid: Notice, over_limits: Notice
) -> bytes:
    """Return what a reader writes about a file. Input and output go through pipes, so that no upload is on the disk.

    Parameters
    ----------
    reader : str
        The name of the module.
    memory, seconds : int
        Limits of the address space in bytes, and of the CPU time in seconds.
    invalid, over_limits : Notice
        The problem if the reader fails or crashes, and the problem if it exceeds a limit.

    Raises
    ------
    InvalidFileError: The file cannot be read.
    """
    path = os.pathsep.join(map(os.path.abspath, sys.path))  # absolute paths find the app wherever it was imported from
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__, json.dumps([reader, memory, seconds])],
            env={**os.environ, **ENVIRONMENT, "PYTHONPATH": path},
            input=content,
            capture_output=True,
            check=False,
            timeout=TIMEOUT_FACTOR * seconds,
        )
    except subprocess.TimeoutExpired:
        raise InvalidFileError(over_limits) from None
    if done.returncode == INVALID_FILE:
        key, params = json.loads(done.stderr.splitlines()[-1])
        raise InvalidFileError(Notice(key, **params | {"name": name}))
    if done.returncode == OUT_OF_MEMORY or (done.returncode < 0 and done.returncode != -signal.SIGSEGV):
        raise InvalidFileError(over_limits)
    if done.returncode != 0:
        raise InvalidFileError(invalid)
    return done.stdout


def _main() -> None:
    """Run the reader that the first argument names, within the limits given there."""
    reader, memory, seconds = json.loads(sys.argv[1])
    content = sys.stdin.buffer.read()
    if resource is not None:
        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.modules["numpy"] = None  # type: ignore[assignment] # pyarrow works without NumPy, and starts in half the time
    try:
        import_module(reader).read(UNNAMED, content, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except InvalidFileError as error:
        print(json.dumps([error.problem.key, error.problem.params]), file=sys.stderr)
        sys.exit(INVALID_FILE)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
    except Exception:  # any other error means that the file is broken
        sys.exit(BROKEN)


if __name__ == "__main__":
    _main()
