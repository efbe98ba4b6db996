"""One file a command: parse, call, print."""

import os

from statchunk.collector import spare_process

spare_process()  # before the commands are imported
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for some costs each process 10 ms
