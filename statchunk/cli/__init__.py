"""One file a command: parse, call, print."""

from statchunk.collector import spare_process

spare_process()  # before the commands are imported
