"""The same bytes give the same output whatever the seed of hashes is."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import DrawRelease

CODE = """
import sys
from hashlib import sha256
from statchunk import pipeline
for path in sys.argv[1:]:
    document = pipeline.document(path)
    printed = [document.facts, *document.evidence, *document.observations, *pipeline.chunk(document)]
    print(sha256("\\n".join(model.model_dump_json() for model in printed).encode()).hexdigest())
"""


def printed(paths: list[Path], seed: int) -> str:
    command = [sys.executable, "-c", CODE, *map(str, paths)]
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def test_three_seeds_give_one_output(draw_release: DrawRelease) -> None:
    paths = [draw_release(name)[0] for name in ("norvale_cpi_2026-02", "valmont_ipc_2026-02", "norvale_lfs_2026-Q1")]
    assert len({printed(paths, seed) for seed in (1, 2, 3)}) == 1
