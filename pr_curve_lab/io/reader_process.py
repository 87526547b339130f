"""A process of its own for each file whose parser believes what the file says of its sizes, or may crash.

It has limits on memory and time: what a hostile file ends is that process and not the server. A reader is a module
with a function `read`, which is given the name of a file, its bytes and where to write what it finds.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib import import_module

from pr_curve_lab.io.limits import InvalidFileError, Notice

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

NICENESS = 10  # of 19: pages of other visitors come first
TIMEOUT_FACTOR = 4  # seconds of the clock for each of the processor, which others come before
THREADS = 2  # each takes address space, of which there is a limit, whether it works or not
ENVIRONMENT = {
    "OMP_NUM_THREADS": str(THREADS),
    "ARROW_IO_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # the others take address space in advance
    "MALLOC_ARENA_MAX": str(THREADS),
}
INVALID_FILE, OUT_OF_MEMORY, BROKEN = 3, 4, 5  # exit codes
UNNAMED = ""  # in that process: whoever lists processes is not to see the names of uploads


def read_in_process(
    reader: str, name: str, content: bytes, *, memory: int, seconds: int, invalid: Notice, over_limits: Notice
) -> bytes:
    """What a reader writes about a file. Both go through pipes, since uploads are on no disk.

    Parameters
    ----------
    reader : str
        The name of the module.
    memory, seconds : int
        The most bytes of its address space, and seconds of the processor.
    invalid, over_limits : Notice
        What is raised where the reader fails or crashes, and where it meets a limit.

    Raises
    ------
    InvalidFileError: why there is nothing to read.
    """
    path = os.pathsep.join(map(os.path.abspath, sys.path))  # wherever the app was found, the working directory too
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
    """Run the reader that the first argument names, within the limits beside it."""
    reader, memory, seconds = json.loads(sys.argv[1])
    content = sys.stdin.buffer.read()
    if resource is not None:
        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.modules["numpy"] = None  # type: ignore[assignment] # pyarrow does without, and starts in half the time
    try:
        import_module(reader).read(UNNAMED, content, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except InvalidFileError as error:
        print(json.dumps([error.problem.key, error.problem.params]), file=sys.stderr)
        sys.exit(INVALID_FILE)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
    except Exception:  # whatever is wrong with a file, the answer is one
        sys.exit(BROKEN)


if __name__ == "__main__":
    _main()
