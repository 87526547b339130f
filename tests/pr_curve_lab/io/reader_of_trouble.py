"""A reader that fails in the way that its file names."""

import os
import signal
import time


def read(name, content, output):
    output.write(content)
    if content == b"crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif content == b"error":
        raise ValueError(name)
    elif content == b"grow":
        bytearray(2**29)
    elif content == b"abort":
        os.abort()
    elif content == b"loop":
        while time.process_time() < 4:
            pass
    elif content == b"sleep":
        time.sleep(60)
